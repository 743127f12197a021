// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QProcess;

namespace lockscope::platform {

// How a child ends when this process does, in whatever way. Linux only.
enum class AtParentsEnd { Nothing, Asked, Killed };

struct ChildRules {
    // Its children can be ended with it, and Ctrl+C of a terminal is not for it.
    bool ownGroup = false;
    AtParentsEnd atParentsEnd = AtParentsEnd::Nothing; // Asked: to end, by SIGTERM
    int standardStreams =
        -1; // a descriptor that it reads and writes instead of QProcess's; -1: none
};

// Sets how the process will run from its start on. It may dump core as this program might at its
// start (coredumps.h). Before QProcess::start().
void setChildRules(QProcess &process, const ChildRules &rules);
// Ends a process of a group of its own, and all that it has started.
void killGroup(const QProcess &process);

// The account that this process acts as; a number if it has no name.
QString userName();

} // namespace lockscope::platform
