// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/taskscope.h"

#include <QtGlobal>

namespace lockscope {

TaskScope::TaskScope(const char *name)
    : m_name(name)
{}

TaskScope::~TaskScope()
{
    cancel();
    if (m_live != 0) {
        qFatal("scope %s: %zu task(s) outlive their owner: destroyed from inside a task, or a task "
               "waits outside the scope",
               m_name, m_live);
    }
}

} // namespace lockscope
