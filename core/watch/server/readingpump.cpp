// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/readingpump.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

ReadingPump::ReadingPump(const ServerContext &context, Handlers handlers)
    : m_context(context)
    , m_handlers(std::move(handlers))
    , m_deadlines(context.time)
{}

void ReadingPump::mark(const LockName &lock, const KeyName &key, DirtyQueue::Urgency urgency)
{
    m_dirty.mark(lock, key, urgency, m_context.time.now());
}

void ReadingPump::pump()
{
    constexpr std::size_t batchSize = 100;
    constexpr qsizetype batchBytes = 4096; // of names, each in about four commands
    // A lost connection answers at once that it is, before it says so to everybody.
    if (m_isReading || !m_context.isUp() || !m_handlers.isReady())
        return;
    const Instant now = m_context.time.now();
    const Instant allowed = m_moreWaits ? now : m_batches.nextAt(now);
    if (m_pumpTimer) {
        m_deadlines.remove(*m_pumpTimer);
        m_pumpTimer.reset();
    }
    if (allowed > now && m_dirty.size() != 0) {
        pumpAt(allowed);
        return;
    }
    auto entries = m_dirty.take(now, batchSize, batchBytes);
    if (entries.empty()) {
        m_moreWaits = false;
        if (const auto next = m_dirty.nextAt())
            pumpAt(*next);
        m_handlers.idle();
        return;
    }
    m_batches.take(now);
    m_moreWaits = m_dirty.nextAt().value_or(Instant::max()) <= now;
    m_isReading = true;
    m_context.scope.start(
        [this, entries = std::move(entries)]() mutable { return readBatch(std::move(entries)); });
}

void ReadingPump::pumpAt(Instant at)
{
    m_pumpTimer = m_deadlines.add(at, [this] {
        m_pumpTimer.reset();
        pump();
    });
}

// Ready when all input that had arrived by now has been handled: a wake-up reaches this process
// before the reading that shows its effect, but on another connection.
Pending<void> ReadingPump::inputSeen()
{
    auto completion = std::make_shared<Completion<void>>();
    auto pending = completion->pending();
    QMetaObject::invokeMethod(
        &m_input, [completion] { completion->complete({}); }, Qt::QueuedConnection);
    return pending;
}

QCoro::Task<> ReadingPump::readBatch(Entries entries)
{
    LockBook &book = m_context.book;
    std::vector<ReadJob> jobs;
    jobs.reserve(entries.size());
    for (const DirtyQueue::Entry &entry : entries) {
        jobs.push_back(book.job(entry));
        jobs.back().caution = cautionFor(entry.lock);
        m_handlers.prepare(jobs.back());
        m_inFlight.insert(entry.lock);
    }
    auto outcome = co_await m_context.reader.read(m_context.scope, std::move(jobs));
    // A sign that a second look still misses is not on its way any more.
    const bool isSignMissed = std::ranges::any_of(
        entries, [&book](const auto &entry) { return book.missesSign(entry.lock); });
    if (outcome && isSignMissed) {
        if (const auto caughtUp = co_await m_handlers.catchUp(); !caughtUp)
            outcome = fail(caughtUp.error());
    }
    if (outcome && m_context.options.events) {
        const auto seen = co_await m_context.scope.wait(inputSeen(), Millis(1000));
        if (!seen)
            outcome = fail(seen.error());
    }
    // Before any of them is reported as released.
    const auto isGone = [&book](const ReadOutcome &lock) {
        return !lock.reading && !lock.refused && !lock.postponed && !book.isFree(lock.lock);
    };
    const bool mayBeFalse =
        m_context.connection.topology() != nullptr || (!m_context.hearsAll() && book.size() > 1);
    if (outcome && mayBeFalse
        && std::any_of(outcome->locks.begin(), outcome->locks.end(), isGone)) {
        const bool mayBeTold = co_await m_handlers.someGone();
        if (!mayBeTold)
            outcome = fail(ErrorKind::ConnectionLost,
                           Sentence::say("the server is not the primary any more"));
    }
    m_isReading = false;
    m_inFlight.clear();
    if (outcome) {
        m_handlers.apply(std::move(*outcome), entries);
        armTick();
    } else {
        readAgain(std::move(entries), outcome.error());
    }
    pump();
}

// After a lost connection all that is known is read again; these entries also contain keys that a
// scan found and nobody has read yet. One answer that exceeds the size limit ends the connection:
// then each lock is read alone, which shows whose answer it was.
void ReadingPump::readAgain(Entries entries, const Error &error)
{
    if (error.kind == ErrorKind::Cancelled)
        return;
    const auto lost = m_context.connection.lastError();
    const bool wasTooLarge = lost && lost->kind == ErrorKind::Protocol;
    const Instant now = m_context.time.now();
    for (DirtyQueue::Entry &entry : entries) {
        if (wasTooLarge && entries.size() == 1)
            raiseCaution(entry.lock);
        entry.alone |= wasTooLarge || error.kind == ErrorKind::Timeout;
        m_dirty.markAgain(entry, now);
    }
}

Caution ReadingPump::cautionFor(const LockName &lock) const
{
    const auto known = m_cautions.find(qHash(lock.bytes, 0x7001));
    return known == m_cautions.end() ? Caution::None : known->second;
}

void ReadingPump::raiseCaution(const LockName &lock)
{
    constexpr std::size_t most = 10'000;
    if (m_cautions.size() >= most)
        m_cautions.clear();
    const bool isFirst = cautionFor(lock) == Caution::None;
    m_cautions[qHash(lock.bytes, 0x7001)] = isFirst ? Caution::Weigh : Caution::Refuse;
    if (isFirst)
        m_context.book.tell(EventType::Gap,
                            Sentence::say("a reply about it exceeded the size limit"), lock);
}

// One timer for the lock whose time comes first.
void ReadingPump::armTick()
{
    if (!m_context.options.events)
        return; // looking once
    const auto next = m_context.book.nextTick();
    if (m_tickTimer && next == (*m_tickTimer)->first)
        return;
    if (m_tickTimer)
        m_deadlines.remove(*m_tickTimer);
    m_tickTimer.reset();
    if (next) {
        m_tickTimer = m_deadlines.add(*next, [this] {
            m_tickTimer.reset();
            onTicks();
        });
    }
}

void ReadingPump::onTicks()
{
    // All at once: locks that are due again wait for the next timer.
    for (const LockName &lock : m_context.book.takeDue()) {
        // While the server is down nothing is known about it, and everything is read on return. A
        // lock that is about to be read is not judged by an older reading.
        if (!m_context.isUp() || isUnderWay(lock))
            continue;
        // If not every change is reported, a renewal may have come since: the reading decides.
        if (!m_context.hearsAll())
            mark(lock, KeyName(lock.bytes));
        else if (m_context.book.tick(lock))
            m_dirty.markLater(lock, m_context.time.now()); // no change was told
    }
    pump();
    armTick();
}

} // namespace lockscope::watch
