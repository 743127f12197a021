// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/actions/actionfixture.h"
#include "ui/detail/detailmodels.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using admin::ActionType;

// Tests the actions on single rows: the menus of holds and waiters, copies, and a lock for the
// workbench.
class tst_RowActions : public lockscope::test::ActionFixture
{
    Q_OBJECT

private:
    // By the key for it, wherever the mouse is. Empty: there is none.
    static QMenu *openMenu(QWidget *place)
    {
        QContextMenuEvent byKey(QContextMenuEvent::Keyboard, QPoint(5, 5), QPoint());
        QCoreApplication::sendEvent(place, &byKey);
        return qobject_cast<QMenu *>(QApplication::activePopupWidget());
    }
    static void chooseFirst(QMenu *menu)
    {
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
    }
    static QString ownerAt(const TableView *table, int row, int column)
    {
        return QString::fromUtf8(table->model()->index(row, column).data(RawRole).toByteArray());
    }
    static QStringList copied()
    {
        QStringList lines = QApplication::clipboard()->text().split(u'\n');
        lines.sort();
        return lines;
    }
    watch::LockRecord twoReaders()
    {
        watch::LockRecord lock = heldLock("ledger", m_clock);
        lock.kind = "read-write";
        lock.holds.push_back(lock.holds.front());
        lock.holds.back().owner = OwnerId("another:1");
        for (watch::HoldRecord &hold : lock.holds)
            hold.mode = watch::Mode::Read;
        return lock;
    }

private Q_SLOTS:
    void aHoldIsReleasedFromItsMenu()
    {
        select(twoReaders());
        auto *holds = find<TableView>("holds");
        QTRY_COMPARE(holds->model()->rowCount(), 2);
        QVERIFY2(!openMenu(holds->viewport()), "no hold is chosen");
        holds->selectRow(1);
        const QString owner = ownerAt(holds, 1, HoldsModel::Owner);
        QMenu *menu = openMenu(holds->viewport());
        QVERIFY(menu);
        QCOMPARE(menu->objectName(), u"holdsMenu"_s);
        QCOMPARE(menu->actions().front()->objectName(), u"releaseChosen"_s);
        chooseFirst(menu);
        QVERIFY(!QApplication::activePopupWidget());
        QVERIFY(find<QComboBox>("holder")->currentText().startsWith(owner));
        QVERIFY2(act()->isEnabled(), qPrintable(message()));
        act()->click();
        QCOMPARE(m_asked.size(), std::size_t(1));
        QCOMPARE(m_asked[0].plan.action.type, ActionType::ReleaseHold);
        QCOMPARE(m_asked[0].plan.action.owner, OwnerId(owner.toUtf8()));
    }

    void aWaiterIsRemovedFromItsMenu_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("detail") << u"queue"_s;
        QTest::newRow("full view") << u"fullQueue"_s;
    }
    void aWaiterIsRemovedFromItsMenu()
    {
        QFETCH(const QString, name);
        select(fairLock("ledger", m_clock, 2));
        if (name == "fullQueue"_L1)
            m_window->showView(u"queueDock"_s);
        auto *queue = find<TableView>(qPrintable(name));
        QTRY_COMPARE(queue->model()->rowCount(), 3); // with the holder
        QWidget *place = queue->viewport();
        QVERIFY2(!openMenu(place), "no waiter is chosen");
        queue->selectRow(2);
        QMenu *menu = openMenu(place);
        QVERIFY(menu);
        QCOMPARE(menu->objectName(), QString(name + "Menu"_L1));
        QCOMPARE(menu->actions().front()->objectName(), u"removalChosen"_s);
        chooseFirst(menu);
        QVERIFY(find<QComboBox>("waiter")->currentText().contains("waiter-2:1"_L1));
        QVERIFY2(act()->isEnabled(), qPrintable(message()));
        act()->click();
        QCOMPARE(m_asked.size(), std::size_t(1));
        QCOMPARE(m_asked[0].plan.action.type, ActionType::RemoveWaiter);
        QCOMPARE(m_asked[0].plan.action.owner, OwnerId("waiter-2:1"));
    }

    void ownersAreCopiedFromTheMenus()
    {
        watch::LockRecord lock = fairLock("ledger", m_clock, 2);
        select(lock);
        for (const char *name : {"holds", "queue"}) {
            auto *table = find<TableView>(name);
            QTRY_VERIFY(table->model()->rowCount() > 0);
            table->selectRow(table->objectName() == "holds"_L1 ? 0 : 1);
            QMenu *menu = openMenu(table->viewport());
            QVERIFY(menu);
            find<QAction>(qPrintable(QString::fromLatin1(name) + "CopyOwner"_L1))->trigger();
            menu->close();
            const OwnerId owner = table->objectName() == "holds"_L1 ? lock.holds.front().owner
                                                                    : lock.waiters->front().owner;
            QCOMPARE(copied(), QStringList{QString::fromUtf8(owner.bytes)});
        }
    }

    void namesAndOwnersAreCopied()
    {
        put(heldLock("a", m_clock));
        watch::LockRecord other = heldLock("b", m_clock);
        other.holds.front().owner = OwnerId("another:1");
        put(other);
        QTRY_COMPARE(m_client->locks().rowCount(), 2);
        auto *table = find<TableView>("locks");
        table->selectAll();
        trigger("actionCopyName");
        QCOMPARE(copied(), QStringList({u"a"_s, u"b"_s}));
        trigger("actionCopyOwner");
        QCOMPARE(copied(),
                 QStringList({u"3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"_s, u"another:1"_s}));
        table->selectRow(m_client->locks().rowOf({0, LockName("b")}));
        trigger("actionCopyOwner");
        QCOMPARE(copied(), QStringList{u"another:1"_s});
        // If nothing is selected, the clipboard stays.
        table->clearSelection();
        trigger("actionCopyName");
        QCOMPARE(copied(), QStringList{u"another:1"_s});
    }

    void theShownLockIsTakenToTheWorkbench()
    {
        select(fairLock("ledger", m_clock, 2, 1));
        auto *button = find<QPushButton>("buttonAcquire");
        QTRY_VERIFY(button->isVisible());
        QVERIFY2(button->isEnabled(), qPrintable(button->accessibleDescription()));
        QTest::keyClick(button, Qt::Key_Space);
        QTRY_VERIFY(find<QWidget>("workbenchPane")->isVisible());
        QCOMPARE(find<QLineEdit>("workbenchName")->text(), u"ledger"_s);
        QCOMPARE(find<QComboBox>("workbenchKind")->currentData().toByteArray(), "fair"_ba);
        QCOMPARE(find<QComboBox>("workbenchServer")->currentData().toInt(), 1);
        // If the lock may not be taken, the button tells the reason.
        select(heldLock("orders", m_clock, 20s, 2));
        QTRY_VERIFY(!button->isEnabled());
        QVERIFY(button->accessibleDescription().contains("read-only"_L1));
        watch::LockRecord several = heldLock("group", m_clock);
        several.kind = "faster-multi";
        select(several);
        QTRY_VERIFY(button->accessibleDescription().contains("cannot acquire locks of kind"_L1));
        QVERIFY(!button->isEnabled());
    }
};

LOCKSCOPE_TEST_SUITE(tst_RowActions)
#include "tst_rowactions.moc"
