// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/channels.h"

#include "core/redis/wire.h"

#include <QPointer>

#include <map>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

struct Channels::Private {
    struct Interest {
        std::uint64_t id = 0;
        std::shared_ptr<const Handler> handler;
        Completion<void> confirmed;
    };
    // One wanted channel. A later one of the same name is another Topic, so that the answer to an
    // earlier SUBSCRIBE cannot confirm it.
    struct Topic {
        std::vector<Interest> interests; // in the order of their coming
        Pending<Reply> asked;
        std::optional<Result<void>> answer; // of the server; empty: not yet, or not any more
    };
    using InvalidationHandler = std::function<void(const std::vector<QByteArray> &keys)>;

    Private(Channels &owner, ConnectionConfig config)
        : q(owner)
        , connection(std::move(config))
    {
        connection.setPushHandler([this](Reply reply) { onPush(std::move(reply)); });
        QObject::connect(&connection, &Connection::ready, &q, [this] { setUp(); });
        QObject::connect(&connection, &Connection::lost, &q,
                         [this](const Error &error, bool final) { onLost(error, final); });
    }

    void need();
    void setUp();
    void onId(Result<Reply> &&reply);
    void onInvalidationsHeard(Result<Reply> &&reply);
    void subscribe(const QByteArray &channel, const std::shared_ptr<Topic> &topic);
    void onSubscribed(Topic &topic, const Result<Reply> &reply);
    void unlisten(std::uint64_t id);
    void onLost(const Error &error, bool final);
    void answerRedirects(const Result<qint64> &id);
    void onPush(Reply reply);

    Channels &q;
    Connection connection;
    std::map<QByteArray, std::shared_ptr<Topic>> topics;
    std::unordered_map<std::uint64_t, QByteArray> channelOf;
    std::uint64_t lastId = 0;
    std::shared_ptr<const InvalidationHandler> invalidationHandler;
    std::vector<Completion<qint64>> redirects; // waiters for the id
    std::optional<Result<qint64>> redirect; // this connection's, once it is known
    qint64 clientId = 0;
    bool mayOpenTopics = false; // CLIENT ID was answered: from then on SUBSCRIBE alone is sent
    bool everUp = false;
    Pending<Reply> askedId;
    Pending<Reply> askedInvalidations;
};

void Channels::Private::need()
{
    if (connection.state() == Connection::State::Closed)
        connection.open();
}

// The id comes first: a subscribed RESP2 connection may not run CLIENT.
void Channels::Private::setUp()
{
    askedId = connection.send({"CLIENT"_ba, "ID"_ba});
    askedId.then([this](Result<Reply> &&reply) { onId(std::move(reply)); });
}

void Channels::Private::onId(Result<Reply> &&reply)
{
    if (!reply)
        return; // lost, and lost() says so; or silent, and it soon will be
    mayOpenTopics = true;
    clientId = reply->isInteger() ? reply->integer : 0;
    if (clientId != 0) {
        askedInvalidations = connection.send({"SUBSCRIBE"_ba, invalidationChannel()});
        askedInvalidations.then(
            [this](Result<Reply> &&answer) { onInvalidationsHeard(std::move(answer)); });
    } else {
        answerRedirects(fail(errorFrom(*reply, connection.label())));
    }
    for (const auto &[channel, topic] : topics)
        subscribe(channel, topic);
    if (std::exchange(everUp, true))
        Q_EMIT q.disturbed();
}

void Channels::Private::onInvalidationsHeard(Result<Reply> &&reply)
{
    if (!reply)
        return;
    if (reply->isError())
        answerRedirects(fail(errorFrom(*reply, connection.label())));
    else
        answerRedirects(clientId);
}

void Channels::Private::answerRedirects(const Result<qint64> &id)
{
    redirect = id;
    auto waiting = std::exchange(redirects, {});
    for (Completion<qint64> &completion : waiting)
        completion.complete(id);
}

void Channels::Private::subscribe(const QByteArray &channel, const std::shared_ptr<Topic> &topic)
{
    topic->asked = connection.send({"SUBSCRIBE"_ba, channel});
    topic->asked.then([this, weak = std::weak_ptr(topic)](Result<Reply> &&reply) {
        if (const auto answered = weak.lock())
            onSubscribed(*answered, reply);
    });
}

void Channels::Private::onSubscribed(Topic &topic, const Result<Reply> &reply)
{
    if (!reply)
        return; // subscribed again after the reconnect
    const Result<void> answer =
        reply->isError() ? fail(errorFrom(*reply, connection.label())) : Result<void>();
    topic.answer = answer;
    std::vector<Completion<void>> confirmations;
    for (Interest &interest : topic.interests)
        confirmations.push_back(std::move(interest.confirmed));
    for (Completion<void> &confirmation : confirmations)
        confirmation.complete(answer);
}

void Channels::Private::unlisten(std::uint64_t id)
{
    const auto known = channelOf.find(id);
    if (known == channelOf.end())
        return;
    const QByteArray channel = known->second;
    channelOf.erase(known);
    const auto at = topics.find(channel);
    auto topic = at->second;
    std::erase_if(topic->interests, [&](const Interest &interest) { return interest.id == id; });
    if (!topic->interests.empty())
        return;
    topics.erase(at);
    if (mayOpenTopics)
        (void)connection.send({"UNSUBSCRIBE"_ba, channel});
}

void Channels::Private::onLost(const Error &error, bool final)
{
    mayOpenTopics = false;
    redirect.reset();
    askedId = {};
    askedInvalidations = {};
    std::vector<Completion<void>> hopeless;
    for (const auto &[channel, topic] : topics) {
        topic->answer.reset();
        topic->asked = {};
        for (Interest &interest : topic->interests) {
            if (final)
                hopeless.push_back(std::move(interest.confirmed));
        }
    }
    auto waiting = final ? std::exchange(redirects, {}) : std::vector<Completion<qint64>>();
    for (Completion<void> &confirmation : hopeless)
        confirmation.complete(fail(error));
    for (Completion<qint64> &completion : waiting)
        completion.complete(fail(error));
}

void Channels::Private::onPush(Reply reply)
{
    auto &parts = reply.elements;
    if (parts.size() != 3 || parts[0].bytes != "message")
        return;
    if (parts[1].bytes == invalidationChannel()) {
        if (!invalidationHandler)
            return;
        std::vector<QByteArray> keys;
        for (Reply &key : parts[2].elements)
            keys.push_back(std::move(key.bytes));
        const auto handler = invalidationHandler;
        (*handler)(keys);
        return;
    }
    const auto known = topics.find(parts[1].bytes);
    if (known == topics.end())
        return; // unsubscribed meanwhile
    // A handler may end any interest, its own too: each is asked for again.
    std::vector<std::uint64_t> ids;
    for (const Interest &interest : known->second->interests)
        ids.push_back(interest.id);
    const std::weak_ptr topic = known->second;
    for (const std::uint64_t id : ids) {
        const auto still = topic.lock();
        if (!still)
            return;
        for (const Interest &interest : still->interests) {
            if (interest.id != id)
                continue;
            const auto handler = interest.handler;
            (*handler)(parts[2].bytes);
            break;
        }
    }
}

Channels::Listener::Listener(Listener &&other) noexcept
    : confirmed(std::move(other.confirmed))
    , m_channels(std::exchange(other.m_channels, nullptr))
    , m_id(other.m_id)
{}

Channels::Listener &Channels::Listener::operator=(Listener &&other) noexcept
{
    if (this != &other) {
        end();
        confirmed = std::move(other.confirmed);
        m_channels = std::exchange(other.m_channels, nullptr);
        m_id = other.m_id;
    }
    return *this;
}

Channels::Listener::~Listener()
{
    end();
}

// The waiter for the confirmation is not called any more.
void Channels::Listener::end()
{
    confirmed = {};
    if (m_channels)
        m_channels->m_d->unlisten(m_id);
}

Channels::Channels(ConnectionConfig config, QObject *parent)
    : QObject(parent)
    , m_d(std::make_unique<Private>(*this, std::move(config)))
{}

Channels::~Channels()
{
    close();
}

void Channels::close()
{
    const Error closed{ErrorKind::Cancelled,
                       {},
                       Sentence::say("the connection was closed"),
                       m_d->connection.label()};
    m_d->connection.close();
    m_d->onLost(closed, true);
}

Channels::Listener Channels::listen(const QByteArray &channel, Handler handler)
{
    Listener listener;
    listener.m_channels = this;
    listener.m_id = ++m_d->lastId;
    m_d->channelOf.emplace(listener.m_id, channel);
    auto &topic = m_d->topics[channel];
    const bool isNew = !topic;
    if (isNew)
        topic = std::make_shared<Private::Topic>();
    auto &interest = topic->interests.emplace_back();
    interest.id = listener.m_id;
    interest.handler = std::make_shared<const Handler>(std::move(handler));
    listener.confirmed = interest.confirmed.pending();
    if (topic->answer)
        interest.confirmed.complete(*topic->answer);
    else if (isNew && m_d->mayOpenTopics)
        m_d->subscribe(channel, topic);
    m_d->need();
    return listener;
}

std::size_t Channels::count() const
{
    return m_d->topics.size();
}

Pending<qint64> Channels::redirectId()
{
    if (m_d->redirect)
        return Pending<qint64>::ready(*m_d->redirect);
    Pending<qint64> pending = m_d->redirects.emplace_back().pending();
    m_d->need();
    return pending;
}

void Channels::setInvalidationHandler(
    std::function<void(const std::vector<QByteArray> &keys)> handler)
{
    m_d->invalidationHandler = handler
        ? std::make_shared<const Private::InvalidationHandler>(std::move(handler))
        : nullptr;
}

} // namespace lockscope::redis
