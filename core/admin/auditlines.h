// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "core/admin/outcome.h"
#include "core/admin/place.h"
#include "core/base/async/taskscope.h"
#include "core/redis/connection.h"

#include <vector>

namespace lockscope::admin {

// The deadline of what waits for a person or a disk: no dialog stays open for longer, and no disk
// takes as long.
inline constexpr Millis unlimited = std::chrono::hours(24);

// Says who acts, where, and why; the caller adds the action. A plain function, any thread.
AuditRecord newRecord(const Place &place, const QString &reason);

// Arguments in double quotes, with escapes: unambiguous, like a string of JSON. Likewise.
QByteArray auditText(const redis::Arguments &command);

// "owner x2 write; owner x1 read", in English. Likewise.
QString seenText(const Sight &sight);

// Writes the lines before and after actions, and waits until they are on the disk. I/O thread;
// belongs to an object whose tasks act, and waits in its scope.
class AuditLines
{
public:
    AuditLines(Audit &audit, const Clock &clock, TaskScope &scope);

    // The lines before, each on the disk when the next is asked for. An Error: nothing must be
    // done.
    QCoro::Task<Result<std::vector<AuditRecord>>> announce(std::vector<AuditRecord> records);
    // Writes the line after. A log that fails now does not undo the action; `detail` reports it.
    QCoro::Task<Outcome> complete(AuditRecord record, Outcome outcome);

private:
    Audit &m_audit;
    const Clock &m_clock;
    TaskScope &m_scope;
};

} // namespace lockscope::admin
