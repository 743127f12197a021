// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/database.h"

#include "core/base/text.h"
#include "core/platform/file.h"

#include <QFile>
#include <QUrl>

#include <sqlite3.h>

#include <cerrno>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

QByteArray faultOf(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return "FULL";
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return "READONLY";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR: // our statements are right, so the tables are not
        return "CORRUPT";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "BUSY";
    default:
        return "IO";
    }
}

Sentence textOf(int code, const QString &path, const Sentence &words, int system)
{
    const QByteArray fault = faultOf(code);
    const QString name = shownPath(path);
    if (fault == "FULL" || system == ENOSPC)
        return Sentence::say("the record %1 cannot be written: the disk is full").arg(name);
    if (fault == "READONLY" || system == EROFS || system == EACCES)
        return Sentence::say("the record %1 cannot be written: it is read-only").arg(name);
    if (fault == "CORRUPT")
        return Sentence::say("the record %1 is damaged").arg(name);
    if (system != 0)
        return Sentence::say("the record %1: %2, %3")
            .arg(name, words, platform::systemText(system));
    return Sentence::say("the record %1: %2").arg(name, words);
}

tl::unexpected<Error> failedWith(int code, const QString &path, const Sentence &words,
                                 int system = 0)
{
    const QByteArray fault = system == ENOSPC ? QByteArray("FULL") : faultOf(code);
    return fail(Error{ErrorKind::InvalidInput, fault, textOf(code, path, words, system), {}});
}

// SQLite makes files as the umask says, and its logs as the file. One that is there already is left
// alone: closing it here would end SQLite's own locks of it.
Result<void> makeFile(const QString &path)
{
    const auto made = platform::File::open(path, platform::File::Purpose::Make);
    if (!made && made.error() != EEXIST)
        return failedWith(SQLITE_CANTOPEN, path, Sentence::say("cannot be opened"), made.error());
    return {};
}

QByteArray nameFor(const QString &path, Database::How how)
{
    if (how != Database::How::Immutable && how != Database::How::ImmutableWithLog)
        return QFile::encodeName(path);
    return "file:" + QUrl::toPercentEncoding(path, "/")
        + (how == Database::How::Immutable ? "?immutable=1" : "?vfs=unix-none");
}

// Without locks SQLite takes a reader for the last one, which checkpoints and deletes the log.
bool keepLog(sqlite3 *handle)
{
    return sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr) == SQLITE_OK;
}

} // namespace

Database::Database(QString path, sqlite3 *handle)
    : m_path(std::move(path))
    , m_handle(handle)
{}

// Without a checkpoint if it is a reader: its connection is read-only.
Database::~Database()
{
    sqlite3_close_v2(m_handle);
}

Result<std::unique_ptr<Database>> Database::open(const QString &path, How how)
{
    const bool writes = how == How::Writer || how == How::Once;
    if (writes) {
        if (const auto made = makeFile(path); !made)
            return fail(made.error());
    }
    sqlite3 *handle = nullptr;
    const int flags = (writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
        | SQLITE_OPEN_FULLMUTEX
        | (how == How::Immutable || how == How::ImmutableWithLog ? SQLITE_OPEN_URI : 0);
    const int code = sqlite3_open_v2(nameFor(path, how).constData(), &handle, flags, nullptr);
    std::unique_ptr<Database> database(new Database(path, handle));
    if (code != SQLITE_OK)
        return failedWith(code, path, Sentence::say("cannot be opened"),
                          handle != nullptr ? sqlite3_system_errno(handle) : 0);
    sqlite3_extended_result_codes(handle, 1);
    constexpr int patience = 5000; // for a reader that meets a checkpoint at its start
    sqlite3_busy_timeout(handle, patience);
    Result<void> set;
    if (how == How::Writer)
        set = database->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                                "PRAGMA journal_size_limit=16777216");
    else if (how == How::Once)
        set = database->execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF");
    else if (how == How::ImmutableWithLog)
        set = keepLog(handle)
            ? database->execute("PRAGMA query_only=1; PRAGMA locking_mode=EXCLUSIVE")
            : database->failed();
    else
        set = database->execute("PRAGMA query_only=1");
    if (!set)
        return fail(set.error());
    return database;
}

tl::unexpected<Error> Database::failed() const
{
    const int code = sqlite3_extended_errcode(m_handle);
    // The system's own word only where it was the system that failed: it stays from earlier calls.
    const int fault = code & 0xff;
    const bool isSystem = fault == SQLITE_IOERR || fault == SQLITE_CANTOPEN;
    return failedWith(code, m_path, fromUtf8(sqlite3_errmsg(m_handle)),
                      isSystem ? sqlite3_system_errno(m_handle) : 0);
}

Result<void> Database::execute(const char *sql)
{
    if (sqlite3_exec(m_handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        return failed();
    return {};
}

Result<Database::Statement> Database::prepare(const char *sql)
{
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v2(m_handle, sql, -1, &statement, nullptr) != SQLITE_OK)
        return failed();
    return Statement(this, statement);
}

Result<qint64> Database::number(const char *sql)
{
    auto statement = prepare(sql);
    if (!statement)
        return fail(statement.error());
    const auto row = statement->step();
    if (!row)
        return fail(row.error());
    return *row ? statement->number(0) : 0;
}

bool Database::isInTransaction() const
{
    return sqlite3_get_autocommit(m_handle) == 0;
}

Database::Statement::~Statement()
{
    sqlite3_finalize(m_statement);
}

Database::Statement::Statement(Statement &&other) noexcept
    : m_database(other.m_database)
    , m_statement(std::exchange(other.m_statement, nullptr))
    , m_bound(other.m_bound)
{}

Database::Statement &Database::Statement::operator=(Statement &&other) noexcept
{
    std::swap(m_database, other.m_database);
    std::swap(m_statement, other.m_statement);
    std::swap(m_bound, other.m_bound);
    return *this;
}

Database::Statement &Database::Statement::bind(qint64 value)
{
    sqlite3_bind_int64(m_statement, ++m_bound, value);
    return *this;
}

Database::Statement &Database::Statement::bind(const QByteArray &blob)
{
    sqlite3_bind_blob64(m_statement, ++m_bound, blob.constData(),
                        static_cast<sqlite3_uint64>(blob.size()), SQLITE_TRANSIENT);
    return *this;
}

Database::Statement &Database::Statement::bind(const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    sqlite3_bind_text(m_statement, ++m_bound, utf8.constData(), static_cast<int>(utf8.size()),
                      SQLITE_TRANSIENT);
    return *this;
}

Database::Statement &Database::Statement::bindNull()
{
    sqlite3_bind_null(m_statement, ++m_bound);
    return *this;
}

Result<bool> Database::Statement::step()
{
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return m_database->failed();
}

Result<void> Database::Statement::run()
{
    const auto stepped = step();
    reset();
    if (!stepped)
        return fail(stepped.error());
    return {};
}

void Database::Statement::reset()
{
    sqlite3_reset(m_statement);
    sqlite3_clear_bindings(m_statement);
    m_bound = 0;
}

qint64 Database::Statement::number(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

bool Database::Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

QByteArray Database::Statement::bytes(int column) const
{
    const auto *data = static_cast<const char *>(sqlite3_column_blob(m_statement, column));
    return {data, sqlite3_column_bytes(m_statement, column)};
}

bool isFull(const Error &error)
{
    return error.code == "FULL";
}

bool isCorrupt(const Error &error)
{
    return error.code == "CORRUPT";
}

QString shownPath(const QString &path)
{
    return visibleElided(path.toUtf8(), 200);
}

} // namespace lockscope::recorder
