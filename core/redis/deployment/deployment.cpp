// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/deployment.h"

#include "core/base/async/combine.h"
#include "core/base/text.h"
#include "core/redis/deployment/clusterrouter.h"
#include "core/redis/deployment/commandkeys.h"
#include "core/redis/topology.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

using Asking = DeploymentNode::Asking;

constexpr qsizetype longestShownKey = 64; // that is shown

// Commands and channels follow the same primary. Those of a cluster have a topology for each shard.
ConnectionConfig withTopology(ConnectionConfig config)
{
    if (!config.topology && config.target.form != Target::Form::Cluster)
        config.topology = makeTopology(config);
    return config;
}

int slotFor(const Arguments &command)
{
    const auto place = placeOfKey(command);
    return place ? redis::slotOf(command[*place]) : ClusterRouter::anySlot;
}

const Script &inCluster(const Script &script)
{
    return script.inCluster ? *script.inCluster : script;
}

} // namespace

// Either one node, or the router of a cluster. The way over the one node is the shorter one: it
// carries every acquire and release of a process on a single server.
struct Deployment::Private {
    // Somebody who waits for a connection; of a cluster for one slot, or for all.
    struct Waiting {
        Completion<void> done;
        int slot = ClusterRouter::anySlot;
        bool isForTry = false;
    };

    Private(Deployment &owner, const ConnectionConfig &settings);

    void setUpNode();
    void setUpRouter();
    bool isReady(int slot) const;
    bool isGivenUp(int slot) const;
    std::optional<Error> lastError(int slot) const;
    Pending<void> await(int slot, bool isForTry);
    void onReady();
    void onLost(const Error &error, bool final, const std::function<bool(int slot)> &isOf);
    template <typename Choose>
    std::vector<Completion<void>> take(Choose isChosen);
    Result<int> slotOfAll(const std::vector<QByteArray> &keys) const;
    int slotOf(const QByteArray &key) const
    {
        return only ? ClusterRouter::anySlot : redis::slotOf(key);
    }

    Deployment &q;
    const ConnectionConfig config;
    const QString label;
    std::unique_ptr<DeploymentNode> only; // empty: a cluster
    std::unique_ptr<ClusterRouter> router; // empty: not a cluster
    Channels channels; // goes first
    bool everReady = false;
    bool wasReady = false; // of a cluster
    std::vector<Waiting> waiting;
};

Deployment::Private::Private(Deployment &owner, const ConnectionConfig &settings)
    : q(owner)
    , config(settings)
    , label(config.target.label())
    , channels({[this](const QByteArray &channel) -> ChannelLink * {
                    DeploymentNode *const node =
                        only ? only.get() : router->nodeOf(redis::slotOf(channel));
                    return node ? &node->link : nullptr;
                },
                [this] {
                    if (router)
                        router->refresh();
                }})
{
    if (config.target.form == Target::Form::Cluster)
        setUpRouter();
    else
        setUpNode();
    QObject::connect(&channels, &Channels::disturbed, &q, [this] { Q_EMIT q.keysChanged({}); });
}

void Deployment::Private::setUpNode()
{
    only = std::make_unique<DeploymentNode>(config);
    channels.attach(only->link);
    QObject::connect(only.get(), &DeploymentNode::disturbed, &channels, &Channels::disturbed);
    QObject::connect(only.get(), &DeploymentNode::processChanged, &q, &Deployment::serverChanged);
    QObject::connect(&only->connection, &Connection::ready, &q, [this] { onReady(); });
    QObject::connect(&only->connection, &Connection::lost, &q,
                     [this](const Error &error, bool final) { onLost(error, final, {}); });
    QObject::connect(&only->link, &ChannelLink::invalidated, &q,
                     [this](const std::vector<QByteArray> &keys) { Q_EMIT q.keysChanged(keys); });
}

void Deployment::Private::setUpRouter()
{
    router = std::make_unique<ClusterRouter>(config);
    QObject::connect(router.get(), &ClusterRouter::nodeAdded, &q, [this](DeploymentNode *node) {
        channels.attach(node->link);
        QObject::connect(node, &DeploymentNode::disturbed, &channels, &Channels::disturbed);
        QObject::connect(
            &node->link, &ChannelLink::invalidated, &q,
            [this](const std::vector<QByteArray> &keys) { Q_EMIT q.keysChanged(keys); });
    });
    QObject::connect(router.get(), &ClusterRouter::nodeReady, &q, [this] { onReady(); });
    QObject::connect(router.get(), &ClusterRouter::routesChanged, &q, [this] {
        channels.reroute();
        onReady();
    });
    QObject::connect(
        router.get(), &ClusterRouter::lost, &q,
        [this](const Error &error, bool final, const std::function<bool(int slot)> &isOf) {
            onLost(error, final, isOf);
        });
    QObject::connect(router.get(), &ClusterRouter::serverChanged, &q, &Deployment::serverChanged);
    QObject::connect(router.get(), &ClusterRouter::disturbed, &q,
                     [this] { Q_EMIT q.keysChanged({}); });
}

bool Deployment::Private::isReady(int slot) const
{
    if (only)
        return only->isReady();
    return slot == ClusterRouter::anySlot ? router->isReady() : router->isReady(slot);
}

bool Deployment::Private::isGivenUp(int slot) const
{
    return only ? only->connection.state() == Connection::State::Closed : router->isGivenUp(slot);
}

std::optional<Error> Deployment::Private::lastError(int slot) const
{
    if (only)
        return only->connection.lastError();
    return slot == ClusterRouter::anySlot ? router->lastError() : router->lastError(slot);
}

void Deployment::Private::onReady()
{
    const QPointer guard(&q);
    for (Completion<void> &ready : take([this](const Waiting &each) { return isReady(each.slot); }))
        ready.complete(Result<void>());
    if (!guard)
        return;
    if (only) {
        Q_EMIT q.ready();
        if (guard && std::exchange(everReady, true))
            Q_EMIT q.keysChanged({});
    } else if (isReady(ClusterRouter::anySlot) && !std::exchange(wasReady, true)) {
        Q_EMIT q.ready();
    }
}

void Deployment::Private::onLost(const Error &error, bool final,
                                 const std::function<bool(int slot)> &isOf)
{
    wasReady = false;
    const QPointer guard(&q);
    auto concerned = take([&](const Waiting &each) {
        return (each.isForTry || final)
            && (each.slot == ClusterRouter::anySlot || !isOf || isOf(each.slot));
    });
    for (Completion<void> &waiter : concerned)
        waiter.complete(fail(error));
    if (guard)
        Q_EMIT q.lost(error, final);
}

template <typename Choose>
std::vector<Completion<void>> Deployment::Private::take(Choose isChosen)
{
    std::vector<Completion<void>> taken;
    std::vector<Waiting> left;
    for (Waiting &each : waiting) {
        if (isChosen(each))
            taken.push_back(std::move(each.done));
        else
            left.push_back(std::move(each));
    }
    waiting = std::move(left);
    return taken;
}

Pending<void> Deployment::Private::await(int slot, bool isForTry)
{
    if (isReady(slot))
        return Pending<void>::ready(Result<void>());
    const auto error = lastError(slot);
    if (isForTry && error)
        return Pending<void>::ready(fail(*error));
    if (isGivenUp(slot)) {
        const Error notOpen{
            ErrorKind::ConnectionLost, {}, Sentence::say("not connected"), q.label()};
        return Pending<void>::ready(fail(error.value_or(notOpen)));
    }
    Waiting &added = waiting.emplace_back();
    added.slot = slot;
    added.isForTry = isForTry;
    return added.done.pending();
}

// Of a cluster. Nothing is sent if the keys cannot be in one place.
Result<int> Deployment::Private::slotOfAll(const std::vector<QByteArray> &keys) const
{
    if (keys.empty())
        return ClusterRouter::anySlot;
    const int slot = redis::slotOf(keys.front());
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (redis::slotOf(keys[i]) != slot)
            return fail(Error{ErrorKind::InvalidInput, "CROSSSLOT"_ba,
                              Sentence::say("CROSSSLOT the keys %1 and %2 are in different hash "
                                            "slots of the cluster")
                                  .arg(visibleElided(keys[0], longestShownKey),
                                       visibleElided(keys[i], longestShownKey)),
                              q.label()});
    }
    return slot;
}

Deployment::Deployment(ConnectionConfig config, QObject *parent)
    : QObject(parent)
    , m_d(std::make_unique<Private>(*this, withTopology(std::move(config))))
{}

Deployment::~Deployment()
{
    close();
}

void Deployment::open()
{
    if (m_d->only)
        m_d->only->connection.open();
    else
        m_d->router->open();
}

void Deployment::close()
{
    if (m_d->only)
        m_d->only->close();
    else
        m_d->router->close();
    m_d->wasReady = false;
    const Error closed{
        ErrorKind::Cancelled, {}, Sentence::say("the connection was closed"), label()};
    for (Completion<void> &waiting : m_d->take([](const auto &) { return true; }))
        waiting.complete(fail(closed));
}

QString Deployment::label() const
{
    return m_d->label;
}

const ConnectionConfig &Deployment::config() const
{
    return m_d->config;
}

bool Deployment::isReady() const
{
    return m_d->isReady(ClusterRouter::anySlot);
}

bool Deployment::isReady(const QByteArray &key) const
{
    return m_d->isReady(m_d->slotOf(key));
}

std::optional<Error> Deployment::lastError() const
{
    return m_d->lastError(ClusterRouter::anySlot);
}

std::optional<Error> Deployment::lastError(const QByteArray &key) const
{
    return m_d->lastError(m_d->slotOf(key));
}

bool Deployment::hasEndedPredecessors(const QByteArray &key) const
{
    return m_d->only ? m_d->only->connection.hasEndedPredecessors()
                     : m_d->router->hasEndedPredecessors(redis::slotOf(key));
}

bool Deployment::hasEndedPredecessors() const
{
    return m_d->only ? m_d->only->connection.hasEndedPredecessors()
                     : m_d->router->hasEndedPredecessors();
}

QByteArray Deployment::processOf(const QByteArray &key) const
{
    const DeploymentNode *const node =
        m_d->only ? m_d->only.get() : m_d->router->nodeOf(redis::slotOf(key));
    return node ? node->connection.runId() : QByteArray();
}

Pending<void> Deployment::whenReady()
{
    return m_d->await(ClusterRouter::anySlot, false);
}

Pending<void> Deployment::whenReady(const QByteArray &key)
{
    return m_d->await(m_d->slotOf(key), false);
}

Pending<void> Deployment::whenTried()
{
    return m_d->await(ClusterRouter::anySlot, true);
}

Pending<void> Deployment::whenTried(const QByteArray &key)
{
    return m_d->await(m_d->slotOf(key), true);
}

Pending<Reply> Deployment::send(const Arguments &command)
{
    if (m_d->only)
        return m_d->only->connection.send(command);
    return m_d->router->send(slotFor(command), [command](DeploymentNode &node, Asking asking) {
        return node.send(command, asking);
    });
}

Pending<Reply> Deployment::sendAtOnce(const Arguments &command)
{
    if (m_d->only)
        return m_d->only->connection.sendAtOnce(command);
    return m_d->router->send(slotFor(command), [command](DeploymentNode &node, Asking asking) {
        return node.sendAtOnce(command, asking);
    });
}

Pending<Reply> Deployment::sendLater(const Arguments &command)
{
    if (m_d->only)
        return m_d->only->connection.send(command);
    return m_d->router->send(slotFor(command), [command](DeploymentNode &node, Asking asking) {
        return node.sendLater(command, asking);
    });
}

Pending<std::vector<Result<Reply>>> Deployment::sendToEach(const Arguments &command)
{
    if (m_d->router)
        return m_d->router->sendToEach(command);
    std::vector<Pending<Reply>> asked;
    asked.push_back(m_d->only->connection.send(command));
    return whenAll(std::move(asked));
}

Pending<Reply> Deployment::waitForReplicas(const QByteArray &key, int least, Millis patience)
{
    // 0 would be without limit.
    const Arguments command{"WAIT"_ba, QByteArray::number(least),
                            QByteArray::number(std::max(patience, Millis(1)).count())};
    if (m_d->only)
        return m_d->only->connection.send(command);
    return m_d->router->send(redis::slotOf(key), [command](DeploymentNode &node, Asking) {
        return node.send(command, Asking::No);
    });
}

Pending<Reply> Deployment::run(const Script &script, const std::vector<QByteArray> &keys,
                               const std::vector<QByteArray> &arguments)
{
    if (m_d->only)
        return m_d->only->scripts.run(script, keys, arguments);
    const auto slot = m_d->slotOfAll(keys);
    if (!slot)
        return Pending<Reply>::ready(fail(slot.error()));
    return m_d->router->send(
        *slot, [own = inCluster(script), keys, arguments](DeploymentNode &node, Asking asking) {
            return node.run(own, keys, arguments, asking);
        });
}

Pending<Reply> Deployment::readTracked(const Arguments &command)
{
    if (m_d->only)
        return m_d->only->readTracked(command);
    return m_d->router->send(slotFor(command), [command](DeploymentNode &node, Asking asking) {
        return node.readTracked(command, asking);
    });
}

Pending<Reply> Deployment::runTracked(const Script &script, const std::vector<QByteArray> &keys,
                                      const std::vector<QByteArray> &arguments)
{
    if (m_d->only)
        return m_d->only->runTracked(script, keys, arguments);
    const auto slot = m_d->slotOfAll(keys);
    if (!slot)
        return Pending<Reply>::ready(fail(slot.error()));
    return m_d->router->send(
        *slot, [own = inCluster(script), keys, arguments](DeploymentNode &node, Asking asking) {
            return node.runTracked(own, keys, arguments, asking);
        });
}

bool Deployment::isTracking(const QByteArray &key) const
{
    return m_d->only ? m_d->only->isTracking() : m_d->router->isTracking(redis::slotOf(key));
}

bool Deployment::isTracking() const
{
    return m_d->only ? m_d->only->isTracking() : m_d->router->isTracking();
}

void Deployment::reportChanged(const std::vector<QByteArray> &keys)
{
    if (!keys.empty()) // which would mean: any
        Q_EMIT keysChanged(keys);
}

bool Deployment::isCluster() const
{
    return m_d->router != nullptr;
}

int Deployment::groupOf(const QByteArray &key) const
{
    return m_d->router ? redis::slotOf(key) : 0;
}

bool Deployment::hasUnaskedReplicas() const
{
    return m_d->router && m_d->router->hasReplicas();
}

bool Deployment::hasShardedChannels() const
{
    return m_d->router && m_d->router->hasShardedChannels();
}

Channels &Deployment::channels()
{
    return m_d->channels;
}

} // namespace lockscope::redis
