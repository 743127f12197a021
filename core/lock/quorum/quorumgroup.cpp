// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumgroup.h"

#include "core/lock/protocol/owners.h"
#include "core/lock/quorum/quorumgroupprivate.h"
#include "core/lock/quorum/quorumrelease.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

QByteArray endpointOf(const redis::Deployment &deployment)
{
    const auto &hosts = deployment.config().target.hosts;
    if (hosts.empty())
        return {};
    return hosts.front().host.toUtf8() + ':' + QByteArray::number(hosts.front().port);
}

} // namespace

QuorumGroup::Private::Private(const std::vector<redis::Deployment *> &servers,
                              QuorumConfig settings, const Clock &time,
                              const platform::Suspension &sleep)
    : clock(time)
    , config(settings)
    , uuid(newClientId())
    , book(lanes, deadlines, time, sleep,
           [this](const QuorumHoldKey &key) {
               if (const auto room = rooms.find(*key.kind, key.name))
                   room->retryAfter(Millis(0));
           })
    , rooms(*this)
{
    if (servers.empty())
        refusal = Error{
            ErrorKind::InvalidInput, {}, Sentence::say("a quorum needs at least one server"), {}};
    for (redis::Deployment *const server : servers) {
        const int most = std::min(config.maxOutstanding, server->config().maxOutstanding);
        lanes.push_back(std::make_shared<QuorumLane>(
            *server, lanes.size(), static_cast<std::size_t>(std::max(most, 2)), config.maxLease,
            config.areServersDurable, clock, *this));
    }
    for (const auto &lane : lanes)
        lane->begin();
    isBegun = true;
}

QuorumGroup::Private::~Private()
{
    scope.cancel();
    for (const auto &lane : lanes)
        lane->end();
}

// Once a majority can be asked, the others have as long to appear as they have for an answer.
bool QuorumGroup::Private::isSettled() const
{
    const auto usable = std::count_if(lanes.begin(), lanes.end(),
                                      [](const auto &lane) { return lane->mayBeAsked(); });
    const bool isMajority = static_cast<std::size_t>(usable) >= majority();
    if (refusal || (isMajority && majoritySince && !settling))
        return true;
    return std::all_of(lanes.begin(), lanes.end(),
                       [](const auto &lane) { return lane->isSettled(); });
}

Pending<void> QuorumGroup::Private::whenSettled()
{
    if (isSettled())
        return Pending<void>::ready(Result<void>());
    return unsettled.emplace_back().pending();
}

void QuorumGroup::Private::answerSettled()
{
    if (!isSettled())
        return;
    for (Completion<void> &waiting : std::exchange(unsettled, {}))
        waiting.complete(Result<void>());
}

bool QuorumGroup::Private::isQuiet() const
{
    return std::all_of(lanes.begin(), lanes.end(),
                       [](const auto &lane) { return lane->isQuiet(); });
}

Pending<void> QuorumGroup::Private::whenQuiet()
{
    if (isQuiet())
        return Pending<void>::ready(Result<void>());
    if (patience)
        deadlines.remove(*patience);
    patience = deadlines.add(clock.now() + config.serverTimeout, [this] {
        patience.reset();
        answerQuiet();
    });
    return unquiet.emplace_back().pending();
}

void QuorumGroup::Private::onQuiet()
{
    if (!unquiet.empty() && isQuiet())
        answerQuiet();
}

void QuorumGroup::Private::answerQuiet()
{
    if (patience)
        deadlines.remove(*std::exchange(patience, std::nullopt));
    for (Completion<void> &waiting : std::exchange(unquiet, {}))
        waiting.complete(Result<void>());
}

void QuorumGroup::Private::beginAsking(const QuorumHoldKey &key)
{
    ++attempts[key];
    const auto [first, last] = releases.equal_range(key);
    for (auto release = first; release != last; ++release)
        release->second->overtake();
}

void QuorumGroup::Private::endAsking(const QuorumHoldKey &key)
{
    const auto found = attempts.find(key);
    if (found != attempts.end() && --found->second == 0)
        attempts.erase(found);
}

bool QuorumGroup::Private::isAskedFor(const QuorumHoldKey &key) const
{
    return attempts.contains(key);
}

// With its text: sent a second time it might run after an acquire. Nothing is settled for an owner
// that other processes may use: surplus counts may be theirs.
QuorumSettlement QuorumGroup::Private::settlement(std::size_t server, const QuorumHoldKey &key)
{
    QuorumSettlement settlement;
    settlement.askedAt = clock.now();
    if (!isOnlyOurs(key.owner))
        return settlement;
    if (const auto hold = book.find(key))
        settlement.lease = hold->leftFrom(settlement.askedAt);
    const auto message =
        key.kind->settle(key.name, key.owner, book.countsAt(key, server), settlement.lease);
    settlement.message = message && message->script ? plainMessage(message->withText()) : message;
    return settlement;
}

void QuorumGroup::Private::onSettled(std::size_t server, const QuorumHoldKey &key,
                                     const QuorumSettlement &settlement, const Reply &reply)
{
    const auto hold = book.find(key);
    if (hold && reply.isInteger())
        book.restored(hold, server, 0, reply.integer > 0, settlement.askedAt, settlement.lease);
}

void QuorumGroup::Private::onIdentified(std::size_t server, bool isOtherRun)
{
    std::vector<ServerFacts> facts;
    std::vector<QByteArray> endpoints;
    for (const auto &lane : lanes) {
        facts.push_back(lane->facts());
        endpoints.push_back(endpointOf(lane->deployment()));
    }
    refusal.reset();
    if (const auto dependent = dependentServers(facts, endpoints)) {
        const QString one = lanes[dependent->one]->label();
        const QString other = lanes[dependent->other]->label();
        const bool isSame = dependent->how == Dependence::SameServer;
        refusal =
            Error{ErrorKind::InvalidInput,
                  "DEPENDENT"_ba,
                  (isSame ? Sentence::say(
                       "%1 and %2 are the same server: a quorum needs independent servers")
                          : Sentence::say(
                              "%1 and %2 replicate each other: a quorum needs independent servers"))
                      .arg(one, other),
                  {}};
    }
    if (isOtherRun && !config.areServersDurable)
        book.forgetServer(server);
}

void QuorumGroup::Private::onAvailability(std::size_t /*server*/)
{
    const auto usable = std::count_if(lanes.begin(), lanes.end(),
                                      [](const auto &lane) { return lane->mayBeAsked(); });
    if (!majoritySince && static_cast<std::size_t>(usable) >= majority()) {
        majoritySince = clock.now();
        settling = deadlines.add(std::chrono::steady_clock::now() + config.serverTimeout, [this] {
            settling.reset();
            answerSettled();
        });
    }
    answerSettled();
    if (isBegun)
        rooms.tryAgain();
}

QuorumGroup::QuorumGroup(const std::vector<redis::Deployment *> &servers, QuorumConfig config,
                         const Clock &clock, const platform::Suspension &suspension)
    : m_d(std::make_unique<Private>(servers, config, clock, suspension))
{}

QuorumGroup::~QuorumGroup() = default;

std::vector<QuorumServer> QuorumGroup::servers() const
{
    std::vector<QuorumServer> servers;
    for (const auto &lane : m_d->lanes) {
        QuorumServer &server = servers.emplace_back();
        server.label = lane->label();
        server.quarantine = lane->quarantine();
        server.state = !lane->isPresent() ? QuorumServer::State::Away
            : lane->isQuarantined()       ? QuorumServer::State::Quarantined
                                          : QuorumServer::State::Present;
        server.isRestartUnknown = lane->isRestartUnknown();
        server.outstanding = static_cast<int>(lane->outstanding());
        server.owed = static_cast<int>(lane->owed());
        server.error = lane->reason();
    }
    return servers;
}

std::optional<Error> QuorumGroup::refusal() const
{
    return m_d->refusal;
}

Pending<void> QuorumGroup::whenSettled()
{
    return m_d->whenSettled();
}

Pending<void> QuorumGroup::whenQuiet()
{
    return m_d->whenQuiet();
}

const QByteArray &QuorumGroup::uuid() const
{
    return m_d->uuid;
}

const QuorumConfig &QuorumGroup::config() const
{
    return m_d->config;
}

} // namespace lockscope::lock
