// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisprocess.h"

#include <QByteArrayList>
#include <QSet>

#include <vector>

namespace lockscope::test {

// Those of the commands that change something at a server, or might: by what the server itself says
// of each (COMMAND INFO), and not by the list of the programs. A command that the server marks as
// reading is harmless, unless it takes effect all the same; any other has to be known here, with
// its subcommand, as one that only asks, or that concerns nothing but its own connection.
inline QByteArrayList changingCommands(const RedisProcess &server,
                                       const std::vector<std::vector<QByteArray>> &commands)
{
    // TOUCH is for eviction; scripts are judged by their text, which is not seen here.
    static const QSet<QByteArray> neverHarmless{"TOUCH",      "EVAL",  "EVALSHA", "EVAL_RO",
                                                "EVALSHA_RO", "FCALL", "FCALL_RO"};
    static const QSet<QByteArray> harmless{"AUTH",
                                           "HELLO",
                                           "SELECT",
                                           "PING",
                                           "ECHO",
                                           "TIME",
                                           "INFO",
                                           "ROLE",
                                           "ASKING",
                                           "READONLY",
                                           "SUBSCRIBE",
                                           "UNSUBSCRIBE",
                                           "PSUBSCRIBE",
                                           "PUNSUBSCRIBE",
                                           "SSUBSCRIBE",
                                           "SUNSUBSCRIBE",
                                           "COMMAND",
                                           "COMMAND INFO",
                                           "COMMAND COUNT",
                                           "CLIENT ID",
                                           "CLIENT INFO",
                                           "CLIENT LIST",
                                           "CLIENT GETNAME",
                                           "CLIENT SETNAME",
                                           "CLIENT SETINFO",
                                           "CLIENT TRACKING",
                                           "CLIENT TRACKINGINFO",
                                           "CLIENT CACHING",
                                           "CLIENT GETREDIR",
                                           "PUBSUB CHANNELS",
                                           "PUBSUB NUMSUB",
                                           "PUBSUB NUMPAT",
                                           "PUBSUB SHARDCHANNELS",
                                           "PUBSUB SHARDNUMSUB",
                                           "CONFIG GET",
                                           "ACL WHOAMI",
                                           "ACL DRYRUN",
                                           "CLUSTER NODES",
                                           "CLUSTER SHARDS",
                                           "CLUSTER SLOTS",
                                           "CLUSTER INFO",
                                           "CLUSTER MYID",
                                           "SENTINEL CKQUORUM",
                                           "SENTINEL GET-MASTER-ADDR-BY-NAME",
                                           "SENTINEL MASTER",
                                           "SENTINEL MASTERS",
                                           "SENTINEL MYID",
                                           "SENTINEL REPLICAS",
                                           "SENTINEL SENTINELS"};
    QSet<QByteArray> found;
    for (const std::vector<QByteArray> &command : commands) {
        const QByteArray verb = command.front().toUpper();
        const QByteArray two = command.size() > 1 ? verb + ' ' + command[1].toUpper() : verb;
        if (harmless.contains(verb) || harmless.contains(two) || found.contains(two))
            continue;
        QSet<QByteArray> flags;
        // A subcommand has flags of its own since 7.0.
        const QByteArray part = verb + '|' + (command.size() > 1 ? command[1] : QByteArray());
        for (const QByteArray &name : {part, verb}) {
            const Reply info = server.command({"COMMAND", "INFO", name});
            if (info.elements.empty() || info.elements[0].elements.size() <= 2)
                continue;
            for (const Reply &flag : info.elements[0].elements[2].elements)
                flags.insert(flag.bytes.toLower());
            break;
        }
        if (neverHarmless.contains(verb) || flags.contains("write") || !flags.contains("readonly"))
            found.insert(two);
    }
    return {found.begin(), found.end()};
}

} // namespace lockscope::test
