// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/aliasrules.h"
#include "core/watch/record/records.h"

#include <array>
#include <map>
#include <memory>

namespace lockscope::wording {

// The names of owners, server by server, with where they are from. A value; any thread.
class AliasBook
{
public:
    using Aliases = std::map<QByteArray, QString>; // a pattern -> name

    // What stands for the owners on this server, of one origin, in place of what did until now;
    // whether that differs.
    bool set(int server, AliasOrigin origin, std::vector<AliasRule> rules);
    bool set(int server, const Aliases &operators);

    // One more of the operator, of this owner alone; it stays whatever is set. Whether that
    // differs.
    bool add(int server, const OwnerId &owner, const QString &name);

    // All that counts on the server; never null, and the same object until something changes.
    std::shared_ptr<const AliasRules> rules(int server) const;
    std::vector<int> servers() const; // on which owners have names, or had

    Alias find(int server, const OwnerId &owner) const; // empty: it has none

    // Writes the names beside the owners of a lock, whose id tells the server.
    // It stays the same object if there is nothing to write.
    void apply(watch::LockPointer &lock) const;
    bool apply(watch::Event &event) const; // whether it changed

private:
    struct Server {
        std::vector<AliasRule> own; // what was added
        std::array<std::vector<AliasRule>, 3> byOrigin;
        std::shared_ptr<const AliasRules> rules;
    };

    static void gather(Server &book);

    std::map<int, Server> m_servers;
};

} // namespace lockscope::wording
