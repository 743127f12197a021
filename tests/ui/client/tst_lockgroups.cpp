// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/client/tablechanges.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/table/roles.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void putsLocksBeneathTheirHead();
    void headsSayWhatIsBeneath();
    void nothingIsOverdueOnALostServer();
    void closedGroupsAreTheirHeadAlone();
    void headsAreNotChosen();
    void headsComeAndGoWithTheirLocks();
    void revealsALockOfAClosedGroup();
    void locksTakenTogetherAreOneRow();
    void manyLocksAreGroupedInTheWorker();
    void randomChangesAreMirroredBySignals();
};

namespace {

using Changes = LockTableModel::LockChanges;

// Names of locks, and of heads how many locks are beneath.
QStringList rows(const LockTableModel &model)
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows += model.isHead(row)
            ? model.index(row, static_cast<int>(LockColumn::Count)).data().toString()
            : QString::fromUtf8(model.lockAt(row).id.name.bytes);
    return rows;
}

Changes three(const Clock &clock)
{
    Changes changes;
    changes.push_back(put(heldLock("a", clock)));
    changes.push_back(put(fairLock("b", clock, 4)));
    changes.push_back(put(heldLock("c", clock, 5s)));
    return changes;
}

} // namespace

void tst_LockGroups::putsLocksBeneathTheirHead()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    model.merge(three(clock));
    QCOMPARE(rows(model), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
    model.setGrouping(LockGrouping::Kind);
    QCOMPARE(rows(model), (QStringList{u"1"_s, u"b"_s, u"2"_s, u"a"_s, u"c"_s}));
    QCOMPARE(model.headOf(1), 0);
    QCOMPARE(model.headOf(4), 2);
    // Within the groups by the column, in either direction.
    model.sort(static_cast<int>(LockColumn::Name), Qt::DescendingOrder);
    QCOMPARE(rows(model), (QStringList{u"1"_s, u"b"_s, u"2"_s, u"c"_s, u"a"_s}));
    model.setGrouping(LockGrouping::Deployment);
    QCOMPARE(rows(model), (QStringList{u"3"_s, u"c"_s, u"b"_s, u"a"_s}));
    model.setGrouping(LockGrouping::None);
    QCOMPARE(rows(model), (QStringList{u"c"_s, u"b"_s, u"a"_s}));
    QCOMPARE(model.headOf(0), -1);
}

void tst_LockGroups::headsSayWhatIsBeneath()
{
    const StandingClock clock;
    LockTableModel model(clock);
    model.merge(three(clock));
    model.setGrouping(LockGrouping::Holder);
    watch::LockRecord free = heldLock("d", clock);
    free.holds.clear();
    free.state = watch::LockState::Free;
    watch::LockRecord overdue = heldLock("e", clock);
    overdue.holds.front().watchdog = watch::Watchdog::Overdue;
    Changes more;
    more.push_back(put(free));
    more.push_back(put(overdue));
    model.merge(std::move(more));
    // One holder of four locks, and free locks last.
    QCOMPARE(rows(model), (QStringList{u"4"_s, u"a"_s, u"b"_s, u"c"_s, u"e"_s, u"1"_s, u"d"_s}));
    QCOMPARE(cell(model, 0, LockColumn::State), u"1 contended"_s);
    QCOMPARE(cell(model, 0, LockColumn::Waiters), u"4"_s);
    QCOMPARE(cell(model, 0, LockColumn::Watchdog), u"1 overdue"_s);
    QVERIFY(cell(model, 0, LockColumn::Ttl).contains(u"5.0 s"_s));
    QVERIFY(cell(model, 5, LockColumn::Name).contains(u"nobody"_s));
    QCOMPARE(cell(model, 5, LockColumn::State), u"free"_s);
    QVERIFY(model.index(0, static_cast<int>(LockColumn::Name))
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(u"4 locks"_s));
}

// Neither in a head nor in the order.
void tst_LockGroups::nothingIsOverdueOnALostServer()
{
    const StandingClock clock;
    LockTableModel model(clock);
    watch::LockRecord late = heldLock("z", clock);
    late.holds.front().watchdog = watch::Watchdog::Overdue;
    watch::LockRecord renewed = heldLock("a", clock);
    renewed.id.deployment = {1};
    renewed.serverId = {1};
    renewed.holds.front().watchdog = watch::Watchdog::Renewing;
    Changes changes;
    changes.push_back(put(late));
    changes.push_back(put(renewed));
    model.merge(std::move(changes));
    model.sort(static_cast<int>(LockColumn::Watchdog), Qt::AscendingOrder);
    QCOMPARE(rows(model), (QStringList{u"z"_s, u"a"_s}));
    model.setGrouping(LockGrouping::Kind);
    QVERIFY(!cell(model, 0, LockColumn::Watchdog).isEmpty());
    watch::ServerRecord server;
    server.server = {0};
    server.deployment = {0};
    server.lostAt = clock.now();
    model.setServer(server);
    QTRY_COMPARE(cell(model, 0, LockColumn::Watchdog), QString());
    QCOMPARE(rows(model), (QStringList{u"2"_s, u"a"_s, u"z"_s}));
    server.lostAt.reset();
    model.setServer(server);
    QTRY_VERIFY(!cell(model, 0, LockColumn::Watchdog).isEmpty());
}

void tst_LockGroups::closedGroupsAreTheirHeadAlone()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    model.merge(three(clock));
    model.setGrouping(LockGrouping::Kind);
    const QPersistentModelIndex head = model.index(2, 0);
    model.setOpen(0, false);
    QCOMPARE(rows(model), (QStringList{u"1"_s, u"2"_s, u"a"_s, u"c"_s}));
    QCOMPARE(head.row(), 1);
    QVERIFY(!model.isOpen(0));
    QVERIFY(model.isOpen(1));
    QCOMPARE(model.rowOf({0, LockName("b")}), -1);
    QCOMPARE(model.shownCount(), std::size_t(3));
    // Changes in a closed group are counted.
    Changes more;
    more.push_back(put(fairLock("x", clock, 1)));
    model.merge(std::move(more));
    QCOMPARE(rows(model), (QStringList{u"2"_s, u"2"_s, u"a"_s, u"c"_s}));
    model.setAllOpen(false);
    QCOMPARE(model.rowCount(), 2);
    model.setAllOpen(true);
    QCOMPARE(model.rowCount(), 6);
}

void tst_LockGroups::locksTakenTogetherAreOneRow()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    watch::LockRecord overdue = heldLock("b", clock);
    overdue.holds.front().watchdog = watch::Watchdog::Overdue;
    Changes changes;
    changes.push_back(put(heldLock("a", clock)));
    changes.push_back(put(overdue));
    changes.push_back(put(heldLock("c", clock, 5s))); // the same owner, at another time
    model.merge(std::move(changes));
    model.setGrouping(LockGrouping::Multi);
    QCOMPARE(rows(model), (QStringList{u"2"_s, u"1"_s, u"c"_s}));
    QVERIFY(cell(model, 0, LockColumn::Name).contains(u"a and 1 more"_s));
    QVERIFY(cell(model, 0, LockColumn::Kind).contains(u"guess"_s));
    QCOMPARE(cell(model, 0, LockColumn::Holder), u"3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"_s);
    QVERIFY(model.index(0, 1).data(Qt::ToolTipRole).toString().contains(u"same owner"_s));
    const auto mark = [&](int row, LockColumn column) {
        return model.index(row, static_cast<int>(column)).data(MarkRole);
    };
    QVERIFY(mark(0, LockColumn::Holder).isValid());
    QCOMPARE(mark(2, LockColumn::Holder), mark(0, LockColumn::Holder)); // of one client
    QVERIFY(!mark(0, LockColumn::Name).isValid() && !mark(2, LockColumn::Name).isValid());
    // The row hides nothing that is wrong.
    QVERIFY(!cell(model, 0, LockColumn::Watchdog).isEmpty());
    QVERIFY(model.index(0, 0).data(AlarmRole).toBool());
    QCOMPARE(model.rowOf({0, LockName("b")}), -1);
    model.reveal({0, LockName("b")});
    QCOMPARE(rows(model), (QStringList{u"2"_s, u"a"_s, u"b"_s, u"1"_s, u"c"_s}));
    // A filter leaves members out, not the row.
    model.setFilter(*insight::LockFilter::parse(u"name:b"_s));
    QCOMPARE(rows(model), (QStringList{u"1"_s, u"b"_s}));
    QVERIFY(cell(model, 0, LockColumn::Name).contains(u"1 of 2"_s));
    model.setFilter({});
    // Once one of them is held by another, there is none.
    watch::LockRecord other = heldLock("b", clock);
    other.holds.front().owner = OwnerId("99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");
    Changes more;
    more.push_back(put(other));
    model.merge(std::move(more));
    QCOMPARE(rows(model), (QStringList{u"3"_s, u"a"_s, u"b"_s, u"c"_s}));
}

void tst_LockGroups::headsAreNotChosen()
{
    const StandingClock clock;
    LockTableModel model(clock);
    model.merge(three(clock));
    model.setGrouping(LockGrouping::Kind);
    QVERIFY(model.isHead(0));
    QVERIFY(!model.flags(model.index(0, 0)).testFlag(Qt::ItemIsSelectable));
    QVERIFY(model.flags(model.index(0, 0)).testFlag(Qt::ItemIsEnabled));
    QVERIFY(model.flags(model.index(1, 0)).testFlag(Qt::ItemIsSelectable));
    QVERIFY(!model.lockPointerAt(0));
}

void tst_LockGroups::headsComeAndGoWithTheirLocks()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    model.merge(three(clock));
    model.setGrouping(LockGrouping::Kind);
    Changes gone;
    gone.emplace_back(watch::LockId{0, LockName("b")}, nullptr);
    model.merge(std::move(gone));
    QCOMPARE(rows(model), (QStringList{u"2"_s, u"a"_s, u"c"_s}));
    model.setFilter(*insight::LockFilter::parse(u"name:nothing"_s));
    QCOMPARE(model.rowCount(), 0);
    model.setFilter({});
    Changes again;
    again.push_back(put(fairLock("b", clock, 1)));
    model.merge(std::move(again));
    QCOMPARE(rows(model), (QStringList{u"1"_s, u"b"_s, u"2"_s, u"a"_s, u"c"_s}));
    QVERIFY(model.hasLocksOf({0}));
    QVERIFY(!model.hasLocksOf({1}));
}

void tst_LockGroups::revealsALockOfAClosedGroup()
{
    const StandingClock clock;
    LockTableModel model(clock);
    model.merge(three(clock));
    model.setGrouping(LockGrouping::Kind);
    model.setAllOpen(false);
    model.reveal({0, LockName("c")});
    QCOMPARE(rows(model), (QStringList{u"1"_s, u"2"_s, u"a"_s, u"c"_s}));
}

void tst_LockGroups::manyLocksAreGroupedInTheWorker()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    const auto count = static_cast<int>(LockTableModel::synchronousLimit) + 500;
    Changes all;
    for (int i = 0; i < count; ++i)
        all.push_back(put(i % 2 == 0 ? heldLock("l" + QByteArray::number(i), clock)
                                     : fairLock("l" + QByteArray::number(i), clock, 1)));
    model.merge(std::move(all));
    model.setGrouping(LockGrouping::Kind);
    QVERIFY(eventually([&] { return model.rowCount() == count + 2; }));
    QVERIFY(model.isHead(0));
    QVERIFY(model.isHead(count / 2 + 1));
    // A new lock is not put below a group that it does not belong to.
    Changes more;
    more.push_back(put(fairLock("new", clock, 1)));
    model.merge(std::move(more));
    QVERIFY(eventually([&] { return model.rowOf({0, LockName("new")}) >= 0; }));
    QCOMPARE(model.headOf(model.rowOf({0, LockName("new")})), 0);
    model.setGrouping(LockGrouping::None);
    QVERIFY(eventually([&] { return model.rowCount() == count + 1; }));
}

void tst_LockGroups::randomChangesAreMirroredBySignals()
{
    const StandingClock clock;
    LockTableModel model(clock);
    const QAbstractItemModelTester tester(&model);
    const Mirror mirror(model, static_cast<int>(LockColumn::Name));
    QRandomGenerator random(7);
    for (int round = 0; round < 300; ++round) {
        Changes changes;
        for (int i = 0; i < 5; ++i) {
            const QByteArray name = "lock" + QByteArray::number(random.bounded(30));
            if (random.bounded(3) == 0)
                changes.emplace_back(watch::LockId{0, LockName(name)}, nullptr);
            else
                changes.push_back(
                    put(random.bounded(2) == 0 ? heldLock(name, clock) : fairLock(name, clock, 2)));
        }
        model.merge(std::move(changes));
        if (round % 7 == 0)
            model.setGrouping(static_cast<LockGrouping>(random.bounded(4)));
        if (model.rowCount() > 0 && model.isHead(0) && round % 5 == 0)
            model.setOpen(0, !model.isOpen(0));
        if (round % 11 == 0)
            model.sort(random.bounded(lockColumnCount), Qt::DescendingOrder);
        QCOMPARE(mirror.rows(), mirror.actual());
    }
    QCOMPARE(mirror.resets(), 0);
}

LOCKSCOPE_TEST_SUITE(tst_LockGroups)
#include "tst_lockgroups.moc"
