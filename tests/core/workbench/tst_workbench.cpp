// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/workbench.h"
#include "tests/support/redisprocess.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <algorithm>
#include <array>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestWorkbench : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    redis::DeploymentPool m_pool;
    std::unique_ptr<Workbench> m_bench;
    std::vector<Entry> m_entries;

    HoldRequest request(const QByteArray &kind = "reentrant"_ba) const
    {
        HoldRequest request;
        redis::ConnectionConfig server;
        server.target = m_server.target();
        request.what.servers = {server};
        request.what.names = {LockName("job"_ba)};
        request.what.kind = kind;
        return request;
    }
    Entry entry(int id) const
    {
        for (const Entry &entry : m_entries) {
            if (entry.id == id)
                return entry;
        }
        return {};
    }
    static bool isUncertain(const Entry &entry)
    {
        return entry.standing.kind == lock::Standing::Kind::Uncertain;
    }
    bool becomes(int id, Entry::State state)
    {
        return eventually([&] { return entry(id).id == id && entry(id).state == state; });
    }
    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(run({"FLUSHALL"_ba}).isOk());
        m_entries.clear();
        m_bench = std::make_unique<Workbench>(m_pool);
        connect(m_bench.get(), &Workbench::changed, this,
                [this](const std::vector<Entry> &entries) { m_entries = entries; });
    }
    void cleanup() { m_bench.reset(); }

    // After a failover nobody knows whether the new primary has the hold, until it is read there.
    void aHoldIsUncertainAfterAFailover()
    {
        SentinelSet set;
        QVERIFY(set.start());
        HoldRequest wanted = request();
        wanted.what.servers.front().target = *redis::parseTarget(set.url());
        bool wasUncertain = false;
        const auto noting = connect(m_bench.get(), &Workbench::changed, this, [&] {
            for (const Entry &each : m_entries)
                wasUncertain =
                    wasUncertain || (isUncertain(each) && each.state == Entry::State::Held);
        });
        const int id = m_bench->acquire(wanted);
        QVERIFY(becomes(id, Entry::State::Held));
        QVERIFY(eventually([&] {
            return std::ranges::all_of(set.replicas(), [](const RedisProcess *replica) {
                return replica->command({"EXISTS"_ba, "job"_ba}).integer == 1;
            });
        }));
        const RedisProcess &killed = set.killPrimary();
        QVERIFY(set.awaitPromotion(killed));
        QVERIFY(eventually([&] { return wasUncertain && !isUncertain(entry(id)); }));
        QCOMPARE(entry(id).state, Entry::State::Held);
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
        disconnect(noting);
    }

    void permitsAfterARestart_data()
    {
        QTest::addColumn<bool>("isDurable");
        QTest::newRow("without data: they are lost") << false;
        QTest::newRow("with data: nobody can tell, and they are not given back") << true;
    }
    void permitsAfterARestart()
    {
        QFETCH(const bool, isDurable);
        RedisProcess server({.password = {},
                             .tls = {},
                             .arguments = isDurable ? QStringList{u"--appendonly"_s, u"yes"_s,
                                                                  u"--appendfsync"_s, u"always"_s}
                                                    : QStringList()});
        QVERIFY(server.start());
        HoldRequest wanted = request("semaphore"_ba);
        wanted.what.servers.front().target = server.target();
        wanted.what.initial = 3;
        const int id = m_bench->acquire(wanted);
        QVERIFY(becomes(id, Entry::State::Held));
        server.kill();
        QVERIFY(server.restart());
        if (!isDurable) {
            QVERIFY(becomes(id, Entry::State::Lost));
            QCOMPARE(std::get<lock::Loss>(entry(id).trouble), lock::Loss::ServerChanged);
            QCOMPARE(server.command({"EXISTS"_ba, "job"_ba}).integer, 0);
            return;
        }
        QVERIFY(eventually([&] { return isUncertain(entry(id)); }));
        QCOMPARE(entry(id).state, Entry::State::Held);
        m_bench->reenter(id); // which the new process counts, and gets back
        QVERIFY(eventually([&] { return entry(id).count == 2; }));
        QCOMPARE(server.command({"GET"_ba, "job"_ba}).bytes, "1"_ba);
        m_bench->release(id);
        QVERIFY(eventually([&] { return entry(id).count == 1; }));
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(server.command({"GET"_ba, "job"_ba}).bytes, "2"_ba);
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Lost));
        QCOMPARE(std::get<lock::ReleaseOutcome>(entry(id).trouble).status,
                 lock::ReleaseOutcome::Status::Failed);
        QCOMPARE(server.command({"GET"_ba, "job"_ba}).bytes, "2"_ba);
    }

    // It is neither lost nor released yet.
    void aReleaseThatIsRefusedIsTriedAgain()
    {
        const int id = m_bench->acquire(request());
        QVERIFY(becomes(id, Entry::State::Held));
        run({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, "1"_ba});
        m_bench->release(id);
        const auto waits = [&] {
            const Entry now = entry(id);
            const auto *const told = std::get_if<lock::ReleaseOutcome>(&now.trouble);
            return told && told->triesAgainFor && told->error->code == "NOREPLICAS";
        };
        const bool isRefused = eventually(waits, 30s);
        const auto state = entry(id).state;
        run({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, "0"_ba});
        QVERIFY(isRefused);
        QCOMPARE(state, Entry::State::Releasing);
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
        QVERIFY(eventually([&] { return entry(id).state == Entry::State::Released; }, 40s));
    }

    void takesReentersAndReleases()
    {
        const int id = m_bench->acquire(request());
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(entry(id).count, 1);
        QCOMPARE(entry(id).watchdog, Entry::Watchdog::Running);
        QVERIFY(entry(id).validUntil);
        m_bench->reenter(id);
        QVERIFY(eventually([&] { return entry(id).count == 2; }));
        m_bench->release(id);
        QVERIFY(eventually([&] { return entry(id).count == 1; }));
        QCOMPARE(entry(id).state, Entry::State::Held);
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 0);
        m_bench->forget(id);
        QVERIFY(m_entries.empty());
    }

    // Every kind that one server keeps: taken, entered again where that can be, given back, and
    // lost when somebody takes it away.
    void everyKind_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("isReader");
        for (const QByteArray &kind : lock::kinds()) {
            QTest::newRow(kind.constData()) << kind << false;
            if (optionsOf(kind)->hasModes)
                QTest::newRow(QByteArray(kind + " read").constData()) << kind << true;
        }
    }
    void everyKind()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, isReader);
        auto asked = request(kind);
        asked.what.mode = isReader ? lock::Mode::Read : lock::Mode::Write;
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        QVERIFY(entry(id).validUntil);
        QCOMPARE(entry(id).mode, asked.what.mode);
        QCOMPARE(entry(id).servers, std::vector{m_server.target().label()});
        QCOMPARE(entry(id).votes.size(), 1U);
        QCOMPARE(entry(id).votes.front().kind, lock::Vote::Kind::Granted);
        QCOMPARE(entry(id).fencingToken.has_value(), kind == "fenced");
        m_bench->reenter(id);
        const bool isReentrant = kind != "string" && !kind.startsWith("non-reentrant");
        QVERIFY(eventually(
            [&] { return isReentrant ? entry(id).count == 2 : entry(id).trouble.index() != 0; }));
        QCOMPARE(entry(id).state, Entry::State::Held);
        if (isReentrant)
            m_bench->release(id);
        QVERIFY(eventually([&] { return entry(id).count == 1; }));
        QVERIFY(becomes(id, Entry::State::Held));
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 0);

        const int again = m_bench->acquire(asked);
        QVERIFY(becomes(again, Entry::State::Held));
        QCOMPARE(run({"DEL"_ba, "job"_ba}).integer, 1);
        m_bench->release(again);
        QVERIFY(becomes(again, Entry::State::Lost));
        QVERIFY(entry(again).trouble.index() != 0);
    }

    // The locks of a process go by themselves, however it ends: no key of a hold is without an
    // end. The number of a fencing token has none, and keeps nobody out.
    void aKilledProcessLeavesNothingForEver_F33_data() { everyKind_data(); }
    void aKilledProcessLeavesNothingForEver_F33()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, isReader);
        auto asked = request(kind);
        asked.what.mode = isReader ? lock::Mode::Read : lock::Mode::Write;
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        const Reply keys = run({"KEYS"_ba, "*"_ba});
        QVERIFY(!keys.elements.empty());
        for (const Reply &key : keys.elements) {
            if (key.bytes.contains("token"))
                continue;
            const qint64 left = run({"PTTL"_ba, key.bytes}).integer;
            QVERIFY2(left > 0 && left <= 60'000, key.bytes.constData());
        }
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
    }

    void severalNamesAtOnceOrNone()
    {
        auto both = request("multi"_ba);
        both.what.names = {LockName("one"_ba), LockName("two"_ba)};
        const int id = m_bench->acquire(both);
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(run({"EXISTS"_ba, "one"_ba, "two"_ba}).integer, 2);
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
        QCOMPARE(run({"EXISTS"_ba, "one"_ba, "two"_ba}).integer, 0);
        run({"HSET"_ba, "two"_ba, "other:1"_ba, "1"_ba});
        const int refused = m_bench->acquire(both);
        QVERIFY(becomes(refused, Entry::State::Failed));
        QCOMPARE(run({"EXISTS"_ba, "one"_ba}).integer, 0);
    }

    void permitsAreTakenAndGivenBack()
    {
        auto asked = request("semaphore"_ba);
        asked.what.permits = 2;
        asked.what.initial = 3;
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        QVERIFY2(!entry(id).validUntil, "permits have no expiry");
        QCOMPARE(entry(id).watchdog, Entry::Watchdog::None);
        QCOMPARE(run({"GET"_ba, "job"_ba}).bytes, "1"_ba);
        const int refused = m_bench->acquire(asked);
        QVERIFY(becomes(refused, Entry::State::Failed));
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
        QCOMPARE(run({"GET"_ba, "job"_ba}).bytes, "3"_ba);
    }

    void aLatchIsWaitedForAndCountedDown()
    {
        auto asked = request("count-down-latch"_ba);
        asked.what.initial = 2;
        asked.wait = 1min;
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Waiting));
        QVERIFY(eventually([&] { return run({"GET"_ba, "job"_ba}).bytes == "2"; }));
        m_bench->countDown(id);
        QVERIFY(eventually([&] { return entry(id).count == 1; }));
        QCOMPARE(entry(id).state, Entry::State::Waiting);
        m_bench->countDown(id);
        QVERIFY(becomes(id, Entry::State::Passed));
        QVERIFY(entry(id).isOver());
    }

    void aQuorumOutlivesOneServer_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("redlock") << "redlock"_ba;
        QTest::newRow("red") << "red"_ba;
    }
    void aQuorumOutlivesOneServer()
    {
        QFETCH(const QByteArray, kind);
        std::array<RedisProcess, 3> servers;
        auto asked = request(kind);
        asked.what.servers.clear();
        asked.what.quorum.areServersDurable = true; // they have only just started
        for (RedisProcess &server : servers) {
            QVERIFY(server.start());
            redis::ConnectionConfig config;
            config.target = server.target();
            asked.what.servers.push_back(config);
        }
        asked.wait = 10s; // until they are connected
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(entry(id).servers.size(), 3U);
        QCOMPARE(entry(id).votes.size(), 3U);
        QVERIFY(entry(id).validUntil);

        servers[2].stop();
        asked.what.names = {LockName("second"_ba)};
        const int second = m_bench->acquire(asked);
        QVERIFY(becomes(second, Entry::State::Held));
        const auto granted = [&](int of) {
            const auto votes = entry(of).votes;
            return std::count_if(votes.begin(), votes.end(), [](const lock::Vote &vote) {
                return vote.kind == lock::Vote::Kind::Granted;
            });
        };
        QCOMPARE(granted(second), 2);
        QVERIFY(entry(second).votes[2].kind != lock::Vote::Kind::Granted);
        m_bench->release(second);
        QVERIFY(becomes(second, Entry::State::Released));
        QVERIFY(eventually([&] {
            return servers[0].command({"EXISTS"_ba, "second"_ba}).integer == 0;
        }));

        servers[1].stop();
        asked.wait = 0ms;
        asked.what.names = {LockName("third"_ba)};
        const int third = m_bench->acquire(asked);
        QVERIFY(becomes(third, Entry::State::Failed));
        QVERIFY(entry(third).trouble.index() != 0);
        QVERIFY(eventually([&] {
            return servers[0].command({"EXISTS"_ba, "third"_ba}).integer == 0;
        }));
    }

    void twoReadersShareWhatAWriterIsRefused()
    {
        auto reader = request("read-write"_ba);
        reader.what.mode = lock::Mode::Read;
        const int one = m_bench->acquire(reader);
        const int two = m_bench->acquire(reader);
        QVERIFY(becomes(one, Entry::State::Held));
        QVERIFY(becomes(two, Entry::State::Held));
        const int writer = m_bench->acquire(request("read-write"_ba));
        QVERIFY(becomes(writer, Entry::State::Failed));
        QCOMPARE(entry(writer).votes.size(), 1U);
        QCOMPARE(entry(writer).votes.front().kind, lock::Vote::Kind::HeldByOther);
    }

    void theSameOwnerReenters()
    {
        auto first = request();
        first.owner = OwnerId("tester:1"_ba);
        const int id = m_bench->acquire(first);
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(m_bench->acquire(first), id);
        QVERIFY(eventually([&] { return entry(id).count == 2; }));
    }

    void aStringIsNotReentered()
    {
        const int id = m_bench->acquire(request("string"_ba));
        QVERIFY(becomes(id, Entry::State::Held));
        m_bench->reenter(id);
        QVERIFY(eventually([&] {
            const Trouble trouble = entry(id).trouble;
            const auto *outcome = std::get_if<lock::AcquireOutcome>(&trouble);
            return outcome && outcome->status == lock::AcquireOutcome::Status::Busy;
        }));
        QCOMPARE(entry(id).state, Entry::State::Held);
        QCOMPARE(entry(id).count, 1);
    }

    void aPausedWatchdogLosesTheLock()
    {
        auto shortened = request();
        shortened.watchdogTimeout = 1500ms;
        const int id = m_bench->acquire(shortened);
        QVERIFY(becomes(id, Entry::State::Held));
        const auto first = entry(id).validUntil;
        QVERIFY2(eventually([&] { return entry(id).validUntil > first; }), "renewals are told");
        m_bench->setWatchdog(id, false);
        QCOMPARE(entry(id).watchdog, Entry::Watchdog::Paused);
        QVERIFY(becomes(id, Entry::State::Lost));
        QVERIFY(entry(id).trouble == Trouble(lock::Loss::Expired));
    }

    void aWaitIsTakenBack()
    {
        const int held = m_bench->acquire(request());
        QVERIFY(becomes(held, Entry::State::Held));
        auto patient = request();
        patient.wait = 1min;
        const int waiting = m_bench->acquire(patient);
        QVERIFY(becomes(waiting, Entry::State::Waiting));
        m_bench->release(waiting);
        QVERIFY(becomes(waiting, Entry::State::Released));
        QCOMPARE(entry(held).state, Entry::State::Held);
    }

    void saysWhyItFailed_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("isReadOnly");
        QTest::newRow("busy") << "reentrant"_ba << false;
        QTest::newRow("read-only") << "reentrant"_ba << true;
        QTest::newRow("no such kind") << "faster-multi"_ba << false;
    }
    void saysWhyItFailed()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, isReadOnly);
        run({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        auto refused = request(kind);
        refused.what.servers.front().target.readOnly = isReadOnly;
        const int id = m_bench->acquire(refused);
        QVERIFY(becomes(id, Entry::State::Failed));
        if (isReadOnly || kind != "reentrant")
            QVERIFY(std::holds_alternative<Error>(entry(id).trouble));
        else
            QVERIFY(std::get<lock::AcquireOutcome>(entry(id).trouble).status
                    == lock::AcquireOutcome::Status::Busy);
        QCOMPARE(run({"HLEN"_ba, "job"_ba}).integer, 1);
    }

    // To the script that takes it, such a key is somebody else's lock.
    void aKeyThatIsNoLockIsNobodys_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<std::vector<QByteArray>>("command");
        QTest::addColumn<QString>("says"); // empty: somebody else holds it
        const auto owner = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1"_ba;
        using Command = std::vector<QByteArray>;
        QTest::newRow("a hash") << "reentrant"_ba << Command{"HSET", "job", "color", "red"}
                                << u"the key \"job\" exists but is not a lock: a hash"_s;
        QTest::newRow("a hash for a fair lock")
            << "fair"_ba << Command{"HSET", "job", "color", "red"}
            << u"the key \"job\" exists but is not a lock: a hash"_s;
        QTest::newRow("another kind")
            << "reentrant"_ba << Command{"HSET", "job", "mode", "read", owner, "1"}
            << u"the key \"job\" is a lock of kind read-write, not of kind reentrant"_s;
        QTest::newRow("a queue of another type")
            << "fair"_ba << Command{"SET", "redisson_lock_queue:{job}", "x"}
            << u"its key redisson_lock_queue:{job} has the type string, not list"_s;
        QTest::newRow("a lock") << "reentrant"_ba << Command{"HSET", "job", owner, "1"}
                                << QString();
        QTest::newRow("an owner of its own form")
            << "spin"_ba << Command{"HSET", "job", "me:1", "1"} << QString();
        QTest::newRow("a writer") << "read-write"_ba
                                  << Command{"HSET", "job", "mode", "write", owner + ":write", "1"}
                                  << QString();
    }
    void aKeyThatIsNoLockIsNobodys()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const std::vector<QByteArray>, command);
        QFETCH(const QString, says);
        run(command);
        const int id = m_bench->acquire(request(kind));
        QVERIFY(becomes(id, Entry::State::Failed));
        const Entry failed = entry(id);
        QVERIFY(std::holds_alternative<lock::AcquireOutcome>(failed.trouble));
        const auto outcome = std::get<lock::AcquireOutcome>(failed.trouble);
        using Status = lock::AcquireOutcome::Status;
        QCOMPARE(outcome.status, says.isEmpty() ? Status::Busy : Status::WrongType);
        if (!says.isEmpty())
            QVERIFY2(outcome.error && outcome.error->text.english().contains(says),
                     qPrintable(outcome.error.value_or(Error()).text.english()));
        QCOMPARE(run({"DBSIZE"_ba}).integer, 1); // and nothing was changed
    }

    void aHoldIsMadeToLastLonger_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const QByteArray &kind : lock::kinds())
            QTest::newRow(kind.constData()) << kind;
        QTest::newRow("multi") << "multi"_ba;
    }
    void aHoldIsMadeToLastLonger()
    {
        QFETCH(const QByteArray, kind);
        auto asked = request(kind);
        asked.lease = 20s;
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        m_bench->extend(id, 5min);
        const Instant soonest = SystemClock().now() + 4min;
        QVERIFY(eventually([&] { return entry(id).validUntil > soonest; }));
        QVERIFY(run({"PTTL"_ba, "job"_ba}).integer > 240'000);
        QCOMPARE(entry(id).state, Entry::State::Held);
        QCOMPARE(entry(id).votes.size(), 1U);
        QCOMPARE(entry(id).votes.front().kind, lock::Vote::Kind::Granted);
        QVERIFY(entry(id).trouble.index() == 0);
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
    }

    void permitsAreMadeToLastLonger()
    {
        auto asked = request("permit-expirable-semaphore"_ba);
        asked.what.permits = 2;
        asked.what.initial = 3;
        asked.lease = 20s;
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        m_bench->extend(id, 5min);
        const Instant soonest = SystemClock().now() + 4min;
        QVERIFY(eventually([&] { return entry(id).validUntil > soonest; }));
        QCOMPARE(entry(id).votes.size(), 2U); // one a permit
        m_bench->release(id);
        QVERIFY(becomes(id, Entry::State::Released));
    }

    void whatNeverLapsesCannotLastLonger()
    {
        auto asked = request("semaphore"_ba);
        asked.what.initial = 3;
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        m_bench->extend(id, 5min);
        QVERIFY(eventually(
            [&] { return std::holds_alternative<lock::ExtendOutcome>(entry(id).trouble); }));
        QCOMPARE(entry(id).state, Entry::State::Held);
        QVERIFY(!entry(id).validUntil);
    }

    void whatIsLostDoesNotComeBack()
    {
        const int id = m_bench->acquire(request());
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(run({"DEL"_ba, "job"_ba}).integer, 1);
        run({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        m_bench->extend(id, 5min);
        QVERIFY(becomes(id, Entry::State::Lost));
        QVERIFY(entry(id).trouble == Trouble(lock::Loss::TakenAway));
        QCOMPARE(run({"PTTL"_ba, "job"_ba}).integer, -1);
        m_bench->extend(id, 5min); // of one that is over: nothing
        QCOMPARE(entry(id).state, Entry::State::Lost);
    }

    void aQuorumExtendsByItsMajority()
    {
        std::array<RedisProcess, 3> servers;
        auto asked = request("redlock"_ba);
        asked.what.servers.clear();
        asked.what.quorum.serverTimeout = 1s;
        asked.what.quorum.areServersDurable = true; // they have only just started
        for (RedisProcess &server : servers) {
            QVERIFY(server.start());
            redis::ConnectionConfig config;
            config.target = server.target();
            asked.what.servers.push_back(config);
        }
        asked.wait = 10s; // until they are connected
        asked.lease = 10s;
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        servers[2].stop();
        m_bench->extend(id, 25s);
        const Instant soonest = SystemClock().now() + 20s;
        QVERIFY(eventually([&] { return entry(id).validUntil > soonest; }));
        const auto votes = entry(id).votes;
        QCOMPARE(votes.size(), 3U);
        QCOMPARE(votes[0].kind, lock::Vote::Kind::Granted);
        QVERIFY(votes[0].took > 0us);
        QCOMPARE(votes[1].kind, lock::Vote::Kind::Granted);
        QVERIFY(votes[2].kind != lock::Vote::Kind::Granted);
        servers[1].stop();
        m_bench->extend(id, 29s);
        QVERIFY(eventually([&] {
            const Trouble trouble = entry(id).trouble;
            const auto *outcome = std::get_if<lock::ExtendOutcome>(&trouble);
            return outcome && outcome->status == lock::ExtendOutcome::Status::Failed;
        }));
        QCOMPARE(entry(id).state, Entry::State::Held);
    }

    void theCapEndsRenewing()
    {
        auto capped = request();
        capped.watchdogTimeout = 600ms;
        capped.maxRenewals = 1;
        const int id = m_bench->acquire(capped);
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(entry(id).maxRenewals, std::optional(1));
        QCOMPARE(entry(id).watchdogTimeout, 600ms);
        QVERIFY(becomes(id, Entry::State::Lost));
        QVERIFY(entry(id).trouble == Trouble(lock::Loss::RenewalsSpent));
    }

    void whatTheCallerSaidComesBack()
    {
        auto asked = request();
        asked.owner = OwnerId("tester:1"_ba);
        asked.label = u"night shift"_s;
        asked.places = {7};
        const Instant before = SystemClock().now();
        const int id = m_bench->acquire(asked);
        QVERIFY(becomes(id, Entry::State::Held));
        QCOMPARE(entry(id).label, u"night shift"_s);
        QCOMPARE(entry(id).places, std::vector{7});
        QVERIFY(entry(id).askedAt >= before && entry(id).askedAt <= SystemClock().now());
        asked.label = u"day shift"_s;
        QCOMPARE(m_bench->acquire(asked), id); // once more by the same owner
        QVERIFY(eventually([&] { return entry(id).count == 2; }));
        QCOMPARE(entry(id).label, u"day shift"_s);
        asked.label.clear();
        m_bench->acquire(asked);
        QVERIFY(eventually([&] { return entry(id).count == 3; }));
        QCOMPARE(entry(id).label, u"day shift"_s);
    }

    void releasesEverythingAtTheEnd()
    {
        auto other = request("string"_ba);
        other.what.names = {LockName("other"_ba)};
        const int one = m_bench->acquire(request());
        const int two = m_bench->acquire(other);
        QVERIFY(becomes(one, Entry::State::Held));
        QVERIFY(becomes(two, Entry::State::Held));
        m_bench->reenter(one);
        QVERIFY(eventually([&] { return entry(one).count == 2; }));
        bool isDone = false;
        connect(m_bench.get(), &Workbench::allReleased, this, [&] { isDone = true; });
        m_bench->releaseAll();
        QVERIFY(eventually([&] { return isDone; }));
        QCOMPARE(run({"EXISTS"_ba, "job"_ba, "other"_ba}).integer, 0);
    }
};

LOCKSCOPE_TEST_SUITE(TestWorkbench)
#include "tst_workbench.moc"
