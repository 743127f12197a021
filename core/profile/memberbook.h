// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profilestore.h"

#include <QByteArray>

#include <set>

namespace lockscope::profile {

// The marks by which a server is recognised: "process:RUN ID", "data:REPLICATION ID",
// "address:HOST:PORT".
using Marks = std::set<QByteArray>;

// The file beside the saved profiles that remembers which servers they were seen to reach: members
// of a deployment that no URL names, such as a replica behind a Sentinel. So a profile guards them
// however they are reached, and after a failover. For its owner alone (0600), replaced as a whole;
// has no secrets. Any one thread; owns nothing between calls: each reads the file anew.
class MemberBook
{
public:
    // profiles.json: profiles.members.json
    explicit MemberBook(const ProfileStore &store);

    const QString &file() const { return m_file; }

    // The newest marks are kept. Writes only what is new. What was seen with other URLs of the
    // profile is forgotten. Permission if the file cannot be written; one that cannot be understood
    // is begun anew.
    Result<void> remember(const Profile &profile, int database, const Marks &marks) const;

    // Those of the saved profiles, with the URLs that they have now, that were seen to reach a
    // server with one of these marks.
    std::vector<const Profile *> profilesOf(const Profiles &saved, int database,
                                            const Marks &marks) const;

private:
    QString m_file;
};

} // namespace lockscope::profile
