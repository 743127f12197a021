// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Names of owners, learned from the connections of a real server.
#include "tests/core/watch/server/userrights.h"
#include "tests/support/clocks.h"
#include "tests/support/namedclient.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray annsClient = ann.first(ann.lastIndexOf(':'));

} // namespace

class TestLearnNames : public QObject
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

    void namesAreLearned()
    {
        NamedClient client;
        QVERIFY(client.open(*m_server, "billing-" + annsClient));
        const LockWriter writer(*m_server);
        writer.acquire("lock:a", ann, 60'000);
        RecordingProxy proxy(m_server->port());
        auto options = quick({"lock:"});
        options.learnNames = true;
        ShiftedClock clock;
        Watching watching(options, clock);
        watching.add(through(proxy, m_server->target()));
        QVERIFY(watching.until([&] { return watching.servers[0].learned != nullptr; }));
        QCOMPARE(*watching.servers[0].learned,
                 (std::vector<AliasRule>{{annsClient, u"billing"_s, AliasOrigin::Learned}}));
        // A new owner waits for its turn, a minute later.
        QCOMPARE(countOf(proxy, "CLIENT", "LIST"), qsizetype(1));
        writer.acquire("lock:b", bob, 60'000);
        QVERIFY(watching.has("lock:b"));
        const int sweeps = proxy.count("TIME");
        QVERIFY(watching.until([&] { return proxy.count("TIME") >= sweeps + 2; }));
        QCOMPARE(countOf(proxy, "CLIENT", "LIST"), qsizetype(1));
        clock.advance(std::chrono::minutes(1));
        QVERIFY(watching.until([&] { return countOf(proxy, "CLIENT", "LIST") == 2; }));
    }

    void nobodyAsksUnasked()
    {
        const LockWriter writer(*m_server);
        writer.acquire("lock:a", ann, 60'000);
        RecordingProxy proxy(m_server->port());
        Watching watching(quick({"lock:"}));
        watching.add(through(proxy, m_server->target()));
        QVERIFY(watching.has("lock:a"));
        const int sweeps = proxy.count("TIME");
        QVERIFY(watching.until([&] { return proxy.count("TIME") >= sweeps + 2; }));
        QCOMPARE(countOf(proxy, "CLIENT", "LIST"), qsizetype(0));
        QVERIFY(!watching.servers[0].learned);
    }

    void oneLookLearnsToo()
    {
        NamedClient client;
        QVERIFY(client.open(*m_server, annsClient + ":billing"));
        LockWriter(*m_server).acquire("lock:a", ann, 60'000);
        auto options = quick({"lock:"});
        options.learnNames = true;
        options.events = false;
        Watching watching(options);
        watching.add(m_server->target());
        QVERIFY(watching.settled());
        QVERIFY(watching.servers[0].learned);
        QCOMPARE(watching.servers[0].learned->front().name, u"billing"_s);
    }

    // Told once, and everything else goes on.
    void whoMayNotAskIsToldOnce()
    {
        LockWriter(*m_server).acquire("lock:a", ann, 60'000);
        auto options = quick({"lock:"});
        options.learnNames = true;
        RecordingProxy proxy(m_server->port());
        Watching watching(options);
        watching.add(through(
            proxy, userOf(*m_server, reading + tracking + channels + QByteArrayList{"~*"})));
        QVERIFY(tellsGap(watching, u"owner names cannot be learned"_s));
        QVERIFY(watching.until([&] { return watching.servers[0].learningRefusal.has_value(); }));
        QCOMPARE(watching.servers[0].learningRefusal->kind, ErrorKind::Permission);
        QVERIFY(!watching.servers[0].error);
        LockWriter(*m_server).acquire("lock:b", bob, 60'000);
        QVERIFY(watching.has("lock:b"));
        const int sweeps = proxy.count("TIME");
        QVERIFY(watching.until([&] { return proxy.count("TIME") >= sweeps + 3; }));
        QCOMPARE(countOf(proxy, "CLIENT", "LIST"), qsizetype(1));
        const auto told = std::ranges::count_if(watching.events, [](const watch::Event &event) {
            return event.detail.english().contains("cannot be learned"_L1);
        });
        QCOMPARE(static_cast<int>(told), 1);
    }

private:
    std::unique_ptr<RedisProcess> m_server;
};

LOCKSCOPE_TEST_SUITE(TestLearnNames)
#include "tst_learnnames.moc"
