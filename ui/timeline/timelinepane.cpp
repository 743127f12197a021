// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepane.h"

#include "core/base/text.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/kit/jumpaction.h"
#include "ui/kit/remembered.h"
#include "ui/table/ownfilter.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tooltip.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/wording/holdwording.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr double stepOfButton = 1.5;
constexpr auto waitForFirst = 500ms;
constexpr qsizetype ownerLimit = 80;

} // namespace

TimelinePane::TimelinePane(const insight::HoldHistory &history, const ServerModel &servers,
                           const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_history(history)
    , m_servers(servers)
    , m_clock(clock)
    , m_view(new TimelineView(history, clock))
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyPage(u"timelineEmpty"_s))
    , m_filter(new QLineEdit)
    , m_order(new QComboBox)
    , m_follow(nullptr)
    , m_tie(nullptr)
    , m_count(new QLabel)
    , m_detail(new QLabel)
{
    setObjectName("timelinePane"_L1);
    m_view->setServerLabels([this](watch::DeploymentId deployment) {
        const watch::ServerRecord *known = m_servers.find(deployment);
        return m_servers.rowCount() > 1 && known ? shortLabel(*known) : QString();
    });
    m_detail->setObjectName("timelineDetail"_L1);
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);
    m_stack->setMinimumHeight(2 * fontMetrics().lineSpacing()); // the window is the table's
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    makeMenu();
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_detail);
    layout->addWidget(new TimelineLegend);
    m_detail->setMargin(characterWidth(fontMetrics()));
    setFocusProxy(m_view);
    new OwnFilter(this, m_filter, m_view);

    connect(m_view, &TimelineView::rowsChanged, this, &TimelinePane::updateRows);
    connect(m_view, &TimelineView::chosen, this, &TimelinePane::updateChoice);
    auto *choice = new LockChoice(m_view,
                                  {[this] { return m_view->choice().has_value(); },
                                   [this] { return std::optional(m_view->choice()->lock); },
                                   [this] { m_view->clearChoice(); }});
    connect(m_view, &TimelineView::chosen, choice, &LockChoice::noteChanged);
    connect(m_view, &TimelineView::activated, this, &TimelinePane::lockChosen);
    connect(m_view, &TimelineView::followingChanged, m_follow, &QToolButton::setChecked);
    m_waiting.setInterval(waitForFirst);
    connect(&m_waiting, &QTimer::timeout, m_view, &TimelineView::refreshRows);
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, &TimelinePane::followChoice);
    updateRows();
    updateChoice();
}

void TimelinePane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_view->refreshRows();
    followChoice();
    m_second.start();
}

void TimelinePane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_waiting.stop();
    m_second.stop();
}

QToolButton *TimelinePane::makeButton(const QString &name, const QString &text, const QString &tip)
{
    auto *button = new QToolButton;
    button->setObjectName(name);
    button->setText(text);
    button->setAccessibleName(tip);
    button->setToolTip(toolTipOf(tip));
    button->setAutoRaise(true);
    return button;
}

QWidget *TimelinePane::makeBar()
{
    auto *bar = new QWidget;
    m_filter->setObjectName("timelineFilter"_L1);
    m_filter->setPlaceholderText(tr("Part of a name or an owner"));
    m_filter->setAccessibleName(tr("Show only locks with this text in their name or owner"));
    m_filter->setClearButtonEnabled(true);
    m_order->setObjectName("timelineOrder"_L1);
    m_order->setAccessibleName(tr("Order of the locks"));
    m_order->addItem(tr("By name"), int(TimelineOrder::Name));
    m_order->addItem(tr("Latest first"), int(TimelineOrder::Latest));
    m_order->addItem(tr("Most holds first"), int(TimelineOrder::Holds));
    m_count->setObjectName("timelineCount"_L1);
    auto *out = makeButton(u"timelineZoomOut"_s, QString(QChar(0x2212)), tr("Show more time (-)"));
    auto *in = makeButton(u"timelineZoomIn"_s, u"+"_s, tr("Show less time (+)"));
    auto *all = makeButton(u"timelineAll"_s, tr("All"), tr("Show all recorded time (0)"));
    const QString tie = tr("Show the locks that the filter of the table lets through, and select "
                           "the lock that is selected there");
    m_tie = makeButton(u"timelineTie"_s, tr("As in the table"), tie);
    m_tie->setCheckable(true);
    m_tie->setVisible(false); // until there is a table
    setRemembered(m_tie, tie);
    m_follow = makeButton(u"timelineFollow"_s, tr("Now"), tr("Follow the present (End)"));
    m_follow->setCheckable(true);
    m_follow->setChecked(m_view->isFollowing());
    auto *layout = new QHBoxLayout(bar);
    const int margin = characterWidth(fontMetrics()) / 2;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_count); // beside the filter, which alone gives way
    layout->addWidget(m_order);
    layout->addWidget(m_tie);
    for (QToolButton *button : {out, in, all, m_follow})
        layout->addWidget(button);
    connect(m_filter, &QLineEdit::textChanged, m_view, &TimelineView::setFilter);
    connect(m_order, &QComboBox::currentIndexChanged, this, [this] {
        m_view->setOrder(static_cast<TimelineOrder>(m_order->currentData().toInt()));
    });
    connect(out, &QToolButton::clicked, m_view, [this] { m_view->zoom(1 / stepOfButton); });
    connect(in, &QToolButton::clicked, m_view, [this] { m_view->zoom(stepOfButton); });
    connect(all, &QToolButton::clicked, m_view, &TimelineView::showAll);
    connect(m_follow, &QToolButton::clicked, m_view, &TimelineView::setFollowing);
    return bar;
}

void TimelinePane::tieTo(LockTableModel &table)
{
    m_table = &table;
    m_tie->setVisible(true);
    connect(m_tie, &QToolButton::toggled, this, &TimelinePane::fitTie);
    connect(&table, &LockTableModel::filtered, this, [this] {
        if (m_tie->isChecked() && isVisible())
            m_view->refreshRows();
    });
    fitTie();
}

void TimelinePane::fitTie()
{
    if (m_tie->isChecked())
        m_view->setLets([table = m_table](const watch::LockId &lock) { return table->lets(lock); });
    else
        m_view->setLets({});
}

void TimelinePane::followLock(const std::optional<watch::LockId> &lock)
{
    const auto &choice = m_view->choice();
    const bool isThere = choice && lock && choice->lock == *lock; // with its hold or mark
    if (lock && !isThere && m_tie->isChecked() && isVisible())
        m_view->reveal(*lock);
}

void TimelinePane::makeMenu()
{
    // Enter belongs to the view; here it is only named.
    auto *open = new QAction(tr("&Open lock\tEnter"), m_view);
    open->setObjectName("timelineOpenLock"_L1);
    connect(open, &QAction::triggered, this, [this] {
        if (const auto &choice = m_view->choice())
            Q_EMIT lockChosen(choice->lock);
    });
    m_view->addAction(open);
    QAction *show = addJump(m_view, u"timelineShowEvent"_s, tr("Show in &events"));
    connect(show, &QAction::triggered, this, &TimelinePane::wantEvent);
}

void TimelinePane::wantEvent()
{
    const auto &choice = m_view->choice();
    if (!choice)
        return;
    EventPlace place{choice->lock.deployment, choice->lock.name, m_clock.wallNow()};
    if (choice->hold) {
        place.at = choice->hold->isOpen() ? choice->hold->start() : choice->hold->end();
        place.owner = m_history.owners().owner(choice->hold->owner);
    } else if (choice->mark) {
        place.at = WallInstant(Millis(choice->from()));
        if (const auto *hole = std::get_if<insight::WatchHole>(&*choice->mark)) {
            place.deployment = hole->deployment;
            place.name = hole->lock;
        }
    }
    Q_EMIT eventWanted(place);
}

EmptyState TimelinePane::nothingMatches() const
{
    if (m_filter->text().isEmpty())
        return {tr("No lock matches"),
                tr("The filter of the table lets none of these locks through. \"As in the table\" "
                   "shows them again."),
                false};
    return {tr("No lock matches"),
            tr("No lock name or owner contains this text. Press Esc to clear the field."), false};
}

void TimelinePane::updateRows()
{
    const TimelineRows &rows = m_view->rows();
    if (rows.lanes.empty()) {
        const bool isFiltered = m_history.size() > 0;
        m_empty->show(
            isFiltered
                ? nothingMatches()
                : EmptyState{
                    tr("No holds yet"),
                    tr("This view draws every hold from now on as a bar: who held which lock, and "
                       "when."),
                    false});
        m_stack->setCurrentWidget(m_empty);
        if (isVisible() && !m_waiting.isActive())
            m_waiting.start();
    } else {
        m_waiting.stop();
        m_stack->setCurrentWidget(m_view);
    }
    QStringList parts;
    if (rows.lanes.size() < rows.matching)
        parts += tr("%1 of %2 locks").arg(rows.lanes.size()).arg(rows.matching);
    if (m_history.dropped() > 0)
        parts += tr("older holds not shown: %1").arg(m_history.dropped());
    m_count->setText(wording::listed(parts));
    m_count->setVisible(!parts.isEmpty());
}

void TimelinePane::updateChoice()
{
    const auto &choice = m_view->choice();
    if (!choice) {
        m_detail->setText(
            tr("Click a bar, or select a lock with Up and Down and its holds and marks with "
               "Ctrl+Left and Ctrl+Right. Enter opens the lock, Ctrl+Enter the event."));
        return;
    }
    const QString name = wording::lockName(choice->lock.name);
    if (choice->mark) {
        m_detail->setText(tr("%1: %2").arg(name, m_view->markText(*choice->mark)));
        return;
    }
    if (!choice->hold) {
        if (m_view->currentRow() >= 0) // else the filter hides it
            m_detail->setText(tr("%1: %2").arg(name, m_view->rowText(m_view->currentRow())));
        return;
    }
    const insight::OwnerTable &owners = m_history.owners();
    const quint32 owner = choice->hold->owner;
    QString text =
        tr("%1, held by %2, %3")
            .arg(name, wording::owner(owners.owner(owner), owners.alias(owner), ownerLimit),
                 wording::holdSentence(*choice->hold, m_clock.wallNow()));
    const QString waiters = m_view->waitersText(choice->lock, *choice->hold);
    if (!waiters.isEmpty())
        text += u"; "_s + waiters;
    if (choice->holds > 1)
        text = tr("%1; the last of %2 holds drawn as one bar")
                   .arg(text, QString::number(choice->holds));
    m_detail->setText(text);
}

// The description of an ended hold does not change any more.
void TimelinePane::followChoice()
{
    const auto &choice = m_view->choice();
    if (choice && (choice->isLockAlone() || choice->isOpen()))
        updateChoice();
}

// Clears the filter if it hides the lock; filters by the lock's name if there are more locks than
// lanes.
bool TimelinePane::reveal(const watch::LockId &lock, std::optional<WallInstant> at)
{
    if (m_history.find(lock) == insight::HoldHistory::noLane)
        return false;
    if (m_table && !m_table->lets(lock))
        m_tie->setChecked(false);
    for (const QString &filter : {m_filter->text(), QString(), fromUtf8(lock.name.bytes)}) {
        m_filter->setText(filter);
        if (m_view->reveal(lock, at)) {
            m_view->setFocus(Qt::OtherFocusReason);
            return true;
        }
    }
    return false;
}

} // namespace lockscope::ui
