// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumlane.h"

#include "core/lock/patience.h"
#include "core/redis/notnow.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

// The least lead of a server's clock that counts: less may be the time of the reading.
constexpr Millis leastLead{1000};

} // namespace

QuorumLane::QuorumLane(redis::Deployment &deployment, std::size_t index, std::size_t limit,
                       Millis maxLease, bool isDurable, const Clock &clock, QuorumLaneOwner &owner)
    : m_deployment(deployment)
    , m_index(index)
    , m_limit(limit)
    , m_maxLease(maxLease)
    , m_isDurable(isDurable)
    , m_clock(clock)
    , m_owner(owner)
    , m_label(deployment.label())
{}

QuorumLane::~QuorumLane()
{
    end();
}

void QuorumLane::begin()
{
    m_connections.push_back(QObject::connect(&m_deployment, &redis::Deployment::ready,
                                             &m_deployment, [this] { onReady(); }));
    m_connections.push_back(
        QObject::connect(&m_deployment, &redis::Deployment::lost, &m_deployment,
                         [this](const Error &error, bool /*final*/) { onLost(error); }));
    if (m_deployment.isReady())
        onReady();
}

void QuorumLane::end()
{
    for (const auto &connection : std::exchange(m_connections, {}))
        QObject::disconnect(connection);
    m_asked = {};
    m_isIdentified = false;
    m_sent.clear();
    m_waiting.clear();
}

bool QuorumLane::isQuarantined() const
{
    return quarantine() > Millis(0);
}

Millis QuorumLane::quarantine() const
{
    return timeLeft(m_quarantinedUntil, m_clock.now());
}

// The member is a primary with replicas, which may lack its latest locks.
bool QuorumLane::mayFailOver() const
{
    return m_deployment.config().target.isResolved();
}

bool QuorumLane::isPresent() const
{
    return m_isIdentified && m_deployment.isReady();
}

bool QuorumLane::isSettled() const
{
    return m_isIdentified || (!m_deployment.isReady() && m_deployment.lastError());
}

std::optional<Error> QuorumLane::reason() const
{
    if (!isPresent()) {
        const Error away{ErrorKind::ConnectionLost, {}, Sentence::say("not connected"), m_label};
        return m_deployment.lastError().value_or(away);
    }
    if (!isQuarantined())
        return std::nullopt;
    if (m_lead > Millis(0))
        return Error{
            ErrorKind::Busy, "QUARANTINED"_ba,
            Sentence::say("its clock is %1 ms ahead of this machine's, so it may have restarted "
                          "later than it reports: it does not count for %2 ms more")
                .arg(m_lead.count())
                .arg(quarantine().count()),
            m_label};
    const Sentence why = m_hasTakenOver
        ? Sentence::say("another server may have taken over without all locks: it does not count "
                        "for %1 ms more")
        : Sentence::say("the server restarted and may have lost locks: it does not count for %1 ms "
                        "more");
    return Error{ErrorKind::Busy, "QUARANTINED"_ba, why.arg(quarantine().count()), m_label};
}

// Identifies the server first: nothing else is sent before.
void QuorumLane::onReady()
{
    m_info.clear();
    m_isSilent = false;
    identify();
}

void QuorumLane::identify()
{
    const bool isFirst = m_info.isEmpty();
    m_asked = m_deployment.send({"INFO"_ba, isFirst ? "server"_ba : "replication"_ba});
    m_asked.then([this](Result<Reply> &&reply) { onInfo(std::move(reply)); });
}

void QuorumLane::onInfo(Result<Reply> &&reply)
{
    if (!reply) {
        if (m_deployment.isReady() && reply.error().kind == ErrorKind::Timeout)
            identify();
        return;
    }
    const bool isFirst = m_info.isEmpty();
    m_info += reply->isString() && !reply->bytes.isEmpty() ? reply->bytes : "\n"_ba;
    if (isFirst) {
        identify();
        return;
    }
    const ServerFacts before = std::exchange(m_facts, factsFrom(m_info));
    const bool isOtherRun = !before.runId.isEmpty() && before.runId != m_facts.runId;
    if (before.runId != m_facts.runId || m_facts.runId.isEmpty()) {
        // A process that sees a promoted server for the first time does not know since when it is.
        m_hasTakenOver = mayFailOver() && (isOtherRun || !m_facts.neverPromoted);
        // Another server need not have the writes that one keeps on its disk.
        if (m_facts.uptime && (!m_isDurable || m_hasTakenOver))
            quarantineRun(isOtherRun);
    }
    m_isIdentified = true;
    const auto self = shared_from_this();
    m_owner.onIdentified(m_index, isOtherRun);
    payDebts();
    drain();
    m_owner.onAvailability(m_index);
}

// A run that is new to this process: only the server's own clock tells how long it has been up.
void QuorumLane::quarantineRun(bool isOtherRun)
{
    const Instant now = m_clock.now();
    std::optional<Instant> before = m_absentAt;
    if (isOtherRun && m_lastSeen)
        before = std::max(before.value_or(*m_lastSeen), *m_lastSeen);
    std::optional<Millis> sinceOther;
    if (before)
        sinceOther = std::chrono::floor<Millis>(now - *before);
    if (m_hasTakenOver) // the one before may have granted locks until a moment ago
        sinceOther = Millis(0);
    Millis lead(0);
    if (m_facts.time) {
        const auto ours = m_clock.wallNow().time_since_epoch();
        lead = std::chrono::floor<Millis>(*m_facts.time - ours);
    }
    if (lead < leastLead)
        lead = Millis(0);
    const Millis certain = quarantineLeft(*m_facts.uptime, m_maxLease, sinceOther);
    const Millis left = quarantineLeft(*m_facts.uptime, m_maxLease, sinceOther, lead);
    m_lead = left > certain ? lead : Millis(0);
    m_quarantinedUntil = std::max(m_quarantinedUntil, now + left);
}

void QuorumLane::onLost(const Error &error)
{
    const auto self = shared_from_this();
    if (error.kind == ErrorKind::Refused)
        m_absentAt = m_clock.now();
    if (std::exchange(m_isIdentified, false))
        m_lastSeen = m_clock.now();
    m_asked = {};
    m_reserved = 0;
    // The connection has answered for the commands that were sent. The rest was never sent.
    Errands waiting;
    waiting.swap(m_waiting);
    for (Errand &errand : waiting) {
        const auto caller = errand.caller;
        const Error why = reason().value_or(Error{});
        caller->answered(m_index, fail(why), false);
    }
    m_owner.onAvailability(m_index);
    if (isQuiet())
        m_owner.onQuiet();
}

// The payment of a debt, which is owed again if it does not arrive.
class QuorumLane::Payment final : public QuorumCaller
{
public:
    Payment(std::shared_ptr<QuorumLane> lane, QuorumHoldKey key, QuorumSettlement settlement)
        : m_lane(std::move(lane))
        , m_key(std::move(key))
        , m_settlement(std::move(settlement))
    {}

    void answered(std::size_t server, Result<Reply> &&reply, bool /*wasSent*/) override
    {
        const auto lane = m_lane.lock();
        if (!lane)
            return;
        if (!reply || redis::isNotNow(*reply))
            lane->owe(m_key);
        else
            lane->m_owner.onSettled(server, m_key, m_settlement, *reply);
    }

private:
    std::weak_ptr<QuorumLane> m_lane;
    QuorumHoldKey m_key;
    QuorumSettlement m_settlement;
};

// Gives back all that is not known to have been given back, before anything new is asked on this
// connection, but not after an acquire of the same owner: that would lose the new grant.
void QuorumLane::payDebts()
{
    if (!isPresent() || m_owed.empty())
        return;
    auto owed = std::exchange(m_owed, {});
    for (const QuorumHoldKey &key : owed) {
        if (m_owner.isAskedFor(key)) {
            owe(key);
            continue;
        }
        auto settlement = m_owner.settlement(m_index, key);
        if (!settlement.message)
            continue;
        const SharedMessage message = settlement.message;
        tell(message, std::make_shared<Payment>(shared_from_this(), key, std::move(settlement)));
    }
}

void QuorumLane::settle(const QuorumHoldKey &key)
{
    owe(key);
    payDebts();
}

std::size_t QuorumLane::freeSlots() const
{
    const std::size_t taken = m_sent.size() + m_reserved;
    return taken < m_limit ? m_limit - taken : 0;
}

void QuorumLane::ask(std::optional<Ticket> &ticket, SharedMessage message,
                     std::shared_ptr<QuorumCaller> caller)
{
    m_waiting.push_back({std::move(message), std::move(caller), {}, true, false, false});
    ticket = std::prev(m_waiting.end());
    drain();
}

bool QuorumLane::withdraw(Ticket ticket)
{
    if (ticket->isSent)
        return false;
    m_waiting.erase(ticket);
    return true;
}

void QuorumLane::tell(SharedMessage message, std::shared_ptr<QuorumCaller> caller,
                      std::optional<Ticket> behind)
{
    Errands one;
    one.push_back({std::move(message), std::move(caller), {}, false, false, false});
    const bool hasSlot = behind && std::exchange((*behind)->isReserving, false);
    if (hasSlot) {
        --m_reserved;
        transmit(one, one.begin());
        return;
    }
    m_waiting.splice(m_waiting.end(), one);
    drain();
}

void QuorumLane::send(SharedMessage message, std::shared_ptr<QuorumCaller> caller)
{
    if (!isPresent() || freeSlots() == 0) {
        const Error full{ErrorKind::Busy,
                         {},
                         Sentence::say("too many commands are waiting for a reply"),
                         m_label};
        caller->answered(m_index, fail(reason().value_or(full)), false);
        return;
    }
    Errands one;
    one.push_back({std::move(message), std::move(caller), {}, false, false, false});
    transmit(one, one.begin());
}

// Sends errands in the order of their arrival, as slots allow.
void QuorumLane::drain()
{
    if (std::exchange(m_isDraining, true))
        return;
    while (isPresent() && !m_waiting.empty()) {
        const auto next = m_waiting.begin();
        if (freeSlots() < (next->isAcquire ? 2U : 1U))
            break;
        if (next->isAcquire) {
            next->isReserving = true;
            ++m_reserved;
        }
        transmit(m_waiting, next);
    }
    m_isDraining = false;
}

void QuorumLane::transmit(Errands &from, Ticket errand, bool withText)
{
    if (&from != &m_sent)
        m_sent.splice(m_sent.end(), from, errand);
    errand->isSent = true;
    errand->reply = m_deployment.sendAtOnce(withText ? errand->message->withText()
                                                     : errand->message->arguments);
    errand->reply.then(
        [this, errand](Result<Reply> &&reply) { onAnswer(errand, std::move(reply)); });
}

void QuorumLane::onAnswer(Ticket errand, Result<Reply> &&reply)
{
    // Not by the deployment's ScriptCache: a script of which nobody wants the answer any more must
    // not be sent again, and the second question stays in the errand's own slot.
    const bool needsText =
        reply && errand->message->script != nullptr && redis::isUnknownScript(*reply);
    if (needsText && errand->caller->isWanted()) {
        transmit(m_sent, errand, true);
        return;
    }
    if (reply)
        m_isSilent = false;
    if (errand->isReserving && m_reserved > 0)
        --m_reserved;
    const auto caller = std::move(errand->caller);
    m_sent.erase(errand);
    const auto self = shared_from_this();
    const bool isAlive = reply && !reply->isError();
    caller->answered(m_index, std::move(reply), true);
    if (isAlive && !m_owed.empty())
        payDebts();
    if (!m_waiting.empty())
        drain();
    if (isQuiet())
        m_owner.onQuiet();
}

} // namespace lockscope::lock
