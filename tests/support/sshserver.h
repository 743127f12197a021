// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <vector>

namespace lockscope::test {

// A real sshd on a free port of 127.0.0.1, for the user who runs the test, and an `ssh` in a folder
// of its own that knows its keys: put the folder first in PATH. It dies with this object.
class SshServer
{
public:
    static bool isAvailable();

    SshServer();
    ~SshServer();
    SshServer(const SshServer &) = delete;
    SshServer &operator=(const SshServer &) = delete;

    [[nodiscard]] bool start();
    QString programs() const { return m_folder.filePath(QStringLiteral("bin")); } // with ssh
    // ssh://bastion, a name that only the configuration of this ssh knows.
    static QString bastion() { return QStringLiteral("ssh://bastion"); }
    // The same server, by a key that it does not know, and by a host key that ssh does not know.
    static QString stranger() { return QStringLiteral("ssh://stranger"); }
    static QString unknownHost() { return QStringLiteral("ssh://unknown-host"); }

    // Of the ssh that were started so far.
    std::vector<qint64> processes() const;
    static bool isAlive(qint64 process);

private:
    bool write(const QString &name, const QByteArray &text, bool isProgram = false) const;
    bool makeKey(const QString &name) const;

    QTemporaryDir m_folder;
    QProcess m_process;
    quint16 m_port = 0;
};

} // namespace lockscope::test
