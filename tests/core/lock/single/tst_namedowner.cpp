// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/owners.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

#include <QDeadlineTimer>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Cancellation;
using lock::Lease;
using lock::Lock;
using lock::Mode;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Two processes that lock as the same owner, which the user has named. The first never takes a hold
// of the second away, whatever happens to the first.
class TestNamedOwner : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy; // before the first
    std::unique_ptr<LockProcess> m_first;
    std::unique_ptr<LockProcess> m_second;
    std::unique_ptr<Lock> m_ours;
    std::unique_ptr<Lock> m_theirs;
    OwnerId m_owner;

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    redis::ConnectionConfig config(quint16 port) const
    {
        redis::ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, port}};
        config.commandTimeout = 500ms;
        config.connectTimeout = 1s;
        config.silenceLimit = 600ms;
        return config;
    }
    static void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<Mode>("mode");
        for (const QByteArray &kind : lock::kinds())
            QTest::newRow(kind.constData()) << kind << Mode::Write;
        QTest::newRow("read") << "read-write"_ba << Mode::Read;
    }
    static void reentrantKinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<Mode>("mode");
        for (const char *kind : {"reentrant", "spin", "fair", "fenced", "read-write"})
            QTest::newRow(kind) << QByteArray(kind) << Mode::Write;
    }
    void begin()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const Mode, mode);
        m_ours = lock::makeLock(m_first->space, LockName("job"), kind, mode);
        m_theirs = lock::makeLock(m_second->space, LockName("job"), kind, mode);
        m_owner =
            OwnerId(kind == "string" ? "token"_ba : "6a6f696e-7400-4000-8000-000000000000:1"_ba);
        // The scripts are known there, and the key can be tracked: each call is one question.
        QVERIFY(await(m_ours->tryLock(m_owner, 15s))->isHeld());
        QCOMPARE(await(m_ours->unlock(m_owner))->status, Released::Released);
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
    }
    qint64 countOfTheirs() const { return await(m_theirs->holdCount(m_owner)).value_or(-1); }
    void cutAndReopen()
    {
        m_proxy->cutHoldingBack();
        m_proxy->stallClients(false);
        m_proxy->stallServer(false);
        m_proxy->setRefusing(false);
        QVERIFY(await(m_first->deployment.whenReady()));
    }

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
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        m_first = std::make_unique<LockProcess>(config(m_proxy->port()));
        m_second = std::make_unique<LockProcess>(config(m_server.port()));
        QVERIFY(await(m_first->deployment.whenReady()));
        QVERIFY(await(m_second->deployment.whenReady()));
    }
    void cleanup()
    {
        m_ours.reset();
        m_theirs.reset();
        m_first.reset();
        m_second.reset();
        m_proxy.reset();
    }

    void whoMadeAnOwner_data() { kinds(); }
    void whoMadeAnOwner()
    {
        begin();
        QVERIFY(lock::isOnlyOurs(m_ours->newOwner()));
        QVERIFY(m_ours->newOwner() != m_ours->newOwner());
        QVERIFY(!lock::isOnlyOurs(m_owner));
        QVERIFY(!lock::isOnlyOurs({}));
    }

    // Its timers did not run: the release is the first to find out.
    void aHoldThatEndedWhileTheProcessStoodStill_data() { kinds(); }
    void aHoldThatEndedWhileTheProcessStoodStill()
    {
        begin();
        QVERIFY(await(m_ours->tryLock(m_owner, 0ms, Lease::of(300ms)))->isHeld());
        // No event of this thread is handled meanwhile.
        const QDeadlineTimer end(patience);
        while (run({"EXISTS"_ba, "job"_ba}).integer == 1)
            QVERIFY(!end.hasExpired());
        QCOMPARE(await(m_ours->unlock(m_owner))->status, Released::NotHeld);
        QCOMPARE(await(m_ours->unlock(m_owner))->status, Released::NotHeld);
        QVERIFY(await(m_theirs->tryLock(m_owner, 15s))->isHeld());
    }

    // The attempt never reached the server. The hold there is the other process's.
    void anAttemptWithoutAnAnswer_data() { kinds(); }
    void anAttemptWithoutAnAnswer()
    {
        begin();
        m_proxy->stallClients(true);
        auto taking = m_ours->tryLock(m_owner, 0ms);
        QVERIFY(eventually([&] { return m_proxy->hasReceived(); }));
        QVERIFY(await(m_theirs->tryLock(m_owner, 0ms))->isHeld());
        cutAndReopen();
        QCOMPARE(await(std::move(taking))->status, Acquired::Unknown);
        QCOMPARE(countOfTheirs(), 1);
    }

    void anAttemptThatNobodyWantsAnyMore_data() { kinds(); }
    void anAttemptThatNobodyWantsAnyMore()
    {
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        m_proxy->stallClients(true);
        auto taking = m_ours->lock(m_owner, {}, cancel);
        QVERIFY(eventually([&] { return m_proxy->hasReceived(); }));
        m_proxy->setRefusing(true);
        m_proxy->cutHoldingBack();
        cancel->request();
        QVERIFY(!await(std::move(taking))->isHeld());
        QVERIFY(await(m_theirs->tryLock(m_owner, 0ms))->isHeld());
        cutAndReopen();
        QVERIFY(await(m_ours->isLocked()));
        m_ours.reset();
        m_first.reset(); // it has sent everything by now
        QCOMPARE(countOfTheirs(), 1);
    }

    // The inner release took effect, but its reply was lost. The outer release releases one more,
    // not two.
    void aReleaseWithoutAnAnswer_data() { reentrantKinds(); }
    void aReleaseWithoutAnAnswer()
    {
        begin();
        QVERIFY(await(m_ours->tryLock(m_owner, 0ms))->isHeld());
        QVERIFY(await(m_ours->tryLock(m_owner, 0ms))->isHeld());
        QVERIFY(await(m_theirs->tryLock(m_owner, 0ms))->isHeld());
        QCOMPARE(countOfTheirs(), 3);
        m_proxy->stallServer(true);
        auto releasing = m_ours->unlock(m_owner);
        QVERIFY(eventually([&] { return countOfTheirs() == 2; }));
        m_proxy->setRefusing(true);
        m_proxy->cut();
        QCOMPARE(await(std::move(releasing))->status, Released::Unknown);
        cutAndReopen();
        QCOMPARE(await(m_ours->unlock(m_owner))->status, Released::Released);
        QCOMPARE(countOfTheirs(), 1);
    }

    // Its time was over, and the other came. A late unlock is refused here, not on the server.
    void anUnlockAfterTheEnd_data() { kinds(); }
    void anUnlockAfterTheEnd()
    {
        begin();
        QVERIFY(await(m_ours->tryLock(m_owner, 0ms, Lease::of(200ms)))->isHeld());
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
        QVERIFY(await(m_theirs->tryLock(m_owner, 0ms))->isHeld());
        QCOMPARE(await(m_ours->unlock(m_owner))->status, Released::NotHeld);
        QCOMPARE(countOfTheirs(), 1);
        // The doubt is not remembered for ever: a deliberate release does release.
        QCOMPARE(await(m_ours->unlock(m_owner))->status, Released::Released);
    }

    // The release lies behind a lost connection until the time is over, and the other came.
    void aReleaseThatComesTooLate_data() { kinds(); }
    void aReleaseThatComesTooLate()
    {
        begin();
        QVERIFY(await(m_ours->tryLock(m_owner, 0ms, Lease::of(400ms)))->isHeld());
        m_proxy->stallClients(true);
        auto releasing = m_ours->unlock(m_owner);
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
        QVERIFY(await(m_theirs->tryLock(m_owner, 0ms))->isHeld());
        cutAndReopen();
        QCOMPARE(await(std::move(releasing))->status, Released::Unknown);
        QCOMPARE(countOfTheirs(), 1);
    }
};

LOCKSCOPE_TEST_SUITE(TestNamedOwner)
#include "tst_namedowner.moc"
