// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profilestore.h"

namespace lockscope::app {

// No child of this program gets the variables that saved profiles name for secrets, whether it uses
// those profiles or not. Any thread.
void hideSecretVariables(const profile::ProfileStore &store);

} // namespace lockscope::app
