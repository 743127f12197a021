// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/listener.h"
#include "tests/support/testmain.h"
#include "tests/ui/workbench/workbenchfixture.h"
#include "ui/blocking/blockingpane.h"
#include "ui/client/locks/lockcells.h"
#include "ui/table/tableview.h"
#include "ui/window/mainwindow.h"
#include "ui/workbench/workbenchmodel.h"

#include <QAction>
#include <QRadioButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::test;
using ui::WorkbenchModel;

namespace {

const QByteArray me = "11111111-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1";
const QByteArray other = "77777777-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1";

} // namespace

// The workbench in the whole console, against a real server: requests other than acquiring and
// releasing, and their effects in the rest of the window.
class tst_WorkbenchConsole : public lockscope::test::WorkbenchFixture
{
    Q_OBJECT

private:
    std::unique_ptr<RedisProcess> m_server;

    Reply run(const std::vector<QByteArray> &command) const { return m_server->command(command); }
    // The text of the only lock in the table of locks.
    QString shown(ui::LockColumn column)
    {
        const auto *model = find<ui::TableView>("locks")->model();
        return model->index(0, static_cast<int>(column)).data().toString();
    }

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
        start({m_server.get()});
    }
    void cleanup()
    {
        m_console.reset();
        m_server.reset();
    }

    void aHoldIsExtended()
    {
        find<QRadioButton>("workbenchLeased")->click();
        find<QLineEdit>("workbenchTime")->setText(u"20s"_s);
        acquire(u"orders"_s);
        QVERIFY(isState(0, u"held"_s));
        find<QLineEdit>("workbenchExtension")->setText(u"5m"_s);
        find<QPushButton>("workbenchExtend")->click();
        QVERIFY(eventually([this] { return run({"PTTL", "orders"}).integer > 240'000; }));
        QVERIFY(eventually([this] { return cell(0, WorkbenchModel::Ttl).startsWith("4 min"_L1); }));
        QCOMPARE(cell(0, WorkbenchModel::State), u"held"_s);
        QVERIFY(cell(0, WorkbenchModel::Note).isEmpty());
        // Another's lock is not extended.
        run({"DEL", "orders"});
        run({"HSET", "orders", other, "1"});
        run({"PEXPIRE", "orders", "60000"});
        find<QPushButton>("workbenchExtend")->click();
        QVERIFY(isState(0, u"lost"_s));
        QVERIFY(run({"PTTL", "orders"}).integer <= 60'000);
        QVERIFY(!find<QPushButton>("workbenchExtend")->isEnabled());
    }

    void theCapOnRenewalsEndsIt()
    {
        find<QLineEdit>("workbenchTime")->setText(u"900ms"_s);
        find<QLineEdit>("workbenchMaxRenewals")->setText(u"1"_s);
        acquire(u"orders"_s);
        QVERIFY(isState(0, u"held"_s));
        QVERIFY(find<QLabel>("workbenchRenewal")->text().contains("at most once"_L1));
        QVERIFY(isState(0, u"lost"_s));
        QVERIFY(cell(0, WorkbenchModel::Note).contains("limit of renewals"_L1));
    }

    void theOwnersNameIsShownEverywhere()
    {
        find<QLineEdit>("workbenchLabel")->setText(u"night shift"_s);
        acquire(u"orders"_s);
        QVERIFY(isState(0, u"held"_s));
        QVERIFY(cell(0, WorkbenchModel::Owner).startsWith("night shift"_L1));
        QVERIFY(eventually(
            [this] { return shown(ui::LockColumn::Holder).startsWith("night shift"_L1); }));
        find<QPushButton>("workbenchRelease")->click();
        QVERIFY(isState(0, u"released"_s));
    }

    // A name that comes later is written beside what is shown already.
    void aHoldThatIsShownIsNamed()
    {
        find<QLineEdit>("workbenchOwner")->setText(QString::fromLatin1(me));
        acquire(u"orders"_s);
        QVERIFY(isState(0, u"held"_s));
        QVERIFY(eventually([this] { return !shown(ui::LockColumn::Holder).isEmpty(); }));
        QVERIFY(!shown(ui::LockColumn::Holder).contains("day shift"_L1));
        find<QLineEdit>("workbenchLabel")->setText(u"day shift"_s);
        acquire(u"orders"_s); // once more, by the same owner
        QVERIFY(eventually(
            [this] { return shown(ui::LockColumn::Holder).startsWith("day shift"_L1); }));
    }

    // No server reports the wait: only this process knows about it.
    void itsOwnWaitMakesADeadlock()
    {
        run({"HSET", "stock", other, "1"});
        run({"PEXPIRE", "stock", "600000"});
        find<QLineEdit>("workbenchOwner")->setText(QString::fromLatin1(me));
        chooseKind("fair");
        acquire(u"orders"_s);
        QVERIFY(isState(0, u"held"_s));
        const Listener waiting(*m_server, "SUBSCRIBE", "redisson_lock__channel:{orders}:" + other);
        run({"RPUSH", "redisson_lock_queue:{orders}", other});
        run({"ZADD", "redisson_lock_timeout:{orders}", "4000000000000", other});
        find<QAction>("view-blockingDock")->trigger();
        const auto *tree = find<QTreeView>("blocking");
        const auto blocking = [&] { return lines(*tree->model()); };
        QVERIFY(eventually([&] { return blocking().join(u' ').contains("orders"_L1); }));
        QVERIFY(!blocking().join(u' ').contains("Deadlock"_L1));
        chooseKind("reentrant");
        find<QLineEdit>("workbenchWait")->setText(u"5m"_s);
        acquire(u"stock"_s);
        QVERIFY(isState(1, u"waiting"_s));
        QVERIFY(
            eventually([&] { return blocking().value(0).startsWith("Deadlock: 2 owners"_L1); }));
        m_console->window().showWorkbench();
        find<ui::TableView>("workbench")->selectRow(1);
        find<QPushButton>("workbenchRelease")->click(); // it gives up
        QVERIFY(isState(1, u"released"_s));
        find<QAction>("view-blockingDock")->trigger();
        QVERIFY(eventually([&] { return !blocking().join(u' ').contains("Deadlock"_L1); }));
    }
};

LOCKSCOPE_TEST_SUITE(tst_WorkbenchConsole)
#include "tst_workbenchconsole.moc"
