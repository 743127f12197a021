// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineview.h"

#include "ui/client/locks/clientcolor.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/pictured.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tooltip.h"
#include "ui/timeline/timelineaccess.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr int reachOfMarks = 3; // pixels

} // namespace

TimelineView::TimelineView(const insight::HoldHistory &history, const Clock &clock, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_history(history)
    , m_clock(clock)
    , m_time(history, clock)
    , m_lanes(history)
    , m_selection(history)
    , m_texts(history, clock)
    , m_layout(history, m_painter)
    , m_input(m_time, viewport())
{
    installTimelineAccess();
    setObjectName("timeline"_L1);
    setAccessibleName(tr("Timeline of holds"));
    setPicture(this, tr("Timeline of holds"));
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
    connectInput();
    connect(&m_time, &VisibleTime::followingChanged, this, &TimelineView::followingChanged);
    connect(&m_time, &VisibleTime::changed, this, [this] {
        m_tick.setInterval(tickInterval());
        viewport()->update();
    });
    connect(&m_tick, &QTimer::timeout, this, &TimelineView::tick);
}

void TimelineView::connectInput()
{
    connect(&m_input, &TimelineInput::pointedAt, this, &TimelineView::chooseAt);
    connect(&m_input, &TimelineInput::placeOpened, this, [this](const QPoint &place) {
        if (chooseAt(place))
            openChoice();
    });
    connect(&m_input, &TimelineInput::rowsMoved, this, &TimelineView::chooseBelow);
    connect(&m_input, &TimelineInput::pagesMoved, this,
            [this](int pages) { chooseBelow(pages * verticalScrollBar()->pageStep()); });
    connect(&m_input, &TimelineInput::stepped, this, &TimelineView::chooseNext);
    connect(&m_input, &TimelineInput::zoomed, this, &TimelineView::zoom);
    connect(&m_input, &TimelineInput::opened, this, &TimelineView::openChoice);
}

void TimelineView::setFilter(const QString &text)
{
    m_lanes.setFilter(text);
    refreshRows();
}

void TimelineView::setOrder(TimelineOrder order)
{
    m_lanes.setOrder(order);
    refreshRows();
}

void TimelineView::setLets(std::function<bool(const watch::LockId &)> lets)
{
    m_lanes.setLets(std::move(lets));
    refreshRows();
}

void TimelineView::zoom(double factor)
{
    m_time.zoom(factor, m_selection.from());
}

// As often as something moves by a pixel, while it is looked at.
int TimelineView::tickInterval() const
{
    return static_cast<int>(std::clamp(m_time.scale().msPerPixel, 33.0, 500.0));
}

// While it is visible.
void TimelineView::tick()
{
    const bool isNews = m_history.revision() != m_paintedRevision;
    if (m_lanes.isNewsMissing() && m_clock.now() - m_rowsAt >= 1s)
        refreshRows();
    if (m_time.isFollowing() && !m_input.isPressed())
        m_time.follow();
    else if (isNews)
        viewport()->update();
}

void TimelineView::refreshRows()
{
    m_lanes.refresh();
    findChoice();
    m_rowsAt = m_clock.now();
    layOut();
    viewport()->update();
    Q_EMIT rowsChanged();
    if (m_selection.follow())
        Q_EMIT chosen();
}

// The row of the lock that is chosen is another one then, or none.
void TimelineView::findChoice()
{
    const auto &choice = m_selection.choice();
    m_selection.setRow(choice ? m_lanes.rowOf(choice->lock) : -1);
}

void TimelineView::layOut()
{
    QScrollBar *const bar = verticalScrollBar();
    const TimelineLayout::Scroll scroll = m_layout.layOut(
        m_lanes.rows().lanes, bar->value(), viewport()->size(), m_time.scale(), m_time.now());
    bar->setPageStep(scroll.pageStep);
    bar->setRange(0, scroll.last);
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    m_paintedRevision = m_history.revision();
    if (m_lanes.isOutdated()) {
        m_lanes.take();
        findChoice();
    }
    layOut();
    m_painter.beginFrame();
    painter.setFont(font());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    for (const Shown &shown : m_layout.shown())
        paintLane(painter, shown);
    const int left = m_layout.lanesLeft();
    const QRect axis(left, 0, viewport()->width() - left, m_painter.axisHeight());
    painter.setClipRect(axis);
    m_painter.axis(
        painter, axis, m_time.scale(),
        timeTicks(m_time.scale(), fontMetrics().horizontalAdvance(u"00:00:00.000____"_s)));
    painter.setClipping(false);
    const QColor window = palette().color(QPalette::Window);
    painter.fillRect(QRect(0, 0, left, m_painter.axisHeight()), window);
    painter.fillRect(QRect(left - 1, 0, 1, viewport()->height()), window.darker(110));
    const int x = m_time.scale().pixelOf(m_time.now());
    if (x >= 0 && x < m_time.scale().width)
        m_painter.nowLine(painter, left + x, 0, viewport()->height());
}

void TimelineView::paintLane(QPainter &painter, const Shown &shown)
{
    const int left = m_layout.lanesLeft();
    const bool isCurrent = shown.row == m_selection.row();
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
        m_texts.fittedName(m_lanes.lockAt(shown.row), fontMetrics(), left - 2 * margin);
    painter.drawText(name.adjusted(margin, m_painter.gap(), -margin, 0),
                     Qt::AlignLeft | Qt::AlignTop, text);
    paintHoles(painter, shown);
    const QPoint origin(left, shown.area.top());
    m_painter.lane(
        painter, origin, shown.lane, m_time.scale().width,
        [this](quint32 owner, qsizetype limit) { return m_texts.owner(owner, limit); },
        [this](quint32 owner) { return clientNumber(m_history.owners().owner(owner)); });
    paintActions(painter, shown);
    if (isCurrent && m_selection.choice())
        paintChoice(painter, shown);
}

void TimelineView::paintChoice(QPainter &painter, const Shown &shown) const
{
    const TimelineChoice &choice = *m_selection.choice();
    const QPoint origin(m_layout.lanesLeft(), shown.area.top());
    for (const TimelineBar &bar : shown.lane.bars) {
        if (choice.hold && bar.interval.owner == choice.hold->owner
            && bar.interval.from == choice.hold->from)
            m_painter.selection(painter, origin, bar, m_time.scale().width);
    }
    if (!choice.mark)
        return;
    const qint64 end = choice.to().value_or(m_time.now());
    const int around = end == choice.from() ? 2 * m_painter.gap() : 0; // a frame of an instant
    const int from = m_time.scale().pixelOf(choice.from()) - around;
    const int width = std::max(1, m_time.scale().pixelOf(end) + around - from);
    if (from < m_time.scale().width && from + width > 0)
        m_painter.selection(painter, origin, {from, width, 0, 1, {}}, m_time.scale().width);
}

void TimelineView::paintHoles(QPainter &painter, const Shown &shown) const
{
    const watch::LockId &lock = m_lanes.lockAt(shown.row);
    const int left = m_layout.lanesLeft();
    if (const auto begin = m_history.recordBegin()) {
        const int to = std::min(m_time.scale().pixelOf(begin->time_since_epoch().count()),
                                m_time.scale().width);
        if (to > 0)
            m_painter.hole(painter, QRect(left, shown.area.top(), to, shown.area.height()));
    }
    int lastLine = -1;
    for (const insight::WatchHole &hole : m_history.holes()) {
        if (!m_history.concerns(hole, lock))
            continue;
        const int from = m_time.scale().pixelOf(hole.from.time_since_epoch().count());
        const int to = hole.to ? m_time.scale().pixelOf(hole.to->time_since_epoch().count())
                               : m_time.scale().pixelOf(m_time.now());
        if (to < 0 || from >= m_time.scale().width)
            continue;
        if (hole.isOutage)
            m_painter.hole(
                painter,
                QRect(left + std::max(0, from), shown.area.top(),
                      std::max(1, std::min(to, m_time.scale().width) - std::max(0, from)),
                      shown.area.height()));
        else if (from >= 0 && from != std::exchange(lastLine, from))
            m_painter.holeLine(painter, left + from, shown.area.top(), shown.area.height());
    }
}

void TimelineView::paintActions(QPainter &painter, const Shown &shown) const
{
    const watch::LockId &lock = m_lanes.lockAt(shown.row);
    for (const insight::OperatorMark &action : m_history.actions()) {
        const int x = m_time.scale().pixelOf(action.at.time_since_epoch().count());
        if (action.lock == lock && x >= 0 && x < m_time.scale().width)
            m_painter.action(painter, m_layout.lanesLeft() + x, shown.area, action.succeeded);
    }
}

// The names and the time beside them have the whole width.
void TimelineView::fit()
{
    m_layout.fitNames(characterWidth(fontMetrics()), viewport()->width());
    // As wide a time as it was is of no use before anybody has seen it: its width was none.
    m_time.setWidth(std::max(1, viewport()->width() - m_layout.lanesLeft()), !m_wasShown);
    const bool wasInSight = currentRow() >= 0 && !rowRect(currentRow()).isEmpty();
    layOut();
    if (wasInSight)
        makeVisible(currentRow());
    if (m_time.isFollowing())
        m_time.follow();
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    fit();
}

void TimelineView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    m_wasShown = true;
    refreshRows();
    if (m_time.isFollowing())
        m_time.follow();
    m_tick.start(tickInterval());
}

void TimelineView::hideEvent(QHideEvent *event)
{
    QAbstractScrollArea::hideEvent(event);
    m_tick.stop();
    m_input.cancel();
}

void TimelineView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_painter.setLook(palette(), font());
        if (event->type() == QEvent::FontChange)
            fit();
        viewport()->update();
    }
}

bool TimelineView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), toolTipOf(toolTipAt(help->pos())), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    if (!m_input.wheel(event, m_layout.lanesLeft()))
        QAbstractScrollArea::wheelEvent(event);
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    m_input.press(*event);
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    m_input.move(*event);
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event)
{
    m_input.release(*event);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_input.doubleClick(*event);
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    if (!m_input.key(*event))
        QAbstractScrollArea::keyPressEvent(event);
}

void TimelineView::choose(int row, const TimelineStep &step, int holds)
{
    m_selection.choose(row, m_lanes.lockAt(row), step, holds);
    makeVisible(row);
    viewport()->update();
    QAccessibleEvent focus(this, QAccessible::Focus);
    focus.setChild(row);
    QAccessible::updateAccessibility(&focus);
    Q_EMIT chosen();
}

void TimelineView::clearChoice()
{
    m_selection.clear();
    viewport()->update();
    Q_EMIT chosen();
}

void TimelineView::chooseBelow(int rows)
{
    if (count() > 0)
        choose(std::clamp(currentRow() + rows, 0, count() - 1));
}

// False: no lock is there.
bool TimelineView::chooseAt(const QPoint &place)
{
    const Shown *const shown = m_layout.at(place);
    if (!shown)
        return false;
    // An action lies on the bars, a time without sight beneath them.
    const TimelineBar *const bar = m_layout.barAt(*shown, place);
    const std::vector<TimelineMark> marks = marksAt(*shown, place);
    TimelineStep step;
    if (!marks.empty() && (!bar || std::holds_alternative<insight::OperatorMark>(marks.front())))
        step.mark = marks.front();
    else if (bar)
        step.hold = bar->interval;
    choose(shown->row, step, bar ? bar->merged : 1);
    return true;
}

void TimelineView::chooseNext(int direction)
{
    if (currentRow() < 0)
        return;
    const auto step = m_selection.beside(m_lanes.laneAt(currentRow()), direction > 0);
    if (!step)
        return;
    choose(currentRow(), *step);
    m_time.centreIfOutOfSight(step->from());
}

void TimelineView::openChoice()
{
    if (choice())
        Q_EMIT activated(choice()->lock);
}

void TimelineView::makeVisible(int row)
{
    QScrollBar *const bar = verticalScrollBar();
    if (row < bar->value()) {
        bar->setValue(row);
        return;
    }
    layOut();
    const auto isWhole = [&] {
        const QRect area = rowRect(row);
        return !area.isEmpty() && area.bottom() < viewport()->height();
    };
    while (!isWhole() && bar->value() < std::min(row, bar->maximum())) {
        bar->setValue(std::max(bar->value() + 1, row - bar->pageStep()));
        layOut();
    }
}

bool TimelineView::reveal(const watch::LockId &lock, std::optional<WallInstant> at)
{
    if (m_history.find(lock) == insight::HoldHistory::noLane)
        return false;
    refreshRows();
    const int row = m_lanes.rowOf(lock);
    if (row < 0)
        return false; // the filter does not let it through
    const std::vector<TimelineStep> steps =
        at ? timelineSteps(m_history, m_lanes.laneAt(row)) : std::vector<TimelineStep>();
    const TimelineStep *const step = at ? stepAt(steps, *at) : nullptr;
    choose(row, step ? *step : TimelineStep());
    if (at)
        m_time.centre(at->time_since_epoch().count());
    return true;
}

QString TimelineView::nameOf(int row) const
{
    return m_texts.name(m_lanes.lockAt(row));
}

QString TimelineView::rowText(int row) const
{
    return m_texts.lane(m_lanes.laneAt(row));
}

QString TimelineView::waitersText(const watch::LockId &lock,
                                  const insight::HoldInterval &hold) const
{
    const auto lane = m_history.find(lock);
    return lane == insight::HoldHistory::noLane ? QString() : m_texts.waitersDuring(lane, hold);
}

std::vector<TimelineMark> TimelineView::marksAt(const Shown &shown, const QPoint &place) const
{
    const TimeScale &scale = m_time.scale();
    const int x = place.x() - m_layout.lanesLeft();
    return x < 0 ? std::vector<TimelineMark>()
                 : marksNear(m_history, m_lanes.lockAt(shown.row), scale.timeAt(x),
                             reachOfMarks * scale.msPerPixel);
}

QString TimelineView::toolTipAt(const QPoint &place) const
{
    const Shown *const shown = m_layout.at(place);
    if (!shown)
        return {};
    QStringList lines{nameOf(shown->row)};
    if (const TimelineBar *bar = m_layout.barAt(*shown, place)) {
        if (bar->merged > 1)
            lines += m_texts.merged(bar->merged);
        lines += m_texts.hold(bar->interval);
    }
    const int x = place.x() - m_layout.lanesLeft();
    const QString waiters =
        x < 0 ? QString() : m_texts.waiters(m_lanes.laneAt(shown->row), m_time.scale().timeAt(x));
    if (!waiters.isEmpty())
        lines += waiters;
    if (x >= 0)
        lines += m_texts.beforeRecord(m_time.scale().timeAt(x));
    for (const TimelineMark &mark : marksAt(*shown, place))
        lines += markText(mark);
    return lines.join(u'\n');
}

} // namespace lockscope::ui
