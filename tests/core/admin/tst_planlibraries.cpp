// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/core/admin/librarycases.h"
#include "tests/support/testmain.h"

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::Action;
using admin::ActionType;
using admin::Effect;
using admin::Outcome;
using format::Mode;
using redis::Arguments;
using Status = Outcome::Status;

namespace {

QString text(const Commands &commands)
{
    QByteArrayList lines;
    for (const Arguments &command : commands)
        lines.append(QByteArrayList(command.begin(), command.end()).join(' '));
    return visible(lines.join('\n'));
}

// The same commands; a time that was put off has become a little less meanwhile.
bool isSame(const Commands &ran, Commands planned)
{
    if (ran.size() != planned.size())
        return false;
    for (std::size_t i = 0; i < ran.size(); ++i) {
        const bool isTime = ran[i].front() == "PEXPIRE" && ran[i].size() == 3;
        const qint64 less = isTime ? planned[i][2].toLongLong() - ran[i][2].toLongLong() : 0;
        if (less >= 0 && less < 60'000 && isTime)
            planned[i][2] = ran[i][2];
    }
    return ran == planned;
}

} // namespace

// Other libraries' locks on a real server, as they write them.
class TestPlanLibraries : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;

    void rows()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const LibraryCase &row : libraryCases())
            QTest::newRow(row.name.constData()) << index++;
    }
    LibraryCase current() const
    {
        QFETCH(int, index);
        return libraryCases()[static_cast<std::size_t>(index)];
    }
    void write(const Commands &commands)
    {
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        for (const Arguments &command : commands)
            QVERIFY2(!m_server.command(command).isError(), command.front().constData());
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"CONFIG", "SET", "maxmemory", "0"}).isOk());
    }

    // With no word of the user: from the scan to the record, and until it is gone.
    void theWatchFindsIt_data()
    {
        QTest::addColumn<int>("index");
        std::set<QByteArray> locks;
        int index = 0;
        for (const LibraryCase &row : libraryCases()) {
            if (locks.insert(row.lock).second)
                QTest::newRow(row.lock.constData()) << index;
            ++index;
        }
    }
    void theWatchFindsIt()
    {
        const LibraryCase row = current();
        write(row.written);
        Watching watching;
        watching.add(m_server.target());
        QVERIFY(watching.settled());
        QVERIFY(watching.has(row.lock));
        const watch::LockRecord &lock = watching.locks.at(row.lock);
        QVERIFY(!lock.guess && !lock.holds.empty());
        write({});
        QVERIFY(watching.isGone(row.lock));
    }

    void doesWhatTheLibraryDoes_data() { rows(); }
    void doesWhatTheLibraryDoes()
    {
        const LibraryCase row = current();
        write(row.written);
        const auto plan = admin::makePlan(see(m_server, row.lock), row.action);
        QVERIFY2(plan, plan ? "" : qPrintable(plan.error().text.english()));
        QVERIFY2(isSame(plan->commands, row.planned), qPrintable(text(plan->commands)));
        QVERIFY(std::find(plan->effects.begin(), plan->effects.end(), row.effect)
                != plan->effects.end());
        Monitor monitor(m_server);
        QVERIFY(monitor.isListening);
        const Outcome outcome = carryOut(m_server, *plan);
        QVERIFY2(outcome.status == Status::Done,
                 qPrintable(outcome.error ? outcome.error->text.english() : QString()));
        const Commands ran = monitor.changes();
        QVERIFY2(isSame(ran, plan->commands), qPrintable(text(ran)));
        auto left = row.left;
        std::sort(left.begin(), left.end());
        QCOMPARE(keysOf(m_server), left);
    }

    void worksWithoutMemory_data() { rows(); }
    void worksWithoutMemory()
    {
        const LibraryCase row = current();
        write(row.written);
        const auto plan = admin::makePlan(see(m_server, row.lock), row.action);
        QVERIFY(plan);
        QVERIFY(m_server.command({"CONFIG", "SET", "maxmemory", "1"}).isOk());
        QCOMPARE(m_server.command({"SET", "x", "y"}).errorCode(), "OOM"_ba);
        QCOMPARE(carryOut(m_server, *plan).status, Status::Done);
    }

    void doesNothingToWhatHasChanged_data() { rows(); }
    void doesNothingToWhatHasChanged()
    {
        const LibraryCase row = current();
        QVERIFY(!row.changes.empty());
        write(row.written);
        const auto plan = admin::makePlan(see(m_server, row.lock), row.action);
        QVERIFY(plan);
        for (const Arguments &change : row.changes) {
            write(row.written);
            QVERIFY2(!m_server.command(change).isError(), qPrintable(text({change})));
            const auto before = keysOf(m_server);
            Monitor monitor(m_server);
            QVERIFY(monitor.isListening);
            const Outcome outcome = carryOut(m_server, *plan);
            QVERIFY2(outcome.status == Status::Changed, qPrintable(text({change})));
            QVERIFY(outcome.found);
            QCOMPARE(text(monitor.changes()), QString());
            QCOMPARE(keysOf(m_server), before);
        }
    }

    void leavesWhatIsOfAnotherType_data() { rows(); }
    void leavesWhatIsOfAnotherType()
    {
        const LibraryCase row = current();
        write(row.written);
        const auto plan = admin::makePlan(see(m_server, row.lock), row.action);
        QVERIFY(plan);
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        for (const QByteArray &key : plan->keys)
            QVERIFY(!m_server.command({"XADD", key, "*", "a", "b"}).isError());
        const auto before = keysOf(m_server);
        QCOMPARE(carryOut(m_server, *plan).status, Status::Changed);
        QCOMPARE(keysOf(m_server), before);
    }

    // The record of a faster multi-lock does not have the names of the values.
    void freesTheValuesOfAMultiLock_data()
    {
        QTest::addColumn<bool>("isForced");
        QTest::newRow("one owner") << false;
        QTest::newRow("all") << true;
    }
    void freesTheValuesOfAMultiLock()
    {
        QFETCH(const bool, isForced);
        const auto value = [](const QByteArray &name, const QByteArray &owner) {
            return Arguments{"HSET",
                             "group",
                             name,
                             owner,
                             name + ':' + owner + ":expire_time",
                             soon(),
                             name + ':' + owner + ":lock_count",
                             "1"};
        };
        const QByteArray v1 = "q1W2e3R4t5Y6u7I8o9P0a1";
        const QByteArray v2 = "a1W2e3R4t5Y6u7I8o9P0a1";
        const QByteArray v3 = "b1W2e3R4t5Y6u7I8o9P0a1";
        const Commands written{value(v1, redissonOwner),
                               value(v2, redissonOwner),
                               value(v3, redissonOther),
                               {"PEXPIRE", "group", "600000"}};
        write(written);
        const admin::Sight sight = see(m_server, "group");
        QCOMPARE(sight.kind, "faster-multi"_ba);
        const auto plan = admin::makePlan(sight, isForced ? force() : releaseOf(redissonOwner));
        QVERIFY(plan);
        Waiter waiter(m_server, group);
        QVERIFY(waiter.subscribed);
        const Outcome outcome = carryOut(m_server, *plan);
        QCOMPARE(outcome.status, Status::Done);
        QCOMPARE(outcome.woken, 1);
        QVERIFY(waiter.isWokenWith("1"));
        QCOMPARE(m_server.command({"HLEN", "group"}).integer, isForced ? 0 : 3);
        QCOMPARE(m_server.command({"HEXISTS", "group", v3}).integer, isForced ? 0 : 1);
        QCOMPARE(carryOut(m_server, *plan).status, Status::Changed);
        for (const Arguments &change :
             {value(v2, redissonOther), Arguments{"HDEL", "group", v1},
              Arguments{"HSET", "group", v1 + ':' + redissonOwner + ":expire_time", "1000"}}) {
            write(written);
            QVERIFY(!m_server.command(change).isError());
            QCOMPARE(carryOut(m_server, *plan).status, Status::Changed);
        }
        const auto wake = admin::makePlan(sight, waking());
        QVERIFY(wake);
        write(written);
        QCOMPARE(carryOut(m_server, *wake).status, Status::Done);
        QCOMPARE(m_server.command({"HLEN", "group"}).integer, 9);
    }

    // A rueidislock of which another holder has the rest, or of a larger majority.
    void takesHisKeysAndNoOthers()
    {
        write({});
        for (int i = 0; i < 5; ++i)
            m_server.command({"SET", "rueidislock:" + QByteArray::number(i) + ":a:b",
                              i == 3 ? "other"_ba : "tok"_ba});
        const auto plan = admin::makePlan(see(m_server, "rueidislock:0:a:b"), force());
        QVERIFY(plan);
        QCOMPARE(carryOut(m_server, *plan).status, Status::Done);
        QCOMPARE(keysOf(m_server), std::vector<QByteArray>{"rueidislock:3:a:b"});
    }

    // Waiters of python-redis-lock sleep on a list.
    void wakesASleeper()
    {
        write({{"SET", "lock:orders", python, "PX", "60000"}});
        const auto plan = admin::makePlan(see(m_server, "lock:orders"), force());
        QVERIFY(plan);
        RawConnection sleeper(m_server);
        QVERIFY(sleeper.send("BLPOP lock-signal:orders 0"));
        QVERIFY(eventually([&] {
            return m_server.command({"CLIENT", "LIST"}).bytes.contains("cmd=blpop");
        }));
        QCOMPARE(carryOut(m_server, *plan).status, Status::Done);
        QVERIFY(sleeper.receives("lock-signal:orders\r\n$1\r\n1\r\n"));
        QVERIFY(keysOf(m_server).empty());
    }

    void refusesWhatCannotBeDone_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<Action>("action");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const Action &action, const QString &reason) {
            const auto rows = libraryCases();
            const auto at = std::find_if(rows.begin(), rows.end(), [&](const LibraryCase &each) {
                return each.name == name;
            });
            QTest::newRow(QByteArray(name + (": "_ba + admin::name(action.type))).constData())
                << int(at - rows.begin()) << action << reason;
        };
        const Action longer = timed(ActionType::ExtendTimeToLive, Millis(1000));
        row("redis-py without an end", longer, u"no expiry"_s);
        row("madelson semaphore: force", longer, u"its own time to live"_s);
        row("sidekiq: force", longer, u"its own time to live"_s);
        row("sidekiq: force", waking(), u"nothing to wake"_s);
        row("rueidislock: force", waking(), u"nothing to wake"_s);
        row("bullmq: force", waking(), u"nothing to wake"_s);
        row("python-redis-lock: force", removalOf(python), u"no queue"_s);
        row("rql: force", removalOf(me), u"is not in the queue"_s);
        row("rql: force", releaseOf(them), u"does not hold"_s);
        row("symfony: the writer", removalOf(token), u"no queue"_s);
        Action one = releaseOf(uuid);
        one.allHolds = false;
        row("redis-semaphore: force", one, u"as a whole"_s);
        row("ruby semaphore: one", {ActionType::AddPermits, {}, Mode::Exclusive, false, {}, 1},
            u"only Redisson semaphores"_s);
    }
    void refusesWhatCannotBeDone()
    {
        QFETCH(const Action, action);
        QFETCH(const QString, reason);
        write(current().written);
        const auto plan = admin::makePlan(see(m_server, current().lock), action);
        QVERIFY(!plan);
        QVERIFY2(plan.error().text.english().contains(reason),
                 qPrintable(plan.error().text.english()));
    }
};

LOCKSCOPE_TEST_SUITE(TestPlanLibraries)
#include "tst_planlibraries.moc"
