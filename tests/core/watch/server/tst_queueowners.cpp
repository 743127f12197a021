// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/queueowners.h"
#include "tests/core/watch/server/pumping.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;

namespace {

// The lock is app:f, and its queue was made under the name before the mapping.
const LockName queue("f");
const LockName lock("app:f");
const QByteArray channel = "redisson_lock__channel:{app:f}:" + bob;

// The part alone, with a pump that reads what the test says.
class Owning
{
public:
    explicit Owning(const redis::Target &target)
        : stage(target, WatchMode::Polling)
        , pumping(stage)
        , queues(stage.connection, stage.scope, stage.options, stage.book, stage.reader,
                 {[this](const LockName &name) { return stage.context.isOfInterest(name); },
                  [this](const LockName &name) { readAgain.push_back(name); }})
    {}
    ~Owning() { stage.scope.cancel(); }
    Owning(const Owning &) = delete;
    Owning &operator=(const Owning &) = delete;

    [[nodiscard]] bool read(const LockName &name)
    {
        pumping.pump.mark(name, {});
        pumping.pump.pump();
        return eventually([&] { return stage.book.knows(name); });
    }
    [[nodiscard]] bool look()
    {
        return await(stage.scope.start([this] { return queues.look(); })).has_value();
    }
    [[nodiscard]] bool resolve()
    {
        return await(stage.scope.start([this] { return queues.resolve(); })).has_value();
    }
    std::optional<LockName> found() { return stage.reader.queues().lockOf(queue); }

    PartStage stage;
    Pumping pumping;
    std::vector<LockName> readAgain;
    QueueOwners queues;
};

} // namespace

// Tests which lock a queue belongs to, by its waiters on a real server; tst_mappedqueues tests how
// it is shown.
class TestQueueOwners : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
        const LockWriter writer(*m_server);
        writer.acquire(lock.bytes, ann, 600'000);
        writer.enqueue(queue.bytes, bob, 600'000);
    }
    void cleanup() { m_server.reset(); }

    void aWaiterThatListensProvesWhoseItsQueueIs();
    void channelsAreAskedForFromTheSecondLookToTheFourth();
    void aListenerThatWaitsElsewhereProvesNothing();
    void aQueueThatIsNoLocksIsNotLookedFor();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestQueueOwners::aWaiterThatListensProvesWhoseItsQueueIs()
{
    Owning part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read(lock));
    QVERIFY(part.read(queue));
    part.queues.note(queue);
    QVERIFY(part.queues.isWanted());
    part.queues.noteChannel(channel);
    QVERIFY(part.resolve());
    QCOMPARE(part.found(), std::optional(lock));
    QVERIFY(!part.stage.book.knows(queue)); // it is a part of the lock from now on
    QCOMPARE(part.readAgain, std::vector<LockName>{lock});
    QVERIFY(!part.queues.isWanted());
}

// A waiter queues before it listens; one whose lock has gone is not looked for without an end.
void TestQueueOwners::channelsAreAskedForFromTheSecondLookToTheFourth()
{
    const RecordingProxy proxy(m_server->port());
    Owning part(through(proxy, m_server->target()));
    const auto asked = [&] { return countOf(proxy, "PUBSUB", "CHANNELS"); };
    QVERIFY(part.stage.open());
    QVERIFY(part.look()); // nothing is to be found out
    QVERIFY(part.read(queue));
    part.queues.note(queue);
    for (const int expected : {0, 1, 2, 3, 3, 3}) {
        QVERIFY(part.look());
        QCOMPARE(asked(), expected);
    }
    QVERIFY(!part.found());
}

void TestQueueOwners::aListenerThatWaitsElsewhereProvesNothing()
{
    Owning part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read(lock));
    QVERIFY(part.read(queue));
    part.queues.note(queue);
    part.queues.noteChannel("redisson_lock__channel:{app:f}:" + ann); // stands in no queue
    part.queues.noteChannel("redisson_lock__channel:{app:f}"); // is not of one waiter
    QVERIFY(part.resolve());
    QVERIFY(!part.found());
    QVERIFY(part.stage.book.knows(queue));
}

void TestQueueOwners::aQueueThatIsNoLocksIsNotLookedFor()
{
    const LockWriter writer(*m_server);
    writer.acquire(queue.bytes, ann, 600'000); // its own lock is there
    Owning part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read(queue));
    part.queues.note(queue);
    QVERIFY(!part.queues.isWanted());
    part.queues.note(lock); // not known
    QVERIFY(!part.queues.isWanted());
}

LOCKSCOPE_TEST_SUITE(TestQueueOwners)
#include "tst_queueowners.moc"
