// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/lockreader.h"

#include "core/format/rawkeys.h"
#include "core/redis/clusterwords.h"
#include "core/watch/read/keystoread.h"
#include "core/watch/read/readround.h"
#include "core/watch/read/readwork.h"
#include "core/watch/read/replyerrors.h"

#include <algorithm>

namespace lockscope::watch {

using format::KeyToRead;
using format::KeyType;
using format::RawKey;

LockReader::LockReader(redis::Connection &connection, const Clock &time, const ServerClock &clock,
                       format::Hints hints)
    : m_connection(connection)
    , m_time(time)
    , m_clock(clock)
    , m_hints(std::move(hints))
    , m_support(connection)
{}

// A shard has the keys of the lock's own slot; a command about others is refused.
std::vector<KeyToRead> LockReader::wantedOf(const ReadWork &work, const format::RawKeys &keys) const
{
    std::vector<KeyToRead> wanted = keysToRead(*work.job, work.format, keys, m_hints);
    if (m_isShard) {
        const int slot = redis::slotOf(work.job->lock.bytes);
        std::erase_if(wanted, [slot](const KeyToRead &wish) {
            return redis::slotOf(wish.key.bytes) != slot;
        });
    }
    return wanted;
}

// Nobody has read them here: they are not known to be absent.
void LockReader::markKeysElsewhere(ReadWork &work)
{
    const int slot = redis::slotOf(work.job->lock.bytes);
    for (const KeyToRead &wish : work.format->wanted(work.job->lock, work.keys)) {
        if (redis::slotOf(wish.key.bytes) != slot)
            work.keys[wish.key].unreadable = true;
    }
}

// For a lock whose release was announced, one command tells that nothing is left, in place of three
// in two trips. If anything is left, the reading continues as usual. False: nothing was asked.
bool LockReader::planExistence(ReadWork &work, ReadRound &round)
{
    if (!work.job->mayBeGone || work.format == nullptr || work.isOneByOne
        || std::exchange(work.hasAskedExistence, true))
        return false;
    format::RawKeys withoutMain = work.keys;
    withoutMain[work.mainKey()] = RawKey{};
    std::vector<KeyToRead> wanted = wantedOf(work, withoutMain);
    wanted.insert(wanted.end(), work.job->expected.begin(), work.job->expected.end());
    redis::Arguments question{"EXISTS", work.job->lock.bytes};
    for (const KeyToRead &wish : wanted)
        question.push_back(wish.key.bytes);
    m_listeners.plan(work, round);
    round.ask(&work, std::move(question), [&work, wanted](const Reply &reply) {
        if (!reply.isInteger() || reply.integer != 0)
            return;
        work.mainType = work.format->mainType();
        work.keys[work.mainKey()] = RawKey{};
        for (const KeyToRead &wish : wanted)
            work.keys[wish.key] = RawKey{};
    });
    return true;
}

void LockReader::planMain(ReadWork &work, ReadRound &round)
{
    if (work.format) {
        work.mainType = work.format->mainType();
        m_keys.planKey(work, {work.mainKey(), *work.mainType}, true, round);
        for (const KeyToRead &wish : work.job->expected)
            m_keys.planKey(work, wish, true, round);
        m_listeners.plan(work, round);
        return;
    }
    if (work.isHash) {
        work.mainType = KeyType::Hash;
        m_keys.planMainHash(work, round);
        return;
    }
    round.ask(&work, {"TYPE", work.job->lock.bytes}, [this, &work](const Reply &reply) {
        if (isRefused(reply)) {
            work.refused = true;
            m_support.noteRefusal(reply);
        }
        work.mainType = format::typeFromName(reply.bytes);
        RawKey &key = work.keys[work.mainKey()];
        key = RawKey{};
        key.type = reply.isError() ? KeyType::Other : *work.mainType;
        key.length = notCounted;
        if (key.type == KeyType::Hash || key.type == KeyType::String
            || key.type == KeyType::SortedSet)
            work.contents.push_back({work.mainKey(), key.type});
        work.mainType = key.type;
    });
}

// Most locks have none of the other keys: one question is enough for all of them.
void LockReader::planKeysToRead(ReadWork &work, const std::vector<KeyToRead> &wanted,
                                ReadRound &round)
{
    if (wanted.empty() || work.mayExist || work.isOneByOne) {
        for (const KeyToRead &wish : wanted)
            m_keys.planKey(work, wish, true, round);
        return;
    }
    redis::Arguments question{"EXISTS"};
    for (const KeyToRead &wish : wanted)
        question.push_back(wish.key.bytes);
    round.ask(&work, std::move(question), [&work, wanted](const Reply &reply) {
        work.mayExist = !reply.isInteger() || reply.integer != 0;
        for (std::size_t i = 0; !work.mayExist && i < wanted.size(); ++i)
            work.keys.try_emplace(wanted[i].key);
    });
}

void LockReader::planFormat(ReadWork &work, ReadRound &round)
{
    const LockName &name = work.job->lock;
    const RawKey &main = work.keys[work.mainKey()];
    work.format = nullptr;
    if (!main.exists() && !work.job->withoutMain) {
        work.done = true;
        return;
    }
    work.format = format::recognise(name, work.keys, m_hints);
    const auto wanted = wantedOf(work, work.keys);
    planKeysToRead(work, wanted, round);
    if (wanted.empty() || work.format)
        m_listeners.plan(work, round);
    work.done = wanted.empty() && work.contents.empty();
    if (work.done && work.format == nullptr && !main.exists())
        work.done = !m_listeners.find(work, round);
}

void LockReader::plan(ReadWork &work, ReadRound &round)
{
    if (m_isShard && work.error && work.error->code == "TRYAGAIN"
        && !std::exchange(work.isOneByOne, true))
        work.error.reset();
    if (work.done || work.refused || work.postponed || work.error)
        return;
    if (work.job->caution != Caution::None && !work.isWeighed) {
        m_keys.planWeight(work, round);
        return;
    }
    if (!work.mainType) {
        if (!planExistence(work, round))
            planMain(work, round);
        return;
    }
    if (!work.contents.empty()) {
        m_keys.planContents(work, round);
        if (!round.isEmpty())
            return;
    }
    planFormat(work, round);
}

// A key of the lock was there when it was read last, and may no longer be read.
bool LockReader::mayHideKnown(const ReadWork &work)
{
    return std::ranges::any_of(work.job->expected, [&](const KeyToRead &known) {
        return format::keyIn(work.keys, known.key).unreadable;
    });
}

// The holders in a hash are those of the main key, which was read: without it the lock is free, and
// its queue may still be there. Of a lock with its holders in other keys nothing was learnt.
void LockReader::judgeHidden(ReadWork &work) const
{
    if (work.job->format->mainType() != KeyType::Hash) {
        work.refused = true;
        return;
    }
    if (work.format != nullptr || format::keyIn(work.keys, work.mainKey()).exists())
        return;
    format::RawKeys keys = work.keys;
    for (const KeyToRead &known : work.job->expected) {
        if (RawKey &key = keys[known.key]; key.unreadable)
            key.type = known.type;
    }
    work.format = format::recognise(work.job->lock, keys, m_hints);
}

ReadOutcome LockReader::outcomeOf(ReadWork &work, format::ServerMs now)
{
    for (auto &[name, key] : work.keys) {
        key.length = std::max<qint64>(key.length, 0);
        const bool isString = key.type == KeyType::String;
        key.truncated = key.length > (isString ? format::maxStringBytes : format::maxElements);
    }
    const bool isElsewhere = m_isShard && work.error && isRedirection(*work.error);
    work.postponed |= work.error && isTemporary(*work.error);
    if (work.error && !work.postponed
        && !isElsewhere) { // an answer that nobody knows, and that will not change
        work.refused = true;
        m_support.note({*work.error, work.question});
    }
    if (!work.refused && mayHideKnown(work))
        judgeHidden(work);
    const LockName &lock = work.job->lock;
    if (work.format == nullptr || work.format->waitChannel(lock) != work.countedChannel)
        work.waitingConnections.reset();
    std::optional<format::LockReading> reading;
    if (work.format != nullptr && m_isShard)
        markKeysElsewhere(work);
    if (work.format != nullptr)
        reading = format::readLock(*work.format, work.job->lock, work.keys, m_hints, now);
    return {work.job->lock,
            work.format,
            std::move(reading),
            std::move(work.keys),
            work.waitingConnections,
            work.refused,
            std::move(work.waiters),
            work.wasHash(),
            work.postponed,
            work.tooLarge,
            isElsewhere ? work.error : std::nullopt,
            {},
            work.readAt};
}

QCoro::Task<Result<BatchOutcome>> LockReader::attempt(TaskScope &scope,
                                                      const std::vector<ReadJob> &jobs)
{
    m_keys.beginAttempt();
    std::vector<ReadWork> works(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        works[i].job = &jobs[i];
        works[i].format = jobs[i].format;
        works[i].keys = jobs[i].kept;
        works[i].isHash = jobs[i].isHash;
        works[i].isOneByOne = jobs[i].isAsking;
    }
    BatchOutcome outcome;
    // A few rounds do; the limit is for servers whose answers change under our hands.
    constexpr int maxRounds = 10;
    for (int trip = 0; trip < maxRounds; ++trip) {
        ReadRound all;
        for (ReadWork &work : works) {
            ReadRound own;
            plan(work, own);
            all.append(std::move(own));
        }
        auto others = m_listeners.ask(all);
        if (all.isEmpty())
            break;
        outcome.commands += all.size();
        if (const auto done = co_await all.run(scope, m_connection, m_time, m_clock, m_support);
            !done)
            co_return fail(done.error());
        for (ReadWork &work : works) {
            if (work.mainType && !work.readAt)
                work.readAt = m_clock.serverTime(m_time.now());
        }
        if (const auto done = co_await ListenerCounter::addOthers(scope, std::move(others)); !done)
            co_return fail(done.error());
        outcome.bytes += all.bytes();
    }
    const format::ServerMs now = m_clock.serverTime(m_time.now());
    for (ReadWork &work : works) {
        if (work.error && isTemporary(*work.error))
            outcome.notNow = work.error;
        outcome.locks.push_back(outcomeOf(work, now));
    }
    outcome.refusals = m_support.refusals();
    co_return Result<BatchOutcome>(std::move(outcome));
}

QCoro::Task<Result<BatchOutcome>> LockReader::read(TaskScope &scope, std::vector<ReadJob> jobs)
{
    m_support.beginBatch();
    while (true) {
        const Abilities before = m_support.abilities();
        auto outcome = co_await attempt(scope, jobs);
        // A substitute was found for a command that failed: once more, with it.
        if (outcome && !(before == m_support.abilities()))
            continue;
        for (std::size_t i = 0; outcome && i < jobs.size(); ++i)
            outcome->locks[i].known = std::move(jobs[i].known);
        co_return outcome;
    }
}

} // namespace lockscope::watch
