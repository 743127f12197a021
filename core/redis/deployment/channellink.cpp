// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/channellink.h"

#include "core/redis/deployment/channelmark.h"
#include "core/redis/info.h"
#include "core/redis/wire.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

ChannelLink::ChannelLink(ConnectionConfig config, bool isOfCluster)
    : m_isOfCluster(isOfCluster)
    , m_connection(std::move(config))
{
    m_connection.setPushHandler([this](Reply reply) { onPush(std::move(reply)); });
    connect(&m_connection, &Connection::ready, this, [this] { setUp(); });
    connect(&m_connection, &Connection::lost, this,
            [this](const Error &error, bool final) { onLost(error, final); });
}

ChannelLink::~ChannelLink() = default;

void ChannelLink::need()
{
    if (m_connection.state() == Connection::State::Closed)
        m_connection.open();
}

void ChannelLink::close()
{
    const Error closed{
        ErrorKind::Cancelled, {}, Sentence::say("the connection was closed"), label()};
    m_connection.close();
    onLost(closed, true);
}

bool ChannelLink::isSharded() const
{
    return m_isOfCluster && mayHaveShardedChannels(m_connection.serverVersion());
}

Pending<Reply> ChannelLink::subscribe(const QByteArray &channel)
{
    return m_connection.send({"SUBSCRIBE"_ba, channel});
}

Pending<Reply> ChannelLink::subscribeSharded(const QByteArray &channel)
{
    auto asked = m_connection.send({"SSUBSCRIBE"_ba, channel});
    // Without the mark this listener is counted twice, and that is all.
    if (isMarkable(channel))
        (void)m_connection.send({"SSUBSCRIBE"_ba, markOf(channel)});
    return asked;
}

void ChannelLink::unsubscribe(const QByteArray &channel)
{
    if (!m_isUp)
        return;
    (void)m_connection.send({"UNSUBSCRIBE"_ba, channel});
    if (!isSharded())
        return;
    const auto ending = m_endings.insert(m_endings.end(), {channel, {}});
    Arguments command{"SUNSUBSCRIBE"_ba, channel};
    if (isMarkable(channel))
        command.push_back(markOf(channel));
    ending->asked = m_connection.sendFenced(command);
    ending->asked.then([this, ending](const Result<Reply> &) { m_endings.erase(ending); });
}

Pending<Reply> ChannelLink::fence()
{
    return m_connection.send({"PING"_ba});
}

// The id comes first: a subscribed RESP2 connection may not run CLIENT.
void ChannelLink::setUp()
{
    m_askedId = m_connection.send({"CLIENT"_ba, "ID"_ba});
    m_askedId.then([this](Result<Reply> &&reply) { onId(std::move(reply)); });
}

void ChannelLink::onId(Result<Reply> &&reply)
{
    if (!reply)
        return; // lost, and lost() says so; or silent, and it soon will be
    m_isUp = true;
    m_isLost = false;
    m_id = reply->isInteger() ? reply->integer : 0;
    if (m_id != 0) {
        m_askedInvalidations = m_connection.send({"SUBSCRIBE"_ba, invalidationChannel()});
        m_askedInvalidations.then(
            [this](Result<Reply> &&answer) { onInvalidationsHeard(std::move(answer)); });
    } else {
        answerRedirects(fail(errorFrom(*reply, label())));
    }
    Q_EMIT up(std::exchange(m_wasUp, true));
}

void ChannelLink::onInvalidationsHeard(Result<Reply> &&reply)
{
    if (!reply)
        return;
    if (reply->isError())
        answerRedirects(fail(errorFrom(*reply, label())));
    else
        answerRedirects(m_id);
}

void ChannelLink::answerRedirects(const Result<qint64> &id)
{
    m_redirect = id;
    auto waiting = std::exchange(m_redirects, {});
    for (Completion<qint64> &completion : waiting)
        completion.complete(id);
}

void ChannelLink::onLost(const Error &error, bool final)
{
    m_isUp = false;
    m_isLost = !final;
    m_redirect.reset();
    m_askedId = {};
    m_askedInvalidations = {};
    auto waiting = std::exchange(m_redirects, {});
    Q_EMIT lost(error, final);
    for (Completion<qint64> &completion : waiting)
        completion.complete(fail(error));
}

void ChannelLink::onPush(Reply reply)
{
    auto &parts = reply.elements;
    if (parts.size() != 3)
        return;
    const QByteArray &kind = parts[0].bytes;
    if (kind == "sunsubscribe") {
        const bool isOurs = std::ranges::any_of(
            m_endings, [&](const Ending &ending) { return ending.channel == parts[1].bytes; });
        if (!isOurs)
            Q_EMIT dropped(parts[1].bytes);
    } else if (kind == "message" && parts[1].bytes == invalidationChannel()) {
        std::vector<QByteArray> keys;
        for (Reply &key : parts[2].elements)
            keys.push_back(std::move(key.bytes));
        Q_EMIT invalidated(keys);
    } else if (kind == "message" || kind == "smessage") {
        Q_EMIT message(parts[1].bytes, parts[2].bytes);
    }
}

Pending<qint64> ChannelLink::redirectId()
{
    if (m_redirect)
        return Pending<qint64>::ready(*m_redirect);
    Pending<qint64> pending = m_redirects.emplace_back().pending();
    need();
    return pending;
}

} // namespace lockscope::redis
