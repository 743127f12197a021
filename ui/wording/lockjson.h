// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incident.h"
#include "core/insight/filter/filter.h"
#include "core/watch/record/records.h"

#include <QJsonObject>

namespace lockscope::wording {

// Records in the JSON of product.md, schema 1, which both programs give out. Plain functions, any
// thread. Bytes that are not UTF-8 are escaped and stand in full in a field ..._base64 beside; a
// span without an end is -1, as in PTTL; unknown values are null.

// `watched`: whether the lock was watched for a while, so that leases and renewals mean something.
// `place`: the profile that its server is reached by. `problems`: those of the lock; empty: it
// could not be judged. `replication`: the replicas of its server; null: none, or not told.
QJsonObject toJson(const watch::LockRecord &lock, Instant now, bool watched,
                   const insight::FilterPlace &place = {},
                   const std::optional<std::vector<health::Problem>> &problems = {},
                   const watch::Replication *replication = nullptr);
// A problem alone, as `doctor` and the events of its opening and closing have it.
QJsonObject toJson(const health::Problem &problem);
// The same with its further course: `worst`, `acknowledged`, `muted` and `steps`.
QJsonObject toJson(const health::Incident &incident);
QJsonObject toJson(const watch::Event &event);
QJsonObject toJson(const watch::Gap &gap);
// A server with the members of its deployment; these are null if it is the only one.
QJsonObject toJson(const watch::ServerRecord &server);

// `alias` and `alias_origin` (operator, file, learned) beside an owner; null for words made from
// it.
void putAlias(QJsonObject &object, const Alias &alias);

// One line of output.
QString jsonLine(const QJsonObject &object);

} // namespace lockscope::wording
