// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/actions/actingfixture.h"
#include "ui/workbench/workbenchpane.h"

#include <QComboBox>
#include <QMessageBox>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::test;
using ui::ActionDialog;
using ui::WorkbenchModel;

namespace {

const QByteArray holder = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7";
const QByteArray other = "77777777-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1";

} // namespace

// Tests the whole console against a real server: an action in the window is carried out, or
// refused.
class tst_Acting : public lockscope::test::ActingFixture
{
    Q_OBJECT

private Q_SLOTS:
    void forceUnlockWakesAndIsWrittenDown();
    void aLockThatChangedHandsIsLeftAlone();
    void oneCountAndThenTheWholeHold();
    void manyLocksAtOnce();
    void readOnlyRefusesInTheWindowAndBehindIt();
    void theServersRefusalIsTold();
    void theWorkbenchTakesReentersAndReleases();
    void aPausedWatchdogLosesTheLock();
    void waitingCanBeGivenUp();
    void quittingReleasesWhatIsHeld();

private:
    // Held by `holder` for a minute.
    void hold(const QByteArray &name, int count = 1);
    QString cell(int row, WorkbenchModel::Column column)
    {
        return m_console->window().workbench().model().index(row, column).data().toString();
    }
    bool shows(int row, WorkbenchModel::Column column, const QString &text)
    {
        return eventually([&] { return cell(row, column) == text; });
    }
    void acquire(const QString &name, const QString &time = u"30s"_s,
                 const QString &wait = u"0s"_s);
};

void tst_Acting::hold(const QByteArray &name, int count)
{
    m_server->command({"HSET", name, holder, QByteArray::number(count)});
    m_server->command({"PEXPIRE", name, "60000"});
}

void tst_Acting::forceUnlockWakesAndIsWrittenDown()
{
    start();
    hold("orders");
    const Ears ears(*m_server, {"redisson_lock__channel:{orders}"});
    QVERIFY(ears.works());
    QVERIFY(isSelected("orders"));
    find<QAction>("actionForceUnlock")->trigger();
    find<QLineEdit>("reason")->setText(u"its client is gone"_s);
    find<QPushButton>("act")->click();
    QVERIFY(tells(u"Done"_s));
    QVERIFY(!isThere("orders"));
    QVERIFY(eventually([&] { return ears.heard() == QByteArrayList({"2", "0"}); }));
    QVERIFY(find<QLabel>("notice")->text().contains("orders"_L1));
    const auto lines = auditLines();
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(lines[0].value("phase"_L1).toString(), u"intended"_s);
    QCOMPARE(lines[0].value("reason"_L1).toString(), u"its client is gone"_s);
    QCOMPARE(lines[1].value("outcome"_L1).toString(), u"done"_s);
    QVERIFY(eventually([this] { return !find<QAction>("actionForceUnlock")->isEnabled(); }));
}

void tst_Acting::aLockThatChangedHandsIsLeftAlone()
{
    start();
    hold("orders");
    QVERIFY(isSelected("orders"));
    find<QAction>("actionForceUnlock")->trigger();
    // No turn of the event loop: the window cannot know of the change when the button is pressed.
    m_server->command({"HDEL", "orders", holder});
    m_server->command({"HSET", "orders", other, "1"});
    m_server->command({"PEXPIRE", "orders", "60000"});
    find<QPushButton>("act")->click();
    QVERIFY(tells(QString::fromLatin1(other)));
    QVERIFY(message().startsWith("No change was made"_L1));
    QCOMPARE(count("orders", other), QByteArray("1"));
    QCOMPARE(auditLines().back().value("outcome"_L1).toString(), u"changed"_s);
    // After another look the action applies to the current state.
    QVERIFY(eventually([this] {
        find<QPushButton>("previewAgain")->click();
        return find<QLabel>("seen")->text().contains(QString::fromLatin1(other));
    }));
    find<QPushButton>("act")->click();
    QVERIFY(tells(u"Done"_s));
    QVERIFY(!isThere("orders"));
}

void tst_Acting::oneCountAndThenTheWholeHold()
{
    start();
    hold("orders", 3);
    QVERIFY(isSelected("orders"));
    find<QAction>("actionReleaseHold")->trigger();
    find<QPushButton>("act")->click();
    QVERIFY(tells(u"Done"_s));
    QCOMPARE(count("orders", holder), QByteArray("2"));
    find<QPushButton>("cancel")->click();
    QVERIFY(!find<ActionDialog>("actionDialog")->isVisible());
    QVERIFY(eventually([this] {
        const auto *model = find<ui::TableView>("locks")->model();
        return model->rowCount() == 1
            && model->index(0, static_cast<int>(ui::LockColumn::Count)).data() == u"2"_s;
    }));
    find<QAction>("actionReleaseHold")->trigger();
    find<QAbstractButton>("wholeHold")->click();
    find<QPushButton>("act")->click();
    QVERIFY(tells(u"Done"_s));
    QVERIFY(!isThere("orders"));
}

void tst_Acting::manyLocksAtOnce()
{
    start({{}, u"prod"_s, profile::Tag::Production, false});
    for (const char *name : {"a", "b", "c"})
        hold(name);
    auto *table = find<ui::TableView>("locks");
    QVERIFY(eventually([&] { return table->model()->rowCount() == 3; }));
    table->selectAll();
    find<QAction>("actionForceUnlock")->trigger();
    find<QLineEdit>("reason")->setText(u"fire drill"_s);
    find<QLineEdit>("typedName")->setText(u"3 locks"_s);
    m_server->command({"DEL", "b"});
    hold("b", 2); // not as it was seen
    find<QPushButton>("act")->click();
    QVERIFY(tells(u"Done: 2 of 3."_s));
    QVERIFY(!isThere("a") && isThere("b") && !isThere("c"));
    QCOMPARE(auditLines().size(), std::size_t(6));
}

void tst_Acting::readOnlyRefusesInTheWindowAndBehindIt()
{
    start({{}, u"prod"_s, profile::Tag::Production, true});
    hold("orders");
    QVERIFY(isSelected("orders"));
    QVERIFY(!find<QAction>("actionForceUnlock")->isEnabled());
    QVERIFY(find<QAction>("actionForceUnlock")->text().contains("prod is read-only"_L1));
    // As if the window had let it pass.
    admin::Sight sight;
    sight.name = LockName("orders");
    sight.kind = "reentrant";
    sight.library = "redisson";
    sight.holds = {{OwnerId(holder), format::Mode::Exclusive, 1, false, {}}};
    const auto plan = admin::makePlan(sight, {admin::ActionType::ForceUnlock, {}, {}, false, {}});
    QVERIFY(plan);
    Q_EMIT m_console->window().actions().actionRequested(watch::DeploymentId{0}, *plan,
                                                         u"why not"_s, 1);
    QVERIFY(eventually([this] { return !auditLines().empty(); }));
    QCOMPARE(auditLines().back().value("outcome"_L1).toString(), u"refused"_s);
    QVERIFY(isThere("orders"));
    acquire(u"another"_s);
    QVERIFY(find<QLabel>("workbenchProblem")->text().contains("read-only"_L1));
    QVERIFY(!isThere("another"));
}

void tst_Acting::theServersRefusalIsTold()
{
    start();
    hold("orders");
    QVERIFY(isSelected("orders"));
    m_server->command({"ACL", "SETUSER", "default", "-eval", "-evalsha"});
    find<QAction>("actionForceUnlock")->trigger();
    find<QPushButton>("act")->click();
    QVERIFY(tells(u"eval"_s));
    QVERIFY(isThere("orders"));
    QVERIFY(!find<QAction>("actionForceUnlock")->isEnabled());
    QCOMPARE(auditLines().back().value("outcome"_L1).toString(), u"not-permitted"_s);
}

void tst_Acting::acquire(const QString &name, const QString &time, const QString &wait)
{
    m_console->window().showWorkbench();
    find<QLineEdit>("workbenchName")->setText(name);
    find<QLineEdit>("workbenchTime")->setText(time);
    find<QLineEdit>("workbenchWait")->setText(wait);
    find<QPushButton>("workbenchAcquire")->click();
}

void tst_Acting::theWorkbenchTakesReentersAndReleases()
{
    start();
    acquire(u"orders"_s);
    QVERIFY(shows(0, WorkbenchModel::State, u"held"_s));
    const QByteArray owner = m_console->window().workbench().model().rowAt(0).entry.owner.bytes;
    QCOMPARE(count("orders", owner), QByteArray("1"));
    find<QPushButton>("workbenchReenter")->click();
    QVERIFY(shows(0, WorkbenchModel::Count, u"2"_s));
    QCOMPARE(count("orders", owner), QByteArray("2"));
    find<QPushButton>("workbenchRelease")->click();
    QVERIFY(shows(0, WorkbenchModel::Count, u"1"_s));
    find<QPushButton>("workbenchRelease")->click();
    QVERIFY(shows(0, WorkbenchModel::State, u"released"_s));
    QVERIFY(!isThere("orders"));
    find<QPushButton>("workbenchForget")->click();
    QVERIFY(eventually([this] { return m_console->window().workbench().model().rowCount() == 0; }));
    auto *kind = find<QComboBox>("workbenchKind");
    kind->setCurrentIndex(kind->findData("string"_ba));
    acquire(u"plain"_s);
    QVERIFY(shows(0, WorkbenchModel::State, u"held"_s));
    QCOMPARE(m_server->command({"TYPE", "plain"}).bytes, QByteArray("string"));
    QVERIFY(!find<QPushButton>("workbenchReenter")->isEnabled());
    find<QPushButton>("workbenchRelease")->click();
    QVERIFY(shows(0, WorkbenchModel::State, u"released"_s));
    QVERIFY(!isThere("plain"));
}

void tst_Acting::aPausedWatchdogLosesTheLock()
{
    start();
    acquire(u"orders"_s, u"900ms"_s);
    QVERIFY(shows(0, WorkbenchModel::State, u"held"_s));
    find<QPushButton>("workbenchWatchdog")->click();
    QVERIFY(shows(0, WorkbenchModel::State, u"lost"_s));
    QVERIFY(!cell(0, WorkbenchModel::Note).isEmpty());
    QVERIFY(eventually([this] { return !isThere("orders"); }));
}

void tst_Acting::waitingCanBeGivenUp()
{
    start();
    hold("orders");
    acquire(u"orders"_s, u"30s"_s, u"5m"_s);
    QVERIFY(shows(0, WorkbenchModel::State, u"waiting"_s));
    find<QPushButton>("workbenchRelease")->click();
    QVERIFY(eventually(
        [this] { return m_console->window().workbench().model().rowAt(0).entry.isOver(); }));
    QCOMPARE(count("orders", holder), QByteArray("1"));
}

void tst_Acting::quittingReleasesWhatIsHeld()
{
    start();
    acquire(u"orders"_s);
    QVERIFY(shows(0, WorkbenchModel::State, u"held"_s));
    QVERIFY(!m_console->window().close());
    QVERIFY(find<QMessageBox>("quitBox")->isVisible());
    find<QPushButton>("quitRelease")->click();
    QVERIFY(eventually([this] { return !m_console->window().isVisible(); }));
    QVERIFY(!isThere("orders"));
}

LOCKSCOPE_TEST_SUITE(tst_Acting)
#include "tst_acting.moc"
