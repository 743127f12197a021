// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/redis/deployment/channellink.h"
#include "core/redis/deployment/scriptcache.h"

namespace lockscope::redis {

// One server of a deployment, of a cluster the primary of one shard: the connection for commands,
// its scripts, the connection that listens, and the tracking of keys, whose invalidations go from
// the one to the other. One thread; owns both connections.
class DeploymentNode : public QObject
{
    Q_OBJECT

public:
    // How a command is sent to a cluster's server that does not keep its slot yet: after ASKING.
    enum class Asking { No, Yes };

    explicit DeploymentNode(const ConnectionConfig &config, bool isOfCluster = false);
    ~DeploymentNode() override;

    void close(); // outstanding calls answer Cancelled

    bool isReady() const { return connection.state() == Connection::State::Ready; }
    bool isTracking() const { return m_tracking == Tracking::On; }

    Pending<Reply> send(const Arguments &command, Asking asking);
    Pending<Reply> sendAtOnce(const Arguments &command, Asking asking);
    Pending<Reply> sendLater(const Arguments &command, Asking asking);
    Pending<Reply> run(const Script &script, const std::vector<QByteArray> &keys,
                       const std::vector<QByteArray> &arguments, Asking asking);
    // The next command of a server takes one of ASKING and CLIENT CACHING: after ASKING nothing is
    // tracked.
    Pending<Reply> readTracked(const Arguments &command, Asking asking = Asking::No);
    Pending<Reply> runTracked(const Script &script, const std::vector<QByteArray> &keys,
                              const std::vector<QByteArray> &arguments, Asking asking = Asking::No);

Q_SIGNALS:
    // Connected again, and another process answers: a restarted server, or another primary. Comes
    // before the connection's users hear of ready().
    void processChanged();
    // Waiters for messages or changes should look again: the link cannot be had at the moment, or
    // keys can be tracked that could not be when they were read.
    void disturbed();

public:
    // The way of every acquire and release on a single server, without a layer in between.
    Connection connection;
    ScriptCache scripts;
    ChannelLink link;

private:
    // Missing: refused, or the link is not up, so that nobody waits for it.
    enum class Tracking { None, On, Missing };

    void forgetTracking(Tracking now = Tracking::None);
    void onLinkUp(bool isAgain);
    void onLinkLost(bool final);
    QCoro::Task<> track();
    template <typename Send>
    Pending<Reply> tracked(Send sendTracked);
    Millis deadline() const;

    void noteProcess();

    QByteArray m_runId; // of the last process that told it
    Tracking m_tracking = Tracking::None;
    int m_linkLosses = 0; // since it was up; of which the first may be over at once
    std::uint64_t m_epoch = 0; // counts what makes the server forget its tracking
    TaskScope m_scope{"deployment"}; // last
};

} // namespace lockscope::redis
