// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/serveridentity.h"

#include "core/base/async/combine.h"
#include "core/base/text.h"
#include "core/redis/topology.h"
#include "core/watch/read/replyerrors.h"
#include "core/watch/record/clusternode.h"
#include "core/watch/server/serverinfo.h"

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

// Empty: the server does not tell.
std::optional<qint64> flushCount(const Result<Reply> &info)
{
    if (!info || info->isError())
        return std::nullopt;
    return flushesIn(info->bytes);
}

} // namespace

ServerIdentity::ServerIdentity(const ServerContext &context, Handlers handlers)
    : m_context(context)
    , m_handlers(std::move(handlers))
{}

QCoro::Task<Result<void>> ServerIdentity::identify(bool wasUp)
{
    redis::Connection &connection = m_context.connection;
    ServerRecord &record = m_context.record;
    m_isCounting = false; // another connection: perhaps another process
    m_isCountDue = false;
    m_flushes.reset();
    m_refusesConfig = false;
    record.facts.refusals.reset(); // another process, or not of now: counted from the next INFO on
    std::vector<Pending<Reply>> pendings;
    for (const char *section : {"server", "replication", "persistence", "memory", "stats"}) {
        const redis::Arguments question{"INFO", section};
        pendings.push_back(connection.send(question));
    }
    // Touches the data: a server that reads nothing at the moment says so.
    const redis::Arguments touch{"DBSIZE"};
    pendings.push_back(connection.send(touch));
    auto all = whenAll(std::move(pendings));
    const auto replies =
        co_await m_context.scope.wait(std::move(all), connection.config().commandTimeout * 2);
    if (!replies)
        co_return fail(replies.error());
    for (const Result<Reply> &reply : *replies) {
        if (!reply)
            co_return fail(reply.error());
        if (isTemporary(reply->errorCode()))
            co_return fail(errorOf(*reply, connection.label()));
    }
    if (infoField((*replies)[2]->bytes, "loading") == "1")
        co_return fail(Error{ErrorKind::Server, "LOADING",
                             Sentence::say("the server is loading its data"), connection.label()});
    noteProcess(infoField((*replies)[0]->bytes, "run_id"), (*replies)[1]->bytes, wasUp);
    // Its address was given, and not that of its cluster.
    if (connection.serverMode() == "cluster" && !record.isShard
        && !std::exchange(record.isPartOfCluster, true))
        m_context.book.tell(EventType::Gap, clusterNodeText());
    record.version = versionIn((*replies)[0]->bytes);
    record.startedAt = startIn((*replies)[0]->bytes, m_context.time.now());
    noteRole((*replies)[1]->bytes);
    for (std::size_t section = 2; section < 5; ++section)
        takeFacts(record.facts, (*replies)[section]->bytes);
    co_await noteRequired((*replies)[1]->bytes);
    co_return Result<void>();
}

// One that was promoted since has a new replication id beside its old one.
bool ServerIdentity::wasPromoted(const QByteArray &replication) const
{
    const QByteArray before = m_context.record.replicationId;
    return !before.isEmpty() && infoField(replication, "role") == "master"
        && infoField(replication, "master_replid") != before
        && !infoField(replication, "master_replid2").replace('0', {}).isEmpty();
}

void ServerIdentity::noteProcess(const QByteArray &runId, const QByteArray &replication, bool wasUp)
{
    const redis::Connection &connection = m_context.connection;
    const QByteArray former = std::exchange(m_runId, runId);
    const auto before = std::exchange(m_address, connection.address());
    if (runId.isEmpty() || runId != former)
        m_handlers.otherProcess();
    m_context.record.runId = runId;
    if (!wasUp)
        return;
    if (connection.topology() && before && before != m_address && m_handlers.formerPrimary)
        m_handlers.formerPrimary(*before);
    // Both stay until they are taken: the connection may be lost again before.
    if (connection.topology() && (before != m_address || wasPromoted(replication)))
        m_isRestarted = m_isFailedOver = true;
    else if (!former.isEmpty() && runId != former)
        m_isRestarted = true;
}

// Leaves a server that is not the primary any more, to find the present one; or one that was not
// the primary meanwhile, to begin anew with it. True: it did.
bool ServerIdentity::leaveFormer(const QByteArray &replication)
{
    redis::Connection &connection = m_context.connection;
    const auto topology = connection.topology();
    const bool isReplica = infoField(replication, "role") == "slave";
    if (!topology || !connection.address() || (!isReplica && !wasPromoted(replication)))
        return false;
    if (isReplica)
        topology->report(*connection.address(), false);
    connection.giveUp({ErrorKind::ConnectionLost,
                       {},
                       isReplica ? Sentence::say("the server is not the primary any more")
                                 : Sentence::say("the server was not the primary meanwhile"),
                       connection.label()});
    return true;
}

QCoro::Task<bool> ServerIdentity::isStillPrimary()
{
    if (!m_context.connection.topology())
        co_return true;
    const redis::Arguments question{"INFO", "replication"};
    auto asked = m_context.connection.send(question);
    const auto reply = co_await m_context.scope.wait(std::move(asked),
                                                     m_context.connection.config().commandTimeout);
    co_return reply && !leaveFormer(reply->bytes);
}

QCoro::Task<Result<void>> ServerIdentity::refresh()
{
    if (m_role.isEmpty())
        co_return Result<void>();
    // Role, memory and persistence in one answer. It costs some 10 us of the server's time more
    // than the role alone, and reports a server's faults within seconds.
    const redis::Arguments question{"INFO"};
    auto asked = m_context.connection.send(question);
    const auto reply = co_await m_context.scope.wait(std::move(asked),
                                                     m_context.connection.config().commandTimeout);
    if (!reply)
        co_return fail(reply.error());
    if (reply->isError() || leaveFormer(reply->bytes))
        co_return Result<void>();
    noteRole(reply->bytes);
    takeFacts(m_context.record.facts, reply->bytes);
    co_await noteRequired(reply->bytes);
    if (m_isCountDue)
        co_await startCounting();
    co_return Result<void>();
}

// INFO tells how many replicas count, if any are required, but not how many.
QCoro::Task<> ServerIdentity::noteRequired(QByteArray replication)
{
    const bool areRequired =
        redis::infoNumber<int>(replication, "min_slaves_good_slaves").has_value();
    if (!areRequired)
        m_context.record.requiredReplicas.reset();
    if (!areRequired || m_refusesConfig)
        co_return;
    const redis::Arguments question{"CONFIG", "GET", "min-replicas-to-write"};
    auto asked = m_context.connection.send(question);
    const auto reply = co_await m_context.scope.wait(std::move(asked),
                                                     m_context.connection.config().commandTimeout);
    if (!reply || isTemporary(reply->errorCode()))
        co_return;
    m_refusesConfig = reply->isError();
    bool isNumber = false;
    const int required =
        reply->elements.size() == 2 ? reply->elements[1].bytes.toInt(&isNumber) : 0;
    m_context.record.requiredReplicas = isNumber ? std::optional(required) : std::nullopt;
}

void ServerIdentity::setFlushesTold(bool told)
{
    if (std::exchange(m_isCounting, !told) == !told)
        return;
    m_isCountDue = false;
    m_flushes.reset();
    if (m_isCounting)
        m_context.scope.start([this] { return startCounting(); });
}

QCoro::Task<Result<Reply>> ServerIdentity::askCount()
{
    const redis::Arguments question{"INFO", "commandstats"};
    auto asked = m_context.connection.send(question);
    co_return co_await m_context.scope.wait(std::move(asked),
                                            m_context.connection.config().commandTimeout);
}

QCoro::Task<> ServerIdentity::startCounting()
{
    const auto reply = co_await askCount();
    if (!m_isCounting)
        co_return;
    m_isCountDue = !reply || isTemporary(reply->errorCode()); // else it is refused for good
    m_flushes = flushCount(reply);
}

QCoro::Task<> ServerIdentity::countFlushes()
{
    if (!m_flushes)
        co_return;
    const auto reply = co_await askCount();
    const auto flushes = flushCount(reply);
    if (!m_context.isUp() || !m_flushes || !flushes)
        co_return;
    const qint64 before = std::exchange(*m_flushes, *flushes);
    if (*flushes <= before)
        co_return;
    m_context.book.tell(EventType::Gap,
                        Sentence::say("the server executed FLUSHALL, FLUSHDB or SWAPDB"));
    m_handlers.flushed();
}

void ServerIdentity::noteRole(const QByteArray &replication)
{
    if (m_handlers.replication)
        m_handlers.replication(replication);
    m_context.record.replicationId = infoField(replication, "master_replid");
    const QByteArray former = infoField(replication, "master_replid2");
    m_context.record.formerReplicationId =
        former.count('0') == former.size() ? QByteArray() : former;
    const QByteArray role = infoField(replication, "role");
    m_context.record.role = role;
    const QByteArray before = std::exchange(m_role, role);
    if (before.isEmpty() || role.isEmpty() || role == before)
        return;
    m_context.book.tell(EventType::Gap,
                        Sentence::say("the server was a %1 and is now a %2: failover")
                            .arg(visibleElided(before, 20), visibleElided(role, 20)));
    m_handlers.failover();
}

} // namespace lockscope::watch
