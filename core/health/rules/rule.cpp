// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/rule.h"

namespace lockscope::health {

QByteArray name(Severity severity)
{
    return severity == Severity::Critical ? "critical" : "warning";
}

} // namespace lockscope::health
