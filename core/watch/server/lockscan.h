// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/find/discovery.h"
#include "core/watch/server/changerouter.h"
#include "core/watch/server/guesses.h"
#include "core/watch/server/queueowners.h"
#include "core/watch/server/readingpump.h"
#include "core/watch/server/readingrights.h"

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::watch {

// Looks for locks without an event: scans the keyspace and asks for the channels in use, or reads
// the names that were asked for. Owns the found locks until an event reports them. I/O thread; all
// that is passed in must outlive it.
class LockScan
{
public:
    // The purpose of a scan: to find all locks, or to check that events reported all of them.
    enum class Purpose { All, Check };

    // The parts that it uses.
    struct Parts {
        ReadingPump &pump;
        ReadingRights &rights;
        Guesses &guesses;
        QueueOwners &queues;
        ChangeRouter &router;
    };
    struct Handlers {
        std::function<void()> finished;
        std::function<void(const Error &error)> hindered; // the server reads nothing at the moment
        // Until what the server had to tell by now is known; fails if that is not to be had.
        std::function<QCoro::Task<Result<void>>()> catchUp;
        std::function<void(quint64 count, const Sentence &what)> missed;
    };

    LockScan(const ServerContext &context, Parts parts, Handlers handlers);

    // A running scan is repeated after its end if it may have passed new locks.
    void start(Purpose purpose = Purpose::All);
    void stop();
    // Another server process: the scan's cursor means nothing to it.
    void startAnew() { m_discovery.startAnew(); }
    bool isRunning() const { return m_isRunning; }
    // Looks for locks that only their waiters show, unless that was done a short time ago: no event
    // tells that somebody begins to wait.
    QCoro::Task<Result<void>> lookAtChannels();
    // The cost of reading the found keys counts against the scan's budget.
    void charge(std::chrono::nanoseconds cost);

    // The server is away: nobody reports the keys that the scan has passed.
    void noteDown();
    // Changes may have gone unseen: the found locks need not have been reported.
    void forgetUntold();
    // An event told of a lock, or it was read and is none. True if it was found by the scan first,
    // and is not read yet.
    bool noteTold(const LockName &lock);
    // A found lock was read; true if an event should have reported it.
    bool takeMissed(const LockName &lock);
    // It is one, and no event has told of it until now.
    void noteMissed(const LockName &lock) { m_missed.insert(lock); }
    // Those of which still no event tells when the events are known.
    void reportMissed();

private:
    QCoro::Task<> scan();
    QCoro::Task<> lookAtNames();
    QCoro::Task<> judgeMissed();
    QCoro::Task<Result<void>> findByChannels();
    bool wereChannelsSeenLately() const;
    void onChannel(const QByteArray &channel);
    void onFound(const std::vector<FoundKey> &keys);
    void look(const LockName &lock, const KeyName &key, bool isHash);
    bool isWorthALook(const QByteArray &key);
    void onProgress();
    void noteRefused(Error error);
    void reportStopped();

    const ServerContext &m_context;
    Parts m_parts;
    Handlers m_handlers;
    Discovery m_discovery;
    // A scan found them, and no event told of them; true: though one should have.
    std::unordered_map<LockName, bool> m_untold;
    std::unordered_set<LockName> m_missed; // of these, locks that were read
    std::unordered_set<LockName> m_judged; // and were so when the events were asked for
    bool m_isJudging = false;
    Instant m_progressAt;
    std::optional<Instant> m_channelsAskedAt;
    std::size_t m_channels = 0; // that were in use then
    bool m_isRunning = false;
    bool m_isCheck = false; // it only checks
    bool m_again = false; // events were lost while it ran
};

} // namespace lockscope::watch
