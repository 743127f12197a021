// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/lockbook.h"

#include "core/format/traits.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

std::vector<KnownExpiry> expiriesOf(const format::RawKeys &keys)
{
    std::vector<KnownExpiry> expiries;
    for (const auto &[name, key] : keys) {
        if (key.expireAt)
            expiries.push_back({name, *key.expireAt, key.expirySlack});
    }
    return expiries;
}

// MIGRATE hands over the time that a key has left, and Redis before 7.0 some commands with a time
// to its replicas, so the copy expires later by the time that the transfer took: that is no
// renewal.
void alignExpiries(TrackedLock &before, const format::LockReading &after)
{
    constexpr format::ServerMs longestTransfer = 1000;
    const auto align = [](std::optional<format::ServerMs> &known,
                          const std::optional<format::ServerMs> &read) {
        if (known && read && std::abs(*read - *known) <= longestTransfer)
            known = read;
    };
    align(before.reading.expireAt, after.expireAt);
    for (std::size_t i = 0; i < before.holds.size(); ++i) {
        format::Hold &hold = before.holds[i].hold;
        const auto same = std::ranges::find_if(after.holds, [&](const format::Hold &each) {
            return each.owner == hold.owner && each.mode == hold.mode;
        });
        if (same == after.holds.end())
            continue;
        align(hold.expireAt, same->expireAt);
        align(before.reading.holds[i].expireAt, same->expireAt);
    }
}

Moment earlier(const Moment &now, Millis ago)
{
    return {now.instant - ago, now.wall - ago, now.server - ago.count()};
}

} // namespace

LockBook::LockBook(DeploymentId deployment, ServerId server, QString label, const Clock &time,
                   const ServerClock &clock, WatchMailbox &mailbox)
    : m_deployment(deployment)
    , m_server(server)
    , m_label(std::move(label))
    , m_serverText(m_label)
    , m_time(time)
    , m_clock(clock)
    , m_mailbox(mailbox)
    , m_maker(deployment, server, m_label, clock)
    , m_waiters(m_locks)
    , m_clients(m_locks)
    , m_losses(
          time,
          {.ended = [this](const Losses::Ended &ended) { tellEnded(ended); },
           .lost =
               [this](Losses::Cause cause, const std::vector<LockName> &names,
                      std::vector<LostHold> holds) { tellLost(cause, names, std::move(holds)); },
           .catchUp =
               [this](std::function<void()> heard) {
                   if (m_catchUp)
                       m_catchUp(std::move(heard));
                   else
                       heard();
               }})
{}

Moment LockBook::now() const
{
    const Instant instant = m_time.now();
    return {instant, m_time.wallNow(), m_clock.serverTime(instant)};
}

ReadJob LockBook::job(const DirtyQueue::Entry &entry)
{
    m_evidence.asked(entry.lock, std::min(entry.since, m_time.now()));
    advance(entry.lock, Sharded::Confirmed, Sharded::IsRead);
    ReadJob job{entry.lock, nullptr, {}, {}, true, false, {}, entry.keys};
    job.causes.erase(KeyName(entry.lock.bytes));
    if (entry.all)
        job.causes.clear();
    if (const auto doubt = m_doubts.find(entry.lock); doubt != m_doubts.end())
        job.expiries = doubt->second.expiries;
    const auto place = m_locks.find(entry.lock);
    if (place == LockStore::nowhere) {
        job.isHash = entry.isHash;
        // Only its own name changed: if it is gone, no other keys of it are left.
        job.withoutMain = entry.all || !job.causes.empty();
        job.asksListeners = entry.all;
        return job;
    }
    OpenLock known = m_locks.open(place);
    job.format = known.format;
    // The last release leaves nothing of a hash; a string of permits stays.
    job.mayBeGone = !entry.all && job.format->mainType() == format::KeyType::Hash
        && m_evidence.wasUnlocked(entry.lock);
    std::ranges::copy(expiriesOf(known.keys), std::back_inserter(job.expiries));
    const auto listening = m_waiters.channels(entry.lock);
    for (const QByteArray &channel : listening) {
        if (channel != job.format->waitChannel(entry.lock))
            job.waiterChannels.push_back(channel);
    }
    const format::ServerMs soon = m_clock.serverTime(m_time.now()) + 5;
    // The server tells of the number and of the permits apart, but they change together: read one
    // after the other, one change would be told twice.
    const bool areOne = format::traitsOf(known.lock.reading.kind).number
        == format::KindTraits::Number::LapsingPermits;
    for (auto &[name, key] : known.keys) {
        if (name.bytes == entry.lock.bytes)
            continue;
        const bool changed = entry.all || areOne || entry.keys.contains(name)
            || (key.expireAt && *key.expireAt <= soon);
        if (!changed)
            job.kept.emplace(name, std::move(key));
        else if (key.exists() && key.type != format::KeyType::Other)
            job.expected.push_back({name, key.type});
    }
    job.known = std::move(known.lock);
    return job;
}

Evidence LockBook::evidenceFor(const LockName &name) const
{
    Evidence evidence = m_evidence.evidence(name);
    const auto place = m_locks.find(name);
    const format::Format *const format =
        place == LockStore::nowhere ? nullptr : m_locks.packed(place).format();
    const auto sharded = m_sharded.find(name);
    const bool isHeard =
        !m_isSharded || (sharded != m_sharded.end() && sharded->second == Sharded::Heard);
    evidence.hearsReleases =
        m_hears && isHeard && (format == nullptr || !format->waitChannel(name).isEmpty());
    evidence.hearsLatches = m_hearsLatches;
    return evidence;
}

Difference LockBook::compare(const LockName &name, const std::optional<TrackedLock> &before,
                             const std::optional<format::LockReading> &after, const Moment &now,
                             const Heard &heard)
{
    Evidence evidence = evidenceFor(name);
    evidence.changes = heard.changes;
    evidence.areAllTold = heard.areAll;
    const auto doubt = m_doubts.extract(name);
    auto result = doubt ? differenceAfterDoubt(before, doubt.mapped().reading, after, evidence, now)
                        : difference(before, after, evidence, now);
    if (result.wantsProof)
        return result;
    learnLatches(result, evidence);
    const UnseenBook::Step step{before, result, evidence, heard.wasLock, heard.areAll};
    if (auto unseen = m_unseen.count(name, step, now.instant)) {
        // They came before what is there now, and after what was there before.
        const auto place = result.lock ? result.events.begin() : result.events.end();
        result.events.insert(place, std::move(*unseen));
    }
    return result;
}

// A latch does not tell its owner. But if there is one latch for each unlock, every one of these
// owners left one.
void LockBook::learnLatches(const Difference &difference, const Evidence &evidence)
{
    if (evidence.latches() == 0 || evidence.latches() < evidence.unlocks())
        return;
    for (const LockEvent &event : difference.events) {
        const bool unlocked =
            event.type == EventType::Released || event.type == EventType::PartiallyReleased;
        if (unlocked && event.owner)
            m_evidence.noteLatchUser(*event.owner);
    }
}

LockBook::Applied LockBook::apply(ReadOutcome outcome, const Heard &heard)
{
    const LockName name = outcome.lock;
    const Moment at = now();
    std::optional<format::LockReading> after = std::move(outcome.reading);
    const bool isHidden = after && after->isGuess() && !m_guessesShown;
    noteGuess(name, isHidden);
    const auto place = m_locks.find(name);
    std::optional<TrackedLock> before; // empty also if it was hidden since the job was made
    if (place != LockStore::nowhere) {
        before = outcome.known ? std::move(outcome.known) : m_locks.open(place).lock;
        // Only this may have become known while the lock was read, by noteSubscribers().
        before->waitingConnections = m_locks.record(place)->waitingConnections;
    }
    const bool wasUncertain = before && m_locks.record(place)->state == LockState::Uncertain;
    if ((m_moved.erase(name) > 0 || wasUncertain) && before && after)
        alignExpiries(*before, *after);
    if (isHidden && (!before || before->reading.isGuess())) {
        hide(name);
        return Applied::NoLock;
    }
    if (isHidden) // it was shown as a lock, and is not shown any more
        after.reset();
    // A reading is judged by the time at which the server replied, which may be long ago.
    const Millis ago(std::max<format::ServerMs>(0, at.server - outcome.readAt.value_or(at.server)));
    auto difference = compare(name, before, after, earlier(at, ago), heard);
    for (LockEvent &event : difference.events) { // told now, with the time that is left now
        if (event.ttl)
            event.ttl = std::max(Millis(0), *event.ttl - ago);
    }
    if (difference.wantsProof) {
        m_evidence.noteProof(name, difference.missesSign);
        if (after && !after->holds.empty())
            m_doubts.insert_or_assign(name, Doubt{std::move(*after), expiriesOf(outcome.keys)});
        return difference.missesSign ? Applied::LookLater : Applied::LookAgain;
    }
    m_undone.read(name, before, difference, at);
    advance(name, Sharded::IsRead, Sharded::Heard);
    const bool hasSigns = m_losses.expects(name) && m_evidence.hasSigns(name);
    m_evidence.applied(name, difference.changed, difference.lateUsed);
    const QByteArray kind = difference.lock ? difference.lock->reading.kind
        : before                            ? before->reading.kind
                                            : QByteArray();
    if (before && m_losses.noteRead(name, kind, *before, after, hasSigns, difference.events))
        m_evidence.noteGap(name);
    tellAll(name, kind, difference.events, at);
    if (!difference.lock) { // signs of later changes are kept
        if (!before)
            return difference.events.empty() ? Applied::NoLock : Applied::CameAndWent;
        m_mailbox.put(LockId{m_deployment, name}, LockPointer());
        m_clients.forget(name, *before);
        m_waiters.forget(name);
        m_locks.remove(place);
        settleLosses();
        return Applied::Gone;
    }
    OpenLock lock{std::move(*difference.lock), outcome.format, std::move(outcome.keys)};
    if (before)
        m_clients.forget(name, *before);
    m_clients.follow(name, lock.lock);
    // Waiters of a queue listen to channels of their own; the lock's says nothing of them.
    if (!format::traitsOf(lock.lock.reading.kind).hasFairQueue())
        lock.lock.waitingConnections = outcome.waitingConnections;
    m_waiters.follow(name, lock.lock, at.instant);
    m_waiters.count(name, lock, outcome.waiters, at.instant);
    tellTime(name, lock.lock, at);
    schedule(store(place, name, lock, at), lock.lock, at);
    settleLosses();
    return Applied::Lock;
}

LockPointer LockBook::record(const LockName &name) const
{
    const LockStore::Place place = m_locks.find(name);
    return place == LockStore::nowhere ? LockPointer() : m_locks.record(place);
}

void LockBook::forgetUnknown(const LockName &name)
{
    if (knows(name))
        return;
    m_evidence.forget(name);
    m_doubts.erase(name);
}

// Nothing happened to it, so no event tells of its end.
void LockBook::hide(const LockName &name)
{
    if (const auto place = m_locks.find(name); place != LockStore::nowhere) {
        m_mailbox.put(LockId{m_deployment, name}, LockPointer());
        m_clients.forget(name, m_locks.open(place).lock);
        m_waiters.forget(name);
        m_locks.remove(place);
    }
    m_doubts.erase(name);
    m_evidence.forget(name);
    passOver(name);
}

void LockBook::setUncertain()
{
    for (const LockName &name : m_locks.names()) {
        const auto place = m_locks.find(name);
        LockRecord record = *m_locks.record(place);
        record.state = LockState::Uncertain;
        const auto shown = std::make_shared<const LockRecord>(std::move(record));
        m_mailbox.put(shown->id, shown);
        m_locks.show(place, shown);
    }
}

std::optional<OpenLock> LockBook::give(const LockName &name)
{
    const auto place = m_locks.find(name);
    if (place == LockStore::nowhere)
        return {};
    OpenLock lock = m_locks.open(place);
    m_clients.forget(name, lock.lock);
    m_waiters.forget(name);
    m_locks.remove(place);
    m_doubts.erase(name);
    m_moved.erase(name);
    m_evidence.forget(name);
    passOver(name);
    return lock;
}

void LockBook::take(const LockName &name, OpenLock lock)
{
    const Moment at = now();
    m_clients.follow(name, lock.lock);
    m_waiters.follow(name, lock.lock, at.instant);
    m_evidence.noteGap(name);
    m_moved.insert(name);
    schedule(store(m_locks.find(name), name, lock, at), lock.lock, at);
}

void LockBook::setServerText(const QString &text)
{
    m_serverText = text;
    m_maker.setServerText(text);
}

// Bounded: beyond it the count is a lower bound.
void LockBook::noteGuess(const LockName &name, bool isHidden)
{
    constexpr std::size_t most = 65'536;
    const std::size_t hash = qHash(name.bytes, 0x9e55);
    if (!isHidden)
        m_hidden.erase(hash);
    else if (m_hidden.size() < most)
        m_hidden.insert(hash);
}

void LockBook::noteUnlocked(const LockName &name)
{
    if (!m_losses.noteSign(name) && (knows(name) || m_evidence.awaits(name)))
        m_evidence.noteUnlocked(name, m_time.now());
}

void LockBook::await(const LockName &name)
{
    if (!knows(name))
        m_evidence.await(name);
}

void LockBook::tidy()
{
    m_evidence.tidy(m_time.now());
    m_unseen.tidy(m_time.now());
}

void LockBook::noteLatch(const LockName &name, const KeyName &latch)
{
    if (!m_losses.noteSign(name) && (knows(name) || m_evidence.awaits(name)))
        m_evidence.noteLatch(name, latch, m_time.now());
}

void LockBook::noteForced(const LockName &name, bool expected)
{
    if (knows(name))
        m_evidence.noteForced(name, expected, m_time.now());
}

void LockBook::noteTakenAway(const LockName &name)
{
    if (knows(name))
        m_evidence.noteTakenAway(name, m_time.now());
}

void LockBook::noteAlreadyThere(const LockName &name, bool wasThere)
{
    if (!knows(name))
        m_evidence.noteAlreadyThere(name, wasThere);
}

void LockBook::noteGap(Losses::Cause cause, const std::unordered_set<LockName> &underWay)
{
    const std::vector<LockName> names = m_locks.names();
    for (const LockName &name : names)
        m_evidence.noteGap(name);
    m_losses.begin(cause, names, underWay);
    if (cause == Losses::Cause::Restart)
        m_undone.noteRestart(m_time.now());
}

std::vector<LockName> LockBook::wokenBy(const format::NameMeaning &meaning) const
{
    // A lock that is known to have a queue ranks before one whose own channel it would be, and that
    // one before a lock of which no queue is known yet.
    enum Rank { HasQueue, Own, MayHaveQueue, Unknown };
    const auto rankOf = [&](const LockName &lock) {
        const auto place = m_locks.find(lock);
        const bool isKnown = place != LockStore::nowhere;
        if (!isKnown && !m_evidence.awaits(lock) && !m_losses.holdsBack(lock))
            return Unknown;
        if (std::find(meaning.queued.begin(), meaning.queued.end(), lock) == meaning.queued.end())
            return Own;
        const bool hasQueue =
            isKnown && format::traitsOf(*m_locks.record(place)->kind).hasFairQueue();
        return hasQueue ? HasQueue : MayHaveQueue;
    };
    std::vector<LockName> woken;
    Rank best = Unknown;
    for (const LockName &lock : meaning.locks) {
        const Rank rank = rankOf(lock);
        if (rank < best)
            woken.clear();
        best = std::min(best, rank);
        if (rank == best && rank != Unknown)
            woken.push_back(lock);
    }
    return woken;
}

void LockBook::noteSharded(const LockName &name, bool isHeard)
{
    if (isHeard)
        m_sharded.try_emplace(name, Sharded::Confirmed);
    else
        m_sharded.erase(name);
}

void LockBook::advance(const LockName &name, Sharded from, Sharded to)
{
    const auto sharded = m_sharded.find(name);
    if (sharded != m_sharded.end() && sharded->second == from)
        sharded->second = to;
}

QByteArray LockBook::releaseChannel(const LockName &name) const
{
    const auto place = m_locks.find(name);
    const format::Format *const format =
        place == LockStore::nowhere ? nullptr : m_locks.packed(place).format();
    if (format == nullptr)
        return {};
    const LockRecord &shown = *m_locks.record(place);
    const bool tells = !shown.guess && !format::traitsOf(*shown.kind).hasFairQueue();
    return tells ? format->waitChannel(name) : QByteArray();
}

void LockBook::noteSubscribers(const LockName &name, const Subscribers &counted)
{
    const auto place = m_locks.find(name);
    const format::Format *const format =
        place == LockStore::nowhere ? nullptr : m_locks.packed(place).format();
    if (format == nullptr)
        return;
    const LockRecord &shown = *m_locks.record(place);
    if (shown.state == LockState::Uncertain)
        return; // only a reading makes it certain
    std::optional<qint64> waiting = shown.waitingConnections;
    const QByteArray own = format->waitChannel(name);
    for (const auto &[channel, count] : counted) {
        if (channel == own && !format::traitsOf(*shown.kind).hasFairQueue())
            waiting = count;
    }
    if (waiting == shown.waitingConnections && m_waiters.pulsesOf(name) == nullptr)
        return; // as for most locks at each sweep
    OpenLock lock = m_locks.open(place);
    lock.lock.waitingConnections = waiting;
    const Moment at = now();
    m_waiters.count(name, lock, counted, at.instant);
    store(place, name, lock, at);
}

// Reports the changes that time alone brings to a lock as it is known now.
void LockBook::tellTime(const LockName &name, TrackedLock &lock, const Moment &now)
{
    auto events = watch::tick(lock, now);
    for (LockEvent &event : events) {
        if (!event.owner || !format::libraryTraitsOf(lock.reading.library).hasClients)
            continue;
        const Sentence others =
            othersText(m_clients.heartbeatOf(clientOf(*event.owner), now.instant));
        if (!others.isEmpty())
            event.detail = Sentence::say("%1, %2").arg(event.detail, others);
    }
    tellAll(name, lock.reading.kind, events, now);
}

// Missing signs count against a holder or a waiter only if the server still answers: so the
// changes that time brings are reported by the reading that follows.
bool LockBook::tick(const LockName &name)
{
    const auto place = m_locks.find(name);
    if (place == LockStore::nowhere)
        return false;
    const Moment at = now();
    OpenLock known = m_locks.open(place);
    const TrackedLock &lock = known.lock;
    const bool isPast =
        std::any_of(lock.holds.begin(), lock.holds.end(), [&](const TrackedHold &hold) {
            return !hold.hold.stale && hold.hold.expireAt && *hold.hold.expireAt < at.server;
        });
    const LockRecord &shown = *m_locks.record(place);
    const bool isNews = !watch::tick(known.lock, at).empty()
        || m_maker.make(shown.id.name, known, at, m_waiters.pulsesOf(name)) != shown;
    if (isPast || isNews)
        return true; // the reading tells when it is due again
    schedule(place, lock, at);
    return false;
}

void LockBook::schedule(LockStore::Place place, const TrackedLock &lock, const Moment &now)
{
    const auto next = nextDeadline(lock, now);
    m_locks.setTick(place, next ? std::optional(m_clock.localTime(*next)) : std::nullopt);
}

std::vector<LockName> LockBook::takeDue()
{
    const Instant at = m_time.now();
    std::vector<LockName> due;
    while (const auto place = m_locks.takeDue(at))
        due.push_back(m_locks.record(*place)->id.name);
    return due;
}

std::optional<KnownExpiry> LockBook::mainExpiry(const LockName &name) const
{
    const auto place = m_locks.find(name);
    if (place == LockStore::nowhere)
        return std::nullopt;
    const PackedLock &packed = m_locks.packed(place);
    const auto at = packed.expireAt();
    return at ? std::optional(KnownExpiry{KeyName(name.bytes), *at, packed.expirySlack()})
              : std::nullopt;
}

bool LockBook::isFree(const LockName &name) const
{
    const auto place = m_locks.find(name);
    return place != LockStore::nowhere && m_locks.record(place)->holds.empty();
}

bool LockBook::hasOtherKeys(const LockName &name) const
{
    const auto place = m_locks.find(name);
    if (place == LockStore::nowhere)
        return false;
    const auto keys = keysOf(*m_locks.record(place));
    return std::any_of(keys.begin(), keys.end(),
                       [&](const KeyRecord &key) { return key.key.bytes != name.bytes; });
}

bool LockBook::hasKey(const LockName &name, const KeyName &key) const
{
    const auto place = m_locks.find(name);
    if (place == LockStore::nowhere)
        return false;
    const LockPointer &shown = m_locks.record(place);
    if (shown->totals && shown->totals->holds)
        return true; // of its very many holders' keys some are read
    const auto keys = keysOf(*shown);
    return std::any_of(keys.begin(), keys.end(),
                       [&](const KeyRecord &known) { return known.key == key; });
}

bool LockBook::isWithoutMain(const LockName &name) const
{
    const auto place = m_locks.find(name);
    if (place == LockStore::nowhere)
        return false;
    const auto keys = keysOf(*m_locks.record(place));
    return std::none_of(keys.begin(), keys.end(),
                        [&](const KeyRecord &key) { return key.key.bytes == name.bytes; });
}

bool LockBook::isKnownByListeners(const LockName &name) const
{
    const auto place = m_locks.find(name);
    return place != LockStore::nowhere && keysOf(*m_locks.record(place)).empty();
}

void LockBook::tell(EventType type, const Sentence &detail, const std::optional<LockName> &name)
{
    Event event;
    event.at = m_time.wallNow();
    event.type = type;
    event.name = name;
    event.deployment = m_label;
    event.server = m_serverText;
    event.deploymentId = m_deployment;
    event.serverId = m_server;
    event.detail = detail;
    m_mailbox.post(std::move(event));
}

void LockBook::tellAll(const LockName &name, const QByteArray &kind,
                       const std::vector<LockEvent> &events, const Moment &now)
{
    for (const LockEvent &event : events) {
        m_mailbox.post({now.wall,
                        event.type,
                        name,
                        kind,
                        m_label,
                        m_serverText,
                        m_deployment,
                        m_server,
                        event.owner,
                        event.mode,
                        event.count,
                        event.ttl,
                        event.detail,
                        {},
                        event.former,
                        event.unseen});
    }
}

void LockBook::tellEnded(const Losses::Ended &ended)
{
    tellAll(ended.name, ended.kind, {ended.event}, now());
}

void LockBook::tellLost(Losses::Cause cause, const std::vector<LockName> &names,
                        std::vector<LostHold> holds)
{
    Event event;
    event.at = m_time.wallNow();
    event.type = EventType::Lost;
    event.deployment = m_label;
    event.server = m_serverText;
    event.deploymentId = m_deployment;
    event.serverId = m_server;
    event.count = static_cast<qint64>(names.size());
    event.detail = lossText(cause, names);
    event.unseen = true;
    if (names.size() == 1) {
        event.name = names.front();
        event.kind = holds.front().kind;
    }
    if (holds.size() == 1 && holds.front().owner) {
        event.owner = holds.front().owner;
        event.mode = holds.front().mode;
    }
    event.lost = std::make_shared<const std::vector<LostHold>>(std::move(holds));
    m_mailbox.post(std::move(event));
}

// Keeps the lock, and reports it if its shown state has changed.
LockStore::Place LockBook::store(LockStore::Place place, const LockName &name, OpenLock &lock,
                                 const Moment &now)
{
    putLiveFirst(lock.lock);
    const LockPointer before = place == LockStore::nowhere ? LockPointer() : m_locks.record(place);
    // The same name again, not its bytes in another place.
    LockRecord fresh =
        m_maker.make(before ? before->id.name : name, lock, now, m_waiters.pulsesOf(name));
    if (before && fresh == *before)
        return m_locks.put(place, before, lock);
    const auto shown = std::make_shared<const LockRecord>(std::move(fresh));
    m_mailbox.put(shown->id, shown);
    return m_locks.put(place, shown, lock);
}

} // namespace lockscope::watch
