// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Tests counted and multiple locks through lockctl: semaphores, latches and multi-locks.
class TestCounted : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    RedisProcess m_other;
    QTemporaryDir m_folder;

    Reply redis(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    QByteArray value() const { return redis({"GET"_ba, "job"_ba}).bytes; }
    QStringList with(const QString &command, const QStringList &more = {}) const
    {
        return QStringList{command, u"job"_s, u"--url"_s, m_server.url()} + more;
    }
    int act(Program &program, const QString &command, const QStringList &more) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder.filePath(u"audit.jsonl"_s));
        return program.run(with(command, more));
    }
    bool isWaitedFor(const QByteArray &channel) const
    {
        return eventually([&] {
            return redis({"PUBSUB"_ba, "CHANNELS"_ba, channel}).elements.size() == 1;
        });
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        QVERIFY(m_other.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(redis({"FLUSHALL"_ba}).isOk());
        QVERIFY(m_other.command({"FLUSHALL"_ba}).isOk());
    }

    void permitsAreTakenAndGivenBack()
    {
        const QStringList kind{u"--kind"_s, u"semaphore"_s, u"--initial"_s, u"3"_s};
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(with(u"acquire"_s, kind + QStringList{u"--permits"_s, u"2"_s})));
        QVERIFY(first.prints("holding job (semaphore, 2 permits), until released\n"));
        QCOMPARE(value(), "1"_ba);
        Program second(LOCKCTL_PATH);
        QVERIFY(second.start(with(u"acquire"_s, kind + QStringList{u"--json"_s})));
        QVERIFY(second.prints("\n"));
        const QJsonObject json = QJsonDocument::fromJson(second.out).object();
        QCOMPARE(json["kind"_L1].toString(), u"semaphore"_s);
        QCOMPARE(json["count"_L1].toInt(), 1);
        for (const auto &field : {"owner"_L1, "ttl_ms"_L1, "validity_ms"_L1, "fencing_token"_L1})
            QVERIFY2(json.contains(field) && json[field].isNull(), field.data());
        Program third(LOCKCTL_PATH);
        QCOMPARE(third.run(with(u"acquire"_s, kind)), 1);
        QVERIFY2(third.err.contains("1 permit is needed, but none is free"), third.err.constData());
        Program patient(LOCKCTL_PATH);
        QVERIFY(patient.start(with(u"acquire"_s, kind + QStringList{u"--wait"_s, u"1m"_s})));
        QVERIFY(isWaitedFor("redisson_sc:*"));
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QVERIFY(patient.prints("holding"));
        for (Program *const holder : {&second, &patient}) {
            holder->interrupt();
            QCOMPARE(holder->finish(), 0);
        }
        QCOMPARE(value(), "3"_ba);
    }

    // Nothing ends the taking of a permit but its release.
    void aPermitThatIsNotGivenBackStaysTaken()
    {
        RedisProcess server;
        QVERIFY(server.start());
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start({u"acquire"_s, u"job"_s, u"--url"_s, server.url(), u"--kind"_s,
                              u"semaphore"_s, u"--initial"_s, u"2"_s}));
        QVERIFY(holder.prints("holding"));
        server.kill();
        holder.interrupt();
        QCOMPARE(holder.finish(), 3);
        QVERIFY2(!holder.err.contains("its lease"), holder.err.constData());
        QVERIFY2(holder.err.contains("if they are still taken, 'lockctl permits \"job\" add 1'"),
                 holder.err.constData());
    }

    // Nobody counted down: what waits for that does not begin.
    void aLatchThatItsServerLostIsNotOpen()
    {
        RedisProcess server;
        QVERIFY(server.start());
        server.command({"SET"_ba, "job"_ba, "2"_ba});
        const QStringList wait{
            u"job"_s,    u"--url"_s, server.url(), u"--kind"_s, u"count-down-latch"_s,
            u"--wait"_s, u"1m"_s};
        Program patient(LOCKCTL_PATH);
        QVERIFY(patient.start(QStringList(u"acquire"_s) + wait));
        Program runner(LOCKCTL_PATH);
        QVERIFY(runner.start(QStringList(u"run"_s) + wait
                             + QStringList{u"--"_s, u"echo"_s, u"started"_s}));
        QVERIFY(eventually([&] {
            const Reply listeners = server.command(
                {"PUBSUB"_ba, "NUMSUB"_ba, "redisson_countdownlatch__channel__{job}"_ba});
            return listeners.elements.size() == 2 && listeners.elements[1].integer == 2;
        }));
        server.kill();
        QVERIFY(server.restart());
        QCOMPARE(patient.finish(), 1);
        QCOMPARE(patient.out, QByteArray());
        QVERIFY2(
            patient.err.startsWith("lockctl: the server of \"job\" has changed or was restarted, "
                                   "and does not have the latch"),
            patient.err.constData());
        QCOMPARE(runner.finish(), 75);
        QCOMPARE(runner.out, QByteArray());
    }

    // The semaphore is gone, so the permits are, too; none is added.
    void permitsThatTheirServerLost()
    {
        RedisProcess server;
        QVERIFY(server.start());
        const QStringList kind{u"job"_s,       u"--url"_s,     server.url(), u"--kind"_s,
                               u"semaphore"_s, u"--initial"_s, u"2"_s};
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start(QStringList(u"acquire"_s) + kind));
        QVERIFY(holder.prints("holding"));
        Program runner(LOCKCTL_PATH);
        QVERIFY(runner.start(
            QStringList(u"run"_s) + kind
            + QStringList{u"--"_s, u"sh"_s, u"-c"_s, u"echo started; exec sleep 60"_s}));
        QVERIFY(runner.prints("started"));
        server.kill();
        QVERIFY(server.restart());
        for (Program *const one : {&holder, &runner}) {
            QCOMPARE(one->finish(), 76);
            QVERIFY2(one->err.contains("\"job\" is lost: its server has changed or was restarted"),
                     one->err.constData());
        }
        QCOMPARE(server.command({"EXISTS"_ba, "job"_ba}).integer, 0);
    }

    // Whether the server counts the permit nobody can tell: one too many would never go.
    void anUncertainPermitIsNotGivenBack()
    {
        RedisProcess server(
            {.password = {},
             .tls = {},
             .arguments = {u"--appendonly"_s, u"yes"_s, u"--appendfsync"_s, u"always"_s}});
        QVERIFY(server.start());
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start({u"acquire"_s, u"job"_s, u"--url"_s, server.url(), u"--kind"_s,
                              u"semaphore"_s, u"--initial"_s, u"2"_s}));
        QVERIFY(holder.prints("holding"));
        server.kill();
        QVERIFY(server.restart());
        QVERIFY(eventually([&] {
            holder.readMore();
            return holder.err.contains("nothing tells whether it still counts");
        }));
        holder.interrupt();
        QCOMPARE(holder.finish(), 3);
        QVERIFY2(holder.err.contains("'lockctl permits \"job\" add 1'"), holder.err.constData());
        QCOMPARE(server.command({"GET"_ba, "job"_ba}).bytes, "1"_ba);
    }

    void aSemaphoreHasToBeSetUp()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"acquire"_s, {u"--kind"_s, u"semaphore"_s})), 1);
        QVERIFY2(lockctl.err.contains("use --initial N"), lockctl.err.constData());
        QCOMPARE(redis({"EXISTS"_ba, "job"_ba}).integer, 0);
    }

    void aCommandRunsUnderAPermit()
    {
        redis({"SET"_ba, "job"_ba, "1"_ba});
        Program runner(LOCKCTL_PATH);
        QCOMPARE(runner.run(with(u"run"_s,
                                 {u"--kind"_s, u"semaphore"_s, u"--"_s, u"sh"_s, u"-c"_s,
                                  u"echo $LOCKCTL_LOCK; exit 4"_s})),
                 4);
        QCOMPARE(runner.out, "job\n"_ba);
        QCOMPARE(value(), "1"_ba);
        redis({"SET"_ba, "job"_ba, "0"_ba});
        Program none(LOCKCTL_PATH);
        QCOMPARE(none.run(with(u"run"_s, {u"--kind"_s, u"semaphore"_s, u"--"_s, u"true"_s})), 75);
    }

    void aWaitForPermitsIsEndedBySignal()
    {
        redis({"SET"_ba, "job"_ba, "0"_ba});
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(
            lockctl.start(with(u"acquire"_s, {u"--kind"_s, u"semaphore"_s, u"--wait"_s, u"1m"_s})));
        QVERIFY(isWaitedFor("redisson_sc:*"));
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 1);
        QCOMPARE(value(), "0"_ba);
    }

    void aLatchIsWaitedFor()
    {
        const QStringList kind{u"--kind"_s, u"count-down-latch"_s};
        Program closed(LOCKCTL_PATH);
        QCOMPARE(closed.run(with(u"acquire"_s, kind + QStringList{u"--initial"_s, u"2"_s})), 1);
        QVERIFY2(closed.err.contains("its count is 2"), closed.err.constData());
        Program patient(LOCKCTL_PATH);
        QVERIFY(patient.start(with(u"acquire"_s, kind + QStringList{u"--wait"_s, u"1m"_s})));
        QVERIFY(isWaitedFor("redisson_countdownlatch*"));
        Program runner(LOCKCTL_PATH);
        QVERIFY(runner.start(with(
            u"run"_s, kind + QStringList{u"--wait"_s, u"1m"_s, u"--"_s, u"echo"_s, u"started"_s})));
        redis({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] {
            redis({"PUBLISH"_ba, "redisson_countdownlatch__channel__{job}"_ba, "0"_ba});
            return patient.hasEnded() && runner.hasEnded();
        }));
        QCOMPARE(patient.finish(), 0); // there is nothing to hold
        QCOMPARE(patient.out, "open: job (count-down-latch)\n"_ba);
        QCOMPARE(runner.finish(), 0);
        QCOMPARE(runner.out, "started\n"_ba);
    }

    void permitsAreGivenBackFromOutside()
    {
        redis({"SET"_ba, "job"_ba, "0"_ba});
        const QStringList kind{u"--kind"_s, u"semaphore"_s};
        Program patient(LOCKCTL_PATH);
        QVERIFY(patient.start(
            with(u"acquire"_s, kind + QStringList{u"--permits"_s, u"2"_s, u"--wait"_s, u"1m"_s})));
        QVERIFY(isWaitedFor("redisson_sc:*"));
        Program look(LOCKCTL_PATH);
        QCOMPARE(look.run(with(u"queue"_s, kind)), 0);
        QCOMPARE(look.out, "Free permits: 0\nWaiting: 1 connection\n"_ba);
        Program useless(LOCKCTL_PATH);
        QCOMPARE(act(useless, u"queue"_s, QStringList{u"nudge"_s} + kind + QStringList{u"--yes"_s}),
                 1);
        QVERIFY2(useless.err.contains("no permit is free"), useless.err.constData());
        Program giver(LOCKCTL_PATH);
        QCOMPARE(act(giver, u"unlock"_s,
                     kind + QStringList{u"--permits"_s, u"3"_s, u"--yes"_s, u"--json"_s}),
                 0);
        const QJsonObject json = QJsonDocument::fromJson(giver.out).object();
        QCOMPARE(json["outcome"_L1].toString(), u"done"_s);
        QCOMPARE(json["commands"_L1][0].toString(), u"INCRBY job 3"_s);
        QVERIFY(patient.prints("holding"));
        QCOMPARE(value(), "1"_ba);
        Program again(LOCKCTL_PATH);
        QCOMPARE(act(again, u"queue"_s, QStringList{u"nudge"_s} + kind + QStringList{u"--yes"_s}),
                 0);
        patient.interrupt();
        QCOMPARE(patient.finish(), 0);
        QCOMPARE(value(), "3"_ba);
    }

    void aLatchIsCountedDownFromOutside()
    {
        redis({"SET"_ba, "job"_ba, "2"_ba});
        const QStringList kind{u"--kind"_s, u"count-down-latch"_s};
        Program patient(LOCKCTL_PATH);
        QVERIFY(patient.start(with(u"acquire"_s, kind + QStringList{u"--wait"_s, u"1m"_s})));
        QVERIFY(isWaitedFor("redisson_countdownlatch*"));
        Program dry(LOCKCTL_PATH);
        QCOMPARE(act(dry, u"unlock"_s, kind + QStringList{u"--force"_s, u"--dry-run"_s}), 0);
        QVERIFY2(dry.out.contains("DEL job"), dry.out.constData());
        QCOMPARE(value(), "2"_ba);
        for (const auto &left : {"1"_ba, QByteArray()}) {
            Program counter(LOCKCTL_PATH);
            QCOMPARE(act(counter, u"unlock"_s, kind + QStringList{u"--yes"_s}), 0);
            QCOMPARE(value(), left);
        }
        QCOMPARE(patient.finish(), 0);
        Program open(LOCKCTL_PATH);
        QCOMPARE(act(open, u"unlock"_s, kind + QStringList{u"--yes"_s}), 1);
        QVERIFY2(open.err.contains("no count to decrease"), open.err.constData());
        redis({"SET"_ba, "job"_ba, "9"_ba});
        Program force(LOCKCTL_PATH);
        QCOMPARE(act(force, u"unlock"_s, kind + QStringList{u"--force"_s, u"--yes"_s}), 0);
        QCOMPARE(redis({"EXISTS"_ba, "job"_ba}).integer, 0);
    }

    void anotherKeyIsNotUnlocked()
    {
        redis({"SET"_ba, "job"_ba, "a token"_ba});
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, u"unlock"_s, {u"--kind"_s, u"semaphore"_s, u"--yes"_s}), 1);
        QVERIFY2(lockctl.err.contains("is not a semaphore"), lockctl.err.constData());
        QCOMPARE(value(), "a token"_ba);
        Program forced(LOCKCTL_PATH);
        QCOMPARE(act(forced, u"unlock"_s, {u"--kind"_s, u"semaphore"_s, u"--force"_s, u"--yes"_s}),
                 2);
        QVERIFY2(forced.err.contains("--permits N"), forced.err.constData());
    }

    void permitsWithALease()
    {
        const QStringList kind{u"--kind"_s, u"permit-expirable-semaphore"_s, u"--watchdog"_s,
                               u"3s"_s};
        Program none(LOCKCTL_PATH);
        QCOMPARE(none.run(with(u"acquire"_s, kind)), 1);
        QVERIFY2(none.err.contains("use --initial N"), none.err.constData());
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(
            with(u"acquire"_s,
                 kind + QStringList{u"--initial"_s, u"2"_s, u"--permits"_s, u"2"_s, u"--json"_s})));
        QVERIFY(first.prints("\n"));
        const QJsonObject json = QJsonDocument::fromJson(first.out).object();
        const QJsonArray ids = json["permit_ids"_L1].toArray();
        QCOMPARE(ids.size(), 2);
        QCOMPARE(ids[0].toString().size(), 32);
        QVERIFY(json["owner"_L1].isNull()); // they are two
        QCOMPARE(json["ttl_ms"_L1].toInt(), 3000);
        QVERIFY(json["validity_ms"_L1].toInt() <= 3000);
        QCOMPARE(redis({"ZCARD"_ba, "{job}:timeout"_ba}).integer, 2);
        Program second(LOCKCTL_PATH);
        QCOMPARE(second.run(with(u"acquire"_s, kind)), 1);
        QVERIFY2(second.err.contains("none is free"), second.err.constData());
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QCOMPARE(value(), "2"_ba);
        Program robbed(LOCKCTL_PATH);
        QVERIFY(robbed.start(with(u"acquire"_s, kind)));
        QVERIFY(robbed.prints("\n"));
        const QString id = QString::fromLatin1(robbed.out).section(u" as "_s, 1).left(32);
        const QStringList permits{u"--kind"_s, u"permit-expirable-semaphore"_s};
        Program look(LOCKCTL_PATH);
        QCOMPARE(look.run(with(u"queue"_s, permits)), 0);
        QVERIFY2(look.out.startsWith("Free permits: 1\n"), look.out.constData());
        Program taker(LOCKCTL_PATH);
        QCOMPARE(act(taker, u"unlock"_s, permits + QStringList{u"--owner"_s, id, u"--yes"_s}), 0);
        QCOMPARE(robbed.finish(), 76);
        QCOMPARE(value(), "2"_ba);
        Program again(LOCKCTL_PATH);
        QCOMPARE(act(again, u"unlock"_s, permits + QStringList{u"--owner"_s, id, u"--yes"_s}), 1);
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start(
            with(u"run"_s,
                 kind + QStringList{u"--"_s, u"sh"_s, u"-c"_s, u"echo started; exec sleep 60"_s})));
        QVERIFY(holder.prints("started"));
        redis({"DEL"_ba, "{job}:timeout"_ba});
        QCOMPARE(holder.finish(), 76);
        QVERIFY2(holder.err.contains("is lost"), holder.err.constData());
    }

    void severalLocksAreTakenTogether()
    {
        const QStringList both{u"--kind"_s, u"multi"_s, u"--url"_s, m_other.url()};
        const auto count = [&] {
            int found = 0;
            for (const RedisProcess *const server : {&m_server, &m_other})
                found +=
                    static_cast<int>(server->command({"EXISTS"_ba, "job"_ba, "mail"_ba}).integer);
            return found;
        };
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(with(u"acquire"_s, QStringList{u"mail"_s} + both)));
        QVERIFY(first.prints("\n"));
        QVERIFY2(first.out.startsWith("holding job, mail (multi) as "), first.out.constData());
        QCOMPARE(count(), 4);
        Program second(LOCKCTL_PATH);
        QCOMPARE(second.run({u"acquire"_s, u"mail"_s, u"--url"_s, m_other.url()}), 1);
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QCOMPARE(count(), 0);

        m_other.command({"HSET"_ba, "mail"_ba, "someone:1"_ba, "1"_ba});
        Program third(LOCKCTL_PATH);
        QCOMPARE(third.run(with(u"acquire"_s, QStringList{u"mail"_s} + both)), 1);
        QCOMPARE(count(), 1); // nothing in hand
        m_other.command({"DEL"_ba, "mail"_ba});
        Program runner(LOCKCTL_PATH);
        QCOMPARE(runner.run(with(u"run"_s,
                                 QStringList{u"mail"_s} + both
                                     + QStringList{u"--"_s, u"echo"_s, u"mail"_s, u"--"_s})),
                 0);
        QCOMPARE(runner.out, "mail --\n"_ba);
    }

    void oneLostMemberIsTheWholeLost()
    {
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start(
            with(u"acquire"_s, {u"mail"_s, u"--kind"_s, u"multi"_s, u"--watchdog"_s, u"3s"_s})));
        QVERIFY(holder.prints("holding"));
        redis({"DEL"_ba, "mail"_ba});
        QCOMPARE(holder.finish(), 76);
        QVERIFY2(holder.err.contains("is lost"), holder.err.constData());
        QVERIFY(eventually([&] { return redis({"EXISTS"_ba, "job"_ba}).integer == 0; }));
    }

    void anotherTypeOfKeyIsLeftAlone_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("value");
        for (const char *kind : {"semaphore", "count-down-latch"}) {
            QTest::addRow("%s, text", kind) << QString::fromLatin1(kind) << "a token"_ba;
            QTest::addRow("%s, list", kind) << QString::fromLatin1(kind) << QByteArray();
        }
    }
    void anotherTypeOfKeyIsLeftAlone()
    {
        QFETCH(const QString, kind);
        QFETCH(const QByteArray, value);
        if (value.isEmpty())
            redis({"LPUSH"_ba, "job"_ba, "mail"_ba});
        else
            redis({"SET"_ba, "job"_ba, value});
        const Reply before = redis({"DUMP"_ba, "job"_ba});
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"acquire"_s, {u"--kind"_s, kind})), 1);
        QVERIFY2(lockctl.err.contains("not a lock of this kind"), lockctl.err.constData());
        QCOMPARE(redis({"DUMP"_ba, "job"_ba}).bytes, before.bytes);
    }

    void refusesBadUsage_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QByteArray>("says");
        const QStringList semaphore{u"--kind"_s, u"semaphore"_s};
        const QStringList latch{u"--kind"_s, u"count-down-latch"_s};
        const auto row = [&](const char *name, const QStringList &more, const QByteArray &says) {
            QTest::newRow(name) << more << says;
        };
        row("lease", semaphore + QStringList{u"--lease"_s, u"1s"_s}, "this kind has no expiry");
        row("watchdog", latch + QStringList{u"--watchdog"_s, u"1s"_s}, "this kind has no expiry");
        row("owner", semaphore + QStringList{u"--owner"_s, u"me"_s}, "does not store its owner");
        row("no permit", semaphore + QStringList{u"--permits"_s, u"0"_s}, "--permits");
        row("half a permit", semaphore + QStringList{u"--permits"_s, u"1.5"_s}, "--permits");
        row("too many", semaphore + QStringList{u"--permits"_s, u"99999999999"_s}, "--permits");
        row("permits of a latch", latch + QStringList{u"--permits"_s, u"2"_s},
            "this kind has no permits");
        row("permits of a lock", {u"--permits"_s, u"2"_s}, "this kind has no permits");
        row("nothing initial", latch + QStringList{u"--initial"_s, u"0"_s}, "--initial");
        row("initial lock", {u"--initial"_s, u"3"_s}, "needs no initial value");
        row("two semaphores", semaphore + QStringList{u"mail"_s}, "one lock at a time");
        row("two servers", semaphore + QStringList{u"--url"_s, m_other.url()}, "one server");
        row("name twice", {u"--kind"_s, u"multi"_s, u"job"_s}, "given twice");
        row("empty name", {u"--kind"_s, u"multi"_s, QString()}, "lock name");
    }
    void refusesBadUsage()
    {
        QFETCH(const QStringList, more);
        QFETCH(const QByteArray, says);
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"acquire"_s, more)), 2);
        QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
        QVERIFY(lockctl.out.isEmpty());
    }
};

LOCKSCOPE_TEST_SUITE(TestCounted)
#include "tst_counted.moc"
