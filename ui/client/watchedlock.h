// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"

#include <optional>

namespace lockscope::ui {

// The lock of that name on the deployment that has this label now; empty: it is not there. GUI
// thread.
inline std::optional<watch::LockId> watchedLock(WatchClient &client, const QString &deployment,
                                                const LockName &name)
{
    for (const ServerRow &row : client.servers().rows()) {
        const watch::LockId id{row.server.deployment, name};
        if (row.server.label == deployment && client.locks().find(id))
            return id;
    }
    return std::nullopt;
}

} // namespace lockscope::ui
