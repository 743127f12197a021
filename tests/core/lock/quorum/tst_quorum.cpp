// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorum.h"
#include "core/lock/quorum/quorumfacts.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::lock;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Ballot = Poll::Ballot;
using Decision = Poll::Decision;
using Verdict = ReleaseTally::Verdict;

// The rules of a Redlock, without servers and without time.
class TestQuorum : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aMajorityIsMoreThanHalf()
    {
        for (std::size_t n = 1; n <= 99; ++n) {
            QVERIFY(2 * majorityOf(n) > n);
            QVERIFY(2 * (majorityOf(n) - 1) <= n);
        }
    }

    void driftIsAPercentAndTwoMilliseconds()
    {
        QCOMPARE(driftOf(0ms), Instant::duration(2ms));
        QCOMPARE(driftOf(10s), Instant::duration(102ms));
        QCOMPARE(driftOf(50ms), Instant::duration(2500us)); // not cut to whole milliseconds
        QCOMPARE(leastValidity({}, 10s), 5s);
        QCOMPARE(leastValidity(1s, 10s), 1s);
    }

    // Every way in which up to five servers can answer, in an order that does not matter.
    void aPollIsWonOnlyByAMajority_data()
    {
        QTest::addColumn<int>("servers");
        for (int n = 1; n <= 6; ++n)
            QTest::addRow("%d", n) << n;
    }
    void aPollIsWonOnlyByAMajority()
    {
        QFETCH(const int, servers);
        const auto n = static_cast<std::size_t>(servers);
        const std::array ballots{Ballot::Granted, Ballot::Refused, Ballot::Failed, Ballot::Silent};
        std::size_t ways = 1;
        for (std::size_t i = 0; i < n; ++i)
            ways *= ballots.size();
        for (std::size_t way = 0; way < ways; ++way) {
            Poll poll(n, Asking::Greedy);
            for (std::size_t i = 0; i < n; ++i)
                poll.ask(i);
            std::size_t rest = way;
            std::size_t granted = 0;
            std::size_t against = 0;
            for (std::size_t i = 0; i < n; ++i, rest /= ballots.size()) {
                const Ballot ballot = ballots[rest % ballots.size()];
                const Decision before = poll.decision();
                poll.cast(i, ballot);
                ++(ballot == Ballot::Granted ? granted : against);
                // As soon as it is certain, not sooner; and never taken back.
                const Decision now = granted >= majorityOf(n) ? Decision::Won
                    : n - against < majorityOf(n)             ? Decision::Lost
                                                              : Decision::Open;
                QCOMPARE(poll.decision(), before == Decision::Open ? now : before);
            }
            QVERIFY(poll.decision() != Decision::Open);
        }
    }

    void aVoteCountsOnce()
    {
        Poll poll(5, Asking::Greedy);
        for (std::size_t i = 0; i < 5; ++i)
            poll.ask(i);
        for (int again = 0; again < 5; ++again)
            poll.cast(0, Ballot::Granted);
        poll.cast(1, Ballot::Granted);
        QCOMPARE(poll.count(Ballot::Granted), 2U);
        QCOMPARE(poll.decision(), Decision::Open);
    }

    void whoWasNotAskedHasNoVote()
    {
        Poll poll(3, Asking::Stop);
        poll.ask(0);
        poll.cast(1, Ballot::Granted);
        poll.cast(2, Ballot::Granted);
        QCOMPARE(poll.count(Ballot::Granted), 0U);
        poll.bar(1);
        poll.ask(1);
        poll.cast(1, Ballot::Granted);
        QCOMPARE(poll.ballot(1), Ballot::Barred);
        QCOMPARE(poll.decision(), Decision::Open);
    }

    void theSilentStillCountWhileItIsOpen()
    {
        Poll poll(5, Asking::Greedy);
        for (std::size_t i = 0; i < 5; ++i)
            poll.ask(i);
        poll.cast(0, Ballot::Silent);
        poll.cast(1, Ballot::Silent);
        poll.cast(0, Ballot::Granted);
        poll.cast(2, Ballot::Granted);
        poll.cast(3, Ballot::Granted);
        QCOMPARE(poll.decision(), Decision::Won);
    }

    void decidedIsDecided()
    {
        Poll poll(3, Asking::Greedy);
        for (std::size_t i = 0; i < 3; ++i)
            poll.ask(i);
        poll.cast(0, Ballot::Silent);
        poll.cast(1, Ballot::Silent);
        QCOMPARE(poll.decision(), Decision::Lost);
        for (std::size_t i = 0; i < 3; ++i)
            poll.cast(i, Ballot::Granted);
        QCOMPARE(poll.decision(), Decision::Lost);
    }

    void noMajorityToAskIsLostAtOnce()
    {
        Poll poll(5, Asking::Greedy);
        for (std::size_t i = 0; i < 3; ++i)
            poll.bar(i);
        QCOMPARE(poll.decision(), Decision::Lost);
        QCOMPARE(poll.wanted(), 0U);
    }

    void greedyAsksAll()
    {
        Poll poll(5, Asking::Greedy);
        QCOMPARE(poll.wanted(), 5U);
        poll.bar(4);
        QCOMPARE(poll.wanted(), 4U);
    }

    void stopAsksAMajorityAndOneMoreForEachRefusal()
    {
        Poll poll(5, Asking::Stop);
        QCOMPARE(poll.wanted(), 3U);
        for (std::size_t i = 0; i < 3; ++i)
            poll.ask(i);
        QCOMPARE(poll.wanted(), 0U);
        poll.cast(0, Ballot::Refused);
        QCOMPARE(poll.wanted(), 1U);
        poll.ask(3);
        poll.cast(1, Ballot::Silent);
        QCOMPARE(poll.wanted(), 1U);
        poll.ask(4);
        QCOMPARE(poll.wanted(), 0U);
        poll.cast(2, Ballot::Granted);
        poll.cast(3, Ballot::Granted);
        poll.cast(4, Ballot::Granted);
        QCOMPARE(poll.decision(), Decision::Won);
    }

    void anEndIsWhatAMajorityKeeps()
    {
        const Instant t{1000s};
        QVERIFY(!agreedEnd({t, t}, 3));
        QCOMPARE(agreedEnd({t, t + 3s, t + 1s}, 3), t);
        QCOMPARE(agreedEnd({t, t + 3s, t + 1s, t + 2s, t + 9s}, 3), t + 2s);
        QCOMPARE(agreedCount({1, 2, 2, 5}, 3), 2);
        QCOMPARE(agreedCount({7, 7}, 3), 0);
    }

    void freeWhenEnoughHoldersAreGone()
    {
        using Ttls = std::vector<std::optional<Millis>>;
        QCOMPARE(freeAfter({}, 5), 0ms);
        QCOMPARE(freeAfter(Ttls{9s, 8s}, 5), 0ms);
        QCOMPARE(freeAfter(Ttls{9s, 8s, 7s}, 5), 7s);
        QCOMPARE(freeAfter(Ttls{9s, 8s, 7s, 6s, 5s}, 5), 7s);
        QCOMPARE(freeAfter(Ttls{std::nullopt, 8s, 7s}, 5), 7s);
        QVERIFY(!freeAfter(Ttls{std::nullopt, std::nullopt, std::nullopt}, 5));
        QCOMPARE(freeAfter(Ttls{4s}, 1), 4s);
    }

    void releasesAreTallied()
    {
        const auto verdict = [](std::size_t told, std::size_t released, std::size_t notHeld,
                                std::size_t failed, bool isOver) {
            return ReleaseTally{5, told, released, notHeld, failed}.verdict(isOver);
        };
        QCOMPARE(verdict(5, 2, 0, 0, false), Verdict::Open);
        QCOMPARE(verdict(5, 3, 0, 0, false), Verdict::Released);
        QCOMPARE(verdict(5, 2, 0, 3, false), Verdict::Unknown);
        QCOMPARE(verdict(5, 2, 0, 0, true), Verdict::Unknown);
        QCOMPARE(verdict(5, 0, 3, 0, false), Verdict::NotHeld);
        QCOMPARE(verdict(5, 2, 2, 1, false), Verdict::Released);
        QCOMPARE(verdict(5, 0, 2, 3, true), Verdict::Unknown);
        // Three keys of five: two that are gone leave others a majority.
        QCOMPARE(verdict(3, 2, 0, 0, true), Verdict::Released);
        QCOMPARE(verdict(3, 2, 1, 0, false), Verdict::NotHeld);
    }

    // Despite all doubts that remain after a release, others can have a majority.
    void releasedMeansThatOthersCanHaveIt()
    {
        for (std::size_t n = 1; n <= 7; ++n) {
            for (std::size_t told = majorityOf(n); told <= n; ++told) {
                for (std::size_t released = 0; released <= told; ++released) {
                    for (std::size_t gone = 0; released + gone <= told; ++gone) {
                        const ReleaseTally tally{n, told, released, gone, 0};
                        if (tally.verdict(true) == Verdict::Released)
                            QVERIFY(n - (told - released - gone) >= majorityOf(n));
                    }
                }
            }
        }
    }

    void waitersTryWhenAMajorityCouldBeFree()
    {
        Prospects prospects(5);
        const auto began = prospects.begin();
        for (std::size_t i = 0; i < 5; ++i)
            prospects.refused(i, began);
        QVERIFY(!prospects.mayBeFree());
        prospects.announced(0);
        prospects.announced(0); // the same server
        prospects.announced(1);
        QVERIFY(!prospects.mayBeFree());
        prospects.announced(4);
        QVERIFY(prospects.mayBeFree());
        prospects.taken();
        QVERIFY(!prospects.mayBeFree());
    }

    void whatWeGaveBackIsFree()
    {
        Prospects prospects(5);
        const auto began = prospects.begin();
        prospects.given(0);
        prospects.given(1);
        for (std::size_t i = 2; i < 5; ++i)
            prospects.refused(i, began);
        QVERIFY(!prospects.mayBeFree());
        prospects.announced(3);
        QVERIFY(prospects.mayBeFree());
    }

    void aReleaseDuringAnAttemptOutweighsItsRefusal()
    {
        Prospects prospects(3);
        const auto began = prospects.begin();
        prospects.announced(0);
        prospects.announced(1);
        for (std::size_t i = 0; i < 3; ++i)
            prospects.refused(i, began);
        QVERIFY(prospects.mayBeFree());
        const auto later = prospects.begin();
        for (std::size_t i = 0; i < 3; ++i)
            prospects.refused(i, later);
        QVERIFY(!prospects.mayBeFree());
    }

    void readsWhatAServerTells()
    {
        const ServerFacts facts =
            factsFrom("# Server\r\nrun_id:abc\r\nuptime_in_seconds:77\r\n# Replication\r\n"
                      "role:slave\r\nmaster_host:10.0.0.1\r\nmaster_port:6379\r\n"
                      "master_replid:def\r\nnonsense\r\nuptime_in_seconds:x\r\n"_ba);
        QCOMPARE(facts.runId, "abc"_ba);
        QCOMPARE(facts.uptime, 77s);
        QCOMPARE(facts.replicationId, "def"_ba);
        QCOMPARE(facts.primary, "10.0.0.1:6379"_ba);
        QVERIFY(facts.isKnown());
        QVERIFY(!factsFrom("NOPERM").isKnown());
        QVERIFY(!factsFrom("run_id:abc\nuptime_in_seconds:-5").isKnown());
    }

    void quarantineLastsUntilUptimeExceedsTheLease()
    {
        QCOMPARE(quarantineLeft(0s, 30s, {}), 31s);
        QCOMPARE(quarantineLeft(30s, 30s, {}), 1s);
        QCOMPARE(quarantineLeft(31s, 30s, {}), 0s);
        QCOMPARE(quarantineLeft(std::chrono::seconds::max(), 30s, {}), 0s);
        // Another process was there two seconds ago: this one is not older, despite its answer.
        QCOMPARE(quarantineLeft(5000s, 30s, 2s), 28s);
        // Its clock is ahead: it may have been put forward since it was started.
        QCOMPARE(quarantineLeft(62s, 30s, {}, 60s), 29s);
        QCOMPARE(quarantineLeft(62s, 30s, {}, 3600s), 31s);
        QCOMPARE(quarantineLeft(5000s, 30s, {}, 3600s), 0s);
        QCOMPARE(quarantineLeft(5000s, 30s, {}, Millis::max()), 31s);
        QCOMPARE(quarantineLeft(20s, 30s, {}, -3600s), 11s);
    }

    void serversMustBeIndependent()
    {
        const std::vector<QByteArray> ends{"a:1"_ba, "b:1"_ba, "c:1"_ba};
        ServerFacts a{"1"_ba, 9s, {}, "r1"_ba, {}};
        ServerFacts b{"2"_ba, 9s, {}, "r2"_ba, {}};
        ServerFacts c{"3"_ba, 9s, {}, "r3"_ba, {}};
        QVERIFY(!dependentServers({a, b, c}, ends));
        QVERIFY(!dependentServers({{}, {}, {}}, ends)); // nothing is known: nothing is refused
        c.runId = "1"_ba;
        QCOMPARE(dependentServers({a, b, c}, ends), (Dependent{0, 2, Dependence::SameServer}));
        c.runId = "3"_ba;
        c.replicationId = "r2"_ba;
        QCOMPARE(dependentServers({a, b, c}, ends), (Dependent{1, 2, Dependence::Replicates}));
        c.replicationId = "r3"_ba;
        a.primary = "b:1"_ba; // not yet in step
        QCOMPARE(dependentServers({a, b, c}, ends), (Dependent{0, 1, Dependence::Replicates}));
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorum)

#include "tst_quorum.moc"
