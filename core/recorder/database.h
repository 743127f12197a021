// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/text.h"

#include <QByteArray>
#include <QString>

#include <memory>

struct sqlite3;
struct sqlite3_stmt;

namespace lockscope::recorder {

// One connection to an SQLite file, and its statements. The only class that knows SQLite. An Error
// names the file; its code is the fault: FULL, READONLY, CORRUPT, BUSY or IO. One thread at a time.
//
// Of the connections to one file at most one is a Writer, and only it checkpoints: SQLite before
// 3.51.3 may lose committed pages where two do (see DECISIONS.md).
class Database
{
public:
    enum class How {
        Writer, // makes the file if there is none; write-ahead log
        Once, // writes a new file that nobody reads before it is complete
        Reader, // of a file that a writer may have open
        Immutable, // of a file that nobody changes any more
        // The same, where its write-ahead log was left beside it and nothing can be written there:
        // without SQLite's locks, and with the index of the log in memory.
        ImmutableWithLog,
    };

    class Statement
    {
    public:
        ~Statement();
        Statement(Statement &&other) noexcept;
        Statement &operator=(Statement &&other) noexcept;

        // In the order of the placeholders.
        Statement &bind(qint64 value);
        Statement &bind(const QByteArray &blob);
        Statement &bind(const QString &text);
        Statement &bindNull();
        // The next row: true if there is one. Without rows: the statement is done.
        Result<bool> step();
        // Calls `visit` at each row that is left.
        template <typename Visit>
        Result<void> each(Visit visit)
        {
            while (true) {
                const auto row = step();
                if (!row)
                    return lockscope::fail(row.error());
                if (!*row)
                    return {};
                visit();
            }
        }
        Result<void> run(); // of a statement without rows; can then be bound and run again
        void reset();

        qint64 number(int column) const;
        bool isNull(int column) const;
        QByteArray bytes(int column) const;
        QString text(int column) const { return fromUtf8(bytes(column)); }

    private:
        friend Database;
        Statement(const Database *database, sqlite3_stmt *statement)
            : m_database(database)
            , m_statement(statement)
        {}

        const Database *m_database = nullptr;
        sqlite3_stmt *m_statement = nullptr;
        int m_bound = 0;
    };

    static Result<std::unique_ptr<Database>> open(const QString &path, How how);
    ~Database();
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    const QString &path() const { return m_path; }
    Result<void> execute(const char *sql);
    Result<Statement> prepare(const char *sql);
    Result<qint64> number(const char *sql); // of the first row; 0: there is none, or NULL
    bool isInTransaction() const;

private:
    Database(QString path, sqlite3 *handle);
    tl::unexpected<Error> failed() const;

    QString m_path;
    sqlite3 *m_handle;
};

bool isFull(const Error &error);
bool isCorrupt(const Error &error);

// The path as it is shown in messages.
QString shownPath(const QString &path);

} // namespace lockscope::recorder
