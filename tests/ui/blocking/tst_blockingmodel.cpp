// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/blocking/numberedowner.h"
#include "tests/ui/madeup.h"
#include "ui/blocking/blockingmodel.h"
#include "ui/table/ordermerge.h"
#include "ui/table/roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <random>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

using Kind = BlockingNode::Kind;

// The lines of a tree, indented.
void write(const std::vector<BlockingNode> &nodes, int depth, QStringList &lines)
{
    for (const BlockingNode &node : nodes) {
        const QString line = QString(depth, u' ') + QString::fromUtf8(node.key) + u" | "_s
            + node.text + u" | "_s + node.sentence;
        lines.append(line);
        write(node.children, depth + 1, lines);
    }
}

void write(const BlockingModel &model, const QModelIndex &parent, int depth, QStringList &lines)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        const QString line = QString(depth, u' ') + QString::fromUtf8(model.nodeAt(index).key)
            + u" | "_s + index.data().toString() + u" | "_s
            + index.data(BlockingModel::SentenceRole).toString();
        lines.append(line);
        write(model, index, depth + 1, lines);
    }
}

QStringList linesOf(const BlockingModel &model)
{
    QStringList lines;
    write(model, {}, 0, lines);
    return lines;
}

QStringList linesOf(const BlockingTree &tree)
{
    QStringList lines;
    write(tree.roots, 0, lines);
    return lines;
}

QList<QByteArray> pathOf(const BlockingModel &model, QModelIndex index)
{
    QList<QByteArray> path;
    for (; index.isValid(); index = index.parent())
        path.prepend(model.nodeAt(index).key);
    return path;
}

void collect(const BlockingModel &model, const QModelIndex &parent,
             std::vector<std::pair<QList<QByteArray>, QPersistentModelIndex>> &all)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        all.emplace_back(pathOf(model, index), index);
        collect(model, index, all);
    }
}

} // namespace

// The tree of who waits for whom, and the model that merges it.
class tst_BlockingModel : public QObject
{
    Q_OBJECT

private:
    StandingClock m_clock;
    insight::WaitMeter m_meter;
    std::vector<watch::LockPointer> m_locks;

    void put(const QByteArray &name, int holder, const std::vector<int> &waiters, int server = 0)
    {
        watch::LockRecord lock = heldLock(name, m_clock, 20s, server);
        lock.kind = "fair";
        lock.server = u"redis://127.0.0.1:%1"_s.arg(6379 + server);
        lock.holds.front().owner = OwnerId(numberedOwner(holder));
        lock.waitingConnections.reset();
        lock.waiters.emplace();
        int position = 0;
        for (const int waiter : waiters) {
            watch::WaiterRecord record;
            record.owner = OwnerId(numberedOwner(waiter));
            record.position = ++position;
            lock.waiters->push_back(record);
        }
        put(lock);
    }
    void put(const watch::LockRecord &lock)
    {
        m_locks.push_back(std::make_shared<const watch::LockRecord>(lock));
        m_meter.note(lock.id, m_locks.back(), m_clock.now());
    }
    insight::WaitGraph graph() const
    {
        return insight::waitGraph(m_locks, {}, m_meter, m_clock.now());
    }
    BlockingTree tree(std::size_t most = mostBlockingNodes) const
    {
        return blockingTree(graph(), {}, most);
    }

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_locks.clear();
        m_meter = insight::WaitMeter();
    }

    void aChainStandsBelowItsRoot()
    {
        put("x", 1, {2, 3});
        put("y", 2, {4}, 1);
        m_clock.advance(10s);
        const BlockingTree tree = this->tree();
        QCOMPARE(tree.deadlocks, 0u);
        QCOMPARE(tree.roots.size(), 1u);
        const BlockingNode &root = tree.roots.front();
        QCOMPARE(root.kind, Kind::Blocker);
        QCOMPARE(root.waiting, std::optional<qint64>(3));
        QCOMPARE(root.waited, std::optional<Millis>(30s));
        QVERIFY2(root.sentence.contains(u"holds x (fair) on redis://127.0.0.1:6379"_s)
                     && root.sentence.contains(u"2 wait"_s)
                     && root.sentence.contains(u"3 including indirect waiters"_s),
                 qPrintable(root.sentence));
        const BlockingNode &lock = root.children.at(0);
        QCOMPARE(lock.kind, Kind::Lock);
        QCOMPARE(lock.lock, std::optional(watch::LockId{0, LockName("x")}));
        QCOMPARE(lock.children.size(), 2u);
        const BlockingNode &second = lock.children.at(0);
        QCOMPARE(second.kind, Kind::Waiter);
        QVERIFY(second.text.contains(u"waits, not checked, and blocks others:"_s));
        QVERIFY2(second.sentence.contains(u"waited 10.0 s"_s), qPrintable(second.sentence));
        QCOMPARE(second.children.at(0).lock, std::optional(watch::LockId{1, LockName("y")}));
        QVERIFY(second.children.at(0).children.at(0).text.contains(
            QString::fromUtf8(numberedOwner(4))));
    }

    void deadlocksComeFirst()
    {
        put("busy", 9, {10, 11, 12});
        put("x", 1, {2});
        put("y", 2, {1}, 1);
        m_clock.advance(1s);
        const BlockingTree tree = this->tree();
        QCOMPARE(tree.deadlocks, 1u);
        const BlockingNode &first = tree.roots.front();
        QCOMPARE(first.kind, Kind::Deadlock);
        QCOMPARE(first.text, u"Deadlock: 2 owners wait for each other"_s);
        QCOMPARE(first.children.size(), 2u);
        QCOMPARE(first.children.at(0).kind, Kind::Step);
        // With little room owners are cut, but not the names of locks.
        const BlockingNode &step = first.children.at(0);
        QVERIFY(step.brief.size() < step.text.size());
        QVERIFY2(step.brief.contains(u" waits for y, held by "_s), qPrintable(step.brief));
        QCOMPARE(first.children.at(0).lock, std::optional(watch::LockId{1, LockName("y")}));
        BlockingModel model;
        model.merge(tree.roots);
        const QModelIndex index = model.index(0, 0);
        QCOMPARE(index.data(BadgeRole).toInt(), int(Badge::Trouble));
        QVERIFY(index.data(AlarmRole).toBool());
        QVERIFY(!model.index(1, 0).data(AlarmRole).toBool());
        QCOMPARE(index.data(Qt::AccessibleTextRole).toString(), first.sentence);
    }

    void theDeadAndTheStaleAreToldApart()
    {
        watch::LockRecord lock = fairLock("x", m_clock, 3);
        lock.waiters->at(0).stale = lock.waiters->at(1).stale = true; // the third is alone
        put(lock);
        watch::LockRecord other = heldLock("<b>plain</b>", m_clock, 20s, 1);
        other.waitingConnections = 2;
        put(other);
        m_clock.advance(3s);
        const BlockingTree tree = blockingTree(graph(), {{watch::DeploymentId{1}, Instant()}});
        std::size_t dead = 0;
        const BlockingNode *stale = nullptr;
        for (const BlockingNode &node : tree.roots) {
            dead += node.kind == Kind::Dead ? 1u : 0u;
            if (node.stale)
                stale = &node;
        }
        QCOMPARE(dead, 3u);
        QVERIFY(stale && stale->kind == Kind::Blocker);
        QCOMPARE(stale->connections, std::optional<qint64>(2));
        QCOMPARE(stale->connectionTime, Millis(6s));
        QVERIFY(!stale->waited); // another unit
        QVERIFY(stale->sentence.contains(u"its last known state"_s));
        BlockingModel model;
        model.merge(tree.roots);
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row, 0);
            if (model.nodeAt(index).kind == Kind::Dead)
                QVERIFY(index.data(StaleRole).toBool());
            QVERIFY(!index.data(Qt::ToolTipRole).toString().contains(u"<b>"_s));
        }
    }

    void thereIsABoundAndItIsTold()
    {
        for (int i = 0; i < 300; ++i)
            put("lock" + QByteArray::number(i), i, {1000 + i});
        QCOMPARE(tree().leftOut, 0u);
        const BlockingTree small = tree(50);
        QVERIFY(linesOf(small).size() == 51);
        QCOMPARE(small.roots.back().kind, Kind::More);
        QVERIFY(small.leftOut > 0);
    }

    // Each waits for the one before: as deep as there are locks, but not in the view.
    void aLongChainIsCutNotLost()
    {
        for (int i = 0; i < 500; ++i)
            put("lock" + QByteArray::number(1000 + i), i, {i + 1});
        BlockingModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const BlockingTree tree = this->tree();
        model.merge(tree.roots);
        QStringList all = linesOf(model);
        QCOMPARE(all, linesOf(tree));
        for (int i = 0; i < 500; ++i)
            QVERIFY(!all.filter(u"lock%1 "_s.arg(1000 + i)).isEmpty());
    }

    void ordersAreMerged()
    {
        std::mt19937 random(7);
        std::vector<int> have;
        for (int round = 0; round < 500; ++round) {
            std::vector<int> all(20);
            for (int i = 0; i < 20; ++i)
                all[static_cast<std::size_t>(i)] = i;
            std::shuffle(all.begin(), all.end(), random);
            const std::vector<int> wanted(all.begin(), all.begin() + int(random() % 21));
            std::vector<int> rows = have;
            const auto place = [&](std::size_t at) {
                return rows.begin() + static_cast<std::ptrdiff_t>(at);
            };
            mergeOrder(
                have, wanted,
                [&](std::size_t first, std::size_t last) {
                    rows.erase(place(first), place(last + 1));
                },
                [&](std::size_t from, std::size_t to) {
                    QVERIFY(to < from && from < rows.size());
                    std::rotate(place(to), place(from), place(from + 1));
                },
                [&](std::size_t at) { rows.insert(place(at), wanted[at]); });
            QVERIFY(rows == wanted);
            have = wanted;
        }
    }

    // After any changes between two looks the model is as if it were made anew, and remaining rows
    // keep their indexes.
    void mergingIsLikeMakingItAnew()
    {
        std::mt19937 random(11);
        BlockingModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        std::size_t deadlocks = 0;
        for (int round = 0; round < 150; ++round) {
            m_locks.clear();
            const int locks = int(random() % 8);
            for (int i = 0; i < locks; ++i) {
                std::vector<int> waiters;
                for (int w = int(random() % 4); w > 0; --w)
                    waiters.push_back(int(random() % 8));
                put("lock" + QByteArray::number(i), int(random() % 8), waiters, i % 2);
            }
            m_clock.advance(100ms);
            std::vector<std::pair<QList<QByteArray>, QPersistentModelIndex>> before;
            collect(model, {}, before);
            const BlockingTree tree = this->tree();
            deadlocks += tree.deadlocks;
            model.merge(tree.roots);
            QCOMPARE(linesOf(model), linesOf(tree));
            std::vector<std::pair<QList<QByteArray>, QPersistentModelIndex>> after;
            collect(model, {}, after);
            for (const auto &[path, index] : before) {
                const bool stayed =
                    std::any_of(after.begin(), after.end(),
                                [&path = path](const auto &now) { return now.first == path; });
                QCOMPARE(index.isValid(), stayed);
                if (stayed)
                    QCOMPARE(pathOf(model, index), path);
            }
        }
        QVERIFY(deadlocks > 0);
        QVERIFY(resets.isEmpty());
    }
};

LOCKSCOPE_TEST_SUITE(tst_BlockingModel)
#include "tst_blockingmodel.moc"
