// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"

#include <QJsonObject>

namespace lockscope::lockctl {

// What unlock and queue print before and after they act. Plain functions.

// What is about to be done, for people: lock, holders, commands, and what follows.
QString previewOf(const admin::Step &step);

// What a semaphore or a latch counts, and who is known to wait for a lock.
QString countText(const admin::Sight &sight);
QString waitingText(const admin::Sight &sight);

// The object of --json, with every field; what is not known is null.
// Where nothing can be shown of a lock: the fields of queue and permits, null, with an outcome and
// the reason as unlock has them.
QJsonObject missingJson(const LockName &name, const QString &server, bool isNoLock,
                        const QString &why);

QJsonObject emptyResult(const LockName &name, const QString &deployment);
QJsonObject planJson(const admin::Step &step);
QJsonObject resultJson(const admin::Step &step, const admin::Outcome &outcome);

} // namespace lockscope::lockctl
