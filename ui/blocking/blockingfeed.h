// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitgraph.h"
#include "core/insight/blocking/waitmeter.h"
#include "core/picture/changesink.h"
#include "ui/blocking/blockingtree.h"
#include "ui/client/watchclient.h"

#include <QObject>
#include <QThreadPool>

#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

// Measures since when each wait lasts, from the beginning, whether a view shows it or not; and
// computes who waits for whom, in a worker and on demand. GUI thread; one for all views of a
// window.
class BlockingFeed : public QObject, public picture::ChangeSink
{
    Q_OBJECT

public:
    BlockingFeed(WatchClient &client, const Clock &clock, QObject *owner);
    ~BlockingFeed() override;

    // computed() follows. While a worker is at it, its result is the answer.
    void request();
    // The waits of this process itself, which the servers do not report.
    void setOwnWaiters(const std::vector<insight::OwnWaiter> &waiters) { m_own = waiters; }
    bool isComputing() const { return m_isComputing; }
    // As of the last computed().
    const BlockingTree &tree() const { return m_tree; }

    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteStart() override;

Q_SIGNALS:
    void computed();

private:
    struct Note {
        watch::LockId id;
        watch::LockPointer lock;
        Instant at;
    };
    struct Job {
        std::vector<watch::LockPointer> locks;
        std::vector<insight::OwnWaiter> own;
        insight::LostAt lost;
        Instant now;
    };

    void addOwnWaits();
    void compute(); // by the worker
    void onComputed();

    WatchClient &m_client;
    std::unordered_map<watch::LockId, watch::LockPointer> m_locks; // those that matter
    std::vector<insight::OwnWaiter> m_own;
    std::map<watch::ServerId, watch::ServerRecord> m_lost;
    BlockingTree m_tree;
    bool m_isComputing = false;
    std::vector<Note> m_pending; // changes that came while the worker read the meter
    std::mutex m_mutex;
    // Under the mutex; the worker holds it for as long as it computes, and nobody else wants it
    // then.
    insight::WaitMeter m_meter;
    Job m_job;
    BlockingTree m_result;
    QThreadPool m_pool; // last: its end waits for the worker, which uses what is above
};

} // namespace lockscope::ui
