// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

#include <list>

namespace lockscope::redis {

// A Lua script and its SHA-1. A value.
struct Script {
    QByteArray source;
    QByteArray sha1; // 40 hexadecimal digits
    std::shared_ptr<const Script> inCluster; // runs instead on a cluster; null: this one

    static Script of(QByteArray source);
};

// NOSCRIPT: the server does not know the digest, which proves that nothing was run. The script may
// be sent again with its text.
bool isUnknownScript(const Reply &reply);

// Runs scripts by digest: EVALSHA, and once EVAL with the text after isUnknownScript(). No other
// answer is followed by a second attempt. One thread; the connection must outlive the cache.
class ScriptCache
{
public:
    explicit ScriptCache(Connection &connection);
    ~ScriptCache(); // pending calls answer Cancelled
    ScriptCache(const ScriptCache &) = delete;
    ScriptCache &operator=(const ScriptCache &) = delete;

    // The script's reply; error replies and errors as Connection::send. `prelude`, if any, is sent
    // right before each attempt, and its own reply is not looked at.
    [[nodiscard]] Pending<Reply> run(const Script &script, const std::vector<QByteArray> &keys,
                                     const std::vector<QByteArray> &arguments,
                                     const Arguments &prelude = {});

private:
    // One call. Not a coroutine: nearly every one is a single question, and this is the way of
    // every acquire and release.
    struct Run {
        Completion<Reply> done;
        Pending<Reply> asked;
        Arguments command;
        QByteArray source;
        Arguments prelude;
        bool isByText = false;
    };
    using Runs = std::list<Run>;

    Pending<Reply> send(const Arguments &prelude, const Arguments &command);
    void listen(Runs::iterator run);
    void onReply(Runs::iterator run, Result<Reply> &&reply);

    Connection &m_connection;
    Runs m_runs;
    bool m_isClosed = false;
};

} // namespace lockscope::redis
