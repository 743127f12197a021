// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/watchclient.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

// Nobody sees what comes in a pause; it is only kept small.
constexpr Millis gatherPeriod = 1s;

} // namespace

WatchClient::WatchClient(const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_shownClock(clock)
    , m_pace(clock)
    , m_locks(m_shownClock)
    , m_events(m_shownClock)
{
    m_locks.setPace(&m_pace);
    m_tick.setSingleShot(true);
    connect(&m_tick, &QTimer::timeout, this, [this] { drain(); });
    m_naming.setSingleShot(true);
    connect(&m_naming, &QTimer::timeout, this, &WatchClient::nameSome);
}

WatchClient::~WatchClient() = default;

watch::WatchMailbox &WatchClient::addSource()
{
    m_sources.push_back(std::make_unique<Source>(
        [this] { QMetaObject::invokeMethod(this, &WatchClient::onWoken, Qt::QueuedConnection); }));
    return m_sources.back()->mailbox;
}

void WatchClient::setPlace(watch::DeploymentId deployment, const admin::Place &place)
{
    m_locks.setPlace(deployment, place);
    m_servers.setPlace(deployment, place);
}

void WatchClient::removeSource(const watch::WatchMailbox &mailbox)
{
    std::erase_if(m_sources, [&](const auto &source) { return &source->mailbox == &mailbox; });
}

void WatchClient::removeDeployment(watch::DeploymentId deployment, const QString &why)
{
    std::vector<watch::ServerRecord> left;
    for (const ServerRow &row : m_servers.rows()) {
        if (row.server.deployment == deployment)
            left.push_back(row.server);
    }
    if (!m_removed.insert(deployment).second || left.empty())
        return;
    LockTableModel::LockChanges gone;
    m_locks.forEachLock([&](const LockPointer &lock) {
        if (lock->id.deployment == deployment)
            gone.emplace_back(lock->id, LockPointer());
    });
    for (const auto &[id, lock] : gone) {
        for (picture::ChangeSink *sink : m_sinks)
            sink->note(id, lock);
    }
    m_locks.merge(std::move(gone));

    std::vector<watch::Event> events;
    for (watch::ServerRecord &record : left) {
        record.lostAt.reset(); // nothing of it is shown, so nothing is stale
        m_locks.setServer(record);
        m_learned.erase(record.server);
        watch::Event &event = events.emplace_back();
        event.at = m_clock.wallNow();
        event.type = watch::EventType::ServerDown;
        event.deployment = event.server = record.label;
        event.deploymentId = deployment;
        event.serverId = record.server;
        event.detail = why.isEmpty() ? u"disconnected by the user"_s : why; // in English, as core's
    }
    for (picture::ChangeSink *sink : m_sinks)
        sink->note(events);
    Q_EMIT eventsArrived(events);
    m_events.append(std::move(events));

    m_servers.remove(deployment);
    for (picture::ChangeSink *sink : m_sinks)
        sink->noteRemoved(deployment);
    Q_EMIT serversChanged();
}

void WatchClient::setAliases(watch::DeploymentId deployment, AliasOrigin origin,
                             std::vector<AliasRule> rules)
{
    if (m_aliases.set(deployment, origin, std::move(rules)))
        nameAnew(deployment);
}

void WatchClient::setAliases(watch::DeploymentId deployment,
                             const picture::AliasBook::Aliases &operators)
{
    if (m_aliases.set(deployment, operators))
        nameAnew(deployment);
}

// In a pause, too: that the operator says who it is does not change what was frozen.
void WatchClient::nameAnew(watch::DeploymentId deployment)
{
    m_locks.forEachLock([&](const LockPointer &lock) {
        if (lock->id.deployment == deployment)
            m_unnamed.push_back(lock->id);
    });
    m_events.rename([&](watch::Event &event) {
        return event.deploymentId == deployment && m_aliases.apply(event);
    });
    for (picture::ChangeSink *sink : m_sinks)
        sink->noteNames(m_aliases);
    Q_EMIT aliasesChanged(deployment);
    nameSome();
}

void WatchClient::nameSome()
{
    LockTableModel::LockChanges changes;
    for (std::size_t turn = 0; turn < changesPerTurn && !m_unnamed.empty(); ++turn) {
        const watch::LockId id = std::move(m_unnamed.back());
        m_unnamed.pop_back();
        const LockPointer before = m_locks.find(id);
        LockPointer lock = before;
        m_aliases.apply(lock);
        if (lock == before) // it has its name, or is gone
            continue;
        for (picture::ChangeSink *sink : m_sinks)
            sink->note(id, lock);
        changes.emplace_back(id, std::move(lock));
    }
    if (!changes.empty())
        m_locks.merge(std::move(changes));
    if (!m_unnamed.empty())
        m_naming.start(0ms);
}

void WatchClient::nameOwner(watch::DeploymentId deployment, const OwnerId &owner,
                            const QString &name)
{
    if (m_aliases.add(deployment, owner, name))
        nameAnew(deployment);
}

void WatchClient::setQuorumGroups(const std::vector<watch::GroupMembers> &groups)
{
    std::vector<watch::GroupMembers> once;
    for (const watch::GroupMembers &group : groups) {
        if (std::find(once.begin(), once.end(), group) == once.end())
            once.push_back(group);
    }
    if (once == m_quorumGroups)
        return;
    m_quorumGroups = std::move(once);
    Q_EMIT quorumGroupsChanged();
}

void WatchClient::addSink(picture::ChangeSink *sink)
{
    m_sinks.push_back(sink);
}

void WatchClient::removeSink(picture::ChangeSink *sink)
{
    std::erase(m_sinks, sink);
}

void WatchClient::setPaused(bool paused)
{
    if (paused == isPaused())
        return;
    if (paused) {
        m_pausedAt = m_clock.now();
        m_shownClock.freeze();
        // What is half merged would come after what went meanwhile.
        gather();
        m_tick.stop();
    } else {
        gather();
        m_pausedAt.reset();
        m_shownClock.goOn();
        m_tick.start(0ms);
    }
    Q_EMIT pausedChanged(paused);
}

std::size_t WatchClient::heldBack() const
{
    std::size_t all = 0;
    for (const auto &source : m_sources)
        all += source->backlog.size();
    return all;
}

void WatchClient::gather()
{
    const auto isShown = [this](const watch::LockId &id) { return m_locks.find(id) != nullptr; };
    for (const auto &source : m_sources) {
        auto &changes = source->rest.changes;
        changes.erase(changes.begin(),
                      changes.begin()
                          + static_cast<std::ptrdiff_t>(std::exchange(source->done, 0)));
        source->backlog.add(std::exchange(source->rest, {}), isShown);
        source->backlog.add(source->mailbox.take(), isShown);
    }
}

void WatchClient::onWoken()
{
    if (m_tick.isActive() || m_isDue)
        return;
    if (isPaused()) {
        m_tick.start(gatherPeriod);
        return;
    }
    m_isDue = true;
    m_pace.ask([this] {
        m_isDue = false;
        drain();
    });
}

void WatchClient::drain()
{
    if (isPaused()) {
        gather();
        return;
    }
    bool more = false;
    for (const auto &source : m_sources)
        more |= drainOne(*source);
    if (more && !m_tick.isActive())
        m_tick.start(0ms);
}

// Whether there is more for another turn.
bool WatchClient::drainOne(Source &source)
{
    const bool isFirstTurn = source.done == source.rest.changes.size();
    const bool isFromBacklog = isFirstTurn && !source.backlog.isEmpty();
    if (isFirstTurn) {
        source.rest = isFromBacklog ? source.backlog.take() : source.mailbox.take();
        source.done = 0;
    }
    const std::size_t end = std::min(source.rest.changes.size(), source.done + changesPerTurn);
    mergeChanges(source, end);
    source.done = end;
    if (end < source.rest.changes.size())
        return true;
    // After the locks that they tell of, so that nothing is heard of a lock that is not there.
    appendEvents(source);
    source.rest = {};
    source.done = 0;
    // The mailbox was not looked at, and its wake-up may have come while there was no time for it.
    return isFromBacklog || !isFirstTurn;
}

void WatchClient::mergeChanges(Source &source, std::size_t end)
{
    LockTableModel::LockChanges locks;
    bool servers = false;
    std::vector<watch::ServerPointer> learned;
    for (std::size_t i = source.done; i < end; ++i) {
        auto &[key, change] = source.rest.changes[i];
        if (const auto *server = std::get_if<watch::ServerPointer>(&change)) {
            if (m_removed.contains((*server)->deployment))
                continue;
            for (picture::ChangeSink *sink : m_sinks)
                sink->note(**server);
            m_servers.mergeOne(**server);
            m_locks.setServer(**server);
            servers = true;
            if (std::exchange(m_learned[(*server)->server], (*server)->learned)
                != (*server)->learned)
                learned.push_back(*server);
            continue;
        }
        auto &id = std::get<watch::LockId>(key);
        if (m_removed.contains(id.deployment))
            continue;
        auto &lock = std::get<watch::LockPointer>(change);
        m_aliases.apply(lock);
        for (picture::ChangeSink *sink : m_sinks)
            sink->note(id, lock);
        locks.emplace_back(std::move(id), std::move(lock));
    }
    m_locks.merge(std::move(locks));
    for (const watch::ServerPointer &server : learned)
        setAliases(server->deployment, AliasOrigin::Learned,
                   server->learned ? *server->learned : std::vector<AliasRule>());
    if (servers)
        Q_EMIT serversChanged();
}

void WatchClient::appendEvents(Source &source)
{
    std::vector<watch::Event> events = std::move(source.rest.events);
    if (!m_removed.empty())
        std::erase_if(events, [this](const watch::Event &event) {
            return m_removed.contains(event.deploymentId);
        });
    for (watch::Event &event : events)
        m_aliases.apply(event);
    if (source.rest.droppedEvents > 0) {
        watch::Event gap;
        gap.at = events.empty() ? m_clock.wallNow() : events.front().at;
        gap.type = watch::EventType::Gap;
        // In English like the details of core, which are translated where they are shown.
        gap.detail = u"too many events; %1 were left out"_s.arg(source.rest.droppedEvents);
        events.insert(events.begin(), std::move(gap));
    }
    if (events.empty())
        return;
    for (picture::ChangeSink *sink : m_sinks)
        sink->note(events);
    Q_EMIT eventsArrived(events);
    m_events.append(std::move(events));
}

} // namespace lockscope::ui
