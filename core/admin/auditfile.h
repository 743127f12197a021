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
    QByteArray action; // the word of admin::name(ActionType)
    QByteArray lock;
    QByteArray kind;
    QString seen; // holders and counts as they were seen
    std::vector<QByteArray> commands; // each as text, as previewed
    QString reason; // the operator's
    QString outcome; // of the line after: done, changed, refused, failed, unknown
    QString detail;
};

// The append-only log as a file: JSON lines, one write and one fsync each, readable by its owner
// alone. Any thread; several processes may append to one file. Readers skip empty lines.
class AuditFile
{
public:
    explicit AuditFile(QString path);

    const QString &path() const { return m_path; }
    QString shownPath() const; // for messages

    // Makes missing folders and the file. Blocks until the line is on the disk: for as long as
    // another process holds the lock of the file (flock), and as the disk takes. An Error names the
    // file and the fault; the action must not be done then.
    Result<void> append(const AuditRecord &record) const;

private:
    QString m_path;
};

} // namespace lockscope::admin
