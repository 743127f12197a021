// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"

#include <QJsonObject>

namespace lockscope::lockctl {

// The output of unlock and queue before and after an action. Plain functions.

// The preview for people: lock, holders, commands, and consequences.
QString previewOf(const admin::Step &step);

// The count of a semaphore or a latch, and the known waiters of a lock.
QString countText(const admin::Sight &sight);
QString waitingText(const admin::Sight &sight);

// The object of --json, with every field; unknown values are null. If a lock cannot be shown: the
// fields of queue and permits, null, with an outcome and the reason as unlock has them.
QJsonObject missingJson(const LockName &name, const QString &server, bool isNoLock,
                        const QString &why);

QJsonObject emptyResult(const LockName &name, const QString &deployment);
QJsonObject planJson(const admin::Step &step);
QJsonObject resultJson(const admin::Step &step, const admin::Outcome &outcome);

} // namespace lockscope::lockctl
