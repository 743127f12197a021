// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/quorum/quorumverdict.h"
#include "core/lock/quorum/quorum.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <set>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace std::chrono_literals;

namespace {

using What = QuorumReading::What;

const Instant now = Instant(1h);

QuorumReading held(const char *owner, std::optional<Millis> ttl = Millis(30'000),
                   QuorumForm form = QuorumForm::String)
{
    QuorumReading reading;
    reading.what = What::Lock;
    reading.form = form;
    reading.holds = {{OwnerId(owner), ttl ? std::optional(now + *ttl) : std::nullopt}};
    return reading;
}

QuorumReading with(What what)
{
    QuorumReading reading;
    reading.what = what;
    return reading;
}

QuorumReading clocked(QuorumReading reading, Millis offset, Millis uncertainty)
{
    reading.clock = ClockOffset{offset, uncertainty};
    return reading;
}

// The letters of a group: A and B hold a string, c a hash, . nothing, ? silent, x another type.
constexpr QByteArrayView letters = "ABc.?x";

QuorumReading readingOf(char letter)
{
    switch (letter) {
    case 'A':
        return held("A");
    case 'B':
        return held("B");
    case 'c':
        return held("c", Millis(30'000), QuorumForm::Hash);
    case '.':
        return with(What::Nothing);
    case 'x':
        return with(What::Foreign);
    default:
        return with(What::Silent);
    }
}

std::vector<QuorumReading> readingsOf(const QByteArray &group)
{
    std::vector<QuorumReading> readings;
    for (const char letter : group)
        readings.push_back(readingOf(letter));
    return readings;
}

QByteArray verdictOf(const QByteArray &group)
{
    return name(judge(readingsOf(group), now).verdict);
}

// Whether somebody has more than half of the servers of a world without secrets.
bool hasMajority(const QByteArray &world, char who)
{
    return 2 * world.count(who) > world.size();
}

// Every world that the silent servers may hide: each of them has nothing, or a vote for anybody, be
// it one who was not seen (Z).
std::vector<QByteArray> worldsOf(const QByteArray &group)
{
    std::vector<QByteArray> worlds{group};
    for (qsizetype i = 0; i < group.size(); ++i) {
        if (group[i] != '?')
            continue;
        std::vector<QByteArray> more;
        for (const char letter : {'.', 'A', 'B', 'c', 'Z'}) {
            for (QByteArray world : worlds) {
                world[i] = letter;
                more.push_back(world);
            }
        }
        worlds = std::move(more);
    }
    return worlds;
}

// The verdict from the definition of the words: by trying all answers of the silent servers, and
// the votes that a newcomer could get.
QByteArray oracle(QByteArray group)
{
    const auto strings = std::max(group.count('A'), group.count('B'));
    const bool isHash = group.count('c') > strings;
    for (char &letter : group) {
        const bool isOfOtherForm = isHash ? letter == 'A' || letter == 'B' : letter == 'c';
        if (isOfOtherForm)
            letter = 'x';
    }
    const auto worlds = worldsOf(group);
    std::set<char> seen;
    for (const char letter : group) {
        if (letter == 'A' || letter == 'B' || letter == 'c')
            seen.insert(letter);
    }
    for (const char owner : seen) {
        const bool always = std::all_of(worlds.begin(), worlds.end(), [&](const auto &world) {
            return hasMajority(world, owner);
        });
        if (!always)
            continue;
        QByteArray withoutOne = group; // one of its servers fails
        withoutOne[group.indexOf(owner)] = '.';
        const bool isSpare = hasMajority(withoutOne, owner) || group.count(owner) == group.size();
        return isSpare ? "held" : "at-risk";
    }
    for (const auto &world : worlds) {
        for (const char owner : {'A', 'B', 'c', 'Z'}) {
            if (hasMajority(world, owner))
                return seen.empty() ? "" : "at-risk";
        }
    }
    // Whether a newcomer could get a majority if only these keys were in its way.
    const auto couldHave = [&](std::initializer_list<char> obstacles) {
        QByteArray world = group;
        for (char &letter : world) {
            if (std::find(obstacles.begin(), obstacles.end(), letter) == obstacles.end())
                letter = 'N';
        }
        return hasMajority(world, 'N');
    };
    if (!couldHave({'x'}))
        return "blocked";
    if (seen.size() > 1)
        return "split";
    if (seen.empty())
        return "free";
    const char owner = *seen.begin();
    return group.contains('x') && !couldHave({'x', owner}) ? "blocked" : "residue";
}

} // namespace

class TestQuorumVerdict : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyGroupOfUpToFive()
    {
        int judged = 0;
        std::map<QByteArray, int> verdicts;
        for (int size = 1; size <= 5; ++size) {
            int count = 1;
            for (int i = 0; i < size; ++i)
                count *= int(letters.size());
            for (int number = 0; number < count; ++number) {
                QByteArray group;
                for (int i = 0, rest = number; i < size; ++i, rest /= int(letters.size()))
                    group += letters[rest % letters.size()];
                const QByteArray verdict = verdictOf(group);
                const QByteArray expected = oracle(group);
                const QByteArray all = group + ": " + verdict + ", not " + expected;
                QVERIFY2(verdict == expected, all.constData());
                ++verdicts[verdict];
                ++judged;
            }
        }
        QCOMPARE(judged, 6 + 36 + 216 + 1296 + 7776);
        QCOMPARE(verdicts.size(), std::size_t(7)); // each of them is among them
    }

    void theWordsOfTheTable_data()
    {
        QTest::addColumn<QByteArray>("group");
        QTest::addColumn<QByteArray>("verdict");
        QTest::addColumn<QByteArray>("owner");
        const auto row = [](const char *group, const char *verdict, const char *owner) {
            QTest::newRow(group) << QByteArray(group) << QByteArray(verdict) << QByteArray(owner);
        };
        row("AAAAA", "held", "A");
        row("AAAA?", "held", "A");
        row("AAAAB", "held", "A");
        row("AAA.?", "at-risk", "A");
        row("AAABB", "at-risk", "A");
        row("AA???", "at-risk", "A");
        row("AB???", "at-risk", "");
        row("AABB.", "split", "");
        row("AAB..", "split", "A");
        row("AA...", "residue", "A");
        row("AAx..", "blocked", "A");
        row("Axx..", "blocked", "A");
        row("Ax...", "residue", "A");
        row("xxx..", "blocked", "");
        row("xx...", "free", "");
        row(".....", "free", "");
        row("...??", "free", "");
        row("..???", "", "");
        row("ccccc", "held", "c");
        row("cccAA", "at-risk", "c");
        row("ccA..", "blocked", "c"); // the string is in the hashes' way
        row("A", "held", "A");
        row("AA", "held", "A");
        row("A.", "residue", "A");
    }
    void theWordsOfTheTable()
    {
        QFETCH(const QByteArray, group);
        QFETCH(const QByteArray, owner);
        const auto finding = judge(readingsOf(group), now);
        QTEST(name(finding.verdict), "verdict");
        QCOMPARE(finding.owner.value_or(OwnerId()).bytes, owner);
        QCOMPARE(finding.needed, std::size_t(group.size()) / 2 + 1);
        QCOMPARE(finding.seats.size(), std::size_t(group.size()));
    }

    void eachServerSaysWhetherItAgrees()
    {
        const auto finding = judge(readingsOf("AAAB.x?"), now);
        const std::vector<std::optional<bool>> expected{true,  true,  true,        false,
                                                        false, false, std::nullopt};
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(finding.agrees(i), expected[i]);
        QCOMPARE(judge(readingsOf("AB."), now).agrees(0), std::nullopt);
        QCOMPARE(judge(readingsOf("..."), now).agrees(0), std::nullopt);
    }

    // The same facts as those by which core/lock holds its own.
    void agreesWithTheLocksArithmetic()
    {
        QRandomGenerator random(42);
        int majorities = 0;
        for (int round = 0; round < 2000; ++round) {
            const auto size = std::size_t(random.bounded(1, 8));
            const Millis lease(random.bounded(500, 60'000));
            std::vector<QuorumReading> readings;
            std::vector<Instant> ends;
            lock::Poll poll(size, lock::Asking::Greedy);
            for (std::size_t i = 0; i < size; ++i) {
                poll.ask(i);
                const bool granted = random.bounded(3) > 0;
                const Millis ttl(random.bounded(1, int(lease.count())));
                readings.push_back(granted ? held("A", ttl) : with(What::Nothing));
                if (granted)
                    ends.push_back(now + ttl);
                poll.cast(i, granted ? lock::Poll::Ballot::Granted : lock::Poll::Ballot::Refused);
            }
            QuorumTerms terms;
            terms.lease = lease;
            const auto finding = judge(readings, now, terms);
            QCOMPARE(finding.needed, lock::majorityOf(size));
            QCOMPARE(finding.votes >= finding.needed, poll.decision() == lock::Poll::Decision::Won);
            const auto end = lock::agreedEnd(ends, lock::majorityOf(size));
            QCOMPARE(finding.validUntil.has_value(), end.has_value());
            if (!end)
                continue;
            ++majorities;
            QVERIFY(*finding.validUntil == *end - lock::driftOf(lease));
        }
        QVERIFY(majorities > 500);
    }

    void theValidityIsThatOfTheLastServerNeeded()
    {
        const auto finding = judge({held("A", 10s), held("A", 8s), held("A", 4s)}, now);
        // The longest time to live stands for the lease: 100 ms and 2 ms of drift.
        QCOMPARE(*finding.validity(now), Millis(8000 - 102));
        QCOMPARE(*finding.validity(now + 10s), Millis(0));
        QuorumTerms terms;
        terms.lease = 30s;
        QCOMPARE(*judge({held("A", 10s), held("A", 8s), held("A", 4s)}, now, terms).validity(now),
                 Millis(8000 - 302));
    }

    void aKnownLeaseOfAHoldCounts()
    {
        auto reading = held("A", 8s);
        reading.holds.front().lease = 30s;
        QCOMPARE(*judge({reading, reading, held("B", 60s)}, now).validity(now), Millis(8000 - 302));
    }

    void littleValidityIsARisk()
    {
        const auto low = judge({held("A", 900ms), held("A", 900ms), held("A", 900ms)}, now);
        QCOMPARE(low.verdict, QuorumVerdict::AtRisk);
        QVERIFY(low.lapsing && !low.bare && !low.unconfirmed);
        QuorumTerms terms;
        terms.lease = 1s;
        QCOMPARE(judge({held("A", 900ms), held("A", 900ms), held("A", 900ms)}, now, terms).verdict,
                 QuorumVerdict::Held);
        terms.lowValidity = 2s;
        QCOMPARE(
            judge({held("A", 1900ms), held("A", 1900ms), held("A", 1900ms)}, now, terms).verdict,
            QuorumVerdict::AtRisk);
    }

    void whatIsOverIsNoVote()
    {
        const auto finding = judge({held("A", 5s), held("A", 0s), held("A", -1s)}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::Residue);
        QCOMPARE(finding.seats[1].stance, Stance::Missing);
        QCOMPARE(finding.votes, std::size_t(1));
    }

    // At every instant that it tells, and at none between, the judgement changes by time.
    void tellsWhenTimeChangesIt()
    {
        const std::vector<QuorumReading> readings{held("A", 9s), held("A", 6s), held("A", 3s),
                                                  held("B", 1s), with(What::Nothing)};
        std::vector<QuorumVerdict> verdicts;
        std::vector<std::size_t> votes;
        std::optional<Instant> at = now;
        while (at) {
            const auto finding = judge(readings, *at);
            verdicts.push_back(finding.verdict);
            votes.push_back(finding.votes);
            const auto next = finding.changesAt;
            QVERIFY(!next || *next > *at);
            if (next) {
                const auto before = judge(readings, *next - 1ms);
                QCOMPARE(before.verdict, finding.verdict);
                QCOMPARE(before.votes, finding.votes);
            }
            at = next;
        }
        QCOMPARE(verdicts.front(), QuorumVerdict::AtRisk); // 3 of 5
        QCOMPARE(verdicts.back(), QuorumVerdict::Free);
        QCOMPARE(votes.front(), std::size_t(3));
        QVERIFY(verdicts.size() >= 5);
    }

    void withoutExpiryItIsEndless()
    {
        const auto finding =
            judge({held("A", std::nullopt), held("A", std::nullopt), held("A", std::nullopt)}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::Held);
        QVERIFY(finding.isEndless());
        QCOMPARE(finding.validity(now), std::nullopt);
        QCOMPARE(finding.changesAt, std::nullopt);
        // Endless on a minority is worth nothing.
        QCOMPARE(*judge({held("A", std::nullopt), held("A", 5s), with(What::Nothing)}, now)
                      .validity(now),
                 Millis(5000 - 52));
    }

    // A clock that is put right takes time from the key.
    void aClockThatLagsCostsValidity()
    {
        const std::vector<QuorumReading> even{clocked(held("A", 10s), 3000ms, 2ms),
                                              clocked(held("A", 10s), 3001ms, 2ms),
                                              clocked(held("A", 10s), 3002ms, 2ms)};
        // Only how exactly the deadlines are known comes off, not that ours differs from all.
        QCOMPARE(*judge(even, now).validity(now), Millis(10'000 - 102 - 2));
        auto lagging = even;
        lagging[0].clock->offset = -1000ms;
        lagging[1].clock->offset = -1000ms + 1ms;
        lagging.push_back(clocked(held("A", 10s), 3001ms, 2ms));
        lagging.push_back(clocked(held("A", 10s), 3001ms, 2ms));
        auto finding = judge(lagging, now);
        QCOMPARE(finding.seats[0].lag, Millis(4001));
        QCOMPARE(finding.seats[2].lag, Millis(0));
        QCOMPARE(*finding.validity(now), Millis(10'000 - 102 - 2)); // three others keep it
        lagging.pop_back();
        lagging[3].what = What::Nothing; // now one of those behind is needed
        lagging.push_back(clocked(with(What::Nothing), 3001ms, 2ms));
        finding = judge(lagging, now);
        QCOMPARE(*finding.validity(now), Millis(10'000 - 102 - 2 - 4001));
    }

    void aClockAheadCostsNothing()
    {
        const auto finding =
            judge({clocked(held("A", 10s), 0ms, 1ms), clocked(held("A", 10s), 0ms, 1ms),
                   clocked(held("A", 10s), 9000ms, 1ms)},
                  now);
        QCOMPARE(*finding.validity(now), Millis(10'000 - 102 - 1));
    }

    void whatTheMeasuringCannotTellIsNoLag()
    {
        const auto finding =
            judge({clocked(held("A", 10s), 0ms, 30ms), clocked(held("A", 10s), 50ms, 30ms)}, now);
        QCOMPARE(finding.seats[0].lag, Millis(0));
        QCOMPARE(*finding.validity(now), Millis(10'000 - 102 - 30));
    }

    void readersShareIt()
    {
        auto both = held("A", 30s, QuorumForm::Hash);
        both.holds.push_back({OwnerId("B"), now + 30s});
        both.holds.push_back({OwnerId("A"), now + 30s}); // reads and writes: one vote
        const auto finding = judge({both, both, held("B", 30s, QuorumForm::Hash)}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::Held);
        QCOMPARE(finding.owner->bytes, QByteArray("B"));
        QCOMPARE(finding.votes, std::size_t(3));
        const auto equal = judge({both, both, both}, now);
        QCOMPARE(equal.verdict, QuorumVerdict::Held);
        QCOMPARE(equal.votes, std::size_t(3));
        QVERIFY(equal.owner.has_value());
    }

    void aNameIsBytes()
    {
        const QByteArray hostile("\xff\0\x1b", 3);
        QuorumReading reading = held("");
        reading.holds.front().owner = OwnerId(hostile);
        QCOMPARE(judge({reading, reading, reading}, now).owner->bytes, hostile);
    }

    void ofNoServersNothingIsSaid()
    {
        const auto finding = judge({}, now);
        QCOMPARE(finding.needed, std::size_t(1));
        QVERIFY(finding.seats.empty());
        QVERIFY(!finding.owner);
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorumVerdict)
#include "tst_quorumverdict.moc"
