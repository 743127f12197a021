// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitgraph.h"
#include "core/workbench/workbench.h"

#include <vector>

namespace lockscope::ui {

// The waits of the workbench, in the form for the graph of waits: each name on each server. Entries
// without an owner that could be named are left out, and so are requests to servers that the window
// does not know. A plain function over values, any thread.
std::vector<insight::OwnWaiter> ownWaiters(const std::vector<workbench::Entry> &entries);

} // namespace lockscope::ui
