// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/codec.h"

#include "core/health/rulelist.h"
#include "core/recorder/fields.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockscope::recorder {

namespace {

// The low half of an entry's first byte; the high half has the milliseconds since the last entry.
enum Type : quint8 { Clock, Lock, Gone, Server, Happened, Removed, ProblemType, Place };
constexpr quint64 longPause = 15; // the milliseconds follow

// The parts of a lock's record that can differ.
enum LockPart : quint64 {
    Deadline = 1,
    Holds = 2,
    State = 4,
    Waiters = 8,
    Connections = 16,
    Fencing = 32,
    Place_ = 64,
    Permits = 128,
    Totals = 256,
    Candidates = 512,
    OtherKeys = 1024,
};

// And in a hold.
enum HoldPart : quint64 {
    HoldDeadline = 1,
    Renewals = 2,
    Owner = 4,
    Flags = 8,
    Count = 16,
    Since = 32,
    Lease = 64,
    AliasPart = 128,
    Period = 256,
    OriginPart = 512,
};

enum EventPart : quint64 {
    OfLock = 1,
    LikeLock = 2, // kind, deployment and server are those of its record
    OfOwner = 4,
    WithCount = 8,
    WithTtl = 16,
    WithMode = 32,
    WithDetail = 64,
    WithAlias = 128,
    WithFormer = 256,
    Unseen = 512,
    WithLost = 1024,
};

constexpr qint64 nanosInMilli = 1'000'000;
// So that the difference of two times is a number of nanoseconds, too.
constexpr qint64 farthestMilli = std::numeric_limits<qint64>::max() / nanosInMilli / 2 - 1;

bool isTooFar(qint64 milli)
{
    return milli > farthestMilli || milli < -farthestMilli;
}

// Both wrap where they overflow: a file of others may have any numbers, and is written again when
// an incident is cut from it.
qint64 sum(qint64 a, qint64 b)
{
    return static_cast<qint64>(static_cast<quint64>(a) + static_cast<quint64>(b));
}

qint64 difference(qint64 a, qint64 b)
{
    return static_cast<qint64>(static_cast<quint64>(a) - static_cast<quint64>(b));
}

qint64 floorMilli(Instant at)
{
    return std::chrono::floor<Millis>(at.time_since_epoch()).count();
}

Instant instantOf(qint64 milli)
{
    return Instant(std::chrono::duration_cast<Instant::duration>(Millis(milli)));
}

template <typename T>
quint64 bit(bool is, T part)
{
    return is ? static_cast<quint64>(part) : 0;
}

quint8 flagsOf(const watch::HoldRecord &hold)
{
    return static_cast<quint8>(static_cast<unsigned>(hold.mode) | (hold.stale ? 4U : 0U)
                               | (hold.presumedDead ? 8U : 0U) | (hold.isTextId ? 16U : 0U)
                               | (static_cast<unsigned>(hold.watchdog) << 5U));
}

void takeFlags(watch::HoldRecord &hold, unsigned flags)
{
    hold.mode = static_cast<watch::Mode>(flags & 3U);
    hold.stale = (flags & 4U) != 0;
    hold.presumedDead = (flags & 8U) != 0;
    hold.isTextId = (flags & 16U) != 0;
    hold.watchdog = static_cast<watch::Watchdog>(flags >> 5U & 3U);
}

quint8 stateOf(const watch::LockRecord &lock)
{
    return static_cast<quint8>(static_cast<unsigned>(lock.state) | (lock.truncated ? 4U : 0U)
                               | (lock.guess ? 8U : 0U));
}

// The queue is mostly as before, but for one that came or left: positions follow from the order.
bool isRegular(const std::vector<watch::WaiterRecord> &waiters)
{
    for (std::size_t i = 0; i < waiters.size(); ++i) {
        if (waiters[i].position != static_cast<int>(i) + 1)
            return false;
    }
    return true;
}

bool isSameWaiter(const watch::WaiterRecord &a, const watch::WaiterRecord &b)
{
    watch::WaiterRecord moved = b;
    moved.position = a.position;
    return a == moved;
}

// A fair queue behind a waiter that left: when one is served, all deadlines behind it are brought
// forward by the same time.
struct Advance {
    std::size_t gone = 0; // from the front
    Instant::duration shift{0};
};

std::optional<Advance> advanceOf(const std::vector<watch::WaiterRecord> &old,
                                 const std::vector<watch::WaiterRecord> &now)
{
    if (now.empty())
        return std::nullopt;
    const auto first = std::find_if(old.begin(), old.end(), [&](const watch::WaiterRecord &each) {
        return each.owner == now.front().owner;
    });
    if (first == old.end() || !first->deadline || !now.front().deadline
        || first->deadline == now.front().deadline)
        return std::nullopt;
    return Advance{static_cast<std::size_t>(first - old.begin()),
                   *now.front().deadline - *first->deadline};
}

std::vector<watch::WaiterRecord> advanced(const std::vector<watch::WaiterRecord> &queue,
                                          const Advance &advance)
{
    std::vector<watch::WaiterRecord> rest(queue.begin() + static_cast<std::ptrdiff_t>(advance.gone),
                                          queue.end());
    for (watch::WaiterRecord &waiter : rest) {
        if (waiter.deadline)
            waiter.deadline = Instant(Instant::duration(
                sum(waiter.deadline->time_since_epoch().count(), advance.shift.count())));
    }
    return rest;
}

// The waiters that two queues have in common, at their ends.
struct CommonEnds {
    std::size_t front = 0;
    std::size_t back = 0;
};

CommonEnds commonEnds(const std::vector<watch::WaiterRecord> &old,
                      const std::vector<watch::WaiterRecord> &now)
{
    const auto differ = std::mismatch(old.begin(), old.end(), now.begin(), now.end(), isSameWaiter);
    const auto front = static_cast<std::size_t>(differ.second - now.begin());
    std::size_t back = 0;
    while (back < std::min(old.size(), now.size()) - front
           && isSameWaiter(old[old.size() - 1 - back], now[now.size() - 1 - back]))
        ++back;
    return {front, back};
}

const watch::LockRecord nothingBefore;

const watch::LockRecord &recordOf(const StreamState::LockSlot &slot)
{
    return slot.last ? *slot.last : nothingBefore;
}

bool isLike(const watch::Event &event, const StreamState::LockSlot &slot)
{
    const watch::LockRecord &lock = recordOf(slot);
    return slot.last && *lock.kind == event.kind && *lock.deployment == event.deployment
        && *lock.server == event.server && lock.serverId == event.serverId;
}

} // namespace

void Encoder::begin()
{
    m_out.take();
    m_state = {};
    m_words.clear();
    m_slots.clear();
    m_isFirst = true;
}

void Encoder::add(const Stamped &stamped)
{
    std::visit([&](const auto &entry) { put(stamped, entry); }, stamped.entry);
}

// Each clock is cut to milliseconds for itself, so their difference trembles by one.
void Encoder::putHead(quint8 type, const Stamped &stamped)
{
    const qint64 at = std::max(floorMilli(stamped.at), m_isFirst ? 0 : m_state.at);
    const qint64 offset = stamped.wall.time_since_epoch().count() - at;
    if (m_isFirst || std::abs(offset - m_state.wallOffset) > 1) {
        m_out.putByte(Clock);
        m_out.putSigned(at);
        m_out.putSigned(offset);
        m_state.at = at;
        m_state.wallOffset = offset;
        m_isFirst = false;
    }
    const auto pause = static_cast<quint64>(at - m_state.at);
    m_state.at = at;
    m_out.putByte(static_cast<quint8>(type | std::min(pause, longPause) << 4));
    if (pause >= longPause)
        m_out.put(pause - longPause);
    m_base = at;
}

void Encoder::putWord(const QByteArray &word)
{
    const auto known = m_words.constFind(word);
    if (known != m_words.constEnd()) {
        m_out.put(*known + 1);
        return;
    }
    m_out.put(0);
    putPacked(m_out, word);
    m_words.insert(word, static_cast<quint32>(m_words.size()));
}

void Encoder::putText(const QString &text)
{
    putWord(text.toUtf8());
}

void Encoder::putSentence(const Sentence &sentence)
{
    putText(sentence.english());
}

void Encoder::putAlias(const Alias &alias)
{
    m_out.putByte(static_cast<quint8>(alias.origin));
    putWord(alias.name);
}

std::size_t Encoder::putLock(const watch::LockId &id)
{
    const auto [at, isNew] = m_slots.try_emplace(id, m_state.locks.size());
    if (isNew) {
        m_state.locks.push_back({id, {}, false});
        m_out.put(0);
        m_out.putSigned(id.deployment.number);
        putPacked(m_out, id.name.bytes);
    } else {
        m_out.put(at->second + 1);
    }
    return at->second;
}

// Instants of one server are whole milliseconds apart, until its clock is measured anew.
void Encoder::putInstant(const std::optional<Instant> &at)
{
    if (!at) {
        m_out.put(0);
        return;
    }
    const qint64 milli = floorMilli(*at);
    const qint64 phase = at->time_since_epoch().count() - milli * nanosInMilli;
    qint64 &known = m_state.phases[m_server];
    const qint64 difference = milli - m_base;
    const quint64 folded =
        (static_cast<quint64>(difference) << 1) ^ (difference < 0 ? ~quint64(0) : 0);
    m_out.put(((folded << 1) | (phase != known ? 1 : 0)) + 1);
    if (phase != known)
        m_out.putSigned(phase);
    known = phase;
    m_base = milli;
}

void Encoder::putWall(WallInstant at)
{
    m_out.putSigned(at.time_since_epoch().count() - m_state.at - m_state.wallOffset);
}

void Encoder::put(const Stamped &stamped, const LockEntry &entry)
{
    putHead(entry.lock ? Lock : Gone, stamped);
    StreamState::LockSlot &slot = m_state.locks[putLock(entry.id)];
    slot.isThere = entry.lock != nullptr;
    if (!entry.lock)
        return;
    putRecord(recordOf(slot), *entry.lock);
    slot.last = entry.lock;
}

void Encoder::putRecord(const watch::LockRecord &before, const watch::LockRecord &now)
{
    const bool isElsewhere = before.serverId != now.serverId || before.kind != now.kind
        || before.library != now.library || before.deployment != now.deployment
        || before.server != now.server || before.mainKey != now.mainKey;
    const quint64 parts = bit(before.deadline != now.deadline, Deadline)
        | bit(before.holds != now.holds, Holds) | bit(stateOf(before) != stateOf(now), State)
        | bit(!(before.waiters == now.waiters), Waiters)
        | bit(before.waitingConnections != now.waitingConnections, Connections)
        | bit(!(before.fencingToken == now.fencingToken), Fencing) | bit(isElsewhere, Place_)
        | bit(!(before.permits == now.permits), Permits)
        | bit(!(before.totals == now.totals), Totals)
        | bit(!(before.candidates == now.candidates), Candidates)
        | bit(!(before.otherKeys == now.otherKeys), OtherKeys);
    m_out.put(parts);
    m_server = now.serverId.number;
    if (isElsewhere) {
        m_out.putSigned(now.serverId.number);
        m_out.putByte(static_cast<quint8>(now.mainKey));
        putWord(now.kind);
        putWord(now.library);
        putText(now.deployment);
        putText(now.server);
    }
    if ((parts & Deadline) != 0)
        putInstant(now.deadline);
    else if (now.deadline)
        m_base = floorMilli(*now.deadline);
    if ((parts & State) != 0)
        m_out.putByte(stateOf(now));
    if ((parts & Holds) != 0)
        putHolds(before, now);
    if ((parts & Waiters) != 0)
        putWaiters(before, now);
    if ((parts & Connections) != 0)
        m_out.put(now.waitingConnections ? static_cast<quint64>(*now.waitingConnections) + 1 : 0);
    if ((parts & Fencing) != 0) {
        m_out.putByte(now.fencingToken ? 1 : 0);
        if (now.fencingToken)
            m_out.putSigned(
                difference(*now.fencingToken, before.fencingToken ? *before.fencingToken : 0));
    }
    if ((parts & Permits) != 0) {
        m_out.putByte(now.permits ? (now.permits->total ? 2 : 1) : 0);
        if (now.permits)
            m_out.putSigned(now.permits->available);
        if (now.permits && now.permits->total)
            m_out.putSigned(*now.permits->total);
    }
    if ((parts & Totals) != 0) {
        const watch::Totals totals = now.totals.value_or({});
        m_out.putByte(static_cast<quint8>((now.totals ? 1U : 0U) | (totals.holds ? 2U : 0U)
                                          | (totals.waiters ? 4U : 0U)));
        if (totals.holds)
            m_out.putSigned(*totals.holds);
        if (totals.waiters)
            m_out.putSigned(*totals.waiters);
    }
    if ((parts & Candidates) != 0)
        putWord(candidateBytes(now.candidates));
    if ((parts & OtherKeys) != 0) {
        m_out.put(now.otherKeys ? now.otherKeys->size() + 1 : 0);
        for (const watch::KeyRecord &key : now.otherKeys.value_or({})) {
            putWord(key.key.bytes);
            putWord(key.type);
            putInstant(key.deadline);
        }
    }
}

void Encoder::putHolds(const watch::LockRecord &before, const watch::LockRecord &now)
{
    m_out.put(now.holds.size());
    const watch::HoldRecord none;
    for (std::size_t i = 0; i < now.holds.size(); ++i)
        putHold(i < before.holds.size() ? before.holds[i] : none, now.holds[i]);
}

void Encoder::putHold(const watch::HoldRecord &before, const watch::HoldRecord &now)
{
    const quint64 parts = bit(before.deadline != now.deadline, HoldDeadline)
        | bit(before.renewals != now.renewals, Renewals) | bit(before.owner != now.owner, Owner)
        | bit(flagsOf(before) != flagsOf(now), Flags) | bit(before.count != now.count, Count)
        | bit(before.observedSince != now.observedSince, Since)
        | bit(before.lease != now.lease, Lease) | bit(!(before.alias == now.alias), AliasPart)
        | bit(before.period != now.period, Period)
        | bit(!(before.origin == now.origin), OriginPart);
    m_out.put(parts);
    if ((parts & Owner) != 0)
        putWord(now.owner.bytes);
    if ((parts & HoldDeadline) != 0)
        putInstant(now.deadline);
    if ((parts & Renewals) != 0) {
        m_out.putByte(now.renewals ? 1 : 0);
        if (now.renewals)
            m_out.putSigned(difference(*now.renewals, before.renewals.value_or(0)));
    }
    if ((parts & Flags) != 0)
        m_out.putByte(flagsOf(now));
    if ((parts & Count) != 0)
        m_out.putSigned(now.count);
    if ((parts & Since) != 0)
        putWall(now.observedSince);
    if ((parts & Lease) != 0) {
        m_out.putByte(now.lease ? 1 : 0);
        if (now.lease)
            m_out.putSigned(now.lease->count());
    }
    if ((parts & AliasPart) != 0)
        putAlias(now.alias);
    if ((parts & Period) != 0) {
        m_out.putByte(now.period ? 1 : 0);
        if (now.period)
            m_out.putSigned(now.period->count());
    }
    if ((parts & OriginPart) != 0) {
        const format::Origin origin = now.origin.value_or({});
        m_out.putByte(static_cast<quint8>((now.origin ? 1U : 0U) | (origin.pid ? 2U : 0U)
                                          | (origin.acquiredAt ? 4U : 0U)));
        putWord(origin.host);
        if (origin.pid)
            m_out.putSigned(*origin.pid);
        if (origin.acquiredAt)
            m_out.putSigned(difference(*origin.acquiredAt, sum(m_state.at, m_state.wallOffset)));
    }
}

void Encoder::putWaiters(const watch::LockRecord &before, const watch::LockRecord &now)
{
    if (!now.waiters) {
        m_out.put(0);
        return;
    }
    const std::vector<watch::WaiterRecord> none;
    const auto &old = before.waiters ? *before.waiters : none;
    const auto &all = *now.waiters;
    if (!isRegular(old) || !isRegular(all)) {
        m_out.put(1);
        m_out.put(all.size());
        for (const watch::WaiterRecord &waiter : all) {
            m_out.putSigned(waiter.position);
            putWaiter(waiter);
        }
        return;
    }
    CommonEnds common = commonEnds(old, all);
    const auto advance = advanceOf(old, all);
    const CommonEnds later = advance ? commonEnds(advanced(old, *advance), all) : common;
    if (later.front + later.back > common.front + common.back) {
        m_out.put(3);
        m_out.put(advance->gone);
        m_out.putSigned(advance->shift.count());
        common = later;
    } else {
        m_out.put(2);
    }
    m_out.put(common.front);
    m_out.put(common.back);
    m_out.put(all.size() - common.front - common.back);
    for (std::size_t i = common.front; i < all.size() - common.back; ++i)
        putWaiter(all[i]);
}

void Encoder::putWaiter(const watch::WaiterRecord &waiter)
{
    putWord(waiter.owner.bytes);
    const unsigned listening = waiter.listening ? (*waiter.listening ? 2U : 1U) : 0U;
    m_out.putByte(static_cast<quint8>((waiter.isDeadlineUnread ? 1U : 0U) | (waiter.stale ? 2U : 0U)
                                      | listening << 2U | (waiter.alias == Alias() ? 0U : 16U)));
    putInstant(waiter.deadline);
    if (!(waiter.alias == Alias()))
        putAlias(waiter.alias);
}

void Encoder::put(const Stamped &stamped, const watch::ServerPointer &server)
{
    putHead(Server, stamped);
    std::vector<QByteArray> fields = serverFields(*server);
    std::vector<QByteArray> &known = m_state.servers[server->server.number];
    known.resize(fields.size());
    quint64 differs = 0;
    for (std::size_t i = 0; i < fields.size(); ++i)
        differs |= bit(fields[i] != known[i], quint64(1) << i);
    m_out.putSigned(server->server.number);
    m_out.put(fields.size());
    m_out.put(differs);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if ((differs >> i & 1) != 0)
            m_out.putBytes(fields[i]);
    }
    known = std::move(fields);
}

void Encoder::put(const Stamped &stamped, const watch::Event &event)
{
    putHead(Happened, stamped);
    m_out.putByte(static_cast<quint8>(event.type));
    std::optional<std::size_t> slot;
    if (event.name) {
        const auto known = m_slots.find({event.deploymentId, *event.name});
        if (known != m_slots.end())
            slot = known->second;
    }
    const bool isLikeLock = slot && isLike(event, m_state.locks[*slot]);
    m_out.put(bit(event.name.has_value(), OfLock) | bit(isLikeLock, LikeLock)
              | bit(event.owner.has_value(), OfOwner) | bit(event.count.has_value(), WithCount)
              | bit(event.ttl.has_value(), WithTtl) | bit(event.mode.has_value(), WithMode)
              | bit(!event.detail.isEmpty(), WithDetail) | bit(!(event.alias == Alias()), WithAlias)
              | bit(event.former.has_value(), WithFormer) | bit(event.unseen, Unseen)
              | bit(event.lost != nullptr, WithLost));
    putWall(event.at);
    if (event.name)
        putLock({event.deploymentId, *event.name});
    else
        m_out.putSigned(event.deploymentId.number);
    if (!isLikeLock) {
        m_out.putSigned(event.serverId.number);
        putWord(event.kind);
        putText(event.deployment);
        putText(event.server);
    }
    if (event.owner)
        putWord(event.owner->bytes);
    if (event.count)
        m_out.putSigned(*event.count);
    if (event.ttl)
        m_out.putSigned(event.ttl->count());
    if (event.mode)
        m_out.putByte(static_cast<quint8>(*event.mode));
    if (!event.detail.isEmpty())
        putSentence(event.detail);
    if (!(event.alias == Alias()))
        putAlias(event.alias);
    if (event.former)
        putWord(event.former->bytes);
    if (event.lost)
        m_out.putRaw(lostBytes(*event.lost));
}

void Encoder::put(const Stamped &stamped, const RemovedEntry &entry)
{
    putHead(Removed, stamped);
    m_out.putSigned(entry.deployment.number);
}

void Encoder::put(const Stamped &stamped, const PlaceEntry &place)
{
    putHead(Place, stamped);
    m_out.putSigned(place.deployment.number);
    putText(place.profile);
    putText(place.tag);
}

void Encoder::put(const Stamped &stamped, const health::ProblemChange &change)
{
    putHead(ProblemType, stamped);
    const health::Problem &problem = change.problem;
    m_out.putByte(static_cast<quint8>(
        static_cast<unsigned>(change.what) | static_cast<unsigned>(problem.severity) << 2U
        | static_cast<unsigned>(problem.subject.type) << 3U | (problem.isSuspended ? 32U : 0U)
        | (problem.until ? 64U : 0U) | (change.isWorse ? 128U : 0U)));
    putWord(problem.id);
    putWord(problem.rule->name);
    m_out.putSigned(problem.subject.place);
    putWord(problem.subject.name.bytes);
    putText(problem.deployment);
    putText(problem.server);
    putWord(problem.kind);
    putSentence(problem.evidence);
    m_out.put(problem.locks.size());
    for (const watch::LockId &lock : problem.locks)
        putLock(lock);
    m_out.putSigned(problem.lost);
    putWall(problem.since);
    if (problem.until)
        putWall(*problem.until);
}

void Decoder::begin()
{
    m_state = {};
    m_words.clear();
}

bool Decoder::feed(QByteArrayView chunk, const Visitor &visitor)
{
    m_in = ByteReader(chunk);
    Step step = Step::Next;
    while (step == Step::Next && !m_in.isAtEnd())
        step = readEntry(visitor);
    return step != Step::Damaged;
}

Decoder::Step Decoder::readEntry(const Visitor &visitor)
{
    const quint8 head = m_in.byte();
    quint64 pause = head >> 4;
    if (pause == longPause)
        pause += m_in.number();
    m_state.at += static_cast<qint64>(std::min<quint64>(pause, std::numeric_limits<int>::max()));
    if (isTooFar(m_state.at))
        return Step::Damaged;
    m_base = m_state.at;
    Stamped stamped{
        instantOf(m_state.at), WallInstant(Millis(m_state.at + m_state.wallOffset)), {}};
    switch (head & 15) {
    case Clock:
        m_state.at = m_in.signedNumber();
        m_state.wallOffset = m_in.signedNumber();
        return m_in.hasFailed() || isTooFar(m_state.at) || isTooFar(m_state.wallOffset)
            ? Step::Damaged
            : Step::Next;
    case Lock:
    case Gone: {
        StreamState::LockSlot *slot = lock();
        if (slot == nullptr)
            return Step::Damaged;
        slot->isThere = (head & 15) == Lock;
        if (slot->isThere)
            slot->last = record(*slot);
        stamped.entry = LockEntry{slot->id, slot->isThere ? slot->last : watch::LockPointer()};
        break;
    }
    case Server: {
        watch::ServerPointer told = server();
        if (!told)
            return Step::Damaged;
        stamped.entry = std::move(told);
        break;
    }
    case Happened:
        stamped.entry = event();
        break;
    case Removed:
        stamped.entry = RemovedEntry{{static_cast<int>(m_in.signedNumber())}};
        break;
    case ProblemType: {
        auto change = problem();
        if (m_in.hasFailed())
            return Step::Damaged;
        if (!change)
            return Step::Next; // of a rule that this version does not know
        stamped.entry = std::move(*change);
        break;
    }
    case Place: {
        PlaceEntry place;
        place.deployment = {static_cast<int>(m_in.signedNumber())};
        place.profile = text();
        place.tag = text();
        stamped.entry = place;
        break;
    }
    default:
        return Step::Damaged;
    }
    if (m_in.hasFailed())
        return Step::Damaged;
    return visitor(stamped) ? Step::Next : Step::Stop;
}

QByteArray Decoder::word()
{
    const quint64 number = m_in.number();
    if (number == 0) {
        m_words.push_back(packedFrom(m_in));
        return m_words.back();
    }
    if (number > m_words.size()) {
        m_in.fail();
        return {};
    }
    return m_words[static_cast<std::size_t>(number) - 1];
}

Sentence Decoder::sentence()
{
    const QString english = text();
    return english.isEmpty() ? Sentence() : Sentence(english);
}

Alias Decoder::alias()
{
    const auto origin = static_cast<AliasOrigin>(m_in.byte() & 3);
    return {word(), origin};
}

StreamState::LockSlot *Decoder::lock()
{
    const quint64 number = m_in.number();
    if (number == 0) {
        const watch::DeploymentId deployment{static_cast<int>(m_in.signedNumber())};
        m_state.locks.push_back({{deployment, LockName(packedFrom(m_in))}, {}, false});
        return m_in.hasFailed() ? nullptr : &m_state.locks.back();
    }
    if (number > m_state.locks.size()) {
        m_in.fail();
        return nullptr;
    }
    return &m_state.locks[static_cast<std::size_t>(number) - 1];
}

std::optional<Instant> Decoder::instant()
{
    const quint64 code = m_in.number();
    if (code == 0)
        return std::nullopt;
    const quint64 folded = (code - 1) >> 1;
    const auto difference =
        static_cast<qint64>((folded >> 1) ^ ((folded & 1) != 0 ? ~quint64(0) : 0));
    qint64 &phase = m_state.phases[m_server];
    if (((code - 1) & 1) != 0)
        phase = m_in.signedNumber();
    m_base += difference;
    if (phase >= nanosInMilli || phase <= -nanosInMilli || isTooFar(m_base)) {
        m_in.fail();
        return std::nullopt;
    }
    return instantOf(m_base) + Instant::duration(phase);
}

WallInstant Decoder::wall()
{
    const qint64 milli = sum(m_in.signedNumber(), sum(m_state.at, m_state.wallOffset));
    if (isTooFar(milli))
        m_in.fail();
    return WallInstant(Millis(m_in.hasFailed() ? 0 : milli));
}

watch::LockPointer Decoder::record(const StreamState::LockSlot &slot)
{
    watch::LockRecord lock = recordOf(slot);
    lock.id = slot.id;
    const quint64 parts = m_in.number();
    if ((parts & Place_) != 0) {
        lock.serverId = {static_cast<int>(m_in.signedNumber())};
        lock.mainKey = static_cast<format::KeyType>(m_in.byte());
        lock.kind = word();
        lock.library = word();
        lock.deployment = text();
        lock.server = text();
    }
    m_server = lock.serverId.number;
    if ((parts & Deadline) != 0)
        lock.deadline = instant();
    else if (lock.deadline)
        m_base = floorMilli(*lock.deadline);
    if ((parts & State) != 0) {
        const unsigned state = m_in.byte();
        lock.state = static_cast<watch::LockState>(state & 3U);
        lock.truncated = (state & 4U) != 0;
        lock.guess = (state & 8U) != 0;
    }
    if ((parts & Holds) != 0)
        readHolds(lock);
    if ((parts & Waiters) != 0)
        readWaiters(lock);
    if ((parts & Connections) != 0) {
        const quint64 number = m_in.number();
        lock.waitingConnections.reset();
        if (number > 0)
            lock.waitingConnections = static_cast<qint64>(number - 1);
    }
    if ((parts & Fencing) != 0) {
        const qint64 before = lock.fencingToken ? *lock.fencingToken : 0;
        lock.fencingToken.reset();
        if (m_in.byte() != 0)
            lock.fencingToken = sum(before, m_in.signedNumber());
    }
    if ((parts & Permits) != 0) {
        const quint8 has = m_in.byte();
        lock.permits.reset();
        if (has > 0)
            lock.permits.emplace().available = m_in.signedNumber();
        if (has > 1)
            lock.permits->total = m_in.signedNumber();
    }
    if ((parts & Totals) != 0) {
        const unsigned has = m_in.byte();
        lock.totals.reset();
        if ((has & 1U) != 0)
            lock.totals.emplace();
        if ((has & 2U) != 0 && lock.totals)
            lock.totals->holds = m_in.signedNumber();
        if ((has & 4U) != 0 && lock.totals)
            lock.totals->waiters = m_in.signedNumber();
    }
    if ((parts & Candidates) != 0) {
        const QByteArray bytes = word();
        ByteReader reader{bytes};
        lock.candidates = candidatesFrom(reader);
        if (reader.hasFailed())
            m_in.fail();
    }
    if ((parts & OtherKeys) != 0) {
        lock.otherKeys.reset();
        if (quint64 left = m_in.number(); left > 0) {
            auto &keys = lock.otherKeys.emplace();
            for (--left; left > 0 && !m_in.hasFailed(); --left) {
                watch::KeyRecord &key = keys.emplace_back();
                key.key.bytes = word();
                key.type = word();
                key.deadline = instant();
            }
        }
    }
    return std::make_shared<const watch::LockRecord>(std::move(lock));
}

void Decoder::readHolds(watch::LockRecord &lock)
{
    const std::size_t count = m_in.count();
    std::vector<watch::HoldRecord> holds;
    for (std::size_t i = 0; i < count && !m_in.hasFailed(); ++i) {
        holds.push_back(i < lock.holds.size() ? lock.holds[i] : watch::HoldRecord());
        readHold(holds.back());
    }
    lock.holds = std::move(holds);
}

void Decoder::readHold(watch::HoldRecord &hold)
{
    const quint64 parts = m_in.number();
    if ((parts & Owner) != 0)
        hold.owner.bytes = word();
    if ((parts & HoldDeadline) != 0)
        hold.deadline = instant();
    if ((parts & Renewals) != 0) {
        const qint64 before = hold.renewals.value_or(0);
        hold.renewals.reset();
        if (m_in.byte() != 0)
            hold.renewals = sum(before, m_in.signedNumber());
    }
    if ((parts & Flags) != 0)
        takeFlags(hold, m_in.byte());
    if ((parts & Count) != 0)
        hold.count = m_in.signedNumber();
    if ((parts & Since) != 0)
        hold.observedSince = wall();
    if ((parts & Lease) != 0) {
        hold.lease.reset();
        if (m_in.byte() != 0)
            hold.lease = Millis(m_in.signedNumber());
    }
    if ((parts & AliasPart) != 0)
        hold.alias = alias();
    if ((parts & Period) != 0) {
        hold.period.reset();
        if (m_in.byte() != 0)
            hold.period = Millis(m_in.signedNumber());
    }
    if ((parts & OriginPart) != 0) {
        const unsigned has = m_in.byte();
        format::Origin origin;
        origin.host = word();
        if ((has & 2U) != 0)
            origin.pid = m_in.signedNumber();
        if ((has & 4U) != 0)
            origin.acquiredAt = sum(m_in.signedNumber(), sum(m_state.at, m_state.wallOffset));
        hold.origin.reset();
        if ((has & 1U) != 0)
            hold.origin = std::move(origin);
    }
}

void Decoder::readWaiters(watch::LockRecord &lock)
{
    const quint64 form = m_in.number();
    if (form == 0) {
        lock.waiters.reset();
        return;
    }
    std::vector<watch::WaiterRecord> old =
        lock.waiters ? *lock.waiters : std::vector<watch::WaiterRecord>();
    if (form == 3) {
        Advance advance;
        advance.gone = static_cast<std::size_t>(m_in.number());
        advance.shift = Instant::duration(m_in.signedNumber());
        if (advance.gone > old.size()) {
            m_in.fail();
            return;
        }
        old = advanced(old, advance);
        const bool isFar = std::ranges::any_of(old, [](const watch::WaiterRecord &waiter) {
            return waiter.deadline && isTooFar(floorMilli(*waiter.deadline));
        });
        if (isFar) {
            m_in.fail();
            return;
        }
    }
    std::vector<watch::WaiterRecord> all;
    if (form == 1) {
        for (std::size_t left = m_in.count(); left > 0 && !m_in.hasFailed(); --left) {
            const auto position = static_cast<int>(m_in.signedNumber());
            all.push_back(waiter());
            all.back().position = position;
        }
    } else {
        const quint64 front = m_in.number();
        const quint64 back = m_in.number();
        if (front > old.size() || back > old.size() - front) {
            m_in.fail();
            return;
        }
        all.assign(old.begin(), old.begin() + static_cast<std::ptrdiff_t>(front));
        for (std::size_t left = m_in.count(); left > 0 && !m_in.hasFailed(); --left)
            all.push_back(waiter());
        all.insert(all.end(), old.end() - static_cast<std::ptrdiff_t>(back), old.end());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].position = static_cast<int>(i) + 1;
    }
    lock.waiters = std::move(all);
}

watch::WaiterRecord Decoder::waiter()
{
    watch::WaiterRecord waiter;
    waiter.owner.bytes = word();
    const unsigned flags = m_in.byte();
    waiter.isDeadlineUnread = (flags & 1U) != 0;
    waiter.stale = (flags & 2U) != 0;
    const unsigned listening = flags >> 2U & 3U;
    if (listening != 0)
        waiter.listening = listening == 2;
    waiter.deadline = instant();
    if ((flags & 16U) != 0)
        waiter.alias = alias();
    return waiter;
}

watch::ServerPointer Decoder::server()
{
    const auto number = static_cast<int>(m_in.signedNumber());
    const quint64 size = m_in.number();
    const quint64 differs = m_in.number();
    constexpr quint64 most = 64;
    if (m_in.hasFailed() || size > most)
        return {};
    std::vector<QByteArray> &fields = m_state.servers[number];
    fields.resize(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if ((differs >> i & 1) != 0)
            fields[i] = m_in.bytes();
    }
    const auto record = serverFrom(fields);
    return record ? std::make_shared<const watch::ServerRecord>(*record) : nullptr;
}

watch::Event Decoder::event()
{
    watch::Event event;
    event.type = static_cast<watch::EventType>(m_in.byte());
    const quint64 parts = m_in.number();
    event.at = wall();
    const StreamState::LockSlot *slot = (parts & OfLock) != 0 ? lock() : nullptr;
    if (slot != nullptr) {
        event.name = slot->id.name;
        event.deploymentId = slot->id.deployment;
    } else if ((parts & OfLock) == 0) {
        event.deploymentId = {static_cast<int>(m_in.signedNumber())};
    }
    if ((parts & LikeLock) != 0 && slot != nullptr) {
        const watch::LockRecord &like = recordOf(*slot);
        event.kind = like.kind;
        event.deployment = like.deployment;
        event.server = like.server;
        event.serverId = like.serverId;
    } else {
        event.serverId = {static_cast<int>(m_in.signedNumber())};
        event.kind = word();
        event.deployment = text();
        event.server = text();
    }
    if ((parts & OfOwner) != 0)
        event.owner = OwnerId(word());
    if ((parts & WithCount) != 0)
        event.count = m_in.signedNumber();
    if ((parts & WithTtl) != 0)
        event.ttl = Millis(m_in.signedNumber());
    if ((parts & WithMode) != 0)
        event.mode = static_cast<watch::Mode>(m_in.byte());
    if ((parts & WithDetail) != 0)
        event.detail = sentence();
    if ((parts & WithAlias) != 0)
        event.alias = alias();
    if ((parts & WithFormer) != 0)
        event.former = OwnerId(word());
    event.unseen = (parts & Unseen) != 0;
    if ((parts & WithLost) != 0)
        event.lost = std::make_shared<const std::vector<watch::LostHold>>(lostFrom(m_in));
    return event;
}

std::optional<health::ProblemChange> Decoder::problem()
{
    health::ProblemChange change;
    health::Problem &problem = change.problem;
    const unsigned flags = m_in.byte();
    change.what = static_cast<health::ProblemChange::What>(flags & 3U);
    change.isWorse = (flags & 128U) != 0;
    problem.severity = static_cast<health::Severity>(flags >> 2U & 1U);
    problem.subject.type = static_cast<health::Subject::Type>(flags >> 3U & 3U);
    problem.isSuspended = (flags & 32U) != 0;
    problem.id = word();
    problem.rule = health::findRule(word());
    problem.subject.place = static_cast<int>(m_in.signedNumber());
    problem.subject.name.bytes = word();
    problem.deployment = text();
    problem.server = text();
    problem.kind = word();
    problem.evidence = sentence();
    for (std::size_t left = m_in.count(); left > 0 && !m_in.hasFailed(); --left) {
        if (const StreamState::LockSlot *slot = lock())
            problem.locks.push_back(slot->id);
    }
    problem.lost = m_in.signedNumber();
    problem.since = wall();
    if ((flags & 64U) != 0)
        problem.until = wall();
    if (problem.rule == nullptr)
        return std::nullopt;
    return change;
}

} // namespace lockscope::recorder
