// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/auditlines.h"
#include "core/admin/plan/plan.h"
#include "core/base/async/taskscope.h"
#include "core/redis/deployment/deployment.h"

namespace lockscope::admin {

// One plan, and its place. Several are decided on together: a quorum lock is unlocked on all its
// servers, each guarded by its own sight.
struct Step {
    Place place;
    Plan plan;
};

// Asks the operator for confirmation. Called on the administrator's thread; the answer may come
// later from any dialog, without a time limit but that of the implementation.
class Confirmation
{
public:
    Confirmation() = default;
    Confirmation(const Confirmation &) = delete;
    Confirmation &operator=(const Confirmation &) = delete;
    virtual ~Confirmation() = default;

    // The steps, of which there is at least one, are shown; if any is on production the operator
    // has to type the name of the lock.
    virtual Pending<Decision> confirm(const std::vector<Step> &steps) = 0;
    // The reason that was given before any question: of what is refused without one. Empty: none.
    virtual QString givenReason() const { return {}; }
};

// Carries plans out: refuses on a read-only place, asks for confirmation, writes the log, runs the
// one guarded script, writes the log again. Nothing is ever sent twice. I/O thread, which does not
// block on the log: each line is waited for as long as the disk takes. Audit, confirmation and
// deployments must outlive it.
//
//   1. read-only              Refused, logged
//      rights, if asked first NotPermitted or Failed, logged
//   2. confirmation           Declined, not logged
//   3. log "intended"         Failed if it cannot be written
//   4. the script             Done, Changed, NotPermitted, Failed, Unknown; where the server runs
//                             none, the plan's other way (withoutscript.h)
//   5. log "done"             with that outcome; a log that fails now is told in `detail`
//
// A plan in parts has steps 3 and 4 and 5 for each part, one after the other; a part that fails
// ends it. On a cluster, plans that were not made for one are split before the confirmation.
//
// If it is destroyed during step 3, nothing is done. If it is destroyed during 3 or 4, the log is
// still given the line after, which Audit writes on its own.
class Administrator
{
public:
    Administrator(Audit &audit, Confirmation &confirmation, const Clock &clock);

    // Before the confirmation the server is asked whether its user may do all of it (rights.h): if
    // not, nobody is asked, and the outcome is NotPermitted, logged.
    void askRightsFirst() { m_asksRights = true; }

    // `deployment` is open or being opened; an attempt under way is waited for up to `patience`.
    [[nodiscard]] Pending<Outcome> act(redis::Deployment &deployment, Place place, Plan plan,
                                       Millis patience = std::chrono::seconds(5));

    // The same for several steps: one refusal or one question for all, then all scripts at once.
    // The outcomes are in the order of the steps; each deployment is that of its step.
    [[nodiscard]] Pending<std::vector<Outcome>> actOnAll(
        std::vector<redis::Deployment *> deployments, std::vector<Step> steps,
        Millis patience = std::chrono::seconds(5));

private:
    QCoro::Task<Result<std::vector<Outcome>>> carryOut(std::vector<redis::Deployment *> deployments,
                                                       std::vector<Step> steps, Millis patience);
    QCoro::Task<std::vector<Outcome>> refuseAll(std::vector<Step> steps, QString profile);
    QCoro::Task<std::vector<Outcome>> judge(std::vector<redis::Deployment *> deployments,
                                            std::vector<Step> steps, Millis patience);
    QCoro::Task<Result<std::vector<Step>>> fit(std::vector<redis::Deployment *> deployments,
                                               std::vector<Step> steps, Millis patience);
    QCoro::Task<Outcome> runParts(redis::Deployment &deployment, Step step, QString reason,
                                  Millis patience);
    QCoro::Task<bool> isOfOther(redis::Deployment &deployment, PlanPart part);
    QCoro::Task<Outcome> runScript(redis::Deployment &deployment, Plan plan, Millis patience);

    Confirmation &m_confirmation;
    AuditLines m_lines;
    bool m_asksRights = false;
    TaskScope m_scope{"administrator"};
};

} // namespace lockscope::admin
