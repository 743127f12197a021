// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plan.h"
#include "core/format/traits.h"

namespace lockscope::admin {

// The parts of makePlan(), one function a family of kinds. makePlan() has checked their input: a
// lock of theirs, held if the action needs a holder, read in full, an owner or a waiter that was
// seen, a time that can be set. Plain functions, any thread.

// How much of a name a sentence shows.
inline constexpr qsizetype shownLength = 120;

// The facts of the lock's kind.
inline const format::KindTraits &traitsOf(const Sight &sight)
{
    return format::traitsOf(sight.kind, sight.library);
}

// After what the plan has.
void add(Plan &plan, redis::Arguments command);
void add(Plan &plan, std::initializer_list<Effect> effects);

Plan mutexPlan(const Sight &sight, const Action &action); // reentrant, fenced, fair
Plan readWritePlan(const Sight &sight, const Action &action);
Plan stringPlan(const Sight &sight, const Action &action);
Plan permitPlan(const Sight &sight, const Action &action); // semaphores, count-down latch
Plan majorityPlan(const Sight &sight, const Action &action); // one of several keys of one lock
Plan fasterMultiPlan(const Sight &sight, const Action &action);
Plan libraryPlan(const Sight &sight, const Action &action); // other libraries' with several keys

// The steps of such plans on a cluster, if their keys are in several hash slots. InvalidInput: it
// cannot be done safely in steps.
Result<std::vector<PlanPart>> partsOf(const Sight &sight, const Action &action);
std::vector<PlanPart> majorityParts(const Sight &sight, const Action &action);
Result<std::vector<PlanPart>> libraryParts(const Sight &sight, const Action &action);

// The channel on which its waiters are woken.
QByteArray permitChannel(const QByteArray &kind, const LockName &name);

// The reason why that cannot be done to a semaphore or a latch; success if it can.
Result<void> checkPermits(const Sight &sight, const Action &action);

// The same for other libraries' locks that are not kept in one string.
Result<void> checkLibrary(const Sight &sight, const Action &action);

// The common part of all scripts, the guard of the family and the action, from core/admin/scripts,
// as one. A name that does not exist is a programming error and aborts.
redis::Script scriptOf(const char *family, const char *action);

// The hold that ReleaseHold names, and the place in the queue of the waiter that RemoveWaiter
// names.
const SeenHold *holdOf(const Sight &sight, const Action &action);
std::optional<std::size_t> placeOf(const Sight &sight, const OwnerId &waiter);

// Gives back one of several counts: the holder keeps the lock.
bool keepsCount(const SeenHold &hold, const Action &action);

// True if the new time is shorter than the lock had, so that its waiters are told.
bool isShorter(const Sight &sight, const Action &action);

// The effects on a holder of one of Redisson's locks that loses it, and on any holder whose time to
// live is set.
std::vector<Effect> lossEffects();
std::vector<Effect> spanEffects(const Sight &sight, const Action &action);

// The time to live that the action leaves, as of the moment of seeing.
Millis newTimeToLive(const Sight &sight, const Action &action);
// As the scripts take it: the milliseconds, and 1 to add them to the remaining time.
std::vector<QByteArray> spanArguments(const Action &action);
bool setsTime(const Action &action);

// Each as the number of its words and the words, as givenCommands() of common.lua reads them.
void appendCommands(std::vector<QByteArray> &arguments,
                    const std::vector<redis::Arguments> &commands);

// The hash field of a write hold, as redisson::parseOwner() reads it.
QByteArray writeField(const OwnerId &owner);

QByteArray number(qint64 value);

} // namespace lockscope::admin
