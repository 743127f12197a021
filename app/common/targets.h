// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/target.h"

#include <QStringList>

namespace lockscope::app {

// The URLs of a command line as targets, each without a password of its own given the one in
// LOCKSCOPE_PASSWORD. InvalidInput for a URL that cannot be used; nothing secret is in its text.
Result<std::vector<redis::Target>> targetsFrom(const QStringList &urls);

} // namespace lockscope::app
