// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/cluster.h"

#include "tests/support/waiting.h"

#include <QDir>
#include <QProcess>

#include <sys/prctl.h>

#include <csignal>

using namespace Qt::StringLiterals;

namespace lockscope::faults {

// One client process, and how far its history was read.
struct Cluster::Client {
    QProcess process;
    QByteArray historyPath;
    int generation = 0;
    qint64 readTo = 0;
    std::map<QByteArray, QByteArray> held; // worker, lock
    std::map<QByteArray, qint64> lastGrants; // by lock

    void signal(int number) const
    {
        if (process.state() != QProcess::NotRunning)
            ::kill(static_cast<pid_t>(process.processId()), number);
    }
    void readOn();
};

void Cluster::Client::readOn()
{
    QFile file(QString::fromUtf8(historyPath));
    if (!file.open(QIODevice::ReadOnly) || !file.seek(readTo))
        return;
    for (QByteArray line = file.readLine(); line.endsWith('\n'); line = file.readLine()) {
        readTo += line.size();
        const auto event = fromLine(line);
        if (!event)
            continue;
        if (event->op == Op::Acquire && event->phase == Phase::Ok) {
            held[event->proc] = event->lock;
            lastGrants[event->lock] = event->t;
        } else if (event->op == Op::Release || event->op == Op::Lost) {
            held.erase(event->proc);
        }
    }
}

Cluster::Cluster(ClusterOptions options)
    : m_options(std::move(options))
    , m_random(m_options.seed)
{
    const QByteArray folder = m_options.folder + '/';
    m_options.plan.witnessPath = folder + "witness";
    if (m_options.topology == Topology::Sentinel)
        m_sentinels = std::make_unique<test::SentinelSet>();
    if (m_options.topology == Topology::Cluster)
        m_shards = std::make_unique<test::ClusterSet>();
    if (isDeployment())
        m_options.servers = 0;
    for (int i = 0; i < servers(); ++i) {
        test::RedisOptions redis;
        redis.arguments = {u"--enable-debug-command"_s, u"local"_s};
        if (m_options.isDurable)
            redis.arguments += {u"--appendonly"_s, u"yes"_s, u"--appendfsync"_s, u"no"_s};
        if (m_options.shiftsServers) {
            const QByteArray path = folder + "server-clock-" + QByteArray::number(i);
            m_serverClocks.push_back(std::make_unique<ClockShift>(path));
            redis.environment = m_serverClocks.back()->environment();
        }
        m_servers.push_back(std::make_unique<test::RedisProcess>(redis));
    }
    for (int i = 0; i < clients(); ++i) {
        auto &client = m_clients.emplace_back(std::make_unique<Client>());
        client->process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
        client->process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        if (m_options.shiftsClients) {
            const QByteArray path = folder + "client-clock-" + QByteArray::number(i);
            m_clientClocks.push_back(std::make_unique<ClockShift>(path));
            client->process.setEnvironment(QProcess::systemEnvironment()
                                           + m_clientClocks.back()->environment());
        }
    }
}

Cluster::~Cluster()
{
    for (const auto &client : m_clients) {
        client->signal(SIGKILL);
        client->process.waitForFinished();
    }
}

bool Cluster::startServers()
{
    if (m_sentinels && !m_sentinels->start())
        return false;
    if (m_sentinels && m_options.lagsAtFirst)
        holdReplicas();
    if (m_sentinels)
        return true;
    if (m_shards)
        return m_shards->start();
    for (const auto &server : m_servers) {
        if (!server->start())
            return false;
    }
    if (!m_options.isProxied)
        return true;
    for (int client = 0; client < clients(); ++client) {
        auto &row = m_proxies.emplace_back();
        for (int i = 0; i < servers(); ++i)
            row.push_back(std::make_unique<FaultProxy>(server(i).port(), quint32(m_random())));
    }
    return true;
}

void Cluster::startClients()
{
    for (int i = 0; i < clients(); ++i)
        startClient(i);
}

void Cluster::startClient(int index)
{
    Client &client = *m_clients[std::size_t(index)];
    ClientPlan plan = m_options.plan;
    plan.name = 'c' + QByteArray::number(index) + '.' + QByteArray::number(client.generation);
    plan.seed = quint32(m_random());
    plan.historyPath = m_options.folder + '/' + plan.name + ".jsonl";
    if (isDeployment())
        plan.urls << (m_sentinels ? m_sentinels->url() : m_shards->url());
    for (int i = 0; i < servers(); ++i)
        plan.urls << (m_options.isProxied
                          ? u"redis://127.0.0.1:"_s + QString::number(proxy(index, i).port())
                          : server(i).url());
    client.historyPath = plan.historyPath;
    client.readTo = 0;
    client.held.clear();
    client.process.start(QStringLiteral(FAULTCLIENT_PATH), {QString::fromUtf8(plan.toJson())});
    client.process.waitForStarted();
}

std::vector<test::RedisProcess *> Cluster::keepers() const
{
    if (m_sentinels)
        return {m_sentinels->primary()};
    if (m_shards)
        return m_shards->primaries();
    std::vector<test::RedisProcess *> all;
    for (const auto &server : m_servers)
        all.push_back(server.get());
    return all;
}

// Bytes that the replicas have not read yet are lost with the connection.
void Cluster::holdReplicas()
{
    for (test::RedisProcess *const replica : m_sentinels->replicas())
        replica->pause();
    m_sentinels->primary()->command({"CLIENT", "KILL", "TYPE", "replica"});
}

void Cluster::failOver(bool byKill)
{
    const int shard = m_shards ? any(m_shards->shardCount()) : 0;
    bool isDone = false;
    if (!byKill) {
        isDone = m_sentinels ? m_sentinels->failover() : m_shards->failover(shard);
    } else {
        m_away = m_sentinels ? &m_sentinels->killPrimary() : &m_shards->killPrimary(shard);
        if (m_sentinels) {
            for (test::RedisProcess *const replica : m_sentinels->replicas())
                replica->resume();
        }
        isDone =
            m_sentinels ? m_sentinels->awaitPromotion(*m_away) : m_shards->awaitPromotion(*m_away);
    }
    if (!isDone)
        qFatal("no replica was promoted");
}

void Cluster::bringBack()
{
    if (m_away && !m_away->start())
        qFatal("a server does not come back");
    m_away = nullptr;
    if (m_sentinels ? !m_sentinels->settle() : !m_shards->settle())
        qFatal("the servers do not settle");
}

bool Cluster::stopClients()
{
    bool allEndedWell = true;
    for (const auto &client : m_clients) {
        client->signal(SIGCONT);
        client->process.closeWriteChannel();
    }
    for (std::size_t i = 0; i < m_clients.size(); ++i) {
        QProcess &process = m_clients[i]->process;
        const bool hasEnded = test::eventually(
            [&] { return process.state() == QProcess::NotRunning; }, Millis(60'000));
        if (hasEnded && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
            continue;
        allEndedWell = false;
        qCritical("client %zu %s", i, hasEnded ? "failed" : "did not end");
        m_clients[i]->signal(SIGKILL);
        process.waitForFinished();
    }
    return allEndedWell;
}

FaultProxy &Cluster::proxy(int client, int server)
{
    return *m_proxies[std::size_t(client)][std::size_t(server)];
}

void Cluster::forEachProxyOf(int server, const std::function<void(FaultProxy &)> &function)
{
    for (const auto &row : m_proxies)
        function(*row[std::size_t(server)]);
}

// Until all of its threads stand still: it can no longer write down anything.
void Cluster::pauseClient(int index)
{
    const Client &client = *m_clients[std::size_t(index)];
    client.signal(SIGSTOP);
    const QString tasks = u"/proc/%1/task"_s.arg(client.process.processId());
    const auto isStopped = [&](const QString &task) {
        QFile file(tasks + u'/' + task + u"/stat"_s);
        if (!file.open(QIODevice::ReadOnly))
            return true; // ended
        const QByteArray stat = file.readAll();
        return stat.mid(stat.lastIndexOf(')') + 2, 1) == "T";
    };
    (void)test::eventually([&] {
        return std::ranges::all_of(QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
                                   isStopped);
    });
}

void Cluster::resumeClient(int index)
{
    m_clients[std::size_t(index)]->signal(SIGCONT);
}

void Cluster::killClient(int index)
{
    Client &client = *m_clients[std::size_t(index)];
    client.signal(SIGKILL);
    client.process.waitForFinished();
    ++client.generation;
    ++m_killed;
    startClient(index);
}

bool Cluster::holds(int client, const QByteArray &kind)
{
    Client &one = *m_clients[std::size_t(client)];
    one.readOn();
    return std::ranges::any_of(
        one.held, [&](const auto &held) { return kind.isEmpty() || kindOf(held.second) == kind; });
}

bool Cluster::wasGrantedSince(const QByteArray &lock, qint64 t)
{
    return std::ranges::any_of(m_clients, [&](const auto &client) {
        client->readOn();
        const auto found = client->lastGrants.find(lock);
        return found != client->lastGrants.end() && found->second > t;
    });
}

qint64 Cluster::witnessed(std::size_t lock)
{
    return Witness(m_options.plan.witnessPath).total(lock, m_options.plan.locks[lock].isFenced());
}

} // namespace lockscope::faults
