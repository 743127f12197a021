// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/connectionprivate.h"

#include "core/base/text.h"
#include "core/redis/readonly.h"

#include <QRandomGenerator>

#include <algorithm>

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
    return kind == "message" || kind == "pmessage" || kind == "smessage";
}

} // namespace

Connection::Private::Private(Connection &owner, ConnectionConfig settings)
    : q(owner)
    , config(std::move(settings))
    , label(config.target.label())
    , queue(config.maxOutstanding, config.maxQueued, config.commandTimeout)
{
    timer.setSingleShot(true);
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, &q, [this] { onTimer(); });
}

void Connection::Private::open()
{
    if (state != State::Closed)
        return;
    const auto form = config.target.form;
    const bool built = form == Target::Form::Tcp || form == Target::Form::Unix;
    if (built) {
        attempt();
        return;
    }
    const Error error{ErrorKind::Unsupported,
                      {},
                      form == Target::Form::Sentinel
                          ? Sentence::say("Sentinel is not yet supported")
                          : Sentence::say("Cluster is not yet supported"),
                      label};
    lastError = error;
    // As with every other failure, the caller has returned from open() when it learns of it.
    QMetaObject::invokeMethod(
        &q,
        [this, error, at = epoch] {
            if (at == epoch)
                Q_EMIT q.lost(error, true);
        },
        Qt::QueuedConnection);
}

void Connection::Private::attempt()
{
    ++epoch;
    state = State::Connecting;
    subscribed = wasLetIn = heard = false;
    reader = std::make_unique<ReplyReader>(config.limits, config.protocol);
    stream = config.makeStream ? config.makeStream() : makeByteStream(config.target, config.caFile);
    stream->setGathering(config.gathering);
    QObject::connect(stream.get(), &ByteStream::opened, &q,
                     [this] { fromStream([this] { onOpened(); }); });
    QObject::connect(stream.get(), &ByteStream::received, &q,
                     [this](const QByteArray &bytes) { fromStream([&] { onReceived(bytes); }); });
    QObject::connect(stream.get(), &ByteStream::closed, &q, [this](const Error &error) {
        fromStream(
            [&] { lose(explained(error), state == State::Connecting && endsForGood(error)); });
    });
    phaseDue = steadyNow() + config.connectTimeout;
    arm(phaseDue);
    const QPointer guard(&q);
    const auto at = epoch;
    Q_EMIT q.stateChanged();
    if (guard && at == epoch)
        stream->open();
}

void Connection::Private::onOpened()
{
    wasLetIn = true;
    // All in one write: a reconnect costs one round trip.
    steps = handshakeSteps(config, predecessors);
    handshake.clear();
    lastReceived = steadyNow();
    for (std::size_t i = 0, at = epoch; at == epoch && i < steps.size(); ++i) {
        handshake.push_back(queue.add(steps[i].command, steadyNow()));
        handshake.back().then(
            [this, i](Result<Reply> &&result) { onHandshakeReply(i, std::move(result)); });
    }
    flush();
}

// A server that expects TLS takes the first command for a broken record and closes.
Error Connection::Private::explained(Error error) const
{
    const bool isUnanswered = state == State::Connecting && !handshake.empty() && !heard;
    if (error.kind == ErrorKind::ConnectionLost && isUnanswered && !config.target.tls)
        error.text = Sentence::say(
            "the server closed the connection without a reply; does it require TLS (rediss://)?");
    return error;
}

void Connection::Private::onHandshakeReply(std::size_t step, Result<Reply> &&result)
{
    if (!result) {
        lose(result.error(), false);
        return;
    }
    const auto kind = steps[step].kind;
    if (kind == HandshakeStep::Kind::Identify)
        identity = identityFrom(*result);
    else if (kind == HandshakeStep::Kind::Mode)
        mode = modeFrom(*result);
    else if (kind == HandshakeStep::Kind::EndPredecessor && !result->isInteger())
        mayLinger = true;
    if (const auto refusal = handshakeRefusal(kind, *result, label))
        lose(*refusal, endsForGood(*refusal));
    else if (step + 1 == steps.size())
        becomeReady();
}

void Connection::Private::becomeReady()
{
    handshake.clear();
    predecessors.clear();
    state = State::Ready;
    lastError.reset();
    readySince = steadyNow();
    arm(nextDue());
    const QPointer guard(&q);
    const auto at = epoch;
    Q_EMIT q.stateChanged();
    if (guard && at == epoch)
        Q_EMIT q.ready();
}

Pending<Reply> Connection::Private::send(const Arguments &command, bool atOnce)
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
    auto pending = queue.add(command, steadyNow());
    if (!atOnce)
        scheduleFlush();
    else if (!receiving)
        flush();
    return pending;
}

// Everything that is sent in one turn of the event loop goes out in one write at its end.
void Connection::Private::scheduleFlush()
{
    if (flushScheduled || receiving)
        return;
    flushScheduled = true;
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
    if (!pair(replies, deliveries) && decoded) {
        decoded =
            fail(ErrorKind::Protocol, Sentence::say("the server sent an unexpected reply"), label);
    }
    const QPointer guard(&q);
    const auto at = epoch;
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
    // Also of a new attempt, whose commands may have relied on this flush.
    flush();
}

// False if a reply has no command to go to; what came before it is in order.
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
    for (Delivery &delivery : deliveries) {
        if (auto *const answer = std::get_if<Answer>(&delivery)) {
            answer->completion.complete(std::move(answer->reply));
        } else if (guard && at == epoch && pushHandler) {
            const auto handler = pushHandler; // lives on if it is replaced
            (*handler)(std::move(std::get<Push>(delivery).reply));
        }
    }
    return guard && at == epoch;
}

void Connection::Private::giveUp(Error error)
{
    if (state != State::Ready)
        return;
    isUseless = true;
    lose(std::move(error), false);
}

void Connection::Private::lose(Error error, bool final)
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
        phaseDue = now + backoff.next(now, chance, failure);
        arm(phaseDue);
    }
    const QPointer guard(&q);
    const auto at = epoch;
    completeAll(unanswered, {ErrorKind::ConnectionLost, {}, error.text, error.endpoint});
    if (!guard || at != epoch)
        return;
    Q_EMIT q.stateChanged();
    if (guard && at == epoch)
        Q_EMIT q.lost(error, final);
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
    if (lost)
        predecessors.push_back(*lost);
    else
        mayLinger = true;
}

// The stream may be the one that is calling: then it is silenced now and deleted by the event loop.
CommandQueue::Completions Connection::Private::tearDown()
{
    remember();
    ++epoch;
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
        // What the peer sent while this thread was held up is read first.
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
        lose({isUnencrypted ? ErrorKind::Tls : ErrorKind::Timeout, {}, connectTimeoutText(), label},
             false);
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
    if (queue.isIdle() && now >= lastReceived + config.pingInterval) {
        // Its slot needs no waiter: the answer counts as received bytes.
        (void)queue.add({"PING"_ba}, now);
        flush();
    }
    return true;
}

} // namespace lockscope::redis
