// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonnames.h"

#include "core/format/rawkeys.h"

#include <algorithm>
#include <array>

namespace lockscope::format::redisson {

namespace {

bool isHex(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool isInteger(QByteArrayView text)
{
    if (text.startsWith('-'))
        text = text.sliced(1);
    return !text.isEmpty() && text.size() <= 19
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isUuid(QByteArrayView text)
{
    if (text.size() != 36)
        return false;
    for (const qsizetype dash : {8, 13, 18, 23}) {
        if (text[dash] != '-')
            return false;
    }
    return isHex(text.first(8)) && isHex(text.sliced(9, 4)) && isHex(text.sliced(14, 4))
        && isHex(text.sliced(19, 4)) && isHex(text.sliced(24));
}

} // namespace

QByteArray tagged(const LockName &name)
{
    return name.bytes.contains('{') ? name.bytes : '{' + name.bytes + '}';
}

std::vector<LockName> untagged(const QByteArray &tag)
{
    std::vector<LockName> names;
    if (tag.size() > 2 && tag.startsWith('{') && tag.endsWith('}') && tag.count('{') == 1)
        names.emplace_back(tag.mid(1, tag.size() - 2));
    if (!tag.isEmpty())
        names.emplace_back(tag);
    return names;
}

Sentence listenersReason()
{
    return Sentence::say("it has no key, but connections wait on its channel");
}

bool ownsTag(const LockName &name, const RawKeys &keys)
{
    const QByteArray tag = tagged(name);
    return untagged(tag).front() == name
        && (tag == name.bytes || !keyIn(keys, KeyName(tag)).exists());
}

KeyName prefixed(const char *prefix, const LockName &name)
{
    return KeyName(prefix + (':' + tagged(name)));
}

QByteArray latchChannel(const LockName &name)
{
    return "redisson_countdownlatch__channel__{" + name.bytes + '}';
}

QByteArray semaphoreChannel(const LockName &name)
{
    return prefixed(semaphoreChannelPrefix, name).bytes;
}

KeyName permitsKey(const LockName &name)
{
    return KeyName(tagged(name) + ":timeout");
}

QByteArray kindByName(const QByteArray &name)
{
    struct Suffix {
        const char *suffix;
        const char *kind;
    };
    static constexpr std::array<Suffix, 6> suffixes{{
        {"lock", "reentrant"},
        {"fairlock", "fair"},
        {"rw_lock", "read-write"},
        {"semaphore", "semaphore"},
        {"permitexpirablesemaphore", "permit-expirable-semaphore"},
        {"countdownlatch", "count-down-latch"},
    }};
    if (name.startsWith("redisson_bqs:"))
        return "semaphore";
    const qsizetype colon = name.lastIndexOf(':');
    constexpr qsizetype hashSize = 22;
    const qsizetype hash = colon - hashSize;
    if (hash < 2 || !name.contains('{') || name[hash - 1] != ':')
        return {};
    const QByteArrayView digits = QByteArrayView(name).sliced(hash, hashSize);
    const bool isHash = std::all_of(digits.begin(), digits.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || c == '+' || c == '/';
    });
    if (!isHash)
        return {};
    for (const auto &[suffix, kind] : suffixes) {
        if (name.sliced(colon + 1) == suffix)
            return kind;
    }
    return {};
}

bool saysTakenAway(const QByteArray &channel, const QByteArray &message)
{
    // On the channel of a semaphore it is a number of permits.
    return message == takenAwayMessage
        && (channel.startsWith(channelPrefix) || channel.startsWith(readWriteChannelPrefix));
}

std::optional<QByteArray> behind(const char *prefix, const QByteArray &text)
{
    const QByteArrayView view(prefix);
    if (!text.startsWith(view) || text.size() <= view.size() + 1 || text[view.size()] != ':')
        return std::nullopt;
    return text.mid(view.size() + 1);
}

OwnerForm leastForm(const LockName &name, const Hints &hints)
{
    return hints.covers(name) ? OwnerForm::Lenient : OwnerForm::Strict;
}

OwnerField parseOwner(const QByteArray &field)
{
    QByteArrayView rest(field);
    QByteArrayView transaction;
    const auto lastPart = [&] { return rest.sliced(rest.lastIndexOf(':') + 1); };
    // 32 digits may be a thread id only if it fits 64 bits, and then it has at most 19 of them.
    if (rest.contains(':') && lastPart().size() == 32 && isHex(lastPart())) {
        transaction = rest.last(33);
        rest.chop(33);
    }
    OwnerField parsed;
    if (rest.endsWith(QByteArrayView(":write"))) {
        parsed.write = true;
        rest.chop(6);
    }
    const qsizetype colon = rest.lastIndexOf(':');
    if (colon <= 0 || !isInteger(rest.sliced(colon + 1)))
        return {};
    parsed.form = isUuid(rest.first(colon)) ? OwnerForm::Strict : OwnerForm::Lenient;
    parsed.owner = OwnerId(rest.toByteArray() + transaction.toByteArray());
    return parsed;
}

std::optional<qint64> parseCount(const QByteArray &value)
{
    if (!isInteger(QByteArrayView(value)))
        return std::nullopt;
    bool ok = false;
    const qint64 count = value.toLongLong(&ok);
    return ok ? std::optional(count) : std::nullopt;
}

std::optional<QByteArray> withoutOwner(const QByteArray &text)
{
    // An owner holds one colon, a transaction's two.
    qsizetype cut = text.size();
    for (int part = 0; part < 3 && cut > 0; ++part) {
        cut = text.lastIndexOf(':', cut - text.size() - 1);
        if (cut <= 0)
            return std::nullopt;
        const OwnerField owner = parseOwner(text.mid(cut + 1));
        if (owner.form == OwnerForm::Strict || (part == 1 && owner.form == OwnerForm::Lenient))
            return text.left(cut);
    }
    return std::nullopt;
}

} // namespace lockscope::format::redisson
