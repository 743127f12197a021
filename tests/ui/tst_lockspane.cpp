// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/views/filterbar.h"
#include "ui/views/lockspane.h"
#include "ui/views/tableview.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LocksPane : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void completesWhileSomebodyTypes();
    void explainsAFilterAndForgetsIt();
    void savesAFilterByName();
    void columnsFitTheWindowAtFirst();
    void groupsByTheBoxAndTheKeyboard();
    void copiesWhatIsSelected();

private:
    void putThree()
    {
        put(upServer());
        put(heldLock("a", m_clock));
        put(fairLock("b", m_clock, 2));
        put(heldLock("c", m_clock));
        QTRY_COMPARE(m_client->locks().rowCount(), 3);
    }
};

void tst_LocksPane::completesWhileSomebodyTypes()
{
    putThree();
    auto *filter = find<FilterField>("filter");
    filter->setFocus();
    QTest::keyClicks(filter, u"kin"_s);
    QTRY_VERIFY(filter->isOffering());
    auto *offers = QApplication::activePopupWidget();
    QVERIFY(offers);
    QTest::keyClick(offers, Qt::Key_Down);
    QTest::keyClick(offers, Qt::Key_Return);
    QCOMPARE(filter->text(), u"kind:"_s);
    // The kinds that are there.
    QTRY_VERIFY(filter->isOffering());
    QTest::keyClick(offers, Qt::Key_Down);
    QTest::keyClick(offers, Qt::Key_Return);
    QCOMPARE(filter->text(), u"kind:fair "_s);
    QVERIFY(!filter->isOffering());
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    filter->clear();
    QTest::keyClick(filter, Qt::Key_Space, Qt::ControlModifier);
    QTRY_VERIFY(filter->isOffering());
    QTest::keyClick(offers, Qt::Key_Escape);
    QVERIFY(!filter->isOffering());
}

void tst_LocksPane::explainsAFilterAndForgetsIt()
{
    putThree();
    auto *filter = find<FilterField>("filter");
    const auto plain = [&] { return filter->grab().toImage(); };
    filter->setText(u"kind:fair colour:red"_s);
    auto *problem = find<QLabel>("filterProblem");
    QVERIFY(problem->isVisible());
    QVERIFY(problem->text().contains(u"colour"_s));
    const QImage underlined = plain();
    filter->showProblem(std::nullopt);
    QVERIFY(plain() != underlined);
    QCOMPARE(filter->text(), u"kind:fair colour:red"_s);
    filter->setText(u"kind:fair"_s);
    QVERIFY(!problem->isVisible());
}

void tst_LocksPane::savesAFilterByName()
{
    putThree();
    find<FilterField>("filter")->setText(u"kind:fair"_s);
    auto *bar = find<FilterBar>("filterBar");
    auto *menu = find<QMenu>("filterSavedMenu");
    menu->popup({});
    auto *name = menu->findChild<QLineEdit *>(u"savedFilterName"_s);
    QVERIFY(name);
    name->setText(u"Fair & square"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(bar->saved().all().size(), std::size_t(1));
    menu->hide();
    const WindowState state = m_window->windowState();
    QCOMPARE(state.filters.find(u"fair & square"_s)->text, u"kind:fair"_s);
    find<FilterField>("filter")->clear();
    m_window->restoreWindowState(state);
    menu->popup({});
    find<QAction>("savedFilter:Fair & square")->trigger();
    menu->hide();
    QCOMPARE(find<FilterField>("filter")->text(), u"kind:fair"_s);
}

void tst_LocksPane::columnsFitTheWindowAtFirst()
{
    putThree();
    m_window->resize(1280, 800);
    auto *table = find<TableView>("locks");
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    QVERIFY(table->isColumnHidden(static_cast<int>(LockColumn::Mode)));
    QVERIFY(!table->isColumnHidden(static_cast<int>(LockColumn::Quorum)));
    auto *columns = find<QMenu>("columnsMenu");
    const auto item = [&](LockColumn column) {
        return columns->findChild<QAction *>(u"column-%1"_s.arg(static_cast<int>(column)));
    };
    QVERIFY(!item(LockColumn::Name)->isEnabled());
    item(LockColumn::Mode)->setChecked(true);
    QVERIFY(!table->isColumnHidden(static_cast<int>(LockColumn::Mode)));
    const WindowState state = m_window->windowState();
    columns->findChild<QAction *>(u"columnsUsual"_s)->trigger();
    QVERIFY(table->isColumnHidden(static_cast<int>(LockColumn::Mode)));
    m_window->restoreWindowState(state);
    QVERIFY(!table->isColumnHidden(static_cast<int>(LockColumn::Mode)));
}

void tst_LocksPane::groupsByTheBoxAndTheKeyboard()
{
    putThree();
    auto *table = find<TableView>("locks");
    auto *box = find<QComboBox>("grouping");
    box->setCurrentIndex(box->findData(static_cast<int>(LockGrouping::Kind)));
    QTRY_COMPARE(m_client->locks().rowCount(), 5);
    QCOMPARE(find<QLabel>("lockCount")->text(), u"Locks: 3"_s);
    table->setFocus();
    table->selectRow(1);
    QTest::keyClick(table, Qt::Key_Left);
    QCOMPARE(table->currentIndex().row(), 0);
    QTest::keyClick(table, Qt::Key_Left);
    QTRY_COMPARE(m_client->locks().rowCount(), 4);
    QTest::keyClick(table, Qt::Key_Right);
    QTRY_COMPARE(m_client->locks().rowCount(), 5);
    // All rows selected are still no more than the locks.
    table->selectAll();
    auto *pane = find<LocksPane>("locksPane");
    QCOMPARE(pane->selectedLocks(100).size(), std::size_t(3));
    takePicture(*m_window, u"locks-grouped"_s);
}

void tst_LocksPane::copiesWhatIsSelected()
{
    putThree();
    auto *pane = find<LocksPane>("locksPane");
    QVERIFY(pane->copied(CopyForm::Text).isEmpty());
    find<TableView>("locks")->selectRow(1);
    find<QAction>("actionCopyCommands")->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"HGETALL b\n"_s));
    find<QAction>("actionCopyText")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text().count(u'\n'), 2);
    find<QAction>("actionCopyJson")->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"\"name\": \"b\""_s));
}

LOCKSCOPE_TEST_MAIN(tst_LocksPane)
#include "tst_lockspane.moc"
