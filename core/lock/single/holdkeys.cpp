// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The keys of the holds: by whose changes a loss is heard of, and the servers that keep them.
#include "core/lock/protocol/owners.h"
#include "core/lock/single/holdbook.h"

using namespace std::chrono_literals;

namespace lockscope::lock {

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

void HoldBook::onServerChanged()
{
    for (const auto &[key, entry] : m_entries) {
        entry.hold->mayHaveSurplus = true;
        if (!entry.hold->isReleasing)
            setStanding(*entry.hold, {.kind = Standing::Kind::Uncertain});
    }
}

void HoldBook::setStanding(Hold &hold, const Standing &standing)
{
    if (std::exchange(hold.standing, standing.kind) != standing.kind)
        LostListener::tellStanding(m_deadlines, hold.listener, hold.owner, standing);
}

Loss HoldBook::lossOf(const Hold &hold)
{
    return hold.isUncertain() ? Loss::ServerChanged : Loss::TakenAway;
}

void HoldBook::onWritten(const Hold &hold)
{
    if (!m_byKey.empty())
        noteOwnWrite(hold.protocol->key(hold.name));
}

// Together, since a busy key is written often; the more holds there are on it, the more seldom.
void HoldBook::noteOwnWrite(const KeyName &key)
{
    if (m_byKey.empty() || m_written.contains(key))
        return;
    const auto holds = static_cast<int>(m_byKey.count(key));
    if (holds == 0)
        return;
    m_written.insert(key);
    m_deadlines.add(m_clock.now() + settlingTime * (1 + holds / 20), [this, key] {
        m_written.erase(key);
        onKeysChanged({key.bytes});
    });
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
    const Instant due = std::max(m_clock.now(), *m_settlingArmedFor);
    m_settlingArmedFor.reset();
    while (!m_settling.empty() && m_settling.front().first <= due) {
        const auto hold = m_settling.front().second;
        m_settling.pop_front();
        Entry &entry = *entryOf(*hold); // it leaves the list on destruction
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
    if (!m_wake)
        m_wake = std::make_unique<platform::WakeNotice>([this] { noteSleep(); });
    m_byKey.emplace(entry.hold->protocol->key(entry.hold->name), entry.hold);
    setExpiry(entry);
    if (entry.hold->mayBeRenewed() && !entry.renewal)
        scheduleRenewal(entry, entry.firstRenewal);
}

void HoldBook::inspect(const std::shared_ptr<Hold> &hold)
{
    if (!entryOf(*hold) || hold->isReleasing || !m_deployment.isReady(hold->name.bytes))
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
    const Instant askedAt = now();
    const Millis patience = 3 * m_deployment.config().commandTimeout + 1s;
    auto asked = hold->protocol->inspect(m_deployment, hold->name, hold->owner);
    const auto reply = co_await m_scope.wait(std::move(asked), patience);
    if (m_scope.isCancelled())
        co_return;
    hold->isInspecting = false;
    const bool again = std::exchange(hold->inspectAgain, false);
    Entry *const entry = entryOf(*hold);
    if (!entry || hold->isReleasing)
        co_return;
    const auto count = reply.and_then(
        [&](const Reply &answer) { return hold->protocol->readOwnerHold(answer, hold->owner); });
    const bool isForeign = !count && count.error().code == "WRONGTYPE";
    if (hold->takenAt <= askedAt && (isForeign || (count && count->count == 0))) {
        lose(hold, m_clock.now() >= hold->validUntil ? expiryOf(*hold) : lossOf(*hold));
    } else if (again) {
        inspect(hold);
    } else if (hold->isUncertain()) {
        onReadAgain(*entry, count, askedAt);
    }
}

// Another process has the hold, as far as it tells.
void HoldBook::onReadAgain(Entry &entry, const Result<OwnerHold> &seen, Instant askedAt)
{
    Hold &hold = *entry.hold;
    const bool isSeen = seen && seen->count > 0;
    if (isSeen && isOnlyOurs(hold.owner) && hold.takenAt <= askedAt && seen->count < hold.own) {
        hold.missing = hold.own - seen->count;
        hold.count = seen->count;
    }
    // The watchdog is sure of its lease. Else what made it longer may be undone: the rest of its
    // time is asked for first.
    if (isSeen && hold.mayBeRenewed())
        setStanding(hold, {});
    // Before the watchdog's turn: the failover has cost time. Where the server did not tell, a
    // renewal asks once more.
    scheduleRenewal(entry, m_clock.now());
}

} // namespace lockscope::lock
