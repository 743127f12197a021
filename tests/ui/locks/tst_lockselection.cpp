// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/locks/lockselection.h"
#include "ui/table/tableview.h"

#include <QSignalSpy>

#include <memory>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockSelection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void theCurrentLockIsASelectedOne();
    void whatIsChosenComesBack();
    void theFirstIsChosenWhenRowsAreThere();
    void keysMoveInGroups();

private:
    static watch::LockId idOf(const QByteArray &name) { return {{0}, LockName(name)}; }
    void put(const QByteArray &name)
    {
        m_locks->merge(
            {{idOf(name), std::make_shared<const watch::LockRecord>(heldLock(name, m_clock))}});
    }
    void drop(const QByteArray &name) { m_locks->merge({{idOf(name), nullptr}}); }
    QItemSelectionModel &rows() { return *m_table->selectionModel(); }

    const StandingClock m_clock;
    std::unique_ptr<LockTableModel> m_locks;
    std::unique_ptr<TableView> m_table;
    std::unique_ptr<LockSelection> m_selection;
};

void tst_LockSelection::init()
{
    m_locks = std::make_unique<LockTableModel>(m_clock);
    m_table = std::make_unique<TableView>(u"locks"_s);
    m_table->setModel(m_locks.get());
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_selection = std::make_unique<LockSelection>(*m_table, *m_locks, nullptr);
    for (const char *name : {"a", "b", "c"})
        put(name);
}

void tst_LockSelection::cleanup()
{
    m_selection.reset();
    m_table.reset();
    m_locks.reset();
}

void tst_LockSelection::theCurrentLockIsASelectedOne()
{
    QSignalSpy current(m_selection.get(), &LockSelection::currentChanged);
    QVERIFY(!m_selection->current());
    m_selection->select(idOf("b"));
    QCOMPARE(m_selection->current(), std::optional(idOf("b")));
    QCOMPARE(current.size(), 1);
    m_table->selectAll();
    QCOMPARE(m_selection->selected(100),
             std::vector<watch::LockId>({idOf("a"), idOf("b"), idOf("c")}));
    QCOMPARE(m_selection->selected(2).size(), std::size_t(2));
    // Taken out of the selection, as by Ctrl and a click: another selected one is the current one.
    rows().select(m_locks->index(1, 0), QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
    QTRY_COMPARE(current.size(), 2);
    QVERIFY(m_selection->current() && m_selection->current() != idOf("b"));
    m_selection->select(idOf("never there"));
    QVERIFY(!m_selection->current());
    QVERIFY(m_selection->selected(100).empty());
}

void tst_LockSelection::whatIsChosenComesBack()
{
    m_selection->select(idOf("b"));
    drop("b");
    rows().clear();
    put("d");
    QVERIFY(!m_selection->current());
    put("b");
    QCOMPARE(m_selection->current(), std::optional(idOf("b")));
}

void tst_LockSelection::theFirstIsChosenWhenRowsAreThere()
{
    m_locks->setGrouping(LockGrouping::Kind);
    m_selection->chooseFirst();
    QCOMPARE(m_table->currentIndex().row(), 1); // the first row is the head
    QCOMPARE(m_selection->current(), std::optional(idOf("a")));
    m_locks->setAllOpen(false);
    m_selection->chooseFirst();
    QCOMPARE(m_table->currentIndex().row(), 0);
    QVERIFY(!m_selection->current());
}

void tst_LockSelection::keysMoveInGroups()
{
    m_selection->select(idOf("b"));
    QVERIFY(!m_selection->moveInGroups(Qt::Key_Left)); // there are none
    m_locks->setGrouping(LockGrouping::Kind);
    QVERIFY(!m_selection->moveInGroups(Qt::Key_Right));
    QVERIFY(!m_selection->moveInGroups(Qt::Key_Down));
    QVERIFY(m_selection->moveInGroups(Qt::Key_Left));
    QCOMPARE(m_table->currentIndex().row(), 0);
    QVERIFY(m_selection->moveInGroups(Qt::Key_Left));
    QCOMPARE(m_locks->rowCount(), 1);
    QVERIFY(m_selection->moveInGroups(Qt::Key_Right));
    QCOMPARE(m_locks->rowCount(), 4);
}

LOCKSCOPE_TEST_SUITE(tst_LockSelection)
#include "tst_lockselection.moc"
