// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/sortedsetlocks.h"

#include "core/format/rawkeys.h"
#include "core/format/stringrules.h"
#include "core/format/tokens.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr auto writeMark = "__write__";
constexpr ServerMs usualLease = 10'000; // of those that store when they were renewed
constexpr ServerMs longestLease = 86'400'000;
constexpr double leastMillis = 1e11; // smaller instants are in seconds

using Entry = std::pair<QByteArray, double>;

bool isMillis(double score)
{
    return score >= leastMillis && token::instantFrom(score);
}

bool isSymfony(const Entry &entry)
{
    return isMillis(entry.second)
        && (entry.first == writeMark || token::isPaddedBase64(entry.first, 44, 1));
}

bool isMadelson(const Entry &entry)
{
    return isMillis(entry.second) && token::isMachineId(entry.first);
}

bool isNode(const Entry &entry)
{
    return isMillis(entry.second) && token::isSuffixedUuid(entry.first);
}

bool isSeconds(const Entry &entry)
{
    return entry.second < leastMillis && token::instantFrom(entry.second)
        && token::isUuid(entry.first);
}

struct Rule {
    const char *library;
    const char *kind;
    bool (*fits)(const Entry &entry);
    const char *namePrefix; // that is the library's own; empty: none
    bool isExpiry; // the score is when it lapses, else when it was renewed
    const char *reason;
};

using std::array; // lupdate takes the word after std:: for a part of it

constexpr array<Rule, 4> setRules{{
    {"symfony", "read-write", isSymfony, "", true,
     Sentence::marked("32 bytes in base64, sorted by expiry time")},
    {"madelson", "counting-semaphore", isMadelson, "", true,
     Sentence::marked("machine, process and uuid, sorted by expiry time")},
    {"redis-semaphore", "counting-semaphore", isNode, "semaphore:", false,
     Sentence::marked("uuids, sorted by the time of the last renewal")},
    {"generic", "counting-semaphore", isSeconds, "semaphore:", false,
     Sentence::marked("uuids, sorted by the second of the last renewal")},
}};

const Rule *ruleFor(const RawKey &key)
{
    if (key.type != KeyType::SortedSet || key.scores.empty())
        return nullptr;
    const auto found = std::find_if(setRules.begin(), setRules.end(), [&](const Rule &rule) {
        return std::all_of(key.scores.begin(), key.scores.end(), rule.fits);
    });
    return found == setRules.end() ? nullptr : &*found;
}

bool isWritten(const RawKey &key)
{
    return std::any_of(key.scores.begin(), key.scores.end(),
                       [](const Entry &entry) { return entry.first == writeMark; });
}

// redis-semaphore's holds of several permits: uuid_0, uuid_1, ...
QByteArray ownerOf(const Rule &rule, const QByteArray &member)
{
    const qsizetype mark = member.lastIndexOf('_');
    return rule.fits == isNode && mark > 0 && token::isDecimal(member.sliced(mark + 1))
        ? member.first(mark)
        : member;
}

Confidence confidenceOf(const Rule &rule, const LockName &name, const RawKey &key,
                        const Hints &hints)
{
    const bool isNamed = *rule.namePrefix != '\0' && name.bytes.startsWith(rule.namePrefix);
    if (isNamed || saysLock(name.bytes) || (rule.fits == isSymfony && isWritten(key)))
        return Confidence::Structure;
    return hints.covers(name) ? Confidence::Prefix : Confidence::Guess;
}

// A renewal sets the score to now and the whole key's expiry to a lease later. Without an expiry,
// or with one that another client has set, the library's default.
ServerMs leaseOf(const RawKey &key)
{
    double newest = 0;
    for (const Entry &entry : key.scores)
        newest = std::max(newest, entry.second);
    const ServerMs renewed = token::instantFrom(newest).value_or(0);
    const ServerMs lease = key.expireAt.value_or(renewed) - renewed;
    return !key.truncated && lease > 0 && lease <= longestLease ? lease : usualLease;
}

} // namespace

bool SortedSetLocks::mayBeName(const LockName &name) const
{
    return name.bytes.startsWith("semaphore:");
}

bool SortedSetLocks::recognises(const LockName &name, const RawKeys &keys,
                                const Hints & /*hints*/) const
{
    return ruleFor(mainKeyIn(keys, name)) != nullptr;
}

std::vector<KeyToRead> SortedSetLocks::wanted(const LockName & /*name*/,
                                              const RawKeys & /*have*/) const
{
    return {};
}

LockReading SortedSetLocks::read(const LockName &name, const RawKeys &keys, const Hints &hints,
                                 ServerMs now) const
{
    LockReading reading;
    const RawKey &key = mainKeyIn(keys, name);
    const Rule *const rule = ruleFor(key);
    if (rule == nullptr)
        return reading;
    reading.kind = rule->kind;
    reading.library = rule->library;
    reading.confidence = confidenceOf(*rule, name, key, hints);
    reading.candidates = {
        {reading.kind, reading.library, Sentence::say(rule->reason), reading.confidence}};
    reading.counting = true;
    reading.expireAt = key.expireAt;
    reading.truncated = key.truncated;
    const Mode mode = rule->fits != isSymfony ? Mode::Exclusive
        : isWritten(key)                      ? Mode::Write
                                              : Mode::Read;
    const ServerMs lease = leaseOf(key);
    std::map<QByteArray, Hold> holds;
    for (const auto &[member, score] : key.scores) {
        if (member == writeMark)
            continue;
        Hold &hold = holds[ownerOf(*rule, member)];
        hold.count = hold.owner.isEmpty() ? 1 : hold.count + 1;
        hold.owner = OwnerId(ownerOf(*rule, member));
        hold.mode = mode;
        const ServerMs instant = token::instantFrom(score).value_or(0);
        const ServerMs until = rule->isExpiry ? instant : instant + lease;
        hold.expireAt = std::max(hold.expireAt.value_or(until), until);
        hold.stale = *hold.expireAt <= now;
        hold.origin = token::ofMachineId(member);
    }
    for (auto &[owner, hold] : holds)
        reading.holds.push_back(std::move(hold));
    return reading;
}

} // namespace lockscope::format
