// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/platform/file.h"

#include <QByteArray>
#include <QDate>
#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::recorder {

// The folder of one record, with a file for each day. Plain functions, any thread.

// The folder of all records: LOCKSCOPE_RECORDS, else lockscope/records in the user's data folder.
QString recordsFolder();
// The folder of the record of this profile, or of a server by its URL, in there.
QString recordFolder(const QString &name);
// The names of the records that are there, sorted.
std::vector<QString> recordNames();

// A file of the record. Open: written, or left by a program that ended before it was rewritten.
struct RecordFile {
    int number = 0; // they count up
    QDate day; // UTC
    bool isClosed = false;
    QString path;
    qint64 bytes = 0; // with its log
};

// In order; of a number that is there in both forms the closed one.
std::vector<RecordFile> recordFiles(const QString &folder);
// Those that were damaged and put aside, in order.
std::vector<RecordFile> filesPutAside(const QString &folder);
// Which file of which day that is, and what can be done.
Sentence putAsideText(const RecordFile &file);
// The next step for a file that is damaged where it is.
Sentence damageAdvice();
QString openPath(const QString &folder, int number, QDate day);
QString closedPath(const RecordFile &file);
// Deletes it with its logs.
bool removeFile(const RecordFile &file);
// Renames it out of the way, with its logs; the new path, or empty.
QString putAside(const RecordFile &file);

// Which file a path names; empty: none. Another one, once it was removed and made anew.
std::optional<std::pair<quint64, quint64>> fileIdOf(const QString &path);

// The UTC day of a time.
QDate dayOf(WallInstant at);

// Makes the folder for its owner alone. An Error says why it cannot be used.
Result<void> makeRecordFolder(const QString &folder);

// One writer a record. Held until it is destroyed, or its process ends in whatever way.
class FolderLock
{
public:
    // Busy says who has it.
    static Result<std::unique_ptr<FolderLock>> take(const QString &folder, const QString &program,
                                                    WallInstant now);
    // Takes it anew where its folder was removed or moved away meanwhile, and makes that. Busy: in
    // the new one another writer was quicker.
    Result<void> renew(const QString &folder, const QString &program, WallInstant now);
    // The line that a living writer has left there; empty: there is none.
    static QString holderOf(const QString &folder);
    // False: there is one, and it is somebody else's, so that nobody can say who has it.
    static bool isReadable(const QString &folder);
    // Whether another process has it.
    static bool isHeldElsewhere(const QString &folder);

private:
    explicit FolderLock(platform::File file)
        : m_file(std::move(file))
    {}
    platform::File m_file;
};

} // namespace lockscope::recorder
