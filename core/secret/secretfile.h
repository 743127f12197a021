// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace lockscope::secret {

// More is no password, whatever says it.
constexpr qsizetype longestSecret = qsizetype(16) * 1024;

// The first line without its end; the rest is overwritten. InvalidInput if it is empty.
Result<QByteArray> firstLineOf(QByteArray text);

// The secret in a file. As ssh does, it refuses a file of this user's that others may read, and
// says what to do. Plain function, any thread; reads at most `longestSecret`.
Result<QByteArray> readSecretFile(const QString &path);

} // namespace lockscope::secret
