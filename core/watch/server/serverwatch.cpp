// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/serverwatch.h"

#include "core/base/async/combine.h"
#include "core/base/memory.h"
#include "core/base/spantext.h"
#include "core/base/tlsfault.h"
#include "core/redis/target/credentials.h"
#include "core/redis/topology.h"
#include "core/watch/read/replyerrors.h"
#include "core/watch/server/shardlink.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

redis::ConnectionConfig configFor(const redis::Target &target, const ShardLink *link)
{
    redis::ConnectionConfig config;
    config.target = target;
    config.maxOutstanding = 256; // a batch goes out in one write
    config.certificates =
        link ? link->certificates() : std::make_shared<redis::ForeignCertificates>();
    // The listening connection has the same.
    config.topology = link ? link->topology() : redis::makeTopology(config);
    return config;
}

// "Redis 7.0.15": since 7.0.
bool hasShardedChannels(const QByteArray &version)
{
    constexpr int first = 7;
    const QByteArray number = version.sliced(version.lastIndexOf(' ') + 1);
    return number.left(number.indexOf('.')).toInt() >= first;
}

} // namespace

ServerWatch::ServerWatch(DeploymentId deployment, ServerId server, const redis::Target &target,
                         WatchOptions options, WatchMailbox &mailbox, const Clock &clock,
                         ShardLink *link)
    : m_options(std::move(options))
    , m_mailbox(mailbox)
    , m_link(link)
    , m_connection(configFor(target, link))
    , m_reader(m_connection, clock, m_serverClock, {m_options.prefixes, m_options.pins})
    , m_book(deployment, server, target.label(), clock, m_serverClock, mailbox)
    , m_context{.options = m_options,
                .time = clock,
                .serverClock = m_serverClock,
                .connection = m_connection,
                .scope = m_scope,
                .record = m_record,
                .book = m_book,
                .reader = m_reader,
                .publish = [this] { publish(); },
                .keepsSlot = link ? [link](const LockName &name) { return link->keeps(name); }
                                  : std::function<bool(const LockName &)>()}
    , m_channels(m_connection, clock)
    , m_replicas(m_connection.config(), clock, m_options.learnNames)
    , m_identity(
          m_context,
          {.otherProcess = [this] { m_scan.startAnew(); },
           .failover = [this] { onGap(); },
           .flushed =
               [this] {
                   m_book.noteGap(Losses::Cause::Flush, {});
                   readEverything();
               },
           .replication = [this](const QByteArray &info) { m_replicas.note(info); },
           .formerPrimary =
               [this](const redis::HostPort &former) { m_replicas.noteFormerPrimary(former); }})
    , m_rights(m_context, [this] { onGranted(); })
    , m_pump(m_context,
             {.isReady = [this] { return isReady(); },
              .prepare = [this](ReadJob &job) { prepare(job); },
              .someGone = [this] { return checkGone(); },
              .catchUp = [this] { return m_listener.catchUp(); },
              .apply =
                  [this](BatchOutcome batch, const ReadingPump::Entries &entries) {
                      applyBatch(std::move(batch), entries);
                  },
              .idle = [this] { finishDiscovery(); }})
    , m_names(m_context, [this] { finishDiscovery(); })
    , m_waiters(m_context, m_rights, [this] { finishDiscovery(); })
    , m_queues(m_connection, m_scope, m_options, m_book, m_reader,
               {[this](const LockName &name) { return m_context.isOfInterest(name); },
                [this](const LockName &name) { readAlone(name); }})
    , m_guesses(m_reader.hints(), m_options.guesses)
    , m_listener(
          m_context,
          {.isReady = [this] { return isReady(); },
           .settled = [this] { goUp(); },
           .invalidated =
               [this](const std::vector<QByteArray> &keys) { m_router.onInvalidated(keys); },
           .message = [this](const QByteArray &channel,
                             const QByteArray &payload) { m_router.onMessage(channel, payload); },
           .gap = [this] { onGap(); },
           .modeChosen = [this] { m_identity.setFlushesTold(m_context.hearsAll()); }})
    , m_router(m_context, m_pump, m_queues,
               {.told = [this](const LockName &lock) { return onTold(lock); },
                .keyspaceEvent =
                    [this](const QByteArray &event) { m_listener.noteKeyspaceEvent(event); },
                .flushed =
                    [this] {
                        m_book.noteGap(Losses::Cause::Flush, m_pump.inFlight());
                        readEverything();
                        m_scan.start();
                    },
                .dropped = [this] { m_scan.start(); }})
    , m_scan(m_context,
             {.pump = m_pump,
              .rights = m_rights,
              .guesses = m_guesses,
              .queues = m_queues,
              .router = m_router},
             {.finished = [this] { finishDiscovery(); },
              .hindered = [this](const Error &error) { onHindered(error); },
              .catchUp = [this] { return m_listener.catchUp(); },
              .missed = [this](quint64 count, const Sentence &what) { reportMissed(count, what); }})
    , m_sweeper(
          m_context, {m_pump, m_waiters, m_names, m_queues},
          {.refresh = [this] { return refresh(); },
           .checkByScan = [this] { m_scan.start(LockScan::Purpose::Check); },
           .lookAtChannels = [this] { return m_scan.lookAtChannels(); },
           .hindered = [this](const Error &error) { onHindered(error); },
           .catchUp = [this] { return m_listener.catchUp(); },
           .missed = [this](quint64 count, const Sentence &what) { reportMissed(count, what); },
           .swapped = [this] { onGap(Losses::Cause::Flush); }})
{
    m_record.server = server;
    m_record.deployment = deployment;
    m_record.label = target.label();
    m_record.discovering = true;
    m_book.showGuesses(m_options.guesses);
    m_book.setCatchUp([this](std::function<void()> heard) {
        m_scope.start([this, heard = std::move(heard)] { return catchUp(heard); });
    });
    OtherListeners &others = link ? link->listenersBeside(m_replicas) : m_replicas;
    m_reader.setOtherListeners(&others);
    m_replicas.follow(m_options.names);
    m_waiters.setOthers(&others);
    m_record.isShard = link != nullptr;
    if (link)
        m_reader.setShard();
    connect(&m_connection, &redis::Connection::ready, this,
            [this] { m_scope.start([this] { return greet(); }); });
    connect(&m_connection, &redis::Connection::lost, this,
            [this](const Error &error) { goDown(error); });
    if (const auto &topology = m_connection.topology())
        connect(topology.get(), &redis::Topology::changed, this, [this] {
            noteTopology();
            publish();
        });
    connect(m_connection.config().certificates.get(), &redis::ForeignCertificates::changed, this,
            [this] { publish(); });
}

ServerWatch::~ServerWatch() = default;

void ServerWatch::start()
{
    publish();
    // Events first: so no change is missed while the scan runs.
    m_listener.open();
    m_connection.open();
}

void ServerWatch::stop()
{
    m_scope.cancel();
    m_listener.close();
    m_connection.close();
}

// The operator knows that it is worth an attempt: nothing waits for its turn, nothing stays given
// up.
void ServerWatch::reconnect()
{
    const redis::Target &target = m_connection.config().target;
    for (const auto &credentials : {target.credentials, target.sentinelCredentials}) {
        if (credentials)
            credentials->retry();
    }
    m_listener.reconnect();
    const auto state = m_connection.state();
    if (state != redis::Connection::State::Waiting && state != redis::Connection::State::Closed)
        return;
    m_connection.close();
    m_connection.open();
}

void ServerWatch::expectForced(const LockName &name, bool expected)
{
    m_book.noteForced(name, expected);
}

// Beside those that alone are watched.
void ServerWatch::followOnReplicas(const std::optional<LockName> &name)
{
    std::vector<LockName> names = m_options.names;
    if (name)
        names.push_back(*name);
    m_replicas.follow(std::move(names));
}

void ServerWatch::stopScan()
{
    m_scan.stop();
}

void ServerWatch::startScan()
{
    if (!m_scan.isRunning())
        m_scan.start();
}

void ServerWatch::setKnownNames(std::shared_ptr<const AliasRules> rules)
{
    m_names.setKnown(std::move(rules));
}

void ServerWatch::showGuesses(bool shown)
{
    if (!m_guesses.show(shown))
        return;
    m_book.showGuesses(shown);
    if (shown)
        m_scan.start();
    readEverything(); // the next reading of a lock that is not to be shown any more forgets it
    m_pump.pump();
}

bool ServerWatch::isReady() const
{
    return m_connection.state() == redis::Connection::State::Ready && !m_isGreeting;
}

// Until the server reads. A connection that is lost meanwhile ends it; the next one begins anew.
QCoro::Task<> ServerWatch::greet(Millis pause)
{
    constexpr Millis untilNext{500};
    const quint64 mine = ++m_greetings;
    m_isGreeting = true;
    while (true) {
        const auto slept = co_await m_scope.sleep(pause);
        if (!slept || mine != m_greetings)
            co_return;
        auto greeted = co_await sampleClock();
        if (greeted)
            greeted = co_await m_identity.identify(m_wasUp);
        if (greeted)
            greeted = co_await m_replicas.whenAsked(m_scope);
        if (mine != m_greetings)
            co_return;
        const bool isConnected = m_connection.state() == redis::Connection::State::Ready;
        if (greeted || !isConnected || greeted.error().kind == ErrorKind::Cancelled) {
            m_isGreeting = false;
            if (greeted && m_link) {
                m_reader.setSharded(hasShardedChannels(m_record.version));
                m_book.setSharded(m_reader.isSharded());
            }
            if (greeted)
                goUp();
            co_return;
        }
        goDown(greeted.error());
        pause = untilNext;
    }
}

void ServerWatch::noteTopology()
{
    const redis::TopologyView &view = m_connection.topology()->view();
    std::optional<qint64> written;
    auto members = std::make_shared<std::vector<MemberRecord>>();
    for (const redis::Member &member : view.members) {
        using Role = MemberRecord::Role;
        using Kind = redis::Member::Kind;
        MemberRecord record;
        record.role = member.kind == Kind::Primary ? Role::Primary
            : member.kind == Kind::Replica         ? Role::Replica
                                                   : Role::Sentinel;
        record.address = redis::toText(member.address);
        record.follows = member.follows ? redis::toText(*member.follows) : QString();
        record.isUp = member.isUp;
        if (member.kind == Kind::Primary)
            written = member.offset;
        else if (member.kind == Kind::Replica && member.offset && written)
            record.behind = std::max<qint64>(*written - *member.offset, 0);
        members->push_back(std::move(record));
    }
    m_record.members = std::move(members);
    m_record.topologyDoubt = view.doubt;
    m_record.sentinels.reset();
    if (view.quorum)
        m_record.sentinels =
            SentinelRecord{view.quorum->known, view.quorum->needed, view.quorum->isReachable};
    m_record.uncoveredSlots = view.uncoveredSlots;
    if (view.primary)
        m_record.address = redis::toText(*view.primary);
    if (view.primary && m_link)
        m_book.setServerText(m_record.address);
}

// Whether the server at this address is one that this record speaks for.
bool ServerWatch::concerns(const redis::HostPort &address) const
{
    const auto isAmong = [&address](const std::vector<redis::HostPort> &hosts) {
        return std::ranges::find(hosts, address) != hosts.end();
    };
    const auto &topology = m_connection.topology();
    return m_connection.address() == address || m_replicas.isConnectedTo(address)
        || ((!m_link || m_link->isFirst()) && isAmong(m_connection.config().target.hosts))
        || (topology
            && std::ranges::find(topology->view().members, address, &redis::Member::address)
                != topology->view().members.end());
}

void ServerWatch::noteCertificates()
{
    auto told = foreignAmong(*m_connection.config().certificates,
                             [this](const redis::HostPort &address) { return concerns(address); });
    auto &known = m_record.foreignCertificates;
    if (!told || !known || *told != *known)
        known = std::move(told);
}

std::shared_ptr<const std::vector<ForeignCertificate>> foreignAmong(
    const redis::ForeignCertificates &all,
    const std::function<bool(const redis::HostPort &)> &isChosen)
{
    std::vector<ForeignCertificate> chosen;
    for (const auto &entry : all.entries()) {
        if (isChosen(entry.address))
            chosen.push_back({redis::toText(entry.address), entry.fingerprint});
    }
    if (chosen.empty())
        return {};
    return std::make_shared<const std::vector<ForeignCertificate>>(std::move(chosen));
}

// Before any of them is reported as released. False: the reading does not count.
QCoro::Task<bool> ServerWatch::checkGone()
{
    const bool isPrimary = co_await m_identity.isStillPrimary();
    if (isPrimary && !m_context.hearsAll())
        co_await m_identity.countFlushes();
    co_return isPrimary;
}

QCoro::Task<Result<void>> ServerWatch::sampleClock()
{
    const Clock &time = m_context.time;
    const Instant sent = time.now();
    auto pending = m_connection.send({"TIME"});
    const auto reply =
        co_await m_scope.wait(std::move(pending), m_connection.config().commandTimeout);
    if (!reply)
        co_return fail(reply.error());
    if (isTemporary(reply->errorCode()))
        co_return fail(errorOf(*reply, m_connection.label()));
    const Instant answered = time.now();
    if (const auto server = serverTimeOf(*reply)) {
        m_serverClock.sample(*server, sent, answered);
        m_record.clock = m_serverClock.offsetFrom(time.wallNow(), time.now());
    } else {
        m_serverClock.assume(time.wallNow().time_since_epoch().count(), answered);
    }
    co_return Result<void>();
}

// Before each sweep.
QCoro::Task<Result<void>> ServerWatch::refresh()
{
    auto done = co_await sampleClock();
    if (done)
        followClock();
    if (done)
        done = co_await m_identity.refresh();
    if (done)
        publish();
    co_return done;
}

Millis ServerWatch::clockAhead() const
{
    const Instant now = m_context.time.now();
    return Millis(m_serverClock.serverTime(now))
        - std::chrono::floor<Millis>(now.time_since_epoch());
}

// Shown deadlines are instants of our clock, which stands still while this machine sleeps. If one
// of the clocks was set, or they have drifted apart, each lock is read for its deadline.
void ServerWatch::followClock()
{
    constexpr Millis most{1000};
    const Millis ahead = clockAhead();
    if (!m_context.isUp() || std::chrono::abs(ahead - m_ahead) < most)
        return;
    m_ahead = ahead;
    for (const LockName &name : m_book.names())
        m_pump.markUntold(name);
    m_pump.pump();
}

// As if the connection was lost: the shown state is old, nothing is concluded, and all is read
// again.
void ServerWatch::onHindered(const Error &error)
{
    static constexpr Millis pause{500};
    if (!m_context.isUp())
        return;
    goDown(error);
    m_scope.start([this] { return greet(pause); });
}

// If the listening connection is lost, a gap begins, and all is read again.
QCoro::Task<> ServerWatch::catchUp(std::function<void()> heard)
{
    const auto caughtUp = co_await m_listener.catchUp();
    if (caughtUp || caughtUp.error().kind != ErrorKind::Cancelled)
        heard();
}

// Events come first: the scan waits until they flow, or until it is clear that they do not.
void ServerWatch::goUp()
{
    if (m_context.isUp() || !isReady() || !m_listener.isSettled() || m_listener.asksFlags())
        return;
    m_record.state = ServerState::Up;
    m_ahead = clockAhead();
    const bool wasHindered = m_record.error && isTemporary(*m_record.error);
    m_record.error.reset();
    m_names.forgetRefusal();
    m_rights.forgetRefusals();
    m_reader.forgetRefusals();
    m_listener.chooseMode();
    m_identity.setFlushesTold(m_context.hearsAll()
                              || !m_options.events); // one look: no count before it
    if (std::exchange(m_wasUp, true)) {
        const auto away = m_context.time.now() - m_record.lostAt.value_or(Instant());
        const Sentence span = spanText(std::chrono::duration_cast<Millis>(away));
        m_book.tell(EventType::ServerUp, {});
        const bool isFailedOver = m_identity.takeFailover();
        const bool isRestarted = m_identity.takeRestart();
        if (isFailedOver) {
            m_book.tell(EventType::Failover,
                        Sentence::say("the primary is %1 now; no primary was connected for %2")
                            .arg(redis::toText(*m_connection.address()), span));
            m_book.setUncertain();
        }
        const Sentence gap = wasHindered ? Sentence::say("not readable for %1").arg(span)
                                         : Sentence::say("not seen for %1").arg(span);
        m_book.tell(
            EventType::Gap,
            isRestarted && !isFailedOver
                ? Sentence::say("%1; another server process replies: restart or failover").arg(gap)
                : gap);
        m_book.noteGap(isRestarted ? Losses::Cause::Restart : Losses::Cause::None,
                       m_pump.inFlight());
        readEverything();
    } else if (m_options.events) {
        m_sweeper.start();
        m_scope.start([this] { return runProbes(); });
    }
    m_record.lostAt.reset();
    m_listener.noteUp();
    publish();
    m_scan.start();
    m_pump.pump();
}

void ServerWatch::goDown(const Error &error)
{
    const bool wasUp = m_context.isUp();
    m_record.state = ServerState::Down;
    m_record.error = error;
    m_record.latency.reset();
    // One that was given up for its silence was out of sight from the silence on.
    const bool isSilent = wasUp && error.kind == ErrorKind::Timeout;
    if (!m_record.lostAt)
        m_record.lostAt =
            m_context.time.now() - (isSilent ? m_connection.silence() : Instant::duration(0));
    m_sweeper.forgetSuspects();
    m_scan.noteDown();
    m_listener.noteDown();
    publish();
    if (wasUp)
        m_book.tell(EventType::ServerDown, error.text);
    if (tlsFaultOf(error) == TlsFault::OtherFingerprint && m_options.events)
        m_scope.start([this] { return tryAnotherCertificate(); });
}

// It may have the pinned one by now. Another loss calls this again.
QCoro::Task<> ServerWatch::tryAnotherCertificate()
{
    const auto slept = co_await m_scope.sleep(redis::ForeignCertificates::untilNextAttempt);
    if (!slept || m_connection.state() != redis::Connection::State::Closed)
        co_return;
    const auto refusal = m_connection.lastError();
    if (!refusal || tlsFaultOf(*refusal) != TlsFault::OtherFingerprint)
        co_return;
    m_connection.open();
    m_listener.reopen();
}

void ServerWatch::publish()
{
    if (const auto latency = m_connection.latency(); latency && m_context.isUp())
        m_record.latency = latency;
    const bool hasReplicas = m_record.members
        && std::ranges::find(*m_record.members, MemberRecord::Role::Replica, &MemberRecord::role)
            != m_record.members->end();
    m_record.replication = m_replicas.replication(hasReplicas);
    m_record.goodReplicas = m_replicas.goodReplicas();
    noteCertificates();
    m_mailbox.put(m_record.server, std::make_shared<const ServerRecord>(m_record));
}

QCoro::Task<> ServerWatch::runProbes()
{
    while (true) {
        const auto slept = co_await m_scope.sleep(m_options.probePeriod);
        if (!slept)
            co_return;
        // A connection that was refused at its handshake is given up at once: repeating a wrong
        // password locks accounts out. But this server has let us in before, so it is tried once
        // now and then.
        if (m_connection.state() == redis::Connection::State::Closed)
            m_connection.open();
        m_listener.reopen();
        if (m_context.isUp())
            co_await m_rights.probe();
        if (m_context.isUp())
            co_await m_listener.probe();
    }
}

void ServerWatch::prepare(ReadJob &job)
{
    job.wasLock = m_router.unknownKeys().expectsHash(KeyName(job.lock.bytes));
    job.isHash |= job.wasLock;
    job.isNamed = !m_options.names.empty();
    job.isAsking = !m_context.keeps(job.lock);
}

void ServerWatch::applyBatch(BatchOutcome batch, const ReadingPump::Entries &entries)
{
    m_scan.charge(batch.cost());
    for (std::size_t i = 0; i < entries.size(); ++i)
        applyOutcome(std::move(batch.locks[i]), entries[i]);
    for (Refusal &refusal : batch.refusals)
        m_rights.note(std::move(refusal));
    m_rights.publishUnreadable();
    if (batch.notNow)
        onHindered(*batch.notNow);
    const qint64 hidden = static_cast<qint64>(m_book.hiddenGuesses());
    if (std::exchange(m_record.hiddenGuesses, hidden) != hidden)
        publish();
}

void ServerWatch::applyOutcome(ReadOutcome outcome, const DirtyQueue::Entry &entry)
{
    const LockName lock = outcome.lock;
    const KeyName key(lock.bytes);
    const Instant now = m_context.time.now();
    DirtyQueue &queue = m_pump.queue();
    UnknownKeys &unknownKeys = m_router.unknownKeys();
    if (applyElsewhere(outcome))
        return;
    if (outcome.postponed) {
        queue.markAgain(entry, now);
        return;
    }
    if (outcome.refused || outcome.tooLarge)
        ++m_record.counters.unreadable;
    if (outcome.refused) {
        applyRefused(lock);
        return;
    }
    m_rights.removeUnreadable(lock);
    const bool wasHash = outcome.wasHash;
    const bool wasMissed = m_scan.takeMissed(lock);
    const auto main = outcome.keys.find(key);
    const bool isAbsent = main == outcome.keys.end() || !main->second.exists();
    const bool isExplained = !m_options.names.empty() && m_record.discovering;
    const auto explanation = isExplained ? explanationOf(outcome) : std::optional<Sentence>();
    // Notifications tell each command of one script, and most make several.
    const quint64 changes = isTracking(m_record.mode) ? entry.mainChanges : 1;
    const bool wasLock = unknownKeys.expects(key);
    const auto applied =
        m_book.apply(std::move(outcome), {changes, isTracking(m_record.mode), wasLock});
    if (queue.contains(lock))
        m_book.await(lock);
    const bool isAgain =
        applied == LockBook::Applied::LookAgain || applied == LockBook::Applied::LookLater;
    if (!isAgain && entry.changes > 1)
        m_record.counters.coalesced += entry.changes - 1;
    switch (applied) {
    case LockBook::Applied::Lock:
        unknownKeys.forget(key);
        m_names.note(lock);
        m_queues.note(lock);
        m_listener.releases().note(lock);
        if (wasMissed)
            m_scan.noteMissed(lock);
        break;
    case LockBook::Applied::Gone:
        m_queues.forget(lock);
        m_listener.releases().noteGone(lock);
        unknownKeys.expect(key, wasHash, now);
        break;
    case LockBook::Applied::NoLock:
        if (isAbsent && m_book.hasSigns(lock)) // its signs come before a look that shows it
            unknownKeys.expect(key, wasHash, now);
        else if (!isAbsent || !wasLock) // else it came and went unseen
            unknownKeys.remember(key, now);
        if (explanation)
            m_book.tell(EventType::Gap, *explanation, lock);
        break;
    case LockBook::Applied::CameAndWent:
        unknownKeys.expect(key, wasHash, now);
        break;
    case LockBook::Applied::LookAgain:
        queue.markAgain(entry, now + Millis(3));
        break;
    case LockBook::Applied::LookLater:
        queue.markAgain(entry, now + ChangeRouter::afterGathering);
        break;
    }
    if (m_context.hearsAll() && !m_book.knows(lock) && m_book.hasSigns(lock))
        m_router.readLeftSigns(lock);
}

// Whether another shard of the cluster keeps the lock. If this one does, and another knew it until
// now, what was seen of it comes along.
bool ServerWatch::applyElsewhere(const ReadOutcome &outcome)
{
    if (!m_link)
        return false;
    if (outcome.elsewhere) {
        m_link->redirect(outcome.lock, *outcome.elsewhere);
        return true;
    }
    if (!outcome.reading || m_book.knows(outcome.lock))
        return false;
    if (auto lock = m_link->takeFromOthers(outcome.lock))
        m_book.take(outcome.lock, *std::move(lock));
    return false;
}

std::optional<OpenLock> ServerWatch::giveLock(const LockName &name)
{
    m_queues.forget(name);
    m_listener.releases().forget(name);
    return m_book.give(name);
}

void ServerWatch::takeLock(const LockName &name, OpenLock lock)
{
    m_book.take(name, std::move(lock));
    readHere(name);
}

void ServerWatch::readHere(const LockName &name)
{
    if (m_record.discovering)
        m_book.noteAlreadyThere(name);
    m_pump.mark(name, {});
    m_pump.pump();
}

void ServerWatch::readLater(const LockName &name)
{
    m_pump.queue().markLater(name, m_context.time.now() + Millis(100));
    m_pump.pump();
}

Pending<std::vector<qint64>> ServerWatch::countListeners(const std::vector<QByteArray> &channels)
{
    std::vector<Pending<std::vector<qint64>>> parts;
    parts.push_back(m_channels.count(channels));
    if (!m_replicas.areNone())
        parts.push_back(m_replicas.count(channels, false));
    return sumOfCounts(std::move(parts), channels.size());
}

void ServerWatch::leave()
{
    stop();
    m_record.hasLeft = true;
    m_record.lostAt.reset();
    publish();
}

// Nothing was learnt: a lock that is known stays as it was shown.
void ServerWatch::applyRefused(const LockName &lock)
{
    m_rights.addUnreadable(lock);
    m_router.unknownKeys().remember(KeyName(lock.bytes), m_context.time.now());
    m_book.forgetUnknown(lock);
    m_book.passOver(lock);
    m_scan.noteTold(lock);
}

// When everything that the first scan found has been read, and the questions that are left for the
// end have been asked.
void ServerWatch::finishDiscovery()
{
    if (m_scan.isRunning() || m_pump.isBusy())
        return;
    m_scan.reportMissed();
    if (!m_record.discovering)
        return;
    if (m_queues.isWanted() && !std::exchange(m_areQueuesAsked, true)) {
        m_scope.start([this] { return resolveQueuesBeforeTheEnd(); });
        return;
    }
    if (m_names.beginLast() || m_waiters.beginLast())
        return;
    if (m_names.isInLast() || m_waiters.isInLast() || m_queues.isResolving())
        return;
    m_record.discovering = false;
    giveBackMemory(); // the scan took more memory than its results
    publish();
}

QCoro::Task<> ServerWatch::resolveQueuesBeforeTheEnd()
{
    const auto resolved = co_await m_queues.resolve();
    if (resolved || resolved.error().kind != ErrorKind::Cancelled)
        m_pump.pump();
}

// A lock of which no event told anything.
void ServerWatch::readAlone(const LockName &lock)
{
    if (!m_context.isOfInterest(lock))
        return;
    if (m_record.discovering)
        m_book.noteAlreadyThere(lock);
    m_pump.markUntold(lock);
}

void ServerWatch::readEverything()
{
    for (const LockName &name : m_book.names())
        m_pump.mark(name, {});
    if (const auto unreadable = m_rights.unreadable()) {
        for (const LockName &name : unreadable->names)
            m_pump.markUntold(name);
    }
}

// Changes may have gone unseen, of which nobody had to tell.
void ServerWatch::onGap(Losses::Cause cause)
{
    m_sweeper.forgetSuspects();
    m_scan.forgetUntold();
    m_book.noteGap(cause, m_pump.inFlight());
    readEverything();
    m_scan.start();
    m_pump.pump();
}

void ServerWatch::onGranted()
{
    m_reader.forgetRefusals();
    m_waiters.forgetShards();
    m_router.unknownKeys().clear();
    onGap();
    publish();
}

// An event reported it. True if a scan was faster.
bool ServerWatch::onTold(const LockName &lock)
{
    m_sweeper.noteTold(lock);
    return m_scan.noteTold(lock);
}

// Counts and reports it.
void ServerWatch::reportMissed(quint64 count, const Sentence &what)
{
    m_record.counters.missed += count;
    m_book.tell(EventType::Gap, what);
    m_listener.doubt();
    publish();
}

} // namespace lockscope::watch
