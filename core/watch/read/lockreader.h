// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/base/clock.h"
#include "core/format/format.h"
#include "core/redis/connection.h"
#include "core/watch/read/commandsupport.h"
#include "core/watch/read/keyfetcher.h"
#include "core/watch/read/listenercounter.h"
#include "core/watch/read/readjob.h"
#include "core/watch/record/serverclock.h"

#include <vector>

namespace lockscope::watch {

// Reads locks in a few rounds of plain pipelined commands, bounded in every respect: keys that are
// not known to be small are measured first, contents are cut by the command itself, and a hash that
// is not known as a lock is fetched only if some of its fields have a lock's form, it takes little
// memory and has no more than format::maxElements fields. A reply that the server reads nothing at
// the moment is no answer (core/watch/read/replyerrors.h). One thread; the connection must outlive
// it. Writes nothing.
class LockReader
{
public:
    LockReader(redis::Connection &connection, const Clock &time, const ServerClock &clock,
               format::Hints hints);

    // The outcomes are in the order of the jobs. An Error means that the connection failed and
    // nothing was learnt.
    QCoro::Task<Result<BatchOutcome>> read(TaskScope &scope, std::vector<ReadJob> jobs);

    // The server is a shard of a cluster: only keys of a lock's own slot are read with it, and a
    // lock that another shard keeps is said to be elsewhere.
    void setShard() { m_isShard = true; }

    // Commands that were refused are tried again.
    void forgetRefusals() { m_support.forget(); }
    // Waiters here also listen to sharded channels (Redisson in a cluster of 7.0 and newer).
    void setSharded(bool sharded) { m_listeners.setSharded(sharded); }
    bool isSharded() const { return m_listeners.isSharded(); }
    // Clients that listen there are counted, too; they must outlive the reader.
    void setOtherListeners(OtherListeners *others) { m_listeners.setOthers(others); }
    // A channel has proved that this name is a lock of that kind.
    void hear(const LockName &name, const QByteArray &kind) { m_hints.hear(name, kind); }
    const format::Hints &hints() const { return m_hints; }
    format::MappedQueues &queues() { return m_hints.queues; }

    // True if the listeners may be counted.
    bool countsSubscribers() const { return m_support.abilities().numsub; }
    // Absolute expiry times (7.0 and newer); else they are computed from PTTL.
    bool hasExactDeadlines() const { return m_support.abilities().pexpiretime; }
    // The server may be asked for its time.
    bool asksTime() const { return m_support.abilities().time; }

private:
    QCoro::Task<Result<BatchOutcome>> attempt(TaskScope &scope, const std::vector<ReadJob> &jobs);
    void plan(ReadWork &work, ReadRound &round);
    bool planExistence(ReadWork &work, ReadRound &round);
    void planMain(ReadWork &work, ReadRound &round);
    void planFormat(ReadWork &work, ReadRound &round);
    void planKeysToRead(ReadWork &work, const std::vector<format::KeyToRead> &wanted,
                        ReadRound &round);
    ReadOutcome outcomeOf(ReadWork &work, format::ServerMs now);
    std::vector<format::KeyToRead> wantedOf(const ReadWork &work,
                                            const format::RawKeys &keys) const;
    static void markKeysElsewhere(ReadWork &work);
    static bool mayHideKnown(const ReadWork &work);
    void judgeHidden(ReadWork &work) const;

    redis::Connection &m_connection;
    const Clock &m_time;
    const ServerClock &m_clock;
    format::Hints m_hints;
    bool m_isShard = false;
    CommandSupport m_support;
    KeyFetcher m_keys{m_support, m_hints};
    ListenerCounter m_listeners{m_support, m_hints};
};

} // namespace lockscope::watch
