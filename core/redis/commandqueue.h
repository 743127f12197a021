// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

#include <deque>

namespace lockscope::redis {

// Pairs replies with commands, first in, first out. A sent command keeps its slot until its reply
// has come, also when it was abandoned or timed out; only so do all later replies find theirs. An
// abandoned command that has not been sent yet is sent all the same: nobody waiting for the answer
// does not mean that it was not meant. One thread; owns the commands and their completions. It
// never completes one itself: the caller is handed the completions and does so when its own state
// is in order.
class CommandQueue
{
public:
    using Completions = std::vector<Completion<Reply>>;

    struct Answered {
        Completion<Reply> completion;
        std::optional<std::chrono::microseconds> roundTrip; // if it found the pipeline empty
    };

    CommandQueue(int maxOutstanding, int maxQueued, Millis timeout);

    // Queues it. Answers at once: Busy, InvalidInput.
    Pending<Reply> add(const Arguments &command, Instant now);
    // With a PING behind it, whose payload is `fence`; that reply is the command's.
    Pending<Reply> addFenced(const Arguments &command, Instant now);
    static constexpr const char *fence = "lockscope-fence";

    // The bytes of as many commands as may be sent now; they count as sent from here on.
    QByteArray takeWritable(Instant now);

    // The command that this reply answers; nothing if none is outstanding.
    std::optional<Answered> answer(Instant now);

    // Those that are past their deadline. The slots of sent ones stay.
    Completions takeExpired(Instant now);
    std::optional<Instant> nextDeadline() const;

    // Everything, sent or not; the queue is empty afterwards.
    Completions takeAll();

    // The next reply belongs to a fenced command, unless it is the fence itself.
    bool isFenced() const { return !m_sent.empty() && m_sent.front().isFenced; }

    bool hasUnsent() const { return !m_waiting.empty(); }
    bool isIdle() const { return m_sent.empty() && m_waiting.empty(); }
    bool isAwaitingReply() const { return !m_sent.empty(); }
    std::size_t outstanding() const { return m_sent.size(); }
    // Since when replies have been owed without a break; only while isAwaitingReply().
    Instant busySince() const { return m_busySince; }

private:
    struct Slot {
        Completion<Reply> completion;
        QByteArray wire; // until sent
        Instant deadline;
        std::optional<Instant> probeSentAt;
        bool isFenced = false;
    };

    std::size_t m_maxOutstanding;
    std::size_t m_maxQueued;
    Millis m_timeout;
    // All commands have the same time-out, so deadlines ascend through m_sent, then m_waiting.
    std::deque<Slot> m_sent;
    std::deque<Slot> m_waiting;
    std::size_t m_expired = 0; // leading slots of m_sent that have timed out
    Instant m_busySince;
};

} // namespace lockscope::redis
