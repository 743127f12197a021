// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/sandboxrunner.h"

#include "core/base/childenvironment.h"
#include "core/base/text.h"
#include "core/platform/childprocess.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

constexpr qsizetype keptWords = 4000;
constexpr int patience = 3000; // ms that it gets to end its processes in order

// Installed the two lie in one folder, in a build tree in two beside each other.
QString usualLockctl()
{
    const QString folder = QCoreApplication::applicationDirPath();
    for (const char *file : {"/lockctl", "/../lockctl/lockctl"}) {
        const QFileInfo info(folder + QString::fromLatin1(file));
        if (info.isFile() && info.isExecutable())
            return info.absoluteFilePath();
    }
    return QStandardPaths::findExecutable(u"lockctl"_s);
}

} // namespace

SandboxRunner::SandboxRunner(QString lockctl, QObject *parent)
    : QObject(parent)
    , m_lockctl(std::move(lockctl))
{
    platform::setChildRules(m_process,
                            {.ownGroup = true, .atParentsEnd = platform::AtParentsEnd::Asked});
    m_process.setStandardInputFile(QProcess::nullDevice());
    // A password is for other servers than the sandbox's.
    m_process.setProcessEnvironment(childEnvironment());
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &SandboxRunner::read);
    connect(&m_process, &QProcess::readyReadStandardError, this, [this] {
        m_words += m_process.readAllStandardError();
        m_words = m_words.right(keptWords);
    });
    connect(&m_process, &QProcess::finished, this, [this] { fail(lastWords()); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(tr("%1 cannot be started: %2.").arg(m_process.program(), m_process.errorString()));
    });
}

SandboxRunner::~SandboxRunner()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate();
    if (!m_process.waitForFinished(patience)) {
        m_process.kill(); // its own processes die with it
        m_process.waitForFinished(patience);
    }
}

void SandboxRunner::start()
{
    if (m_state != State::Idle)
        return;
    if (m_process.state() != QProcess::NotRunning) { // it was told to end a moment ago
        m_process.kill();
        m_process.waitForFinished(patience);
    }
    m_state = State::Starting;
    m_line.clear();
    m_words.clear();
    const QString program = m_lockctl.isEmpty() ? usualLockctl() : m_lockctl;
    if (program.isEmpty()) {
        fail(tr("lockctl was not found next to this program or in the PATH. It is part of "
                "Lockscope."));
        return;
    }
    m_process.start(program, {u"sandbox"_s, u"up"_s});
}

void SandboxRunner::read()
{
    const QByteArray bytes = m_process.readAllStandardOutput();
    if (m_state != State::Starting)
        return;
    m_line += bytes;
    const qsizetype end = m_line.indexOf('\n');
    if (end < 0 && m_line.size() < keptWords)
        return;
    QStringList urls;
    const QJsonObject told = QJsonDocument::fromJson(m_line.left(end)).object();
    for (const QJsonValue &url : told["servers"_L1].toArray())
        urls += url.toString();
    if (urls.isEmpty()) {
        fail(tr("It did not report any servers: %1").arg(wording::shown(m_line.trimmed(), 200)));
        m_process.terminate();
        return;
    }
    m_state = State::Up;
    Q_EMIT up(urls);
}

// Once for each start.
void SandboxRunner::fail(const QString &problem)
{
    if (std::exchange(m_state, State::Idle) != State::Idle)
        Q_EMIT failed(problem);
}

QString SandboxRunner::lastWords()
{
    m_words += m_process.readAllStandardError();
    QByteArray words = m_words.trimmed();
    if (words.startsWith("lockctl: "))
        words = words.mid(static_cast<qsizetype>(qstrlen("lockctl: ")));
    if (words.isEmpty())
        return m_process.exitStatus() == QProcess::CrashExit
            ? tr("It was terminated by a signal.")
            : tr("It exited with status %1.").arg(m_process.exitCode());
    return wording::capitalised(visible(words)) + u'.';
}

} // namespace lockscope::console
