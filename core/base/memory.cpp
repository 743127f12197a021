// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.h"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace lockscope {

void giveBackMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace lockscope
