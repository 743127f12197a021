// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/glyph.h"

#include <QToolButton>

namespace lockscope::ui {

// A page of the rail: its icon above its name, or the icon alone where the window is too low for
// both. While it is checked it is the page in front, which a bar at its edge says beside the
// colour. A number in its corner counts what waits there. GUI thread.
class RailButton : public QToolButton
{
    Q_OBJECT

public:
    RailButton(const QString &name, const QString &text, Glyph glyph, QWidget *parent);

    // `what` says it in words, for screen readers and the tool tip; 0: nothing.
    void showCount(std::size_t count, const QString &what = {});
    // The tool tip: the button's effect and its key.
    void setTip(const QString &tip);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; // of the icon alone, as wide as its name

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int iconSide() const;
    void describe();
    void paintCount(QPainter *painter, const QRectF &icon) const;

    Glyph m_glyph;
    QString m_tip;
    QString m_what;
    std::size_t m_count = 0;
};

} // namespace lockscope::ui
