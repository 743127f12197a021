// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/lossbook.h"
#include "core/watch/track/track.h"
#include "tests/support/clocks.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;

namespace {

const LockName a("a");
const LockName b("b");

const OwnerId ann("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1");
const OwnerId bob("aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7");

format::LockReading heldBy(const OwnerId &owner, format::ServerMs expireAt)
{
    format::LockReading reading;
    reading.kind = "reentrant";
    reading.library = "redisson";
    reading.holds = {{owner, Mode::Exclusive, 1, expireAt, false}};
    reading.expireAt = expireAt;
    return reading;
}

TrackedLock held()
{
    const Moment now{Instant(), WallInstant(), 0};
    return *difference(std::nullopt, heldBy(ann, 30'000), Evidence(), now).lock;
}

LockEvent releasedUnseen()
{
    LockEvent event;
    event.type = EventType::Released;
    event.owner = ann;
    event.count = 1;
    event.unseen = true;
    return event;
}

} // namespace

// Tests the reports of a loss book, by a clock of the test.
class TestLossBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_ended.clear();
        m_lost.clear();
        m_holds.clear();
        m_heard = {};
        m_isQuiet = false;
    }

    void aRestartIsToldAsOneLoss()
    {
        LossBook book = make();
        book.begin(Losses::Cause::Restart, {a, b}, {});
        readGone(book, b);
        book.settle();
        QVERIFY(m_lost.empty()); // a is not read yet
        readGone(book, a);
        book.settle();
        QCOMPARE(m_lost, (std::vector<std::vector<LockName>>{{a, b}}));
        QCOMPARE(m_holds.size(), std::size_t(2));
        QCOMPARE(m_holds.front().name, a);
        QVERIFY(m_ended.empty());
        book.settle();
        QCOMPARE(m_lost.size(), std::size_t(1));
    }

    void aLockThatIsAsItWasDisprovesAFlush()
    {
        LossBook book = make();
        book.begin(Losses::Cause::Flush, {a, b}, {});
        readGone(book, b);
        std::vector<LockEvent> events;
        QVERIFY(!book.noteRead(a, "reentrant", held(), heldBy(ann, 30'000), false, events));
        book.settle();
        QVERIFY(m_lost.empty());
        QCOMPARE(m_ended.size(), std::size_t(1));
        QCOMPARE(m_ended.front().name, b);
        QCOMPARE(m_ended.front().event.type, EventType::Released);
    }

    void aLockThatCannotBeReadIsNotWaitedFor()
    {
        LossBook book = make();
        book.begin(Losses::Cause::Restart, {a, b}, {});
        readGone(book, b);
        m_clock.advance(Millis(4900));
        book.settle();
        QVERIFY(m_lost.empty());
        m_clock.advance(Millis(200));
        book.settle();
        QCOMPARE(m_lost, (std::vector<std::vector<LockName>>{{b}}));
    }

    // Many locks over a slow link: the loss is told once, with all of them.
    void aLossIsWaitedForAsLongAsItGoesOn()
    {
        const std::vector<LockName> names{a, b, LockName("c"), LockName("d")};
        LossBook book = make();
        book.begin(Losses::Cause::Restart, names, {});
        for (const LockName &name : names) {
            QVERIFY(m_lost.empty() && m_ended.empty());
            m_clock.advance(Millis(4000));
            readGone(book, name);
            book.settle();
        }
        QCOMPARE(m_lost, (std::vector<std::vector<LockName>>{names}));
        QVERIFY(m_ended.empty());
    }

    void whatIsPassedOverIsProgressToo()
    {
        LossBook book = make();
        book.begin(Losses::Cause::Restart, {a, b, LockName("c")}, {});
        m_clock.advance(Millis(4000));
        readGone(book, a);
        m_clock.advance(Millis(4000));
        book.passOver(LockName("c"));
        QVERIFY(m_lost.empty());
        m_clock.advance(Millis(4000));
        book.settle();
        QVERIFY(m_lost.empty()); // b is not read yet
        m_clock.advance(Millis(1000));
        book.settle();
        QCOMPARE(m_lost, (std::vector<std::vector<LockName>>{{a}}));
    }

    void aLockThatIsPassedOverIsNotWaitedForEither()
    {
        LossBook book = make();
        book.begin(Losses::Cause::Restart, {a, b}, {});
        readGone(book, b);
        book.passOver(a);
        QCOMPARE(m_lost, (std::vector<std::vector<LockName>>{{b}}));
    }

    void aReleaseThatWasHeardIsNoLoss()
    {
        LossBook book = make();
        book.begin(Losses::Cause::Restart, {a}, {});
        std::vector<LockEvent> events{releasedUnseen()};
        QVERIFY(!book.noteRead(a, "reentrant", held(), std::nullopt, true, events));
        QCOMPARE(events.size(), std::size_t(1)); // the caller tells it
        book.settle();
        QVERIFY(m_lost.empty());
        QVERIFY(m_ended.empty());
    }

    // The wake-up comes on another connection than the reading.
    void aReleaseThatIsHeardBeforeTheVerdictIsNoLoss()
    {
        LossBook book = make();
        m_isQuiet = true;
        book.begin(Losses::Cause::Restart, {a, b}, {});
        readGone(book, a);
        readGone(book, b);
        book.settle();
        QVERIFY(m_lost.empty() && m_ended.empty()); // something may be on its way
        QVERIFY(m_heard);
        QVERIFY(book.holdsBack(a));
        QVERIFY(book.noteSign(a));
        QVERIFY(!book.noteSign(a)); // that of another release
        QVERIFY(!book.noteSign(LockName("c")));
        m_heard();
        QCOMPARE(m_lost, (std::vector<std::vector<LockName>>{{b}}));
        QCOMPARE(m_ended.size(), std::size_t(1));
        QCOMPARE(m_ended.front().name, a);
        QCOMPARE(m_ended.front().event.type, EventType::Released);
        QVERIFY(!book.holdsBack(a));
    }

    void whatWasHeardBeforeTheNextLossIsNotEnough()
    {
        LossBook book = make();
        m_isQuiet = true;
        book.begin(Losses::Cause::Restart, {a}, {});
        readGone(book, a);
        book.settle();
        const auto first = m_heard;
        book.begin(Losses::Cause::Restart, {b}, {});
        first();
        QVERIFY(m_lost.empty());
        readGone(book, b);
        book.settle();
        QVERIFY(m_lost.empty());
        m_heard();
        QCOMPARE(m_lost, (std::vector<std::vector<LockName>>{{a, b}}));
    }

    void whatDoesNotComeIsNotWaitedForLong()
    {
        LossBook book = make();
        m_isQuiet = true;
        book.begin(Losses::Cause::Restart, {a}, {});
        readGone(book, a);
        book.settle();
        m_clock.advance(Millis(5000));
        book.settle();
        QCOMPARE(m_lost, (std::vector<std::vector<LockName>>{{a}}));
        m_heard(); // too late
        QCOMPARE(m_lost.size(), std::size_t(1));
    }

    void aLockThatWasTakenSinceIsToldByItself()
    {
        LossBook book = make();
        book.begin(Losses::Cause::Restart, {a}, {});
        LockEvent event = releasedUnseen();
        event.type = EventType::HandedOver;
        event.owner = bob;
        event.former = ann;
        std::vector<LockEvent> events{event};
        book.noteRead(a, "reentrant", held(), heldBy(bob, 40'000), false, events);
        book.settle();
        QCOMPARE(m_holds.size(), std::size_t(1));
        QCOMPARE(m_holds.front().owner, std::optional(ann));
        QCOMPARE(m_ended.size(), std::size_t(1));
        QCOMPARE(m_ended.front().event.type, EventType::Appeared);
        QCOMPARE(m_ended.front().event.owner, std::optional(bob));
        QVERIFY(!m_ended.front().event.former);
    }

private:
    LossBook make()
    {
        return LossBook(m_clock,
                        {.ended = [this](const Losses::Ended &ended) { m_ended.push_back(ended); },
                         .lost =
                             [this](Losses::Cause, const std::vector<LockName> &names,
                                    std::vector<LostHold> holds) {
                                 m_lost.push_back(names);
                                 m_holds = std::move(holds);
                             },
                         .catchUp =
                             [this](std::function<void()> heard) {
                                 m_heard = std::move(heard);
                                 if (!m_isQuiet)
                                     m_heard();
                             }});
    }
    static void readGone(LossBook &book, const LockName &name)
    {
        std::vector<LockEvent> events{releasedUnseen()};
        QVERIFY(!book.noteRead(name, "reentrant", held(), std::nullopt, false, events));
        QVERIFY(events.empty());
    }

    ManualClock m_clock;
    std::vector<Losses::Ended> m_ended;
    std::vector<std::vector<LockName>> m_lost;
    std::vector<LostHold> m_holds;
    std::function<void()> m_heard; // to be called when all is heard
    bool m_isQuiet = false; // nothing comes until then
};

LOCKSCOPE_TEST_SUITE(TestLossBook)
#include "tst_lossbook.moc"
