// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace lockscope::ui {

// Scrolls a column of widgets that may be higher than there is room for. It is never narrower than
// they are, at any zoom and in any language, so that nothing is cut at the side; where they are
// wider than half of the screen, it scrolls to the side, too. GUI thread.
class ColumnScroll : public QScrollArea
{
    Q_OBJECT

public:
    explicit ColumnScroll(QWidget *contents, QWidget *parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace lockscope::ui
