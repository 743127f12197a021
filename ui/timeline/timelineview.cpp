// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineview.h"

#include "ui/kit/ownkeys.h"
#include "ui/timeline/timelineaccess.h"
#include "ui/wording/holdwording.h"
#include "ui/wording/wording.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr double lead = 0.03; // of the width, ahead of now
constexpr qsizetype nameLimit = 80;
constexpr qint64 firstSpan = 60'000; // that is shown at first
constexpr std::size_t mostMarks = 6; // that are told of one place

} // namespace

TimelineView::TimelineView(const watch::HoldHistory &history, const Clock &clock, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_history(history)
    , m_clock(clock)
{
    installTimelineAccess();
    setObjectName("timeline"_L1);
    setAccessibleName(tr("Timeline of holds"));
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(false);
    viewport()->setAutoFillBackground(false);
    verticalScrollBar()->setSingleStep(1);
    setKeys(this,
            {{{Qt::Key_Plus, Qt::Key_Equal}, tr("Show less time")},
             {{Qt::Key_Minus}, tr("Show more time")},
             {{Qt::Key_0}, tr("Show all recorded time")},
             {{Qt::Key_Left, Qt::Key_Right}, tr("Scroll in time")},
             {{Qt::Key_Home}, tr("Go to the beginning")},
             {{Qt::Key_End}, tr("Follow the present")},
             {{Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown}, tr("Select a lock")},
             {{Qt::CTRL | Qt::Key_Left, Qt::CTRL | Qt::Key_Right},
              tr("Select a hold or mark of the lock")},
             {{Qt::Key_Enter}, tr("Open the lock")}});
    m_painter.setLook(palette(), font());
    const qint64 at = now();
    m_scale = TimeScale::fitting(double(at - firstSpan), double(at), 1);
    connect(&m_tick, &QTimer::timeout, this, &TimelineView::tick);
}

qint64 TimelineView::now() const
{
    return m_clock.wallNow().time_since_epoch().count();
}

void TimelineView::setFilter(const QString &text)
{
    m_filter = text.trimmed();
    refreshRows();
}

void TimelineView::setOrder(TimelineOrder order)
{
    m_order = order;
    refreshRows();
}

void TimelineView::setFollowing(bool following)
{
    if (m_following != following) {
        m_following = following;
        Q_EMIT followingChanged(following);
    }
    if (m_following)
        follow();
}

void TimelineView::follow()
{
    setScale(m_scale.endingAt(double(now()) + lead * m_scale.msPerPixel * m_scale.width), true);
}

void TimelineView::setScale(const TimeScale &scale, bool keepFollowing)
{
    if (!keepFollowing && m_following) {
        m_following = false;
        Q_EMIT followingChanged(false);
    }
    if (m_scale == scale)
        return;
    m_scale = scale;
    // As often as something moves by a pixel, while it is looked at.
    m_tick.setInterval(static_cast<int>(std::clamp(m_scale.msPerPixel, 33.0, 500.0)));
    viewport()->update();
}

void TimelineView::zoom(double factor)
{
    if (m_following) {
        setScale(m_scale.zoomed(factor, m_scale.width), true);
        follow();
        return;
    }
    double x = m_scale.width / 2.0;
    if (m_choice && !m_choice->isLockAlone()) {
        const double from = (double(m_choice->from()) - m_scale.from) / m_scale.msPerPixel;
        if (from >= 0 && from <= m_scale.width)
            x = from;
    }
    setScale(m_scale.zoomed(factor, x));
}

void TimelineView::showAll()
{
    const qint64 end = now();
    const qint64 begin =
        m_history.begin() ? m_history.begin()->time_since_epoch().count() : end - firstSpan;
    const double margin = lead * std::max<double>(1000.0, double(end - begin));
    setScale(TimeScale::fitting(double(begin) - margin, double(end) + margin, m_scale.width));
}

// While it is visible.
void TimelineView::tick()
{
    const bool isNews = m_history.revision() != m_paintedRevision;
    if (m_history.revision() != m_rowsRevision && m_clock.now() - m_rowsAt >= 1s)
        refreshRows();
    if (m_following && !m_pressedAt)
        follow();
    else if (isNews)
        viewport()->update();
}

void TimelineView::refreshRows()
{
    takeRows();
    m_rowsAt = m_clock.now();
    m_rowsRevision = m_history.revision();
    layOut();
    viewport()->update();
    Q_EMIT rowsChanged();
    if (followChoice())
        Q_EMIT chosen();
}

// What has become of what was chosen while it went on. True: it has ended.
bool TimelineView::followChoice()
{
    const auto lane = m_choice ? m_history.find(m_choice->lock) : watch::HoldHistory::noLane;
    if (lane == watch::HoldHistory::noLane || m_choice->isLockAlone() || !m_choice->isOpen())
        return false;
    if (m_choice->mark) {
        for (const watch::WatchHole &hole : m_history.holes()) {
            if (TimelineStep{{}, hole}.isSameAs(*m_choice))
                m_choice->mark = hole;
        }
        return !m_choice->isOpen();
    }
    const auto isIt = [this](const watch::HoldInterval &hold) {
        return TimelineStep{hold, {}}.isSameAs(*m_choice);
    };
    const auto open = m_history.open(lane);
    const auto held = std::find_if(open.begin(), open.end(), isIt);
    const auto ended = m_history.ended(lane);
    const auto last = std::find_if(ended.rbegin(), ended.rend(), isIt);
    if (held != open.end())
        m_choice->hold = *held;
    else if (last != ended.rend())
        m_choice->hold = *last;
    return !m_choice->isOpen();
}

// The row of the lock that is chosen is another one then, or none.
void TimelineView::takeRows()
{
    m_rows = m_sieve.rows(m_filter, m_order);
    m_rowLocks.clear();
    for (const watch::HoldHistory::Lane each : m_rows.lanes)
        m_rowLocks.push_back(m_history.lockOf(each));
    const auto lane = m_choice ? m_history.find(m_choice->lock) : watch::HoldHistory::noLane;
    const auto at = std::find(m_rows.lanes.begin(), m_rows.lanes.end(), lane);
    m_current = at == m_rows.lanes.end() ? -1 : static_cast<int>(at - m_rows.lanes.begin());
}

// A lane that is gone may be another lock's by now, which the filter need not let through.
bool TimelineView::areRowsOutdated() const
{
    if (m_history.revision() == m_rowsRevision)
        return false;
    for (std::size_t row = 0; row < m_rows.lanes.size(); ++row) {
        const auto lane = m_rows.lanes[row];
        const bool isGone = m_history.ended(lane).empty() && m_history.open(lane).empty();
        const bool isChanged = m_history.changedAt(lane) > m_rowsRevision;
        if (isGone || (isChanged && m_history.lockOf(lane) != m_rowLocks[row]))
            return true;
    }
    return false;
}

int TimelineView::heightOf(int rows) const
{
    return rows * (m_painter.rowHeight() + 1) - 1 + 2 * m_painter.gap();
}

// Where lanes are depends on how many rows each has in the time that is shown.
void TimelineView::layOut()
{
    m_shown.clear();
    const int height = viewport()->height();
    int y = m_painter.axisHeight();
    const int last = static_cast<int>(m_rows.lanes.size());
    for (int row = verticalScrollBar()->value(); row < last && y < height; ++row) {
        const auto lane = m_rows.lanes[static_cast<std::size_t>(row)];
        Shown shown{row, {}, timelineLane(m_history, lane, m_scale, now())};
        const int tall = heightOf(shown.lane.rows);
        shown.area = QRect(0, y, viewport()->width(), tall);
        m_shown.push_back(std::move(shown));
        y += tall;
    }
    int room = height - m_painter.axisHeight();
    verticalScrollBar()->setPageStep(std::max(1, room / heightOf(1)));
    // The last lanes must come into sight, those of several holders as high as they can get.
    int atEnd = 0;
    for (; atEnd < last; ++atEnd) {
        const auto lane = m_rows.lanes[static_cast<std::size_t>(last - 1 - atEnd)];
        room -= heightOf(m_history.isShared(lane) ? mostRows : 1);
        if (room < 0)
            break;
    }
    verticalScrollBar()->setRange(0, std::max(0, last - std::max(1, atEnd)));
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    m_paintedRevision = m_history.revision();
    if (areRowsOutdated())
        takeRows();
    layOut();
    m_painter.beginFrame();
    painter.setFont(font());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    for (const Shown &shown : m_shown)
        paintLane(painter, shown);
    const int left = lanesLeft();
    const QRect axis(left, 0, viewport()->width() - left, m_painter.axisHeight());
    painter.setClipRect(axis);
    m_painter.axis(painter, axis, m_scale,
                   timeTicks(m_scale, fontMetrics().horizontalAdvance(u"00:00:00.000____"_s)));
    painter.setClipping(false);
    const QColor window = palette().color(QPalette::Window);
    painter.fillRect(QRect(0, 0, left, m_painter.axisHeight()), window);
    painter.fillRect(QRect(left - 1, 0, 1, viewport()->height()), window.darker(110));
    const int x = m_scale.pixelOf(now());
    if (x >= 0 && x < m_scale.width)
        m_painter.nowLine(painter, left + x, 0, viewport()->height());
}

void TimelineView::paintLane(QPainter &painter, const Shown &shown)
{
    const int left = lanesLeft();
    const bool isCurrent = shown.row == m_current;
    if (shown.row % 2 != 0)
        painter.fillRect(shown.area, palette().color(QPalette::AlternateBase));
    const QRect name(0, shown.area.top(), left, shown.area.height());
    if (isCurrent)
        painter.fillRect(name,
                         palette().color(hasFocus() ? QPalette::Active : QPalette::Inactive,
                                         QPalette::Highlight));
    painter.setPen(palette().color(isCurrent ? QPalette::HighlightedText : QPalette::Text));
    const int margin = m_painter.gap() * 2;
    const QString text =
        fontMetrics().elidedText(nameOf(shown.row), Qt::ElideMiddle, left - 2 * margin);
    painter.drawText(name.adjusted(margin, m_painter.gap(), -margin, 0),
                     Qt::AlignLeft | Qt::AlignTop, text);
    paintHoles(painter, shown);
    const QPoint origin(left, shown.area.top());
    m_painter.lane(painter, origin, shown.lane, m_scale.width,
                   [this](quint32 owner, qsizetype limit) { return ownerText(owner, limit); });
    paintActions(painter, shown);
    if (isCurrent && m_choice)
        paintChoice(painter, shown);
}

void TimelineView::paintChoice(QPainter &painter, const Shown &shown) const
{
    const QPoint origin(lanesLeft(), shown.area.top());
    for (const TimelineBar &bar : shown.lane.bars) {
        if (m_choice->hold && bar.interval.owner == m_choice->hold->owner
            && bar.interval.from == m_choice->hold->from)
            m_painter.selection(painter, origin, bar, m_scale.width);
    }
    if (!m_choice->mark)
        return;
    const qint64 end = m_choice->to().value_or(now());
    const int around = end == m_choice->from() ? 2 * m_painter.gap() : 0; // a frame of an instant
    const int from = m_scale.pixelOf(m_choice->from()) - around;
    const int width = std::max(1, m_scale.pixelOf(end) + around - from);
    if (from < m_scale.width && from + width > 0)
        m_painter.selection(painter, origin, {from, width, 0, 1, {}}, m_scale.width);
}

void TimelineView::paintHoles(QPainter &painter, const Shown &shown) const
{
    const watch::LockId &lock = m_history.lockOf(m_rows.lanes[static_cast<std::size_t>(shown.row)]);
    const int left = lanesLeft();
    int lastLine = -1;
    for (const watch::WatchHole &hole : m_history.holes()) {
        if (!concerns(hole, lock))
            continue;
        const int from = m_scale.pixelOf(hole.from.time_since_epoch().count());
        const int to =
            hole.to ? m_scale.pixelOf(hole.to->time_since_epoch().count()) : m_scale.pixelOf(now());
        if (to < 0 || from >= m_scale.width)
            continue;
        if (hole.isOutage)
            m_painter.hole(painter,
                           QRect(left + std::max(0, from), shown.area.top(),
                                 std::max(1, std::min(to, m_scale.width) - std::max(0, from)),
                                 shown.area.height()));
        else if (from >= 0 && from != std::exchange(lastLine, from))
            m_painter.holeLine(painter, left + from, shown.area.top(), shown.area.height());
    }
}

void TimelineView::paintActions(QPainter &painter, const Shown &shown) const
{
    const watch::LockId &lock = m_history.lockOf(m_rows.lanes[static_cast<std::size_t>(shown.row)]);
    for (const watch::OperatorMark &action : m_history.actions()) {
        const int x = m_scale.pixelOf(action.at.time_since_epoch().count());
        if (action.lock == lock && x >= 0 && x < m_scale.width)
            m_painter.action(painter, lanesLeft() + x, shown.area, action.succeeded);
    }
}

QString TimelineView::ownerText(quint32 owner, qsizetype limit) const
{
    const watch::OwnerTable &owners = m_history.owners();
    return wording::shortOwner(owners.owner(owner), owners.alias(owner), limit);
}

QString TimelineView::nameOf(int row) const
{
    const watch::LockId &lock = m_history.lockOf(m_rows.lanes[static_cast<std::size_t>(row)]);
    const QString name = wording::shown(lock.name.bytes, nameLimit);
    const QString server = m_serverLabel ? m_serverLabel(lock.deployment) : QString();
    return server.isEmpty() ? name : tr("%1 on %2").arg(name, server);
}

QString TimelineView::rowText(int row) const
{
    const auto lane = m_rows.lanes[static_cast<std::size_t>(row)];
    const WallInstant at = m_clock.wallNow();
    QStringList parts;
    for (const watch::HoldInterval &hold : m_history.open(lane)) {
        parts += tr("%1 %2").arg(ownerText(hold.owner), wording::holdSentence(hold, at));
        if (parts.size() == 3)
            break;
    }
    if (parts.isEmpty())
        parts += tr("not held");
    parts += tr("holds: %1").arg(m_history.ended(lane).size() + m_history.open(lane).size());
    const watch::LockId &lock = m_history.lockOf(lane);
    const auto actions =
        std::count_if(m_history.actions().begin(), m_history.actions().end(),
                      [&](const watch::OperatorMark &action) { return action.lock == lock; });
    const auto holes = [&](bool isOutage) {
        return std::count_if(m_history.holes().begin(), m_history.holes().end(),
                             [&](const watch::WatchHole &hole) {
                                 return hole.isOutage == isOutage && concerns(hole, lock);
                             });
    };
    if (actions > 0)
        parts += tr("your actions: %1").arg(actions);
    if (const auto outages = holes(true); outages > 0)
        parts += tr("lost connections: %1").arg(outages);
    if (const auto gaps = holes(false); gaps > 0)
        parts += tr("gaps: %1").arg(gaps);
    return parts.join(u"; "_s);
}

QRect TimelineView::rowRect(int row) const
{
    for (const Shown &shown : m_shown) {
        if (shown.row == row)
            return shown.area;
    }
    return {};
}

const TimelineView::Shown *TimelineView::shownAt(const QPoint &place) const
{
    for (const Shown &shown : m_shown) {
        if (shown.area.top() <= place.y() && place.y() <= shown.area.bottom())
            return &shown;
    }
    return nullptr;
}

const TimelineBar *TimelineView::barAtPlace(const Shown &shown, const QPoint &place) const
{
    if (place.x() < lanesLeft())
        return nullptr;
    const int row = (place.y() - shown.area.top() - m_painter.gap()) / (m_painter.rowHeight() + 1);
    return barAt(shown.lane, place.x() - lanesLeft(), std::clamp(row, 0, shown.lane.rows - 1), 3);
}

// Actions before times without sight, as they are painted.
std::vector<TimelineMark> TimelineView::marksAt(const Shown &shown, const QPoint &place) const
{
    std::vector<TimelineMark> marks;
    if (place.x() < lanesLeft())
        return marks;
    const watch::LockId &lock = m_history.lockOf(m_rows.lanes[static_cast<std::size_t>(shown.row)]);
    const double time = m_scale.timeAt(place.x() - lanesLeft());
    const double reach = 3 * m_scale.msPerPixel;
    const auto near = [&](WallInstant instant) {
        return std::abs(double(instant.time_since_epoch().count()) - time) <= reach;
    };
    for (const watch::OperatorMark &action : m_history.actions()) {
        if (action.lock == lock && near(action.at) && marks.size() < mostMarks)
            marks.emplace_back(action);
    }
    for (const watch::WatchHole &hole : m_history.holes()) {
        if (!concerns(hole, lock) || marks.size() >= mostMarks)
            continue;
        const bool within = hole.isOutage && double(hole.from.time_since_epoch().count()) <= time
            && (!hole.to || double(hole.to->time_since_epoch().count()) >= time);
        if (within || near(hole.from))
            marks.emplace_back(hole);
    }
    return marks;
}

QString TimelineView::markText(const TimelineMark &mark) const
{
    const WallInstant at = m_clock.wallNow();
    if (const auto *action = std::get_if<watch::OperatorMark>(&mark))
        return wording::actionSentence(*action, at);
    return wording::holeSentence(std::get<watch::WatchHole>(mark), at);
}

QString TimelineView::toolTipAt(const QPoint &place) const
{
    const Shown *const shown = shownAt(place);
    if (!shown)
        return {};
    QStringList lines{nameOf(shown->row)};
    if (const TimelineBar *bar = barAtPlace(*shown, place)) {
        if (bar->merged > 1)
            lines += tr("%1 holds, the last one:").arg(bar->merged);
        lines += ownerText(bar->interval.owner) + u' '
            + wording::holdSentence(bar->interval, m_clock.wallNow());
    }
    for (const TimelineMark &mark : marksAt(*shown, place))
        lines += markText(mark);
    return lines.join(u'\n');
}

} // namespace lockscope::ui
