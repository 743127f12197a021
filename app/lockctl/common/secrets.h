// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/targetoptions.h"

namespace lockscope::lockctl {

// Gives the targets what fetches the secrets of their profiles, and asks on the terminal at once
// for those that the user has to type: before anything is connected, and before a screen or another
// process exists. Once for all targets of a command, so that nothing is asked twice. Hides the
// variables. InvalidInput where nobody can be asked, or nothing was typed. To act, those of the
// operators' users as well.
Result<void> takeSecrets(TargetChoice &choice, Purpose purpose = Purpose::Look);

// Takes the variables that saved profiles name for secrets out of the environment, so that no child
// gets them, and Lockscope's own for passwords; also those of profiles that the command does not
// use. What fetches their secrets has to be there by then.
void hideVariables();

} // namespace lockscope::lockctl
