// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/queuedlocks.h"

#include "core/format/rawkeys.h"
#include "core/format/tokens.h"

#include <algorithm>
#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr QByteArrayView lockPrefix("rql:lock:");
constexpr QByteArrayView queuePrefix("rql:lock_queue:");
constexpr QByteArrayView ownerPrefix("rql:acq:");

// rql:acq:pid/thread/...
std::optional<qint64> processOf(QByteArrayView owner)
{
    if (!owner.startsWith(ownerPrefix))
        return std::nullopt;
    const QByteArrayView rest = owner.sliced(ownerPrefix.size());
    bool isNumber = false;
    const qint64 pid = rest.first(std::max<qsizetype>(0, rest.indexOf('/'))).toLongLong(&isNumber);
    return isNumber ? std::optional(pid) : std::nullopt;
}

} // namespace

std::vector<KeyName> QueuedLocks::queuesOf(const LockName &name)
{
    if (!name.bytes.startsWith(lockPrefix))
        return {};
    const QByteArray queue = queuePrefix.toByteArray() + name.bytes.sliced(lockPrefix.size());
    return {KeyName(queue), KeyName(queue + ":read"), KeyName(queue + ":write")};
}

std::optional<NameMeaning> QueuedLocks::meaningOfKey(const KeyName &key) const
{
    if (key.bytes.startsWith("rql:swarm:"))
        return NameMeaning{Signal::Changed, {}};
    if (!key.bytes.startsWith(queuePrefix) || key.bytes.size() == queuePrefix.size())
        return std::nullopt;
    const QByteArray name = lockPrefix.toByteArray() + key.bytes.sliced(queuePrefix.size());
    NameMeaning meaning;
    for (const QByteArrayView mode : {QByteArrayView(":read"), QByteArrayView(":write")}) {
        if (name.endsWith(mode))
            meaning.locks.emplace_back(name.chopped(mode.size()));
    }
    meaning.locks.emplace_back(name);
    return meaning;
}

bool QueuedLocks::mayHaveFields(const LockName &name, const std::vector<QByteArray> & /*fields*/,
                                const Hints & /*hints*/) const
{
    return name.bytes.startsWith(lockPrefix);
}

bool QueuedLocks::recognises(const LockName &name, const RawKeys &keys,
                             const Hints & /*hints*/) const
{
    if (!name.bytes.startsWith(lockPrefix))
        return false;
    const RawKey &main = mainKeyIn(keys, name);
    if (main.exists())
        return main.type == KeyType::Hash && !fieldIn(main, "acq_id").isEmpty();
    const auto queues = queuesOf(name);
    return std::any_of(queues.begin(), queues.end(), [&](const KeyName &queue) {
        return keyIn(keys, queue).type == KeyType::SortedSet;
    });
}

QByteArray QueuedLocks::companionOf(const QByteArray &prefix) const
{
    return prefix.startsWith(lockPrefix)
        ? queuePrefix.toByteArray() + prefix.sliced(lockPrefix.size())
        : QByteArray();
}

std::vector<KeyToRead> QueuedLocks::wanted(const LockName &name, const RawKeys &have) const
{
    std::vector<KeyToRead> wanted;
    for (const KeyName &queue : queuesOf(name)) {
        if (!have.contains(queue))
            wanted.push_back({queue, KeyType::SortedSet});
    }
    return wanted;
}

LockReading QueuedLocks::read(const LockName &name, const RawKeys &keys, const Hints & /*hints*/,
                              ServerMs /*now*/) const
{
    LockReading reading;
    reading.kind = "queued";
    reading.library = "redis-queued-locks";
    reading.candidates = {{reading.kind, reading.library,
                           Sentence::say("rql:lock: with the owner's id, or its queue")}};
    const RawKey &main = mainKeyIn(keys, name);
    reading.expireAt = main.expireAt;
    reading.truncated = main.truncated;
    if (const QByteArray owner = fieldIn(main, "acq_id"); !owner.isEmpty()) {
        const qint64 again = fieldIn(main, "spc_cnt").toLongLong();
        constexpr qint64 most = std::numeric_limits<qint64>::max() - 1;
        Hold hold{OwnerId(owner), Mode::Exclusive, 1 + std::clamp<qint64>(again, 0, most),
                  main.expireAt, false};
        hold.origin.pid = processOf(owner);
        hold.origin.acquiredAt = token::instantFrom(QByteArrayView(fieldIn(main, "ts")));
        reading.holds.push_back(std::move(hold));
    }
    std::vector<std::pair<double, QByteArray>> queued;
    for (const KeyName &queue : queuesOf(name)) {
        const RawKey &key = keyIn(keys, queue);
        reading.truncated = reading.truncated || key.truncated;
        for (const auto &[owner, score] : key.scores)
            queued.emplace_back(score, owner);
    }
    std::stable_sort(queued.begin(), queued.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    reading.waiters.emplace();
    for (const auto &[score, owner] : queued)
        reading.waiters->push_back({OwnerId(owner), std::nullopt});
    return reading;
}

} // namespace lockscope::format
