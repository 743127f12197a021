// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "ui/table/tableheader.h"
#include "ui/table/tableview.h"

#include <QStandardItemModel>

#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Four columns: the second and the third are elastic, the last takes what is left.
class tst_TableHeader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_table = std::make_unique<ui::TableView>(u"table"_s);
        m_table->setModel(&m_model);
        m_table->setColumnWidths({10, 20, 10, 10});
        m_table->setElastic({{1, 40}, {2, 20}});
        m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_table->show();
        measure();
    }

    void roomIsShared();
    void theLastComesFirst();
    void lessRoomIsGivenBack();
    void whatIsChosenStays();
    void aHiddenColumnLeavesItsRoom();
    void whatIsSharedIsNotSaved();
    void aLayoutWithoutTheNewColumnIsRestored();

private:
    std::vector<int> widths() const
    {
        std::vector<int> all;
        for (int column = 0; column < m_model.columnCount(); ++column)
            all.push_back(header()->sectionSize(column));
        return all;
    }
    ui::TableHeader *header() const
    {
        return qobject_cast<ui::TableHeader *>(m_table->horizontalHeader());
    }
    // Of so many characters more than the usual widths.
    void makeWide(int characters)
    {
        m_table->resize(m_usualWidth + characters * m_character, 200);
        layOut();
    }
    void measure()
    {
        // The usual widths, from a table without room.
        m_table->resize(10, 200);
        layOut();
        m_usual = widths();
        m_character = (m_usual[1] - m_usual[0]) / 10;
        m_usualWidth = 2 * m_usual[0] + m_usual[1] + m_usual[2];
    }

    QStandardItemModel m_model{3, 4};
    std::unique_ptr<ui::TableView> m_table;
    std::vector<int> m_usual;
    int m_character = 0;
    int m_usualWidth = 0;
};

void tst_TableHeader::roomIsShared()
{
    makeWide(15);
    QCOMPARE(widths()[0], m_usual[0]);
    QCOMPARE(widths()[1], m_usual[1] + 10 * m_character);
    QCOMPARE(widths()[2], m_usual[2] + 5 * m_character);
    makeWide(100); // more than they are worth
    QCOMPARE(widths()[1], m_usual[1] + 20 * m_character);
    QCOMPARE(widths()[2], m_usual[2] + 10 * m_character);
    QCOMPARE(header()->length(), header()->viewport()->width());
}

void tst_TableHeader::theLastComesFirst()
{
    m_table->setElastic({{1, 40}, {3, 30}});
    makeWide(15);
    QCOMPARE(widths()[1], m_usual[1]);
    QCOMPARE(widths()[3], m_usual[0] + 15 * m_character); // as the first, which is as wide
    makeWide(30);
    QCOMPARE(widths()[1], m_usual[1] + 10 * m_character);
    makeWide(0);
    QCOMPARE(widths()[1], m_usual[1]);
    QCOMPARE(header()->length(), header()->viewport()->width());
}

void tst_TableHeader::lessRoomIsGivenBack()
{
    makeWide(100);
    makeWide(0);
    QCOMPARE(widths()[1], m_usual[1]);
    QCOMPARE(widths()[2], m_usual[2]);
    makeWide(-20);
    QCOMPARE(widths()[1], m_usual[1]);
}

void tst_TableHeader::whatIsChosenStays()
{
    makeWide(15);
    m_table->setColumnWidth(1, m_usual[1] + 3);
    makeWide(100);
    QCOMPARE(widths()[1], m_usual[1] + 3);
    QCOMPARE(widths()[2], m_usual[2] + 10 * m_character);
    makeWide(0);
    QCOMPARE(widths()[1], m_usual[1] + 3);
}

void tst_TableHeader::aHiddenColumnLeavesItsRoom()
{
    makeWide(0);
    m_table->setColumnHidden(0, true);
    const int room = m_usual[0];
    QVERIFY(widths()[1] > m_usual[1] + room / 2);
    m_table->setColumnHidden(0, false);
    QCOMPARE(widths()[1], m_usual[1]);
    makeWide(100);
    m_table->setColumnHidden(1, true);
    makeWide(0);
    m_table->setColumnHidden(1, false);
    QCOMPARE(widths()[1], m_usual[1]);
    // Nor is what it had saved with it.
    makeWide(100);
    m_table->setColumnHidden(1, true);
    const QByteArray state = header()->ownState();
    makeWide(0);
    QVERIFY(header()->restoreOwnState(state));
    m_table->setColumnHidden(1, false);
    QCOMPARE(widths()[1], m_usual[1]);
}

void tst_TableHeader::whatIsSharedIsNotSaved()
{
    makeWide(100);
    const QByteArray state = header()->ownState();
    QCOMPARE(widths()[1], m_usual[1] + 20 * m_character);
    makeWide(0);
    QVERIFY(header()->restoreOwnState(state));
    QCOMPARE(widths()[1], m_usual[1]);
    makeWide(15);
    QVERIFY(header()->restoreOwnState(state));
    QCOMPARE(widths()[1], m_usual[1] + 10 * m_character);
    QVERIFY(!header()->restoreOwnState("something else"));
    QCOMPARE(widths()[1], m_usual[1] + 10 * m_character);
}

// The last column is new, and stands in front.
void tst_TableHeader::aLayoutWithoutTheNewColumnIsRestored()
{
    QStandardItemModel fewer(1, 3);
    ui::TableView before(u"table"_s);
    before.setModel(&fewer);
    before.setColumnWidths({10, 20, 10});
    auto *former = qobject_cast<ui::TableHeader *>(before.horizontalHeader());
    before.setColumnWidth(0, 123);
    former->moveSection(1, 0);
    before.setColumnHidden(1, true);
    former->setSortIndicator(1, Qt::AscendingOrder);
    const QByteArray usual = former->ownState();
    former->setSortIndicator(2, Qt::DescendingOrder);
    const QByteArray chosen = former->ownState();

    header()->moveSection(3, 0);
    header()->setSortIndicator(3, Qt::AscendingOrder);
    header()->setNewColumns(1, 1);
    QVERIFY(!header()->restoreFormerState("nonsense", 3));
    QVERIFY(!header()->restoreFormerState(usual, 2));
    QVERIFY(header()->restoreFormerState(usual, 3));
    QCOMPARE(header()->visualIndex(3), 0);
    QCOMPARE(header()->visualIndex(1), 1);
    QCOMPARE(header()->visualIndex(0), 2);
    QVERIFY(m_table->isColumnHidden(1) && !m_table->isColumnHidden(3));
    QCOMPARE(header()->sectionSize(0), 123);
    QCOMPARE(header()->sortIndicatorSection(), 3); // nobody had chosen another order
    QVERIFY(header()->restoreFormerState(chosen, 3));
    QCOMPARE(header()->sortIndicatorSection(), 2);
    QCOMPARE(header()->sortIndicatorOrder(), Qt::DescendingOrder);
}

LOCKSCOPE_TEST_SUITE(tst_TableHeader)
#include "tst_tableheader.moc"
