// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/verdict.h"

#include "core/admin/plan/permitsight.h"
#include "core/base/text.h"
#include "core/format/format.h"
#include "core/format/redissonpermits.h"
#include "core/format/traits.h"
#include "core/redis/notnow.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using Status = Outcome::Status;
using format::KeyType;

Outcome failedWith(Status status, Error error)
{
    Outcome outcome;
    outcome.status = status;
    outcome.error = std::move(error);
    return outcome;
}

Error serverError(const QByteArray &text)
{
    const QByteArray line = redis::innerError(text.startsWith('-') ? text.mid(1) : text);
    return {ErrorKind::Server, redis::innerCode(text), visibleElided(line, 300), {}};
}

// Servers before 7.2 give no code of its own to a script that runs into the ACL.
bool isPermission(const QByteArray &text)
{
    return text.contains("NOPERM") || text.contains("user executing the script can't");
}

Outcome ofErrorReply(const QByteArray &text)
{
    Error error = serverError(text);
    if (!isPermission(text))
        return failedWith(Status::Failed, std::move(error));
    error.kind = ErrorKind::Permission;
    error.code = "NOPERM";
    return failedWith(Status::NotPermitted, std::move(error));
}

// Nothing was sent for these; for the rest nobody knows.
Outcome ofError(const Error &error)
{
    if (error.code == "READONLYPROFILE")
        return failedWith(Status::Refused, error);
    switch (error.kind) {
    case ErrorKind::Permission:
        return failedWith(Status::NotPermitted, error);
    case ErrorKind::Busy:
    case ErrorKind::Auth:
    case ErrorKind::Tls:
    case ErrorKind::Refused:
    case ErrorKind::Unreachable:
    case ErrorKind::InvalidInput:
    case ErrorKind::Unsupported:
        return failedWith(Status::Failed, error);
    default:
        return failedWith(Status::Unknown, error);
    }
}

// {key, type, pttl, length, contents} as describe() of common.lua makes it.
std::optional<std::pair<KeyName, format::RawKey>> rawKey(const Reply &reply, qint64 now)
{
    if (reply.elements.size() != 5)
        return std::nullopt;
    format::RawKey key;
    key.type = format::typeFromName(reply.elements[1].bytes);
    if (reply.elements[2].integer >= 0)
        key.expireAt = format::instantAfter(now, reply.elements[2].integer);
    key.length = reply.elements[3].integer;
    const std::vector<Reply> &contents = reply.elements[4].elements;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        const QByteArray &bytes = contents[i].bytes;
        const bool pair = i + 1 < contents.size();
        if (key.type == KeyType::String)
            key.value = bytes;
        else if (key.type == KeyType::List || key.type == KeyType::Set)
            key.items.push_back(bytes);
        else if (key.type == KeyType::Hash && pair)
            key.fields.emplace_back(bytes, contents[++i].bytes);
        else if (key.type == KeyType::SortedSet && pair)
            key.scores.emplace_back(bytes, contents[++i].bytes.toDouble());
    }
    const auto read =
        std::max({static_cast<qint64>(key.fields.size()), static_cast<qint64>(key.items.size()),
                  static_cast<qint64>(key.scores.size()), qint64{key.value.size()}});
    key.truncated = read < key.length;
    return std::pair(KeyName(reply.elements[0].bytes), std::move(key));
}

Sight sightFrom(const LockName &name, const format::LockReading &reading, qint64 now)
{
    const auto left = [&](const std::optional<format::ServerMs> &at) {
        return at ? std::optional(Millis(*at - now)) : std::nullopt;
    };
    Sight sight;
    sight.name = name;
    sight.kind = reading.kind;
    sight.library = reading.library;
    for (const format::Hold &hold : reading.holds)
        sight.holds.push_back(
            {hold.owner, hold.mode, hold.count, hold.stale, left(hold.expireAt), hold.isTextId});
    if (reading.waiters) {
        sight.waiters.emplace();
        for (const format::Waiter &waiter : *reading.waiters)
            sight.waiters->push_back({waiter.owner, left(waiter.deadline)});
    }
    sight.fencingToken = reading.fencingToken;
    sight.timeToLive = left(reading.expireAt);
    sight.truncated = reading.truncated;
    sight.holdsTotal = reading.holdsTotal;
    sight.waitersTotal = reading.waitersTotal;
    return sight;
}

Sight read(const Sight &seen, const format::RawKeys &keys, qint64 now)
{
    // It was taken for a lock of that kind.
    const format::Hints hints{{}, {{seen.name.bytes, seen.kind, seen.library}}};
    if (const format::Format *const format = format::recognise(seen.name, keys, hints))
        return sightFrom(seen.name, format->read(seen.name, keys, hints, now), now);
    Sight sight;
    sight.name = seen.name;
    return sight;
}

Outcome changed(const Plan &plan, const std::vector<Reply> &answer)
{
    Outcome outcome;
    outcome.status = Status::Changed;
    const qint64 now = answer.size() > 1 ? answer[1].bytes.toLongLong() : 0;
    format::RawKeys keys;
    for (std::size_t i = 2; i < answer.size(); ++i) {
        if (auto key = rawKey(answer[i], now))
            keys.insert(std::move(*key));
    }
    const auto main = keys.find(KeyName(plan.sight.name.bytes));
    if (main != keys.end())
        outcome.foundType = format::typeName(main->second.type);
    if (!format::traitsOf(plan.sight.kind).isNumber()) {
        outcome.found = read(plan.sight, keys, now);
        if (main == keys.end() && outcome.found->kind.isEmpty())
            outcome.found.reset(); // a part of its keys is not enough to tell
    } else if (const auto reading =
                   format::readPermits(plan.sight.kind, plan.sight.name, keys, now)) {
        outcome.found = permitSight(plan.sight.name, *reading, now);
    } else {
        outcome.found.emplace().name = plan.sight.name;
    }
    return outcome;
}

Outcome partly(const std::vector<Reply> &answer)
{
    const QByteArray text = answer.size() > 2 ? answer[2].bytes : QByteArray();
    Outcome outcome = failedWith(Status::Unknown, serverError(text));
    if (isPermission(text))
        outcome.error->kind = ErrorKind::Permission;
    outcome.detail = Sentence::say("the action was only partly done");
    return outcome;
}

} // namespace

Outcome verdict(const Plan &plan, const Result<Reply> &answer)
{
    if (!answer)
        return ofError(answer.error());
    if (answer->isError())
        return ofErrorReply(answer->bytes);
    const std::vector<Reply> &elements = answer->elements;
    const QByteArray word = elements.empty() ? QByteArray() : elements.front().bytes;
    if (word == "changed")
        return changed(plan, elements);
    if (word == "partly")
        return partly(elements);
    if (word == "done" && elements.size() > 1) {
        Outcome outcome;
        outcome.status = Status::Done;
        if (elements[1].integer >= 0)
            outcome.woken = elements[1].integer;
        return outcome;
    }
    return failedWith(
        Status::Unknown,
        {ErrorKind::Protocol, {}, Sentence::say("unexpected reply from the script"), {}});
}

} // namespace lockscope::admin
