// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace lockscope::wording {

// Errors of the kind Tls in words. Plain functions of the GUI thread, or of a program without one.

// In two or three words: "certificate expired".
QString tlsCause(const Error &error);
// The next step, as a clause. With the option of lockctl in it where one is given.
QString tlsCure(const Error &error, const QString &option = {});
// The option of lockctl that is the remedy; empty: none is.
QString tlsOption(const Error &error);

} // namespace lockscope::wording
