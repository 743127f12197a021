// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/auditreader.h"

#include <QByteArrayView>
#include <QString>

namespace lockscope::wording {

// What the log of actions says, in words: plain functions, any thread. What stands in the log is as
// foreign as what stands in Redis.

// A word of an action or an outcome, as it is shown; what is no such word stays as it is.
QString auditWord(QByteArrayView word);

// "ann@desk, lockctl"
QString actorOf(const admin::AuditRecord &record);

// "done", "changed", ...; "not known" where the line after was never written.
QString auditOutcome(const admin::AuditEntry &entry);

// Whether what was intended was carried out.
bool isCarriedOut(const admin::AuditEntry &entry);

// All of it, line by line, for a detail.
QString auditDetail(const admin::AuditEntry &entry);

} // namespace lockscope::wording
