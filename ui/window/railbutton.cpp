// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/railbutton.h"

#include "ui/theme/tones.h"
#include "ui/theme/tooltip.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int around = 3; // the icon and the name
constexpr int barWidth = 3; // marks the page in front
constexpr std::size_t mostCounted = 99;

} // namespace

RailButton::RailButton(const QString &name, const QString &text, Glyph glyph, QWidget *parent)
    : QToolButton(parent)
    , m_glyph(glyph)
{
    setObjectName(name);
    setText(text);
    setAccessibleName(text);
    setCheckable(true);
    setAutoRaise(true);
    setFocusPolicy(Qt::NoFocus); // the rail is one stop of Tab
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void RailButton::showCount(std::size_t count, const QString &what)
{
    if (m_count == count && m_what == what)
        return;
    m_count = count;
    m_what = what;
    describe();
    update();
}

void RailButton::setTip(const QString &tip)
{
    m_tip = tip;
    describe();
}

void RailButton::describe()
{
    setToolTip(toolTipOf(m_what.isEmpty() ? m_tip : m_tip + u'\n' + m_what));
    setAccessibleDescription(m_what);
}

// Grows with the font, as all else does.
int RailButton::iconSide() const
{
    return fontMetrics().height() * 9 / 7;
}

QSize RailButton::sizeHint() const
{
    const QSize least = minimumSizeHint();
    return {least.width(), least.height() + fontMetrics().height() + 2 * around};
}

QSize RailButton::minimumSizeHint() const
{
    return {std::max(fontMetrics().horizontalAdvance(text()), iconSide()) + 2 * (barWidth + around),
            iconSide() + 2 * around};
}

void RailButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QPalette &colours = palette();
    const bool isStrong = isChecked() && isHighContrast(colours);
    if (isStrong) {
        painter.fillRect(rect(), colours.color(QPalette::Highlight));
    } else if (isChecked() || isDown() || underMouse()) {
        QColor ground = colours.color(QPalette::Highlight);
        ground.setAlpha(isChecked() ? 50 : 25);
        painter.fillRect(rect(), ground);
    }
    if (isChecked())
        painter.fillRect(0, 0, barWidth, height(),
                         colours.color(isStrong ? QPalette::WindowText : QPalette::Highlight));
    const QColor color = colours.color(isStrong ? QPalette::HighlightedText : QPalette::WindowText);
    const int line = fontMetrics().height();
    const bool hasName = height() >= iconSide() + line + 1;
    const int taken = iconSide() + (hasName ? line + 1 : 0);
    const QRectF icon((width() - iconSide()) / 2.0, (height() - taken) / 2.0, iconSide(),
                      iconSide());
    paintGlyph(&painter, icon, m_glyph, color);
    painter.setPen(color);
    if (hasName)
        painter.drawText(QRectF(0, icon.bottom() + 1, width(), line),
                         Qt::AlignCenter | Qt::TextSingleLine, text());
    if (m_count > 0)
        paintCount(&painter, icon);
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

// In the colours of the window turned round where these are what can be told apart.
void RailButton::paintCount(QPainter *painter, const QRectF &icon) const
{
    const QString text =
        m_count > mostCounted ? u"%1+"_s.arg(mostCounted) : QString::number(m_count);
    QFont font = this->font();
    font.setBold(true);
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.8);
    const QFontMetricsF metrics(font);
    const qreal high = metrics.height();
    const QSizeF size(std::max(high, metrics.horizontalAdvance(text) + high / 2), high);
    const QPointF at(std::min(icon.right() - size.height() / 3, width() - size.width() - 1),
                     std::max(1.0, icon.top() - size.height() / 4));
    const QRectF place(at, size);
    const QColor ground = toneColor(Tone::Alarm, palette());
    const QColor window = palette().color(QPalette::Window);
    const QColor dark = palette().color(QPalette::WindowText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(window, 1));
    painter->setBrush(ground);
    painter->drawRoundedRect(place, high / 2, high / 2);
    painter->setFont(font);
    painter->setPen(contrast(window, ground) > contrast(dark, ground) ? window : dark);
    painter->drawText(place, Qt::AlignCenter | Qt::TextSingleLine, text);
    painter->restore();
}

} // namespace lockscope::ui
