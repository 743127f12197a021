// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The watch on managed servers, proxies and forks, as FlavouredServer imitates them: what it shows,
// how it watches and why, and what it says of what it cannot see.
#include "core/watch/track/liveness.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/flavourproxy.h"
#include "tests/support/testmain.h"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using watch::EventType;
using watch::WatchMode;

namespace {

struct Expected {
    const char *flavour;
    WatchMode mode; // None: it is not let in
    QString reason; // a part of it
    bool isFound = true; // a lock, by a scan
    QString error = {}; // a part of it; empty: none
    QByteArray liveness = "ghost"; // of a waiter that does not listen
};

// One server of each flavour.
const std::vector<Expected> &expectations()
{
    static const std::vector<Expected> all{
        {"elasticache", WatchMode::Channels, u"unknown subcommand 'TRACKING'"_s},
        // Patterns cannot be subscribed to there, and no other way leads to the wake-ups of locks.
        {"elasticache-serverless", WatchMode::Polling, u"unknown command 'PSUBSCRIBE'"_s},
        {"memorystore", WatchMode::Channels, u"NOPERM"_s},
        {"memorystore-5", WatchMode::Channels, u"unknown command `CLIENT`"_s},
        {"redis-software", WatchMode::Tracking, u"by RESP3, since tracking in RESP2 is refused"_s},
        {"redis-software-7.2", WatchMode::Channels, u"'client|tracking' is not allowed"_s},
        {"envoy", WatchMode::Polling, u"unknown command"_s, false, u"unknown command 'SCAN'"_s,
         "unchecked"},
        {"envoy-old", WatchMode::Polling, u"unsupported command"_s, false,
         u"unsupported command 'SCAN'"_s, "unchecked"},
        {"twemproxy", WatchMode::None, {}, false, u"closed the connection at INFO"_s},
        {"dragonfly", WatchMode::Channels, u"syntax error"_s},
        {"keydb", WatchMode::Tracking, {}, true, {}, "unchecked"},
        {"tencent", WatchMode::Channels, u"unknown subcommand 'TRACKING'"_s},
        {"tair-proxy", WatchMode::Tracking, u"unknown subcommand 'ID'"_s},
        {"upstash", WatchMode::Channels, u"unknown subcommand 'TRACKING'"_s},
        {"acl-nothing", WatchMode::Polling, u"NOPERM"_s, false, u"NOPERM"_s, {}},
    };
    return all;
}

const Expected &expected(const QByteArray &flavour)
{
    return *std::ranges::find_if(expectations(),
                                 [&](const Expected &each) { return flavour == each.flavour; });
}

// Empty: none.
QString errorOf(const watch::ServerRecord &server)
{
    return server.error ? server.error->text.english() : QString();
}

} // namespace

class TestFlavours : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init() { failOnAnyWarning(); }
    void cleanup() { m_flavoured.reset(); }

    void everyFlavourIsExpected();
    void tellsHowItWatches_data()
    {
        rows([](const Expected &) { return true; });
    }
    void tellsHowItWatches();
    void followsALockByItsName_data() { rows(isReadable); }
    void followsALockByItsName();
    void claimsNoGhostThatItCannotKnow_data() { rows(isReadable); }
    void claimsNoGhostThatItCannotKnow();
    void aClusterUrlReachesServerless();
    void serverlessIsNamedAsACluster();
    void anEvictingServerIsTold();
    void anActiveReplicaIsTold();

private:
    static bool isReadable(const Expected &row)
    {
        return row.mode != WatchMode::None && !row.liveness.isEmpty();
    }
    static void rows(bool (*isWanted)(const Expected &))
    {
        QTest::addColumn<QByteArray>("name");
        for (const Expected &row : expectations()) {
            if (isWanted(row))
                QTest::newRow(row.flavour) << QByteArray(row.flavour);
        }
    }
    [[nodiscard]] bool start(const QByteArray &name)
    {
        m_flavoured = std::make_unique<FlavouredServer>(flavour(name));
        return m_flavoured->start();
    }
    LockWriter writer() { return LockWriter(m_flavoured->server()); }

    std::unique_ptr<FlavouredServer> m_flavoured;
};

void TestFlavours::everyFlavourIsExpected()
{
    QCOMPARE(expectations().size(), flavours().size());
    for (const Flavour &each : flavours())
        QCOMPARE(QByteArray(expected(each.name).flavour), each.name);
}

void TestFlavours::tellsHowItWatches()
{
    QFETCH(QByteArray, name);
    const Expected &row = expected(name);
    QVERIFY(start(name));
    writer().acquire("lock:a", ann, 60'000);
    Watching watching(quick({"lock:"}));
    watching.add(m_flavoured->target());
    const watch::ServerRecord &server = watching.servers[0];
    if (row.mode == WatchMode::None) {
        QVERIFY(watching.until([&] {
            return server.state == watch::ServerState::Down && errorOf(server).contains(row.error);
        }));
        QVERIFY2(!errorOf(server).contains(u"TLS"_s), qPrintable(errorOf(server)));
        QVERIFY(watching.locks.empty());
        return;
    }
    QVERIFY(watching.settled());
    QVERIFY(isBy(watching, row.mode));
    QVERIFY2(server.modeReason.english().contains(row.reason),
             qPrintable(server.modeReason.english()));
    if (row.reason.isEmpty())
        QVERIFY2(server.modeReason.isEmpty(), qPrintable(server.modeReason.english()));
    if (!row.error.isEmpty()) {
        QVERIFY(watching.until([&] { return errorOf(server).contains(row.error); }));
        QVERIFY(tellsGap(watching, row.error));
    } else {
        QCOMPARE(errorOf(server), QString());
    }
    if (!row.isFound) {
        QVERIFY(watching.locks.empty());
        return;
    }
    QVERIFY(watching.has("lock:a"));
    QCOMPARE(watching.locks["lock:a"].holds.size(), std::size_t(1));
    writer().renew("lock:a", 90'000);
    QVERIFY(watching.tells("lock:a", "appeared renewed"));
    writer().acquire("lock:b", bob, 60'000);
    QVERIFY(watching.tells("lock:b", "acquired"));
    writer().unlock("lock:a");
    QVERIFY(watching.isGone("lock:a"));
    QCOMPARE(watching.told("lock:a"), "appeared renewed released"_ba);
    QVERIFY(watching.locks.contains("lock:b"));
}

// As `lockctl show NAME` does. Where no scan is allowed, this is how a lock is seen.
void TestFlavours::followsALockByItsName()
{
    QFETCH(QByteArray, name);
    QVERIFY(start(name));
    writer().acquire("lock:a", ann, 60'000);
    watch::WatchOptions options = quick();
    options.names = {LockName("lock:a")};
    Watching watching(options);
    watching.add(m_flavoured->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("lock:a"));
    QCOMPARE(watching.locks["lock:a"].holds.size(), std::size_t(1));
    QCOMPARE(watching.locks["lock:a"].holds[0].owner.bytes, ann);
    QVERIFY(watching.locks["lock:a"].holds[0].deadline.has_value());
    QCOMPARE(errorOf(watching.servers[0]), QString());
    writer().renew("lock:a", 90'000);
    QVERIFY(watching.tells("lock:a", "appeared renewed"));
    writer().unlock("lock:a");
    QVERIFY(watching.isGone("lock:a"));
    QCOMPARE(watching.told("lock:a"), "appeared renewed released"_ba);
}

// A waiter in a fair queue that does not listen is a ghost; where listeners cannot be counted, or
// may be on another server that is not asked, that is not known.
void TestFlavours::claimsNoGhostThatItCannotKnow()
{
    QFETCH(QByteArray, name);
    QVERIFY(start(name));
    writer().acquire("lock:a", ann, 60'000);
    writer().enqueue("lock:a", bob, 300'000);
    watch::WatchOptions options = under({});
    options.names = {LockName("lock:a")};
    options.events = false;
    options.checkWaiters = true;
    Watching watching(options);
    watching.add(m_flavoured->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("lock:a"));
    const watch::LockRecord &lock = watching.locks["lock:a"];
    QVERIFY(lock.waiters.has_value());
    QCOMPARE(lock.waiters->size(), std::size_t(1));
    const auto liveness = watch::livenessOf((*lock.waiters)[0], std::chrono::steady_clock::now());
    QCOMPARE(watch::name(liveness), expected(name).liveness);
}

void TestFlavours::aClusterUrlReachesServerless()
{
    QVERIFY(start("elasticache-serverless"));
    writer().acquire("lock:a", ann, 60'000);
    Watching watching(quick({"lock:"}));
    const auto target = redis::parseTarget(m_flavoured->url(true));
    QVERIFY(target);
    watching.add(*target);
    QVERIFY(watching.settled());
    QVERIFY(isBy(watching, WatchMode::Polling));
    QVERIFY(watching.has("lock:a"));
    QVERIFY(!watching.servers[0].isPartOfCluster);
    writer().unlock("lock:a");
    QVERIFY(watching.isGone("lock:a"));
    QCOMPARE(watching.told("lock:a"), "appeared released"_ba);
}

void TestFlavours::serverlessIsNamedAsACluster()
{
    QVERIFY(start("elasticache-serverless"));
    Watching watching(quick({"lock:"}));
    watching.add(m_flavoured->target());
    QVERIFY(tellsGap(watching, u"use redis+cluster://"_s));
}

void TestFlavours::anEvictingServerIsTold()
{
    QVERIFY(start("memorystore"));
    Watching watching(quick({"lock:"}));
    watching.add(m_flavoured->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.servers[0].facts.evictionPolicy, "volatile-lru"_ba);
    QVERIFY(watching.servers[0].facts.mostMemory.value_or(0) > 0);
}

void TestFlavours::anActiveReplicaIsTold()
{
    QVERIFY(start("keydb"));
    Watching watching(quick({"lock:"}));
    watching.add(m_flavoured->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.servers[0].role, "active-replica"_ba);
}

LOCKSCOPE_TEST_SUITE(TestFlavours)
#include "tst_flavours.moc"
