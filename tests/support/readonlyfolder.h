// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QString>

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lockscope::test {

// A folder that is filled and then closed, so that nothing can be written there any more: by its
// permissions, which do not bind root, or as a file system of its own. Can be removed again once it
// is destroyed. Any thread.
class ReadOnlyFolder
{
public:
    explicit ReadOnlyFolder(const QString &path)
        : m_path(QFile::encodeName(path))
    {
        QDir().mkpath(path);
        m_isMount = ::geteuid() == 0;
        if (m_isMount && ::mount("none", m_path.constData(), "tmpfs", 0, nullptr) != 0) {
            m_problem = QStringLiteral("root may write everywhere, and cannot mount here: %1")
                            .arg(QString::fromLocal8Bit(std::strerror(errno)));
            m_isMount = false;
        }
    }
    ~ReadOnlyFolder()
    {
        if (m_isMount)
            ::umount2(m_path.constData(), MNT_DETACH);
        else
            ::chmod(m_path.constData(), 0700);
    }
    ReadOnlyFolder(const ReadOnlyFolder &) = delete;
    ReadOnlyFolder &operator=(const ReadOnlyFolder &) = delete;

    // Why there can be none; empty: there is one.
    const QString &problem() const { return m_problem; }
    [[nodiscard]] bool close() const
    {
        if (m_isMount)
            return ::mount("none", m_path.constData(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr)
                == 0;
        return ::chmod(m_path.constData(), 0500) == 0;
    }

private:
    const QByteArray m_path;
    QString m_problem;
    bool m_isMount = false;
};

} // namespace lockscope::test
