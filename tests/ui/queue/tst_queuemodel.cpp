// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/queue/madeupqueue.h"
#include "ui/queue/queuemodel.h"
#include "ui/table/roles.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using Path = QueueModel::Path;

class tst_QueueModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void holdersAreAboveTheirWaiters();
    void theWordsAreThoseOfTheGuide();
    void theWayLeadsToTheNext();
    void deadlinesPassWithTime();
    void aLostServerStandsStill();
    void outOfSightNobodyBecomesNext();
    void howLongItWaitsIsToldAsFarAsItWasSeen();
    void readersHaveTheirOwnTimes();
    void whoMovesUpStaysTheSameRow();
    void whoReturnsToTheEndMovesAlone();
    void anOwnerThatIsThereTwiceIsShownTwice();
    void randomQueuesAreMirroredBySignals();
    void aThousandAreMergedInOneGo();

private:
    void show(const watch::LockRecord &lock, const std::optional<Instant> &lostAt = {})
    {
        m_waits.note(lock.id, std::make_shared<const watch::LockRecord>(lock), m_clock.now());
        m_model->show(&lock, lostAt, m_waits.queue(lock.id));
    }
    QString text(int row, QueueModel::Column column) const
    {
        return m_model->index(row, column).data().toString();
    }
    QStringList owners() const
    {
        QStringList all;
        for (int row = 0; row < m_model->rowCount(); ++row)
            all += QString::fromUtf8(m_model->rowAt(row).owner().bytes);
        return all;
    }

    StandingClock m_clock;
    insight::WaitMeter m_waits;
    std::unique_ptr<QueueModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void tst_QueueModel::init()
{
    failOnAnyWarning();
    m_waits = {};
    m_model = std::make_unique<QueueModel>(m_clock);
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
}

void tst_QueueModel::cleanup()
{
    m_tester.reset();
    m_model.reset();
}

void tst_QueueModel::holdersAreAboveTheirWaiters()
{
    show(queueOf(2, m_clock));
    QCOMPARE(m_model->rowCount(), 5);
    QCOMPARE(m_model->holders(), 1);
    QCOMPARE(text(0, QueueModel::Place), u"holds"_s);
    QCOMPARE(text(0, QueueModel::Owner), u"3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"_s);
    QCOMPARE(text(0, QueueModel::State), u"renewing"_s);
    QVERIFY(m_model->index(0, QueueModel::Left).data(RawRole).canConvert<TtlValue>());
    QCOMPARE(text(1, QueueModel::Place), u"1"_s);
    QCOMPARE(text(3, QueueModel::Place), u"3 (next)"_s);
    QCOMPARE(m_model->index(3, QueueModel::Owner).data(RawRole).toByteArray(), "alive:0"_ba);
    m_model->show(nullptr, {}, {});
    QCOMPARE(m_model->rowCount(), 0);
    QCOMPARE(m_model->holders(), 0);
    QVERIFY(!m_model->next());
}

void tst_QueueModel::theWordsAreThoseOfTheGuide()
{
    watch::LockRecord lock = queueOf(1, m_clock);
    lock.waiters->push_back(waiterOf("nobody:1", {}, {}));
    lock.waiters->push_back(waiterOf("unread:1", {}, {}));
    lock.waiters->back().isDeadlineUnread = true;
    number(lock);
    show(lock);
    const auto states = [this] {
        QStringList all;
        for (int row = m_model->holders(); row < m_model->rowCount(); ++row)
            all += text(row, QueueModel::State);
        return all;
    };
    QCOMPARE(states(),
             QStringList({u"dead"_s, u"ghost"_s, u"alive"_s, u"not checked"_s, u"not checked"_s}));
    QCOMPARE(text(1, QueueModel::Left), u"passed 2 s ago"_s);
    QCOMPARE(text(2, QueueModel::Left), u"20.0 s"_s);
    QCOMPARE(text(4, QueueModel::Left), u"no deadline"_s);
    QCOMPARE(text(5, QueueModel::Left), u"unknown"_s);
    QVERIFY(m_model->index(1, QueueModel::Owner).data(StaleRole).toBool());
    QVERIFY(!m_model->index(2, QueueModel::Owner).data(StaleRole).toBool());
    const auto said = [this](int row) {
        return m_model->index(row, QueueModel::State).data(Qt::AccessibleTextRole).toString();
    };
    QVERIFY(said(1).contains(u"The next unlock removes it"_s));
    QVERIFY(said(2).contains(u"no client listens"_s));
    QVERIFY(said(3).contains(u"the next to wake"_s));
    QVERIFY(said(4).contains(u"not checked"_s));
}

void tst_QueueModel::theWayLeadsToTheNext()
{
    show(queueOf(2, m_clock));
    QCOMPARE(m_model->next(), std::optional(3));
    QCOMPARE(m_model->pathAt(0), Path::Start);
    QCOMPARE(m_model->pathAt(1), Path::Through);
    QCOMPARE(m_model->pathAt(2), Path::Through);
    QCOMPARE(m_model->pathAt(3), Path::End);
    QCOMPARE(m_model->pathAt(4), Path::None);
    show(queueOf(0, m_clock)); // nobody can wake
    QVERIFY(!m_model->next());
    QCOMPARE(m_model->pathAt(0), Path::None);
    watch::LockRecord free = queueOf(1, m_clock);
    free.holds.clear();
    show(free);
    QCOMPARE(m_model->next(), std::optional(2));
    QCOMPARE(m_model->pathAt(2), Path::None); // from nobody
    QCOMPARE(m_model->next(),
             watch::nextToWake(*free.waiters, m_clock.now())); // as lockctl and health say
}

void tst_QueueModel::deadlinesPassWithTime()
{
    show(queueOf(2, m_clock));
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    m_clock.advance(25s);
    m_model->tick();
    QCOMPARE(text(2, QueueModel::State), u"dead"_s); // the ghost's time is over as well
    QCOMPARE(m_model->next(), std::optional(3));
    QCOMPARE(changed.size(), 1);
    m_clock.advance(10s);
    m_model->tick();
    QVERIFY(!m_model->next());
    m_model->tick();
    QCOMPARE(changed.size(), 3); // the two, and that nobody is next; then nothing more
}

void tst_QueueModel::aLostServerStandsStill()
{
    const watch::LockRecord lock = queueOf(1, m_clock);
    const Instant lostAt = m_clock.now();
    show(lock, lostAt);
    m_clock.advance(1min);
    m_model->tick();
    QCOMPARE(text(2, QueueModel::State), u"not checked"_s); // nobody is judged
    QCOMPARE(text(2, QueueModel::Left), u"20.0 s"_s);
    QVERIFY(m_model->index(0, QueueModel::Owner).data(StaleRole).toBool());
    QCOMPARE(text(0, QueueModel::State), u"not checked"_s);
    QVERIFY(m_model->isLost());
}

// That nothing is seen of the ghost before it any more does not make it the next one.
void tst_QueueModel::outOfSightNobodyBecomesNext()
{
    watch::LockRecord lock = queueOf(1, m_clock);
    show(lock);
    QCOMPARE(text(3, QueueModel::Place), u"3 (next)"_s);
    for (watch::WaiterRecord &waiter : *lock.waiters) {
        waiter.listening.reset();
        waiter.stale = false;
    }
    show(lock, m_clock.now());
    QCOMPARE(m_model->next(), 3);
    m_model->tick();
    QCOMPARE(m_model->next(), 3);
}

void tst_QueueModel::howLongItWaitsIsToldAsFarAsItWasSeen()
{
    watch::LockRecord lock = queueOf(1, m_clock);
    show(lock);
    m_clock.advance(12s);
    lock.waiters->push_back(waiterOf("late:1", m_clock.now() + 30s, true));
    number(lock);
    show(lock);
    m_clock.advance(3s);
    QCOMPARE(text(0, QueueModel::Waited), u"held 15 s"_s);
    QCOMPARE(text(3, QueueModel::Waited), u"15 s"_s);
    QCOMPARE(text(4, QueueModel::Waited), u"3 s"_s);
    m_model->show(&lock, {}, {});
    QCOMPARE(text(3, QueueModel::Waited), u"unknown"_s);
}

void tst_QueueModel::readersHaveTheirOwnTimes()
{
    watch::LockRecord lock = heldLock("prices", m_clock);
    lock.kind = "read-write";
    lock.holds.front().mode = watch::Mode::Read;
    lock.holds.push_back(lock.holds.front());
    lock.holds.back().owner = OwnerId("another:1");
    lock.holds.back().deadline = m_clock.now() + 5s;
    lock.holds.back().count = 2;
    lock.holds.push_back(lock.holds.front());
    lock.holds.back().owner = OwnerId("gone:1");
    lock.holds.back().stale = true;
    lock.holds.back().deadline.reset();
    show(lock);
    QCOMPARE(m_model->holders(), 3);
    QCOMPARE(text(0, QueueModel::Place), u"reads"_s);
    QCOMPARE(text(0, QueueModel::Left), u"20.0 s"_s);
    QCOMPARE(text(1, QueueModel::Left), u"5.0 s"_s);
    QCOMPARE(text(1, QueueModel::State), u"renewing, 2 times"_s);
    QCOMPARE(text(2, QueueModel::State), u"dead reader"_s);
    QVERIFY(m_model->index(2, QueueModel::Owner).data(StaleRole).toBool());
    lock.holds = {lock.holds.front()};
    lock.holds.front().mode = watch::Mode::Write;
    show(lock);
    QCOMPARE(text(0, QueueModel::Place), u"writes"_s);
}

void tst_QueueModel::whoMovesUpStaysTheSameRow()
{
    watch::LockRecord lock = queueOf(5, m_clock);
    lock.waiters->erase(lock.waiters->begin(), lock.waiters->begin() + 2);
    number(lock);
    show(lock);
    const QPersistentModelIndex third = m_model->index(3, 0);
    QCOMPARE(m_model->rowAt(third.row()).owner(), OwnerId("alive:2"));
    QSignalSpy removed(m_model.get(), &QAbstractItemModel::rowsRemoved);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    // The head gets the lock.
    lock.holds.front().owner = lock.waiters->front().owner;
    lock.waiters->erase(lock.waiters->begin());
    number(lock);
    show(lock);
    QVERIFY(third.isValid());
    QCOMPARE(third.row(), 2);
    QCOMPARE(text(2, QueueModel::Place), u"2"_s);
    QCOMPARE(owners(),
             QStringList({u"alive:0"_s, u"alive:1"_s, u"alive:2"_s, u"alive:3"_s, u"alive:4"_s}));
    QCOMPARE(removed.size(), 1); // the old holder and the head, which lie together
    QCOMPARE(inserted.size(), 1); // the new one
    QCOMPARE(reset.size(), 0);
}

void tst_QueueModel::whoReturnsToTheEndMovesAlone()
{
    watch::LockRecord lock = queueOf(50, m_clock);
    show(lock);
    const QPersistentModelIndex later = m_model->index(20, 0);
    QSignalSpy removed(m_model.get(), &QAbstractItemModel::rowsRemoved);
    std::rotate(lock.waiters->begin(), lock.waiters->begin() + 1, lock.waiters->end());
    number(lock);
    show(lock);
    QCOMPARE(later.row(), 19);
    QCOMPARE(owners().back(), u"dead:1"_s);
    QCOMPARE(removed.size(), 1);
    QCOMPARE(removed[0][1].toInt(), removed[0][2].toInt()); // one row
}

void tst_QueueModel::anOwnerThatIsThereTwiceIsShownTwice()
{
    watch::LockRecord lock = queueOf(1, m_clock);
    lock.waiters->push_back(lock.waiters->back());
    lock.waiters->push_back(waiterOf("1 w alive:0", m_clock.now() + 9s, true)); // like a key
    lock.holds.front().owner = lock.waiters->back().owner;
    number(lock);
    show(lock);
    QCOMPARE(m_model->rowCount(), 6);
    lock.waiters->erase(lock.waiters->begin() + 2);
    number(lock);
    show(lock);
    QCOMPARE(m_model->rowCount(), 5);
}

void tst_QueueModel::randomQueuesAreMirroredBySignals()
{
    QRandomGenerator random(7);
    const Mirror mirror(*m_model, QueueModel::Owner);
    watch::LockRecord lock = queueOf(8, m_clock);
    for (int turn = 0; turn < 300; ++turn) {
        auto &queue = *lock.waiters;
        if (random.bounded(3) == 0 && !queue.empty())
            queue.erase(queue.begin() + random.bounded(int(queue.size())));
        if (random.bounded(2) == 0)
            queue.insert(queue.begin() + random.bounded(int(queue.size()) + 1),
                         waiterOf("new:" + QByteArray::number(turn), m_clock.now() + 1min, true));
        if (random.bounded(5) == 0)
            std::shuffle(queue.begin(), queue.end(), random);
        if (random.bounded(4) == 0 && !lock.holds.empty())
            lock.holds.front().owner = OwnerId("holder:" + QByteArray::number(turn));
        if (random.bounded(10) == 0)
            lock.holds.clear();
        else if (lock.holds.empty())
            lock.holds = heldLock("ledger", m_clock).holds;
        number(lock);
        show(lock);
        QCOMPARE(mirror.rows(), mirror.actual());
        QCOMPARE(m_model->rowCount(), int(queue.size() + lock.holds.size()));
        QCOMPARE(m_model->holders(), int(lock.holds.size()));
        for (std::size_t i = 0; i < queue.size(); ++i)
            QCOMPARE(m_model->rowAt(m_model->holders() + int(i)).waiter, queue[i]);
    }
    QCOMPARE(mirror.resets(), 0);
}

void tst_QueueModel::aThousandAreMergedInOneGo()
{
    watch::LockRecord lock = queueOf(1000, m_clock);
    const Mirror mirror(*m_model, QueueModel::Place); // begins with no rows
    show(lock);
    QCOMPARE(mirror.rows(), mirror.actual());
    const int before = mirror.dataSignals();
    lock.waiters->erase(lock.waiters->begin());
    number(lock);
    show(lock);
    QCOMPARE(m_model->rowCount(), 1002);
    QCOMPARE(m_model->next(), std::optional(2));
    QVERIFY(mirror.dataSignals() - before <= 3); // not one a row
    QCOMPARE(mirror.rows(), mirror.actual());
}

LOCKSCOPE_TEST_SUITE(tst_QueueModel)
#include "tst_queuemodel.moc"
