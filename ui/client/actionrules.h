// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "core/admin/plan/plan.h"
#include "ui/client/locks/lockorder.h"
#include "ui/wording/actionwording.h"

#include <array>

namespace lockscope::ui {

class WatchClient;

// Rules for the actions that are possible on a lock as seen, with the reasons against the others:
// plain functions over values. The core checks again; these tell the operator before trying. GUI
// thread.

inline constexpr std::array allActions{
    admin::ActionType::ForceUnlock,   admin::ActionType::ReleaseHold,
    admin::ActionType::RemoveWaiter,  admin::ActionType::Nudge,
    admin::ActionType::SetTimeToLive, admin::ActionType::ExtendTimeToLive,
    admin::ActionType::AddPermits,    admin::ActionType::DrainPermits,
    admin::ActionType::SetLatch,      admin::ActionType::CountDown,
    admin::ActionType::OpenLatch};

// Whether such an action is for locks of that kind at all: others are not even shown. An empty kind
// stands for locks in general.
bool suits(admin::ActionType type, const QByteArray &kind);

// Whether it can be done to several locks in one go.
bool isForSeveral(admin::ActionType type);

// The same for each of several locks: the owner's hold to release is looked up in each.
Result<admin::Action> actionOn(const admin::Action &action, const watch::LockRecord &lock);

// One lock that somebody may want to act on, and all that bears upon it.
struct ActionSubject {
    watch::LockId id;
    LockPointer lock; // empty: gone
    admin::Place place;
    bool isServerUp = false;
    Instant at{}; // when this was so
    admin::Keyspace keyspace = admin::Keyspace::Whole; // of the server
};

// The lock as the client shows it now.
ActionSubject subjectOf(WatchClient &client, const watch::LockId &id, Instant now);

// The hold or waiter that the operator has chosen, if any.
struct ActionChoice {
    std::optional<std::pair<OwnerId, format::Mode>> hold;
    std::optional<OwnerId> waiter;
};

// The action with the choice filled in: else of the first hold, or of the head of the queue.
admin::Action proposedAction(admin::ActionType type, const watch::LockRecord &lock,
                             const ActionChoice &choice);

// Whether the place is open for reading only, or acting is locked there, as a reason; empty:
// neither.
QString reasonAgainstWriting(const admin::Place &place);

// The reason against every action on the lock: a read-only profile, a server that is down, a lock
// that is gone. A sentence without a full stop; empty: nothing.
QString reasonAgainstAny(const ActionSubject &subject);

// The same for one action; the lock's kind and state count too.
QString reasonAgainst(admin::ActionType type, const ActionSubject &subject,
                      const ActionChoice &choice);
QString reasonAgainst(const admin::Action &action, const ActionSubject &subject);

// The lock as an action is bound to it; only where there is one.
admin::Sight sightOf(const ActionSubject &subject);

// Whether what an action is bound to has changed between two sights: holders, modes, counts, the
// fencing token, and for a waiter the queue up to it. Times to live go by themselves and do not
// count. The script that acts looks again, and has the last word.
bool hasChanged(const admin::Action &action, const admin::Sight &seen, const admin::Sight &now);

// "Held by billing:7. In the queue: 3. Time to live: 12.3 s."
QString sightText(const admin::Sight &sight, const wording::OwnerAliases &aliases = {});

// "Force-unlock", "Release hold", ...: for menus, buttons and titles.
QString actionTitle(admin::ActionType type);

} // namespace lockscope::ui
