// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockscope::test {

// A log on a disk that takes no line for now: its lock is held, as another process would.
class SlowLog
{
public:
    explicit SlowLog(const QString &file)
        : m_fd(::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_CLOEXEC,
                      S_IRUSR | S_IWUSR))
        , m_isHeld(m_fd >= 0 && ::flock(m_fd, LOCK_EX | LOCK_NB) == 0)
    {}
    ~SlowLog() { letGo(); }
    SlowLog(const SlowLog &) = delete;
    SlowLog &operator=(const SlowLog &) = delete;

    bool isHeld() const { return m_isHeld; }
    void letGo()
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
        m_isHeld = false;
    }

private:
    int m_fd;
    bool m_isHeld;
};

} // namespace lockscope::test
