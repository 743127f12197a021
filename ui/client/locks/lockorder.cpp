// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/lockorder.h"

#include "core/watch/record/ends.h"
#include "ui/wording/wording.h"

#include <QHash>

#include <algorithm>
#include <limits>
#include <numeric>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qint64 absent = std::numeric_limits<qint64>::max();

// Numbers sort before bytes; a column uses one of the two. The bytes belong to the lock.
struct Key {
    qint64 number = 0;
    QByteArrayView bytes;

    bool isAbsent() const { return number == absent; }
};

qint64 stateRank(watch::LockState state)
{
    switch (state) {
    case watch::LockState::Contended:
        return 0;
    case watch::LockState::Uncertain:
        return 1;
    case watch::LockState::Held:
        return 2;
    case watch::LockState::Free:
        return 3;
    }
    return 4;
}

qint64 watchdogRank(watch::Watchdog watchdog)
{
    switch (watchdog) {
    case watch::Watchdog::Overdue:
        return 0;
    case watch::Watchdog::Renewing:
        return 1;
    case watch::Watchdog::None:
        return 2;
    case watch::Watchdog::Unknown:
        return 3;
    }
    return 3;
}

Key numberKey(qint64 number)
{
    return {number, {}};
}

// By the displayed name.
Key holderKey(const watch::HoldRecord &hold)
{
    return {0, hold.alias->isEmpty() ? hold.owner.bytes : hold.alias->name};
}

Key keyOf(const watch::LockRecord &lock, LockColumn column)
{
    const bool held = !lock.holds.empty();
    switch (column) {
    case LockColumn::State:
        return numberKey(stateRank(lock.state));
    case LockColumn::Name:
        return {0, lock.id.name.bytes};
    case LockColumn::Kind:
        return {0, *lock.kind};
    case LockColumn::Holder:
        return held ? holderKey(lock.holds.front()) : numberKey(absent);
    case LockColumn::Count:
        return numberKey(held ? wording::count(lock) : absent);
    case LockColumn::Mode:
        return numberKey(held ? static_cast<qint64>(lock.holds.front().mode) : absent);
    case LockColumn::Ttl:
        if (!held)
            return numberKey(absent);
        if (const auto end = watch::nextEnd(lock))
            return numberKey(end->time_since_epoch().count());
        return numberKey(absent - 1);
    case LockColumn::Watchdog:
        return numberKey(held ? watchdogRank(worstWatchdog(lock)) : absent);
    case LockColumn::ObservedSince:
        return numberKey(held ? lock.holds.front().observedSince.time_since_epoch().count()
                              : absent);
    case LockColumn::Waiters:
        return numberKey(wording::waiting(lock).value_or(absent));
    case LockColumn::Deployment:
        return numberKey(lock.id.deployment.number);
    case LockColumn::Quorum:
    case LockColumn::Profile:
    case LockColumn::Tag:
    case LockColumn::Problem:
        break; // not the lock's own
    }
    return {};
}

// The strictest first.
qint64 tagRank(const QString &tag)
{
    return tag == "production"_L1 ? 0 : tag == "staging"_L1 ? 1 : 2;
}

int compare(const Key &a, const Key &b)
{
    if (a.number != b.number)
        return a.number < b.number ? -1 : 1;
    const qsizetype shared = std::min(a.bytes.size(), b.bytes.size());
    if (const int order = shared == 0
            ? 0
            : std::memcmp(a.bytes.data(), b.bytes.data(), static_cast<std::size_t>(shared));
        order != 0)
        return order;
    return a.bytes.size() < b.bytes.size() ? -1 : a.bytes.size() > b.bytes.size() ? 1 : 0;
}

} // namespace

watch::Watchdog worstWatchdog(const watch::LockRecord &lock)
{
    watch::Watchdog worst = watch::Watchdog::Unknown;
    for (const watch::HoldRecord &hold : lock.holds) {
        if (watchdogRank(hold.watchdog) < watchdogRank(worst))
            worst = hold.watchdog;
    }
    return worst;
}

bool sortsDifferently(const watch::LockRecord &a, const watch::LockRecord &b, LockColumn column)
{
    return compare(keyOf(a, column), keyOf(b, column)) != 0;
}

namespace {

Key problemKey(ProblemMark problem)
{
    return numberKey(problem.isEmpty() ? absent : problem.rank());
}

Key placeKey(const insight::FilterPlace *place, LockColumn column,
             const std::vector<QString> &profiles)
{
    if (!place || place->profile.isEmpty())
        return numberKey(absent);
    if (column == LockColumn::Tag)
        return numberKey(tagRank(place->tag));
    const auto at = std::lower_bound(profiles.begin(), profiles.end(), place->profile);
    return numberKey(std::distance(profiles.begin(), at));
}

struct Entry {
    Key key;
    const SlotLock *lock = nullptr;
    quint32 group = 0;
    const LockMulti *multi = nullptr;
};

// The place of each group among the groups, by the number in which it was met first.
std::vector<quint32> placesOf(const std::vector<QByteArray> &keys)
{
    std::vector<quint32> sorted(keys.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::sort(sorted.begin(), sorted.end(), [&](quint32 a, quint32 b) {
        if (keys[a].isEmpty() != keys[b].isEmpty())
            return keys[b].isEmpty();
        return keys[a] < keys[b];
    });
    std::vector<quint32> places(keys.size());
    for (std::size_t place = 0; place < sorted.size(); ++place)
        places[sorted[place]] = static_cast<quint32>(place);
    return places;
}

QByteArray keyOfGroup(const Entry &entry, LockGrouping grouping)
{
    if (grouping == LockGrouping::Multi)
        return entry.multi ? entry.multi->key : QByteArray();
    return groupKey(*entry.lock->lock, grouping);
}

// Among all locks: the filter leaves members out, but they were taken with the others.
std::vector<MultiPointer> multisBySlot(const std::vector<SlotLock> &locks)
{
    std::vector<LockPointer> all;
    std::vector<quint32> numbers;
    for (const SlotLock &each : locks) {
        if (!each.lock)
            continue;
        all.push_back(each.lock);
        numbers.push_back(each.slot);
    }
    const std::vector<MultiPointer> found = multisOf(all);
    std::vector<MultiPointer> multis(locks.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (numbers[i] >= multis.size())
            multis.resize(numbers[i] + 1);
        multis[numbers[i]] = found[i];
    }
    return multis;
}

// Puts the entries of a group beside each other once they are sorted.
void numberGroups(std::vector<Entry> &entries, LockGrouping grouping)
{
    QHash<QByteArray, quint32> numbers;
    std::vector<QByteArray> keys;
    for (Entry &entry : entries) {
        QByteArray key = keyOfGroup(entry, grouping);
        const auto found = numbers.constFind(key);
        if (found != numbers.constEnd()) {
            entry.group = *found;
            continue;
        }
        entry.group = static_cast<quint32>(keys.size());
        numbers.insert(key, entry.group);
        keys.push_back(std::move(key));
    }
    const std::vector<quint32> places = placesOf(keys);
    for (Entry &entry : entries)
        entry.group = places[entry.group];
}

std::vector<LockGroup> groupsOf(const std::vector<Entry> &entries, const OrderRequest &request,
                                const std::vector<MultiPointer> &multis)
{
    std::vector<LockGroup> groups;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const watch::LockRecord &lock = *entries[i].lock->lock;
        if (i == 0 || entries[i].group != entries[i - 1].group) {
            groups.emplace_back();
            groups.back().key = keyOfGroup(entries[i], request.grouping);
            groups.back().first = i;
            if (entries[i].multi)
                groups.back().multi = multis[entries[i].lock->slot];
        }
        groups.back().add(lock, !request.lostServers.contains(lock.serverId),
                          request.problemOf(entries[i].lock->slot));
    }
    return groups;
}

} // namespace

void LockReplica::apply(std::vector<SlotLock> changes)
{
    for (SlotLock &change : changes) {
        if (change.slot >= m_locks.size())
            m_locks.resize(change.slot + 1);
        m_locks[change.slot] = std::move(change);
    }
}

const insight::LockProblems *OrderRequest::wordsOf(const SlotLock &lock) const
{
    static const insight::LockProblems none;
    const auto words = problemWords.find(lock.slot);
    if (words != problemWords.end())
        return &words->second;
    return judged.contains(lock.lock->id.deployment) ? &none : nullptr;
}

LockOrder orderLocks(const OrderRequest &request, const std::vector<SlotLock> &locks)
{
    std::vector<Entry> entries;
    entries.reserve(locks.size());
    std::vector<QString> profiles;
    for (const auto &[deployment, place] : request.places)
        profiles.push_back(place.profile);
    std::sort(profiles.begin(), profiles.end());
    const bool needsProblems = request.filter.dependsOnProblems();
    const std::vector<MultiPointer> multis =
        request.grouping == LockGrouping::Multi ? multisBySlot(locks) : std::vector<MultiPointer>();
    for (const SlotLock &lock : locks) {
        if (!lock.lock)
            continue;
        const QuorumMark quorum = request.quorumOf(lock.slot);
        insight::FilterSight sight(request.now, request.wallNow,
                                   request.lostServers.contains(lock.lock->serverId));
        sight.quorum = quorum.known();
        sight.problems = needsProblems ? request.wordsOf(lock) : nullptr;
        const auto place = request.places.find(lock.lock->id.deployment);
        sight.place = place == request.places.end() ? nullptr : &place->second;
        if (!request.filter.isEmpty() && !request.filter.matches(*lock.lock, sight))
            continue;
        Key key;
        if (request.column == LockColumn::Quorum)
            key = numberKey(quorum.isEmpty() ? absent : quorum.rank());
        else if (request.column == LockColumn::Problem)
            key = problemKey(request.problemOf(lock.slot));
        else if (request.column == LockColumn::Profile || request.column == LockColumn::Tag)
            key = placeKey(sight.place, request.column, profiles);
        else if (request.column == LockColumn::Watchdog && sight.serverLost
                 && !lock.lock->holds.empty())
            key = numberKey(watchdogRank(watch::Watchdog::Unknown));
        else
            key = keyOf(*lock.lock, request.column);
        const LockMulti *const multi =
            lock.slot < multis.size() ? multis[lock.slot].get() : nullptr;
        entries.push_back({key, &lock, 0, multi});
    }
    if (request.grouping != LockGrouping::None)
        numberGroups(entries, request.grouping);
    const bool descending = request.descending;
    std::sort(entries.begin(), entries.end(), [descending](const Entry &a, const Entry &b) {
        if (a.group != b.group)
            return a.group < b.group;
        if (a.key.isAbsent() != b.key.isAbsent())
            return b.key.isAbsent();
        if (const int order = compare(a.key, b.key); order != 0)
            return descending ? order > 0 : order < 0;
        if (const auto order = a.lock->lock->id.name <=> b.lock->lock->id.name; order != 0)
            return order < 0;
        return a.lock->lock->id.deployment < b.lock->lock->id.deployment;
    });
    LockOrder ordered;
    if (request.grouping != LockGrouping::None)
        ordered.groups = groupsOf(entries, request, multis);
    ordered.locks.reserve(entries.size());
    for (const Entry &entry : entries)
        ordered.locks.push_back(entry.lock->slot);
    return ordered;
}

} // namespace lockscope::ui
