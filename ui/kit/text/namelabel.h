// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace lockscope::ui {

// A name in full, on as many lines as it needs: broken anywhere, since names have no words. GUI
// thread.
class NameLabel : public QLabel
{
    Q_OBJECT

public:
    explicit NameLabel(const QString &text, QWidget *parent = nullptr);

    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace lockscope::ui
