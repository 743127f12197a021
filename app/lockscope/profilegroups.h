// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profilestore.h"
#include "ui/client/watchclient.h"

#include <map>
#include <vector>

namespace lockscope::console {

// The quorum groups of the profiles that are connected, each as it was when its profile was
// connected last: told to the client as a whole whenever one is another. GUI thread; the client
// must outlive it.
class ProfileGroups
{
public:
    using ByProfile = std::map<QString, std::vector<insight::GroupMembers>>;

    ProfileGroups(ui::WatchClient &client, profile::ProfileStore store);

    void set(ByProfile groups);
    // As the profile has them now, in place of those it had before.
    void take(const QString &profile);
    void remove(const QString &profile);
    // After a change of the file: of a profile that is not there any more only those stay that
    // another has, which may be the same one by a new name.
    void dropRemoved();

    // Until forget(): the server of the first label is connected under the second label only.
    // Groups that name the first then mean the second.
    void setSame(const QString &label, const QString &connectedAs);
    // Neither label stands for another any more.
    void forget(const QString &label);

private:
    void tell();

    ui::WatchClient &m_client;
    profile::ProfileStore m_store;
    ByProfile m_groups;
    std::map<QString, QString> m_same;
};

} // namespace lockscope::console
