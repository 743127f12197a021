// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/blockingfeed.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::ui {

namespace {

// Whether anybody waits for it, or is dead in it: all others say nothing in the graph.
bool matters(const watch::LockRecord &lock)
{
    if (lock.waiters ? !lock.waiters->empty() : lock.waitingConnections.value_or(0) > 0)
        return true;
    return std::any_of(lock.holds.begin(), lock.holds.end(),
                       [](const watch::HoldRecord &hold) { return hold.stale; });
}

} // namespace

BlockingFeed::BlockingFeed(WatchClient &client, const Clock &, QObject *owner)
    : QObject(owner)
    , m_client(client)
{
    m_pool.setMaxThreadCount(1);
    client.picture().addSink(this);
    client.locks().forEachLock([this](const watch::LockPointer &lock) { note(lock->id, lock); });
    for (const ServerRow &row : client.servers().rows())
        note(row.server);
}

BlockingFeed::~BlockingFeed()
{
    m_client.picture().removeSink(this);
}

void BlockingFeed::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    if (lock && matters(*lock))
        m_locks.insert_or_assign(id, lock);
    else
        m_locks.erase(id);
    const Instant now = m_client.shownClock().now();
    if (m_isComputing)
        m_pending.push_back({id, lock, now});
    else
        m_meter.note(id, lock, now);
}

void BlockingFeed::note(const watch::ServerRecord &server)
{
    if (server.lostAt)
        m_lost.insert_or_assign(server.server, server);
    else
        m_lost.erase(server.server);
}

void BlockingFeed::note(const std::vector<watch::Event> &) {}

// All locks were told to be gone, so the meter has none, or will have none after the worker.
void BlockingFeed::noteStart()
{
    m_lost.clear();
}

void BlockingFeed::request()
{
    if (m_isComputing)
        return;
    m_isComputing = true;
    {
        const std::scoped_lock guard(m_mutex);
        m_job = Job();
        m_job.locks.reserve(m_locks.size());
        for (const auto &[id, lock] : m_locks)
            m_job.locks.push_back(lock);
        addOwnWaits();
        m_job.lost = insight::lostAtOf(m_lost);
        m_job.now = m_client.shownClock().now();
    }
    m_pool.start([this] {
        compute();
        QMetaObject::invokeMethod(this, &BlockingFeed::onComputed, Qt::QueuedConnection);
    });
}

// Those locks may have no other waiters, but their holders matter all the same.
void BlockingFeed::addOwnWaits()
{
    m_job.own = m_own;
    std::set<watch::LockId> added;
    for (const insight::OwnWaiter &waiter : m_own) {
        const auto lock = m_client.locks().find(waiter.lock);
        if (lock && !m_locks.contains(waiter.lock) && added.insert(waiter.lock).second)
            m_job.locks.push_back(lock);
    }
}

void BlockingFeed::compute()
{
    const std::scoped_lock guard(m_mutex);
    // The order of the locks in the map is arbitrary; the shown order must not be.
    std::sort(
        m_job.locks.begin(), m_job.locks.end(),
        [](const watch::LockPointer &a, const watch::LockPointer &b) { return a->id < b->id; });
    m_result = blockingTree(
        insight::waitGraph(m_job.locks, m_job.own, m_meter, m_job.now, m_job.lost), m_job.lost);
    m_job = Job(); // a lock that goes meanwhile need not stay in memory
}

void BlockingFeed::onComputed()
{
    {
        const std::scoped_lock guard(m_mutex);
        m_tree = std::exchange(m_result, {});
    }
    m_isComputing = false;
    for (const Note &each : std::exchange(m_pending, {}))
        m_meter.note(each.id, each.lock, each.at);
    Q_EMIT computed();
}

} // namespace lockscope::ui
