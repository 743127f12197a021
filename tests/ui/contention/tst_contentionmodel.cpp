// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/contention/contentionmodel.h"
#include "ui/kit/decimate.h"
#include "ui/table/roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

insight::LockContention contended(const QByteArray &name, Millis waited)
{
    insight::LockContention lock;
    lock.id = {0, LockName(name)};
    lock.tellsWaiters = true;
    lock.waiters = 2;
    lock.waited = waited;
    lock.acquisitions = 5;
    return lock;
}

} // namespace

// The ranking of contended locks, and the values of its bars.
class tst_ContentionModel : public QObject
{
    Q_OBJECT

private:
    static QString text(const ContentionModel &model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void unitsStayApart()
    {
        ContentionModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setServerLabels(
            [](watch::DeploymentId deployment) { return u"server %1"_s.arg(deployment.number); });
        insight::LockContention queue = contended("queue", 12s);
        queue.held = {.count = 7, .p50 = 100ms, .p90 = 2s, .p95 = 2500ms, .p99 = 3s, .longest = 4s};
        queue.gaveUp = 1;
        insight::LockContention plain;
        plain.id = {1, LockName("<i>plain</i>")};
        plain.connections = 3;
        plain.connectionTime = 9s;
        model.merge({queue, plain});
        QCOMPARE(text(model, 0, ContentionModel::WaitTime), u"12.0 s"_s);
        QVERIFY(model.index(0, ContentionModel::ConnectionTime).data(QuietRole).toBool());
        QCOMPARE(text(model, 0, ContentionModel::HeldHalf), u"0.1 s"_s);
        QCOMPARE(text(model, 0, ContentionModel::HeldWorst), u"3.0 s"_s);
        QCOMPARE(text(model, 0, ContentionModel::HeldLongest), u"4.0 s"_s);
        QVERIFY(model.index(1, ContentionModel::HeldLongest).data(QuietRole).toBool());
        QVERIFY(model.index(0, ContentionModel::WaitedHalf).data(QuietRole).toBool());
        QCOMPARE(text(model, 0, ContentionModel::GaveUp), u"1"_s);
        // The number of waiters behind connections is unknown.
        QVERIFY(model.index(1, ContentionModel::WaitTime).data(QuietRole).toBool());
        QCOMPARE(text(model, 1, ContentionModel::Waiters), u"3 connections"_s);
        QCOMPARE(text(model, 1, ContentionModel::ConnectionTime), u"9.0"_s);
        QCOMPARE(text(model, 1, ContentionModel::Server), u"server 1"_s);
        QVERIFY(!model.index(1, 0).data(Qt::ToolTipRole).toString().contains(u"<i>"_s));
        QCOMPARE(model.index(1, 0).data(RawRole).toByteArray(), QByteArray("<i>plain</i>"));
        const QString said = model.index(0, 0).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(said.contains(u"2 in its queue now, 12.0 s of waiting in total"_s),
                 qPrintable(said));
        using enum insight::ContentionBook::Harm;
        QCOMPARE(harmOf(queue, Waiting), 12.0);
        QCOMPARE(harmOf(plain, Waiting), 0.0);
        QCOMPARE(harmOf(plain, Connections), 9.0);
        QCOMPARE(harmOf(queue, HoldTime), 4.0);
        QCOMPARE(harmOf(queue, Acquisitions), 5.0);
        // A hold in progress that is longer than any ended one.
        queue.heldSoFar = 9s;
        model.merge({queue, plain});
        QCOMPARE(text(model, 0, ContentionModel::HeldLongest), u"9.0 s so far"_s);
        QCOMPARE(harmOf(queue, HoldTime), 9.0);
        QVERIFY(contentionSentence(queue).contains(u"held for 9.0 s so far"_s));
    }

    void everyColumnHasATitleAndATip()
    {
        const ContentionModel model;
        for (int column = 0; column < model.columnCount({}); ++column) {
            QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
            QVERIFY(
                !model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        }
    }

    // Locks that stay keep their index, wherever they come to stand.
    void ranksChangeWithoutAReset()
    {
        std::mt19937 random(3);
        ContentionModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        for (int round = 0; round < 200; ++round) {
            std::vector<insight::LockContention> rows;
            for (int i = 0; i < 12; ++i) {
                if (random() % 3 > 0)
                    rows.push_back(contended("lock" + QByteArray::number(i),
                                             Millis(static_cast<qint64>(random() % 10'000))));
            }
            std::sort(rows.begin(), rows.end(),
                      [](const auto &a, const auto &b) { return a.waited > b.waited; });
            std::vector<std::pair<watch::LockId, QPersistentModelIndex>> before;
            for (int row = 0; row < model.rowCount(); ++row)
                before.emplace_back(model.rowAt(row).id, model.index(row, 0));
            model.merge(rows);
            QCOMPARE(model.rowCount(), int(rows.size()));
            for (int row = 0; row < model.rowCount(); ++row) {
                QCOMPARE(model.rowAt(row).id, rows[static_cast<std::size_t>(row)].id);
                QCOMPARE(model.rowAt(row).waited, rows[static_cast<std::size_t>(row)].waited);
            }
            for (const auto &[id, index] : before) {
                QCOMPARE(index.isValid(), model.rowOf(id) >= 0);
                if (index.isValid())
                    QCOMPARE(index.row(), model.rowOf(id));
            }
        }
        QVERIFY(resets.isEmpty());
    }

    void linesAreThinnedOutWithTheirPeaks()
    {
        QList<QPointF> points;
        for (int i = 0; i < 100'000; ++i)
            points.append(QPointF(i, std::sin(i / 500.0)));
        points[54'321].setY(17);
        points[54'322].setY(-17);
        const QList<QPointF> few = decimated(points);
        QVERIFY(few.size() <= mostChartPoints && few.size() > mostChartPoints / 2);
        QCOMPARE(few.first(), points.first());
        QCOMPARE(few.last(), points.last());
        QVERIFY(few.contains(points[54'321]) && few.contains(points[54'322]));
        QVERIFY(std::is_sorted(few.begin(), few.end(),
                               [](const QPointF &a, const QPointF &b) { return a.x() < b.x(); }));
        const QList<QPointF> small = points.mid(0, 1000);
        QCOMPARE(decimated(small), small);
        QVERIFY(decimated({}).isEmpty());
        for (qsizetype most = 4; most < 40; ++most)
            QVERIFY(decimated(points.mid(0, 57), most).size() <= most);
    }
};

LOCKSCOPE_TEST_SUITE(tst_ContentionModel)
#include "tst_contentionmodel.moc"
