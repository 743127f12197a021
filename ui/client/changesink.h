// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"
#include "ui/wording/aliasbook.h"

#include <vector>

namespace lockscope::ui {

// Hears of every change that WatchClient merges, hidden views or not: for what keeps a history or a
// book of its own. GUI thread. Called just before the models have the change, so that they still
// say what was before; not while the client is paused. Must be quick, as it may be called ten
// thousand times a second, and must not add or remove sinks.
class ChangeSink
{
public:
    // The latest state; empty: gone.
    virtual void note(const watch::LockId &id, const watch::LockPointer &lock) = 0;
    virtual void note(const watch::ServerRecord &server) = 0;
    // In the order in which they happened, after the locks that they tell of.
    virtual void note(const std::vector<watch::Event> &events) = 0;
    // The names of owners are others; the locks and events that are there already are named anew.
    virtual void noteNames(const wording::AliasBook & /*aliases*/) {}
    // The deployment is not watched any more. Its locks were told to be gone; the models have its
    // servers no more.
    virtual void noteRemoved(watch::DeploymentId /*deployment*/) {}

protected:
    ~ChangeSink() = default;
};

} // namespace lockscope::ui
