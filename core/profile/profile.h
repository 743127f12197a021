// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/profile/secretsource.h"
#include "core/redis/target/target.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace lockscope::profile {

// The purpose of a deployment. Production asks for the lock's name before anything is changed.
enum class Tag { Development, Staging, Production };

QByteArray name(Tag tag); // development, staging, production
Result<Tag> tagFromName(const QString &text);

// Independent deployments over which a Redlock is taken, in their order.
struct GroupSpec {
    QString name;
    QStringList urls;
    bool isDurable = false; // a restart loses nothing there (appendfsync always)

    friend bool operator==(const GroupSpec &, const GroupSpec &) = default;
};

using Pins = std::map<QByteArray, QByteArray>; // a name or prefix -> kind, or kind/library
using Thresholds = std::map<QByteArray, Millis>; // core/health knows their names
using Aliases = std::map<QByteArray, QString>; // a pattern (core/base/alias.h) -> name

// The receiver of notifications, and the problems that it is told of (core/notify). The URL of its
// webhook is the profile's `notifyWebhook`.
struct Notifying {
    QStringList command = {}; // a program and its arguments, as they are run; empty: none
    bool warnings = false; // also of those that are not critical
    bool ends = true; // also that a problem ended

    friend bool operator==(const Notifying &, const Notifying &) = default;
};

// A saved way to reach a deployment. A value, any thread. Nothing secret is in it: URLs stand
// without passwords, private keys in files of their own, and it only says where secrets come from.
struct Profile {
    QString name;
    QStringList urls;
    Tag tag = Tag::Development;
    bool readOnly = false;
    std::vector<QByteArray> prefixes; // where locks live; empty: everywhere
    std::vector<GroupSpec> groups;
    Aliases aliases;
    Pins pins = {};
    QString aliasesFile = {}; // more of them (aliasfile.h), by its whole path; empty: none
    bool learnNames = false; // also from the names of connections
    Thresholds thresholds = {}; // of health rules; those that are not given have their defaults
    redis::TlsRules tls = {}; // for all of its servers, without the passphrase
    redis::Relay relay = {}; // to all of its servers, without a password
    SecretSource password = {};
    SecretSource sentinelPassword = {};
    SecretSource keyPassphrase = {}; // of the private key of a client's certificate
    // Passwords that expire: connections that are up are given a new one before it is this old.
    std::optional<Millis> reauthenticate = {};
    // Acts on its servers, where the user of the URLs only watches; empty: the same user does both.
    QString operatorUser = {};
    SecretSource operatorPassword = {};
    Notifying notifying = {};
    SecretSource notifyWebhook = {}; // a URL; whoever has it may write there, so it is a secret

    friend bool operator==(const Profile &, const Profile &) = default;
};

// The sources of all its secrets, for code that must not forget one.
inline constexpr std::array secretMembers{&Profile::password, &Profile::sentinelPassword,
                                          &Profile::keyPassphrase, &Profile::operatorPassword,
                                          &Profile::notifyWebhook};

// The reason why the name cannot be a profile's or a group's; success if it can: 1 to 64 letters,
// digits, dots, hyphens and underscores, the first a letter or a digit.
Result<void> checkName(const QString &name);

// The reason why it cannot be saved or used; success if it can. InvalidInput begins with the
// member, as it is called in the file (urls[1], groups[0].name), and names the fault; never the
// text of a URL.
Result<void> check(const Profile &profile);

// InvalidInput that begins with the member.
tl::unexpected<Error> invalidMember(const QString &member, const Sentence &problem);
// The member that it is about, such as urls[0], and the text about that; if it names no member, the
// first is empty and the second is the whole text.
QString memberOf(const Error &error);
Sentence withoutMember(const Error &error);

// The profile's servers. Each target of a read-only profile says so itself, so that no connection
// made from it can write. Passwords are the caller's to add (core/secret). InvalidInput names the
// URL's place.
Result<std::vector<redis::Target>> targetsOf(const Profile &profile);

} // namespace lockscope::profile
