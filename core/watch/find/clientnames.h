// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/aliasrules.h"
#include "core/base/clock.h"
#include "core/watch/record/records.h"

#include <QByteArray>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace lockscope::watch {

// One named connection of CLIENT LIST.
struct ClientLine {
    QByteArray name;
    QByteArray host; // of its address, without the port

    friend auto operator<=>(const ClientLine &a, const ClientLine &b)
    {
        return std::tie(a.name, a.host) <=> std::tie(b.name, b.host);
    }
    friend bool operator==(const ClientLine &, const ClientLine &) = default;
};

// The connections that have names, as the server's answer tells them. Lines that are not as they
// should be are left out, and so are connections of this program; of one name and host there is one
// line, and of very many the first.
std::vector<ClientLine> clientsFrom(const QByteArray &answer);

// All connections by their host and name, without those of replication, Sentinels and this program.
ServerClients serverClientsFrom(const QByteArray &answer);

// An owner whose name is looked for, with the origin that its format stores.
struct UnnamedOwner {
    QByteArray client; // the part before the last colon, else the whole owner
    QByteArray host;
    std::optional<qint64> pid;

    friend auto operator<=>(const UnnamedOwner &a, const UnnamedOwner &b)
    {
        return std::tie(a.client, a.host, a.pid) <=> std::tie(b.client, b.host, b.pid);
    }
    friend bool operator==(const UnnamedOwner &, const UnnamedOwner &) = default;
};

// The name that connections give the owner away by: its id stands in theirs, and the rest is the
// name; or the host and process that its format stores do; or it is the one name that all
// connections from its address have. Empty: none does, or they do not agree.
QByteArray learnName(const UnnamedOwner &owner, const std::vector<ClientLine> &clients);

// Knows which owners of one server have no name yet, when to ask about them, and what was learned.
// Plain rules, one thread. An owner is asked about a few times and then given up, since connections
// may take their names after the first lock; the number of owners is bounded.
class NameLearner
{
public:
    static constexpr Millis rest{60'000}; // from one question to the next
    static constexpr std::size_t mostOwners = 10'000;

    // Owners that these rules name are not looked for.
    void setKnown(std::shared_ptr<const AliasRules> rules) { m_known = std::move(rules); }
    void note(const LockRecord &lock);

    bool wantsToAsk(Instant now) const;
    void asked(Instant now) { m_askedAt = now; }
    // True if there is something new.
    bool learn(const std::vector<ClientLine> &clients);

    // Sorted by pattern.
    std::vector<AliasRule> learned() const;

private:
    static constexpr int tries = 3;

    void note(const OwnerId &owner, const format::Origin &origin);

    std::shared_ptr<const AliasRules> m_known;
    std::map<UnnamedOwner, int> m_unnamed; // and how often it was asked about
    std::map<QByteArray, QByteArray> m_learned; // client -> name
    std::optional<Instant> m_askedAt;
};

} // namespace lockscope::watch
