// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secret/secretcommand.h"

#include "core/base/childenvironment.h"
#include "core/base/text.h"
#include "core/platform/childprocess.h"
#include "core/secret/heldsecret.h"
#include "core/secret/secretfile.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::secret {

SecretCommand::SecretCommand(const QStringList &words, Millis limit, Told told, QObject *parent)
    : QObject(parent)
    , m_shown(visibleElided(words.value(0).toUtf8(), 100))
    , m_limit(limit)
    , m_told(std::move(told))
{
    m_process.setProcessEnvironment(childEnvironment());
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    platform::setChildRules(m_process, {});
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &SecretCommand::read);
    connect(&m_process, &QProcess::finished, this, &SecretCommand::end);
    connect(
        &m_process, &QProcess::errorOccurred, this,
        [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart)
                tell(fail(ErrorKind::InvalidInput,
                          Sentence::say("the program %1 cannot be started; is it installed, and "
                                        "is its path right?")
                              .arg(m_shown)));
        },
        Qt::QueuedConnection);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        tell(fail(ErrorKind::Timeout,
                  Sentence::say("the program %1 did not end within %2 s; run it in a terminal to "
                                "see what it waits for")
                      .arg(m_shown, m_limit.count() / 1000)));
    });
    m_timer.start(m_limit);
    m_process.start(words.value(0), words.mid(1), QIODevice::ReadOnly);
}

SecretCommand::~SecretCommand()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(1000);
    }
    wipe(m_written);
}

void SecretCommand::read()
{
    QByteArray more = m_process.readAllStandardOutput();
    m_written += more;
    wipe(more);
    if (m_written.size() > longestSecret)
        tell(fail(ErrorKind::InvalidInput,
                  Sentence::say("the program %1 wrote too much for a password").arg(m_shown)));
}

void SecretCommand::end(int status, QProcess::ExitStatus how)
{
    read();
    if (how != QProcess::NormalExit || status != 0) {
        tell(fail(ErrorKind::InvalidInput,
                  how == QProcess::NormalExit
                      ? Sentence::say("the program %1 failed with status %2; run it in a terminal "
                                      "to see its message")
                            .arg(m_shown, status)
                      : Sentence::say("the program %1 crashed").arg(m_shown)));
        return;
    }
    auto line = firstLineOf(std::exchange(m_written, {}));
    if (!line)
        tell(fail(
            ErrorKind::InvalidInput,
            Sentence::say("the program %1 wrote no password: %2").arg(m_shown, line.error().text)));
    else
        tell(std::move(line));
}

void SecretCommand::tell(Result<QByteArray> &&result)
{
    m_timer.stop();
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning)
        m_process.kill();
    if (const auto told = std::exchange(m_told, nullptr))
        told(std::move(result));
}

} // namespace lockscope::secret
