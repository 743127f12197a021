// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The checkers by histories that are written by hand, and against each other by made-up ones.
#include "tests/faults/checkers.h"
#include "tests/faults/linearizability.h"
#include "tests/faults/story.h"
#include "tests/faults/verdict.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

#include <random>

using namespace lockscope::faults;

namespace {

constexpr qint64 millisecond = 1'000'000;

std::size_t overlaps(const Story &story)
{
    return checkOverlap(story.timeline()).size();
}

// Claims with random ends: sound, or with every now and then a second holder.
Timeline madeUp(unsigned seed, int holds, bool isSound, bool withReaders)
{
    std::mt19937 random(seed);
    const auto below = [&](int n) { return qint64(random() % unsigned(n)); };
    Timeline timeline;
    qint64 free = 100;
    for (int i = 0; i < holds; ++i) {
        Hold hold;
        hold.lock = "string-0";
        hold.proc = "p" + QByteArray::number(i);
        hold.isShared = withReaders && below(2) == 0;
        const bool joins = hold.isShared && !timeline.holds.empty()
            && timeline.holds.back().isShared && below(2) == 0;
        const bool breaks = !isSound && below(200) == 0;
        hold.granted = joins ? std::max(timeline.holds.back().granted, free - 20)
                             : free + below(5) - (breaks ? below(20) : 0);
        hold.invoked = hold.granted - 1 - below(30);
        hold.ends = hold.granted + 1 + below(15);
        hold.validUntil = hold.ends;
        hold.isOpen = below(10) == 0;
        hold.released = hold.isOpen ? never : hold.ends + below(10);
        free = std::max(free, hold.ends);
        timeline.holds.push_back(hold);
    }
    std::ranges::stable_sort(timeline.holds, {}, &Hold::granted);
    return timeline;
}

} // namespace

class TestCheckers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { lockscope::test::failOnAnyWarning(); }

    void historyKeepsEverything();
    void historyLeavesOutAHalfWrittenLine();
    void overlapOfTwoHolders();
    void whoGoesOnForTooLongWasNotTold();
    void aBrokenAssumptionExcusesNobodyWhoIsNotTold();
    void claimsEndInThreeWays();
    void reentriesAreOneClaim();
    void aReentryMayShorten();
    void whoSharesAnOwnerSharesTheLock();
    void whatIsLostIsTold();
    void readersShare();
    void unknownIsNotHeldByItsClient();
    void extensions();
    void witness();
    void guardedWitness();
    void fencing();
    void liveness();
    void jainsIndex();
    void whoIsCutOffGetsNoMajority();
    void searchKnowsALock();
    void searchAndIntervalsAgree_data();
    void searchAndIntervalsAgree();
};

void TestCheckers::historyKeepsEverything()
{
    Event event;
    event.t = 12'345'678'901'234'567;
    event.proc = "c1.w2";
    event.op = Op::Extend;
    event.phase = Phase::Info;
    event.lock = "read-write-3";
    event.token = "uuid:1";
    event.isShared = true;
    event.fence = 77;
    event.validity = 1'234'567'890;
    event.nodeAcks = 3;
    event.value = 9;
    event.note = "why \"not\"\n";
    const QTemporaryDir folder;
    const QByteArray path = folder.filePath(QStringLiteral("a.jsonl")).toUtf8();
    Event plain;
    plain.t = event.t + 1;
    plain.proc = "c2.w1";
    {
        HistoryWriter writer(path);
        QVERIFY(writer.isOpen());
        writer.write(plain);
        writer.write(event);
    }
    const History expected{event, plain};
    QCOMPARE(readHistory(folder.path().toUtf8()), expected);
    QCOMPARE(kindOf(event.lock), QByteArray("read-write"));
}

void TestCheckers::historyLeavesOutAHalfWrittenLine()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.jsonl")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray line = toLine(Event());
    file.write(line + line.left(line.size() / 2));
    file.close();
    QCOMPARE(readHistory(folder.path().toUtf8()).size(), std::size_t(1));
}

void TestCheckers::overlapOfTwoHolders()
{
    QCOMPARE(overlaps(Story().acquire("a", 0, 1).release("a", 10, 11).acquire("b", 5, 10)), 0U);
    QCOMPARE(overlaps(Story().acquire("a", 0, 1).release("a", 10, 11).acquire("b", 5, 9)), 1U);
    // One hidden beneath a long one, and the same worker twice.
    QCOMPARE(overlaps(Story()
                          .acquire("a", 0, 1)
                          .acquire("b", 2, 3, 1)
                          .acquire("c", 5, 6, 1)
                          .release("a", 100, 101)),
             2U);
    QCOMPARE(overlaps(Story().acquire("a", 0, 1, 5).acquire("a", 20, 21)), 0U);
}

// Two holders for longer than the lease and the limit: who has lost the lock was not told.
void TestCheckers::whoGoesOnForTooLongWasNotTold()
{
    const auto kept = [](qint64 extendedAt, qint64 limit) {
        const Story story = Story()
                                .acquire("a", 0, 1)
                                .extend("a", extendedAt, 1000)
                                .acquire("b", 10, 100, 9000)
                                .release("b", 5000, 5001);
        return checkKept(story.timeline(), {{"string-0", 1000 * millisecond}}, limit * millisecond)
            .size();
    };
    QCOMPARE(kept(900, 800), 0U); // until 1900
    QCOMPARE(kept(901, 800), 1U);
    QCOMPARE(kept(900, 799), 1U);
    // Told in time; and readers do not exclude each other.
    const Story told = Story()
                           .acquire("a", 0, 1, 9000)
                           .acquire("b", 10, 100, 9000)
                           .lost("a", 1500)
                           .release("b", 8000, 8001);
    QCOMPARE(checkKept(told.timeline(), {}, 1400 * millisecond).size(), 0U);
    QCOMPARE(checkKept(told.timeline(), {}, 1399 * millisecond).size(), 1U);
    QCOMPARE(checkKept(Story().read("a", 0, 1).read("b", 2, 3).timeline(), {}, 0).size(), 0U);
    // A history that goes on may still tell it.
    const Story goesOn = Story()
                             .acquire("a", 0, 1, 9000)
                             .acquire("b", 10, 100, 9000)
                             .attempt("c", 200, 1500, Phase::Fail);
    QCOMPARE(checkKept(goesOn.timeline(), {}, 1400 * millisecond).size(), 0U);
    QCOMPARE(checkKept(goesOn.timeline(), {}, 1399 * millisecond).size(), 1U);
}

void TestCheckers::aBrokenAssumptionExcusesNobodyWhoIsNotTold()
{
    Scenario scenario;
    scenario.mayOverlapAlone = true;
    scenario.cluster.plan.locks = {{"string-0"}};
    const auto judged = [&](qint64 lostAt) {
        const Story story = Story()
                                .acquire("a", 0, 1, 9000)
                                .fault(50, 60)
                                .acquire("b", 10, 100, 9000)
                                .lost("a", lostAt)
                                .release("b", 8000, 8001)
                                .release("a", 8500, 8501, Phase::Fail);
        return judge(scenario, story.history(), {}, {});
    };
    QVERIFY(judged(4000).isFine());
    const Verdict verdict = judged(4200);
    QVERIFY(verdict.found("string", Violation::Rule::Untold));
    QVERIFY(!verdict.found("string", Violation::Rule::Overlap));
}

void TestCheckers::claimsEndInThreeWays()
{
    // By validity, by release or by loss, whichever is first.
    QCOMPARE(overlaps(Story().acquire("a", 0, 1, 9).acquire("b", 5, 10)), 0U);
    QCOMPARE(overlaps(Story().acquire("a", 0, 1, 10).acquire("b", 5, 10)), 1U);
    QCOMPARE(overlaps(Story().acquire("a", 0, 1).lost("a", 9).acquire("b", 5, 10)), 0U);
    QCOMPARE(
        overlaps(Story().acquire("a", 0, 1).release("a", 9, 30, Phase::Info).acquire("b", 5, 10)),
        0U);
    // Over before it was heard of: no claim, and nobody's excuse.
    QCOMPARE(overlaps(Story().acquire("a", 0, 10, -5).acquire("b", 5, 7)), 0U);
}

void TestCheckers::reentriesAreOneClaim()
{
    const auto twice = [](qint64 last) {
        return Story()
            .acquire("a", 0, 1)
            .acquire("a", 2, 3)
            .release("a", 4, 5)
            .release("a", last, last + 1)
            .acquire("b", 6, 10);
    };
    QCOMPARE(overlaps(twice(8)), 0U);
    QCOMPARE(overlaps(twice(20)), 1U);
    QCOMPARE(twice(8).timeline().holds.size(), std::size_t(2));
}

void TestCheckers::aReentryMayShorten()
{
    // It asked for less, and got it.
    QCOMPARE(overlaps(Story()
                          .acquire("a", 0, 1, 1000)
                          .acquire("a", 10, 11, 100)
                          .acquire("b", 20, 120)
                          .release("a", 300, 301)),
             std::size_t(0));
    // It asked for a shorter time, it was not granted, and it relies on its earlier time.
    QCOMPARE(overlaps(Story()
                          .acquire("a", 0, 1, 1000)
                          .attempt("a", 10, 11, Phase::Fail)
                          .acquire("b", 20, 120)
                          .release("a", 300, 301)),
             std::size_t(1));
    // It does not.
    QCOMPARE(overlaps(Story()
                          .acquire("a", 0, 1, 1000)
                          .attempt("a", 10, 11, Phase::Info)
                          .shorten("a", 12, 100)
                          .acquire("b", 20, 120)
                          .release("a", 300, 301)),
             std::size_t(0));
    // That this was over is written down late, while it is still asking.
    QCOMPARE(overlaps(Story()
                          .acquire("a", 0, 1, 1000)
                          .attempt("a", 10, 210, Phase::Fail)
                          .acquire("b", 20, 120)
                          .shorten("a", 200, 0)),
             std::size_t(0));
    // When the doubt is over, nobody else may have had it meanwhile.
    const auto doubted = [] {
        return Story().acquire("a", 0, 1, 1000).shorten("a", 12, 100).extend("a", 200, 1000);
    };
    QVERIFY(checkExtensions(doubted().timeline()).empty());
    QCOMPARE(overlaps(doubted()), std::size_t(0));
    QCOMPARE(overlaps(doubted().acquire("b", 120, 130).release("b", 150, 151)), std::size_t(1));
}

void TestCheckers::whoSharesAnOwnerSharesTheLock()
{
    const auto joint = [] { return Story().as("o").acquire("a", 0, 1).acquire("b", 10, 11); };
    QCOMPARE(overlaps(joint()), std::size_t(0));
    QVERIFY(isLinearizable(joint().timeline(), "string-0"));
    // One of them took the count of the other with it.
    const auto taken = joint().release("a", 20, 21).as("p").acquire("c", 22, 23);
    QCOMPARE(overlaps(taken), std::size_t(1));
    QVERIFY(!isLinearizable(taken.timeline(), "string-0"));
    const auto given =
        joint().release("a", 20, 21).release("b", 22, 23).as("p").acquire("c", 22, 24);
    QCOMPARE(overlaps(given), std::size_t(0));
    QVERIFY(isLinearizable(given.timeline(), "string-0"));
}

void TestCheckers::whatIsLostIsTold()
{
    QCOMPARE(checkTold(Story().acquire("a", 0, 1).lost("a", 10).timeline()).size(), std::size_t(0));
    const Violations found = checkTold(Story().acquire("a", 0, 1).untold("a", 10).timeline());
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found.front().rule, Violation::Rule::Untold);
}

void TestCheckers::readersShare()
{
    Story story;
    story.read("a", 0, 1).read("b", 2, 3).release("a", 20, 21).release("b", 30, 31);
    QCOMPARE(overlaps(story), 0U);
    QVERIFY(isLinearizable(story.timeline(), "string-0"));
    story.acquire("c", 4, 25);
    QCOMPARE(overlaps(story), 1U);
    QVERIFY(!isLinearizable(story.timeline(), "string-0"));
}

void TestCheckers::unknownIsNotHeldByItsClient()
{
    const auto story = Story().attempt("a", 0, 50, Phase::Info).acquire("b", 5, 10);
    QCOMPARE(overlaps(story), 0U);
    // But it may keep others out: for as long as that nobody starves.
    const auto waited = Story().attempt("a", 0, 50, Phase::Info).acquire("b", 5, 1040);
    QVERIFY(checkLiveness(waited.timeline(), 1000 * millisecond, millisecond).violations.empty());
}

void TestCheckers::extensions()
{
    QCOMPARE(overlaps(Story().acquire("a", 0, 1, 10).extend("a", 8, 20).acquire("b", 5, 20)), 1U);
    QVERIFY(checkExtensions(Story().acquire("a", 0, 1, 10).extend("a", 8, 20).timeline()).empty());
    const auto late = Story().acquire("a", 0, 1, 10).acquire("b", 12, 13).extend("a", 15, 20);
    QCOMPARE(checkExtensions(late.timeline()).size(), 1U);
    QCOMPARE(overlaps(late), 1U);
    const auto lost = Story().acquire("a", 0, 1, 10).lost("a", 5).extend("a", 7, 20);
    QCOMPARE(checkExtensions(lost.timeline()).size(), 1U);
}

void TestCheckers::witness()
{
    const auto check = [](const Story &story, qint64 final) {
        return checkWitness(story.timeline(), {{"string-0", final}});
    };
    const auto good = Story()
                          .acquire("a", 0, 1)
                          .work("a", 2, 0, 5)
                          .release("a", 6, 7)
                          .acquire("b", 3, 8)
                          .work("b", 9, 1, 10);
    QVERIFY(check(good, 2).violations.empty());
    QCOMPARE(check(good, 2).acknowledged, 2);
    QCOMPARE(check(good, 1).violations.size(), 1U); // an increment is gone
    QCOMPARE(check(good, 3).violations.size(), 1U); // somebody else was there
    const auto lost =
        Story().acquire("a", 0, 1).acquire("b", 0, 1).work("a", 2, 0, 5).work("b", 3, 0, 6);
    QCOMPARE(check(lost, 1).violations.size(), 2U); // by the chain and by the sum
    // Written after a pause: reported separately, and the lost update is no fault of the lock.
    const auto paused = Story()
                            .acquire("a", 0, 1, 10)
                            .work("a", 2, 0, 50)
                            .acquire("b", 12, 13)
                            .work("b", 20, 0, 30);
    QCOMPARE(check(paused, 1).excess, 1);
    QVERIFY(check(paused, 1).violations.empty());
}

void TestCheckers::guardedWitness()
{
    // The resource that looks at tokens must not let a late write in.
    const auto let = Story()
                         .acquire("a", 0, 1, 10, 1)
                         .work("a", 2, 0, 50, 1)
                         .acquire("b", 12, 13, 1000, 2)
                         .work("b", 20, 0, 30, 2);
    QCOMPARE(checkWitness(let.timeline(), {{"string-0", 1}}).violations.size(), 2U);
    const auto refused = Story()
                             .acquire("a", 0, 1, 10, 1)
                             .rejected("a", 2, 50)
                             .acquire("b", 12, 13, 1000, 2)
                             .work("b", 20, 0, 30, 2);
    const auto report = checkWitness(refused.timeline(), {{"string-0", 1}});
    QVERIFY(report.violations.empty());
    QCOMPARE(report.rejected, 1);
}

void TestCheckers::fencing()
{
    const auto wrong = [](const Story &story) { return checkFencing(story.timeline()).size(); };
    const auto two = [](qint64 askedB, qint64 first, qint64 second) {
        return Story()
            .acquire("a", 0, 5, 1000, first)
            .release("a", 6, 7)
            .acquire("b", askedB, 10, 1000, second);
    };
    QCOMPARE(wrong(two(8, 1, 2)), 0U);
    QCOMPARE(wrong(two(8, 2, 1)), 1U);
    QCOMPARE(wrong(two(8, 2, 2)), 1U);
    QCOMPARE(wrong(two(3, 2, 1)), 0U); // asked at the same time: nobody knows who was first
    QCOMPARE(wrong(two(3, 2, 2)), 1U);
}

void TestCheckers::liveness()
{
    const auto longest = [](const Story &story) {
        const auto report = checkLiveness(story.timeline(), 100 * millisecond, 50 * millisecond);
        return std::pair(report.longestWait.at("string-0") / millisecond, report.violations.size());
    };
    const auto handed = [](qint64 asked, qint64 granted) {
        return Story()
            .acquire("a", 0, 1)
            .release("a", 10, 11)
            .acquire("b", asked, granted)
            .release("b", granted + 1, granted + 2);
    };
    QCOMPARE(longest(handed(5, 31)), std::pair(qint64(20), std::size_t(0)));
    QCOMPARE(longest(handed(5, 81)), std::pair(qint64(70), std::size_t(1)));
    QCOMPARE(longest(handed(60, 81)), std::pair(qint64(21), std::size_t(0))); // nobody asked
    QCOMPARE(longest(handed(5, 81).fault(20, 60)), std::pair(qint64(21), std::size_t(0)));
    // Its owner died: free for others by the end of the lease, which the server counts.
    const auto died = Story().acquire("a", 0, 1, 100).acquire("b", 5, 221).release("b", 222, 223);
    QCOMPARE(longest(died), std::pair(qint64(20), std::size_t(0)));
}

void TestCheckers::jainsIndex()
{
    Story fair;
    Story unfair;
    for (int i = 0; i < 20; ++i) {
        fair.acquire(i % 2 == 0 ? "a" : "b", 10 * i, 10 * i + 1, 5);
        unfair.acquire("a", 10 * i, 10 * i + 1, 5);
    }
    unfair.attempt("b", 0, 300, Phase::Fail);
    QCOMPARE(fairness(fair.timeline(), "string-0"), 1.0);
    QCOMPARE(fairness(unfair.timeline(), "string-0"), 0.5);
}

// Calls that begin or end while a fault begins or is healed may have found a majority.
void TestCheckers::whoIsCutOffGetsNoMajority()
{
    Scenario scenario;
    scenario.isolated = {0};
    scenario.cluster.plan.locks = {{"redlock-0"}};
    const auto violations = [&](const char *proc, qint64 asked, qint64 granted) {
        const Story story = Story()
                                .on("redlock-0")
                                .acquire("c1.0.w0", 0, 1)
                                .release("c1.0.w0", 2, 3)
                                .fault(10, 110, 20)
                                .acquire(proc, asked, granted)
                                .release(proc, granted + 1, granted + 2);
        return judge(scenario, story.history(), {}, {}).violations.size();
    };
    QCOMPARE(violations("c0.0.w1", 40, 60), 1U);
    QCOMPARE(violations("c0.0.w1", 31, 89), 1U);
    QCOMPARE(violations("c1.0.w1", 40, 60), 0U); // another client
    QCOMPARE(violations("c0.0.w1", 15, 40), 0U); // asked before all was cut
    QCOMPARE(violations("c0.0.w1", 80, 100), 0U); // the first connections were back
    QCOMPARE(violations("c0.0.w1", 120, 125), 0U);
}

void TestCheckers::searchKnowsALock()
{
    const auto good = [](const Story &story) {
        return isLinearizable(story.timeline(), "string-0");
    };
    QVERIFY(good(Story().acquire("a", 0, 1).release("a", 10, 11).acquire("b", 5, 10)));
    QVERIFY(!good(Story().acquire("a", 0, 1).release("a", 10, 11).acquire("b", 5, 9)));
    // An answer that took long: it had been given back by then, though the other could not know.
    QVERIFY(good(Story().acquire("a", 0, 1).release("a", 3, 50).acquire("b", 2, 4)));
    QVERIFY(good(Story().acquire("a", 0, 1, 9).acquire("b", 5, 10)));
    QVERIFY(!good(Story().acquire("a", 0, 1, 20).acquire("b", 5, 10)));
    // A clock that jumped makes an extension late that its holder had in time: still one holder.
    const Story jumped = Story().acquire("a", 0, 1, 20).extend("a", 5, 10, 40);
    QCOMPARE(checkExtensions(jumped.timeline()).size(), 1U);
    QCOMPARE(overlaps(jumped), 0U);
    QVERIFY(good(jumped));
}

void TestCheckers::searchAndIntervalsAgree_data()
{
    QTest::addColumn<bool>("isSound");
    QTest::addColumn<bool>("withReaders");
    QTest::newRow("sound") << true << false;
    QTest::newRow("sound, with readers") << true << true;
    QTest::newRow("broken") << false << false;
    QTest::newRow("broken, with readers") << false << true;
}

void TestCheckers::searchAndIntervalsAgree()
{
    QFETCH(bool, isSound);
    QFETCH(bool, withReaders);
    int broken = 0;
    for (unsigned seed = 1; seed <= 120; ++seed) {
        const Timeline timeline = madeUp(seed, 150, isSound, withReaders);
        const bool byIntervals = checkOverlap(timeline).empty();
        const bool bySearch = !firstNotLinearizable(timeline);
        QVERIFY2(byIntervals == bySearch, qPrintable(QString::number(seed)));
        broken += byIntervals ? 0 : 1;
    }
    if (isSound && !withReaders)
        QCOMPARE(broken, 0);
    if (!isSound)
        QVERIFY2(broken > 10 && broken < 120, qPrintable(QString::number(broken)));
    const Timeline large = madeUp(7, 10'000, isSound, withReaders);
    QCOMPARE(!firstNotLinearizable(large).has_value(), checkOverlap(large).empty());
}

LOCKSCOPE_TEST_SUITE(TestCheckers)
#include "tst_checkers.moc"
