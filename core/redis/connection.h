// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/pending.h"
#include "core/base/clock.h"
#include "core/base/reply.h"
#include "core/redis/target/target.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::redis {

class ByteStream;
class ForeignCertificates;
class Topology;

using Arguments = std::vector<QByteArray>;

// Limits on the memory that an untrusted server may make this client use (reference: CWE-770, 789,
// 407).
struct ReplyLimits {
    qsizetype lineBytes = qsizetype(64) * 1024; // a status, error or integer line, or a length
    qsizetype bulkBytes = qsizetype(16) * 1024 * 1024;
    qsizetype replyBytes = qsizetype(64) * 1024 * 1024; // everything of one reply together
    int arrayElements = 1'000'000; // of one array
    int replyElements = 4'000'000; // of one reply
};

// The protocol of a connection. Resp3 is asked for by HELLO 3, and the attempt ends if that is
// refused; it brings pushes, so that a connection can be told of changed keys without REDIRECT.
// Replies to commands may have other forms there: see Reply.
enum class Protocol { Resp2, Resp3 };

struct ConnectionConfig {
    Target target;
    Protocol protocol = Protocol::Resp2;
    QByteArray clientName = QByteArrayLiteral("lockscope");
    Millis connectTimeout{3000}; // connecting and the handshake together
    Millis commandTimeout{3000}; // from sending (or queueing) to the whole reply
    Millis pingInterval{1000}; // silence after which a PING is sent
    Millis silenceLimit{2500}; // silence after which the peer is lost, if it owes a reply
    int maxOutstanding = 64; // sent and unanswered; more wait in a queue
    int maxQueued = 20'000; // beyond this, send() answers Busy
    ReplyLimits limits;
    Millis gathering{0}; // ByteStream::setGathering(): for a connection that listens to much
    // A new connection first ends those before it on the server (hasEndedPredecessors()).
    bool endsPredecessors = false;
    // Asks in the handshake what kind of server answers: a Sentinel is refused, serverMode() is
    // known.
    bool asksMode = true;
    // Knows the primary of a resolved target (Target::isResolved()); shared by the connections of a
    // deployment. Empty: the connection makes its own.
    std::shared_ptr<Topology> topology;
    // Is told of servers whose certificate is not the pinned one, also by the topology's own
    // connections. Empty: nobody asks.
    std::shared_ptr<ForeignCertificates> certificates;
    // Makes the stream for each attempt to connect, to the primary and with the secrets that were
    // fetched; empty: the one that the target asks for.
    std::function<std::unique_ptr<ByteStream>(const Target &)> makeStream;
};

// One asynchronous connection to one server that keeps itself alive. Lives on one thread with an
// event loop; owns its stream. Replies pair with commands in order: a slot is never removed, an
// abandoned command swallows its reply; a protocol error closes the connection. Nothing is ever
// sent twice: what was sent or queued when the connection is lost answers ConnectionLost.
//
//   state       meaning                                     leaves to
//   Closed      not wanted, or failed for good              Connecting by open()
//   Connecting  the primary's address, stream and handshake Ready, Waiting, Closed
//               (AUTH, SELECT, INFO, ROLE, CLIENT SETNAME)
//               under connectTimeout
//   Ready       commands flow; PING after a second of       Waiting, Closed
//               silence
//   Waiting     lost; back-off 50 ms doubling to 1 s, to 4  Connecting, Closed
//               where it was let in and thrown out, after
//               a minute of absence to 5 s, jittered
//
// A target with several addresses has a topology, which is asked before each attempt where the
// primary is. The server that answers has to say in the handshake that it is one, and when the
// primary moves, the connection is lost and made anew at once.
//
// Auth, Tls and Permission failures of the handshake, a Sentinel and an unusable target end in
// Closed without another attempt (repeating a wrong password locks accounts out); lastError() says
// why.
class Connection : public QObject
{
    Q_OBJECT

public:
    enum class State { Closed, Connecting, Ready, Waiting };

    explicit Connection(ConnectionConfig config, QObject *parent = nullptr);
    ~Connection() override;

    void open();
    // Closes for good until open(); outstanding commands answer Cancelled. Emits no lost().
    void close();
    // Ends a connection that is Ready, but of no use: as if it were lost for that reason. The
    // back-off goes on however long it was up.
    void giveUp(const Error &why);

    State state() const;
    // The reason why it is not Ready; empty while Ready.
    std::optional<Error> lastError() const;
    QString label() const; // the target without credentials
    const ConnectionConfig &config() const;
    // While Ready: commands that were sent before this connection was made are not carried out any
    // more. Else bytes of a lost connection may still lie unread in the server's socket, or on the
    // way. Known if CLIENT INFO and CLIENT KILL are allowed and the server is reached by TCP. With
    // a topology never while something was sent to another process, which cannot be ended from
    // here, within the last ten minutes.
    bool hasEndedPredecessors() const;

    // Sends now, or as soon as fewer than maxOutstanding commands are unanswered. An error reply is
    // a Reply, not an Error. Errors: ConnectionLost when not Ready or lost meanwhile (outcome
    // unknown if it had been sent), Timeout after commandTimeout (the connection stays: its reply
    // is swallowed when it comes), Busy, Cancelled, and Permission with the code READONLYPROFILE at
    // once for commands that a read-only target does not allow (core/redis/readonly.h).
    [[nodiscard]] Pending<Reply> send(const Arguments &command);
    // The same, but written before it returns, not with all others at the end of the turn: for
    // callers that ask several servers one question each.
    [[nodiscard]] Pending<Reply> sendAtOnce(const Arguments &command);

    // The same, but not worth a write of its own: it goes out with the next command, or after some
    // milliseconds. If the connection is closed before, it goes out then; over TLS or a proxy it
    // may be lost.
    [[nodiscard]] Pending<Reply> sendLater(const Arguments &command);

    // For a command whose reply may be left out, be a push, or come twice, such as SUNSUBSCRIBE
    // while its slot moves. A PING follows it, whose reply answers both; all replies before that
    // are dropped. Only with a push handler.
    [[nodiscard]] Pending<Reply> sendFenced(const Arguments &command);

    // "standalone" or "cluster", as the server says; empty before the first handshake, or if the
    // user may not ask.
    QByteArray serverMode() const;
    // The run id of the server's process, as INFO says; empty likewise.
    QByteArray runId() const;
    QByteArray serverVersion() const; // "7.2.4": of Redis, which Valkey names too; empty likewise
    // The address of the last attempt; empty: none yet, or a Unix socket.
    std::optional<HostPort> address() const;
    // Empty: the address is fixed.
    const std::shared_ptr<Topology> &topology() const;

    // Round-trip time of the last PING or command that found the pipeline empty.
    std::optional<std::chrono::microseconds> latency() const;
    // How long ago the last bytes of the server came, also of one that was given up.
    Instant::duration silence() const;

    // Replies that are push messages in subscribed mode (message, pmessage, smessage,
    // sunsubscribe), and pushes of RESP3 as arrays, go here from then on and pair with no command.
    // Without a handler a push is dropped.
    void setPushHandler(std::function<void(Reply)> handler);

Q_SIGNALS:
    void ready(); // handshake done; commands may be sent from the slot
    // Was Ready, or failed to become it. `final`: no further attempt will be made.
    void lost(const lockscope::Error &error, bool final);
    void stateChanged();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::redis
