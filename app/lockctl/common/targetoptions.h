// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"
#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/redis/connection.h"

#include <QCommandLineParser>

#include <vector>

namespace lockscope::lockctl {

// The values of a command's --url, --profile, --prefix, and of its options of the way to the
// servers (reachoptions.h).
struct TargetChoice {
    std::vector<app::ChosenTarget> targets; // with their passwords, or what fetches them
    std::vector<QByteArray> prefixes; // given for all of them; empty: each has its profile's
    std::vector<insight::GroupMembers> groups = {}; // of the profiles
    double scanBudget = 0.05; // of one processor of a server
    bool hasWordNames = true; // owners without a name have words beside them
    // Fetch the passwords of those who act on the targets; empty: they have none, or nothing is
    // done.
    std::vector<std::shared_ptr<redis::Credentials>> operators = {};
    QByteArray operatorPassword = {}; // of the environment, where nothing fetches it
};

// The use that a command makes of its servers: one that only looks does not ask for passwords for
// acting.
enum class Purpose { Look, Act };

// --url, --profile, the options of the way and, where a command looks for locks, --prefix.
void addTargetOptions(QCommandLineParser &parser, bool withPrefix);
// --scan-budget, where a command looks for locks.
void addBudgetOption(QCommandLineParser &parser);
// --aliases, --learn-names and --owners, where a command shows owners.
void addNameOptions(QCommandLineParser &parser);
// Takes these for the targets; InvalidInput for a file that cannot be used.
Result<void> takeNames(const QCommandLineParser &parser, std::vector<app::ChosenTarget> &targets);
// Whether owners have words beside them: unless --owners says otherwise. InvalidInput for another
// form.
Result<bool> wordNamesFrom(const QCommandLineParser &parser);
// Without --url and --profile those of the default profile. Asks for passwords that the user has to
// type (secrets.h). InvalidInput without any server, and for invalid values.
// `words`: more of both, a URL has "://" in it. `take`: of profiles, also the servers of their
// quorum groups.
Result<TargetChoice> targetChoice(const QCommandLineParser &parser, Purpose purpose = Purpose::Look,
                                  const QStringList &words = {},
                                  app::Take take = app::Take::Servers);
// The one server of a command that acts; InvalidInput if several are named.
Result<app::ChosenTarget> onlyTarget(const TargetChoice &choice);
// The connection settings of one target.
redis::ConnectionConfig connectionTo(const TargetChoice &choice, std::size_t target);
// The same for acting: as the operator's user, if its profile has one.
redis::ConnectionConfig actingConnectionTo(const TargetChoice &choice, std::size_t target);

// The duration given for an option; `fallback` if it is not given. InvalidInput names the option.
Result<Millis> durationOption(const QCommandLineParser &parser, const QString &option,
                              Millis fallback);

// InvalidInput names the first word beyond the `most` that a command takes.
Result<void> refuseMoreWords(const QCommandLineParser &parser, qsizetype most = 0);

// The prefixes given; InvalidInput for an empty one.
Result<std::vector<QByteArray>> prefixesFrom(const QCommandLineParser &parser);

// --name-base64, where a command is told names and owners.
void addNameForm(QCommandLineParser &parser);
void addNameArgument(QCommandLineParser &parser); // NAME, of one lock
// The bytes of a name or an owner: as text shows it, so a backslash begins one of visible()'s
// escapes, or with --name-base64 in base64. InvalidInput for any other backslash, which might stand
// for itself or not, and for invalid base64.
Result<QByteArray> bytesFrom(const QCommandLineParser &parser, const QString &argument);
// A lock's name among them. InvalidInput also for an empty one.
Result<LockName> nameFrom(const QCommandLineParser &parser, const QString &argument);
// The one lock that the first positional argument names.
Result<LockName> lockNameFrom(const QCommandLineParser &parser);

// --kind of a command that looks at single locks by their names: the kind given by the user, as in
// a pin. Empty: none. InvalidInput names the kinds.
Result<QByteArray> kindFrom(const QCommandLineParser &parser);
void pinName(TargetChoice &where, const LockName &name, const QByteArray &kind);

} // namespace lockscope::lockctl
