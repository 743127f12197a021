// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/actions/actioncontroller.h"
#include "ui/actions/sentinelcontroller.h"
#include "ui/aliases/aliasbindings.h"
#include "ui/blocking/blockingfeed.h"
#include "ui/client/actinglock.h"
#include "ui/client/locklink.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/serverbar.h"
#include "ui/contention/contentionfeed.h"
#include "ui/detail/detailpane.h"
#include "ui/estate/connectiontests.h"
#include "ui/estate/estatepane.h"
#include "ui/estate/profilecontroller.h"
#include "ui/events/eventspane.h"
#include "ui/export/exporter.h"
#include "ui/health/healthfeed.h"
#include "ui/incidents/alarmbar.h"
#include "ui/incidents/incidentnotifier.h"
#include "ui/incidents/incidentspane.h"
#include "ui/incidents/incidenttray.h"
#include "ui/kit/focusring.h"
#include "ui/kit/text/noticestrip.h"
#include "ui/locks/lockspane.h"
#include "ui/lookback/lookbackbar.h"
#include "ui/overview/numbersfeed.h"
#include "ui/overview/overviewpage.h"
#include "ui/queue/queuepane.h"
#include "ui/quorum/quorumcolumn.h"
#include "ui/quorum/quorumfeed.h"
#include "ui/servers/serverspane.h"
#include "ui/session/crashbanner.h"
#include "ui/session/linkopener.h"
#include "ui/session/sessionkeeper.h"
#include "ui/table/tableview.h"
#include "ui/theme/appicon.h"
#include "ui/timeline/historyfeed.h"
#include "ui/timeline/timelinepane.h"
#include "ui/window/actionbindings.h"
#include "ui/window/awaitedlock.h"
#include "ui/window/commandpalette.h"
#include "ui/window/connectprompt.h"
#include "ui/window/fullscreen.h"
#include "ui/window/helppages.h"
#include "ui/window/languagemenu.h"
#include "ui/window/pagerail.h"
#include "ui/window/pausebanner.h"
#include "ui/window/recordingmark.h"
#include "ui/window/statebar.h"
#include "ui/window/viewdocks.h"
#include "ui/window/windowmenus.h"
#include "ui/window/windowpages.h"
#include "ui/window/windowsettings.h"
#include "ui/window/windowtitle.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"
#include "ui/workbench/quitguard.h"
#include "ui/workbench/workbenchpane.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDropEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

MainWindow::MainWindow(WatchClient &client, const Clock &clock, UrlCheck check, QWidget *parent)
    : QMainWindow(parent)
    , m_client(client)
    , m_locks(new LocksPane(client, client.shownClock()))
    , m_actingLock(new ActingLock(client, clock, this))
    , m_actions(new ActionController(client, clock, this))
    , m_sentinels(new SentinelController(client, this))
    , m_context{client, client.shownClock(), clock, *m_actions, *this, *this}
    , m_health(m_context.shared<HealthFeed>()) // before the views: it asks the feeds behind it
    , m_docks(new ViewDocks(allViews(), m_context, this))
    , m_detail(m_docks->view<DetailPane>())
    , m_bindings(new ActionBindings(
          client, *m_actions, {m_locks, m_detail, m_docks->view<QueuePane>(), &workbench()}, this))
    , m_names(new AliasBindings(
          client, {m_locks, m_detail, m_docks->view<QueuePane>(), m_docks->view<EventsPane>()},
          this))
    , m_awaited(new AwaitedLock(client, *this, this))
    , m_tests(new ConnectionTests(this))
    , m_prompt(new ConnectPrompt(check, *m_tests, this))
    , m_profiles(
          new ProfileController(*m_docks->view<EstatePane>(), std::move(check), *m_tests, this))
    , m_quitGuard(new QuitGuard(this))
    , m_notice(new NoticeStrip(clock))
    , m_overview(new OverviewPage({client, m_health, m_context.shared<BlockingFeed>(),
                                   m_context.shared<QuorumFeed>(), m_context.shared<NumbersFeed>(),
                                   m_context.shared<HistoryFeed>().history(), clock}))
    , m_pages(new WindowPages(*m_docks, m_overview, m_locks, this))
    , m_rail(nullptr)
    , m_fullScreen(new FullScreen(*this))
    , m_palette(new CommandPalette(client, *this, this))
    , m_session(new SessionKeeper(client, *m_locks, this))
    , m_links(new LinkOpener(client, *this, this))
    , m_exporter(nullptr)
    , m_settings(nullptr)
    , m_menus(nullptr)
    , m_tray(new IncidentTray(this))
    , m_notifier(new IncidentNotifier(m_health, client.servers(), clock, this))
{
    setObjectName("mainWindow"_L1);
    updateTitle();
    setWindowIcon(appIcon());
    setAcceptDrops(true);
    makeController();
    connectViews();
    connectPrompt();
    connectHealth();
    connectPages();
    connectSession();
    makeMenus();
    new QuorumColumn(m_context.shared<QuorumFeed>(), client.locks(), m_locks->table());
    statusBar()->setObjectName("statusBar"_L1);
    auto *servers =
        new ServerBar(client.servers(), client.shownClock(), [&client](watch::ServerId server) {
            return client.locks().hasLocksOf(server);
        });
    connect(servers, &ServerBar::chosen, this, &MainWindow::showFacts);
    m_recording = new RecordingMark;
    statusBar()->addPermanentWidget(m_recording, 0); // left of those that are always there
    statusBar()->addPermanentWidget(servers, 0);
    makeAlerts(); // at the edge: the servers' texts do not move it

    resize(1280, 800);
    m_locks->setFocus();
    m_firstParts = partStates(*this);
}

// Widgets for the whole window are placed around the table of locks.
void MainWindow::makeController()
{
    auto *centre = new QWidget;
    centre->setObjectName("centre"_L1);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pages->stack(), 1);
    // Banners that appear and disappear are below the table, so that no row moves.
    layout->addWidget(m_notice);
    layout->addWidget(new PauseBanner(m_client, m_context.realClock));
    centre->setFocusProxy(m_locks);
    setCentralWidget(centre);
    makeBars();
}

void MainWindow::makeBars()
{
    auto *state = new StateBar(m_client);
    state->setActingLock(*m_actingLock);
    connect(state, &StateBar::filterWanted, this, [this] {
        showLocks();
        m_locks->focusFilter();
    });
    connect(state, &StateBar::searchWanted, m_palette, &CommandPalette::open);
    menuBar()->setCornerWidget(state);
    m_rail = new PageRail(*m_docks, *m_pages, m_health, this);
    addToolBar(Qt::LeftToolBarArea, m_rail);
}

WorkbenchPane &MainWindow::workbench()
{
    return *m_docks->view<WorkbenchPane>();
}

void MainWindow::connectViews()
{
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_client.servers(), signal, this, &MainWindow::updateTitle);
    connect(&m_client, &WatchClient::pausedChanged, this, &MainWindow::updateTitle);
    connect(m_locks, &LocksPane::sandboxRequested, this, &MainWindow::sandboxRequested);
    connect(&m_locks->selection(), &LockSelection::currentChanged, this, [this] {
        m_detail->showLock(m_locks->selection().current());
        m_docks->view<TimelinePane>()->followLock(m_locks->selection().current());
    });
    connect(m_detail, &DetailPane::lockChanged, m_docks->view<QueuePane>(), &QueuePane::showLock);
    connect(m_detail, &DetailPane::lockChanged, this, &MainWindow::lockLookedAt);
    connect(m_detail, &DetailPane::lockChanged, m_awaited, &AwaitedLock::noteShown);
    connect(m_locks, &LocksPane::activated, this, &MainWindow::openDetail);
    connect(&m_client.locks(), &LockTableModel::filtered, this, [this] {
        const auto &lock = m_detail->shownLock();
        if (!lock || !m_client.locks().isFilteredOut(*lock))
            m_notice->withdraw(NoticeAbout::Filter);
    });
    auto *estate = m_docks->view<EstatePane>();
    connect(estate, &EstatePane::stopScanRequested, this, &MainWindow::stopScanRequested);
    connect(estate, &EstatePane::disconnectRequested, this, &MainWindow::disconnectRequested);
    connect(estate, &EstatePane::reconnectRequested, this, &MainWindow::reconnectRequested);
    connect(estate, &EstatePane::forgotten, this, &MainWindow::forgetRequested);
    connect(estate, &EstatePane::connectRequested, this,
            [this](const QString &profile, const QStringList &deployments) {
                m_client.setPaused(false); // who connects wants to see it
                Q_EMIT deploymentsRequested(profile, deployments);
            });
    connect(m_profiles, &ProfileController::noticed, this, &MainWindow::showNotice);
    auto *servers = m_docks->view<ServersPane>();
    connect(servers, &ServersPane::stopScanRequested, this, &MainWindow::stopScanRequested);
    connect(servers, &ServersPane::startScanRequested, this, &MainWindow::startScanRequested);
    connect(servers, &ServersPane::sentinelActionWanted, m_sentinels, &SentinelController::start);
    connect(m_sentinels, &SentinelController::noticed, this, &MainWindow::showNotice);
    connect(m_docks->view<EventsPane>(), &EventsPane::lockChosen, this,
            [this](const watch::LockId &id) { openLock(id); });
    connect(m_actions, &ActionController::noticed, this, &MainWindow::showNotice);
    connect(m_actions, &ActionController::started, m_actingLock, &ActingLock::touch);
    connect(m_actions, &ActionController::actionRequested, m_actingLock, &ActingLock::touch);
    connect(m_sentinels, &SentinelController::lookRequested, m_actingLock, &ActingLock::touch);
    connect(m_sentinels, &SentinelController::actionRequested, m_actingLock, &ActingLock::touch);
    connect(&workbench(), &WorkbenchPane::acquireRequested, m_actingLock, &ActingLock::touch);
    connect(m_actingLock, &ActingLock::changed, m_actions, &ActionController::askRights);
    const auto refuse = [this](const QString &text) { m_notice->tell(text, NoticeAbout::Refusal); };
    connect(m_actions, &ActionController::refused, this, refuse);
    connect(m_sentinels, &SentinelController::refused, this, refuse);
    connect(m_bindings, &ActionBindings::refused, this, refuse);
    connect(m_actingLock, &ActingLock::lockedByTime, this, [refuse] {
        refuse(tr("Nobody has acted for ten minutes, so acting is locked again."));
    });
    const auto allow = [this] { m_notice->withdraw(NoticeAbout::Refusal); };
    connect(m_actions, &ActionController::started, this, allow);
    connect(m_actingLock, &ActingLock::changed, this, [allow](bool isUnlocked) {
        if (isUnlocked)
            allow();
    });
    connect(m_names, &AliasBindings::noticed, this, &MainWindow::showNotice);
    connect(&workbench(), &WorkbenchPane::openCountChanged, m_quitGuard, &QuitGuard::setOpenCount);
    connect(&workbench(), &WorkbenchPane::holdersChanged, &m_locks->readyFilters(),
            &ReadyFilters::setOwners);
    connect(m_quitGuard, &QuitGuard::releaseAllRequested, this, [this] {
        showNotice(tr("Releasing the locks of the workbench; then the window closes."));
    });
    // Every view with rows that stand for locks, those of the future, too: keys must not act on
    // another lock than the one whose row is highlighted.
    const auto choices = findChildren<LockChoice *>();
    for (const LockChoice *each : choices)
        connect(each, &LockChoice::chosen, this, &MainWindow::chooseLock);
    m_bindings->tieTo(choices);
    connect(m_bindings, &ActionBindings::workbenchWanted, this, &MainWindow::showWorkbench);
    connect(m_bindings, &ActionBindings::queueWanted, this, [this] { showView(u"queueDock"_s); });
}

void MainWindow::connectPrompt()
{
    connect(m_locks, &LocksPane::connectRequested, m_prompt, &ConnectPrompt::open);
    connect(m_locks, &LocksPane::recentChosen, m_prompt, &ConnectPrompt::connectTo);
    connect(m_prompt, &ConnectPrompt::recentChanged, m_locks, &LocksPane::setRecent);
    connect(m_prompt, &ConnectPrompt::linkGiven, this,
            [this](const QString &link) { m_links->open(link); });
    connect(m_prompt, &ConnectPrompt::requested, this, [this](const ConnectRequest &request) {
        m_client.setPaused(false); // who connects wants to see it
        Q_EMIT connectRequested(request);
    });
}

// The table shows the problems; it lives on in the client.
void MainWindow::connectHealth()
{
    m_health.setUsual(health::usualFrom(m_context.shared<ContentionFeed>().book()));
    LockTableModel *locks = &m_client.locks();
    locks->setProblemSource(&m_health);
    connect(&m_health, &HealthFeed::judged, locks, &LockTableModel::updateProblems);
    connect(&m_health, &HealthFeed::sightChanged, locks, &LockTableModel::updateSight);
    connect(&m_health, &QObject::destroyed, locks, [locks] { locks->setProblemSource(nullptr); });
}

// Connects the pages, and the overview's tiles with their targets.
void MainWindow::connectPages()
{
    connect(m_pages, &WindowPages::changed, this, [this](WindowPages::Page page) {
        centralWidget()->setFocusProxy(m_pages->currentWidget());
        if (page != WindowPages::Page::Overview)
            m_fullScreen->endKiosk();
    });
    connect(m_overview, &OverviewPage::lockChosen, this,
            [this](const watch::LockId &lock) { openLock(lock); });
    connect(m_overview, &OverviewPage::serverChosen, this, &MainWindow::showFacts);
    connect(m_overview, &OverviewPage::filterWanted, this,
            [this](const QString &filter) { showLocks(filter); });
    connect(m_overview, &OverviewPage::viewWanted, this, &MainWindow::showView);
    connect(m_overview, &OverviewPage::incidentsWanted, this,
            [this] { showView(u"incidentsDock"_s); });
    connect(m_overview, &OverviewPage::timeWanted, this, [this](WallInstant at) {
        showView(u"timelineDock"_s);
        m_docks->view<TimelinePane>()->view().showTime(at);
    });
}

// Links to locks come from wherever a text can be pasted.
void MainWindow::connectSession()
{
    connect(m_pages, &WindowPages::changed, m_session, &SessionKeeper::note);
    connect(m_links, &LinkOpener::noticed, this,
            [this](const QString &text) { m_notice->tell(text, NoticeAbout::Link); });
    connect(m_links, &LinkOpener::settled, this, [this] { m_notice->withdraw(NoticeAbout::Link); });
    connect(m_locks, &LocksPane::linkPasted, m_links, &LinkOpener::open);
    connect(m_palette, &CommandPalette::linkWanted, m_links, &LinkOpener::open);
}

void MainWindow::makeMenus()
{
    m_exporter = new Exporter(*this, m_context.clock);
    connect(m_exporter, &Exporter::noticed, this, &MainWindow::showNotice);
    m_settings = new WindowSettings(*this);
    m_menus = new WindowMenus(*this, m_context,
                              {.locks = m_locks,
                               .docks = m_docks,
                               .actions = m_bindings,
                               .acting = m_actingLock,
                               .names = m_names,
                               .profiles = m_profiles,
                               .palette = m_palette,
                               .pages = m_pages,
                               .fullScreen = m_fullScreen,
                               .session = m_session,
                               .exporter = m_exporter,
                               .settings = m_settings});
    connect(m_menus, &WindowMenus::connectWanted, this, &MainWindow::askForConnection);
    connect(m_menus, &WindowMenus::detailWanted, this, &MainWindow::openDetail);
    connect(m_menus, &WindowMenus::themeChosen, this, &MainWindow::setTheme);
    connect(m_menus, &WindowMenus::guessesWanted, this, &MainWindow::guessesWanted);
    connect(m_menus, &WindowMenus::recordWanted, this, &MainWindow::recordWanted);
    connect(m_menus, &WindowMenus::recordMenuWanted, this, &MainWindow::recordMenuWanted);
    connect(m_menus, &WindowMenus::lookBackWanted, this, &MainWindow::lookBackWanted);
    connect(m_menus, &WindowMenus::partWanted, this, &MainWindow::moveToPart);
    connect(m_menus, &WindowMenus::helpWanted, this, &MainWindow::showHelp);
    connect(m_menus, &WindowMenus::layoutResetWanted, this, &MainWindow::resetLayout);
    connect(&m_menus->languages(), &LanguageMenu::changed, this,
            [this] { showNotice(tr("The language changes at the next start.")); });
    m_settings->collectShortcuts();
    const auto *palette = findChild<QAction *>(u"actionPalette"_s);
    auto *state = findChild<StateBar *>();
    const auto showKeys = [palette, state] { state->setSearchKeys(palette->shortcut()); };
    connect(palette, &QAction::changed, state, showKeys);
    showKeys();
}

// The places that tell of incidents without the view: status bar, title, tray, notices.
void MainWindow::makeAlerts()
{
    auto *alarms = new AlarmBar(m_health);
    connect(alarms, &QToolButton::clicked, this, [this] { showView(u"incidentsDock"_s); });
    statusBar()->addPermanentWidget(alarms, 0);
    connect(&m_health, &HealthFeed::incidentsChanged, this, [this] {
        updateTitle();
        m_tray->showCounts(m_health.incidents().counts(m_health.wallNow()));
    });
    connect(m_notifier, &IncidentNotifier::noticed, m_tray, &IncidentTray::tell);
    connect(m_tray, &IncidentTray::opened, this, &MainWindow::showIncident);
    connect(m_menus, &WindowMenus::noticesWanted, this, [this](bool wanted) {
        m_notifier->setOn(wanted && IncidentTray::isPossible());
        m_tray->setOn(wanted);
    });
    m_menus->showNotices(true);
}

void MainWindow::showIncident(const QByteArray &id)
{
    setWindowState(QWidget::windowState() & ~Qt::WindowMinimized);
    show();
    raise();
    activateWindow();
    showView(u"incidentsDock"_s);
    if (!id.isEmpty())
        m_docks->view<IncidentsPane>()->choose(id);
}

void MainWindow::showRecording(const RecordingState &state)
{
    m_recording->show(state);
}

void MainWindow::setRecordBar(LookBackBar &bar)
{
    auto *place = new QToolBar(tr("Time of the record"));
    place->setObjectName("recordBar"_L1);
    place->setMovable(false);
    place->toggleViewAction()->setEnabled(false);
    place->setContextMenuPolicy(Qt::PreventContextMenu);
    place->addWidget(&bar);
    addToolBar(Qt::TopToolBarArea, place);
    m_menus->leaveOutLive(*bar.playAction());
    m_notifier->setOn(false);
    m_tray->setOn(false);
    m_health.useRecorded();
    connect(&m_client, &WatchClient::timeSet, this, [this] {
        m_docks->view<TimelinePane>()->view().refreshRows();
        m_docks->view<TimelinePane>()->view().setFollowing(true);
        m_context.shared<BlockingFeed>().request();
    });
    updateTitle();
}

NumbersFeed &MainWindow::numbers()
{
    return m_context.shared<NumbersFeed>();
}

void MainWindow::setPastSearch(PastSearch &search)
{
    m_menus->setPastSearch(search);
}

void MainWindow::showWorkbench()
{
    m_docks->bring(u"workbenchDock"_s);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    event->setAccepted(m_quitGuard->mayClose());
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasText())
        event->acceptProposedAction();
}

// A link opens its lock, an address is put into the dialog, and nothing is connected unasked.
void MainWindow::dropEvent(QDropEvent *event)
{
    const QString text = event->mimeData()->text().trimmed();
    event->acceptProposedAction();
    if (isLockLink(text))
        m_links->open(text);
    else if (!m_prompt->openWith(text))
        showNotice(tr("Only the address of a server or a link to a lock can be dropped here."));
}

void MainWindow::updateTitle()
{
    setWindowTitle(ui::windowTitle(m_client, m_health.incidents().count(m_health.wallNow())));
}

QList<QWidget *> MainWindow::parts() const
{
    // The rail is the last one: Tab comes to it after the views, too.
    return QList<QWidget *>{centralWidget()} + m_docks->inFront() + QList<QWidget *>{m_rail};
}

void MainWindow::moveToPart(bool next)
{
    moveToNextPart(parts(), next);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return moveToNextStop(this, parts(), next);
}

// The desktop has changed its colours.
bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::ThemeChange && m_theme == Theme::System)
        applyTheme(Theme::System);
    return QMainWindow::event(event);
}

void MainWindow::setTheme(Theme theme)
{
    m_theme = theme;
    applyTheme(theme);
    m_menus->showTheme(theme);
}

void MainWindow::openDetail()
{
    if (const auto current = m_locks->selection().current())
        m_detail->showLock(current);
    m_docks->bring(u"detailDock"_s);
}

void MainWindow::openLock(const watch::LockId &id)
{
    if (m_pages->current() == WindowPages::Page::Overview)
        m_pages->show(WindowPages::Page::Locks);
    chooseLock(id);
    m_docks->bring(u"detailDock"_s);
    if (m_pages->current() == WindowPages::Page::Locks && m_client.locks().isFilteredOut(id))
        m_notice->tell(tr("The filter hides the lock %1, so the table has no row for it.")
                           .arg(wording::lockName(id.name, 120)),
                       NoticeAbout::Filter);
}

void MainWindow::chooseLock(const std::optional<watch::LockId> &id)
{
    m_notice->withdraw(NoticeAbout::Filter);
    if (id)
        m_locks->selection().select(*id);
    else
        m_locks->selection().clear();
    m_detail->showLock(id);
}

void MainWindow::openLockOf(const watch::Event &event)
{
    if (event.name)
        openLock({event.deploymentId, *event.name});
}

void MainWindow::openServer(watch::ServerId server)
{
    m_docks->show(u"estateDock"_s);
    m_docks->view<EstatePane>()->choose(server);
}

void MainWindow::showFacts(watch::ServerId server)
{
    showView(u"serversDock"_s);
    m_docks->view<ServersPane>()->choose(server);
}

void MainWindow::showLocks(const QString &filter)
{
    showLocks();
    m_locks->setFilter(filter);
}

void MainWindow::showOnTimeline(const watch::LockId &lock, std::optional<WallInstant> at)
{
    showView(u"timelineDock"_s);
    if (m_docks->view<TimelinePane>()->reveal(lock, at))
        chooseLock(lock); // it is highlighted there
    else
        showNotice(tr("The timeline has no hold of %1: no hold was seen, or it was too long ago.")
                       .arg(wording::lockName(lock.name)));
}

void MainWindow::showInEvents(const EventPlace &place)
{
    showView(u"eventsDock"_s);
    if (const QString trouble = m_docks->view<EventsPane>()->choose(place); !trouble.isEmpty())
        showNotice(trouble);
}

void MainWindow::showGuide(const QString &page)
{
    Q_EMIT guideWanted(page);
}

// About where the focus is, in a dialog, too.
void MainWindow::showHelp()
{
    const QWidget *focus = QApplication::focusWidget();
    showGuide(helpPageOf(focus ? focus : QApplication::activeWindow()));
}

void MainWindow::showView(const QString &name)
{
    if (m_pages->current() == WindowPages::Page::Locks)
        m_docks->show(name);
    else
        showPage(name);
}

void MainWindow::showPage(const QString &name)
{
    m_docks->action(name)->trigger();
}

void MainWindow::showOverview()
{
    m_pages->show(WindowPages::Page::Overview);
}

void MainWindow::showLocks()
{
    m_pages->show(WindowPages::Page::Locks);
}

QString MainWindow::page() const
{
    switch (m_pages->current()) {
    case WindowPages::Page::Overview:
        return u"overview"_s;
    case WindowPages::Page::Locks:
        return u"locks"_s;
    case WindowPages::Page::View:
        break;
    }
    QString name = m_pages->view();
    if (name.endsWith("Dock"_L1))
        name.chop("Dock"_L1.size());
    return name;
}

void MainWindow::showCrash(const QString &report)
{
    centralWidget()->layout()->addWidget(new CrashBanner(report));
}

void MainWindow::openWithOverview()
{
    m_pages->openWithOverview(m_client.servers());
}

void MainWindow::startKiosk()
{
    showOverview();
    m_fullScreen->startKiosk();
}

void MainWindow::openLock(const QByteArray &name)
{
    m_awaited->open(name);
}

void MainWindow::showNotice(const QString &text)
{
    m_notice->tell(text);
}

void MainWindow::showSandbox(const SandboxState &state)
{
    m_locks->showSandbox(state);
}

void MainWindow::askForConnection()
{
    m_prompt->open();
}

WindowState MainWindow::windowState() const
{
    PartStates parts = m_parts; // also of those that are not there today
    parts.insert(partStates(*this));
    return {m_fullScreen->geometry(),
            m_docks->state(),
            parts,
            m_theme,
            m_prompt->recent(),
            m_locks->savedFilters(),
            m_menus->languages().chosen(),
            m_health.incidents().mutes(),
            m_menus->wantsNotices(),
            m_client.picture().aliases().hasWordNames(),
            m_settings->zoom().percent(),
            m_settings->shortcuts().changes(),
            m_menus->wantsRecord()};
}

void MainWindow::restoreWindowState(const WindowState &state)
{
    // Each refuses bytes that it did not write and then leaves all as it is.
    if (!state.geometry.isEmpty())
        restoreGeometry(state.geometry);
    m_settings->zoom().setPercent(state.zoom); // which the widths of the parts are of
    m_settings->shortcuts().apply(state.shortcuts);
    m_pages->closeView(); // the state is that of the locks
    if (!state.docks.isEmpty())
        m_docks->restore(state.docks);
    m_parts = state.parts;
    restorePartStates(*this, m_parts);
    m_prompt->setRecent(state.recentUrls);
    m_locks->setSavedFilters(state.filters);
    m_menus->languages().setChosen(state.language);
    m_menus->showNotices(state.notifies);
    m_menus->showWordNames(state.wordNames);
    m_menus->showRecord(state.records);
    if (!state.mutes.empty())
        m_health.mute(state.mutes);
    setTheme(state.theme);
}

void MainWindow::resetLayout()
{
    m_pages->closeView();
    m_docks->arrange();
    m_parts.clear();
    Zoom &zoom = m_settings->zoom();
    const int percent = zoom.percent();
    zoom.setPercent(Zoom::usual); // of which the first widths are
    restorePartStates(*this, m_firstParts);
    zoom.setPercent(percent);
}

} // namespace lockscope::ui
