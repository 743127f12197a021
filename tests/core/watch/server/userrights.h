// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/watch/server/harness.h"
#include "tests/support/aclrules.h"
#include "tests/support/recordingproxy.h"

#include <QFile>

#include <algorithm>

namespace lockscope::test {

// The rules of the guide's page Connecting from the line that begins with `begin` to one that `end`
// begins or that is empty: commands, channels and, if they are wanted, keys. With the prefix of
// these tests.
inline QByteArrayList rulesOf(const QByteArray &begin, const QByteArray &end,
                              QByteArrayView kinds = "+&")
{
    QFile page(QStringLiteral(PROJECT_FOLDER "/resources/docs/en/connecting.md"));
    if (!page.open(QIODevice::ReadOnly))
        return {};
    QByteArrayList rules;
    bool isInside = false;
    for (QByteArray line; !(line = page.readLine()).isEmpty();) {
        line = line.trimmed();
        if (isInside && (line.isEmpty() || (!end.isEmpty() && line.startsWith(end))))
            break;
        isInside = isInside || line.startsWith(begin);
        for (const QByteArray &word : line.replace("billing:", "lock:").split(' ')) {
            if (isInside && word.size() > 1 && kinds.contains(word.front()))
                rules.append(word);
        }
    }
    return rules;
}

// The minimal rights of a user to read, and the additional ones for each watch mode, on 7.0.
inline const QByteArrayList reading = rulesOf("ACL SETUSER observer", {});
inline const QByteArrayList tracking = rulesOf("tracking  ", "notifications");
inline const QByteArrayList notifications = rulesOf("notifications  ", "channels");
inline const QByteArrayList channels = rulesOf("channels  ", "polling");
inline const QByteArrayList keys = rulesOf("ACL SETUSER observer", {}, "%");

// Hears of keyspace events, but may not ask which ones there are.
inline const QByteArrayList everyEvent =
    reading + channels + QByteArrayList{"~*", "&__keyspace@0__:*"};

// A user of these rights alone; again: with these instead.
inline redis::Target userOf(const RedisProcess &server, const QByteArrayList &rules)
{
    return targetOf(server, QByteArrayList{"resetchannels", "resetkeys", "-@all"} + rules);
}

inline watch::WatchOptions quick(std::vector<QByteArray> prefixes = {})
{
    auto options = under(std::move(prefixes));
    options.probePeriod = Millis(200);
    return options;
}

inline redis::Target through(const RecordingProxy &proxy, redis::Target target)
{
    target.hosts.front().port = proxy.port();
    return target;
}

// The refused objects, from the server's own log: commands, keys and channels.
inline QByteArrayList refusedObjects(const RedisProcess &server)
{
    QByteArrayList objects;
    for (const Reply &entry : server.command({"ACL", "LOG"}).elements) {
        for (std::size_t i = 0; i + 1 < entry.elements.size(); i += 2) {
            if (entry.elements[i].bytes == "object")
                objects.append(entry.elements[i + 1].bytes);
        }
    }
    return objects;
}

// For a subcommand Redis 6 names the whole command.
inline bool isAmong(const QByteArrayList &refused, const QByteArray &object)
{
    return refused.contains(object) || std::ranges::any_of(refused, [&](const QByteArray &each) {
               return each.left(each.indexOf('|')) == object;
           });
}

inline qsizetype countOf(const RecordingProxy &proxy, const QByteArray &first,
                         const QByteArray &second)
{
    return std::ranges::count_if(proxy.commands(), [&](const auto &command) {
        return command.size() > 1 && command[0] == first && command[1] == second;
    });
}

inline bool isBy(Watching &watching, watch::WatchMode mode)
{
    const bool isBy = watching.until([&] {
        return watching.servers.contains(0) && watching.servers[0].mode == mode
            && watching.servers[0].state == watch::ServerState::Up;
    });
    if (!isBy)
        qWarning("%s: %s", watch::name(watching.servers[0].mode).constData(),
                 qPrintable(watching.servers[0].modeReason.english()));
    return isBy;
}

} // namespace lockscope::test
