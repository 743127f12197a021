// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/insight/quorum/quorumlocks.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>
#include <QTest>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::vector<ProposedGroup> proposed(const std::vector<LockRecord> &locks,
                                    std::map<ServerId, ServerRecord> servers = {})
{
    std::vector<LockPointer> all;
    for (const LockRecord &lock : locks) {
        all.push_back(shared(lock));
        servers.try_emplace(lock.serverId, serverRecord(lock.serverId.number));
    }
    return proposeGroups(all, servers, start);
}

// The owner of that thread in the client of that number.
QByteArray threadOf(int client, int thread)
{
    return QByteArray::number(10'000'000 + client)
        + "-5d1e-4b7a-9c0d-8e6f1a2b3c4d:" + QByteArray::number(thread);
}

} // namespace

class TestQuorumBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsAreMatchedByLabel()
    {
        const std::map<DeploymentId, QString> watched{
            {{0}, u"redis://a:1"_s}, {{1}, u"redis://b:1"_s}, {{2}, u"redis://c:1"_s}};
        const auto groups = matchGroups({{u"one"_s, {u"redis://c:1"_s, u"redis://x:1"_s}},
                                         {u"elsewhere"_s, {u"redis://x:1"_s, u"redis://y:1"_s}},
                                         {u"two"_s, {u"redis://a:1"_s, u"redis://b:1"_s}}},
                                        watched);
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].members.name, u"one"_s);
        QCOMPARE(groups[0].servers,
                 (std::vector<std::optional<DeploymentId>>{DeploymentId{2}, std::nullopt}));
        QCOMPARE(groups[1].servers,
                 (std::vector<std::optional<DeploymentId>>{DeploymentId{0}, DeploymentId{1}}));
    }

    void aLockOnAllIsHeld()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i) {
            book.note(serverRecord(i));
            book.note({i, LockName("job")}, shared(lockOn(i, "job", "token-of-a")));
        }
        QCOMPARE(book.nextAt(), std::optional(Instant())); // at once
        const auto changes = book.take(start);
        QCOMPARE(changes.size(), std::size_t(1));
        QVERIFY(changes[0].record.has_value());
        QCOMPARE(changes[0].record->group, u"group"_s);
        QCOMPARE(changes[0].record->finding.votes, std::size_t(3));
        QCOMPARE(verdictOf(book, "job"), "held"_ba);
        QVERIFY(book.take(start).empty()); // nothing new
    }

    void followsChanges()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i)
            book.note(serverRecord(i));
        const LockName job("job");
        book.note({0, job}, shared(lockOn(0, "job", "token-of-a")));
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "none"_ba); // an ordinary lock, for all that is known
        book.note({1, job}, shared(lockOn(1, "job", "token-of-a")));
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "at-risk"_ba); // 2 of 3
        book.note({2, job}, shared(lockOn(2, "job", "token-of-b")));
        book.note({1, job}, shared(lockOn(1, "job", "token-of-c")));
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "split"_ba);
        book.note(serverRecord(2, ServerState::Down));
        book.note(serverRecord(1, ServerState::Down));
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "at-risk"_ba); // nobody knows
        for (int i = 0; i < 3; ++i)
            book.note({i, job}, nullptr);
        const auto changes = book.take(start);
        QCOMPARE(changes.size(), std::size_t(1));
        QVERIFY(!changes[0].record.has_value());
        QCOMPARE(book.size(), std::size_t(0));
        QCOMPARE(book.nextAt(), std::nullopt);
    }

    // A record tells an outage with the locks that were there before, to a book that judged none.
    void aLostLockIsUnknownWhetherItWasJudgedBeforeOrNot()
    {
        const LockName job("job");
        QuorumBook live(oneGroup(3));
        QuorumBook past(oneGroup(3));
        const auto tellLocks = [&job](QuorumBook &book) {
            for (int i = 0; i < 3; ++i)
                book.note({i, job}, shared(lockOn(i, "job", "token-" + QByteArray::number(i))));
            // An ordinary lock of one server.
            book.note({0, LockName("alone")}, shared(lockOn(0, "alone", "token-of-a")));
        };
        for (int i = 0; i < 3; ++i)
            live.note(serverRecord(i));
        tellLocks(live);
        live.take(start);
        QCOMPARE(verdictOf(live, "job"), "split"_ba);
        for (QuorumBook *book : {&live, &past}) {
            for (int i = 0; i < 3; ++i)
                book->note(serverRecord(i, ServerState::Down));
        }
        tellLocks(past);
        live.take(start + 1s);
        past.take(start + 1s);
        QVERIFY(past.find({0, job}).has_value());
        QVERIFY(past.find({0, job})->finding.verdict == QuorumVerdict::Unknown);
        QVERIFY(past.find({0, job}) == live.find({0, job}));
        QCOMPARE(verdictOf(past, "alone"), "none"_ba);
        QCOMPARE(verdictOf(live, "alone"), "none"_ba);
    }

    void timeAloneChangesIt()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i) {
            book.note(serverRecord(i));
            book.note({i, LockName("job")},
                      shared(lockOn(i, "job", "token-of-a", Millis(10'000 + i))));
        }
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "held"_ba);
        QByteArrayList verdicts;
        for (int i = 0; i < 20 && book.nextAt(); ++i) {
            const Instant at = *book.nextAt();
            QVERIFY(at > start);
            for (const auto &change : book.take(at)) {
                const QByteArray verdict = insight::name(change.record->finding.verdict);
                if (verdicts.isEmpty() || verdicts.last() != verdict)
                    verdicts.append(verdict);
            }
        }
        // Without a known lease the drift shrinks with the remaining time: still held at the first
        // look.
        QCOMPARE(verdicts.join(' '), "held at-risk residue free"_ba);
    }

    void aSemaphoreIsNoVoteButInTheWay()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i)
            book.note(serverRecord(i));
        LockRecord semaphore = lockOn(0, "job", "", 30s);
        semaphore.kind = "semaphore";
        semaphore.library = "redisson";
        semaphore.holds.clear();
        book.note({0, LockName("job")}, shared(semaphore));
        QVERIFY(book.take(start).empty()); // no lock of the group at all
        book.note({1, LockName("job")}, shared(lockOn(1, "job", "token-of-a")));
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "blocked"_ba);
        QCOMPARE(book.find({0, LockName("job")})->finding.seats[0].stance, Stance::Foreign);
    }

    void clocksAreFollowedBeyondTheirUncertainty()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i) {
            auto server = serverRecord(i);
            server.clock = ClockOffset{0ms, 2ms};
            book.note(server);
            book.note({i, LockName("job")}, shared(lockOn(i, "job", "token-of-a")));
        }
        book.take(start);
        auto server = serverRecord(1);
        server.latency = std::chrono::microseconds(77);
        server.clock = ClockOffset{3ms, 2ms};
        book.note(server);
        QVERIFY(book.take(start).empty());
        server.clock = ClockOffset{-5000ms, 2ms};
        book.note(server);
        QCOMPARE(book.take(start).size(), std::size_t(1));
        QCOMPARE(book.find({0, LockName("job")})->finding.seats[1].lag, Millis(5000));
    }

    void oneServerMayBeInSeveralGroups()
    {
        std::map<DeploymentId, QString> labels;
        for (int i = 0; i < 4; ++i)
            labels[{i}] = serverRecord(i).label;
        QuorumBook book(matchGroups({{u"left"_s, {labels[{0}], labels[{1}], labels[{2}]}},
                                     {u"right"_s, {labels[{3}], labels[{2}]}}},
                                    labels));
        for (int i = 0; i < 4; ++i)
            book.note(serverRecord(i));
        book.note({2, LockName("job")}, shared(lockOn(2, "job", "token-of-a")));
        book.note({3, LockName("job")}, shared(lockOn(3, "job", "token-of-a")));
        book.take(start);
        QCOMPARE(verdictOf(book, "job", 0), "none"_ba);
        QCOMPARE(verdictOf(book, "job", 1), "held"_ba);
    }

    void withoutGroupsItKeepsNothing()
    {
        QuorumBook book({});
        book.note(serverRecord(0));
        book.note({0, LockName("job")}, shared(lockOn(0, "job", "token-of-a")));
        QVERIFY(book.take(start).empty());
        QCOMPARE(book.size(), std::size_t(0));
    }

    // After any sequence of news the book says what a fresh judgement of everything says.
    void equalsAFreshJudgement()
    {
        QRandomGenerator random(7);
        QuorumBook book(oneGroup(5));
        std::map<LockId, LockRecord> locks;
        std::map<ServerId, ServerRecord> servers;
        Instant now = start;
        std::map<int, bool> wasPlausible;
        for (int step = 0; step < 4000; ++step) {
            const int server = random.bounded(5);
            const LockId id{server, LockName(QByteArray::number(random.bounded(3)))};
            if (random.bounded(5) == 0) {
                servers[{server}] = serverRecord(
                    server, random.bounded(3) == 0 ? ServerState::Down : ServerState::Up);
                book.note(servers[{server}]);
            } else if (random.bounded(3) == 0) {
                locks.erase(id);
                book.note(id, nullptr);
            } else {
                const QByteArray owner = "owner-" + QByteArray::number(random.bounded(2));
                const char *const type = random.bounded(6) == 0 ? "hash" : "string";
                locks[id] = lockOn(
                    server, id.name.bytes.constData(), owner,
                    std::chrono::ceil<Millis>(now - start) + Millis(random.bounded(1, 900)), type);
                book.note(id, shared(locks[id]));
            }
            now += Millis(random.bounded(40));
            book.take(now);
            for (int name = 0; name < 3; ++name) {
                const LockName lock(QByteArray::number(name));
                std::vector<QuorumReading> readings;
                bool isThere = false;
                std::vector<bool> had;
                for (int i = 0; i < 5; ++i) {
                    const auto record = servers.find({i});
                    const auto known = locks.find({i, lock});
                    isThere |= known != locks.end();
                    had.push_back(known != locks.end());
                    readings.push_back(
                        readingOf(record == servers.end() ? nullptr : &record->second, lock,
                                  known == locks.end() ? nullptr : &known->second));
                }
                const auto fresh = judge(readings, now);
                bool &was = wasPlausible[name];
                was = isThere && (was || isPlausible(readings, had, fresh));
                const auto record = book.find({0, lock});
                QCOMPARE(record.has_value(), was);
                if (!record)
                    continue;
                QCOMPARE(record->finding.verdict, fresh.verdict);
                QCOMPARE(record->finding.votes, fresh.votes);
                QVERIFY(record->finding.owner == fresh.owner);
            }
        }
    }

    void proposesWhoSharesATokenUnderAName()
    {
        const auto groups = proposed({
            lockOn(0, "job", "a-long-token"),
            lockOn(2, "job", "a-long-token"),
            lockOn(4, "job", "a-long-token"),
            lockOn(1, "job", "another-token"),
            lockOn(2, "other", "third-token"),
            lockOn(3, "other", "third-token"),
            lockOn(7, "far", "a-long-token"),
            lockOn(8, "far", "a-long-token"),
        });
        QCOMPARE(groups.size(), std::size_t(2));
        QCOMPARE(groups[0].servers,
                 (std::vector<DeploymentId>{{0}, {2}, {3}, {4}})); // two locks link them
        QCOMPARE(groups[0].names, (std::vector<LockName>{LockName("job"), LockName("other")}));
        QVERIFY(!groups[0].inferred);
        QCOMPARE(groups[1].servers, (std::vector<DeploymentId>{{7}, {8}}));
    }

    void proposesNothingWithoutProof()
    {
        // A value that everybody writes, the same name alone, the same token elsewhere.
        QVERIFY(proposed({lockOn(0, "job", "locked"), lockOn(1, "job", "locked")}).empty());
        QVERIFY(proposed({lockOn(0, "job", "token-one"), lockOn(1, "job", "token-two")}).empty());
        QVERIFY(proposed({lockOn(0, "a", "same-token"), lockOn(1, "b", "same-token")}).empty());
        QVERIFY(proposed({lockOn(0, "a", "same-token"), lockOn(1, "a", "same-token", 30s, "hash")})
                    .empty());
        QVERIFY(proposed({}).empty());
        // Permits have no owners.
        LockRecord permit = lockOn(0, "job", "a-long-token", 30s, "hash");
        permit.kind = "permit-expirable-semaphore";
        LockRecord other = permit;
        other.id.deployment = {1};
        other.serverId = {1};
        QVERIFY(proposed({permit, other}).empty());
    }

    void proposesNoServerTwice()
    {
        std::map<ServerId, ServerRecord> servers;
        for (int i = 0; i < 3; ++i)
            servers[{i}] = serverRecord(i);
        servers[{0}].runId = servers[{1}].runId = "the same process";
        const LockRecord first = lockOn(0, "job", "a-long-token");
        const LockRecord second = lockOn(1, "job", "a-long-token");
        QVERIFY(proposed({first, second}, servers).empty());
        const auto groups = proposed({first, second, lockOn(2, "job", "a-long-token")}, servers);
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(groups[0].servers, (std::vector<DeploymentId>{{0}, {2}}));
        servers[{1}].runId = "another";
        servers[{0}].replicationId = servers[{1}].replicationId = "primary and replica";
        QVERIFY(proposed({first, second}, servers).empty());
    }

    // Redisson's red lock: three clients. Two may be one application's that runs twice.
    void proposesTheSameThreadOnThree()
    {
        std::vector<LockRecord> locks;
        for (int i = 0; i < 3; ++i)
            locks.push_back(lockOn(i, "job", threadOf(i, 42), 30s, "hash"));
        const auto groups = proposed(locks);
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(groups[0].servers, (std::vector<DeploymentId>{{0}, {1}, {2}}));
        QVERIFY(groups[0].inferred);
        locks.pop_back();
        QVERIFY(proposed(locks).empty());
        locks.push_back(lockOn(2, "job", threadOf(2, 43), 30s, "hash"));
        QVERIFY(proposed(locks).empty());
    }

    void aServerByTwoNamesHasOneVote()
    {
        QuorumBook book(oneGroup(3));
        book.trust(LockName("job"));
        for (int i = 0; i < 3; ++i) {
            auto server = serverRecord(i);
            server.runId = i < 2 ? "the same process" : "another";
            book.note(server);
        }
        book.note({0, LockName("job")}, shared(lockOn(0, "job", "token-of-a")));
        book.note({1, LockName("job")}, shared(lockOn(1, "job", "token-of-a")));
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "residue"_ba); // 1 of 2
        auto finding = book.find({0, LockName("job")})->finding;
        QCOMPARE(finding.votes, std::size_t(1));
        QCOMPARE(finding.total, std::size_t(2));
        QCOMPARE(finding.needed, std::size_t(2));
        QCOMPARE(finding.seats[1].stance, Stance::Dependent);
        QCOMPARE(finding.agrees(1), std::nullopt);
        QVERIFY(book.find({0, LockName("job")})
                    ->servers[1]
                    .detail.english()
                    .contains(serverRecord(0).label));
        auto replica = serverRecord(1);
        replica.runId = "a third";
        book.note(replica);
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "at-risk"_ba); // 2 of 3: it is another one, after all
        replica.replicationId = "data";
        auto primary = serverRecord(2);
        primary.replicationId = "data";
        book.note(replica);
        book.note(primary);
        book.take(start);
        QCOMPARE(verdictOf(book, "job"), "held"_ba); // 2 of 2
        QCOMPARE(book.find({0, LockName("job")})->finding.seats[2].stance, Stance::Dependent);
    }

    // A key that may not be read says nothing of the others.
    void oneRefusedNameIsSilentAlone()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i) {
            book.note(serverRecord(i));
            for (const char *name : {"job", "secret"})
                book.note({i, LockName(name)}, i == 0 ? nullptr : shared(lockOn(i, name, "token")));
        }
        auto server = serverRecord(0);
        Unreadable unreadable;
        QVERIFY(unreadable.add(LockName("secret")) && !unreadable.add(LockName("secret")));
        server.unreadable = unreadable.told();
        server.keyRefusal = Error{ErrorKind::Permission, "NOPERM", u"not this key"_s, {}};
        book.note(server);
        book.take(start);
        QCOMPARE(book.find({0, LockName("job")})->finding.seats[0].stance, Stance::Missing);
        QCOMPARE(book.find({0, LockName("secret")})->finding.seats[0].stance, Stance::Silent);
        QCOMPARE(book.find({0, LockName("secret")})->servers[0].detail.english(),
                 u"not this key"_s);
        QVERIFY(unreadable.remove(LockName("secret")));
        server.unreadable = unreadable.told();
        QVERIFY(!server.unreadable);
        book.note(server);
        book.take(start);
        QCOMPARE(book.find({0, LockName("secret")})->finding.seats[0].stance, Stance::Missing);
        // Of very many it is not known which.
        for (int i = 0; i < 2000; ++i)
            unreadable.add(LockName(QByteArray::number(i)));
        QVERIFY(unreadable.told()->mayHave(LockName("job")));
        QVERIFY(unreadable.told()->names.size() < 2000);
        server.unreadable = unreadable.told();
        book.note(server);
        book.take(start);
        QCOMPARE(book.find({0, LockName("job")})->finding.seats[0].stance, Stance::Silent);
    }

    // The owner and the type of the keys make no difference; a copy of a key is none.
    void keysOnSeveralServersAreTold()
    {
        QuorumBook book(oneGroup(3));
        for (int i = 0; i < 3; ++i)
            book.note(serverRecord(i));
        const auto isOn = [&] {
            book.take(start);
            const auto record = book.find({0, LockName("job")});
            return record && isOnSeveral(record->servers);
        };
        const auto put = [&](int server, const QByteArray &owner, const char *type) {
            book.note({server, LockName("job")}, shared(lockOn(server, "job", owner, 30s, type)));
        };
        put(0, "token-of-a", "string");
        QVERIFY(!isOn());
        put(2, "token-of-b", "string");
        QVERIFY(isOn());
        book.note({2, LockName("job")}, nullptr);
        QVERIFY(!isOn());
        put(1, "token-of-b", "list");
        QVERIFY(isOn());
        auto copy = serverRecord(1);
        copy.runId = "same";
        auto first = serverRecord(0);
        first.runId = "same";
        book.note(first);
        book.note(copy);
        QVERIFY(!isOn());
    }

    void latenciesAreTheNewest()
    {
        QuorumBook book(oneGroup(1));
        book.trust(LockName("job"));
        auto server = serverRecord(0);
        server.latency = std::chrono::microseconds(100);
        book.note(server);
        book.note({0, LockName("job")}, shared(lockOn(0, "job", "token-of-a")));
        const auto changes = book.take(start);
        QCOMPARE(changes[0].record->servers[0].latency->count(), 100);
        server.latency = std::chrono::microseconds(700);
        book.note(server);
        QVERIFY(book.take(start).empty()); // no news
        QCOMPARE(book.find({0, LockName("job")})->servers[0].latency->count(), 700);
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorumBook)
#include "tst_quorumbook.moc"
