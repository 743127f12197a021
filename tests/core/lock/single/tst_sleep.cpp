// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/lockfixture.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::Mode;
using lock::ReleaseOutcome;
using Released = ReleaseOutcome::Status;

// The machine sleeps while something is held: the monotonic clock stands still, leases do not.
class TestSleep : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    SystemClock m_clock;
    SleepingMachine m_machine;
    std::unique_ptr<redis::Deployment> m_deployment;
    std::unique_ptr<lock::LockSpace> m_space;
    std::unique_ptr<Lock> m_lock;
    OwnerId m_me;
    std::vector<Loss> m_losses;

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    bool isLost(Loss loss) const { return m_losses == std::vector{loss}; }
    static void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<Mode>("mode");
        for (const QByteArray &kind : lock::kinds())
            QTest::newRow(kind.constData()) << kind << Mode::Write;
        QTest::newRow("read") << "read-write"_ba << Mode::Read;
    }
    void begin(const Lease &lease)
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const Mode, mode);
        m_lock = lock::makeLock(*m_space, LockName("job"), kind, mode);
        m_me = m_lock->newOwner();
        m_lock->setLostHandler([this](const OwnerId &, Loss loss) { m_losses.push_back(loss); });
        QVERIFY(await(m_lock->tryLock(m_me, 15s, lease))->isHeld());
    }
    Millis validity() const { return m_lock->validityLeft(m_me).value_or(0ms); }

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
        m_losses.clear();
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        redis::ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        m_deployment = std::make_unique<redis::Deployment>(config);
        m_space = std::make_unique<lock::LockSpace>(*m_deployment, m_clock, m_machine);
        m_deployment->open();
        QVERIFY(await(m_deployment->whenReady()));
    }
    void cleanup()
    {
        m_lock.reset();
        m_space.reset();
        m_deployment.reset();
        m_proxy.reset();
    }

    void aLeaseGoesOn_data() { kinds(); }
    void aLeaseGoesOn()
    {
        begin(Lease::of(60s));
        QVERIFY(validity() > 40s);
        m_machine.sleep(30s);
        QVERIFY(validity() > 10s && validity() <= 30s);
        m_machine.sleep(40s);
        QCOMPARE(validity(), 0ms);
        QVERIFY(eventually([&] { return isLost(Loss::Expired); }));
    }

    void theWatchdogRenewsAtOnce_data() { kinds(); }
    void theWatchdogRenewsAtOnce()
    {
        begin(Lease::watchdog(30s));
        QVERIFY(eventually([&] { return m_proxy->count("CLIENT"_ba) > 1; })); // settled
        m_machine.sleep(20s);
        QVERIFY(validity() <= 10s);
        QVERIFY(eventually([&] { return validity() > 20s; }, 5s));
        QVERIFY(m_losses.empty());
    }

    // Nothing asks for the validity: the next operation notices the loss.
    void allHoldsAreInDoubt_data() { kinds(); }
    void allHoldsAreInDoubt()
    {
        begin(Lease::of(60s));
        const auto other = lock::makeLock(*m_space, LockName("other"), m_lock->kind());
        QVERIFY(eventually([&] { return m_proxy->count("CLIENT"_ba) > 1; }));
        const auto looks = [this] {
            return m_proxy->count("HGET"_ba) + m_proxy->count("GET"_ba)
                + m_proxy->count("EVALSHA"_ba) + m_proxy->count("EVAL"_ba);
        };
        QVERIFY(await(other->isLocked()));
        const int before = looks();
        m_machine.sleep(80s);
        QVERIFY(await(other->tryLock(other->newOwner(), 0ms, Lease::of(60s)))->isHeld());
        QVERIFY(eventually([&] { return isLost(Loss::Expired); }, 5s));
        QVERIFY(looks() > before);
    }

    // The lock was granted, and the machine slept before the reply arrived.
    void anAnswerFromBeforeTheSleep_data() { kinds(); }
    void anAnswerFromBeforeTheSleep()
    {
        begin(Lease::of(60s));
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        m_proxy->stallServer(true);
        auto taking = m_lock->tryLock(m_me, 0ms, Lease::of(60s));
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 1; }));
        m_machine.sleep(70s);
        m_proxy->stallServer(false);
        QVERIFY(!await(std::move(taking))->isHeld());
        QVERIFY(run({"EXISTS"_ba, "job"_ba}).integer == 0);
        QCOMPARE(validity(), 0ms);
    }

    void theMachineKnowsWhatItSlept()
    {
        const Millis slept = platform::Suspension::ofThisMachine().total();
        QVERIFY(slept >= 0ms);
        QVERIFY(platform::Suspension::ofThisMachine().total() - slept < 1s);
        const platform::WakeNotice notice([] {});
    }
};

LOCKSCOPE_TEST_SUITE(TestSleep)
#include "tst_sleep.moc"
