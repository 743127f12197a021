// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

namespace lockscope::test {

inline watch::LockId idOf(const QByteArray &name, int server = 0)
{
    return {server, LockName(name)};
}

} // namespace lockscope::test
