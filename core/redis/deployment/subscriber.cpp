// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/subscriber.h"

#include "core/base/async/combine.h"
#include "core/base/async/taskscope.h"
#include "core/redis/wire.h"

#include <algorithm>
#include <list>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// Plain functions: GCC 12 fails on a braced list, and mishandles temporaries, in a co_await.
Arguments clientId()
{
    return {"CLIENT"_ba, "ID"_ba};
}

Arguments trackingOn(std::optional<qint64> redirect, const std::vector<QByteArray> &prefixes)
{
    Arguments command{"CLIENT"_ba, "TRACKING"_ba, "ON"_ba, "BCAST"_ba};
    if (redirect)
        command.insert(command.end(), {"REDIRECT"_ba, QByteArray::number(*redirect)});
    for (const QByteArray &prefix : prefixes) {
        command.push_back("PREFIX"_ba);
        command.push_back(prefix);
    }
    return command;
}

Arguments announceMaintenance()
{
    return {"CLIENT"_ba, "MAINT_NOTIFICATIONS"_ba, "ON"_ba};
}

Arguments subscribeInvalidations()
{
    return {"SUBSCRIBE"_ba, invalidationChannel()};
}

Arguments subscribePattern(const QByteArray &pattern)
{
    return {"PSUBSCRIBE"_ba, pattern};
}

} // namespace

struct Subscriber::Private {
    using MessageHandler =
        std::function<void(const QByteArray &channel, const QByteArray &payload)>;
    using InvalidationHandler = std::function<void(std::vector<QByteArray> keys)>;
    using NoticeHandler = std::function<void(const QByteArray &kind)>;
    using DroppedHandler = std::function<void(const QByteArray &channel)>;

    struct Ending { // of sharded subscriptions, by us
        std::vector<QByteArray> channels;
        Pending<Reply> asked;
    };
    struct Message {
        QByteArray channel;
        QByteArray payload;
        bool isSharded = false;
    };

    Private(Subscriber &owner, ConnectionConfig config, Subscription what)
        : q(owner)
        , subscription(std::move(what))
        , connection(std::move(config))
        , scope("subscriber")
    {
        connection.setPushHandler([this](Reply reply) { onPush(std::move(reply)); });
        QObject::connect(&connection, &Connection::ready, &q, [this] { startSetUp(); });
        QObject::connect(&connection, &Connection::lost, &q,
                         [this](const Error &error, bool final) {
                             forget();
                             Q_EMIT q.lost(error, final);
                         });
    }

    void startSetUp();
    void onSetUp(const Result<void> &result);
    void forget();
    Millis deadline() const;
    QCoro::Task<Result<void>> setUp();
    QCoro::Task<Result<void>> track();
    QCoro::Task<Result<void>> trackByPushes();
    QCoro::Task<Result<void>> subscribePatterns();
    QCoro::Task<Result<std::optional<Error>>> subscribeAll(std::vector<QByteArray> patterns,
                                                           std::size_t &granted);

    void onPush(Reply reply);
    void onMessage(Message message);
    void onDropped(const QByteArray &channel);
    void onInvalidation(Reply payload);

    Subscriber &q;
    const Subscription subscription;
    Connection connection;
    bool listening = false;
    bool tracking = false;
    std::optional<Error> trackingError;
    std::optional<Error> channelError;
    std::optional<Error> fallbackError;
    std::size_t heard = 0; // patterns that were granted
    std::size_t fallbackHeard = 0;
    // Shared, so that one can be replaced while it runs.
    std::shared_ptr<const MessageHandler> messageHandler;
    std::shared_ptr<const InvalidationHandler> invalidationHandler;
    std::shared_ptr<const NoticeHandler> noticeHandler;
    std::shared_ptr<const DroppedHandler> droppedHandler;
    std::optional<Message> last; // the push before this one, if it was a message that was told
    std::list<Ending> endings;
    Pending<void> settingUp;
    TaskScope scope; // last
};

void Subscriber::Private::startSetUp()
{
    forget();
    settingUp = scope.start([this] { return setUp(); });
    settingUp.then([this](Result<void> &&result) { onSetUp(result); });
}

void Subscriber::Private::onSetUp(const Result<void> &result)
{
    if (result) {
        listening = true;
        Q_EMIT q.listening();
        return;
    }
    if (connection.state() != Connection::State::Ready)
        return; // lost, and lost() says so
    // A question of the set-up stayed without answer: the subscriptions of this connection are not
    // known any more. The server may be overloaded, so the back-off goes on.
    connection.giveUp(result.error());
}

void Subscriber::Private::forget()
{
    settingUp = {};
    listening = false;
    tracking = false;
    trackingError.reset();
    channelError.reset();
    fallbackError.reset();
    heard = fallbackHeard = 0;
    last.reset();
}

// The connection sets the deadline of each question; this one only has to come after it.
Millis Subscriber::Private::deadline() const
{
    return connection.config().commandTimeout + std::chrono::seconds(1);
}

QCoro::Task<Result<void>> Subscriber::Private::setUp()
{
    // Tracking comes first: a subscribed RESP2 connection may not run CLIENT.
    if (subscription.tracking) {
        const bool isPushed = connection.config().protocol == Protocol::Resp3;
        auto asking = isPushed ? trackByPushes() : track();
        if (auto tracked = co_await asking; !tracked)
            co_return tracked;
    }
    co_return co_await subscribePatterns();
}

// Fails only if there was no answer; a refusal is an outcome.
QCoro::Task<Result<void>> Subscriber::Private::track()
{
    auto askedId = connection.send(clientId());
    const auto id = co_await scope.wait(std::move(askedId), deadline());
    if (!id)
        co_return fail(id.error());
    if (!id->isInteger()) {
        trackingError = errorFrom(*id, connection.label());
        co_return Result<void>();
    }
    auto askedTracking = connection.send(trackingOn(id->integer, subscription.prefixes));
    const auto granted = co_await scope.wait(std::move(askedTracking), deadline());
    if (!granted)
        co_return fail(granted.error());
    if (!granted->isOk()) {
        trackingError = errorFrom(*granted, connection.label());
        co_return Result<void>();
    }
    auto askedChannel = connection.send(subscribeInvalidations());
    const auto subscribed = co_await scope.wait(std::move(askedChannel), deadline());
    if (!subscribed)
        co_return fail(subscribed.error());
    if (subscribed->isError())
        trackingError = errorFrom(*subscribed, connection.label());
    else
        tracking = true;
    co_return Result<void>();
}

// As track(). Only managed servers know the second request.
QCoro::Task<Result<void>> Subscriber::Private::trackByPushes()
{
    std::vector<Pending<Reply>> answers;
    answers.push_back(connection.send(trackingOn(std::nullopt, subscription.prefixes)));
    answers.push_back(connection.send(announceMaintenance()));
    auto all = whenAll(std::move(answers));
    const auto replies = co_await scope.wait(std::move(all), deadline());
    if (!replies)
        co_return fail(replies.error());
    const Result<Reply> &granted = replies->front();
    if (!granted)
        co_return fail(granted.error());
    tracking = granted->isOk();
    if (!tracking)
        trackingError = errorFrom(*granted, connection.label());
    co_return Result<void>();
}

QCoro::Task<Result<void>> Subscriber::Private::subscribePatterns()
{
    auto patterns = co_await subscribeAll(subscription.patterns, heard);
    if (!patterns)
        co_return fail(patterns.error());
    channelError = std::move(*patterns);
    if (tracking)
        co_return Result<void>();
    auto fallback = co_await subscribeAll(subscription.fallbackPatterns, fallbackHeard);
    if (!fallback)
        co_return fail(fallback.error());
    fallbackError = std::move(*fallback);
    co_return Result<void>();
}

// One command a pattern, so that each has one reply and a refused one does not hide the others.
// The last refusal, if there is any; fails only if there was no answer.
QCoro::Task<Result<std::optional<Error>>> Subscriber::Private::subscribeAll(
    std::vector<QByteArray> patterns, std::size_t &granted)
{
    std::optional<Error> refusal;
    std::vector<Pending<Reply>> answers;
    for (const QByteArray &pattern : patterns)
        answers.push_back(connection.send(subscribePattern(pattern)));
    auto all = whenAll(std::move(answers));
    const auto replies = co_await scope.wait(std::move(all), deadline());
    if (!replies)
        co_return fail(replies.error());
    for (const Result<Reply> &reply : *replies) {
        if (!reply)
            co_return fail(reply.error());
        if (reply->isError())
            refusal = errorFrom(*reply, connection.label());
        else
            ++granted;
    }
    co_return refusal;
}

void Subscriber::Private::onPush(Reply reply)
{
    auto &parts = reply.elements;
    if (parts.empty())
        return;
    const QByteArray kind = parts.front().bytes;
    const bool byPattern = kind == "pmessage";
    const bool isSharded = kind == "smessage";
    if (kind == "invalidate") {
        last.reset();
        if (parts.size() == 2)
            onInvalidation(std::move(parts[1]));
        return;
    }
    if (kind == "sunsubscribe" && parts.size() == 3) {
        onDropped(parts[1].bytes);
        return;
    }
    if (!byPattern && !isSharded && kind != "message") {
        if (const auto handler = noticeHandler)
            (*handler)(kind);
        return;
    }
    const std::size_t channel = byPattern ? 2 : 1;
    if (parts.size() != channel + 2)
        return;
    Reply &payload = parts[channel + 1];
    if (kind == "message" && parts[channel].bytes == invalidationChannel()) {
        last.reset();
        onInvalidation(std::move(payload));
    } else {
        onMessage({std::move(parts[channel].bytes), std::move(payload.bytes), isSharded});
    }
}

// The two messages of one script come in one piece: what a server tells of keys comes after it.
void Subscriber::Private::onMessage(Message message)
{
    const auto before = std::exchange(last, std::nullopt);
    if (before && before->isSharded != message.isSharded && before->channel == message.channel
        && before->payload == message.payload)
        return;
    last = message;
    if (const auto handler = messageHandler)
        (*handler)(message.channel, message.payload);
}

void Subscriber::Private::onDropped(const QByteArray &channel)
{
    const bool isOurs = std::ranges::any_of(endings, [&](const Ending &ending) {
        return std::ranges::find(ending.channels, channel) != ending.channels.end();
    });
    if (isOurs)
        return;
    if (const auto handler = droppedHandler)
        (*handler)(channel);
}

void Subscriber::Private::onInvalidation(Reply payload)
{
    if (!invalidationHandler)
        return;
    std::vector<QByteArray> keys;
    keys.reserve(payload.elements.size());
    for (Reply &key : payload.elements)
        keys.push_back(std::move(key.bytes));
    const auto handler = invalidationHandler;
    (*handler)(std::move(keys)); // nil: every key, an empty list
}

Subscriber::Subscriber(ConnectionConfig config, Subscription subscription, QObject *parent)
    : QObject(parent)
    , m_d(std::make_unique<Private>(*this, std::move(config), std::move(subscription)))
{}

Subscriber::~Subscriber()
{
    // Waiters of the connection are our own; nothing of them is to come out any more.
    m_d->forget();
}

void Subscriber::open()
{
    m_d->connection.open();
}

void Subscriber::close()
{
    m_d->forget();
    m_d->connection.close();
}

bool Subscriber::isListening() const
{
    return m_d->listening;
}

bool Subscriber::isTracking() const
{
    return m_d->listening && m_d->tracking;
}

std::optional<Error> Subscriber::trackingError() const
{
    return m_d->trackingError;
}

bool Subscriber::isHearing() const
{
    return m_d->listening && m_d->heard > 0;
}

std::optional<Error> Subscriber::channelError() const
{
    return m_d->channelError;
}

bool Subscriber::isHearingFallback() const
{
    return m_d->listening && m_d->fallbackHeard > 0 && !m_d->fallbackError;
}

std::optional<Error> Subscriber::fallbackError() const
{
    return m_d->fallbackError;
}

const Connection &Subscriber::connection() const
{
    return m_d->connection;
}

// A connection's answers come in the order in which a server tells and answers on it.
Pending<Reply> Subscriber::catchUp()
{
    return m_d->connection.send({"PING"_ba});
}

Pending<Reply> Subscriber::subscribeSharded(const QByteArray &channel)
{
    return m_d->connection.send({"SSUBSCRIBE"_ba, channel});
}

void Subscriber::unsubscribeSharded(const std::vector<QByteArray> &channels)
{
    if (!m_d->listening)
        return;
    Arguments command{"SUNSUBSCRIBE"_ba};
    command.insert(command.end(), channels.begin(), channels.end());
    const auto ending = m_d->endings.insert(m_d->endings.end(), {channels, {}});
    ending->asked = m_d->connection.sendFenced(command);
    ending->asked.then(
        [endings = &m_d->endings, ending](const Result<Reply> &) { endings->erase(ending); });
}

void Subscriber::setDroppedHandler(std::function<void(const QByteArray &channel)> handler)
{
    m_d->droppedHandler =
        handler ? std::make_shared<const Private::DroppedHandler>(std::move(handler)) : nullptr;
}

void Subscriber::setMessageHandler(
    std::function<void(const QByteArray &channel, const QByteArray &payload)> handler)
{
    m_d->messageHandler =
        handler ? std::make_shared<const Private::MessageHandler>(std::move(handler)) : nullptr;
}

void Subscriber::setInvalidationHandler(std::function<void(std::vector<QByteArray> keys)> handler)
{
    m_d->invalidationHandler = handler
        ? std::make_shared<const Private::InvalidationHandler>(std::move(handler))
        : nullptr;
}

void Subscriber::setNoticeHandler(std::function<void(const QByteArray &kind)> handler)
{
    m_d->noticeHandler =
        handler ? std::make_shared<const Private::NoticeHandler>(std::move(handler)) : nullptr;
}

} // namespace lockscope::redis
