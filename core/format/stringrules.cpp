// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/stringrules.h"

#include "core/format/tokens.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

using View = QByteArrayView;
using Needs = StringRule::Needs;

// Kinds beside string: their locks are not given back by deleting one key.
constexpr auto plain = "string";
constexpr auto signalled = "signal-string"; // waiters sleep on a list
constexpr auto majority = "majority-string"; // one of several keys
constexpr auto job = "job-lock"; // a queue reacts to its going

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool startsWithNumbered(View name, View prefix)
{
    if (!name.startsWith(prefix))
        return false;
    const View rest = name.sliced(prefix.size());
    const qsizetype colon = rest.indexOf(':');
    return colon > 0 && colon < rest.size() - 1 && token::isDecimal(rest.first(colon));
}

// prefix:queue:id:lock
bool isJobLock(View name)
{
    return name.endsWith(View(":lock")) && name.count(':') >= 3;
}

bool isScheduleMutex(View name)
{
    const View infix("framework/schedule-");
    const qsizetype at = name.indexOf(infix);
    return at >= 0 && name.size() - at - infix.size() >= 40;
}

bool isBullToken(View value)
{
    return token::isUuid(value) || token::isWorkerToken(value);
}

bool isLaravelToken(View value)
{
    return token::isRandom(value, 16) || token::isSerialised(value);
}

bool isTokenWithMetadata(View value)
{
    return value.size() > 22 && !token::isUuid(value) && token::isUrlBase64(value.first(22), 22);
}

bool isPythonToken(View value)
{
    return token::isBase64(value, 24);
}

template <auto Test, qsizetype Size>
bool sized(View value)
{
    return Test(value, Size);
}

bool isGoToken(View value)
{
    return token::isPaddedBase64(value, 24, 2);
}

// Before 5.2; now they are in a sorted set.
bool isOldSymfonyToken(View value)
{
    return token::isPaddedBase64(value, 44, 1);
}

bool isFoundatioToken(View value)
{
    return token::isRandom(value, 16);
}

// Values that people write into locks of their own making: a host, a name, a 1, the time.
bool isWord(View value)
{
    constexpr qsizetype longest = 128;
    return !value.isEmpty() && value.size() <= longest && !View("{[-").contains(value.front())
        && std::none_of(value.begin(), value.end(), [](char c) { return c <= ' ' || c == '\x7f'; });
}

// True for values of keys about a lock rather than of a lock: a count, or a word such as "open".
bool saysNoLock(View value)
{
    constexpr qsizetype mostDigits = 4;
    if (token::isDecimal(value))
        return value.size() <= mostDigits && value != "1";
    static constexpr std::array words{"unlocked", "open", "opened", "closed", "free",
                                      "off",      "no",   "false",  "none",   "null"};
    return std::any_of(words.begin(), words.end(), [&](const char *word) {
        return value.compare(View(word), Qt::CaseInsensitive) == 0;
    });
}

// lupdate takes the word after std:: for a part of it.
using std::array;

// In the order of their likelihood if several fit.
constexpr array rules{
    // Names that are the library's own.
    StringRule{"rueidislock", majority, Needs::Name,
               [](View name) { return startsWithNumbered(name, "rueidislock:"); }, nullptr, true,
               nullptr, Sentence::marked("the name of a rueidislock key")},
    StringRule{"shedlock", plain, Needs::Name,
               [](View name) { return name.startsWith(View("job-lock:")); }, token::isAdded, true,
               token::ofAdded,
               Sentence::marked("job-lock: with the time and the host in the value")},
    StringRule{"lock4j", plain, Needs::Name,
               [](View name) { return name.startsWith(View("lock4j:")); }, nullptr, true, nullptr,
               Sentence::marked("the name begins with lock4j:")},
    StringRule{"bullmq", job, Needs::Name, isJobLock, token::isWorkerToken, true, nullptr,
               Sentence::marked("a job's key :lock with a worker's token")},
    StringRule{"bull", job, Needs::Name,
               [](View name) { return name.startsWith(View("bull:")) && isJobLock(name); },
               isBullToken, true, nullptr,
               Sentence::marked("a job's key bull:...:lock with a token")},
    StringRule{"redbeat", plain, Needs::Name,
               [](View name) { return name.endsWith(View("redbeat::lock")); }, token::isHex32, true,
               token::ofUuid1, Sentence::marked("redbeat::lock with a token of redis-py")},
    StringRule{"celery-once", plain, Needs::Name,
               [](View name) { return name.startsWith(View("qo_")); }, token::isHex32, true,
               token::ofUuid1, Sentence::marked("qo_ with a token of redis-py")},
    StringRule{"activejob-uniqueness", plain, Needs::Name,
               [](View name) { return name.startsWith(View("activejob_uniqueness:")); },
               token::isUuid, true, nullptr, Sentence::marked("activejob_uniqueness: with a uuid")},
    StringRule{"redis-semaphore", plain, Needs::Name,
               [](View name) { return name.startsWith(View("mutex:")); }, token::isSuffixedUuid,
               true, nullptr, Sentence::marked("mutex: with a uuid")},
    StringRule{"laravel", plain, Needs::Name,
               [](View name) { return name.contains(View("laravel_unique_job:")); }, nullptr, true,
               nullptr, Sentence::marked("the name of a unique job's lock")},
    StringRule{"laravel", plain, Needs::Name,
               [](View name) { return name.contains(View("laravel-queue-overlap:")); }, nullptr,
               true, nullptr, Sentence::marked("the name of a lock against overlapping jobs")},
    StringRule{"laravel", plain, Needs::Name, isScheduleMutex, nullptr, true, nullptr,
               Sentence::marked("the name of a scheduled task's mutex")},
    StringRule{"hangfire", plain, Needs::Name,
               [](View name) { return name.startsWith(View("{hangfire}:")); }, token::isUuid, true,
               nullptr, Sentence::marked("{hangfire}: with the uuid of a process")},
    StringRule{"redlock-net", plain, Needs::Name,
               [](View name) { return name.startsWith(View("redlock:")); }, token::isUuid, true,
               nullptr, Sentence::marked("redlock: with a uuid")},
    StringRule{"pottery", plain, Needs::Name,
               [](View name) { return name.startsWith(View("redlock:")); }, token::isUuid, true,
               nullptr, Sentence::marked("redlock: with a uuid")},
    StringRule{"python-redis-lock", signalled, Needs::Name,
               [](View name) { return name.startsWith(View("lock:")); }, isPythonToken, true,
               nullptr, Sentence::marked("lock: with 18 bytes in base64")},
    StringRule{"foundatio", plain, Needs::Name,
               [](View name) { return name.startsWith(View("lock:")); }, isFoundatioToken, true,
               nullptr, Sentence::marked("lock: with 16 random characters")},
    // Any name: the form of the value.
    StringRule{"madelson", plain, Needs::LockName, nullptr, token::isMachineId, true,
               token::ofMachineId, Sentence::marked("machine, process and uuid in the value")},
    StringRule{"redis-py", plain, Needs::LockName, nullptr, token::isUuid1, true, token::ofUuid1,
               Sentence::marked("32 digits of a uuid made from time and network card")},
    StringRule{"node-redlock", plain, Needs::LockName, nullptr, token::isHex32, false, nullptr,
               Sentence::marked("16 random bytes as 32 digits")},
    StringRule{"redsync", plain, Needs::LockName, nullptr, isGoToken, true, nullptr,
               Sentence::marked("16 random bytes in base64"), true},
    StringRule{"symfony", plain, Needs::LockName, nullptr, isOldSymfonyToken, true, nullptr,
               Sentence::marked("32 random bytes in base64"), true},
    StringRule{"python-redis-lock", signalled, Needs::LockName, nullptr, isPythonToken, true,
               nullptr, Sentence::marked("18 random bytes in base64"), true},
    StringRule{"rslock", plain, Needs::LockName, nullptr, sized<token::isBinary, 20>, true, nullptr,
               Sentence::marked("20 random bytes")},
    StringRule{"laravel", plain, Needs::LockName, nullptr, token::isSerialised, true, nullptr,
               Sentence::marked("16 random characters as PHP serialises them")},
    // Nothing tells one of those from another, and their locks behave differently.
    StringRule{"generic", plain, Needs::LockName, nullptr, token::isUuid, false, nullptr,
               Sentence::marked("a uuid, as several libraries write it")},
    StringRule{"generic", plain, Needs::LockName, nullptr, token::isHex40, false, nullptr,
               Sentence::marked("20 random bytes as digits, as Lockscope and others write them")},
    StringRule{"aioredlock", plain, Needs::LockName, nullptr, token::isUuid, false, nullptr,
               Sentence::marked("a uuid")},
    StringRule{"spring-integration", plain, Needs::LockName,
               [](View name) { return name.contains(':'); }, token::isUuid, false, nullptr,
               Sentence::marked("a registry and a key in the name, a uuid")},
    StringRule{"redlock-rb", plain, Needs::LockName, nullptr, token::isUuid, false, nullptr,
               Sentence::marked("a uuid")},
    StringRule{"redlock-net", plain, Needs::LockName, nullptr, token::isUuid, false, nullptr,
               Sentence::marked("a uuid; the name's format is configurable")},
    StringRule{"ioredis-lock", plain, Needs::LockName, nullptr, token::isUuid, false, nullptr,
               Sentence::marked("a uuid")},
    StringRule{"sherlock", plain, Needs::LockName, nullptr, token::isUuid, false, nullptr,
               Sentence::marked("a uuid")},
    StringRule{"hangfire", plain, Needs::Prefix, nullptr, token::isUuid, false, nullptr,
               Sentence::marked("a uuid; the prefix is configurable")},
    StringRule{"redlock-py", plain, Needs::LockName, nullptr, sized<token::isRandom, 22>, false,
               nullptr, Sentence::marked("22 random letters and digits"), true},
    StringRule{"bsm-redislock", plain, Needs::LockName, nullptr, sized<token::isUrlBase64, 22>,
               false, nullptr, Sentence::marked("16 random bytes in base64url"), true},
    StringRule{"bsm-redislock", plain, Needs::Prefix, nullptr, isTokenWithMetadata, false, nullptr,
               Sentence::marked("16 random bytes in base64url, with a suffix of the client")},
    StringRule{"redis-plus-plus", plain, Needs::LockName, nullptr, sized<token::isRandom, 20>,
               false, nullptr, Sentence::marked("20 random letters and digits"), true},
    StringRule{"go-zero", plain, Needs::LockName, nullptr, sized<token::isRandom, 16>, false,
               nullptr, Sentence::marked("16 random letters and digits"), true},
    StringRule{"laravel", plain, Needs::LockName, nullptr, isLaravelToken, false, nullptr,
               Sentence::marked("16 random letters and digits"), true},
    StringRule{"horizon", plain, Needs::Prefix, nullptr, [](View value) { return value == "1"; },
               false, nullptr, Sentence::marked("the value 1")},
    StringRule{"stackexchange-redis", plain, Needs::Prefix, nullptr, nullptr, false, nullptr,
               Sentence::marked("a value that the caller chose")},
};

bool fits(const StringRule &rule, View name, View value)
{
    return (rule.fitsName == nullptr || rule.fitsName(name))
        && (rule.fitsValue == nullptr || rule.fitsValue(value));
}

// For names under which the user has not declared locks.
bool isTokenEnough(const StringRule &rule, View name, View value)
{
    return !rule.isPlainText || token::isMixed(value) || saysLock(name);
}

Candidate candidateOf(const StringRule &rule, View name, Said said)
{
    Candidate candidate{rule.kind, rule.library, Sentence::say(rule.reason), Confidence::Guess};
    if (rule.needs == Needs::Name) {
        candidate.confidence = Confidence::Structure;
    } else if (rule.needs == Needs::LockName && saysLock(name)) {
        candidate.confidence = Confidence::Structure;
        candidate.reason =
            Sentence::say("%1, and the name contains \"lock\"").arg(candidate.reason);
    } else if (said != Said::Nothing && rule.isTelling) {
        candidate.confidence = Confidence::Prefix;
        candidate.reason = Sentence::say("%1, under a prefix for locks").arg(candidate.reason);
    }
    return candidate;
}

} // namespace

std::span<const StringRule> stringRules()
{
    return rules;
}

bool saysLock(View name)
{
    const QByteArray lower = name.toByteArray().toLower();
    for (const View word : {View("lock"), View("mutex")}) {
        for (qsizetype at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
            // block, unlocked and clockwise are other words; orderLock and LOCKS are this one.
            const bool isCamel = name[at] >= 'A' && name[at] <= 'Z' && at > 0 && name[at - 1] >= 'a'
                && name[at - 1] <= 'z';
            const bool begins = at == 0 || !isLetter(name[at - 1]) || isCamel;
            qsizetype end = at + word.size();
            if (end < lower.size() && lower[end] == 's')
                ++end;
            if (begins && (end == lower.size() || !isLetter(name[end])))
                return true;
        }
    }
    return false;
}

bool isStringLockName(View name)
{
    return saysLock(name) || std::any_of(rules.begin(), rules.end(), [&](const StringRule &rule) {
               return rule.needs == Needs::Name && rule.fitsName(name);
           });
}

Said saidOf(const LockName &name, const Hints &hints)
{
    const Pin *const pin = hints.pinOf(name);
    if (pin != nullptr && std::any_of(rules.begin(), rules.end(), [&](const StringRule &rule) {
            return pin->kind == rule.kind;
        }))
        return Said::Kind;
    return hints.covers(name) ? Said::Prefix : Said::Nothing;
}

std::vector<Candidate> stringCandidates(const LockName &name, View value, bool lapses, Said said)
{
    const bool isSpokenFor =
        said == Said::Kind || (said == Said::Prefix && lapses && !token::isNumber(value));
    std::vector<Candidate> candidates;
    for (const StringRule &rule : rules) {
        const bool isPossible = rule.needs != Needs::Prefix || isSpokenFor;
        if (isPossible && fits(rule, name.bytes, value)
            && (isSpokenFor || isTokenEnough(rule, name.bytes, value)))
            candidates.push_back(candidateOf(rule, name.bytes, said));
    }
    if (isSpokenFor)
        candidates.push_back({plain, "generic",
                              said == Said::Kind ? Sentence::say("a string")
                                                 : Sentence::say("string under a prefix for locks"),
                              Confidence::Prefix});
    else if (candidates.empty() && saysLock(name.bytes) && isWord(value))
        candidates.push_back(
            lapses && !saysNoLock(value)
                ? Candidate{plain, "generic",
                            Sentence::say("the name contains \"lock\", and the key expires"),
                            Confidence::Structure}
                : Candidate{plain, "generic", Sentence::say("the name contains \"lock\""),
                            Confidence::Guess});
    // In this library the caller may choose the value.
    if (!candidates.empty() && name.bytes.startsWith("lock:"))
        candidates.push_back({signalled, "python-redis-lock",
                              Sentence::say("lock: with an id chosen by the caller"),
                              Confidence::Guess});
    std::stable_sort(
        candidates.begin(), candidates.end(),
        [](const Candidate &a, const Candidate &b) { return a.confidence > b.confidence; });
    // A library has one place, its best.
    std::vector<Candidate> best;
    for (Candidate &candidate : candidates) {
        if (std::none_of(best.begin(), best.end(), [&](const Candidate &other) {
                return other.kind == candidate.kind && other.library == candidate.library;
            }))
            best.push_back(std::move(candidate));
    }
    return best;
}

Origin originOf(const QByteArray &library, View value)
{
    for (const StringRule &rule : rules) {
        if (rule.library == library && rule.origin != nullptr
            && (rule.fitsValue == nullptr || rule.fitsValue(value)))
            return rule.origin(value);
    }
    return {};
}

} // namespace lockscope::format
