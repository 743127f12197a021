// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/hiddenvariables.h"

#include "core/base/childenvironment.h"
#include "core/profile/profiletext.h"

namespace lockscope::app {

void hideSecretVariables(const profile::ProfileStore &store)
{
    if (const auto saved = store.load())
        hideFromChildren(profile::secretVariables(saved->all));
}

} // namespace lockscope::app
