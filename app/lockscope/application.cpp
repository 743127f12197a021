// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"

#include "app/common/targets.h"
#include "app/lockscope/starttrace.h"
#include "core/base/text.h"
#include "ui/actions/actioncontroller.h"
#include "ui/aliases/aliasbindings.h"
#include "ui/estate/profilecontroller.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"
#include "ui/workbench/quitguard.h"
#include "ui/workbench/workbenchpane.h"

#include <QAbstractItemView>
#include <QCloseEvent>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

Result<QString> labelOf(const QString &url)
{
    return redis::parseTarget(url).map([](const redis::Target &target) { return target.label(); });
}

// On the watcher's thread.
void stopAndDelete(watch::Watcher &watcher)
{
    watcher.stop();
    watcher.deleteLater();
}

QString noticeOf(const Error &error)
{
    return wording::ended(wording::capitalised(wording::errorSentence(error)));
}

std::vector<QByteArray> bytesOf(const QStringList &texts)
{
    std::vector<QByteArray> bytes;
    for (const QString &text : texts)
        bytes.push_back(text.toUtf8());
    return bytes;
}

} // namespace

// Each knows its own servers.
template <typename Ask>
void Application::askWatchers(const Ask &ask)
{
    for (const auto &each : m_watchers) {
        watch::Watcher *const watcher = each.first;
        QMetaObject::invokeMethod(watcher, [watcher, ask] { ask(*watcher); });
    }
}

Application::Application(Options options, const QString &settingsFile, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_settings(settingsFile)
    , m_client(m_clock)
    , m_storeFile(m_store.file())
    , m_names(m_client, m_store)
    , m_groups(m_client, m_store)
    , m_window(m_client, m_clock, labelOf)
    , m_sandbox(m_options.lockctl)
    , m_actions(new ActionRunner)
{
    m_ioThread.setObjectName("io"_L1);
    connect(&m_window, &ui::MainWindow::connectRequested, this, &Application::connectTo);
    connect(&m_window, &ui::MainWindow::sandboxRequested, this, &Application::startSandbox);
    connect(&m_sandbox, &SandboxRunner::up, this, &Application::watchSandbox);
    connect(&m_sandbox, &SandboxRunner::failed, this, [this](const QString &problem) {
        m_window.showSandbox({ui::SandboxState::Kind::Failed, problem});
        if (m_client.servers().rowCount() > 0) // the page that tells it is not shown
            m_window.showNotice(tr("The sandbox: %1").arg(problem));
    });
    connectServers();
    connect(&m_window, &ui::MainWindow::guessesWanted, this, [this](bool shown) {
        m_guessesWanted = shown;
        askWatchers([shown](watch::Watcher &watcher) { watcher.showGuesses(shown); });
    });
    connect(&m_client, &ui::WatchClient::aliasesChanged, this, &Application::tellNames);
    ui::AliasBindings *names = &m_window.names();
    connect(names, &ui::AliasBindings::nameWanted, &m_names, &OwnerNames::set);
    connect(&m_names, &OwnerNames::done, names, &ui::AliasBindings::tell);
    connect(&m_names, &OwnerNames::problem, names, &ui::AliasBindings::tell);
    connectActions();
    connectProfiles();
    addGuide();
    m_window.restoreWindowState(m_settings.load());
    if (!m_settings.problem().isEmpty()) {
        m_window.showNotice(m_settings.problem());
        std::fputs(qPrintable(u"lockscope: "_s + m_settings.problem() + u'\n'), stderr);
    }
    if (!m_options.notice.isEmpty()) {
        m_window.showNotice(m_options.notice);
        std::fputs(qPrintable(u"lockscope: "_s + m_options.notice + u'\n'), stderr);
    }
    if (m_options.theme)
        m_window.setTheme(*m_options.theme);
    if (m_options.size)
        m_window.resize(*m_options.size);
}

// What one of the watchers is asked.
void Application::connectServers()
{
    connect(&m_window, &ui::MainWindow::stopScanRequested, this, [this](watch::ServerId server) {
        askWatchers([server](watch::Watcher &watcher) { watcher.stopScan(server); });
    });
    connect(&m_window, &ui::MainWindow::startScanRequested, this, [this](watch::ServerId server) {
        askWatchers([server](watch::Watcher &watcher) { watcher.startScan(server); });
    });
    connect(&m_window, &ui::MainWindow::reconnectRequested, this, [this](watch::ServerId server) {
        askWatchers([server](watch::Watcher &watcher) { watcher.reconnect(server); });
    });
    connect(&m_window, &ui::MainWindow::disconnectRequested, this, &Application::leave);
    connect(&m_client, &ui::WatchClient::serversChanged, this, &Application::joinDoubles);
    connect(&m_window, &ui::MainWindow::forgetRequested, this,
            [this](const QString &label) { m_left.erase(label); });
}

// The profiles are this program's and others': what lockctl saves meanwhile is shown, too.
void Application::connectProfiles()
{
    ui::ProfileController *profiles = &m_window.profiles();
    connect(&m_window, &ui::MainWindow::deploymentsRequested, this,
            &Application::connectDeployments);
    connect(&m_storeFile, &app::FollowedFile::changed, profiles, &ui::ProfileController::reload);
    connect(&m_storeFile, &app::FollowedFile::changed, this, [this] { m_groups.dropRemoved(); });
    profiles->setStore(m_store);
}

// What the window asks for goes to the I/O thread, what became of it comes back: queued, as values.
void Application::connectActions()
{
    m_actions->moveToThread(&m_ioThread);
    ui::ActionController *controller = &m_window.actions();
    ui::WorkbenchPane *pane = &m_window.workbench();
    ui::QuitGuard *guard = &m_window.quitGuard();
    connect(controller, &ui::ActionController::actionRequested, m_actions, &ActionRunner::act);
    connect(m_actions, &ActionRunner::finished, controller, &ui::ActionController::showOutcome);
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
    if (!m_ioThread.isRunning()) { // never started: nobody there would hear of it
        for (const auto &[watcher, mailbox] : m_watchers)
            delete watcher;
        delete m_actions;
        return;
    }
    askWatchers(stopAndDelete);
    // The thread ends itself, behind the last of them: asked from here it might end before.
    QMetaObject::invokeMethod(m_actions, [this] {
        m_actions->stop();
        m_actions->deleteLater();
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

void Application::start()
{
    m_ioThread.start();
    m_groups.set(m_options.groups);
    watch::WatchOptions options;
    options.prefixes = bytesOf(m_options.prefixes);
    options.caFile = m_options.caFile;
    options.budget = m_options.scanBudget;
    if (!m_options.targets.empty())
        watch(m_options.targets, options);
    if (qEnvironmentVariableIsSet(StartTrace::variable))
        new StartTrace(m_window, *m_window.findChild<QAbstractItemView *>(u"locks"_s));
    m_window.show();
    openViews();
    if (!m_options.screenshot.isEmpty())
        QTimer::singleShot(m_options.after, this, &Application::takeScreenshot);
}

void Application::watch(const std::vector<app::ChosenTarget> &targets, watch::WatchOptions options)
{
    struct Added {
        watch::DeploymentId deployment;
        watch::ServerId server;
        app::ChosenTarget target;
    };
    options.guesses = m_guessesWanted;
    watch::WatchMailbox &mailbox = m_client.addSource();
    auto *watcher = new watch::Watcher(options, mailbox);
    std::vector<Added> added;
    for (const app::ChosenTarget &target : targets) {
        const watch::DeploymentId deployment = m_ids.newDeployment();
        const admin::Place place{target.label(), target.profile, target.tag, target.readOnly};
        added.push_back({deployment, m_ids.newServer(), target});
        m_names.addDeployment(deployment, target);
        m_groups.forget(target.label());
        m_watched.insert_or_assign(deployment, Watched{target, options, watcher});
        replaceLeft(m_watched.at(deployment));
        m_client.setPlace(deployment, place);
        redis::ConnectionConfig config;
        config.target = target;
        config.caFile = options.caFile;
        QMetaObject::invokeMethod(m_actions, [actions = m_actions, deployment, config, place] {
            actions->addDeployment(deployment, config, place);
        });
    }
    watcher->moveToThread(&m_ioThread);
    m_watchers.emplace(watcher, &mailbox);
    QMetaObject::invokeMethod(watcher, [watcher, added, prefixes = options.prefixes] {
        for (const Added &each : added) {
            watcher->addServer(each.deployment, each.server, each.target,
                               prefixes.empty() ? each.target.prefixes : prefixes, each.target.pins,
                               each.target.learnNames);
        }
    });
    for (const Added &each : added) {
        tellNames(each.deployment);
        QMetaObject::invokeMethod(m_actions,
                                  [actions = m_actions, deployment = each.deployment, watcher] {
                                      actions->setWatcher(deployment, watcher);
                                  });
    }
}

// Who has a name need not be learned about.
void Application::tellNames(watch::DeploymentId deployment)
{
    askWatchers([deployment, rules = m_client.aliases().rules(deployment)](
                    watch::Watcher &watcher) { watcher.setKnownNames(deployment, rules); });
}

void Application::connectTo(const ui::ConnectRequest &request)
{
    auto targets = app::targetsFrom({request.url}, {}, m_store);
    if (!targets) { // the dialog checks what is typed there
        m_window.showNotice(
            tr("Not connected. %1 Choose Connection > Connect and correct the address.")
                .arg(noticeOf(targets.error())));
        return;
    }
    if (const auto named = app::addNames(*targets, m_options.aliasesFile, m_options.learnNames);
        !named)
        m_window.showNotice(wording::said(named.error().text));
    if (!request.password.isEmpty())
        targets->front().password = request.password.toUtf8();
    watch::WatchOptions options;
    options.prefixes = bytesOf(request.prefixes);
    options.caFile = request.caFile.isEmpty() ? m_options.caFile : request.caFile;
    options.budget = m_options.scanBudget;
    watch(*targets, options);
}

// The operator wants it, and may want it back.
void Application::leave(watch::DeploymentId deployment)
{
    if (const auto known = m_watched.find(deployment);
        known != m_watched.end() && known->second.target.profile.isEmpty())
        m_left[known->second.target.label()].push_back(
            {known->second.target, known->second.options});
    end(deployment, {});
}

void Application::end(watch::DeploymentId deployment, const QString &why)
{
    m_client.removeDeployment(deployment, why);
    m_names.removeDeployment(deployment);
    askWatchers([deployment](watch::Watcher &watcher) { watcher.removeDeployment(deployment); });
    QMetaObject::invokeMethod(m_actions,
                              [to = m_actions, deployment] { to->removeDeployment(deployment); });
    const auto known = m_watched.find(deployment);
    if (known == m_watched.end())
        return;
    const QString profile = known->second.target.profile;
    m_groups.forget(known->second.target.label());
    watch::Watcher *const watcher = known->second.watcher;
    m_watched.erase(known);
    endWatcher(watcher);
    if (!profile.isEmpty() && !isConnected(profile))
        m_groups.remove(profile);
}

// When nothing of it is watched any more. Its mailbox goes when it has gone itself, on its own
// thread.
void Application::endWatcher(watch::Watcher *watcher)
{
    const bool isNeeded = std::ranges::any_of(
        m_watched, [&](const auto &each) { return each.second.watcher == watcher; });
    const auto found = m_watchers.find(watcher);
    if (isNeeded || found == m_watchers.end())
        return;
    const watch::WatchMailbox *const mailbox = found->second;
    m_watchers.erase(found);
    connect(watcher, &QObject::destroyed, this,
            [this, mailbox] { m_client.removeSource(*mailbox); });
    QMetaObject::invokeMethod(watcher, [watcher] { stopAndDelete(*watcher); });
}

// Any of the profile's servers, or the one of that label; without a profile if none is named.
bool Application::isConnected(const QString &profile, const QString &label) const
{
    return std::ranges::any_of(m_watched, [&](const auto &each) {
        const app::ChosenTarget &known = each.second.target;
        return known.profile == profile && (label.isEmpty() || known.label() == label);
    });
}

// As they were connected before, each with what was typed then.
void Application::connectAgain(const QStringList &labels)
{
    for (const QString &label : labels) {
        const auto known = m_left.find(label);
        if (known == m_left.end()) {
            if (!isConnected({}, label))
                m_window.showNotice(tr("Lockscope no longer knows how %1 was connected. Choose "
                                       "Connection > Connect "
                                       "and enter its address.")
                                        .arg(ui::shortLabel(label)));
            continue;
        }
        const std::vector<Watched> before = std::move(known->second);
        m_left.erase(known);
        for (const Watched &each : before)
            watch({each.target}, each.options);
    }
}

// Who connects in the same way once more has said how: that takes the place of one that was left,
// as it does in the list of servers.
void Application::replaceLeft(const Watched &anew)
{
    const auto known = m_left.find(anew.target.label());
    if (known == m_left.end() || !anew.target.profile.isEmpty())
        return;
    std::vector<Watched> &left = known->second;
    const auto same = std::ranges::find_if(left, [&](const Watched &each) {
        return each.target == anew.target && each.options.prefixes == anew.options.prefixes;
    });
    left.erase(same == left.end() ? left.end() - 1 : same);
    if (left.empty())
        m_left.erase(known);
}

// The profile was changed since these were seen in it.
void Application::tellMissing(const QString &profile, const QStringList &labels,
                              const std::vector<app::ChosenTarget> &targets)
{
    QStringList missing;
    for (const QString &label : labels) {
        const auto isIt = [&](const app::ChosenTarget &each) { return each.label() == label; };
        if (std::ranges::none_of(targets, isIt) && !isConnected(profile, label))
            missing += ui::shortLabel(label);
    }
    if (!missing.isEmpty())
        m_window.showNotice(
            tr("The profile %1 no longer contains %2, so that server was not connected. "
               "Choose Edit profile to see its servers.")
                .arg(visibleElided(profile.toUtf8(), 64), missing.join(u", "_s)));
}

// As the profile says it now, not as it was when it was connected last.
void Application::connectDeployments(const QString &profile, const QStringList &labels)
{
    if (profile.isEmpty()) {
        connectAgain(labels);
        return;
    }
    auto targets = app::targetsFrom({}, {profile}, m_store, app::Take::WithGroups);
    if (!targets) {
        m_window.showNotice(noticeOf(targets.error()));
        return;
    }
    if (const auto named = app::addNames(*targets, m_options.aliasesFile, m_options.learnNames);
        !named)
        m_window.showNotice(wording::said(named.error().text));
    tellMissing(profile, labels, *targets);
    std::erase_if(*targets, [&](const app::ChosenTarget &target) {
        return !labels.contains(target.label()) || isConnected(profile, target.label());
    });
    watch::WatchOptions options;
    options.prefixes = bytesOf(m_options.prefixes);
    options.caFile = m_options.caFile;
    options.budget = m_options.scanBudget;
    if (!targets->empty())
        watch(*targets, options);
    if (isConnected(profile))
        m_groups.take(profile);
}

void Application::startSandbox()
{
    m_window.showSandbox({ui::SandboxState::Kind::Starting, {}});
    m_sandbox.start();
}

void Application::watchSandbox(const QStringList &urls)
{
    m_window.showSandbox({});
    auto targets = app::targetsFrom(urls, {}, profile::ProfileStore());
    if (!targets) {
        m_window.showNotice(noticeOf(targets.error()));
        return;
    }
    for (app::ChosenTarget &target : *targets)
        target.password.clear(); // LOCKSCOPE_PASSWORD is for other servers
    watch::WatchOptions options;
    options.budget = m_options.scanBudget;
    watch(*targets, options);
}

} // namespace lockscope::console
