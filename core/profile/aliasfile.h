// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/alias.h"
#include "core/base/result.h"

#include <vector>

namespace lockscope::profile {

// A file with the names of owners, as CSV or as JSON:
//
//   owner,name                            {"3f1c2a5e-…": "billing", "cron-*": "cron"}
//   3f1c2a5e-…,billing
//   "cron-*","cron, nightly"              [{"owner": "3f1c2a5e-…", "name": "billing"}]
//
// Owners are patterns (core/base/alias.h), with the escapes of visible(). Lines of CSV that are
// empty or begin with # are left out, and so is a first line of the two words. The file is taken as
// a whole or not at all. Plain functions, any thread.

constexpr qsizetype largestAliasFile = qsizetype(4) * 1024 * 1024;
constexpr std::size_t mostAliases = 20'000;
constexpr std::size_t mostAliasGlobs = 2'000;

// InvalidInput names the line and the remedy.
Result<std::vector<AliasRule>> aliasesFromText(const QByteArray &text);

// The same, with the file's name before it. Permission (with the code ALIASFILE) if there is no
// such file, or it cannot be read.
Result<std::vector<AliasRule>> readAliasFile(const QString &file);

} // namespace lockscope::profile
