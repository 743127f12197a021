// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/auditfile.h"

#include <optional>

namespace lockscope::admin {

// One action of the log: its line before and its line after, put together.
struct AuditEntry {
    // The operator, the place, the action and the reason. `at` is that of the line before, if there
    // is one; `outcome` is empty if no line after was written: the program ended in between.
    AuditRecord record;
    std::optional<WallInstant> doneAt; // of the line after
    bool isAnnounced = true; // there is a line before; an action that was refused at once has none

    bool isOpen() const { return !doneAt; }
};

struct AuditPage {
    std::vector<AuditEntry> entries; // the newest first
    qint64 broken = 0; // lines that are no record; nothing in them is trusted
    bool isCut = false; // there is more, and older, in the files
};

// Reads the log from its end, and on in the files that were put aside. A plain function over files,
// any thread; other processes may append meanwhile: a last line that is not complete yet is left
// for the next time. While a file is put aside, its lines may be read twice; they are told once.
class AuditReader
{
public:
    explicit AuditReader(QString file);

    struct Range {
        std::optional<WallInstant> since; // entries that were begun or done from then on
        std::size_t most = 1000; // entries
        // The log as it was then: without the lines that are later.
        std::optional<WallInstant> until = {};
    };

    // A missing log has no entries. An Error names the file and the fault.
    Result<AuditPage> read(const Range &range) const;

private:
    QString m_file;
};

} // namespace lockscope::admin
