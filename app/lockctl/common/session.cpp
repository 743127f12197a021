// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/session.h"

#include "app/lockctl/common/printing.h"
#include "core/base/text.h"
#include "core/watch/record/clusternode.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr std::size_t eventCapacity = 100'000;

watch::WatchOptions optionsFor(const TargetChoice &where, std::vector<LockName> names,
                               Session::Look look, bool guesses)
{
    watch::WatchOptions options;
    options.prefixes = where.prefixes;
    options.names = std::move(names);
    options.events = look == Session::Look::Follow;
    options.checkWaiters = look == Session::Look::Waiters;
    options.caFile = where.caFile;
    options.budget = where.scanBudget;
    options.guesses = guesses;
    return options;
}

} // namespace

QString whyNotRead(const watch::ServerRecord &server)
{
    const QString text = wording::errorSentence(*server.error);
    return text.contains(server.label) ? text : server.label + u": "_s + text;
}

Session::Session(const TargetChoice &where, std::vector<LockName> names, Look look, bool guesses,
                 QObject *parent)
    : QObject(parent)
    , m_where(where)
    , m_allNames(names.empty())
    , m_mailbox(eventCapacity,
                [this] {
                    QMetaObject::invokeMethod(
                        this, [this] { take(); }, Qt::QueuedConnection);
                })
    , m_watcher(optionsFor(where, std::move(names), look, guesses), m_mailbox)
{
    watch::IdentityAllocator ids;
    for (const app::ChosenTarget &target : where.targets) {
        m_ids.push_back({ids.newDeployment(), ids.newServer()});
        m_aliases.set(m_ids.back().deployment, target.aliases);
        m_places.push_back(app::filterPlaceOf(target));
    }
    openAliasFiles();
}

Session::~Session() = default;

void Session::start()
{
    for (std::size_t i = 0; i < m_where.targets.size(); ++i) {
        const app::ChosenTarget &target = m_where.targets[i];
        // Locks that are asked for by name are found wherever they are; what their prefix says of
        // them counts all the same.
        const bool usesOwn = m_where.prefixes.empty();
        m_watcher.addServer(m_ids[i].deployment, m_ids[i].server, target,
                            usesOwn ? target.prefixes : m_where.prefixes, target.pins,
                            target.learnNames);
    }
    for (const Ids &ids : m_ids)
        m_watcher.setKnownNames(ids.deployment, m_aliases.rules(ids.deployment));
}

void Session::stop()
{
    m_watcher.stop();
}

void Session::stopScans()
{
    for (const auto &[index, server] : m_servers)
        m_watcher.stopScan(index);
}

bool Session::isScanning() const
{
    return std::any_of(m_servers.begin(), m_servers.end(), [](const auto &entry) {
        return entry.second.discovering && entry.second.scan.running;
    });
}

bool Session::isSettled() const
{
    const std::vector<watch::ServerId> watched = m_watcher.servers();
    return !watched.empty() && std::ranges::all_of(watched, [this](watch::ServerId id) {
        const auto server = m_servers.find(id);
        if (server != m_servers.end())
            return watch::isSettled(server->second);
        const auto left = m_doubleRecords.find(id);
        return left != m_doubleRecords.end() && watch::isSettled(left->second);
    });
}

std::optional<Error> Session::failure() const
{
    return m_failures.empty() ? std::nullopt : std::optional(m_failures.begin()->second);
}

std::size_t Session::targetOf(watch::DeploymentId deployment) const
{
    const auto at = std::ranges::find(m_ids, deployment, &Ids::deployment);
    return static_cast<std::size_t>(at - m_ids.begin());
}

std::map<watch::DeploymentId, QString> Session::labels() const
{
    std::map<watch::DeploymentId, QString> labels;
    for (std::size_t i = 0; i < m_ids.size(); ++i)
        labels.emplace(m_ids[i].deployment, m_where.targets[i].label());
    return labels;
}

const watch::ServerRecord *Session::serverOf(watch::DeploymentId deployment) const
{
    const auto at = std::ranges::find_if(
        m_servers, [&](const auto &each) { return each.second.deployment == deployment; });
    return at == m_servers.end() ? nullptr : &at->second;
}

std::optional<Error> Session::failureOf(watch::DeploymentId deployment) const
{
    const auto failure = m_failures.find(deployment);
    return failure == m_failures.end() ? std::nullopt : std::optional(failure->second);
}

void Session::take()
{
    auto delivery = m_mailbox.take();
    for (auto &[key, change] : delivery.changes) {
        if (const auto *server = std::get_if<watch::ServerPointer>(&change)) {
            noteServer(**server);
            continue;
        }
        auto &lock = std::get<watch::LockPointer>(change);
        const auto &id = std::get<watch::LockId>(key);
        watch::LockId shown = id;
        if (m_doubles.contains(id.deployment)) {
            const auto own = borrowed(id, lock);
            if (!own)
                continue;
            shown = *own;
        } else {
            m_borrowed.erase(id);
        }
        m_aliases.apply(lock);
        Q_EMIT lockChanged(shown, lock);
        if (lock)
            m_locks[shown] = std::move(lock);
        else
            m_locks.erase(shown);
    }
    for (watch::Event &event : delivery.events) {
        if (const watch::DeploymentId kept = listedAs(event.deploymentId);
            kept != event.deploymentId) {
            if (!event.name || event.type == watch::EventType::Gap || !isBeyond(kept, *event.name))
                continue;
            event.deploymentId = kept;
            event.serverId = m_ids[targetOf(kept)].server;
            event.deployment = event.server = m_where.targets[targetOf(kept)].label();
        }
        m_aliases.apply(event);
        if (event.type == watch::EventType::Gap)
            noteGap(event);
        Q_EMIT happened(event);
    }
    Q_EMIT changed();
}

std::vector<watch::Gap> Session::allGaps() const
{
    std::vector<watch::Gap> gaps = m_gaps;
    for (const auto &[index, server] : m_servers) {
        if (server.state == watch::ServerState::Down && server.error)
            gaps.push_back({SystemClock().wallNow(), std::nullopt, server.label, server.label,
                            whyNotRead(server)});
        const auto &counters = server.counters;
        const auto add = [&](quint64 count, const QString &what) {
            if (count > 0)
                gaps.push_back({SystemClock().wallNow(), std::nullopt, server.label, server.label,
                                what.arg(count)});
        };
        add(counters.unreadable, u"a key could not be read %1 times"_s);
        add(counters.dropped, u"%1 changed keys were not read: too many new names"_s);
        add(counters.missed, u"%1 changes were found late, because no event reported them"_s);
    }
    return gaps;
}

// A file that a profile names must not keep anybody from seeing locks.
void Session::openAliasFiles()
{
    for (std::size_t i = 0; i < m_where.targets.size(); ++i) {
        const QString &name = m_where.targets[i].aliasesFile;
        if (name.isEmpty())
            continue;
        const watch::DeploymentId deployment = m_ids[i].deployment;
        std::unique_ptr<app::AliasFile> &file = m_aliasFiles[name];
        if (!file) {
            file = std::make_unique<app::AliasFile>(name);
            const auto tell = [each = file.get()] {
                if (!each->problem().isEmpty())
                    writeError(u"lockctl: %1\n"_s.arg(each->problem()));
            };
            tell();
            connect(file.get(), &app::AliasFile::problemChanged, this, tell);
        }
        m_aliases.set(deployment, AliasOrigin::File, file->rules());
        connect(file.get(), &app::AliasFile::rulesChanged, this,
                [this, deployment, each = file.get()] {
                    setNames(deployment, AliasOrigin::File, each->rules());
                });
    }
}

void Session::setNames(watch::DeploymentId deployment, AliasOrigin origin,
                       std::vector<AliasRule> rules)
{
    if (!m_aliases.set(deployment, origin, std::move(rules)))
        return;
    if (origin != AliasOrigin::Learned)
        m_watcher.setKnownNames(deployment, m_aliases.rules(deployment));
    for (auto &[id, lock] : m_locks) {
        const watch::LockPointer before = lock;
        if (id.deployment == deployment)
            m_aliases.apply(lock);
        if (lock != before)
            Q_EMIT lockChanged(id, lock);
    }
}

watch::DeploymentId Session::listedAs(watch::DeploymentId deployment) const
{
    const auto found = m_doubles.find(deployment);
    return found == m_doubles.end() ? deployment : found->second;
}

const watch::FilterPlace &Session::placeOf(watch::DeploymentId deployment) const
{
    return m_places.at(targetOf(deployment));
}

void Session::leaveOutDoubles()
{
    std::vector<app::Reached> up;
    for (const auto &[index, server] : m_servers) {
        const std::size_t target = targetOf(server.deployment);
        if (server.state == watch::ServerState::Up)
            up.push_back({static_cast<int>(target), &m_where.targets[target], server.runId});
    }
    for (const auto &[target, kept] : app::doublesOf(up))
        leaveOut(deployment(static_cast<std::size_t>(target)),
                 deployment(static_cast<std::size_t>(kept)));
}

void Session::leaveOut(watch::DeploymentId deployment, watch::DeploymentId kept)
{
    const app::ChosenTarget &target = m_where.targets[targetOf(kept)];
    const watch::ServerId server = m_ids[targetOf(deployment)].server;
    writeError(u"lockctl: %1 is the same server as %2, so it is listed once%3\n"_s.arg(
        m_servers.at(server).label, target.label(),
        target.profile.isEmpty()
            ? QString()
            : u", and the profile \"%1\" decides which actions are allowed on it"_s.arg(
                visibleElided(target.profile.toUtf8(), 64))));
    for (auto &[each, listed] : m_doubles) {
        if (listed == deployment)
            listed = kept;
    }
    m_doubles.emplace(deployment, kept);
    m_doubleRecords.insert(m_servers.extract(server));
    m_failures.erase(deployment);
    std::vector<watch::LockPointer> moved;
    for (const auto &[id, lock] : m_locks) {
        if (id.deployment == deployment)
            moved.push_back(lock);
    }
    for (watch::LockPointer &lock : moved) {
        const watch::LockId before = lock->id;
        m_locks.erase(before);
        Q_EMIT lockChanged(before, {});
        if (const auto id = borrowed(before, lock)) {
            m_locks[*id] = lock;
            Q_EMIT lockChanged(*id, lock);
        }
    }
    std::erase_if(m_explanations,
                  [&](const auto &each) { return each.first.deployment == deployment; });
}

// A lock that the watch of a deployment that is reached twice knows, as one of the listed one;
// empty: that one tells of it itself.
std::optional<watch::LockId> Session::borrowed(const watch::LockId &id, watch::LockPointer &lock)
{
    const watch::DeploymentId kept = m_doubles.at(id.deployment);
    const watch::LockId own{kept, id.name};
    if (!lock)
        return m_borrowed.erase(own) > 0 ? std::optional(own) : std::nullopt;
    if (m_locks.contains(own) && !m_borrowed.contains(own))
        return std::nullopt;
    watch::LockRecord record = *lock;
    record.id = own;
    record.serverId = m_ids[targetOf(kept)].server;
    record.deployment = record.server = m_where.targets[targetOf(kept)].label();
    lock = std::make_shared<const watch::LockRecord>(std::move(record));
    m_borrowed.insert(own);
    return own;
}

// Whether the listed server's own watch does not look at such names.
bool Session::isBeyond(watch::DeploymentId kept, const LockName &name) const
{
    const app::ChosenTarget &target = m_where.targets[targetOf(kept)];
    return m_allNames && m_where.prefixes.empty() && !target.prefixes.empty()
        && !format::Hints{target.prefixes, target.pins}.covers(name);
}

void Session::noteServer(const watch::ServerRecord &server)
{
    if (m_doubles.contains(server.deployment)) {
        m_doubleRecords[server.server] = server;
        return;
    }
    if (server.learned)
        setNames(server.deployment, AliasOrigin::Learned, *server.learned);
    if (server.learningRefusal && !std::exchange(m_isRefusalTold, true))
        writeError(u"lockctl: owner names cannot be learned from %1: %2; the user needs the right "
                   "+client|list\n"_s.arg(server.label, server.learningRefusal->text));
    m_servers[server.server] = server;
    if (!m_keepsDoubles && m_where.targets.size() > 1 && server.state == watch::ServerState::Up) {
        leaveOutDoubles();
        if (m_doubles.contains(server.deployment))
            return;
    }
    if (server.error)
        m_failures.try_emplace(server.deployment, *server.error);
    if (server.keyRefusal)
        m_failures.try_emplace(server.deployment, *server.keyRefusal);
    if (server.isPartOfCluster)
        m_failures.try_emplace(
            server.deployment,
            Error{ErrorKind::Unsupported, "CLUSTER", watch::clusterNodeText(), server.label});
}

void Session::noteGap(const watch::Event &event)
{
    if (event.name) {
        m_explanations[{event.deploymentId, *event.name}] = event.detail;
    } else {
        m_gaps.push_back({event.at, event.at, event.deployment, event.server, event.detail});
    }
}

} // namespace lockscope::lockctl
