// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/connections.h"

#include "app/common/sameserver.h"
#include "core/base/text.h"
#include "core/platform/coredumps.h"
#include "ui/wording/connectionwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

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

admin::Place placeOf(const app::ChosenTarget &target)
{
    admin::Place place{target.label(), target.profile, target.tag, target.readOnly};
    place.guardedBy = target.guardedBy;
    place.isUnlockNeeded = !target.readOnly
        && (target.tag == profile::Tag::Production || !target.operatorUser.isEmpty());
    return place;
}

redis::ConnectionConfig configOf(const redis::Target &target)
{
    redis::ConnectionConfig config;
    config.target = target;
    return config;
}

std::vector<QByteArray> bytesOf(const QStringList &texts)
{
    std::vector<QByteArray> bytes;
    for (const QString &text : texts)
        bytes.push_back(text.toUtf8());
    return bytes;
}

// Earlier versions kept a failed connection beside the one that took its place: the last one
// counts.
std::vector<ui::SessionServer> withoutTwins(const std::vector<ui::SessionServer> &servers)
{
    std::vector<ui::SessionServer> each;
    for (const ui::SessionServer &server : servers) {
        std::erase_if(each, [&](const ui::SessionServer &known) {
            return known.profile == server.profile && known.label == server.label;
        });
        each.push_back(server);
    }
    return each;
}

} // namespace

// Each knows its own servers.
template <typename Ask>
void Connections::askWatchers(const Ask &ask)
{
    for (const auto &each : m_watchers) {
        watch::Watcher *const watcher = each.first;
        QMetaObject::invokeMethod(watcher, [watcher, ask] { ask(*watcher); });
    }
}

Connections::Connections(const Surroundings &surroundings, QObject *parent)
    : QObject(parent)
    , m_options(surroundings.options)
    , m_clock(surroundings.clock)
    , m_client(surroundings.client)
    , m_health(surroundings.health)
    , m_store(surroundings.store)
    , m_names(surroundings.names)
    , m_groups(surroundings.groups)
    , m_secrets(surroundings.secrets)
    , m_ioThread(surroundings.ioThread)
    , m_actions(surroundings.actions)
{
    connect(&m_client, &ui::WatchClient::aliasesChanged, this, &Connections::tellNames);
    connect(&m_client, &ui::WatchClient::serversChanged, this, &Connections::onServersChanged);
}

Connections::~Connections() = default;

void Connections::begin()
{
    m_groups.set(m_options.groups);
    if (!m_options.targets.empty())
        watch(m_options.targets, usualOptions());
}

void Connections::stop()
{
    const auto watchers = std::exchange(m_watchers, {});
    for (const auto &each : watchers) {
        watch::Watcher *const watcher = each.first;
        if (m_ioThread.isRunning())
            QMetaObject::invokeMethod(watcher, [watcher] { stopAndDelete(*watcher); });
        else // never started: the call would never run there
            delete watcher;
    }
}

watch::WatchOptions Connections::usualOptions() const
{
    watch::WatchOptions options;
    options.prefixes = bytesOf(m_options.prefixes);
    options.budget = m_options.scanBudget;
    return options;
}

std::vector<watch::DeploymentId> Connections::watch(std::vector<app::ChosenTarget> targets,
                                                    watch::WatchOptions options)
{
    struct Added {
        watch::DeploymentId deployment;
        watch::ServerId server;
        app::ChosenTarget target;
    };
    options.guesses = m_guessesWanted;
    for (app::ChosenTarget &target : targets)
        m_secrets.equip(target, target.secrets);
    watch::WatchMailbox &mailbox = m_client.addSource();
    auto *watcher = new watch::Watcher(options, mailbox, m_clock, m_ids);
    std::vector<Added> added;
    for (app::ChosenTarget &target : targets) {
        if (target.givenCaFile.isEmpty())
            app::giveCaFile(target, m_options.caFile);
        const watch::DeploymentId deployment = m_ids.newDeployment();
        const admin::Place place = placeOf(target);
        added.push_back({deployment, m_ids.newServer(), target});
        m_names.addDeployment(deployment, target);
        m_groups.forget(target.label());
        m_registry.add(deployment, {target, options, watcher});
        m_client.setPlace(deployment, place);
        if (target.thresholds)
            m_health.setThresholds(deployment, *target.thresholds);
        Q_EMIT watched(deployment, target);
        QMetaObject::invokeMethod(&m_actions,
                                  [actions = &m_actions, deployment, config = configOf(target),
                                   place] { actions->addDeployment(deployment, config, place); });
        if (m_isActingUnlocked)
            unlockActing(*m_registry.find(deployment), deployment);
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
    std::vector<watch::DeploymentId> deployments;
    for (const Added &each : added) {
        deployments.push_back(each.deployment);
        tellNames(each.deployment);
        QMetaObject::invokeMethod(&m_actions,
                                  [actions = &m_actions, deployment = each.deployment, watcher] {
                                      actions->setWatcher(deployment, watcher);
                                  });
    }
    return deployments;
}

// An owner that has a name need not be asked for one.
void Connections::tellNames(watch::DeploymentId deployment)
{
    askWatchers([deployment, rules = m_client.picture().aliases().rules(deployment)](
                    watch::Watcher &watcher) { watcher.setKnownNames(deployment, rules); });
}

void Connections::setActing(bool isUnlocked)
{
    m_isActingUnlocked = isUnlocked;
    for (const auto &[deployment, watched] : m_registry.all()) {
        if (isUnlocked)
            unlockActing(watched, deployment);
        else
            QMetaObject::invokeMethod(
                &m_actions, [actions = &m_actions, deployment] { actions->lock(deployment); });
    }
}

// The secret lives with the connection's settings: here it is only passed on.
void Connections::unlockActing(const WatchedDeployment &watched, watch::DeploymentId deployment)
{
    const app::ChosenTarget &target = watched.target;
    if (!placeOf(target).isUnlockNeeded)
        return;
    std::shared_ptr<redis::Credentials> credentials;
    if (!target.operatorUser.isEmpty())
        credentials = m_secrets.credentialsFor(target.secrets, secret::Which::OperatorPassword);
    const redis::Target acting =
        app::actingTarget(target, credentials, qgetenv("LOCKSCOPE_OPERATOR_PASSWORD"));
    QMetaObject::invokeMethod(&m_actions,
                              [actions = &m_actions, deployment, config = configOf(acting)] {
                                  actions->unlock(deployment, config);
                              });
}

void Connections::startScan(watch::ServerId server)
{
    askWatchers([server](watch::Watcher &watcher) { watcher.startScan(server); });
}

void Connections::stopScan(watch::ServerId server)
{
    askWatchers([server](watch::Watcher &watcher) { watcher.stopScan(server); });
}

void Connections::followOnReplicas(const std::optional<watch::LockId> &lock)
{
    askWatchers([lock](watch::Watcher &watcher) { watcher.followOnReplicas(lock); });
}

bool Connections::isUp(watch::DeploymentId deployment) const
{
    return std::ranges::any_of(m_client.servers().rows(), [deployment](const ui::ServerRow &row) {
        return row.server.deployment == deployment && row.server.state == watch::ServerState::Up;
    });
}

bool Connections::isPasswordWanted(const watch::ServerRecord &server) const
{
    const WatchedDeployment *const known = m_registry.find(server.deployment);
    return known && !known->target.secrets.password.isSet()
        && server.state == watch::ServerState::Down && server.error
        && wording::isPasswordWanted(*server.error);
}

void Connections::askForPassword(const watch::ServerRecord &server)
{
    const app::ChosenTarget &target = m_registry.find(server.deployment)->target;
    Q_EMIT passwordWanted(server.deployment, target.label(), target.user,
                          server.error->code != "NOAUTH");
}

// Passwords that were typed are not remembered. Asked for once: Reconnect asks again.
void Connections::askForThoseOfTheSession()
{
    if (m_resumed.empty())
        return;
    std::vector<watch::ServerRecord> wanted;
    for (const ui::ServerRow &row : m_client.servers().rows()) {
        const bool isWanted = isPasswordWanted(row.server);
        if ((isWanted || row.server.state == watch::ServerState::Up)
            && m_resumed.erase(row.server.deployment) > 0 && isWanted)
            wanted.push_back(row.server);
    }
    for (const watch::ServerRecord &server : wanted)
        askForPassword(server);
}

void Connections::connectWithPassword(watch::DeploymentId deployment, const QByteArray &user,
                                      const QByteArray &password)
{
    const WatchedDeployment *const known = m_registry.find(deployment);
    if (!known)
        return;
    WatchedDeployment again = *known;
    again.target.user = user;
    again.target.password = password;
    platform::forbidCoreDumps();
    end(deployment, Sentence::say("reconnected with another password"));
    watch({again.target}, again.options);
    if (!again.target.profile.isEmpty())
        m_groups.take(again.target.profile);
}

void Connections::reconnect(watch::ServerId server)
{
    const watch::ServerRecord *const known = m_client.servers().find(server);
    if (known && isPasswordWanted(*known)) {
        askForPassword(watch::ServerRecord(*known));
        return;
    }
    askWatchers([server](watch::Watcher &watcher) { watcher.reconnect(server); });
}

void Connections::showGuesses(bool shown)
{
    m_guessesWanted = shown;
    askWatchers([shown](watch::Watcher &watcher) { watcher.showGuesses(shown); });
}

void Connections::addNames(std::vector<app::ChosenTarget> &targets)
{
    if (const auto named = app::addNames(targets, m_options.aliasesFile, m_options.learnNames);
        !named)
        Q_EMIT notice(wording::said(named.error().text));
}

// One that failed would stay beside the new one for good, with the wrong password.
void Connections::replaceFailed(const app::ChosenTarget &target)
{
    if (!target.profile.isEmpty())
        return;
    const QString label = target.label();
    std::vector<watch::DeploymentId> failed;
    for (const auto &[deployment, known] : m_registry.all()) {
        if (known.target.profile.isEmpty() && known.target.label() == label && !isUp(deployment))
            failed.push_back(deployment);
    }
    for (const watch::DeploymentId deployment : failed)
        end(deployment, Sentence::say("replaced by a new connection to the same address"));
    if (failed.size() > 1)
        Q_EMIT joined(label); // one takes the place of all
}

void Connections::connectTo(const ui::ConnectRequest &request)
{
    auto targets = app::targetsFrom({request.url}, {}, m_store);
    if (!targets) { // the dialog checks what is typed there
        Q_EMIT notice(tr("Not connected. %1 Choose Connection > Connect and correct the address.")
                          .arg(noticeOf(targets.error())));
        return;
    }
    addNames(*targets);
    if (!request.password.isEmpty()) {
        targets->front().password = request.password.toUtf8();
        platform::forbidCoreDumps();
    }
    watch::WatchOptions options = usualOptions();
    options.prefixes = bytesOf(request.prefixes);
    app::giveCaFile(targets->front(), request.tls.caFile);
    replaceFailed(targets->front());
    watch(*targets, options);
}

void Connections::connectSandbox(const QStringList &urls)
{
    auto targets = app::targetsFrom(urls, {}, profile::ProfileStore());
    if (!targets) {
        Q_EMIT notice(noticeOf(targets.error()));
        return;
    }
    for (app::ChosenTarget &target : *targets) {
        target.password.clear(); // LOCKSCOPE_PASSWORD is for other servers
        target.sentinelPassword.clear();
        m_sandbox.insert(target.label());
    }
    watch::WatchOptions options;
    options.budget = m_options.scanBudget;
    watch(*targets, options);
}

void Connections::connectProfile(const QString &profile)
{
    const auto targets = app::targetsFrom({}, {profile}, m_store, app::Take::WithGroups);
    if (!targets) {
        Q_EMIT notice(noticeOf(targets.error()));
        return;
    }
    QStringList labels;
    for (const app::ChosenTarget &target : *targets)
        labels += target.label();
    connectDeployments(profile, labels);
}

void Connections::connectWithoutPassword(const QString &url)
{
    auto targets = app::targetsFrom({url}, {}, m_store);
    if (!targets) {
        Q_EMIT notice(noticeOf(targets.error()));
        return;
    }
    addNames(*targets);
    targets->front().password.clear();
    watch(*targets, usualOptions());
}

std::vector<ui::SessionServer> Connections::session() const
{
    std::vector<ui::SessionServer> servers;
    for (const auto &each : m_registry.all()) {
        const WatchedDeployment &watched = each.second;
        ui::SessionServer server{watched.target.profile, watched.target.label()};
        if (m_sandbox.contains(server.label))
            continue;
        for (const QByteArray &prefix : watched.options.prefixes)
            server.prefixes += fromUtf8(prefix);
        server.caFile = watched.target.givenCaFile;
        servers.push_back(std::move(server));
    }
    return servers;
}

// As its profile has it now; where only the profile's address is the same, as it was typed.
std::optional<app::ChosenTarget> Connections::targetOf(const ui::SessionServer &server) const
{
    if (!server.profile.isEmpty()) {
        const auto all = app::targetsFrom({}, {server.profile}, m_store, app::Take::WithGroups);
        for (const app::ChosenTarget &target : all ? *all : std::vector<app::ChosenTarget>()) {
            if (target.label() == server.label)
                return target;
        }
    }
    const auto typed = app::targetsFrom({server.label}, {}, m_store);
    if (!typed || (!server.profile.isEmpty() && typed->front().profile != server.profile))
        return std::nullopt;
    return typed->front();
}

bool Connections::resume(const std::vector<ui::SessionServer> &servers)
{
    std::map<QString, std::vector<app::ChosenTarget>> profiles; // whose servers share a watcher
    const auto watchResumed = [this](const std::vector<app::ChosenTarget> &targets,
                                     const watch::WatchOptions &options) {
        for (const watch::DeploymentId deployment : watch(targets, options))
            m_resumed.insert(deployment);
    };
    for (const ui::SessionServer &server : withoutTwins(servers)) {
        const auto target = targetOf(server);
        if (!target)
            continue;
        const bool isPlain = server.prefixes.isEmpty() && server.caFile.isEmpty();
        std::vector<app::ChosenTarget> &together = profiles[target->profile];
        if (isPlain && !target->profile.isEmpty()) {
            together.push_back(*target);
            continue;
        }
        watch::WatchOptions options = usualOptions();
        options.prefixes = bytesOf(server.prefixes);
        std::vector<app::ChosenTarget> one{*target};
        app::giveCaFile(one.front(), server.caFile);
        addNames(one);
        watchResumed(one, options);
    }
    for (auto &[profile, together] : profiles) {
        addNames(together);
        if (!together.empty())
            watchResumed(together, usualOptions());
        if (!profile.isEmpty())
            m_groups.take(profile);
    }
    return !m_registry.all().empty();
}

// The operator wants it, and may want it back.
void Connections::disconnectFrom(watch::DeploymentId deployment)
{
    m_registry.keepLeft(deployment);
    end(deployment, {});
}

void Connections::end(watch::DeploymentId deployment, const Sentence &why)
{
    Q_EMIT ended(deployment);
    m_client.removeDeployment(deployment, why);
    m_names.removeDeployment(deployment);
    askWatchers([deployment](watch::Watcher &watcher) { watcher.removeDeployment(deployment); });
    QMetaObject::invokeMethod(&m_actions,
                              [to = &m_actions, deployment] { to->removeDeployment(deployment); });
    const std::optional<WatchedDeployment> ended = m_registry.remove(deployment);
    m_resumed.erase(deployment);
    if (!ended)
        return;
    const QString profile = ended->target.profile;
    m_groups.forget(ended->target.label());
    endWatcher(ended->watcher);
    if (!profile.isEmpty() && !m_registry.isConnected(profile))
        m_groups.remove(profile);
}

// When it watches nothing any more. Its mailbox is removed after it has been destroyed on its own
// thread.
void Connections::endWatcher(const watch::Watcher *ended)
{
    const auto found =
        std::ranges::find_if(m_watchers, [&](const auto &each) { return each.first == ended; });
    if (m_registry.isWatcherNeeded(ended) || found == m_watchers.end())
        return;
    const auto [watcher, mailbox] = *found;
    m_watchers.erase(found);
    connect(watcher, &QObject::destroyed, this,
            [this, mailbox = mailbox] { m_client.removeSource(*mailbox); });
    QMetaObject::invokeMethod(watcher, [watcher = watcher] { stopAndDelete(*watcher); });
}

// Connects the servers as before, each with the settings typed then.
void Connections::connectAgain(const QStringList &labels)
{
    for (const QString &label : labels) {
        const std::vector<WatchedDeployment> before = m_registry.takeLeft(label);
        if (before.empty() && !m_registry.isConnected({}, label))
            Q_EMIT notice(tr("Lockscope no longer knows how %1 was connected. Choose "
                             "Connection > Connect "
                             "and enter its address.")
                              .arg(ui::shortLabel(label)));
        for (const WatchedDeployment &each : before)
            watch({each.target}, each.options);
    }
}

// The profile was changed since these were seen in it.
void Connections::tellMissing(const QString &profile, const QStringList &labels,
                              const std::vector<app::ChosenTarget> &targets)
{
    QStringList missing;
    for (const QString &label : labels) {
        const auto isIt = [&](const app::ChosenTarget &each) { return each.label() == label; };
        if (std::ranges::none_of(targets, isIt) && !m_registry.isConnected(profile, label))
            missing += ui::shortLabel(label);
    }
    if (!missing.isEmpty())
        Q_EMIT notice(tr("The profile %1 no longer contains %2, so that server was not connected. "
                         "Choose Edit profile to see its servers.")
                          .arg(visibleElided(profile.toUtf8(), 64), wording::listed(missing)));
}

void Connections::connectDeployments(const QString &profile, const QStringList &labels)
{
    if (profile.isEmpty()) {
        connectAgain(labels);
        return;
    }
    auto targets = app::targetsFrom({}, {profile}, m_store, app::Take::WithGroups);
    if (!targets) {
        Q_EMIT notice(noticeOf(targets.error()));
        return;
    }
    addNames(*targets);
    tellMissing(profile, labels, *targets);
    std::erase_if(*targets, [&](const app::ChosenTarget &target) {
        return !labels.contains(target.label()) || m_registry.isConnected(profile, target.label());
    });
    if (!targets->empty())
        watch(*targets, usualOptions());
    if (m_registry.isConnected(profile))
        m_groups.take(profile);
}

void Connections::guardAgain()
{
    m_marks.clear();
    guardServers();
}

void Connections::onServersChanged()
{
    askForThoseOfTheSession();
    joinDoubles();
    guardServers(); // of those that are shown
}

// The strictest profile that reaches one of its members guards a deployment: a saved one, or one
// that is connected beside it.
void Connections::guardServers()
{
    std::map<watch::DeploymentId, profile::Marks> marks;
    for (const ui::ServerRow &row : m_client.servers().rows()) {
        const WatchedDeployment *const known = m_registry.find(row.server.deployment);
        if (known && row.server.state == watch::ServerState::Up)
            marks[row.server.deployment].merge(app::marksOf(row.server, known->target));
    }
    if (marks == m_marks)
        return;
    m_marks = marks;
    const auto saved = m_store.load();
    std::vector<std::pair<watch::DeploymentId, app::ChosenTarget>> stricter;
    std::vector<std::pair<watch::DeploymentId, app::ChosenTarget>> unknown; // who guards them
    for (const auto &[deployment, own] : marks) {
        app::ChosenTarget target = m_registry.find(deployment)->target;
        (void)app::remember(target, m_store, own); // the guard holds as long as this runs anyway
        bool isStricter = saved && app::guardBySaved(target, m_store, *saved, own);
        if (!saved && !std::exchange(target.readOnly, true)) {
            unknown.emplace_back(deployment, target);
            continue;
        }
        for (const auto &[other, theirs] : marks) {
            const app::ChosenTarget &beside = m_registry.find(other)->target;
            const bool isMember = std::ranges::any_of(
                own, [&](const QByteArray &mark) { return theirs.contains(mark); });
            if (other != deployment && isMember && beside.database == target.database
                && app::isStrict(app::guardOf(beside)))
                isStricter |= app::guardBy(target, app::guardOf(beside));
        }
        if (isStricter)
            stricter.emplace_back(deployment, target);
    }
    for (const auto &[deployment, target] : unknown) {
        if (m_registry.find(deployment))
            guard(deployment, target, wording::errorSentence(saved.error()));
    }
    for (const auto &[deployment, target] : stricter) {
        if (m_registry.find(deployment)) // else it was joined meanwhile
            guard(deployment, target);
    }
}

void Connections::guard(watch::DeploymentId deployment, const app::ChosenTarget &target,
                        const QString &problem)
{
    const admin::Place place = placeOf(target);
    WatchedDeployment watched = *m_registry.find(deployment);
    watched.target = target;
    m_registry.add(deployment, watched);
    QMetaObject::invokeMethod(&m_actions,
                              [actions = &m_actions, deployment, config = configOf(target), place] {
                                  actions->guard(deployment, config, place);
                              });
    if (m_isActingUnlocked)
        unlockActing(watched, deployment);
    m_client.setPlace(deployment, place);
    if (!problem.isEmpty()) {
        Q_EMIT notice(tr("%1. A profile may guard %2, so nothing can be changed there until it is "
                         "connected again with profiles that can be read.")
                          .arg(wording::capitalised(problem), ui::shortLabel(target.label())));
        return;
    }
    const QString by = visibleElided(app::guardOf(target).profile.toUtf8(), 64);
    Q_EMIT notice(
        target.readOnly
            ? tr("The profile %1 guards %2 and is read-only: nothing can be changed there.")
                  .arg(by, ui::shortLabel(target.label()))
            : tr("%1 belongs to a profile that is production: acting there is confirmed "
                 "as on production.")
                  .arg(ui::shortLabel(target.label())));
}

// A server that is reached in two ways shows its locks once, and the strictest profile guards them.
void Connections::joinDoubles()
{
    std::vector<app::Reached> up;
    for (const ui::ServerRow &row : m_client.servers().rows()) {
        const watch::DeploymentId deployment = row.server.deployment;
        const WatchedDeployment *const known = m_registry.find(deployment);
        if (known && row.server.state == watch::ServerState::Up)
            up.push_back({deployment.number, &known->target, row.server.runId});
    }
    for (const auto &[number, kept] : app::doublesOf(up)) {
        const watch::DeploymentId deployment{number};
        if (m_registry.find(deployment)) // or this was called again meanwhile
            join(deployment, {kept});
    }
}

QString Connections::joinedNotice(const QString &label, watch::DeploymentId kept) const
{
    const app::ChosenTarget &stays = m_registry.find(kept)->target;
    const QString both = label == stays.label()
        ? tr("You connected %1 twice.").arg(ui::shortLabel(label))
        : tr("%1 and %2 are the same server.")
              .arg(ui::shortLabel(label), ui::shortLabel(stays.label()));
    const QString guard = stays.profile.isEmpty()
        ? tr("It is shown once.")
        : tr("It is shown once, and the profile %1 (%2) decides which actions are allowed "
             "on it.")
              .arg(visibleElided(stays.profile.toUtf8(), 64),
                   ui::placeLines(m_client.servers().placeOf(kept)).value(0));
    return both + u' ' + guard;
}

void Connections::join(watch::DeploymentId deployment, watch::DeploymentId kept)
{
    // Both are looked for, wherever they were.
    const auto scopeOf = [](const WatchedDeployment &watched) {
        app::ChosenTarget target = watched.target;
        if (!watched.options.prefixes.empty())
            target.prefixes = watched.options.prefixes;
        return target;
    };
    const QString label = m_registry.find(deployment)->target.label();
    const app::ChosenTarget scope = scopeOf(*m_registry.find(kept));
    const app::ChosenTarget wanted = app::widened(scope, scopeOf(*m_registry.find(deployment)));
    watch::WatchOptions options = m_registry.find(kept)->options;
    options.prefixes.clear();
    const QString told = joinedNotice(label, kept);
    end(deployment,
        Sentence::say("the same server as %1: Lockscope connects to it once").arg(scope.label()));
    Q_EMIT joined(label);
    if (wanted.prefixes != scope.prefixes || wanted.pins != scope.pins) {
        end(kept, Sentence::say("reconnected to search for more locks"));
        watch({wanted}, options);
        if (!wanted.profile.isEmpty())
            m_groups.take(wanted.profile);
    }
    m_groups.setSame(label, scope.label());
    Q_EMIT notice(told);
}

} // namespace lockscope::console
