// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/target/foreigncertificates.h"
#include "core/watch/server/changelistener.h"
#include "core/watch/server/changerouter.h"
#include "core/watch/server/channelcounts.h"
#include "core/watch/server/guesses.h"
#include "core/watch/server/lockscan.h"
#include "core/watch/server/ownernames.h"
#include "core/watch/server/queueowners.h"
#include "core/watch/server/readingpump.h"
#include "core/watch/server/readingrights.h"
#include "core/watch/server/replicas.h"
#include "core/watch/server/servercontext.h"
#include "core/watch/server/serveridentity.h"
#include "core/watch/server/sweeper.h"
#include "core/watch/server/waitercounter.h"

#include <QObject>

#include <functional>
#include <memory>

namespace lockscope::watch {

class ShardLink;

// Watches one server: events first, then discovery, then only what changed. Lives on the I/O
// thread; owns the reading connection, the server's record, the book of its locks and the parts
// that listen, scan, sweep and read, and wires them.
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
                WatchOptions options, WatchMailbox &mailbox, const Clock &clock,
                ShardLink *link = nullptr); // of a cluster's shard; must outlive it
    ~ServerWatch() override;

    void start();
    void stop();
    void reconnect();

    void expectForced(const LockName &name, bool expected);
    void followOnReplicas(const std::optional<LockName> &name);
    void stopScan();
    void startScan();
    void showGuesses(bool shown);
    void setKnownNames(std::shared_ptr<const AliasRules> rules);

    // Of a cluster's shard. Locks move between shards with all that was seen of them; the shard
    // that takes one reads it.
    std::vector<LockName> lockNames() const { return m_book.names(); }
    std::optional<OpenLock> giveLock(const LockName &name); // empty: not known
    void takeLock(const LockName &name, OpenLock lock);
    void readHere(const LockName &name);
    void readLater(const LockName &name); // it is elsewhere, and nobody knows where yet
    // How many listen to the plain channels, here and on the replicas. An Error: not all could be
    // asked.
    Pending<std::vector<qint64>> countListeners(const std::vector<QByteArray> &channels);
    // The shard is no part of the cluster any more: stops, and says so in its last record.
    void leave();

private:
    bool isReady() const;
    QCoro::Task<> greet(Millis pause = Millis(0));
    void noteTopology();
    void noteCertificates();
    bool concerns(const redis::HostPort &address) const;
    QCoro::Task<bool> checkGone();
    QCoro::Task<Result<void>> sampleClock();
    QCoro::Task<Result<void>> refresh();
    Millis clockAhead() const;
    void followClock();
    void onHindered(const Error &error);
    void goUp();
    QCoro::Task<> catchUp(std::function<void()> heard);
    void goDown(const Error &error);
    void publish();
    QCoro::Task<> runProbes();
    QCoro::Task<> tryAnotherCertificate();

    // Handlers of the reading pump.
    void prepare(ReadJob &job);
    void applyBatch(BatchOutcome batch, const ReadingPump::Entries &entries);
    void applyOutcome(ReadOutcome outcome, const DirtyQueue::Entry &entry);
    bool applyElsewhere(const ReadOutcome &outcome);
    void applyRefused(const LockName &lock);
    void finishDiscovery();
    QCoro::Task<> resolveQueuesBeforeTheEnd();

    void readAlone(const LockName &lock);
    void readEverything();
    void onGap(Losses::Cause cause = Losses::Cause::None);
    void onGranted();
    bool onTold(const LockName &lock);
    void reportMissed(quint64 count, const Sentence &what);

    const WatchOptions m_options;
    WatchMailbox &m_mailbox;
    ShardLink *const m_link; // empty: it is no shard of a cluster
    ServerRecord m_record;
    ServerClock m_serverClock;
    Millis m_ahead{0}; // the server's clock of ours, when all locks were marked last
    redis::Connection m_connection;
    LockReader m_reader;
    LockBook m_book;
    ServerContext m_context;
    ChannelCounts m_channels;
    Replicas m_replicas;
    ServerIdentity m_identity;
    ReadingRights m_rights;
    ReadingPump m_pump;
    OwnerNames m_names;
    WaiterCounter m_waiters;
    QueueOwners m_queues;
    Guesses m_guesses;
    ChangeListener m_listener;
    ChangeRouter m_router;
    LockScan m_scan;
    Sweeper m_sweeper;
    quint64 m_greetings = 0;
    bool m_isGreeting = false;
    bool m_wasUp = false;
    bool m_areQueuesAsked = false; // before the first discovery's end
    TaskScope m_scope{"server watch"};
};

// The certificates of the servers that are chosen, as a record has them; empty: none.
std::shared_ptr<const std::vector<ForeignCertificate>> foreignAmong(
    const redis::ForeignCertificates &all,
    const std::function<bool(const redis::HostPort &)> &isChosen);

} // namespace lockscope::watch
