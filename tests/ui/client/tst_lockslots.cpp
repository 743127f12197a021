// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/lockslots.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockSlots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void aLockIsFoundInItsSlot();
    void aRetiredLockIsReadButNotFound();
    void slotsAreUsedAgain();
    void changesAreTakenOnce();
    void aSlotCanBeOfNoLock();

private:
    LockPointer lock(const QByteArray &name) const
    {
        return std::make_shared<const watch::LockRecord>(heldLock(name, m_clock));
    }
    quint32 find(const QByteArray &name) const { return m_slots.find(lock(name)->id); }

    const StandingClock m_clock;
    LockSlots m_slots;
};

void tst_LockSlots::aLockIsFoundInItsSlot()
{
    m_slots = {};
    const quint32 a = m_slots.insert(lock("a"));
    const quint32 b = m_slots.insert(lock("b"));
    QVERIFY(a != b);
    QCOMPARE(find("a"), a);
    QCOMPARE(find("b"), b);
    QCOMPARE(find("c"), LockSlots::none);
    QCOMPARE(m_slots.lockCount(), std::size_t(2));
    const LockPointer later = lock("a");
    m_slots.replace(a, later);
    QCOMPARE(m_slots.lockIn(a), later);
    QCOMPARE(find("a"), a);
}

void tst_LockSlots::aRetiredLockIsReadButNotFound()
{
    m_slots = {};
    const quint32 a = m_slots.insert(lock("a"));
    m_slots.insert(lock("b"));
    m_slots.retire(a);
    QCOMPARE(find("a"), LockSlots::none);
    QCOMPARE(m_slots.lockIn(a)->id, lock("a")->id);
    QVERIFY(!m_slots.isAlive(a));
    QVERIFY(!m_slots.at(a).lock);
    QCOMPARE(m_slots.lockCount(), std::size_t(1));
    int visited = 0;
    m_slots.forEachLock([&](const LockPointer &) { ++visited; });
    QCOMPARE(visited, 1);
    // Another of its name may come before its row has gone.
    QVERIFY(m_slots.insert(lock("a")) != a);
}

void tst_LockSlots::slotsAreUsedAgain()
{
    m_slots = {};
    const quint32 a = m_slots.insert(lock("a"));
    m_slots.retire(a);
    m_slots.release(a);
    QVERIFY(!m_slots.lockIn(a));
    QCOMPARE(m_slots.insert(lock("b")), a);
    QCOMPARE(m_slots.size(), std::size_t(1));
}

void tst_LockSlots::changesAreTakenOnce()
{
    m_slots = {};
    const quint32 a = m_slots.insert(lock("a"));
    m_slots.replace(a, lock("a"));
    const quint32 b = m_slots.insert(lock("b"));
    m_slots.retire(b);
    QCOMPARE(m_slots.changeCount(), std::size_t(2));
    const std::vector<SlotLock> changes = m_slots.takeChanges();
    QCOMPARE(changes.size(), std::size_t(2));
    QCOMPARE(changes[0].slot, a);
    QVERIFY(changes[0].lock);
    QCOMPARE(changes[1].slot, b);
    QVERIFY(!changes[1].lock);
    QVERIFY(m_slots.takeChanges().empty());
}

void tst_LockSlots::aSlotCanBeOfNoLock()
{
    m_slots = {};
    const quint32 head = m_slots.take();
    QVERIFY(m_slots.isAlive(head));
    QVERIFY(!m_slots.lockIn(head));
    QCOMPARE(m_slots.lockCount(), std::size_t(0));
    m_slots.retire(head);
    QVERIFY(!m_slots.isAlive(head));
    QCOMPARE(m_slots.changeCount(), std::size_t(0));
    QCOMPARE(slotSet({0, 2}, 3), std::vector<bool>({true, false, true}));
}

LOCKSCOPE_TEST_SUITE(tst_LockSlots)
#include "tst_lockslots.moc"
