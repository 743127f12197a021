// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/reachoptions.h"
#include "core/profile/profilestore.h"

#include <QCommandLineParser>

#include <optional>

namespace lockscope::lockctl {

// The options of `lockctl profile save`, and their effect on the saved profiles. A value.
struct ProfileSave {
    QString name;
    QStringList urls;
    QStringList copied; // profiles whose servers and settings are taken over
    std::optional<profile::Tag> tag;
    std::optional<bool> readOnly;
    std::vector<QByteArray> prefixes;
    std::vector<profile::GroupSpec> groups; // without URLs: to be removed
    profile::Aliases aliases; // an empty name: to be removed
    std::optional<QString> aliasesFile; // empty: none any more
    std::optional<bool> learnNames;
    std::optional<profile::SecretSource> password; // Unset: none any more
    std::optional<profile::SecretSource> sentinelPassword;
    std::optional<profile::SecretSource> keyPassphrase;
    std::optional<Millis> reauthenticate; // 0: not any more
    std::optional<QString> operatorUser; // empty: none any more
    std::optional<profile::SecretSource> operatorPassword;
    std::optional<QStringList> notifyCommand; // empty: none any more
    std::optional<profile::SecretSource> notifyWebhook; // Unset: none any more
    std::optional<bool> notifyWarnings;
    std::optional<bool> notifyEnds;
    profile::Pins pins; // an empty kind: to be removed
    ReachChange reach;
    bool makeDefault = false;
    bool change = false; // of a profile that is there, only what is given
    bool replace = false; // a profile that is there as a whole

    // Whether anything of the profile itself is given.
    bool saysAnything() const;

    // Changes `profiles`. InvalidInput if the profile is there already and neither change nor
    // replace is said, or is not there to be changed: nothing is lost unasked.
    Result<void> apply(profile::Profiles &profiles) const;

private:
    Result<profile::Profile> made(const profile::Profile &base,
                                  const profile::Profiles &profiles) const;
};

void addProfileSaveOptions(QCommandLineParser &parser);
// The options of save that are given; the other commands take none of them.
QStringList givenSaveOptions(const QCommandLineParser &parser);
// A usage error names the option, and shows no URL.
Result<ProfileSave> profileSaveFrom(const QCommandLineParser &parser, const QString &name,
                                    const QStringList &arguments);

} // namespace lockscope::lockctl
