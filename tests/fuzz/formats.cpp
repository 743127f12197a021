// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/format.h"
#include "core/format/rawkeys.h"
#include "core/format/traits.h"
#include "tests/fuzz/fuzz.h"

#include <array>

// All formats on a key space that the input makes: the name of a lock, and each key that a format
// asks for. Readings are bounded, whatever the keys hold.
namespace lockscope::fuzz {

using namespace Qt::StringLiterals;
using namespace format;

namespace {

constexpr int mostRounds = 12;
constexpr auto mostElements = static_cast<std::size_t>(maxElements);

// Instants, numbers and owners as clients write them, and as none would.
QByteArray word(Bytes &bytes)
{
    static const std::array<QByteArray, 19> words{
        "1710843330000"_ba,
        "1710843330.25"_ba,
        "9223372036854775807"_ba,
        "-9223372036854775808"_ba,
        "nan"_ba,
        "1"_ba,
        "0"_ba,
        "-1"_ba,
        "read"_ba,
        "write"_ba,
        "mode"_ba,
        "acq_id"_ba,
        "spc_cnt"_ba,
        "initialized"_ba,
        "3f1c2a5e-8c1d-4f7e-9b0a-5d6c7e8f9a0b:1"_ba,
        "3f1c2a5e-8c1d-4f7e-9b0a-5d6c7e8f9a0b:1:write"_ba,
        "0123456789abcdef0123456789abcdef"_ba,
        "00112233445566aa"_ba,
        "rql:acq:17/456/789/987/fa76df9cc2"_ba,
    };
    const int choice = bytes.number(64);
    if (static_cast<std::size_t>(choice) < words.size())
        return words[static_cast<std::size_t>(choice)];
    return bytes.text();
}

double score(Bytes &bytes)
{
    return word(bytes).toDouble();
}

// Up to `most` things; now and then as many as are read of any key.
template <typename Add>
void repeat(Bytes &bytes, Add add)
{
    for (int left = bytes.number(8); left > 0; --left)
        add();
}

RawKey keyFrom(Bytes &bytes, KeyType wanted)
{
    RawKey key;
    const int form = bytes.number(16);
    if (form == 0)
        return key; // absent
    if (form == 1) {
        key.type = KeyType::Other;
        return key;
    }
    if (form == 2) {
        key.unreadable = true;
        return key;
    }
    constexpr std::array types{KeyType::String, KeyType::List, KeyType::Set, KeyType::SortedSet,
                               KeyType::Hash};
    key.type = wanted == KeyType::None || form == 3
        ? types[static_cast<std::size_t>(bytes.number(static_cast<int>(types.size())))]
        : wanted;
    switch (key.type) {
    case KeyType::String:
        key.value = word(bytes).left(maxStringBytes);
        key.length = key.value.size();
        break;
    case KeyType::List:
    case KeyType::Set:
        repeat(bytes, [&] { key.items.push_back(word(bytes)); });
        key.length = static_cast<qint64>(key.items.size());
        break;
    case KeyType::SortedSet:
        repeat(bytes, [&] {
            const QByteArray member = word(bytes);
            key.scores.emplace_back(member, score(bytes));
        });
        key.length = static_cast<qint64>(key.scores.size());
        break;
    case KeyType::Hash:
        repeat(bytes, [&] {
            const QByteArray field = word(bytes);
            key.fields.emplace_back(field, word(bytes));
        });
        key.length = static_cast<qint64>(key.fields.size());
        break;
    case KeyType::None:
    case KeyType::Other:
        break;
    }
    const int more = bytes.number(8);
    if ((more & 1) != 0)
        key.expireAt = boundedInstant(word(bytes).toLongLong());
    if ((more & 2) != 0) {
        key.length = std::max<qint64>(key.length, word(bytes).toLongLong());
        key.truncated = true;
    }
    if ((more & 4) != 0)
        key.expirySlack = 1000;
    return key;
}

bool isBounded(const std::optional<ServerMs> &instant)
{
    return !instant || (*instant >= -farAway && *instant <= farAway);
}

void requireSound(const LockReading &reading)
{
    require(!reading.kind.isEmpty() && !reading.library.isEmpty(),
            "a lock has a kind and a library");
    require(traitsOf(reading.kind).kind == reading.kind, "its kind is known");
    require(!reading.candidates.empty() && reading.candidates.front().kind == reading.kind
                && reading.candidates.front().library == reading.library
                && reading.candidates.front().confidence == reading.confidence,
            "the first candidate is the lock's");
    for (const Candidate &candidate : reading.candidates)
        require(!candidate.kind.isEmpty() && !candidate.reason.isEmpty(),
                "a candidate has a reason");
    require(reading.holds.size() <= 2 * mostElements, "holds are limited");
    require(!reading.waiters || reading.waiters->size() <= 2 * mostElements, "waiters are limited");
    require(isBounded(reading.expireAt), "the lock's expiry is bounded");
    // Redisson's hashes tell the count: below 1 it holds nothing for its owner, and blocks the
    // others.
    const bool isTold = reading.library == "redisson" && traitsOf(reading.kind).isReentrant;
    for (const Hold &hold : reading.holds) {
        require(hold.count >= 1 || isTold, "a hold counts");
        require(isBounded(hold.expireAt) && isBounded(hold.origin.acquiredAt),
                "instants of a hold are bounded");
    }
    if (reading.waiters) {
        for (const Waiter &waiter : *reading.waiters)
            require(isBounded(waiter.deadline), "a waiter's deadline is bounded");
    }
    require(!reading.holdsTotal || *reading.holdsTotal >= 0, "holds are counted from 0");
    require(!reading.waitersTotal || *reading.waitersTotal >= 0, "waiters are counted from 0");
    // Of permits there may be less than none: they can be taken off while they are in use.
}

// Fetches what is asked for until nothing is any more.
template <typename Ask>
void fetch(Bytes &bytes, RawKeys &keys, Ask ask)
{
    for (int round = 0; round < mostRounds; ++round) {
        bool isNew = false;
        for (const KeyToRead &wanted : ask(keys)) {
            if (!keys.contains(wanted.key)) {
                keys.emplace(wanted.key, keyFrom(bytes, wanted.type));
                isNew = true;
            }
        }
        if (!isNew)
            return;
    }
    require(false, "a format asks for no end of keys");
}

LockName nameFrom(Bytes &bytes)
{
    static const std::array<QByteArray, 7> names{
        "orders"_ba,        "{orders}"_ba,
        "rql:lock:mail"_ba, "uniquejobs:0123456789abcdef0123456789abcdef"_ba,
        "SEMAPHORE:db"_ba,  "semaphore:db"_ba,
        "lock:orders"_ba};
    const int choice = bytes.number(16);
    return LockName(static_cast<std::size_t>(choice) < names.size()
                        ? names[static_cast<std::size_t>(choice)]
                        : bytes.text());
}

} // namespace

void run(QByteArrayView input)
{
    Bytes bytes(input);
    const LockName name = nameFrom(bytes);
    Hints hints;
    const int known = bytes.number(16);
    if ((known & 1) != 0)
        hints.prefixes.push_back(name.bytes.left(3));
    if ((known & 2) != 0) {
        const auto kinds = pinnableKinds();
        const auto choice = static_cast<std::size_t>(bytes.number(static_cast<int>(kinds.size())));
        if (const auto pin = pinFrom(name.bytes, kinds[choice]))
            hints.pins.push_back(*pin);
    }
    if ((known & 4) != 0) {
        if (const auto meaning = allFormats().front()->meaningOfChannel(bytes.text());
            meaning && !meaning->locks.empty())
            hints.hear(meaning->locks.front(), meaning->kind);
    }
    if ((known & 8) != 0)
        hints.hear(name, bytes.number(2) == 0 ? "semaphore"_ba : "count-down-latch"_ba);
    const ServerMs now =
        (known & 1) != 0 ? boundedInstant(word(bytes).toLongLong()) : 1710843330000;

    // A key, a field or a channel means a few locks at most.
    mayBeLockName(name.bytes);
    companionsOf(name.bytes);
    for (const auto &format : allFormats()) {
        for (const auto &meaning :
             {format->meaningOfKey(KeyName(name.bytes)), format->meaningOfChannel(name.bytes)})
            require(!meaning || meaning->locks.size() <= 4, "a name means few locks");
    }

    RawKeys keys;
    const KeyName main(name.bytes);
    keys.emplace(main, keyFrom(bytes, KeyType::None));
    for (const auto &format : allFormats()) {
        if (keys.at(main).exists() && keys.at(main).type == format->mainType())
            fetch(bytes, keys, [&](const RawKeys &have) { return format->evidence(name, have); });
    }
    if (keys.at(main).type == KeyType::Hash) {
        std::vector<QByteArray> fields;
        for (const auto &field : keys.at(main).fields)
            fields.push_back(field.first);
        mayBeLockHash(name, fields, hints);
    }
    const Format *format = recognise(name, keys, hints);
    if (format == nullptr) // free, but for what stands beside it
        format = allFormats()[static_cast<std::size_t>(
                                  bytes.number(static_cast<int>(allFormats().size())))]
                     .get();
    fetch(bytes, keys, [&](const RawKeys &have) { return format->wanted(name, have); });
    for (const auto &each : allFormats())
        each->isKnownByListeners(name, keys);
    const Format *const found = recognise(name, keys, hints);
    if (found == nullptr)
        return;
    const LockReading reading = readLock(*found, name, keys, hints, now);
    requireSound(reading);
    require(readLock(*found, name, keys, hints, now) == reading, "a reading has no state");
    found->waitChannel(name);
    if (reading.waiters) {
        for (const Waiter &waiter : *reading.waiters)
            found->waiterChannel(name, waiter.owner);
    }
}

} // namespace lockscope::fuzz
