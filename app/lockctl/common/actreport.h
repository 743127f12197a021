// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"
#include "core/admin/administrator.h"

#include <QJsonObject>

namespace lockscope::lockctl {

// The target as actions and the audit log name it. A plain function.
admin::Place placeOf(const app::ChosenTarget &target);

// The output of unlock and queue before and after an action. Plain functions.

// The preview for people: lock, holders, commands, and consequences.
QString previewOf(const admin::Step &step);

// The consequences of an action, a line each under a title. Empty: there are none.
QString consequencesText(const QStringList &effects);

// The count of a semaphore or a latch, with the expiry of its key on a line of its own; and the
// known waiters of a lock.
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
