// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/topologypeer.h"

#include "core/base/tlsfault.h"
#include "core/redis/notnow.h"
#include "core/redis/target/foreigncertificates.h"

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// A server that keeps us waiting for longer is not believed to have its former role.
constexpr Millis keepsUsWaiting{1000};

} // namespace

TopologyPeer::TopologyPeer(ConnectionConfig config, std::vector<Arguments> questions,
                           Handlers handlers)
    : m_questions(std::move(questions))
    , m_handlers(std::move(handlers))
    , m_connection(std::move(config))
{
    QObject::connect(&m_connection, &Connection::ready, &m_connection, [this] {
        m_error.reset();
        poll();
    });
    QObject::connect(&m_connection, &Connection::lost, &m_connection,
                     [this](const Error &error, bool final) {
                         m_asked = {};
                         m_askedAt.reset();
                         m_hasAnswered = false;
                         m_error = error;
                         m_isGivenUp = final;
                         m_lostAt = now();
                         m_handlers.changed();
                     });
    m_connection.open();
}

bool TopologyPeer::mayShowAnotherCertificate() const
{
    return m_isGivenUp && m_error && tlsFaultOf(*m_error) == TlsFault::OtherFingerprint
        && now() - m_lostAt >= ForeignCertificates::untilNextAttempt;
}

void TopologyPeer::poll()
{
    if (mayShowAnotherCertificate())
        retry();
    if (!isReady() || m_askedAt)
        return;
    m_askedAt = now();
    std::vector<Pending<Reply>> asked;
    for (const Arguments &question : m_questions)
        asked.push_back(m_connection.send(question));
    m_asked = whenAll(std::move(asked));
    m_asked.then(
        [this](Result<std::vector<Result<Reply>>> &&answers) { onAnswered(std::move(answers)); });
}

void TopologyPeer::retry()
{
    if (m_connection.state() != Connection::State::Waiting
        && m_connection.state() != Connection::State::Closed)
        return;
    m_connection.close();
    m_connection.open();
}

void TopologyPeer::onAnswered(Result<std::vector<Result<Reply>>> &&answers)
{
    m_askedAt.reset();
    if (!answers)
        return;
    std::vector<Reply> replies;
    for (Result<Reply> &answer : *answers) {
        if (!answer) {
            // Not lost, or lost() would have come first: it left one of the questions open.
            m_hasAnswered = false;
            m_connection.giveUp(answer.error());
            return;
        }
        replies.push_back(*std::move(answer));
    }
    m_hasAnswered = true;
    m_handlers.answered(replies);
    m_handlers.changed();
}

bool TopologyPeer::isFresh(Instant now) const
{
    return isReady() && m_hasAnswered && (!m_askedAt || now - *m_askedAt < keepsUsWaiting);
}

std::vector<Arguments> roleQuestions(bool withReplicas)
{
    return {withReplicas ? Arguments{"INFO"_ba, "replication"_ba} : Arguments{"ROLE"_ba}};
}

std::optional<RoleWord> roleOf(TopologyPeer &peer, const std::vector<Reply> &answers)
{
    const Reply &answer = answers.front();
    if (auto role = roleFrom(answer))
        return role;
    if (redis::isNotNow(answer))
        return {};
    const bool wasInfo = peer.questions().front().front() == "INFO";
    const bool isFirst = peer.countRefusal() == 1;
    peer.setQuestions(isFirst ? roleQuestions(!wasInfo) : std::vector<Arguments>{{"PING"_ba}});
    if (isFirst)
        peer.poll();
    return {};
}

} // namespace lockscope::redis
