// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests the scan for locks: its budget, its early end, its restart after a lost connection, and
// locks that it finds without an event. And storms of changes, of which no more is read than is of
// use.
#include "tests/core/watch/server/harness.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using watch::EventType;

class TestWatchScan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void oneWalkFindsEverything_data();
    void oneWalkFindsEverything();
    void keepsToItsBudget();
    void tellsHowFarItIs();
    void canBeStopped();
    void goesOnAfterALostConnection();
    void beginsAgainWithAnotherProcess();
    void findsWhatNoEventTold();
    void aStormIsReadRarelyAndCountedWhole();
    void longNamesMakeSmallBatches();

private:
    void fill(int strings, int locks) const
    {
        const LockWriter writer(*m_server);
        writer.run("for i=1,ARGV[1] do redis.call('set','s'..i,i) end",
                   {QByteArray::number(strings)});
        writer.run("for i=1,ARGV[2] do redis.call('hset','lock:'..i,ARGV[1],1) "
                   "redis.call('pexpire','lock:'..i,600000) end",
                   {ann, QByteArray::number(locks)});
    }
    redis::Target through(const RecordingProxy &proxy) const
    {
        auto target = m_server->target();
        target.hosts.front().port = proxy.port();
        return target;
    }
    // The cursors that SCAN was asked for, each once.
    static std::vector<QByteArray> cursors(const RecordingProxy &proxy)
    {
        std::vector<QByteArray> asked;
        for (const auto &command : proxy.commands()) {
            if (command[0] == "SCAN" && (asked.empty() || asked.back() != command[1]))
                asked.push_back(command[1]);
        }
        return asked;
    }

    std::unique_ptr<RedisProcess> m_server;
};

void TestWatchScan::oneWalkFindsEverything_data()
{
    QTest::addColumn<QByteArrayList>("prefixes");
    QTest::addColumn<int>("locks");
    QTest::newRow("everywhere") << QByteArrayList{} << 202;
    QTest::newRow("one prefix") << QByteArrayList{"lock:"} << 200;
    QTest::newRow("several prefixes")
        << QByteArrayList{"lock:", "fair", "other", "s1234"}
        << 201; // a string that never expires is no lock by its prefix
}

void TestWatchScan::oneWalkFindsEverything()
{
    QFETCH(QByteArrayList, prefixes);
    QFETCH(int, locks);
    fill(5000, 200);
    const LockWriter writer(*m_server);
    writer.enqueue("fair", bob, 600'000); // free, and somebody waits
    if (prefixes.isEmpty())
        writer.acquire("other", ann, 60'000);
    RecordingProxy proxy(m_server->port());
    Watching watching(under({prefixes.begin(), prefixes.end()}));
    watching.add(through(proxy));
    QVERIFY(watching.settled());
    QCOMPARE(int(watching.locks.size()), locks);
    QCOMPARE(watching.servers[0].scan.total, m_server->command({"DBSIZE"}).integer);
    QCOMPARE(watching.servers[0].scan.scanned, watching.servers[0].scan.total);
    // Each place is asked for once, however many questions are asked there. Another walk, where
    // this machine was so slow that it has begun, is another matter.
    auto asked = cursors(proxy);
    asked.erase(std::find(asked.begin() + 1, asked.end(), "0"), asked.end());
    QVERIFY(asked.size() > 5);
    std::ranges::sort(asked);
    QVERIFY(std::ranges::adjacent_find(asked) == asked.end());
}

// A step is charged with half of the quickest answer at least, which cannot come before the server
// has done its work: so the scan takes as long as the budget makes of that, on any machine. That it
// is no more than the budget is a matter of arithmetic (tst_ladder).
void TestWatchScan::keepsToItsBudget()
{
    fill(100'000, 100);
    m_server->command({"CONFIG", "SET", "slowlog-max-len", "100000"});
    m_server->command({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    watch::WatchOptions options;
    options.budget = 0.1;
    Watching watching(options);
    const auto began = std::chrono::steady_clock::now();
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    // The server's time for each step, of two requests at the same place.
    std::vector<double> steps;
    const Reply log = m_server->command({"SLOWLOG", "GET", "-1"});
    QByteArray place;
    for (auto entry = log.elements.rbegin(); entry != log.elements.rend(); ++entry) {
        const auto &command = entry->elements[3].elements;
        if (command[0].bytes != "SCAN")
            continue;
        if (std::exchange(place, command[1].bytes) != command[1].bytes)
            steps.push_back(0);
        steps.back() += double(entry->elements[2].integer) / 1e6;
    }
    constexpr std::size_t remembered = 8;
    constexpr double withoutPause = 0.010;
    double charged = -withoutPause;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) { // nothing is waited for after the last
        const auto end = steps.begin() + std::ptrdiff_t(i) + 1;
        charged += *std::min_element(end - std::ptrdiff_t(std::min(i + 1, remembered)), end) / 2;
    }
    const double pauses = charged * (1 / options.budget - 1);
    QVERIFY2(pauses > 0, qPrintable(u"%1 steps, %2 s"_s.arg(steps.size()).arg(charged)));
    QVERIFY2(took.count() >= pauses, qPrintable(u"%1 s, %2 s"_s.arg(took.count()).arg(pauses)));
}

void TestWatchScan::tellsHowFarItIs()
{
    fill(40'000, 10);
    watch::WatchOptions options;
    options.budget = 0.03;
    Watching watching(options);
    watching.add(m_server->target());
    qint64 seen = 0;
    QVERIFY(watching.until([&] {
        const watch::ScanProgress &scan = watching.servers[0].scan;
        if (scan.running && scan.scanned < scan.total)
            seen = std::max(seen, scan.scanned);
        return !scan.running && scan.total == 40'010 && scan.scanned == scan.total;
    }));
    QVERIFY(seen > 0);
}

void TestWatchScan::canBeStopped()
{
    fill(60'000, 100);
    watch::WatchOptions options;
    options.budget = 0.0005;
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.until([&] { return watching.servers[0].scan.scanned > 0; }));
    QVERIFY(watching.servers[0].discovering);
    watching.stopScan();
    QVERIFY(watching.settled());
    QVERIFY(watching.servers[0].scan.stopped);
    QVERIFY(tellsGap(watching, u"of 60100 keys"_s));
    // Events are heard as before.
    LockWriter(*m_server).acquire("later", ann, 60'000);
    QVERIFY(watching.tells("later", "acquired"));
    // It begins anew when it is asked for.
    watching.startScan();
    QVERIFY(watching.until([&] { return watching.servers[0].scan.running; }));
    QVERIFY(!watching.servers[0].scan.stopped);
}

void TestWatchScan::goesOnAfterALostConnection()
{
    fill(25'000, 100);
    RecordingProxy proxy(m_server->port());
    watch::WatchOptions options;
    options.budget = 0.02;
    Watching watching(options);
    watching.add(through(proxy));
    QVERIFY(watching.until([&] { return cursors(proxy).size() > 20; }));
    proxy.cut();
    QVERIFY(watching.until([&] { return watching.count(EventType::ServerUp) == 1; }));
    const auto before = cursors(proxy);
    QVERIFY(watching.until([&] { return cursors(proxy).size() > before.size() + 3; }));
    const auto after = cursors(proxy);
    // The first after the cut is not the beginning; it is the one that was not answered, or follows
    // the last that was.
    QVERIFY(after[before.size()] != "0");
    // A scan rests fifty times as long as its steps take, and these take longer on a busy machine.
    QVERIFY(watching.settled(3 * patience));
    QCOMPARE(watching.locks.size(), std::size_t(100));
}

void TestWatchScan::beginsAgainWithAnotherProcess()
{
    fill(60'000, 100);
    watch::WatchOptions options;
    options.budget = 0.002;
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.until([&] { return watching.servers[0].scan.scanned > 0; }));
    QVERIFY(m_server->restart());
    fill(100, 50);
    QVERIFY(tellsGap(watching, u"another server process"_s));
    QVERIFY(watching.until(
        [&] { return !watching.servers[0].discovering && watching.locks.size() == 50; }));
}

// SWAPDB tells nobody. A sweep over the known locks finds that they are others; where there are
// none before it, or endless ones of the same names, only the scan that checks finds it.
void TestWatchScan::findsWhatNoEventTold()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    m_server->command({"SWAPDB", "0", "1"});
    watch::WatchOptions options;
    options.verifyPeriod = Millis(100);
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.locks.empty());
    m_server->command({"SWAPDB", "0", "1"});
    QVERIFY(watching.has("a"));
    QCOMPARE(watching.told("a"), QByteArray("appeared"));
    QVERIFY(tellsGap(watching, u"that no event had reported"_s));
    QCOMPARE(watching.servers[0].counters.missed, quint64(1));
}

void TestWatchScan::aStormIsReadRarelyAndCountedWhole()
{
    RecordingProxy proxy(m_server->port());
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(through(proxy));
    QVERIFY(watching.settled());
    writer.acquire("hot", ann, 60'000);
    QVERIFY(watching.has("hot"));
    const auto reads = [&] {
        return std::ranges::count_if(proxy.commands(), [](const auto &command) {
            return command.size() > 1 && command[0] == "HSCAN" && command[1] == "hot";
        });
    };
    const auto before = reads();
    const quint64 coalesced = watching.servers[0].counters.coalesced;
    const auto began = std::chrono::steady_clock::now();
    quint64 changes = 0;
    QVERIFY(watching.until([&] {
        for (int i = 0; i < 50; ++i, ++changes)
            writer.renew("hot", 60'000);
        return std::chrono::steady_clock::now() - began >= std::chrono::seconds(3);
    }));
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    QVERIFY(changes >= 500);
    // Every change is either read alone or counted with another. A message of the server is one
    // change: no connection writes twice in a tick here.
    QVERIFY(watching.until([&] {
        return watching.servers[0].counters.coalesced - coalesced + quint64(reads() - before)
            >= changes;
    }));
    // The number of renewals is unknown, and every event says so.
    const auto &holds = watching.locks["hot"].holds;
    QVERIFY(!holds.at(0).renewals.has_value());
    QVERIFY(std::ranges::any_of(watching.events, [](const watch::Event &event) {
        return event.detail.english().contains(u"changes since the last reading"_s);
    }));
    // Five at once and fifteen a second, and the last one after the storm.
    QVERIFY2(double(reads() - before) <= 15 * seconds + 5 + 2,
             qPrintable(u"%1 reads in %2 s"_s.arg(reads() - before).arg(seconds)));
}

void TestWatchScan::longNamesMakeSmallBatches()
{
    const LockWriter writer(*m_server);
    writer.run("for i=1,60 do local n='lock:'..i..string.rep('x',5000) "
               "redis.call('hset',n,ARGV[1],1) end",
               {ann});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(60));
}

LOCKSCOPE_TEST_SUITE(TestWatchScan)
#include "tst_watchscan.moc"
