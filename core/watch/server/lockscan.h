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
#include <vector>

namespace lockscope::watch {

// Looks for locks that no event told of: scans the keyspace and asks for the channels in use, or
// reads the names that were asked for. Owns what a scan found before an event told of it. I/O
// thread; all that is passed in must outlive it.
class LockScan
{
public:
    // What a scan is for: to know of all locks, or to check whether events told of all.
    enum class Purpose { All, Check };

    // What it works with.
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
        std::function<void(quint64 count, const Sentence &what)> missed;
    };

    LockScan(const ServerContext &context, Parts parts, Handlers handlers);

    // One that runs is repeated after its end if it may have passed what is looked for.
    void start(Purpose purpose = Purpose::All);
    void stop();
    // Another server process: the place where the scan is means nothing to it.
    void startAnew() { m_discovery.startAnew(); }
    bool isRunning() const { return m_isRunning; }
    // Reading what was found is part of the bill.
    void charge(std::chrono::nanoseconds cost);

    // The server is away: what the scan has passed is not told of now.
    void noteDown();
    // Changes may have gone unseen: nobody had to tell of what was found.
    void forgetUntold() { m_untold.clear(); }
    // An event told of a lock, or it was read and is none. True if it was found by the scan first.
    bool noteTold(const LockName &lock) { return m_untold.erase(lock) != 0; }
    // A found lock was read; true if an event should have told of it.
    bool takeMissed(const LockName &lock);
    void countMissed() { ++m_missed; }
    void reportMissed();

private:
    QCoro::Task<> scan();
    QCoro::Task<> lookAtNames();
    QCoro::Task<Result<void>> findByChannels();
    void onChannel(const QByteArray &channel);
    void onFound(const std::vector<FoundKey> &keys);
    void look(const LockName &lock, const KeyName &key, bool isHash);
    bool isWorthALook(const QByteArray &key);
    void onProgress();
    void reportStopped();

    const ServerContext &m_context;
    Parts m_parts;
    Handlers m_handlers;
    Discovery m_discovery;
    // A scan found them, and no event told of them; true: though one should have.
    std::unordered_map<LockName, bool> m_untold;
    quint64 m_missed = 0;
    Instant m_progressAt;
    std::optional<Instant> m_channelsAskedAt;
    bool m_isRunning = false;
    bool m_isCheck = false; // it only checks
    bool m_again = false; // events were lost while it ran
};

} // namespace lockscope::watch
