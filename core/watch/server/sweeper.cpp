// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/sweeper.h"

#include "core/base/async/combine.h"
#include "core/watch/read/replyerrors.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr Millis shortestPeriod{1000};
constexpr Millis pollingScanPeriod{2000};
constexpr std::size_t fullPollUpTo = 1000; // locks that are simply all read in each poll
constexpr std::size_t chunkSize = 100;
// A sweep is a safety net beside events, and the only source without.
constexpr int shareWithEvents = 250; // one in so many
constexpr int shareWithoutEvents = 100;
// Servers with several threads, and proxies, may tell of a change after they have answered to it.
constexpr Millis eventDelay{100};

} // namespace

Sweeper::Sweeper(const ServerContext &context, Parts parts, Handlers handlers)
    : m_context(context)
    , m_parts(parts)
    , m_handlers(std::move(handlers))
{}

void Sweeper::start()
{
    m_context.scope.start([this] { return run(); });
}

Millis Sweeper::rest() const
{
    const int share = m_context.hearsAll() ? shareWithEvents : shareWithoutEvents;
    return std::max(shortestPeriod, std::chrono::ceil<Millis>(m_cost * share));
}

// The pause between two sweeps may be long if there are many locks. The record of the server is
// asked for every second all the same: it proves that the server is in sight.
QCoro::Task<> Sweeper::run()
{
    Instant scannedAt = m_context.time.now();
    Millis left = rest();
    while (true) {
        const Millis turn = std::min(left, shortestPeriod);
        const auto slept = co_await m_context.scope.sleep(turn);
        if (!slept)
            co_return;
        left -= turn;
        m_context.book.settleLosses();
        // Where events flow they tell of what changes during the first scan.
        const bool isTold = m_context.record.discovering && m_context.hearsAll();
        if (m_context.isUp() && !isTold) {
            const auto looked = co_await look(turn == shortestPeriod, left <= Millis(0));
            if (!looked && looked.error().kind == ErrorKind::Cancelled)
                co_return;
        }
        if (left <= Millis(0))
            left = rest();
        const Instant now = m_context.time.now();
        const Millis scanPeriod =
            m_context.hearsAll() ? m_context.options.verifyPeriod : pollingScanPeriod;
        if (now - scannedAt >= scanPeriod && m_context.isUp()) {
            scannedAt = now;
            m_handlers.checkByScan();
        }
    }
}

QCoro::Task<Result<void>> Sweeper::look(bool atServer, bool atLocks)
{
    if (atServer) {
        const auto refreshed = co_await m_handlers.refresh();
        if (!refreshed)
            co_return refreshed;
    }
    if (!atLocks)
        co_return Result<void>();
    const auto learned = co_await m_parts.names.learn();
    if (!learned && learned.error().kind == ErrorKind::Cancelled)
        co_return learned;
    co_return co_await sweep();
}

QCoro::Task<Result<void>> Sweeper::sweep()
{
    const auto looked = co_await m_parts.waiters.lookForShards();
    if (!looked)
        co_return looked;
    const auto listened = co_await m_handlers.lookAtChannels();
    if (!listened)
        co_return listened;
    m_context.book.tidy();
    m_cost = std::chrono::microseconds(0);
    if (!m_context.hearsAll() && m_context.book.size() <= fullPollUpTo) {
        constexpr int costOfReading = 3;
        m_cost = std::chrono::microseconds(costOfReading * m_context.book.size());
        for (const LockName &name : m_context.book.names())
            m_parts.pump.markUntold(name);
        const auto resolved = co_await m_parts.queues.look();
        m_parts.pump.pump();
        co_return resolved;
    }
    m_suspects.clear();
    if (m_plan.wantsNames())
        m_plan.setNames(m_context.book.names());
    const Instant now = m_context.time.now();
    std::vector<LockName> names =
        m_context.hearsAll() ? m_plan.toCompare(now) : m_context.book.names();
    const auto compared = co_await compare(std::move(names));
    if (!compared)
        co_return compared;
    const std::vector<LockName> counting = m_plan.toCount();
    const auto counted = co_await m_parts.waiters.count(counting);
    if (!counted)
        co_return counted;
    // No event tells when the last client leaves that waits for a lock whose keys are all gone.
    for (const LockName &name : counting) {
        if (m_context.book.isKnownByListeners(name))
            m_parts.pump.markUntold(name);
    }
    markQueues();
    const auto resolved = co_await m_parts.queues.look();
    m_parts.pump.pump();
    if (!resolved)
        co_return resolved;
    co_return co_await judgeSuspects();
}

// The expiry of a lock's main key tells nothing about its queue.
void Sweeper::markQueues()
{
    const auto hasOtherKeys = [this](const LockName &name) {
        return m_context.book.hasOtherKeys(name);
    };
    for (const LockName &name : m_plan.toRead(m_context.time.now(), hasOtherKeys))
        m_parts.pump.markUntold(name);
    m_parts.pump.pump();
}

QCoro::Task<Result<void>> Sweeper::compare(std::vector<LockName> names)
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

QCoro::Task<Result<void>> Sweeper::compareChunk(std::vector<LockName> names)
{
    const Instant sent = m_context.time.now();
    std::vector<Pending<Reply>> pendings;
    pendings.reserve(names.size() + 2);
    const bool isExact = m_context.reader.hasExactDeadlines();
    const bool isTimed = !isExact && m_context.reader.asksTime();
    if (isTimed)
        pendings.push_back(m_context.connection.send({"TIME"}));
    for (const LockName &name : names)
        pendings.push_back(
            m_context.connection.send({isExact ? "PEXPIRETIME" : "PTTL", name.bytes}));
    if (isTimed)
        pendings.push_back(m_context.connection.send({"TIME"}));
    auto all = whenAll(std::move(pendings));
    const auto replies = co_await m_context.scope.wait(std::move(all), Millis(10'000));
    if (!replies)
        co_return fail(replies.error());
    // Other work shares the connection and this thread: the time is no more than a bound.
    const Instant now = m_context.time.now();
    const auto atMost = std::chrono::floor<std::chrono::microseconds>(now - sent);
    m_cost += std::min(atMost, std::chrono::microseconds(replies->size()));
    for (const auto &reply : *replies) {
        if (!reply)
            co_return fail(reply.error());
        if (isTemporary(reply->errorCode())) {
            const Error notNow = errorOf(*reply, m_context.connection.label());
            m_handlers.hindered(notNow);
            co_return fail(notNow);
        }
    }
    ServerSpan answered = spanOf(m_context.serverClock, sent, now);
    if (isTimed)
        answered = spanBetween(*replies->front(), *replies->back(), answered);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Reply &expiry = *(*replies)[i + (isTimed ? 1 : 0)];
        if (!isSuspicious(names[i], expiry, isExact ? nullptr : &answered))
            continue;
        const auto shown = m_context.book.mainExpiry(names[i]);
        const bool expired = shown && shown->at <= m_context.serverClock.serverTime(now);
        if (m_context.hearsAll() && !expired)
            m_suspects.insert(names[i]);
        else
            m_parts.pump.markUntold(names[i]);
    }
    m_parts.pump.pump();
    co_return Result<void>();
}

// A difference from the shown state is only late if its event arrives now. Otherwise it was missed:
// by a defect, or because SWAPDB causes no event. Then the other locks are compared too, so that
// the reported number covers all.
QCoro::Task<Result<void>> Sweeper::judgeSuspects()
{
    for (const bool isPart : {true, false}) {
        if (m_suspects.empty())
            co_return Result<void>();
        const auto heard = co_await awaitEvents();
        if (!heard || !m_context.isUp())
            co_return heard;
        if (m_suspects.empty() || !isPart)
            continue;
        std::vector<LockName> others = m_plan.others();
        const auto compared = co_await compare(std::move(others));
        if (!compared || !m_context.isUp())
            co_return compared;
    }
    const auto missed = std::exchange(m_suspects, {});
    if (missed.empty())
        co_return Result<void>();
    m_plan.hurry(m_context.time.now());
    m_handlers.missed(
        missed.size(),
        missed.size() == 1
            ? Sentence::say("a lock changed without an event: SWAPDB, or a lost event")
            : Sentence::say("%1 locks changed without an event: SWAPDB, or lost events")
                  .arg(missed.size()));
    // Differences beside the main key are not among the suspects, and new locks are not known.
    m_handlers.swapped();
    co_return Result<void>();
}

// Until each event of what has been compared is known. If the listening connection does not answer,
// nobody knows whether one was lost: the locks are read all the same.
QCoro::Task<Result<void>> Sweeper::awaitEvents()
{
    const auto slept = co_await m_context.scope.sleep(eventDelay);
    if (!slept)
        co_return slept;
    const auto caughtUp = co_await m_handlers.catchUp();
    if (caughtUp || caughtUp.error().kind == ErrorKind::Cancelled)
        co_return caughtUp;
    for (const LockName &name : std::exchange(m_suspects, {}))
        m_parts.pump.markUntold(name);
    m_parts.pump.pump();
    co_return caughtUp;
}

// True if the answer about the main key's expiry does not fit the shown state. `asked`: when a time
// to live was asked for; empty if the instant was.
bool Sweeper::isSuspicious(const LockName &lock, const Reply &expiry, const ServerSpan *asked) const
{
    if (!m_context.book.knows(lock) || !expiry.isInteger() || m_parts.pump.isUnderWay(lock))
        return false;
    const auto shown = m_context.book.mainExpiry(lock);
    if (expiry.integer == -2 && m_context.book.isWithoutMain(lock))
        return false; // other keys make it: their own deadlines and changes tell
    if (expiry.integer < 0)
        return shown.has_value() || expiry.integer == -2;
    if (!shown)
        return true;
    if (asked == nullptr)
        return format::boundedInstant(expiry.integer) != shown->at;
    return !mayBeSame(expiryAfter(*asked, expiry.integer), shown->at, shown->slack);
}

} // namespace lockscope::watch
