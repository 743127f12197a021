// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "tests/ui/pictures.h"
#include "tests/ui/queue/madeupqueue.h"
#include "ui/queue/queuefeed.h"
#include "ui/queue/queuelist.h"
#include "ui/queue/queuepane.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_QueuePane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void itAsksForALock();
    void withoutAChoiceItShowsTheLongest();
    void itFollowsTheLockThatIsChosen();
    void anEmptyNameIsTold();
    void aLongNameIsThereInFull();
    void itSumsUpTheQueue();
    void itSaysWhatIsOnlyCounted();
    void aLockThatGoesIsSaidToBeGone();
    void rowsAreChosenAndCopiedByKeys();
    void itsMenuOffersWhatCanBeDone();
    void inARecordItsMenuOffersNothing();
    void whoIsChosenStaysChosen();
    void everyCellCanBeRead();
    void hiddenItDoesNothing();
    void aThousandAreScrolled();
    void picturesForPeople_data();
    void picturesForPeople();

private:
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void open(const QByteArray &name) { m_pane->showLock(watch::LockId{0, LockName(name)}); }
    void open(const watch::LockRecord &lock)
    {
        put(lock);
        QTRY_VERIFY(m_client->locks().find(lock.id));
        m_pane->showLock(lock.id);
    }
    QString summary() const { return find<QLabel>("queueSummary")->text(); }
    QueueList *list() const { return find<QueueList>("fullQueue"); }
    QMenu *menu() const
    {
        QContextMenuEvent byKey(QContextMenuEvent::Keyboard, QPoint(5, 5), QPoint());
        QCoreApplication::sendEvent(list()->viewport(), &byKey);
        return qobject_cast<QMenu *>(QApplication::activePopupWidget());
    }
    template <typename T>
    T *find(const char *name) const
    {
        return findNamed<T>(*m_pane, name);
    }

    StandingClock m_clock;
    std::unique_ptr<WatchClient> m_client;
    std::unique_ptr<QueueFeed> m_feed;
    std::unique_ptr<QueuePane> m_pane;
    watch::WatchMailbox *m_mailbox = nullptr;
};

void tst_QueuePane::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    applyTheme(Theme::Light);
    m_client = std::make_unique<WatchClient>(m_clock);
    m_mailbox = &m_client->addSource();
    m_feed = std::make_unique<QueueFeed>(*m_client, m_clock, nullptr);
    m_pane = std::make_unique<QueuePane>(*m_client, *m_feed, m_clock);
    m_pane->resize(1000, 500);
    m_pane->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
}

void tst_QueuePane::cleanup()
{
    m_pane.reset();
    m_feed.reset();
    m_client.reset();
}

void tst_QueuePane::itAsksForALock()
{
    QVERIFY(find<QLabel>("queueEmptyTitle")->isVisible());
    QVERIFY(!list()->isVisible());
    open(queueOf(1, m_clock));
    QVERIFY(list()->isVisible());
    m_pane->showLock(std::nullopt);
    QVERIFY(!list()->isVisible());
}

void tst_QueuePane::withoutAChoiceItShowsTheLongest()
{
    m_pane->hide();
    put(fairLock("one", m_clock, 2));
    put(fairLock("two", m_clock, 5));
    put(heldLock("free of waiters", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    m_pane->show();
    QCOMPARE(find<QLabel>("queueName")->text(), u"two"_s);
    QCOMPARE(list()->queue().rowCount(), 6);
    open("one");
    m_pane->hide();
    m_pane->show();
    QCOMPARE(find<QLabel>("queueName")->text(), u"one"_s);
    // Shown before the first waiters come, too.
    m_pane->showLock(std::nullopt);
    QVERIFY(!list()->isVisible());
    QVERIFY(eventually([&] { return list()->isVisible(); }));
    QCOMPARE(find<QLabel>("queueName")->text(), u"two"_s);
}

void tst_QueuePane::itFollowsTheLockThatIsChosen()
{
    put(fairLock("one", m_clock, 2));
    put(fairLock("two", m_clock, 5));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    open("one");
    QCOMPARE(find<QLabel>("queueName")->text(), u"one"_s);
    QCOMPARE(list()->queue().rowCount(), 3);
    list()->selectRow(1);
    open("two");
    QCOMPARE(find<QLabel>("queueName")->text(), u"two"_s);
    QCOMPARE(list()->queue().rowCount(), 6);
    QVERIFY(!m_pane->choice().waiter); // of the other lock
    put(fairLock("two", m_clock, 6));
    QTRY_COMPARE(list()->queue().rowCount(), 7);
}

void tst_QueuePane::anEmptyNameIsTold()
{
    open(heldLock("", m_clock));
    QCOMPARE(find<QLabel>("queueName")->text(), u"(empty name)"_s);
}

// On as many lines as it needs, although it has no words to break at.
void tst_QueuePane::aLongNameIsThereInFull()
{
    put(fairLock(QByteArray(250, 'x'), m_clock, 2));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    open(QByteArray(250, 'x'));
    m_pane->resize(500, 400);
    const QLabel *name = find<QLabel>("queueName");
    const int needed = name->fontMetrics().horizontalAdvance(name->text()) / name->width();
    QVERIFY(needed >= 3);
    QVERIFY(
        eventually([&] { return name->height() > needed * name->fontMetrics().lineSpacing(); }));
}

void tst_QueuePane::itSumsUpTheQueue()
{
    open(queueOf(3, m_clock));
    QCOMPARE(
        summary(),
        u"5 waiting: 3 alive, 1 dead, 1 ghost; the next one is a ghost and holds up all others"_s);
    QVERIFY(find<QLabel>("queueAbout")->text().startsWith(u"fair, contended, on redis://"_s));
    watch::LockRecord lock = queueOf(2, m_clock);
    lock.waiters->push_back(waiterOf("ghost:2", m_clock.now() + 20s, false));
    lock.waiters->push_back(waiterOf("new:1", m_clock.now() + 20s, {}));
    lock.totals = watch::Totals{{}, 106};
    number(lock);
    put(lock);
    QTRY_COMPARE(
        summary(),
        u"106 waiting: 2 alive, 1 dead, 2 ghosts, 1 not checked, 100 not shown; the next one is a ghost and holds up all others"_s);
    watch::LockRecord alive = queueOf(2, m_clock);
    alive.waiters->erase(alive.waiters->begin(), alive.waiters->begin() + 2);
    number(alive);
    put(alive);
    QTRY_COMPARE(summary(), u"2 waiting, all alive"_s);
    alive.waiters->clear();
    put(alive);
    QTRY_COMPARE(summary(), u"Nobody waits"_s);
    // Nobody is judged while the server is not seen.
    m_mailbox->put(watch::ServerId{0},
                   std::make_shared<const watch::ServerRecord>(lostServer(m_clock, 1s)));
    put(queueOf(2, m_clock));
    QTRY_VERIFY2(summary().contains(u"not checked"_s) && !summary().contains(u"ghost"_s),
                 qPrintable(summary()));
    QVERIFY(find<QLabel>("queueAbout")->text().contains(u"connection was lost"_s));
}

void tst_QueuePane::itSaysWhatIsOnlyCounted()
{
    watch::LockRecord lock = heldLock("prices", m_clock);
    lock.waitingConnections = 3;
    open(lock);
    QCOMPARE(summary(), u"3 connections wait; the server does not tell who."_s);
    QCOMPARE(list()->queue().rowCount(), 1); // its holder is known
    const auto says = [&](std::optional<qint64> count, const QString &text) {
        lock.waitingConnections = count;
        put(lock);
        QTRY_COMPARE(summary(), text);
    };
    says(1, u"1 connection waits; the server does not tell who."_s);
    says(0, u"Nobody waits."_s);
    says({}, u"Whether anybody waits is unknown."_s);
    // Without a server in sight, it is told in the past.
    m_mailbox->put(watch::ServerId{0},
                   std::make_shared<const watch::ServerRecord>(lostServer(m_clock, 1s)));
    says(0, u"Nobody waited when last seen."_s);
    says(3, u"Connections that waited when last seen: 3"_s);
    m_mailbox->put(watch::LockId{0, LockName("prices")}, watch::LockPointer());
    QTRY_COMPARE(find<QLabel>("queueAbout")->text(), u"The lock was gone when last seen."_s);
}

void tst_QueuePane::aLockThatGoesIsSaidToBeGone()
{
    open(queueOf(1, m_clock));
    m_mailbox->put(watch::LockId{0, LockName("ledger")}, watch::LockPointer());
    QTRY_COMPARE(list()->queue().rowCount(), 0);
    QVERIFY(find<QLabel>("queueAbout")->text().startsWith(u"The lock is gone"_s));
    QVERIFY(summary().isEmpty());
    put(queueOf(1, m_clock)); // and comes again
    QTRY_COMPARE(list()->queue().rowCount(), 4);
    QVERIFY(!summary().isEmpty());
}

void tst_QueuePane::rowsAreChosenAndCopiedByKeys()
{
    open(queueOf(3, m_clock));
    list()->setFocus();
    QTest::keyClick(list(), Qt::Key_Down);
    QVERIFY(m_pane->choice().hold);
    QTest::keyClick(list(), Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(m_pane->choice().waiter, std::optional(OwnerId("alive:2")));
    QTest::keyClick(list(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), u"alive:2"_s);
    list()->copyRow();
    QCOMPARE(QApplication::clipboard()->text(), u"5\talive:2\t0 s\t30.0 s\talive"_s);
    QSignalSpy opened(m_pane.get(), &QueuePane::lockChosen);
    QTest::keyClick(list(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened[0][0].value<watch::LockId>(), (watch::LockId{0, LockName("ledger")}));
}

void tst_QueuePane::itsMenuOffersWhatCanBeDone()
{
    m_mailbox->put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
    open(queueOf(1, m_clock));
    QVERIFY2(!menu(), "nobody is chosen");
    std::vector<admin::ActionType> asked;
    connect(m_pane.get(), &QueuePane::actionChosen, this,
            [&](admin::ActionType type) { asked.push_back(type); });
    std::vector<OwnerId> named;
    connect(m_pane.get(), &QueuePane::ownerChosen, this,
            [&](watch::DeploymentId, const OwnerId &owner) { named.push_back(owner); });
    const auto choose = [this](int row, const QString &name) {
        list()->selectRow(row);
        QMenu *const opened = menu();
        QVERIFY(opened);
        const auto actions = opened->actions();
        const auto found = std::find_if(actions.begin(), actions.end(), [&](const QAction *each) {
            return each->objectName() == name;
        });
        QVERIFY2(found != actions.end(), qPrintable(name));
        (*found)->trigger();
        opened->close();
    };
    choose(2, u"removalChosen"_s);
    choose(2, u"nudgeChosen"_s);
    choose(0, u"releaseChosen"_s);
    QCOMPARE(asked,
             (std::vector{admin::ActionType::RemoveWaiter, admin::ActionType::Nudge,
                          admin::ActionType::ReleaseHold}));
    choose(2, u"fullQueueNameOwner"_s);
    QCOMPARE(named, std::vector{OwnerId("ghost:1")});
    choose(2, u"fullQueueCopyRow"_s);
    QVERIFY(QApplication::clipboard()->text().startsWith(u"2\tghost:1\t"_s));
    QSignalSpy opened(m_pane.get(), &QueuePane::lockChosen);
    choose(2, u"fullQueueOpenDetail"_s);
    QCOMPARE(opened.size(), 1);
}

void tst_QueuePane::inARecordItsMenuOffersNothing()
{
    m_client->setRecord(u"the record"_s);
    m_mailbox->put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
    open(queueOf(1, m_clock));
    int acting = 0;
    for (const int row : {0, 2}) {
        list()->selectRow(row);
        QMenu *const opened = menu();
        QVERIFY(opened);
        for (const QAction *each : opened->actions()) {
            if (!each->objectName().endsWith(u"Chosen"_s))
                continue;
            ++acting;
            QVERIFY2(!each->isEnabled() && each->text().contains(u"(this is a record"_s),
                     qPrintable(each->text()));
        }
        opened->close();
    }
    QCOMPARE(acting, 4);
}

void tst_QueuePane::whoIsChosenStaysChosen()
{
    watch::LockRecord lock = queueOf(10, m_clock);
    open(lock);
    list()->selectRow(5);
    const auto chosen = m_pane->choice().waiter;
    QVERIFY(chosen);
    lock.waiters->erase(lock.waiters->begin(), lock.waiters->begin() + 2);
    number(lock);
    put(lock);
    QTRY_COMPARE(list()->queue().rowCount(), 11);
    QCOMPARE(m_pane->choice().waiter, chosen);
    QCOMPARE(list()->currentIndex().row(), 3);
    std::erase_if(*lock.waiters, [&](const auto &waiter) { return waiter.owner == *chosen; });
    number(lock);
    put(lock);
    QTRY_COMPARE(list()->queue().rowCount(), 10);
    QVERIFY(!m_pane->choice().waiter); // nobody else takes its place
}

void tst_QueuePane::everyCellCanBeRead()
{
    open(queueOf(2, m_clock));
    auto *seen = QAccessible::queryAccessibleInterface(list());
    QVERIFY(!seen->text(QAccessible::Name).isEmpty());
    QVERIFY(seen->tableInterface());
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < QueueModel::ColumnCount; ++column)
            QVERIFY(
                !seen->tableInterface()->cellAt(row, column)->text(QAccessible::Name).isEmpty());
    }
    QVERIFY(seen->tableInterface()
                ->cellAt(2, QueueModel::State)
                ->text(QAccessible::Name)
                .contains(u"no client listens"_s));
}

void tst_QueuePane::hiddenItDoesNothing()
{
    open(queueOf(2, m_clock));
    QVERIFY(list()->isTicking());
    m_pane->hide();
    QVERIFY(!list()->isTicking());
    put(queueOf(4, m_clock));
    QTRY_COMPARE(m_client->locks().find({0, LockName("ledger")})->waiters->size(), 6u);
    QCOMPARE(list()->queue().rowCount(), 5);
    m_pane->show();
    QCOMPARE(list()->queue().rowCount(), 7);
    QVERIFY(list()->isTicking());
}

// Each page is painted, and a change while it is scrolled leaves it where it is.
void tst_QueuePane::aThousandAreScrolled()
{
    watch::LockRecord lock = queueOf(1000, m_clock);
    open(lock);
    QCOMPARE(list()->queue().rowCount(), 1003);
    QScrollBar *bar = list()->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0); // rows are laid out in the next turn of the event loop
    const auto before = list()->findChildren<QWidget *>().size();
    for (int at = 0; at <= bar->maximum(); at += bar->maximum() / 10) {
        bar->setValue(at);
        QVERIFY(!list()->viewport()->grab().isNull());
    }
    QCOMPARE(list()->findChildren<QWidget *>().size(), before); // no widget a row
    list()->selectRow(500);
    const auto chosen = m_pane->choice().waiter;
    lock.waiters->pop_back();
    put(lock);
    QTRY_COMPARE(list()->queue().rowCount(), 1002);
    QCOMPARE(m_pane->choice().waiter, chosen);
}

void tst_QueuePane::picturesForPeople_data()
{
    addThemes();
}

// That it can be painted in each theme; kept where LOCKSCOPE_TEST_PICTURES names a folder.
void tst_QueuePane::picturesForPeople()
{
    QFETCH(int, theme);
    applyTheme(Theme(theme));
    watch::LockRecord lock = queueOf(0, m_clock);
    lock.holds.front().count = 2;
    for (int i = 0; i < 12; ++i)
        lock.waiters->push_back(waiterOf("58e2e184-7b0c-4d1f-8a35-27b0c1d2e3f"
                                             + QByteArray::number(i % 5) + ':'
                                             + QByteArray::number(20 + i),
                                         m_clock.now() + (i + 1) * 5min, i % 7 != 6));
    lock.waiters->at(3).alias = Alias("amber-otter");
    number(lock);
    open(lock);
    list()->selectRow(6);
    takePicture(*m_pane, u"queue"_s);
    applyTheme(Theme::Light);
}

LOCKSCOPE_TEST_SUITE(tst_QueuePane)
#include "tst_queuepane.moc"
