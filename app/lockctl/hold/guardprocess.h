// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <cstdint>

namespace lockscope::lockctl {

// Of instants; the exit status of a command that was killed.
inline constexpr std::int64_t second = 1'000'000'000;
inline constexpr std::int64_t never = INT64_MAX;
inline constexpr int killed = 128 + SIGKILL;

// The packets that go through the socket of a Guard. Instants are nanoseconds of
// CLOCK_BOOTTIME, which all processes of a machine share and which goes on while it sleeps.
struct GuardOrder {
    enum class Kind : std::int32_t { Run, Extend, Forward, Terminate };

    Kind kind = Kind::Extend;
    std::int32_t signal = 0; // Forward
    std::int64_t until = 0; // Run, Extend: INT64_MAX for no bound
    std::int64_t notice = 0; // Run: how long before `until` the command gets SIGTERM
    std::int64_t token = 0; // Run: the fencing token, for the command's LOCKCTL_TOKEN; 0: none
};

struct GuardAnswer {
    std::int32_t status = 0;
    std::int32_t error = 0; // errno of a command that could not be run
    std::int32_t isTimeOver = 0; // it was ended, as the lock was not certainly held for longer
};

// The guard's side, in the forked process: returns never. `words` is the command, ending with a
// null pointer; the grace is for a command whose holder has died.
[[noreturn]] void runGuardProcess(int holder, char *const *words, std::int64_t graceNanoseconds);

} // namespace lockscope::lockctl
