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
    options.budget = where.scanBudget;
    options.guesses = guesses;
    return options;
}

// Unless the text names the server by itself, which may be without the scheme of its URL.
QString withPlace(const QString &server, const QString &text)
{
    const qsizetype scheme = server.indexOf("://"_L1);
    return text.contains(scheme < 0 ? server : server.sliced(scheme + 3)) ? text
                                                                          : server + u": "_s + text;
}

bool isUnread(const watch::ServerRecord &server)
{
    return server.state == watch::ServerState::Down && server.error;
}

// A primary that does not answer, in whose place Sentinels or the other primaries of its cluster
// put a replica.
bool isBeforeFailover(const watch::ServerRecord &server)
{
    const auto isReplica = [](const watch::MemberRecord &member) {
        return member.role == watch::MemberRecord::Role::Replica;
    };
    return (server.isShard || server.sentinels) && server.members
        && std::ranges::any_of(*server.members, isReplica) && isOfConnection(server.error->kind);
}

// Counted by the servers, without times of their own.
void addMissed(std::vector<watch::Gap> &gaps,
               const std::map<watch::ServerId, watch::ServerRecord> &servers, WallInstant now)
{
    for (const auto &[index, server] : servers) {
        const auto &counters = server.counters;
        const auto add = [&](quint64 count, const QString &one, const QString &many) {
            if (count > 0)
                gaps.push_back({now, std::nullopt, server.label, watch::nameOf(server),
                                count == 1 ? one : many.arg(count)});
        };
        add(counters.unreadable, u"a key could not be read once"_s,
            u"a key could not be read %1 times"_s);
        add(counters.dropped, u"1 changed key was not read: too many new names"_s,
            u"%1 changed keys were not read: too many new names"_s);
        add(counters.missed, u"1 change was found late, because no event reported it"_s,
            u"%1 changes were found late, because no event reported them"_s);
    }
}

} // namespace

bool isOfConnection(ErrorKind kind)
{
    return kind == ErrorKind::Refused || kind == ErrorKind::Timeout
        || kind == ErrorKind::ConnectionLost || kind == ErrorKind::Unreachable;
}

QString whyNotRead(const watch::ServerRecord &server)
{
    const QString why = withPlace(watch::nameOf(server), wording::errorSentence(*server.error));
    return isBeforeFailover(server)
        ? why + u"; if this primary has failed, a replica takes its place soon: try again"_s
        : why;
}

void tellGap(const QString &server, const Sentence &reason)
{
    writeError(u"lockctl: gap: %1\n"_s.arg(withPlace(server, reason.english())));
}

void tellGaps(const std::vector<watch::Gap> &gaps)
{
    for (const watch::Gap &gap : gaps)
        tellGap(gap.server, gap.reason);
}

void tellRefusedWrites(const std::map<watch::ServerId, watch::ServerRecord> &servers)
{
    for (const auto &[id, server] : servers) {
        if (const auto why = watch::whyNoWrites(server);
            why && server.state == watch::ServerState::Up)
            writeError(
                u"lockctl: %1 takes no writes: %2\n"_s.arg(watch::nameOf(server), why->english()));
    }
}

std::vector<watch::Gap> allGaps(std::vector<watch::Gap> gaps,
                                const std::map<watch::ServerId, watch::ServerRecord> &servers,
                                WallInstant now)
{
    for (const auto &[index, server] : servers) {
        if (isUnread(server))
            gaps.push_back(
                {now, std::nullopt, server.label, watch::nameOf(server), whyNotRead(server)});
    }
    addMissed(gaps, servers, now);
    return gaps;
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
    , m_watcher(optionsFor(where, std::move(names), look, guesses), m_mailbox, m_clock, m_allocator)
{
    m_picture.addSink(this);
    m_picture.setWordNames(where.hasWordNames);
    for (const app::ChosenTarget &target : where.targets) {
        m_ids.push_back({m_allocator.newDeployment(), m_allocator.newServer()});
        m_picture.setAliases(m_ids.back().deployment, target.aliases);
        m_places.push_back(app::filterPlaceOf(target));
    }
    openAliasFiles();
}

Session::~Session() = default;

void Session::start()
{
    for (std::size_t i = 0; i < m_where.targets.size(); ++i) {
        const app::ChosenTarget &target = m_where.targets[i];
        // Locks given by name are found under any prefix; a prefix that covers them counts all the
        // same.
        const bool usesOwn = m_where.prefixes.empty();
        m_watcher.addServer(m_ids[i].deployment, m_ids[i].server, target,
                            usesOwn ? target.prefixes : m_where.prefixes, target.pins,
                            target.learnNames);
    }
    for (const Ids &ids : m_ids)
        m_watcher.setKnownNames(ids.deployment, aliases().rules(ids.deployment));
}

void Session::stop()
{
    m_watcher.stop();
}

void Session::stopScans()
{
    for (const auto &[index, server] : servers())
        m_watcher.stopScan(index);
}

bool Session::isScanning() const
{
    return std::any_of(servers().begin(), servers().end(), [](const auto &entry) {
        return entry.second.discovering && entry.second.scan.running;
    });
}

bool Session::isSettled() const
{
    const std::vector<watch::ServerId> watched = m_watcher.servers();
    return !watched.empty() && std::ranges::all_of(watched, [this](watch::ServerId id) {
        if (const watch::ServerRecord *server = m_picture.findServer(id))
            return watch::isSettled(*server);
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
        servers(), [&](const auto &each) { return each.second.deployment == deployment; });
    return at == servers().end() ? nullptr : &at->second;
}

std::optional<Error> Session::failureOf(watch::DeploymentId deployment) const
{
    const auto failure = m_failures.find(deployment);
    return failure == m_failures.end() ? std::nullopt : std::optional(failure->second);
}

// One by one: the deployment of a lock may depend on the previous change.
void Session::take()
{
    auto delivery = m_mailbox.take();
    for (watch::KeyedChange &each : delivery.changes) {
        if (std::holds_alternative<watch::ServerPointer>(each.second)) {
            takeServer(each);
            continue;
        }
        const auto &id = std::get<watch::LockId>(each.first);
        if (!m_doubles.contains(id.deployment))
            m_borrowed.erase(id);
        else if (!borrow(each))
            continue;
        m_picture.merge({&each, 1});
    }
    std::vector<watch::Event> events;
    for (watch::Event &event : delivery.events) {
        if (listedAs(event.deploymentId) == event.deploymentId || borrow(event))
            events.push_back(std::move(event));
    }
    m_picture.append(std::move(events), 0, SystemClock().wallNow());
    m_picture.rename(); // where two clients would have one name
    Q_EMIT changed();
}

void Session::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    Q_EMIT lockChanged(id, lock);
}

void Session::note(const watch::ServerRecord & /*server*/) {}

void Session::note(const std::vector<watch::Event> &events)
{
    for (const watch::Event &event : events) {
        if (event.type == watch::EventType::Gap && event.name)
            m_explanations[{event.deploymentId, *event.name}] = event.detail.english();
        Q_EMIT happened(event);
    }
}

std::vector<watch::Gap> Session::allGaps() const
{
    return lockctl::allGaps(gaps(), servers(), m_clock.wallNow());
}

void Session::tellAllGaps() const
{
    for (const auto &[id, server] : servers()) {
        if (isUnread(server))
            writeError(u"lockctl: %1\n"_s.arg(whyNotRead(server)));
    }
    std::vector<watch::Gap> seen = gaps();
    addMissed(seen, servers(), m_clock.wallNow());
    tellGaps(seen);
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
                    writeError(u"lockctl: %1\n"_s.arg(each->problem().english()));
            };
            tell();
            connect(file.get(), &app::AliasFile::problemChanged, this, tell);
        }
        m_picture.setAliases(deployment, AliasOrigin::File, file->rules());
        connect(file.get(), &app::AliasFile::rulesChanged, this,
                [this, deployment, each = file.get()] {
                    if (!m_picture.setAliases(deployment, AliasOrigin::File, each->rules()))
                        return;
                    m_watcher.setKnownNames(deployment, aliases().rules(deployment));
                    m_picture.rename();
                });
    }
}

watch::DeploymentId Session::listedAs(watch::DeploymentId deployment) const
{
    const auto found = m_doubles.find(deployment);
    return found == m_doubles.end() ? deployment : found->second;
}

const insight::FilterPlace &Session::placeOf(watch::DeploymentId deployment) const
{
    return m_places.at(targetOf(deployment));
}

// For the guard of the next command. That it cannot be kept must not keep anybody from seeing
// locks.
void Session::rememberMembers(const watch::ServerRecord &server)
{
    const app::ChosenTarget &target = m_where.targets[targetOf(server.deployment)];
    if (target.profile.isEmpty() || server.runId.isEmpty())
        return;
    profile::Marks marks = app::marksOf(server, target);
    profile::Marks &known = m_marks[server.server];
    if (std::exchange(known, marks) != marks)
        (void)app::remember(target, profile::ProfileStore(), marks);
}

void Session::leaveOutDoubles()
{
    std::vector<app::Reached> up;
    for (const auto &[index, server] : servers()) {
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
        servers().at(server).label, target.label(),
        target.profile.isEmpty()
            ? QString()
            : u", and the profile \"%1\" decides which actions are allowed on it"_s.arg(
                visibleElided(target.profile.toUtf8(), 64))));
    for (auto &[each, listed] : m_doubles) {
        if (listed == deployment)
            listed = kept;
    }
    m_doubles.emplace(deployment, kept);
    m_doubleRecords.emplace(server, servers().at(server));
    m_failures.erase(deployment);
    std::vector<watch::KeyedChange> moved;
    m_picture.forEachLockOf(
        deployment, [&](const watch::LockPointer &lock) { moved.emplace_back(lock->id, lock); });
    m_picture.removeDeployment(deployment);
    for (watch::KeyedChange &each : moved) {
        if (borrow(each))
            m_picture.merge({&each, 1});
    }
    std::erase_if(m_explanations,
                  [&](const auto &each) { return each.first.deployment == deployment; });
}

// For a deployment that is reached twice: turns the change of a lock into one of the listed
// deployment. False: the listed deployment reports the lock itself.
bool Session::borrow(watch::KeyedChange &change)
{
    auto &id = std::get<watch::LockId>(change.first);
    auto &lock = std::get<watch::LockPointer>(change.second);
    id.deployment = m_doubles.at(id.deployment);
    if (!lock)
        return m_borrowed.erase(id) > 0;
    if (locks().contains(id) && !m_borrowed.contains(id))
        return false;
    const std::size_t target = targetOf(id.deployment);
    watch::LockRecord record = *lock;
    record.id = id;
    record.serverId = m_ids[target].server;
    record.deployment = record.server = m_where.targets[target].label();
    lock = std::make_shared<const watch::LockRecord>(std::move(record));
    m_borrowed.insert(id);
    return true;
}

// The same of an event.
bool Session::borrow(watch::Event &event) const
{
    const watch::DeploymentId kept = listedAs(event.deploymentId);
    if (!event.name || event.type == watch::EventType::Gap || !isBeyond(kept, *event.name))
        return false;
    event.deploymentId = kept;
    event.serverId = m_ids[targetOf(kept)].server;
    event.deployment = event.server = m_where.targets[targetOf(kept)].label();
    return true;
}

// Whether the listed server's own watch does not look at such names.
bool Session::isBeyond(watch::DeploymentId kept, const LockName &name) const
{
    const app::ChosenTarget &target = m_where.targets[targetOf(kept)];
    return m_allNames && m_where.prefixes.empty() && !target.prefixes.empty()
        && !format::Hints{target.prefixes, target.pins}.covers(name);
}

void Session::takeServer(watch::KeyedChange &change)
{
    const watch::ServerPointer pointer = std::get<watch::ServerPointer>(change.second);
    const watch::ServerRecord &server = *pointer;
    if (m_doubles.contains(server.deployment)) {
        m_doubleRecords[server.server] = server;
        return;
    }
    m_picture.merge({&change, 1});
    m_picture.rename(); // with names learned from the server, if any
    if (server.state == watch::ServerState::Up)
        rememberMembers(server);
    if (server.learningRefusal && !std::exchange(m_isRefusalTold, true))
        writeError(u"lockctl: owner names cannot be learned from %1: %2; the user needs the right "
                   "+client|list\n"_s.arg(server.label, server.learningRefusal->text.english()));
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

} // namespace lockscope::lockctl
