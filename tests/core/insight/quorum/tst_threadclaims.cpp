// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/quorum/quorumverdict.h"
#include "core/insight/quorum/threadclaims.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace std::chrono_literals;

namespace {

const Instant now = Instant(1h);

// The owner of that thread in the client of that number.
OwnerId owner(int client, int thread = 42)
{
    return OwnerId(QByteArray::number(10'000'000 + client)
                   + "-5d1e-4b7a-9c0d-8e6f1a2b3c4d:" + QByteArray::number(thread));
}

QuorumReading held(const OwnerId &who, Millis ttl = 30s)
{
    QuorumReading reading;
    reading.what = QuorumReading::What::Lock;
    reading.form = QuorumForm::Hash;
    reading.holds = {{who, now + ttl}};
    return reading;
}

QuorumReading nothing()
{
    QuorumReading reading;
    reading.what = QuorumReading::What::Nothing;
    return reading;
}

ThreadHold hold(int server, const OwnerId &who, Millis ttl)
{
    return {server, who, now + ttl, {}, false};
}

} // namespace

// Redisson's red lock has as many owners as servers.
class TestThreadClaims : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneThreadOfThreeClientsHoldsIt()
    {
        const auto finding = judge({held(owner(1)), held(owner(2), 29'900ms), held(owner(3))}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::Held);
        QCOMPARE(finding.votes, std::size_t(3));
        QCOMPARE(finding.owners, std::size_t(1));
        QVERIFY(finding.inferred);
        QVERIFY(finding.owner == owner(1));
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(finding.agrees(i), std::optional(true));
            QVERIFY(finding.seats[i].hold->owner == owner(int(i) + 1));
        }
        QCOMPARE(*finding.validity(now), Millis(30'000 - 302));
    }

    void itsLossesAreCounted()
    {
        auto finding = judge({held(owner(1)), nothing(), held(owner(3))}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::AtRisk);
        QVERIFY(finding.bare && finding.inferred);
        finding = judge({held(owner(1)), nothing(), held(owner(3)), nothing(), nothing()}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::Residue); // and not split
        finding = judge({held(owner(1)), nothing(), nothing()}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::Residue);
        QVERIFY(!finding.inferred); // one owner is itself
    }

    void threadsOfOtherNumbersAreOthers()
    {
        const auto finding =
            judge({held(owner(1, 42)), held(owner(2, 42)), held(owner(3, 43))}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::AtRisk);
        QCOMPARE(finding.agrees(2), std::optional(false));
        QCOMPARE(judge({held(owner(1, 1)), held(owner(2, 2)), held(owner(3, 3))}, now).verdict,
                 QuorumVerdict::Split);
    }

    // A lock that was left behind, and the one who came after, of the same number.
    void whatLapsesAtAnotherTimeIsAnothers()
    {
        const auto finding =
            judge({held(owner(1), 30s), held(owner(2), 30s), held(owner(3), 12s)}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::AtRisk);
        QCOMPARE(finding.votes, std::size_t(2));
        QCOMPARE(finding.seats[2].stance, Stance::OtherOwner);
        QCOMPARE(judge({held(owner(1), 30s), held(owner(2), 18s), held(owner(3), 5s)}, now).verdict,
                 QuorumVerdict::Split);
    }

    // Each client renews in its own rhythm: within a third of the lease of each other.
    void watchdogsRenewOneByOne()
    {
        QCOMPARE(judge({held(owner(1), 30s), held(owner(2), 25s), held(owner(3), 20'100ms)}, now)
                     .verdict,
                 QuorumVerdict::Held);
        // A longer lease than the usual one.
        QCOMPARE(judge({held(owner(1), 90s), held(owner(2), 70s), held(owner(3), 61s)}, now).votes,
                 std::size_t(3));
        // A known lease has a known third.
        std::vector<QuorumReading> known{held(owner(1), 3s), held(owner(2), 2s),
                                         held(owner(3), 200ms)};
        QCOMPARE(judge(known, now).votes, std::size_t(3));
        for (auto &reading : known)
            reading.holds.front().lease = 3s;
        QCOMPARE(judge(known, now).votes, std::size_t(2));
    }

    void whatNobodyRenewsLapsesTogether()
    {
        std::vector<QuorumReading> fixed{held(owner(1), 60s), held(owner(2), 55s)};
        for (auto &reading : fixed) {
            reading.holds.front().lease = 60s;
            reading.holds.front().isFixed = true;
        }
        QCOMPARE(judge(fixed, now).verdict, QuorumVerdict::Split);
        fixed[1].holds.front().deadline = now + 59s;
        QCOMPARE(judge(fixed, now).verdict, QuorumVerdict::Held);
    }

    // Ours, or one client that has several servers.
    void oneOwnerOnSeveralServersNeedsNoInference()
    {
        auto finding = judge({held(owner(1)), held(owner(1)), held(owner(2))}, now);
        QCOMPARE(finding.votes, std::size_t(2));
        QVERIFY(!finding.inferred);
        QCOMPARE(finding.agrees(2), std::optional(false));
        finding = judge({held(owner(1)), held(owner(1)), held(owner(2)), held(owner(3))}, now);
        QCOMPARE(finding.verdict, QuorumVerdict::Split);
    }

    void twoOfOneNumberOnAServerCannotBeTold()
    {
        auto both = held(owner(1));
        both.holds.push_back({owner(4), now + 30s});
        QCOMPARE(judge({both, held(owner(2)), held(owner(3))}, now).votes, std::size_t(2));
    }

    // Readers of one lock, each a thread of N clients.
    void readersAreToldApart()
    {
        std::vector<QuorumReading> all;
        for (int client = 1; client <= 3; ++client) {
            all.push_back(held(owner(client, 42)));
            all.back().holds.push_back({owner(client, 43), now + 30s});
            all.back().holds.push_back({owner(client, 42), now + 30s});
        }
        const auto finding = judge(all, now);
        QCOMPARE(finding.verdict, QuorumVerdict::Held);
        QCOMPARE(finding.owners, std::size_t(2));
        QCOMPARE(finding.votes, std::size_t(3));
    }

    void tokensAndOtherFormsAreNotThreads()
    {
        QCOMPARE(
            claimsOfThreads({hold(0, OwnerId("a:42"), 30s), hold(1, OwnerId("b:42"), 30s)}, now)
                .size(),
            std::size_t(0));
        QuorumReading one = held(owner(1));
        QuorumReading two = held(owner(2));
        one.form = two.form = QuorumForm::String;
        QCOMPARE(judge({one, two}, now).verdict, QuorumVerdict::Split);
        one = held(owner(1));
        two = held(owner(2));
        one.holds.front().deadline = two.holds.front().deadline = std::nullopt;
        QCOMPARE(judge({one, two}, now).verdict, QuorumVerdict::Split); // no watchdog's
    }

    // If only the remaining time of a lease is known, its third shrinks, which is reported.
    void tellsWhenTimeEndsTheInference()
    {
        const std::vector<QuorumReading> readings{held(owner(1), 90s), held(owner(2), 62s),
                                                  nothing()};
        const auto finding = judge(readings, now);
        QCOMPARE(finding.votes, std::size_t(2));
        QVERIFY(finding.changesAt.has_value());
        QVERIFY(*finding.changesAt < now + 60s);
        QCOMPARE(judge(readings, *finding.changesAt - 2ms).votes, std::size_t(2));
        QCOMPARE(judge(readings, *finding.changesAt + 4ms).votes, std::size_t(1));
    }

    void theMostThatAgreeAreTaken()
    {
        const auto claims =
            claimsOfThreads({hold(0, owner(1), 60s), hold(1, owner(2), 5s), hold(2, owner(3), 61s),
                             hold(3, owner(4), 6s), hold(4, owner(5), 62s)},
                            now);
        QCOMPARE(claims.size(), std::size_t(2));
        QCOMPARE(claims[0].holds.size(), std::size_t(3));
        QCOMPARE(claims[0].holds[1].server, 2);
        QCOMPARE(claims[1].holds.size(), std::size_t(2));
    }
};

LOCKSCOPE_TEST_SUITE(TestThreadClaims)
#include "tst_threadclaims.moc"
