// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

#include <QCommandLineParser>

namespace lockscope::lockctl {

void addProfileImportOptions(QCommandLineParser &parser);
// The options of import alone that are given; the other commands take none of them.
QStringList givenImportOptions(const QCommandLineParser &parser);

// lockctl profile import FILE: saves the connections that another program's file has, without
// their passwords. `files` are the words behind "import".
Result<std::unique_ptr<Running>> profileImport(const QCommandLineParser &parser,
                                               const QStringList &files);
// lockctl profile export [P]...: prints profiles as a file that import reads.
Result<std::unique_ptr<Running>> profileExport(const QStringList &names);

} // namespace lockscope::lockctl
