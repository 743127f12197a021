// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissoncounter.h"

#include "core/format/rawkeys.h"
#include "core/format/redissonnames.h"
#include "core/format/redissonpermits.h"
#include "core/format/tokens.h"
#include "core/format/traits.h"

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr auto permitsSuffix = ":timeout";
constexpr auto latchChannelPrefix = "redisson_countdownlatch__channel__{";

bool isNumber(const LockName &name, const RawKeys &keys)
{
    const auto main = keys.find(KeyName(name.bytes));
    return main != keys.end() && main->second.type == KeyType::String
        && token::isDecimal(main->second.value);
}

// Redisson before 3.19.1 under a NameMapper keeps the permits under the name without it, and the
// number under the mapped one.
bool hasPermitsAlone(const LockName &name, const RawKeys &keys)
{
    return !mainKeyIn(keys, name).exists() && redisson::ownsTag(name, keys)
        && areAllPermits(keyIn(keys, redisson::permitsKey(name)));
}

Sentence reasonFor(const QByteArray &kind, const LockName &name, const RawKeys &keys,
                   const Hints &hints)
{
    if (hasPermitsAlone(name, keys))
        return Sentence::say("only permits: their number has another name, as with a NameMapper of "
                             "Redisson before 3.19.1");
    if (looksExpirable(name, keys))
        return Sentence::say("a number, with permits in another key");
    if (redisson::kindByName(name.bytes) == kind)
        return Sentence::say("a number with a name that Redisson generates");
    return hints.heard.contains(name) ? Sentence::say("a number whose channel was in use")
                                      : Sentence::say("a number, kind set by the user");
}

} // namespace

std::optional<NameMeaning> RedissonCounter::meaningOfKey(const KeyName &key) const
{
    if (m_family == Family::Latches || !key.bytes.endsWith(permitsSuffix)
        || !key.bytes.contains('{'))
        return std::nullopt;
    const QByteArray tag = key.bytes.chopped(QByteArrayView(permitsSuffix).size());
    NameMeaning meaning{Signal::Changed, redisson::untagged(tag)};
    // Any key may end so: then it may itself be a lock.
    meaning.locks.emplace_back(key.bytes);
    return meaning;
}

std::optional<NameMeaning> RedissonCounter::meaningOfChannel(const QByteArray &channel) const
{
    if (m_family == Family::Semaphores) {
        const auto tag = redisson::behind(redisson::semaphoreChannelPrefix, channel);
        if (!tag)
            return std::nullopt;
        return NameMeaning{Signal::Unlocked, redisson::untagged(*tag), semaphoreKind};
    }
    const QByteArrayView prefix(latchChannelPrefix);
    if (!channel.startsWith(prefix) || !channel.endsWith('}')
        || channel.size() <= prefix.size() + 1)
        return std::nullopt;
    const QByteArray name = channel.sliced(prefix.size()).chopped(1);
    return NameMeaning{Signal::Unlocked, {LockName(name)}, latchKind};
}

bool RedissonCounter::mayBeName(const LockName &name) const
{
    return traitsOf(redisson::kindByName(name.bytes)).isNumber();
}

std::vector<KeyToRead> RedissonCounter::evidence(const LockName &name, const RawKeys &have) const
{
    const KeyName permits = redisson::permitsKey(name);
    if (m_family == Family::Latches || !isNumber(name, have) || have.contains(permits))
        return {};
    return {{permits, KeyType::SortedSet}};
}

QByteArray RedissonCounter::kindOf(const LockName &name, const RawKeys &keys,
                                   const Hints &hints) const
{
    const bool isExpirable = m_family == Family::Semaphores && looksExpirable(name, keys);
    QByteArray kind = isExpirable ? QByteArray(expirableKind) : hints.kindOf(name);
    if (kind.isEmpty())
        kind = redisson::kindByName(name.bytes);
    return traitsOf(kind).isNumber() && traitsOf(kind).isLatch() == (m_family == Family::Latches)
        ? kind
        : QByteArray();
}

bool RedissonCounter::recognises(const LockName &name, const RawKeys &keys,
                                 const Hints &hints) const
{
    if (m_family == Family::Semaphores && hasPermitsAlone(name, keys))
        return true;
    return isNumber(name, keys) && !kindOf(name, keys, hints).isEmpty();
}

std::vector<KeyToRead> RedissonCounter::wanted(const LockName &name, const RawKeys &have) const
{
    const KeyName permits = redisson::permitsKey(name);
    if (m_family == Family::Latches || mainKeyIn(have, name).exists() || have.contains(permits))
        return {};
    return {{permits, KeyType::SortedSet}};
}

LockReading RedissonCounter::read(const LockName &name, const RawKeys &keys, const Hints &hints,
                                  ServerMs now) const
{
    LockReading reading;
    QByteArray kind = kindOf(name, keys, hints);
    const bool isWithoutNumber = m_family == Family::Semaphores && hasPermitsAlone(name, keys);
    if (isWithoutNumber)
        kind = expirableKind;
    if (kind.isEmpty()) // its channel's listeners prove its kind
        kind = m_family == Family::Latches ? latchKind : semaphoreKind;
    reading.kind = kind;
    reading.library = "redisson";
    reading.counting = true;
    reading.candidates = {{kind, "redisson", reasonFor(kind, name, keys, hints)}};
    if (kind == semaphoreKind)
        reading.candidates.push_back({expirableKind, "redisson",
                                      Sentence::say("looks the same as one without taken permits"),
                                      Confidence::Guess});
    if (!mainKeyIn(keys, name).exists() && !isWithoutNumber)
        reading.candidates.front().reason = redisson::listenersReason();
    const auto permits = readPermits(kind, name, keys, now);
    if (!permits)
        return reading;
    reading.holds = permits->permits;
    reading.expireAt = permits->expireAt;
    reading.truncated = permits->truncated;
    if (permits->truncated)
        reading.holdsTotal = permits->taken;
    if (isWithoutNumber)
        return reading;
    reading.permits = Permits{permits->available(), std::nullopt};
    if (kind == expirableKind)
        reading.permits->total = permits->total();
    return reading;
}

// A semaphore that was never set up has no key either: its waiters sleep all the same.
bool RedissonCounter::isKnownByListeners(const LockName &name, const RawKeys &keys) const
{
    return m_family == Family::Latches || redisson::ownsTag(name, keys);
}

QByteArray RedissonCounter::waitChannel(const LockName &name) const
{
    return m_family == Family::Latches ? redisson::latchChannel(name)
                                       : redisson::semaphoreChannel(name);
}

} // namespace lockscope::format
