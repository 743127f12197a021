// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/aclrules.h"

#include <map>

namespace lockscope::test {

namespace {

// The parts of commands that the programs use.
QByteArrayList partsOf(const QByteArray &command)
{
    static const std::map<QByteArray, QByteArrayList> parts{
        {"client", {"id", "list", "getname", "setname", "tracking", "trackinginfo", "caching"}},
        {"pubsub", {"channels", "numsub", "numpat"}},
        {"config", {"get", "set"}},
    };
    const auto found = parts.find(command);
    return found == parts.end() ? QByteArrayList() : found->second;
}

} // namespace

QByteArrayList rulesFor(const RedisProcess &server, const QByteArrayList &rules)
{
    if (server.version() >= 700)
        return rules;
    QByteArrayList taken;
    for (QByteArray rule : rules) {
        const qsizetype part = rule.indexOf('|');
        if (rule.startsWith("%R~")) {
            taken.append(rule.mid(2));
        } else if (rule.startsWith('-') && part > 0) {
            const QByteArray command = rule.mid(1, part - 1);
            taken.append('-' + command);
            for (const QByteArray &other : partsOf(command)) {
                if (!rules.contains('-' + command + '|' + other))
                    taken.append('+' + command + '|' + other);
            }
        } else if ((rule.startsWith('-') || rule.startsWith('+')) && rule.at(1) != '@' && part < 0
                   && !server.knows(rule.mid(1))) {
            continue;
        } else {
            taken.append(rule);
        }
    }
    return taken;
}

Reply setUser(const RedisProcess &server, const QByteArray &name, const QByteArrayList &rules)
{
    std::vector<QByteArray> command{"ACL", "SETUSER", name};
    const QByteArrayList taken = rulesFor(server, rules);
    command.insert(command.end(), taken.begin(), taken.end());
    return server.command(command);
}

redis::Target targetOf(const RedisProcess &server, const QByteArrayList &rules)
{
    const Reply reply = setUser(server, "watcher", QByteArrayList{"on", ">secret"} + rules);
    if (!reply.isOk())
        qWarning("%s", reply.bytes.constData());
    auto target = server.target();
    target.user = "watcher";
    target.password = "secret";
    return target;
}

} // namespace lockscope::test
