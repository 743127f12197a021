// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

namespace lockscope::profile {

// Parts of a profile as an operator writes them, on a command line or in a form, one text each.
// Owners and prefixes stand with the escapes of visible(). Plain functions, any thread.
// InvalidInput shows how it is written, never the text of a URL; whether the values can be used
// check() says.

// "trio=redis://10.0.0.1,redis://10.0.0.2,redis://10.0.0.3"; URLs of Sentinel and Cluster may hold
// commas themselves. Nothing behind the sign: no URLs.
Result<GroupSpec> groupFrom(const QString &text);
QString groupText(const GroupSpec &group);

// "3f1c2a5e-9b7d-4c11-8a22-0123456789ab=billing"; nothing behind the last sign: an empty name. An
// owner who is there already is refused.
Result<void> addAlias(Aliases &aliases, const QString &text);
QString aliasText(const QByteArray &owner, const QString &name);

// "orders:lock:=string/redsync"; nothing after the last sign: an empty kind. A name that is there
// already is refused. core/format knows the kinds.
Result<void> addPin(Pins &pins, const QString &text);
QString pinText(const QByteArray &prefix, const QByteArray &kind);

// As parseDuration() reads it: "90s", "1500ms".
QString durationText(Millis value);

// The words of a command: split at spaces, double quotes keep words together, three of them stand
// for one. No shell: nothing else is special. A word that is empty cannot be written.
QStringList commandFrom(const QString &text);
QString commandText(const QStringList &words);

// The variables of the environment that these profiles name for secrets, each once.
QStringList secretVariables(const std::vector<Profile> &profiles);

// A prefix, an owner: bytes with escapes, or, if they are none, as they are.
QByteArray bytesFrom(const QString &text);

} // namespace lockscope::profile
