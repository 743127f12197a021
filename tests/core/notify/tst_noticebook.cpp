// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/notify/noticebook.h"
#include "tests/core/notify/noticeproblems.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using health::Severity;
using notify::Batch;
using notify::NoticeBook;
using What = notify::Notice::What;

// The messages that are told, and when; time is a number here.
class NoticeBookTest : public QObject
{
    Q_OBJECT

private:
    static constexpr Instant start{std::chrono::hours(1)};
    static notify::Limits few()
    {
        notify::Limits limits;
        limits.atOnce = 2;
        limits.aMinute = 6; // one in ten seconds
        limits.attempts = 3;
        limits.firstPause = 2s;
        limits.longestPause = 60s;
        return limits;
    }
    // A batch in words: "opened 1".
    static QStringList told(const std::optional<Batch> &batch)
    {
        QStringList list;
        if (!batch)
            return list;
        for (const notify::Notice &notice : batch->notices) {
            const char *const words[] = {"opened", "worsened", "closed"};
            list += QLatin1StringView(words[int(notice.what)]) + u' '
                + QString::number(notice.problem.id.toInt());
        }
        return list;
    }
    static QStringList deliver(NoticeBook &book, Instant at)
    {
        const auto batch = book.take(at);
        if (batch)
            book.delivered();
        return told(batch);
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void tellsThatAProblemOpenedAndEnded()
    {
        NoticeBook book(false, true, few());
        QVERIFY(!book.nextAt(start));
        book.note(opened(problemOf(1)));
        QCOMPARE(*book.nextAt(start), start);
        QCOMPARE(deliver(book, start), QStringList{u"opened 1"_s});
        book.note(changed(problemOf(1)));
        QVERIFY(!book.take(start + 1min)); // nothing twice
        book.note(closed(problemOf(1)));
        QCOMPARE(deliver(book, start + 1min), QStringList{u"closed 1"_s});
        QCOMPARE(book.waiting(), 0U);
    }

    void endsAreToldOnlyWhereTheyAreWanted()
    {
        NoticeBook book(false, false, few());
        book.note(opened(problemOf(1)));
        QCOMPARE(deliver(book, start), QStringList{u"opened 1"_s});
        book.note(closed(problemOf(1)));
        QVERIFY(!book.take(start + 1min));
    }

    void warningsAreToldOnlyWhereTheyAreWanted()
    {
        NoticeBook book(false, true, few());
        book.note(opened(problemOf(1, Severity::Warning)));
        QVERIFY(!book.take(start));
        book.note(changed(problemOf(1, Severity::Critical)));
        QCOMPARE(deliver(book, start), QStringList{u"opened 1"_s});
        book.note(opened(problemOf(2, Severity::Warning)));
        book.note(closed(problemOf(2, Severity::Warning)));
        QVERIFY(!book.take(start + 1min));

        NoticeBook all(true, true, few());
        all.note(opened(problemOf(1, Severity::Warning)));
        QCOMPARE(deliver(all, start), QStringList{u"opened 1"_s});
        all.note(changed(problemOf(1, Severity::Critical)));
        QCOMPARE(deliver(all, start), QStringList{u"worsened 1"_s});
        all.note(changed(problemOf(1, Severity::Warning)));
        all.note(changed(problemOf(1, Severity::Critical)));
        QVERIFY(!all.take(start + 1min)); // once
    }

    void aProblemThatEndedBeforeItWasToldIsNotTold()
    {
        NoticeBook book(false, true, few());
        book.note(opened(problemOf(1)));
        book.note(closed(problemOf(1)));
        QVERIFY(!book.take(start));
        book.note(opened(problemOf(2)));
        book.note(changed(problemOf(2, Severity::Warning)));
        QVERIFY(!book.take(start));
    }

    void moreThanTheRateIsOneMessage()
    {
        NoticeBook book(false, true, few());
        for (int i = 1; i <= 2; ++i)
            book.note(opened(problemOf(i)));
        QCOMPARE(deliver(book, start), QStringList{u"opened 1"_s});
        QCOMPARE(deliver(book, start), QStringList{u"opened 2"_s});
        for (int i = 3; i <= 5; ++i)
            book.note(opened(problemOf(i)));
        QVERIFY(!book.take(start + 9s));
        QVERIFY(*book.nextAt(start + 9s) >= start + 10s);
        QVERIFY(*book.nextAt(start + 9s) <= start + 10s + 1ms);
        book.note(closed(problemOf(4)));
        book.note(closed(problemOf(1)));
        QCOMPARE(deliver(book, start + 10s),
                 (QStringList{u"opened 3"_s, u"opened 5"_s, u"closed 1"_s}));
        QVERIFY(!book.nextAt(start + 10s));
        // After a quiet time as many as at the beginning, and no more.
        for (int i = 6; i <= 7; ++i)
            book.note(opened(problemOf(i)));
        QCOMPARE(deliver(book, start + 10h), QStringList{u"opened 6"_s});
        QCOMPARE(deliver(book, start + 10h), QStringList{u"opened 7"_s});
        book.note(opened(problemOf(8)));
        QVERIFY(!book.take(start + 10h));
    }

    void manyAtOnceAreOneMessage()
    {
        NoticeBook book(false, true, few());
        for (int i = 1; i <= 40; ++i)
            book.note(opened(problemOf(i)));
        const auto batch = book.take(start);
        QVERIFY(batch);
        QCOMPARE(batch->size(), 40U);
        book.delivered();
        QCOMPARE(book.waiting(), 0U);
    }

    void theQueueIsBounded()
    {
        notify::Limits limits = few();
        limits.waiting = 10;
        NoticeBook book(false, true, limits);
        for (int i = 1; i <= 25; ++i)
            book.note(opened(problemOf(i)));
        const auto batch = book.take(start);
        QCOMPARE(batch->notices.size(), 10U);
        QCOMPARE(batch->uncounted, 15U);
        book.delivered();
        for (int i = 1; i <= 25; ++i)
            book.note(closed(problemOf(i)));
        QCOMPARE(book.waiting(), 10U); // who was not named has no end to tell
    }

    void whatIsOnlyCountedIsToldAlone()
    {
        notify::Limits limits = few();
        limits.waiting = 1;
        NoticeBook book(false, true, limits);
        book.note(opened(problemOf(1)));
        book.note(opened(problemOf(2)));
        book.note(closed(problemOf(1)));
        const auto batch = book.take(start);
        QVERIFY(batch);
        QVERIFY(batch->notices.empty());
        QCOMPARE(batch->size(), 1U);
        book.delivered();
        QVERIFY(!book.nextAt(start));
    }

    void failuresAreTriedAgainAfterDoublingPauses()
    {
        NoticeBook book(false, true, few());
        book.note(opened(problemOf(1)));
        QVERIFY(book.take(start));
        QVERIFY(!book.take(start)); // one at a time
        QCOMPARE(book.failed(start, true), 0U);
        QVERIFY(!book.take(start + 1999ms));
        QCOMPARE(*book.nextAt(start), start + 2s);
        QVERIFY(book.take(start + 2s));
        QCOMPARE(book.failed(start + 2s, true), 0U);
        QVERIFY(!book.take(start + 5s));
        QVERIFY(book.take(start + 1min));
        QCOMPARE(book.failed(start + 1min, true), 1U); // the third: given up
        QVERIFY(!book.nextAt(start + 1h));
        book.note(changed(problemOf(1)));
        book.note(closed(problemOf(1)));
        QCOMPARE(book.waiting(), 0U); // nobody heard of it
        // The next one still waits for the receiver.
        book.note(opened(problemOf(2)));
        QCOMPARE(*book.nextAt(start + 1min), start + 1min + 8s);
    }

    void aReceiverMayAskForALongerPause()
    {
        NoticeBook book(false, true, few());
        book.note(opened(problemOf(1)));
        QVERIFY(book.take(start));
        QCOMPARE(book.failed(start, true, 20s), 0U);
        QCOMPARE(*book.nextAt(start), start + 20s);
        QVERIFY(book.take(start + 20s));
        QCOMPARE(book.failed(start + 20s, true, 24h), 0U);
        QCOMPARE(*book.nextAt(start + 20s), start + 80s); // within limits
    }

    void whatCannotSucceedIsNotTriedAgain()
    {
        NoticeBook book(false, true, few());
        book.note(opened(problemOf(1)));
        QVERIFY(book.take(start));
        QCOMPARE(book.failed(start, false), 1U);
        QCOMPARE(book.waiting(), 0U);
    }

    void anEndDuringTheAttemptIsToldAfterIt()
    {
        NoticeBook book(false, true, few());
        book.note(opened(problemOf(1)));
        QVERIFY(book.take(start));
        book.note(changed(problemOf(1)));
        book.note(closed(problemOf(1)));
        book.delivered();
        QCOMPARE(deliver(book, start), QStringList{u"closed 1"_s});

        // It may have been heard of although the attempt failed: told as one that is over.
        book.note(opened(problemOf(2)));
        QVERIFY(book.take(start + 1min));
        book.note(closed(problemOf(2)));
        QCOMPARE(book.failed(start + 1min, true), 0U);
        QCOMPARE(deliver(book, start + 2min), QStringList{u"closed 2"_s});

        NoticeBook noEnds(false, false, few());
        noEnds.note(opened(problemOf(1)));
        QVERIFY(noEnds.take(start));
        noEnds.note(closed(problemOf(1)));
        QCOMPARE(noEnds.failed(start, true), 0U);
        QCOMPARE(noEnds.waiting(), 0U);
    }

    void theLastMessageHasAllThatWaits()
    {
        NoticeBook book(false, true, few());
        for (int i = 1; i <= 3; ++i)
            book.note(opened(problemOf(i)));
        QVERIFY(book.take(start));
        QCOMPARE(book.failed(start, true), 0U);
        QCOMPARE(told(book.takeLast()), (QStringList{u"opened 1"_s, u"opened 2"_s, u"opened 3"_s}));
    }
};

LOCKSCOPE_TEST_SUITE(NoticeBookTest)

#include "tst_noticebook.moc"
