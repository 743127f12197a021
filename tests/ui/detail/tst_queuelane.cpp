// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/detail/queuelane.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QContextMenuEvent>
#include <QScrollBar>
#include <QSignalSpy>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_QueueLane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void whoIsNextDeadOrAGhostIsTold();
    void deadlinesPassWithTime();
    void everyWaiterIsAnItemForAssistiveTechnology();
    void waitersAreChosenByKeysAndMouse();
    void whoIsChosenStaysChosen();
    void aLongQueueIsScrolled();
    void aHiddenLaneDoesNothing();
    void picturesForPeople_data();
    void picturesForPeople();

private:
    // The first past its deadline, the second with nobody who listens, then so many that wait.
    watch::LockRecord queue(int alive) const;
    void show(const watch::LockRecord &lock, const std::optional<Instant> &lostAt = {})
    {
        m_model->show(&lock, lostAt);
    }
    void key(Qt::Key key) { QTest::keyClick(m_lane.get(), key); }

    StandingClock m_clock;
    std::unique_ptr<WaitersModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    std::unique_ptr<QueueLane> m_lane;
};

void tst_QueueLane::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    applyTheme(Theme::Light);
    m_model = std::make_unique<WaitersModel>(m_clock);
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
    m_lane = std::make_unique<QueueLane>(*m_model, m_clock);
    m_lane->resize(600, 200);
    m_lane->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_lane.get()));
}

void tst_QueueLane::cleanup()
{
    m_lane.reset();
    m_tester.reset();
    m_model.reset();
}

watch::LockRecord tst_QueueLane::queue(int alive) const
{
    watch::LockRecord lock = fairLock("ledger", m_clock, 0);
    watch::WaiterRecord dead;
    dead.owner = OwnerId("dead:1");
    dead.position = 1;
    dead.deadline = m_clock.now() - 2s;
    dead.stale = true;
    watch::WaiterRecord ghost;
    ghost.owner = OwnerId("ghost:1");
    ghost.position = 2;
    ghost.deadline = m_clock.now() + 20s;
    ghost.stale = true;
    ghost.listening = false;
    lock.waiters->push_back(dead);
    lock.waiters->push_back(ghost);
    for (int i = 0; i < alive; ++i) {
        watch::WaiterRecord waiter;
        waiter.owner = OwnerId("alive:" + QByteArray::number(i));
        waiter.position = 3 + i;
        waiter.deadline = m_clock.now() + 30s;
        waiter.listening = true;
        lock.waiters->push_back(waiter);
    }
    return lock;
}

void tst_QueueLane::whoIsNextDeadOrAGhostIsTold()
{
    show(queue(2));
    QCOMPARE(m_lane->count(), 4);
    QCOMPARE(m_lane->next(), std::optional(2));
    QCOMPARE(m_model->next(), m_lane->next());
    QVERIFY(m_lane->rowText(0).contains(u"The next unlock removes it"_s));
    QVERIFY(m_lane->rowText(1).contains(u"Ghost: no client listens"_s));
    QVERIFY(m_lane->rowText(2).startsWith(u"Position 3, deadline in 30.0 s. Alive"_s));
    QVERIFY(m_lane->rowText(2).contains(u"next to wake"_s));
    QVERIFY(!m_lane->rowText(3).contains(u"next to wake"_s));
    QVERIFY(m_lane->rowText(4).isEmpty() && m_lane->nameOf(-1).isEmpty());
    watch::LockRecord answered = queue(2);
    (*answered.waiters)[1].listening = true;
    (*answered.waiters)[1].stale = false;
    show(answered);
    QVERIFY(m_lane->rowText(1).startsWith(u"Position 2, deadline in 20.0 s. Alive"_s));
    QVERIFY(m_lane->rowText(1).contains(u"next to wake"_s));
    (*answered.waiters)[1].listening.reset(); // nobody has asked yet
    show(answered);
    QCOMPARE(m_lane->next(), std::optional(1));
    QVERIFY(m_lane->rowText(1).contains(u"not checked"_s));
}

void tst_QueueLane::deadlinesPassWithTime()
{
    const watch::LockRecord lock = queue(2);
    show(lock);
    m_clock.advance(25s);
    QCOMPARE(m_lane->next(), std::optional(2)); // the ghost's time is over as well
    QVERIFY(m_lane->rowText(1).contains(u"past its deadline"_s));
    // When the server is lost, time stands still, and nobody is judged.
    show(lock, m_clock.now() - 25s);
    QVERIFY2(m_lane->rowText(1).contains(u"not checked"_s), qPrintable(m_lane->rowText(1)));
    QVERIFY(!m_lane->isTicking());
}

void tst_QueueLane::everyWaiterIsAnItemForAssistiveTechnology()
{
    show(queue(2));
    QAccessibleInterface *const list = QAccessible::queryAccessibleInterface(m_lane.get());
    QVERIFY(list);
    QCOMPARE(list->role(), QAccessible::List);
    QVERIFY(!list->text(QAccessible::Name).isEmpty());
    QCOMPARE(list->childCount(), 4);
    QAccessibleInterface *const ghost = list->child(1);
    QCOMPARE(ghost->role(), QAccessible::ListItem);
    QCOMPARE(ghost->text(QAccessible::Name), u"ghost:1"_s);
    QVERIFY(ghost->text(QAccessible::Description).contains(u"no client listens"_s));
    QCOMPARE(list->indexOfChild(ghost), 1);
    QCOMPARE(list->child(1), ghost);
    QVERIFY(!ghost->rect().isEmpty());
    QVERIFY(!list->child(4));
    key(Qt::Key_Right);
    key(Qt::Key_Right);
    QVERIFY(ghost->state().selected);
    show(queue(0));
    QCOMPARE(list->childCount(), 2);
    show(fairLock("ledger", m_clock, 0));
    QVERIFY(!ghost->isValid());
}

void tst_QueueLane::waitersAreChosenByKeysAndMouse()
{
    show(queue(4));
    QSignalSpy changed(m_lane.get(), &QueueLane::currentChanged);
    key(Qt::Key_Right);
    QCOMPARE(m_lane->currentRow(), 0);
    key(Qt::Key_End);
    QCOMPARE(m_lane->currentRow(), 5);
    key(Qt::Key_Left);
    QCOMPARE(m_lane->currentRow(), 4);
    QCOMPARE(changed.size(), 3);
    QTest::mouseClick(m_lane->viewport(), Qt::LeftButton, {}, m_lane->rowRect(1).center());
    QCOMPARE(m_lane->currentRow(), 1);
    QTest::mouseClick(m_lane->viewport(), Qt::LeftButton, {}, {1, 1});
    QCOMPARE(m_lane->currentRow(), -1);
    QSignalSpy menu(m_lane.get(), &QueueLane::menuWanted);
    key(Qt::Key_Home);
    QContextMenuEvent byKey(QContextMenuEvent::Keyboard, QPoint(), QPoint());
    QCoreApplication::sendEvent(m_lane.get(), &byKey);
    QCOMPARE(menu.size(), 1);
}

void tst_QueueLane::whoIsChosenStaysChosen()
{
    watch::LockRecord lock = queue(3);
    show(lock);
    m_lane->setCurrentRow(3);
    for (watch::WaiterRecord &waiter : *lock.waiters)
        waiter.deadline = m_clock.now() + 40s;
    show(lock);
    QCOMPARE(m_lane->currentRow(), 3);
    lock.waiters->pop_back();
    lock.waiters->pop_back();
    show(lock);
    QCOMPARE(m_lane->currentRow(), -1); // nobody else takes its place
}

void tst_QueueLane::aLongQueueIsScrolled()
{
    show(queue(200));
    QVERIFY(m_lane->verticalScrollBar()->maximum() > 0);
    QVERIFY(m_lane->rowRect(199).isEmpty());
    m_lane->setCurrentRow(199);
    QVERIFY(!m_lane->rowRect(199).isEmpty());
    key(Qt::Key_Home);
    QCOMPARE(m_lane->verticalScrollBar()->value(), 0);
}

void tst_QueueLane::aHiddenLaneDoesNothing()
{
    QVERIFY(!m_lane->isTicking());
    show(queue(1));
    QVERIFY(m_lane->isTicking());
    m_lane->hide();
    QVERIFY(!m_lane->isTicking());
    show(queue(2));
    QVERIFY(!m_lane->isTicking());
    m_lane->show();
    QVERIFY(m_lane->isTicking());
}

void tst_QueueLane::picturesForPeople_data()
{
    addThemes();
}

// That it can be painted in each theme; kept where LOCKSCOPE_TEST_PICTURES names a folder.
void tst_QueueLane::picturesForPeople()
{
    QFETCH(int, theme);
    applyTheme(Theme(theme));
    show(queue(6));
    m_lane->setCurrentRow(3);
    takePicture(*m_lane, u"lane"_s);
    applyTheme(Theme::Light);
}

LOCKSCOPE_TEST_SUITE(tst_QueueLane)
#include "tst_queuelane.moc"
