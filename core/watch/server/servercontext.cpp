// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/servercontext.h"

#include <algorithm>

namespace lockscope::watch {

bool ServerContext::isOfInterest(const LockName &name) const
{
    if (!options.names.empty())
        return std::find(options.names.begin(), options.names.end(), name) != options.names.end();
    return options.prefixes.empty() || format::Hints{options.prefixes}.covers(name);
}

} // namespace lockscope::watch
