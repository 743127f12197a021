// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentineladministrator.h"

#include <QJsonObject>

namespace lockscope::lockctl {

// The output of sentinel before and after an action. Plain functions.

// The preview for people: the primary, its replicas, the locks at risk, commands, consequences.
QString previewOf(const admin::Place &place, const admin::SentinelPlan &plan);

// The object of --json, with every field; unknown values are null. `outcome` as of the whole.
QJsonObject emptySentinelResult(const QByteArray &primary, const QString &deployment);
QJsonObject sentinelJson(const admin::Place &place, const admin::SentinelPlan &plan);
QJsonObject sentinelJson(const admin::Place &place, const admin::SentinelPlan &plan,
                         const admin::SentinelOutcome &outcome);

} // namespace lockscope::lockctl
