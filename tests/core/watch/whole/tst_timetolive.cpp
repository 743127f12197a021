// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// If only the time to live is known (Redis 6.2, or PEXPIRETIME is not permitted), the watch
// computes the instant at which a lock expires: it sees a renewal however soon it comes, and takes
// nothing else for one.
#include "tests/core/watch/server/harness.h"
#include "tests/support/aclrules.h"
#include "tests/support/testmain.h"

using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::test;

class TestTimeToLive : public QObject
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

    void aQuickRenewalIsTold();
    void aChangeOfTheSameTimeIsNone();
    void pollingSeesAQuickRenewal();
    void withoutTimeItIsReckonedByOurClock();

private:
    redis::Target user(const QByteArrayList &rules = {}) const
    {
        return targetOf(*m_server,
                        QByteArrayList{"~*", "&*", "+@all", "-pexpiretime", "-expiretime"} + rules);
    }
    // Puts the time at which it expires off by as much.
    void putOff(const QByteArray &name, int by) const
    {
        const Reply reply = m_server->command(
            {"EVAL",
             "local t=redis.call('time') local now=t[1]*1000+math.floor(t[2]/1000)"
             "return redis.call('pexpireat',KEYS[1],now+redis.call('pttl',KEYS[1])+ARGV[1])",
             "1", name, QByteArray::number(by)});
        QCOMPARE(reply.integer, 1);
    }
    // A change that changes nothing, as a re-entry and its release between two readings is one.
    void touch(const QByteArray &name) const { m_server->command({"HSET", name, ann, "1"}); }

    // The number of requests for a time to live.
    qint64 asked() const { return m_server->calls("pttl"); }

    std::unique_ptr<RedisProcess> m_server;
};

void TestTimeToLive::aQuickRenewalIsTold()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(user());
    QVERIFY(watching.settled());
    writer.acquire("a", ann, 30'000);
    QByteArray words = "acquired";
    QVERIFY(watching.tells("a", words));
    for (int i = 0; i < 10; ++i) {
        putOff("a", 10); // sooner than any answer of a loaded machine
        QVERIFY(watching.tells("a", words += " renewed"));
    }
    QCOMPARE(watching.locks["a"].holds.at(0).renewals, std::optional<qint64>(10));
}

void TestTimeToLive::aChangeOfTheSameTimeIsNone()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(user());
    QVERIFY(watching.settled());
    const watch::HoldRecord before = watching.locks["a"].holds.at(0);
    QVERIFY(before.deadline.has_value());
    for (int i = 0; i < 20; ++i) {
        const QByteArray next = "next" + QByteArray::number(i);
        touch("a");
        writer.acquire(next, ann, 60'000);
        QVERIFY(watching.has(next)); // so the change of the first has been read
    }
    QCOMPARE(watching.told("a"), QByteArray("appeared"));
    const watch::HoldRecord &after = watching.locks["a"].holds.at(0);
    QCOMPARE(after.renewals, before.renewals);
    // Not equal to the microsecond: a better sample of the server's clock moves it in ours.
    QVERIFY(after.deadline && std::chrono::abs(*after.deadline - *before.deadline) < 1s);
}

void TestTimeToLive::pollingSeesAQuickRenewal()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(user({"-client|tracking"}));
    QVERIFY(watching.settled());
    QCOMPARE(watching.servers[0].mode, watch::WatchMode::Channels);
    const qint64 before = asked();
    QVERIFY(watching.until([&] { return asked() >= before + 3; }));
    QCOMPARE(watching.told("a"), QByteArray("appeared"));
    putOff("a", 20);
    QVERIFY(watching.tells("a", "appeared renewed"));
}

void TestTimeToLive::withoutTimeItIsReckonedByOurClock()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(user({"-time"}));
    QVERIFY(watching.settled());
    writer.acquire("a", ann, 30'000);
    QVERIFY(watching.tells("a", "acquired"));
    touch("a");
    writer.acquire("next", ann, 60'000);
    QVERIFY(watching.has("next"));
    QCOMPARE(watching.told("a"), QByteArray("acquired"));
    putOff("a", 5000);
    QVERIFY(watching.tells("a", "acquired renewed"));
}

LOCKSCOPE_TEST_SUITE(TestTimeToLive)
#include "tst_timetolive.moc"
