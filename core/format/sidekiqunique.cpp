// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/sidekiqunique.h"

#include "core/format/rawkeys.h"
#include "core/format/tokens.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr QByteArrayView namePrefix("uniquejobs:");
constexpr QByteArrayView wakeUpMark("1"); // a job's id has 24 digits

// A key of the whole library, not of one lock.
bool isBook(const QByteArray &key)
{
    static constexpr std::array books{"uniquejobs:digests",   "uniquejobs:expiring_digests",
                                      "uniquejobs:changelog", "uniquejobs:live",
                                      "uniquejobs:dead",      "uniquejobs:profiles",
                                      "uniquejobs:reaper"};
    return key.startsWith("uniquejobs:working:") || key.startsWith("uniquejobs:heartbeat:")
        || std::any_of(books.begin(), books.end(), [&](const char *book) { return key == book; });
}

KeyName lockedKey(const LockName &name)
{
    return KeyName(name.bytes + ":LOCKED");
}

std::vector<KeyToRead> keysOf(const LockName &name, const RawKeys &have)
{
    std::vector<KeyToRead> wanted;
    if (!name.bytes.startsWith(namePrefix) || isBook(name.bytes))
        return wanted;
    for (const KeyToRead &wish : {KeyToRead{lockedKey(name), KeyType::Hash},
                                  KeyToRead{KeyName(name.bytes + ":QUEUED"), KeyType::List},
                                  KeyToRead{KeyName(name.bytes + ":PRIMED"), KeyType::List}}) {
        if (!have.contains(wish.key))
            wanted.push_back(wish);
    }
    return wanted;
}

// The jobs in a list, the next one first: they are put in on the left and taken from the right. A
// release leaves a mark of its own there, for some seconds, to wake waiters.
std::vector<OwnerId> jobsIn(const RawKeys &keys, const KeyName &list)
{
    const RawKey &key = keyIn(keys, list);
    std::vector<OwnerId> jobs;
    for (auto id = key.items.rbegin(); id != key.items.rend(); ++id) {
        if (*id != wakeUpMark)
            jobs.emplace_back(*id);
    }
    return jobs;
}

// Those of the second list are about to hold it.
std::vector<OwnerId> waitingJobs(const LockName &name, const RawKeys &keys)
{
    std::vector<OwnerId> jobs = jobsIn(keys, KeyName(name.bytes + ":PRIMED"));
    for (OwnerId &job : jobsIn(keys, KeyName(name.bytes + ":QUEUED")))
        jobs.push_back(std::move(job));
    return jobs;
}

// A number of seconds or milliseconds, or since version 9 JSON with one in it.
std::optional<ServerMs> sinceWhen(const QByteArray &value)
{
    if (!value.startsWith('{'))
        return token::instantFrom(QByteArrayView(value));
    const QJsonObject details = QJsonDocument::fromJson(value).object();
    for (const QString &member : {u"at"_s, u"time"_s, u"timestamp"_s, u"locked_at"_s}) {
        if (details[member].isDouble())
            return token::instantFrom(details[member].toDouble());
    }
    return std::nullopt;
}

} // namespace

std::optional<NameMeaning> SidekiqUnique::meaningOfKey(const KeyName &key) const
{
    if (!key.bytes.startsWith(namePrefix))
        return std::nullopt;
    if (isBook(key.bytes))
        return NameMeaning{Signal::Changed, {}};
    for (const QByteArrayView suffix : {QByteArrayView(":LOCKED"), QByteArrayView(":QUEUED"),
                                        QByteArrayView(":PRIMED"), QByteArrayView(":INFO")}) {
        if (key.bytes.endsWith(suffix) && key.bytes.size() > namePrefix.size() + suffix.size())
            return NameMeaning{Signal::Changed, {LockName(key.bytes.chopped(suffix.size()))}};
    }
    return std::nullopt;
}

bool SidekiqUnique::mayBeName(const LockName &name) const
{
    return name.bytes.startsWith(namePrefix) && !isBook(name.bytes);
}

std::vector<KeyToRead> SidekiqUnique::evidence(const LockName &name, const RawKeys &have) const
{
    return keysOf(name, have);
}

bool SidekiqUnique::recognises(const LockName &name, const RawKeys &keys,
                               const Hints & /*hints*/) const
{
    if (!mayBeName(name))
        return false;
    const KeyType main = mainKeyIn(keys, name).type;
    return (main == KeyType::None || main == KeyType::String)
        && (keyIn(keys, lockedKey(name)).type == KeyType::Hash || !waitingJobs(name, keys).empty());
}

std::vector<KeyToRead> SidekiqUnique::wanted(const LockName &name, const RawKeys &have) const
{
    return keysOf(name, have);
}

LockReading SidekiqUnique::read(const LockName &name, const RawKeys &keys, const Hints & /*hints*/,
                                ServerMs /*now*/) const
{
    LockReading reading;
    reading.kind = "unique-job";
    reading.library = "sidekiq-unique-jobs";
    reading.counting = true;
    reading.candidates = {
        {reading.kind, reading.library, Sentence::say("uniquejobs: with a hash or lists of jobs")}};
    const KeyName locks = lockedKey(name);
    const RawKey &locked = keyIn(keys, locks);
    reading.expireAt = locked.expireAt;
    reading.truncated = locked.truncated;
    for (const auto &[jobId, details] : locked.fields) {
        Hold hold{OwnerId(jobId), Mode::Exclusive, 1, locked.expireAt, false};
        hold.origin.acquiredAt = sinceWhen(details);
        reading.holds.push_back(std::move(hold));
    }
    std::sort(reading.holds.begin(), reading.holds.end(),
              [](const Hold &a, const Hold &b) { return a.owner < b.owner; });
    reading.waiters.emplace();
    for (OwnerId &job : waitingJobs(name, keys))
        reading.waiters->push_back({std::move(job), std::nullopt});
    for (const char *const list : {":PRIMED", ":QUEUED"})
        reading.truncated |= keyIn(keys, KeyName(name.bytes + list)).truncated;
    return reading;
}

} // namespace lockscope::format
