// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

namespace lockscope::lockctl {

// `lockctl completion SHELL` prints the completion script of a shell (bash, zsh or fish), made from
// the table of commands, so that it cannot lag behind it.
CommandSpec completionCommand();

// One option as its help describes it.
struct CompletedOption {
    QString name; // "--url"
    QString value; // "URL"; empty: a switch
    QString summary; // the first sentence of its help
};

// The words and options of a command, read from the help that the command itself prints.
struct CompletedCommand {
    QString name;
    QString summary;
    QStringList words; // literal words in the first place: "list" of `lockctl profile list`
    std::vector<CompletedOption> options;
};

std::vector<CompletedCommand> completedCommands();

} // namespace lockscope::lockctl
