// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/channels.h"

#include "core/redis/deployment/channellink.h"
#include "core/redis/notnow.h"
#include "core/redis/wire.h"

#include <QPointer>
#include <QTimer>

#include <map>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// A subscription that no server takes at the moment is tried again.
constexpr Millis betweenTries{200};

bool isElsewhere(const Reply &reply)
{
    return reply.errorCode() == "MOVED" || isNotNow(reply);
}

} // namespace

struct Channels::Private {
    struct Interest {
        std::uint64_t id = 0;
        std::shared_ptr<const Handler> handler;
        Completion<void> confirmed;
    };
    // One subscription of a channel: the plain or the sharded one.
    struct Subscription {
        Pending<Reply> asked;
        bool isAsked = false;
        std::optional<Result<void>> answer; // of the server; empty: not yet, or not any more

        bool isDue() const { return !answer && !isAsked; }
        void forget() { *this = {}; }
    };
    // One wanted channel. A later one of the same name is another Topic, so that the answer to an
    // earlier SUBSCRIBE cannot confirm it.
    struct Topic {
        std::vector<Interest> interests; // in the order of their coming
        QPointer<ChannelLink> link; // where it is subscribed; null: nowhere
        Subscription plain;
        Subscription sharded; // only on a link that is sharded
        bool hasMissed = false; // it was subscribed, and was not for a while

        // Of the server or servers; empty: not yet.
        std::optional<Result<void>> answer() const
        {
            if (plain.answer && !*plain.answer)
                return plain.answer;
            return link && link->isSharded() && plain.answer ? sharded.answer : plain.answer;
        }
        void forget()
        {
            hasMissed = hasMissed || answer();
            plain.forget();
            sharded.forget();
        }
    };

    Private(Channels &owner, Routing how)
        : q(owner)
        , routing(std::move(how))
    {
        retry.setSingleShot(true);
        retry.setInterval(betweenTries);
        QObject::connect(&retry, &QTimer::timeout, &q, [this] { reroute(); });
    }

    void attach(ChannelLink &link);
    void onUp(ChannelLink &link, bool isAgain);
    void onLost(const ChannelLink &link, const Error &error, bool final);
    void onDropped(const ChannelLink &link, const QByteArray &channel);
    void onMessage(const QByteArray &channel, const QByteArray &payload);
    void onFence(const ChannelLink *link, const Result<Reply> &reply);
    void subscribe(const QByteArray &channel, const std::shared_ptr<Topic> &topic);
    void ask(const QByteArray &channel, const std::shared_ptr<Topic> &topic);
    void ask(Pending<Reply> asked, const std::shared_ptr<Topic> &topic, Subscription Topic::*which);
    void onAnswer(Topic &topic, Subscription Topic::*which, const Result<Reply> &reply);
    bool isHeard(std::uint64_t id) const;
    void confirm(Topic &topic);
    void reroute();
    void tryAgainSoon();
    void unlisten(std::uint64_t id);

    Channels &q;
    const Routing routing;
    std::map<QByteArray, std::shared_ptr<Topic>> topics;
    std::unordered_map<std::uint64_t, QByteArray> channelOf;
    std::uint64_t lastId = 0;
    bool isDisturbanceDue = false;
    QTimer retry;
    std::unordered_map<const ChannelLink *, Pending<Reply>> fences; // behind the subscriptions
    std::unique_ptr<ChannelLink> own; // of the first constructor
};

void Channels::Private::attach(ChannelLink &link)
{
    ChannelLink *const at = &link;
    QObject::connect(at, &ChannelLink::up, &q, [this, at](bool isAgain) { onUp(*at, isAgain); });
    QObject::connect(at, &ChannelLink::lost, &q,
                     [this, at](const Error &error, bool final) { onLost(*at, error, final); });
    QObject::connect(at, &ChannelLink::dropped, &q,
                     [this, at](const QByteArray &channel) { onDropped(*at, channel); });
    QObject::connect(at, &ChannelLink::message, &q,
                     [this](const QByteArray &channel, const QByteArray &payload) {
                         onMessage(channel, payload);
                     });
}

void Channels::Private::onUp(ChannelLink &link, bool isAgain)
{
    for (const auto &[channel, topic] : topics) {
        if (topic->link == &link)
            ask(channel, topic);
    }
    if (!isAgain)
        return;
    // A user that looks again before the server has subscribed could miss a message in between.
    fences[&link] = link.fence();
    fences[&link].then([this, at = &link](const Result<Reply> &reply) { onFence(at, reply); });
}

void Channels::Private::onFence(const ChannelLink *link, const Result<Reply> &reply)
{
    fences.erase(link);
    if (!reply && reply.error().kind != ErrorKind::Timeout)
        return; // lost again, and up() again if it is to be used
    for (const auto &[channel, topic] : topics) {
        if (topic->link == link && topic->answer())
            topic->hasMissed = false;
    }
    Q_EMIT q.disturbed();
}

// Chooses the link, and subscribes there if it is up; else when it is.
void Channels::Private::subscribe(const QByteArray &channel, const std::shared_ptr<Topic> &topic)
{
    topic->link = routing.linkOf(channel);
    if (!topic->link) {
        tryAgainSoon();
        return;
    }
    if (topic->link->isUp())
        ask(channel, topic);
    topic->link->need();
}

// For what was not asked for yet.
void Channels::Private::ask(const QByteArray &channel, const std::shared_ptr<Topic> &topic)
{
    if (topic->plain.isDue())
        ask(topic->link->subscribe(channel), topic, &Topic::plain);
    if (topic->link && topic->link->isSharded() && topic->sharded.isDue())
        ask(topic->link->subscribeSharded(channel), topic, &Topic::sharded);
}

void Channels::Private::ask(Pending<Reply> asked, const std::shared_ptr<Topic> &topic,
                            Subscription Topic::*which)
{
    Subscription &subscription = (*topic).*which;
    subscription.isAsked = true;
    subscription.asked = std::move(asked);
    subscription.asked.then([this, which, weak = std::weak_ptr(topic)](Result<Reply> &&reply) {
        if (const auto answered = weak.lock())
            onAnswer(*answered, which, reply);
    });
}

void Channels::Private::onAnswer(Topic &topic, Subscription Topic::*which,
                                 const Result<Reply> &reply)
{
    Subscription &subscription = topic.*which;
    subscription.isAsked = false;
    if (!reply) {
        const ErrorKind kind = reply.error().kind;
        if (kind == ErrorKind::Timeout || kind == ErrorKind::Busy)
            tryAgainSoon(); // else up() asks again
        return;
    }
    if (isElsewhere(*reply)) {
        routing.refresh();
        tryAgainSoon();
        return;
    }
    // A server that does not know SSUBSCRIBE has no such channels, and nobody publishes there.
    const bool isUnknown =
        which == &Topic::sharded && reply->bytes.toLower().startsWith("err unknown command");
    subscription.answer = reply->isError() && !isUnknown
        ? Result<void>(fail(errorFrom(*reply, topic.link ? topic.link->label() : QString())))
        : Result<void>();
    confirm(topic);
}

void Channels::Private::confirm(Topic &topic)
{
    const auto answer = topic.answer();
    if (!answer)
        return;
    std::vector<Completion<void>> confirmations;
    for (Interest &interest : topic.interests)
        confirmations.push_back(std::move(interest.confirmed));
    // After all that are confirmed in this turn, or behind the fence.
    if (!fences.contains(topic.link) && std::exchange(topic.hasMissed, false)
        && !std::exchange(isDisturbanceDue, true)) {
        QMetaObject::invokeMethod(
            &q,
            [this] {
                isDisturbanceDue = false;
                Q_EMIT q.disturbed();
            },
            Qt::QueuedConnection);
    }
    for (Completion<void> &confirmation : confirmations)
        confirmation.complete(*answer);
}

void Channels::Private::reroute()
{
    const auto all = topics; // a link that cannot be opened may say so at once
    for (const auto &[channel, topic] : all) {
        ChannelLink *const link = routing.linkOf(channel);
        if (topic->link == link) {
            if (!link)
                tryAgainSoon();
            else if (link->isUp())
                ask(channel, topic);
            continue;
        }
        topic->forget();
        if (topic->link)
            topic->link->unsubscribe(channel);
        subscribe(channel, topic);
    }
}

void Channels::Private::tryAgainSoon()
{
    if (!retry.isActive())
        retry.start();
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
    if (topic->link)
        topic->link->unsubscribe(channel);
}

bool Channels::Private::isHeard(std::uint64_t id) const
{
    const auto known = channelOf.find(id);
    if (known == channelOf.end())
        return false;
    const Topic &topic = *topics.at(known->second);
    const auto answer = topic.answer();
    return topic.link && topic.link->isUp() && answer && *answer;
}

void Channels::Private::onLost(const ChannelLink &link, const Error &error, bool final)
{
    std::vector<Completion<void>> hopeless;
    for (const auto &[channel, topic] : topics) {
        if (topic->link != &link)
            continue;
        topic->forget();
        for (Interest &interest : topic->interests) {
            if (final)
                hopeless.push_back(std::move(interest.confirmed));
        }
    }
    for (Completion<void> &confirmation : hopeless)
        confirmation.complete(fail(error));
}

// The slot moves to another server.
void Channels::Private::onDropped(const ChannelLink &link, const QByteArray &channel)
{
    const auto known = topics.find(channel);
    if (known == topics.end() || known->second->link != &link)
        return;
    Topic &topic = *known->second;
    topic.hasMissed = true;
    topic.sharded.forget();
    routing.refresh();
    tryAgainSoon();
}

void Channels::Private::onMessage(const QByteArray &channel, const QByteArray &payload)
{
    const auto known = topics.find(channel);
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
            (*handler)(payload);
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

bool Channels::Listener::isHeard() const
{
    return m_channels && m_channels->m_d->isHeard(m_id);
}

// The waiter for the confirmation is not called any more.
void Channels::Listener::end()
{
    confirmed = {};
    if (m_channels)
        m_channels->m_d->unlisten(m_id);
}

Channels::Channels(ConnectionConfig config, QObject *parent)
    : Channels({[this](const QByteArray &) { return m_d->own.get(); }, [] {}}, parent)
{
    m_d->own = std::make_unique<ChannelLink>(std::move(config));
    m_d->attach(*m_d->own);
}

Channels::Channels(Routing routing, QObject *parent)
    : QObject(parent)
    , m_d(std::make_unique<Private>(*this, std::move(routing)))
{}

Channels::~Channels()
{
    close();
}

void Channels::close()
{
    m_d->retry.stop();
    if (m_d->own)
        m_d->own->close();
}

void Channels::attach(ChannelLink &link)
{
    m_d->attach(link);
}

void Channels::reroute()
{
    m_d->reroute();
}

Channels::Listener Channels::listen(const QByteArray &channel, Handler handler)
{
    Listener listener;
    listener.m_channels = this;
    listener.m_id = ++m_d->lastId;
    m_d->channelOf.emplace(listener.m_id, channel);
    auto &known = m_d->topics[channel];
    const bool isNew = !known;
    if (isNew)
        known = std::make_shared<Private::Topic>();
    const auto topic = known;
    auto &interest = topic->interests.emplace_back();
    interest.id = listener.m_id;
    interest.handler = std::make_shared<const Handler>(std::move(handler));
    listener.confirmed = interest.confirmed.pending();
    if (const auto answer = topic->answer())
        interest.confirmed.complete(*answer);
    else if (isNew)
        m_d->subscribe(channel, topic);
    else if (topic->link)
        topic->link->need();
    return listener;
}

std::size_t Channels::count() const
{
    return m_d->topics.size();
}

} // namespace lockscope::redis
