// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/records.h"

#include <map>

namespace lockscope::wording {

// The names that operators gave to owners, server by server. A value; any thread.
class AliasBook
{
public:
    using Aliases = std::map<QByteArray, QString>;

    // What stands for the owners on this server; none: they are shown as they are.
    void set(int server, Aliases aliases);

    // The owner's own name, else that of what stands before its last colon; empty: it has none.
    QString find(int server, const OwnerId &owner) const;

    // Writes the names beside the owners of a lock, whose id tells the server.
    // It stays the same object if there is nothing to write.
    void apply(watch::LockPointer &lock) const;
    void apply(watch::Event &event) const;

private:
    std::map<int, Aliases> m_servers;
};

} // namespace lockscope::wording
