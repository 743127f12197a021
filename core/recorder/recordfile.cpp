// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/recordfile.h"

#include "core/platform/file.h"

#include <QFile>
#include <QFileInfo>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

// Each makes the tables of its version from those of the one before; the first from none. Never
// changed once released: a file may be of any of them.
constexpr std::array steps{
    "CREATE TABLE run(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, began INTEGER NOT NULL,"
    " ended INTEGER NOT NULL, monotonic INTEGER NOT NULL);"
    "CREATE TABLE chunk(id INTEGER PRIMARY KEY, stream INTEGER NOT NULL, run INTEGER NOT NULL,"
    " began INTEGER NOT NULL, form INTEGER NOT NULL, data BLOB NOT NULL);"
    "CREATE INDEX chunk_began ON chunk(run, began, stream);"
    "CREATE TABLE mark(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, run INTEGER NOT NULL,"
    " taken INTEGER NOT NULL, began INTEGER NOT NULL, ended INTEGER NOT NULL,"
    " events INTEGER NOT NULL, deployment TEXT NOT NULL, server TEXT NOT NULL,"
    " reason TEXT NOT NULL);",
    // The same tables. Chunks may be packed by LZMA; streams may have queues that advanced, and the
    // unsaved changes of a server in a part of their own.
    "SELECT 1;",
};
constexpr qint64 newest = steps.size();

tl::unexpected<Error> failNewer(const Database &file)
{
    return fail(ErrorKind::Unsupported,
                Sentence::say("the record %1 was written by a newer version of Lockscope")
                    .arg(shownPath(file.path())));
}

Result<void> copyTable(Database &from, Database &to, const char *select, const char *insert,
                       int columns)
{
    auto rows = from.prepare(select);
    auto into = to.prepare(insert);
    if (!rows)
        return fail(rows.error());
    if (!into)
        return fail(into.error());
    while (true) {
        const auto row = rows->step();
        if (!row)
            return fail(row.error());
        if (!*row)
            return {};
        for (int column = 0; column < columns; ++column) {
            // The last three of a mark are texts.
            if (columns > 5 && column >= columns - 3)
                into->bind(rows->text(column));
            else
                into->bind(rows->number(column));
        }
        if (const auto done = into->run(); !done)
            return done;
    }
}

// Each stream in one row, or in several of `rowBytes`: packing one takes as long, and as much
// memory. The first row of a stream has the stream's number.
Result<bool> copyStreams(Database &from, Database &to, const std::atomic<bool> &isCancelled,
                         qsizetype rowBytes)
{
    auto rows = from.prepare("SELECT stream, run, began, form, data, id FROM chunk ORDER BY id");
    auto into = to.prepare("INSERT INTO chunk(id, stream, run, began, form, data)"
                           " VALUES(?, ?, ?, ?, ?, ?)");
    if (!rows)
        return fail(rows.error());
    if (!into)
        return fail(into.error());
    qint64 id = 0;
    qint64 stream = -1;
    qint64 run = 0;
    qint64 began = 0;
    QByteArray whole;
    const auto write = [&]() -> Result<void> {
        if (stream < 0)
            return {};
        const auto [form, data] = storedTightly(std::exchange(whole, {}));
        return into->bind(id)
            .bind(stream)
            .bind(run)
            .bind(began)
            .bind(static_cast<qint64>(form))
            .bind(data)
            .run();
    };
    while (!isCancelled) {
        const auto row = rows->step();
        if (!row)
            return fail(row.error());
        std::optional<QByteArray> chunk;
        if (*row) {
            chunk = restored(static_cast<ChunkForm>(rows->number(3)), rows->bytes(4));
            if (!chunk)
                return fail(
                    Error{ErrorKind::InvalidInput,
                          "CORRUPT",
                          Sentence::say("the record %1 is damaged").arg(shownPath(from.path())),
                          {}});
        }
        const bool isNew =
            *row && (rows->number(0) != stream || whole.size() + chunk->size() > rowBytes);
        if (!*row || isNew) {
            if (const auto written = write(); !written)
                return fail(written.error());
        }
        if (!*row)
            return true;
        if (isNew) {
            stream = rows->number(0);
            run = rows->number(1);
            began = rows->number(2);
            id = rows->number(5);
        }
        whole += *chunk;
    }
    return false;
}

Result<bool> rewrite(const RecordFile &file, const QString &target,
                     const std::atomic<bool> &isCancelled, qsizetype rowBytes)
{
    auto from = Database::open(file.path, Database::How::Reader);
    if (!from)
        return fail(from.error());
    if (const auto fits = checkVersion(**from); !fits)
        return fail(fits.error());
    // Else its program ended before it wrote anything: an empty one takes its place.
    const auto isMade = isPrepared(**from);
    if (!isMade)
        return fail(isMade.error());
    auto to = Database::open(target, Database::How::Once);
    if (!to)
        return fail(to.error());
    if (const auto made = migrate(**to); !made)
        return fail(made.error());
    if (!*isMade)
        return true;
    if (const auto begun = (*to)->execute("BEGIN"); !begun)
        return fail(begun.error());
    if (const auto copied =
            copyTable(**from, **to, "SELECT id, kind, began, ended, monotonic FROM run ORDER BY id",
                      "INSERT INTO run VALUES(?, ?, ?, ?, ?)", 5);
        !copied)
        return fail(copied.error());
    if (const auto copied = copyTable(
            **from, **to,
            "SELECT id, kind, run, taken, began, ended, events, deployment, server, reason"
            " FROM mark ORDER BY id",
            "INSERT INTO mark VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", 10);
        !copied)
        return fail(copied.error());
    const auto copied = copyStreams(**from, **to, isCancelled, rowBytes);
    if (!copied || !*copied)
        return copied;
    if (const auto done = (*to)->execute("COMMIT"); !done)
        return fail(done.error());
    return true;
}

bool sync(const QString &path)
{
    const auto file = platform::File::open(path, platform::File::Purpose::Read);
    return file && file->sync();
}

Result<std::unique_ptr<Database>> openedAs(const QString &path, Database::How how)
{
    auto opened = Database::open(path, how);
    if (!opened)
        return opened;
    if (const auto read = (*opened)->number("PRAGMA user_version"); !read)
        return fail(read.error());
    return opened;
}

// Also if nobody can say.
bool mayHaveWriter(const QString &folder)
{
    return !FolderLock::isReadable(folder) || !FolderLock::holderOf(folder).isEmpty();
}

qint64 logOf(const QString &path)
{
    const QFileInfo log(path + u"-wal"_s);
    return log.exists() ? log.size() : -1;
}

} // namespace

Result<void> checkVersion(Database &file)
{
    const auto version = file.number("PRAGMA user_version");
    if (!version)
        return fail(version.error());
    if (*version > newest)
        return failNewer(file);
    return {};
}

Result<bool> isPrepared(Database &file)
{
    const auto version = file.number("PRAGMA user_version");
    if (!version)
        return fail(version.error());
    return *version > 0;
}

Result<void> migrate(Database &file)
{
    if (auto fits = checkVersion(file); !fits)
        return fits;
    const auto version = file.number("PRAGMA user_version");
    if (!version)
        return fail(version.error());
    if (*version == newest)
        return {};
    if (const auto begun = file.execute("BEGIN IMMEDIATE"); !begun)
        return begun;
    for (auto step = static_cast<std::size_t>(*version); step < steps.size(); ++step) {
        const QByteArray numbered = QByteArray(steps.at(step))
            + "PRAGMA user_version=" + QByteArray::number(static_cast<qint64>(step) + 1);
        if (auto done = file.execute(numbered.constData()); !done) {
            (void)file.execute("ROLLBACK");
            return done;
        }
    }
    return file.execute("COMMIT");
}

Result<ReadConnection> openToRead(const QString &path)
{
    auto plain = openedAs(path, Database::How::Reader);
    if (plain)
        return ReadConnection{std::move(*plain), std::nullopt};
    const QString folder = QFileInfo(path).path();
    const QByteArray &fault = plain.error().code;
    if ((fault != "IO" && fault != "READONLY") || platform::isWritable(folder))
        return fail(plain.error());
    const qint64 log = logOf(path);
    if (!mayHaveWriter(folder)) {
        auto stranded =
            openedAs(path, log > 0 ? Database::How::ImmutableWithLog : Database::How::Immutable);
        if (stranded)
            return ReadConnection{std::move(*stranded), log};
        if (stranded.error().code != "IO" && stranded.error().code != "READONLY")
            return fail(stranded.error());
    }
    return fail(Error{ErrorKind::InvalidInput,
                      "READONLY",
                      Sentence::say("the record %1 cannot be read, since its folder is read-only; "
                                    "copy the whole folder to where you may write")
                          .arg(shownPath(path)),
                      {}});
}

bool isStillStranded(const QString &path, qint64 log)
{
    return logOf(path) == log && !mayHaveWriter(QFileInfo(path).path());
}

Result<void> placeFile(const QString &draft, const QString &target)
{
    const bool isPlaced = sync(draft) && platform::moveFile(draft, target)
        && platform::syncFolder(QFileInfo(target).absolutePath());
    if (isPlaced)
        return {};
    return fail(
        ErrorKind::InvalidInput,
        Sentence::say("the record %1 cannot be written: the disk is full").arg(shownPath(target)));
}

// The closed file has its name only once it is complete and on the disk.
Result<bool> closeFile(const RecordFile &file, const std::atomic<bool> &isCancelled,
                       qsizetype rowBytes)
{
    const QString target = closedPath(file);
    const QString draft = target + u".draft"_s;
    QFile::remove(draft);
    auto done = rewrite(file, draft, isCancelled, rowBytes);
    if (!done || !*done) {
        QFile::remove(draft);
        return done;
    }
    if (const auto placed = placeFile(draft, target); !placed) {
        QFile::remove(draft);
        return fail(placed.error());
    }
    removeFile(file);
    return true;
}

} // namespace lockscope::recorder
