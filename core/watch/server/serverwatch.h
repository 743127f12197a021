// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/deadlinequeue.h"
#include "core/base/taskscope.h"
#include "core/redis/subscriber.h"
#include "core/watch/find/clientnames.h"
#include "core/watch/find/dirtyqueue.h"
#include "core/watch/find/discovery.h"
#include "core/watch/find/ladder.h"
#include "core/watch/find/sweepplan.h"
#include "core/watch/find/unknownkeys.h"
#include "core/watch/read/replyerrors.h"
#include "core/watch/server/lockbook.h"
#include "core/watch/server/queueowners.h"
#include "core/watch/server/watcher.h"

#include <QObject>

#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::watch {

// Watches one server: events first, then discovery, then only what changed. Lives on the I/O
// thread; owns the two connections, one to read and one to listen.
//
//   state       what is shown       leaves to
//   Connecting  nothing yet         Up when the reading connection is ready and the listening one
//                                   is too, or was refused; Down
//   Up          live, by the best   Down when the reading connection is lost, or answers that it
//               way that is granted reads nothing at the moment; without events, by polling,
//                                   while only the listening one is lost
//   Down        the last state,     Up, with a gap event and everything read again
//               stale
class ServerWatch : public QObject
{
    Q_OBJECT

public:
    ServerWatch(DeploymentId deployment, ServerId server, const redis::Target &target,
                WatchOptions options, WatchMailbox &mailbox, const Clock &clock);
    ~ServerWatch() override;

    void start();
    void stop();
    void reconnect();

    void expectForced(const LockName &name, bool expected);
    void stopScan();
    void startScan();
    void showGuesses(bool shown);
    void setKnownNames(std::shared_ptr<const AliasRules> rules);

private:
    bool isUp() const { return m_record.state == ServerState::Up; }
    bool hearsAll() const { return isEventDriven(m_record.mode); }
    bool isReady() const;
    bool isListenerSettled() const;
    bool isOfInterest(const LockName &name) const;

    QCoro::Task<> greet(Millis pause = Millis(0));
    QCoro::Task<Result<void>> sampleClock();
    void onLost(const Error &error, bool final);
    void goUp();
    void goDown(const Error &error);
    void publish();

    // serverladder.cpp
    std::unique_ptr<redis::Subscriber> makeSubscriber();
    Grants grantsOf(const redis::Subscriber &subscriber) const;
    bool wantsNotifyFlags() const;
    QCoro::Task<> askNotifyFlags();
    QCoro::Task<Result<void>> identify();
    QCoro::Task<> countFlushes();
    void noteRole(const QByteArray &replication);
    void onListening();
    void onListenerLost(const Error &error);
    void chooseMode();
    void onCandidate();
    void dropCandidate();
    QCoro::Task<> runProbes();
    QCoro::Task<> probeReading();
    void reopenWhatIsClosed();
    void onGap(Losses::Cause cause = Losses::Cause::None);

    void onInvalidated(const std::vector<QByteArray> &keys);
    void onKeyChanged(const KeyName &key);
    void onMessage(const QByteArray &channel, const QByteArray &payload);
    static constexpr Millis answerPatience{10'000};
    static constexpr Millis afterGathering{12}; // longer than the listening connection gathers
    void awaitLateSigns(const format::NameMeaning &meaning);
    void readLeftSigns(const LockName &lock);
    void onKeyspaceEvent(const KeyName &key, const QByteArray &event);
    void onUnknownKey(const KeyName &key);
    void onFound(const std::vector<FoundKey> &keys);
    bool isWorthALook(const QByteArray &key);
    void noteHeard(const format::NameMeaning &meaning);
    void onRefused(Refusal refusal);
    void noteUnreadable();
    void readEverything();
    void reportDropped();

    void mark(const LockName &lock, const KeyName &key,
              DirtyQueue::Urgency urgency = DirtyQueue::Urgency::Changed);
    void pump();
    void pumpAt(Instant at);
    QCoro::Task<> readBatch(std::vector<DirtyQueue::Entry> entries);
    void applyOutcome(ReadOutcome outcome, const DirtyQueue::Entry &entry);
    Pending<void> inputSeen();

    // serverreading.cpp
    void readAgain(std::vector<DirtyQueue::Entry> entries, const Error &error);
    void onHindered(const Error &error);
    Caution cautionFor(const LockName &lock) const;
    void raiseCaution(const LockName &lock);

    void armTick();
    void onTicks();
    // What a scan is for: to know of all locks, or to check whether events told of all.
    enum class ScanFor { All, Check };
    void discover(ScanFor reason = ScanFor::All);
    QCoro::Task<> runDiscovery();
    QCoro::Task<> lookAtNames();
    QCoro::Task<Result<void>> findByChannels();
    void explainNoLock(const ReadOutcome &outcome);
    void finishDiscovery();
    void onScanProgress();
    QCoro::Task<> runSweeps();
    QCoro::Task<Result<void>> sweep();
    QCoro::Task<Result<void>> compare(std::vector<LockName> names);
    QCoro::Task<Result<void>> compareChunk(std::vector<LockName> names);
    QCoro::Task<Result<void>> judgeSuspects();
    void markQueues();
    Millis restAfterSweep() const;
    QCoro::Task<Result<void>> lookForShards();
    QCoro::Task<Result<void>> countWaiters(std::vector<LockName> names);
    QCoro::Task<> checkWaitersBeforeTheEnd();
    QCoro::Task<> resolveQueuesBeforeTheEnd();
    void readAlone(const LockName &lock);

    // servernames.cpp
    void noteOwners(const LockName &lock);
    QCoro::Task<Result<void>> learnNames();
    QCoro::Task<> learnBeforeTheEnd();

    bool isSuspicious(const LockName &lock, const Reply &expiry, const ServerSpan *asked) const;
    void reportMissed(quint64 count, const QString &what);

    const Clock &m_time;
    WatchOptions m_options;
    TrackingPlan m_plan;
    WatchMailbox &m_mailbox;
    ServerRecord m_record;
    ServerClock m_clock;
    redis::Connection m_connection;
    std::unique_ptr<redis::Subscriber> m_subscriber; // empty: look once
    std::unique_ptr<redis::Subscriber> m_candidate; // tries whether more is granted by now
    LockReader m_reader;
    LockBook m_book;
    NameLearner m_names;
    QueueOwners m_queues;
    DirtyQueue m_dirty;
    UnknownKeys m_inspection;
    Discovery m_discovery;
    DeadlineQueue m_deadlines{m_time};
    std::optional<DeadlineQueue::Handle> m_tickTimer; // for the first of the book's ticks
    std::optional<DeadlineQueue::Handle> m_pumpTimer;
    // A round trip costs as much for one lock as for ten: while much changes it waits for more.
    RateLimit m_batches{100, 20};
    std::optional<Instant> m_listenerLostAt;
    std::optional<Error> m_listenerError;
    std::optional<QByteArray> m_notifyFlags; // as the server told
    Refusals m_refusals; // of what reading asked
    Unreadable m_unreadable;
    std::unordered_set<LockName> m_suspects; // differ from what is shown, and no event told so
    // A scan found them, and no event told of them; true: though one should have.
    std::unordered_map<LockName, bool> m_unannounced;
    std::unordered_set<LockName> m_inFlight; // of the batch that is being read
    // What was too large an answer once, by the hash of its name.
    std::unordered_map<std::size_t, Caution> m_cautions;
    quint64 m_greetings = 0;
    QByteArray m_runId; // of the server's process; empty: it does not tell
    QByteArray m_role;
    std::optional<qint64> m_flushes; // that this process has carried out
    Instant m_progressAt;
    SweepPlan m_sweepPlan;
    std::chrono::microseconds m_sweepCost{0}; // of the last sweep, on the server, about
    quint64 m_missedByScan = 0;
    std::optional<Instant> m_shardsAskedAt;
    std::optional<Instant> m_channelsAskedAt;
    std::size_t m_dropped = 0;
    std::size_t m_samples = 0; // keys of any name that this scan still looks at
    bool m_listenerRefused = false; // it was lost while the other connection was up
    bool m_notifyAsked = false, m_askingNotify = false;
    bool m_heardKeyspace = false;
    Doubt m_keyspaceDoubt;
    bool m_scanAgain = false; // events were lost while the scan ran
    bool m_checking = false; // the scan only checks
    bool m_moreWaits = false; // than the last batch held
    bool m_reading = false, m_scanning = false;
    bool m_everUp = false, m_sweeping = false, m_greeting = false, m_restarted = false;
    bool m_learning = false, m_namesRefused = false; // by this connection
    bool m_namesAsked = false, m_waitersAsked = false, m_checkingWaiters = false;
    bool m_queuesAsked = false;
    TaskScope m_scope{"server watch"};
};

} // namespace lockscope::watch
