// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/holdbook.h"

#include "core/lock/protocol/owners.h"
#include "core/lock/single/waitroom.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// The number of holds that one script renews.
constexpr std::size_t batchSize = 100;
// The script's answer for a renewal that the server did not permit it to check.
constexpr qint64 cannotTell = -1;

// Renewals that are due a little later go along with those that are due now.
Millis slack(const Hold &hold)
{
    return renewalInterval(hold.shortestLease()) / 8;
}

// After a renewal without answer: soon, since two more can fail before the lease ends.
Millis retryPause(const Hold &hold)
{
    return std::clamp(renewalInterval(hold.shortestLease()) / 4, Millis(10), Millis(1000));
}

} // namespace

HoldBook::HoldBook(redis::Deployment &deployment, const Clock &clock,
                   const platform::Suspension &suspension, WaitRooms &rooms)
    : m_deployment(deployment)
    , m_clock(clock)
    , m_suspension(suspension)
    , m_rooms(rooms)
    , m_slept(sleptSoFar())
{}

HoldBook::~HoldBook() = default;

HoldKey HoldBook::keyOf(const Hold &hold)
{
    return {hold.protocol.get(), hold.name, hold.owner};
}

// Empty once it was removed, also if the same owner has taken it anew.
HoldBook::Entry *HoldBook::entryOf(const Hold &hold)
{
    const auto known = m_entries.find(keyOf(hold));
    return known != m_entries.end() && known->second.hold.get() == &hold ? &known->second : nullptr;
}

HoldBook::Entry *HoldBook::entryOf(const HoldKey &key)
{
    const auto known = m_entries.find(key);
    return known == m_entries.end() ? nullptr : &known->second;
}

std::uint64_t HoldBook::beginAttempt(const HoldKey &key, Instant askedAt, Millis lease)
{
    Entry *const entry = entryOf(key);
    if (!entry || entry->hold->protocol->leaseRule() != LeaseRule::Latest)
        return 0; // nothing that it sends can shorten the hold
    entry->hold->addDoubt({++m_lastAttempt, askedAt, lease, false});
    onEndMoved(*entry);
    return m_lastAttempt;
}

void HoldBook::endAttempt(const HoldKey &key, std::uint64_t attempt)
{
    if (Entry *const entry = attempt == 0 ? nullptr : entryOf(key)) {
        entry->hold->endDoubt(attempt);
        onEndMoved(*entry);
    }
}

void HoldBook::loseAttempt(const HoldKey &key, std::uint64_t attempt)
{
    Entry *const entry = attempt == 0 ? nullptr : entryOf(key);
    if (!entry)
        return;
    for (Doubt &doubt : entry->hold->doubts)
        doubt.isLost = doubt.isLost || doubt.id == attempt;
    renewSoon(*entry, m_clock.now());
}

void HoldBook::noteUnknown(const HoldKey &key, qint64 attempts)
{
    if (attempts <= 0 || !isOnlyOurs(key.owner))
        return;
    if (Entry *const entry = entryOf(key)) {
        entry->hold->surplus += attempts;
        return;
    }
    noteRecent(m_unknown, key, attempts, m_clock.now());
}

void HoldBook::noteRecent(Recent &counts, const HoldKey &key, qint64 more, Instant now)
{
    constexpr auto longest = std::chrono::minutes(10); // for which an attempt may be under way
    std::erase_if(counts, [&](const auto &one) { return one.second.second < now - longest; });
    auto &[count, at] = counts[key];
    count += more;
    at = now;
}

void HoldBook::take(const std::shared_ptr<const HoldProtocol> &protocol, const LockName &name,
                    const OwnerId &owner, qint64 count, Instant askedAt, const Lease &lease,
                    const std::weak_ptr<const LostListener> &listener, std::uint64_t attempt)
{
    HoldKey key{protocol.get(), name, owner};
    Entry &entry = m_entries[key];
    const bool isNew = !entry.hold;
    if (isNew) {
        m_lost.erase(key);
        entry.hold = std::make_shared<Hold>();
        entry.hold->protocol = protocol;
        entry.hold->name = name;
        entry.hold->owner = owner;
        if (const auto unknown = m_unknown.empty() ? m_unknown.end() : m_unknown.find(key);
            unknown != m_unknown.end()) {
            entry.hold->surplus = unknown->second.first;
            m_unknown.erase(unknown);
        }
    }
    Hold &hold = *entry.hold;
    // Inside a watched hold an explicit lease is only a time: the watchdog goes on, and a renewal
    // lengthens a shorter one.
    const bool wasRenewed = !isNew && hold.lease.isRenewed();
    if (!wasRenewed) {
        hold.isWatched = lease.isRenewed();
        hold.renewals = 0;
    }
    if (!wasRenewed || lease.isRenewed())
        hold.lease = lease;
    hold.hindrance.reset();
    if (hold.standing == Standing::Kind::Overdue)
        setStanding(hold, {});
    hold.count = count;
    hold.own = std::min(hold.own + 1, count + hold.missing);
    // Of an owner that nobody else uses the others are left behind: by answers that were lost, or
    // by releases that a failover to a replica has undone.
    if (isOnlyOurs(owner))
        hold.surplus = std::max(hold.surplus, count + hold.missing - hold.own);
    hold.mayHaveSurplus = false;
    if (!hold.doubts.empty()) {
        hold.endDoubt(attempt);
        confirm(hold, askedAt);
    }
    hold.setTaken(asIfAwake(askedAt), lease.time(), isNew);
    hold.takenAt = std::max(hold.takenAt, askedAt);
    hold.listener = listener;
    const Millis shortest = std::min(hold.shortestLease(), lease.time());
    entry.firstRenewal = askedAt + renewalInterval(shortest);
    if (entry.isSettled) {
        setExpiry(entry);
        if (hold.mayBeRenewed())
            scheduleRenewal(entry, entry.firstRenewal);
    } else if (shortest < 10 * settlingTime) {
        settle(entry); // too short to be left alone for long
    }
    settleSoon(entry);
    onWritten(hold);
}

std::shared_ptr<Hold> HoldBook::find(const HoldKey &key) const
{
    const auto known = m_entries.find(key);
    return known == m_entries.end() ? nullptr : known->second.hold;
}

std::shared_ptr<const Hold> HoldBook::beginRelease(const HoldKey &key)
{
    const auto known = m_entries.find(key);
    if (known == m_entries.end())
        return {};
    known->second.hold->isReleasing = true;
    unscheduleRenewal(known->second);
    return known->second.hold;
}

void HoldBook::endRelease(const HoldKey &key, qint64 count, Instant askedAt)
{
    noteSleep();
    Entry *const entry = entryOf(key);
    if (!entry)
        return;
    Hold &hold = *entry->hold;
    hold.isReleasing = false;
    hold.own = std::min(hold.own - 1, count + hold.missing);
    hold.setReleased(asIfAwake(askedAt), hold.leaseFrom(askedAt), count);
    onHeldOn(*entry, askedAt);
}

void HoldBook::putBack(const HoldKey &key, bool isUnknown, Instant askedAt, Millis lease)
{
    noteSleep();
    Entry *const entry = entryOf(key);
    if (!entry)
        return;
    Hold &hold = *entry->hold;
    hold.isReleasing = false;
    if (isUnknown) {
        // The count is over for its owner. If it still exists, it ends with the last one.
        --hold.own;
        --hold.count;
        ++hold.surplus;
        hold.setBound(asIfAwake(askedAt), lease);
    }
    setExpiry(*entry); // it may have passed meanwhile
    renewSoon(*entry, m_clock.now());
    settleSoon(*entry);
}

void HoldBook::endGivingBack(const HoldKey &key, std::uint64_t attempt, Instant askedAt,
                             Millis lease, const ReleaseOutcome &outcome)
{
    using Status = ReleaseOutcome::Status;
    noteSleep();
    Entry *const entry = entryOf(key);
    if (!entry)
        return;
    const auto hold = entry->hold;
    if (outcome.status == Status::Failed || outcome.status == Status::Unknown) {
        ++hold->surplus;
        loseAttempt(key, attempt);
        return;
    }
    hold->endDoubt(attempt);
    if (outcome.status != Status::StillHeld) {
        // There was no more than the attempt, or less: the hold had ended before.
        if (!hold->isReleasing)
            loseRest(key);
        return;
    }
    if (hold->protocol->leaseRule() == LeaseRule::Latest)
        hold->setReleased(asIfAwake(askedAt), lease, outcome.count);
    hold->count = outcome.count;
    onHeldOn(*entry, askedAt);
}

// The server has answered that it is held on.
void HoldBook::onHeldOn(Entry &entry, Instant askedAt)
{
    Hold &hold = *entry.hold;
    confirm(hold, askedAt);
    onEndMoved(entry);
    renewSoon(entry, askedAt + renewalInterval(hold.shortestLease()));
    settleSoon(entry);
    onWritten(hold);
}

// The server has answered a question about it.
void HoldBook::confirm(Hold &hold, Instant askedAt) const
{
    hold.confirm(askedAt, m_deployment.hasEndedPredecessors(hold.name.bytes));
}

std::optional<qint64> HoldBook::takeMissing(const HoldKey &key)
{
    Entry *const entry = entryOf(key);
    if (!entry || entry->hold->isReleasing || entry->hold->missing <= 0 || entry->hold->own <= 1)
        return std::nullopt;
    --entry->hold->missing;
    return --entry->hold->own;
}

bool HoldBook::takeSurplus(const HoldKey &key)
{
    Entry *const entry = entryOf(key);
    if (!entry || !isOnlyOurs(key.owner))
        return false;
    Hold &hold = *entry->hold;
    if (hold.surplus <= 0)
        return hold.mayHaveSurplus;
    --hold.surplus;
    return true;
}

bool HoldBook::takeLost(const HoldKey &key)
{
    noteSleep();
    if (const Entry *const entry = isOnlyOurs(key.owner) ? nullptr : entryOf(key);
        entry && entry->hold->validUntil <= m_clock.now())
        lose(entry->hold, Loss::Expired);
    const auto known = m_lost.find(key);
    if (known == m_lost.end())
        return false;
    if (--known->second.first == 0)
        m_lost.erase(known);
    return true;
}

void HoldBook::loseRest(const HoldKey &key)
{
    if (Entry *const entry = entryOf(key)) {
        const auto hold = entry->hold;
        lose(hold, m_clock.now() >= hold->validUntil ? Loss::Expired : Loss::TakenAway);
    }
}

void HoldBook::remove(const HoldKey &key)
{
    const auto known = m_entries.find(key);
    if (known == m_entries.end())
        return;
    Entry &entry = known->second;
    unscheduleRenewal(entry);
    if (entry.settling)
        m_settling.erase(*entry.settling);
    if (entry.expiry)
        m_deadlines.remove(*entry.expiry);
    if (entry.isSettled) {
        const auto [first, last] = m_byKey.equal_range(entry.hold->protocol->key(entry.hold->name));
        const auto mine = std::find_if(
            first, last, [&](const auto &held) { return held.second.lock() == entry.hold; });
        if (mine != last)
            m_byKey.erase(mine);
    }
    const auto gone = std::move(entry.hold);
    m_entries.erase(known);
    onWritten(*gone);
}

std::optional<Extension> HoldBook::beginExtension(const HoldKey &key, Millis time)
{
    const Instant now = this->now();
    const auto known = m_entries.find(key);
    if (known == m_entries.end() || known->second.hold->isReleasing
        || known->second.hold->validUntil <= now)
        return std::nullopt;
    const auto &hold = known->second.hold;
    const Instant before = hold->extendedUntil;
    // Before it is asked for: a renewal that is sent after it must not take it back.
    hold->extendedUntil = std::max(before, now + time);
    hold->extendedAt = now;
    const Instant until = std::max(hold->answeredUntil, hold->extendedUntil);
    const Millis lease = std::chrono::ceil<Millis>(until - now);
    return Extension{hold, {hold->name, hold->owner, lease, hold->count}, now, before};
}

void HoldBook::endExtension(const Extension &extension, std::optional<bool> isHeld)
{
    noteSleep();
    const auto &hold = extension.hold;
    if (!isHeld.value_or(false) && hold->extendedAt == extension.askedAt)
        hold->extendedUntil = extension.before;
    Entry *const entry = entryOf(*hold);
    if (!entry || !isHeld || hold->isReleasing || hold->takenAt > extension.askedAt)
        return;
    if (!*isHeld) {
        lose(hold, Loss::TakenAway);
        return;
    }
    hold->setRenewed(asIfAwake(extension.askedAt), extension.renewal.lease);
    confirm(*hold, extension.askedAt);
    onEndMoved(*entry);
}

void HoldBook::setWatched(const HoldKey &key, bool watched)
{
    const auto known = m_entries.find(key);
    if (known == m_entries.end() || known->second.hold->isWatched == watched)
        return;
    Entry &entry = known->second;
    entry.hold->isWatched = watched;
    if (!watched)
        unscheduleRenewal(entry);
    else if (entry.hold->mayBeRenewed())
        scheduleRenewal(entry, m_clock.now());
}

void HoldBook::setExpiry(Entry &entry)
{
    if (entry.expiry)
        m_deadlines.remove(*entry.expiry);
    const std::weak_ptr weak = entry.hold;
    entry.expiry = m_deadlines.add(entry.hold->validUntil, [this, weak] {
        if (const auto hold = weak.lock())
            onExpired(hold);
    });
}

void HoldBook::onEndMoved(Entry &entry)
{
    if (entry.isSettled)
        setExpiry(entry);
}

void HoldBook::renewSoon(Entry &entry, Instant at)
{
    entry.firstRenewal = at;
    if (entry.isSettled && entry.hold->mayBeRenewed())
        scheduleRenewal(entry, at);
}

void HoldBook::scheduleRenewal(Entry &entry, Instant at)
{
    unscheduleRenewal(entry);
    entry.renewal = m_renewals.emplace(at, entry.hold);
    armRenewals();
}

void HoldBook::unscheduleRenewal(Entry &entry)
{
    if (const auto renewal = std::exchange(entry.renewal, {}))
        m_renewals.erase(*renewal);
}

void HoldBook::armRenewals()
{
    if (m_renewals.empty())
        return;
    const Instant due = m_renewals.begin()->first;
    if (m_renewalTimer) {
        if (m_renewalTimer->first <= due)
            return;
        m_deadlines.remove(m_renewalTimer->second);
    }
    m_renewalTimer = {due, m_deadlines.add(due, [this] {
                          m_renewalTimer.reset();
                          renewDue();
                      })};
}

void HoldBook::renewDue()
{
    const Instant now = this->now();
    // One script renews the holds of one kind whose keys may go together.
    std::map<std::pair<const HoldProtocol *, int>, Holds> due;
    for (auto it = m_renewals.begin(); it != m_renewals.end();) {
        const auto hold = it->second.lock();
        if (hold && it->first > now + slack(*hold))
            break;
        it = m_renewals.erase(it);
        if (!hold)
            continue;
        if (Entry *const entry = entryOf(*hold))
            entry->renewal.reset();
        due[{hold->protocol.get(), m_deployment.groupOf(hold->name.bytes)}].push_back(hold);
    }
    for (auto &[kind, holds] : due) {
        for (std::size_t begin = 0; begin < holds.size(); begin += batchSize) {
            const std::size_t end = std::min(holds.size(), begin + batchSize);
            const auto at = [&](std::size_t i) {
                return holds.begin() + static_cast<std::ptrdiff_t>(i);
            };
            (void)m_scope.start([this, batch = Holds(at(begin), at(end))] { return renew(batch); });
        }
    }
    armRenewals();
}

QCoro::Task<> HoldBook::renew(Holds holds)
{
    const Instant askedAt = now();
    std::vector<Renewal> renewals;
    for (const auto &hold : holds) {
        const Millis lease =
            hold->mayBeRenewed() ? hold->leaseFrom(askedAt) : hold->leaseLeft(askedAt);
        renewals.push_back({hold->name, hold->owner, lease, hold->count});
        if (!hold->hindrance)
            hold->hindrance = Loss::Unanswered; // until it is
    }
    const Millis patience = 2 * m_deployment.config().commandTimeout + 1s;
    auto asked = holds.front()->protocol->renew(m_deployment, renewals);
    const auto reply = co_await m_scope.wait(std::move(asked), patience);
    if (m_scope.isCancelled())
        co_return;
    noteSleep();
    const bool isAnswered = reply && reply->isArray() && reply->elements.size() == holds.size();
    for (std::size_t i = 0; i < holds.size(); ++i) {
        const qint64 answer = isAnswered ? reply->elements[i].integer : cannotTell;
        if (answer == cannotTell)
            onNotRenewed(holds[i], reply);
        else
            onRenewed(holds[i], answer == 1, askedAt, renewals[i].lease);
    }
}

void HoldBook::onRenewed(const std::shared_ptr<Hold> &hold, bool isHeld, Instant askedAt,
                         Millis lease)
{
    Entry *const entry = entryOf(*hold);
    if (!entry || hold->isReleasing || hold->takenAt > askedAt)
        return;
    if (!isHeld) {
        lose(hold, lossOf(*hold));
        return;
    }
    if (hold->mayBeRenewed())
        ++hold->renewals;
    hold->hindrance.reset();
    setStanding(*hold, {});
    hold->setRenewed(asIfAwake(askedAt), lease);
    confirm(*hold, askedAt);
    setExpiry(*entry);
    if (hold->mayBeRenewed())
        scheduleRenewal(*entry, askedAt + renewalInterval(hold->shortestLease()));
}

void HoldBook::onNotRenewed(const std::shared_ptr<Hold> &hold, const Result<Reply> &reply)
{
    const Instant now = m_clock.now();
    hold->hindrance = reply ? Loss::Refused : Loss::Unanswered;
    Entry *const entry = entryOf(*hold);
    if (!entry || hold->isReleasing || (!hold->mayBeRenewed() && !hold->isUncertain()))
        return;
    if (!hold->isUncertain() && hold->validUntil - now < hold->lease.time() / 2)
        setStanding(*hold,
                    {.kind = Standing::Kind::Overdue,
                     .validUntil = hold->validUntil,
                     .isRefused = reply.has_value(),
                     .refusal = reply && reply->isError() ? reply->bytes : QByteArray()});
    if (!entry->renewal)
        scheduleRenewal(*entry, now + retryPause(*hold));
}

Loss HoldBook::expiryOf(const Hold &hold)
{
    const auto &cap = hold.lease.maxRenewals;
    if (hold.lease.isRenewed() && cap && hold.renewals >= *cap)
        return Loss::RenewalsSpent;
    return hold.isWatched ? hold.hindrance.value_or(Loss::Expired) : Loss::Expired;
}

void HoldBook::onExpired(const std::shared_ptr<Hold> &hold)
{
    Entry *const entry = entryOf(*hold);
    if (!entry)
        return;
    entry->expiry.reset();
    if (hold->isReleasing)
        return; // the answer to the release will tell
    lose(hold, expiryOf(*hold));
}

// By value: the entry whose pointer it may be goes first.
void HoldBook::lose(std::shared_ptr<Hold> hold, Loss loss)
{
    remove(keyOf(*hold));
    const qint64 counts = hold->own - (hold->isReleasing ? 1 : 0);
    if (!isOnlyOurs(hold->owner) && counts > 0)
        noteRecent(m_lost, keyOf(*hold), counts, m_clock.now());
    // Nobody has told those who wait, who know of an earlier holder's time at most.
    const QByteArray channel = hold->protocol->channel(hold->name, OwnerId());
    if (!channel.isEmpty())
        m_deadlines.add(m_clock.now(), [this, channel] { m_rooms.wakeOneEach(channel); });
    LostListener::tellLost(m_deadlines, hold->listener, hold->owner, loss);
}

} // namespace lockscope::lock
