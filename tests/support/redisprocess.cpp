// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redisprocess.h"

#include "tests/support/waiting.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTcpServer>

#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;

namespace lockscope::test {

namespace {

using Context = std::unique_ptr<redisContext, void (*)(redisContext *)>;

constexpr timeval answerTimeout{5, 0};

// Debian's Redis, or the server with which ctest runs a suite again.
QString serverProgram()
{
    return qEnvironmentVariable("LOCKSCOPE_TEST_SERVER", u"redis-server"_s);
}

Reply testError(const char *text)
{
    Reply reply;
    reply.type = Reply::Type::Error;
    reply.bytes = QByteArray("TEST ") + text;
    return reply;
}

Reply converted(const redisReply &from)
{
    Reply reply;
    const QByteArray bytes(from.str, static_cast<qsizetype>(from.len));
    switch (from.type) {
    case REDIS_REPLY_STRING:
        reply.type = Reply::Type::String;
        reply.bytes = bytes;
        break;
    case REDIS_REPLY_STATUS:
        reply.type = Reply::Type::Status;
        reply.bytes = bytes;
        break;
    case REDIS_REPLY_ERROR:
        reply.type = Reply::Type::Error;
        reply.bytes = bytes;
        break;
    case REDIS_REPLY_INTEGER:
        reply.type = Reply::Type::Integer;
        reply.integer = from.integer;
        break;
    case REDIS_REPLY_ARRAY:
        reply.type = Reply::Type::Array;
        for (std::size_t i = 0; i < from.elements; ++i)
            reply.elements.push_back(converted(*from.element[i]));
        break;
    default:
        break;
    }
    return reply;
}

Reply ask(redisContext *context, const std::vector<QByteArray> &arguments)
{
    std::vector<const char *> pointers;
    std::vector<std::size_t> sizes;
    for (const QByteArray &argument : arguments) {
        pointers.push_back(argument.constData());
        sizes.push_back(static_cast<std::size_t>(argument.size()));
    }
    void *const raw =
        redisCommandArgv(context, static_cast<int>(pointers.size()), pointers.data(), sizes.data());
    if (raw == nullptr)
        return testError(context->errstr);
    Reply reply = converted(*static_cast<redisReply *>(raw));
    freeReplyObject(raw);
    return reply;
}

// Below the ports that the system hands out by itself: while a server of a test is stopped, its
// clients knock at its port again and again, and nobody else's listener may stand there.
constexpr quint16 firstPort = 12'000;
constexpr quint16 lastPort = 31'999;
constexpr quint16 busDistance = 10'000; // the only one that Redis 6.2 knows

// Files whose locks tell test programs side by side which ports are taken. Each user has its own
// folder: nobody could open the files of another.
QString claimsFolder()
{
    const QString folder =
        QDir::tempPath() + u"/lockscope-test-ports-"_s + QString::number(geteuid());
    QDir().mkpath(folder);
    return folder;
}

// The file that keeps the port for this process until it is closed; -1 if the port is taken.
int claim(quint16 port)
{
    const QByteArray path = QFile::encodeName(claimsFolder() + u'/' + QString::number(port));
    const int file = ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return -1;
    QTcpServer probe;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && probe.listen(QHostAddress::LocalHost, port))
        return file;
    ::close(file);
    return -1;
}

bool claimWithBus(quint16 port)
{
    const int file = claim(port);
    if (file < 0)
        return false;
    if (claim(port + busDistance) >= 0)
        return true;
    ::close(file);
    return false;
}

// The search goes on behind the port that was found last.
quint16 firstClaimed(quint16 &next, quint16 last, bool (*isClaimed)(quint16))
{
    for (int tried = firstPort; tried <= last; ++tried) {
        const quint16 port = next;
        next = port == last ? firstPort : static_cast<quint16>(port + 1);
        if (isClaimed(port))
            return port;
    }
    qFatal("no port is free");
}

quint16 anyPort(quint16 last)
{
    return static_cast<quint16>(QRandomGenerator::global()->bounded(firstPort, last));
}

} // namespace

quint16 freePort()
{
    static quint16 next = anyPort(lastPort);
    return firstClaimed(next, lastPort, [](quint16 port) { return claim(port) >= 0; });
}

quint16 freeClusterPort()
{
    constexpr quint16 last = lastPort - busDistance;
    static quint16 next = anyPort(last);
    return firstClaimed(next, last, claimWithBus);
}

bool RedisProcess::isAvailable()
{
    return !QStandardPaths::findExecutable(serverProgram()).isEmpty();
}

RedisProcess::RedisProcess(RedisOptions options)
    : m_options(std::move(options))
{
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(logPath(), QIODevice::Append);
}

RedisProcess::~RedisProcess()
{
    kill();
}

bool RedisProcess::start()
{
    // Somebody else may take the port between our look and the server's bind.
    for (int attempt = 0; attempt < 5; ++attempt) {
        const bool fresh = m_port == 0;
        if (fresh) {
            m_port = m_options.clusterNode ? freeClusterPort() : freePort();
            m_tlsPort = m_options.tls.isValid() ? freePort() : 0;
            if (m_options.sentinel && !writeSentinelConfiguration())
                return false;
        }
        if (launch())
            return true;
        kill();
        if (fresh)
            m_port = 0;
    }
    qCritical("%s did not start: %s", qPrintable(serverProgram()), log().constData());
    return false;
}

bool RedisProcess::launch()
{
    m_process.setEnvironment(QProcess::systemEnvironment() + m_options.environment);
    m_process.start(serverProgram(), arguments() + m_options.arguments);
    m_isPaused = false;
    if (!m_process.waitForStarted())
        return false;
    const bool decided = eventually(
        [this] { return !isRunning() || command({"PING"_ba}).type == Reply::Type::Status; });
    return decided && isRunning();
}

QStringList RedisProcess::arguments() const
{
    if (m_options.sentinel)
        return {sentinelPath(), u"--sentinel"_s};
    const QString password = QString::fromUtf8(m_options.password);
    QStringList arguments{u"--save"_s,      QString(),       u"--appendonly"_s, u"no"_s,
                          u"--dir"_s,       m_folder.path(), u"--bind"_s,       u"127.0.0.1"_s,
                          u"--daemonize"_s, u"no"_s};
    if (m_options.unixSocket)
        arguments << u"--port"_s << u"0"_s << u"--unixsocket"_s << socketPath();
    else
        arguments << u"--port"_s << QString::number(m_port);
    if (m_options.clusterNode)
        arguments << u"--cluster-enabled"_s << u"yes"_s;
    if (!m_options.user.isEmpty()) {
        arguments << u"--user"_s << QString::fromUtf8(m_options.user) << u"on"_s << u'>' + password
                  << u"~*"_s << u"&*"_s << u"+@all"_s << u"--user"_s << u"default"_s << u"off"_s;
    } else if (!password.isEmpty()) {
        arguments << u"--requirepass"_s << password;
    }
    if (m_options.tls.isValid()) {
        arguments << u"--tls-port"_s << QString::number(m_tlsPort) << u"--tls-cert-file"_s
                  << m_options.tls.certificate << u"--tls-key-file"_s << m_options.tls.key
                  << u"--tls-ca-cert-file"_s << m_options.tls.certificate << u"--tls-auth-clients"_s
                  << u"no"_s;
    }
    return arguments;
}

// Only before the first start on a port: a Sentinel keeps what it has learned in this file.
bool RedisProcess::writeSentinelConfiguration() const
{
    QFile file(sentinelPath());
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.write("port " + QByteArray::number(m_port) + "\nbind 127.0.0.1\ndir " + folder().toUtf8()
               + '\n');
    if (!m_options.user.isEmpty())
        file.write("user default off\nuser " + m_options.user + " on >" + m_options.password
                   + " ~* &* +@all\n");
    else if (!m_options.password.isEmpty())
        file.write("requirepass " + m_options.password + '\n');
    file.write(m_options.configuration);
    return true;
}

void RedisProcess::signal(int number) const
{
    if (isRunning())
        ::kill(static_cast<pid_t>(m_process.processId()), number);
}

void RedisProcess::stop()
{
    signal(SIGCONT);
    signal(SIGTERM);
    m_process.waitForFinished();
}

void RedisProcess::kill()
{
    signal(SIGKILL);
    m_process.waitForFinished();
}

bool RedisProcess::restart()
{
    stop();
    return start();
}

void RedisProcess::pause()
{
    signal(SIGSTOP);
    m_isPaused = true;
}

void RedisProcess::resume()
{
    signal(SIGCONT);
    m_isPaused = false;
}

redis::Target RedisProcess::target() const
{
    redis::Target target;
    if (m_options.unixSocket) {
        target.form = redis::Target::Form::Unix;
        target.path = socketPath();
    } else {
        target.hosts = {{u"127.0.0.1"_s, m_port}};
    }
    target.user = m_options.user;
    target.password = m_options.password;
    return target;
}

Reply RedisProcess::command(const std::vector<QByteArray> &arguments) const
{
    const Context context(
        m_options.unixSocket
            ? redisConnectUnixWithTimeout(socketPath().toUtf8().constData(), answerTimeout)
            : redisConnectWithTimeout("127.0.0.1", m_port, answerTimeout),
        redisFree);
    if (!context || context->err != 0)
        return testError(context ? context->errstr : "out of memory");
    redisSetTimeout(context.get(), answerTimeout);
    if (!m_options.password.isEmpty()) {
        const Reply reply =
            ask(context.get(),
                m_options.user.isEmpty()
                    ? std::vector<QByteArray>{"AUTH"_ba, m_options.password}
                    : std::vector<QByteArray>{"AUTH"_ba, m_options.user, m_options.password});
        if (reply.isError())
            return reply;
    }
    return ask(context.get(), arguments);
}

QByteArray RedisProcess::product() const
{
    const int number = version();
    return "Redis " + QByteArray::number(number / 100) + '.' + QByteArray::number(number % 100);
}

int RedisProcess::version() const
{
    const QByteArray info = command({"INFO", "server"}).bytes;
    const QByteArray mark = "redis_version:";
    const auto parts = info.mid(info.indexOf(mark) + mark.size()).left(16).split('.');
    return parts.size() < 2 ? 0 : parts[0].toInt() * 100 + parts[1].toInt();
}

bool RedisProcess::knows(const QByteArray &name) const
{
    const Reply reply = command({"COMMAND", "INFO", name});
    return !reply.elements.empty() && !reply.elements[0].isNil();
}

qint64 RedisProcess::calls(const QByteArray &name) const
{
    const QByteArray stats = command({"INFO", "commandstats"}).bytes;
    const QByteArray field = "cmdstat_" + name + ":calls=";
    const qsizetype at = stats.indexOf(field);
    return at < 0 ? 0 : stats.mid(at + field.size()).split(',').front().toLongLong();
}

bool RedisProcess::hasFollowed(qint64 offset) const
{
    const Reply role = command({"ROLE"_ba});
    return role.elements.size() == 5 && role.elements[0].bytes == "slave"
        && role.elements[3].bytes == "connected" && role.elements[4].integer >= offset;
}

QByteArray RedisProcess::log() const
{
    QFile file(logPath());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace lockscope::test
