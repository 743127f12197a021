// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/traits.h"
#include "core/workbench/assembly.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::workbench;
using namespace Qt::StringLiterals;

using Owner = KindOptions::Owner;

// The options of each kind, without a server.
class TestAssembly : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasARow()
    {
        QCOMPARE(allKinds().size(), lock::kinds().size() + 6);
        for (const KindOptions &options : allKinds())
            QVERIFY2(format::traitsOf(options.kind).kind == options.kind, options.kind.constData());
        QVERIFY(optionsOf("faster-multi"_ba) == nullptr);
        QVERIFY(optionsOf("queued"_ba) == nullptr);
    }

    void plainKinds()
    {
        for (const QByteArray &kind : lock::kinds()) {
            const KindOptions &options = *optionsOf(kind);
            QCOMPARE(options.owner, kind == "string" ? Owner::Token : Owner::ThreadId);
            QCOMPARE(options.hasModes, kind == "read-write");
            QVERIFY(options.hasLease && options.isHeld);
            QVERIFY(!options.onSeveralServers && !options.ofSeveralNames && !options.isQuorum);
            QVERIFY(!options.hasPermits && !options.hasIds && !options.hasInitial);
        }
    }

    void kindsOnSeveralServers()
    {
        const KindOptions &multi = *optionsOf("multi"_ba);
        QVERIFY(multi.onSeveralServers && multi.ofSeveralNames && !multi.isQuorum);
        QCOMPARE(multi.owner, Owner::ThreadId);
        for (const QByteArray &kind : {"redlock"_ba, "red"_ba}) {
            const KindOptions &options = *optionsOf(kind);
            QVERIFY(options.onSeveralServers && !options.ofSeveralNames && options.isQuorum);
            QCOMPARE(options.owner, kind == "redlock" ? Owner::Token : Owner::ThreadId);
            QVERIFY(options.hasLease && options.isHeld && !options.hasInitial);
        }
    }

    void numbers()
    {
        const KindOptions &semaphore = *optionsOf("semaphore"_ba);
        QVERIFY(semaphore.hasPermits && semaphore.hasInitial && semaphore.isHeld);
        QVERIFY(!semaphore.hasLease && !semaphore.hasIds);
        const KindOptions &permits = *optionsOf("permit-expirable-semaphore"_ba);
        QVERIFY(permits.hasPermits && permits.hasInitial && permits.isHeld);
        QVERIFY(permits.hasLease && permits.hasIds);
        const KindOptions &latch = *optionsOf("count-down-latch"_ba);
        QVERIFY(latch.hasInitial && !latch.hasPermits && !latch.isHeld);
        QVERIFY(!latch.hasLease && !latch.hasIds);
        for (const KindOptions *options : {&semaphore, &permits, &latch}) {
            QCOMPARE(options->owner, Owner::Nobody);
            QVERIFY(!options->onSeveralServers);
        }
    }
};

LOCKSCOPE_TEST_SUITE(TestAssembly)
#include "tst_assembly.moc"
