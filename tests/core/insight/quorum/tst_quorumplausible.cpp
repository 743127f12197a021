// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/insight/quorum/quorumlocks.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Tests which locks have a verdict at all.
class TestQuorumPlausible : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // A server of a group has ordinary locks, too.
    void anOrdinaryLockOfOneServerHasNoVerdict_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<int>("holds");
        QTest::newRow("reentrant") << QByteArray("reentrant") << QByteArray("hash") << 1;
        QTest::newRow("fair") << QByteArray("fair") << QByteArray("hash") << 1;
        QTest::newRow("fenced") << QByteArray("fenced") << QByteArray("hash") << 1;
        QTest::newRow("string") << QByteArray("string") << QByteArray("string") << 1;
        QTest::newRow("three readers") << QByteArray("read-write") << QByteArray("hash") << 3;
    }
    void anOrdinaryLockOfOneServerHasNoVerdict()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, type);
        QFETCH(int, holds);
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i)
            book.note(serverRecord(i));
        LockRecord lock = lockOn(1, "stock:prices", "token-of-0", 30s, type.constData());
        lock.kind = kind;
        for (int i = 1; i < holds; ++i) {
            lock.holds.push_back(lock.holds.front());
            lock.holds.back().owner = OwnerId("token-of-" + QByteArray::number(i));
        }
        book.note(lock.id, shared(lock));
        QVERIFY(book.take(start).empty());
        QCOMPARE(verdictOf(book, "stock:prices"), "none"_ba);
        // Also while others do not answer.
        book.note(serverRecord(0, ServerState::Down));
        QVERIFY(book.take(start).empty());
        // The user's word: it is a string of a Redlock library.
        std::vector<Candidate> candidates{
            {kind, "redsync", u"kind set by the user"_s, format::Confidence::Pinned}};
        lock.candidates = candidates;
        book.note(serverRecord(0));
        book.note(lock.id, shared(lock));
        book.take(start);
        const bool isPossible = kind == "string" || kind == "reentrant" || kind == "fenced";
        QCOMPARE(verdictOf(book, "stock:prices"), isPossible ? "residue"_ba : "none"_ba);
    }

    void otherKindsOfTheSameNameAreNoRedlock()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i) {
            book.note(serverRecord(i));
            LockRecord lock = lockOn(i, "ledger", "token-of-" + QByteArray::number(i), 30s, "hash");
            lock.kind = "fair";
            book.note(lock.id, shared(lock));
        }
        book.take(start);
        QCOMPARE(verdictOf(book, "ledger"), "none"_ba);
    }

    void whatIsLeftOfARedlockIsResidue()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i) {
            book.note(serverRecord(i));
            book.note({i, LockName("job")}, shared(lockOn(i, "job", "token-of-a")));
        }
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "held"_ba);
        for (int i = 0; i < 2; ++i)
            book.note({i, LockName("job")}, nullptr);
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "residue"_ba);
        book.note({2, LockName("job")}, nullptr);
        QCOMPARE(book.take(start).size(), std::size_t(1));
        QCOMPARE(verdictOf(book, "job"), "none"_ba);
        // And is forgotten with it.
        book.note({2, LockName("job")}, shared(lockOn(2, "job", "token-of-b")));
        QVERIFY(book.take(start).empty());
    }

    void whoNamesARedlockIsToldOfEachServer()
    {
        QuorumBook book(oneGroup(3));
        book.trust(LockName("job"));
        for (int i = 0; i < 3; ++i)
            book.note(serverRecord(i));
        book.note({0, LockName("job")}, shared(lockOn(0, "job", "token-of-a")));
        book.note({0, LockName("other")}, shared(lockOn(0, "other", "token-of-a")));
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "residue"_ba);
        QCOMPARE(verdictOf(book, "other"), "none"_ba);
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorumPlausible)
#include "tst_quorumplausible.moc"
