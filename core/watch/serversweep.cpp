// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ServerWatch that looks without being told to: the scan for locks, and the sweeps that
// find what no event told.
#include "core/base/combine.h"
#include "core/watch/serverwatch.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr Millis trackingPeriod{5000};
constexpr Millis pollingPeriod{1000};
constexpr std::size_t fullPollUpTo = 1000; // locks that are simply all read in each poll
constexpr std::size_t chunkSize = 100;

} // namespace

void ServerWatch::discover()
{
    if (m_scanning || !isUp())
        return;
    m_scanning = true;
    if (!m_options.names.empty()) {
        for (const LockName &name : m_options.names) {
            m_book.noteAlreadyThere(name);
            mark(name, {}, DirtyQueue::Urgency::Background);
        }
        m_scanning = false;
        pump();
        return;
    }
    m_scope.start([this] { return runDiscovery(); });
}

QCoro::Task<> ServerWatch::runDiscovery()
{
    const auto scanned = co_await m_discovery.run(m_scope);
    m_scanning = false;
    if (!scanned && scanned.error().kind == ErrorKind::Cancelled)
        co_return;
    if (!scanned
        && (scanned.error().kind == ErrorKind::Permission
            || scanned.error().kind == ErrorKind::Server))
        onRefused(scanned.error());
    if (!scanned && !isUp())
        co_return; // the return of the server starts another
    finishDiscovery();
    pump();
}

void ServerWatch::onFound(const std::vector<QByteArray> &keys)
{
    // A rescan finds what a change should have told; then it is new, not of old.
    const bool first = m_record.discovering;
    const auto look = [&](const LockName &lock, const KeyName &key) {
        if (m_book.knows(lock) || !isOfInterest(lock))
            return;
        if (first || isTracking())
            m_book.noteAlreadyThere(lock);
        mark(lock, key, DirtyQueue::Urgency::Background);
    };
    for (const QByteArray &bytes : keys) {
        const KeyName key(bytes);
        bool auxiliary = false;
        for (const auto &format : format::allFormats()) {
            const auto meaning = format->meaningOfKey(key);
            if (!meaning)
                continue;
            auxiliary = true;
            const bool known = std::any_of(meaning->locks.begin(), meaning->locks.end(),
                                           [&](const auto &lock) { return m_book.knows(lock); });
            if (meaning->signal == format::Signal::Changed && !known) {
                for (const LockName &lock : meaning->locks)
                    look(lock, key);
            }
        }
        if (!auxiliary)
            look(LockName(bytes), key);
    }
    pump();
}

void ServerWatch::finishDiscovery()
{
    if (!m_record.discovering || m_scanning || m_reading || m_dirty.backgroundSize() != 0)
        return;
    m_record.discovering = false;
    publish();
}

QCoro::Task<> ServerWatch::runSweeps()
{
    Instant scannedAt = std::chrono::steady_clock::now();
    Millis rest = isTracking() ? trackingPeriod : pollingPeriod;
    while (true) {
        const auto slept = co_await m_scope.sleep(rest);
        if (!slept)
            co_return;
        const Instant began = std::chrono::steady_clock::now();
        if (isUp() && !m_record.discovering) {
            const auto swept = co_await sweep();
            if (!swept && swept.error().kind == ErrorKind::Cancelled)
                co_return;
        }
        const Instant now = std::chrono::steady_clock::now();
        // At most a fiftieth of the time.
        rest = std::max(isTracking() ? trackingPeriod : pollingPeriod,
                        std::chrono::ceil<Millis>((now - began) * 50));
        const Millis scanPeriod =
            isTracking() ? Millis(std::chrono::minutes(15)) : pollingPeriod * 2;
        if (now - scannedAt >= scanPeriod && isUp()) {
            scannedAt = now;
            discover();
        }
    }
}

QCoro::Task<Result<void>> ServerWatch::sweep()
{
    const auto sampled = co_await sampleClock();
    if (!sampled)
        co_return fail(sampled.error());
    publish();
    const std::vector<LockName> names = m_book.names();
    if (!isTracking() && names.size() <= fullPollUpTo) {
        for (const LockName &name : names)
            mark(name, {}, DirtyQueue::Urgency::Background);
        pump();
        co_return Result<void>();
    }
    for (std::size_t begin = 0; begin < names.size(); begin += chunkSize) {
        const std::size_t end = std::min(names.size(), begin + chunkSize);
        std::vector<Pending<Reply>> pendings;
        const QByteArray expiry = m_reader.hasExactDeadlines() ? "PEXPIRETIME" : "PTTL";
        redis::Arguments counting{"PUBSUB", "NUMSUB"};
        std::vector<LockName> counted;
        for (std::size_t i = begin; i < end; ++i) {
            pendings.push_back(m_connection.send({expiry, names[i].bytes}));
            if (const QByteArray channel = m_book.waitChannel(names[i]); !channel.isEmpty()) {
                counting.push_back(channel);
                counted.push_back(names[i]);
            }
        }
        pendings.push_back(m_connection.send(counting));
        auto all = whenAll(std::move(pendings));
        const auto replies = co_await m_scope.wait(std::move(all), Millis(10'000));
        if (!replies)
            co_return fail(replies.error());
        for (std::size_t i = begin; i < end; ++i) {
            const auto &reply = (*replies)[i - begin];
            if (!reply)
                co_return fail(reply.error());
            if (isSuspicious(names[i], *reply))
                mark(names[i], {}, DirtyQueue::Urgency::Background);
        }
        const auto &numbers = replies->back();
        for (std::size_t i = 0; numbers && 2 * i + 1 < numbers->elements.size(); ++i) {
            if (i < counted.size())
                m_book.noteSubscribers(counted[i], numbers->elements[2 * i + 1].integer);
        }
        pump();
    }
    co_return Result<void>();
}

// Whether the answer about the main key's expiry does not fit what is shown.
bool ServerWatch::isSuspicious(const LockName &lock, const Reply &expiry) const
{
    if (!m_book.knows(lock) || !expiry.isInteger())
        return false;
    const auto shown = m_book.mainExpiry(lock);
    if (expiry.integer < 0)
        return shown.has_value() || (expiry.integer == -2 && !m_book.isFree(lock));
    if (!shown)
        return true;
    const auto now = m_clock.serverTime(std::chrono::steady_clock::now());
    const auto told = m_reader.hasExactDeadlines() ? expiry.integer : now + expiry.integer;
    return std::abs(told - *shown) > (m_reader.hasExactDeadlines() ? 0 : 50);
}

} // namespace lockscope::watch
