// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

namespace lockscope::watch {

// The words for a server that is a part of a Redis Cluster.
inline Sentence clusterNodeText()
{
    return Sentence::say("it is a Redis Cluster node: only the locks in its own slots are visible; "
                         "use redis+cluster:// to see all");
}

} // namespace lockscope::watch
