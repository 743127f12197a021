// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the resident memory of a lock, with all data that the console keeps for it: the watch's
// book and the table's model. The watch runs in a process of its own, as in the console, over a
// server without locks and over one that is full of them; the difference is reported a lock, beside
// the bytes of its name and its owner.
#include "core/base/clock.h"
#include "core/watch/server/watcher.h"
#include "tests/bench/report.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/client/watchclient.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QProcess>
#include <QThread>

#include <hiredis/hiredis.h>
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

void fill(const RedisProcess &server, int locks)
{
    redisContext *const context = redisConnect("127.0.0.1", server.port());
    for (int lock = 0; lock < locks; ++lock) {
        redisAppendCommand(context, "HSET %s %s 1", nameOf(lock).constData(),
                           ownerOf(lock).constData());
        redisAppendCommand(context, "PEXPIRE %s 3600000", nameOf(lock).constData());
        for (int i = 0; i < 2; ++i) {
            void *reply = nullptr;
            if (redisGetReply(context, &reply) != REDIS_OK)
                qFatal("the server cannot be filled: %s", context->errstr);
            freeReplyObject(reply);
        }
    }
    redisFree(context);
}

double residentBytes()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no /proc");
    return file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE));
}

// The process that watches: says how large it is when it knows so many locks.
void watchAndTell(quint16 port, std::size_t locks)
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
    const auto target = redis::parseTarget(u"redis://127.0.0.1:%1"_s.arg(port));
    QMetaObject::invokeMethod(watcher, [&] { watcher->addServer({0}, {0}, *target); });
    const auto isComplete = [&] {
        const watch::ServerRecord *const server = client.servers().find(watch::ServerId{0});
        return server && !server->discovering && client.locks().lockCount() == locks
            && client.locks().rowCount() == int(locks) && !client.locks().isOrdering();
    };
    if (!eventually(isComplete, longest))
        qFatal("only %zu locks were found", client.locks().lockCount());
    // At rest: temporary memory is released by then.
    double resident = residentBytes();
    while (!eventually([&] { return false; }, Millis(1000)) && residentBytes() < resident)
        resident = residentBytes();
    std::printf("%.0f\n", resident);
    std::fflush(stdout);
    QMetaObject::invokeMethod(watcher, [watcher] {
        watcher->stop();
        watcher->deleteLater();
        QThread::currentThread()->quit();
    });
    thread.wait();
}

double sizeOver(const RedisProcess &server, int locks)
{
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(
        QCoreApplication::applicationFilePath(),
        {u"--child"_s, QString::number(server.port()), u"--locks"_s, QString::number(locks)});
    if (!eventually([&] { return child.state() == QProcess::NotRunning; }, 2 * longest))
        qFatal("the watching process does not end");
    return child.readAllStandardOutput().trimmed().toDouble();
}

void report(int locks, int runs, bool json)
{
    RedisProcess empty;
    RedisProcess full;
    if (!empty.start() || !full.start())
        qFatal("redis-server does not start");
    fill(full, locks);
    double text = 0;
    for (int lock = 0; lock < locks; ++lock)
        text += double(nameOf(lock).size() + ownerOf(lock).size());
    std::vector<double> bytes;
    std::vector<double> ratios;
    for (int run = 0; run < runs; ++run) {
        bytes.push_back((sizeOver(full, locks) - sizeOver(empty, 0)) / locks);
        ratios.push_back(bytes.back() / (text / locks));
    }
    Report out(json);
    out.add("memory", "watch+model", "bytes a lock", bytes);
    out.add("memory", "watch+model", "of name+owner", ratios);
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
                       {u"child"_s, u"Watch the server on PORT and tell the size."_s, u"PORT"_s}});
    parser.process(application);
    const int locks = parser.value(u"locks"_s).toInt();
    const int runs = parser.value(u"runs"_s).toInt();
    if (parser.isSet(u"child"_s)) {
        watchAndTell(parser.value(u"child"_s).toUShort(), std::size_t(locks));
        return 0;
    }
    if (locks < 1 || runs < 1)
        qFatal("every option takes a positive number");
    report(locks, runs, parser.isSet(u"json"_s));
    return 0;
}
