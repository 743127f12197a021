// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/recorder.h"

#include <system_error>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

Recorder::Recorder(Options options, const Clock &clock, std::function<void(const Sentence &)> tell)
    : m_options(std::move(options))
    , m_deployments(m_options.deployments.value_or(std::set<watch::DeploymentId>()))
    , m_clock(clock)
    , m_tell(std::move(tell))
{}

Recorder::~Recorder()
{
    stop();
}

Result<void> Recorder::start()
{
    auto lock = FolderLock::take(m_options.folder, m_options.program, m_clock.wallNow());
    if (!lock)
        return fail(lock.error());
    m_lock = std::move(*lock);
    m_started = readBoth(m_clock);
    m_isRunning = true;
    try {
        m_thread = std::thread([this] { work(); });
    } catch (const std::system_error &error) {
        m_isRunning = false;
        m_lock.reset();
        return fail(ErrorKind::Internal, QString::fromLocal8Bit(error.code().message().c_str()));
    }
    return {};
}

void Recorder::stop()
{
    if (!m_thread.joinable())
        return;
    {
        const std::scoped_lock guard(m_mutex);
        m_isEnding = true;
        m_isRunning = false;
    }
    m_ending.notify_one();
    m_thread.join();
    m_lock.reset();
}

bool Recorder::isOurs(watch::DeploymentId deployment) const
{
    return !m_options.deployments || deployment.isNone() || m_deployments.contains(deployment);
}

void Recorder::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    if (isOurs(id.deployment))
        put(LockEntry{id, lock});
}

void Recorder::note(const watch::ServerRecord &server)
{
    if (isOurs(server.deployment))
        put(std::make_shared<const watch::ServerRecord>(server));
}

void Recorder::note(const std::vector<watch::Event> &events)
{
    for (const watch::Event &event : events) {
        if (isOurs(event.deploymentId))
            put(event);
    }
}

void Recorder::noteRemoved(watch::DeploymentId deployment)
{
    if (isOurs(deployment))
        put(RemovedEntry{deployment});
}

void Recorder::note(const health::ProblemChange &change)
{
    put(change);
}

void Recorder::notePlace(const PlaceEntry &place)
{
    put(place);
}

// The time is taken within the lock: what a batch does not have is later than it.
void Recorder::put(Entry entry)
{
    const std::scoped_lock guard(m_mutex);
    if (!m_isRunning)
        return;
    if (m_isLate || m_waiting.size() >= m_options.mostWaiting) {
        putLate(std::move(entry));
        return;
    }
    const BothClocks at = readBoth(m_clock);
    m_waiting.push_back({at.now, at.wall, std::move(entry)});
}

void Recorder::putLate(Entry entry)
{
    if (!std::exchange(m_isLate, true))
        m_droppedSince = m_clock.wallNow();
    if (auto *lock = std::get_if<LockEntry>(&entry))
        m_lateLocks.insert_or_assign(std::move(lock->id), std::move(lock->lock));
    else if (auto *server = std::get_if<watch::ServerPointer>(&entry))
        m_lateServers.insert_or_assign((*server)->server, *server);
    else if (std::holds_alternative<watch::Event>(entry))
        ++m_dropped;
    else
        m_lateOthers.push_back(std::move(entry));
}

void Recorder::work()
{
    RecordWriter writer(m_options.folder, m_options.retention, m_options.limits, m_tell, [this] {
        return m_lock->renew(m_options.folder, m_options.program, m_clock.wallNow());
    });
    writer.take({}, m_started.now, m_started.wall);
    std::unique_lock lock(m_mutex);
    m_figures = writer.figures();
    bool isEnding = false;
    while (!isEnding) {
        m_ending.wait_for(lock, m_options.pause, [this] { return m_isEnding; });
        isEnding = m_isEnding;
        const auto [now, wall] = readBoth(m_clock);
        Batch batch;
        batch.entries.swap(m_waiting);
        if (std::exchange(m_isLate, false)) {
            batch.isLate = true;
            batch.dropped = std::exchange(m_dropped, 0);
            batch.droppedSince = m_droppedSince;
            for (const auto &[id, state] : std::exchange(m_lateLocks, {}))
                batch.after.push_back({now, wall, LockEntry{id, state}});
            for (const auto &[id, state] : std::exchange(m_lateServers, {}))
                batch.after.push_back({now, wall, state});
            for (Entry &entry : std::exchange(m_lateOthers, {}))
                batch.after.push_back({now, wall, std::move(entry)});
        }
        m_inHand = batch.entries.size() + batch.after.size();
        lock.unlock();
        writer.take(batch, now, wall);
        if (isEnding)
            writer.end(now, wall);
        batch = {};
        lock.lock();
        m_inHand = 0;
        m_figures = writer.figures();
    }
}

Recorder::Figures Recorder::figures() const
{
    const std::scoped_lock guard(m_mutex);
    return m_figures;
}

std::size_t Recorder::waiting() const
{
    const std::scoped_lock guard(m_mutex);
    return m_waiting.size() + m_lateLocks.size() + m_lateServers.size() + m_lateOthers.size()
        + m_inHand;
}

} // namespace lockscope::recorder
