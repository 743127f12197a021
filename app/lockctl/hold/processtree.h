// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace lockscope::lockctl {

// The processes below another one, from /proc. Plain functions; any thread.
//
// A subreaper (PR_SET_CHILD_SUBREAPER) adopts whatever its descendants leave behind, also what has
// left their process group or session. So nothing escapes a subreaper that kills what is below it
// and repeats that until nothing is there.

// Quick, but where a child ends meanwhile the kernel may leave out others.
std::vector<pid_t> childrenOf(pid_t process);

// Everything below a process, each after its parent, from one look at all processes of the machine:
// none that lives on is left out.
std::vector<pid_t> descendantsOf(pid_t root);

// Signals everything below `root`, but not `root` itself, nor its children that are `spared` and
// everything below those. Returns the number of processes that got the signal: those of other
// users, such as sudo, cannot be signalled and do not count.
int signalBelow(pid_t root, int signal, const std::vector<pid_t> &spared = {});

// Nanoseconds of CLOCK_BOOTTIME, which also counts while the machine sleeps.
std::int64_t bootTime();

} // namespace lockscope::lockctl
