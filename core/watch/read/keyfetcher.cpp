// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/keyfetcher.h"

#include "core/format/rawkeys.h"
#include "core/format/redissonfastermulti.h"
#include "core/watch/read/keycontent.h"

#include <algorithm>
#include <utility>

namespace lockscope::watch {

using format::KeyToRead;
using format::KeyType;
using format::RawKey;

// Without the main key nothing is learned of the lock; without another key only that key's part is
// missing.
void KeyFetcher::noteForbidden(ReadWork &work, const KeyToRead &wish, const Reply &reply)
{
    m_support.noteRefusal(reply);
    if (wish.key == work.mainKey()) {
        work.refused = true;
        return;
    }
    RawKey &key = work.keys[wish.key];
    key = RawKey{};
    key.unreadable = true;
}

// An error instead of the reply that would have told the size.
void KeyFetcher::noteUncounted(ReadWork &work, const KeyToRead &wish, const Reply &reply)
{
    const bool isMain = wish.key == work.mainKey();
    if (reply.errorCode() == "WRONGTYPE") {
        work.keys[wish.key].type = KeyType::Other;
        if (isMain) {
            work.mainType.reset(); // it is something else now: ask what
            work.contents.clear();
            work.look = ReadWork::Look::None;
            work.isHash = work.isUnlike = false;
            work.format = nullptr;
        }
    } else if (isRefused(reply)) {
        noteForbidden(work, wish, reply);
    }
}

// Existence, type, length and expiry of a key, of which the type is assumed.
void KeyFetcher::planLength(ReadWork &work, const KeyToRead &wish, ReadRound &round)
{
    RawKey &key = work.keys[wish.key];
    key = RawKey{};
    key.type = wish.type;
    round.ask(&work, {lengthCommand(wish.type), wish.key.bytes},
              [this, &key, &work, wish](const Reply &reply) {
                  if (reply.isInteger()) {
                      key.length = reply.integer;
                  } else {
                      noteUncounted(work, wish, reply);
                  }
              });
    planExpiry(work, wish, round);
}

void KeyFetcher::noteExpiry(ReadWork &work, const KeyName &name, qint64 told, bool isExact)
{
    RawKey &key = work.keys[name];
    if (isExact) {
        key.expireAt = format::boundedInstant(told);
        return;
    }
    const ServerSpan expiry = expiryAfter(m_support.answeredAt(), told);
    for (const KnownExpiry &known : work.job->expiries) {
        if (known.key == name && mayBeSame(expiry, known.at, known.slack)) {
            setExpiry(key, expiry, known.at, known.slack);
            return;
        }
    }
    setExpiry(key, expiry, std::nullopt, 0);
}

void KeyFetcher::planExpiry(ReadWork &work, const KeyToRead &wish, ReadRound &round)
{
    // As asked here: the first answer of a batch may end the ability for all that were sent with
    // it.
    const bool isExact = m_support.abilities().pexpiretime;
    const QByteArray expiry = isExact ? "PEXPIRETIME" : "PTTL";
    if (!isExact)
        round.time();
    round.ask(&work, {expiry, wish.key.bytes}, [this, &work, wish, isExact](const Reply &reply) {
        const bool hasSubstitute = isExact && !isAboutKey(reply);
        if (hasSubstitute && !m_support.isUsable(reply, &Abilities::pexpiretime))
            return;
        RawKey &key = work.keys[wish.key];
        if (isRefused(reply)) {
            noteForbidden(work, wish, reply);
        } else if (reply.integer == -2) {
            key = RawKey{};
        } else if (reply.integer >= 0) {
            noteExpiry(work, wish.key, reply.integer, isExact);
        }
    });
}

void KeyFetcher::planContent(ReadWork &work, const KeyToRead &wish, ReadRound &round)
{
    const QByteArray &name = wish.key.bytes;
    const QByteArray limit = QByteArray::number(format::maxElements);
    const QByteArray last = QByteArray::number(format::maxElements - 1);
    RawKey &key = work.keys[wish.key];
    const auto refused = [this, &work, wish](const Reply &reply) {
        if (isRefused(reply))
            noteForbidden(work, wish, reply);
    };
    switch (wish.type) {
    case KeyType::Hash:
        if (!m_support.abilities().hscan) {
            round.ask(&work, {"HGETALL", name}, [&key, refused](const Reply &reply) {
                storeFields(key, reply.elements);
                refused(reply);
            });
            break;
        }
        planScan(work, wish, round);
        break;
    case KeyType::String:
        if (m_support.abilities().getrange) {
            round.ask(
                &work, {"GETRANGE", name, "0", QByteArray::number(format::maxStringBytes - 1)},
                [this, &key, refused](const Reply &reply) {
                    if (isAboutKey(reply))
                        refused(reply);
                    else if (m_support.isUsable(reply, &Abilities::getrange) && reply.isString())
                        key.value = reply.bytes;
                });
            break;
        }
        round.ask(&work, {"GET", name}, [&key, refused](const Reply &reply) {
            key.value = reply.isString() ? reply.bytes : QByteArray();
            refused(reply);
        });
        break;
    case KeyType::List:
        round.ask(&work, {"LRANGE", name, "0", last}, [&key, refused](const Reply &reply) {
            storeItems(key, reply);
            refused(reply);
        });
        break;
    case KeyType::SortedSet:
        round.ask(&work, {"ZRANGE", name, "0", last, "WITHSCORES"},
                  [&key, refused](const Reply &reply) {
                      storeScores(key, reply);
                      refused(reply);
                  });
        break;
    case KeyType::Set:
        planScan(work, wish, round);
        break;
    case KeyType::None:
    case KeyType::Other:
        break;
    }
}

// One step takes all of a small key. A step counts fields and values alike, and empty places of a
// table that has shrunk: hence a COUNT above the number of possible elements.
void KeyFetcher::planScan(ReadWork &work, const KeyToRead &wish, ReadRound &round)
{
    const bool isHash = wish.type == KeyType::Hash;
    RawKey &key = work.keys[wish.key];
    const QByteArray count = QByteArray::number(4 * format::maxElements);
    round.ask(&work, {isHash ? "HSCAN" : "SSCAN", wish.key.bytes, "0", "COUNT", count},
              [this, &key, &work, wish, isHash](const Reply &reply) {
                  const bool hasSubstitute = isHash && !isAboutKey(reply);
                  if (hasSubstitute && !m_support.isUsable(reply, &Abilities::hscan))
                      return;
                  if (isRefused(reply))
                      noteForbidden(work, wish, reply);
                  if (reply.elements.size() != 2)
                      return;
                  // An incomplete scan of a small key: it has just shrunk. The next round has it
                  // all.
                  if (reply.elements[0].bytes != "0")
                      work.contents.push_back(wish);
                  else if (isHash)
                      storeFields(key, reply.elements[1].elements);
                  else
                      storeItems(key, reply.elements[1]);
              });
}

// All of a hash that is probably small, in two commands: the first step of a scan is bounded, and
// its answer tells the length, too, if it was complete. Else the length is asked for.
void KeyFetcher::planHash(ReadWork &work, const KeyToRead &wish, qint64 count, ReadRound &round)
{
    RawKey &key = work.keys[wish.key];
    key = RawKey{};
    key.type = KeyType::Hash;
    planExpiry(work, wish, round);
    round.ask(&work, {"HSCAN", wish.key.bytes, "0", "COUNT", QByteArray::number(count)},
              [this, &key, &work, wish](const Reply &reply) {
                  if (reply.isError()) {
                      if (m_support.isUsable(reply, &Abilities::hscan) || isAboutKey(reply))
                          noteUncounted(work, wish, reply);
                      return;
                  }
                  if (!key.exists() || reply.elements.size() != 2)
                      return;
                  const auto &fields = reply.elements[1].elements;
                  if (reply.elements[0].bytes != "0") {
                      key.length = notCounted;
                      work.contents.push_back(wish);
                  } else if (fields.empty()) {
                      key = RawKey{};
                  } else {
                      key.length = static_cast<qint64>(fields.size()) / 2;
                      storeFields(key, fields);
                      cutFields(key);
                  }
              });
}

// After too large an answer: asks first for the memory that the main key takes, so that the next
// answer is not too large, too.
void KeyFetcher::planWeight(ReadWork &work, ReadRound &round)
{
    const auto drop = [&work] {
        work.keys.clear();
        work.keys[work.mainKey()].type = KeyType::Other;
        work.format = nullptr;
        work.tooLarge = work.done = true;
    };
    work.isWeighed = true;
    if (work.job->caution == Caution::Refuse || !m_support.abilities().memory) {
        drop();
        return;
    }
    round.ask(
        &work, {"MEMORY", "USAGE", work.job->lock.bytes}, [this, &work, drop](const Reply &reply) {
            if (isAboutKey(reply))
                noteForbidden(work, {work.mainKey(), KeyType::Other}, reply);
            else if (m_support.isUsable(reply, &Abilities::memory) && reply.integer > maxLockWeight)
                drop();
        });
}

// Not known as a lock, by its name or from a moment ago: most hashes are none, and some are huge.
void KeyFetcher::planMainHash(ReadWork &work, ReadRound &round)
{
    constexpr qint64 little = 100; // enough for any lock, and little of a big hash
    const QByteArray &name = work.job->lock.bytes;
    const KeyToRead wish{work.mainKey(), KeyType::Hash};
    const bool isLikely = work.job->wasLock || format::mayBeLockName(name);
    if (work.look == ReadWork::Look::None && !isLikely
        && (m_support.abilities().hrandfield || m_support.abilities().memory)) {
        planHashTaste(work, round);
        return;
    }
    if (work.isUnlike) {
        if (work.job->isNamed && work.look == ReadWork::Look::Tasted)
            planLength(work, wish, round);
        work.look = ReadWork::Look::Fetched;
        return;
    }
    const qint64 weight = std::min(work.weight, maxLockWeight); // of more only a part is read
    m_weight += weight;
    if (m_weight > maxBatchWeight && m_weight > weight) {
        work.postponed = true; // enough for one batch
        return;
    }
    const bool isHeavy = work.weight > maxLockWeight; // by its number of fields, or for large ones
    if (m_support.abilities().hscan && !isHeavy
        && (work.look == ReadWork::Look::Tasted || (work.look == ReadWork::Look::None && isLikely)))
        planHash(work, wish, little, round);
    else
        planKey(work, wish, false, round);
    work.look = ReadWork::Look::Fetched;
    if (!isHeavy)
        work.weight = 0;
}

// Samples a hash with more fields than are read. Only read-write locks and faster multi-locks have
// many, as they have many holders: a mode, or the fields' details, tell whether a part of it is
// worth reading.
void KeyFetcher::planHashSample(ReadWork &work, ReadRound &round)
{
    // A field of a lock is short, even if there are many.
    constexpr qint64 maxFieldWeight = 1024;
    const QByteArray &name = work.job->lock.bytes;
    const KeyToRead wish{work.mainKey(), KeyType::Hash};
    RawKey &key = work.keys[wish.key];
    if (!m_support.abilities().hscan || work.weight > maxFieldWeight * key.length)
        return;
    if (!std::exchange(work.isModeAsked, true)) {
        round.ask(&work, {"HGET", name, "mode"}, [this, &work, wish](const Reply &reply) {
            if (isRefused(reply))
                noteForbidden(work, wish, reply);
            work.mode = reply.isString() ? reply.bytes : QByteArray();
            if (work.mode == "read" || work.mode == "write" || work.hasDetails)
                work.contents.push_back(wish);
        });
        return;
    }
    const QByteArray count = QByteArray::number(format::maxElements);
    round.ask(&work, {"HSCAN", name, "0", "COUNT", count},
              [this, &key, &work, wish](const Reply &reply) {
                  if (isRefused(reply))
                      noteForbidden(work, wish, reply);
                  if (!key.exists() || reply.elements.size() != 2)
                      return;
                  storeFields(key, reply.elements[1].elements);
                  if (!work.mode.isEmpty() && format::fieldIn(key, "mode").isEmpty())
                      key.fields.insert(key.fields.begin(), {"mode", work.mode});
                  cutFields(key);
              });
}

// A few names of fields and the approximate memory: bounded for any hash.
void KeyFetcher::planHashTaste(ReadWork &work, ReadRound &round)
{
    // Among so many fields of a faster multi-lock, at least one is a detail, almost certainly.
    constexpr int fields = 12;
    const QByteArray &name = work.job->lock.bytes;
    const KeyToRead wish{work.mainKey(), KeyType::Hash};
    work.look = ReadWork::Look::Tasted;
    work.contents.push_back(wish);
    RawKey &key = work.keys[wish.key];
    key = RawKey{};
    key.type = KeyType::Hash;
    key.length = notCounted;
    if (m_support.abilities().hrandfield) {
        round.ask(
            &work, {"HRANDFIELD", name, QByteArray::number(fields)},
            [this, &work, &key, wish](const Reply &reply) {
                if (reply.isError()) {
                    if (m_support.isUsable(reply, &Abilities::hrandfield) || isAboutKey(reply))
                        noteUncounted(work, wish, reply);
                    return;
                }
                std::vector<QByteArray> names;
                for (const Reply &field : reply.elements)
                    names.push_back(field.bytes);
                if (names.empty())
                    key = RawKey{};
                work.isUnlike |= !format::mayBeLockHash(work.job->lock, names, m_hints);
                work.hasDetails =
                    format::RedissonFasterMulti().mayHaveFields(work.job->lock, names, m_hints);
            });
    }
    if (m_support.abilities().memory) {
        round.ask(&work, {"MEMORY", "USAGE", name}, [this, &work, wish](const Reply &reply) {
            if (isAboutKey(reply))
                noteForbidden(work, wish, reply);
            else if (m_support.isUsable(reply, &Abilities::memory))
                work.weight = reply.integer;
        });
    }
}

// Commands that cut what they return can go along at once; the others wait for the length.
void KeyFetcher::planKey(ReadWork &work, const KeyToRead &wish, bool knownSmall, ReadRound &round)
{
    if (work.job->caution != Caution::None && wish.key != work.mainKey()) {
        work.keys[wish.key] = RawKey{};
        work.keys[wish.key].unreadable = true;
        return;
    }
    if (wish.type == KeyType::Hash && m_support.abilities().hscan && knownSmall) {
        planHash(work, wish, 4 * format::maxElements, round);
        return;
    }
    planLength(work, wish, round);
    const bool cuts = wish.type == KeyType::List || wish.type == KeyType::SortedSet
        || (wish.type == KeyType::String && m_support.abilities().getrange);
    if (cuts)
        planContent(work, wish, round);
    else
        work.contents.push_back(wish);
}

// Sorted sets of all kinds change all the time; two members tell whether the rest is worth a trip.
void KeyFetcher::planTaste(ReadWork &work, KeyType type, ReadRound &round)
{
    planLength(work, {work.mainKey(), type}, round);
    round.ask(&work, {"ZRANGE", work.job->lock.bytes, "0", "1", "WITHSCORES"},
              [this, &work, type](const Reply &reply) {
                  if (isRefused(reply))
                      noteForbidden(work, {work.mainKey(), type}, reply);
                  RawKey &key = work.keys[work.mainKey()];
                  if (key.type != type)
                      return; // it is something else now
                  storeScores(key, reply);
                  const bool isMore = key.length > qint64(key.scores.size());
                  if (isMore && format::recognise(work.job->lock, work.keys, m_hints) != nullptr)
                      work.contents.push_back({work.mainKey(), type});
                  else if (isMore)
                      key.scores.clear(); // not to be taken for the whole
              });
}

void KeyFetcher::planContents(ReadWork &work, ReadRound &round)
{
    for (const KeyToRead &wish : std::exchange(work.contents, {})) {
        RawKey &key = work.keys[wish.key];
        if (key.length == notCounted && wish.type == KeyType::SortedSet) {
            planTaste(work, wish.type, round);
            continue;
        }
        if (key.length == notCounted && wish.type == KeyType::Hash && wish.key == work.mainKey()) {
            planMainHash(work, round);
            continue;
        }
        if (key.length == notCounted) {
            planKey(work, wish, false, round); // the type is all that is known yet
            continue;
        }
        const qint64 limit =
            wish.type == KeyType::String ? format::maxStringBytes : format::maxElements;
        const bool isCut = wish.type == KeyType::SortedSet; // by the command
        const bool isMainHash = wish.type == KeyType::Hash && wish.key == work.mainKey();
        const bool isTooHeavy = isMainHash && work.weight > maxLockWeight;
        if (key.type == wish.type && (isCut || key.length <= limit) && !isTooHeavy)
            planContent(work, wish, round);
        else if (key.type == wish.type && isMainHash && key.length > limit)
            planHashSample(work, round);
    }
}

} // namespace lockscope::watch
