// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/countdownlatch.h"
#include "tests/core/lock/kind/permitfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::Cancellation;
using lock::CountDownLatch;
using lock::LatchOutcome;
using LatchStatus = LatchOutcome::Status;

// A count-down latch on a real server: Redisson's data and messages, waiters, and lost answers.
class TestLatch : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<PermitStage> m_stage;
    std::unique_ptr<CountDownLatch> m_mine;
    std::unique_ptr<CountDownLatch> m_theirs;
    const QByteArray m_channel = "redisson_countdownlatch__channel__{gate}"_ba;

    QByteArray value() const { return m_stage->value("gate"_ba); }
    bool isWaitedFor() const { return m_stage->listeners(m_channel) == 1; }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
        m_stage = std::make_unique<PermitStage>(m_server);
        m_mine = std::make_unique<CountDownLatch>(m_stage->one->space, LockName("gate"_ba));
        m_theirs = std::make_unique<CountDownLatch>(m_stage->two->space, LockName("gate"_ba));
    }
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_stage.reset();
    }

    void keepsRedissonsDataAndMessages()
    {
        Messages messages(m_stage->two->deployment, m_channel);
        QVERIFY(messages.begin());
        QCOMPARE(*await(m_mine->count()), 0);
        QCOMPARE(*await(m_mine->countDown()), 0);
        QCOMPARE(m_stage->keys(), 0);
        QVERIFY(messages.isSilent());

        QVERIFY(*await(m_mine->trySetCount(2)));
        QVERIFY(messages.heard({"1"_ba}));
        QVERIFY(!*await(m_mine->trySetCount(3)));
        QCOMPARE(*await(m_theirs->count()), 2);
        QCOMPARE(m_stage->run({"PTTL"_ba, "gate"_ba}).integer, -1);
        QCOMPARE(*await(m_mine->countDown()), 1);
        QCOMPARE(value(), "1"_ba);
        QVERIFY(messages.isSilent());
        QCOMPARE(*await(m_theirs->countDown()), 0);
        QVERIFY(messages.heard({"0"_ba}));
        QVERIFY(eventually([&] { return m_stage->keys() == 0; }));

        QVERIFY(*await(m_mine->trySetCount(1))); // once more
        QVERIFY(*await(m_mine->deleteLatch()));
        QVERIFY(messages.heard({"1"_ba, "1"_ba}));
        QVERIFY(!*await(m_mine->deleteLatch()));
        QVERIFY(messages.isSilent());
        QVERIFY(!*await(m_mine->open()));
        QVERIFY(messages.heard({"0"_ba}));
    }

    // The braces of a name are not looked at here.
    void namesItsChannelAsRedissonDoes()
    {
        CountDownLatch latch(m_stage->one->space, LockName("a{b}c"_ba));
        QVERIFY(*await(latch.trySetCount(1)));
        auto waiting = latch.wait();
        QVERIFY(eventually([&] {
            return m_stage->listeners("redisson_countdownlatch__channel__{a{b}c}"_ba) == 1;
        }));
        QVERIFY(await(latch.countDown()));
        QVERIFY(await(std::move(waiting))->isOpen());
    }

    void opensForAll()
    {
        QVERIFY(*await(m_theirs->trySetCount(2)));
        std::vector<Pending<LatchOutcome>> waiting;
        for (int i = 0; i < 4; ++i)
            waiting.push_back(m_mine->wait());
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        QVERIFY(await(m_theirs->countDown()));
        QVERIFY(std::ranges::none_of(waiting, [](const auto &one) { return one.isReady(); }));
        QVERIFY(await(m_theirs->countDown()));
        for (auto &one : waiting)
            QVERIFY(await(std::move(one))->isOpen());
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
        QVERIFY(await(m_mine->wait())->isOpen()); // at once
    }

    // Gone with the process that kept it: nobody has counted down.
    void isNotOpenWhereItsServerLostIt()
    {
        RedisProcess server;
        QVERIFY(server.start());
        const PermitStage stage(server);
        CountDownLatch latch(stage.one->space, LockName("gate"_ba));
        QVERIFY(*await(latch.trySetCount(2)));
        auto waiting = latch.wait();
        QVERIFY(eventually([&] { return stage.listeners(m_channel) == 1; }));
        server.kill();
        QVERIFY(server.restart());
        const auto outcome = await(std::move(waiting));
        QCOMPARE(outcome->status, LatchStatus::Failed);
        QCOMPARE(outcome->error->code, QByteArray(lock::serverChangedCode));
        QVERIFY(await(latch.wait(15s))->isOpen()); // as of one that was never there
    }

    void opensAfterARestart()
    {
        RedisProcess server(
            {.password = {},
             .tls = {},
             .arguments = {u"--appendonly"_s, u"yes"_s, u"--appendfsync"_s, u"always"_s}});
        QVERIFY(server.start());
        const PermitStage stage(server);
        CountDownLatch latch(stage.one->space, LockName("gate"_ba));
        QVERIFY(*await(latch.trySetCount(1)));
        auto waiting = latch.wait();
        QVERIFY(eventually([&] { return stage.listeners(m_channel) == 1; }));
        const QByteArray before = stage.one->deployment.processOf("gate"_ba);
        server.kill();
        QVERIFY(server.restart());
        QVERIFY(await(stage.one->deployment.whenReady()));
        QVERIFY(eventually([&] { return stage.listeners(m_channel) == 1; }));
        QVERIFY(stage.one->deployment.processOf("gate"_ba) != before);
        QCOMPARE(*await(latch.count()), 1);
        QVERIFY(!waiting.isReady());
        QCOMPARE(*await(latch.countDown()), 0);
        QVERIFY(await(std::move(waiting))->isOpen());
    }

    void opensByHand()
    {
        QVERIFY(*await(m_theirs->trySetCount(7)));
        auto waiting = m_mine->wait();
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        QVERIFY(*await(m_theirs->open()));
        QVERIFY(await(std::move(waiting))->isOpen());
    }

    void waitsForSoLong()
    {
        QVERIFY(*await(m_theirs->trySetCount(2)));
        const auto look = await(m_mine->wait(0ms));
        QCOMPARE(look->status, LatchStatus::Closed);
        QCOMPARE(look->count, 2);
        QCOMPARE(await(m_mine->wait(200ms))->status, LatchStatus::Closed);
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
    }

    void cancels()
    {
        QVERIFY(*await(m_theirs->trySetCount(1)));
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = m_mine->wait({}, cancel);
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, LatchStatus::Cancelled);
        auto orphan = m_mine->wait();
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        m_mine.reset();
        QCOMPARE(await(std::move(orphan))->status, LatchStatus::Cancelled);
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
    }

    void countsOnceThoughTheAnswerIsLost()
    {
        QVERIFY(*await(m_mine->trySetCount(5)));
        m_stage->beginLoss();
        auto counting = m_mine->countDown();
        QVERIFY(eventually([&] { return value() == "4"; }));
        m_stage->endLoss();
        QCOMPARE(*await(std::move(counting)), 4);
        QCOMPARE(value(), "4"_ba);
    }

    void looksAgainAfterAReconnect()
    {
        QVERIFY(*await(m_theirs->trySetCount(1)));
        auto waiting = m_mine->wait();
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        m_stage->proxy.setRefusing(true);
        m_stage->proxy.cut();
        QVERIFY(eventually([&] { return m_stage->listeners(m_channel) == 0; }));
        QVERIFY(await(m_theirs->countDown()));
        m_stage->proxy.setRefusing(false);
        QVERIFY(await(std::move(waiting))->isOpen());
    }

    void meetsHostileValues()
    {
        QCOMPARE(await(m_mine->trySetCount(0)).error().kind, ErrorKind::InvalidInput);
        m_stage->run({"HSET"_ba, "gate"_ba, "a"_ba, "1"_ba});
        QCOMPARE(await(m_mine->wait(10s))->status, LatchStatus::WrongType);
        QVERIFY(!await(m_mine->countDown()));
        QVERIFY(!await(m_mine->count()));
        QVERIFY(!*await(m_mine->trySetCount(1)));
        m_stage->run({"SET"_ba, "gate"_ba, "soon"_ba});
        QCOMPARE(await(m_mine->wait(10s))->status, LatchStatus::WrongType);
        QVERIFY(!await(m_mine->countDown()));
        QCOMPARE(value(), "soon"_ba);
        // As Redisson: below zero it goes, and nobody is told.
        Messages messages(m_stage->two->deployment, m_channel);
        QVERIFY(messages.begin());
        m_stage->run({"SET"_ba, "gate"_ba, "-3"_ba});
        QVERIFY(await(m_mine->wait(10s))->isOpen());
        QCOMPARE(*await(m_mine->countDown()), 0);
        QVERIFY(eventually([&] { return m_stage->keys() == 0; }));
        QVERIFY(messages.isSilent());
    }
};

LOCKSCOPE_TEST_SUITE(TestLatch)
#include "tst_latch.moc"
