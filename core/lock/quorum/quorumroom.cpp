// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumroom.h"

#include "core/lock/quorum/quorumgroupprivate.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// Until an announcement is made sure of that may be of the hold before.
constexpr Millis doubtfulPause = 1s;

} // namespace

Millis randomPause()
{
    return Millis(QRandomGenerator::global()->bounded(50, 150));
}

QuorumRoom::QuorumRoom(QuorumGroup::Private &group, std::shared_ptr<const QuorumProtocol> protocol,
                       LockName name)
    : m_group(group)
    , m_protocol(std::move(protocol))
    , m_name(std::move(name))
    , m_prospects(group.size())
    , m_confirmed(group.size())
{}

QuorumRoom::~QuorumRoom()
{
    for (const auto &connection : m_connections)
        QObject::disconnect(connection);
    if (m_retry)
        m_group.deadlines.remove(m_retry->second);
}

void QuorumRoom::open()
{
    const QByteArray channel = m_protocol->channel(m_name);
    for (std::size_t server = 0; server < m_group.size(); ++server) {
        redis::Channels &channels = m_group.lanes[server]->deployment().channels();
        m_connections.push_back(QObject::connect(&channels, &redis::Channels::disturbed, &channels,
                                                 [this] { tryAgain(); }));
        m_listeners.push_back(
            channels.listen(channel, [this, server](const QByteArray &) { onMessage(server); }));
    }
    if (!m_protocol->isAnnounced())
        m_sights.resize(m_group.size());
    for (std::size_t server = 0; server < m_sights.size(); ++server) {
        redis::Deployment &deployment = m_group.lanes[server]->deployment();
        m_connections.push_back(QObject::connect(
            &deployment, &redis::Deployment::keysChanged, &deployment,
            [this, server](const std::vector<QByteArray> &keys) { onKeysChanged(server, keys); }));
    }
    for (std::size_t server = 0; server < m_group.size(); ++server) {
        m_listeners[server].confirmed.then(
            [this, server](Result<void> &&result) { onConfirmed(server, result); });
    }
}

void QuorumRoom::onConfirmed(std::size_t server, const Result<void> &result)
{
    m_confirmed[server] = result;
    const auto good = std::count_if(m_confirmed.begin(), m_confirmed.end(),
                                    [](const auto &answer) { return answer && *answer; });
    const bool isAll = std::all_of(m_confirmed.begin(), m_confirmed.end(),
                                   [](const auto &answer) { return answer.has_value(); });
    if (!isAll && static_cast<std::size_t>(good) < m_group.majority())
        return;
    for (Completion<void> &waiting : std::exchange(m_unconfirmed, {}))
        waiting.complete(Result<void>());
}

bool QuorumRoom::isDeaf() const
{
    const auto good = std::ranges::count_if(
        m_listeners, [](const redis::Channels::Listener &each) { return each.isHeard(); });
    return static_cast<std::size_t>(good) < m_group.majority();
}

Pending<void> QuorumRoom::heard()
{
    const bool isWaitedFor =
        isDeaf() && std::ranges::any_of(m_confirmed, [](const auto &answer) { return !answer; });
    if (!isWaitedFor)
        return Pending<void>::ready(Result<void>());
    return m_unconfirmed.emplace_back().pending();
}

Pending<void> QuorumRoom::sleep(bool inFront)
{
    std::erase_if(m_sleepers, [](const auto &sleeper) { return sleeper.isAbandoned(); });
    auto &sleeper = inFront ? m_sleepers.emplace_front() : m_sleepers.emplace_back();
    auto pending = sleeper.pending();
    if (m_isWakeKept)
        wakeOne();
    else
        wakeIfHopeful();
    return pending;
}

void QuorumRoom::onMessage(std::size_t server)
{
    onFreed(server);
}

void QuorumRoom::onKeysChanged(std::size_t server, const std::vector<QByteArray> &keys)
{
    if (!keys.empty() && std::ranges::find(keys, m_name.bytes) == keys.end())
        return;
    m_sights[server].isTracked = false;
    // An attempt looks for itself, and a server that may be free is tried anyhow.
    if (m_trying == 0 && !m_prospects.isFree(server))
        look(server);
}

// By a tracked read. A write by this process ends the tracking.
void QuorumRoom::look(std::size_t server)
{
    Sight &sight = m_sights[server];
    QuorumLane &lane = *m_group.lanes[server];
    if (!lane.isPresent())
        return;
    if (sight.isAsked) {
        sight.isStale = true;
        return;
    }
    sight.isAsked = true;
    sight.isStale = false;
    sight.reply = lane.deployment().readTracked({"EXISTS", m_name.bytes});
    sight.reply.then([this, server](Result<Reply> &&reply) { onLooked(server, std::move(reply)); });
}

void QuorumRoom::onLooked(std::size_t server, const Result<Reply> &reply)
{
    const auto self = shared_from_this();
    Sight &sight = m_sights[server];
    sight.isAsked = false;
    const bool isAnswered = reply && reply->isInteger();
    sight.isTracked = isAnswered && !sight.isStale
        && m_group.lanes[server]->deployment().isTracking(m_name.bytes);
    if (sight.isStale)
        look(server);
    else if (isAnswered && reply->integer == 0)
        onFreed(server);
    const bool isComplete =
        std::ranges::none_of(m_sights, [](const Sight &other) { return other.isAsked; });
    if (isComplete && m_trying == 0 && !m_isWoken && isBlind())
        retryAfter(randomPause());
}

// A majority could become free without being noticed.
bool QuorumRoom::isBlind() const
{
    if (m_sights.empty())
        return false;
    const auto seen =
        std::ranges::count_if(m_sights, [](const Sight &sight) { return sight.isTracked; });
    return static_cast<std::size_t>(seen) < m_group.majority();
}

void QuorumRoom::onFreed(std::size_t server)
{
    // Mostly not of the hold that this process has got meanwhile; but somebody may have freed that.
    if (m_group.book.isHeldAt(m_protocol.get(), m_name, server)) {
        if (!m_sleepers.empty())
            retryAfter(doubtfulPause);
        return;
    }
    m_prospects.announced(server);
    wakeIfHopeful();
}

void QuorumRoom::wakeIfHopeful()
{
    if (m_prospects.mayBeFree())
        wakeOne();
}

void QuorumRoom::tryAgain()
{
    m_isWakeKept = true;
    wakeOne();
}

// Never two at a time: the result of the first tells whether the next has a chance.
void QuorumRoom::wakeOne()
{
    if (m_trying > 0 || m_isWoken)
        return;
    while (!m_sleepers.empty()) {
        Completion<void> sleeper = std::move(m_sleepers.front());
        m_sleepers.pop_front();
        if (sleeper.isAbandoned())
            continue;
        m_isWoken = true;
        m_isWakeKept = false;
        const auto self = shared_from_this();
        sleeper.complete(Result<void>());
        return;
    }
}

std::uint64_t QuorumRoom::beginAttempt()
{
    m_isWoken = false;
    ++m_trying;
    return m_prospects.begin();
}

void QuorumRoom::endAttempt(const AcquireOutcome &outcome, std::uint64_t began)
{
    --m_trying;
    if (outcome.isHeld()) {
        m_prospects.taken();
        // For the case that it is lost without a release: the other waiters of this process sleep
        // on.
        if (!m_sleepers.empty())
            retryAfter(isDeaf() ? randomPause() : outcome.lease + 1ms);
        return;
    }
    for (std::size_t server = 0; server < outcome.votes.size(); ++server) {
        if (outcome.votes[server].kind == Vote::Kind::Granted)
            m_prospects.given(server);
        else
            m_prospects.refused(server, began);
    }
    const bool isBlocked = outcome.status == AcquireOutcome::Status::Busy;
    if (!isBlocked || isDeaf() || (outcome.holderTtl && *outcome.holderTtl == 0ms))
        retryAfter(randomPause());
    else if (outcome.holderTtl)
        retryAfter(*outcome.holderTtl + 1ms);
    for (std::size_t server = 0; server < m_sights.size(); ++server) {
        const bool isUnchanged =
            server < outcome.votes.size() && outcome.votes[server].kind == Vote::Kind::HeldByOther;
        m_sights[server].isTracked = m_sights[server].isTracked && isUnchanged;
        if (!m_sights[server].isTracked)
            look(server);
    }
}

// By the event loop, for many may give up at the same time.
void QuorumRoom::giveUp(bool wasWoken)
{
    if (wasWoken)
        m_isWoken = false;
    if (wasWoken || m_isWakeKept || m_prospects.mayBeFree())
        retryAfter(0ms);
}

void QuorumRoom::retryAfter(Millis pause)
{
    const Instant due = m_group.clock.now() + pause;
    if (m_retry && m_retry->first <= due)
        return;
    if (m_retry)
        m_group.deadlines.remove(m_retry->second);
    m_retry = {due, m_group.deadlines.add(due, [this] {
                   m_retry.reset();
                   tryAgain();
               })};
}

QuorumRooms::QuorumRooms(QuorumGroup::Private &group)
    : m_group(group)
{}

std::shared_ptr<QuorumRoom> QuorumRooms::find(const QuorumProtocol &protocol,
                                              const LockName &name) const
{
    if (m_rooms.empty())
        return nullptr;
    const auto known = m_rooms.find(protocol.channel(name));
    return known == m_rooms.end() ? nullptr : known->second.lock();
}

std::shared_ptr<QuorumRoom> QuorumRooms::enter(
    const std::shared_ptr<const QuorumProtocol> &protocol, const LockName &name)
{
    std::erase_if(m_rooms, [](const auto &entry) { return entry.second.expired(); });
    auto &known = m_rooms[protocol->channel(name)];
    auto room = known.lock();
    if (!room) {
        room = std::make_shared<QuorumRoom>(m_group, protocol, name);
        known = room;
        room->open();
    }
    return room;
}

void QuorumRooms::tryAgain()
{
    std::vector<std::shared_ptr<QuorumRoom>> rooms;
    for (const auto &[channel, weak] : m_rooms) {
        if (auto room = weak.lock())
            rooms.push_back(std::move(room));
    }
    for (const auto &room : rooms)
        room->tryAgain();
}

} // namespace lockscope::lock
