// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/targetoptions.h"

namespace lockscope::lockctl {

// lockctl doctor --acl: prints the rights that users need on each server, without a look at the
// locks.
std::unique_ptr<Running> rightsReport(TargetChoice where, bool json);

} // namespace lockscope::lockctl
