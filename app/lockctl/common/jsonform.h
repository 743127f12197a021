// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/outcome.h"
#include "ui/wording/lockjson.h"

#include <QJsonArray>
#include <QJsonObject>

namespace lockscope::lockctl {

// JSON that only lockctl writes; ui/wording/lockjson.h has the JSON of both programs.
using wording::jsonLine;
using wording::toJson;

// The output of acquire.
QJsonObject toJson(const std::vector<LockName> &names, const QByteArray &kind,
                   const lock::AcquireOutcome &outcome, Instant now);

} // namespace lockscope::lockctl
