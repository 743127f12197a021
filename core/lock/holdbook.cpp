// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/holdbook.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// A hold that is given back sooner than this was never worth being looked after.
constexpr Millis settlingTime = 20ms;
// How many are renewed by one script.
constexpr std::size_t batchSize = 100;

// Renewals that are due a little later go along with those that are due now.
Millis slack(const Hold &hold)
{
    return renewalInterval(hold.lease.time()) / 8;
}

// After a renewal without answer: soon, since two more can fail before the lease ends.
Millis retryPause(const Hold &hold)
{
    return std::clamp(renewalInterval(hold.lease.time()) / 4, Millis(10), Millis(1000));
}

bool mayBeRenewed(const Hold &hold)
{
    return hold.isWatched && !hold.isReleasing && hold.lease.isRenewed()
        && (!hold.lease.maxRenewals || hold.renewals < *hold.lease.maxRenewals);
}

} // namespace

HoldBook::HoldBook(redis::Deployment &deployment, const Clock &clock)
    : m_deployment(deployment)
    , m_clock(clock)
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

void HoldBook::take(const std::shared_ptr<const Holding> &protocol, const LockName &name,
                    const OwnerId &owner, qint64 count, Instant askedAt, const Lease &lease,
                    const std::weak_ptr<const LostListener> &listener)
{
    Entry &entry = m_entries[{protocol.get(), name, owner}];
    const bool isNew = !entry.hold;
    if (isNew) {
        entry.hold = std::make_shared<Hold>();
        entry.hold->protocol = protocol;
        entry.hold->name = name;
        entry.hold->owner = owner;
    }
    Hold &hold = *entry.hold;
    // An explicit lease inside a watched hold lasts until the next renewal, as with Redisson.
    const bool wasRenewed = !isNew && hold.lease.isRenewed();
    if (!wasRenewed) {
        hold.isWatched = lease.isRenewed();
        hold.renewals = 0;
    }
    if (!wasRenewed || lease.isRenewed())
        hold.lease = lease;
    hold.count = count;
    hold.takenAt = askedAt;
    const Instant until = askedAt + lease.time();
    if (protocol->leaseRule() == LeaseRule::Latest && hold.extendedAt <= askedAt)
        hold.extendedUntil = {};
    if (protocol->leaseRule() == LeaseRule::Each)
        hold.each.resize(static_cast<std::size_t>(std::max<qint64>(count, 1)), until);
    else if (isNew || protocol->leaseRule() == LeaseRule::Latest)
        hold.validUntil = until;
    hold.validUntil = std::max(hold.validUntil, until);
    hold.listener = listener;
    const Millis shortest = std::min(hold.lease.time(), lease.time());
    entry.firstRenewal = askedAt + renewalInterval(shortest);
    if (entry.isSettled) {
        setExpiry(entry);
        if (mayBeRenewed(hold))
            scheduleRenewal(entry, entry.firstRenewal);
    } else if (shortest < 10 * settlingTime) {
        settle(entry); // too short to be left alone for long
    }
    settleSoon(entry);
}

// After it was renewed for so long. What has ended before is not brought back by it. The servers of
// most kinds forget what they were told before: a longer time that was left is over then.
void HoldBook::setEnds(Hold &hold, Instant askedAt, Millis lease)
{
    const Instant until = askedAt + lease;
    switch (hold.protocol->leaseRule()) {
    case LeaseRule::Latest:
        hold.validUntil = until;
        break;
    case LeaseRule::Longest:
        hold.validUntil = std::max(hold.validUntil, until);
        break;
    case LeaseRule::Each:
        for (Instant &one : hold.each) {
            if (one > askedAt)
                one = until;
        }
        hold.validUntil = *std::ranges::max_element(hold.each);
        break;
    }
}

// After a renewal of which nobody knows whether it was done: it may have left less time than there
// was.
void HoldBook::boundEnds(const std::shared_ptr<Hold> &hold, Instant askedAt, Millis lease)
{
    Entry *const entry = entryOf(*hold);
    const Instant until = askedAt + lease;
    if (!entry || hold->takenAt > askedAt || hold->validUntil <= until
        || hold->protocol->leaseRule() == LeaseRule::Longest)
        return;
    for (Instant &one : hold->each)
        one = std::min(one, until);
    hold->validUntil = until;
    if (entry->isSettled)
        setExpiry(*entry);
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
    const auto known = m_entries.find(key);
    if (known == m_entries.end())
        return;
    Entry &entry = known->second;
    entry.hold->isReleasing = false;
    Hold &hold = *entry.hold;
    hold.count = count;
    const Instant until = askedAt + hold.leaseFrom(askedAt);
    switch (hold.protocol->leaseRule()) {
    case LeaseRule::Latest:
        hold.validUntil = until;
        break;
    case LeaseRule::Longest:
        hold.validUntil = std::max(hold.validUntil, until);
        break;
    case LeaseRule::Each: // the last one went
        hold.each.resize(static_cast<std::size_t>(count));
        hold.validUntil = *std::ranges::max_element(hold.each);
        break;
    }
    entry.firstRenewal = askedAt + renewalInterval(hold.lease.time());
    if (entry.isSettled) {
        setExpiry(entry);
        if (mayBeRenewed(hold))
            scheduleRenewal(entry, entry.firstRenewal);
    }
    settleSoon(entry);
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
    m_entries.erase(known);
}

std::optional<Extension> HoldBook::beginExtension(const HoldKey &key, Millis time)
{
    const auto known = m_entries.find(key);
    const Instant now = m_clock.now();
    if (known == m_entries.end() || known->second.hold->isReleasing
        || known->second.hold->validUntil <= now)
        return std::nullopt;
    const auto &hold = known->second.hold;
    const Instant before = hold->extendedUntil;
    // Before it is asked for: a renewal that goes out behind it must not take it back.
    hold->extendedUntil = std::max(before, now + time);
    hold->extendedAt = now;
    const Instant until = std::max(hold->validUntil, hold->extendedUntil);
    const Millis lease = std::chrono::ceil<Millis>(until - now);
    return Extension{hold, {hold->name, hold->owner, lease, hold->count}, now, before};
}

void HoldBook::endExtension(const Extension &extension, std::optional<bool> isHeld)
{
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
    setEnds(*hold, extension.askedAt, extension.renewal.lease);
    if (entry->isSettled)
        setExpiry(*entry);
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
    else if (mayBeRenewed(*entry.hold))
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
    const Instant now = m_clock.now();
    std::map<const Holding *, Holds> due;
    for (auto it = m_renewals.begin(); it != m_renewals.end();) {
        const auto hold = it->second.lock();
        if (hold && it->first > now + slack(*hold))
            break;
        it = m_renewals.erase(it);
        if (!hold)
            continue;
        if (Entry *const entry = entryOf(*hold))
            entry->renewal.reset();
        due[hold->protocol.get()].push_back(hold);
    }
    for (auto &[protocol, holds] : due) {
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
    const Instant askedAt = m_clock.now();
    std::vector<Renewal> renewals;
    for (const auto &hold : holds)
        renewals.push_back({hold->name, hold->owner, hold->leaseFrom(askedAt), hold->count});
    const Millis patience = 2 * m_deployment.config().commandTimeout + 1s;
    auto asked = holds.front()->protocol->renew(m_deployment, renewals);
    const auto reply = co_await m_scope.wait(std::move(asked), patience);
    if (m_scope.isCancelled())
        co_return;
    const bool isAnswered = reply && reply->isArray() && reply->elements.size() == holds.size();
    const bool mayBeDone = !reply
        && (reply.error().kind == ErrorKind::Timeout
            || reply.error().kind == ErrorKind::ConnectionLost);
    for (std::size_t i = 0; i < holds.size(); ++i) {
        if (isAnswered)
            onRenewed(holds[i], reply->elements[i].integer == 1, askedAt, renewals[i].lease);
        else
            onNotRenewed(holds[i]);
        if (mayBeDone)
            boundEnds(holds[i], askedAt, renewals[i].lease);
    }
}

void HoldBook::onRenewed(const std::shared_ptr<Hold> &hold, bool isHeld, Instant askedAt,
                         Millis lease)
{
    Entry *const entry = entryOf(*hold);
    if (!entry || hold->isReleasing || hold->takenAt > askedAt)
        return;
    if (!isHeld) {
        lose(hold, Loss::TakenAway);
        return;
    }
    ++hold->renewals;
    setEnds(*hold, askedAt, lease);
    setExpiry(*entry);
    if (mayBeRenewed(*hold))
        scheduleRenewal(*entry, askedAt + renewalInterval(hold->lease.time()));
}

void HoldBook::onNotRenewed(const std::shared_ptr<Hold> &hold)
{
    Entry *const entry = entryOf(*hold);
    if (entry && mayBeRenewed(*hold) && !entry->renewal)
        scheduleRenewal(*entry, m_clock.now() + retryPause(*hold));
}

void HoldBook::onKeysChanged(const std::vector<QByteArray> &keys)
{
    Holds concerned;
    if (keys.empty()) {
        for (const auto &[key, entry] : m_entries)
            concerned.push_back(entry.hold);
    }
    for (const QByteArray &key : keys) {
        const auto [first, last] = m_byKey.equal_range(KeyName(key));
        for (auto it = first; it != last; ++it) {
            if (auto hold = it->second.lock())
                concerned.push_back(std::move(hold));
        }
    }
    for (const auto &hold : concerned)
        inspect(hold);
}

// Reads the key tracked once the hold has lasted for a moment; from then on its changes are heard.
void HoldBook::settleSoon(Entry &entry)
{
    if (entry.settling)
        return;
    const Instant at = m_clock.now() + settlingTime;
    entry.settling = m_settling.emplace(m_settling.end(), at, entry.hold);
    if (!m_settlingArmedFor)
        armSettling();
}

void HoldBook::armSettling()
{
    m_settlingArmedFor = m_settling.front().first;
    m_deadlines.add(*m_settlingArmedFor, [this] { onSettlingDue(); });
}

void HoldBook::onSettlingDue()
{
    const Instant now = std::max(m_clock.now(), *m_settlingArmedFor);
    m_settlingArmedFor.reset();
    while (!m_settling.empty() && m_settling.front().first <= now) {
        const auto hold = m_settling.front().second;
        m_settling.pop_front();
        Entry &entry = *entryOf(*hold); // it leaves the list when it goes
        entry.settling.reset();
        settle(entry);
        inspect(hold);
    }
    if (!m_settling.empty())
        armSettling();
}

void HoldBook::settle(Entry &entry)
{
    if (std::exchange(entry.isSettled, true))
        return;
    m_byKey.emplace(entry.hold->protocol->key(entry.hold->name), entry.hold);
    setExpiry(entry);
    if (mayBeRenewed(*entry.hold) && !entry.renewal)
        scheduleRenewal(entry, entry.firstRenewal);
}

void HoldBook::inspect(const std::shared_ptr<Hold> &hold)
{
    if (!entryOf(*hold) || hold->isReleasing || !m_deployment.isReady())
        return; // when it is ready again, everything counts as changed
    if (hold->isInspecting) {
        hold->inspectAgain = true;
        return;
    }
    hold->isInspecting = true;
    (void)m_scope.start([this, hold] { return runInspection(hold); });
}

QCoro::Task<> HoldBook::runInspection(std::shared_ptr<Hold> hold)
{
    const Instant askedAt = m_clock.now();
    const Millis patience = 3 * m_deployment.config().commandTimeout + 1s;
    auto asked = hold->protocol->inspect(m_deployment, hold->name, hold->owner);
    const auto reply = co_await m_scope.wait(std::move(asked), patience);
    if (m_scope.isCancelled())
        co_return;
    hold->isInspecting = false;
    const bool again = std::exchange(hold->inspectAgain, false);
    if (!reply || !entryOf(*hold) || hold->isReleasing)
        co_return;
    const auto count = hold->protocol->readInspection(*reply, hold->owner);
    const bool isForeign = !count && count.error().code == "WRONGTYPE";
    if (hold->takenAt <= askedAt && (isForeign || (count && count->count == 0)))
        lose(hold, m_clock.now() >= hold->validUntil ? Loss::Expired : Loss::TakenAway);
    else if (again)
        inspect(hold);
}

void HoldBook::onExpired(const std::shared_ptr<Hold> &hold)
{
    Entry *const entry = entryOf(*hold);
    if (!entry)
        return;
    entry->expiry.reset();
    if (hold->isReleasing)
        return; // the answer to the release will tell
    const auto &cap = hold->lease.maxRenewals;
    const bool isSpent = hold->lease.isRenewed() && cap && hold->renewals >= *cap;
    lose(hold, isSpent ? Loss::RenewalsSpent : Loss::Expired);
}

void HoldBook::lose(const std::shared_ptr<Hold> &hold, Loss loss)
{
    remove(keyOf(*hold));
    if (const auto listener = hold->listener.lock(); listener && listener->handler) {
        const auto handler = listener->handler; // lives on if it is replaced
        handler(hold->owner, loss);
    }
}

} // namespace lockscope::lock
