// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/target.h"
#include "core/watch/filter.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope::lockctl {

enum ExitStatus {
    Done = 0,
    Refused = 1, // not obtained, no such lock, another type of key
    Usage = 2,
    Unreachable = 3, // or not permitted
};

enum class Command { List, Show, Watch };

// What a command line asks for.
struct Options {
    Command command = Command::List;
    std::vector<redis::Target> targets;
    std::vector<QByteArray> prefixes;
    std::vector<LockName> names;
    watch::LockFilter filter;
    std::optional<Millis> observe;
    QString caFile;
    bool json = false;
};

// Either options to run with, or text to print and the status to end with: help and version go to
// standard output and end 0, errors go to standard error and end 2.
struct Parsed {
    std::optional<Options> options;
    QString text;
    ExitStatus status = Done;
};

// Reads a command line; the first argument is the program's name. Reads LOCKSCOPE_PASSWORD.
Parsed parseCommandLine(const QStringList &arguments);

} // namespace lockscope::lockctl
