// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/queuepane.h"

#include "core/base/text.h"
#include "core/watch/track/heartbeat.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/kit/text/followfont.h"
#include "ui/kit/text/namelabel.h"
#include "ui/kit/text/textlabel.h"
#include "ui/queue/queuefeed.h"
#include "ui/queue/queuelist.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

QueuePane::QueuePane(WatchClient &client, const QueueFeed &feed, const Clock &clock,
                     QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_feed(feed)
    , m_clock(clock)
    , m_stack(new QStackedWidget)
    , m_name(new NameLabel({}))
    , m_about(makeTextLabel(u"queueAbout"_s))
    , m_summary(makeTextLabel(u"queueSummary"_s))
    , m_list(new QueueList(u"fullQueue"_s, clock))
{
    setObjectName("queuePane"_L1);
    m_name->setObjectName("queueName"_L1);
    auto *nothing = new EmptyPage(u"queueEmpty"_s);
    nothing->show({tr("No lock is selected"), tr("Select a lock in the table to see its queue.")});
    m_stack->addWidget(nothing);
    m_stack->addWidget(makePage());
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    setFocusProxy(m_list);

    const auto openDetail = [this] {
        if (m_id)
            Q_EMIT lockChosen(*m_id);
    };
    auto *detail = new QAction(tr("Open &detail"), m_list);
    detail->setObjectName("fullQueueOpenDetail"_L1);
    connect(detail, &QAction::triggered, this, openDetail);
    m_list->addAction(detail);
    connect(m_list, &QAbstractItemView::activated, this, openDetail);
    // Until a lock is chosen the view offers one: it is chosen with the first row.
    new LockChoice(m_list, [this](const QModelIndex &) { return m_id; });
    connect(m_list, &QueueList::choiceChanged, this, &QueuePane::choiceChanged);
    connect(m_list, &QueueList::actionChosen, this, &QueuePane::actionChosen);
    m_list->setActionCheck([this](admin::ActionType type) { return reasonAgainst(type); });
    connect(m_list, &QueueList::ownerChosen, this, [this](const OwnerId &owner) {
        if (m_id)
            Q_EMIT ownerChosen(m_id->deployment, owner);
    });
    connect(&client.locks(), &LockTableModel::merged, this, &QueuePane::refresh);
    connect(&client, &WatchClient::serversChanged, this, &QueuePane::refresh);
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, [this] {
        if (!m_id)
            showLock(longest()); // waiters may have come
        fillTexts(); // deadlines pass
    });
}

QueuePane::~QueuePane() = default;

QWidget *QueuePane::makePage()
{
    QFont large = m_name->font();
    large.setBold(true);
    m_name->setFont(large);
    setLargeFont(m_name, 1.4);
    QFont bold = m_summary->font();
    bold.setBold(true);
    m_summary->setFont(bold);
    const int gap = std::max(3, fontMetrics().height() / 4);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(3 * gap, 2 * gap, 3 * gap, 2 * gap);
    head->setSpacing(gap);
    head->addWidget(m_name);
    head->addWidget(m_about);
    head->addWidget(m_summary);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    return page;
}

void QueuePane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (!m_id)
        showLock(longest());
    refresh();
    m_second.start();
}

// The lock with the longest queue among those that the filter shows, to offer while no lock is
// chosen.
std::optional<watch::LockId> QueuePane::longest() const
{
    std::optional<watch::LockId> found;
    qint64 most = 0;
    const LockTableModel &locks = m_client.locks();
    for (int row = 0; row < locks.rowCount(); ++row) {
        const LockPointer lock = locks.lockPointerAt(row); // none: the head of a group
        const qint64 waiting = lock ? watch::waiterCount(*lock).value_or(0) : 0;
        if (waiting > most) {
            most = waiting;
            found = lock->id;
        }
    }
    return found;
}

void QueuePane::hideEvent(QHideEvent *event)
{
    m_second.stop();
    QWidget::hideEvent(event);
}

ActionChoice QueuePane::choice() const
{
    return m_list->choice();
}

// By the same rules as the menu of the window.
QString QueuePane::reasonAgainst(admin::ActionType type) const
{
    if (!m_id)
        return {};
    return ui::reasonAgainst(type, subjectOf(m_client, *m_id, m_clock.now()), choice());
}

void QueuePane::clearChoice()
{
    m_list->selectionModel()->clear();
}

std::optional<OwnerId> QueuePane::currentOwner() const
{
    return m_list->currentOwner();
}

void QueuePane::showLock(const std::optional<watch::LockId> &id)
{
    if (m_id == id)
        return;
    m_id = id;
    m_lock.reset();
    m_list->startAnew();
    m_stack->setCurrentIndex(id ? 1 : 0);
    if (!id)
        return;
    m_name->setText(wording::lockName(id->name, 300));
    m_name->setToolTip(toolTipOf(wording::lockName(id->name, 400)));
    refresh();
}

void QueuePane::refresh()
{
    if (!m_id || !isVisible())
        return;
    const LockPointer lock = m_client.locks().find(*m_id);
    const std::optional<Instant> lostAt = m_client.locks().lostAt(*m_id);
    const bool isSame = m_lock && lock == m_lock && lostAt == m_lostAt && !m_isGone;
    if (isSame)
        return;
    if (lock)
        m_lock = lock;
    m_isGone = !lock;
    m_lostAt = lostAt;
    m_list->showLock(lock, lostAt, m_feed.waits().queue(*m_id));
    fillTexts();
}

void QueuePane::fillTexts()
{
    if (!m_id)
        return;
    if (!m_lock || m_isGone) {
        m_about->setText(
            m_lostAt ? tr("The lock was gone when last seen.")
                     : tr("The lock is gone: it has no holder, and its keys no longer exist."));
        m_summary->clear();
        return;
    }
    QString about = tr("%1, %2, on %3")
                        .arg(wording::kind(m_lock->kind), wording::state(m_lock->state),
                             visibleElided(m_lock->deployment->toUtf8(), 200));
    if (m_lostAt)
        about =
            tr("%1; the server connection was lost %2 ago")
                .arg(about, wording::age(std::chrono::floor<Millis>(m_clock.now() - *m_lostAt)));
    m_about->setText(about);
    if (!m_lock->waiters) {
        m_summary->setText(wording::countedWaiters(*m_lock, !m_lostAt));
        return;
    }
    const QString summary = m_lostAt
        ? wording::queueSummary(watch::withoutJudgement(*m_lock), *m_lostAt)
        : wording::queueSummary(*m_lock, m_clock.now());
    m_summary->setText(wording::capitalised(summary));
}

} // namespace lockscope::ui
