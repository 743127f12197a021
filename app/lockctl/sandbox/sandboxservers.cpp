// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandboxservers.h"

#include "core/base/text.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using namespace std::chrono_literals;

constexpr int mostAttempts = 5;
// Longer than a sentinel needs to promote a replica: an empty primary that came back before that
// would empty its replicas.
constexpr Millis absence = 10s;
constexpr auto downAfter = "3000";
constexpr auto failoverTimeout = "10000";
constexpr auto masterName = "mymaster"_L1;

// A node of a cluster also listens on the port that is 10,000 higher.
constexpr quint16 busOffset = 10'000;

quint16 freePort()
{
    QTcpServer probe;
    probe.listen(QHostAddress::LocalHost);
    return probe.serverPort();
}

quint16 freeNodePort()
{
    constexpr int attempts = 100;
    quint16 port = freePort();
    for (int i = 0; i < attempts; ++i, port = freePort()) {
        QTcpServer bus;
        if (port <= 0xffff - busOffset && bus.listen(QHostAddress::LocalHost, port + busOffset))
            return port;
    }
    return port; // the server tells why it cannot have it
}

} // namespace

SandboxServers::SandboxServers(const SandboxTopology &topology, bool isCalm, QObject *parent)
    : QObject(parent)
    , m_topology(topology)
    , m_isCalm(isCalm)
    , m_folder(isCalm || topology.replicas > 0 ? std::make_unique<QTemporaryDir>() : nullptr)
{
    add(Part::Primary, topology.primaries);
    add(Part::Replica, topology.replicas);
    add(Part::Sentinel, topology.sentinels);
}

SandboxServers::~SandboxServers() = default;

void SandboxServers::add(Part part, int count)
{
    for (int i = 0; i < count; ++i) {
        Server &server = *m_servers.emplace_back(std::make_unique<Server>());
        server.part = part;
        server.process = std::make_unique<SandboxProcess>();
        connect(server.process.get(), &SandboxProcess::printed, this,
                [this, &server](const QByteArray &line) { onPrinted(server, line); });
        connect(server.process.get(), &SandboxProcess::ended, this,
                [this, &server] { onEnded(server); });
    }
}

void SandboxServers::start()
{
    m_program = QStandardPaths::findExecutable(u"redis-server"_s);
    if (m_program.isEmpty()) {
        Q_EMIT failed(u"the program redis-server was not found; install its package (Debian, "
                      "Ubuntu: apt-get install redis-server)"_s);
        return;
    }
    startReady();
}

void SandboxServers::startReady()
{
    const auto isMissing = [](const auto &each) { return !each->isReady; };
    const auto first = std::find_if(m_servers.begin(), m_servers.end(), isMissing);
    if (first == m_servers.end()) {
        if (!m_topology.isCluster)
            Q_EMIT ready();
        else if (!m_cli)
            formCluster();
        return;
    }
    for (const auto &server : m_servers)
        if (server->part == (*first)->part && server->attempts == 0)
            startAnew(*server);
}

// The first nodes become the primaries.
void SandboxServers::formCluster()
{
    const QString cli = QStandardPaths::findExecutable(u"redis-cli"_s);
    if (cli.isEmpty()) {
        Q_EMIT failed(u"the program redis-cli, which forms the cluster, was not found; install its "
                      "package (Debian, Ubuntu: apt-get install redis-tools)"_s);
        return;
    }
    m_cli = std::make_unique<SandboxProcess>();
    connect(m_cli.get(), &SandboxProcess::printed, this, [this](const QByteArray &line) {
        m_isFormed = m_isFormed || line.contains("slots covered");
    });
    connect(m_cli.get(), &SandboxProcess::ended, this, &SandboxServers::onCliEnded);
    QStringList arguments{u"--cluster"_s, u"create"_s};
    arguments << hosts({Part::Primary, Part::Replica});
    arguments << u"--cluster-replicas"_s
              << QString::number(m_topology.replicas / m_topology.primaries) << u"--cluster-yes"_s;
    m_cli->start(cli, arguments);
}

void SandboxServers::onCliEnded()
{
    if (m_isEnding)
        Q_EMIT ended();
    else if (!m_isFormed)
        Q_EMIT failed(u"the cluster could not be formed: %1"_s.arg(
            visibleElided(m_cli->lastWords().trimmed(), 2000)));
    else if (m_synced >= m_topology.replicas)
        Q_EMIT ready();
}

// A port that is free now may be taken a moment later; the server tells.
void SandboxServers::startAnew(Server &server)
{
    ++server.attempts;
    server.port = m_topology.isCluster ? freeNodePort() : freePort();
    server.known = 0;
    if (server.part == Part::Sentinel && !writeSentinelFile(server)) {
        Q_EMIT failed(u"the file of a sentinel cannot be written"_s);
        return;
    }
    launch(server);
}

void SandboxServers::launch(Server &server)
{
    server.process->start(m_program,
                          server.part == Part::Sentinel
                              ? QStringList{folder(server) + u"/sentinel.conf"_s, u"--sentinel"_s}
                              : dataArguments(server));
}

// Without a log file the server logs to us. Without a folder on disk it cannot write a file, should
// somebody ask for one: /proc takes no files.
QStringList SandboxServers::dataArguments(const Server &server) const
{
    QStringList arguments{u"--port"_s,
                          QString::number(server.port),
                          u"--bind"_s,
                          u"127.0.0.1"_s,
                          u"--protected-mode"_s,
                          u"yes"_s,
                          u"--save"_s,
                          QString(),
                          u"--appendonly"_s,
                          m_isCalm ? u"yes"_s : u"no"_s,
                          u"--dir"_s,
                          folder(server),
                          u"--daemonize"_s,
                          u"no"_s,
                          u"--maxmemory"_s,
                          u"64mb"_s};
    if (m_topology.replicas > 0)
        arguments << u"--repl-diskless-sync-delay"_s << u"0"_s;
    if (m_topology.replicas > 0 && m_isCalm) // nothing that endangers locks
        arguments << u"--min-replicas-to-write"_s << u"1"_s;
    if (m_topology.isCluster)
        arguments << u"--cluster-enabled"_s << u"yes"_s << u"--cluster-node-timeout"_s
                  << QString::fromLatin1(downAfter);
    else if (server.part == Part::Replica)
        arguments << u"--replicaof"_s << u"127.0.0.1"_s << QString::number(primaryPort());
    return arguments;
}

QString SandboxServers::folder(const Server &server) const
{
    if (!m_folder)
        return u"/proc"_s;
    const QString path = m_folder->filePath(QString::number(server.port));
    QDir().mkpath(path);
    return path;
}

bool SandboxServers::writeSentinelFile(const Server &server) const
{
    const QString path = folder(server);
    QFile file(path + u"/sentinel.conf"_s);
    const QString quorum = QString::number(m_topology.sentinels / 2 + 1);
    const QStringList lines{
        u"port "_s + QString::number(server.port),
        u"bind 127.0.0.1"_s,
        u"dir \""_s + path + u'"',
        u"sentinel monitor %1 127.0.0.1 %2 %3"_s.arg(masterName).arg(primaryPort()).arg(quorum),
        u"sentinel down-after-milliseconds %1 %2"_s.arg(masterName, QLatin1StringView(downAfter)),
        u"sentinel failover-timeout %1 %2"_s.arg(masterName, QLatin1StringView(failoverTimeout)),
        QString()};
    const QByteArray text = lines.join(u'\n').toUtf8();
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

// Said by this very process once it listens: nobody else can have the port. A replica is in place
// when it has the data, a sentinel when it has found all others.
bool SandboxServers::isPlaced(Server &server, const QByteArray &line)
{
    const bool isListening = line.contains("eady to accept connections");
    if (m_topology.isCluster)
        return isListening;
    switch (server.part) {
    case Part::Primary:
        return isListening;
    case Part::Replica:
        return line.contains("sync: Finished with success");
    case Part::Sentinel:
        if (line.contains("+slave slave ") || line.contains("+sentinel sentinel "))
            ++server.known;
        return server.known >= m_topology.replicas + m_topology.sentinels - 1;
    }
    return false;
}

void SandboxServers::onPrinted(Server &server, const QByteArray &line)
{
    if (m_isEnding)
        return;
    if (m_cli && line.contains("sync: Finished with success") && ++m_synced == m_topology.replicas
        && m_isFormed && !m_cli->isRunning())
        Q_EMIT ready();
    if (server.isReady || !isPlaced(server, line))
        return;
    server.isReady = true;
    startReady();
}

void SandboxServers::onEnded(Server &server)
{
    if (m_isEnding)
        Q_EMIT ended();
    else if (!server.isReady && server.attempts < mostAttempts)
        startAnew(server);
    else if (server.isReady && m_topology.isSupervised())
        QTimer::singleShot(absence, this, [this, &server] {
            if (!m_isEnding)
                launch(server);
        });
    else
        Q_EMIT failed(u"%1 exited: %2"_s.arg(
            server.isReady ? u"a server of the sandbox"_s : u"redis-server"_s,
            visibleElided(server.process->lastWords().trimmed(), 2000)));
}

void SandboxServers::kill()
{
    m_isEnding = true;
    for (const auto &server : m_servers)
        server->process->kill();
    if (m_cli)
        m_cli->kill();
}

bool SandboxServers::isRunning() const
{
    return (m_cli && m_cli->isRunning())
        || std::any_of(m_servers.begin(), m_servers.end(),
                       [](const auto &server) { return server->process->isRunning(); });
}

QStringList SandboxServers::hosts(std::initializer_list<Part> parts) const
{
    QStringList found;
    for (const auto &server : m_servers)
        if (std::find(parts.begin(), parts.end(), server->part) != parts.end())
            found.append(u"127.0.0.1:"_s + QString::number(server->port));
    return found;
}

QStringList SandboxServers::urls() const
{
    if (m_topology.isCluster)
        return {u"redis+cluster://"_s + hosts({Part::Primary, Part::Replica}).join(u',')};
    if (m_topology.sentinels > 0)
        return {u"redis+sentinel://%1/%2"_s.arg(hosts({Part::Sentinel}).join(u','), masterName)};
    if (m_topology.replicas > 0)
        return {u"redis://"_s + hosts({Part::Primary, Part::Replica}).join(u',')};
    QStringList urls;
    for (const QString &host : hosts({Part::Primary}))
        urls.append(u"redis://"_s + host);
    return urls;
}

} // namespace lockscope::lockctl
