// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/detailpane.h"

#include "core/watch/track/heartbeat.h"
#include "ui/actions/actionbar.h"
#include "ui/client/locklink.h"
#include "ui/client/servers/emptystate.h"
#include "ui/detail/detailsummary.h"
#include "ui/detail/lockfacts.h"
#include "ui/detail/problemlist.h"
#include "ui/detail/ttlchart.h"
#include "ui/detail/unlockpreview.h"
#include "ui/kit/columnscroll.h"
#include "ui/kit/detailsections.h"
#include "ui/kit/jumpaction.h"
#include "ui/queue/queuefeed.h"
#include "ui/queue/queuelist.h"
#include "ui/table/columnticker.h"
#include "ui/table/exportrows.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"
#include "ui/table/ttldelegate.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/sightof.h"
#include "ui/wording/wording.h"

#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr std::size_t eventCapacity = 500;
constexpr int leastRows = 2; // of a table in sight
constexpr int mostHoldRows = 6;
constexpr int mostQueueRows = 24; // a higher one is scrolled on its own; the whole queue has a view
constexpr int relatedEvery = 5; // seconds: it looks at every lock

TableView *makeTable(const QString &name, const QString &title, QAbstractItemModel *model, int rows)
{
    auto *table = new TableView(name);
    table->setAccessibleName(title);
    table->setModel(model);
    table->setLeastRows(leastRows);
    table->setPreferredRows(rows);
    return table;
}

} // namespace

DetailPane::DetailPane(WatchClient &client, const QueueFeed &queues,
                       const insight::HoldHistory &history, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_queues(queues)
    , m_clock(clock)
    , m_holds(clock)
    , m_keys(clock)
    , m_events(clock, eventCapacity)
    , m_feed(clock)
    , m_actions(new ActionBar)
    , m_stack(new QStackedWidget)
    , m_summary(new DetailSummary(clock))
    , m_problems(new ProblemList)
    , m_sections(new DetailSections(u"detailSections"_s))
    , m_queue(new QueueList(u"queue"_s, clock))
    , m_chart(new TtlChart(m_feed.trace(), clock))
    , m_preview(new UnlockPreview(clock))
{
    setObjectName("detailPane"_L1);
    auto *nothing = new EmptyPage(u"detailEmpty"_s);
    nothing->show({tr("No lock is selected"), tr("Select a lock in the table.")});
    makeSections();
    fitTables();
    makeChoices();
    connectQueue();
    m_stack->addWidget(nothing);
    m_stack->addWidget(makePage());
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);

    connect(&client.locks(), &LockTableModel::merged, this, [this] { refresh(); });
    connect(&client.locks(), &LockTableModel::judged, this, &DetailPane::showProblems);
    connect(m_problems, &ProblemList::guideWanted, this, &DetailPane::guideWanted);
    connect(m_summary, &DetailSummary::linkWanted, this, [this] {
        if (m_id)
            m_summary->copyLink(lockLinkText(lockLinkTo(*m_id, m_client.servers())));
    });
    connect(&client, &WatchClient::serversChanged, this, [this] { refresh(); });
    connect(&client, &WatchClient::eventsArrived, this,
            [this](const std::vector<watch::Event> &events) { appendEvents(events); });
    m_chart->setNames([this](const OwnerId &owner) {
        const auto &lock = shownLock();
        return lock ? m_client.picture().aliases().find(lock->deployment, owner) : Alias();
    });
    m_chart->setUnseen([this, &history](Instant since) {
        return m_id ? unseenTimes(history, *m_id, since, m_clock) : std::vector<UnseenTime>();
    });
    connect(&client, &WatchClient::aliasesChanged, this, [this](watch::DeploymentId deployment) {
        m_events.rename([&](watch::Event &event) {
            return event.deploymentId == deployment && m_client.picture().aliases().apply(event);
        });
    });
    m_ages.setInterval(1s);
    connect(&m_ages, &QTimer::timeout, this, &DetailPane::onSecond);
    connect(&m_client, &WatchClient::serversChanged, this, &DetailPane::showReplicas);
}

// Widgets that paint from the models are deleted before them.
DetailPane::~DetailPane()
{
    delete m_stack;
}

void DetailPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    catchUp();
    refreshRelated();
    m_ages.start();
    Q_EMIT seenChanged();
}

void DetailPane::hideEvent(QHideEvent *event)
{
    m_ages.stop();
    QWidget::hideEvent(event);
    Q_EMIT seenChanged();
}

void DetailPane::onSecond()
{
    if (m_id && m_client.locks().lostAt(*m_id))
        refresh();
    if (++m_seconds >= relatedEvery)
        refreshRelated();
}

// All that does not fit into a small window can be scrolled to.
QWidget *DetailPane::makePage()
{
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    // Above all that changes while a lock is shown: no button moves under the pointer.
    m_summary->insertBelowName(m_actions);
    layout->addWidget(m_summary);
    layout->addWidget(m_problems);
    layout->addWidget(m_sections, 1);
    auto *scroll = new ColumnScroll(page, ColumnScroll::Width::Any);
    scroll->setObjectName("detailScroll"_L1);
    scroll->setAccessibleName(tr("Detail"));
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // the buttons keep their width
    return scroll;
}

// Beneath its heading even where there is none, and as high as its rows.
QWidget *DetailPane::makeQueue()
{
    m_queue->setGrowing(mostQueueRows);
    auto *queue = new QWidget;
    auto *layout = new QVBoxLayout(queue);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_queue);
    return queue;
}

void DetailPane::connectQueue()
{
    connect(m_queue, &QueueList::choiceChanged, this, &DetailPane::choiceChanged);
    connect(m_queue, &QueueList::actionChosen, this, &DetailPane::actionChosen);
    connect(m_queue, &QueueList::ownerChosen, this, &DetailPane::ownerChosen);
    connect(m_queue, &QAbstractItemView::activated, this, &DetailPane::queueWanted);
    auto *whole = new QAction(tr("Show full &queue"), m_queue);
    whole->setObjectName("queueShowFull"_L1);
    connect(whole, &QAction::triggered, this, &DetailPane::queueWanted);
    m_queue->addAction(whole);
}

void DetailPane::makeSections()
{
    m_holdsSection.table = makeTable(u"holds"_s, tr("Holds"), &m_holds, 3);
    setExportRows(m_holdsSection.table,
                  {.fields = {u"owner"_s, u"mode"_s, u"count"_s, u"ttl_ms"_s, u"watchdog"_s,
                              u"renewals"_s, u"observed_since"_s, u"period"_s, u"origin"_s}});
    m_keysSection.table = makeTable(u"keys"_s, tr("Keys"), &m_keys, 3);
    setExportRows(m_keysSection.table, {.fields = {u"key"_s, u"type"_s, u"ttl_ms"_s}});
    m_eventsSection.table = makeTable(u"lockEvents"_s, tr("Events of this lock"), &m_events, 5);
    setExportRows(m_eventsSection.table, {.record = [this](int row) {
                      return std::optional(wording::toJson(m_events.eventAt(row)));
                  }});
    m_holdsSection.heading = m_sections->add(u"holds"_s, tr("Holds"), m_holdsSection.table, 1);
    m_queueHeading = m_sections->add(u"queue"_s, tr("Queue"), makeQueue(), 4);
    m_sections->add(u"ttl"_s, tr("Time to live over time"), m_chart, 3);
    m_sections->add(u"unlock"_s, tr("What an unlock would do"), m_preview, 1);
    m_keysSection.heading = m_sections->add(u"keys"_s, tr("Keys"), m_keysSection.table, 1);
    m_eventsSection.heading =
        m_sections->add(u"lockEvents"_s, tr("Events of this lock"), m_eventsSection.table, 3);
    // For a closer look: the lines of the other sections are what is needed at once.
    m_sections->setFolded({u"unlock"_s, u"keys"_s});
    // A hidden section is brought up to date when it is opened.
    connect(m_sections, &DetailSections::openChanged, this, [this] { refresh(); });
}

void DetailPane::fitTables()
{
    m_holdsSection.table->setColumnWidths({24, 10, 7, 12, 13, 10, 16, 15, 30});
    m_keysSection.table->setColumnWidths({34, 7, 10});
    TableView *events = m_eventsSection.table;
    events->setColumnWidths({14, 22, 10, 16, 28, 10});
    events->setColumnHidden(EventModel::Lock, true);
    events->setColumnHidden(EventModel::Server, true);
    events->setCopyColumn(EventModel::Owner);
    m_holdsSection.table->setItemDelegateForColumn(HoldsModel::Ttl, new TtlDelegate(m_clock, this));
    m_keysSection.table->setItemDelegateForColumn(KeysModel::Ttl, new TtlDelegate(m_clock, this));
    new ColumnTicker(m_holdsSection.table, HoldsModel::Ttl, 100ms);
    new ColumnTicker(m_keysSection.table, KeysModel::Ttl, 100ms);
    // The newest event stays in sight, unless the user has scrolled up to read.
    events->setFollowing(true);
    connect(events->verticalScrollBar(), &QScrollBar::valueChanged, events, [events](int value) {
        if (!events->isChanging())
            events->setFollowing(value == events->verticalScrollBar()->maximum());
    });
}

void DetailPane::makeChoices()
{
    TableView *holds = m_holdsSection.table;
    holds->setSelectionMode(QAbstractItemView::SingleSelection);
    holds->setContextMenuPolicy(Qt::CustomContextMenu);
    // A row becomes current before it is selected, and only a selected one is chosen.
    connect(holds->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DetailPane::choiceChanged);
    connect(holds, &QWidget::customContextMenuRequested, this, &DetailPane::openHoldsMenu);
    TableView *events = m_eventsSection.table;
    connect(addJump(events, u"lockEventsShowOnTimeline"_s, tr("Show on time&line")),
            &QAction::triggered, this, [this, events] {
                if (m_id && events->currentIndex().isValid())
                    Q_EMIT timelineWanted(*m_id, m_events.eventAt(events->currentIndex().row()).at);
            });
    auto *name = new QAction(tr("Name th&is owner…"), events);
    name->setObjectName("lockEventsNameOwner"_L1);
    connect(name, &QAction::triggered, this, [this] {
        if (const auto owner = currentOwner(m_eventsSection.table))
            Q_EMIT ownerChosen(*owner);
    });
    events->addAction(name);
}

void DetailPane::openHoldsMenu(const QPoint &at)
{
    TableView *const table = m_holdsSection.table;
    if (!table->currentIndex().isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setObjectName(table->objectName() + "Menu"_L1);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Release hold…"), this,
                    [this] { Q_EMIT actionChosen(admin::ActionType::ReleaseHold); })
        ->setObjectName("releaseChosen"_L1);
    menu->addSeparator();
    const auto owner = currentOwner(table);
    const auto nameOwner = [this, owner] {
        if (owner)
            Q_EMIT ownerChosen(*owner);
    };
    menu->addAction(tr("Name th&is owner…"), this, nameOwner)
        ->setObjectName(table->objectName() + "NameOwner"_L1);
    menu->addAction(tr("&Copy owner\tCtrl+C"), table, [table] { table->copySelected(); })
        ->setObjectName(table->objectName() + "CopyOwner"_L1);
    menu->addActions(table->actions());
    menu->popup(table->viewport()->mapToGlobal(at));
}

std::optional<OwnerId> DetailPane::currentOwner(const QWidget *focus) const
{
    const auto ownerIn = [](const TableView *table, int column) {
        const QModelIndex current = table->currentIndex();
        const QByteArray bytes = current.isValid()
            ? current.siblingAtColumn(column).data(RawRole).toByteArray()
            : QByteArray();
        return bytes.isEmpty() ? std::nullopt : std::optional(OwnerId(bytes));
    };
    if (focus == m_holdsSection.table)
        return ownerIn(m_holdsSection.table, HoldsModel::Owner);
    if (focus == m_eventsSection.table)
        return ownerIn(m_eventsSection.table, EventModel::Owner);
    if (focus == m_queue)
        return m_queue->currentOwner();
    return std::nullopt;
}

ActionChoice DetailPane::choice() const
{
    ActionChoice choice = m_queue->choice();
    const QModelIndex hold = m_holdsSection.table->currentIndex();
    if (hold.isValid() && m_holdsSection.table->selectionModel()->isRowSelected(hold.row())) {
        const watch::HoldRecord &record = m_holds.rowAt(hold.row()).hold;
        choice.hold = std::pair(record.owner, record.mode);
    }
    return choice;
}

void DetailPane::clearChoice()
{
    m_queue->selectionModel()->clear();
    m_holdsSection.table->selectionModel()->clear();
}

void DetailPane::showLock(const std::optional<watch::LockId> &id)
{
    if (m_id == id)
        return;
    m_id = id;
    m_lock.reset();
    m_missed.clear();
    m_isOther = true;
    m_holdRows = 0;
    m_holdsSection.table->selectionModel()->clear();
    m_queue->startAnew();
    m_stack->setCurrentIndex(id ? 1 : 0);
    Q_EMIT lockChanged(id);
    if (!id)
        return;
    std::vector<watch::Event> events = m_client.events().eventsOf(*id);
    m_feed.begin(events);
    m_eventsSection.table->setFollowing(true);
    m_events.replace(std::move(events));
    m_chart->restart();
    m_summary->setName(id->name);
    refresh();
    refreshRelated();
}

void DetailPane::refresh()
{
    if (!m_id || !isVisible())
        return;
    const LockPointer lock = m_client.locks().find(*m_id);
    if (lock)
        m_lock = lock;
    const std::optional<Instant> lostAt = m_client.locks().lostAt(*m_id);
    if (m_lock)
        m_summary->showLock(*m_lock, lostAt);
    else if (const auto *server = m_client.servers().find(m_id->deployment))
        m_summary->showServer(server->label);
    if (!lock)
        m_summary->showGone(!lostAt);
    m_holds.show(lock.get(), lostAt);
    growHolds();
    m_queue->showLock(lock, lostAt, m_queues.waits().queue(*m_id));
    m_keys.show(lock.get(), lostAt);
    m_chart->setFrozenAt(lostAt);
    if (m_feed.note(lock))
        m_chart->refresh();
    m_preview->showLock(
        lock, lostAt.has_value(),
        wording::keyspaceOf(lock ? m_client.servers().find(lock->serverId) : nullptr));
    fillHeadings(lock.get(), lostAt);
    showProblems();
    showReplicas();
    if (lock != std::exchange(m_told, lock) || std::exchange(m_isOther, false))
        Q_EMIT shown();
}

// They go one by one: what is beneath stays where it is until another lock is shown.
void DetailPane::growHolds()
{
    m_holdRows = std::max(m_holdRows, std::clamp(m_holds.rowCount(), leastRows, mostHoldRows));
    m_holdsSection.table->setLeastRows(m_holdRows);
}

void DetailPane::showProblems()
{
    if (m_id && isVisible())
        m_problems->show(
            m_client.locks().problemsOf(*m_id).value_or(std::vector<health::Problem>()),
            m_clock.wallNow());
}

void DetailPane::showReplicas()
{
    const LockPointer lock = m_id ? m_client.locks().find(*m_id) : LockPointer();
    if (!lock || !isVisible())
        return;
    const watch::ServerRecord *const server = m_client.servers().find(lock->serverId);
    m_summary->showReplicas(
        replicasText(*lock, server != nullptr ? server->replication.get() : nullptr));
}

void DetailPane::refreshRelated()
{
    m_seconds = 0;
    if (!m_id || !isVisible())
        return;
    const LockPointer lock = m_client.locks().find(*m_id);
    m_summary->showRelated(lock ? relatedFacts(*lock, m_client.locks(), m_clock) : RelatedFacts());
}

QString DetailPane::queueHeading(const watch::LockRecord *lock,
                                 const std::optional<Instant> &lostAt) const
{
    if (lock && lock->waiters)
        return tr("Queue, %1")
            .arg(lostAt ? wording::queueSummary(watch::withoutJudgement(*lock), *lostAt)
                        : wording::queueSummary(*lock, m_clock.now()));
    return lock ? wording::countedWaiters(*lock, !lostAt) : tr("Waiters: unknown");
}

void DetailPane::fillHeadings(const watch::LockRecord *lock, const std::optional<Instant> &lostAt)
{
    m_holdsSection.heading->setText(lock ? holdsHeading(*lock, m_holds.rowCount())
                                         : tr("Holds: %1").arg(m_holds.rowCount()));
    m_keysSection.heading->setText(tr("Keys: %1").arg(m_keys.rowCount()));
    m_queueHeading->setText(queueHeading(lock, lostAt));
    m_queue->setVisible(lock && lock->waiters);
}

void DetailPane::appendEvents(const std::vector<watch::Event> &events)
{
    if (!m_id)
        return;
    std::vector<watch::Event> own;
    for (const watch::Event &event : events)
        std::ranges::move(partsOf(event, *m_id), std::back_inserter(own));
    if (own.empty())
        return;
    m_feed.note(own);
    m_missed.insert(m_missed.end(), std::make_move_iterator(own.begin()),
                    std::make_move_iterator(own.end()));
    if (isVisible())
        catchUp();
    else if (m_missed.size() > 2 * eventCapacity)
        m_missed.erase(m_missed.begin(), m_missed.end() - std::ptrdiff_t(eventCapacity));
}

void DetailPane::catchUp()
{
    if (m_missed.empty())
        return;
    m_events.append(std::exchange(m_missed, {}));
    m_chart->refresh();
}

} // namespace lockscope::ui
