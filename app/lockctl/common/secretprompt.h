// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockscope::lockctl {

// Whether somebody can be asked: standard input is a terminal.
bool canPrompt();

// Shows `prompt` on standard error and reads one line from the terminal without showing it. Blocks
// the program. The terminal is given back at the end, and at every signal that ends or stops the
// program, which then does its usual work; after a stop the question is shown again. Empty: end of
// input, or an empty line.
std::optional<QByteArray> promptForSecret(const QString &prompt);

// The first line of standard input, if that is no terminal; at most a password's length.
Result<QByteArray> secretFromInput();

} // namespace lockscope::lockctl
