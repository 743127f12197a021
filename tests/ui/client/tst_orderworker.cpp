// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/orderworker.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

using Numbers = std::vector<quint32>;

class tst_OrderWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void ordersWhatItWasTold();
    void anOutdatedOrderIsNotGivenOut();
    void restsBetweenTwo();
    void remembersWhatCameMeanwhile();

private:
    SlotLock lock(quint32 slot, const QByteArray &name) const
    {
        return {slot, std::make_shared<const watch::LockRecord>(heldLock(name, m_clock))};
    }

    const StandingClock m_clock;
};

void tst_OrderWorker::ordersWhatItWasTold()
{
    OrderWorker worker;
    QSignalSpy ready(&worker, &OrderWorker::ready);
    worker.tell({lock(0, "c"), lock(1, "b")});
    QVERIFY(worker.ask());
    worker.start({}, {lock(2, "a"), {1, nullptr}});
    QVERIFY(worker.isBusy());
    QVERIFY(ready.wait());
    const std::optional<LockOrder> order = worker.take();
    QVERIFY(order);
    QCOMPARE(order->locks, Numbers({2, 0}));
    QVERIFY(!worker.isBusy());
}

void tst_OrderWorker::anOutdatedOrderIsNotGivenOut()
{
    OrderWorker worker;
    QSignalSpy ready(&worker, &OrderWorker::ready);
    worker.start({}, {lock(0, "a")});
    worker.outdate();
    QVERIFY(ready.wait());
    QVERIFY(!worker.take());
    QVERIFY(worker.ask()); // at once
    worker.start({}, {});
    QVERIFY(ready.wait());
    QCOMPARE(worker.take()->locks, Numbers({0}));
    worker.start({}, {});
    worker.cancel();
    QVERIFY(ready.wait());
    QVERIFY(!worker.take());
}

void tst_OrderWorker::restsBetweenTwo()
{
    OrderWorker worker;
    QSignalSpy ready(&worker, &OrderWorker::ready);
    QSignalSpy wanted(&worker, &OrderWorker::wanted);
    QSignalSpy rested(&worker, &OrderWorker::rested);
    worker.start({}, {lock(0, "a")});
    QVERIFY(!worker.ask()); // it is busy
    QVERIFY(ready.wait());
    QVERIFY(worker.take());
    worker.rest();
    QVERIFY(!worker.ask());
    QVERIFY(wanted.wait());
    QCOMPARE(rested.size(), 0);
    worker.start({}, {});
    QVERIFY(ready.wait());
    QVERIFY(worker.take());
    worker.rest();
    QVERIFY(rested.wait());
    QCOMPARE(wanted.size(), 1);
    // Another wish does not wait for the end of a rest.
    worker.rest();
    worker.outdate();
    QVERIFY(worker.ask());
}

void tst_OrderWorker::remembersWhatCameMeanwhile()
{
    OrderWorker worker;
    QSignalSpy ready(&worker, &OrderWorker::ready);
    worker.noteGone(7);
    worker.noteAdded({8});
    QVERIFY(worker.gone().empty() && worker.added().empty()); // nothing is on its way
    worker.start({}, {lock(0, "a")});
    worker.noteGone(0);
    worker.noteAdded({1, 2});
    QVERIFY(ready.wait());
    QVERIFY(worker.take());
    QCOMPARE(worker.gone(), Numbers({0}));
    QCOMPARE(worker.added(), Numbers({1, 2}));
    worker.start({}, {});
    QVERIFY(worker.gone().empty() && worker.added().empty());
    QVERIFY(ready.wait());
}

LOCKSCOPE_TEST_SUITE(tst_OrderWorker)
#include "tst_orderworker.moc"
