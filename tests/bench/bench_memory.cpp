// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the resident memory of a lock, with all data that the console keeps for it: the watch's
// book and the table's model. The watch runs in a process of its own, as in the console, over a
// server without locks and over one that is full of them; the difference is reported a lock, beside
// the bytes of its name and its owner. With --shards the locks are on the three primaries of a
// cluster and, as many, on three servers of their own, by turns: memory, and the time until all are
// known.
#include "core/base/clock.h"
#include "core/watch/server/watcher.h"
#include "tests/bench/report.h"
#include "tests/support/clusterset.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/client/watchclient.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QProcess>
#include <QThread>

#include <unistd.h>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

constexpr Millis longest = std::chrono::minutes(5);

QByteArray nameOf(int lock)
{
    return "orders:checkout:" + QByteArray::number(lock).rightJustified(6, '0');
}

QByteArray ownerOf(int lock)
{
    return "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:" + QByteArray::number(lock % 500);
}

// Each lock on the node of a cluster that keeps it, or on all servers by turns.
void fill(const std::vector<const RedisProcess *> &servers, int locks, bool isCluster)
{
    static const QByteArray script = R"(
        for i = tonumber(ARGV[1]), tonumber(ARGV[3]) - 1, tonumber(ARGV[2]) do
            local name = string.format('orders:checkout:%06d', i)
            local owner = '3f1c2a5e-9b7d-4c11-8a22-0123456789ab:' .. (i % 500)
            if type(redis.pcall('HSET', name, owner, 1)) == 'number' then
                redis.call('PEXPIRE', name, 3600000)
            end
        end)";
    qint64 written = 0;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const QByteArray first = QByteArray::number(isCluster ? 0 : int(i));
        const QByteArray step = QByteArray::number(isCluster ? 1 : int(servers.size()));
        servers[i]->command({"EVAL", script, "0", first, step, QByteArray::number(locks)});
        written += servers[i]->command({"DBSIZE"}).integer;
    }
    if (written != locks)
        qFatal("only %lld locks were written", written);
}

double residentBytes()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no /proc");
    return file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE));
}

struct Told {
    double bytes = 0; // resident, with all locks known
    double seconds = 0; // until they were known
};

// The process that watches: says how large it is when it knows so many locks, and when it did.
void watchAndTell(const QStringList &urls, std::size_t locks)
{
    const SystemClock clock;
    watch::IdentityAllocator ids;
    ui::WatchClient client(clock);
    QThread thread;
    watch::WatchOptions options;
    options.prefixes = {"orders:"};
    auto *watcher = new watch::Watcher(options, client.addSource(), clock, ids);
    watcher->moveToThread(&thread);
    thread.start();
    const auto begun = std::chrono::steady_clock::now();
    for (const QString &url : urls)
        QMetaObject::invokeMethod(watcher, [&, target = *redis::parseTarget(url)] {
            watcher->addServer(ids.newDeployment(), ids.newServer(), target);
        });
    const auto isKnown = [](const ui::ServerRow &row) {
        return row.server.state == watch::ServerState::Up && !row.server.discovering;
    };
    const auto isComplete = [&] {
        const auto &rows = client.servers().rows();
        return rows.size() >= std::size_t(urls.size()) && std::ranges::all_of(rows, isKnown)
            && client.locks().lockCount() == locks && client.locks().rowCount() == int(locks)
            && !client.locks().isOrdering();
    };
    if (!eventually(isComplete, longest))
        qFatal("only %zu locks were found", client.locks().lockCount());
    const double took = Seconds(std::chrono::steady_clock::now() - begun).count();
    // At rest: temporary memory is released by then.
    double resident = residentBytes();
    while (!eventually([&] { return false; }, Millis(1000)) && residentBytes() < resident)
        resident = residentBytes();
    std::printf("%.0f %.3f\n", resident, took);
    std::fflush(stdout);
    QMetaObject::invokeMethod(watcher, [watcher] {
        watcher->stop();
        watcher->deleteLater();
        QThread::currentThread()->quit();
    });
    thread.wait();
}

Told watchInChild(const QStringList &urls, int locks)
{
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(),
                QStringList{u"--locks"_s, QString::number(locks), u"--child"_s} + urls);
    if (!eventually([&] { return child.state() == QProcess::NotRunning; }, 2 * longest))
        qFatal("the watching process does not end");
    const QByteArrayList words = child.readAllStandardOutput().trimmed().split(' ');
    return {words.value(0).toDouble(), words.value(1).toDouble()};
}

void report(int locks, int runs, bool json)
{
    RedisProcess empty;
    RedisProcess full;
    if (!empty.start() || !full.start())
        qFatal("redis-server does not start");
    fill({&full}, locks, false);
    double text = 0;
    for (int lock = 0; lock < locks; ++lock)
        text += double(nameOf(lock).size() + ownerOf(lock).size());
    std::vector<double> bytes;
    std::vector<double> ratios;
    for (int run = 0; run < runs; ++run) {
        const double used = watchInChild({full.url()}, locks).bytes;
        bytes.push_back((used - watchInChild({empty.url()}, 0).bytes) / locks);
        ratios.push_back(bytes.back() / (text / locks));
    }
    Report out(json);
    out.add("memory", "watch+model", "bytes a lock", bytes);
    out.add("memory", "watch+model", "of name+owner", ratios);
}

void reportShards(int locks, int runs, bool json)
{
    const ClusterSetOptions options{.replicas = 0};
    ClusterSet emptyCluster(options);
    ClusterSet fullCluster(options);
    std::vector<RedisProcess> empty(3);
    std::vector<RedisProcess> full(3);
    const auto starts = [](RedisProcess &server) { return server.start(); };
    if (!emptyCluster.start() || !fullCluster.start() || !std::ranges::all_of(empty, starts)
        || !std::ranges::all_of(full, starts))
        qFatal("a server does not start");
    QStringList emptyUrls;
    QStringList fullUrls;
    std::vector<const RedisProcess *> shards;
    std::vector<const RedisProcess *> singles;
    for (std::size_t i = 0; i < full.size(); ++i) {
        emptyUrls += empty[i].url();
        fullUrls += full[i].url();
        singles.push_back(&full[i]);
        shards.push_back(fullCluster.primaries().at(i));
    }
    fill(shards, locks, true);
    fill(singles, locks, false);
    std::vector<double> clusterBytes;
    std::vector<double> singlesBytes;
    std::vector<double> clusterTime;
    std::vector<double> singlesTime;
    std::vector<double> memory;
    std::vector<double> discovery;
    for (int run = 0; run < runs; ++run) {
        const Told cluster = watchInChild({fullCluster.url()}, locks);
        const Told alone = watchInChild(fullUrls, locks);
        clusterBytes.push_back((cluster.bytes - watchInChild({emptyCluster.url()}, 0).bytes)
                               / locks);
        singlesBytes.push_back((alone.bytes - watchInChild(emptyUrls, 0).bytes) / locks);
        clusterTime.push_back(cluster.seconds);
        singlesTime.push_back(alone.seconds);
        memory.push_back(clusterBytes.back() / singlesBytes.back());
        discovery.push_back(cluster.seconds / alone.seconds);
    }
    Report out(json);
    out.add("shards", "three servers", "bytes a lock", singlesBytes);
    out.add("shards", "cluster of three", "bytes a lock", clusterBytes);
    out.add("shards", "cluster of three", "of three servers' bytes", memory);
    out.add("shards", "three servers", "s to know all", singlesTime);
    out.add("shards", "cluster of three", "s to know all", clusterTime);
    out.add("shards", "cluster of three", "of three servers' time", discovery);
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"How many locks there are."_s, u"N"_s, u"100000"_s},
                       {u"runs"_s, u"Number of runs."_s, u"N"_s, u"5"_s},
                       {u"json"_s, u"A line of JSON for each figure."_s},
                       {u"shards"_s, u"On three primaries of a cluster beside three servers."_s},
                       {u"child"_s, u"Watch the servers at these addresses and tell the size."_s}});
    parser.process(application);
    const int locks = parser.value(u"locks"_s).toInt();
    const int runs = parser.value(u"runs"_s).toInt();
    if (parser.isSet(u"child"_s)) {
        watchAndTell(parser.positionalArguments(), std::size_t(locks));
        return 0;
    }
    if (locks < 1 || runs < 1)
        qFatal("every option takes a positive number");
    if (parser.isSet(u"shards"_s))
        reportShards(locks, runs, parser.isSet(u"json"_s));
    else
        report(locks, runs, parser.isSet(u"json"_s));
    return 0;
}
