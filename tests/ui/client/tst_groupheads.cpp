// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/client/locks/groupheads.h"

#include <QTest>

using namespace lockscope::ui;
using namespace lockscope::test;

using Numbers = std::vector<quint32>;

class tst_GroupHeads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_heads = {};
        m_next = 10;
        m_heads.setGrouping(LockGrouping::Kind);
    }

    void aHeadKeepsItsSlot();
    void whatHasNoGroupGoes();
    void groupsAreClosedByTheirKey();
    void allAreClosedAndOpened();
    void anotherGroupingForgets();

private:
    static LockGroup group(const QByteArray &key, std::size_t count)
    {
        LockGroup group;
        group.key = key;
        group.count = count;
        return group;
    }
    GroupHeads::Placed place(const std::vector<LockGroup> &groups)
    {
        return m_heads.place(groups, [this] { return m_next++; });
    }

    GroupHeads m_heads;
    quint32 m_next = 10;
};

void tst_GroupHeads::aHeadKeepsItsSlot()
{
    QCOMPARE(place({group("a", 2), group("b", 3)}).heads, Numbers({10, 11}));
    QCOMPARE(m_heads.lockCount(), std::size_t(5));
    const GroupHeads::Placed placed = place({group("b", 3), group("new", 1), group("a", 4)});
    QCOMPARE(placed.heads, Numbers({11, 12, 10}));
    QCOMPARE(placed.changed, Numbers({10})); // a new head had no content before
    QVERIFY(placed.gone.empty());
    QCOMPARE(m_heads.in(10)->count, std::size_t(4));
    QCOMPARE(m_heads.lockCount(), std::size_t(8));
}

void tst_GroupHeads::whatHasNoGroupGoes()
{
    place({group("a", 1), group("b", 1)});
    QCOMPARE(place({group("b", 1)}).gone, Numbers({10}));
    QVERIFY(!m_heads.in(10));
    QVERIFY(m_heads.in(11));
    QCOMPARE(m_heads.all(), Numbers({11}));
    QCOMPARE(place({group("a", 1), group("b", 1)}).heads, Numbers({12, 11}));
}

void tst_GroupHeads::groupsAreClosedByTheirKey()
{
    place({group("a", 1), group("b", 1)});
    QVERIFY(m_heads.isOpen(10));
    QVERIFY(m_heads.setOpen(10, false));
    QVERIFY(!m_heads.setOpen(10, false));
    QVERIFY(!m_heads.isOpen(10) && m_heads.isOpen(11));
    QVERIFY(!m_heads.setOpen(99, false)); // no head
    QVERIFY(!m_heads.isOpen(99));
    place({group("b", 1)});
    place({group("a", 1)});
    QVERIFY(m_heads.isClosed("a")); // though it was away
    QVERIFY(m_heads.open("a"));
    QVERIFY(!m_heads.open("a"));
}

void tst_GroupHeads::allAreClosedAndOpened()
{
    place({group("a", 1), group("b", 1)});
    m_heads.setAllOpen(false);
    QVERIFY(!m_heads.isOpen(10) && !m_heads.isOpen(11));
    m_heads.setAllOpen(true);
    QVERIFY(m_heads.isOpen(10) && m_heads.isOpen(11));
}

void tst_GroupHeads::anotherGroupingForgets()
{
    place({group("a", 1)});
    m_heads.setOpen(10, false);
    QCOMPARE(m_heads.setGrouping(LockGrouping::Holder), Numbers({10}));
    QVERIFY(!m_heads.in(10));
    QVERIFY(!m_heads.isClosed("a"));
    QVERIFY(m_heads.isGrouped());
    // A multi-lock is one row at first; locks taken alone are not hidden.
    m_heads.setGrouping(LockGrouping::Multi);
    const Numbers multis = place({group("a", 2), group("", 3)}).heads;
    QVERIFY(!m_heads.isOpen(multis[0]) && m_heads.isOpen(multis[1]));
    QVERIFY(m_heads.open("a"));
    QVERIFY(!m_heads.open("a"));
    QVERIFY(m_heads.isOpen(multis[0]));
    m_heads.setAllOpen(false);
    QVERIFY(!m_heads.isOpen(multis[0]) && !m_heads.isOpen(multis[1]));
    m_heads.setAllOpen(true);
    QVERIFY(m_heads.isOpen(multis[0]) && m_heads.isOpen(multis[1]));
    m_heads.setGrouping(LockGrouping::None);
    QVERIFY(!m_heads.isGrouped());
}

LOCKSCOPE_TEST_SUITE(tst_GroupHeads)
#include "tst_groupheads.moc"
