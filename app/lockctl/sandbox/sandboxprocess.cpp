// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandboxprocess.h"

#include "core/base/childenvironment.h"
#include "core/platform/childprocess.h"

#include <QTimer>

#include <csignal>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr qsizetype keptWords = 4000;

} // namespace

SandboxProcess::SandboxProcess(QObject *parent)
    : QObject(parent)
{
    platform::setChildRules(m_process,
                            {.ownGroup = true, .atParentsEnd = platform::AtParentsEnd::Killed});
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    // A password is for other servers than the sandbox's.
    m_process.setProcessEnvironment(childEnvironment());
    connect(&m_process, &QProcess::readyRead, this, &SandboxProcess::read);
    connect(&m_process, &QProcess::finished, this, [this] {
        read();
        Q_EMIT ended();
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_lastWords += m_process.errorString().toUtf8();
            Q_EMIT ended();
        }
    });
}

SandboxProcess::~SandboxProcess()
{
    disconnect(&m_process, nullptr, this, nullptr);
    m_process.kill();
}

void SandboxProcess::start(const QString &program, const QStringList &arguments)
{
    m_lastWords.clear();
    m_process.start(program, arguments);
}

void SandboxProcess::read()
{
    while (m_process.canReadLine()) {
        const QByteArray line = m_process.readLine().chopped(1);
        m_lastWords += line + '\n';
        m_lastWords = m_lastWords.right(keptWords);
        Q_EMIT printed(line);
    }
}

void SandboxProcess::signal(int number) const
{
    if (const qint64 id = m_process.processId(); isRunning() && id > 0)
        ::kill(static_cast<pid_t>(id), number);
}

void SandboxProcess::kill()
{
    signal(SIGKILL);
}

void SandboxProcess::stopFor(Millis time)
{
    signal(SIGSTOP);
    QTimer::singleShot(time, this, [this, id = m_process.processId()] {
        if (m_process.processId() == id)
            signal(SIGCONT);
    });
}

} // namespace lockscope::lockctl
