// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/redis/deployment/channels.h"
#include "core/redis/deployment/scriptcache.h"

namespace lockscope::redis {

// One keyspace as those use it who act on locks: commands, scripts, channels, and notice of keys
// that change. A standalone server, a primary with its replicas, or a cluster; callers name keys
// and never a socket. In a cluster each command goes to the shard that keeps its key, and follows
// MOVED and ASK. One thread; owns its connections.
class Deployment : public QObject
{
    Q_OBJECT

public:
    explicit Deployment(ConnectionConfig config, QObject *parent = nullptr);
    ~Deployment() override;

    void open();
    void close(); // outstanding calls answer Cancelled

    QString label() const;
    const ConnectionConfig &config() const;
    // Every server that keeps keys is connected, or the one that keeps this key.
    bool isReady() const;
    bool isReady(const QByteArray &key) const;
    std::optional<Error> lastError() const; // why it is not ready
    std::optional<Error> lastError(const QByteArray &key) const;
    // While ready: commands on this key that were sent over an earlier connection are not carried
    // out any more.
    bool hasEndedPredecessors(const QByteArray &key) const;
    bool hasEndedPredecessors() const; // on any key

    // The run id of the server's process that keeps this key, or kept it last; empty: not known
    // yet, or not to be asked for.
    QByteArray processOf(const QByteArray &key) const;

    // Ready now or soon; the error of the last attempt if it will never be (wrong password, say).
    // Without limit otherwise: wait with a deadline.
    [[nodiscard]] Pending<void> whenReady();
    [[nodiscard]] Pending<void> whenReady(const QByteArray &key);
    // Ready now, or the error of the attempt under way or of the last one.
    [[nodiscard]] Pending<void> whenTried();
    [[nodiscard]] Pending<void> whenTried(const QByteArray &key);

    // As Connection::send. A connection made from a read-only target refuses what could write, with
    // Permission and the code READONLYPROFILE. A command without a key goes to any server of a
    // cluster (core/redis/deployment/commandkeys.h).
    [[nodiscard]] Pending<Reply> send(const Arguments &command);
    [[nodiscard]] Pending<Reply> sendAtOnce(const Arguments &command); // as Connection's
    // As send, for a command that nobody waits for. In a cluster the next command mostly goes to
    // another server, so this one waits for one to the same (Connection::sendLater).
    [[nodiscard]] Pending<Reply> sendLater(const Arguments &command);
    // To the primary of each shard: one reply outside a cluster. The replicas of a cluster are not
    // asked, so that a count of listeners is a part of the truth if hasUnaskedReplicas().
    [[nodiscard]] Pending<std::vector<Result<Reply>>> sendToEach(const Arguments &command);
    // Asks how many replicas have acknowledged everything that this connection has written so far
    // to the server that keeps this key, and waits for `least` of them (WAIT). Other commands on
    // the server's keys wait meanwhile, `patience` at most: it has to be well below the
    // commandTimeout.
    [[nodiscard]] Pending<Reply> waitForReplicas(const QByteArray &key, int least, Millis patience);
    // As ScriptCache::run. In a cluster all keys have to be of one slot: else InvalidInput with the
    // code CROSSSLOT, and nothing is sent.
    [[nodiscard]] Pending<Reply> run(const Script &script, const std::vector<QByteArray> &keys,
                                     const std::vector<QByteArray> &arguments);

    // As send, for a reading command: once the key that it read changes or expires, keysChanged()
    // names it. Not for a change by this deployment itself, which also ends the tracking: read
    // again, and see reportChanged(). If the server or the ACL does not allow tracking, it only
    // reads.
    [[nodiscard]] Pending<Reply> readTracked(const Arguments &command);
    // As run, its reading commands tracked like this.
    [[nodiscard]] Pending<Reply> runTracked(const Script &script,
                                            const std::vector<QByteArray> &keys,
                                            const std::vector<QByteArray> &arguments);
    // readTracked() would be heard of, on this key or on some server.
    bool isTracking(const QByteArray &key) const;
    bool isTracking() const;
    // Emits keysChanged() for keys that a command of this deployment may have changed, for its
    // other users: the server does not report a connection's own changes to it.
    void reportChanged(const std::vector<QByteArray> &keys);

    bool isCluster() const;
    // Keys with the same number may be given to one command or script: the hash slot in a cluster,
    // else always 0.
    int groupOf(const QByteArray &key) const;
    bool hasUnaskedReplicas() const;
    // A cluster with sharded channels (Redis 7.0), on which Redisson's waiters listen.
    bool hasShardedChannels() const;

    Channels &channels();

Q_SIGNALS:
    void ready();
    // Of a cluster: one of its servers, or all.
    void lost(const lockscope::Error &error, bool final);
    // Another process keeps some of the keys now: a server was restarted, another one is the
    // primary, or a slot has moved. It may lack the latest writes. keysChanged() of any key
    // follows.
    void serverChanged();
    // The keys that changed since they were read tracked; empty: any may have. Also after a
    // connection was lost and is back, and after a slot of a cluster has moved.
    void keysChanged(const std::vector<QByteArray> &keys);

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::redis
