// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/target/sshtunnel.h"

#include "core/base/childenvironment.h"
#include "core/base/text.h"
#include "core/platform/childprocess.h"
#include "core/platform/descriptor.h"

#include <QTimer>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

constexpr qsizetype mostWords = 4096;
constexpr qsizetype shownWords = 200;

QStringList argumentsFor(const Relay &relay, const HostPort &to)
{
    // It asks nothing: no terminal is there to answer.
    QStringList arguments{u"-o"_s, u"BatchMode=yes"_s, u"-W"_s, toText(to)};
    if (relay.port != 0)
        arguments += {u"-p"_s, QString::number(relay.port)};
    const QString destination = relay.user.isEmpty() ? relay.host : relay.user + u'@' + relay.host;
    return arguments + QStringList{u"--"_s, destination};
}

Error noTunnel(const Sentence &text)
{
    return {ErrorKind::Unreachable, "SSH"_ba, text, {}};
}

} // namespace

SshTunnel::SshTunnel(Relay relay, QObject *parent)
    : QObject(parent)
    , m_relay(std::move(relay))
{
    connect(&m_process, &QProcess::readyReadStandardError, this, &SshTunnel::keepWords);
}

SshTunnel::~SshTunnel()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate();
    if (!m_process.waitForFinished(500))
        m_process.kill();
}

Result<qintptr> SshTunnel::start(const HostPort &to)
{
    auto ends = platform::connectedPair();
    if (!ends)
        return fail(noTunnel(Sentence::say("no pair of sockets is left for ssh")));
    auto &[ours, theirs] = *ends;
    m_process.setProcessEnvironment(childEnvironment());
    platform::setChildRules(
        m_process,
        {.atParentsEnd = platform::AtParentsEnd::Asked, .standardStreams = theirs.number()});
    m_process.start(u"ssh"_s, argumentsFor(m_relay, to));
    if (m_process.waitForStarted())
        return ours.release();
    return fail(noTunnel(Sentence::say("ssh cannot be started; install OpenSSH's client")));
}

void SshTunnel::keepWords()
{
    m_words += m_process.readAllStandardError();
    m_words = m_words.last(std::min(m_words.size(), mostWords));
}

// The last line that says something: "stdio forwarding failed" stands behind every reason.
QString SshTunnel::said() const
{
    const QList<QByteArray> lines = m_words.split('\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const QByteArray words = line->trimmed();
        if (!words.isEmpty() && words != "stdio forwarding failed")
            return visibleElided(words, shownWords);
    }
    return {};
}

bool SshTunnel::wasRefused() const
{
    return m_words.contains("Permission denied") || m_words.contains("Host key verification failed")
        || m_words.contains("Too many authentication failures");
}

void SshTunnel::whenEnded(Millis patience,
                          std::function<void(const QString &said, bool isFinal)> handler)
{
    const auto tell = [this, handler = std::move(handler), isTold = std::make_shared<bool>(false)] {
        if (std::exchange(*isTold, true))
            return;
        keepWords();
        handler(said(), wasRefused());
    };
    if (m_process.state() == QProcess::NotRunning) {
        tell();
        return;
    }
    connect(&m_process, &QProcess::finished, this, tell);
    QTimer::singleShot(patience, this, tell);
}

} // namespace lockscope::redis
