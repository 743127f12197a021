// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumgroups.h"
#include "core/recorder/packing.h"
#include "core/recorder/recordreader.h"

namespace lockscope::recorder {

// A time of a record in a file of its own, to be given away: a closed file of a record that says
// what it is of. RecordReader reads it as any other. Plain functions, any thread.

// An incident file's words of itself.
struct IncidentFacts {
    QString record; // the name of the record: a profile or a URL
    WallInstant since; // the time that was asked for
    WallInstant until;
    WallInstant made;
    bool isVeiled = false; // names are replaced (veil.h)
    std::vector<insight::GroupMembers> groups = {}; // quorum groups of its profile

    friend bool operator==(const IncidentFacts &, const IncidentFacts &) = default;
};

// The contents of one.
struct IncidentFigures {
    WallInstant began; // of what was recorded in that time
    WallInstant ended;
    qint64 events = 0;
    qint64 bytes = 0;
};

// Writes what `from` has between the times of `facts`, for its owner alone to read. Never replaces
// a file; one that could not be completed is removed. A stream that is longer than `chunkBytes`,
// before it is packed, becomes several rows. InvalidInput: nothing was recorded in that time, the
// file is there already, or it cannot be written.
Result<IncidentFigures> writeIncident(RecordReader &from, const QString &path,
                                      const IncidentFacts &facts, qsizetype chunkBytes = fullChunk);

// Opens such a file, which may be anybody's. InvalidInput: it is none, or damaged. Unsupported: of
// a newer version.
struct Incident {
    IncidentFacts facts;
    std::unique_ptr<RecordReader> reader;
};
Result<Incident> openIncident(const QString &path);

} // namespace lockscope::recorder
