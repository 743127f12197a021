// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/deploymentnode.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// Of a command for the connection that listens, whose first attempt takes some round trips.
constexpr Millis linkPatience{1000};

// A command must not be applied late: commands of a lost connection are over when the next one is
// ready.
ConnectionConfig forCommands(ConnectionConfig config)
{
    config.endsPredecessors = !config.target.readOnly;
    return config;
}

const Arguments &askingCommand()
{
    static const Arguments command{"ASKING"_ba};
    return command;
}

} // namespace

DeploymentNode::DeploymentNode(const ConnectionConfig &config, bool isOfCluster)
    : connection(forCommands(config))
    , scripts(connection)
    , link(config, isOfCluster)
{
    connect(&connection, &Connection::ready, this, [this] {
        forgetTracking(link.isLost() ? Tracking::Missing : Tracking::None);
        noteProcess();
    });
    connect(&connection, &Connection::lost, this, [this] { forgetTracking(); });
    connect(&link, &ChannelLink::up, this, [this](bool isAgain) { onLinkUp(isAgain); });
    connect(&link, &ChannelLink::lost, this,
            [this](const Error &, bool final) { onLinkLost(final); });
}

DeploymentNode::~DeploymentNode() = default;

void DeploymentNode::close()
{
    connection.close(); // first: then nobody is told to look again
    link.close();
    forgetTracking();
}

void DeploymentNode::noteProcess()
{
    const QByteArray runId = connection.runId();
    if (runId.isEmpty()) // not permitted to ask
        return;
    const QByteArray before = std::exchange(m_runId, runId);
    if (before.isEmpty() || before == runId)
        return;
    // Behind one address another server may answer, while the one before still listens.
    if (link.isUp() && link.runId() == before)
        link.giveUp({ErrorKind::ConnectionLost,
                     {},
                     Sentence::say("another process of the server answers now"),
                     link.label()});
    Q_EMIT processChanged();
}

void DeploymentNode::forgetTracking(Tracking now)
{
    ++m_epoch;
    m_tracking = now;
}

void DeploymentNode::onLinkUp(bool isAgain)
{
    const bool wasMissing = m_tracking == Tracking::Missing;
    if (isAgain || wasMissing) // else somebody is setting it up
        forgetTracking();
    m_linkLosses = 0;
    if (!isAgain && wasMissing)
        Q_EMIT disturbed(); // again: Channels says so
}

void DeploymentNode::onLinkLost(bool final)
{
    forgetTracking(Tracking::Missing);
    if ((++m_linkLosses == 2 || final) && isReady())
        Q_EMIT disturbed();
}

Pending<Reply> DeploymentNode::send(const Arguments &command, Asking asking)
{
    if (asking == Asking::Yes)
        (void)connection.send(askingCommand());
    return connection.send(command);
}

Pending<Reply> DeploymentNode::sendAtOnce(const Arguments &command, Asking asking)
{
    if (asking == Asking::Yes)
        (void)connection.send(askingCommand());
    return connection.sendAtOnce(command);
}

Pending<Reply> DeploymentNode::sendLater(const Arguments &command, Asking asking)
{
    if (asking == Asking::Yes)
        return send(command, asking);
    return connection.sendLater(command);
}

Pending<Reply> DeploymentNode::run(const Script &script, const std::vector<QByteArray> &keys,
                                   const std::vector<QByteArray> &arguments, Asking asking)
{
    return scripts.run(script, keys, arguments,
                       asking == Asking::Yes ? askingCommand() : Arguments());
}

Pending<Reply> DeploymentNode::readTracked(const Arguments &command, Asking asking)
{
    if (asking == Asking::Yes)
        return send(command, asking);
    return tracked([this, command](const Arguments &prelude) {
        // Side by side in the pipeline: it counts for the next command alone.
        if (!prelude.empty())
            (void)connection.send(prelude);
        return connection.send(command);
    });
}

Pending<Reply> DeploymentNode::runTracked(const Script &script, const std::vector<QByteArray> &keys,
                                          const std::vector<QByteArray> &arguments, Asking asking)
{
    if (asking == Asking::Yes)
        return run(script, keys, arguments, asking);
    return tracked([this, script, keys, arguments](const Arguments &prelude) {
        return scripts.run(script, keys, arguments, prelude);
    });
}

// The connection sets the deadline of each question; this one only has to come after it.
Millis DeploymentNode::deadline() const
{
    return connection.config().commandTimeout + std::chrono::seconds(1);
}

// A refusal is kept as such, until the next connection. A renewal waits for this, so a link that
// does not come up soon is one that is missing.
QCoro::Task<> DeploymentNode::track()
{
    const auto at = m_epoch;
    auto asked = link.redirectId();
    const auto id = co_await m_scope.wait(std::move(asked), std::min(deadline(), linkPatience));
    if (at != m_epoch || m_tracking != Tracking::None)
        co_return;
    if (!id) {
        if (id.error().kind != ErrorKind::Cancelled)
            m_tracking = Tracking::Missing;
        co_return;
    }
    const Arguments command{"CLIENT"_ba,   "TRACKING"_ba,           "ON"_ba,
                            "REDIRECT"_ba, QByteArray::number(*id), "OPTIN"_ba,
                            "NOLOOP"_ba};
    auto sent = connection.send(command);
    const auto reply = co_await m_scope.wait(std::move(sent), deadline());
    if (reply && at == m_epoch)
        m_tracking = reply->isOk() ? Tracking::On : Tracking::Missing;
}

template <typename Send>
Pending<Reply> DeploymentNode::tracked(Send sendTracked)
{
    static const Arguments caching{"CLIENT"_ba, "CACHING"_ba, "YES"_ba};
    if (m_tracking != Tracking::None)
        return sendTracked(m_tracking == Tracking::On ? caching : Arguments());
    return m_scope.start([this, sendTracked]() -> QCoro::Task<Result<Reply>> {
        auto settingUp = track();
        co_await settingUp;
        if (m_scope.isCancelled())
            co_return fail(ErrorKind::Cancelled, Sentence::say("the connection was closed"));
        auto sent = sendTracked(m_tracking == Tracking::On ? caching : Arguments());
        // Longer than its own deadline: two commands, if the script was not known.
        co_return co_await m_scope.wait(std::move(sent), 2 * deadline());
    });
}

} // namespace lockscope::redis
