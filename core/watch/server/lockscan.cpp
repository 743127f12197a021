// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/lockscan.h"

#include "core/base/async/combine.h"
#include "core/base/unsupported.h"
#include "core/format/traits.h"
#include "core/redis/deployment/channelmark.h"
#include "core/watch/read/replyerrors.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

LockScan::LockScan(const ServerContext &context, Parts parts, Handlers handlers)
    : m_context(context)
    , m_parts(parts)
    , m_handlers(std::move(handlers))
    , m_discovery(
          context.connection, context.time, context.options.prefixes, context.options.budget,
          {[this](const std::vector<FoundKey> &keys) { onFound(keys); },
           [this] { return m_parts.pump.queue().backgroundSize(); }, [this] { onProgress(); },
           [this](const QByteArray &key) { return isWorthALook(key); }})
{}

void LockScan::start(Purpose purpose)
{
    if (!m_context.isUp())
        return;
    const bool wantsAll = purpose == Purpose::All;
    if (m_isRunning) {
        m_again |= wantsAll;
        if (wantsAll)
            m_discovery.setPatience(1);
        return;
    }
    m_isRunning = true;
    m_isCheck = !wantsAll;
    if (m_context.options.names.empty())
        m_context.scope.start([this] { return scan(); });
    else
        m_context.scope.start([this] { return lookAtNames(); });
}

void LockScan::stop()
{
    m_discovery.stop();
}

void LockScan::charge(std::chrono::nanoseconds cost)
{
    if (m_isRunning)
        m_discovery.charge(cost);
}

void LockScan::noteDown()
{
    forgetUntold();
    m_again |= m_isRunning;
}

void LockScan::forgetUntold()
{
    m_untold.clear();
    m_missed.clear();
    m_judged.clear();
}

bool LockScan::noteTold(const LockName &lock)
{
    m_missed.erase(lock);
    m_judged.erase(lock);
    return m_untold.erase(lock) != 0;
}

bool LockScan::takeMissed(const LockName &lock)
{
    const auto untold = m_untold.extract(lock);
    return untold && untold.mapped();
}

void LockScan::reportMissed()
{
    if (!m_missed.empty() && !std::exchange(m_isJudging, true))
        m_context.scope.start([this] { return judgeMissed(); });
}

// An event may be on its way for longer than it takes to read the lock. If the listening connection
// is lost, nobody knows: that is a gap.
QCoro::Task<> LockScan::judgeMissed()
{
    // One that is read meanwhile may have been told of behind the answer.
    m_judged = std::exchange(m_missed, {});
    const auto caughtUp = co_await m_handlers.catchUp();
    m_isJudging = false;
    const std::size_t missed = std::exchange(m_judged, {}).size();
    if (caughtUp && missed != 0)
        m_handlers.missed(
            missed,
            missed == 1
                ? Sentence::say("a scan found a lock that no event had reported")
                : Sentence::say("a scan found %1 locks that no event had reported").arg(missed));
    if (caughtUp)
        reportMissed();
}

QCoro::Task<> LockScan::scan()
{
    // Nobody waits for a scan that only checks the events; and without events the scan for new
    // locks never ends.
    constexpr double checking = 0.2;
    m_discovery.setPatience(m_isCheck ? checking : 1);
    m_missed.clear();
    m_parts.guesses.beginScan();
    auto scanned = co_await m_discovery.run(m_context.scope);
    if (scanned)
        scanned = co_await findByChannels();
    if (scanned && !m_context.record.discovering)
        scanned = co_await m_parts.queues.resolve();
    m_isRunning = false;
    onProgress();
    if (!scanned && scanned.error().kind == ErrorKind::Cancelled)
        co_return;
    if (!scanned && isTemporary(scanned.error())) { // its return goes on with the scan
        m_again = true;
        m_handlers.hindered(scanned.error());
        co_return;
    }
    const auto failedBy = [&](ErrorKind kind) { return !scanned && scanned.error().kind == kind; };
    const bool refused = failedBy(ErrorKind::Permission) || failedBy(ErrorKind::Server);
    if (refused)
        noteRefused(scanned.error());
    if (!scanned && !refused)
        m_again = true;
    // The server's return continues the scan; the loss is reported after this.
    if (!scanned && (!m_context.isUp() || failedBy(ErrorKind::ConnectionLost)))
        co_return;
    if (!scanned && !refused)
        m_context.book.tell(
            EventType::Gap,
            Sentence::say("the scan for locks failed: %1").arg(scanned.error().text));
    reportStopped();
    m_handlers.finished();
    m_parts.pump.pump();
    // Changes that were lost while it ran may lie behind the cursor.
    if (std::exchange(m_again, false) && m_context.options.events && !m_context.record.scan.stopped)
        start();
}

// A proxy without SCAN is no reason to do without it.
void LockScan::noteRefused(Error error)
{
    if (isUnsupported(error.text.english().toUtf8()))
        error.text =
            Sentence::say("locks are found only by their names, since SCAN is not offered: %1")
                .arg(error.text);
    m_parts.rights.note({std::move(error), m_discovery.question()});
}

void LockScan::reportStopped()
{
    const ScanProgress &scan = m_context.record.scan;
    if (!scan.stopped)
        return;
    m_context.book.tell(
        EventType::Gap,
        Sentence::say("the scan for locks was stopped after %1")
            .arg(scan.total > 0 ? Sentence::say("%1 of %2 keys").arg(scan.scanned).arg(scan.total)
                                : Sentence::say("%1 keys").arg(scan.scanned)));
}

// Requested names are recognized by the same rules as all that a scan finds: by channels with
// listeners, too.
QCoro::Task<> LockScan::lookAtNames()
{
    const auto asked = co_await findByChannels();
    m_isRunning = m_again = false;
    if (!asked && asked.error().kind == ErrorKind::Cancelled)
        co_return;
    if (!asked && isTemporary(asked.error())) {
        m_again = true;
        m_handlers.hindered(asked.error());
        co_return;
    }
    if (!asked && (!m_context.isUp() || asked.error().kind == ErrorKind::ConnectionLost)) {
        m_again = true;
        co_return;
    }
    // As in look(): without events that is how a lock is new.
    const bool wasThere = m_context.record.discovering || m_context.hearsAll();
    for (const LockName &name : m_context.options.names) {
        if (wasThere)
            m_context.book.noteAlreadyThere(name);
        m_parts.pump.markUntold(name);
    }
    m_parts.pump.pump();
}

// The server walks through all of its channels for each such question, at some 0.4 us each: a
// minute apart is often enough, and more where that takes more than a few milliseconds.
bool LockScan::wereChannelsSeenLately() const
{
    constexpr std::size_t inAMinute = 10'000;
    if (!m_channelsAskedAt)
        return false;
    const auto apart = std::chrono::minutes(std::max<std::size_t>(m_channels / inAMinute, 1));
    return m_context.time.now() - *m_channelsAskedAt < apart;
}

QCoro::Task<Result<void>> LockScan::lookAtChannels()
{
    // A scan asks for them at its end.
    if (m_isRunning || wereChannelsSeenLately())
        co_return Result<void>();
    const auto asked = co_await findByChannels();
    m_parts.pump.pump();
    co_return asked;
}

// Waiters of a number listen to its channel: that proves what the number is. And a lock whose key
// is gone, but not its waiters, has no other trace than its channel.
QCoro::Task<Result<void>> LockScan::findByChannels()
{
    const redis::Arguments question{"PUBSUB", "CHANNELS", format::channelPattern()};
    if (m_parts.rights.holds(question) || (m_isCheck && wereChannelsSeenLately()))
        co_return Result<void>();
    m_channelsAskedAt = m_context.time.now();
    redis::Connection &connection = m_context.connection;
    std::vector<Pending<Reply>> pendings;
    pendings.push_back(connection.send(question));
    if (m_context.reader.isSharded())
        pendings.push_back(connection.send({"PUBSUB", "SHARDCHANNELS", format::channelPattern()}));
    auto answering = whenAll(std::move(pendings));
    const auto replies =
        co_await m_context.scope.wait(std::move(answering), connection.config().commandTimeout * 2);
    if (!replies)
        co_return fail(replies.error());
    const auto &plain = replies->front();
    if (!plain)
        co_return fail(plain.error());
    if (isRefused(*plain)) {
        Refusal refusal = refusalOf(*plain, question, connection.label());
        // A server may word other refusals the same; this one is reported apart.
        refusal.error.text = Sentence::say("semaphores and latches that are visible only through "
                                           "their waiters are not found: %1")
                                 .arg(refusal.error.text);
        const Sentence text = refusal.error.text;
        m_parts.rights.noteHarmless(std::move(refusal), text);
    }
    m_channels = 0;
    for (const auto &reply : *replies) {
        if (!reply)
            continue;
        constexpr std::size_t most = 10'000;
        const std::size_t size = reply->elements.size();
        const std::size_t looked = m_context.options.names.empty() ? std::min(most, size) : size;
        for (std::size_t i = 0; i < looked; ++i)
            onChannel(reply->elements[i].bytes);
        m_channels += size;
    }
    co_return Result<void>();
}

void LockScan::onChannel(const QByteArray &channel)
{
    if (redis::isMark(channel))
        return;
    m_parts.queues.noteChannel(channel);
    for (const auto &format : format::allFormats()) {
        const auto meaning = format->meaningOfChannel(channel);
        if (!meaning)
            continue;
        // A waiter of a queue listens to a channel of its own: that alone is no lock.
        const bool isWaiters =
            !meaning->queued.empty() && meaning->queued.front() == meaning->locks.front();
        for (const LockName &lock : isWaiters ? meaning->queued : meaning->locks) {
            if (m_context.book.knows(lock) || !m_context.isOfInterest(lock))
                continue;
            if (m_context.record.discovering)
                m_context.book.noteAlreadyThere(lock);
            m_parts.pump.markUntold(lock);
        }
        m_parts.router.noteHeard(*meaning);
    }
}

void LockScan::look(const LockName &lock, const KeyName &key, bool isHash)
{
    LockBook &book = m_context.book;
    if (book.knows(lock) || !m_context.isOfInterest(lock))
        return;
    // A rescan finds what a change should have told; without events that is how it is new.
    const bool isFirst = m_context.record.discovering;
    const bool isUntold = m_context.hearsAll() && !m_parts.pump.isUnderWay(lock);
    if (isFirst || isUntold)
        book.noteAlreadyThere(lock);
    if (!isFirst && isUntold)
        m_untold.emplace(lock, m_isCheck && !m_again);
    m_parts.pump.mark(lock, key, DirtyQueue::Urgency::Background);
    if (isHash)
        m_parts.pump.queue().noteHash(lock);
}

void LockScan::onFound(const std::vector<FoundKey> &keys)
{
    const LockBook &book = m_context.book;
    for (const FoundKey &found : keys) {
        const KeyName key(found.name);
        bool auxiliary = false;
        for (const auto &format : format::allFormats()) {
            const auto meaning = format->meaningOfKey(key);
            if (!meaning)
                continue;
            auxiliary = true;
            const bool known = std::any_of(meaning->locks.begin(), meaning->locks.end(),
                                           [&](const auto &lock) { return book.knows(lock); });
            if (meaning->signal != format::Signal::Changed)
                continue;
            const bool hasIt =
                std::any_of(meaning->locks.begin(), meaning->locks.end(),
                            [&](const auto &lock) { return book.hasKey(lock, key); });
            for (const LockName &lock : meaning->locks) {
                if (!known)
                    look(lock, key, false);
                else if (!hasIt && book.knows(lock)) // this key of it is news
                    m_parts.pump.mark(lock, key, DirtyQueue::Urgency::Background);
            }
        }
        if (!auxiliary)
            look(LockName(found.name), key, found.isHash);
    }
    m_parts.pump.pump();
}

// A bounded number of keys of any name is looked at, so that guesses can be counted.
bool LockScan::isWorthALook(const QByteArray &key)
{
    const bool isWorthIt = m_parts.guesses.isWorthALook(key);
    m_context.record.guessesSampled |= m_parts.guesses.isSampled();
    return isWorthIt;
}

// Now and then: a step takes less than a millisecond.
void LockScan::onProgress()
{
    constexpr auto often = std::chrono::milliseconds(250);
    const Instant now = m_context.time.now();
    if (m_discovery.progress().running && now - m_progressAt < often)
        return;
    m_progressAt = now;
    m_context.record.scan = m_discovery.progress();
    m_context.publish();
}

} // namespace lockscope::watch
