// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonmutex.h"

#include "core/base/text.h"
#include "core/format/rawkeys.h"
#include "core/format/redissonnames.h"
#include "core/format/tokens.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

// The token: a counter as INCR leaves it. A value that INCR would refuse is no token, in the script
// that acts on such a lock (mutex.lua) as well.
std::optional<qint64> tokenIn(const RawKeys &keys, const LockName &name)
{
    const KeyName counter = redisson::prefixed(redisson::tokenPrefix, name);
    const RawKey &key = keyIn(keys, counter);
    return key.type == KeyType::String && token::isDecimal(key.value)
        ? std::optional(key.value.toLongLong())
        : std::nullopt;
}

// Owners as third parties write them make a lock where the user says that locks live; but a hash
// that does not lapse may be anybody's counters, and is one only if the user says so of its kind.
redisson::OwnerForm leastFormIn(const RawKey &main, const LockName &name, const Hints &hints)
{
    return main.expireAt || hints.pinOf(name) != nullptr ? redisson::leastForm(name, hints)
                                                         : redisson::OwnerForm::Strict;
}

bool isOfOtherType(const RawKey &key, KeyType type)
{
    return key.exists() && key.type != type;
}

// The queue's order with the time-out set's deadlines; members of the set alone come last, without
// them the disagreement of the two would not be seen.
std::vector<Waiter> waitersIn(const RawKey &queue, const RawKey &timeouts)
{
    std::map<QByteArray, ServerMs> deadlines;
    for (const auto &[owner, score] : timeouts.scores)
        deadlines.emplace(owner, boundedInstant(score));
    std::vector<Waiter> waiters;
    const bool areUnread = timeouts.truncated || isOfOtherType(timeouts, KeyType::SortedSet);
    for (const QByteArray &owner : queue.items) {
        const auto deadline = deadlines.find(owner);
        Waiter waiter{OwnerId(owner), std::nullopt, areUnread};
        if (deadline != deadlines.end()) {
            waiter.deadline = deadline->second;
            waiter.isDeadlineUnread = false;
            deadlines.erase(deadline);
        }
        waiters.push_back(std::move(waiter));
    }
    if (!queue.truncated) {
        for (const auto &[owner, score] : timeouts.scores) {
            if (deadlines.contains(owner))
                waiters.push_back({OwnerId(owner), boundedInstant(score)});
        }
    }
    return waiters;
}

bool hasQueue(const LockName &name, const RawKeys &keys)
{
    return keyIn(keys, redisson::prefixed(redisson::queuePrefix, name)).type == KeyType::List
        || keyIn(keys, redisson::prefixed(redisson::timeoutPrefix, name)).type
        == KeyType::SortedSet;
}

// The name under which the lock has its queue. A queue of its own takes precedence, and a queue
// whose name is also that of another lock is not shown as this one's.
LockName queueNameOf(const LockName &name, const RawKeys &keys, const Hints &hints)
{
    const auto mapped = hints.queues.queueOf(name);
    const bool isOurs = mapped && !hasQueue(name, keys) && hasQueue(*mapped, keys)
        && !mainKeyIn(keys, *mapped).exists();
    return isOurs ? *mapped : name;
}

// The reason that tells of the lock to which the queue of this name belongs.
Sentence queueReason(const LockName &name, const LockName &queue, const Hints &hints)
{
    if (queue != name)
        return Sentence::say(
                   "its queue has the name %1, as with a NameMapper of Redisson before 3.52")
            .arg(visibleElided(queue.bytes, 60));
    const auto locks = hints.queues.locksOf(name);
    if (locks.empty())
        return Sentence::say("has a queue of waiters");
    QStringList names;
    for (const LockName &lock : locks)
        names += visibleElided(lock.bytes, 60);
    return (hints.queues.isProved(name)
                ? Sentence::say("its waiters wait for %1 (NameMapper of Redisson before 3.52)")
                : Sentence::say("has a queue of waiters, which may belong to %1 (NameMapper of "
                                "Redisson before 3.52)"))
        .arg(names.join(u", "_s));
}

std::vector<Candidate> candidatesFor(const QByteArray &kind, bool isNamedFair, bool isQueueHidden,
                                     const Sentence &queueText)
{
    const auto of = [](const char *candidate, const Sentence &reason) {
        return Candidate{candidate, "redisson", reason};
    };
    if (isNamedFair)
        return {of("fair", Sentence::say("the name of a fair lock of a map or a set"))};
    if (kind == "fair")
        return {of("fair", queueText)};
    if (kind == "fenced")
        return {of("fenced", Sentence::say("has a token"))};
    if (isQueueHidden)
        return {
            of("reentrant", Sentence::say("hash of owners and hold counts")),
            of("fair",
               Sentence::say("if it has a queue of waiters, Lockscope has no right to read it")),
            of("spin", Sentence::say("looks the same when idle"))};
    return {of("reentrant", Sentence::say("hash of owners and hold counts")),
            of("fair", Sentence::say("a fair lock without waiters looks the same")),
            of("spin", Sentence::say("looks the same when idle"))};
}

} // namespace

std::optional<NameMeaning> RedissonMutex::meaningOfKey(const KeyName &key) const
{
    for (const char *prefix :
         {redisson::queuePrefix, redisson::timeoutPrefix, redisson::tokenPrefix}) {
        if (const auto tag = redisson::behind(prefix, key.bytes))
            return NameMeaning{Signal::Changed, redisson::untagged(*tag)};
    }
    if (const auto rest = redisson::behind(redisson::latchPrefix, key.bytes)) {
        const qsizetype colon = rest->lastIndexOf(':');
        return NameMeaning{Signal::UnlockLatch,
                           redisson::untagged(colon > 0 ? rest->left(colon) : *rest)};
    }
    return std::nullopt;
}

std::optional<NameMeaning> RedissonMutex::meaningOfChannel(const QByteArray &channel) const
{
    // Before 2.7.0.
    const QByteArrayView old(redisson::oldChannelPrefix);
    if (channel.startsWith(old) && channel.size() > old.size())
        return NameMeaning{Signal::Unlocked, redisson::untagged(channel.sliced(old.size()))};
    const auto rest = redisson::behind(redisson::channelPrefix, channel);
    if (!rest)
        return std::nullopt;
    // A fair lock wakes one waiter on a channel of its own: [N]:<owner>. The whole may as well be
    // the name of a lock: {shop}:item:42. An owner of Redisson's own form is the likelier reading.
    const auto tag = redisson::withoutOwner(*rest);
    if (!tag)
        return NameMeaning{Signal::Unlocked, redisson::untagged(*rest)};
    NameMeaning meaning{Signal::Unlocked, redisson::untagged(*rest), {}, redisson::untagged(*tag)};
    const bool isOwner =
        redisson::parseOwner(rest->sliced(tag->size() + 1)).form == redisson::OwnerForm::Strict;
    meaning.locks.insert(isOwner ? meaning.locks.begin() : meaning.locks.end(),
                         meaning.queued.begin(), meaning.queued.end());
    return meaning;
}

bool RedissonMutex::mayHaveFields(const LockName &name, const std::vector<QByteArray> &fields,
                                  const Hints &hints) const
{
    const auto least = redisson::leastForm(name, hints);
    return std::all_of(fields.begin(), fields.end(), [&](const QByteArray &field) {
        const auto owner = redisson::parseOwner(field);
        return owner.form >= least && !owner.write;
    });
}

bool RedissonMutex::recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const
{
    const RawKey &main = mainKeyIn(keys, name);
    if (!main.exists()) {
        // foo and {foo} share their other keys. They are foo's, unless there is a lock {foo}.
        const QByteArray tag = redisson::tagged(name);
        if (redisson::untagged(tag).front() != name
            || keyIn(keys, KeyName(tag)).type == KeyType::Hash)
            return false;
        const bool isAnothers = hints.queues.lockOf(name).has_value();
        return hasQueue(queueNameOf(name, keys, hints), keys) ? !isAnothers
                                                              : tokenIn(keys, name).has_value();
    }
    if (main.type != KeyType::Hash || main.fields.empty() || isCut(main))
        return false; // no such lock has many owners
    const auto least = leastFormIn(main, name, hints);
    return std::all_of(main.fields.begin(), main.fields.end(), [&](const auto &field) {
        const auto owner = redisson::parseOwner(field.first);
        return owner.form >= least && !owner.write && redisson::parseCount(field.second);
    });
}

std::vector<KeyToRead> RedissonMutex::wanted(const LockName &name, const RawKeys &have) const
{
    std::vector<KeyToRead> wanted;
    const auto wish = [&](const KeyName &key, KeyType type) {
        if (!have.contains(key))
            wanted.push_back({key, type});
    };
    wish(redisson::prefixed(redisson::queuePrefix, name), KeyType::List);
    wish(redisson::prefixed(redisson::timeoutPrefix, name), KeyType::SortedSet);
    wish(redisson::prefixed(redisson::tokenPrefix, name), KeyType::String);
    if (!mainKeyIn(have, name).exists())
        wish(KeyName(redisson::tagged(name)), KeyType::Hash);
    return wanted;
}

std::vector<KeyToRead> RedissonMutex::queueKeys(const LockName &queue, const RawKeys &have)
{
    std::vector<KeyToRead> wanted{
        {redisson::prefixed(redisson::queuePrefix, queue), KeyType::List},
        {redisson::prefixed(redisson::timeoutPrefix, queue), KeyType::SortedSet},
        {KeyName(queue.bytes), KeyType::Hash},
    };
    std::erase_if(wanted, [&](const KeyToRead &wish) { return have.contains(wish.key); });
    return wanted;
}

LockReading RedissonMutex::read(const LockName &name, const RawKeys &keys, const Hints &hints,
                                ServerMs /*now*/) const
{
    const LockName queueName = queueNameOf(name, keys, hints);
    const RawKey &main = mainKeyIn(keys, name);
    const KeyName queueKey = redisson::prefixed(redisson::queuePrefix, queueName);
    const RawKey &queue = keyIn(keys, queueKey);
    const KeyName timeoutsKey = redisson::prefixed(redisson::timeoutPrefix, queueName);
    const RawKey &timeouts = keyIn(keys, timeoutsKey);
    LockReading reading;
    reading.library = "redisson";
    reading.expireAt = main.expireAt;
    reading.fencingToken = tokenIn(keys, name);
    reading.truncated = main.truncated || queue.truncated || timeouts.truncated;
    for (const auto &[field, count] : main.fields) {
        reading.holds.push_back({redisson::parseOwner(field).owner, Mode::Exclusive,
                                 redisson::parseCount(count).value_or(0), main.expireAt, false});
    }
    const bool queued = queue.exists() || timeouts.exists();
    const bool isQueueHidden = queue.unreadable || timeouts.unreadable;
    const bool isQueueBroken = isOfOtherType(queue, KeyType::List)
        || (!queue.exists() && isOfOtherType(timeouts, KeyType::SortedSet));
    const bool isNamedFair = !queued && redisson::kindByName(name.bytes) == "fair";
    reading.kind = queued || isNamedFair ? "fair" : reading.fencingToken ? "fenced" : "reentrant";
    if (reading.kind == "fair" && !isQueueHidden && !isQueueBroken)
        reading.waiters = waitersIn(queue, timeouts);
    if (reading.waiters && (queue.truncated || timeouts.truncated))
        reading.waitersTotal =
            std::max({queue.length, timeouts.length, static_cast<qint64>(reading.waiters->size())});
    reading.candidates = candidatesFor(
        reading.kind, isNamedFair, isQueueHidden,
        isQueueBroken ? Sentence::say("a key of its queue exists but has another type")
                      : queueReason(name, queueName, hints));
    if (!main.exists() && reading.kind == "reentrant")
        reading.candidates = {{"reentrant", "redisson", redisson::listenersReason()}};
    return reading;
}

bool RedissonMutex::isKnownByListeners(const LockName &name, const RawKeys &keys) const
{
    return redisson::ownsTag(name, keys);
}

QByteArray RedissonMutex::waitChannel(const LockName &name) const
{
    return redisson::prefixed(redisson::channelPrefix, name).bytes;
}

QByteArray RedissonMutex::waiterChannel(const LockName &name, const OwnerId &waiter) const
{
    return waitChannel(name) + ':' + waiter.bytes;
}

} // namespace lockscope::format
