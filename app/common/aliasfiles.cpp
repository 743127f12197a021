// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/aliasfiles.h"

#include "core/profile/aliasfile.h"

#include <QFileInfo>
#include <QStringList>

#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::app {

AliasFile::AliasFile(QString file, QObject *parent)
    : QObject(parent)
    , m_file(QFileInfo(file).absoluteFilePath())
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(100ms);
    connect(&m_soon, &QTimer::timeout, this, &AliasFile::look);
    // A change while one is awaited is read with it, else a file that is written to without an end
    // would never be.
    const auto changed = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this, changed] {
        m_isChanged = true;
        changed();
    });
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, changed);
    read();
}

// A file that was replaced is another one, and one that was missing may have come.
void AliasFile::follow()
{
    const QStringList known = m_watcher.files() + m_watcher.directories();
    for (const QString &path : {m_file, QFileInfo(m_file).absolutePath()}) {
        if (!known.contains(path) && QFileInfo::exists(path))
            m_watcher.addPath(path);
    }
}

AliasFile::Stamp AliasFile::stamp() const
{
    const QFileInfo info(m_file);
    return info.exists() ? Stamp(info.size(), info.lastModified()) : Stamp(-1, QDateTime());
}

// Its folder may be one in which much else changes.
void AliasFile::look()
{
    if (std::exchange(m_isChanged, false) || stamp() != m_stamp)
        read();
}

void AliasFile::read()
{
    follow(); // first: what changes while it is read is told
    m_stamp = stamp();
    auto rules = profile::readAliasFile(m_file);
    QString problem;
    if (!rules) {
        problem = rules.error().text;
        if (!m_rules.empty())
            problem += u"; the names that were read before stay"_s;
    }
    const bool isOther = rules && *rules != m_rules;
    if (isOther)
        m_rules = *std::move(rules);
    const QString before = std::exchange(m_problem, problem);
    if (isOther)
        Q_EMIT rulesChanged();
    if (before != m_problem)
        Q_EMIT problemChanged();
}

} // namespace lockscope::app
