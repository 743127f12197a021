// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/keptlocks.h"
#include "tests/core/health/healthlocks.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <ctime>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

watch::LockPointer lockOf(const QByteArray &name, int deployment = 0)
{
    watch::LockRecord lock;
    lock.id = {watch::DeploymentId{deployment}, LockName(name)};
    return std::make_shared<const watch::LockRecord>(lock);
}

} // namespace

class TestKeptLocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachIsDueOnce()
    {
        health::KeptLocks kept;
        const Instant at(1h);
        const auto first = lockOf("first");
        kept.set(first, at + 1s);
        kept.set(lockOf("second"), at + 1050ms);
        kept.set(lockOf("never"), std::nullopt);
        QCOMPARE(kept.size(), std::size_t(3));
        QCOMPARE(kept.nextAt(), std::optional(at + 1s));
        QVERIFY(kept.takeDue(at + 999ms).empty());
        QCOMPARE(kept.takeDue(at + 1s), std::vector{first});
        QVERIFY(kept.takeDue(at + 1050ms).empty()); // never before its time, a step after at most
        QCOMPARE(kept.takeDue(at + 1100ms).size(), std::size_t(1));
        QVERIFY(!kept.nextAt());
        QCOMPARE(kept.size(), std::size_t(3)); // they stay, without a time
    }
    void theNewestRecordCounts()
    {
        health::KeptLocks kept;
        const Instant at(1h);
        kept.set(lockOf("one"), at);
        const auto newer = lockOf("one");
        kept.set(newer, at + 10s);
        QCOMPARE(kept.size(), std::size_t(1));
        QCOMPARE(kept.find(newer->id), newer);
        QVERIFY(kept.takeDue(at + 5s).empty());
        kept.erase(newer->id);
        QVERIFY(!kept.find(newer->id));
        QVERIFY(kept.takeDue(at + 1min).empty());
        kept.set(lockOf("other"), at); // in its place
        QVERIFY(!kept.find(newer->id));
        QCOMPARE(kept.size(), std::size_t(1));
    }
    void deploymentsAreToldApart()
    {
        health::KeptLocks kept;
        kept.set(lockOf("one", 0), std::nullopt);
        kept.set(lockOf("one", 1), std::nullopt);
        QCOMPARE(kept.size(), std::size_t(2));
        QCOMPARE(kept.of(watch::DeploymentId{1}).size(), std::size_t(1));
    }

    // Healthy locks that change cost little: 5 % of a core for 10,000 changes a second, with room
    // for builds that are not optimised.
    void manyChangesCostLittle()
    {
        constexpr int locks = 100'000;
        constexpr int changes = 10'000;
        Watched watched;
        std::vector<watch::LockPointer> all;
        for (int i = 0; i < locks; ++i) {
            watch::LockRecord lock = watched.held("", i);
            lock.id.name = LockName("lock:" + QByteArray::number(i));
            all.push_back(std::make_shared<const watch::LockRecord>(std::move(lock)));
            watched.book.note(all.back()->id, all.back(), watched.now());
        }
        const std::clock_t before = std::clock();
        for (int i = 0; i < changes; ++i) {
            const auto &lock = all[static_cast<std::size_t>(i * 7 % locks)];
            watched.book.note(lock->id, lock, watched.now());
        }
        watched.pass(1s);
        const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 10, qPrintable(QString::number(seconds)));
        QVERIFY(watched.book.problems().empty());
    }
};

LOCKSCOPE_TEST_SUITE(TestKeptLocks)
#include "tst_keptlocks.moc"
