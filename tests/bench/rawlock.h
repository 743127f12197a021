// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/scripts.h"

#include <hiredis/hiredis.h>

#include <memory>
#include <vector>

namespace lockscope::test {

// The limit that server and machine set: our own scripts, sent by a blocking hiredis connection in
// a program that does nothing else. Benchmarks only.
class RawLock
{
public:
    explicit RawLock(quint16 port, bool isInCluster = false)
        : m_context(redisConnect("127.0.0.1", port), redisFree)
        , m_acquire(lock::script("reentrant_acquire"))
        , m_release(isInCluster ? *lock::script("reentrant_release").inCluster
                                : lock::script("reentrant_release"))
    {
        run({"SCRIPT", "LOAD", m_acquire.source});
        run({"SCRIPT", "LOAD", m_release.source});
    }

    // The latch of the last pair is deleted without waiting for it, as ours does.
    bool pair(const QByteArray &name)
    {
        append({"DEL", latchOf(name)});
        append(acquisition(name));
        if (!answered() || !answered())
            return false;
        return run(release(name));
    }
    bool acquire(const QByteArray &name) { return run(acquisition(name)); }
    // Not waited for.
    void sendRelease(const QByteArray &name)
    {
        append(release(name));
        flush();
    }
    // After the answer to a release: else the next one is taken for the same.
    bool forget(const QByteArray &name) { return run({"DEL", latchOf(name)}); }
    bool subscribe(const QByteArray &name) { return run({"SUBSCRIBE", channelOf(name)}); }
    // The answer to the first command, or a message.
    bool answered()
    {
        void *answer = nullptr;
        if (redisGetReply(m_context.get(), &answer) != REDIS_OK)
            return false;
        const std::unique_ptr<redisReply, void (*)(void *)> reply(static_cast<redisReply *>(answer),
                                                                  freeReplyObject);
        return reply->type != REDIS_REPLY_ERROR;
    }

private:
    using Words = std::vector<QByteArray>;

    static QByteArray latchOf(const QByteArray &name)
    {
        return "redisson_unlock_latch:" + tagged(name) + ":0123456789abcdef0123456789abcdef";
    }
    static QByteArray channelOf(const QByteArray &name)
    {
        return "redisson_lock__channel:" + tagged(name);
    }
    static QByteArray tagged(const QByteArray &name)
    {
        return name.contains('{') ? name : '{' + name + '}';
    }
    Words acquisition(const QByteArray &name) const
    {
        return {"EVALSHA", m_acquire.sha1, "1", name, "30000", m_owner};
    }
    Words release(const QByteArray &name) const
    {
        return {"EVALSHA",     m_release.sha1, "3",     name,   channelOf(name),
                latchOf(name), "30000",        m_owner, "13500"};
    }

    void append(const Words &command)
    {
        std::vector<const char *> words;
        std::vector<std::size_t> sizes;
        for (const QByteArray &word : command) {
            words.push_back(word.constData());
            sizes.push_back(static_cast<std::size_t>(word.size()));
        }
        redisAppendCommandArgv(m_context.get(), static_cast<int>(words.size()), words.data(),
                               sizes.data());
    }
    void flush()
    {
        int isDone = 0;
        while (isDone == 0 && redisBufferWrite(m_context.get(), &isDone) == REDIS_OK) {}
    }
    bool run(const Words &command)
    {
        append(command);
        return answered();
    }

    std::unique_ptr<redisContext, void (*)(redisContext *)> m_context;
    const redis::Script m_acquire;
    const redis::Script m_release;
    const QByteArray m_owner = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
};

} // namespace lockscope::test
