// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandbox.h"

#include "app/lockctl/common/printing.h"
#include "app/lockctl/sandbox/sandboxscenes.h"
#include "core/base/text.h"

#include <QCoreApplication>

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
constexpr int tolerableFailures = 10;

bool isOutputRead()
{
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) <= 0 || (output.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

} // namespace

Sandbox::Sandbox(const SandboxTopology &topology, bool isCalm, QObject *parent)
    : Running(parent)
    , m_isCalm(isCalm)
    , m_servers(topology, isCalm)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this,
            [this] { end(Unreachable, u"the sandbox did not start in time"_s); });
    connect(&m_readers, &QTimer::timeout, this, &Sandbox::endUnread);
    connect(&m_servers, &SandboxServers::ready, this, [this] {
        m_state = State::Playing;
        startClients();
    });
    connect(&m_servers, &SandboxServers::failed, this,
            [this](const QString &complaint) { end(Unreachable, complaint); });
    connect(&m_servers, &SandboxServers::ended, this, &Sandbox::finishWhenAllEnded);
}

Sandbox::~Sandbox() = default;

void Sandbox::start()
{
    m_patience.start(startPatience);
    m_readers.start(readersInterval);
    m_servers.start();
}

void Sandbox::interrupt(int /*signal*/)
{
    end(Done);
}

// A scene across servers needs several, and one on a certain server plays on the last where there
// are fewer.
bool Sandbox::isPlayed(const SandboxScene &scene) const
{
    const auto absent = m_isCalm ? SandboxScene::In::Lively : SandboxScene::In::Calm;
    return scene.in != absent && (scene.server || m_servers.urls().size() > 1);
}

void Sandbox::startClients()
{
    for (const SandboxScene &scene : sandboxScenes()) {
        if (!isPlayed(scene))
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
    const QStringList urls = m_servers.urls();
    if (const auto place = client.scene->server) {
        arguments << u"--url"_s << urls.at(std::min(qsizetype(*place), urls.size() - 1));
    } else {
        for (const QString &url : urls)
            arguments << u"--url"_s << url;
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
    for (const QString &url : m_servers.urls())
        urls.append(u'"' + url + u'"');
    const QString line = u"{\"servers\":[%1],\"pid\":%2}\n"_s.arg(urls.join(u','))
                             .arg(QCoreApplication::applicationPid());
    if (!writeOut(line))
        end(Done);
}

// Ends the sandbox when nobody reads its output any more: the process that started it is gone.
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
    m_servers.kill();
    finishWhenAllEnded();
}

void Sandbox::finishWhenAllEnded()
{
    const auto isRunning = [](const auto &each) { return each->process->isRunning(); };
    if (m_servers.isRunning() || std::any_of(m_clients.begin(), m_clients.end(), isRunning))
        return;
    Q_EMIT finished(m_status);
}

} // namespace lockscope::lockctl
