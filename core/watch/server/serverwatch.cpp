// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/serverwatch.h"

#include "core/base/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

redis::ConnectionConfig configFor(const redis::Target &target, const WatchOptions &options)
{
    redis::ConnectionConfig config;
    config.target = target;
    config.caFile = options.caFile;
    config.maxOutstanding = 256; // a batch goes out in one write
    return config;
}

// A name that was asked for is found wherever it is, so prefixes do not narrow what is heard.
TrackingPlan planFor(const WatchOptions &options)
{
    return trackingPlan(options.names.empty() ? options.prefixes : std::vector<QByteArray>(),
                        options.names);
}

} // namespace

ServerWatch::ServerWatch(DeploymentId deployment, ServerId server, const redis::Target &target,
                         WatchOptions options, WatchMailbox &mailbox, const Clock &clock)
    : m_time(clock)
    , m_options(std::move(options))
    , m_plan(planFor(m_options))
    , m_mailbox(mailbox)
    , m_connection(configFor(target, m_options))
    , m_reader(m_connection, m_time, m_clock, {m_options.prefixes, m_options.pins})
    , m_book(deployment, server, target.label(), m_time, m_clock, mailbox)
    , m_queues(m_connection, m_scope, m_options, m_book, m_reader,
               {[this](const LockName &name) { return isOfInterest(name); },
                [this](const LockName &name) { readAlone(name); }})
    , m_discovery(m_connection, m_time, m_options.prefixes, m_options.budget,
                  {[this](const std::vector<FoundKey> &keys) { onFound(keys); },
                   [this] { return m_dirty.backgroundSize(); }, [this] { onScanProgress(); },
                   [this](const QByteArray &key) { return isWorthALook(key); }})
{
    m_record.server = server;
    m_record.deployment = deployment;
    m_record.label = target.label();
    m_record.discovering = true;
    m_book.showGuesses(m_options.guesses);
    connect(&m_connection, &redis::Connection::ready, this,
            [this] { m_scope.start([this] { return greet(); }); });
    connect(&m_connection, &redis::Connection::lost, this, &ServerWatch::onLost);
    if (m_options.events)
        m_subscriber = makeSubscriber();
}

ServerWatch::~ServerWatch() = default;

void ServerWatch::start()
{
    publish();
    // Events first: what changes while the scan runs is then not missed.
    if (m_subscriber)
        m_subscriber->open();
    m_connection.open();
}

void ServerWatch::stop()
{
    m_scope.cancel();
    if (m_subscriber)
        m_subscriber->close();
    if (m_candidate)
        m_candidate->close();
    m_connection.close();
}

void ServerWatch::expectForced(const LockName &name, bool expected)
{
    m_book.noteForced(name, expected);
}

bool ServerWatch::isOfInterest(const LockName &name) const
{
    if (!m_options.names.empty()) {
        return std::find(m_options.names.begin(), m_options.names.end(), name)
            != m_options.names.end();
    }
    return m_options.prefixes.empty() || format::Hints{m_options.prefixes}.covers(name);
}

// Until the server reads. A connection that is lost meanwhile ends it; the next one begins anew.
QCoro::Task<> ServerWatch::greet(Millis pause)
{
    constexpr Millis untilNext{500};
    const quint64 mine = ++m_greetings;
    m_greeting = true;
    while (true) {
        const auto slept = co_await m_scope.sleep(pause);
        if (!slept || mine != m_greetings)
            co_return;
        auto greeted = co_await sampleClock();
        if (greeted)
            greeted = co_await identify();
        if (mine != m_greetings)
            co_return;
        const bool isConnected = m_connection.state() == redis::Connection::State::Ready;
        if (greeted || !isConnected || greeted.error().kind == ErrorKind::Cancelled) {
            m_greeting = false;
            if (greeted)
                goUp();
            co_return;
        }
        goDown(greeted.error());
        pause = untilNext;
    }
}

QCoro::Task<Result<void>> ServerWatch::sampleClock()
{
    const Instant sent = m_time.now();
    auto pending = m_connection.send({"TIME"});
    const auto reply =
        co_await m_scope.wait(std::move(pending), m_connection.config().commandTimeout);
    if (!reply)
        co_return fail(reply.error());
    if (isTemporary(reply->errorCode()))
        co_return fail(errorOf(*reply, m_connection.label()));
    const Instant answered = m_time.now();
    if (const auto server = serverTimeOf(*reply)) {
        m_clock.sample(*server, sent, answered);
        m_record.clock = m_clock.offsetFrom(m_time.wallNow(), m_time.now());
    } else {
        m_clock.assume(m_time.wallNow().time_since_epoch().count(), answered);
    }
    co_return Result<void>();
}

void ServerWatch::onLost(const Error &error, bool /*final*/)
{
    goDown(error);
}

bool ServerWatch::isReady() const
{
    return m_connection.state() == redis::Connection::State::Ready && !m_greeting;
}

// Events come first: the scan waits until they flow, or until it is clear that they do not.
bool ServerWatch::isListenerSettled() const
{
    return !m_subscriber || m_subscriber->isListening() || m_listenerRefused
        || m_subscriber->connection().state() == redis::Connection::State::Closed;
}

void ServerWatch::goUp()
{
    if (isUp() || !isReady() || !isListenerSettled())
        return;
    if (wantsNotifyFlags()) {
        m_scope.start([this] { return askNotifyFlags(); });
        return;
    }
    m_record.state = ServerState::Up;
    const bool wasHindered = m_record.error && isTemporary(*m_record.error);
    m_record.error.reset();
    m_namesRefused = false; // it may be permitted by now
    m_refusals.clear();
    m_reader.forgetRefusals();
    chooseMode();
    if (std::exchange(m_everUp, true)) {
        const auto away = m_time.now() - m_record.lostAt.value_or(Instant());
        m_book.tell(EventType::ServerUp, {});
        m_book.tell(EventType::Gap,
                    (wasHindered ? u"not readable for %1 ms"_s : u"not connected for %1 ms"_s)
                        .arg(std::chrono::duration_cast<Millis>(away).count()));
        m_book.noteGap(std::exchange(m_restarted, false) ? Losses::Cause::Restart
                                                         : Losses::Cause::None,
                       m_inFlight);
        readEverything();
    }
    m_record.lostAt.reset();
    if (!m_subscriber || m_subscriber->isListening())
        m_listenerLostAt.reset();
    publish();
    if (!m_sweeping && m_subscriber) {
        m_sweeping = true;
        m_scope.start([this] { return runSweeps(); });
        m_scope.start([this] { return runProbes(); });
    }
    discover();
    pump();
}

void ServerWatch::goDown(const Error &error)
{
    const bool wasUp = isUp();
    m_record.state = ServerState::Down;
    m_record.error = error;
    m_record.latency.reset();
    if (!m_record.lostAt)
        m_record.lostAt = m_time.now();
    m_suspects.clear();
    m_unannounced.clear();
    m_listenerRefused = m_notifyAsked = false;
    m_heardKeyspace = false;
    m_keyspaceDoubt.clear();
    m_scanAgain |= m_scanning; // what the scan had passed is not told of now
    publish();
    if (wasUp)
        m_book.tell(EventType::ServerDown, error.text);
}

void ServerWatch::publish()
{
    if (const auto latency = m_connection.latency(); latency && isUp())
        m_record.latency = latency;
    m_mailbox.put(m_record.server, std::make_shared<const ServerRecord>(m_record));
}

void ServerWatch::mark(const LockName &lock, const KeyName &key, DirtyQueue::Urgency urgency)
{
    m_dirty.mark(lock, key, urgency, m_time.now());
}

void ServerWatch::pump()
{
    constexpr std::size_t batchSize = 100;
    constexpr qsizetype batchBytes = 4096; // of names, each in about four commands
    // A lost connection answers at once that it is, before it says so to everybody.
    if (m_reading || !isUp() || !isReady())
        return;
    const Instant now = m_time.now();
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
        finishDiscovery();
        return;
    }
    m_batches.take(now);
    m_moreWaits = m_dirty.nextAt().value_or(Instant::max()) <= now;
    m_reading = true;
    m_scope.start(
        [this, entries = std::move(entries)]() mutable { return readBatch(std::move(entries)); });
}

void ServerWatch::pumpAt(Instant at)
{
    m_pumpTimer = m_deadlines.add(at, [this] {
        m_pumpTimer.reset();
        pump();
    });
}

// Ready when all input that had arrived by now has been handled: a wake-up reaches this process
// before the reading that shows its effect, but on another connection.
Pending<void> ServerWatch::inputSeen()
{
    auto completion = std::make_shared<Completion<void>>();
    auto pending = completion->pending();
    QMetaObject::invokeMethod(
        this, [completion] { completion->complete({}); }, Qt::QueuedConnection);
    return pending;
}

QCoro::Task<> ServerWatch::readBatch(std::vector<DirtyQueue::Entry> entries)
{
    std::vector<ReadJob> jobs;
    jobs.reserve(entries.size());
    for (const DirtyQueue::Entry &entry : entries) {
        jobs.push_back(m_book.job(entry));
        jobs.back().wasLock = m_inspection.expectsHash(KeyName(entry.lock.bytes));
        jobs.back().isHash |= jobs.back().wasLock;
        jobs.back().caution = cautionFor(entry.lock);
        jobs.back().isNamed = !m_options.names.empty();
        m_inFlight.insert(entry.lock);
    }
    auto outcome = co_await m_reader.read(m_scope, std::move(jobs));
    if (outcome && m_subscriber) {
        const auto seen = co_await m_scope.wait(inputSeen(), Millis(1000));
        if (!seen)
            outcome = fail(seen.error());
    }
    // Before any of them is told as released.
    const auto isGone = [this](const ReadOutcome &lock) {
        return !lock.reading && !lock.refused && !lock.postponed && !m_book.isFree(lock.lock);
    };
    if (outcome && !hearsAll() && m_book.size() > 1
        && std::any_of(outcome->locks.begin(), outcome->locks.end(), isGone))
        co_await countFlushes();
    m_reading = false;
    m_inFlight.clear();
    if (!outcome) {
        readAgain(std::move(entries), outcome.error());
        pump();
        co_return;
    }
    if (m_scanning)
        m_discovery.charge(outcome->cost());
    for (std::size_t i = 0; i < entries.size(); ++i)
        applyOutcome(std::move(outcome->locks[i]), entries[i]);
    armTick();
    for (Refusal &refusal : outcome->refusals)
        onRefused(std::move(refusal));
    noteUnreadable();
    if (outcome->notNow)
        onHindered(*outcome->notNow);
    const qint64 hidden = static_cast<qint64>(m_book.hiddenGuesses());
    if (std::exchange(m_record.hiddenGuesses, hidden) != hidden)
        publish();
    pump();
}

void ServerWatch::applyOutcome(ReadOutcome outcome, const DirtyQueue::Entry &entry)
{
    const LockName lock = outcome.lock;
    const KeyName key(lock.bytes);
    const Instant now = m_time.now();
    if (outcome.postponed) {
        m_dirty.markAgain(entry, now);
        return;
    }
    if (outcome.refused || outcome.tooLarge)
        ++m_record.counters.unreadable;
    if (outcome.refused) { // nothing was learnt: a lock that is known stays as it was shown
        m_unreadable.add(lock);
        m_inspection.remember(key, now);
        m_book.forgetUnknown(lock);
        m_book.passOver(lock);
        m_unannounced.erase(lock);
        return;
    }
    m_unreadable.remove(lock);
    const bool wasHash = outcome.wasHash;
    const auto unannounced = m_unannounced.extract(lock);
    const bool wasMissed = unannounced && unannounced.mapped();
    const bool isNamed = !m_options.names.empty();
    const auto main = outcome.keys.find(key);
    const bool isAbsent = main == outcome.keys.end() || !main->second.exists();
    const ReadOutcome forExplanation = isNamed && m_record.discovering ? outcome : ReadOutcome();
    // Notifications tell each command of one script, and most make several.
    const quint64 changes = isTracking(m_record.mode) ? entry.mainChanges : 1;
    const bool wasLock = m_inspection.expects(key);
    const auto applied =
        m_book.apply(std::move(outcome), {changes, isTracking(m_record.mode), wasLock});
    if (m_dirty.contains(lock))
        m_book.await(lock);
    const bool isAgain =
        applied == LockBook::Applied::LookAgain || applied == LockBook::Applied::LookLater;
    if (!isAgain && entry.changes > 1)
        m_record.counters.coalesced += entry.changes - 1;
    switch (applied) {
    case LockBook::Applied::Lock:
        m_inspection.forget(key);
        noteOwners(lock);
        m_queues.note(lock);
        if (wasMissed)
            ++m_missedByScan;
        break;
    case LockBook::Applied::Gone:
        m_queues.forget(lock);
        m_inspection.expect(key, wasHash, now);
        break;
    case LockBook::Applied::NoLock:
        if (isAbsent && m_book.hasSigns(lock)) // its signs come before a look that shows it
            m_inspection.expect(key, wasHash, now);
        else if (!isAbsent || !wasLock) // else it came and went unseen
            m_inspection.remember(key, now);
        if (isNamed && m_record.discovering)
            explainNoLock(forExplanation);
        break;
    case LockBook::Applied::CameAndWent:
        m_inspection.expect(key, wasHash, now);
        break;
    case LockBook::Applied::LookAgain:
        m_dirty.markAgain(entry, now + Millis(3));
        break;
    case LockBook::Applied::LookLater:
        m_dirty.markAgain(entry, now + afterGathering);
        break;
    }
    if (hearsAll() && !m_book.knows(lock) && m_book.hasSigns(lock))
        readLeftSigns(lock);
}

// One timer for the lock whose time comes first.
void ServerWatch::armTick()
{
    if (!m_subscriber)
        return; // looking once
    const auto next = m_book.nextTick();
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

void ServerWatch::onTicks()
{
    // All at once: what a tick finds due again waits for the next timer.
    for (const LockName &lock : m_book.takeDue()) {
        // While it is down nothing is known about it, and everything is read on return. And what
        // is to be read is not judged by an older reading.
        if (!isUp() || m_dirty.contains(lock) || m_inFlight.contains(lock))
            continue;
        // Where not all is heard, a renewal may have come since: the reading tells what is due.
        if (!hearsAll())
            mark(lock, KeyName(lock.bytes));
        else if (m_book.tick(lock))
            m_dirty.markLater(lock, m_time.now()); // no change was told
    }
    pump();
    armTick();
}

} // namespace lockscope::watch
