// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/workbench/acquirerules.h"

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using workbench::KindOptions;

// Tests which fields apply to which kind, and their input, with made-up kinds.
class tst_AcquireRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fieldsOfAKind_data();
    void fieldsOfAKind();
    void whatTheServersMean_data();
    void whatTheServersMean();
    void namesAreTyped();
    void numbersAreTyped_data();
    void numbersAreTyped();
    void kindsThatCannotBeTaken();
    void kindsThatAreNotReentered();
    void kindsThatLastNoLonger();
};

namespace {

KindOptions plain()
{
    KindOptions kind;
    kind.kind = "reentrant";
    return kind;
}

KindOptions quorum()
{
    KindOptions kind;
    kind.kind = "redlock";
    kind.isQuorum = true;
    kind.onSeveralServers = true;
    kind.owner = KindOptions::Owner::Token;
    return kind;
}

KindOptions multi()
{
    KindOptions kind;
    kind.kind = "multi";
    kind.onSeveralServers = true;
    kind.ofSeveralNames = true;
    return kind;
}

KindOptions semaphore()
{
    KindOptions kind;
    kind.kind = "semaphore";
    kind.owner = KindOptions::Owner::Nobody;
    kind.hasLease = false;
    kind.hasPermits = true;
    kind.hasInitial = true;
    return kind;
}

KindOptions latch()
{
    KindOptions kind = semaphore();
    kind.kind = "count-down-latch";
    kind.hasPermits = false;
    kind.isHeld = false;
    return kind;
}

KindOptions readWrite()
{
    KindOptions kind = plain();
    kind.kind = "read-write";
    kind.hasModes = true;
    return kind;
}

} // namespace

void tst_AcquireRules::fieldsOfAKind_data()
{
    QTest::addColumn<KindOptions>("kind");
    QTest::addColumn<QList<AcquireField>>("fields");
    using F = AcquireField;
    QTest::newRow("plain") << plain() << QList{F::Expiry, F::Owner};
    QTest::newRow("read-write") << readWrite() << QList{F::Side, F::Expiry, F::Owner};
    QTest::newRow("quorum") << quorum() << QList{F::Expiry, F::Owner, F::MinValidity};
    QTest::newRow("multi") << multi() << QList{F::Expiry, F::Owner};
    QTest::newRow("semaphore") << semaphore() << QList{F::Permits, F::Initial};
    QTest::newRow("latch") << latch() << QList{F::Initial};
}

void tst_AcquireRules::fieldsOfAKind()
{
    QFETCH(const KindOptions, kind);
    QFETCH(const QList<AcquireField>, fields);
    using F = AcquireField;
    QList<AcquireField> allowed;
    for (const F field : {F::Side, F::Permits, F::Initial, F::Expiry, F::Owner, F::MinValidity}) {
        if (reasonAgainstField(field, kind).isEmpty())
            allowed += field;
    }
    QCOMPARE(allowed, fields);
}

void tst_AcquireRules::whatTheServersMean_data()
{
    QTest::addColumn<KindOptions>("kind");
    QTest::addColumn<int>("servers");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("one server") << plain() << 1 << QString();
    QTest::newRow("none yet") << quorum() << 0 << u"Select the servers."_s;
    QTest::newRow("too few")
        << quorum() << 2
        << u"Select at least 3 servers: with fewer, the loss of one server leaves no "
           "majority."_s;
    QTest::newRow("three") << quorum() << 3 << u"2 of 3 servers must grant the lock; 1 may fail."_s;
    QTest::newRow("four") << quorum() << 4 << u"3 of 4 servers must grant the lock; 1 may fail."_s;
    QTest::newRow("five") << quorum() << 5 << u"3 of 5 servers must grant the lock; 2 may fail."_s;
    QTest::newRow("multi")
        << multi() << 2
        << u"Acquires each name on each of the 2 servers: all of the locks or none."_s;
}

void tst_AcquireRules::whatTheServersMean()
{
    QFETCH(const KindOptions, kind);
    QFETCH(const int, servers);
    QTEST(groupSentence(kind, servers), "sentence");
}

void tst_AcquireRules::namesAreTyped()
{
    const auto one = namesFrom(u"a b\\x20c"_s, plain());
    QVERIFY(one);
    QCOMPARE(*one, std::vector{LockName("a b c")});
    const auto several = namesFrom(u"  a  b\\x20c\\xff "_s, multi());
    QVERIFY(several);
    QCOMPARE(*several, (std::vector{LockName("a"), LockName("b c\xff")}));
    QCOMPARE(namesAsTyped(*several, multi()), u"a b\\x20c\\xff"_s);
    QCOMPARE(*namesFrom(namesAsTyped(*several, multi()), multi()), *several);
    QCOMPARE(namesAsTyped(*one, plain()), u"a b c"_s);
    QVERIFY(!namesFrom({}, plain()));
    QVERIFY(!namesFrom(u"   "_s, multi()));
    QVERIFY(!namesFrom(u"a\\x"_s, plain()));
}

void tst_AcquireRules::numbersAreTyped_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("isFine");
    QTest::addColumn<qint64>("number"); // -1: none
    QTest::newRow("nothing") << u" "_s << true << qint64(-1);
    QTest::newRow("a number") << u" 12 "_s << true << qint64(12);
    QTest::newRow("too small") << u"0"_s << false << qint64(-1);
    QTest::newRow("negative") << u"-3"_s << false << qint64(-1);
    QTest::newRow("a fraction") << u"1.5"_s << false << qint64(-1);
    QTest::newRow("a word") << u"many\n"_s << false << qint64(-1);
    QTest::newRow("endless") << u"99999999999999999999"_s << false << qint64(-1);
}

void tst_AcquireRules::numbersAreTyped()
{
    QFETCH(const QString, typed);
    QFETCH(const bool, isFine);
    const auto number = numberFrom(typed, 1);
    QCOMPARE(number.has_value(), isFine);
    if (isFine)
        QTEST(number->value_or(-1), "number");
}

void tst_AcquireRules::kindsThatCannotBeTaken()
{
    for (const KindOptions &kind : workbench::allKinds())
        QVERIFY(reasonAgainstTaking(kind.kind).isEmpty());
    QVERIFY(reasonAgainstTaking("faster-multi").contains("faster-multi"_L1));
    QVERIFY(reasonAgainstTaking("a\x1b[0m").contains("\\x1b"_L1));
}

void tst_AcquireRules::kindsThatAreNotReentered()
{
    for (const char *kind : {"reentrant", "fair", "spin", "fenced", "read-write", "multi", "red"})
        QVERIFY2(reasonAgainstReentering(kind).isEmpty(), kind);
    for (const char *kind : {"string", "redlock", "non-reentrant", "non-reentrant-fair",
                             "semaphore", "permit-expirable-semaphore"})
        QVERIFY2(!reasonAgainstReentering(kind).isEmpty(), kind);
}

void tst_AcquireRules::kindsThatLastNoLonger()
{
    for (const workbench::KindOptions &kind : workbench::allKinds())
        QCOMPARE(reasonAgainstExtending(kind.kind).isEmpty(), kind.hasLease);
    QVERIFY(!reasonAgainstExtending("faster-multi").isEmpty());
}

LOCKSCOPE_TEST_SUITE(tst_AcquireRules)
#include "tst_acquirerules.moc"
