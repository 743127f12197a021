// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment.h"

#include "core/redis/topology.h"
#include "core/redis/wire.h"

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// Commands and channels follow the same primary.
ConnectionConfig withTopology(ConnectionConfig config)
{
    if (!config.topology)
        config.topology = makeTopology(config);
    return config;
}

// A command must not be applied late: commands of a lost connection are over when the next one is
// ready.
ConnectionConfig forCommands(ConnectionConfig config)
{
    config.endsPredecessors = !config.target.readOnly;
    return config;
}

} // namespace

struct Deployment::Private {
    enum class Tracking { None, On, Refused };

    Private(Deployment &owner, const ConnectionConfig &config);

    void onReady();
    void onLost(const Error &error, bool final);
    QCoro::Task<Result<void>> track();
    template <typename Send>
    Pending<Reply> tracked(Send sendTracked);
    Millis deadline() const;
    std::vector<Completion<void>> takeWaiting(bool andReady = true);

    Deployment &q;
    Connection connection;
    ScriptCache scripts;
    Channels channels;
    Tracking tracking = Tracking::None;
    std::uint64_t epoch = 0; // counts what makes the server forget its tracking
    bool everReady = false;
    std::vector<Completion<void>> waitingForReady;
    std::vector<Completion<void>> waitingForTry;
    TaskScope scope{"deployment"}; // last
};

Deployment::Private::Private(Deployment &owner, const ConnectionConfig &config)
    : q(owner)
    , connection(forCommands(config))
    , scripts(connection)
    , channels(config)
{
    QObject::connect(&connection, &Connection::ready, &q, [this] { onReady(); });
    QObject::connect(&connection, &Connection::lost, &q,
                     [this](const Error &error, bool final) { onLost(error, final); });
    QObject::connect(&channels, &Channels::disturbed, &q, [this] {
        ++epoch;
        tracking = Tracking::None;
        Q_EMIT q.keysChanged({});
    });
    channels.setInvalidationHandler(
        [this](const std::vector<QByteArray> &keys) { Q_EMIT q.keysChanged(keys); });
}

void Deployment::Private::onReady()
{
    ++epoch;
    tracking = Tracking::None;
    for (Completion<void> &waiting : takeWaiting())
        waiting.complete(Result<void>());
    Q_EMIT q.ready();
    if (std::exchange(everReady, true))
        Q_EMIT q.keysChanged({});
}

void Deployment::Private::onLost(const Error &error, bool final)
{
    ++epoch;
    tracking = Tracking::None;
    for (Completion<void> &waiting : takeWaiting(final))
        waiting.complete(fail(error));
    Q_EMIT q.lost(error, final);
}

std::vector<Completion<void>> Deployment::Private::takeWaiting(bool andReady)
{
    auto waiting = std::exchange(waitingForTry, {});
    if (andReady) {
        std::move(waitingForReady.begin(), waitingForReady.end(), std::back_inserter(waiting));
        waitingForReady.clear();
    }
    return waiting;
}

// The connection sets the deadline of each question; this one only has to come after it.
Millis Deployment::Private::deadline() const
{
    return connection.config().commandTimeout + std::chrono::seconds(1);
}

// Fails only if nobody answered; a refusal is kept as such, until the next connection.
QCoro::Task<Result<void>> Deployment::Private::track()
{
    const auto at = epoch;
    auto asked = channels.redirectId();
    const auto id = co_await scope.wait(std::move(asked), deadline());
    if (at != epoch || tracking != Tracking::None)
        co_return Result<void>();
    if (!id) {
        if (id.error().kind != ErrorKind::Timeout && id.error().kind != ErrorKind::Cancelled)
            tracking = Tracking::Refused;
        co_return fail(id.error());
    }
    const Arguments command{"CLIENT"_ba,   "TRACKING"_ba,           "ON"_ba,
                            "REDIRECT"_ba, QByteArray::number(*id), "OPTIN"_ba,
                            "NOLOOP"_ba};
    auto sent = connection.send(command);
    const auto reply = co_await scope.wait(std::move(sent), deadline());
    if (!reply)
        co_return fail(reply.error());
    if (at == epoch)
        tracking = reply->isOk() ? Tracking::On : Tracking::Refused;
    co_return Result<void>();
}

template <typename Send>
Pending<Reply> Deployment::Private::tracked(Send sendTracked)
{
    static const Arguments caching{"CLIENT"_ba, "CACHING"_ba, "YES"_ba};
    if (tracking != Tracking::None)
        return sendTracked(tracking == Tracking::On ? caching : Arguments());
    return scope.start([this, sendTracked]() -> QCoro::Task<Result<Reply>> {
        auto settingUp = track();
        co_await settingUp;
        if (scope.isCancelled())
            co_return fail(ErrorKind::Cancelled, Sentence::say("the connection was closed"));
        auto sent = sendTracked(tracking == Tracking::On ? caching : Arguments());
        // Longer than its own deadline: two commands, if the script was not known.
        co_return co_await scope.wait(std::move(sent), 2 * deadline());
    });
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
    m_d->connection.open();
}

void Deployment::close()
{
    m_d->channels.close();
    m_d->connection.close();
    ++m_d->epoch;
    m_d->tracking = Private::Tracking::None;
    const Error closed{
        ErrorKind::Cancelled, {}, Sentence::say("the connection was closed"), label()};
    for (Completion<void> &waiting : m_d->takeWaiting())
        waiting.complete(fail(closed));
}

QString Deployment::label() const
{
    return m_d->connection.label();
}

const ConnectionConfig &Deployment::config() const
{
    return m_d->connection.config();
}

bool Deployment::isReady() const
{
    return m_d->connection.state() == Connection::State::Ready;
}

std::optional<Error> Deployment::lastError() const
{
    return m_d->connection.lastError();
}

bool Deployment::hasEndedPredecessors() const
{
    return m_d->connection.hasEndedPredecessors();
}

Pending<void> Deployment::whenReady()
{
    if (isReady())
        return Pending<void>::ready(Result<void>());
    if (m_d->connection.state() == Connection::State::Closed) {
        const Error notOpen{ErrorKind::ConnectionLost, {}, Sentence::say("not connected"), label()};
        return Pending<void>::ready(fail(lastError().value_or(notOpen)));
    }
    return m_d->waitingForReady.emplace_back().pending();
}

Pending<void> Deployment::whenTried()
{
    if (!isReady() && lastError())
        return Pending<void>::ready(fail(*lastError()));
    if (isReady() || m_d->connection.state() == Connection::State::Closed)
        return whenReady();
    return m_d->waitingForTry.emplace_back().pending();
}

Pending<Reply> Deployment::send(const Arguments &command)
{
    return m_d->connection.send(command);
}

Pending<Reply> Deployment::sendAtOnce(const Arguments &command)
{
    return m_d->connection.sendAtOnce(command);
}

Pending<Reply> Deployment::run(const Script &script, const std::vector<QByteArray> &keys,
                               const std::vector<QByteArray> &arguments)
{
    return m_d->scripts.run(script, keys, arguments);
}

Pending<Reply> Deployment::readTracked(const Arguments &command)
{
    return m_d->tracked([d = m_d.get(), command](const Arguments &prelude) {
        // Side by side in the pipeline: it counts for the next command alone.
        if (!prelude.empty())
            (void)d->connection.send(prelude);
        return d->connection.send(command);
    });
}

Pending<Reply> Deployment::runTracked(const Script &script, const std::vector<QByteArray> &keys,
                                      const std::vector<QByteArray> &arguments)
{
    return m_d->tracked([d = m_d.get(), script, keys, arguments](const Arguments &prelude) {
        return d->scripts.run(script, keys, arguments, prelude);
    });
}

bool Deployment::isTracking() const
{
    return m_d->tracking == Private::Tracking::On;
}

void Deployment::reportChanged(const std::vector<QByteArray> &keys)
{
    if (!keys.empty()) // which would mean: any
        Q_EMIT keysChanged(keys);
}

Channels &Deployment::channels()
{
    return m_d->channels;
}

} // namespace lockscope::redis
