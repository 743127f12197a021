// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/auditreader.h"

#include <QByteArrayView>
#include <QString>

namespace lockscope::wording {

// The entries of the audit log in words: plain functions, any thread. The content of the log is as
// untrusted as that of Redis.

// A word of an action or an outcome, as it is shown; any other word stays as it is.
QString auditWord(QByteArrayView word);

// "ann@desk, lockctl"
QString actorOf(const admin::AuditRecord &record);

// "done", "changed", ...; "not known" where the line after was never written.
QString auditOutcome(const admin::AuditEntry &entry);

// Whether what was intended was carried out.
bool isCarriedOut(const admin::AuditEntry &entry);

// The whole entry, line by line, for a detail view.
QString auditDetail(const admin::AuditEntry &entry);

} // namespace lockscope::wording
