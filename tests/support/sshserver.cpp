// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sshserver.h"

#include "tests/support/waiting.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>

#include <unistd.h>

#include <csignal>

using namespace Qt::StringLiterals;

namespace lockscope::test {

namespace {

QString sshd()
{
    return QStandardPaths::findExecutable(u"sshd"_s, {u"/usr/sbin"_s, u"/usr/bin"_s});
}

} // namespace

bool SshServer::isAvailable()
{
    return !sshd().isEmpty() && !QStandardPaths::findExecutable(u"ssh-keygen"_s).isEmpty();
}

SshServer::SshServer() = default;

SshServer::~SshServer()
{
    m_process.kill();
    m_process.waitForFinished();
}

bool SshServer::write(const QString &name, const QByteArray &text, bool isProgram) const
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.write(text);
    file.setPermissions(isProgram ? QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
                                  : QFile::ReadOwner | QFile::WriteOwner);
    return true;
}

bool SshServer::makeKey(const QString &name) const
{
    return QProcess::execute(u"ssh-keygen"_s,
                             {u"-q"_s, u"-t"_s, u"ed25519"_s, u"-N"_s, QString(), u"-f"_s,
                              m_folder.filePath(name)})
        == 0;
}

bool SshServer::start()
{
    if (::geteuid() == 0)
        QDir().mkpath(u"/run/sshd"_s); // where sshd separates its rights
    QTcpServer probe;
    if (!probe.listen(QHostAddress::LocalHost))
        return false;
    m_port = probe.serverPort();
    probe.close();
    if (!makeKey(u"host"_s) || !makeKey(u"user"_s) || !makeKey(u"stranger"_s)
        || !QDir(m_folder.path()).mkdir(u"bin"_s))
        return false;
    const QByteArray folder = m_folder.path().toUtf8();
    const QByteArray port = QByteArray::number(m_port);
    QFile hostKey(m_folder.filePath(u"host.pub"_s));
    QFile userKey(m_folder.filePath(u"user.pub"_s));
    if (!hostKey.open(QIODevice::ReadOnly) || !userKey.open(QIODevice::ReadOnly))
        return false;
    const auto hostEntry = [&](const char *name, const char *key, const char *known) -> QByteArray {
        return QByteArray("Host ") + name + "\n HostName 127.0.0.1\n Port " + port
            + "\n IdentityFile " + folder + '/' + key + "\n UserKnownHostsFile " + folder + '/'
            + known + '\n';
    };
    const bool isWritten = write(u"authorized"_s, userKey.readAll())
        && write(u"known"_s, "[127.0.0.1]:" + port + ' ' + hostKey.readAll())
        && write(u"unknown"_s, {})
        && write(u"sshd.conf"_s,
                 "ListenAddress 127.0.0.1:" + port + "\nHostKey " + folder
                     + "/host\nAuthorizedKeysFile " + folder
                     + "/authorized\nPidFile none\nStrictModes no\nUsePAM no\n"
                       "PasswordAuthentication no\nKbdInteractiveAuthentication no\n")
        && write(u"ssh.conf"_s,
                 hostEntry("bastion", "user", "known") + hostEntry("stranger", "stranger", "known")
                     + hostEntry("unknown-host", "user", "unknown")
                     + "Host *\n IdentitiesOnly yes\n IdentityAgent none\n"
                       " GlobalKnownHostsFile /dev/null\n StrictHostKeyChecking yes\n")
        && write(u"bin/ssh"_s,
                 "#!/bin/sh\necho $$ >> '" + folder + "/processes'\nexec "
                     + QStandardPaths::findExecutable(u"ssh"_s).toUtf8() + " -F '" + folder
                     + "/ssh.conf' \"$@\"\n",
                 true);
    if (!isWritten)
        return false;
    m_process.start(sshd(), {u"-D"_s, u"-e"_s, u"-f"_s, m_folder.filePath(u"sshd.conf"_s)});
    return eventually([&] {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
        return socket.waitForConnected(200); // refused at once until it listens
    });
}

std::vector<qint64> SshServer::processes() const
{
    std::vector<qint64> all;
    QFile file(m_folder.filePath(u"processes"_s));
    if (!file.open(QIODevice::ReadOnly))
        return all;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (!line.isEmpty())
            all.push_back(line.toLongLong());
    }
    return all;
}

// Not one that has ended and nobody has asked how.
bool SshServer::isAlive(qint64 process)
{
    QFile file(u"/proc/%1/stat"_s.arg(process));
    return file.open(QIODevice::ReadOnly) && !file.readAll().contains(") Z ");
}

} // namespace lockscope::test
