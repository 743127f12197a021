// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "core/base/alias.h"

#include <QString>
#include <QStringList>

#include <map>

namespace lockscope::wording {

// Texts about actions on locks, before and after; the same in both programs. Plain text, never
// markup, everything from Redis escaped. Plain functions, any thread.

// "Force-unlock", "Release one count of billing:7", "Remove billing:7 from the queue", "Wake the
// waiters again", "Set the time to live to 30 s".
QString actionTitle(const admin::Action &action);

// The consequence for the owners concerned: one sentence.
QString effect(admin::Effect effect);

// The commands of a plan as lines of text, see commandText().
QStringList commandLines(const admin::Plan &plan);

// One command as redis-cli would read it: arguments with spaces, quotes or bytes that cannot be
// shown stand in double quotes, with \xHH for such bytes. Unambiguous, on one line.
QString commandText(const std::vector<QByteArray> &command);

using OwnerAliases = std::map<OwnerId, Alias>;

// The holders in the sight: "billing:7 twice (write), mail:2 (read)", "nobody".
QString holdersOf(const admin::Sight &sight, const OwnerAliases &aliases = {});

// The outcome of the action and the next step, beginning in lower case: it may follow "lockctl: ".
QString outcomeSentence(const admin::Outcome &outcome, const admin::Plan &plan,
                        const OwnerAliases &aliases = {});

// One step of a plan in parts.
struct ActionStep {
    QStringList commands;
    admin::Outcome::Status outcome = admin::Outcome::Status::Done;
    QString sentence;
};

// The steps that were tried; those for keys of another holder are left out.
std::vector<ActionStep> stepsOf(const admin::Outcome &outcome, const admin::Plan &plan);
QStringList stepLines(const admin::Outcome &outcome, const admin::Plan &plan); // "DEL orders: done"

} // namespace lockscope::wording
