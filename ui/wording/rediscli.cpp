// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/rediscli.h"

#include "core/base/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

bool isHarmless(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || QByteArrayView("_-.:/@%+=,").contains(c);
}

// Whether a terminal shows the word as it is: other words are written with escapes, in another way.
bool isPlain(const QByteArray &word)
{
    return isUtf8(word) && visible(word).count(u'\\') == 2 * word.count('\\');
}

QByteArray shellQuoted(const QByteArray &word)
{
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), isHarmless))
        return word;
    QByteArray quoted = word;
    return "'" + quoted.replace("'", "'\\''") + "'";
}

// As redis-cli reads a line: every byte that is not harmless by its number.
QByteArray clientQuoted(const QByteArray &word)
{
    QByteArray quoted = "\"";
    for (const char c : word) {
        if (isHarmless(c)) {
            quoted += c;
        } else {
            quoted += "\\x";
            quoted += QByteArray(1, c).toHex();
        }
    }
    return quoted + "\"";
}

constexpr auto socketScheme = "redis+unix://"_L1;

// The client's URLs know no sockets: for those it has options of its own. `label` is that of a
// target, which has parsed the URL.
QByteArray socketClient(const QString &label)
{
    const QString rest = label.sliced(socketScheme.size());
    const QByteArray path = QByteArray::fromPercentEncoding(rest.section(u'?', 0, 0).toUtf8());
    const QString database = rest.section("?db="_L1, 1, 1);
    const QByteArray client = "redis-cli -s " + shellQuoted(path);
    return database.isEmpty() ? client : client + " -n " + shellQuoted(database.toUtf8());
}

QByteArray clientFor(const QString &server)
{
    if (server.startsWith(socketScheme))
        return socketClient(server);
    // The client takes only one of several servers, and the primary may change.
    const bool isUrl = (server.startsWith("redis://"_L1) || server.startsWith("rediss://"_L1))
        && !server.contains(u',');
    const QByteArray client = "redis-cli";
    return isUrl && isPlain(server.toUtf8()) ? client + " -u " + shellQuoted(server.toUtf8())
                                             : client;
}

QList<QByteArray> readingWords(const watch::KeyRecord &key)
{
    const QByteArray &name = key.key.bytes;
    if (key.type == "string")
        return {"GET", name};
    if (key.type == "hash")
        return {"HGETALL", name};
    // These may be long: their beginning is enough.
    if (key.type == "list")
        return {"LRANGE", name, "0", "99"};
    if (key.type == "set")
        return {"SSCAN", name, "0", "COUNT", "100"};
    if (key.type == "zset")
        return {"ZRANGE", name, "0", "99", "WITHSCORES"};
    return {"TYPE", name};
}

} // namespace

QString redisCliLine(const QString &server, const QList<QByteArray> &words)
{
    const QByteArray client = clientFor(server);
    QByteArray line;
    if (std::all_of(words.begin(), words.end(), isPlain)) {
        line = client;
        for (const QByteArray &word : words)
            line += ' ' + shellQuoted(word);
    } else {
        // No shell hands on every byte, but redis-cli reads a line with escapes.
        QByteArray input;
        for (const QByteArray &word : words)
            input += (input.isEmpty() ? "" : " ") + clientQuoted(word);
        line = "printf '%s\\n' " + shellQuoted(input) + " | " + client;
    }
    return fromUtf8(line);
}

QStringList lookCommands(const watch::LockRecord &lock)
{
    QStringList lines;
    for (const watch::KeyRecord &key : watch::keysOf(lock)) {
        lines += redisCliLine(lock.server, readingWords(key));
        lines += redisCliLine(lock.server, {"PTTL", key.key.bytes});
    }
    return lines;
}

} // namespace lockscope::wording
