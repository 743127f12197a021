// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exception/exceptionfinder.h"

#include <algorithm>
#include <tuple>

namespace lockscope::ui {

namespace {

using format::ExceptionText;
using insight::HoldHistory;
using insight::HoldInterval;
using Relation = ExceptionHit::Relation;

bool isNameByte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The name itself, or what stands at its end after a prefix.
bool isNamed(const LockName &lock, const LockName &name)
{
    if (lock == name)
        return true;
    const qsizetype rest = lock.bytes.size() - name.bytes.size();
    return rest > 0 && !name.isEmpty() && lock.bytes.endsWith(name.bytes)
        && !isNameByte(lock.bytes[rest - 1]);
}

bool hasOwner(const ExceptionText &text, const OwnerId &owner)
{
    return std::ranges::find(text.owners, owner) != text.owners.end();
}

bool hasClientOf(const ExceptionText &text, const OwnerId &owner)
{
    return std::ranges::any_of(
        text.clients, [&](const QByteArray &client) { return owner.bytes.startsWith(client); });
}

class Search
{
public:
    Search(ExceptionText text, const HoldHistory &history, const LocksNow &locks)
        : m_history(history)
        , m_locks(locks)
    {
        m_answer.text = std::move(text);
    }

    ExceptionAnswer run();

private:
    bool isOwner(const OwnerId &owner) const { return hasOwner(m_answer.text, owner); }
    void findHolds(bool ofOthers);
    void findWaits();
    void findNamed();
    ExceptionHit hitOf(HoldHistory::Lane lane, const HoldInterval &hold, Relation relation) const;
    void add(ExceptionHit hit);

    const HoldHistory &m_history;
    const LocksNow &m_locks;
    ExceptionAnswer m_answer;
};

ExceptionHit Search::hitOf(HoldHistory::Lane lane, const HoldInterval &hold,
                           Relation relation) const
{
    ExceptionHit hit;
    hit.lock = m_history.lockOf(lane);
    hit.relation = relation;
    hit.owner = m_history.owners().owner(hold.owner);
    hit.alias = m_history.owners().alias(hold.owner);
    hit.hold = hold;
    hit.now = m_locks.find(hit.lock);
    if (hold.isOpen())
        return hit;
    if (const auto after = m_history.after(lane, hold); !after.empty()) {
        hit.next = after.front();
        hit.nextOwner = m_history.owners().owner(after.front().owner);
        hit.nextAlias = m_history.owners().alias(after.front().owner);
    }
    return hit;
}

void Search::add(ExceptionHit hit)
{
    if (m_answer.hits.size() < mostHits)
        m_answer.hits.push_back(std::move(hit));
    else
        m_answer.isMore = true;
}

// Finds the latest ended hold and the current one of each lock: earlier holds do not explain the
// exception.
void Search::findHolds(bool ofOthers)
{
    const auto found = m_history.heldBy([&](const OwnerId &owner) {
        return ofOthers ? hasClientOf(m_answer.text, owner) && !isOwner(owner) : isOwner(owner);
    });
    std::vector<std::tuple<HoldHistory::Lane, quint32, bool>> told;
    std::vector<ExceptionHit> held;
    for (const auto &[lane, hold] : found) {
        const std::tuple key(lane, hold.owner, hold.isOpen());
        if (std::find(told.begin(), told.end(), key) != told.end())
            continue;
        if (told.size() >= 4 * mostHits) {
            m_answer.isMore = true;
            break;
        }
        told.push_back(key);
        ExceptionHit hit =
            hitOf(lane, hold, hold.isOpen() ? Relation::HoldsNow : Relation::HeldBefore);
        hit.isOtherThread = ofOthers;
        m_answer.isOwnerKnown = m_answer.isOwnerKnown || !ofOthers;
        if (hold.isOpen())
            held.push_back(std::move(hit));
        else
            add(std::move(hit));
    }
    for (ExceptionHit &hit : held)
        add(std::move(hit));
}

void Search::findWaits()
{
    m_locks.forEach([this](const watch::LockPointer &lock) {
        if (!lock->waiters)
            return;
        for (const watch::WaiterRecord &waiter : *lock->waiters) {
            if (!isOwner(waiter.owner))
                continue;
            ExceptionHit hit;
            hit.lock = lock->id;
            hit.relation = Relation::WaitsNow;
            hit.owner = waiter.owner;
            hit.alias = waiter.alias;
            hit.now = lock;
            m_answer.isOwnerKnown = true;
            add(std::move(hit));
        }
    });
}

void Search::findNamed()
{
    const auto isTold = [&](const watch::LockId &lock) {
        return std::any_of(m_answer.hits.begin(), m_answer.hits.end(),
                           [&](const ExceptionHit &hit) { return hit.lock == lock; });
    };
    for (const HoldHistory::Lane lane : m_history.lanes()) {
        const watch::LockId &lock = m_history.lockOf(lane);
        if (!isAbout(m_answer.text, lock.name) || isTold(lock))
            continue;
        const auto open = m_history.open(lane);
        const auto ended = m_history.ended(lane);
        // The last ended hold tells more than the current one, which is shown beside it.
        add(hitOf(lane, ended.empty() ? open.front() : ended.back(), Relation::Named));
    }
    // Locks without owners, such as a semaphore, have no history of holds.
    m_locks.forEach([&](const watch::LockPointer &lock) {
        if (!isAbout(m_answer.text, lock->id.name)
            || m_history.find(lock->id) != HoldHistory::noLane || isTold(lock->id))
            return;
        ExceptionHit hit;
        hit.lock = lock->id;
        hit.now = lock;
        add(std::move(hit));
    });
}

ExceptionAnswer Search::run()
{
    if (m_answer.text.isEmpty())
        return std::move(m_answer);
    findHolds(false);
    findWaits();
    findNamed();
    findHolds(true);
    return std::move(m_answer);
}

// In the order of ExceptionAnswer::hits.
int rank(const ExceptionHit &hit)
{
    if (hit.isOtherThread)
        return 3;
    if (hit.relation == Relation::Named)
        return 2;
    return hit.relation == Relation::HeldBefore ? 0 : 1;
}

// Whether the second, of a record, tells nothing that the first does not.
bool isSame(const ExceptionHit &seen, const ExceptionHit &recorded)
{
    if (seen.lock != recorded.lock || !seen.hold || !recorded.hold)
        return false;
    // Of a named lock its latest hold is told.
    if (seen.relation == Relation::Named && recorded.relation == Relation::Named)
        return true;
    return seen.owner == recorded.owner && recorded.hold->from <= seen.hold->to
        && seen.hold->from <= recorded.hold->to;
}

} // namespace

bool isAbout(const ExceptionText &text, const OwnerId &owner)
{
    return hasOwner(text, owner) || hasClientOf(text, owner);
}

bool isAbout(const ExceptionText &text, const LockName &lock)
{
    const auto is = [&](const LockName &name) { return isNamed(lock, name); };
    return std::ranges::any_of(text.names, is) || std::ranges::any_of(text.quoted, is);
}

void addRecorded(ExceptionAnswer &answer, const PastHolds &past, const LocksNow &locks,
                 const DeploymentFinder &find)
{
    if (!past.history)
        return;
    ExceptionAnswer found = answerException(
        answer.text, *past.history,
        {[](const watch::LockId &) { return watch::LockPointer(); }, [](const auto &) {}});
    for (ExceptionHit &hit : found.hits) {
        const auto label = past.labels.find(hit.lock.deployment);
        const auto deployment = label == past.labels.end() ? std::nullopt : find(label->second);
        hit.lock.deployment = deployment.value_or(watch::DeploymentId());
        hit.record = past.record;
        hit.recordEnd = past.end;
        if (hit.relation == Relation::HoldsNow)
            hit.relation = Relation::HeldBefore;
        if (std::ranges::any_of(answer.hits,
                                [&](const ExceptionHit &seen) { return isSame(seen, hit); }))
            continue;
        if (deployment)
            hit.now = locks.find(hit.lock);
        answer.hits.push_back(std::move(hit));
    }
    std::ranges::stable_sort(answer.hits, {}, rank);
    answer.isOwnerKnown = answer.isOwnerKnown || found.isOwnerKnown;
    answer.isMore = answer.isMore || found.isMore || answer.hits.size() > mostHits;
    if (answer.hits.size() > mostHits)
        answer.hits.resize(mostHits);
}

ExceptionAnswer answerException(ExceptionText text, const HoldHistory &history,
                                const LocksNow &locks)
{
    return Search(std::move(text), history, locks).run();
}

} // namespace lockscope::ui
