// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/madelsonreadwrite.h"

#include "core/format/rawkeys.h"
#include "core/format/tokens.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr QByteArrayView readersSuffix(".readers");
constexpr QByteArrayView writerSuffix(".writer");
constexpr QByteArrayView waitingSuffix("_WRITERWAITING");

const RawKey &readersOf(const LockName &name, const RawKeys &keys)
{
    return keyIn(keys, KeyName(name.bytes + readersSuffix));
}

const RawKey &writerOf(const LockName &name, const RawKeys &keys)
{
    return keyIn(keys, KeyName(name.bytes + writerSuffix));
}

QByteArray withoutWaiting(const QByteArray &id)
{
    return id.endsWith(waitingSuffix) ? id.chopped(waitingSuffix.size()) : id;
}

} // namespace

std::optional<NameMeaning> MadelsonReadWrite::meaningOfKey(const KeyName &key) const
{
    for (const QByteArrayView suffix : {readersSuffix, writerSuffix}) {
        if (!key.bytes.endsWith(suffix) || key.bytes.size() == suffix.size())
            continue;
        // Any key may end so: then it may itself be a lock.
        return NameMeaning{Signal::Changed,
                           {LockName(key.bytes.chopped(suffix.size())), LockName(key.bytes)}};
    }
    return std::nullopt;
}

bool MadelsonReadWrite::recognises(const LockName &name, const RawKeys &keys,
                                   const Hints & /*hints*/) const
{
    if (name.bytes.isEmpty() || mainKeyIn(keys, name).exists())
        return false;
    const RawKey &readers = readersOf(name, keys);
    const RawKey &writer = writerOf(name, keys);
    const bool isRead = readers.type == KeyType::Set && !readers.items.empty()
        && std::all_of(readers.items.begin(), readers.items.end(),
                       [](const QByteArray &id) { return token::isMachineId(id); });
    const bool isWritten =
        writer.type == KeyType::String && token::isMachineId(withoutWaiting(writer.value));
    // Each key that exists has to fit, and one must exist.
    return (isRead || !readers.exists()) && (isWritten || !writer.exists())
        && (isRead || isWritten);
}

std::vector<KeyToRead> MadelsonReadWrite::wanted(const LockName &name, const RawKeys &have) const
{
    std::vector<KeyToRead> wanted;
    for (const KeyToRead &wish : {KeyToRead{KeyName(name.bytes + readersSuffix), KeyType::Set},
                                  KeyToRead{KeyName(name.bytes + writerSuffix), KeyType::String}}) {
        if (!have.contains(wish.key))
            wanted.push_back(wish);
    }
    return wanted;
}

LockReading MadelsonReadWrite::read(const LockName &name, const RawKeys &keys,
                                    const Hints & /*hints*/, ServerMs /*now*/) const
{
    LockReading reading;
    reading.kind = "read-write";
    reading.library = "madelson";
    reading.candidates = {
        {reading.kind, reading.library,
         Sentence::say(".readers and .writer with machine, process and uuid of each")}};
    const RawKey &readers = readersOf(name, keys);
    const RawKey &writer = writerOf(name, keys);
    reading.truncated = readers.truncated;
    reading.waiters.emplace();
    const auto hold = [](const QByteArray &id, Mode mode, const RawKey &key) {
        Hold made{OwnerId(id), mode, 1, key.expireAt, false};
        made.origin = token::ofMachineId(id);
        return made;
    };
    if (writer.value.endsWith(waitingSuffix)) {
        reading.waiters->push_back({OwnerId(withoutWaiting(writer.value)), writer.expireAt});
    } else if (writer.exists()) {
        reading.holds.push_back(hold(writer.value, Mode::Write, writer));
        reading.expireAt = writer.expireAt;
    }
    for (const QByteArray &id : readers.items)
        reading.holds.push_back(hold(id, Mode::Read, readers));
    if (readers.exists())
        reading.expireAt = readers.expireAt;
    std::sort(reading.holds.begin(), reading.holds.end(), [](const Hold &a, const Hold &b) {
        return a.mode != b.mode ? a.mode == Mode::Write : a.owner < b.owner;
    });
    // Writers that are not at that step yet, and readers, poll: the recorded waiters are not all.
    if (reading.waiters->empty())
        reading.waiters.reset();
    return reading;
}

} // namespace lockscope::format
