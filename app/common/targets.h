// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/format/hints.h"
#include "core/health/rules/thresholds.h"
#include "core/insight/quorum/quorumgroups.h"
#include "core/profile/profilestore.h"
#include "core/redis/target/target.h"
#include "core/secret/secretbook.h"

#include <QStringList>

namespace lockscope::app {

// The servers of a command line: given by URL, by profile, or by the default profile. Plain
// functions. A target without a password of its own is given the one in LOCKSCOPE_PASSWORD, unless
// its profile says where it comes from. Nothing secret is in the text of an error.

// A server to connect to, with the settings of its profile; a server given by its URL alone has
// none.
struct ChosenTarget : redis::Target {
    QString profile; // empty: given by its URL
    profile::Tag tag = profile::Tag::Development;
    std::vector<QByteArray> prefixes; // where locks live; empty: everywhere
    profile::Aliases aliases;
    std::vector<format::Pin> pins = {};
    QString aliasesFile = {}; // more names; empty: none
    bool learnNames = false;
    std::optional<health::Thresholds> thresholds = {}; // empty: the defaults
    QString givenCaFile = {}; // beside or without a profile
    // The sources of its secrets; a SecretBook of the program gives it what fetches them.
    secret::Sources secrets = {};
    // Acts in place of `user`, with a password of its own (secrets.operatorPassword, else that of
    // LOCKSCOPE_OPERATOR_PASSWORD); empty: the same user acts.
    QByteArray operatorUser = {};
    // The receiver of its problems; a SecretBook of the program fetches the URL of a webhook.
    profile::Notifying notifying = {};
    std::shared_ptr<redis::Credentials> webhook = {};
};

// The target as it is reached by who acts on its locks. `credentials` fetch the operator's
// password; without them it is `password`, that of the environment.
redis::Target actingTarget(const ChosenTarget &target,
                           std::shared_ptr<redis::Credentials> credentials,
                           const QByteArray &password);

// The servers to take from a profile: its own, or those of its quorum groups, too.
enum class Take { Servers, WithGroups };

// All servers that a profile names, those of its quorum groups, too; without passwords. Those that
// cannot be read are left out.
std::vector<redis::Target> allTargetsOf(const profile::Profile &profile);

// InvalidInput for a URL that cannot be used.
Result<std::vector<redis::Target>> targetsFrom(const QStringList &urls);

// First those given by URL, then those of the profiles. Each is guarded by the strictest saved
// profile that names one of its addresses, or was seen to reach it (serverguard.h). Of a URL that a
// profile names, its name, tag and read-only switch are the target's, its prefixes, aliases and
// pins are not. InvalidInput also for a profile that is not there, and for a file that cannot be
// understood.
Result<std::vector<ChosenTarget>> targetsFrom(const QStringList &urls, const QStringList &profiles,
                                              const profile::ProfileStore &store,
                                              Take take = Take::Servers);

// The servers of a quorum group, in its order.
struct ChosenGroup {
    QString name;
    std::vector<ChosenTarget> targets;
    bool isDurable = false; // a restart loses nothing there
};

// The group of that name in the profile; without a name its only one, without a profile that of the
// default one. InvalidInput says which groups there are.
Result<ChosenGroup> groupFrom(const QString &group, const QString &profile,
                              const profile::ProfileStore &store);

// All quorum groups of these profiles, by their members' labels; none where a profile cannot be
// had.
std::vector<insight::GroupMembers> groupsOf(const QStringList &profiles,
                                            const profile::ProfileStore &store);
// Those of the default profile.
std::vector<insight::GroupMembers> defaultGroups(const profile::ProfileStore &store);

// Those of the default profile; none if there is no default.
Result<std::vector<ChosenTarget>> defaultTargets(const profile::ProfileStore &store,
                                                 Take take = Take::Servers);

// Reaches it by this relay, with the password of LOCKSCOPE_PROXY_PASSWORD if it is a proxy with a
// user.
void takeRelay(redis::Target &target, const redis::Relay &relay);

// Trusts the authorities in the file in place of those of a profile; empty: changes nothing.
void giveCaFile(ChosenTarget &target, const QString &caFile);

// Applies --aliases and --learn-names: the file replaces a profile's, whose own names stay.
// InvalidInput or Permission if that file cannot be used, with its line and what to do.
Result<void> addNames(std::vector<ChosenTarget> &targets, const QString &aliasesFile,
                      bool learnNames);

// Tells how to name a server, for when none is given and there is no default profile: one line.
Sentence howToName(const profile::ProfileStore &store);

} // namespace lockscope::app
