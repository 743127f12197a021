// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/lockreader.h"

#include "core/base/combine.h"
#include "core/base/text.h"
#include "core/watch/keycontent.h"
#include "core/watch/wishes.h"

#include <functional>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

using format::KeyType;
using format::KeyWish;
using format::RawKey;

// The state of one job over the rounds.
struct LockReader::Work {
    const ReadJob *job = nullptr;
    const format::Format *format = nullptr;
    format::RawKeys keys;
    std::optional<KeyType> mainType; // empty: to be asked for
    std::vector<KeyWish> contents; // counted, small enough, to be fetched in the next round
    std::optional<qint64> waitingConnections;
    Subscribers waiters;
    bool counted = false; // subscribers were asked for
    bool mayExist = false; // some of the keys that are wished for are there
    bool refused = false;
    bool done = false;

    KeyName mainKey() const { return KeyName(job->lock.bytes); }
};

// The commands of one round trip and what becomes of their replies.
class LockReader::Round
{
public:
    using Sink = std::function<void(const Reply &)>;

    void ask(redis::Arguments command, Sink sink)
    {
        m_commands.push_back(std::move(command));
        m_sinks.push_back(std::move(sink));
    }

    void append(Round other)
    {
        std::move(other.m_commands.begin(), other.m_commands.end(), std::back_inserter(m_commands));
        std::move(other.m_sinks.begin(), other.m_sinks.end(), std::back_inserter(m_sinks));
    }

    bool isEmpty() const { return m_commands.empty(); }
    std::size_t size() const { return m_commands.size(); }

    QCoro::Task<Result<void>> run(TaskScope &scope, redis::Connection &connection)
    {
        std::vector<Pending<Reply>> pendings;
        pendings.reserve(m_commands.size());
        for (redis::Arguments &command : m_commands)
            pendings.push_back(connection.send(std::move(command)));
        // The connection has a deadline for each command; this one only makes sure.
        const Millis deadline = connection.config().commandTimeout * 2;
        auto replies = co_await scope.wait(whenAll(std::move(pendings)), deadline);
        if (!replies)
            co_return fail(replies.error());
        for (std::size_t i = 0; i < replies->size(); ++i) {
            if (!(*replies)[i])
                co_return fail((*replies)[i].error());
            m_sinks[i](*(*replies)[i]);
        }
        co_return Result<void>();
    }

private:
    std::vector<redis::Arguments> m_commands;
    std::vector<Sink> m_sinks;
};

namespace {

// The length of a key of which only the type is known yet.
constexpr qint64 notCounted = -1;

bool isRefused(const Reply &reply)
{
    return reply.errorCode() == "NOPERM" || reply.bytes.startsWith("ERR unknown command");
}

// It is this key that may not be read, not the command that may not be used.
bool isAboutKey(const Reply &reply)
{
    return reply.errorCode() == "NOPERM" && reply.bytes.contains("access")
        && reply.bytes.contains("key");
}

// A command that has a substitute: notes when it cannot be used.
bool isUsable(const Reply &reply, bool &ability)
{
    if (!isRefused(reply))
        return true;
    if (!isAboutKey(reply))
        ability = false;
    return false;
}

} // namespace

LockReader::LockReader(redis::Connection &connection, const ServerClock &clock, format::Hints hints)
    : m_connection(connection)
    , m_clock(clock)
    , m_hints(std::move(hints))
{}

void LockReader::noteRefusal(const Reply &reply)
{
    if (!m_refusal)
        m_refusal = Error{ErrorKind::Permission, reply.errorCode(), visible(reply.bytes),
                          m_connection.label()};
}

// Existence, type, length and expiry of a key, of which the type is assumed.
void LockReader::planLength(Work &work, const KeyWish &wish, Round &round)
{
    RawKey &key = work.keys[wish.key];
    key = RawKey{};
    key.type = wish.type;
    round.ask({lengthCommand(wish.type), wish.key.bytes},
              [this, &key, &work, wish](const Reply &reply) {
                  if (reply.isInteger()) {
                      key.length = reply.integer;
                  } else if (reply.errorCode() == "WRONGTYPE") {
                      key.type = KeyType::Other;
                      if (wish.key == work.mainKey()) {
                          work.mainType.reset(); // it is something else now: ask what
                          work.format = nullptr;
                      }
                  } else if (isRefused(reply)) {
                      key.type = KeyType::Other; // of unknown length: not to be fetched
                      work.refused |= wish.key == work.mainKey();
                      noteRefusal(reply);
                  }
              });
    const QByteArray expiry = m_abilities.pexpiretime ? "PEXPIRETIME" : "PTTL";
    round.ask({expiry, wish.key.bytes}, [this, &key](const Reply &reply) {
        if (m_abilities.pexpiretime && !isUsable(reply, m_abilities.pexpiretime))
            return;
        if (isRefused(reply)) {
            noteRefusal(reply);
        } else if (reply.integer == -2) {
            key = RawKey{};
        } else if (reply.integer >= 0) {
            const auto now = m_clock.serverTime(std::chrono::steady_clock::now());
            key.expireAt = m_abilities.pexpiretime ? reply.integer : now + reply.integer;
        }
    });
}

void LockReader::planContent(Work &work, const KeyWish &wish, Round &round)
{
    const QByteArray &name = wish.key.bytes;
    const QByteArray limit = QByteArray::number(format::maxElements);
    const QByteArray last = QByteArray::number(format::maxElements - 1);
    RawKey &key = work.keys[wish.key];
    const auto refused = [this, &work, wish](const Reply &reply) {
        if (!isRefused(reply))
            return;
        work.refused |= wish.key == work.mainKey();
        noteRefusal(reply);
    };
    switch (wish.type) {
    case KeyType::Hash:
        if (!m_abilities.hscan) {
            round.ask({"HGETALL", name}, [&key, refused](const Reply &reply) {
                storeFields(key, reply.elements);
                refused(reply);
            });
            break;
        }
        planScan(work, wish, round);
        break;
    case KeyType::String:
        if (m_abilities.getrange) {
            round.ask({"GETRANGE", name, "0", QByteArray::number(format::maxStringBytes - 1)},
                      [this, &key](const Reply &reply) {
                          if (isUsable(reply, m_abilities.getrange) && reply.isString())
                              key.value = reply.bytes;
                      });
            break;
        }
        round.ask({"GET", name}, [&key, refused](const Reply &reply) {
            key.value = reply.isString() ? reply.bytes : QByteArray();
            refused(reply);
        });
        break;
    case KeyType::List:
        round.ask({"LRANGE", name, "0", last}, [&key, refused](const Reply &reply) {
            storeItems(key, reply);
            refused(reply);
        });
        break;
    case KeyType::SortedSet:
        round.ask({"ZRANGE", name, "0", last, "WITHSCORES"}, [&key, refused](const Reply &reply) {
            storeScores(key, reply);
            refused(reply);
        });
        break;
    case KeyType::Set:
        planScan(work, wish, round);
        break;
    case KeyType::None:
    case KeyType::Other:
        break;
    }
}

// One step takes all of a small key. A count is met by fields and values alike, or by empty places
// of a table that has shrunk: hence more of it than there can be elements.
void LockReader::planScan(Work &work, const KeyWish &wish, Round &round)
{
    const bool isHash = wish.type == KeyType::Hash;
    RawKey &key = work.keys[wish.key];
    const QByteArray count = QByteArray::number(4 * format::maxElements);
    round.ask({isHash ? "HSCAN" : "SSCAN", wish.key.bytes, "0", "COUNT", count},
              [this, &key, &work, wish, isHash](const Reply &reply) {
                  if (isHash && !isUsable(reply, m_abilities.hscan))
                      return;
                  if (isRefused(reply))
                      noteRefusal(reply);
                  if (reply.elements.size() != 2)
                      return;
                  // An incomplete scan of a small key: it has just shrunk. The next round has it
                  // all.
                  if (reply.elements[0].bytes != "0")
                      work.contents.push_back(wish);
                  else if (isHash)
                      storeFields(key, reply.elements[1].elements);
                  else
                      storeItems(key, reply.elements[1]);
              });
}

// Commands that cut what they return can go along at once; the others wait for the length.
void LockReader::planKey(Work &work, const KeyWish &wish, bool knownSmall, Round &round)
{
    planLength(work, wish, round);
    const bool cuts = wish.type == KeyType::List || wish.type == KeyType::SortedSet
        || (wish.type == KeyType::String && m_abilities.getrange)
        || (wish.type == KeyType::Hash && m_abilities.hscan && knownSmall);
    if (cuts)
        planContent(work, wish, round);
    else
        work.contents.push_back(wish);
}

void LockReader::planSubscribers(Work &work, Round &round)
{
    const QByteArray channel =
        work.format ? work.format->waitChannel(work.job->lock) : QByteArray();
    if (work.counted || channel.isEmpty() || !m_abilities.numsub)
        return;
    work.counted = true;
    redis::Arguments question{"PUBSUB", "NUMSUB", channel};
    for (const QByteArray &waiter : work.job->waiterChannels)
        question.push_back(waiter);
    round.ask(question, [this, &work](const Reply &reply) {
        if (!isUsable(reply, m_abilities.numsub) || reply.elements.size() < 2)
            return;
        work.waitingConnections = reply.elements[1].integer;
        for (std::size_t i = 2; i + 1 < reply.elements.size(); i += 2)
            work.waiters.emplace_back(reply.elements[i].bytes, reply.elements[i + 1].integer);
    });
    if (!m_sharded)
        return;
    // Sharded channels are others, of the same names; who listens uses one or the other.
    question[1] = "SHARDNUMSUB";
    round.ask(std::move(question), [&work](const Reply &reply) {
        if (!work.waitingConnections || reply.elements.size() < 2)
            return;
        *work.waitingConnections += reply.elements[1].integer;
        for (std::size_t i = 0; i < work.waiters.size() && 2 * i + 3 < reply.elements.size(); ++i)
            work.waiters[i].second += reply.elements[2 * i + 3].integer;
    });
}

void LockReader::planMain(Work &work, Round &round)
{
    if (work.format) {
        work.mainType = work.format->mainType();
        planKey(work, {work.mainKey(), *work.mainType}, true, round);
        for (const KeyWish &wish : work.job->expected)
            planKey(work, wish, true, round);
        planSubscribers(work, round);
        return;
    }
    if (work.job->isHash) {
        work.mainType = KeyType::Hash;
        planKey(work, {work.mainKey(), KeyType::Hash}, false, round);
        return;
    }
    round.ask({"TYPE", work.job->lock.bytes}, [this, &work](const Reply &reply) {
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
    round.ask({"ZRANGE", work.job->lock.bytes, "0", "1", "WITHSCORES"},
              [this, &work, type](const Reply &reply) {
                  if (isRefused(reply))
                      noteRefusal(reply);
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
    for (const KeyWish &wish : std::exchange(work.contents, {})) {
        RawKey &key = work.keys[wish.key];
        if (key.length == notCounted && wish.type == KeyType::SortedSet) {
            planTaste(work, wish.type, round);
            continue;
        }
        if (key.length == notCounted) {
            planKey(work, wish, false, round); // the type is all that is known yet
            continue;
        }
        const qint64 limit =
            wish.type == KeyType::String ? format::maxStringBytes : format::maxElements;
        const bool isCut = wish.type == KeyType::SortedSet; // by the command
        if (key.type == wish.type && (isCut || key.length <= limit))
            planContent(work, wish, round);
    }
}

// Of most locks none of the other keys is there: one question is enough for all of them.
void LockReader::planWishes(Work &work, const std::vector<KeyWish> &wishes, Round &round)
{
    if (wishes.size() < 2 || work.mayExist) {
        for (const KeyWish &wish : wishes)
            planKey(work, wish, true, round);
        return;
    }
    redis::Arguments question{"EXISTS"};
    for (const KeyWish &wish : wishes)
        question.push_back(wish.key.bytes);
    round.ask(std::move(question), [&work, wishes](const Reply &reply) {
        work.mayExist = !reply.isInteger() || reply.integer != 0;
        for (std::size_t i = 0; !work.mayExist && i < wishes.size(); ++i)
            work.keys.try_emplace(wishes[i].key);
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
    const auto wishes = wishesFor(*work.job, work.format, work.keys);
    planWishes(work, wishes, round);
    if (wishes.empty() || work.format)
        planSubscribers(work, round);
    work.done = round.isEmpty() || (wishes.empty() && work.contents.empty());
}

void LockReader::plan(Work &work, Round &round)
{
    if (work.done || work.refused)
        return;
    if (!work.mainType) {
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

QCoro::Task<Result<BatchOutcome>> LockReader::attempt(TaskScope &scope,
                                                      const std::vector<ReadJob> &jobs)
{
    std::vector<Work> works(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        works[i].job = &jobs[i];
        works[i].format = jobs[i].format;
        works[i].keys = jobs[i].kept;
    }
    BatchOutcome outcome;
    // A few rounds do; the limit is for servers whose answers change under our hands.
    constexpr int maxRounds = 8;
    for (int trip = 0; trip < maxRounds; ++trip) {
        Round all;
        for (Work &work : works) {
            Round own;
            plan(work, own);
            all.append(std::move(own));
        }
        if (all.isEmpty())
            break;
        outcome.commands += all.size();
        if (const auto done = co_await all.run(scope, m_connection); !done)
            co_return fail(done.error());
    }
    const format::ServerMs now = m_clock.serverTime(std::chrono::steady_clock::now());
    for (Work &work : works) {
        for (auto &[name, key] : work.keys) {
            key.length = std::max<qint64>(key.length, 0);
            const bool isString = key.type == KeyType::String;
            key.truncated = key.length > (isString ? format::maxStringBytes : format::maxElements);
        }
        std::optional<format::LockReading> reading;
        if (work.format != nullptr)
            reading = format::readLock(*work.format, work.job->lock, work.keys, m_hints, now);
        outcome.locks.push_back({work.job->lock, work.format, std::move(reading),
                                 std::move(work.keys), work.waitingConnections, work.refused,
                                 std::move(work.waiters)});
    }
    outcome.refusal = m_refusal;
    co_return Result<BatchOutcome>(std::move(outcome));
}

QCoro::Task<Result<BatchOutcome>> LockReader::read(TaskScope &scope, std::vector<ReadJob> jobs)
{
    while (true) {
        const Abilities before = m_abilities;
        m_refusal.reset();
        auto outcome = co_await attempt(scope, jobs);
        // A substitute was found for a command that failed: once more, with it.
        if (!outcome || before == m_abilities)
            co_return outcome;
    }
}

} // namespace lockscope::watch
