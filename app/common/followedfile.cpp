// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/followedfile.h"

#include <QFileInfo>
#include <QStringList>

using namespace std::chrono_literals;

namespace lockscope::app {

FollowedFile::FollowedFile(const QString &file, QObject *parent)
    : QObject(parent)
    , m_file(QFileInfo(file).absoluteFilePath())
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(100ms);
    connect(&m_soon, &QTimer::timeout, this, &FollowedFile::look);
    // A change while one is awaited is told with it, else one of a file that is written to without
    // an end would never be.
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this, soon] {
        m_isChanged = true;
        soon();
    });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
    noteReading();
}

// Watches again: a replaced file is another one, and a missing file or folder may have appeared.
// Until the folder exists, watches its nearest parent that does.
void FollowedFile::follow()
{
    QString folder = QFileInfo(m_file).absolutePath();
    while (!QFileInfo::exists(folder) && folder != QFileInfo(folder).absolutePath())
        folder = QFileInfo(folder).absolutePath();
    const QStringList known = m_watcher.files() + m_watcher.directories();
    for (const QString &path : known) {
        if (path != m_file && path != folder)
            m_watcher.removePath(path);
    }
    for (const QString &path : {m_file, folder}) {
        if (!known.contains(path) && QFileInfo::exists(path))
            m_watcher.addPath(path);
    }
}

void FollowedFile::noteReading()
{
    follow();
    m_stamp = stamp();
}

FollowedFile::Stamp FollowedFile::stamp() const
{
    const QFileInfo info(m_file);
    return info.exists() ? Stamp(info.size(), info.lastModified()) : Stamp(-1, QDateTime());
}

// Its folder may be one in which much else changes.
void FollowedFile::look()
{
    follow();
    if (!std::exchange(m_isChanged, false) && stamp() == m_stamp)
        return;
    noteReading();
    Q_EMIT changed();
}

} // namespace lockscope::app
