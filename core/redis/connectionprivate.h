// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/redis/backoff.h"
#include "core/redis/commandqueue.h"
#include "core/redis/connection.h"
#include "core/redis/handshake.h"
#include "core/redis/replyreader.h"
#include "core/redis/stream/bytestream.h"
#include "core/redis/target/credentials.h"
#include "core/redis/topology.h"

#include <QPointer>
#include <QTimer>

#include <variant>

namespace lockscope::redis {

// The inside of a Connection; same thread. Any call of a waiter, a handler or a slot may close or
// destroy the Connection: each is followed by a look at a guard before a member is touched, and
// `epoch` tells whether it is still the same attempt.
struct Connection::Private {
    // The parts of one received batch, in order. Paired before anything is called, so that a waiter
    // that closes the connection cannot part a reply from its command.
    struct Answer {
        Completion<Reply> completion;
        Reply reply;
    };
    struct Push {
        Reply reply;
    };
    using Delivery = std::variant<Answer, Push>;

    class DeliveryTurn;

    Private(Connection &owner, ConnectionConfig settings);

    void open();
    void close();
    void shutDown();
    enum class When { EndOfTurn, AtOnce, Later }; // it is written
    Pending<Reply> send(const Arguments &command, When when, bool isFenced = false);

    // Connecting.
    void attempt();
    void fetchSecrets();
    void onSecret(std::size_t place, Result<Password> &&secret);
    void locate();
    void loseLater(const Error &error);
    void onResolved(Result<HostPort> &&where);
    void openStream();
    void follow();
    void onMoved();
    void refuseSentinel(Error refusal);
    void leaveReplica();
    void onOpened();
    void onHandshakeReply(std::size_t step, Result<Reply> &&result);
    void becomeReady();
    bool triesAnotherPassword(const Error &refusal);
    void armRenewal(std::optional<Instant> at);
    void renewPassword();
    void sendPassword(Password fresh);

    // Bytes.
    template <typename Function>
    void fromStream(Function function)
    {
        const QPointer guard(&q);
        const bool outer = std::exchange(inStream, true);
        function();
        if (guard)
            inStream = outer;
    }
    void remember();
    bool mayPredecessorsLinger() const;
    void onReceived(const QByteArray &bytes);
    bool pair(std::vector<Reply> &replies, std::vector<Delivery> &deliveries);
    bool deliver(std::vector<Delivery> &deliveries);
    void scheduleFlush();
    void flush();

    // The end of an attempt or of a connection, and the next step.
    void giveUp(Error error);
    void reportCertificate(const Error &error) const;
    void lose(Error error, bool final, bool isMoving = false);
    void onStreamClosed(const Error &error);
    bool isUnanswered(const Error &error) const;
    void tryStepByStep();
    void sendSteps(std::size_t first, std::size_t end);
    Error explained(Error error) const;
    CommandQueue::Completions tearDown();
    static void completeAll(CommandQueue::Completions &completions, const Error &error);

    // Time.
    void onTimer();
    bool checkPeer(Instant now);
    Sentence connectTimeoutText() const;
    void arm(Instant at);
    Instant nextDue() const;
    // The instant at which the peer is given up unless it answers. Counted from its last answer, so
    // that the PING in between does not lengthen it; the latest question has half of it at least.
    Instant stalledAt() const
    {
        return std::max(lastReceived + config.silenceLimit,
                        queue.busySince() + config.silenceLimit / 2);
    }

    Connection &q;
    ConnectionConfig config; // only its topology is set later, by the first open()
    const QString label;
    State state = State::Closed;
    std::optional<Error> lastError;
    std::optional<std::chrono::microseconds> latency;
    std::shared_ptr<const std::function<void(Reply)>> pushHandler;

    std::uint64_t epoch = 0; // counts attempts, losses and closes
    std::unique_ptr<ByteStream> stream;
    std::unique_ptr<ReplyReader> reader;
    CommandQueue queue;
    std::vector<HandshakeStep> steps;
    std::vector<Pending<Reply>> handshake;
    std::optional<ClientIdentity> identity; // of this connection, as the server knows it
    // Were ready, and are lost to us. With a topology: those of other processes stay.
    std::vector<ClientIdentity> predecessors;
    bool mayLinger = false; // one of them could not be ended
    QByteArray mode; // Connection::serverMode()
    QByteArray runId;
    QByteArray version;
    std::optional<HostPort> address;
    Pending<HostPort> resolving;
    Pending<Password> fetching;
    Password password; // that of `config` or the fetched one, for this attempt
    QByteArray keyPassphrase; // of a client's certificate, fetched
    bool hasTriedAgain = false; // with a password that was fetched again
    QTimer renewal; // of a password that expires
    std::optional<Pending<Reply>> renewing;
    std::optional<Pending<Reply>> askedMasters; // of a Sentinel that is about to be refused
    bool heard = false; // this attempt's peer has said something
    // A handshake in one write was closed without a reply: each step waits for the one before.
    bool isStepByStep = false;
    bool subscribed = false;
    bool flushScheduled = false;
    bool inStream = false; // the stream is calling and must not be deleted
    bool receiving = false; // a flush follows anyway
    bool hasOnlyLater = false; // what waits to be written can go on waiting
    QTimer later; // until it is written

    Backoff backoff;
    bool wasLetIn = false; // the server took this attempt's connection
    bool isUseless = false; // giveUp()
    QTimer timer;
    Instant armedFor = Instant::max();
    Instant phaseDue; // Connecting: its deadline; Waiting: the next attempt
    Instant readySince;
    Instant lastReceived;
    bool graceGiven = false;
};

} // namespace lockscope::redis
