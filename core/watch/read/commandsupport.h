// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"
#include "core/watch/read/refusals.h"
#include "core/watch/track/expiry.h"

#include <vector>

namespace lockscope::watch {

// Commands that not every server knows and not every user may use, each with a substitute.
struct Abilities {
    bool pexpiretime = true; // else PTTL, timed
    bool hscan = true; // else HGETALL after HLEN
    bool getrange = true; // else GET after STRLEN
    bool numsub = true; // else waiting connections stay unknown
    bool hrandfield = true; // else what a hash takes alone tells whether to fetch it
    bool memory = true; // else its fields' names alone do
    bool time = true; // else our estimate of the server's clock is used

    friend bool operator==(const Abilities &, const Abilities &) = default;
};

// Learns from replies which commands a server supports, and keeps what was refused in the batch
// that is being read. Knows to which command the present reply belongs. One thread; the connection
// must outlive it.
class CommandSupport
{
public:
    explicit CommandSupport(const redis::Connection &connection)
        : m_connection(connection)
    {}

    const Abilities &abilities() const { return m_abilities; }
    // Commands that were refused are tried again.
    void forget() { m_abilities = Abilities(); }

    void beginBatch() { m_refusals.clear(); }
    const std::vector<Refusal> &refusals() const { return m_refusals.all(); }
    void note(Refusal refusal) { m_refusals.note(std::move(refusal)); }

    // Replies are handled from now on that came then, and now the one to this command.
    void setAnsweredAt(const ServerSpan &at) { m_answeredAt = at; }
    const ServerSpan &answeredAt() const { return m_answeredAt; } // exact for timed rounds alone
    void setQuestion(const redis::Arguments &question) { m_question = &question; }

    // The reply to a command that has a substitute: false if it cannot be used.
    bool isUsable(const Reply &reply, bool Abilities::*ability);
    void noteRefusal(const Reply &reply);
    void noteTime(const Reply &reply) { m_abilities.time &= !isRefused(reply); }

private:
    const redis::Connection &m_connection;
    Abilities m_abilities;
    Refusals m_refusals;
    const redis::Arguments *m_question = nullptr;
    ServerSpan m_answeredAt;
};

} // namespace lockscope::watch
