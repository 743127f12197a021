// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include <utility>

namespace lockscope::app {

// Tells when a file may have changed, also when an editor or another program replaces it, makes it,
// and its folder, or takes it away. One thread with an event loop.
class FollowedFile : public QObject
{
    Q_OBJECT

public:
    explicit FollowedFile(const QString &file, QObject *parent = nullptr);

    const QString &file() const { return m_file; }

    // To be called before each reading: later changes are reported.
    void noteReading();

Q_SIGNALS:
    void changed();

private:
    // Tells one state of the file from another without reading it.
    using Stamp = std::pair<qint64, QDateTime>; // size, -1: there is none; and last change

    Stamp stamp() const;
    void follow();
    void look();

    QString m_file;
    Stamp m_stamp;
    bool m_isChanged = false; // for certain
    QFileSystemWatcher m_watcher;
    QTimer m_soon; // a file is often written in several steps
};

} // namespace lockscope::app
