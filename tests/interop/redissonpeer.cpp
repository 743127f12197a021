// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/redissonpeer.h"

#include "tests/support/waiting.h"

#include <QFileInfo>

#include <sys/prctl.h>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::test {

namespace {

QString folder()
{
    return QStringLiteral(PEER_FOLDER "/") + QString::fromLatin1(RedissonPeer::version());
}

} // namespace

QByteArray RedissonPeer::version()
{
    return qEnvironmentVariableIsSet("REDISSON_VERSION") ? qgetenv("REDISSON_VERSION")
                                                         : REDISSON_VERSION ""_ba;
}

bool RedissonPeer::isBuilt()
{
    return QFileInfo::exists(folder() + u"/built"_s);
}

RedissonPeer::RedissonPeer(std::vector<QString> urls, Millis watchdog)
{
    // The small heap and the simple compiler: it is to be there soon and to leave memory to others.
    m_arguments << u"-Xmx256m"_s << u"-XX:+UseSerialGC"_s << u"-XX:TieredStopAtLevel=1"_s
                << u"-cp"_s << folder() + u"/classes:"_s + folder() + u"/lib/*"_s
                << u"lockscope.interop.Peer"_s << QString::number(watchdog.count());
    for (const QString &url : urls)
        m_arguments << url;
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process,
                     [this] { readLines(); });
}

RedissonPeer::~RedissonPeer()
{
    kill();
}

bool RedissonPeer::start()
{
    m_process.start(u"java"_s, m_arguments);
    return eventually([this] { return m_isReady || m_process.state() == QProcess::NotRunning; },
                      60s)
        && m_isReady;
}

void RedissonPeer::kill()
{
    m_process.kill();
    m_process.waitForFinished();
    m_asked.clear();
}

Pending<QByteArray> RedissonPeer::ask(const QByteArray &thread, const QByteArray &command)
{
    const int id = ++m_lastId;
    m_process.write(QByteArray::number(id) + ' ' + thread + ' ' + command + '\n');
    return m_asked[id].pending();
}

QByteArray RedissonPeer::tell(const QByteArray &thread, const QByteArray &command)
{
    const auto answer = await(ask(thread, command));
    return answer ? *answer : "no answer: " + answer.error().text.english().toUtf8();
}

bool RedissonPeer::isAsleep()
{
    const QDeadlineTimer deadline(patience);
    while (!deadline.hasExpired()) {
        if (tell("asleep", "asleep") == "ok true")
            return true;
    }
    return false;
}

void RedissonPeer::readLines()
{
    while (m_process.canReadLine()) {
        const QByteArray line = m_process.readLine().trimmed();
        if (line.startsWith("ready ")) {
            m_isReady = line == "ready " + version();
            continue;
        }
        const qsizetype space = line.indexOf(' ');
        auto asked = m_asked.extract(line.left(space).toInt());
        if (asked)
            asked.mapped().complete(line.mid(space + 1));
    }
}

} // namespace lockscope::test
