// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/deadlinequeue.h"
#include "core/base/taskscope.h"
#include "core/redis/subscriber.h"
#include "core/watch/dirtyqueue.h"
#include "core/watch/discovery.h"
#include "core/watch/inspection.h"
#include "core/watch/lockbook.h"
#include "core/watch/lockreader.h"
#include "core/watch/watcher.h"

#include <QObject>

#include <memory>
#include <unordered_map>

namespace lockscope::watch {

// Watches one server: events first, then discovery, then only what changed. Lives on the I/O
// thread; owns the two connections, one to read and one to listen.
//
//   state       what is shown       leaves to
//   Connecting  nothing yet         Up when the reading connection is ready and the listening one
//                                   is too, or was refused; Down
//   Up          live, by tracking   Down when the reading connection is lost; without events, by
//               or by polling       polling, while only the listening one is lost
//   Down        the last state,     Up, with a gap event and everything read again
//               stale
class ServerWatch : public QObject
{
    Q_OBJECT

public:
    ServerWatch(int index, const redis::Target &target, WatchOptions options,
                WatchMailbox &mailbox);
    ~ServerWatch() override;

    void start();
    void stop();

    void expectForced(const LockName &name, bool expected);

private:
    bool isUp() const { return m_record.state == ServerState::Up; }
    bool isTracking() const { return m_record.mode == WatchMode::Tracking; }
    bool isReady() const;
    bool isListenerSettled() const;
    bool isOfInterest(const LockName &name) const;

    QCoro::Task<> greet();
    QCoro::Task<Result<void>> sampleClock();
    void onLost(const Error &error, bool final);
    void onListening();
    void onListenerLost(const Error &error);
    void goUp();
    void goDown(const Error &error);
    void chooseMode();
    void publish();

    void onInvalidated(const std::vector<QByteArray> &keys);
    void onKeyChanged(const KeyName &key);
    void onMessage(const QByteArray &channel);
    void onUnknownKey(const KeyName &key);
    void onFound(const std::vector<QByteArray> &keys);
    void onRefused(const Error &error);
    void readEverything();
    void reportDropped();

    void mark(const LockName &lock, const KeyName &key,
              DirtyQueue::Urgency urgency = DirtyQueue::Urgency::Changed);
    void pump();
    QCoro::Task<> readBatch(std::vector<DirtyQueue::Entry> entries);
    void applyOutcome(ReadOutcome outcome);
    void explainNoLock(const ReadOutcome &outcome);
    Pending<void> inputSeen();
    void schedule(const LockName &lock);
    void onDeadline(const LockName &lock);

    void discover();
    QCoro::Task<> runDiscovery();
    void finishDiscovery();
    QCoro::Task<> runSweeps();
    QCoro::Task<Result<void>> sweep();
    bool isSuspicious(const LockName &lock, const Reply &expiry) const;

    WatchOptions m_options;
    WatchMailbox &m_mailbox;
    ServerRecord m_record;
    ServerClock m_clock;
    redis::Connection m_connection;
    std::unique_ptr<redis::Subscriber> m_subscriber; // empty: look once
    LockReader m_reader;
    LockBook m_book;
    DirtyQueue m_dirty;
    Inspection m_inspection;
    Discovery m_discovery;
    DeadlineQueue m_deadlines;
    std::unordered_map<LockName, DeadlineQueue::Handle> m_ticks;
    std::optional<DeadlineQueue::Handle> m_pumpTimer;
    std::optional<Instant> m_listenerLostAt;
    std::size_t m_dropped = 0;
    bool m_listenerRefused = false; // it was lost while the other connection was up
    bool m_reading = false;
    bool m_scanning = false;
    bool m_everUp = false;
    bool m_sweeping = false;
    bool m_greeting = false;
    TaskScope m_scope{"server watch"};
};

} // namespace lockscope::watch
