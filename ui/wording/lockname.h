// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QString>

namespace lockscope::wording {

// The name of a lock as visibleName() shows it. The key with the empty name is a lock like any
// other: words in parentheses stand for it, where nothing would look like a missing text. GUI
// thread.
QString lockName(const LockName &name, qsizetype limit = 200);

} // namespace lockscope::wording
