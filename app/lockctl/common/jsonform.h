// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/outcome.h"
#include "ui/wording/lockjson.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockscope::lockctl {

// What lockctl alone gives out in JSON, beside what both programs do (ui/wording/lockjson.h).
using wording::jsonLine;
using wording::toJson;

// What acquire prints.
QJsonObject toJson(const std::vector<LockName> &names, const QByteArray &kind,
                   const lock::AcquireOutcome &outcome, Instant now);

} // namespace lockscope::lockctl
