// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/combine.h"
#include "core/redis/connection.h"
#include "core/redis/topologywords.h"

namespace lockscope::redis {

// A topology's conversation with one server or sentinel: the same questions again and again, the
// next ones only after the answers to the last. Same thread as the topology. The handlers are
// called from inside the connection: they take note, and decide later.
class TopologyPeer
{
public:
    static constexpr Millis period{1000}; // from one question to the next
    // The time for which a topology waits for the others once one has answered.
    static constexpr Millis patienceForOthers{250};
    static Instant now() { return std::chrono::steady_clock::now(); }

    struct Handlers {
        // One answer a question; a question that was not answered in time ends the connection.
        std::function<void(const std::vector<Reply> &answers)> answered;
        std::function<void()> changed; // isSettled() or isFresh() may be another
    };

    TopologyPeer(ConnectionConfig config, std::vector<Arguments> questions, Handlers handlers);

    // Asks, unless the last questions are under way or it is not connected. One that was given up
    // for its certificate is connected to again now and then.
    void poll();
    // Connects again at once, also if it was given up.
    void retry();
    const std::vector<Arguments> &questions() const { return m_questions; }
    void setQuestions(std::vector<Arguments> questions) { m_questions = std::move(questions); }
    int countRefusal() { return ++m_refusals; }

    // It has answered over this connection, and does not keep us waiting now.
    bool isFresh(Instant now) const;
    // It has answered, or failed to, since it was made.
    bool isSettled() const { return m_hasAnswered || m_error; }
    bool isReady() const { return m_connection.state() == Connection::State::Ready; }
    // The reason why it does not answer, and whether no further attempt is made; empty while it
    // does.
    const std::optional<Error> &error() const { return m_error; }
    bool isGivenUp() const { return m_isGivenUp; }
    QByteArray runId() const { return m_connection.runId(); }
    Connection &connection() { return m_connection; }

private:
    void onAnswered(Result<std::vector<Result<Reply>>> &&answers);
    bool mayShowAnotherCertificate() const;

    std::vector<Arguments> m_questions;
    Handlers m_handlers;
    int m_refusals = 0; // of questions that are not asked any more
    bool m_hasAnswered = false; // over this connection
    std::optional<Instant> m_askedAt; // of the questions under way
    std::optional<Error> m_error;
    bool m_isGivenUp = false;
    Instant m_lostAt;
    Connection m_connection;
    Pending<std::vector<Result<Reply>>> m_asked; // last
};

// The first question to a server whose role is followed, and the meaning of its answer: ROLE, or
// INFO, in which a replica tells its own replicas, too. If one does not tell the role, the peer
// asks for the other from then on, and if neither does, nothing more: each refusal is a line in the
// server's log.
std::vector<Arguments> roleQuestions(bool withReplicas);
std::optional<RoleWord> roleOf(TopologyPeer &peer, const std::vector<Reply> &answers);

} // namespace lockscope::redis
