// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace lockscope {

// Patterns as Redis matches them: of SCAN, PSUBSCRIBE, the rules of users, Sentinel's RESET. Plain
// functions, any thread.

// `text` with the characters that mean something in a pattern made literal.
QByteArray globEscaped(const QByteArray &text);

} // namespace lockscope
