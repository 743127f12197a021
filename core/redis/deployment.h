// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/taskscope.h"
#include "core/redis/channels.h"
#include "core/redis/scriptcache.h"

namespace lockscope::redis {

// One keyspace as those use it who act on locks: commands, scripts, channels, and notice of keys
// that change. Today one standalone server; callers name keys and never a socket, so that Sentinel
// and Cluster can route beneath them. One thread; owns its connections.
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
    bool isReady() const;
    std::optional<Error> lastError() const; // why it is not ready
    // While ready: commands that were sent over an earlier connection are not carried out any more.
    bool hasEndedPredecessors() const;

    // Ready now or soon; the error of the last attempt if it will never be (wrong password, say).
    // Without limit otherwise: wait with a deadline.
    [[nodiscard]] Pending<void> whenReady();
    // Ready now, or the error of the attempt under way or of the last one.
    [[nodiscard]] Pending<void> whenTried();

    // As Connection::send. A connection made from a read-only target refuses what could write, with
    // Permission and the code READONLYPROFILE.
    [[nodiscard]] Pending<Reply> send(const Arguments &command);
    [[nodiscard]] Pending<Reply> sendAtOnce(const Arguments &command); // as Connection's
    // As ScriptCache::run.
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
    bool isTracking() const; // readTracked() would be heard of
    // Emits keysChanged() for keys that a command of this deployment may have changed, for its
    // other users: the server does not report a connection's own changes to it.
    void reportChanged(const std::vector<QByteArray> &keys);

    Channels &channels();

Q_SIGNALS:
    void ready();
    void lost(const lockscope::Error &error, bool final);
    // The keys that changed since they were read tracked; empty: any may have. Also after a
    // connection was lost and is back.
    void keysChanged(const std::vector<QByteArray> &keys);

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::redis
