// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace lockscope::ui {

// Scrolls a column of widgets that may be higher than there is room for. Nothing is cut at the side
// in silence: it is as wide as they are at any zoom and in any language, or scrolls to the side,
// too. GUI thread.
class ColumnScroll : public QScrollArea
{
    Q_OBJECT

public:
    enum class Width {
        Whole, // never narrower than its contents
        Any, // as narrow as a window with many parts needs it
    };

    explicit ColumnScroll(QWidget *contents, Width width, QWidget *parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    Width m_width;
};

} // namespace lockscope::ui
