// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace lockscope::admin {

// One line of the audit log: an action that is about to be done, or its outcome.
struct AuditRecord {
    WallInstant at;
    QString id; // the same in the line before and the line after
    QString phase; // intended, done
    QString user; // of this machine
    QString host;
    QString program;
    QString profile; // empty: none
    QString deployment; // without credentials
    QByteArray action; // the word of admin::name(ActionType); acquire: one that was refused
    QByteArray lock;
    QByteArray kind;
    QString seen; // holders and counts as they were seen
    std::vector<QByteArray> commands; // each as text, as previewed
    QString reason; // the operator's
    QString outcome; // of the line after: done, changed, refused, failed, unknown
    QString detail;
};

// How large the log may grow.
struct AuditLimits {
    qint64 fileSize = qint64(8) * 1024 * 1024; // bytes; a file that has them is put aside
    int older = 9; // so many are kept beside the present one; the oldest is deleted
};

// The file of the log that was put aside so many files ago; 0: the present one.
QString auditFileAt(const QString &path, int age);

// The append-only log as a file: JSON lines, one write and one fsync each, readable by its owner
// alone. A full file is put aside under the same name with a number, 1 the latest. Any thread;
// several processes may append to one log. Readers skip empty lines.
class AuditFile
{
public:
    explicit AuditFile(QString path, const AuditLimits &limits = {});

    const QString &path() const { return m_path; }
    QString shownPath() const; // for messages

    // Makes missing folders and the file. Blocks until the line is on the disk: for as long as
    // another process holds the lock of the file (flock), and as the disk takes. An Error names the
    // file and the fault; the action must not be done then. A full file that cannot be put aside
    // grows on: nothing is lost.
    Result<void> append(const AuditRecord &record) const;

private:
    bool putAside() const; // by whoever has the lock of the file

    QString m_path;
    AuditLimits m_limits;
};

} // namespace lockscope::admin
