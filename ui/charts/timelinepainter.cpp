// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timelinepainter.h"

#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"

#include <QDateTime>
#include <QPainter>
#include <QTimeZone>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using watch::HoldEnded;

constexpr int textsAFrame = 60; // 20 us each
constexpr std::size_t mostTexts = 2000;

QColor mixed(const QColor &a, const QColor &b, double part)
{
    const auto mix = [part](int x, int y) { return static_cast<int>(x + (y - x) * part); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QString timeText(qint64 at, qint64 step)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(at, QTimeZone::systemTimeZone());
    if (step >= 86'400'000)
        return time.toString(u"yyyy-MM-dd"_s);
    if (step >= 60'000)
        return time.toString(u"HH:mm"_s);
    return time.toString(step >= 1000 ? u"HH:mm:ss"_s : u"HH:mm:ss.zzz"_s);
}

} // namespace

void TimelinePainter::setLook(const QPalette &palette, const QFont &font)
{
    const QFontMetrics metrics(font);
    m_palette = palette;
    m_font = font;
    m_rowHeight = metrics.height() + metrics.leading();
    m_gap = std::max(2, metrics.height() / 6);
    m_mark = std::max(3, characterWidth(metrics) / 2);
    m_character = std::max(1, characterWidth(metrics));
    m_leastForText = 9 * m_character;
    const QColor base = palette.color(QPalette::Base);
    m_held = toneFill(Tone::Good, palette);
    m_heldText = palette.color(QPalette::Text);
    m_ended = mixed(base, toneColor(Tone::Neutral, palette), 0.30);
    m_several = mixed(base, toneColor(Tone::Neutral, palette), 0.55);
    m_alarm = toneColor(Tone::Alarm, palette);
    m_notice = toneColor(Tone::Notice, palette);
    m_line = mixed(base, palette.color(QPalette::Text), 0.15);
    m_quiet = toneColor(Tone::Quiet, palette);
    m_texts.clear();
}

// A few lengths only, so that texts are laid out once.
qsizetype TimelinePainter::charactersIn(int width) const
{
    const int fitting = width / m_character - 1;
    return fitting >= 44 ? 44 : fitting >= 24 ? 22 : fitting >= 14 ? 13 : 8;
}

void TimelinePainter::beginFrame()
{
    m_textsLeft = textsAFrame;
    if (m_texts.size() > mostTexts)
        m_texts.clear();
}

QRect TimelinePainter::rectOf(const QPoint &origin, const TimelineBar &bar, int width) const
{
    const int left = std::max(0, bar.x);
    const int right = std::min(width, bar.x + bar.width);
    return {origin.x() + left, origin.y() + m_gap + bar.row * (m_rowHeight + 1),
            std::max(0, right - left), m_rowHeight};
}

void TimelinePainter::paintBar(QPainter &painter, const QPoint &origin, const TimelineBar &bar,
                               int width) const
{
    const QRect rect = rectOf(origin, bar, width);
    if (rect.isEmpty())
        return;
    const watch::HoldInterval &hold = bar.interval;
    painter.fillRect(rect, bar.merged > 1 ? m_several : hold.isOpen() ? m_held : m_ended);
    if (rect.width() > 2 && bar.x >= 0) // where it begins, also against the one before it
        painter.fillRect(QRect(rect.left(), rect.top(), 1, rect.height()), m_quiet);
    if (hold.overdue) {
        const int strip = std::max(2, rect.height() / 5);
        painter.fillRect(QRect(rect.left(), rect.bottom() - strip + 1, rect.width(), strip),
                         m_notice);
    }
    paintEnds(painter, rect, hold);
}

// Beyond the picture's edge there is none.
void TimelinePainter::paintEnds(QPainter &painter, const QRect &rect,
                                const watch::HoldInterval &hold) const
{
    if (!hold.hasBeginning() && rect.width() > 2 * m_mark) {
        // Frayed: it began before, or some time before.
        for (int y = rect.top(); y <= rect.bottom(); y += 4)
            painter.fillRect(QRect(rect.left(), y, m_mark, 2), m_palette.color(QPalette::Base));
    }
    const int mark = std::min(m_mark, rect.width());
    const QRect end(rect.right() - mark + 1, rect.top(), mark, rect.height());
    switch (hold.ended) {
    case HoldEnded::Expired: // a whole edge
        painter.fillRect(end, m_alarm);
        break;
    case HoldEnded::ForceUnlocked: { // one that was cut in two
        const int third = rect.height() / 3;
        painter.fillRect(QRect(end.left(), end.top(), mark, third), m_alarm);
        painter.fillRect(QRect(end.left(), end.bottom() - third + 1, mark, third), m_alarm);
        break;
    }
    case HoldEnded::Unknown: // frayed
        for (int y = rect.top(); y <= rect.bottom() && rect.width() > 2 * m_mark; y += 4)
            painter.fillRect(QRect(end.left(), y, mark, 2), m_palette.color(QPalette::Base));
        break;
    case HoldEnded::Held:
    case HoldEnded::Released:
    case HoldEnded::HandedOver:
        break;
    }
}

void TimelinePainter::paintTick(QPainter &painter, const QPoint &origin,
                                const TimelineTick &tick) const
{
    const int top = origin.y() + m_gap + tick.row * (m_rowHeight + 1);
    const int x = origin.x() + tick.x;
    using Type = watch::HoldMark::Type;
    switch (tick.type) {
    case Type::Renewed:
        painter.fillRect(QRect(x, top, 1, m_rowHeight / 3), m_quiet);
        break;
    case Type::Overdue:
        painter.fillRect(QRect(x, top, 2, m_rowHeight), m_notice);
        break;
    case Type::Resumed:
        painter.fillRect(QRect(x, top, 2, m_rowHeight / 2), m_notice);
        break;
    case Type::Reentered:
    case Type::PartiallyReleased:
        painter.fillRect(QRect(x, top + m_rowHeight - m_rowHeight / 3, 1, m_rowHeight / 3),
                         m_quiet);
        break;
    }
}

void TimelinePainter::paintOwner(QPainter &painter, const QPoint &origin, const TimelineBar &bar,
                                 int width, const QString &text)
{
    const QRect rect = rectOf(origin, bar, width);
    auto [known, isNew] = m_texts.try_emplace(text);
    if (isNew) {
        known->second.setTextFormat(Qt::PlainText);
        known->second.setText(text);
        known->second.prepare({}, m_font);
    }
    const int space = rect.width() - 3 * m_mark;
    if (known->second.size().width() > space)
        return;
    --m_textsLeft;
    painter.setPen(m_heldText);
    painter.drawStaticText(rect.left() + m_mark + 1, rect.top(), known->second);
}

void TimelinePainter::selection(QPainter &painter, const QPoint &origin, const TimelineBar &bar,
                                int width) const
{
    const QRect rect = rectOf(origin, bar, width).adjusted(-1, -1, 1, 1);
    const QColor color = m_palette.color(QPalette::Text);
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), color);
    painter.fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), color);
    painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), color);
    painter.fillRect(QRect(rect.right() - 1, rect.top(), 2, rect.height()), color);
}

void TimelinePainter::axis(QPainter &painter, const QRect &area, const TimeScale &scale,
                           const TimeTicks &ticks) const
{
    painter.fillRect(area, m_palette.color(QPalette::Window));
    painter.setPen(m_palette.color(QPalette::WindowText));
    painter.setFont(m_font);
    for (const qint64 at : ticks.at) {
        const int x = area.left() + scale.pixelOf(at);
        painter.fillRect(QRect(x, area.bottom() - m_gap, 1, m_gap + 1), m_quiet);
        const QRect text(x - 200, area.top() + m_gap / 2, 400, m_rowHeight);
        painter.drawText(text, Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextDontClip,
                         timeText(at, ticks.step));
    }
    painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), m_line);
}

void TimelinePainter::hole(QPainter &painter, const QRect &area) const
{
    painter.fillRect(area, QBrush(m_quiet, Qt::BDiagPattern));
}

void TimelinePainter::holeLine(QPainter &painter, int x, int top, int height) const
{
    for (int y = top; y < top + height; y += 6)
        painter.fillRect(QRect(x, y, 1, std::min(3, top + height - y)), m_notice);
}

void TimelinePainter::action(QPainter &painter, int x, const QRect &lane, bool succeeded) const
{
    const int half = std::max(3, m_rowHeight / 3);
    const int middle = lane.top() + m_gap + m_rowHeight / 2;
    const QPolygon diamond({QPoint(x, middle - half), QPoint(x + half, middle),
                            QPoint(x, middle + half), QPoint(x - half, middle)});
    painter.setPen(m_palette.color(QPalette::Text));
    painter.setBrush(succeeded ? QBrush(m_notice) : QBrush(m_palette.color(QPalette::Base)));
    painter.drawPolygon(diamond);
}

void TimelinePainter::nowLine(QPainter &painter, int x, int top, int height) const
{
    painter.fillRect(QRect(x, top, 1, height), m_palette.color(QPalette::Highlight));
}

void TimelinePainter::sample(QPainter &painter, const QRect &area, Sample sample)
{
    if (sample == Sample::Outage) {
        hole(painter, area);
        return;
    }
    TimelineBar bar{0, area.width(), 0, 1, {}};
    bar.interval.ended =
        sample == Sample::Held || sample == Sample::Renewal || sample == Sample::Overdue
        ? HoldEnded::Held
        : sample == Sample::Expired ? HoldEnded::Expired
        : sample == Sample::Forced  ? HoldEnded::ForceUnlocked
        : sample == Sample::Unseen  ? HoldEnded::Unknown
                                    : HoldEnded::Released;
    bar.interval.overdue = sample == Sample::Overdue;
    if (sample == Sample::Unseen)
        bar.interval.began = watch::HoldBegan::Unseen;
    const QPoint origin(area.left(), area.top() - m_gap);
    if (sample != Sample::Action)
        paintBar(painter, origin, bar, area.width());
    if (sample == Sample::Renewal)
        paintTick(painter, origin, {area.width() / 2, 0, watch::HoldMark::Type::Renewed});
    if (sample == Sample::Action)
        action(painter, area.center().x(), area.translated(0, -m_gap), true);
}

} // namespace lockscope::ui
