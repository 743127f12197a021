// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/connectionprivate.h"

#include "core/base/text.h"
#include "core/base/tlsfault.h"
#include "core/redis/notnow.h"
#include "core/redis/readonly.h"
#include "core/redis/target/foreigncertificates.h"
#include "core/redis/topologywords.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// A server that replied for at least this long may be lost once: the back-off starts anew. Else one
// that throws every client out at once, or replies to the handshake alone, would be asked again and
// again.
constexpr Millis stable{1000};
// A timer this late means that this thread was held up, not the peer.
constexpr Millis heldUp{200};
constexpr Millis grace{20};
// Until a password that could not be fetched is fetched again, for a connection that is up.
constexpr Millis renewalPause{10'000};
// For what goes out with the next command.
constexpr Millis laterPause{20};
constexpr Millis longestTimer{std::chrono::hours(24 * 7)};
// The time for which a process that was left may still carry out the commands that were sent to it.
constexpr std::chrono::minutes longestLinger{10};

Instant steadyNow()
{
    return std::chrono::steady_clock::now();
}

bool isConfirmation(const Reply &reply)
{
    const QByteArray &kind = reply.elements.front().bytes;
    return kind == "subscribe" || kind == "psubscribe" || kind == "ssubscribe";
}

bool isMessage(const Reply &reply)
{
    const QByteArray &kind = reply.elements.front().bytes;
    // A server ends sharded subscriptions by itself. Our own ends are sent fenced, so that the
    // reply is never needed.
    return kind == "message" || kind == "pmessage" || kind == "smessage" || kind == "sunsubscribe";
}

// The reply to the PING of a fence; an array while something is subscribed.
bool isFence(const Reply &reply)
{
    return reply.bytes == CommandQueue::fence
        || (reply.elements.size() == 2 && reply.elements[1].bytes == CommandQueue::fence);
}

} // namespace

// A connection delivers the answers that came together. What other connections are given to send
// meanwhile is written at the end: an event of the loop's own would cost a write, a poll and a
// read. Pushes are left out: what they ask for can wait for those that follow.
class Connection::Private::DeliveryTurn
{
public:
    DeliveryTurn() { ++depth; }
    ~DeliveryTurn()
    {
        if (--depth > 0)
            return;
        for (const QPointer<Connection> &each : std::exchange(waiting, {})) {
            if (!each)
                continue;
            each->m_d->flushScheduled = false;
            each->m_d->flush();
        }
    }
    DeliveryTurn(const DeliveryTurn &) = delete;
    DeliveryTurn &operator=(const DeliveryTurn &) = delete;

    static bool isOn() { return depth > 0; }
    static void add(Connection &connection) { waiting.emplace_back(&connection); }

private:
    static thread_local int depth;
    static thread_local std::vector<QPointer<Connection>> waiting;
};

thread_local int Connection::Private::DeliveryTurn::depth = 0;
thread_local std::vector<QPointer<Connection>> Connection::Private::DeliveryTurn::waiting;

Connection::Private::Private(Connection &owner, ConnectionConfig settings)
    : q(owner)
    , config(std::move(settings))
    , label(config.target.label())
    , queue(config.maxOutstanding, config.maxQueued, config.commandTimeout)
{
    // It logs in first, perhaps over several hosts.
    constexpr Millis patienceWithSsh{15'000};
    if (config.target.relay.kind == Relay::Kind::Ssh)
        config.connectTimeout = std::max(config.connectTimeout, patienceWithSsh);
    timer.setSingleShot(true);
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, &q, [this] { onTimer(); });
    later.setSingleShot(true);
    later.setTimerType(Qt::PreciseTimer);
    QObject::connect(&later, &QTimer::timeout, &q, [this] { flush(); });
    renewal.setSingleShot(true);
    QObject::connect(&renewal, &QTimer::timeout, &q, [this] { renewPassword(); });
    follow();
}

// From the start, so that the first of the connections that share a topology leaves first.
void Connection::Private::follow()
{
    if (config.topology)
        QObject::connect(config.topology.get(), &Topology::moved, &q, [this] { onMoved(); });
}

void Connection::Private::open()
{
    if (state != State::Closed)
        return;
    if (!config.topology) {
        config.topology = makeTopology(config);
        follow();
    }
    attempt();
}

void Connection::Private::attempt()
{
    ++epoch;
    state = State::Connecting;
    subscribed = wasLetIn = heard = false;
    // The fetching of a secret has limits of its own, or waits for the user.
    phaseDue = Instant::max();
    const QPointer guard(&q);
    const auto at = epoch;
    Q_EMIT q.stateChanged();
    if (guard && at == epoch)
        fetchSecrets();
}

// One after the other, so that a user is asked one question at a time. Those of the Sentinels too,
// though only the topology needs them: it has little time.
void Connection::Private::fetchSecrets()
{
    const Target &target = config.target;
    password = {target.password, {}};
    keyPassphrase.clear();
    onSecret(0, password);
}

// The secret at the place before this one has come; the first needs nothing.
void Connection::Private::onSecret(std::size_t place, Result<Password> &&secret)
{
    const Target &target = config.target;
    const std::array needed{
        target.tls || target.sentinelTls ? target.keyCredentials.get() : nullptr,
        target.form == Target::Form::Sentinel ? target.sentinelCredentials.get() : nullptr,
        target.credentials.get()};
    if (!secret) {
        loseLater(secret.error());
        return;
    }
    if (place == 1)
        keyPassphrase = secret->bytes;
    else if (place == needed.size())
        password = *std::move(secret);
    while (place < needed.size() && !needed.at(place))
        ++place;
    if (place == needed.size()) {
        locate();
        return;
    }
    fetching = needed.at(place)->password();
    fetching.then([this, place, at = epoch](Result<Password> &&fetched) {
        if (at == epoch)
            onSecret(place + 1, std::move(fetched));
    });
}

void Connection::Private::locate()
{
    phaseDue = steadyNow() + config.connectTimeout;
    arm(phaseDue);
    if (!config.topology) {
        if (!config.target.hosts.empty())
            address = config.target.hosts.front();
        openStream();
        return;
    }
    address.reset();
    resolving = config.topology->primary();
    resolving.then([this](Result<HostPort> &&where) { onResolved(std::move(where)); });
}

// Not from inside open(): the caller has returned from it when it learns of a failure.
void Connection::Private::loseLater(const Error &error)
{
    QMetaObject::invokeMethod(
        &q,
        [this, error, at = epoch] {
            if (at == epoch)
                lose(error, endsForGood(error));
        },
        Qt::QueuedConnection);
}

void Connection::Private::onResolved(Result<HostPort> &&where)
{
    if (!where) {
        loseLater(where.error());
        return;
    }
    address = *std::move(where);
    openStream();
}

// The primary has moved, or is not known.
void Connection::Private::onMoved()
{
    const auto primary = config.topology->view().primary;
    if (state == State::Waiting && primary) {
        attempt();
        return;
    }
    if ((state != State::Ready && state != State::Connecting) || !address || primary == address)
        return;
    const QString former = toText(*address);
    lose(
        {ErrorKind::ConnectionLost,
         {},
         primary
             ? Sentence::say("the primary is %1 now and no longer %2").arg(toText(*primary), former)
             : Sentence::say("%1 is not the primary any more").arg(former),
         label},
        false, true);
}

void Connection::Private::openStream()
{
    reader = std::make_unique<ReplyReader>(config.limits, config.protocol);
    Target target = config.target;
    if (config.topology)
        target.hosts = {*address};
    if (!keyPassphrase.isEmpty())
        target.tlsRules.keyPassphrase = keyPassphrase;
    stream = config.makeStream ? config.makeStream(target) : makeByteStream(target);
    stream->setGathering(config.gathering);
    QObject::connect(stream.get(), &ByteStream::opened, &q,
                     [this] { fromStream([this] { onOpened(); }); });
    QObject::connect(stream.get(), &ByteStream::received, &q,
                     [this](const QByteArray &bytes) { fromStream([&] { onReceived(bytes); }); });
    QObject::connect(stream.get(), &ByteStream::closed, &q,
                     [this](const Error &error) { fromStream([&] { onStreamClosed(error); }); });
    stream->open();
}

void Connection::Private::onOpened()
{
    wasLetIn = true;
    if (config.certificates && config.target.tls && address)
        config.certificates->noteTrusted(*address);
    steps = handshakeSteps(config, password.bytes, predecessors);
    // The first one is to be answered by whatever speaks the protocol.
    if (isStepByStep && steps.front().kind != HandshakeStep::Kind::Auth)
        steps.insert(steps.begin(), {HandshakeStep::Kind::Name, {"PING"_ba}});
    handshake.clear();
    lastReceived = steadyNow();
    // All in one write: a reconnect costs one round trip.
    sendSteps(0, isStepByStep ? 1 : steps.size());
}

void Connection::Private::sendSteps(std::size_t first, std::size_t end)
{
    for (std::size_t i = first, at = epoch; at == epoch && i < end; ++i) {
        handshake.push_back(queue.add(steps[i].command, steadyNow()));
        handshake.back().then(
            [this, i](Result<Reply> &&result) { onHandshakeReply(i, std::move(result)); });
    }
    flush();
}

// During a handshake that is not answered to its end.
bool Connection::Private::isUnanswered(const Error &error) const
{
    return state == State::Connecting && !handshake.empty() && !config.target.tls
        && error.kind == ErrorKind::ConnectionLost;
}

void Connection::Private::onStreamClosed(const Error &error)
{
    if (isUnanswered(error) && !heard && !isStepByStep)
        tryStepByStep();
    else
        lose(explained(error), state == State::Connecting && endsForGood(error));
}

// Some proxies (twemproxy) close the connection at a command that they do not know, and leave what
// came before it without a reply. In the same attempt, to learn which one it is.
void Connection::Private::tryStepByStep()
{
    isStepByStep = true;
    const auto unanswered = tearDown(); // nobody waits for these
    subscribed = heard = false;
    arm(phaseDue);
    openStream();
}

// A server that expects TLS takes the first command for a broken record and closes.
Error Connection::Private::explained(Error error) const
{
    if (!isUnanswered(error))
        return error;
    if (!heard) {
        error.text = Sentence::say(
            "the server closed the connection without a reply; does it require TLS (rediss://)?");
    } else if (isStepByStep) {
        const Arguments &command = steps[handshake.size() - 1].command;
        error.code = "CLOSEDAT";
        error.text = Sentence::say("%1 replied to PING and closed the connection at %2: it is "
                                   "probably a proxy that does not offer this command; connect to "
                                   "the server behind it")
                         .arg(label, visible(command.front()));
    }
    return error;
}

void Connection::Private::onHandshakeReply(std::size_t step, Result<Reply> &&result)
{
    if (!result) {
        lose(result.error(), false);
        return;
    }
    if (askedMasters)
        return; // it is a Sentinel
    const auto kind = steps[step].kind;
    if (kind == HandshakeStep::Kind::Identify) {
        identity = identityFrom(*result);
        if (identity && config.topology)
            identity->runId = runId;
    } else if (kind == HandshakeStep::Kind::Mode) {
        mode = modeFrom(*result);
        runId = runIdFrom(*result);
        version = versionFrom(*result);
    } else if (kind == HandshakeStep::Kind::EndPredecessor && !result->isInteger()) {
        mayLinger = true;
    }
    const auto refusal = handshakeRefusal(kind, *result, label);
    if (!refusal) {
        if (step + 1 == steps.size())
            becomeReady();
        else if (step + 1 == handshake.size())
            sendSteps(step + 1, step + 2);
        return;
    }
    if (refusal->code == "SENTINEL") {
        refuseSentinel(*refusal);
        return;
    }
    if (triesAnotherPassword(*refusal))
        return;
    if (const auto &credentials = config.target.credentials;
        credentials && refusal->kind == ErrorKind::Auth && isAboutPassword(*refusal)) {
        lose({ErrorKind::Auth, "BADSECRET", credentials->refusal(), label}, true);
        return;
    }
    if (kind != HandshakeStep::Kind::Role) {
        lose(*refusal, endsForGood(*refusal));
        return;
    }
    const QPointer guard(&q);
    const auto at = epoch;
    config.topology->report(*address, false);
    if (guard && at == epoch)
        lose(*refusal, false);
}

// With the URL that the user meant, if the Sentinel names the services that it watches.
void Connection::Private::refuseSentinel(Error refusal)
{
    askedMasters = queue.add({"SENTINEL"_ba, "MASTERS"_ba}, steadyNow());
    askedMasters->then([this, refusal = std::move(refusal)](Result<Reply> &&reply) mutable {
        const QStringList names = reply ? namesFrom(listFrom(*reply)) : QStringList();
        const QString scheme = config.target.tls ? u"rediss+sentinel"_s : u"redis+sentinel"_s;
        const QString place = address ? toText(*address) : u"HOST:PORT"_s;
        const QString url =
            u"%1://%2/%3"_s.arg(scheme, place, names.size() == 1 ? names.front() : u"NAME"_s);
        refusal.text = names.size() > 1 ? Sentence::say("%1; use %2 (NAME is one of %3)")
                                              .arg(refusal.text, url, names.join(u", "_s))
                                        : Sentence::say("%1; use %2").arg(refusal.text, url);
        lose(std::move(refusal), true);
    });
    flush();
}

void Connection::Private::becomeReady()
{
    handshake.clear();
    steps.clear(); // no copy of the password stays there
    hasTriedAgain = false;
    isStepByStep = false;
    std::erase_if(predecessors, [this](const ClientIdentity &before) {
        return !config.topology || (!runId.isEmpty() && before.runId == runId)
            || steadyNow() - before.lostAt >= longestLinger;
    });
    state = State::Ready;
    lastError.reset();
    readySince = steadyNow();
    arm(nextDue());
    armRenewal(std::exchange(password, {}).renewAt);
    const QPointer guard(&q);
    const auto at = epoch;
    if (config.topology)
        config.topology->report(*address, true);
    if (guard && at == epoch)
        Q_EMIT q.stateChanged();
    if (guard && at == epoch)
        Q_EMIT q.ready();
}

// The same attempt with another password, if there is one: once, since wrong passwords lock
// accounts out, or as often as the user answers.
bool Connection::Private::triesAnotherPassword(const Error &refusal)
{
    const auto &credentials = config.target.credentials;
    if (!credentials || refusal.kind != ErrorKind::Auth || !isAboutPassword(refusal))
        return false;
    const auto next = credentials->refused(password.bytes);
    if (next == Credentials::Next::End
        || (next == Credentials::Next::Once && std::exchange(hasTriedAgain, true)))
        return false;
    const auto unanswered = tearDown(); // nobody waits for these
    attempt();
    return true;
}

void Connection::Private::armRenewal(std::optional<Instant> at)
{
    if (!at || !config.target.credentials)
        return;
    const auto wait = std::chrono::ceil<Millis>(*at - steadyNow());
    renewal.start(std::clamp(wait, Millis(0), longestTimer));
}

// If it cannot be fetched now, the old one may still do for a while.
void Connection::Private::renewPassword()
{
    if (state != State::Ready)
        return;
    // Without RESP3 a connection that listens may not send AUTH. Its server ends it in time, and
    // the next one begins with the new password.
    if (subscribed && config.protocol == Protocol::Resp2)
        return;
    fetching = config.target.credentials->password();
    fetching.then([this, at = epoch](Result<Password> &&fetched) {
        if (at != epoch || state != State::Ready)
            return;
        if (fetched)
            sendPassword(*std::move(fetched));
        else
            armRenewal(steadyNow() + renewalPause);
    });
}

// Not by send(): a read-only target would refuse it.
void Connection::Private::sendPassword(Password fresh)
{
    const Target &target = config.target;
    Arguments command{"AUTH"_ba};
    if (!target.user.isEmpty())
        command.push_back(target.user);
    command.push_back(fresh.bytes);
    renewing = queue.add(command, steadyNow());
    renewing->then([this, fresh = std::move(fresh)](Result<Reply> &&reply) {
        if (!reply)
            return; // lost, or silent and soon lost
        if (!reply->isError()) {
            hasTriedAgain = false;
            armRenewal(fresh.renewAt);
            return;
        }
        const auto refusal = handshakeRefusal(HandshakeStep::Kind::Auth, *reply, label);
        const bool isFetchedAgain = refusal && isAboutPassword(*refusal)
            && config.target.credentials->refused(fresh.bytes) == Credentials::Next::Once
            && !std::exchange(hasTriedAgain, true);
        // The connection is still let in by the old one; what is wrong shows at the next.
        armRenewal(isFetchedAgain ? steadyNow() : fresh.renewAt);
    });
    flush();
}

Pending<Reply> Connection::Private::send(const Arguments &command, When when, bool isFenced)
{
    // Before everything else, so that the answer does not depend on the state.
    if (config.target.readOnly && !isReadOnly(command))
        return Pending<Reply>::ready(
            fail(readOnlyRefusal(command, label, config.target.guardedBy)));
    if (state != State::Ready) {
        const Sentence text = lastError ? Sentence::say("not connected: %1").arg(lastError->text)
                                        : Sentence::say("not connected");
        return Pending<Reply>::ready(fail(ErrorKind::ConnectionLost, text, label));
    }
    hasOnlyLater = when == When::Later && (hasOnlyLater || !queue.hasUnsent());
    auto pending =
        isFenced ? queue.addFenced(command, steadyNow()) : queue.add(command, steadyNow());
    if (hasOnlyLater) {
        if (!later.isActive())
            later.start(laterPause);
    } else if (when != When::AtOnce) {
        scheduleFlush();
    } else if (!receiving) {
        flush();
    }
    return pending;
}

// Commands of one turn of the event loop are sent in one write at its end.
void Connection::Private::scheduleFlush()
{
    if (flushScheduled || receiving)
        return;
    flushScheduled = true;
    if (DeliveryTurn::isOn()) {
        DeliveryTurn::add(q);
        return;
    }
    QMetaObject::invokeMethod(
        &q,
        [this] {
            flushScheduled = false;
            flush();
        },
        Qt::QueuedConnection);
}

void Connection::Private::flush()
{
    if (!stream || queue.isIdle())
        return;
    hasOnlyLater = false;
    const QByteArray bytes = queue.takeWritable(steadyNow());
    arm(nextDue());
    if (!bytes.isEmpty())
        stream->write(bytes);
}

void Connection::Private::onReceived(const QByteArray &bytes)
{
    lastReceived = steadyNow();
    graceGiven = false;
    heard = true;
    std::vector<Reply> replies;
    Result<void> decoded = reader->feed(bytes, replies);
    std::vector<Delivery> deliveries;
    deliveries.reserve(replies.size());
    const bool isReplica = config.topology && state == State::Ready
        && std::ranges::any_of(replies, [](const Reply &reply) {
                               return reply.isError() && innerCode(reply.bytes) == "READONLY";
                           });
    if (!pair(replies, deliveries) && decoded) {
        decoded =
            fail(ErrorKind::Protocol, Sentence::say("the server sent an unexpected reply"), label);
    }
    const QPointer guard(&q);
    const auto at = epoch;
    std::optional<DeliveryTurn> turn; // ends last, also without this connection
    if (std::ranges::all_of(
            deliveries, [](const Delivery &each) { return std::holds_alternative<Answer>(each); }))
        turn.emplace();
    receiving = true;
    const bool same = deliver(deliveries);
    if (!guard)
        return;
    receiving = false;
    if (same && at == epoch && !decoded) {
        Error error = decoded.error();
        error.endpoint = label;
        lose(error, false);
        return;
    }
    if (same && at == epoch && isReplica) {
        leaveReplica();
        return;
    }
    // Also of a new attempt, whose commands may have relied on this flush.
    if (!hasOnlyLater)
        flush();
}

// It was made a replica since the handshake.
void Connection::Private::leaveReplica()
{
    const QPointer guard(&q);
    const auto at = epoch;
    const HostPort replica = *address;
    config.topology->report(replica, false);
    if (guard && at == epoch)
        lose({ErrorKind::ConnectionLost,
              {},
              Sentence::say("%1 is not the primary any more").arg(toText(replica)),
              label},
             false);
}

// False if a reply belongs to no command; earlier replies are in order.
bool Connection::Private::pair(std::vector<Reply> &replies, std::vector<Delivery> &deliveries)
{
    for (Reply &reply : replies) {
        const bool isPush = reply.isPush();
        if (isPush)
            reply.type = Reply::Type::Array;
        const bool named = reply.isArray() && !reply.elements.empty();
        // A subscription is confirmed by a push in RESP3, in the place of the reply.
        const bool isOutOfTurn = isPush ? !named || !isConfirmation(reply)
                                        : subscribed && pushHandler && named && isMessage(reply);
        if (isOutOfTurn) {
            deliveries.emplace_back(Push{std::move(reply)});
            continue;
        }
        if (queue.isFenced() && !isFence(reply))
            continue;
        auto answered = queue.answer(lastReceived);
        if (!answered)
            return false;
        if (named && isConfirmation(reply))
            subscribed = true;
        if (answered->roundTrip)
            latency = answered->roundTrip;
        deliveries.emplace_back(Answer{std::move(answered->completion), std::move(reply)});
    }
    return true;
}

// False if the connection was closed or destroyed on the way. Answers are delivered all the same:
// they have come.
bool Connection::Private::deliver(std::vector<Delivery> &deliveries)
{
    const QPointer guard(&q);
    const auto at = epoch;
    // A password that has expired; with another one the server lets us in again.
    bool isShutOut = false;
    for (Delivery &delivery : deliveries) {
        if (auto *const answer = std::get_if<Answer>(&delivery)) {
            isShutOut |= answer->reply.isError() && answer->reply.errorCode() == "NOAUTH";
            answer->completion.complete(std::move(answer->reply));
        } else if (guard && at == epoch && pushHandler) {
            const auto handler = pushHandler; // lives on if it is replaced
            (*handler)(std::move(std::get<Push>(delivery).reply));
        }
    }
    if (!guard || at != epoch)
        return false;
    if (!isShutOut || state != State::Ready || !config.target.credentials)
        return true;
    lose({ErrorKind::ConnectionLost, {}, Sentence::say("the server requires a password"), label},
         false);
    return false;
}

void Connection::Private::giveUp(Error error)
{
    if (state != State::Ready)
        return;
    isUseless = true;
    lose(std::move(error), false);
}

void Connection::Private::lose(Error error, bool final, bool isMoving)
{
    if (error.endpoint.isEmpty())
        error.endpoint = label;
    const Instant now = steadyNow();
    const bool wasOfUse = state == State::Ready && !std::exchange(isUseless, false);
    if (wasOfUse && lastReceived - readySince >= stable) {
        backoff.reset();
        wasLetIn = false;
    }
    // One that only hangs may go on at any time.
    const auto failure = wasLetIn && error.kind != ErrorKind::Timeout
        ? Backoff::Failure::ThrownOut
        : Backoff::Failure::NotReached;
    auto unanswered = tearDown();
    state = final ? State::Closed : State::Waiting;
    lastError = error;
    if (!final) {
        const double chance = QRandomGenerator::global()->generateDouble();
        // The new primary has done nothing to be spared.
        phaseDue = isMoving ? now : now + backoff.next(now, chance, failure);
        arm(phaseDue);
    }
    const QPointer guard(&q);
    const auto at = epoch;
    completeAll(unanswered, {ErrorKind::ConnectionLost, {}, error.text, error.endpoint});
    if (!guard || at != epoch)
        return;
    reportCertificate(error);
    Q_EMIT q.stateChanged();
    if (guard && at == epoch)
        Q_EMIT q.lost(error, final);
}

void Connection::Private::reportCertificate(const Error &error) const
{
    if (config.certificates && address)
        config.certificates->noteRefused(*address, error);
}

void Connection::Private::close()
{
    if (state == State::Closed) {
        ++epoch; // takes back a lost() that is on its way
        return;
    }
    const QPointer guard(&q);
    shutDown();
    if (guard)
        Q_EMIT q.stateChanged();
}

void Connection::Private::shutDown()
{
    if (hasOnlyLater)
        flush();
    auto unanswered = tearDown();
    state = State::Closed;
    lastError.reset();
    backoff.reset();
    completeAll(unanswered,
                {ErrorKind::Cancelled, {}, Sentence::say("the connection was closed"), label});
}

// Only a connection that was ready was told more than its handshake.
void Connection::Private::remember()
{
    const auto lost = std::exchange(identity, std::nullopt);
    if (!config.endsPredecessors || state != State::Ready)
        return;
    if (lost) {
        predecessors.push_back(*lost);
        predecessors.back().lostAt = steadyNow();
    } else {
        mayLinger = true;
    }
}

bool Connection::Private::mayPredecessorsLinger() const
{
    return mayLinger || std::ranges::any_of(predecessors, [](const ClientIdentity &before) {
               return steadyNow() - before.lostAt < longestLinger;
           });
}

// The stream may be the one that is calling: then it is silenced now and deleted by the event loop.
CommandQueue::Completions Connection::Private::tearDown()
{
    remember();
    ++epoch;
    resolving = {};
    fetching = {};
    renewal.stop();
    later.stop();
    hasOnlyLater = false;
    renewing.reset();
    askedMasters.reset();
    handshake.clear();
    timer.stop();
    armedFor = Instant::max();
    graceGiven = false;
    latency.reset();
    if (stream) {
        stream->disconnect(&q);
        stream->close();
        if (inStream)
            stream.release()->deleteLater();
        else
            stream.reset();
    }
    return queue.takeAll();
}

void Connection::Private::completeAll(CommandQueue::Completions &completions, const Error &error)
{
    for (Completion<Reply> &completion : completions)
        completion.complete(fail(error));
}

Instant Connection::Private::nextDue() const
{
    if (state != State::Ready)
        return phaseDue;
    if (!queue.isAwaitingReply())
        return lastReceived + config.pingInterval;
    const Instant silent = stalledAt();
    return std::min(silent, queue.nextDeadline().value_or(silent));
}

// Only ever sets the timer earlier. It fires too early at worst, and far less often than commands
// come and go.
void Connection::Private::arm(Instant at)
{
    if (at >= armedFor)
        return;
    armedFor = at;
    const auto wait = std::chrono::ceil<Millis>(at - steadyNow());
    timer.start(std::max(wait, Millis(0)));
}

void Connection::Private::onTimer()
{
    const Instant now = steadyNow();
    const bool late = now - armedFor > heldUp;
    armedFor = Instant::max();
    if (state == State::Closed)
        return;
    if (late && !std::exchange(graceGiven, true)) {
        // Input that arrived while this thread was held up is read first.
        arm(now + grace);
        return;
    }
    graceGiven = false;
    if (state == State::Waiting && now >= phaseDue) {
        attempt();
        return;
    }
    if (state == State::Connecting && now >= phaseDue) {
        const bool isUnencrypted = handshake.empty() && stream && stream->isAccepted();
        Error error = isUnencrypted ? tlsError(TlsFault::PlainServer, connectTimeoutText())
                                    : Error{ErrorKind::Timeout, {}, connectTimeoutText(), {}};
        error.endpoint = label;
        lose(error, false);
        return;
    }
    auto expired = queue.takeExpired(now);
    const Error timeout{ErrorKind::Timeout, {}, Sentence::say("no reply in time"), label};
    if (state != State::Ready || checkPeer(now))
        arm(nextDue());
    completeAll(expired, timeout); // the connection may be gone already
}

Sentence Connection::Private::connectTimeoutText() const
{
    const auto ms = config.connectTimeout.count();
    if (!stream)
        return config.topology->view().doubt.isEmpty()
            ? Sentence::say("no primary was found within %1 ms").arg(ms)
            : Sentence::say("no primary was found within %1 ms: %2")
                  .arg(ms, config.topology->view().doubt);
    if (!handshake.empty())
        return Sentence::say("the server accepted the connection but did not reply within %1 ms")
            .arg(ms);
    if (config.target.tls)
        return stream && stream->isAccepted()
            ? Sentence::say("the server accepted the connection but did not complete the TLS "
                            "handshake within %1 ms")
                  .arg(ms)
            : Sentence::say("no TLS connection within %1 ms; does the server use TLS?").arg(ms);
    return Sentence::say("no connection within %1 ms").arg(ms);
}

// False if the peer was given up.
bool Connection::Private::checkPeer(Instant now)
{
    if (queue.isAwaitingReply()) {
        if (now < stalledAt())
            return true;
        lose(
            {ErrorKind::Timeout,
             {},
             Sentence::say("the server has been silent for %1 ms").arg(config.silenceLimit.count()),
             label},
            false);
        return false;
    }
    if (hasOnlyLater && now >= lastReceived + config.pingInterval) {
        flush(); // instead of a PING
    } else if (queue.isIdle() && now >= lastReceived + config.pingInterval) {
        // Its slot needs no waiter: the answer counts as received bytes.
        (void)queue.add({"PING"_ba}, now);
        flush();
    }
    return true;
}

} // namespace lockscope::redis
