// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profilestore.h"
#include "ui/session/linkopener.h"

namespace lockscope::console {

// The target of a link to a lock on this computer: a saved profile of that name, or of that server;
// else a server, about which the user is to be asked. Connects nothing.
ui::LinkWay wayOf(const ui::LockLink &link, const profile::ProfileStore &store);

} // namespace lockscope::console
