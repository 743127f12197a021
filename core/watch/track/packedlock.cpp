// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/packedlock.h"

#include "core/format/rawkeys.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <tuple>

namespace lockscope::watch {

using format::KeyType;
using format::RawKey;
using format::ServerMs;

// Numbers in as many bytes as they need, seven bits in each.
class LockPacker::Writer
{
public:
    explicit Writer(QByteArray &bytes)
        : m_bytes(bytes)
    {
        m_bytes.resize(0);
    }

    void operator()(qint64 number)
    {
        auto rest = (static_cast<quint64>(number) << 1) ^ static_cast<quint64>(number >> 63);
        for (; rest >= 0x80; rest >>= 7)
            m_bytes.append(static_cast<char>(rest | 0x80));
        m_bytes.append(static_cast<char>(rest));
    }
    void operator()(qint32 number) { (*this)(qint64{number}); }
    void operator()(quint8 number) { m_bytes.append(static_cast<char>(number)); }
    void operator()(bool flag) { m_bytes.append(flag ? '\1' : '\0'); }
    void operator()(Instant at) { (*this)(qint64{at.time_since_epoch().count()}); }
    void operator()(Millis span) { (*this)(qint64{span.count()}); }
    void operator()(double number)
    {
        const auto bits = std::bit_cast<std::array<char, sizeof number>>(number);
        m_bytes.append(bits.data(), qsizetype(bits.size()));
    }
    void operator()(const QByteArray &bytes)
    {
        (*this)(qint64{bytes.size()});
        m_bytes.append(bytes);
    }
    template <typename T>
    void operator()(const std::optional<T> &value)
    {
        (*this)(value.has_value());
        if (value)
            (*this)(*value);
    }
    template <typename First, typename Second>
    void operator()(const std::pair<First, Second> &both)
    {
        (*this)(both.first);
        (*this)(both.second);
    }
    template <typename T>
    void operator()(const std::vector<T> &all)
    {
        (*this)(qint64(all.size()));
        for (const T &each : all)
            (*this)(each);
    }

private:
    QByteArray &m_bytes;
};

// The same calls, for reading the written bytes.
class LockPacker::Reader
{
public:
    explicit Reader(const char *bytes)
        : m_at(bytes)
    {}

    void operator()(qint64 &number)
    {
        quint64 packed = 0;
        int shift = 0;
        quint8 byte = 0;
        do {
            (*this)(byte);
            packed |= static_cast<quint64>(byte & 0x7f) << shift;
            shift += 7;
        } while (byte & 0x80);
        number = static_cast<qint64>((packed >> 1) ^ (~(packed & 1) + 1));
    }
    void operator()(qint32 &number) { number = static_cast<qint32>(take<qint64>()); }
    void operator()(quint8 &number) { number = static_cast<quint8>(*m_at++); }
    void operator()(bool &flag) { flag = *m_at++ != '\0'; }
    void operator()(Instant &at) { at = Instant(Instant::duration(take<qint64>())); }
    void operator()(Millis &span) { span = Millis(take<qint64>()); }
    void operator()(double &number)
    {
        std::memcpy(&number, m_at, sizeof number);
        m_at += sizeof number;
    }
    void operator()(QByteArray &bytes)
    {
        const qsizetype size = take<qint64>();
        bytes = QByteArray(m_at, size);
        m_at += size;
    }
    template <typename T>
    void operator()(std::optional<T> &value)
    {
        if (take<bool>())
            value = take<T>();
        else
            value.reset();
    }
    template <typename First, typename Second>
    void operator()(std::pair<First, Second> &both)
    {
        (*this)(both.first);
        (*this)(both.second);
    }
    template <typename T>
    void operator()(std::vector<T> &all)
    {
        all.resize(static_cast<std::size_t>(take<qint64>()));
        for (T &each : all)
            (*this)(each);
    }

    template <typename T>
    T take()
    {
        T value{};
        (*this)(value);
        return value;
    }

private:
    const char *m_at;
};

namespace {

// Each new member of one of these types has to be packed too, or taken from the record: until it is
// named here this does not compile. Rhythm, whose members are its own, does the same. Members that
// come whole from the record (candidates, permits, the owner's origin) need nothing.
[[maybe_unused]] void nameAllMembers(const OpenLock &open, const TrackedHold &tracked,
                                     const format::Hold &hold, const format::Waiter &waiter,
                                     const RawKey &key)
{
    [[maybe_unused]] const auto &[lock, format, keys] = open;
    [[maybe_unused]] const auto &[reading, holds, waitingConnections] = lock;
    [[maybe_unused]] const auto &[kind, library, confidence, allHolds, waiters, expireAt,
                                  fencingToken, permits, counting, candidates, truncated,
                                  holdsTotal, waitersTotal, hidden] = reading;
    [[maybe_unused]] const auto &[shownHold, firstSeen, observedSince, rhythm, renewals, unsure,
                                  latestUnsure, overdue, presumedDead] = tracked;
    [[maybe_unused]] const auto &[owner, mode, count, holdExpireAt, stale, origin, isTextId] = hold;
    [[maybe_unused]] const auto &[waitingOwner, deadline, isDeadlineUnread] = waiter;
    [[maybe_unused]] const auto &[type, length, keyExpireAt, value, fields, items, scores,
                                  isTruncated, unreadable, expirySlack] = key;
}

constexpr quint8 noFormat = 0xff;
constexpr qint64 spelledOut = -1;
constexpr quint8 confidenceBits = 0x0f;
constexpr quint8 countingMark = 0x80;
constexpr quint8 hiddenMark = 0x40;
constexpr quint8 mainSlackMark = 0x20;
constexpr quint8 slackMark = 0x10; // of a key

quint8 numberOf(const format::Format *format)
{
    const auto &all = format::allFormats();
    const auto known = std::find_if(all.begin(), all.end(),
                                    [&](const auto &each) { return each.get() == format; });
    return known == all.end() ? noFormat : static_cast<quint8>(known - all.begin());
}

// The parts of a key beside its type and its expiry. Most have none.
template <typename Key, typename Visit>
void visitContent(Key &key, Visit &visit)
{
    visit(key.length);
    visit(key.value);
    visit(key.fields);
    visit(key.items);
    visit(key.scores);
    visit(key.truncated);
}

bool hasContent(const RawKey &key)
{
    return key.length != 0 || key.truncated || !key.value.isEmpty() || !key.fields.empty()
        || !key.items.empty() || !key.scores.empty();
}

// The parts of a hold beyond its record.
template <typename Hold, typename Visit>
void visitHold(Hold &hold, Visit &visit)
{
    visit(hold.hold.expireAt);
    visit(hold.firstSeen);
    visit(hold.renewals);
    visit(hold.unsure);
    visit(hold.latestUnsure);
    visit(hold.overdue);
    visit(hold.presumedDead);
    Rhythm::visitNumbers(hold.rhythm, visit);
}

} // namespace

std::optional<ServerMs> PackedLock::expireAt() const
{
    return m_bytes ? LockPacker::Reader(m_bytes.get() + 1).take<std::optional<ServerMs>>()
                   : std::nullopt;
}

ServerMs PackedLock::expirySlack() const
{
    if (!m_bytes)
        return 0;
    LockPacker::Reader in(m_bytes.get() + 1);
    in.take<std::optional<ServerMs>>();
    return in.take<quint8>() & mainSlackMark ? in.take<ServerMs>() : 0;
}

const format::Format *PackedLock::format() const
{
    const auto number = m_bytes ? static_cast<quint8>(m_bytes[0]) : noFormat;
    return number == noFormat ? nullptr : format::allFormats()[number].get();
}

PackedLock LockPacker::pack(const LockName &name, const OpenLock &open)
{
    const ServerMs mainSlack = format::keyIn(open.keys, KeyName(name.bytes)).expirySlack;
    Writer out(m_scratch);
    out(numberOf(open.format));
    out(open.lock.reading.expireAt);
    out(static_cast<quint8>(static_cast<int>(open.lock.reading.confidence)
                            | (open.lock.reading.counting ? countingMark : 0)
                            | (open.lock.reading.hidden ? hiddenMark : 0)
                            | (mainSlack != 0 ? mainSlackMark : 0)));
    if (mainSlack != 0)
        out(mainSlack);
    for (const TrackedHold &hold : open.lock.holds)
        visitHold(hold, out);
    if (open.lock.reading.waiters) {
        for (const format::Waiter &waiter : *open.lock.reading.waiters)
            out(waiter.deadline);
    }
    writeKeys(out, name, open);
    PackedLock packed;
    packed.m_bytes = std::make_unique_for_overwrite<char[]>(std::size_t(m_scratch.size()));
    std::memcpy(packed.m_bytes.get(), m_scratch.constData(), std::size_t(m_scratch.size()));
    return packed;
}

void LockPacker::writeKeys(Writer &out, const LockName &name, const OpenLock &open)
{
    out(qint64(open.keys.size()));
    for (const auto &[keyName, key] : open.keys) {
        const bool isMain = keyName.bytes == name.bytes;
        const bool expiresWithLock = key.expireAt == open.lock.reading.expireAt;
        const bool hasMore = !isMain && hasContent(key);
        const bool hasSlack = key.expirySlack != 0;
        out(static_cast<quint8>(static_cast<int>(key.type) | (hasSlack ? slackMark : 0)
                                | (expiresWithLock ? 0x20 : 0) | (hasMore ? 0x40 : 0)
                                | (key.unreadable ? 0x80 : 0)));
        writeName(out, name, keyName);
        if (!expiresWithLock)
            out(key.expireAt);
        if (hasSlack)
            out(key.expirySlack);
        if (hasMore)
            visitContent(key, out);
    }
}

// Names of keys are mostly the lock's with something around it, the same for all locks of a kind.
void LockPacker::writeName(Writer &out, const LockName &name, const KeyName &key)
{
    // No identifiers of clients: those are many, and would fill the list.
    constexpr std::size_t mostFrames = 64;
    constexpr qsizetype longest = 32;
    const qsizetype at = name.bytes.isEmpty() ? -1 : key.bytes.lastIndexOf(name.bytes);
    Frame frame;
    if (at >= 0)
        frame = {key.bytes.left(at), key.bytes.mid(at + name.bytes.size())};
    auto known = std::find(m_frames.begin(), m_frames.end(), frame);
    const bool isShort = frame.before.size() <= longest && frame.after.size() <= longest;
    if (at >= 0 && known == m_frames.end() && isShort && m_frames.size() < mostFrames)
        known = m_frames.insert(m_frames.end(), frame);
    if (at >= 0 && known != m_frames.end()) {
        out(qint64(known - m_frames.begin()));
    } else {
        out(spelledOut);
        out(key.bytes);
    }
}

KeyName LockPacker::readName(Reader &in, const LockName &name) const
{
    const auto number = in.take<qint64>();
    if (number == spelledOut)
        return KeyName(in.take<QByteArray>());
    const Frame &frame = m_frames[static_cast<std::size_t>(number)];
    if (frame.before.isEmpty() && frame.after.isEmpty())
        return KeyName(name.bytes);
    return KeyName(frame.before + name.bytes + frame.after);
}

format::RawKeys LockPacker::readKeys(Reader &in, const LockRecord &record,
                                     const std::optional<ServerMs> &expireAt) const
{
    format::RawKeys keys;
    for (auto left = in.take<qint64>(); left > 0; --left) {
        const auto mark = in.take<quint8>();
        RawKey &key = keys[readName(in, record.id.name)];
        key.type = static_cast<KeyType>(mark & 0x0f);
        key.unreadable = mark & 0x80;
        key.expireAt = mark & 0x20 ? expireAt : in.take<std::optional<ServerMs>>();
        if (mark & slackMark)
            key.expirySlack = in.take<ServerMs>();
        if (mark & 0x40)
            visitContent(key, in);
    }
    return keys;
}

OpenLock LockPacker::unpack(const LockRecord &record, const PackedLock &packed) const
{
    Reader in(packed.m_bytes.get());
    OpenLock open;
    open.format = packed.format();
    in.take<quint8>();
    format::LockReading &reading = open.lock.reading;
    reading.kind = *record.kind;
    reading.library = *record.library;
    reading.expireAt = in.take<std::optional<ServerMs>>();
    const auto mark = in.take<quint8>();
    reading.confidence = static_cast<format::Confidence>(mark & confidenceBits);
    reading.counting = mark & countingMark;
    reading.hidden = mark & hiddenMark;
    if (mark & mainSlackMark)
        in.take<ServerMs>(); // it is beside its key, too
    reading.fencingToken = record.fencingToken;
    reading.permits = record.permits;
    reading.candidates = *record.candidates;
    reading.truncated = record.truncated;
    if (record.totals)
        std::tie(reading.holdsTotal, reading.waitersTotal) =
            std::tie(record.totals->holds, record.totals->waiters);
    open.lock.waitingConnections = record.waitingConnections;
    reading.holds.reserve(record.holds.size());
    open.lock.holds.reserve(record.holds.size());
    for (const HoldRecord &shown : record.holds) {
        TrackedHold hold;
        hold.hold = {shown.owner,   shown.mode,  shown.count,
                     std::nullopt,  shown.stale, shown.origin.value_or({}),
                     shown.isTextId};
        hold.observedSince = shown.observedSince;
        visitHold(hold, in);
        reading.holds.push_back(hold.hold);
        open.lock.holds.push_back(std::move(hold));
    }
    if (record.waiters) {
        reading.waiters.emplace();
        for (const WaiterRecord &shown : *record.waiters)
            reading.waiters->push_back(
                {shown.owner, in.take<std::optional<ServerMs>>(), shown.isDeadlineUnread});
    }
    open.keys = readKeys(in, record, reading.expireAt);
    return open;
}

} // namespace lockscope::watch
