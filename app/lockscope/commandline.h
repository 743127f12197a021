// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace lockscope::console {

// The console's command-line options. A value.
struct Options {
    std::vector<app::ChosenTarget> targets;
    std::map<QString, std::vector<insight::GroupMembers>> groups; // quorum groups, by their profile
    QStringList prefixes; // for all of them; none: each has its profile's
    QString aliasesFile; // also of servers that are connected to later
    bool learnNames = false;
    QString notice; // to be shown at the start; empty: none
    QString caFile;
    double scanBudget = 0.05; // of one processor of a server
    std::optional<ui::Theme> theme; // empty: as remembered
    std::optional<QSize> size;
    QByteArray lock; // whose detail is opened; empty: none
    QString lockctl; // for the sandbox; empty: the one beside this program
    QString view; // that comes to the front, by viewNames(); empty: the overview
    bool isKiosk = false; // the overview alone, on the whole screen
    QString filter; // of the table
    QString link; // to a lock, which is opened; empty: none
    bool isLinkAlone = false; // nothing else was asked for: a console that runs can open it
    QString record; // the record that is shown in place of servers, by its name; empty: none
    QString incident; // or the incident file
    QString at; // the time of it; empty: its end
    bool looksBack() const { return !record.isEmpty() || !incident.isEmpty(); }
    // Nothing says what to look at, and nobody is against it: the last session goes on.
    bool resumesSession = false;
};

// The views of the window as --view names them: "overview" and "locks", which are the pages in the
// centre, then those of viewlist.h without "Dock".
QStringList viewNames();

// The result of parsing: options to run with, or a text to print before the program ends.
struct CommandLine {
    std::optional<Options> options;
    QString text; // help, version, or what is wrong
    int status = 0; // 0, or 2 for errors
};

// Without URL and profile the targets are those of the default profile, if there is one.
// Without QApplication, so that errors are reported before a window is needed. The password of
// LOCKSCOPE_PASSWORD is for URLs that have none.
CommandLine parseCommandLine(const QStringList &arguments);

} // namespace lockscope::console
