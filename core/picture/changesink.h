// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/aliasbook.h"
#include "core/watch/record/records.h"

#include <vector>

namespace lockscope::picture {

// Receives every change that a Picture takes: for histories, books and judges. On the picture's
// thread. Called just before the picture's store has the change, so that the store still has the
// earlier state; not while the reader of the mailbox pauses. Must be quick, as it may be called ten
// thousand times a second, and must not add or remove sinks.
class ChangeSink
{
public:
    // The latest state; empty: gone.
    virtual void note(const watch::LockId &id, const watch::LockPointer &lock) = 0;
    // Its last state, if it has left its deployment (ServerRecord::hasLeft).
    virtual void note(const watch::ServerRecord &server) = 0;
    // In the order in which they happened, after the locks that they are about. A gap is an event
    // of type Gap.
    virtual void note(const std::vector<watch::Event> &events) = 0;
    // The names of owners are others; the locks and events that are there already are named anew.
    virtual void noteNames(const AliasBook & /*aliases*/) {}
    // The deployment is not watched any more. Its locks were told to be gone; the picture has its
    // servers no more.
    virtual void noteRemoved(watch::DeploymentId /*deployment*/) {}
    // Another time of a record begins, maybe an earlier one: whatever is kept of what was told so
    // far is not of it. All deployments were told to be removed, and their ids may come again.
    virtual void noteStart() = 0;

protected:
    ~ChangeSink() = default;
};

} // namespace lockscope::picture
