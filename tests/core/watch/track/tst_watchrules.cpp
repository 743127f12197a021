// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/dirtyqueue.h"
#include "core/watch/find/unknownkeys.h"
#include "core/watch/record/serverclock.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::watch;

namespace {

Instant at(int ms)
{
    return Instant(std::chrono::hours(1) + Millis(ms));
}

QByteArray namesOf(const std::vector<DirtyQueue::Entry> &entries)
{
    QByteArrayList names;
    for (const auto &entry : entries)
        names.append(entry.lock.bytes);
    return names.join(' ');
}

constexpr auto changed = DirtyQueue::Urgency::Changed;
constexpr auto background = DirtyQueue::Urgency::Background;

} // namespace

class TestWatchRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDirtyLockIsHandedOutOnce()
    {
        DirtyQueue queue;
        queue.mark(LockName("a"), KeyName("a"), changed, at(0));
        queue.mark(LockName("b"), KeyName("b"), changed, at(0));
        queue.mark(LockName("a"), KeyName("redisson_lock_queue:{a}"), changed, at(1));
        const auto entries = queue.take(at(1), 100);
        QCOMPARE(namesOf(entries), QByteArray("a b"));
        QCOMPARE(entries[0].keys.size(), std::size_t(2));
        QVERIFY(!entries[0].all);
        QVERIFY(queue.take(at(1), 100).empty());
        QVERIFY(!queue.nextAt().has_value());
    }

    void changesGoBeforeTheBackground()
    {
        DirtyQueue queue;
        queue.mark(LockName("old"), {}, background, at(0));
        queue.mark(LockName("new"), KeyName("new"), changed, at(5));
        QCOMPARE(queue.backgroundSize(), std::size_t(1));
        QCOMPARE(namesOf(queue.take(at(5), 1)), QByteArray("new"));
        QCOMPARE(namesOf(queue.take(at(5), 1)), QByteArray("old"));
    }

    void aChangeLiftsALockOutOfTheBackground()
    {
        DirtyQueue queue;
        queue.mark(LockName("a"), {}, background, at(0));
        queue.mark(LockName("a"), KeyName("a"), changed, at(1));
        QCOMPARE(queue.backgroundSize(), std::size_t(0));
        const auto entries = queue.take(at(1), 10);
        QCOMPARE(entries.size(), std::size_t(1));
        QVERIFY(entries[0].all); // the background's request is not forgotten
    }

    void noLockMoreThanTwentyTimesASecond()
    {
        DirtyQueue queue;
        int reads = 0;
        for (int ms = 0; ms < 5000; ++ms) {
            queue.mark(LockName("hot"), KeyName("hot"), changed, at(ms));
            reads += static_cast<int>(queue.take(at(ms), 100).size());
        }
        QVERIFY2(reads <= 5 + 5 * 15 + 1, qPrintable(QString::number(reads)));
        QVERIFY(reads >= 5 * 14);
        // It is not forgotten either: the last change is read when its time has come.
        const auto next = queue.nextAt();
        QVERIFY(next.has_value());
        QCOMPARE(namesOf(queue.take(*next, 100)), QByteArray("hot"));
    }

    void batchesAreBounded()
    {
        DirtyQueue queue;
        for (int i = 0; i < 250; ++i)
            queue.mark(LockName(QByteArray::number(i)), {}, changed, at(0));
        QCOMPARE(queue.take(at(0), 100).size(), std::size_t(100));
        QCOMPARE(queue.take(at(0), 100).size(), std::size_t(100));
        QCOMPARE(queue.take(at(0), 100).size(), std::size_t(50));
    }

    void whatIsForLaterWaits()
    {
        DirtyQueue queue;
        queue.markLater(LockName("a"), at(100));
        QVERIFY(queue.take(at(99), 10).empty());
        QCOMPARE(queue.take(at(100), 10).size(), std::size_t(1));
    }

    void whatIsReadAgainIsReadWhole()
    {
        DirtyQueue queue;
        queue.mark(LockName("a"), KeyName("a"), changed, at(0));
        queue.mark(LockName("a"), KeyName("redisson_lock_queue:{a}"), changed, at(0));
        const auto first = queue.take(at(0), 10);
        queue.mark(LockName("a"), KeyName("other"), changed, at(1));
        queue.markAgain(first.front(), at(3));
        const auto second = queue.take(at(3), 10);
        QCOMPARE(second.size(), std::size_t(1));
        QCOMPARE(second[0].keys.size(), std::size_t(3));
        QCOMPARE(second[0].changes, quint64(3));
        QVERIFY(!second[0].all);
        DirtyQueue::Entry whole = second.front();
        whole.all = true;
        queue.mark(LockName("a"), KeyName("a"), changed, at(4));
        queue.markAgain(whole, at(5));
        QVERIFY(queue.take(at(5), 10).front().all);
    }

    void readingAgainCountsToo()
    {
        DirtyQueue queue;
        int reads = 0;
        for (int ms = 0; ms < 5000; ++ms) {
            queue.mark(LockName("hot"), KeyName("hot"), changed, at(ms));
            for (const auto &entry : queue.take(at(ms), 100)) {
                if (++reads % 2 != 0) // each is looked at twice
                    queue.markAgain(entry, at(ms + 3));
            }
        }
        QVERIFY2(reads <= 5 + 5 * 15 + 1, qPrintable(QString::number(reads)));
        QVERIFY(reads >= 5 * 14);
    }

    void whatMayBeTooMuchIsReadAlone()
    {
        DirtyQueue queue;
        DirtyQueue::Entry suspect;
        suspect.lock = LockName("b");
        suspect.alone = true;
        queue.mark(LockName("a"), {}, background, at(0));
        queue.markAgain(suspect, at(0));
        queue.mark(LockName("c"), {}, background, at(0));
        QCOMPARE(namesOf(queue.take(at(0), 10)), QByteArray("a"));
        QCOMPARE(namesOf(queue.take(at(0), 10)), QByteArray("b"));
        QCOMPARE(namesOf(queue.take(at(0), 10)), QByteArray("c"));
    }

    void theBudgetForUnknownKeysIsKept()
    {
        UnknownKeys inspection;
        int looked = 0;
        int dropped = 0;
        for (int i = 0; i < 10'000; ++i) {
            switch (inspection.judge(KeyName(QByteArray::number(i)), at(0))) {
            case UnknownKeys::Verdict::Look:
                ++looked;
                break;
            case UnknownKeys::Verdict::Drop:
                ++dropped;
                break;
            case UnknownKeys::Verdict::Later:
                QFAIL("never seen before");
            }
        }
        QCOMPARE(looked, 2000);
        QCOMPARE(dropped, 8000);
    }

    void aKeyThatWasNoLockIsLookedAtAgainLater()
    {
        UnknownKeys inspection;
        const KeyName key("session:1");
        QVERIFY(inspection.judge(key, at(0)) == UnknownKeys::Verdict::Look);
        inspection.remember(key, at(0));
        QVERIFY(inspection.judge(key, at(500)) == UnknownKeys::Verdict::Later);
        QVERIFY(inspection.judge(key, at(1500)) == UnknownKeys::Verdict::Look);
        inspection.forget(key);
        QCOMPARE(inspection.size(), std::size_t(0));
    }

    void theMemoryOfOtherKeysIsBounded()
    {
        UnknownKeys inspection;
        for (std::size_t i = 0; i < UnknownKeys::capacity + 1000; ++i)
            inspection.remember(KeyName(QByteArray::number(static_cast<qulonglong>(i))), at(0));
        QCOMPARE(inspection.size(), UnknownKeys::capacity);
    }

    void theServersClockIsInTheMiddleOfTheRoundTrip()
    {
        ServerClock clock;
        clock.sample(1'000'000, at(0), at(10));
        QCOMPARE(clock.serverTime(at(5)), 1'000'000);
        QCOMPARE(clock.serverTime(at(105)), 1'000'100);
        QCOMPARE(clock.localTime(1'000'100), at(105));
        clock.sample(1'000'180, at(100), at(200)); // worse: not believed
        QCOMPARE(clock.serverTime(at(105)), 1'000'100);
        clock.sample(1'000'300, at(204), at(206)); // better
        QCOMPARE(clock.serverTime(at(205)), 1'000'300);
    }

    // A worse sample that does not fit: somebody has set the clock.
    void aServersClockThatIsSetIsBelievedAtOnce()
    {
        for (const format::ServerMs step : {-2000, 2000}) {
            ServerClock clock;
            clock.sample(1'000'000, at(0), at(2));
            clock.sample(1'000'109 + step, at(100), at(120));
            QCOMPARE(clock.serverTime(at(110)), 1'000'109 + step);
        }
    }

    void absurdDeadlinesDoNotOverflow()
    {
        ServerClock clock;
        clock.sample(1'700'000'000'000, at(0), at(2));
        QVERIFY(clock.localTime(std::numeric_limits<format::ServerMs>::max()) > at(0));
        QVERIFY(clock.localTime(0) < at(0));
        QVERIFY(clock.localTime(std::numeric_limits<format::ServerMs>::min()) < at(0));
    }

    void theOffsetOfAClockIsAsExactAsItsSample()
    {
        const WallInstant wall{Millis(1'000'000)}; // ours, at the instant at(50)
        ServerClock clock;
        clock.assume(1'234'567, at(0));
        QVERIFY(!clock.offsetFrom(wall, at(50))); // a guess tells nothing
        clock.sample(1'003'000, at(0), at(20)); // the server's, at the instant at(10)
        const auto offset = clock.offsetFrom(wall, at(50));
        QVERIFY(offset.has_value());
        QCOMPARE(offset->offset, Millis(3040));
        QCOMPARE(offset->uncertainty, Millis(11));
        clock.sample(1'003'010, at(18), at(22)); // a better one
        QCOMPARE(clock.offsetFrom(wall, at(50))->uncertainty, Millis(3));
    }
};

LOCKSCOPE_TEST_SUITE(TestWatchRules)
#include "tst_watchrules.moc"
