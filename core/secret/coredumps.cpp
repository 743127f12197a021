// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secret/coredumps.h"

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/resource.h>

#include <mutex>
#endif

namespace lockscope::secret {

#ifdef __linux__

namespace {

// As the limit itself: one for the process, and copied to its children.
std::once_flag isForbidden;
rlimit limitBefore{};
bool isLimitKnown = false;

} // namespace

void forbidCoreDumps()
{
    std::call_once(isForbidden, [] {
        if (::getrlimit(RLIMIT_CORE, &limitBefore) == 0) {
            const rlimit none{0, limitBefore.rlim_max};
            isLimitKnown = ::setrlimit(RLIMIT_CORE, &none) == 0;
        }
        // Also where a program takes the dumps, which no limit applies to.
        ::prctl(PR_SET_DUMPABLE, 0);
    });
}

void restoreCoreLimit()
{
    if (isLimitKnown)
        ::setrlimit(RLIMIT_CORE, &limitBefore);
}

#else

void forbidCoreDumps() {}
void restoreCoreLimit() {}

#endif

} // namespace lockscope::secret
