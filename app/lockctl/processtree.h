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

struct Spared {
    std::vector<pid_t> children; // of the root, with all that is below them
    pid_t group = 0; // the members of this process group, but not what is below them
};

// Signals everything below `root`, but not `root` itself. How many processes got the signal: those
// of other users, such as sudo, cannot be signalled and do not count.
int signalBelow(pid_t root, int signal, const Spared &spared = {});

// Nanoseconds of CLOCK_BOOTTIME, which goes on while the machine sleeps.
std::int64_t bootTime();

} // namespace lockscope::lockctl
