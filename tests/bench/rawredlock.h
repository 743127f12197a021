// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/scripts.h"

#include <hiredis/hiredis.h>
#include <poll.h>

#include <deque>
#include <memory>
#include <vector>

namespace lockscope::test {

// The limit that servers and machine set on a Redlock: our own scripts, sent by hiredis to all
// servers at once in a program that does nothing else; it goes on at the quorum, and reads the rest
// when it comes. Benchmarks only.
class RawRedlock
{
public:
    explicit RawRedlock(const std::vector<quint16> &ports)
        : m_acquire(lock::script("redlock_acquire"))
        , m_release(lock::script("redlock_release"))
    {
        for (const quint16 port : ports) {
            Server &server = m_servers.emplace_back();
            server.context.reset(redisConnect("127.0.0.1", port));
            for (const redis::Script &script : {m_acquire, m_release}) {
                freeReplyObject(redisCommand(server.context.get(), "SCRIPT LOAD %b",
                                             script.source.constData(),
                                             static_cast<std::size_t>(script.source.size())));
            }
            m_polled.push_back({server.context->fd, POLLIN, 0});
        }
    }

    bool pair(const QByteArray &name, const QByteArray &token)
    {
        return ask({"EVALSHA", m_acquire.sha1, "1", name, "30000", token}, REDIS_REPLY_NIL)
            && ask({"EVALSHA", m_release.sha1, "2", name, "lockscope_redlock:{" + name + "}",
                    token},
                   REDIS_REPLY_INTEGER);
    }

private:
    struct Server {
        std::unique_ptr<redisContext, void (*)(redisContext *)> context{nullptr, redisFree};
        std::deque<std::uint64_t> questions; // unanswered
    };

    // True when a majority has answered so.
    bool ask(const std::vector<QByteArray> &words, int good)
    {
        std::vector<const char *> starts;
        std::vector<std::size_t> sizes;
        for (const QByteArray &word : words) {
            starts.push_back(word.constData());
            sizes.push_back(static_cast<std::size_t>(word.size()));
        }
        char *formatted = nullptr;
        const auto length = redisFormatCommandArgv(&formatted, static_cast<int>(words.size()),
                                                   starts.data(), sizes.data());
        ++m_question;
        for (Server &server : m_servers) {
            redisAppendFormattedCommand(server.context.get(), formatted,
                                        static_cast<std::size_t>(length));
            int done = 0;
            while (done == 0 && redisBufferWrite(server.context.get(), &done) == REDIS_OK) {}
            server.questions.push_back(m_question);
        }
        redisFreeCommand(formatted);
        std::size_t votes = 0;
        while (votes < m_servers.size() / 2 + 1) {
            if (poll(m_polled.data(), m_polled.size(), 1000) <= 0)
                return false;
            for (std::size_t i = 0; i < m_servers.size(); ++i) {
                if (m_polled[i].revents != 0)
                    votes += read(m_servers[i], good);
            }
        }
        return true;
    }

    std::size_t read(Server &server, int good)
    {
        std::size_t votes = 0;
        if (redisBufferRead(server.context.get()) != REDIS_OK)
            return 0;
        for (;;) {
            void *answer = nullptr;
            if (redisGetReplyFromReader(server.context.get(), &answer) != REDIS_OK || !answer)
                return votes;
            const int type = static_cast<redisReply *>(answer)->type;
            freeReplyObject(answer);
            votes += server.questions.front() == m_question && type == good;
            server.questions.pop_front();
        }
    }

    const redis::Script m_acquire;
    const redis::Script m_release;
    std::vector<Server> m_servers;
    std::vector<pollfd> m_polled;
    std::uint64_t m_question = 0;
};

} // namespace lockscope::test
