// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/multilock.h"
#include "core/lock/kind/reentrantlock.h"
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/interop/interopfixture.h"
#include "tests/interop/race.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Locks over several servers, between this process and the real Redisson: "red" against its
// RedissonRedLock over three, "multi" against its MultiLock over two of them.
class TestInteropComposed : public QObject
{
    Q_OBJECT

private:
    static constexpr Millis shortWatchdog{6000};

    // One lock at its place, as each side calls it.
    struct Member {
        std::size_t server = 0;
        QByteArray key;
        QByteArray words; // to the peer
    };

    QuorumServers m_servers{3};
    std::unique_ptr<RedissonPeer> m_theirs;
    SystemClock m_clock;
    std::unique_ptr<QuorumProcess> m_quorum;
    std::vector<std::unique_ptr<lock::LockSpace>> m_spaces; // on each server
    QByteArray m_kind;
    QByteArray m_words; // kind and name to the peer
    std::vector<Member> m_members;
    std::unique_ptr<Lock> m_lock;
    OwnerId m_me;

    std::vector<QString> urls()
    {
        return {m_servers[0].url(), m_servers[1].url(), m_servers[2].url()};
    }
    std::unique_ptr<Lock> make()
    {
        if (m_kind == "red")
            return m_quorum->make("red", "job");
        std::vector<std::shared_ptr<Lock>> members;
        for (const Member &member : m_members)
            members.push_back(std::make_shared<lock::ReentrantLock>(*m_spaces[member.server],
                                                                    LockName(member.key)));
        return std::make_unique<lock::MultiLock>(std::move(members), m_clock);
    }
    void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char *kind : {"multi", "red"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    void begin()
    {
        QFETCH(const QByteArray, kind);
        choose(kind);
        m_lock = make();
        m_me = m_lock->newOwner();
    }
    void choose(const QByteArray &kind)
    {
        m_kind = kind;
        m_members = {{0, "job", "reentrant job@0"},
                     {1, "job", "reentrant job@1"},
                     {2, "job", "reentrant job@2"}};
        m_words = " red job";
        if (kind == "multi") {
            m_members = {{0, "one", "reentrant one@0"},
                         {0, "two", "reentrant two@0"},
                         {1, "three", "reentrant three@1"}};
            m_words = " multi one,two,three@1";
        }
    }
    QByteArray tell(const QByteArray &thread, const char *command,
                    const QByteArray &rest = {}) const
    {
        return m_theirs->tell(thread, command + m_words + rest);
    }
    Pending<QByteArray> ask(const QByteArray &thread, const char *command,
                            const QByteArray &rest = {}) const
    {
        return m_theirs->ask(thread, command + m_words + rest);
    }
    static QByteArray lease() { return ' ' + QByteArray::number(Interop::lease.count()); }
    Lease fixedLease() const { return Lease::of(Interop::lease); }

    // The number of subscriptions, over all members.
    qint64 subscriptions()
    {
        qint64 sum = 0;
        for (const Member &member : m_members) {
            const QByteArray channel = "redisson_lock__channel:{" + member.key + '}';
            const Reply reply = m_servers[member.server].command({"PUBSUB", "NUMSUB", channel});
            sum += reply.elements.at(1).integer;
        }
        return sum;
    }
    [[nodiscard]] bool isWaitedForByMoreThan(qint64 subscriptionsBefore)
    {
        return eventually([&] { return subscriptions() > subscriptionsBefore; })
            && m_theirs->isAsleep();
    }
    std::vector<qint64> timesToLive()
    {
        std::vector<qint64> left;
        for (const Member &member : m_members)
            left.push_back(m_servers[member.server].command({"PTTL", member.key}).integer);
        return left;
    }
    bool isFarFromItsEnd()
    {
        const auto left = timesToLive();
        return Millis(*std::min_element(left.begin(), left.end())) > patience + 20s;
    }
    bool isNothingLeft()
    {
        return eventually([&] { return m_servers.keys() == 0; });
    }
    // The count of the holder, as each member has it.
    std::vector<QByteArray> counts()
    {
        std::vector<QByteArray> counts;
        for (const Member &member : m_members) {
            const Reply held = m_servers[member.server].command({"HVALS", member.key});
            counts.push_back(held.elements.size() == 1 ? held.elements.front().bytes
                                                       : QByteArray());
        }
        return counts;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE_REDISSON();
        QVERIFY(m_servers.start());
        m_theirs = std::make_unique<RedissonPeer>(urls());
        QVERIFY(m_theirs->start());
    }
    void init()
    {
        failOnAnyWarning();
        m_servers.commandAll({"FLUSHALL"});
        // The machine is busy, and none of the servers is to count as silent.
        lock::QuorumConfig config = durable();
        config.serverTimeout = 5s;
        config.maxLease = Interop::lease;
        m_quorum = std::make_unique<QuorumProcess>(m_servers.configs(), config);
        for (const auto &deployment : m_quorum->deployments) {
            m_spaces.push_back(std::make_unique<lock::LockSpace>(*deployment, m_clock));
            QVERIFY(await(deployment->whenReady()));
        }
        QVERIFY(eventually([&] { return m_quorum->isComplete(); }));
    }
    void cleanup()
    {
        m_lock.reset();
        m_spaces.clear();
        m_quorum.reset();
    }

    void weExcludeThem_data() { kinds(); }
    void weExcludeThem()
    {
        begin();
        QVERIFY(isHeld(await(m_lock->tryLock(m_me, 0ms, fixedLease()))));
        QCOMPARE(tell("a", "trylock", " 0 -1"), "ok false");
        QCOMPARE(tell("a", "trylock", " 300 -1"), "ok false");
        QCOMPARE(counts(), std::vector<QByteArray>(3, "1"));
        QVERIFY(isFarFromItsEnd());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QCOMPARE(tell("a", "trylock", " 0 -1"), "ok true");
        QCOMPARE(tell("a", "unlock"), "ok");
        QVERIFY(isNothingLeft());
    }

    void theyExcludeUs_data() { kinds(); }
    void theyExcludeUs()
    {
        begin();
        QCOMPARE(tell("a", "lock", lease()), "ok");
        QCOMPARE(await(m_lock->tryLock(m_me))->status, Acquired::Busy);
        QCOMPARE(await(m_lock->tryLock(m_me, 100ms))->status, Acquired::Busy);
        QVERIFY(*await(m_lock->isLocked()));
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::NotHeld);
        QCOMPARE(counts(), std::vector<QByteArray>(3, "1"));
        QCOMPARE(tell("a", "unlock"), "ok");
        QVERIFY(isNothingLeft());
        QVERIFY(isHeld(await(m_lock->tryLock(m_me))));
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(isNothingLeft());
    }

    // One member is enough to keep others out of a multi-lock, and they leave nothing behind.
    void aPartExcludesAMultiLock_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<std::size_t>("part");
        for (std::size_t i = 0; i < 3; ++i)
            QTest::addRow("member %zu", i) << "multi"_ba << i;
    }
    void aPartExcludesAMultiLock()
    {
        begin();
        QFETCH(const std::size_t, part);
        const Member &member = m_members[part];
        lock::ReentrantLock mine(*m_spaces[member.server], LockName(member.key));
        QVERIFY(isHeld(await(mine.tryLock(m_me, 0ms, fixedLease()))));
        QCOMPARE(tell("a", "trylock", " 0 -1"), "ok false");
        auto theirs = ask("a", "lock", lease());
        QVERIFY(isWaitedForByMoreThan(0));
        QVERIFY(await(mine.unlock(m_me)));
        QCOMPARE(*await(std::move(theirs)), "ok");
        QCOMPARE(tell("a", "unlock"), "ok");

        QCOMPARE(m_theirs->tell("a", "lock " + member.words + lease()), "ok");
        QCOMPARE(await(m_lock->tryLock(m_me))->status, Acquired::Busy);
        QVERIFY(eventually([&] { return m_servers.keys() == 1; }));
        auto ours = m_lock->lock(m_me, fixedLease());
        QVERIFY(isWaitedForByMoreThan(0));
        QCOMPARE(m_theirs->tell("a", "unlock " + member.words), "ok");
        QVERIFY(isHeld(await(std::move(ours))));
        QVERIFY(await(m_lock->unlock(m_me)));
        QVERIFY(isNothingLeft());
    }

    void weWakeThem_data() { kinds(); }
    void weWakeThem()
    {
        begin();
        QVERIFY(isHeld(await(m_lock->tryLock(m_me, 0ms, fixedLease()))));
        auto waiting = ask("a", "lock", lease());
        QVERIFY(isWaitedForByMoreThan(0));
        QVERIFY(isFarFromItsEnd());
        QVERIFY(!waiting.isReady());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QCOMPARE(*await(std::move(waiting)), "ok");
        QCOMPARE(await(m_lock->tryLock(m_me))->status, Acquired::Busy);
        QCOMPARE(tell("a", "unlock"), "ok");
        QVERIFY(isNothingLeft());
    }

    void theyWakeUs_data() { kinds(); }
    void theyWakeUs()
    {
        begin();
        QCOMPARE(tell("a", "lock", lease()), "ok");
        auto waiting = m_lock->lock(m_me, fixedLease());
        QVERIFY(isWaitedForByMoreThan(0));
        QVERIFY(isFarFromItsEnd());
        QVERIFY(!waiting.isReady());
        QCOMPARE(tell("a", "unlock"), "ok");
        QVERIFY(isHeld(await(std::move(waiting))));
        QCOMPARE(tell("a", "trylock", " 0 -1"), "ok false");
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(isNothingLeft());
    }

    void weForceUnlockThem_data() { kinds(); }
    void weForceUnlockThem()
    {
        begin();
        QCOMPARE(tell("a", "lock", lease()), "ok");
        auto ours = m_lock->lock(m_me, fixedLease());
        QVERIFY(isWaitedForByMoreThan(0));
        auto theirs = ask("b", "lock", lease());
        QVERIFY(isWaitedForByMoreThan(subscriptions()));
        QVERIFY(isFarFromItsEnd());
        const auto operators = make();
        QVERIFY(*await(operators->forceUnlock()));
        QVERIFY(eventually([&] { return ours.isReady() || theirs.isReady(); }));
        if (theirs.isReady())
            QCOMPARE(tell("b", "unlock"), "ok");
        QVERIFY(isHeld(await(std::move(ours))));
        QVERIFY(await(m_lock->unlock(m_me)));
        QCOMPARE(*await(std::move(theirs)), "ok");
    }

    // Redisson has no such call on the whole: it takes the members away one by one.
    void theyForceUnlockUs_data() { kinds(); }
    void theyForceUnlockUs()
    {
        begin();
        std::optional<Loss> lost;
        m_lock->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        // A loss on a majority is found out at the next renewal.
        QVERIFY(isHeld(await(m_lock->tryLock(m_me, 0ms, Lease::watchdog(shortWatchdog)))));
        // Nobody waits meanwhile: a renewal between two of these finds the loss and gives back the
        // rest, and a new holder would be forced, too.
        for (const Member &member : m_members)
            QVERIFY(m_theirs->tell("c", "force " + member.words).startsWith("ok"));
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::TakenAway);
        QCOMPARE(tell("b", "lock", lease()), "ok");
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::NotHeld);
        QCOMPARE(counts(), std::vector<QByteArray>(3, "1"));
        QCOMPARE(tell("b", "unlock"), "ok");
        QVERIFY(isNothingLeft());
    }

    void countsAgree_data() { kinds(); }
    void countsAgree()
    {
        begin();
        const std::vector<QByteArray> two(3, "2");
        QCOMPARE(tell("a", "lock", lease()), "ok");
        QCOMPARE(tell("a", "lock", lease()), "ok");
        QCOMPARE(counts(), two);
        for (const Member &member : m_members)
            QCOMPARE(m_theirs->tell("a", "count " + member.words), "ok 2");
        QCOMPARE(tell("a", "unlock"), "ok");
        QCOMPARE(await(m_lock->tryLock(m_me))->status, Acquired::Busy);
        QCOMPARE(tell("a", "unlock"), "ok");
        QVERIFY(isNothingLeft());

        QCOMPARE(await(m_lock->tryLock(m_me, 0ms, fixedLease()))->count, 1);
        QCOMPARE(await(m_lock->tryLock(m_me, 0ms, fixedLease()))->count, 2);
        QVERIFY(eventually([&] { return counts() == two; }));
        QCOMPARE(*await(m_lock->holdCount(m_me)), 2);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::StillHeld);
        QCOMPARE(tell("a", "trylock", " 0 -1"), "ok false");
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(isNothingLeft());
    }

    // First we for longer than the watchdog's time, then they until their process dies.
    void weRenewAndTheirDeathIsSurvived_data() { kinds(); }
    void weRenewAndTheirDeathIsSurvived()
    {
        begin();
        RedissonPeer mortal(urls(), shortWatchdog);
        QVERIFY(mortal.start());
        auto last = timesToLive();
        std::vector<int> renewals(3, 0);
        const auto isRenewed = [&] {
            const auto left = timesToLive();
            for (std::size_t i = 0; i < left.size(); ++i)
                renewals[i] += left[i] > last[i] + 500 ? 1 : 0;
            last = left;
            return *std::min_element(renewals.begin(), renewals.end()) >= 4;
        };
        QVERIFY(isHeld(await(m_lock->tryLock(m_me, 0ms, Lease::watchdog(shortWatchdog)))));
        last = timesToLive();
        QVERIFY(eventually(isRenewed, 40s));
        QVERIFY(m_lock->validityLeft(m_me));
        auto theirs = mortal.ask("a", "lock" + m_words + " -1");
        QVERIFY(isWaitedForByMoreThan(0));
        QVERIFY(await(m_lock->unlock(m_me)));
        QCOMPARE(*await(std::move(theirs)), "ok");

        auto ours = m_lock->lock(m_me, fixedLease());
        QVERIFY(isWaitedForByMoreThan(0));
        QVERIFY(!ours.isReady());
        mortal.kill();
        QVERIFY(isHeld(await(std::move(ours))));
    }

    // Both kinds side by side, twenty threads of each runtime at each. A multi-lock of ours asks in
    // another order than theirs: no deadlock either.
    void race()
    {
        struct Contest {
            QByteArray name;
            QString file;
            Pending<QByteArray> theirs;
            std::unique_ptr<Racers> ours;
        };
        constexpr int contenders = 20;
        const QTemporaryDir folder;
        const Millis time = RedissonPeer::isNew() ? 60s : 5s;
        std::vector<Contest> contests;
        for (const QByteArray kind : {"multi", "red"}) {
            choose(kind);
            std::reverse(m_members.begin(), m_members.end());
            Contest &contest = contests.emplace_back();
            contest.name = m_words.trimmed().split(' ').at(1);
            contest.file = folder.filePath(QString::fromLatin1(kind));
            contest.theirs =
                m_theirs->ask("race-" + kind,
                              "race" + m_words + ' ' + QByteArray::number(contenders) + ' '
                                  + QByteArray::number(time.count()) + ' ' + contest.file.toUtf8());
            contest.ours = std::make_unique<Racers>(
                *m_quorum->deployments[0], kind, contest.name,
                [&](const QByteArray &) { return make(); }, contenders, time);
        }
        const auto isOver = [](const Contest &contest) {
            return contest.ours->isOver() && contest.theirs.isReady();
        };
        QVERIFY(eventually([&] { return std::all_of(contests.begin(), contests.end(), isOver); },
                           time + 60s));
        for (Contest &contest : contests) {
            const QByteArray answer = *contest.theirs.take();
            QCOMPARE(contest.ours->problems(), QStringList());
            QVERIFY2(answer.startsWith("ok "), answer.constData());
            auto turns = turnsFrom(contest.file);
            const auto &others = contest.ours->turns();
            qInfo("%s: %zu turns here, %zu there", contest.name.constData(), others.size(),
                  turns.size());
            QVERIFY(!turns.empty());
            QVERIFY(!others.empty());
            turns.insert(turns.end(), others.begin(), others.end());
            const QString violation = violationIn(turns);
            QVERIFY2(violation.isEmpty(), qPrintable(violation));
            const Reply witness = m_servers[0].command({"GET", contest.name + ":witness"});
            QCOMPARE(witness.bytes.toLongLong(),
                     contest.ours->written() + answer.mid(3).toLongLong());
        }
    }
};

LOCKSCOPE_TEST_SUITE(TestInteropComposed)
#include "tst_interopcomposed.moc"
