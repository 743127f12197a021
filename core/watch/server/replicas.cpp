// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/replicas.h"

#include "core/base/async/combine.h"
#include "core/base/text.h"
#include "core/base/tlsfault.h"
#include "core/redis/deployment/channelmark.h"
#include "core/redis/target/foreigncertificates.h"
#include "core/watch/find/clientnames.h"

#include <algorithm>

namespace lockscope::watch {

namespace {

using namespace std::chrono_literals;

constexpr auto forgottenAfter = 1min;
constexpr Millis lookAgain{10};
// The server walks through all its connections for an answer.
constexpr Millis untilNextClients{60'000};
constexpr Millis ofFormerPrimary{5'000};
constexpr std::size_t keptOffsets = 120; // one a second

// One of many connections that only ask now and then, and of a server that is no primary.
redis::ConnectionConfig configOf(redis::ConnectionConfig config, const QByteArray &host,
                                 quint16 port)
{
    config.topology.reset();
    config.target.form = redis::Target::Form::Tcp;
    config.target.hosts = {redis::mapped({fromUtf8(host), port}, config.target.addressMap)};
    config.target.readOnly = true;
    return config;
}

} // namespace

Replicas::Replicas(redis::ConnectionConfig config, const Clock &time, bool asksForClients)
    : m_config(std::move(config))
    , m_time(time)
    , m_asksForClients(asksForClients)
{}

Replicas::~Replicas() = default;

void Replicas::follow(std::vector<LockName> names)
{
    m_followed = std::move(names);
    for (auto &[place, replica] : m_replicas)
        ask(place, replica);
}

void Replicas::note(const QByteArray &replication)
{
    const Instant now = m_time.now();
    const auto named = replicasIn(replication);
    const bool isPrimary = infoField(replication, "role") == "master" && named.has_value();
    m_told = isPrimary ? Told::Primary : Told::NotPrimary;
    const QByteArray id = infoField(replication, "master_replid");
    if (std::exchange(m_replicationId, id) != id)
        m_written.clear();
    if (const auto written = redis::infoNumber<qint64>(replication, "master_repl_offset"))
        m_written.emplace_back(now, *written);
    if (m_written.size() > keptOffsets)
        m_written.pop_front();
    // Told only if some are required.
    m_goodReplicas.reset();
    if (isPrimary)
        m_goodReplicas = redis::infoNumber<int>(replication, "min_slaves_good_slaves");
    if (named)
        name(*named, now);
    for (auto each = m_replicas.begin(); each != m_replicas.end();) {
        const bool isNamed = each->second.namedAt == now;
        const bool isForgotten = now - each->second.namedAt >= forgottenAfter;
        if (!isForgotten && (isNamed || !each->second.isPrimary)) {
            ++each;
            continue;
        }
        // A task that waits for its answer resumes when it goes, and must not find it any more.
        const auto gone = std::move(each->second.connection);
        const auto counts = std::move(each->second.channels); // destroyed before it
        each = m_replicas.erase(each);
    }
    for (auto &[place, replica] : m_replicas)
        ask(place, replica);
}

// Also those that these are known to name. Each is named once, so a circle ends. `named` is a copy:
// the known replicas may change meanwhile.
void Replicas::name(std::vector<KnownReplica> named, Instant now)
{
    for (const KnownReplica &each : named) {
        const auto [place, isNew] = m_replicas.try_emplace({each.host, each.port});
        Replica &replica = place->second;
        if (!isNew && replica.namedAt == now)
            continue;
        replica.namedAt = now;
        noteOffset(replica.asNamed, each.offset);
        replica.asNamed.isLinked = each.isOnline;
        if (each.lag)
            replica.asNamed.silence = std::chrono::seconds(*each.lag);
        if (isNew) {
            replica.connection =
                std::make_unique<redis::Connection>(configOf(m_config, each.host, each.port));
            replica.channels = std::make_unique<ChannelCounts>(*replica.connection, m_time);
            QObject::connect(replica.connection.get(), &redis::Connection::ready,
                             replica.connection.get(), [this, at = place->first] { greet(at); });
            QObject::connect(replica.connection.get(), &redis::Connection::lost,
                             replica.connection.get(),
                             [this, at = place->first](const Error &error) { onLost(at, error); });
            replica.connection->open();
        }
        if (replica.isOurs)
            name(replica.own, now);
    }
}

void Replicas::onLost(const Place &place, const Error &error)
{
    Replica &replica = m_replicas.at(place);
    replica.isAsked = true;
    replica.isOurs = false;
    replica.distrustedAt.reset();
    if (tlsFaultOf(error) == TlsFault::OtherFingerprint)
        replica.distrustedAt = m_time.now();
}

bool Replicas::isConnectedTo(const redis::HostPort &address) const
{
    return std::any_of(m_replicas.begin(), m_replicas.end(), [&](const auto &each) {
        return each.second.connection->config().target.hosts.front() == address;
    });
}

// A replica of a cluster answers MOVED to questions about keys unless it is told otherwise.
void Replicas::greet(const Place &place)
{
    Replica &replica = m_replicas.at(place);
    replica.refusesClients = false;
    replica.clientsAskedAt.reset();
    if (m_config.target.form == redis::Target::Form::Cluster)
        (void)replica.connection->send({"READONLY"});
    ask(place, replica);
}

void Replicas::ask(const Place &place, Replica &replica)
{
    // It may have the pinned one by now.
    if (replica.connection->state() == redis::Connection::State::Closed && replica.distrustedAt
        && m_time.now() - *replica.distrustedAt >= redis::ForeignCertificates::untilNextAttempt)
        replica.connection->open();
    if (replica.connection->state() == redis::Connection::State::Ready
        && !std::exchange(replica.isAsking, true))
        m_scope.start([this, place] { return askWhat(place); });
}

QCoro::Task<> Replicas::askWhat(Place place)
{
    const std::vector<LockName> names = m_followed;
    std::vector<Pending<Reply>> pendings;
    pendings.push_back(m_replicas.at(place).connection->send({"INFO", "replication"}));
    for (const LockName &name : names)
        pendings.push_back(m_replicas.at(place).connection->send({"EXISTS", name.bytes}));
    const bool asksForClients = wantsClients(place, m_replicas.at(place));
    if (asksForClients) {
        m_replicas.at(place).clientsAskedAt = m_time.now();
        pendings.push_back(m_replicas.at(place).connection->send({"CLIENT", "LIST"}));
    }
    auto asking = whenAll(std::move(pendings));
    const auto replies = co_await m_scope.wait(std::move(asking), m_config.commandTimeout * 2);
    const auto known = m_replicas.find(place);
    if (m_scope.isCancelled() || known == m_replicas.end())
        co_return;
    Replica &replica = known->second;
    replica.isAsking = false;
    replica.isAsked = true;
    const auto answered = [&](std::size_t i) {
        return replies && (*replies)[i] && !(*replies)[i]->isError();
    };
    const QByteArray text = answered(0) ? replies->front()->bytes : QByteArray();
    const QByteArray role = infoField(text, "role");
    const auto own = replicasIn(text);
    // An address may lead elsewhere from here than from the server.
    replica.isOurs = role == "slave" && own && infoField(text, "master_replid") == m_replicationId;
    replica.isPrimary = role == "master";
    replica.own = replica.isOurs ? *own : std::vector<KnownReplica>();
    replica.present.clear();
    for (std::size_t i = 0; replica.isOurs && i < names.size(); ++i) {
        if (answered(i + 1))
            replica.present.emplace(names[i], (*replies)[i + 1]->integer != 0);
    }
    if (!replica.isOurs)
        replica.clients.reset();
    else if (asksForClients && replies)
        noteClients(replica, replies->back());
    noteOwn(replica, replica.isOurs ? text : QByteArray());
    name(replica.own, replica.namedAt);
}

// It is behind by the data that was written since the last time at which its server had not got
// farther.
void Replicas::noteOffset(Progress &progress, std::optional<qint64> offset) const
{
    progress.bytesBehind.reset();
    progress.behind.reset();
    if (m_written.empty() || !offset)
        return;
    progress.bytesBehind = std::max<qint64>(m_written.back().second - *offset, 0);
    const auto last = std::find_if(m_written.rbegin(), m_written.rend(),
                                   [&](const auto &each) { return each.second <= *offset; });
    if (last == m_written.rbegin())
        progress.behind = Millis(0);
    else if (last != m_written.rend())
        progress.behind = std::chrono::duration_cast<Millis>(m_time.now() - last->first);
}

void Replicas::noteOwn(Replica &replica, const QByteArray &info) const
{
    replica.asTold = {};
    replica.asTold.isLinked = infoField(info, "master_link_status") == "up";
    noteOffset(replica.asTold, redis::infoNumber<qint64>(info, "slave_repl_offset"));
    if (const auto down = redis::infoNumber<qint64>(info, "master_link_down_since_seconds"))
        replica.asTold.silence = std::chrono::seconds(std::max<qint64>(*down, 0));
    if (const auto priority = redis::infoNumber<int>(info, "slave_priority"))
        replica.priority = priority;
}

bool Replicas::wasPrimary(const Place &place) const
{
    const redis::HostPort announced{fromUtf8(place.first), place.second};
    return m_formerPrimary == redis::mapped(announced, m_config.target.addressMap);
}

bool Replicas::wantsClients(const Place &place, const Replica &replica) const
{
    const Millis pause = wasPrimary(place) ? ofFormerPrimary : untilNextClients;
    return m_asksForClients && !replica.refusesClients
        && (!replica.clientsAskedAt || m_time.now() - *replica.clientsAskedAt >= pause);
}

// A number that is not told is not known, and is not 0.
void Replicas::noteClients(Replica &replica, const Result<Reply> &reply) const
{
    replica.clients.reset();
    replica.refusesClients = reply && reply->isError();
    if (reply && !reply->isError())
        replica.clients = serverClientsFrom(reply->bytes);
}

ReplicaRecord Replicas::recordOf(const Place &place, const Replica &replica) const
{
    const bool isNamed = !m_written.empty() && replica.namedAt == m_written.back().first;
    ReplicaRecord record;
    record.server = replica.connection->label();
    record.isReached =
        replica.isOurs && replica.connection->state() == redis::Connection::State::Ready;
    const Progress &progress = record.isReached ? replica.asTold : replica.asNamed;
    record.isLinked = progress.isLinked && (record.isReached || isNamed);
    record.priority = replica.priority;
    record.wasPrimary = wasPrimary(place);
    if (record.isReached)
        record.clients = replica.clients;
    record.bytesBehind = progress.bytesBehind;
    record.behind = progress.behind;
    // Nothing may have been written, but would not arrive.
    if (progress.silence && (!record.isLinked || !record.isReached || !record.behind))
        record.behind = std::max(record.behind.value_or(Millis(0)), *progress.silence);
    return record;
}

std::shared_ptr<const Replication> Replicas::replication(bool areExpected) const
{
    if (m_told != Told::Primary || (m_replicas.empty() && !areExpected))
        return {};
    Replication all;
    all.requiresReplicas = m_goodReplicas.has_value();
    for (const LockName &name : m_followed)
        all.present[name];
    for (const auto &[place, replica] : m_replicas) {
        all.replicas.push_back(recordOf(place, replica));
        for (const LockName &name : m_followed) {
            const auto has = replica.present.find(name);
            all.present[name].push_back(all.replicas.back().isReached
                                                && has != replica.present.end()
                                            ? std::optional(has->second)
                                            : std::nullopt);
        }
    }
    return std::make_shared<const Replication>(std::move(all));
}

QCoro::Task<Result<void>> Replicas::whenAsked(TaskScope &scope) const
{
    const auto areAsked = [this] {
        return std::all_of(m_replicas.begin(), m_replicas.end(),
                           [](const auto &each) { return each.second.isAsked; });
    };
    for (Millis waited{0}; waited < othersPatience && !areAsked(); waited += lookAgain) {
        const auto slept = co_await scope.sleep(lookAgain);
        if (!slept)
            co_return fail(slept.error());
    }
    co_return Result<void>();
}

bool Replicas::areNone() const
{
    return m_told == Told::Nothing || (m_told == Told::Primary && m_replicas.empty());
}

bool Replicas::canCount() const
{
    return m_told == Told::Primary
        && std::all_of(m_replicas.begin(), m_replicas.end(), [](const auto &each) {
               return each.second.isOurs
                   && each.second.connection->state() == redis::Connection::State::Ready;
           });
}

Pending<std::vector<qint64>> Replicas::count(std::vector<QByteArray> channels, bool isSharded)
{
    if (!canCount())
        return Pending<std::vector<qint64>>::ready(fail(notAllTell()));
    std::vector<Pending<std::vector<qint64>>> parts;
    for (const auto &[place, replica] : m_replicas) {
        parts.push_back(replica.channels->count(channels));
        if (isSharded)
            parts.push_back(askCounts(*replica.connection, redis::countSharded(channels),
                                      channels.size(), redis::shardedCountsFrom));
    }
    return sumOfCounts(std::move(parts), channels.size());
}

} // namespace lockscope::watch
