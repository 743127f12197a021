// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/changerouter.h"
#include "core/watch/server/queueowners.h"
#include "tests/core/format/keys.h"
#include "tests/core/watch/server/outcomes.h"
#include "tests/core/watch/server/pumping.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

const LockName a("lock:a");
const QByteArray latch = "redisson_unlock_latch:{lock:a}:" + latchId;
const QByteArray queueKey = "redisson_lock_queue:{lock:a}";
const QByteArray channel = "redisson_lock__channel:{lock:a}";

// The part alone, before a pump that reads nothing: marked keys stay in the queue.
class Routing
{
public:
    Routing()
        : stage(*redis::parseTarget(u"redis://127.0.0.1:1"_s), WatchMode::Tracking)
        , pumping(stage)
        , queues(stage.connection, stage.scope, stage.options, stage.book, stage.reader,
                 {[this](const LockName &name) { return stage.context.isOfInterest(name); },
                  [](const LockName &) {}})
        , router(stage.context, pumping.pump, queues,
                 {.told =
                      [this](const LockName &lock) {
                          told.push_back(lock);
                          return wasFoundBefore;
                      },
                  .keyspaceEvent = [this](const QByteArray &event) { events.append(event); },
                  .flushed = [this] { ++flushes; },
                  .dropped = [this] { ++drops; }})
    {
        stage.serverClock.assume(1'000'000'000, stage.clock.now());
        stage.record.state = ServerState::Up;
        stage.options.prefixes = {"lock:"};
        pumping.isReady = false;
    }
    ~Routing() { stage.scope.cancel(); }
    Routing(const Routing &) = delete;
    Routing &operator=(const Routing &) = delete;

    // The lock is known from now on, held by ann.
    void know(const LockName &name)
    {
        read(name);
        stage.told();
    }
    void read(const LockName &name)
    {
        DirtyQueue::Entry entry;
        entry.lock = name;
        auto known = stage.book.job(entry).known;
        ReadOutcome outcome = outcomeOf(
            name, {{KeyName(name.bytes), hashKey({{ann, "1"}}, 1'000'060'000)}}, 1'000'000'000);
        outcome.known = std::move(known);
        stage.book.apply(std::move(outcome), {1, true, false});
    }
    bool isMarked(const LockName &lock) { return pumping.pump.queue().contains(lock); }
    std::vector<DirtyQueue::Entry> takeMarked()
    {
        return pumping.pump.queue().take(stage.clock.now(), 100);
    }

    PartStage stage;
    Pumping pumping;
    QueueOwners queues;
    std::vector<LockName> told;
    QByteArrayList events;
    bool wasFoundBefore = false;
    int flushes = 0;
    int drops = 0;
    ChangeRouter router;
};

} // namespace

// Tests which keys are read for a change, by keys and messages alone: there is no server.
class TestChangeRouter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_part = std::make_unique<Routing>();
    }
    void cleanup() { m_part.reset(); }

    void aKnownLockIsReadForItsKey();
    void aQueuesKeyMarksTheLockAndIsNamed();
    void aLatchIsASignAndCausesNoReading();
    void aKeyOutsideThePrefixesIsNotRead();
    void aKeyThatWasNoLockIsReadASecondLater();
    void manyKeysThatWereNoLocksAreReadInTurn();
    void manyNewNamesAreDroppedAndCounted();
    void noKeysMeansThatAnyMayHaveChanged();
    void nothingIsMarkedWhileTheServerIsDown();
    void aScanThatWasFasterDoesNotHideAnAcquisition_data();
    void aScanThatWasFasterDoesNotHideAnAcquisition();
    void aWakeUpIsASignAndIsReadOnlyWhereKeysTellNothing_data();
    void aWakeUpIsASignAndIsReadOnlyWhereKeysTellNothing();
    void aKeyspaceEventIsAChangeOfItsKey();

private:
    std::unique_ptr<Routing> m_part;
};

void TestChangeRouter::aKnownLockIsReadForItsKey()
{
    m_part->know(a);
    m_part->router.onInvalidated({a.bytes});
    const auto marked = m_part->takeMarked();
    QCOMPARE(marked.size(), std::size_t(1));
    QCOMPARE(marked.front().lock, a);
    QCOMPARE(marked.front().mainChanges, quint64(1));
    QVERIFY(!marked.front().all);
    QCOMPARE(m_part->told, std::vector<LockName>{a});
}

void TestChangeRouter::aQueuesKeyMarksTheLockAndIsNamed()
{
    m_part->know(a);
    m_part->router.onInvalidated({queueKey});
    const auto marked = m_part->takeMarked();
    QCOMPARE(marked.size(), std::size_t(1));
    QCOMPARE(marked.front().lock, a);
    QVERIFY(marked.front().keys.contains(KeyName(queueKey)));
    QCOMPARE(marked.front().mainChanges, quint64(0));
}

void TestChangeRouter::aLatchIsASignAndCausesNoReading()
{
    m_part->know(a);
    m_part->router.onInvalidated({latch});
    QVERIFY(!m_part->isMarked(a));
    QVERIFY(m_part->stage.book.hasSigns(a));
}

void TestChangeRouter::aKeyOutsideThePrefixesIsNotRead()
{
    m_part->router.onInvalidated({"page:1", "redisson_lock_queue:{page:2}"});
    QCOMPARE(m_part->pumping.pump.queue().size(), std::size_t(0));
    m_part->router.onInvalidated({"lock:new"});
    QVERIFY(m_part->isMarked(LockName("lock:new")));
}

void TestChangeRouter::aKeyThatWasNoLockIsReadASecondLater()
{
    const Instant now = m_part->stage.clock.now();
    m_part->router.unknownKeys().remember(KeyName(a.bytes), now);
    m_part->router.onInvalidated({a.bytes});
    QVERIFY(m_part->isMarked(a));
    const auto next = m_part->pumping.pump.queue().nextAt();
    QVERIFY(next.has_value());
    QVERIFY(*next >= now + Millis(1000));
}

// Any of them may be a lock by now: each is read, at most 2,000 in a second.
void TestChangeRouter::manyKeysThatWereNoLocksAreReadInTurn()
{
    constexpr int count = 5000;
    const Instant now = m_part->stage.clock.now();
    std::vector<QByteArray> keys;
    for (int i = 0; i < count; ++i) {
        keys.push_back("lock:" + QByteArray::number(i));
        m_part->router.unknownKeys().remember(KeyName(keys.back()), now);
    }
    m_part->router.onInvalidated(keys);
    m_part->router.onInvalidated(keys);
    DirtyQueue &queue = m_part->pumping.pump.queue();
    QCOMPARE(queue.size(), std::size_t(count));
    QCOMPARE(queue.take(now + Millis(999), count).size(), std::size_t(0));
    const std::size_t atFirst = queue.take(now + Millis(2000), count).size();
    QVERIFY2(atFirst > 1000 && atFirst <= 2001, qPrintable(QString::number(atFirst)));
    QCOMPARE(queue.take(now + Millis(4000), count).size(), count - atFirst);
    QCOMPARE(m_part->stage.record.counters.dropped, qint64(0));
}

// At most 2,000 at once, and as many a second; the rest is left to a scan.
void TestChangeRouter::manyNewNamesAreDroppedAndCounted()
{
    std::vector<QByteArray> keys;
    for (int i = 0; i < 2001; ++i)
        keys.push_back("lock:" + QByteArray::number(i));
    // A second and more of work would earn as many again.
    for (int turn = 0; turn < 20 && m_part->stage.record.counters.dropped == 0; ++turn) {
        for (QByteArray &key : keys)
            key += 'x';
        m_part->router.onInvalidated(keys);
    }
    QVERIFY(m_part->stage.record.counters.dropped > 0);
    QVERIFY(m_part->pumping.pump.queue().size() >= 2000);
    QCOMPARE(m_part->drops, 0); // told together with those that follow
    QVERIFY(eventually([this] { return m_part->drops == 1; }));
    QCOMPARE(m_part->stage.told(), QByteArray("gap"));
}

void TestChangeRouter::noKeysMeansThatAnyMayHaveChanged()
{
    m_part->router.onInvalidated({});
    QCOMPARE(m_part->flushes, 1);
    QCOMPARE(m_part->stage.told(), QByteArray("gap"));
}

// Everything is read when it returns.
void TestChangeRouter::nothingIsMarkedWhileTheServerIsDown()
{
    m_part->know(a);
    m_part->stage.record.state = ServerState::Down;
    m_part->router.onInvalidated({a.bytes});
    m_part->router.onInvalidated({});
    m_part->router.onMessage("__keyspace@0__:lock:a", "del");
    QCOMPARE(m_part->pumping.pump.queue().size(), std::size_t(0));
    QCOMPARE(m_part->flushes, 0);
}

void TestChangeRouter::aScanThatWasFasterDoesNotHideAnAcquisition_data()
{
    QTest::addColumn<bool>("wasFoundBefore");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("the event was first") << false << QByteArray("appeared");
    QTest::newRow("the scan was first") << true << QByteArray("acquired");
}

// A lock of which the book believes that it was there before: only the scan's own belief is undone.
void TestChangeRouter::aScanThatWasFasterDoesNotHideAnAcquisition()
{
    QFETCH(const bool, wasFoundBefore);
    QFETCH(const QByteArray, told);
    m_part->stage.book.noteAlreadyThere(a);
    m_part->wasFoundBefore = wasFoundBefore;
    m_part->router.onInvalidated({a.bytes});
    m_part->read(a);
    QCOMPARE(m_part->stage.told(), told);
}

void TestChangeRouter::aWakeUpIsASignAndIsReadOnlyWhereKeysTellNothing_data()
{
    QTest::addColumn<WatchMode>("mode");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("tracking") << WatchMode::Tracking << false;
    QTest::newRow("channels") << WatchMode::Channels << true;
}

void TestChangeRouter::aWakeUpIsASignAndIsReadOnlyWhereKeysTellNothing()
{
    QFETCH(const WatchMode, mode);
    QFETCH(const bool, isRead);
    m_part->know(a);
    m_part->stage.record.mode = mode;
    m_part->router.onMessage(channel, "0");
    QVERIFY(m_part->stage.book.hasSigns(a));
    QCOMPARE(m_part->isMarked(a), isRead);
}

void TestChangeRouter::aKeyspaceEventIsAChangeOfItsKey()
{
    m_part->know(a);
    m_part->router.onMessage("__keyspace@0__:lock:a", "del");
    QCOMPARE(m_part->events, QByteArrayList{"del"});
    QVERIFY(m_part->isMarked(a));
    QVERIFY(!m_part->stage.book.hasSigns(a));
}

LOCKSCOPE_TEST_SUITE(TestChangeRouter)
#include "tst_changerouter.moc"
