// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"
#include "ui/theme/theme.h"
#include "ui/workbench/acquirerules.h"
#include "ui/workbench/quitguard.h"
#include "ui/workbench/votesmodel.h"
#include "ui/workbench/workbenchmodel.h"
#include "ui/workbench/workbenchpane.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using workbench::Entry;

// The workbench's model, form and buttons, and the question before quitting, with made-up entries.
class tst_WorkbenchPane : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_pane.reset(); }

    void theModelMergesAndCountsDown();
    void theBarIsOfTheLongestTimeSeen();
    void anEmptyFormIsNotScolded();
    void theFormChecksWhatIsTyped_data();
    void theFormChecksWhatIsTyped();
    void theFormAsksForWhatWasTyped();
    void aReadOnlyServerIsRefused();
    void inARecordNothingIsAcquired();
    void onlyFieldsOfTheKindAreShown();
    void theDetailTellsVotesAndWhatIsLeft();
    void namesAreInSightOnANarrowPage();
    void theDetailSaysWhyItIsLost();
    void anUncertainHoldIsToldAsOne();
    void aHoldThatCannotBeRenewedSaysWhy();
    void theFormIsFilledFromALock();
    void buttonsFitTheChosenLock();
    void buttonsAskForTheChosenLock();
    void quittingAsksWhileLocksAreHeld();
    void quittingCanLeaveOrStay();
    void painted_data();
    void painted();

private:
    template <typename T>
    T *find(const char *name)
    {
        auto *found = m_pane->findChild<T *>(QString::fromLatin1(name));
        if (!found)
            qFatal("no widget is named %s", name);
        return found;
    }
    Entry entry(int id, Entry::State state = Entry::State::Held) const;
    void chooseKind(const QByteArray &kind)
    {
        auto *box = find<QComboBox>("workbenchKind");
        box->setCurrentIndex(box->findData(kind));
        QCOMPARE(box->currentData().toByteArray(), kind);
    }

    StandingClock m_clock;
    ServerModel m_servers;
    std::unique_ptr<WorkbenchPane> m_pane;
};

void tst_WorkbenchPane::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
    applyTheme(Theme::Light);
    m_servers.setPlace({1}, {{}, u"prod-eu"_s, profile::Tag::Production, true});
    m_servers.mergeOne(upServer(0));
    m_servers.mergeOne(upServer(1));
    m_pane = std::make_unique<WorkbenchPane>(m_servers, m_clock);
    m_pane->resize(1000, 260);
    static_cast<QWidget *>(m_pane.get())->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
}

Entry tst_WorkbenchPane::entry(int id, Entry::State state) const
{
    Entry entry;
    entry.id = id;
    entry.state = state;
    entry.names = {LockName("orders:" + QByteArray::number(id))};
    entry.kind = "reentrant";
    entry.servers = {u"redis://127.0.0.1:6379"_s};
    entry.owner = OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");
    if (state == Entry::State::Held) {
        entry.count = 1;
        entry.validUntil = m_clock.now() + 30s;
        entry.watchdog = Entry::Watchdog::Running;
    } else if (state == Entry::State::Waiting) {
        entry.waitsUntil = m_clock.now() + 5s;
    } else if (state == Entry::State::Lost) {
        entry.trouble = lock::Loss::Expired;
    }
    return entry;
}

void tst_WorkbenchPane::theModelMergesAndCountsDown()
{
    WorkbenchModel model(m_clock);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const Mirror mirror(model, WorkbenchModel::Name);
    model.show({entry(1), entry(2, Entry::State::Waiting)});
    model.show({entry(2, Entry::State::Waiting), entry(1), entry(4)});
    const auto text = [&](int row, WorkbenchModel::Column column) {
        return model.index(row, column).data().toString();
    };
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(text(0, WorkbenchModel::State), u"held"_s);
    QCOMPARE(text(0, WorkbenchModel::Ttl), u"30.0 s"_s);
    QCOMPARE(text(0, WorkbenchModel::Watchdog), u"renewing"_s);
    QCOMPARE(text(1, WorkbenchModel::State), u"waiting"_s);
    QCOMPARE(text(1, WorkbenchModel::Ttl), u"5.0 s"_s);
    QCOMPARE(text(1, WorkbenchModel::Count), u"–"_s);
    QCOMPARE(model.openCount(), 3);
    m_clock.advance(2s);
    QCOMPARE(text(0, WorkbenchModel::Ttl), u"28.0 s"_s);
    Entry gone = entry(1, Entry::State::Lost);
    gone.trouble = Error{ErrorKind::InvalidInput, {}, u"<b>taken away</b>\n"_s, {}};
    model.show({gone, entry(4, Entry::State::Released)});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(text(0, WorkbenchModel::Note), u"<b>taken away</b>\\n"_s);
    QVERIFY(model.index(0, 0).data(AlarmRole).toBool());
    QCOMPARE(text(0, WorkbenchModel::Ttl), u"–"_s);
    QCOMPARE(model.openCount(), 0);
    QCOMPARE(mirror.rows(), mirror.actual());
    QCOMPARE(mirror.resets(), 0);
}

void tst_WorkbenchPane::theBarIsOfTheLongestTimeSeen()
{
    WorkbenchModel model(m_clock);
    Entry held = entry(1);
    model.show({held});
    m_clock.advance(10s);
    model.show({held}); // told again, not renewed
    const auto value = model.index(0, WorkbenchModel::Ttl).data(RawRole).value<TtlValue>();
    QVERIFY(value.lease == 30s);
    QCOMPARE(ttlView(value, m_clock.now()).fraction, 20.0 / 30);
}

void tst_WorkbenchPane::anEmptyFormIsNotScolded()
{
    QVERIFY(find<QLabel>("workbenchProblem")->text().isEmpty());
    QSignalSpy asked(m_pane.get(), &WorkbenchPane::acquireRequested);
    find<QPushButton>("workbenchAcquire")->click();
    QVERIFY(asked.isEmpty());
    QCOMPARE(find<QLabel>("workbenchProblem")->text(), u"Enter the name of the lock."_s);
}

void tst_WorkbenchPane::theFormChecksWhatIsTyped_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("problem");
    QTest::newRow("bare number") << u"workbenchWait"_s << u"30"_s << u"30s"_s;
    QTest::newRow("words") << u"workbenchTime"_s << u"a while"_s << u"a while"_s;
    QTest::newRow("nothing") << u"workbenchTime"_s << u""_s << u"Expiry"_s;
    QTest::newRow("zero") << u"workbenchTime"_s << u"0s"_s << u"greater than zero"_s;
    QTest::newRow("negative") << u"workbenchWait"_s << u"-3s"_s << u"-3s"_s;
    QTest::newRow("unfinished escape") << u"workbenchName"_s << u"a\\x"_s << u"\\"_s;
}

void tst_WorkbenchPane::theFormChecksWhatIsTyped()
{
    QFETCH(QString, field);
    QFETCH(QString, typed);
    QFETCH(QString, problem);
    QTest::keyClicks(find<QLineEdit>("workbenchName"), u"orders"_s);
    QVERIFY(find<QPushButton>("workbenchAcquire")->isEnabled());
    auto *edit = find<QLineEdit>(field.toLatin1().constData());
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, typed);
    const QString told = find<QLabel>("workbenchProblem")->text();
    QVERIFY2(told.contains(problem), qPrintable(told));
    QVERIFY(!find<QPushButton>("workbenchAcquire")->isEnabled());
    QVERIFY(!m_pane->form()->wish());
}

void tst_WorkbenchPane::theFormAsksForWhatWasTyped()
{
    QSignalSpy asked(m_pane.get(), &WorkbenchPane::acquireRequested);
    QTest::keyClicks(find<QLineEdit>("workbenchName"), u"a\\xff"_s);
    chooseKind("string");
    QTest::keyClicks(find<QLineEdit>("workbenchOwner"), u"me"_s);
    find<QLineEdit>("workbenchWait")->setText(u"500ms"_s);
    find<QLineEdit>("workbenchTime")->setText(u"5m"_s);
    find<QRadioButton>("workbenchLeased")->click();
    QTest::keyClick(find<QLineEdit>("workbenchName"), Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    const auto wish = asked.at(0).at(0).value<AcquireWish>();
    QCOMPARE(wish.servers, std::vector{watch::DeploymentId{0}});
    QCOMPARE(wish.names, std::vector{LockName("a\xff")});
    QCOMPARE(wish.kind, QByteArray("string"));
    QCOMPARE(wish.owner, OwnerId("me"));
    QVERIFY(wish.wait == 500ms);
    QVERIFY(wish.lease == 5min);
    find<QRadioButton>("workbenchRenewed")->click();
    QVERIFY(!m_pane->form()->wish()->lease);
    QVERIFY(m_pane->form()->wish()->watchdogTimeout == 5min);
}

void tst_WorkbenchPane::aReadOnlyServerIsRefused()
{
    QTest::keyClicks(find<QLineEdit>("workbenchName"), u"orders"_s);
    find<QComboBox>("workbenchServer")->setCurrentIndex(1);
    QVERIFY(!find<QPushButton>("workbenchAcquire")->isEnabled());
    QCOMPARE(find<QLabel>("workbenchProblem")->text(), u"The profile prod-eu is read-only."_s);
}

void tst_WorkbenchPane::inARecordNothingIsAcquired()
{
    ServerModel past;
    past.setRecorded();
    const AcquireForm form(past);
    QVERIFY(!form.findChild<QPushButton *>(u"workbenchAcquire"_s)->isEnabled());
    const QString problem = form.findChild<QLabel *>(u"workbenchProblem"_s)->text();
    QCOMPARE(problem, u"This is a record; the past cannot be changed."_s);
}

void tst_WorkbenchPane::onlyFieldsOfTheKindAreShown()
{
    auto *side = find<QComboBox>("workbenchSide");
    for (const workbench::KindOptions &kind : workbench::allKinds()) {
        chooseKind(kind.kind);
        QCOMPARE(side->isVisibleTo(m_pane.get()), kind.hasModes);
        QCOMPARE(find<QLineEdit>("workbenchPermits")->isVisibleTo(m_pane.get()), kind.hasPermits);
        QCOMPARE(find<QLineEdit>("workbenchTime")->isVisibleTo(m_pane.get()), kind.hasLease);
        QCOMPARE(find<QLineEdit>("workbenchMinValidity")->isVisibleTo(m_pane.get()), kind.isQuorum);
        QCOMPARE(find<QCheckBox>("workbenchDurable")->isVisibleTo(m_pane.get()), kind.isQuorum);
        QCOMPARE(find<QListWidget>("workbenchServers")->isVisibleTo(m_pane.get()),
                 kind.onSeveralServers);
        QCOMPARE(find<QComboBox>("workbenchServer")->isVisibleTo(m_pane.get()),
                 !kind.onSeveralServers);
    }
    chooseKind("read-write");
    QTest::keyClicks(find<QLineEdit>("workbenchName"), u"prices"_s);
    QCOMPARE(m_pane->form()->wish()->mode, lock::Mode::Write);
    QTest::keyClick(side, Qt::Key_Down);
    QCOMPARE(m_pane->form()->wish()->mode, lock::Mode::Read);
    chooseKind("reentrant"); // the side of a lock that has none is not asked for
    QCOMPARE(m_pane->form()->wish()->mode, lock::Mode::Write);
}

void tst_WorkbenchPane::theDetailTellsVotesAndWhatIsLeft()
{
    using Kind = lock::Vote::Kind;
    Entry held = entry(1);
    held.servers = {u"redis://10.0.0.1:6379"_s, u"redis://10.0.0.2:6379"_s,
                    u"redis://10.0.0.3:6379"_s};
    held.fencingToken = 41;
    held.votes = {{held.servers[0], Kind::Granted, 420us, {}},
                  {held.servers[1], Kind::HeldByOther, 380us, {}},
                  {held.servers[2], Kind::NoAnswer, 50ms, {}}};
    QVERIFY(!find<QWidget>("workbenchDetail")->isVisible());
    m_pane->show({held});
    QVERIFY(find<QWidget>("workbenchDetail")->isVisible());
    auto *state = find<QLabel>("workbenchState");
    QCOMPARE(state->text(), u"Certainly held for 30.0 s more, unless renewed"_s);
    QCOMPARE(find<QLabel>("workbenchToken")->text(), u"41"_s);
    QAbstractItemModel *votes = find<TableView>("workbenchVotes")->model();
    const QAbstractItemModelTester tester(votes,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(votes->rowCount(), 3);
    QStringList answers;
    for (int i = 0; i < 3; ++i)
        answers += votes->index(i, VotesModel::Server).data().toString() + u' '
            + votes->index(i, VotesModel::Answer).data().toString() + u' '
            + votes->index(i, VotesModel::Took).data().toString();
    QCOMPARE(answers,
             QStringList({u"10.0.0.1:6379 granted 0.42 ms"_s,
                          u"10.0.0.2:6379 held by another owner 0.38 ms"_s,
                          u"10.0.0.3:6379 no reply in time 50 ms"_s}));
    m_clock.advance(20s);
    QTRY_COMPARE(state->text(), u"Certainly held for 10.0 s more, unless renewed"_s);
    m_clock.advance(20s);
    QTRY_VERIFY(state->text().contains(u"another owner may hold it"_s));
    held.validUntil.reset(); // a semaphore's permits
    held.watchdog = Entry::Watchdog::None;
    held.votes.erase(held.votes.begin());
    held.votes[0].kind = Kind::Granted;
    m_pane->show({held});
    QVERIFY(state->text().contains(u"no expiry"_s));
    QCOMPARE(votes->rowCount(), 2);
    QCOMPARE(votes->index(0, VotesModel::Answer).data().toString(), u"granted"_s);
}

// As a page of a window of 1280 with both docks.
void tst_WorkbenchPane::namesAreInSightOnANarrowPage()
{
    m_pane->resize(590, 700);
    m_pane->show({entry(1)});
    auto *table = find<TableView>("workbench");
    QTRY_VERIFY(table->viewport()->width() > 150);
    const QRect name = table->visualRect(table->model()->index(0, WorkbenchModel::Name));
    QVERIFY(table->viewport()->rect().contains(name.topLeft() + QPoint(60, 1)));
}

void tst_WorkbenchPane::theDetailSaysWhyItIsLost()
{
    auto *state = find<QLabel>("workbenchState");
    m_pane->show({entry(1, Entry::State::Lost)});
    QCOMPARE(state->text(), u"Lost: the lease ended before it was renewed"_s);
    Entry failed = entry(1, Entry::State::Failed);
    failed.trouble = Error{ErrorKind::InvalidInput, {}, u"<b>no\n</b>"_s, {}};
    m_pane->show({failed});
    QCOMPARE(state->text(), u"Not held: <b>no\\n</b>"_s);
    QCOMPARE(state->textFormat(), Qt::PlainText);
    m_pane->show({entry(1, Entry::State::Waiting)});
    QCOMPARE(state->text(), u"Waiting, for 5.0 s more"_s);
}

void tst_WorkbenchPane::anUncertainHoldIsToldAsOne()
{
    Entry uncertain = entry(1);
    uncertain.standing.kind = lock::Standing::Kind::Uncertain;
    m_pane->show({uncertain});
    auto *state = find<QLabel>("workbenchState");
    QVERIFY2(state->text().startsWith(u"Uncertain: another server"_s), qPrintable(state->text()));
    WorkbenchModel model(m_clock);
    model.show({uncertain});
    const QModelIndex cell = model.index(0, WorkbenchModel::State);
    QCOMPARE(cell.data().toString(), u"uncertain"_s);
    QCOMPARE(cell.data(BadgeRole).toInt(), static_cast<int>(Badge::Trouble));
    QVERIFY(
        find<QPushButton>("workbenchRelease")->isEnabled()); // it may be given back all the same
    m_pane->show({entry(1)});
    QVERIFY2(state->text().startsWith(u"Certainly held"_s), qPrintable(state->text()));
}

void tst_WorkbenchPane::aHoldThatCannotBeRenewedSaysWhy()
{
    Entry overdue = entry(1);
    overdue.standing.kind = lock::Standing::Kind::Overdue;
    overdue.standing.isRefused = true;
    overdue.standing.refusal = "NOREPLICAS <b>few\n</b>";
    overdue.validUntil = m_clock.now() + 4s;
    m_pane->show({overdue});
    auto *state = find<QLabel>("workbenchState");
    QCOMPARE(state->text(),
             u"Not renewed (NOREPLICAS <b>few\\n</b>): lost in 4.0 s unless a renewal succeeds "
             "until then"_s);
    QCOMPARE(state->textFormat(), Qt::PlainText);
    WorkbenchModel model(m_clock);
    model.show({overdue});
    const QModelIndex cell = model.index(0, WorkbenchModel::State);
    QCOMPARE(cell.data().toString(), u"overdue"_s);
    QCOMPARE(cell.data(BadgeRole).toInt(), static_cast<int>(Badge::Trouble));
    const QModelIndex watchdog = model.index(0, WorkbenchModel::Watchdog);
    QCOMPARE(watchdog.data().toString(), u"refused"_s);
    QCOMPARE(watchdog.data(BadgeRole).toInt(), static_cast<int>(Badge::Overdue));
    overdue.standing.isRefused = false;
    model.show({overdue});
    QCOMPARE(watchdog.data().toString(), u"overdue"_s);
    overdue.standing.missing = {0};
    overdue.servers = {u"cache-1"_s};
    m_pane->show({overdue});
    QVERIFY2(state->text().startsWith(u"Not renewed (no renewal by cache-1): "_s),
             qPrintable(state->text()));
}

void tst_WorkbenchPane::theFormIsFilledFromALock()
{
    const QByteArray name = "a\n\\b";
    m_pane->form()->fill({0}, LockName(name), "string");
    const auto wish = m_pane->form()->wish();
    QVERIFY(wish);
    QCOMPARE(wish->names, std::vector{LockName(name)});
    QCOMPARE(wish->kind, QByteArray("string"));
    m_servers.mergeOne(lostServer(m_clock, 2s, 0)); // news of servers leave what was chosen
    QCOMPARE(m_pane->form()->wish()->servers, std::vector{watch::DeploymentId{0}});
}

void tst_WorkbenchPane::buttonsFitTheChosenLock()
{
    QVERIFY(find<QLabel>("workbenchEmptyTitle")->isVisible());
    auto *reenter = find<QPushButton>("workbenchReenter");
    auto *release = find<QPushButton>("workbenchRelease");
    auto *watchdog = find<QPushButton>("workbenchWatchdog");
    auto *forget = find<QPushButton>("workbenchForget");
    QVERIFY(!reenter->isEnabled() && !release->isEnabled());
    Entry leased = entry(2);
    leased.watchdog = Entry::Watchdog::None;
    leased.kind = "string";
    Entry paused = entry(3);
    paused.watchdog = Entry::Watchdog::Paused;
    m_pane->show(
        {entry(1), leased, paused, entry(4, Entry::State::Waiting), entry(5, Entry::State::Lost)});
    auto *table = find<TableView>("workbench");
    QVERIFY(table->isVisible());
    QCOMPARE(table->currentIndex().row(), 4); // the newest
    QVERIFY(!reenter->isEnabled() && !release->isEnabled() && !watchdog->isEnabled());
    QVERIFY(forget->isEnabled());
    table->selectRow(0);
    QVERIFY(reenter->isEnabled() && release->isEnabled() && watchdog->isEnabled());
    QVERIFY(!forget->isEnabled());
    QVERIFY(forget->toolTip().contains("Release it first"_L1));
    table->selectRow(1);
    QVERIFY(!reenter->isEnabled());
    QVERIFY(reenter->toolTip().contains("string lock"_L1));
    QVERIFY(watchdog->toolTip().contains("not renewed"_L1));
    table->selectRow(2);
    QVERIFY(watchdog->text().startsWith("Resume"_L1));
    QVERIFY(find<QLabel>("workbenchHint")->text().contains("Not renewed"_L1));
    table->selectRow(3);
    QVERIFY(release->isEnabled());
    QVERIFY(release->text().contains("waiting"_L1));
}

void tst_WorkbenchPane::buttonsAskForTheChosenLock()
{
    QSignalSpy reentered(m_pane.get(), &WorkbenchPane::reenterRequested);
    QSignalSpy released(m_pane.get(), &WorkbenchPane::releaseRequested);
    QSignalSpy watchdogs(m_pane.get(), &WorkbenchPane::watchdogRequested);
    QSignalSpy forgotten(m_pane.get(), &WorkbenchPane::forgetRequested);
    Entry paused = entry(9);
    paused.watchdog = Entry::Watchdog::Paused;
    m_pane->show({entry(7), paused, entry(11, Entry::State::Released)});
    auto *table = find<TableView>("workbench");
    table->selectRow(0);
    find<QPushButton>("workbenchReenter")->click();
    find<QPushButton>("workbenchRelease")->click();
    find<QPushButton>("workbenchWatchdog")->click();
    QCOMPARE(reentered, QList<QVariantList>({{7}}));
    QCOMPARE(released, QList<QVariantList>({{7}}));
    table->selectRow(1);
    find<QPushButton>("workbenchWatchdog")->click();
    QCOMPARE(watchdogs, QList<QVariantList>({{7, false}, {9, true}}));
    table->selectRow(2);
    find<QPushButton>("workbenchForget")->click();
    QCOMPARE(forgotten, QList<QVariantList>({{11}}));
    m_pane->show({entry(7), paused});
    QVERIFY2(!table->currentIndex().isValid(), "no other lock is chosen by itself");
}

namespace {

// A window as the console's: it asks its guard.
class GuardedWindow : public QMainWindow
{
public:
    QuitGuard guard{this};

protected:
    void closeEvent(QCloseEvent *event) override { event->setAccepted(guard.mayClose()); }
};

} // namespace

void tst_WorkbenchPane::quittingAsksWhileLocksAreHeld()
{
    GuardedWindow window;
    window.show();
    QSignalSpy release(&window.guard, &QuitGuard::releaseAllRequested);
    window.guard.setOpenCount(2);
    QVERIFY(!window.close());
    auto *box = window.findChild<QMessageBox *>(u"quitBox"_s);
    QVERIFY(box && box->isVisible());
    QVERIFY(box->text().contains(u'2'));
    QCOMPARE(box->defaultButton()->objectName(), u"quitCancel"_s);
    QVERIFY(!window.close()); // still asking
    window.findChild<QPushButton *>(u"quitRelease"_s)->click();
    QCOMPARE(release.size(), 1);
    QVERIFY(window.isVisible());
    window.guard.onAllReleased();
    QVERIFY(!window.isVisible());
}

void tst_WorkbenchPane::quittingCanLeaveOrStay()
{
    GuardedWindow window;
    window.show();
    QSignalSpy release(&window.guard, &QuitGuard::releaseAllRequested);
    window.guard.setOpenCount(1);
    QVERIFY(!window.close());
    window.findChild<QPushButton *>(u"quitCancel"_s)->click();
    QTRY_VERIFY(!window.findChild<QMessageBox *>(u"quitBox"_s));
    QVERIFY(window.isVisible());
    window.guard.onAllReleased(); // nobody asked for it
    QVERIFY(window.isVisible());
    QVERIFY(!window.close());
    window.findChild<QPushButton *>(u"quitLeave"_s)->click();
    QVERIFY(!window.isVisible());
    QVERIFY(release.isEmpty());
}

void tst_WorkbenchPane::painted_data()
{
    addThemes();
}

// Pictures for people to look at, where LOCKSCOPE_TEST_PICTURES names a folder.
void tst_WorkbenchPane::painted()
{
    QFETCH(int, theme);
    applyTheme(static_cast<Theme>(theme));
    takePicture(*m_pane, u"workbench-empty"_s);
    Entry paused = entry(2);
    paused.watchdog = Entry::Watchdog::Paused;
    paused.validUntil = m_clock.now() + 8s;
    Entry leased = entry(3);
    leased.watchdog = Entry::Watchdog::None;
    leased.count = 3;
    Entry failed = entry(6, Entry::State::Failed);
    lock::AcquireOutcome busy;
    busy.status = lock::AcquireOutcome::Status::Busy;
    busy.holderTtl = 12300ms;
    failed.trouble = busy;
    Entry quorum = entry(8);
    quorum.names = {LockName("payments:" + QByteArray(90, 'x'))};
    quorum.kind = "redlock";
    quorum.servers = {u"redis://10.0.0.1:6379"_s, u"redis://10.0.0.2:6379"_s,
                      u"redis://10.0.0.3:6379"_s};
    quorum.votes = {{quorum.servers[0], lock::Vote::Kind::Granted, 420us, {}},
                    {quorum.servers[1], lock::Vote::Kind::Granted, 1380us, {}},
                    {quorum.servers[2], lock::Vote::Kind::Error, 50ms,
                     Error{ErrorKind::Refused, {}, u"refused"_s, u"10.0.0.3:6379"_s}}};
    m_pane->show({entry(1), paused, leased, entry(4, Entry::State::Waiting),
                  entry(5, Entry::State::Lost), failed, entry(7, Entry::State::Released), quorum});
    takePicture(*m_pane, u"workbench-quorum"_s);
    find<TableView>("workbench")->selectRow(1);
    find<QLineEdit>("workbenchName")->setText(u"orders:17"_s);
    auto *wait = find<QLineEdit>("workbenchWait");
    wait->clear();
    QTest::keyClicks(wait, u"30"_s);
    takePicture(*m_pane, u"workbench"_s);
    for (const workbench::KindOptions &kind : workbench::allKinds()) {
        chooseKind(kind.kind);
        takePicture(*m_pane->form(), u"form-"_s + QString::fromLatin1(kind.kind));
    }
    GuardedWindow window;
    window.show();
    window.guard.setOpenCount(3);
    window.close();
    takePicture(*window.findChild<QMessageBox *>(u"quitBox"_s), u"quit"_s);
}

LOCKSCOPE_TEST_SUITE(tst_WorkbenchPane)
#include "tst_workbenchpane.moc"
