// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitgraph.h"
#include "core/workbench/workbench.h"

#include <vector>

namespace lockscope::ui {

// What the workbench waits for, as the graph of waits wants it: each name on each server. What has
// no owner that could be named is left out, and so is what was asked for where the window knows
// no server. A plain function over values, any thread.
std::vector<watch::OwnWaiter> ownWaiters(const std::vector<workbench::Entry> &entries);

} // namespace lockscope::ui
