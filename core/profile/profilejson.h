// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <QJsonObject>

namespace lockscope::profile {

// The saved profiles, as the file holds them. A value.
struct Profiles {
    std::vector<Profile> all; // in the order of the file
    QString defaultName; // empty: none

    const Profile *find(const QString &name) const; // null: there is none
    // InvalidInput names the profiles that there are.
    Result<Profile> named(const QString &name) const;
    QStringList names() const; // sorted

    friend bool operator==(const Profiles &, const Profiles &) = default;
};

// Between values and JSON. Plain functions, any thread. Bytes that are not UTF-8 stand with the
// escapes of visible(). InvalidInput begins with the member that is wrong.

QJsonObject toJson(const Profile &profile);

Result<Profiles> profilesFromJson(const QJsonObject &file);
// The file with these profiles. Members of `before` that this version does not know stay where they
// are, also within profiles and groups that stay.
QJsonObject toJson(const Profiles &profiles, const QJsonObject &before);

// The order of members for reading.
const QStringList &memberOrder();

} // namespace lockscope::profile
