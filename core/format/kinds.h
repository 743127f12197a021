// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace lockscope::format {

// The words for kinds of locks and for libraries, to tell a word from a misspelt one. Plain
// functions, any thread.

const QStringList &kindNames(); // sorted
const QStringList &libraryNames(); // sorted

} // namespace lockscope::format
