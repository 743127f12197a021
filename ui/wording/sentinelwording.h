// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentineladministrator.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace lockscope::wording {

// Texts about actions on Sentinels, before and after; the same in both programs. Plain text, never
// markup, everything from Redis escaped. Plain functions, any thread.

// "Fail over", "Watch 10.0.0.5:6379 with a quorum of 2", "Stop watching", ...
QString sentinelTitle(const admin::SentinelAction &action);

// "10.0.0.5:6379, up"
QString primaryText(const admin::SentinelSight &sight);

// A name or an address, and what is known of it.
using NamedFact = std::pair<QString, QString>;

// Each replica: "up, in step, priority 100".
std::vector<NamedFact> replicaFacts(const admin::SentinelSight &sight);

// The locks that are held, those first that may be lost: "may be lost".
std::vector<admin::LockAtRisk> byRisk(std::vector<admin::LockAtRisk> locks);
QString fateText(admin::LockAtRisk::Fate fate);

// The Sentinels with their commands as lines of text, see commandText(); without secrets.
std::vector<std::pair<QString, QStringList>> sentinelCommands(const admin::SentinelPlan &plan);
// Each Sentinel that is left out, and why.
std::vector<NamedFact> omissions(const admin::SentinelPlan &plan);

// The outcome at one Sentinel, beginning in lower case.
QString sentinelOutcome(const admin::Outcome &outcome);
// Each Sentinel that was asked, with its outcome, and then those that were left out.
std::vector<NamedFact> sentinelOutcomes(const admin::SentinelPlan &plan,
                                        const admin::SentinelOutcome &outcome);
// The outcome of the whole action, beginning in lower case: it may follow "lockctl: ".
QString sentinelOutcome(const admin::SentinelOutcome &outcome);
// "10.0.0.6:6379 is the primary after 2.1 s"; empty: there is no new one.
QString newPrimaryText(const admin::SentinelOutcome &outcome);

} // namespace lockscope::wording
