// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lockscope::lockctl {

// What goes through the socket of a Guard, one packet each. Instants are nanoseconds of the
// monotonic clock, which all processes of a machine share.
struct GuardOrder {
    enum class Kind : std::int32_t { Run, Extend, Forward, End };

    Kind kind = Kind::End;
    std::int32_t signal = 0; // Forward
    std::int64_t until = 0; // Run, Extend
    std::int64_t token = 0; // Run: the fencing token, for the command's LOCKCTL_TOKEN; 0: none
};

struct GuardAnswer {
    std::int32_t status = 0;
    std::int32_t error = 0; // errno of a command that could not be run
};

// The guard's side, in the forked process: returns never. Uses nothing but system calls, and
// setenv. `words` is the command, ending with a null pointer.
[[noreturn]] void runGuardProcess(int holder, char *const *words, std::int64_t graceNanoseconds);

} // namespace lockscope::lockctl
