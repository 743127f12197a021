// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/permitsight.h"

#include "core/admin/plan/plans.h"
#include "core/base/async/combine.h"
#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/format/traits.h"
#include "core/redis/deployment/channelmark.h"
#include "core/redis/wire.h"

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using format::KeyType;
using format::RawKey;
using Replies = std::vector<Result<Reply>>;

// A key of another type is given its type alone, not its content.
RawKey rawKey(const Reply &type, const Reply &length, const Reply &content, const Reply &left,
              format::ServerMs now)
{
    RawKey key;
    key.type = format::typeFromName(type.bytes);
    key.length = length.isInteger() ? length.integer : 0;
    key.value = content.isString() ? content.bytes : QByteArray();
    for (std::size_t i = 0; i + 1 < content.elements.size(); i += 2)
        key.scores.emplace_back(content.elements[i].bytes,
                                content.elements[i + 1].bytes.toDouble());
    key.truncated = key.length > std::max(qint64(key.scores.size()), key.value.size());
    if (left.isInteger() && left.integer >= 0)
        key.expireAt = format::instantAfter(now, left.integer);
    return key;
}

constexpr std::size_t repliesPerKey = 4;

// TIME, and of each key its type, length, content and time to live.
Pending<Replies> ask(redis::Deployment &deployment, const std::vector<format::KeyToRead> &wanted)
{
    std::vector<Pending<Reply>> asked;
    asked.push_back(deployment.send({"TIME"}));
    for (const format::KeyToRead &wish : wanted) {
        const QByteArray &key = wish.key.bytes;
        const bool isNumber = wish.type == KeyType::String;
        const QByteArray last =
            QByteArray::number((isNumber ? format::maxStringBytes : format::maxElements) - 1);
        asked.push_back(deployment.send({"TYPE", key}));
        asked.push_back(deployment.send({isNumber ? "STRLEN" : "ZCARD", key}));
        asked.push_back(isNumber ? deployment.send({"GETRANGE", key, "0", last})
                                 : deployment.send({"ZRANGE", key, "0", last, "WITHSCORES"}));
        asked.push_back(deployment.send({"PTTL", key}));
    }
    return whenAll(std::move(asked));
}

// The listeners on each server of the deployment; in a cluster those to the sharded channel, too.
std::vector<Pending<Replies>> askForListeners(redis::Deployment &deployment,
                                              const QByteArray &channel)
{
    std::vector<Pending<Replies>> asked;
    asked.push_back(deployment.sendToEach(redis::countPlain({channel})));
    if (deployment.hasShardedChannels())
        asked.push_back(deployment.sendToEach(redis::countSharded({channel})));
    return asked;
}

// Empty: some may be missing.
std::optional<qint64> listenersFrom(const std::vector<Result<Replies>> &answers)
{
    qint64 sum = 0;
    for (const Result<Replies> &servers : answers) {
        if (!servers)
            return {};
        for (const Result<Reply> &reply : *servers) {
            if (!reply || reply->isError())
                return {}; // an ACL may refuse it alone
            const auto sharded = redis::shardedCountsFrom(*reply, 1);
            const auto counts = sharded ? sharded : redis::plainCountsFrom(*reply, 1);
            if (!counts)
                return {};
            sum += counts->front();
        }
    }
    return sum;
}

// Why a number is not of `kind`, though the user says so; empty: nothing is known against it.
std::optional<Sentence> contradiction(const QByteArray &kind, const LockName &name,
                                      const format::RawKeys &keys, qint64 listenersOfOther)
{
    const QString shown = visibleName(name.bytes, 120);
    const QString said = QString::fromLatin1(kind);
    if (kind != format::expirableKind && format::looksExpirable(name, keys))
        return Sentence::say(
                   "\"%1\" is a permit-expirable-semaphore, not a %2: permits that expire "
                   "are stored beside its number")
            .arg(shown, said);
    if (listenersOfOther == 0)
        return std::nullopt;
    return (format::traitsOf(kind).isLatch()
                ? Sentence::say("\"%1\" is a semaphore, not a %2: clients wait for its permits")
                : Sentence::say(
                    "\"%1\" is a count-down-latch, not a %2: clients wait for it to open"))
        .arg(shown, said);
}

} // namespace

Sight permitSight(const LockName &name, const format::PermitReading &reading, format::ServerMs now)
{
    const auto left = [&](const std::optional<format::ServerMs> &at) {
        return at ? std::optional(Millis(*at - now)) : std::nullopt;
    };
    Sight sight;
    sight.name = name;
    sight.kind = reading.kind;
    sight.library = "redisson";
    sight.number = reading.number;
    sight.timeToLive = left(reading.expireAt);
    sight.truncated = reading.truncated;
    if (reading.truncated)
        sight.holdsTotal = reading.taken;
    for (const format::Hold &permit : reading.permits)
        sight.holds.push_back({permit.owner, permit.mode, permit.count, permit.stale,
                               left(permit.expireAt), permit.isTextId});
    return sight;
}

PermitLook::PermitLook(redis::Deployment &deployment)
    : m_deployment(deployment)
{}

Pending<Sight> PermitLook::look(QByteArray kind, LockName name)
{
    return m_scope.start(
        [this, kind = std::move(kind), name = std::move(name)] { return read(kind, name); });
}

QCoro::Task<Result<Sight>> PermitLook::read(QByteArray kind, LockName name)
{
    if (!format::traitsOf(kind).isNumber())
        co_return fail(ErrorKind::InvalidInput,
                       Sentence::say("this is neither a semaphore nor a latch"));
    const redis::ConnectionConfig &config = m_deployment.config();
    auto opening = m_deployment.whenTried(name.bytes);
    const auto ready = co_await m_scope.wait(std::move(opening), 2 * config.connectTimeout);
    if (!ready)
        co_return fail(m_deployment.lastError(name.bytes).value_or(ready.error()));
    const QByteArray otherKind =
        format::traitsOf(kind).isLatch() ? format::semaphoreKind : format::latchKind;
    // An expirable semaphore's, whatever it was called: its second key tells what it is.
    const auto wanted = format::permitKeys(format::expirableKind, name);
    auto asking = ask(m_deployment, wanted);
    auto counting = whenAll(askForListeners(m_deployment, permitChannel(kind, name)));
    auto countingOther = whenAll(askForListeners(m_deployment, permitChannel(otherKind, name)));
    const auto replies = co_await m_scope.wait(std::move(asking), 2 * config.commandTimeout);
    if (!replies)
        co_return fail(replies.error());
    // Only what the kind itself needs has to be answered: an ACL may allow no more.
    const std::size_t needed = 1 + repliesPerKey * format::permitKeys(kind, name).size();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const Result<Reply> &reply = replies->at(i);
        if (!reply)
            co_return fail(reply.error());
        if (i < needed && reply->isError() && reply->errorCode() != "WRONGTYPE")
            co_return fail(redis::errorFrom(*reply, m_deployment.label()));
    }
    if (replies->front()->elements.size() != 2)
        co_return fail(ErrorKind::Protocol, Sentence::say("the server did not report its time"),
                       m_deployment.label());
    const auto &time = replies->front()->elements;
    const qint64 now = time[0].bytes.toLongLong() * 1000 + time[1].bytes.toLongLong() / 1000;
    format::RawKeys keys;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::size_t at = 1 + repliesPerKey * i;
        keys[wanted[i].key] = rawKey(*replies->at(at), *replies->at(at + 1), *replies->at(at + 2),
                                     *replies->at(at + 3), now);
    }
    const auto listeners = co_await m_scope.wait(std::move(counting), 2 * config.commandTimeout);
    const auto others = co_await m_scope.wait(std::move(countingOther), 2 * config.commandTimeout);
    const auto ofOther = others ? listenersFrom(*others) : std::nullopt;
    if (auto why = contradiction(kind, name, keys, ofOther.value_or(0)))
        co_return fail(ErrorKind::InvalidInput, std::move(*why));
    const auto reading = format::readPermits(kind, name, keys, now);
    if (!reading)
        co_return fail(ErrorKind::InvalidInput,
                       Sentence::say("the key \"%1\" exists but is not a %2")
                           .arg(visibleName(name.bytes, 120), QString::fromLatin1(kind)));
    Sight sight = permitSight(name, *reading, now);
    if (listeners && !m_deployment.hasUnaskedReplicas())
        sight.waitingConnections = listenersFrom(*listeners);
    co_return sight;
}

} // namespace lockscope::admin
