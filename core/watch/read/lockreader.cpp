// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/lockreader.h"

#include "core/format/rawkeys.h"
#include "core/watch/read/keycontent.h"
#include "core/watch/read/keystoread.h"
#include "core/watch/read/lockreaderround.h"

#include <algorithm>

using namespace Qt::StringLiterals;

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
{}

void LockReader::noteRefusal(const Reply &reply)
{
    m_refusals.note(refusalOf(reply, *m_answered.question, m_connection.label()));
}

// A command that has a substitute: notes when it cannot be used.
bool LockReader::isUsable(const Reply &reply, bool &ability)
{
    if (!isRefused(reply))
        return true;
    if (isAboutKey(reply))
        return false;
    ability = false;
    Refusal refusal = refusalOf(reply, *m_answered.question, m_connection.label());
    refusal.isHarmless = true;
    if (refusal.error.code == "NOPERM") // else the server is too old for it, and stays so
        m_refusals.note(std::move(refusal));
    return false;
}

void LockReader::planSubscribers(Work &work, Round &round)
{
    const QByteArray channel =
        work.format ? work.format->waitChannel(work.job->lock) : QByteArray();
    if (channel.isEmpty() || channel == work.countedChannel || !m_abilities.numsub)
        return;
    const bool isFirst = work.countedChannel.isEmpty();
    work.countedChannel = channel; // it may turn out to be of another format than it was
    work.waitingConnections.reset();
    round.listen({&work, channel, false});
    if (!isFirst)
        return;
    for (const QByteArray &waiter : work.job->waiterChannels)
        round.listen({&work, waiter, true});
}

// No key tells of it: connections may still wait on its channel, which nobody told that it is free.
// True: they are to be counted first. Of a lock that was known they were counted with its key.
bool LockReader::findListeners(Work &work, Round &round)
{
    const LockName &name = work.job->lock;
    const format::Pin *const pin = m_hints.pinOf(name);
    if (pin != nullptr && pin->kind == format::noLock)
        return false;
    const bool asks = work.job->asksListeners && !std::exchange(work.hasAskedListeners, true);
    for (const auto &format : format::allFormats()) {
        if (!format->isKnownByListeners(name, work.keys))
            continue;
        if (format->waitChannel(name) == work.countedChannel)
            work.listeners.emplace_back(format.get(), work.waitingConnections.value_or(0));
        else if (asks && m_abilities.numsub)
            round.listen({&work, format->waitChannel(name), false, format.get()});
    }
    if (round.isListening())
        return true;
    for (const auto &[format, count] : work.listeners) {
        if (count == 0 || work.format != nullptr)
            continue;
        work.format = format;
        work.countedChannel = format->waitChannel(name);
        work.waitingConnections = count;
    }
    return false;
}

void LockReader::askSubscribers(Round &round)
{
    constexpr std::size_t atOnce = 200;
    std::vector<Listening> all = round.takeListening();
    for (std::size_t begin = 0; begin < all.size(); begin += atOnce) {
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to =
            all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), begin + atOnce));
        const std::vector<Listening> asked(from, to);
        redis::Arguments question{"PUBSUB", "NUMSUB"};
        for (const Listening &each : asked)
            question.push_back(each.channel);
        round.ask(nullptr, question, [this, asked](const Reply &reply) {
            if (isUsable(reply, m_abilities.numsub))
                noteSubscribers(asked, reply);
        });
        // Sharded channels are others, of the same names; who listens uses one or the other.
        question[1] = "SHARDNUMSUB";
        if (m_sharded)
            round.ask(nullptr, std::move(question), [asked](const Reply &reply) {
                noteSubscribers(asked, reply);
                for (const Listening &each : asked) {
                    if (reply.isError()) // then some of them were not counted
                        each.work->waitingConnections.reset();
                }
            });
    }
}

// Adds to what was counted before of the same channels.
void LockReader::noteSubscribers(const std::vector<Listening> &asked, const Reply &reply)
{
    if (reply.elements.size() < 2 * asked.size())
        return;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        Work &work = *asked[i].work;
        const qint64 count = reply.elements[2 * i + 1].integer;
        if (asked[i].candidate != nullptr) {
            work.listeners.emplace_back(asked[i].candidate, count);
            continue;
        }
        if (!asked[i].isWaiters) {
            if (asked[i].channel != work.countedChannel)
                continue;
            work.waitingConnections = work.waitingConnections.value_or(0) + count;
            continue;
        }
        const auto known =
            std::find_if(work.waiters.begin(), work.waiters.end(),
                         [&](const auto &each) { return each.first == asked[i].channel; });
        if (known != work.waiters.end())
            known->second += count;
        else
            work.waiters.emplace_back(asked[i].channel, count);
    }
}

// Of a lock whose release was announced one command tells that nothing is left, in place of three
// in two trips. If anything is left, the reading goes on as ever. False: nothing was asked.
bool LockReader::planExistence(Work &work, Round &round)
{
    if (!work.job->mayBeGone || work.format == nullptr
        || std::exchange(work.hasAskedExistence, true))
        return false;
    format::RawKeys withoutMain = work.keys;
    withoutMain[work.mainKey()] = RawKey{};
    std::vector<KeyToRead> wanted = keysToRead(*work.job, work.format, withoutMain, m_hints);
    wanted.insert(wanted.end(), work.job->expected.begin(), work.job->expected.end());
    redis::Arguments question{"EXISTS", work.job->lock.bytes};
    for (const KeyToRead &wish : wanted)
        question.push_back(wish.key.bytes);
    planSubscribers(work, round);
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

void LockReader::planMain(Work &work, Round &round)
{
    if (work.format) {
        work.mainType = work.format->mainType();
        planKey(work, {work.mainKey(), *work.mainType}, true, round);
        for (const KeyToRead &wish : work.job->expected)
            planKey(work, wish, true, round);
        planSubscribers(work, round);
        return;
    }
    if (work.isHash) {
        work.mainType = KeyType::Hash;
        planMainHash(work, round);
        return;
    }
    round.ask(&work, {"TYPE", work.job->lock.bytes}, [this, &work](const Reply &reply) {
        if (isRefused(reply)) {
            work.refused = true;
            noteRefusal(reply);
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

// Sorted sets of all kinds change all the time; two members tell whether the rest is worth a trip.
void LockReader::planTaste(Work &work, KeyType type, Round &round)
{
    planLength(work, {work.mainKey(), type}, round);
    round.ask(&work, {"ZRANGE", work.job->lock.bytes, "0", "1", "WITHSCORES"},
              [this, &work, type](const Reply &reply) {
                  if (isRefused(reply))
                      noteForbidden(work, {work.mainKey(), type}, reply);
                  RawKey &key = work.keys[work.mainKey()];
                  if (key.type != type)
                      return; // it is something else now
                  storeScores(key, reply);
                  const bool isMore = key.length > qint64(key.scores.size());
                  if (isMore && format::recognise(work.job->lock, work.keys, m_hints) != nullptr)
                      work.contents.push_back({work.mainKey(), type});
                  else if (isMore)
                      key.scores.clear(); // not to be taken for the whole
              });
}

void LockReader::planContents(Work &work, Round &round)
{
    for (const KeyToRead &wish : std::exchange(work.contents, {})) {
        RawKey &key = work.keys[wish.key];
        if (key.length == notCounted && wish.type == KeyType::SortedSet) {
            planTaste(work, wish.type, round);
            continue;
        }
        if (key.length == notCounted && wish.type == KeyType::Hash && wish.key == work.mainKey()) {
            planMainHash(work, round);
            continue;
        }
        if (key.length == notCounted) {
            planKey(work, wish, false, round); // the type is all that is known yet
            continue;
        }
        const qint64 limit =
            wish.type == KeyType::String ? format::maxStringBytes : format::maxElements;
        const bool isCut = wish.type == KeyType::SortedSet; // by the command
        const bool isMainHash = wish.type == KeyType::Hash && wish.key == work.mainKey();
        const bool isTooHeavy = isMainHash && work.weight > maxLockWeight;
        if (key.type == wish.type && (isCut || key.length <= limit) && !isTooHeavy)
            planContent(work, wish, round);
        else if (key.type == wish.type && isMainHash && key.length > limit)
            planHashSample(work, round);
    }
}

// Of most locks none of the other keys is there: one question is enough for all of them.
void LockReader::planKeysToRead(Work &work, const std::vector<KeyToRead> &wanted, Round &round)
{
    if (wanted.empty() || work.mayExist) {
        for (const KeyToRead &wish : wanted)
            planKey(work, wish, true, round);
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

void LockReader::planFormat(Work &work, Round &round)
{
    const LockName &name = work.job->lock;
    const RawKey &main = work.keys[work.mainKey()];
    work.format = nullptr;
    if (!main.exists() && !work.job->withoutMain) {
        work.done = true;
        return;
    }
    work.format = format::recognise(name, work.keys, m_hints);
    const auto wanted = keysToRead(*work.job, work.format, work.keys, m_hints);
    planKeysToRead(work, wanted, round);
    if (wanted.empty() || work.format)
        planSubscribers(work, round);
    work.done = wanted.empty() && work.contents.empty();
    if (work.done && work.format == nullptr && !main.exists())
        work.done = !findListeners(work, round);
}

void LockReader::plan(Work &work, Round &round)
{
    if (work.done || work.refused || work.postponed || work.error)
        return;
    if (work.job->caution != Caution::None && !work.isWeighed) {
        planWeight(work, round);
        return;
    }
    if (!work.mainType) {
        if (!planExistence(work, round))
            planMain(work, round);
        return;
    }
    if (!work.contents.empty()) {
        planContents(work, round);
        if (!round.isEmpty())
            return;
    }
    planFormat(work, round);
}

ReadOutcome LockReader::outcomeOf(Work &work, format::ServerMs now)
{
    for (auto &[name, key] : work.keys) {
        key.length = std::max<qint64>(key.length, 0);
        const bool isString = key.type == KeyType::String;
        key.truncated = key.length > (isString ? format::maxStringBytes : format::maxElements);
    }
    work.postponed |= work.error && isTemporary(*work.error);
    if (work.error && !work.postponed) { // an answer that nobody knows, and that will not change
        work.refused = true;
        m_refusals.note({*work.error, work.question});
    }
    // What is left of a lock some keys of which may not be read is no proof that it is gone.
    work.refused |=
        work.job->format != nullptr && work.format == nullptr && format::hasUnreadable(work.keys);
    const LockName &lock = work.job->lock;
    if (work.format == nullptr || work.format->waitChannel(lock) != work.countedChannel)
        work.waitingConnections.reset();
    std::optional<format::LockReading> reading;
    if (work.format != nullptr)
        reading = format::readLock(*work.format, work.job->lock, work.keys, m_hints, now);
    return {work.job->lock,          work.format,  std::move(reading),      std::move(work.keys),
            work.waitingConnections, work.refused, std::move(work.waiters), work.wasHash(),
            work.postponed,          work.tooLarge};
}

QCoro::Task<Result<BatchOutcome>> LockReader::attempt(TaskScope &scope,
                                                      const std::vector<ReadJob> &jobs)
{
    m_weight = 0;
    std::vector<Work> works(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        works[i].job = &jobs[i];
        works[i].format = jobs[i].format;
        works[i].keys = jobs[i].kept;
        works[i].isHash = jobs[i].isHash;
    }
    BatchOutcome outcome;
    // A few rounds do; the limit is for servers whose answers change under our hands.
    constexpr int maxRounds = 10;
    for (int trip = 0; trip < maxRounds; ++trip) {
        Round all;
        for (Work &work : works) {
            Round own;
            plan(work, own);
            all.append(std::move(own));
        }
        askSubscribers(all);
        if (all.isEmpty())
            break;
        outcome.commands += all.size();
        if (const auto done = co_await all.run(scope, *this); !done)
            co_return fail(done.error());
        outcome.bytes += all.bytes();
    }
    const format::ServerMs now = m_clock.serverTime(m_time.now());
    for (Work &work : works) {
        if (work.error && isTemporary(*work.error))
            outcome.notNow = work.error;
        outcome.locks.push_back(outcomeOf(work, now));
    }
    outcome.refusals = m_refusals.all();
    co_return Result<BatchOutcome>(std::move(outcome));
}

QCoro::Task<Result<BatchOutcome>> LockReader::read(TaskScope &scope, std::vector<ReadJob> jobs)
{
    m_refusals.clear();
    while (true) {
        const Abilities before = m_abilities;
        auto outcome = co_await attempt(scope, jobs);
        // A substitute was found for a command that failed: once more, with it.
        if (outcome && !(before == m_abilities))
            continue;
        for (std::size_t i = 0; outcome && i < jobs.size(); ++i)
            outcome->locks[i].known = std::move(jobs[i].known);
        co_return outcome;
    }
}

} // namespace lockscope::watch
