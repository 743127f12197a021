// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/traits.h"
#include "tests/support/testmain.h"
#include "tests/ui/actions/actionfixture.h"

#include <QComboBox>
#include <QRadioButton>
#include <QSpinBox>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using admin::ActionType;
using Status = admin::Outcome::Status;

// Tests the actions of each kind of lock and their options, several locks and several dialogs.
class tst_ActionKinds : public lockscope::test::ActionFixture
{
    Q_OBJECT

private:
    watch::LockRecord counted(const QByteArray &name, const QByteArray &kind, qint64 number)
    {
        return countedLock(name, kind, number, m_clock);
    }
    watch::LockRecord stringLock(const QByteArray &name, const QByteArray &library)
    {
        watch::LockRecord lock = heldLock(name, m_clock);
        lock.kind = "string";
        lock.library = library;
        lock.holds.front().owner = OwnerId("0f8fad5b-d9cb-469f-a165-70867728950e");
        lock.mainKey = format::KeyType::String;
        return lock;
    }
    std::vector<ActionDialog *> dialogs()
    {
        std::vector<ActionDialog *> all;
        for (auto *each : m_window->findChildren<ActionDialog *>()) {
            if (each->isVisible())
                all.push_back(each);
        }
        return all;
    }
    void selectAll(int rows)
    {
        QTRY_COMPARE(m_client->locks().rowCount(), rows);
        find<TableView>("locks")->selectAll();
    }

private Q_SLOTS:
    void showsTheActionsOfTheKind_data();
    void showsTheActionsOfTheKind();
    void changesPermits();
    void setsALatch();
    void extendsATime();
    void doesNothingToAGuess();
    void tellsWhatTheLibraryMakesOfIt();
    void releasesAWholeHoldOfAnotherLibrary();
    void setsTheTimeOfSeveral();
    void releasesOneOwnersHolds();
    void dialogsStandSideBySide();
    void fitsTheCluster();
};

// Both messages of Redisson's, and steps where the keys are in several hash slots.
void tst_ActionKinds::fitsTheCluster()
{
    watch::ServerRecord shard = upServer();
    shard.isShard = true;
    shard.version = "Redis 7.0.15";
    put(shard);
    select(heldLock("orders", m_clock));
    trigger("actionForceUnlock");
    QVERIFY(find<QPlainTextEdit>("commands")
                ->toPlainText()
                .contains("SPUBLISH redisson_lock__channel:{orders} 0\nPUBLISH"_L1));
    QVERIFY(find<QLabel>("howRun")->text().contains("as one script"_L1));
    dialog()->reject();

    watch::LockRecord lock = stringLock("lock:orders", "python-redis-lock");
    lock.kind = "signal-string";
    select(lock);
    trigger("actionForceUnlock");
    QVERIFY2(find<QPlainTextEdit>("commands")
                 ->toPlainText()
                 .startsWith("DEL lock:orders\nDEL lock-signal:orders\n"_L1),
             qPrintable(find<QPlainTextEdit>("commands")->toPlainText()));
    QVERIFY(find<QLabel>("howRun")->text().contains("in steps"_L1));
    QVERIFY(find<QLabel>("effects")->text().contains("hash slots"_L1));
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].plan.parts.size(), std::size_t(3));
    admin::Outcome done, failed;
    done.status = Status::Done;
    failed.status = Status::Failed;
    admin::Outcome whole;
    whole.status = Status::Unknown;
    whole.parts = {done, failed};
    m_window->actions().showOutcome(m_asked[0].request, whole);
    QVERIFY2(message().contains("DEL lock:orders: done\nDEL lock-signal:orders; LPUSH"_L1),
             qPrintable(message()));
}

void tst_ActionKinds::showsTheActionsOfTheKind_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QStringList>("shown");
    const QStringList lock{u"force-unlock"_s, u"release"_s, u"remove-waiter"_s,
                           u"nudge"_s,        u"set-ttl"_s, u"extend-ttl"_s};
    QTest::newRow("lock") << "reentrant"_ba << lock;
    QTest::newRow("string") << "string"_ba << lock;
    QTest::newRow("semaphore") << "semaphore"_ba
                               << QStringList{u"nudge"_s, u"add-permits"_s, u"drain-permits"_s};
    QTest::newRow("permits") << "permit-expirable-semaphore"_ba
                             << QStringList{u"force-unlock"_s, u"release"_s, u"nudge"_s,
                                            u"add-permits"_s, u"drain-permits"_s};
    QTest::newRow("latch") << "count-down-latch"_ba
                           << QStringList{u"nudge"_s, u"set-latch"_s, u"count-down"_s,
                                          u"open-latch"_s};
}

void tst_ActionKinds::showsTheActionsOfTheKind()
{
    QFETCH(const QByteArray, kind);
    QFETCH(const QStringList, shown);
    watch::LockRecord lock = heldLock("a", m_clock);
    lock.kind = kind;
    if (format::traitsOf(kind).isNumber())
        lock = counted("a", kind, 3);
    select(lock);
    for (const ActionType type : allActions) {
        const QString word = QString::fromLatin1(admin::name(type));
        const bool isShown = shown.contains(word);
        QVERIFY2(m_window->actions().action(type)->isVisible() == isShown, qPrintable(word));
        auto *button = m_window->findChild<QPushButton *>(u"button-"_s + word);
        QVERIFY(button);
        QTRY_VERIFY2(button->isVisible() == isShown, qPrintable(word));
    }
}

void tst_ActionKinds::changesPermits()
{
    select(counted("pool", "semaphore", 3));
    trigger("actionAddPermits");
    QVERIFY(find<QLabel>("seen")->text().contains("Free permits: 3"_L1));
    auto *permits = find<QSpinBox>("permits");
    permits->setValue(0);
    QVERIFY(!act()->isEnabled());
    permits->setValue(-2);
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    QVERIFY(find<QPlainTextEdit>("commands")->toPlainText().contains("DECRBY pool 2"_L1));
    permits->setValue(5);
    QVERIFY(find<QPlainTextEdit>("commands")->toPlainText().contains("redisson_sc:{pool} 8"_L1));
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].plan.action.type, ActionType::AddPermits);
    QCOMPARE(m_asked[0].plan.action.permits, 5);
    trigger("actionDrainPermits");
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(2));
    QCOMPARE(m_asked[1].plan.action.type, ActionType::DrainPermits);
}

void tst_ActionKinds::setsALatch()
{
    select(counted("gate", "count-down-latch", 4));
    trigger("actionSetLatch");
    auto *count = find<QSpinBox>("latchCount");
    QCOMPARE(count->value(), 4);
    QVERIFY2(!act()->isEnabled(), "it has that count");
    count->setValue(2);
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    trigger("actionCountDown");
    act()->click();
    trigger("actionOpenLatch");
    QVERIFY(find<QLabel>("seen")->text().contains("Count: 4"_L1));
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(3));
    QCOMPARE(m_asked[0].plan.action.permits, 2);
    QCOMPARE(m_asked[1].plan.action.type, ActionType::CountDown);
    QCOMPARE(m_asked[2].plan.action.type, ActionType::OpenLatch);
}

void tst_ActionKinds::extendsATime()
{
    select(heldLock("orders", m_clock));
    trigger("actionExtendTimeToLive");
    auto *by = find<QLineEdit>("extension");
    by->setText(u"0s"_s);
    QVERIFY(!act()->isEnabled());
    by->setText(u"5m"_s);
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QCOMPARE(m_asked.at(0).plan.action.type, ActionType::ExtendTimeToLive);
    QVERIFY(m_asked[0].plan.action.timeToLive == 5min);
    watch::LockRecord endless = heldLock("endless", m_clock);
    endless.deadline.reset();
    endless.holds.front().deadline.reset();
    select(endless);
    QAction *action = m_window->actions().action(ActionType::ExtendTimeToLive);
    QTRY_VERIFY(!action->isEnabled());
    QVERIFY2(action->statusTip().contains("no expiry"_L1), qPrintable(action->statusTip()));
}

// Shown guesses are looked at, and may be sessions' tokens.
void tst_ActionKinds::doesNothingToAGuess()
{
    watch::LockRecord guess = stringLock("session:7", "node-redlock");
    guess.guess = true;
    select(guess);
    for (const ActionType type : {ActionType::ForceUnlock, ActionType::ReleaseHold,
                                  ActionType::SetTimeToLive, ActionType::ExtendTimeToLive}) {
        QAction *action = m_window->actions().action(type);
        QTRY_VERIFY(!action->isEnabled());
        QVERIFY2(action->statusTip().contains("does not act on a guess"_L1),
                 qPrintable(action->statusTip()));
    }
    // Among several it is left out.
    put(heldLock("orders", m_clock));
    selectAll(2);
    trigger("actionForceUnlock");
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].plan.sight.name, LockName("orders"));
}

void tst_ActionKinds::tellsWhatTheLibraryMakesOfIt()
{
    select(stringLock("redlock:orders", "redlock-net"));
    trigger("actionForceUnlock");
    QVERIFY(find<QLabel>("effects")->text().contains("comes back"_L1));
    delete dialog();
    watch::LockRecord doubtful = stringLock("orders", "spring-integration");
    doubtful.candidates = std::vector<watch::Candidate>{
        {"string", "spring-integration", u"a uuid"_s}, {"string", "aioredlock", u"a uuid"_s}};
    select(doubtful);
    trigger("actionForceUnlock");
    QVERIFY(find<QLabel>("effects")->text().contains("may come back"_L1));
}

void tst_ActionKinds::releasesAWholeHoldOfAnotherLibrary()
{
    watch::LockRecord lock = stringLock("semaphore:db", "redis-semaphore");
    lock.kind = "counting-semaphore";
    lock.holds.front().count = 3;
    select(lock);
    trigger("actionReleaseHold");
    QVERIFY(!find<QRadioButton>("oneCount")->isEnabled());
    QVERIFY(find<QRadioButton>("wholeHold")->isChecked());
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QVERIFY(m_asked.at(0).plan.action.allHolds);
}

void tst_ActionKinds::setsTheTimeOfSeveral()
{
    for (const char *name : {"a", "b", "c"})
        put(heldLock(name, m_clock));
    put(counted("pool", "semaphore", 3));
    selectAll(4);
    trigger("actionSetTimeToLive");
    const auto *list = find<TableView>("actionList")->model();
    QCOMPARE(list->rowCount(), 4);
    find<QLineEdit>("timeToLive")->setText(u"2m"_s);
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(3));
    for (const Asked &asked : m_asked)
        QVERIFY(asked.plan.action.timeToLive == 2min);
    QStringList left;
    for (int row = 0; row < 4; ++row) {
        if (list->index(row, 3).data().toString().startsWith("skipped"_L1))
            left += list->index(row, 0).data().toString();
    }
    QCOMPARE(left, QStringList{u"pool"_s});
}

void tst_ActionKinds::releasesOneOwnersHolds()
{
    put(heldLock("a", m_clock));
    watch::LockRecord other = heldLock("b", m_clock);
    other.holds.front().owner = OwnerId("another:1");
    put(other);
    watch::LockRecord read = heldLock("c", m_clock);
    read.kind = "read-write";
    read.holds.front().mode = watch::Mode::Read;
    read.holds.front().count = 2;
    put(read);
    selectAll(3);
    trigger("actionReleaseHold");
    auto *holder = find<QComboBox>("holder");
    QCOMPARE(holder->count(), 2);
    holder->setCurrentIndex(holder->findText(u"3f2a9c44"_s, Qt::MatchStartsWith));
    QVERIFY(holder->currentText().contains("of these locks: 2"_L1));
    QVERIFY2(act()->isEnabled(), qPrintable(message()));
    act()->click();
    QCOMPARE(m_asked.size(), std::size_t(2));
    for (const Asked &asked : m_asked) {
        QCOMPARE(asked.plan.action.owner, OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"));
        QVERIFY(asked.plan.action.allHolds);
        QVERIFY(asked.plan.sight.name != LockName("b"));
    }
}

void tst_ActionKinds::dialogsStandSideBySide()
{
    select(heldLock("a", m_clock));
    trigger("actionForceUnlock");
    trigger("actionForceUnlock");
    QCOMPARE(dialogs().size(), std::size_t(1)); // the same question is asked once
    select(heldLock("b", m_clock));
    trigger("actionForceUnlock");
    QCOMPARE(dialogs().size(), std::size_t(2));
    for (ActionDialog *each : dialogs())
        QCOMPARE(each->windowModality(), Qt::NonModal);
    // The window goes on working, and each is about its own lock.
    auto *table = find<TableView>("locks");
    table->selectRow(m_client->locks().rowOf({0, LockName("a")}));
    QVERIFY(m_window->isEnabled() && table->isEnabled());
    watch::LockRecord changed = heldLock("a", m_clock);
    changed.holds.front().owner = OwnerId("another:1");
    put(changed);
    auto *first = dialogs().front()->findChild<QPushButton *>(u"act"_s);
    auto *second = dialogs().back()->findChild<QPushButton *>(u"act"_s);
    QTRY_VERIFY(!first->isEnabled());
    QVERIFY(second->isEnabled());
    second->click();
    QCOMPARE(m_asked.size(), std::size_t(1));
    QCOMPARE(m_asked[0].plan.sight.name, LockName("b"));
    admin::Outcome outcome;
    outcome.status = Status::Done;
    m_window->actions().showOutcome(m_asked[0].request, outcome);
    QVERIFY(message().startsWith("Done"_L1));
}

LOCKSCOPE_TEST_SUITE(tst_ActionKinds)
#include "tst_actionkinds.moc"
