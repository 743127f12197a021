// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/alias.h"

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include <utility>
#include <vector>

namespace lockscope::app {

// A file of names (core/profile/aliasfile.h) that is read again whenever it changes, also when an
// editor or another program replaces it. What cannot be understood leaves the names as they were.
// One thread with an event loop; read at once by the constructor.
class AliasFile : public QObject
{
    Q_OBJECT

public:
    explicit AliasFile(QString file, QObject *parent = nullptr);

    const QString &file() const { return m_file; }
    const std::vector<AliasRule> &rules() const { return m_rules; }
    // Why it could not be read the last time, with the line and what to do; empty: it could.
    const QString &problem() const { return m_problem; }

Q_SIGNALS:
    void rulesChanged();
    void problemChanged();

private:
    // What tells one state of the file from another without reading it.
    using Stamp = std::pair<qint64, QDateTime>; // size, -1: there is none; and last change

    Stamp stamp() const;
    void look();
    void read();
    void follow();

    QString m_file;
    std::vector<AliasRule> m_rules;
    QString m_problem;
    Stamp m_stamp;
    bool m_isChanged = false; // for certain
    QFileSystemWatcher m_watcher;
    QTimer m_soon; // a file is often written in several steps
};

} // namespace lockscope::app
