// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/taskscope.h"
#include "core/format/format.h"
#include "core/redis/connection.h"
#include "core/watch/read/refusals.h"
#include "core/watch/record/serverclock.h"
#include "core/watch/track/expiry.h"
#include "core/watch/track/track.h"

#include <set>
#include <vector>

namespace lockscope::watch {

// Channels, and how many connections listen to each.
using Subscribers = std::vector<std::pair<QByteArray, qint64>>;

// How a lock is read after an answer about it was more than this program takes.
enum class Caution : quint8 {
    None,
    Weigh, // only if its main key is small, and nothing of its other keys
    Refuse, // not at all: what its main key weighs tells too little
};

// When a key was known to expire.
struct KnownExpiry {
    KeyName key;
    format::ServerMs at = 0;
    format::ServerMs slack = 0; // or up to so much later
};

// One lock to read.
struct ReadJob {
    LockName lock;
    const format::Format *format = nullptr; // what it was last time; empty: unknown
    format::RawKeys kept; // keys known to be unchanged, not to be read again
    std::vector<format::KeyToRead> expected; // keys to read at once beside the main key
    bool withoutMain = false; // look at the other keys also if the main key is absent
    bool isHash = false; // its main key was one a moment ago
    std::vector<QByteArray> waiterChannels = {}; // of waiters in its queue, to count who listens
    std::set<KeyName> causes; // the keys that changed; what is absent is looked for as they say
    bool wasLock = false; // a moment ago, and is not known as one any more
    Caution caution = Caution::None;
    bool asksListeners = false; // withoutMain, and counts who waits where there is no key at all
    bool isNamed = false; // somebody asked for it: it is told what it is
    bool mayBeGone = false; // its release was announced: whether its keys exist is asked first
    // When its keys expired as they were last read, the latest first: a time to live that fits is
    // no change.
    std::vector<KnownExpiry> expiries = {};
    // As it was known when the job was made; for whoever applies the outcome, not for the reader.
    std::optional<TrackedLock> known = {};
};

struct ReadOutcome {
    LockName lock;
    const format::Format *format = nullptr; // empty: no lock
    std::optional<format::LockReading> reading; // what the format makes of the keys
    format::RawKeys keys; // everything that was looked at, the main key first of all
    std::optional<qint64> waitingConnections;
    bool refused = false; // its main key may not be read: nothing was learnt
    Subscribers waiters = {}; // of the job's waiterChannels
    bool wasHash = false; // its main key was one when the job was given
    bool postponed = false; // nothing was learnt, and it is to be read again
    bool tooLarge = false; // to be a lock: it was not fetched
    std::optional<TrackedLock> known = {}; // the job's
};

struct BatchOutcome {
    std::vector<ReadOutcome> locks;
    std::size_t commands = 0; // that were sent
    std::size_t bytes = 0; // of the answers, about
    std::vector<Refusal> refusals; // some of what the server does not permit
    std::optional<Error> notNow; // why some are postponed; empty: they were too much at once

    // What the commands took on the server, about; the time until the answer has this program's in
    // it too.
    std::chrono::nanoseconds cost() const
    {
        return commands * std::chrono::nanoseconds(800) + bytes * std::chrono::nanoseconds(1);
    }
};

// Reads locks in a few rounds of plain pipelined commands, bounded in every respect: lengths come
// first for what is not known to be small, contents are cut by the command itself, and a hash that
// is not known as a lock is fetched only if some of its fields have a lock's form, it takes little
// memory and has no more than format::maxElements fields. An answer that says that the server reads
// nothing at the moment is none (core/watch/notNow.h). One thread; the connection must outlive
// it. Writes nothing.
class LockReader
{
public:
    LockReader(redis::Connection &connection, const Clock &time, const ServerClock &clock,
               format::Hints hints);

    // The outcomes are in the order of the jobs. An Error means that the connection failed and
    // nothing was learnt.
    QCoro::Task<Result<BatchOutcome>> read(TaskScope &scope, std::vector<ReadJob> jobs);

    // Commands that were refused are tried again.
    void forgetRefusals() { m_abilities = Abilities(); }
    // Waiters here also listen to sharded channels (Redisson in a cluster of 7.0 and newer).
    void setSharded(bool sharded) { m_sharded = sharded; }
    bool isSharded() const { return m_sharded; }
    // A channel has proved that this name is a lock of that kind.
    void hear(const LockName &name, const QByteArray &kind) { m_hints.hear(name, kind); }
    const format::Hints &hints() const { return m_hints; }
    format::MappedQueues &queues() { return m_hints.queues; }

    // Who listens may be asked.
    bool countsSubscribers() const { return m_abilities.numsub; }
    // Absolute expiry times (7.0 and newer); else they are computed from PTTL.
    bool hasExactDeadlines() const { return m_abilities.pexpiretime; }
    // The server may be asked for its time.
    bool asksTime() const { return m_abilities.time; }

private:
    struct Work;
    struct Listening;
    class Round;

    // Commands that not every server knows and not every user may use, each with a substitute.
    struct Abilities {
        bool pexpiretime = true; // else PTTL, timed
        bool hscan = true; // else HGETALL after HLEN
        bool getrange = true; // else GET after STRLEN
        bool numsub = true; // else waiting connections stay unknown
        bool hrandfield = true; // else what a hash takes alone tells whether to fetch it
        bool memory = true; // else its fields' names alone do
        bool time = true; // else our idea of the server's clock stands for it

        friend bool operator==(const Abilities &, const Abilities &) = default;
    };

    QCoro::Task<Result<BatchOutcome>> attempt(TaskScope &scope, const std::vector<ReadJob> &jobs);
    void noteRefusal(const Reply &reply);
    bool isUsable(const Reply &reply, bool &ability);
    void noteForbidden(Work &work, const format::KeyToRead &wish, const Reply &reply);
    void noteUncounted(Work &work, const format::KeyToRead &wish, const Reply &reply);
    void plan(Work &work, Round &round);
    bool planExistence(Work &work, Round &round);
    void planMain(Work &work, Round &round);
    void planWeight(Work &work, Round &round);
    void planMainHash(Work &work, Round &round);
    void planHashSample(Work &work, Round &round);
    void planHashTaste(Work &work, Round &round);
    ReadOutcome outcomeOf(Work &work, format::ServerMs now);
    void planContents(Work &work, Round &round);
    void planFormat(Work &work, Round &round);
    void planTaste(Work &work, format::KeyType type, Round &round);
    void planScan(Work &work, const format::KeyToRead &wish, Round &round);
    void planKey(Work &work, const format::KeyToRead &wish, bool knownSmall, Round &round);
    void planExpiry(Work &work, const format::KeyToRead &wish, Round &round);
    void noteExpiry(Work &work, const KeyName &name, qint64 told, bool isExact);
    void planHash(Work &work, const format::KeyToRead &wish, qint64 count, Round &round);
    void planLength(Work &work, const format::KeyToRead &wish, Round &round);
    void planContent(Work &work, const format::KeyToRead &wish, Round &round);
    void planKeysToRead(Work &work, const std::vector<format::KeyToRead> &wanted, Round &round);
    void planSubscribers(Work &work, Round &round);
    bool findListeners(Work &work, Round &round);
    void askSubscribers(Round &round);
    static void noteSubscribers(const std::vector<Listening> &asked, const Reply &reply);

    redis::Connection &m_connection;
    const Clock &m_time;
    const ServerClock &m_clock;
    format::Hints m_hints;
    Abilities m_abilities;
    bool m_sharded = false;
    Refusals m_refusals; // of the batch that is being read
    // The command whose reply is handled, and when it was answered: told of timed rounds.
    struct Answered {
        const redis::Arguments *question = nullptr;
        ServerSpan at;
    } m_answered;
    qint64 m_weight = 0; // of what the attempt has fetched
};

} // namespace lockscope::watch
