// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ServerWatch that looks without being told to: the scan for locks, and the sweeps that
// find what no event told.
#include "core/base/combine.h"
#include "core/base/memory.h"
#include "core/watch/server/serverwatch.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr Millis shortestPeriod{1000};
constexpr Millis pollingScanPeriod{2000};
constexpr std::size_t fullPollUpTo = 1000; // locks that are simply all read in each poll
constexpr std::size_t chunkSize = 100;
// A sweep is a safety net beside events, and the only source without.
constexpr int sweepShareWithEvents = 250; // one in so many
constexpr int sweepShare = 100;
// What an event that is on its way may take to be heard.
constexpr Millis eventDelay{100};
constexpr std::size_t sampleSize = 200;

} // namespace

void ServerWatch::discover(ScanFor reason)
{
    if (!isUp())
        return;
    const bool wantsAll = reason == ScanFor::All;
    if (m_scanning) {
        m_scanAgain |= wantsAll;
        if (wantsAll)
            m_discovery.setPatience(1);
        return;
    }
    m_scanning = true;
    m_checking = !wantsAll;
    if (m_options.names.empty())
        m_scope.start([this] { return runDiscovery(); });
    else
        m_scope.start([this] { return lookAtNames(); });
}

QCoro::Task<> ServerWatch::runDiscovery()
{
    // Nobody waits for a scan that only checks what events told; and one that looks for new locks
    // where nothing tells of them never ends.
    constexpr double checking = 0.2;
    m_discovery.setPatience(m_checking ? checking : 1);
    m_missedByScan = 0;
    m_samples = sampleSize;
    auto scanned = co_await m_discovery.run(m_scope);
    if (scanned)
        scanned = co_await findByChannels();
    if (scanned && !m_record.discovering)
        scanned = co_await m_queues.resolve();
    m_scanning = false;
    onScanProgress();
    if (!scanned && scanned.error().kind == ErrorKind::Cancelled)
        co_return;
    if (!scanned && isTemporary(scanned.error())) { // its return goes on with the scan
        m_scanAgain = true;
        onHindered(scanned.error());
        co_return;
    }
    const auto failedBy = [&](ErrorKind kind) { return !scanned && scanned.error().kind == kind; };
    const bool refused = failedBy(ErrorKind::Permission) || failedBy(ErrorKind::Server);
    if (refused)
        onRefused({scanned.error(), m_discovery.question()});
    if (!scanned && !refused)
        m_scanAgain = true;
    // The return of the server goes on with it; that it was lost is told after this.
    if (!scanned && (!isUp() || failedBy(ErrorKind::ConnectionLost)))
        co_return;
    if (!scanned && !refused)
        m_book.tell(EventType::Gap, u"the scan for locks failed: "_s + scanned.error().text);
    if (m_record.scan.stopped) {
        const ScanProgress &scan = m_record.scan;
        m_book.tell(EventType::Gap,
                    u"the scan for locks was stopped after %1"_s.arg(
                        scan.total > 0 ? u"%1 of %2 keys"_s.arg(scan.scanned).arg(scan.total)
                                       : u"%1 keys"_s.arg(scan.scanned)));
    }
    finishDiscovery();
    pump();
    // What was lost while it ran may lie behind the cursor.
    if (std::exchange(m_scanAgain, false) && m_subscriber && !m_record.scan.stopped)
        discover();
}

void ServerWatch::stopScan()
{
    m_discovery.stop();
}

void ServerWatch::startScan()
{
    if (!m_scanning)
        discover();
}

// Now and then: a step takes less than a millisecond.
void ServerWatch::onScanProgress()
{
    constexpr auto often = std::chrono::milliseconds(250);
    const Instant now = m_time.now();
    if (m_discovery.progress().running && now - m_progressAt < often)
        return;
    m_progressAt = now;
    m_record.scan = m_discovery.progress();
    publish();
}

void ServerWatch::onFound(const std::vector<FoundKey> &keys)
{
    // A rescan finds what a change should have told; without events that is how it is new.
    const bool first = m_record.discovering;
    const auto look = [&](const LockName &lock, const KeyName &key, bool isHash) {
        if (m_book.knows(lock) || !isOfInterest(lock))
            return;
        const bool announced = m_dirty.contains(lock) || m_inFlight.contains(lock);
        if (first || (hearsAll() && !announced))
            m_book.noteAlreadyThere(lock);
        if (!first && hearsAll() && !announced)
            m_unannounced.emplace(lock, m_checking && !m_scanAgain);
        mark(lock, key, DirtyQueue::Urgency::Background);
        if (isHash)
            m_dirty.noteHash(lock);
    };
    for (const FoundKey &found : keys) {
        const KeyName key(found.name);
        bool auxiliary = false;
        for (const auto &format : format::allFormats()) {
            const auto meaning = format->meaningOfKey(key);
            if (!meaning)
                continue;
            auxiliary = true;
            const bool known = std::any_of(meaning->locks.begin(), meaning->locks.end(),
                                           [&](const auto &lock) { return m_book.knows(lock); });
            if (meaning->signal != format::Signal::Changed)
                continue;
            const bool hasIt =
                std::any_of(meaning->locks.begin(), meaning->locks.end(),
                            [&](const auto &lock) { return m_book.hasKey(lock, key); });
            for (const LockName &lock : meaning->locks) {
                if (!known)
                    look(lock, key, false);
                else if (!hasIt && m_book.knows(lock))
                    mark(lock, key, DirtyQueue::Urgency::Background); // this key of it is news
            }
        }
        if (!auxiliary)
            look(LockName(found.name), key, found.isHash);
    }
    pump();
}

void ServerWatch::finishDiscovery()
{
    if (m_scanning || m_reading || m_dirty.backgroundSize() != 0)
        return;
    if (const quint64 missed = std::exchange(m_missedByScan, 0); missed != 0)
        reportMissed(missed, u"a scan found %1 locks that no event had reported"_s.arg(missed));
    if (!m_record.discovering)
        return;
    if (m_queues.isWanted() && !std::exchange(m_queuesAsked, true)) {
        m_scope.start([this] { return resolveQueuesBeforeTheEnd(); });
        return;
    }
    // Who looks once sees no name that comes later.
    if (m_options.learnNames && !m_subscriber && !std::exchange(m_namesAsked, true)) {
        m_scope.start([this] { return learnBeforeTheEnd(); });
        return;
    }
    const bool mayCheck = m_options.checkWaiters && !m_subscriber && m_book.hasUncheckedWaiters();
    if (mayCheck && !std::exchange(m_waitersAsked, true)) {
        m_scope.start([this] { return checkWaitersBeforeTheEnd(); });
        return;
    }
    if (m_learning || m_checkingWaiters || m_queues.isResolving())
        return;
    m_record.discovering = false;
    giveBackMemory(); // the scan took more than what it found
    publish();
}

// A lock of which no event told anything.
void ServerWatch::readAlone(const LockName &lock)
{
    if (!isOfInterest(lock))
        return;
    if (m_record.discovering)
        m_book.noteAlreadyThere(lock);
    mark(lock, {}, DirtyQueue::Urgency::Background);
}

QCoro::Task<> ServerWatch::resolveQueuesBeforeTheEnd()
{
    const auto resolved = co_await m_queues.resolve();
    if (resolved || resolved.error().kind != ErrorKind::Cancelled)
        pump();
}

// Counts and says it. Where notifications are trusted because some came, they are not any more.
void ServerWatch::reportMissed(quint64 count, const QString &what)
{
    m_record.counters.missed += count;
    m_book.tell(EventType::Gap, what);
    if (m_record.mode == WatchMode::Notifications) {
        m_keyspaceDoubt.raise(m_time.now(), m_options.probePeriod);
        m_notifyAsked = false;
        m_scope.start([this] { return askNotifyFlags(); });
    }
    publish();
}

Millis ServerWatch::restAfterSweep() const
{
    const int share = hearsAll() ? sweepShareWithEvents : sweepShare;
    return std::max(shortestPeriod, std::chrono::ceil<Millis>(m_sweepCost * share));
}

QCoro::Task<> ServerWatch::runSweeps()
{
    Instant scannedAt = m_time.now();
    while (true) {
        const auto slept = co_await m_scope.sleep(restAfterSweep());
        if (!slept)
            co_return;
        m_book.settleLosses();
        if (isUp() && !m_record.discovering) {
            const auto learned = co_await learnNames();
            if (!learned && learned.error().kind == ErrorKind::Cancelled)
                co_return;
            const auto swept = co_await sweep();
            if (!swept && swept.error().kind == ErrorKind::Cancelled)
                co_return;
        }
        const Instant now = m_time.now();
        const Millis scanPeriod = hearsAll() ? m_options.verifyPeriod : pollingScanPeriod;
        if (now - scannedAt >= scanPeriod && isUp()) {
            scannedAt = now;
            discover(ScanFor::Check);
        }
    }
}

QCoro::Task<Result<void>> ServerWatch::sweep()
{
    const auto sampled = co_await sampleClock();
    if (!sampled)
        co_return fail(sampled.error());
    const redis::Arguments question{"INFO", "replication"};
    if (!m_role.isEmpty()) {
        auto asked = m_connection.send(question);
        const auto role =
            co_await m_scope.wait(std::move(asked), m_connection.config().commandTimeout);
        if (!role)
            co_return fail(role.error());
        if (!role->isError())
            noteRole(role->bytes);
    }
    publish();
    const auto looked = co_await lookForShards();
    if (!looked)
        co_return looked;
    m_book.tidy();
    m_sweepCost = std::chrono::microseconds(0);
    if (!hearsAll() && m_book.size() <= fullPollUpTo) {
        constexpr int costOfReading = 3;
        m_sweepCost = std::chrono::microseconds(costOfReading * m_book.size());
        for (const LockName &name : m_book.names())
            mark(name, {}, DirtyQueue::Urgency::Background);
        const auto resolved = co_await m_queues.look();
        pump();
        co_return resolved;
    }
    m_suspects.clear();
    if (m_sweepPlan.wantsNames())
        m_sweepPlan.setNames(m_book.names());
    const Instant now = m_time.now();
    std::vector<LockName> names = hearsAll() ? m_sweepPlan.toCompare(now) : m_book.names();
    const auto compared = co_await compare(std::move(names));
    if (!compared)
        co_return compared;
    const std::vector<LockName> counting = m_sweepPlan.toCount();
    const auto counted = co_await countWaiters(counting);
    if (!counted)
        co_return counted;
    // Nothing tells when the last of those leaves who wait for a lock that has no key any more.
    for (const LockName &name : counting) {
        if (m_book.isKnownByListeners(name))
            mark(name, {}, DirtyQueue::Urgency::Background);
    }
    markQueues();
    const auto resolved = co_await m_queues.look();
    pump();
    if (!resolved)
        co_return resolved;
    co_return co_await judgeSuspects();
}

// The expiry of a lock's main key does not tell what became of its queue.
void ServerWatch::markQueues()
{
    const auto hasOtherKeys = [this](const LockName &name) { return m_book.hasOtherKeys(name); };
    for (const LockName &name : m_sweepPlan.toRead(m_time.now(), hasOtherKeys))
        mark(name, {}, DirtyQueue::Urgency::Background);
    pump();
}

QCoro::Task<Result<void>> ServerWatch::compare(std::vector<LockName> names)
{
    for (std::size_t begin = 0; begin < names.size(); begin += chunkSize) {
        const auto from = names.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to =
            names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), begin + chunkSize));
        auto compared = co_await compareChunk(std::vector<LockName>(from, to));
        if (!compared)
            co_return compared;
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> ServerWatch::compareChunk(std::vector<LockName> names)
{
    const Instant sent = m_time.now();
    std::vector<Pending<Reply>> pendings;
    pendings.reserve(names.size() + 2);
    const bool isExact = m_reader.hasExactDeadlines();
    const bool isTimed = !isExact && m_reader.asksTime();
    if (isTimed)
        pendings.push_back(m_connection.send({"TIME"}));
    for (const LockName &name : names)
        pendings.push_back(m_connection.send({isExact ? "PEXPIRETIME" : "PTTL", name.bytes}));
    if (isTimed)
        pendings.push_back(m_connection.send({"TIME"}));
    auto all = whenAll(std::move(pendings));
    const auto replies = co_await m_scope.wait(std::move(all), Millis(10'000));
    if (!replies)
        co_return fail(replies.error());
    // Other work shares the connection and this thread: the time is no more than a bound.
    const Instant now = m_time.now();
    const auto atMost = std::chrono::floor<std::chrono::microseconds>(now - sent);
    m_sweepCost += std::min(atMost, std::chrono::microseconds(replies->size()));
    for (const auto &reply : *replies) {
        if (!reply)
            co_return fail(reply.error());
        if (isTemporary(reply->errorCode())) {
            const Error notNow = errorOf(*reply, m_connection.label());
            onHindered(notNow);
            co_return fail(notNow);
        }
    }
    ServerSpan answered = spanOf(m_clock, sent, now);
    if (isTimed)
        answered = spanBetween(*replies->front(), *replies->back(), answered);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Reply &expiry = *(*replies)[i + (isTimed ? 1 : 0)];
        if (!isSuspicious(names[i], expiry, isExact ? nullptr : &answered))
            continue;
        const auto shown = m_book.mainExpiry(names[i]);
        const bool expired = shown && shown->at <= m_clock.serverTime(now);
        if (hearsAll() && !expired)
            m_suspects.insert(names[i]);
        else
            mark(names[i], {}, DirtyQueue::Urgency::Background);
    }
    pump();
    co_return Result<void>();
}

// What differs from what is shown is only late, if its event comes now. Otherwise it was missed: by
// a defect, or because SWAPDB tells nothing of what it changes. Then the other locks are compared
// too, so that the number that is told is that of all.
QCoro::Task<Result<void>> ServerWatch::judgeSuspects()
{
    for (const bool isPart : {true, false}) {
        if (m_suspects.empty())
            co_return Result<void>();
        const auto slept = co_await m_scope.sleep(eventDelay);
        if (!slept || !isUp())
            co_return slept;
        if (m_suspects.empty() || !isPart)
            continue;
        std::vector<LockName> others = m_sweepPlan.others();
        const auto compared = co_await compare(std::move(others));
        if (!compared || !isUp())
            co_return compared;
    }
    const auto missed = std::exchange(m_suspects, {});
    if (missed.empty())
        co_return Result<void>();
    m_sweepPlan.hurry(m_time.now());
    reportMissed(missed.size(),
                 u"%1 locks changed without an event: SWAPDB, or lost events"_s.arg(missed.size()));
    // What differs beside the main key is not among the suspects, and new locks are not known.
    onGap(Losses::Cause::Flush);
    co_return Result<void>();
}

// Whether the answer about the main key's expiry does not fit what is shown. `asked`: when a time
// to live was asked for; empty where the instant was.
bool ServerWatch::isSuspicious(const LockName &lock, const Reply &expiry,
                               const ServerSpan *asked) const
{
    if (!m_book.knows(lock) || !expiry.isInteger() || m_dirty.contains(lock)
        || m_inFlight.contains(lock))
        return false;
    const auto shown = m_book.mainExpiry(lock);
    if (expiry.integer == -2 && m_book.isWithoutMain(lock))
        return false; // other keys make it: their own deadlines and changes tell
    if (expiry.integer < 0)
        return shown.has_value() || (expiry.integer == -2 && !m_book.isFree(lock));
    if (!shown)
        return true;
    if (asked == nullptr)
        return format::boundedInstant(expiry.integer) != shown->at;
    return !mayBeSame(expiryAfter(*asked, expiry.integer), shown->at, shown->slack);
}

} // namespace lockscope::watch
