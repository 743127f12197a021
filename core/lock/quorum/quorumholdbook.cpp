// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumholdbook.h"

#include "core/lock/quorum/quorum.h"

#include <algorithm>

namespace lockscope::lock {

namespace {

// The number of holds that one script renews.
constexpr std::size_t batchSize = 100;

// Renewals that are due a little later go along with those that are due now.
Millis slack(const QuorumHold &hold)
{
    return renewalInterval(hold.lease.time()) / 8;
}

// After a round without a majority: soon, since others can fail before the lease ends.
Millis retryPause(const QuorumHold &hold)
{
    return std::clamp(renewalInterval(hold.lease.time()) / 4, Millis(10), Millis(1000));
}

bool dropDoubt(QuorumHold &hold, std::size_t server, std::uint64_t attempt)
{
    return std::erase_if(hold.doubts,
                         [&](const QuorumHold::Doubt &doubt) {
                             return doubt.server == server && doubt.attempt == attempt;
                         })
        > 0;
}

} // namespace

// One script of a round, on one server. The book outlives the lanes' calls.
class QuorumRenewal final : public QuorumCaller
{
public:
    QuorumRenewal(QuorumHoldBook &book, Instant askedAt)
        : m_book(book)
        , m_askedAt(askedAt)
    {}

    void add(const QuorumHoldBook::Hold &hold)
    {
        m_holds.push_back(hold);
        m_leases.push_back(hold->leaseFrom(m_askedAt));
    }
    bool isFull() const { return m_holds.size() >= batchSize; }

    SharedMessage message() const
    {
        std::vector<Renewal> renewals;
        renewals.reserve(m_holds.size());
        for (std::size_t i = 0; i < m_holds.size(); ++i) {
            const QuorumHoldKey &key = m_holds[i]->key;
            renewals.push_back({key.name, key.owner, m_leases[i]});
        }
        return m_holds.front()->protocol->renew(renewals);
    }

    void answered(std::size_t server, Result<Reply> &&reply, bool wasSent) override
    {
        const bool isAnswered =
            reply && reply->isArray() && reply->elements.size() == m_holds.size();
        for (std::size_t i = 0; i < m_holds.size(); ++i) {
            if (isAnswered)
                m_book.onRenewed(m_holds[i], server, reply->elements[i].integer == 1, m_askedAt,
                                 m_leases[i]);
            else if (wasSent)
                m_book.onNotRenewed(m_holds[i], server, m_askedAt, m_leases[i]);
        }
    }

private:
    QuorumHoldBook &m_book;
    const Instant m_askedAt;
    std::vector<QuorumHoldBook::Hold> m_holds;
    std::vector<Millis> m_leases; // one a hold
};

// The lock is taken once more on a server that was restarted. A majority of the others has it all
// the time, so nobody else can; and the server is not asked before its quarantine is over.
class QuorumRetaking final : public QuorumCaller
{
public:
    QuorumRetaking(QuorumHoldBook &book, QuorumHoldBook::Hold hold, Instant askedAt, Millis lease)
        : m_book(book)
        , m_hold(std::move(hold))
        , m_askedAt(askedAt)
        , m_lease(lease)
    {}

    SharedMessage message() const
    {
        const QuorumHoldKey &key = m_hold->key;
        return m_hold->protocol->acquire(key.name, key.owner, m_lease);
    }
    bool isWanted() const override { return m_book.isCurrent(m_hold); }
    void answered(std::size_t server, Result<Reply> &&reply, bool wasSent) override
    {
        const auto attempt = reply.and_then(
            [this](const Reply &answer) { return m_hold->protocol->readAcquire(answer); });
        if (attempt && attempt->isHeld) {
            m_book.onRetaken(m_hold, server, m_askedAt, m_lease);
            return;
        }
        m_hold->shares[server].hasForgotten = m_hold->shares[server].counts == 0; // next time
        if (!reply && wasSent)
            m_book.m_lanes[server]->settle(m_hold->key);
    }

private:
    QuorumHoldBook &m_book;
    const QuorumHoldBook::Hold m_hold;
    const Instant m_askedAt;
    const Millis m_lease;
};

QuorumHoldBook::QuorumHoldBook(const std::vector<std::shared_ptr<QuorumLane>> &lanes,
                               DeadlineQueue &deadlines, const Clock &clock,
                               const platform::Suspension &suspension, EndHandler onEnd)
    : m_lanes(lanes)
    , m_deadlines(deadlines)
    , m_clock(clock)
    , m_suspension(suspension)
    , m_onEnd(std::move(onEnd))
    , m_slept(suspension.total())
{}

QuorumHoldBook::~QuorumHoldBook()
{
    if (m_timer)
        m_deadlines.remove(m_timer->second);
}

bool QuorumHoldBook::mayBeRenewed(const QuorumHold &hold)
{
    return hold.isWatched && hold.lease.isRenewed()
        && (!hold.lease.maxRenewals || hold.renewals < *hold.lease.maxRenewals);
}

bool QuorumHoldBook::lacksRenewal(const QuorumHold &hold) const
{
    return hold.round != Instant() && hold.renewed < majorityOf(m_lanes.size());
}

void QuorumHoldBook::setStanding(QuorumHold &hold, const Standing &standing)
{
    if (std::exchange(hold.standing, standing.kind) != standing.kind)
        LostListener::tellStanding(m_deadlines, hold.listener, hold.key.owner, standing);
}

// A round may be slower than the next one is early: the time that is left decides.
void QuorumHoldBook::noteOverdue(QuorumHold &hold)
{
    const Instant half = m_clock.now() + hold.lease.time() / 2;
    if (!lacksRenewal(hold) || hold.validUntil >= half)
        return;
    Standing standing{.kind = Standing::Kind::Overdue, .validUntil = hold.validUntil};
    for (std::size_t server = 0; server < hold.shares.size(); ++server) {
        const QuorumHold::Share &share = hold.shares[server];
        const bool isAsked = share.counts > 0;
        if (isAsked && (!share.end || *share.end - share.drift < half))
            standing.missing.push_back(server);
    }
    setStanding(hold, standing);
}

QuorumHoldBook::Hold QuorumHoldBook::take(const QuorumHoldKey &key,
                                          const std::shared_ptr<const QuorumProtocol> &protocol,
                                          const Lease &lease, Instant askedAt,
                                          const std::weak_ptr<const LostListener> &listener)
{
    if (!m_wake)
        m_wake = std::make_unique<platform::WakeNotice>([this] { noteSleep(); });
    Hold &known = m_holds[key];
    const bool isNew = !known;
    if (isNew) {
        known = std::make_shared<QuorumHold>();
        known->key = key;
        known->protocol = protocol;
        known->shares.resize(m_lanes.size());
    }
    QuorumHold &hold = *known;
    // An explicit lease inside a watched hold lasts until the next renewal, as with Redisson.
    const bool wasRenewed = !isNew && hold.lease.isRenewed();
    if (!wasRenewed) {
        hold.isWatched = lease.isRenewed();
        hold.renewals = 0;
    }
    const Millis shortest = isNew ? lease.time() : std::min(hold.lease.time(), lease.time());
    if (!wasRenewed || lease.isRenewed())
        hold.lease = lease;
    hold.extendedUntil = {}; // the lease of the last call is that of all
    ++hold.count;
    hold.takenAt = askedAt;
    hold.listener = listener;
    hold.round = {};
    setStanding(hold, {});
    hold.renewAt.reset();
    if (mayBeRenewed(hold))
        hold.renewAt = askedAt + renewalInterval(shortest);
    return known;
}

Millis QuorumHold::leftFrom(Instant now) const
{
    if (isWatched && lease.isRenewed())
        return leaseFrom(now);
    Instant latest = extendedUntil;
    for (const Share &share : shares)
        latest = std::max(latest, share.end.value_or(latest));
    return std::max(std::chrono::ceil<Millis>(latest - now), Millis(0));
}

void QuorumHoldBook::agree(QuorumHold &hold, std::size_t server, Instant askedAt,
                           Millis lease) const
{
    QuorumHold::Share &share = hold.shares[server];
    share.end = asIfAwake(askedAt) + lease;
    share.drift = driftOf(lease);
    std::erase_if(hold.doubts, [&](const QuorumHold::Doubt &doubt) {
        return doubt.server == server && doubt.sentBy && *doubt.sentBy <= askedAt;
    });
}

Instant QuorumHoldBook::asIfAwake(Instant askedAt) const
{
    Instant since = askedAt;
    for (const auto &[notedAt, slept] : m_sleeps) {
        if (notedAt > askedAt)
            since -= slept;
    }
    return since;
}

// Marks of messages that were sent before stay: they are compared with each other alone.
void QuorumHoldBook::noteSleep()
{
    constexpr Millis shortest{5}; // less lies between two readings of clocks
    constexpr std::size_t most = 16; // for answers that are on their way
    const Millis slept = m_suspension.total() - m_slept;
    if (slept < shortest)
        return;
    m_slept += slept;
    if (m_sleeps.size() == most)
        m_sleeps.erase(m_sleeps.begin());
    const Instant now = m_clock.now();
    m_sleeps.emplace_back(now, slept);
    for (const auto &[key, hold] : m_holds) {
        hold->extendedUntil -= slept;
        hold->validUntil -= slept;
        for (QuorumHold::Share &share : hold->shares) {
            if (share.end)
                *share.end -= slept;
        }
        for (QuorumHold::Doubt &doubt : hold->doubts)
            doubt.until -= slept;
        if (mayBeRenewed(*hold))
            hold->renewAt = now;
        schedule(*hold);
    }
}

void QuorumHoldBook::settle(const Hold &hold, Loss ifLost)
{
    const std::size_t majority = majorityOf(m_lanes.size());
    std::vector<Instant> ends;
    ends.reserve(hold->shares.size());
    std::size_t possible = 0;
    for (std::size_t server = 0; server < hold->shares.size(); ++server) {
        const QuorumHold::Share &share = hold->shares[server];
        if (share.counts > 0)
            ++possible;
        if (!share.end)
            continue;
        Instant end = *share.end - share.drift;
        for (const QuorumHold::Doubt &doubt : hold->doubts) {
            if (doubt.server == server)
                end = std::min(end, doubt.until);
        }
        ends.push_back(end);
    }
    if (possible < majority) {
        lose(hold, ifLost);
        return;
    }
    // Without a known majority, the hold is valid until now at most.
    hold->shortBy.reset();
    if (const auto end = agreedEnd(std::move(ends), majority)) {
        hold->validUntil = *end;
    } else {
        hold->validUntil = std::min(hold->validUntil, m_clock.now());
        hold->shortBy = ifLost;
    }
    schedule(*hold);
}

QuorumHoldBook::Hold QuorumHoldBook::find(const QuorumHoldKey &key) const
{
    const auto known = m_holds.find(key);
    return known == m_holds.end() ? nullptr : known->second;
}

void QuorumHoldBook::remove(const QuorumHoldKey &key)
{
    const auto known = m_holds.find(key);
    if (known == m_holds.end())
        return;
    m_agenda.erase(known->second.get());
    m_holds.erase(known);
}

void QuorumHoldBook::setWatched(const QuorumHoldKey &key, bool watched)
{
    const Hold hold = find(key);
    if (!hold || hold->isWatched == watched)
        return;
    hold->isWatched = watched;
    hold->renewAt.reset();
    if (mayBeRenewed(*hold))
        hold->renewAt = m_clock.now();
    schedule(*hold);
}

qint64 QuorumHoldBook::countsAt(const QuorumHoldKey &key, std::size_t server) const
{
    const Hold hold = find(key);
    return hold ? hold->shares[server].counts : 0;
}

bool QuorumHoldBook::isHeldAt(const QuorumProtocol *kind, const LockName &name,
                              std::size_t server) const
{
    for (auto it = m_holds.lower_bound({kind, name, OwnerId()});
         it != m_holds.end() && it->first.kind == kind && it->first.name == name; ++it) {
        if (it->second->shares[server].counts > 0)
            return true;
    }
    return false;
}

void QuorumHoldBook::forgetServer(std::size_t server)
{
    std::vector<Hold> holds;
    for (const auto &[key, hold] : m_holds)
        holds.push_back(hold);
    for (const Hold &hold : holds) {
        if (!isCurrent(hold))
            continue;
        const bool wasThere = hold->shares[server].counts > 0 || hold->shares[server].hasForgotten;
        hold->shares[server] = {};
        hold->shares[server].hasForgotten = wasThere;
        settle(hold, Loss::NoQuorum);
    }
}

void QuorumHoldBook::schedule(QuorumHold &hold)
{
    m_agenda.erase(&hold);
    hold.due = hold.renewAt ? std::min(*hold.renewAt, hold.validUntil) : hold.validUntil;
    m_agenda.insert(&hold);
    arm();
}

void QuorumHoldBook::arm()
{
    if (m_agenda.empty())
        return;
    const Instant due = (*m_agenda.begin())->due;
    if (m_timer) {
        if (m_timer->first <= due)
            return;
        m_deadlines.remove(m_timer->second);
    }
    m_timer = {due, m_deadlines.add(due, [this] {
                   m_timer.reset();
                   onTimer();
               })};
}

void QuorumHoldBook::onTimer()
{
    noteSleep();
    const Instant now = m_clock.now();
    std::vector<Hold> expired;
    std::vector<Hold> due;
    for (QuorumHold *const hold : m_agenda) {
        if (hold->due > now + slack(*hold))
            break;
        if (hold->validUntil <= now)
            expired.push_back(find(hold->key));
        else if (hold->renewAt && *hold->renewAt <= now + slack(*hold))
            due.push_back(find(hold->key));
    }
    renew(due);
    for (const Hold &hold : expired) {
        const auto &cap = hold->lease.maxRenewals;
        const bool isSpent = hold->lease.isRenewed() && cap && hold->renewals >= *cap;
        const Loss overTime = isSpent                    ? Loss::RenewalsSpent
            : mayBeRenewed(*hold) && lacksRenewal(*hold) ? Loss::NoMajority
                                                         : Loss::Expired;
        if (isCurrent(hold) && hold->validUntil <= now)
            lose(hold, hold->shortBy.value_or(overTime));
    }
    arm();
}

void QuorumHoldBook::renew(const std::vector<Hold> &holds)
{
    const Instant askedAt = m_clock.now();
    for (const Hold &hold : holds) {
        noteOverdue(*hold);
        hold->round = askedAt;
        hold->renewed = 0;
        hold->renewAt = askedAt + retryPause(*hold); // until a majority has answered
        schedule(*hold);
    }
    for (std::size_t server = 0; server < m_lanes.size(); ++server) {
        std::map<const QuorumProtocol *, std::shared_ptr<QuorumRenewal>> batches;
        for (const Hold &hold : holds) {
            if (hold->shares[server].counts == 0)
                continue;
            auto &batch = batches[hold->key.kind];
            if (!batch)
                batch = std::make_shared<QuorumRenewal>(*this, askedAt);
            batch->add(hold);
            if (!batch->isFull())
                continue;
            m_lanes[server]->send(batch->message(), batch);
            batch.reset();
        }
        for (const auto &[kind, batch] : batches) {
            if (batch)
                m_lanes[server]->send(batch->message(), batch);
        }
    }
    retake(holds, askedAt);
}

void QuorumHoldBook::retake(const std::vector<Hold> &holds, Instant askedAt)
{
    for (const Hold &hold : holds) {
        for (std::size_t server = 0; server < m_lanes.size() && isCurrent(hold); ++server) {
            QuorumHold::Share &share = hold->shares[server];
            if (!share.hasForgotten || !m_lanes[server]->mayBeAsked())
                continue;
            share.hasForgotten = false; // until it has answered
            const auto asking =
                std::make_shared<QuorumRetaking>(*this, hold, askedAt, hold->leaseFrom(askedAt));
            m_lanes[server]->send(asking->message(), asking);
        }
    }
}

// Released meanwhile: it is given back.
void QuorumHoldBook::onRetaken(const Hold &hold, std::size_t server, Instant askedAt, Millis lease)
{
    if (!isCurrent(hold)) {
        m_lanes[server]->settle(hold->key);
        return;
    }
    QuorumHold::Share &share = hold->shares[server];
    ++share.counts;
    if (!share.end || *share.end < askedAt + lease)
        agree(*hold, server, askedAt, lease);
    settle(hold);
}

void QuorumHoldBook::onRenewed(const Hold &hold, std::size_t server, bool isHeld, Instant askedAt,
                               Millis lease)
{
    if (!isCurrent(hold) || hold->takenAt > askedAt)
        return;
    QuorumHold::Share &share = hold->shares[server];
    if (!isHeld) {
        share = {};
        settle(hold);
        return;
    }
    // The server replaces the earlier lease: a longer time that was left is over then.
    if (share.counts > 0)
        agree(*hold, server, askedAt, lease);
    if (hold->round == askedAt && ++hold->renewed == majorityOf(m_lanes.size())) {
        ++hold->renewals;
        setStanding(*hold, {});
        hold->renewAt.reset();
        if (mayBeRenewed(*hold))
            hold->renewAt = askedAt + renewalInterval(hold->lease.time());
    }
    settle(hold);
}

// It may have been done, and have left less time than there was.
void QuorumHoldBook::onNotRenewed(const Hold &hold, std::size_t server, Instant askedAt,
                                  Millis lease)
{
    if (!isCurrent(hold) || hold->takenAt > askedAt)
        return;
    QuorumHold::Share &share = hold->shares[server];
    if (!share.end || *share.end <= askedAt + lease)
        return;
    share.end = askedAt + lease;
    share.drift = driftOf(lease);
    settle(hold);
}

void QuorumHoldBook::doubt(const Hold &hold, std::size_t server, std::uint64_t attempt,
                           Instant askedAt, Millis lease)
{
    if (hold->shares[server].counts == 0 || lease >= hold->leftFrom(askedAt))
        return;
    hold->doubts.push_back({server, attempt, askedAt + lease - driftOf(lease), {}});
    // For the case that it is not taken back in time.
    if (hold->renewAt && mayBeRenewed(*hold))
        hold->renewAt = std::min(*hold->renewAt, askedAt + renewalInterval(lease));
    settle(hold);
}

void QuorumHoldBook::concluded(const Hold &hold, std::uint64_t attempt)
{
    for (QuorumHold::Doubt &doubt : hold->doubts) {
        if (doubt.attempt == attempt)
            doubt.sentBy = m_clock.now();
    }
}

void QuorumHoldBook::endDoubt(const Hold &hold, std::size_t server, std::uint64_t attempt)
{
    if (dropDoubt(*hold, server, attempt) && isCurrent(hold))
        settle(hold);
}

void QuorumHoldBook::leaveToLane(const Hold &hold, std::size_t server, std::uint64_t attempt)
{
    for (QuorumHold::Doubt &doubt : hold->doubts) {
        if (doubt.server == server && doubt.attempt == attempt)
            doubt.attempt = 0;
    }
}

void QuorumHoldBook::restored(const Hold &hold, std::size_t server, std::uint64_t attempt,
                              bool isHeld, Instant askedAt, Millis lease)
{
    if (!isCurrent(hold))
        return;
    dropDoubt(*hold, server, attempt);
    QuorumHold::Share &share = hold->shares[server];
    if (share.counts > 0 && hold->takenAt <= askedAt) {
        if (!isHeld)
            share = {};
        else if (!share.end || *share.end < askedAt + lease)
            agree(*hold, server, askedAt, lease);
    }
    settle(hold);
}

void QuorumHoldBook::lose(Hold hold, Loss loss)
{
    remove(hold->key);
    // A minority may still have it.
    for (std::size_t server = 0; server < m_lanes.size(); ++server) {
        if (hold->shares[server].counts > 0)
            m_lanes[server]->settle(hold->key);
    }
    m_onEnd(hold->key);
    LostListener::tellLost(m_deadlines, hold->listener, hold->key.owner, loss);
}

} // namespace lockscope::lock
