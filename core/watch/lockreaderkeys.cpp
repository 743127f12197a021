// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of LockReader that fetches keys: how long they are, when they expire, what is in them.
#include "core/watch/keycontent.h"
#include "core/watch/lockreaderround.h"

namespace lockscope::watch {

using format::KeyType;
using format::KeyWish;
using format::RawKey;

// An error instead of what would have told how much there is.
void LockReader::noteUncounted(Work &work, const KeyWish &wish, const Reply &reply)
{
    const bool isMain = wish.key == work.mainKey();
    if (reply.errorCode() == "WRONGTYPE") {
        work.keys[wish.key].type = KeyType::Other;
        if (isMain) {
            work.mainType.reset(); // it is something else now: ask what
            work.isHash = false;
            work.format = nullptr;
        }
    } else if (isRefused(reply)) {
        work.keys[wish.key].type = KeyType::Other; // of unknown length: not to be fetched
        work.refused |= isMain;
        noteRefusal(reply);
    }
}

// Existence, type, length and expiry of a key, of which the type is assumed.
void LockReader::planLength(Work &work, const KeyWish &wish, Round &round)
{
    RawKey &key = work.keys[wish.key];
    key = RawKey{};
    key.type = wish.type;
    round.ask({lengthCommand(wish.type), wish.key.bytes},
              [this, &key, &work, wish](const Reply &reply) {
                  if (reply.isInteger()) {
                      key.length = reply.integer;
                  } else {
                      noteUncounted(work, wish, reply);
                  }
              });
    planExpiry(key, wish, round);
}

void LockReader::planExpiry(RawKey &key, const KeyWish &wish, Round &round)
{
    const QByteArray expiry = m_abilities.pexpiretime ? "PEXPIRETIME" : "PTTL";
    round.ask({expiry, wish.key.bytes}, [this, &key](const Reply &reply) {
        if (m_abilities.pexpiretime && !isUsable(reply, m_abilities.pexpiretime))
            return;
        if (isRefused(reply)) {
            noteRefusal(reply);
        } else if (reply.integer == -2) {
            key = RawKey{};
        } else if (reply.integer >= 0) {
            const auto now = m_clock.serverTime(std::chrono::steady_clock::now());
            key.expireAt = m_abilities.pexpiretime ? format::boundedInstant(reply.integer)
                                                   : format::instantAfter(now, reply.integer);
        }
    });
}

void LockReader::planContent(Work &work, const KeyWish &wish, Round &round)
{
    const QByteArray &name = wish.key.bytes;
    const QByteArray limit = QByteArray::number(format::maxElements);
    const QByteArray last = QByteArray::number(format::maxElements - 1);
    RawKey &key = work.keys[wish.key];
    const auto refused = [this, &work, wish](const Reply &reply) {
        if (!isRefused(reply))
            return;
        work.refused |= wish.key == work.mainKey();
        noteRefusal(reply);
    };
    switch (wish.type) {
    case KeyType::Hash:
        if (!m_abilities.hscan) {
            round.ask({"HGETALL", name}, [&key, refused](const Reply &reply) {
                storeFields(key, reply.elements);
                refused(reply);
            });
            break;
        }
        planScan(work, wish, round);
        break;
    case KeyType::String:
        if (m_abilities.getrange) {
            round.ask({"GETRANGE", name, "0", QByteArray::number(format::maxStringBytes - 1)},
                      [this, &key](const Reply &reply) {
                          if (isUsable(reply, m_abilities.getrange) && reply.isString())
                              key.value = reply.bytes;
                      });
            break;
        }
        round.ask({"GET", name}, [&key, refused](const Reply &reply) {
            key.value = reply.isString() ? reply.bytes : QByteArray();
            refused(reply);
        });
        break;
    case KeyType::List:
        round.ask({"LRANGE", name, "0", last}, [&key, refused](const Reply &reply) {
            storeItems(key, reply);
            refused(reply);
        });
        break;
    case KeyType::SortedSet:
        round.ask({"ZRANGE", name, "0", last, "WITHSCORES"}, [&key, refused](const Reply &reply) {
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

// One step takes all of a small key. A count is met by fields and values alike, or by empty places
// of a table that has shrunk: hence more of it than there can be elements.
void LockReader::planScan(Work &work, const KeyWish &wish, Round &round)
{
    const bool isHash = wish.type == KeyType::Hash;
    RawKey &key = work.keys[wish.key];
    const QByteArray count = QByteArray::number(4 * format::maxElements);
    round.ask({isHash ? "HSCAN" : "SSCAN", wish.key.bytes, "0", "COUNT", count},
              [this, &key, &work, wish, isHash](const Reply &reply) {
                  if (isHash && !isUsable(reply, m_abilities.hscan))
                      return;
                  if (isRefused(reply))
                      noteRefusal(reply);
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

// All of a hash that is probably small, in two commands: a step of a scan is bounded by itself and
// tells the length, too, when it was enough. Else the length is asked for.
void LockReader::planHash(Work &work, const KeyWish &wish, qint64 count, Round &round)
{
    RawKey &key = work.keys[wish.key];
    key = RawKey{};
    key.type = KeyType::Hash;
    planExpiry(key, wish, round);
    round.ask({"HSCAN", wish.key.bytes, "0", "COUNT", QByteArray::number(count)},
              [this, &key, &work, wish](const Reply &reply) {
                  if (reply.isError()) {
                      if (isUsable(reply, m_abilities.hscan) || isAboutKey(reply))
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
                  }
              });
}

// Commands that cut what they return can go along at once; the others wait for the length.
void LockReader::planKey(Work &work, const KeyWish &wish, bool knownSmall, Round &round)
{
    if (wish.type == KeyType::Hash && m_abilities.hscan && knownSmall) {
        planHash(work, wish, 4 * format::maxElements, round);
        return;
    }
    planLength(work, wish, round);
    const bool cuts = wish.type == KeyType::List || wish.type == KeyType::SortedSet
        || (wish.type == KeyType::String && m_abilities.getrange);
    if (cuts)
        planContent(work, wish, round);
    else
        work.contents.push_back(wish);
}

} // namespace lockscope::watch
