// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/coredumps.h"

#include <QtGlobal>

#include <sys/resource.h>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

#include <mutex>

namespace lockscope::platform {

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
#ifdef Q_OS_LINUX
        // Also where a program takes the dumps, which no limit applies to.
        ::prctl(PR_SET_DUMPABLE, 0);
#endif
    });
}

void restoreCoreLimit()
{
    if (isLimitKnown)
        ::setrlimit(RLIMIT_CORE, &limitBefore);
}

} // namespace lockscope::platform
