// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/table/tableview.h"

#include <QStandardItemModel>
#include <QTest>

using namespace lockscope;
using namespace Qt::StringLiterals;

class tst_TableView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDragFromBesideTheRowsSelectsNone();
};

// The row that is highlighted is the one that the view beside the table tells of.
void tst_TableView::aDragFromBesideTheRowsSelectsNone()
{
    QStandardItemModel model(3, 1);
    ui::TableView table(u"table"_s);
    table.setModel(&model);
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.resize(300, 300);
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const auto at = [&](int row) { return table.visualRect(model.index(row, 0)).center(); };
    const auto rows = [&] { return table.selectionModel()->selectedRows(); };
    QWidget *const area = table.viewport();
    QTest::mouseClick(area, Qt::LeftButton, {}, at(1));
    QCOMPARE(rows(), QModelIndexList({model.index(1, 0)}));
    const QPoint beside(at(2).x(), area->height() - 4);
    QVERIFY(!table.indexAt(beside).isValid());
    QTest::mousePress(area, Qt::LeftButton, {}, beside);
    for (const QPoint &point : {beside - QPoint(0, 20), at(2), at(0)})
        QTest::mouseMove(area, point);
    QTest::mouseRelease(area, Qt::LeftButton, {}, at(0));
    for (const QModelIndex &row : rows())
        QCOMPARE(row, table.currentIndex());
    // A drag from row to row selects as ever.
    QTest::mousePress(area, Qt::LeftButton, {}, at(0));
    QTest::mouseMove(area, at(1));
    QTest::mouseMove(area, at(2));
    QTest::mouseRelease(area, Qt::LeftButton, {}, at(2));
    QCOMPARE(rows().size(), 3);
}

LOCKSCOPE_TEST_SUITE(tst_TableView)
#include "tst_tableview.moc"
