// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plan.h"
#include "core/base/async/taskscope.h"
#include "core/redis/deployment/deployment.h"

#include <optional>

namespace lockscope::admin {

// The commands that a plan needs, as the server's ACL judges them. Messages that the plan's script
// leaves out where they are not permitted are not among them.
std::vector<redis::Arguments> neededCommands(const Plan &plan);

// The word of a user's rules, as ACL GETUSER gives them ("-@all +@read +client|id"), on a
// command. Empty: they name a category, and `categories` (those of the command, "@write") are not
// known.
std::optional<bool> allows(const QByteArray &rules, const QByteArray &verb,
                           const std::optional<std::vector<QByteArray>> &categories);

// Asks the server what the user of a connection may do, before anything is done: ACL WHOAMI and ACL
// DRYRUN (7.0), else ACL GETUSER, as far as the user may ask. What is not told counts as permitted:
// the refusal of the action itself tells it. I/O thread; the deployment, which the user opens, must
// outlive it.
class RightsLook
{
public:
    explicit RightsLook(redis::Deployment &deployment);

    // For each plan the first reason why the user may not carry it out, as the refusal would give
    // it; empty: nothing is known against it. Waits for the deployment; an Error if that cannot be
    // reached.
    [[nodiscard]] Pending<std::vector<std::optional<Error>>> ask(std::vector<Plan> plans,
                                                                 Millis patience);

private:
    using Reasons = std::vector<std::optional<Error>>;

    QCoro::Task<Result<Reasons>> askServer(std::vector<Plan> plans, Millis patience);
    QCoro::Task<bool> tryOut(QByteArray user, std::vector<std::vector<redis::Arguments>> needed,
                             Reasons *reasons);
    QCoro::Task<void> readRules(QByteArray user, std::vector<std::vector<redis::Arguments>> needed,
                                Reasons *reasons);
    Millis deadline() const;
    Error refusal(const QString &text) const;

    redis::Deployment &m_deployment;
    TaskScope m_scope{"rights look"}; // last
};

} // namespace lockscope::admin
