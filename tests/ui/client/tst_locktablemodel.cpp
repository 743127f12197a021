// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/client/tablechanges.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/table/roles.h"
#include "ui/table/ttlvalue.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTextDocument>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using insight::LockFilter;

class tst_LockTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void showsWhatIsMerged();
    void aSemaphoreSaysHowManyPermitsAreFree();
    void permitsEndOneByOne();
    void sortsByEveryColumn();
    void keepsAbsentValuesLast();
    void tellsOnlyWhatChanged();
    void removesInOneSignal();
    void filtersAndFollowsChanges();
    void persistentIndexesFollowTheirLock();
    void staleRowsFreezeTheirTime();
    void hostileNamesArePlainText();
    void randomMergesAreMirroredBySignals();
    void largeSetsAreOrderedInAWorker();
    void aWorkersResultForAnotherWishIsDropped();
};

namespace {

using Changes = LockTableModel::LockChanges;

Changes::value_type gone(const QByteArray &name)
{
    return {watch::LockId{0, LockName(name)}, nullptr};
}

QStringList names(const LockTableModel &model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names += QString::fromUtf8(model.lockAt(row).id.name.bytes);
    return names;
}

} // namespace

void tst_LockTableModel::showsWhatIsMerged()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    model.merge({put(heldLock("b", clock, 7400ms)), put(fairLock("a", clock, 3))});
    QCOMPARE(names(model), QStringList({u"a"_s, u"b"_s}));
    QCOMPARE(cell(model, 1, LockColumn::State), u"held"_s);
    QCOMPARE(cell(model, 1, LockColumn::Ttl), u"7.4 s"_s);
    QCOMPARE(cell(model, 1, LockColumn::Watchdog), u"renewing"_s);
    QCOMPARE(cell(model, 1, LockColumn::Mode), u"exclusive"_s);
    QCOMPARE(cell(model, 1, LockColumn::Count), u"1"_s);
    QCOMPARE(cell(model, 1, LockColumn::Deployment), u"127.0.0.1:6379"_s);
    QCOMPARE(cell(model, 0, LockColumn::State), u"contended"_s);
    QCOMPARE(cell(model, 0, LockColumn::Waiters), u"3"_s);

    watch::LockRecord polled = heldLock("c", clock);
    polled.kind = "string";
    polled.deadline.reset();
    polled.waitingConnections.reset();
    model.merge({put(polled)});
    QCOMPARE(cell(model, 2, LockColumn::Ttl), u"no expiry"_s);
    QCOMPARE(cell(model, 2, LockColumn::Waiters), u"unknown"_s);
}

// Others may be held, so it is not free like a lock that nobody holds.
void tst_LockTableModel::aSemaphoreSaysHowManyPermitsAreFree()
{
    const StandingClock clock;
    LockTableModel model(clock);
    watch::LockRecord semaphore = countedLock("printers", "semaphore", 3, clock);
    semaphore.state = watch::LockState::Free;
    watch::LockRecord latch = countedLock("sale", "count-down-latch", 4, clock);
    latch.state = watch::LockState::Held;
    model.merge({put(semaphore), put(latch)});
    QCOMPARE(cell(model, 0, LockColumn::State), u"3 free"_s);
    QCOMPARE(cell(model, 1, LockColumn::State), u"held"_s);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    semaphore.permits->available = 1;
    model.merge({put(semaphore)});
    QCOMPARE(cell(model, 0, LockColumn::State), u"1 free"_s);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().toModelIndex().column(), static_cast<int>(LockColumn::State));
    semaphore.permits->available = 0;
    model.merge({put(semaphore)});
    QCOMPARE(cell(model, 0, LockColumn::State), u"0 free"_s);
    changed.clear();
    semaphore.mainKey = format::KeyType::None;
    model.merge({put(semaphore)});
    QCOMPARE(cell(model, 0, LockColumn::State), u"not initialised"_s);
    QCOMPARE(changed.count(), 1);
}

// The key that counts permits does not expire, but each permit does.
void tst_LockTableModel::permitsEndOneByOne()
{
    const StandingClock clock;
    LockTableModel model(clock);
    watch::LockRecord permits = countedLock("printers", "permit-expirable-semaphore", 1, clock);
    permits.state = watch::LockState::Held;
    for (const Millis left : {Millis(40s), Millis(9s), Millis(25s)}) {
        permits.holds.push_back(heldLock("x", clock, left).holds.front());
        permits.holds.back().owner =
            OwnerId(QByteArray::number(permits.holds.size()).rightJustified(32, '0'));
    }
    watch::LockRecord endless = permits;
    endless.id.name = LockName("endless");
    for (watch::HoldRecord &permit : endless.holds)
        permit.deadline.reset();
    model.merge({put(permits), put(endless), put(heldLock("lock", clock, 20s))});
    model.sort(static_cast<int>(LockColumn::Ttl), Qt::AscendingOrder);
    QCOMPARE(names(model), QStringList({u"printers"_s, u"lock"_s, u"endless"_s}));
    QCOMPARE(cell(model, 0, LockColumn::Ttl), u"9.0 s"_s);
    QVERIFY(model.index(0, static_cast<int>(LockColumn::Ttl))
                .data(Qt::ToolTipRole)
                .toString()
                .contains(u"next of its permits"_s));
    QCOMPARE(cell(model, 2, LockColumn::Ttl), u"no expiry"_s);
    // One whose time is over is no longer the next.
    permits.holds[1].stale = true;
    model.merge({put(permits)});
    QCOMPARE(cell(model, model.rowOf(permits.id), LockColumn::Ttl), u"25.0 s"_s);
}

void tst_LockTableModel::sortsByEveryColumn()
{
    const StandingClock clock;
    LockTableModel model(clock);
    watch::LockRecord twice = heldLock("twice", clock, 5s);
    twice.holds.front().count = 2;
    watch::LockRecord overdue = heldLock("overdue", clock, 3s);
    overdue.holds.front().watchdog = watch::Watchdog::Overdue;
    model.merge({put(twice), put(fairLock("fair", clock, 4)), put(overdue)});
    const auto firstBy = [&](LockColumn column, Qt::SortOrder order) {
        model.sort(static_cast<int>(column), order);
        return names(model).first();
    };
    QCOMPARE(firstBy(LockColumn::Name, Qt::DescendingOrder), u"twice"_s);
    QCOMPARE(firstBy(LockColumn::Kind, Qt::AscendingOrder), u"fair"_s);
    QCOMPARE(firstBy(LockColumn::Count, Qt::DescendingOrder), u"twice"_s);
    QCOMPARE(firstBy(LockColumn::Ttl, Qt::AscendingOrder), u"overdue"_s);
    QCOMPARE(firstBy(LockColumn::Ttl, Qt::DescendingOrder), u"fair"_s);
    QCOMPARE(firstBy(LockColumn::Watchdog, Qt::AscendingOrder), u"overdue"_s);
    QCOMPARE(firstBy(LockColumn::Waiters, Qt::DescendingOrder), u"fair"_s);
    QCOMPARE(firstBy(LockColumn::State, Qt::AscendingOrder), u"fair"_s);
    for (int column = 0; column < lockColumnCount; ++column) {
        model.sort(column, Qt::AscendingOrder);
        QCOMPARE(model.rowCount(), 3);
    }
}

void tst_LockTableModel::keepsAbsentValuesLast()
{
    const StandingClock clock;
    LockTableModel model(clock);
    watch::LockRecord unheld = heldLock("unheld", clock);
    unheld.state = watch::LockState::Free;
    unheld.holds.clear();
    model.merge({put(unheld), put(heldLock("held", clock))});
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        model.sort(static_cast<int>(LockColumn::Ttl), order);
        QCOMPARE(names(model).last(), u"unheld"_s);
    }
}

void tst_LockTableModel::tellsOnlyWhatChanged()
{
    const StandingClock clock;
    LockTableModel model(clock);
    Changes all;
    for (int i = 0; i < 10; ++i)
        all.push_back(put(heldLock("lock" + QByteArray::number(i), clock)));
    model.merge(all);
    QSignalSpy changed(&model, &LockTableModel::dataChanged);
    QSignalSpy moved(&model, &LockTableModel::layoutChanged);
    model.merge(all);
    QCOMPARE(changed.size(), 0);

    // Two neighbours and a third: two ranges of the one column.
    for (const QByteArray name : {"lock2", "lock3", "lock7"})
        model.merge({put(heldLock(name, clock, 25s))});
    QCOMPARE(changed.size(), 3);
    changed.clear();
    model.merge({put(heldLock("lock2", clock, 29s)), put(heldLock("lock7", clock, 29s)),
                 put(heldLock("lock3", clock, 29s))});
    QCOMPARE(changed.size(), 2);
    const auto topLeft = changed.at(0).at(0).toModelIndex();
    const auto bottomRight = changed.at(0).at(1).toModelIndex();
    QCOMPARE(topLeft.row(), 2);
    QCOMPARE(bottomRight.row(), 3);
    QCOMPARE(topLeft.column(), static_cast<int>(LockColumn::Ttl));
    QCOMPARE(bottomRight.column(), static_cast<int>(LockColumn::Ttl));
    QCOMPARE(moved.size(), 0);
}

void tst_LockTableModel::removesInOneSignal()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    Changes all;
    Changes odd;
    for (int i = 0; i < 100; ++i) {
        const QByteArray name = "lock" + QByteArray::number(100 + i);
        all.push_back(put(heldLock(name, clock)));
        if (i % 2 == 1)
            odd.push_back(gone(name));
    }
    QSignalSpy inserted(&model, &LockTableModel::rowsInserted);
    QSignalSpy removed(&model, &LockTableModel::rowsRemoved);
    QSignalSpy moved(&model, &LockTableModel::layoutChanged);
    QSignalSpy reset(&model, &LockTableModel::modelReset);
    model.merge(all);
    QCOMPARE(inserted.size(), 1);
    moved.clear();
    model.merge(odd);
    QCOMPARE(removed.size(), 1);
    QCOMPARE(moved.size(), 1);
    QCOMPARE(model.rowCount(), 50);
    QCOMPARE(names(model).at(1), u"lock102"_s);
    model.merge({gone("never-there")});
    QCOMPARE(removed.size(), 1);
    QCOMPARE(reset.size(), 0);
}

void tst_LockTableModel::filtersAndFollowsChanges()
{
    StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    model.merge({put(heldLock("a", clock, 20s)), put(fairLock("b", clock, 2)),
                 put(heldLock("c", clock, 3s))});
    model.setFilter(*LockFilter::parse(u"kind:fair"_s));
    QCOMPARE(names(model), QStringList({u"b"_s}));
    QCOMPARE(model.lockCount(), std::size_t(3));
    model.merge({put(fairLock("a", clock, 1))});
    QCOMPARE(names(model), QStringList({u"a"_s, u"b"_s}));
    model.merge({put(heldLock("b", clock))});
    QCOMPARE(names(model), QStringList({u"a"_s}));
    QCOMPARE(model.rowOf({0, LockName("b")}), -1);
    QVERIFY(model.find({0, LockName("b")}));

    // Time alone brings a lock below the limit.
    model.merge({put(heldLock("a", clock, 20s)), put(heldLock("b", clock, 6s))});
    model.setFilter(*LockFilter::parse(u"ttl:<5s"_s));
    QCOMPARE(names(model), QStringList({u"c"_s}));
    clock.advance(2s);
    QTRY_COMPARE(names(model), QStringList({u"b"_s, u"c"_s}));
    model.setFilter({});
    QCOMPARE(model.rowCount(), 3);
}

void tst_LockTableModel::persistentIndexesFollowTheirLock()
{
    const StandingClock clock;
    LockTableModel model(clock);
    model.merge({put(heldLock("b", clock)), put(heldLock("d", clock))});
    const QPersistentModelIndex kept(model.index(1, 1));
    const QPersistentModelIndex lost(model.index(0, 1));
    model.merge({put(heldLock("a", clock)), put(heldLock("c", clock)), gone("b")});
    QCOMPARE(kept.row(), 2);
    QCOMPARE(kept.data().toString(), u"d"_s);
    QVERIFY(!lost.isValid());
}

void tst_LockTableModel::staleRowsFreezeTheirTime()
{
    StandingClock clock;
    LockTableModel model(clock);
    model.merge({put(heldLock("a", clock, 20s)), put(heldLock("b", clock, 20s, 1))});
    QSignalSpy changed(&model, &LockTableModel::dataChanged);
    model.setServer(upServer(0));
    model.setServer(upServer(1));
    QCOMPARE(changed.size(), 0);
    model.setServer(lostServer(clock, 0ms, 0));
    QCOMPARE(changed.size(), 1);
    clock.advance(12s);
    QVERIFY(model.index(0, 0).data(StaleRole).toBool());
    QVERIFY(!model.index(1, 0).data(StaleRole).toBool());
    QCOMPARE(cell(model, 0, LockColumn::State), u"stale 12 s"_s);
    QCOMPARE(cell(model, 0, LockColumn::Ttl), u"20.0 s"_s);
    QCOMPARE(cell(model, 1, LockColumn::Ttl), u"8.0 s"_s);
    const auto ttl =
        model.index(0, static_cast<int>(LockColumn::Ttl)).data(RawRole).value<TtlValue>();
    QVERIFY(ttl.frozenAt);
    QVERIFY(model.hasStaleLocks());
    // Nothing is judged while the server is not seen.
    QCOMPARE(cell(model, 0, LockColumn::Watchdog), u"not seen"_s);
    QVERIFY(cell(model, 1, LockColumn::Watchdog) != u"not seen"_s);
    clock.advance(10s);
    QCOMPARE(cell(model, 1, LockColumn::Ttl), u"expired?"_s);
    model.setServer(upServer(0));
    QVERIFY(!model.hasStaleLocks());
}

void tst_LockTableModel::hostileNamesArePlainText()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QByteArray huge(100'000, 'x');
    model.merge({put(heldLock("<img src=x>", clock)), put(heldLock("a\nb\x1b[31m", clock)),
                 put(heldLock("\xe2\x80\xaegnp", clock)), put(heldLock("\xff\xfe", clock)),
                 put(heldLock(huge, clock))});
    for (int row = 0; row < model.rowCount(); ++row) {
        const QString name = cell(model, row, LockColumn::Name);
        QVERIFY(name.size() <= 210);
        for (const QChar c : name)
            QVERIFY(c.isPrint());
        const QString tip = model.index(row, 1).data(Qt::ToolTipRole).toString();
        QVERIFY(tip.size() < 3000);
        QTextDocument shown;
        shown.setHtml(tip);
        QVERIFY(shown.toPlainText().startsWith(name.left(40)));
        QVERIFY(!shown.toHtml().contains("<img"_L1));
    }
    const int image = model.rowOf({0, LockName("<img src=x>")});
    QCOMPARE(cell(model, image, LockColumn::Name), u"<img src=x>"_s);
    const int bidi = model.rowOf({0, LockName("\xe2\x80\xaegnp")});
    QCOMPARE(cell(model, bidi, LockColumn::Name), u"\\u{202e}gnp"_s);
    QCOMPARE(model.index(bidi, 1).data(RawRole).toByteArray(), QByteArray("\xe2\x80\xaegnp"));
}

void tst_LockTableModel::randomMergesAreMirroredBySignals()
{
    StandingClock clock;
    QRandomGenerator random(20260131);
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    const Mirror mirror(model, static_cast<int>(LockColumn::Name));
    std::map<watch::LockId, watch::LockRecord> expected;
    for (int round = 0; round < 300; ++round) {
        Changes changes;
        const int size = random.bounded(12);
        for (int i = 0; i < size; ++i) {
            const QByteArray name = "lock" + QByteArray::number(random.bounded(40));
            if (random.bounded(3) == 0) {
                changes.push_back(gone(name));
                expected.erase({0, LockName(name)});
            } else {
                const auto lock = random.bounded(2) == 0
                    ? heldLock(name, clock, Millis(1000 + random.bounded(30000)))
                    : fairLock(name, clock, random.bounded(5));
                changes.push_back(put(lock));
                expected.insert_or_assign(lock.id, lock);
            }
        }
        model.merge(std::move(changes));
        if (round % 20 == 19)
            model.sort(random.bounded(lockColumnCount),
                       random.bounded(2) == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
        if (round % 50 == 25)
            model.setFilter(*LockFilter::parse(u"kind:fair"_s));
        if (round % 50 == 40)
            model.setFilter({});
        QCOMPARE(mirror.rows(), mirror.actual());
        QCOMPARE(model.lockCount(), expected.size());
    }
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), expected.size());
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.lockAt(row), expected.at(model.lockAt(row).id));
    QCOMPARE(mirror.resets(), 0);
    QVERIFY(mirror.layoutSignals() <= 300 + 15 + 12);
}

void tst_LockTableModel::largeSetsAreOrderedInAWorker()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const Mirror mirror(model, static_cast<int>(LockColumn::Name));
    Changes changes;
    for (int i = 0; i < 10'000; ++i)
        changes.push_back(put(
            heldLock("lock" + QByteArray::number((i * 7919) % 10'000), clock, Millis(1000 + i))));
    model.merge(std::move(changes));
    QCOMPARE(model.rowCount(), 10'000); // there at once, at the end
    const auto isSorted = [&] {
        const QStringList all = names(model);
        return std::is_sorted(all.begin(), all.end());
    };
    QTRY_VERIFY(isSorted());
    QElapsedTimer timer;
    timer.start();
    Changes few;
    for (int i = 0; i < 300; ++i)
        few.push_back(put(heldLock("lock" + QByteArray::number(i), clock, 29s)));
    few.push_back(gone("lock5"));
    few.push_back(put(heldLock("aaa", clock)));
    model.merge(std::move(few));
    QVERIFY2(timer.elapsed() < 200, qPrintable(QString::number(timer.elapsed())));
    QTRY_COMPARE(names(model).first(), u"aaa"_s);
    QCOMPARE(model.rowCount(), 10'000);
    QCOMPARE(mirror.rows(), mirror.actual());
    QCOMPARE(mirror.resets(), 0);
}

void tst_LockTableModel::aWorkersResultForAnotherWishIsDropped()
{
    const StandingClock clock;
    LockTableModel model(clock);
    Changes changes;
    for (int i = 0; i < 5000; ++i)
        changes.push_back(put(heldLock("lock" + QByteArray::number(i), clock)));
    changes.push_back(put(fairLock("the fair one", clock, 1)));
    model.merge(std::move(changes));
    model.sort(static_cast<int>(LockColumn::Name), Qt::DescendingOrder);
    model.setFilter(*LockFilter::parse(u"kind:fair"_s));
    model.sort(static_cast<int>(LockColumn::Ttl), Qt::AscendingOrder);
    QTRY_COMPARE(model.rowCount(), 1);
    QTRY_VERIFY(!model.isOrdering());
    QCOMPARE(names(model), QStringList({u"the fair one"_s}));
    // Down to a small set, while a worker may still be at it.
    model.setFilter({});
    Changes all;
    for (int i = 0; i < 4000; ++i)
        all.push_back(gone("lock" + QByteArray::number(i)));
    model.merge(std::move(all));
    QTRY_COMPARE(model.rowCount(), 1001);
}

LOCKSCOPE_TEST_SUITE(tst_LockTableModel)
#include "tst_locktablemodel.moc"
