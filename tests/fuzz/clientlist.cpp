// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/aliasrules.h"
#include "core/watch/find/clientnames.h"
#include "tests/fuzz/fuzz.h"

// CLIENT LIST: whom connections name, within limits, and no name that may not be shown.
namespace lockscope::fuzz {

void run(QByteArrayView input)
{
    using namespace watch;
    Bytes bytes(input);
    UnnamedOwner owner;
    owner.client = bytes.text();
    owner.host = bytes.text();
    if (const int pid = bytes.number(64); pid > 0)
        owner.pid = pid;
    const QByteArray answer = bytes.rest();

    const Memory memory;
    const auto clients = clientsFrom(answer);
    require(clients.size() <= 2000, "connections are limited");
    for (const ClientLine &client : clients)
        require(!client.name.isEmpty() && !client.name.startsWith("lockscope")
                    && answer.contains(client.name) && answer.contains(client.host),
                "a connection is of the answer, and not our own");
    require(std::is_sorted(clients.begin(), clients.end())
                && std::adjacent_find(clients.begin(), clients.end()) == clients.end(),
            "of one name and host there is one line");
    const ServerClients all = serverClientsFrom(answer);
    require(all.groups.size() <= 100, "groups are limited");
    int counted = 0;
    for (const auto &group : all.groups)
        counted += group.connections;
    require(counted <= all.connections && all.connections <= answer.count('\n') + 1,
            "no more connections than lines");
    const QByteArray learned = learnName(owner, clients);
    require(learned.isEmpty() || checkAliasName(QString::fromUtf8(learned)).has_value(),
            "a learned name can be shown");
    Memory::requireAtMost(16 * 1024 + 20 * input.size(), "memory is bounded by the answer");
}

} // namespace lockscope::fuzz
