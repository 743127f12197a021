// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/viewlist.h"

#include "core/admin/audit.h"
#include "ui/actions/actioncontroller.h"
#include "ui/audit/auditpane.h"
#include "ui/blocking/blockingfeed.h"
#include "ui/blocking/blockingpane.h"
#include "ui/client/navigator.h"
#include "ui/client/watchedlock.h"
#include "ui/contention/contentionfeed.h"
#include "ui/contention/contentionpane.h"
#include "ui/detail/detailpane.h"
#include "ui/estate/estatepane.h"
#include "ui/events/eventspane.h"
#include "ui/health/healthfeed.h"
#include "ui/incidents/incidentspane.h"
#include "ui/queue/queuefeed.h"
#include "ui/queue/queuepane.h"
#include "ui/quorum/quorumfeed.h"
#include "ui/quorum/quorumpane.h"
#include "ui/servers/serverspane.h"
#include "ui/timeline/historyfeed.h"
#include "ui/timeline/timelinepane.h"
#include "ui/workbench/workbenchpane.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct ViewListWords {
    Q_DECLARE_TR_FUNCTIONS(ViewList)
};

constexpr auto left = Qt::LeftDockWidgetArea;
constexpr auto right = Qt::RightDockWidgetArea;
constexpr auto bottom = Qt::BottomDockWidgetArea;

// Opens the lock activated in `pane` in the detail.
template <typename Pane>
QWidget *opensLocks(Pane *pane, ViewContext &context)
{
    QObject::connect(
        pane, &Pane::lockChosen, pane,
        [&navigator = context.navigator](const watch::LockId &lock) { navigator.openLock(lock); });
    return pane;
}

// Shows times requested by `pane` on the timeline.
template <typename Pane>
QWidget *leadsToTimeline(Pane *pane, ViewContext &context)
{
    QObject::connect(pane, &Pane::timelineWanted, pane,
                     [&navigator = context.navigator](const watch::LockId &lock, WallInstant at) {
                         navigator.showOnTimeline(lock, at);
                     });
    return pane;
}

QWidget *makeEstate(ViewContext &context)
{
    return new EstatePane(context.client.servers());
}

QWidget *makeDetail(ViewContext &context)
{
    auto *pane = new DetailPane(context.client, context.shared<QueueFeed>(),
                                context.shared<HistoryFeed>().history(), context.clock);
    QObject::connect(
        pane, &DetailPane::guideWanted, pane,
        [&navigator = context.navigator](const QString &page) { navigator.showGuide(page); });
    QObject::connect(pane, &DetailPane::queueWanted, pane,
                     [&navigator = context.navigator] { navigator.showView(u"queueDock"_s); });
    return leadsToTimeline(pane, context);
}

QWidget *makeQueue(ViewContext &context)
{
    auto *pane = new QueuePane(context.client, context.shared<QueueFeed>(), context.clock);
    QObject::connect(pane, &QueuePane::actionChosen, &context.actions,
                     [pane, &actions = context.actions](admin::ActionType type) {
                         if (const auto &id = pane->shownLock())
                             actions.start(type, {*id}, pane->choice());
                     });
    return opensLocks(pane, context);
}

QWidget *makeEvents(ViewContext &context)
{
    auto *pane = new EventsPane(context.client.events());
    pane->setLooksBack([&client = context.client] { return !client.record().isEmpty(); });
    return leadsToTimeline(pane, context);
}

QWidget *makeWorkbench(ViewContext &context)
{
    WatchClient &client = context.client;
    auto *pane = new WorkbenchPane(client.servers(), context.realClock);
    const auto showGroups = [pane, &client] { pane->form()->setGroups(client.quorumGroups()); };
    QObject::connect(&client, &WatchClient::quorumGroupsChanged, pane, showGroups);
    showGroups();
    QObject::connect(
        pane, &WorkbenchPane::ownerNamed, &client,
        [&client](watch::DeploymentId deployment, const OwnerId &owner, const QString &name) {
            client.picture().nameOwner(deployment, owner, name);
        });
    QObject::connect(pane, &WorkbenchPane::waitsChanged, &context.shared<BlockingFeed>(),
                     &BlockingFeed::setOwnWaiters);
    return pane;
}

QWidget *makeTimeline(ViewContext &context)
{
    auto &keeper = context.shared<HistoryFeed>();
    QObject::connect(&context.actions, &ActionController::acted, &keeper, &HistoryFeed::noteActed,
                     Qt::UniqueConnection);
    auto *pane = new TimelinePane(keeper.history(), context.client.servers(), context.clock);
    pane->tieTo(context.client.locks());
    QObject::connect(pane, &TimelinePane::eventWanted, pane,
                     [&navigator = context.navigator](const EventPlace &place) {
                         navigator.showInEvents(place);
                     });
    return opensLocks(pane, context);
}

QWidget *makeBlocking(ViewContext &context)
{
    auto *pane = new BlockingPane(context.shared<BlockingFeed>(), context.client.servers());
    return opensLocks(pane, context);
}

QWidget *makeContention(ViewContext &context)
{
    auto *pane = new ContentionPane(context.shared<ContentionFeed>(), context.client.servers());
    return opensLocks(pane, context);
}

QWidget *makeQuorum(ViewContext &context)
{
    using admin::ActionType;
    auto *pane =
        new QuorumPane(context.shared<QuorumFeed>(), context.client.servers(), context.clock);
    // For an action each place is a lock of its own: they are listed, and guarded one by one, as
    // any others that are chosen together.
    pane->setUnlockCheck([&actions = context.actions](const std::vector<watch::LockId> &places) {
        return actions.reasonAgainst(ActionType::ForceUnlock, places, {});
    });
    QObject::connect(pane, &QuorumPane::unlockRequested, &context.actions,
                     [&actions = context.actions](const std::vector<watch::LockId> &places) {
                         actions.start(ActionType::ForceUnlock, places, {});
                     });
    QObject::connect(&context.actions, &ActionController::changed, pane, [pane] {
        if (pane->isVisible())
            pane->fitUnlock();
    });
    return opensLocks(pane, context);
}

QWidget *makeServers(ViewContext &context)
{
    return new ServersPane(context.client.servers(), context.clock);
}

QWidget *makeIncidents(ViewContext &context)
{
    auto *pane = new IncidentsPane(context.shared<HealthFeed>(), context.client.servers(),
                                   context.client.events());
    QObject::connect(
        pane, &IncidentsPane::serverChosen, pane,
        [&navigator = context.navigator](watch::ServerId server) { navigator.openServer(server); });
    QObject::connect(
        pane, &IncidentsPane::guideWanted, pane,
        [&navigator = context.navigator](const QString &page) { navigator.showGuide(page); });
    leadsToTimeline(pane, context);
    return opensLocks(pane, context);
}

// The log names a server by its address at that time; another name of the same server is not
// recognised.
QWidget *makeAudit(ViewContext &context)
{
    auto *pane = new AuditPane(admin::Audit::usualFile());
    QObject::connect(&context.actions, &ActionController::acted, pane, &AuditPane::reloadSoon);
    pane->setUntil([&client = context.client] {
        return client.record().isEmpty() ? std::nullopt
                                         : std::optional(client.shownClock().wallNow());
    });
    QObject::connect(&context.client, &WatchClient::timeSet, pane, &AuditPane::reloadSoon);
    QObject::connect(pane, &AuditPane::lockChosen, pane,
                     [&client = context.client, &navigator = context.navigator](
                         const QByteArray &name, const QString &deployment) {
                         if (const auto id = watchedLock(client, deployment, LockName(name)))
                             navigator.openLock(*id);
                     });
    pane->setLockFinder(
        [&client = context.client](const QByteArray &name, const QString &deployment) {
            return watchedLock(client, deployment, LockName(name));
        });
    // The lock may be gone by now, and of a deployment that is not watched nothing is known.
    const auto &history = context.shared<HistoryFeed>().history();
    QObject::connect(pane, &AuditPane::timelineWanted, pane,
                     [&client = context.client, &navigator = context.navigator,
                      &history](const QByteArray &name, const QString &deployment, WallInstant at) {
                         watch::LockId lock{{}, LockName(name)};
                         for (const ServerRow &row : client.servers().rows()) {
                             const watch::LockId id{row.server.deployment, lock.name};
                             if (row.server.label == deployment
                                 && history.find(id) != insight::HoldHistory::noLane)
                                 lock = id;
                         }
                         navigator.showOnTimeline(lock, at);
                     });
    return pane;
}

} // namespace

QString viewTitleOf(const QObject *object)
{
    for (; object; object = object->parent()) {
        if (object->isWidgetType() && object->property(viewProperty).isValid())
            return static_cast<const QWidget *>(object)->windowTitle();
    }
    return {};
}

std::vector<ViewSpec> allViews()
{
    // The docks on the right open with a lock, and the estate by its button: until then the table
    // has the room. The digits are those of the first ten pages of the rail, Alt+0 and Alt+1 the
    // overview's and the locks'.
    return {
        {u"estateDock"_s, ViewListWords::tr("Estate"), left, Qt::Key_F4, false, makeEstate,
         Glyph::Estate},
        {u"detailDock"_s, ViewListWords::tr("Detail"), right, Qt::Key_F3, false, makeDetail},
        {u"eventsDock"_s, ViewListWords::tr("Events"), bottom, Qt::ALT | Qt::Key_8, true,
         makeEvents, Glyph::Events, 8},
        {u"incidentsDock"_s, ViewListWords::tr("Incidents"), bottom, Qt::ALT | Qt::Key_7, true,
         makeIncidents, Glyph::Incidents, 7},
        {u"workbenchDock"_s, ViewListWords::tr("Workbench"), bottom, Qt::Key_F7, true,
         makeWorkbench, Glyph::Workbench, 10},
        {u"queueDock"_s, ViewListWords::tr("Queue"), bottom, Qt::ALT | Qt::Key_2, false, makeQueue,
         Glyph::Queue, 2},
        {u"timelineDock"_s, ViewListWords::tr("Timeline"), bottom, Qt::ALT | Qt::Key_3, true,
         makeTimeline, Glyph::Timeline, 3},
        {u"blockingDock"_s, ViewListWords::tr("Blocking"), bottom, Qt::ALT | Qt::Key_4, true,
         makeBlocking, Glyph::Blocking, 4},
        {u"contentionDock"_s, ViewListWords::tr("Contention"), bottom, Qt::ALT | Qt::Key_5, true,
         makeContention, Glyph::Contention, 5},
        {u"quorumDock"_s, ViewListWords::tr("Quorum"), bottom, Qt::ALT | Qt::Key_6, false,
         makeQuorum, Glyph::Quorum, 6},
        {u"serversDock"_s, ViewListWords::tr("Servers"), bottom, Qt::ALT | Qt::Key_9, false,
         makeServers, Glyph::Servers, 9},
        {u"auditDock"_s, ViewListWords::tr("Audit"), bottom, Qt::Key_F8, false, makeAudit,
         Glyph::Audit, 11},
    };
}

std::vector<ViewSpec> railViews()
{
    std::vector<ViewSpec> views = allViews();
    std::erase_if(views, [](const ViewSpec &view) { return view.page == 0; });
    std::ranges::sort(views, {}, &ViewSpec::page);
    return views;
}

} // namespace lockscope::ui
