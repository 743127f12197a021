// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/workbench.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestWorkbench : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<Workbench> m_bench;
    std::vector<Entry> m_entries;

    AcquireRequest request(const QByteArray &kind = "reentrant"_ba) const
    {
        AcquireRequest request;
        request.server.target = m_server.target();
        request.name = LockName("job"_ba);
        request.kind = kind;
        return request;
    }
    Entry entry(int id) const
    {
        for (const Entry &entry : m_entries) {
            if (entry.id == id)
                return entry;
        }
        return {};
    }
    bool becomes(int id, Entry::State state)
    {
        return eventually([&] { return entry(id).id == id && entry(id).state == state; });
    }
    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(run({"FLUSHALL"_ba}).isOk());
        m_entries.clear();
        m_bench = std::make_unique<Workbench>();
        connect(m_bench.get(), &Workbench::changed, this,
                [this](const std::vector<Entry> &entries) { m_entries = entries; });
    }
    void cleanup() { m_bench.reset(); }

    void takesReentersAndReleases()
    {
        const int id = m_bench->acquire(request());
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(entry(id).count, 1);
        QCOMPARE(entry(id).watchdog, Entry::Watchdog::Running);
        QVERIFY(entry(id).validUntil);
        m_bench->reenter(id);
        QVERIFY(eventually([&] { return entry(id).count == 2; }));
        m_bench->release(id);
        QVERIFY(eventually([&] { return entry(id).count == 1; }));
        QCOMPARE(entry(id).state, Entry::State::Held);
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 0);
        m_bench->forget(id);
        QVERIFY(m_entries.empty());
    }

    void theSameOwnerReenters()
    {
        auto first = request();
        first.owner = OwnerId("tester:1"_ba);
        const int id = m_bench->acquire(first);
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(m_bench->acquire(first), id);
        QVERIFY(eventually([&] { return entry(id).count == 2; }));
    }

    void aStringIsNotReentered()
    {
        const int id = m_bench->acquire(request("string"_ba));
        QVERIFY(becomes(id, Entry::State::Held));
        m_bench->reenter(id);
        QVERIFY(eventually([&] { return !entry(id).text.isEmpty(); }));
        QCOMPARE(entry(id).state, Entry::State::Held);
        QCOMPARE(entry(id).count, 1);
    }

    void aPausedWatchdogLosesTheLock()
    {
        auto shortened = request();
        shortened.watchdogTimeout = 1500ms;
        const int id = m_bench->acquire(shortened);
        QVERIFY(becomes(id, Entry::State::Held));
        const auto first = entry(id).validUntil;
        QVERIFY2(eventually([&] { return entry(id).validUntil > first; }), "renewals are told");
        m_bench->setWatchdog(id, false);
        QCOMPARE(entry(id).watchdog, Entry::Watchdog::Paused);
        QVERIFY(becomes(id, Entry::State::Lost));
        QVERIFY(!entry(id).text.isEmpty());
    }

    void aWaitIsTakenBack()
    {
        const int held = m_bench->acquire(request());
        QVERIFY(becomes(held, Entry::State::Held));
        auto patient = request();
        patient.wait = 1min;
        const int waiting = m_bench->acquire(patient);
        QVERIFY(becomes(waiting, Entry::State::Waiting));
        m_bench->release(waiting);
        QVERIFY(becomes(waiting, Entry::State::Released));
        QCOMPARE(entry(held).state, Entry::State::Held);
    }

    void saysWhyItFailed_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("isReadOnly");
        QTest::newRow("busy") << "reentrant"_ba << false;
        QTest::newRow("read-only") << "reentrant"_ba << true;
        QTest::newRow("no such kind") << "fair"_ba << false;
    }
    void saysWhyItFailed()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, isReadOnly);
        run({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        auto refused = request(kind);
        refused.server.target.readOnly = isReadOnly;
        const int id = m_bench->acquire(refused);
        QVERIFY(becomes(id, Entry::State::Failed));
        QVERIFY(!entry(id).text.isEmpty());
        QCOMPARE(run({"HLEN"_ba, "job"_ba}).integer, 1);
    }

    void releasesEverythingAtTheEnd()
    {
        auto other = request("string"_ba);
        other.name = LockName("other"_ba);
        const int one = m_bench->acquire(request());
        const int two = m_bench->acquire(other);
        QVERIFY(becomes(one, Entry::State::Held));
        QVERIFY(becomes(two, Entry::State::Held));
        m_bench->reenter(one);
        QVERIFY(eventually([&] { return entry(one).count == 2; }));
        bool isDone = false;
        connect(m_bench.get(), &Workbench::allReleased, this, [&] { isDone = true; });
        m_bench->releaseAll();
        QVERIFY(eventually([&] { return isDone; }));
        QCOMPARE(run({"EXISTS"_ba, "job"_ba, "other"_ba}).integer, 0);
    }
};

LOCKSCOPE_TEST_MAIN(TestWorkbench)
#include "tst_workbench.moc"
