// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/watchclient.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

// Nobody sees what comes in a pause; it is only kept small.
constexpr Millis gatherPeriod = 1s;

// Both by their times. Those of one list keep their order, in which a time may lie before the last
// one: the order says what led to what.
std::vector<watch::Event> together(std::vector<watch::Event> first,
                                   std::vector<watch::Event> second)
{
    if (first.empty())
        return second;
    std::vector<watch::Event> all;
    all.reserve(first.size() + second.size());
    auto a = first.begin();
    auto b = second.begin();
    while (a != first.end() && b != second.end())
        all.push_back(std::move(b->at < a->at ? *b++ : *a++));
    all.insert(all.end(), std::move_iterator(a), std::move_iterator(first.end()));
    all.insert(all.end(), std::move_iterator(b), std::move_iterator(second.end()));
    return all;
}

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
    if (m_servers.find(deployment))
        Q_EMIT serversChanged();
}

void WatchClient::setActingLocked(bool isLocked)
{
    m_servers.setActingLocked(isLocked);
    Q_EMIT serversChanged();
}

void WatchClient::removeSource(const watch::WatchMailbox &mailbox)
{
    std::erase_if(m_sources, [&](const auto &source) { return &source->mailbox == &mailbox; });
}

void WatchClient::removeDeployment(watch::DeploymentId deployment, const Sentence &why)
{
    std::vector<watch::Event> last;
    for (const watch::ServerRecord &server : m_picture.serversOf(deployment)) {
        watch::Event &left = last.emplace_back();
        left.at = m_clock.wallNow();
        left.type = watch::EventType::ServerDown;
        left.deployment = left.server = server.label;
        left.deploymentId = deployment;
        left.serverId = server.server;
        left.detail = why.isEmpty() ? Sentence::say("disconnected by the user") : why;
    }
    if (m_picture.removeDeployment(deployment, std::move(last)))
        Q_EMIT serversChanged();
}

void WatchClient::setRecord(const QString &name)
{
    m_record = name;
    m_picture.keepNames();
    m_servers.setRecorded();
}

void WatchClient::startAnew()
{
    m_picture.startAnew();
    if (std::exchange(m_hasServerNews, false))
        Q_EMIT serversChanged();
}

void WatchClient::beginReplay()
{
    m_models.hold();
}

void WatchClient::endReplay()
{
    m_models.release();
    if (std::exchange(m_hasServerNews, false))
        Q_EMIT serversChanged();
}

void WatchClient::take(watch::WatchMailbox::Delivery &&delivery, WallInstant now)
{
    m_picture.take(std::move(delivery), now);
    if (std::exchange(m_hasServerNews, false))
        Q_EMIT serversChanged();
}

void WatchClient::nameSome()
{
    if (m_picture.rename(changesPerTurn))
        m_naming.start(0ms);
}

void WatchClient::setQuorumGroups(const std::vector<insight::GroupMembers> &groups)
{
    std::vector<insight::GroupMembers> once;
    for (const insight::GroupMembers &group : groups) {
        if (std::find(once.begin(), once.end(), group) == once.end())
            once.push_back(group);
    }
    if (once == m_quorumGroups)
        return;
    m_quorumGroups = std::move(once);
    Q_EMIT quorumGroupsChanged();
}

void WatchClient::setPaused(bool paused)
{
    if (paused == isPaused())
        return;
    if (paused) {
        m_pausedAt = m_clock.now();
        m_shownClock.freeze();
        // A half-merged batch would otherwise be completed after later removals.
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
    News news;
    for (const auto &source : m_sources)
        more |= drainOne(*source, news);
    // After the locks that they tell of, so that nothing is heard of a lock that is not there.
    // Within a long delivery there is none: all its locks are named anew once, at its end.
    if (!more || !news.events.empty() || news.dropped > 0)
        m_picture.append(std::move(news.events), news.dropped, m_clock.wallNow());
    if (more && !m_tick.isActive())
        m_tick.start(0ms);
}

// Whether there is more for another turn.
bool WatchClient::drainOne(Source &source, News &news)
{
    const bool isFirstTurn = source.done == source.rest.changes.size();
    const bool isFromBacklog = isFirstTurn && !source.backlog.isEmpty();
    if (isFirstTurn) {
        source.rest = isFromBacklog ? source.backlog.take() : source.mailbox.take();
        source.done = 0;
    }
    const std::size_t end = std::min(source.rest.changes.size(), source.done + changesPerTurn);
    m_picture.merge(std::span(source.rest.changes).subspan(source.done, end - source.done));
    if (std::exchange(m_hasServerNews, false))
        Q_EMIT serversChanged();
    source.done = end;
    if (end < source.rest.changes.size())
        return true;
    news.events = together(std::move(news.events), std::move(source.rest.events));
    news.dropped += source.rest.droppedEvents;
    source.rest = {};
    source.done = 0;
    // The mailbox was not looked at, and its wake-up may have come while there was no time for it.
    return isFromBacklog || !isFirstTurn;
}

LockPointer WatchClient::Models::find(const watch::LockId &id) const
{
    if (m_held) {
        if (const auto held = m_held->locks.find(id); held != m_held->locks.end())
            return held->second;
    }
    return m_client.m_locks.find(id);
}

void WatchClient::Models::visit(const picture::LockVisitor &visitor) const
{
    if (!m_held) {
        m_client.m_locks.forEachLock(visitor);
        return;
    }
    m_client.m_locks.forEachLock([&](const LockPointer &lock) {
        if (!m_held->locks.contains(lock->id))
            visitor(lock);
    });
    for (const auto &[id, lock] : m_held->locks) {
        if (lock)
            visitor(lock);
    }
}

void WatchClient::Models::merge(picture::LockChanges changes)
{
    if (!m_held) {
        m_client.m_locks.merge(std::move(changes));
        return;
    }
    for (auto &[id, lock] : changes)
        m_held->locks.insert_or_assign(std::move(id), std::move(lock));
}

void WatchClient::Models::release()
{
    Held held = std::move(*m_held);
    m_held.reset();
    for (const auto &[id, server] : held.servers)
        setServer(server);
    picture::LockChanges changes(std::make_move_iterator(held.locks.begin()),
                                 std::make_move_iterator(held.locks.end()));
    if (!changes.empty())
        merge(std::move(changes));
    if (!held.events.empty())
        append(std::move(held.events));
}

void WatchClient::Models::setServer(const watch::ServerRecord &server)
{
    if (m_held) {
        m_held->servers.insert_or_assign(server.server, server);
        return;
    }
    m_client.m_servers.mergeOne(server);
    m_client.m_locks.setServer(server);
    m_client.m_hasServerNews = true;
}

void WatchClient::Models::removeServer(const watch::ServerRecord &server)
{
    if (m_held)
        m_held->servers.erase(server.server);
    m_client.m_servers.remove(server.server);
    watch::ServerRecord record = server;
    record.lostAt.reset(); // no lock is shown as kept by it
    m_client.m_locks.setServer(record);
    m_client.m_hasServerNews = true;
}

void WatchClient::Models::append(std::vector<watch::Event> events)
{
    if (m_held) {
        m_held->events.insert(m_held->events.end(), std::make_move_iterator(events.begin()),
                              std::make_move_iterator(events.end()));
        return;
    }
    Q_EMIT m_client.eventsArrived(events);
    m_client.m_events.append(std::move(events));
}

void WatchClient::Models::removeDeployment(watch::DeploymentId deployment)
{
    if (m_held)
        std::erase_if(m_held->servers, [deployment](const auto &each) {
            return each.second.deployment == deployment;
        });
    for (const ServerRow &row : m_client.m_servers.rows()) {
        if (row.server.deployment != deployment)
            continue;
        watch::ServerRecord record = row.server;
        record.lostAt.reset(); // nothing of it is shown, so nothing is stale
        m_client.m_locks.setServer(record);
    }
    m_client.m_servers.remove(deployment);
}

void WatchClient::Models::startAnew()
{
    if (m_held)
        m_held->events.clear();
    m_client.m_events.clear();
    m_client.m_hasServerNews = true;
}

// In a pause, too: that the operator says who it is does not change what was frozen.
void WatchClient::Models::noteNames(watch::DeploymentId deployment)
{
    const picture::AliasBook &aliases = m_client.m_picture.aliases();
    m_client.m_events.rename([&](watch::Event &event) {
        return event.deploymentId == deployment && aliases.apply(event);
    });
    Q_EMIT m_client.aliasesChanged(deployment);
    m_client.nameSome();
}

} // namespace lockscope::ui
