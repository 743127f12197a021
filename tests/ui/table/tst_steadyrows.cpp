// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "ui/table/mergemodel.h"
#include "ui/table/mergetree.h"
#include "ui/table/tableview.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTreeView>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct NumberRow {
    int number = 0;

    int key() const { return number; }
    friend bool operator==(const NumberRow &, const NumberRow &) = default;
};

class Numbers : public ui::MergeModel<NumberRow>
{
public:
    using MergeModel::MergeModel;

    void show(int first, int last, int step = 1)
    {
        std::vector<NumberRow> rows;
        for (int number = first; number < last; number += step)
            rows.push_back({number});
        merge(std::move(rows));
    }
    QModelIndex indexOf(int number) const
    {
        for (int row = 0; row < rowCount(); ++row) {
            if (rowAt(row).number == number)
                return index(row, 0);
        }
        return {};
    }
    int columnCount(const QModelIndex & = {}) const override { return 2; }
    QVariant data(const QModelIndex &index, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(rowAt(index.row()).number) : QVariant();
    }
};

struct Branch {
    int key = 0;
    std::vector<Branch> children;

    bool looksLike(const Branch &other) const { return key == other.key; }
};

class Branches : public ui::MergeTree<Branch>
{
public:
    using MergeTree::MergeTree;

    // Each with three below it.
    void show(int first, int last)
    {
        std::vector<Branch> roots;
        for (int key = first; key < last; ++key)
            roots.push_back({key, {{0, {}}, {1, {}}, {2, {}}}});
        merge(std::move(roots));
    }
    QModelIndex indexOf(int key) const
    {
        for (int row = 0; row < rowCount(); ++row) {
            if (nodeAt(index(row, 0)).key == key)
                return index(row, 0);
        }
        return {};
    }
    int columnCount(const QModelIndex & = {}) const override { return 1; }
    QVariant data(const QModelIndex &index, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(nodeAt(index).key) : QVariant();
    }
};

} // namespace

// Rows of any table and tree stay where they are while others come and go.
class tst_SteadyRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theChosenRowOfATableStays();
    void withoutAChoiceMostRowsStay();
    void aChosenRowOutOfSightHoldsNothing();
    void theTopStaysTheTop();
    void whoChoosesAnotherRowIsTaken();
    void theChosenRowOfASortedTableStays();
    void theEndIsFollowedWhileThatIsWanted();
    void theChosenLineOfATreeStays();
    void theLinesOfATreeStay();

private:
    // Of a row, after all that is posted.
    static int yOf(QAbstractItemView &view, const QModelIndex &index)
    {
        layOut();
        return view.visualRect(index).y();
    }
    static void show(QAbstractItemView &view)
    {
        view.resize(300, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        layOut();
    }
    static void choose(QAbstractItemView &view, const QModelIndex &index)
    {
        view.scrollTo(index, QAbstractItemView::PositionAtCenter);
        view.selectionModel()->setCurrentIndex(
            index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        layOut();
    }
};

void tst_SteadyRows::theChosenRowOfATableStays()
{
    Numbers numbers;
    numbers.show(0, 400);
    ui::TableView table(u"numbers"_s);
    table.setModel(&numbers);
    show(table);
    choose(table, numbers.indexOf(200));
    table.verticalScrollBar()->setValue(table.verticalScrollBar()->value() + 7);
    const int y = yOf(table, numbers.indexOf(200));
    QVERIFY(y > 0 && y < table.viewport()->height());
    numbers.show(150, 400); // 150 go above
    QCOMPARE(yOf(table, numbers.indexOf(200)), y);
    numbers.show(-50, 400); // 200 come
    QCOMPARE(yOf(table, numbers.indexOf(200)), y);
    // Two changes in one turn, of which the first alone leaves too few rows to scroll.
    numbers.show(200, 201);
    numbers.show(0, 400);
    QCOMPARE(yOf(table, numbers.indexOf(200)), y);
    QCOMPARE(table.currentIndex(), numbers.indexOf(200));
}

void tst_SteadyRows::withoutAChoiceMostRowsStay()
{
    Numbers numbers;
    numbers.show(0, 400);
    ui::TableView table(u"numbers"_s);
    table.setModel(&numbers);
    show(table);
    table.scrollTo(numbers.indexOf(200), QAbstractItemView::PositionAtTop);
    const int y = yOf(table, numbers.indexOf(205));
    numbers.show(100, 400);
    QCOMPARE(yOf(table, numbers.indexOf(205)), y);
    numbers.show(0, 400);
    QCOMPARE(yOf(table, numbers.indexOf(205)), y);
}

void tst_SteadyRows::aChosenRowOutOfSightHoldsNothing()
{
    Numbers numbers;
    numbers.show(0, 400);
    ui::TableView table(u"numbers"_s);
    table.setModel(&numbers);
    show(table);
    choose(table, numbers.indexOf(300));
    table.scrollTo(numbers.indexOf(100), QAbstractItemView::PositionAtTop);
    const int y = yOf(table, numbers.indexOf(105));
    numbers.show(50, 400);
    QCOMPARE(yOf(table, numbers.indexOf(105)), y);
}

void tst_SteadyRows::theTopStaysTheTop()
{
    Numbers numbers;
    numbers.show(100, 400);
    ui::TableView table(u"numbers"_s);
    table.setModel(&numbers);
    show(table);
    numbers.show(0, 400);
    QCOMPARE(yOf(table, numbers.indexOf(0)), 0);
}

void tst_SteadyRows::whoChoosesAnotherRowIsTaken()
{
    Numbers numbers;
    numbers.show(0, 400);
    ui::TableView table(u"numbers"_s);
    table.setModel(&numbers);
    show(table);
    choose(table, numbers.indexOf(200));
    numbers.show(10, 400);
    table.setCurrentIndex(numbers.indexOf(390));
    const int y = yOf(table, numbers.indexOf(390));
    QVERIFY(y >= 0 && y < table.viewport()->height());
}

void tst_SteadyRows::theChosenRowOfASortedTableStays()
{
    Numbers numbers;
    numbers.show(0, 400);
    QSortFilterProxyModel sorted;
    sorted.setSourceModel(&numbers);
    ui::TableView table(u"numbers"_s);
    table.setModel(&sorted);
    table.setSortingEnabled(true);
    table.sortByColumn(0, Qt::DescendingOrder);
    show(table);
    choose(table, sorted.mapFromSource(numbers.indexOf(200)));
    const int y = yOf(table, sorted.mapFromSource(numbers.indexOf(200)));
    numbers.show(0, 600); // 200 come above
    QCOMPARE(yOf(table, sorted.mapFromSource(numbers.indexOf(200))), y);
}

void tst_SteadyRows::theEndIsFollowedWhileThatIsWanted()
{
    Numbers numbers;
    numbers.show(0, 100);
    ui::TableView table(u"numbers"_s);
    table.setModel(&numbers);
    table.setFollowing(true);
    show(table);
    QScrollBar *bar = table.verticalScrollBar();
    numbers.show(0, 200);
    layOut();
    QTRY_VERIFY(bar->maximum() > 0 && bar->value() == bar->maximum());
    table.resize(300, 250);
    QTRY_COMPARE(bar->value(), bar->maximum());
    table.setFollowing(false);
    table.scrollTo(numbers.indexOf(150), QAbstractItemView::PositionAtTop);
    const int y = yOf(table, numbers.indexOf(152));
    numbers.show(100, 300); // old ones go, new ones come
    QCOMPARE(yOf(table, numbers.indexOf(152)), y);
}

void tst_SteadyRows::theChosenLineOfATreeStays()
{
    Branches branches;
    QTreeView tree;
    new ui::SteadyRows(&tree, &branches);
    tree.setModel(&branches);
    branches.show(0, 100);
    tree.expandAll();
    show(tree);
    const auto line = [&branches] { return branches.index(1, 0, branches.indexOf(50)); };
    choose(tree, line());
    const int y = yOf(tree, line());
    QVERIFY(y > 0 && y < tree.viewport()->height());
    branches.show(30, 100);
    QCOMPARE(yOf(tree, line()), y);
    branches.show(0, 100);
    tree.expandAll();
    QCOMPARE(yOf(tree, line()), y);
    QCOMPARE(tree.currentIndex(), line());
}

void tst_SteadyRows::theLinesOfATreeStay()
{
    Branches branches;
    QTreeView tree;
    new ui::SteadyRows(&tree, &branches);
    tree.setModel(&branches);
    branches.show(0, 100);
    tree.expandAll();
    show(tree);
    tree.scrollTo(branches.indexOf(50), QAbstractItemView::PositionAtTop);
    const int y = yOf(tree, branches.indexOf(51));
    branches.show(20, 100);
    QTRY_COMPARE(yOf(tree, branches.indexOf(51)), y);
}

LOCKSCOPE_TEST_SUITE(tst_SteadyRows)
#include "tst_steadyrows.moc"
