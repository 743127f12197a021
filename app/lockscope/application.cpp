// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"

#include "app/common/hiddenvariables.h"
#include "app/lockscope/linkways.h"
#include "app/lockscope/record/recordmenu.h"
#include "app/lockscope/windowstart.h"
#include "core/base/text.h"
#include "ui/actions/actioncontroller.h"
#include "ui/actions/sentinelcontroller.h"
#include "ui/aliases/aliasbindings.h"
#include "ui/client/actinglock.h"
#include "ui/estate/connectiontests.h"
#include "ui/estate/estatemodel.h"
#include "ui/estate/estatepane.h"
#include "ui/estate/profilecontroller.h"
#include "ui/session/linkopener.h"
#include "ui/session/sessionkeeper.h"
#include "ui/workbench/quitguard.h"
#include "ui/workbench/workbenchpane.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenu>
#include <QPointer>

#include <cstdio>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

Result<QString> labelOf(const QString &url)
{
    return redis::parseTarget(url).map([](const redis::Target &target) { return target.label(); });
}

} // namespace

Application::Application(Options options, const QString &settingsFile, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_settings(settingsFile)
    , m_client(m_clock)
    , m_storeFile(m_store.file())
    , m_names(m_client, m_store)
    , m_groups(m_client, m_store)
    , m_pastSearch(m_clock)
    , m_window(m_client, m_clock, labelOf)
    , m_prompts(m_window)
    , m_secrets(m_clock, m_prompts.bookOptions())
    , m_sandbox(m_options.lockctl)
    , m_actions(new ActionRunner)
    , m_tester(new ConnectionTester)
    , m_connections({.options = m_options,
                     .clock = m_clock,
                     .client = m_client,
                     .health = m_window.health(),
                     .store = m_store,
                     .names = m_names,
                     .groups = m_groups,
                     .secrets = m_secrets,
                     .ioThread = m_ioThread,
                     .actions = *m_actions})
    , m_records(m_client, m_window.health(), m_clock)
    , m_yesterday(m_client, m_window.numbers(), m_clock)
    , m_notifications(m_window.health(), m_client.picture(), m_secrets, m_clock)
{
    m_ioThread.setObjectName("io"_L1);
    connectServers();
    connectSandbox();
    connectTests();
    connectNames();
    connectActions();
    connectProfiles();
    addGuide(m_window);
    connectRecords();
    connectSession();
    prepareWindow(m_window, m_settings.load(), m_options);
    m_session = m_settings.loadSession();
    m_window.session().setOn(m_session.isOn);
    showProblems();
}

void Application::connectServers()
{
    using ui::MainWindow;
    Connections *servers = &m_connections;
    connect(&m_window, &MainWindow::connectRequested, servers, &Connections::connectTo);
    connect(&m_window, &MainWindow::deploymentsRequested, servers,
            &Connections::connectDeployments);
    connect(&m_window, &MainWindow::disconnectRequested, servers, &Connections::disconnectFrom);
    connect(&m_window, &MainWindow::forgetRequested, servers, &Connections::forget);
    connect(&m_window, &MainWindow::startScanRequested, servers, &Connections::startScan);
    connect(&m_window, &MainWindow::stopScanRequested, servers, &Connections::stopScan);
    connect(&m_window, &MainWindow::lockLookedAt, servers, &Connections::followOnReplicas);
    connect(&m_window, &MainWindow::reconnectRequested, servers, &Connections::reconnect);
    connect(&m_window, &MainWindow::guessesWanted, servers, &Connections::showGuesses);
    connect(servers, &Connections::notice, &m_window, &MainWindow::showNotice);
    connect(servers, &Connections::watched, &m_notifications, &Notifications::add);
    connect(servers, &Connections::ended, &m_notifications, &Notifications::remove);
    connect(&m_notifications, &Notifications::said, &m_window, &MainWindow::showNotice);
    connect(servers, &Connections::passwordWanted, this, &Application::askForPassword);
    connect(servers, &Connections::ended, &m_prompts, &SecretPrompts::drop);
    connect(servers, &Connections::joined, this, [this](const QString &label) {
        auto *estate = m_window.findChild<ui::EstatePane *>();
        if (auto *lines = estate ? qobject_cast<ui::EstateModel *>(estate->model()) : nullptr)
            lines->forget(label); // it was not disconnected, so it is not to be connected again
    });
}

void Application::askForPassword(watch::DeploymentId deployment, const QString &label,
                                 const QByteArray &user, bool wasRejected)
{
    ui::SecretRequest request;
    request.server = ui::shortLabel(label);
    request.user = fromUtf8(user);
    request.wasRejected = wasRejected;
    m_prompts.askForServer(
        deployment, request,
        [this, deployment](const QByteArray &typedUser, const QByteArray &password) {
            m_connections.connectWithPassword(deployment, typedUser, password);
        });
}

void Application::connectSandbox()
{
    connect(&m_window, &ui::MainWindow::sandboxRequested, this, [this] {
        m_window.showSandbox({ui::SandboxState::Kind::Starting, {}});
        m_sandbox.start();
    });
    connect(&m_sandbox, &SandboxRunner::up, this, [this](const QStringList &urls) {
        m_window.showSandbox({});
        m_connections.connectSandbox(urls);
    });
    connect(&m_sandbox, &SandboxRunner::failed, this, [this](const QString &problem) {
        m_window.showSandbox({ui::SandboxState::Kind::Failed, problem});
        if (m_client.servers().rowCount() > 0) // the page that tells it is not shown
            m_window.showNotice(tr("The sandbox: %1").arg(problem));
    });
}

void Application::connectTests()
{
    ui::ConnectionTests *tests = &m_window.tests();
    m_tester->moveToThread(&m_ioThread);
    connect(tests, &ui::ConnectionTests::wanted, this, &Application::startTest);
    connect(tests, &ui::ConnectionTests::stopWanted, m_tester, &ConnectionTester::stop);
    connect(m_tester, &ConnectionTester::stepped, tests, &ui::ConnectionTests::tell);
    connect(m_tester, &ConnectionTester::ended, tests, &ui::ConnectionTests::end);
}

// As they would be connected.
void Application::startTest(int id, const QList<ui::ConnectRequest> &requests)
{
    std::vector<ServerTest> servers;
    for (const ui::ConnectRequest &request : requests) {
        ServerTest test;
        if (auto targets = app::targetsFrom({request.url}, {}, m_store)) {
            test.config.target = targets->front();
            test.config.target.tlsRules = request.tls;
            app::takeRelay(test.config.target, request.relay);
            if (request.tls.caFile.isEmpty())
                test.config.target.tlsRules.caFile = m_options.caFile;
        } else {
            test.problem = targets.error();
            if (request.profile)
                m_secrets.equip(test.config.target, secret::sourcesOf(*request.profile));
        }
        if (!request.password.isEmpty())
            test.config.target.password = request.password.toUtf8();
        for (const QString &prefix : request.prefixes)
            test.prefixes.push_back(prefix.toUtf8());
        servers.push_back(std::move(test));
    }
    QMetaObject::invokeMethod(m_tester,
                              [tester = m_tester, id, servers] { tester->test(id, servers); });
}

void Application::connectNames()
{
    ui::AliasBindings *names = &m_window.names();
    connect(names, &ui::AliasBindings::nameWanted, &m_names, &OwnerNames::set);
    connect(&m_names, &OwnerNames::done, names, &ui::AliasBindings::tell);
    connect(&m_names, &OwnerNames::problem, names, &ui::AliasBindings::tell);
}

// lockctl and other consoles also change the file of profiles.
void Application::connectProfiles()
{
    ui::ProfileController *profiles = &m_window.profiles();
    connect(&m_storeFile, &app::FollowedFile::changed, profiles, &ui::ProfileController::reload);
    app::hideSecretVariables(m_store);
    connect(&m_storeFile, &app::FollowedFile::changed, this, [this] {
        app::hideSecretVariables(m_store);
        m_groups.dropRemoved();
        m_connections.guardAgain();
    });
    connect(profiles, &ui::ProfileController::messageWanted, &m_notifications,
            &Notifications::test);
    profiles->setStore(m_store);
}

void Application::connectRecords()
{
    connect(&m_window, &ui::MainWindow::recordWanted, &m_records, &RecordKeeper::setWanted);
    connect(&m_records, &RecordKeeper::changed, &m_window, &ui::MainWindow::showRecording);
    connect(&m_records, &RecordKeeper::notice, &m_window, &ui::MainWindow::showNotice);
    connect(&m_window, &ui::MainWindow::recordMenuWanted, this,
            [this](QMenu *menu) { fillRecordMenu(*menu, m_window); });
    connect(&m_window, &ui::MainWindow::lookBackWanted, this,
            [this](const QString &record, WallInstant at) { lookBackAt(record, at, m_window); });
    m_window.setPastSearch(m_pastSearch);
}

void Application::connectSession()
{
    using ui::LinkOpener;
    LinkOpener *links = &m_window.links();
    links->setWay([this](const ui::LockLink &link) {
        ui::LinkWay way = wayOf(link, m_store);
        way.isConnected = m_connections.isConnected(way.profile, way.label);
        return way;
    });
    connect(links, &LinkOpener::profileWanted, &m_connections, &Connections::connectProfile);
    connect(links, &LinkOpener::addressWanted, &m_connections,
            &Connections::connectWithoutPassword);
    connect(&m_window.session(), &ui::SessionKeeper::changed, this, &Application::saveSession);
}

// A wall is not what its user was looking at. Before the start nothing is known of the session.
void Application::saveSession()
{
    if (m_options.isKiosk || !m_ioThread.isRunning())
        return;
    ui::SessionState state = m_window.session().state();
    if (state.isOn) {
        state.servers = m_connections.session();
        if (!state.servers.empty())
            state.page = m_window.page();
    }
    if (state == m_session)
        return;
    m_settings.saveSession(state);
    m_session = std::move(state);
}

void Application::showProblems()
{
    for (const QString &problem : {m_settings.problem(), m_options.notice}) {
        if (problem.isEmpty())
            continue;
        m_window.showNotice(problem);
        std::fputs(qPrintable(u"lockscope: "_s + problem + u'\n'), stderr);
    }
}

// Requests of the window go to the I/O thread, outcomes come back: queued, as values.
void Application::connectActions()
{
    m_actions->moveToThread(&m_ioThread);
    ui::ActionController *controller = &m_window.actions();
    ui::WorkbenchPane *pane = &m_window.workbench();
    ui::QuitGuard *guard = &m_window.quitGuard();
    connect(controller, &ui::ActionController::actionRequested, m_actions, &ActionRunner::act);
    connect(controller, &ui::ActionController::rightsWanted, m_actions, &ActionRunner::askRights);
    connect(m_actions, &ActionRunner::rightsTold, controller, &ui::ActionController::showRights);
    connect(&m_window.actingLock(), &ui::ActingLock::changed, &m_connections,
            &Connections::setActing);
    connect(m_actions, &ActionRunner::finished, controller, &ui::ActionController::showOutcome);
    ui::SentinelController *sentinels = &m_window.sentinels();
    connect(sentinels, &ui::SentinelController::lookRequested, m_actions,
            &ActionRunner::lookAtSentinels);
    connect(sentinels, &ui::SentinelController::actionRequested, m_actions,
            &ActionRunner::actOnSentinels);
    connect(m_actions, &ActionRunner::sentinelsPlanned, sentinels,
            &ui::SentinelController::showPlan);
    connect(m_actions, &ActionRunner::sentinelsNotPlanned, sentinels,
            &ui::SentinelController::showProblem);
    connect(m_actions, &ActionRunner::sentinelsFinished, sentinels,
            &ui::SentinelController::showOutcome);
    connect(pane, &ui::WorkbenchPane::acquireRequested, m_actions, &ActionRunner::acquire);
    connect(pane, &ui::WorkbenchPane::reenterRequested, m_actions, &ActionRunner::reenter);
    connect(pane, &ui::WorkbenchPane::countDownRequested, m_actions, &ActionRunner::countDown);
    connect(pane, &ui::WorkbenchPane::releaseRequested, m_actions, &ActionRunner::release);
    connect(pane, &ui::WorkbenchPane::extendRequested, m_actions, &ActionRunner::extend);
    connect(pane, &ui::WorkbenchPane::watchdogRequested, m_actions, &ActionRunner::setWatchdog);
    connect(pane, &ui::WorkbenchPane::forgetRequested, m_actions, &ActionRunner::forget);
    connect(m_actions, &ActionRunner::workbenchChanged, pane, &ui::WorkbenchPane::show);
    connect(guard, &ui::QuitGuard::releaseAllRequested, m_actions, &ActionRunner::releaseAll);
    connect(m_actions, &ActionRunner::allReleased, guard, &ui::QuitGuard::onAllReleased);
    // Also where a dialog is still open, which would keep the program alive.
    connect(guard, &ui::QuitGuard::closed, this, [this] { Q_EMIT finished(0); });
}

Application::~Application()
{
    m_settings.save(m_window.windowState());
    saveSession();
    m_records.stop();
    m_notifications.stop();
    m_connections.stop();
    if (!m_ioThread.isRunning()) {
        delete m_actions;
        delete m_tester;
        return;
    }
    // The thread ends itself, behind the last of them: asked from here it might end before.
    QMetaObject::invokeMethod(m_actions, [this] {
        m_actions->stop();
        m_actions->deleteLater();
        m_tester->stopAll();
        m_tester->deleteLater();
        m_ioThread.quit();
    });
    m_ioThread.wait();
}

void Application::stop()
{
    if (std::exchange(m_isStopping, true))
        Q_EMIT finished(1);
    else
        m_window.quitGuard().releaseAndClose();
}

void Application::openLink(const QString &link)
{
    QPointer<QWidget> typedInto = QApplication::activeWindow();
    m_window.setWindowState(m_window.QWidget::windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
    if (!link.isEmpty())
        m_window.links().open(link);
    // A dialog keeps the keyboard: somebody may be typing the reason for an action.
    if (typedInto && typedInto != &m_window && typedInto->isVisible()
        && !QApplication::activeModalWidget()) {
        typedInto->raise();
        typedInto->activateWindow();
    }
}

void Application::start()
{
    m_ioThread.start();
    const bool resumes = m_options.resumesSession && m_session.isOn;
    if (!resumes || !m_connections.resume(m_session.servers))
        m_connections.begin();
    if (m_options.isKiosk)
        m_window.startKiosk();
    m_window.show();
    if (resumes) {
        if (viewNames().contains(m_session.page))
            m_options.view = m_session.page;
        m_window.session().restore(m_session);
    }
    openViews();
    if (!m_options.link.isEmpty())
        m_window.links().open(m_options.link);
}

// Those that the command line names; else the overview.
void Application::openViews()
{
    const QString &view = m_options.view;
    const bool asksForLocks =
        !m_options.filter.isEmpty() || !m_options.lock.isEmpty() || !m_options.link.isEmpty();
    if (view == "overview"_L1 || (view.isEmpty() && !asksForLocks && !m_options.isKiosk))
        m_window.openWithOverview();
    else if (!m_options.isKiosk)
        m_window.showLocks();
    openWanted(m_window, m_options);
}

} // namespace lockscope::console
