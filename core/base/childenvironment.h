// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcessEnvironment>
#include <QStringList>

namespace lockscope {

// The environment of the processes that this program starts: its own, without the variables that
// have passwords. Plain functions over one list of the process, as the environment is one; any
// thread. Everything that starts a process uses it.

QProcessEnvironment childEnvironment();

// From now on no child gets these variables either.
void hideFromChildren(const QStringList &variables);

// Lockscope's own variables for passwords, and those that were hidden.
QStringList hiddenFromChildren();

} // namespace lockscope
