// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepainter.h"

#include "ui/theme/textwidth.h"
#include "ui/theme/tones.h"

#include <QDateTime>
#include <QPainter>
#include <QTimeZone>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using insight::HoldEnded;

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

using Sample = TimelinePainter::Sample;

HoldEnded endOf(Sample sample)
{
    switch (sample) {
    case Sample::Ended:
    case Sample::Several:
        return HoldEnded::Released;
    case Sample::Expired:
        return HoldEnded::Expired;
    case Sample::Lost:
        return HoldEnded::Lost;
    case Sample::Forced:
        return HoldEnded::ForceUnlocked;
    case Sample::Unseen:
        return HoldEnded::Unknown;
    case Sample::Held:
    case Sample::Renewal:
    case Sample::Reentry:
    case Sample::Overdue:
    case Sample::Resumed:
    case Sample::Outage:
    case Sample::Gap:
    case Sample::Waiters:
    case Sample::UnknownWaiters:
    case Sample::Action:
    case Sample::FailedAction:
        break;
    }
    return HoldEnded::Held;
}

std::optional<insight::HoldMark::Type> tickOf(Sample sample)
{
    if (sample == Sample::Renewal)
        return insight::HoldMark::Type::Renewed;
    if (sample == Sample::Reentry)
        return insight::HoldMark::Type::Reentered;
    if (sample == Sample::Resumed)
        return insight::HoldMark::Type::Resumed;
    return std::nullopt;
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
    m_border = borderColor(palette);
    m_line = mixed(base, palette.color(QPalette::Text), 0.15);
    m_quiet = toneColor(Tone::Quiet, palette);
    const QColor waiting = toneColor(Tone::Neutral, palette);
    for (std::size_t i = 0; i < m_waiting.size(); ++i)
        m_waiting[i] = mixed(base, waiting, 0.55 + 0.15 * double(i));
    m_texts.clear();
    m_fills.clear();
}

const QColor &TimelinePainter::clientFill(quint64 client, const insight::HoldInterval &hold)
{
    const quint64 key = client % markCount * 2 + (hold.isOpen() ? 1 : 0);
    auto [known, isNew] = m_fills.try_emplace(key);
    if (isNew)
        known->second = markFill(client, m_palette, !hold.isOpen());
    return known->second;
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

void TimelinePainter::paintBar(const QPoint &origin, const TimelineBar &bar, int width,
                               const QColor &fill)
{
    const QRect rect = rectOf(origin, bar, width);
    if (rect.isEmpty())
        return;
    const insight::HoldInterval &hold = bar.interval;
    const bool isSeveral = bar.merged > 1;
    const bool begins = bar.x >= 0;
    const bool ends = bar.x + bar.width <= width;
    // Fills alone do not stand out from the ground. A hold that has not ended is open to the right.
    m_canvas.fill(rect, m_border);
    const bool isClosed = ends && (isSeveral || !hold.isOpen());
    const QRect inner = rect.adjusted(begins ? 1 : 0, 1, isClosed ? -1 : 0, -1);
    if (!inner.isEmpty())
        m_canvas.fill(inner, fill);
    if (isSeveral && !inner.isEmpty()) // split
        m_canvas.fill(QRect(inner.left(), rect.center().y(), inner.width(), 2),
                      m_palette.color(QPalette::Base));
    if (hold.overdue) {
        const int strip = std::max(2, rect.height() / 5);
        m_canvas.fill(QRect(rect.left(), rect.bottom() - strip + 1, rect.width(), strip), m_notice);
    }
    if (begins && !hold.hasBeginning() && rect.width() > 2 * m_mark) {
        // Frayed: it began before, or some time before.
        for (int y = rect.top(); y <= rect.bottom(); y += 4)
            m_canvas.fill(QRect(rect.left(), y, m_mark, 2), m_palette.color(QPalette::Base));
    }
    if (ends) // beyond the picture's edge there is none
        paintEnd(rect, hold);
}

void TimelinePainter::paintEnd(const QRect &rect, const insight::HoldInterval &hold)
{
    const int mark = std::min(m_mark, rect.width());
    const QRect end(rect.right() - mark + 1, rect.top(), mark, rect.height());
    switch (hold.ended) {
    case HoldEnded::Lost: // a second edge before the last, if there is room
        if (rect.width() > 4 * m_mark)
            m_canvas.fill(end.translated(-2 * m_mark, 0), m_alarm);
        [[fallthrough]];
    case HoldEnded::Expired: // a whole edge
        m_canvas.fill(end, m_alarm);
        break;
    case HoldEnded::ForceUnlocked: { // one that was cut in two
        const int third = rect.height() / 3;
        m_canvas.fill(QRect(end.left(), end.top(), mark, third), m_alarm);
        m_canvas.fill(QRect(end.left(), end.bottom() - third + 1, mark, third), m_alarm);
        break;
    }
    case HoldEnded::Unknown: // frayed
        for (int y = rect.top(); y <= rect.bottom() && rect.width() > 2 * m_mark; y += 4)
            m_canvas.fill(QRect(end.left(), y, mark, 2), m_palette.color(QPalette::Base));
        break;
    case HoldEnded::Released:
    case HoldEnded::HandedOver: // a line that closes it
        if (rect.width() > 2)
            m_canvas.fill(QRect(rect.right(), rect.top(), 1, rect.height()), m_heldText);
        break;
    case HoldEnded::Held:
        break;
    }
}

void TimelinePainter::paintTick(const QPoint &origin, const TimelineTick &tick)
{
    const int top = origin.y() + m_gap + tick.row * (m_rowHeight + 1);
    const int x = origin.x() + tick.x;
    using Type = insight::HoldMark::Type;
    switch (tick.type) {
    case Type::Renewed:
        m_canvas.fill(QRect(x, top, 1, m_rowHeight / 3), m_quiet);
        break;
    case Type::Overdue:
        m_canvas.fill(QRect(x, top, 2, m_rowHeight), m_notice);
        break;
    case Type::Resumed:
        m_canvas.fill(QRect(x, top, 2, m_rowHeight / 2), m_notice);
        break;
    case Type::Reentered:
    case Type::PartiallyReleased:
        m_canvas.fill(QRect(x, top + m_rowHeight - m_rowHeight / 3, 1, m_rowHeight / 3), m_quiet);
        break;
    }
}

QRect TimelinePainter::bandOf(const QPoint &origin, const TimelineWaiters &waiters, int rows,
                              int width) const
{
    const int left = std::max(0, waiters.x);
    const int right = std::min(width, waiters.x + waiters.width);
    return {origin.x() + left, origin.y() + m_gap + rows * (m_rowHeight + 1) - 1,
            std::max(0, right - left), m_gap};
}

// A number is a line that gets stronger with it, and higher where there is room; an unknown one is
// dots.
void TimelinePainter::paintWaiters(const QRect &band, const std::optional<quint32> &number)
{
    if (band.isEmpty())
        return;
    if (number) {
        const int level = waiterLevel(*number);
        const int least = std::min(2, band.height());
        const int height = std::max(least, band.height() * level / waiterLevels);
        m_canvas.fill(QRect(band.left(), band.top(), band.width(), height),
                      m_waiting[static_cast<std::size_t>(level - 1)]);
        return;
    }
    constexpr int step = 6; // at places that stay where they are when the band gets longer
    for (int x = (band.left() + step - 1) / step * step; x <= band.right(); x += step)
        m_canvas.fill(QRect(x, band.top(), 2, 1).intersected(band), m_quiet);
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
    const int middle = area.width() / 2;
    if (sample == Sample::Outage) {
        hole(painter, area);
        return;
    }
    if (sample == Sample::Gap) {
        holeLine(painter, area.left() + middle, area.top(), area.height());
        return;
    }
    if (sample == Sample::Action || sample == Sample::FailedAction) {
        action(painter, area.left() + middle, area.translated(0, -m_gap), sample == Sample::Action);
        return;
    }
    if (sample == Sample::Waiters || sample == Sample::UnknownWaiters) {
        const QRect band(area.left(), area.center().y(), area.width(), m_gap);
        m_canvas.begin({area.topLeft(), QSize(area.width(), m_rowHeight)}, painter);
        if (sample == Sample::UnknownWaiters) {
            paintWaiters(band, std::nullopt);
        } else {
            paintWaiters(band, 1);
            paintWaiters(band.adjusted(middle, 0, 0, 0), 10);
        }
        m_canvas.paint(painter);
        return;
    }
    TimelineBar bar{0, area.width(), 0, sample == Sample::Several ? 2 : 1, {}};
    bar.interval.ended = endOf(sample);
    bar.interval.overdue = sample == Sample::Overdue;
    if (sample == Sample::Unseen)
        bar.interval.began = insight::HoldBegan::Unseen;
    const QPoint origin(area.left(), area.top() - m_gap);
    m_canvas.begin({area.topLeft(), QSize(area.width(), m_rowHeight)}, painter);
    paintBar(origin, bar, area.width(),
             bar.merged > 1              ? m_several
                 : bar.interval.isOpen() ? m_held
                                         : m_ended);
    if (const auto tick = tickOf(sample))
        paintTick(origin, {middle, 0, *tick});
    m_canvas.paint(painter);
}

} // namespace lockscope::ui
