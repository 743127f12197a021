// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/lockfixture.h"
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;
using lock::Lease;
using lock::Lock;
using lock::Loss;

// The machine sleeps while a majority has the lock: the monotonic clock stands still, leases do
// not.
class TestRedlockSleep : public QObject
{
    Q_OBJECT

private:
    QuorumServers m_servers;
    SleepingMachine m_machine;
    std::unique_ptr<QuorumProcess> m_process;
    std::unique_ptr<Lock> m_lock;
    OwnerId m_me;
    std::vector<Loss> m_losses;

    static void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("redlock") << QByteArray("redlock");
        QTest::newRow("red") << QByteArray("red");
    }
    void begin(const Lease &lease)
    {
        QFETCH(const QByteArray, kind);
        m_lock = m_process->make(kind, "job");
        m_me = m_lock->newOwner();
        m_lock->setLostHandler([this](const OwnerId &, Loss loss) { m_losses.push_back(loss); });
        QVERIFY(await(m_lock->tryLock(m_me, 0ms, lease))->isHeld());
    }
    Millis validity() const { return m_lock->validityLeft(m_me).value_or(0ms); }
    bool isLost(Loss loss) const { return m_losses == std::vector{loss}; }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_servers.start());
    }
    void init()
    {
        failOnAnyWarning();
        m_servers.commandAll({"FLUSHALL"});
        m_losses.clear();
        m_process =
            std::make_unique<QuorumProcess>(m_servers.configs(), durable(), nullptr, m_machine);
        QVERIFY(eventually([&] { return m_process->isComplete(); }));
    }
    void cleanup()
    {
        m_lock.reset();
        m_process.reset();
    }

    void aLeaseGoesOn_data() { kinds(); }
    void aLeaseGoesOn()
    {
        begin(Lease::of(20s));
        QVERIFY(validity() > 15s);
        m_machine.sleep(10s);
        QVERIFY(validity() > 5s && validity() <= 10s);
        m_machine.sleep(15s);
        QCOMPARE(validity(), 0ms);
        QVERIFY(eventually([&] { return isLost(Loss::Expired); }));
    }

    void theWatchdogRenewsAtOnce_data() { kinds(); }
    void theWatchdogRenewsAtOnce()
    {
        begin(Lease::watchdog(20s));
        m_machine.sleep(12s);
        QVERIFY(validity() <= 8s);
        QVERIFY(eventually([&] { return validity() > 15s; }, 5s));
        QVERIFY(m_losses.empty());
    }

    // It was asked for, and the machine slept before it heard of a majority.
    void anAnswerFromBeforeTheSleep_data() { kinds(); }
    void anAnswerFromBeforeTheSleep()
    {
        QFETCH(const QByteArray, kind);
        m_lock = m_process->make(kind, "job");
        m_me = m_lock->newOwner();
        auto taking = m_lock->tryLock(m_me, 0ms, Lease::of(10s));
        m_machine.sleep(12s);
        QVERIFY(!await(std::move(taking))->isHeld());
        QCOMPARE(validity(), 0ms);
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
    }

    void aHandlerMayDestroyEverything_data() { kinds(); }
    void aHandlerMayDestroyEverything()
    {
        begin(Lease::of(300ms));
        bool isTold = false;
        m_lock->setLostHandler([&](const OwnerId &, Loss) {
            isTold = true;
            m_lock.reset();
            m_process.reset();
        });
        QVERIFY(eventually([&] { return isTold; }));
        QVERIFY(!m_process);
    }
};

LOCKSCOPE_TEST_SUITE(TestRedlockSleep)
#include "tst_redlocksleep.moc"
