// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandbox.h"

#include "app/lockctl/common/printing.h"
#include "app/lockctl/sandbox/sandboxscenes.h"
#include "core/base/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>
#include <QTcpServer>

#include <poll.h>
#include <unistd.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using namespace std::chrono_literals;

constexpr Millis startPatience = 60s;
constexpr Millis readersInterval = 500ms;
constexpr Millis clientPause = 1s;
constexpr int serverAttempts = 5;
constexpr int tolerableFailures = 10;

quint16 freePort()
{
    QTcpServer probe;
    probe.listen(QHostAddress::LocalHost);
    return probe.serverPort();
}

bool isOutputRead()
{
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) <= 0 || (output.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

} // namespace

Sandbox::Sandbox(bool isCalm, QObject *parent)
    : Running(parent)
    , m_isCalm(isCalm)
    , m_folder(isCalm ? std::make_unique<QTemporaryDir>() : nullptr)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this,
            [this] { end(Unreachable, u"the sandbox did not start in time"_s); });
    connect(&m_readers, &QTimer::timeout, this, &Sandbox::endUnread);
}

Sandbox::~Sandbox() = default;

void Sandbox::start()
{
    m_redis = QStandardPaths::findExecutable(u"redis-server"_s);
    if (m_redis.isEmpty()) {
        end(Unreachable,
            u"the program redis-server was not found; install its package (Debian, Ubuntu: "
            "apt-get install redis-server)"_s);
        return;
    }
    m_patience.start(startPatience);
    m_readers.start(readersInterval);
    for (std::size_t i = 0; i < sandboxServers; ++i) {
        Server &server = *m_servers.emplace_back(std::make_unique<Server>());
        server.process = std::make_unique<SandboxProcess>();
        connect(server.process.get(), &SandboxProcess::printed, this,
                [this, &server](const QByteArray &line) { onServerPrinted(server, line); });
        connect(server.process.get(), &SandboxProcess::ended, this,
                [this, &server] { onServerEnded(server); });
    }
    for (const auto &server : m_servers)
        startServer(*server);
}

void Sandbox::interrupt(int /*signal*/)
{
    end(Done);
}

// Nothing is kept on disk: it saves nothing, and cannot, should somebody ask it to: /proc takes no
// files. Without a log file it logs to us. A calm one keeps its append-only file while it runs.
QStringList Sandbox::serverArguments(quint16 port) const
{
    const QString number = QString::number(port);
    QString folder = u"/proc"_s;
    if (m_folder) {
        folder = m_folder->filePath(number);
        QDir().mkpath(folder);
    }
    return {u"--port"_s,
            number,
            u"--bind"_s,
            u"127.0.0.1"_s,
            u"--protected-mode"_s,
            u"yes"_s,
            u"--save"_s,
            QString(),
            u"--appendonly"_s,
            m_folder ? u"yes"_s : u"no"_s,
            u"--dir"_s,
            folder,
            u"--daemonize"_s,
            u"no"_s,
            u"--maxmemory"_s,
            u"64mb"_s};
}

void Sandbox::startServer(Server &server)
{
    // A port that is free now may be taken a moment later; the server tells.
    ++server.attempts;
    server.port = freePort();
    server.process->start(m_redis, serverArguments(server.port));
}

void Sandbox::onServerPrinted(Server &server, const QByteArray &line)
{
    // Said by this very process once it listens: nobody else can have the port.
    if (m_state != State::Starting || !line.contains("eady to accept connections"))
        return;
    server.isReady = true;
    if (std::all_of(m_servers.begin(), m_servers.end(),
                    [](const auto &each) { return each->isReady; })) {
        m_state = State::Playing;
        startClients();
    }
}

void Sandbox::onServerEnded(Server &server)
{
    if (m_state == State::Ending)
        finishWhenAllEnded();
    else if (!server.isReady && server.attempts < serverAttempts)
        startServer(server);
    else
        end(Unreachable,
            u"%1 exited: %2"_s.arg(server.isReady ? u"a server of the sandbox"_s
                                                  : u"redis-server"_s,
                                   visibleElided(server.process->lastWords().trimmed(), 2000)));
}

QString Sandbox::url(std::size_t server) const
{
    return u"redis://127.0.0.1:%1"_s.arg(m_servers[server]->port);
}

void Sandbox::startClients()
{
    const auto absent = m_isCalm ? SandboxScene::In::Lively : SandboxScene::In::Calm;
    for (const SandboxScene &scene : sandboxScenes()) {
        if (scene.in == absent)
            continue;
        for (int part = 0; part < scene.parts; ++part) {
            Client &client = *m_clients.emplace_back(std::make_unique<Client>());
            client.scene = &scene;
            client.part = part;
            client.process = std::make_unique<SandboxProcess>();
            connect(client.process.get(), &SandboxProcess::printed, this,
                    [this, &client](const QByteArray &line) { onClientPrinted(client, line); });
            connect(client.process.get(), &SandboxProcess::ended, this,
                    [this, &client] { onClientEnded(client); });
        }
    }
    for (const auto &client : m_clients)
        startClient(*client);
}

void Sandbox::startClient(Client &client)
{
    if (m_state != State::Playing)
        return;
    client.isKilled = false;
    QStringList arguments{u"sandbox"_s, u"client"_s, QString::fromLatin1(client.scene->name),
                          QString::number(client.part)};
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        if (!client.scene->server || *client.scene->server == i)
            arguments << u"--url"_s << url(i);
    }
    client.process->start(QCoreApplication::applicationFilePath(), arguments);
}

void Sandbox::onClientPrinted(Client &client, const QByteArray &line)
{
    const QByteArrayList words = line.split(' ');
    const Millis time(words.value(1).toLongLong());
    if (m_state != State::Playing)
        return;
    if (words.front() == "placed") {
        client.isPlaced = true;
        announce();
    } else if (words.front() == "kill") {
        client.isKilled = true;
        client.absence = time;
        client.process->kill();
    } else if (words.front() == "stop") {
        client.process->stopFor(time);
    } else {
        writeError(u"lockctl: sandbox, %1: %2\n"_s.arg(QString::fromLatin1(client.scene->name),
                                                       visibleElided(line, 500)));
    }
}

void Sandbox::onClientEnded(Client &client)
{
    if (m_state == State::Ending) {
        finishWhenAllEnded();
        return;
    }
    if (!client.isKilled && ++m_failures > tolerableFailures) {
        end(Unreachable,
            u"the clients of the sandbox keep exiting: %1"_s.arg(
                visibleElided(client.process->lastWords().trimmed(), 2000)));
        return;
    }
    QTimer::singleShot(client.isKilled ? client.absence : clientPause, this,
                       [this, &client] { startClient(client); });
}

// One line, once every scene has been set.
void Sandbox::announce()
{
    if (m_isAnnounced || !std::all_of(m_clients.begin(), m_clients.end(), [](const auto &each) {
            return each->isPlaced;
        }))
        return;
    m_isAnnounced = true;
    m_patience.stop();
    QStringList urls;
    for (std::size_t i = 0; i < m_servers.size(); ++i)
        urls.append(u'"' + url(i) + u'"');
    const QString line = u"{\"servers\":[%1],\"pid\":%2}\n"_s.arg(urls.join(u','))
                             .arg(QCoreApplication::applicationPid());
    if (!writeOut(line))
        end(Done);
}

// Whoever started it and reads from it is gone.
void Sandbox::endUnread()
{
    if (!isOutputRead())
        end(Done);
}

void Sandbox::end(int status, const QString &complaint)
{
    if (m_state == State::Ending)
        return;
    m_state = State::Ending;
    m_status = status;
    m_patience.stop();
    m_readers.stop();
    if (!complaint.isEmpty())
        writeError(u"lockctl: %1\n"_s.arg(complaint));
    // The clients before their servers.
    for (const auto &client : m_clients)
        client->process->kill();
    for (const auto &server : m_servers)
        server->process->kill();
    finishWhenAllEnded();
}

void Sandbox::finishWhenAllEnded()
{
    const auto isRunning = [](const auto &each) { return each->process->isRunning(); };
    if (std::any_of(m_clients.begin(), m_clients.end(), isRunning)
        || std::any_of(m_servers.begin(), m_servers.end(), isRunning))
        return;
    Q_EMIT finished(m_status);
}

} // namespace lockscope::lockctl
