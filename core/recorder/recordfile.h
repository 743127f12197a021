// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/database.h"
#include "core/recorder/packing.h"
#include "core/recorder/recordfolder.h"

#include <atomic>

namespace lockscope::recorder {

// The content of a file of a record: its tables, and how a closed day is rewritten. Plain
// functions, any thread.
//
// run: a stretch of time without a hole and without a jump of the wall clock.
// chunk: a part of a stream (codec.h). The first chunk of a stream has its number, and begins the
//   key frame. A closed file has a whole stream in one row, if it is not too long.
// mark: a time that is not as others: see MarkKind.

// The numbers are stored.
enum class MarkKind {
    Unseen = 0, // a gap of the watch
    NotRecorded = 1, // nobody recorded, or it could not be written
    Dropped = 2, // changes came faster than they could be written; `events` were left out
    ClockChanged =
        3, // the wall clock of this machine was set; from what it showed to what it shows
};

// Why a run begins. The numbers are stored.
enum class RunKind {
    Opened = 0, // a watch began
    Continued = 1, // another file
    ClockChanged = 2,
    Resumed = 3, // after a fault of the disk
};

// It may begin behind a time in which nothing was recorded.
constexpr bool isBehindHole(RunKind kind)
{
    return kind == RunKind::Opened || kind == RunKind::Resumed;
}

// A time as it is stored.
inline qint64 millisOf(WallInstant at)
{
    return at.time_since_epoch().count();
}

// Brings the tables up to this version's; Unsupported if they are of a newer version.
Result<void> migrate(Database &file);
Result<void> checkVersion(Database &file);
// False: its writer has only begun to make it.
Result<bool> isPrepared(Database &file);

// A connection for a reader of a file that a writer may have open.
struct ReadConnection {
    std::unique_ptr<Database> file;
    // Nobody writes it, and nothing can be written in its folder, as SQLite wants to: the length of
    // the log that was left beside it, -1: there is none. Whoever keeps the connection asks
    // isStillStranded().
    std::optional<qint64> stranded;
};
Result<ReadConnection> openToRead(const QString &path);
bool isStillStranded(const QString &path, qint64 log);

// Gives a complete file its name, once it is on the disk. There must be none of that name.
Result<void> placeFile(const QString &draft, const QString &target);

// Rewrites an open file as a closed one, and deletes it then. False: `isCancelled`. `rowBytes`: a
// stream that is longer, before it is packed, becomes several rows.
Result<bool> closeFile(const RecordFile &file, const std::atomic<bool> &isCancelled,
                       qsizetype rowBytes = fullChunk);

} // namespace lockscope::recorder
