// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::Lease;
using lock::Lock;

// Tests waiters for a Redlock that other libraries hold, which announce nothing.
class TestRedlockWaits : public QObject
{
    Q_OBJECT

private:
    QuorumServers m_servers;
    std::unique_ptr<QuorumProcess> m_one;
    std::unique_ptr<QuorumProcess> m_two;
    std::unique_ptr<Lock> m_mine;
    std::unique_ptr<Lock> m_theirs;

    void begin()
    {
        m_one = std::make_unique<QuorumProcess>(m_servers.configs(), durable());
        m_two = std::make_unique<QuorumProcess>(m_servers.configs(), durable());
        m_mine = m_one->make("redlock"_ba, "job"_ba);
        m_theirs = m_two->make("redlock"_ba, "job"_ba);
        QVERIFY(eventually([&] { return m_one->isComplete() && m_two->isComplete(); }));
    }
    void take(std::size_t first, std::size_t last, const QByteArray &token)
    {
        for (std::size_t i = first; i <= last; ++i)
            m_servers[i].command({"SET"_ba, "job"_ba, token, "PX"_ba, "300000"_ba});
    }
    int subscribed() const
    {
        int sum = 0;
        for (const Reply &reply : m_servers.commandAll({"PUBSUB"_ba, "CHANNELS"_ba, "*job*"_ba}))
            sum += static_cast<int>(reply.elements.size());
        return sum;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_servers.start());
    }
    void init()
    {
        failOnAnyWarning();
        m_servers.commandAll({"FLUSHALL"_ba});
    }
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_one.reset();
        m_two.reset();
        m_servers.commandAll({"ACL"_ba, "SETUSER"_ba, "default"_ba, "+@all"_ba});
    }

    void aForeignReleaseIsHeardOf_data()
    {
        QTest::addColumn<bool>("mayTrack");
        QTest::newRow("tracked") << true;
        QTest::newRow("tracking refused") << false;
    }
    void aForeignReleaseIsHeardOf()
    {
        QFETCH(const bool, mayTrack);
        if (!mayTrack)
            m_servers.commandAll({"ACL"_ba, "SETUSER"_ba, "default"_ba, "-client|tracking"_ba});
        begin();
        take(0, 4, "foreign"_ba);
        auto first = m_mine->tryLock(m_mine->newOwner(), 30s);
        auto second = m_theirs->tryLock(m_theirs->newOwner(), 30s);
        QVERIFY(eventually([&] { return subscribed() == 5; }));
        QVERIFY(!eventually([&] { return first.isReady() || second.isReady(); }, 300ms));
        for (const std::size_t i : {0U, 2U, 4U}) // a majority of them
            m_servers[i].command({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return first.isReady() || second.isReady(); }, 8s));
        const bool isFirst = first.isReady();
        QVERIFY((isFirst ? first : second).take()->isHeld());
        QVERIFY(!eventually([&] { return (isFirst ? second : first).isReady(); }, 200ms));
    }

    // Each has a part of the lock: a process that gives way does not announce it.
    void aTieWithOthersIsNotSleptThrough()
    {
        begin();
        take(0, 1, "one"_ba);
        take(2, 3, "another"_ba);
        auto waiting = m_mine->tryLock(m_mine->newOwner(), 30s);
        QVERIFY(eventually([&] { return subscribed() == 5; }));
        QVERIFY(!eventually([&] { return waiting.isReady(); }, 200ms));
        m_servers[0].command({"DEL"_ba, "job"_ba});
        m_servers[1].command({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return waiting.isReady(); }, 8s));
        QVERIFY(waiting.take()->isHeld());
    }

    // Taken anew by yet another client before the waiter was there: the next release counts.
    void everyForeignReleaseIsHeardOf()
    {
        begin();
        take(0, 4, "one"_ba);
        auto waiting = m_mine->tryLock(m_mine->newOwner(), 30s);
        QVERIFY(eventually([&] { return subscribed() == 5; }));
        for (const QByteArray &token : {"two"_ba, "three"_ba, "four"_ba}) {
            for (std::size_t i = 0; i < 5; ++i)
                m_servers[i].command({"EVAL"_ba,
                                      "redis.call('del', KEYS[1]) return redis.call('set', "
                                      "KEYS[1], ARGV[1], 'px', 300000)"_ba,
                                      "1"_ba, "job"_ba, token});
            QVERIFY(!eventually([&] { return waiting.isReady(); }, 100ms));
        }
        m_servers.commandAll({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return waiting.isReady(); }, 8s));
        QVERIFY(waiting.take()->isHeld());
    }
};

LOCKSCOPE_TEST_SUITE(TestRedlockWaits)

#include "tst_redlockwaits.moc"
