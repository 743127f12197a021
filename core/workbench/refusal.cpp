// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/refusal.h"

#include "core/base/async/combine.h"
#include "core/base/text.h"
#include "core/format/format.h"
#include "core/format/redissonnames.h"
#include "core/format/traits.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::workbench {

using lock::AcquireOutcome;

namespace {

using Replies = std::vector<Result<Reply>>;
using Family = format::KindTraits::Family;

constexpr qsizetype nameLimit = 120;
constexpr Millis longestLook = 5s;

struct Part {
    KeyName key;
    QByteArray type; // as TYPE answers
};

// The keys of a lock beside the one that bears its name.
std::vector<Part> otherPartsOf(const QByteArray &kind, const LockName &name)
{
    namespace redisson = format::redisson;
    const format::KindTraits &traits = format::traitsOf(kind);
    if (traits.hasFairQueue())
        return {{redisson::prefixed(redisson::queuePrefix, name), "list"},
                {redisson::prefixed(redisson::timeoutPrefix, name), "zset"}};
    if (traits.hasFencingToken)
        return {{redisson::prefixed(redisson::tokenPrefix, name), "string"}};
    if (traits.number == format::KindTraits::Number::LapsingPermits)
        return {{redisson::permitsKey(name), "zset"}};
    return {};
}

QString shownName(const QByteArray &name)
{
    return visibleName(name, nameLimit);
}

// Empty: the replies are not those of a hash.
std::optional<format::RawKey> hashFrom(const Replies &replies)
{
    for (const auto &reply : replies) {
        if (!reply || reply->isError())
            return std::nullopt;
    }
    const Reply &scan = *replies[2];
    const bool isStep = scan.elements.size() == 2 && scan.elements[1].elements.size() % 2 == 0;
    if (replies[0]->bytes != "hash" || !replies[1]->isInteger() || !isStep)
        return std::nullopt;
    format::RawKey hash;
    hash.type = format::KeyType::Hash;
    hash.length = replies[1]->integer;
    const auto &read = scan.elements[1].elements;
    for (std::size_t i = 0; i < read.size(); i += 2)
        hash.fields.emplace_back(read[i].bytes, read[i + 1].bytes);
    const auto isMode = [](const auto &field) { return field.first == "mode"; };
    if (!replies[3]->bytes.isEmpty() && std::ranges::none_of(hash.fields, isMode))
        hash.fields.emplace_back("mode", replies[3]->bytes);
    hash.truncated = hash.length > static_cast<qint64>(hash.fields.size());
    return hash;
}

// Empty: it may be a lock of that kind. Owners of any form pass: a user that asks for the lock by
// name says that it is one.
Sentence notALock(const Asked &asked, const format::RawKey &hash)
{
    const LockName &name = asked.names.front();
    const bool hasModes = format::traitsOf(asked.kind).hasModes;
    format::Hints hints;
    hints.pins = {{name.bytes, hasModes ? "read-write"_ba : "reentrant"_ba, {}}};
    const format::RawKeys keys{{KeyName(name.bytes), hash}};
    const format::Format *const format = format::recognise(name, keys, hints);
    if (format == nullptr)
        return Sentence::say(
                   "the key \"%1\" exists but is not a lock: a hash, but not in the form of "
                   "a known lock; it was not changed")
            .arg(shownName(name.bytes));
    const format::LockReading reading = format::readLock(*format, name, keys, hints, 0);
    const Family wanted = hasModes ? Family::ReadWrite : Family::Mutex;
    if (format::traitsOf(reading.kind, reading.library).family == wanted)
        return {};
    return Sentence::say("the key \"%1\" is a lock of kind %2, not of kind %3; it was not changed")
        .arg(shownName(name.bytes), QString::fromLatin1(reading.kind),
             QString::fromLatin1(asked.kind));
}

// Empty: all of them are missing or of the right type.
Sentence wrongPart(const Asked &asked, const std::vector<Part> &parts, const Replies &types)
{
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (!types[i] || types[i]->isError())
            continue;
        const QByteArray &type = types[i]->bytes;
        if (type != "none" && type != parts[i].type)
            return Sentence::say(
                       "\"%1\" cannot be acquired: its key %2 has the type %3, not %4; the "
                       "key was not changed")
                .arg(shownName(asked.names.front().bytes), shownName(parts[i].key.bytes),
                     visible(type), visible(parts[i].type));
    }
    return {};
}

} // namespace

bool isWorthALook(const Asked &asked, const AcquireOutcome &outcome)
{
    using Status = AcquireOutcome::Status;
    const KindOptions *const options = optionsOf(asked.kind);
    if (options == nullptr || asked.names.size() != 1 || asked.servers.size() != 1)
        return false;
    if (outcome.status == Status::WrongType)
        return !otherPartsOf(asked.kind, asked.names.front()).empty();
    // A string may be any library's lock, and a number tells what it counts.
    return outcome.status == Status::Busy && !outcome.error
        && !format::traitsOf(asked.kind).isPlainString && !options->hasPermits && options->isHeld;
}

QCoro::Task<AcquireOutcome> afterALook(TaskScope &scope, redis::Deployment &deployment, Asked asked,
                                       AcquireOutcome outcome)
{
    const QByteArray name = asked.names.front().bytes;
    const QString label = deployment.label(); // it may go while the replies are awaited
    const bool isBusy = outcome.status == AcquireOutcome::Status::Busy;
    const auto parts = isBusy ? std::vector<Part>() : otherPartsOf(asked.kind, asked.names.front());
    std::vector<Pending<Reply>> questions;
    if (isBusy) {
        questions.push_back(deployment.send({"TYPE", name}));
        questions.push_back(deployment.send({"HLEN", name}));
        questions.push_back(deployment.send(
            {"HSCAN", name, "0", "COUNT", QByteArray::number(format::maxElements)}));
        questions.push_back(deployment.send({"HGET", name, "mode"}));
    }
    for (const Part &part : parts)
        questions.push_back(deployment.send({"TYPE", part.key.bytes}));
    auto all = whenAll(std::move(questions));
    const auto replies = co_await scope.wait(std::move(all), longestLook);
    if (!replies)
        co_return outcome;
    Sentence why;
    if (!isBusy)
        why = wrongPart(asked, parts, *replies);
    else if (const auto hash = hashFrom(*replies))
        why = notALock(asked, *hash);
    if (!why.isEmpty()) {
        outcome.status = AcquireOutcome::Status::WrongType;
        outcome.error = Error{ErrorKind::Server, noLockCode, why, label};
    }
    co_return outcome;
}

} // namespace lockscope::workbench
