// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Tests lockctl acquire and run as their users see them: the output, and the exit status.
class TestAcquire : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;

    Reply redis(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    bool isLocked() const { return redis({"EXISTS"_ba, "job"_ba}).integer == 1; }
    bool becomesFree() const
    {
        return eventually([&] { return !isLocked(); });
    }
    QStringList acquire(const QStringList &more = {}) const
    {
        return QStringList{u"acquire"_s, u"job"_s, u"--url"_s, m_server.url()} + more;
    }
    QStringList run(const QString &script, const QStringList &more = {}) const
    {
        return QStringList{u"run"_s, u"job"_s, u"--url"_s, m_server.url()} + more
            + QStringList{u"--"_s, u"sh"_s, u"-c"_s, script};
    }
    QString beatFile() const { return m_folder->filePath(u"beat"_s); }
    // A command that shows that it runs by letting a file grow.
    QString beating() const
    {
        return u"while :; do echo x >> '%1'; sleep 0.02; done"_s.arg(beatFile());
    }
    qint64 beats() const { return QFileInfo(beatFile()).size(); }
    // Whether the file is the same for so long.
    bool standsStill() const
    {
        const qint64 before = beats();
        return !eventually([&] { return beats() != before; }, 500ms);
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
        QVERIFY(redis({"FLUSHALL"_ba}).isOk());
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void holdsUntilInterrupted_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    // As `list` ends where a server answers nobody.
    void aServerThatAnswersNobodyIsNotReached()
    {
        Program lockctl(LOCKCTL_PATH);
        redis({"CONFIG"_ba, "SET"_ba, "replica-serve-stale-data"_ba, "no"_ba});
        redis({"REPLICAOF"_ba, "127.0.0.1"_ba, QByteArray::number(freePort())});
        QCOMPARE(lockctl.run(acquire()), 3);
        QVERIFY2(lockctl.err.contains("MASTERDOWN"), lockctl.err.constData());
        redis({"REPLICAOF"_ba, "NO"_ba, "ONE"_ba});
        redis({"CONFIG"_ba, "SET"_ba, "maxclients"_ba, "1"_ba});
        QTcpSocket first;
        first.connectToHost(u"127.0.0.1"_s, m_server.port());
        QVERIFY(first.waitForConnected());
        QVERIFY(eventually([&] { return redis({"PING"_ba}).isError(); }));
        QCOMPARE(lockctl.run(acquire()), 3);
        QVERIFY2(lockctl.err.contains("takes no more clients"), lockctl.err.constData());
        first.disconnectFromHost();
        QVERIFY(eventually([&] { return !redis({"PING"_ba}).isError(); }));
        redis({"CONFIG"_ba, "SET"_ba, "maxclients"_ba, "10000"_ba});
    }

    void holdsUntilInterrupted()
    {
        QFETCH(const int, signal);
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(acquire()));
        QVERIFY(lockctl.prints("holding job (reentrant) as "));
        QVERIFY(isLocked());
        lockctl.signal(signal);
        QCOMPARE(lockctl.finish(), 0);
        QVERIFY(!isLocked());
        QCOMPARE(lockctl.err, QByteArray());
    }

    void tellsEverythingInJson()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(
            lockctl.start(acquire({u"--json"_s, u"--lease"_s, u"20s"_s, u"--owner"_s, u"me:7"_s})));
        QVERIFY(lockctl.prints("\n"));
        const QJsonObject json = QJsonDocument::fromJson(lockctl.out).object();
        QCOMPARE(json["name"_L1].toString(), u"job"_s);
        QCOMPARE(json["kind"_L1].toString(), u"reentrant"_s);
        QCOMPARE(json["owner"_L1].toString(), u"me:7"_s);
        QCOMPARE(json["count"_L1].toInt(), 1);
        QCOMPARE(json["ttl_ms"_L1].toInt(), 20'000);
        QVERIFY(json["validity_ms"_L1].toInt() > 10'000);
        QVERIFY(json["fencing_token"_L1].isNull());
        QVERIFY(json["replicas"_L1].isNull());
        const QJsonObject vote = json["votes"_L1][0].toObject();
        QCOMPARE(vote["server"_L1].toString(), m_server.url());
        QCOMPARE(vote["vote"_L1].toString(), u"granted"_s);
        QVERIFY(vote["ms"_L1].toDouble() > 0);
        QVERIFY(vote["error"_L1].isNull());
    }

    void replicasAreAsked()
    {
        Program lonely(LOCKCTL_PATH);
        QCOMPARE(lonely.run(acquire({u"--replicas"_s, u"1"_s})), 1);
        QVERIFY2(lonely.err.contains("\"job\" was released: 0 of 1 replicas acknowledged the lock"),
                 lonely.err.constData());
        QVERIFY(!isLocked());
        RedisProcess replica;
        QVERIFY(replica.start());
        replica.command({"REPLICAOF"_ba, "127.0.0.1"_ba, QByteArray::number(m_server.port())});
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(acquire({u"--replicas"_s, u"1"_s, u"--wait"_s, u"60s"_s})));
        QVERIFY(lockctl.prints("holding job (reentrant) as "));
        QVERIFY2(lockctl.out.contains(", on 1 replica, renewed"), lockctl.out.constData());
        QCOMPARE(replica.command({"EXISTS"_ba, "job"_ba}).integer, 1);
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
        Program json(LOCKCTL_PATH);
        QVERIFY(json.start(acquire({u"--replicas"_s, u"1"_s, u"--json"_s})));
        QVERIFY(json.prints("\n"));
        QCOMPARE(QJsonDocument::fromJson(json.out).object()["replicas"_L1].toInt(), 1);
        json.interrupt();
        QCOMPARE(json.finish(), 0);
        Program counted(LOCKCTL_PATH);
        QCOMPARE(counted.run(acquire({u"--replicas"_s, u"1"_s, u"--kind"_s, u"semaphore"_s})), 2);
        QVERIFY2(counted.err.contains("--replicas cannot be used with --kind semaphore"),
                 counted.err.constData());
    }

    // A server that comes back with its data has the lock; one without has lost it.
    void aRestartIsTold()
    {
        RedisOptions durable;
        durable.arguments = {u"--appendonly"_s, u"yes"_s, u"--appendfsync"_s, u"always"_s};
        RedisProcess server(durable);
        QVERIFY(server.start());
        const QStringList words{u"acquire"_s, u"job"_s, u"--url"_s, server.url()};
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(words));
        QVERIFY(lockctl.prints("holding job"));
        QVERIFY(server.restart());
        QVERIFY(lockctl.complains("\"job\" is still held"));
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
        QCOMPARE(lockctl.err,
                 "lockctl: the server of \"job\" has changed or was restarted: reading "
                 "whether it is still held\nlockctl: \"job\" is still held\n"_ba);
        RedisProcess forgetful;
        QVERIFY(forgetful.start());
        Program losing(LOCKCTL_PATH);
        QVERIFY(losing.start({u"acquire"_s, u"job"_s, u"--url"_s, forgetful.url()}));
        QVERIFY(losing.prints("holding job"));
        QVERIFY(forgetful.restart());
        QCOMPARE(losing.finish(), 76);
        QVERIFY2(losing.err.contains("\"job\" is lost: its server has changed or was restarted"),
                 losing.err.constData());
    }

    // While there is time to act on it.
    void whatKeepsItFromBeingRenewedIsTold()
    {
        RedisProcess server;
        QVERIFY(server.start());
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(
            {u"acquire"_s, u"job"_s, u"--url"_s, server.url(), u"--watchdog"_s, u"6s"_s}));
        QVERIFY(lockctl.prints("holding job"));
        server.command({"CONFIG", "SET", "min-replicas-to-write", "1"});
        QVERIFY(lockctl.complains("\"job\" cannot be renewed (NOREPLICAS "));
        QVERIFY(lockctl.complains(" unless a renewal succeeds until then"));
        server.command({"CONFIG", "SET", "min-replicas-to-write", "0"});
        QVERIFY(lockctl.complains("\"job\" is still held"));
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
    }

    // As unlock ends: the server did not permit it, and nobody holds the lock.
    void aServerThatTakesNoWritesIsNoRefusal()
    {
        RedisProcess server;
        QVERIFY(server.start());
        server.command({"CONFIG", "SET", "min-replicas-to-write", "1"});
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run({u"acquire"_s, u"job"_s, u"--url"_s, server.url()}), 3);
        QVERIFY2(lockctl.err.contains("NOREPLICAS"), lockctl.err.constData());
    }

    // Each process gives back what it took itself.
    void twoOfOneOwnerEndOneAfterTheOther()
    {
        const QStringList owner{u"--owner"_s, u"me:7"_s};
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(acquire(owner)));
        QVERIFY(first.prints("holding"));
        Program second(LOCKCTL_PATH);
        QVERIFY(second.start(acquire(owner)));
        QVERIFY(second.prints("holding"));
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QCOMPARE(redis({"HGET"_ba, "job"_ba, "me:7"_ba}).bytes, "1"_ba);
        Program stranger(LOCKCTL_PATH);
        QCOMPARE(stranger.run(acquire()), 1);
        second.interrupt();
        QCOMPARE(second.finish(), 0);
        QCOMPARE(second.err, QByteArray());
        QVERIFY(!isLocked());
    }

    void twoExcludeEachOther()
    {
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(acquire()));
        QVERIFY(first.prints("holding"));
        Program hasty(LOCKCTL_PATH);
        QCOMPARE(hasty.run(acquire()), 1);
        QVERIFY(hasty.err.contains("held by another owner"));
        QVERIFY(hasty.out.isEmpty());
        Program patient(LOCKCTL_PATH);
        QVERIFY(patient.start(acquire({u"--wait"_s, u"1m"_s})));
        QVERIFY(eventually([&] {
            return redis({"PUBSUB"_ba, "CHANNELS"_ba, "redisson_lock__channel*"_ba}).elements.size()
                == 1;
        }));
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QVERIFY(patient.prints("holding"));
        patient.interrupt();
        QCOMPARE(patient.finish(), 0);
    }

    void aWaitIsEndedBySignal()
    {
        redis({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(acquire({u"--wait"_s, u"1m"_s})));
        QVERIFY(eventually([&] {
            return redis({"PUBSUB"_ba, "CHANNELS"_ba, "redisson_lock__channel*"_ba}).elements.size()
                == 1;
        }));
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 1);
        QCOMPARE(redis({"HLEN"_ba, "job"_ba}).integer, 1);
    }

    void aKilledHolderFreesItAfterItsLease()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(acquire({u"--watchdog"_s, u"1500ms"_s})));
        QVERIFY(lockctl.prints("holding"));
        lockctl.signal(SIGKILL);
        QVERIFY(isLocked());
        QVERIFY(becomesFree());
    }

    void aLostLockEndsIt_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<bool>("isDeleted");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("force-unlocked") << QStringList{} << true << "was force-unlocked"_ba;
        QTest::newRow("lease over")
            << QStringList{u"--lease"_s, u"300ms"_s} << false << "lease ended"_ba;
        QTest::newRow("renewals spent")
            << QStringList{u"--watchdog"_s, u"900ms"_s, u"--max-renewals"_s, u"1"_s} << false
            << "limit of renewals"_ba;
        QTest::newRow("string") << QStringList{u"--kind"_s, u"string"_s} << true
                                << "was force-unlocked"_ba;
    }
    void aLostLockEndsIt()
    {
        QFETCH(const QStringList, more);
        QFETCH(const bool, isDeleted);
        QFETCH(const QByteArray, says);
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(acquire(more)));
        QVERIFY(lockctl.prints("holding"));
        if (isDeleted)
            redis({"DEL"_ba, "job"_ba});
        QCOMPARE(lockctl.finish(), 76);
        QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
    }

    void aStoppedHolderLearnsOfItOnWaking()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(acquire({u"--watchdog"_s, u"1500ms"_s})));
        QVERIFY(lockctl.prints("holding"));
        lockctl.signal(SIGSTOP);
        QVERIFY(becomesFree());
        redis({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        lockctl.signal(SIGCONT);
        QCOMPARE(lockctl.finish(), 76);
        QCOMPARE(redis({"HLEN"_ba, "job"_ba}).integer, 1);
    }

    void refusesBadUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const QString url = u"redis://127.0.0.1:1"_s;
        const auto row = [&](const char *name, const QStringList &more, const QByteArray &says) {
            QTest::newRow(name) << QStringList{u"acquire"_s, u"--url"_s, url} + more << says;
        };
        row("no name", {}, "lock name");
        row("empty name", {QString()}, "lock name");
        row("two names", {u"a"_s, u"b"_s}, "one lock at a time");
        row("two servers", {u"a"_s, u"--url"_s, url}, "one server");
        row("unknown kind", {u"a"_s, u"--kind"_s, u"mutex"_s}, "mutex");
        row("kind of a codec", {u"a"_s, u"--kind"_s, u"faster-multi"_s}, "codec");
        row("bare number", {u"a"_s, u"--wait"_s, u"5"_s}, "--wait");
        row("no lease", {u"a"_s, u"--lease"_s, u"0s"_s}, "--lease");
        row("endless lease", {u"a"_s, u"--lease"_s, u"999999999h"_s}, "--lease");
        row("lease and watchdog", {u"a"_s, u"--lease"_s, u"1s"_s, u"--watchdog"_s, u"1s"_s},
            "--watchdog");
        row("no cap", {u"a"_s, u"--max-renewals"_s, u"many"_s}, "--max-renewals");
        row("no owner", {u"a"_s, u"--owner"_s, u"me"_s}, "uuid:threadId");
        row("write owner", {u"a"_s, u"--owner"_s, u"me:1:write"_s}, "uuid:threadId");
        QTest::newRow("no command")
            << QStringList{u"run"_s, u"a"_s, u"--url"_s, url} << "COMMAND"_ba;
        QTest::newRow("no server") << QStringList{u"acquire"_s, u"a"_s} << "--url"_ba;
    }
    void refusesBadUsage()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, says);
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(arguments), 2);
        QVERIFY(lockctl.out.isEmpty());
        QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
    }

    void tellsWhatStandsInTheWay()
    {
        redis({"RPUSH"_ba, "job"_ba, "x"_ba});
        Program wrongType(LOCKCTL_PATH);
        QCOMPARE(wrongType.run(acquire()), 1);
        QVERIFY(wrongType.err.contains("not a lock of this kind"));
        Program nobody(LOCKCTL_PATH);
        const QString url = u"redis://127.0.0.1:%1"_s.arg(freePort());
        QCOMPARE(nobody.run({u"acquire"_s, u"job"_s, u"--url"_s, url}), 3);
        redis({"ACL"_ba, "SETUSER"_ba, "looker"_ba, "on"_ba, ">pw"_ba, "~*"_ba, "&*"_ba,
               "+@read"_ba});
        Program looker(LOCKCTL_PATH);
        QString allowed = m_server.url();
        allowed.replace(u"redis://"_s, u"redis://looker:pw@"_s);
        QCOMPARE(looker.run({u"acquire"_s, u"job"_s, u"--url"_s, allowed}), 3);
        QVERIFY2(looker.err.contains("+eval"), looker.err.constData());
        QVERIFY(!looker.err.contains("pw@"));
    }

    // To the script that takes it, such a hash is somebody else's lock.
    void tellsThatAKeyIsNoLock()
    {
        redis({"HSET"_ba, "job"_ba, "color"_ba, "red"_ba});
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(acquire()), 1);
        QVERIFY2(lockctl.err.contains("the key \"job\" exists but is not a lock: a hash"),
                 lockctl.err.constData());
        QVERIFY2(!lockctl.err.contains("another owner"), lockctl.err.constData());
        Program runner(LOCKCTL_PATH);
        QCOMPARE(runner.run(run(u"true"_s)), 75);
        QVERIFY2(runner.err.contains("exists but is not a lock: "), runner.err.constData());
        QCOMPARE(redis({"HLEN"_ba, "job"_ba}).integer, 1);
    }

    void namesTheKeyOfAnotherType_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("the queue") << u"fair"_s << "redisson_lock_queue:{job}"_ba;
        QTest::newRow("the deadlines") << u"fair"_s << "redisson_lock_timeout:{job}"_ba;
        QTest::newRow("the queue of a lock that is not re-entered")
            << u"non-reentrant-fair"_s << "redisson_lock_queue:{job}"_ba;
        QTest::newRow("the token") << u"fenced"_s << "redisson_lock_token:{job}"_ba;
        QTest::newRow("the permits") << u"permit-expirable-semaphore"_s << "{job}:timeout"_ba;
    }
    void namesTheKeyOfAnotherType()
    {
        QFETCH(const QString, kind);
        QFETCH(const QByteArray, key);
        if (kind == u"permit-expirable-semaphore")
            redis({"SET"_ba, "job"_ba, "3"_ba});
        redis({"HSET"_ba, key, "x"_ba, "1"_ba});
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(acquire({u"--kind"_s, kind})), 1);
        QVERIFY2(lockctl.err.contains(QByteArray("its key " + key + " has the type hash, not ")),
                 lockctl.err.constData());
        QCOMPARE(redis({"HLEN"_ba, key}).integer, 1);
    }

    void runsACommandUnderTheLock()
    {
        Program lockctl(LOCKCTL_PATH);
        const QString port = QString::number(m_server.port());
        QCOMPARE(
            lockctl.run(run(u"redis-cli -p %1 hkeys job; echo $LOCKCTL_OWNER; exit 7"_s.arg(port))),
            7);
        const QList<QByteArray> lines = lockctl.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0], lines[1]);
        QVERIFY(!isLocked());
    }

    void runEndsAsItsCommand_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("status");
        QTest::newRow("true") << u"exit 0"_s << 0;
        QTest::newRow("status") << u"exit 42"_s << 42;
        QTest::newRow("killed") << u"kill -KILL $$"_s << 128 + 9;
        QTest::newRow("not found") << u"exec /no/such/program"_s << 127;
    }
    void runEndsAsItsCommand()
    {
        QFETCH(const QString, script);
        QFETCH(const int, status);
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(run(script)), status);
        QVERIFY(!isLocked());
    }

    void runSaysWhatCannotBeRun()
    {
        const QStringList where{u"run"_s, u"job"_s, u"--url"_s, m_server.url(), u"--"_s};
        Program missing(LOCKCTL_PATH);
        QCOMPARE(missing.run(where + QStringList{u"/no/such/program"_s}), 127);
        QVERIFY(missing.err.contains("/no/such/program"));
        Program noProgram(LOCKCTL_PATH);
        QCOMPARE(noProgram.run(where + QStringList{u"/"_s}), 126);
        QVERIFY(!isLocked());
    }

    void runNeedsTheLock()
    {
        redis({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        Program busy(LOCKCTL_PATH);
        QCOMPARE(busy.run(run(beating())), 75);
        Program nobody(LOCKCTL_PATH);
        const QString url = u"redis://127.0.0.1:%1"_s.arg(freePort());
        QCOMPARE(nobody.run({u"run"_s, u"job"_s, u"--url"_s, url, u"--"_s, u"true"_s}), 75);
        Program waiting(LOCKCTL_PATH);
        QVERIFY(waiting.start(run(beating(), {u"--wait"_s, u"1m"_s})));
        QVERIFY(eventually([&] {
            return redis({"PUBSUB"_ba, "CHANNELS"_ba, "redisson_lock__channel*"_ba}).elements.size()
                == 1;
        }));
        waiting.signal(SIGTERM);
        QCOMPARE(waiting.finish(), 75);
        QCOMPARE(beats(), 0);
    }

    void signalsArePassedOn_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("name");
        QTest::newRow("TERM") << SIGTERM << u"TERM"_s;
        QTest::newRow("INT") << SIGINT << u"INT"_s;
        QTest::newRow("HUP") << SIGHUP << u"HUP"_s;
        QTest::newRow("USR1") << SIGUSR1 << u"USR1"_s;
    }
    void signalsArePassedOn()
    {
        QFETCH(const int, number);
        QFETCH(const QString, name);
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(run(u"trap 'trap \"exit 5\" %1 TERM; echo first' %1; echo up; "
                                  "while :; do sleep 0.02; done"_s.arg(name))));
        QVERIFY(lockctl.prints("up"));
        lockctl.signal(number);
        QVERIFY(lockctl.prints("first"));
        lockctl.signal(number); // also a second time
        QCOMPARE(lockctl.finish(), 5);
        QVERIFY(!isLocked());
    }

    void aDeafCommandIsEndedByAThirdSignal()
    {
        Program lockctl(LOCKCTL_PATH);
        // One of its processes leaves the group, as a daemon does.
        QVERIFY(lockctl.start(
            run(u"trap '' INT TERM; setsid sh -c \"%1\" & wait; wait"_s.arg(beating()))));
        QVERIFY(eventually([&] { return beats() > 0; }));
        lockctl.signal(SIGINT);
        lockctl.signal(SIGTERM);
        QVERIFY(lockctl.complains("second signal"));
        const qint64 before = beats();
        QVERIFY(eventually([&] { return beats() > before; }));
        QVERIFY(isLocked());
        lockctl.signal(SIGINT);
        QCOMPARE(lockctl.finish(), 128 + SIGKILL);
        QVERIFY(standsStill());
        QVERIFY(!isLocked());
    }

    // The process that has left the group hears of the second one only. No shell traps SIGTERM
    // here: on a busy machine one that did ended now and then without running its trap.
    void aSecondSignalIsSigterm()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(
            run(u"trap 'echo heard' INT; setsid '%1' '%2' 0 ends 60000 & "
                "while :; do wait; done"_s.arg(QString::fromUtf8(BEATER_PATH), beatFile()))));
        QVERIFY(eventually([&] { return beats() > 0; }));
        lockctl.signal(SIGINT);
        QVERIFY(lockctl.prints("heard"));
        const qint64 before = beats();
        QVERIFY(eventually([&] { return beats() > before; }));
        lockctl.signal(SIGINT);
        QCOMPARE(lockctl.finish(), 128 + SIGTERM);
        QVERIFY(standsStill());
        QVERIFY(!isLocked());
    }

    void aLostLockEndsTheCommand()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(run(beating())));
        QVERIFY(eventually([&] { return beats() > 0; }));
        redis({"DEL"_ba, "job"_ba});
        QCOMPARE(lockctl.finish(), 76);
        QVERIFY(lockctl.err.contains("is lost"));
        QVERIFY(standsStill());
    }

    void aDeafCommandIsKilledAfterTheGrace()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(run(u"trap '' TERM; "_s + beating(), {u"--grace"_s, u"200ms"_s})));
        QVERIFY(eventually([&] { return beats() > 0; }));
        redis({"DEL"_ba, "job"_ba});
        QCOMPARE(lockctl.finish(), 76);
        QVERIFY(standsStill());
    }

    void aStoppedHoldersCommandStandsStill()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(run(beating(), {u"--watchdog"_s, u"1500ms"_s})));
        QVERIFY(eventually([&] { return beats() > 0; }));
        lockctl.signal(SIGSTOP);
        QVERIFY(becomesFree());
        // A moment later at the most, if the machine was too busy to wake the guard in time.
        QVERIFY2(standsStill() || standsStill(), "the lock may be another's by now");
        const qint64 before = beats();
        lockctl.signal(SIGCONT);
        QCOMPARE(lockctl.finish(), 76);
        QCOMPARE(beats(), before);
    }

    void aShortStopDoesNoHarm()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(run(beating(), {u"--watchdog"_s, u"10s"_s})));
        QVERIFY(eventually([&] { return beats() > 0; }));
        lockctl.signal(SIGSTOP);
        const qint64 before = beats();
        QVERIFY2(eventually([&] { return beats() > before; }), "the lock is still held");
        lockctl.signal(SIGCONT);
        lockctl.signal(SIGTERM);
        QCOMPARE(lockctl.finish(), 128 + SIGTERM);
        QVERIFY(!isLocked());
    }

    void theCommandDoesNotOutliveItsHolder()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(run(u"trap '' TERM; "_s + beating(),
                                  {u"--watchdog"_s, u"1500ms"_s, u"--grace"_s, u"1h"_s})));
        QVERIFY(eventually([&] { return beats() > 0; }));
        lockctl.signal(SIGKILL);
        QVERIFY(becomesFree());
        QVERIFY(standsStill());
    }
};

LOCKSCOPE_TEST_SUITE(TestAcquire)
#include "tst_acquire.moc"
