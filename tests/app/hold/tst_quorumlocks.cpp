// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Locks that are kept on several servers, through lockctl: redlock, red and multi.
class TestQuorumLocks : public QObject
{
    Q_OBJECT

private:
    static constexpr int total = 5;
    std::vector<std::unique_ptr<RedisProcess>> m_servers;
    std::unique_ptr<QTemporaryDir> m_folder;

    QStringList urls() const
    {
        QStringList options;
        for (const auto &server : m_servers)
            options << u"--url"_s << server->url();
        return options;
    }
    QStringList with(const QString &command, const QStringList &more) const
    {
        return QStringList{command, u"job"_s} + urls() + more;
    }
    int act(Program &program, const QStringList &more) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, logFile());
        return program.run(with(u"unlock"_s, more));
    }
    QString logFile() const { return m_folder->filePath(u"audit.jsonl"_s); }
    qsizetype logLines() const
    {
        QFile file(logFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
    }
    // On how many of the servers that run the key is.
    int held() const
    {
        int count = 0;
        for (const auto &server : m_servers) {
            if (server->isRunning())
                count += static_cast<int>(server->command({"EXISTS"_ba, "job"_ba}).integer);
        }
        return count;
    }
    void put(int from, int to, const QByteArray &token) const
    {
        for (int i = from; i < to; ++i)
            m_servers[std::size_t(i)]->command({"SET"_ba, "job"_ba, token, "PX"_ba, "60000"_ba});
    }
    RedisProcess &server(int i) const { return *m_servers[std::size_t(i)]; }
    QByteArray urlOf(int i) const { return server(i).url().toUtf8(); }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        for (int i = 0; i < total; ++i)
            QVERIFY(m_servers.emplace_back(std::make_unique<RedisProcess>())->start());
    }
    void init()
    {
        failOnAnyWarning();
        for (const auto &server : m_servers) {
            if (!server->isRunning())
                QVERIFY(server->restart());
            QVERIFY(server->command({"FLUSHALL"_ba}).isOk());
        }
        for (const auto &server : m_servers)
            QVERIFY(eventually([&] { return isOldEnough(*server); }));
        m_folder = std::make_unique<QTemporaryDir>();
    }

    // Leases so short that a server may be counted soon after its start.
    static QStringList takeable(const QString &kind)
    {
        return {u"--kind"_s, kind, u"--watchdog"_s, u"3s"_s, u"--max-lease"_s, u"3s"_s};
    }
    // Nobody's lease of 3 s can be forgotten by it any more.
    static bool isOldEnough(const RedisProcess &server)
    {
        const QByteArray info = server.command({"INFO"_ba, "server"_ba}).bytes;
        const qsizetype at = info.indexOf("uptime_in_seconds:");
        return at >= 0 && info.mid(at + 18, 10).split('\r').front().toInt() > 4;
    }
    void addKinds() const
    {
        QTest::addColumn<QStringList>("kind");
        QTest::newRow("redlock") << takeable(u"redlock"_s);
        QTest::newRow("redlock, stop")
            << takeable(u"redlock"_s) + QStringList{u"--strategy"_s, u"stop"_s};
        QTest::newRow("red") << takeable(u"red"_s);
    }

    void aSecondOneIsRefused_data() { addKinds(); }
    void aSecondOneIsRefused()
    {
        QFETCH(const QStringList, kind);
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(with(u"acquire"_s, kind)));
        QVERIFY(first.prints("\n"));
        QVERIFY2(first.out.startsWith(QByteArray("holding job (" + kind[1].toUtf8() + ") as ")),
                 first.out.constData());
        QVERIFY(first.out.contains("of 5 servers"));
        QVERIFY(held() >= 3);
        Program second(LOCKCTL_PATH);
        QCOMPARE(second.run(with(u"acquire"_s, kind)), 1);
        QVERIFY2(second.err.contains("held by another owner"), second.err.constData());
        QVERIFY(second.out.isEmpty());
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QCOMPARE(held(), 0);
        QCOMPARE(first.err, QByteArray());
    }

    // A majority is enough: the others, which are well, have only not answered yet.
    void theRestOfTheVotesIsUnderWay()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(
            lockctl.start(with(u"acquire"_s, takeable(u"redlock"_s) + QStringList{u"--json"_s})));
        QVERIFY(lockctl.prints("\n"));
        const auto votes = QJsonDocument::fromJson(lockctl.out)["votes"_L1].toArray();
        QCOMPARE(votes.size(), 5);
        for (const QJsonValue &vote : votes) {
            const QString word = vote["vote"_L1].toString();
            QVERIFY2(word == "granted"_L1 || word == "pending"_L1, lockctl.out.constData());
        }
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
    }

    void aGroupIsTakenByItsName()
    {
        const auto inHome = [this](Program &program) -> Program & {
            program.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder->filePath(u"p.json"_s));
            return program;
        };
        QString group = u"trio="_s;
        for (int i = 0; i < 3; ++i)
            group += (i > 0 ? u","_s : QString()) + server(i).url();
        Program saving(LOCKCTL_PATH);
        QCOMPARE(inHome(saving).run(
                     {u"profile"_s, u"save"_s, u"shop"_s, u"--group"_s, group, u"--default"_s}),
                 0);
        const QStringList taking = QStringList{u"acquire"_s, u"job"_s} + takeable(u"redlock"_s);
        Program first(LOCKCTL_PATH);
        QVERIFY(inHome(first).start(taking + QStringList{u"--group"_s, u"trio"_s}));
        QVERIFY(first.prints("of 3 servers"));
        QVERIFY(eventually([this] { return held() == 3; }));
        QCOMPARE(server(4).command({"EXISTS"_ba, "job"_ba}).integer, 0);
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QCOMPARE(held(), 0);
        for (const auto &[more, told] : std::vector<std::pair<QStringList, QByteArray>>{
                 {{u"--group"_s, u"duo"_s}, "no quorum group"},
                 {{u"--group"_s, u"trio"_s, u"--url"_s, server(4).url()}, "--url"},
                 {{u"--group"_s, u"trio"_s, u"--profile"_s, u"none"_s}, "none"}}) {
            Program refused(LOCKCTL_PATH);
            QCOMPARE(inHome(refused).run(taking + more), 2);
            QVERIFY2(refused.err.contains(told), refused.err.constData());
        }
        Program unfit(LOCKCTL_PATH);
        QCOMPARE(inHome(unfit).run({u"acquire"_s, u"job"_s, u"--group"_s, u"trio"_s}), 2);
        QVERIFY2(unfit.err.contains("--kind reentrant"), unfit.err.constData());
    }

    void aPatientOneGetsItNext_data() { addKinds(); }
    void aPatientOneGetsItNext()
    {
        QFETCH(const QStringList, kind);
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(with(u"acquire"_s, kind)));
        QVERIFY(first.prints("holding"));
        Program second(LOCKCTL_PATH);
        QVERIFY(second.start(with(u"acquire"_s, kind + QStringList{u"--wait"_s, u"1m"_s})));
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QVERIFY(second.prints("holding"));
        second.interrupt();
        QCOMPARE(second.finish(), 0);
        QCOMPARE(held(), 0);
    }

    void tellsEveryVote()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(
            with(u"acquire"_s,
                 takeable(u"redlock"_s) + QStringList{u"--owner"_s, u"my token"_s, u"--json"_s})));
        QVERIFY(lockctl.prints("\n"));
        const QJsonObject json = QJsonDocument::fromJson(lockctl.out).object();
        QCOMPARE(json["kind"_L1].toString(), u"redlock"_s);
        QCOMPARE(json["owner"_L1].toString(), u"my token"_s);
        QCOMPARE(json["ttl_ms"_L1].toInt(), 3000);
        // The lease less the time it took and the drift, 1 % and 2 ms.
        QVERIFY(json["validity_ms"_L1].toInt() <= 2968);
        QVERIFY(json["validity_ms"_L1].toInt() > 0);
        const QJsonArray votes = json["votes"_L1].toArray();
        QCOMPARE(votes.size(), total);
        int granted = 0;
        for (int i = 0; i < total; ++i) {
            QCOMPARE(votes[i]["server"_L1].toString(), server(i).url());
            granted += int(votes[i]["vote"_L1].toString() == "granted"_L1);
        }
        QVERIFY(granted >= 3);
        QVERIFY(eventually([&] { return held() == total; })); // the rest just arrives
        QCOMPARE(server(4).command({"GET"_ba, "job"_ba}).bytes, "my token"_ba);
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
        QCOMPARE(held(), 0);
    }

    void oneServerDownDoesNoHarm_data() { addKinds(); }
    void oneServerDownDoesNoHarm()
    {
        QFETCH(const QStringList, kind);
        m_servers[2]->kill();
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(with(u"acquire"_s, kind)));
        QVERIFY(lockctl.prints("holding"));
        QVERIFY(held() >= 3);
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
        QCOMPARE(held(), 0);
    }

    void serversThatDoNotRenewItAreNamed_data() { addKinds(); }
    void serversThatDoNotRenewItAreNamed()
    {
        QFETCH(const QStringList, kind);
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(with(u"acquire"_s, kind)));
        QVERIFY(lockctl.prints("holding"));
        QVERIFY(eventually([&] { return held() >= 3; }));
        for (int i = 0; i < 3; ++i)
            server(i).pause();
        QVERIFY(lockctl.complains("\"job\" cannot be renewed (no renewal by "));
        QCOMPARE(lockctl.finish(), 76);
        for (int i = 0; i < 3; ++i)
            server(i).resume();
        const QByteArray all =
            "(no renewal by " + urlOf(0) + ", " + urlOf(1) + ", " + urlOf(2) + ")";
        QVERIFY2(lockctl.err.contains(all), lockctl.err.constData());
        QVERIFY2(
            lockctl.err.contains("its lease ended while no majority of its servers renewed it"),
            lockctl.err.constData());
    }

    void withoutAMajorityItIsRefused_data() { addKinds(); }
    void withoutAMajorityItIsRefused()
    {
        QFETCH(const QStringList, kind);
        for (int i = 0; i < 3; ++i)
            m_servers[std::size_t(i)]->kill();
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"acquire"_s, kind)), 3);
        QVERIFY(lockctl.out.isEmpty());
        for (int i = 0; i < 3; ++i)
            QVERIFY2(lockctl.err.contains(urlOf(i)), lockctl.err.constData());
        QVERIFY2(lockctl.err.contains("no majority for \"job\""), lockctl.err.constData());
        QCOMPARE(held(), 0);
        Program runner(LOCKCTL_PATH);
        QCOMPARE(runner.run(with(u"run"_s, kind + QStringList{u"--"_s, u"true"_s})), 75);
    }

    void restartedServersAreNotCounted()
    {
        for (int i = 0; i < 3; ++i) {
            m_servers[std::size_t(i)]->kill();
            QVERIFY(m_servers[std::size_t(i)]->restart());
        }
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"acquire"_s, {u"--kind"_s, u"redlock"_s})), 3);
        QVERIFY2(lockctl.err.contains("restarted"), lockctl.err.constData());
        QCOMPARE(held(), 0);
    }

    void stalledServersAreNotWaitedFor()
    {
        for (int i = 0; i < 3; ++i)
            m_servers[std::size_t(i)]->pause();
        Program lockctl(LOCKCTL_PATH);
        const int status = lockctl.run(with(
            u"acquire"_s, takeable(u"redlock"_s) + QStringList{u"--node-timeout"_s, u"200ms"_s}));
        for (int i = 0; i < 3; ++i)
            m_servers[std::size_t(i)]->resume();
        QCOMPARE(status, 3);
        QVERIFY2(lockctl.err.contains(urlOf(0)), lockctl.err.constData());
    }

    void whatIsTakenAwayIsLost_data() { addKinds(); }
    void whatIsTakenAwayIsLost()
    {
        QFETCH(const QStringList, kind);
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start(with(u"acquire"_s, kind)));
        QVERIFY(holder.prints("holding"));
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, kind.first(2) + QStringList{u"--force"_s, u"--yes"_s}), 0);
        QCOMPARE(holder.finish(), 76);
        QVERIFY2(holder.err.contains("is lost"), holder.err.constData());
        QCOMPARE(held(), 0);
    }

    void theCommandEndsWithIt_data() { addKinds(); }
    void theCommandEndsWithIt()
    {
        QFETCH(const QStringList, kind);
        Program runner(LOCKCTL_PATH);
        QVERIFY(runner.start(
            with(u"run"_s,
                 kind + QStringList{u"--"_s, u"sh"_s, u"-c"_s, u"echo started; exec sleep 60"_s})));
        QVERIFY(runner.prints("started\n"));
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, kind.first(2) + QStringList{u"--force"_s, u"--yes"_s}), 0);
        QCOMPARE(runner.finish(), 76);
    }

    void anOwnerReentersARedLock()
    {
        // All five servers, however busy the machine.
        const QStringList again =
            takeable(u"red"_s) + QStringList{u"--owner"_s, u"me:1"_s, u"--node-timeout"_s, u"1s"_s};
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(with(u"acquire"_s, again)));
        QVERIFY(first.prints("\n"));
        QVERIFY(eventually([&] { return held() == total; }));
        Program second(LOCKCTL_PATH);
        QVERIFY(second.start(with(u"acquire"_s, again)));
        QVERIFY(second.prints("\n"));
        for (Program *const holder : {&second, &first}) {
            QVERIFY(held() > 0);
            holder->interrupt();
            QCOMPARE(holder->finish(), 0);
        }
        QCOMPARE(held(), 0);
    }

    void oneServerUnderTwoNamesIsRefused()
    {
        QStringList arguments = with(u"acquire"_s, {u"--kind"_s, u"redlock"_s});
        arguments[3] = u"redis://localhost:%1"_s.arg(server(1).port());
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(arguments), 1);
        QVERIFY2(lockctl.err.contains("same"), lockctl.err.constData());
        QCOMPARE(held(), 0);
    }

    void refusesBadUsage_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QByteArray>("says");
        const QStringList kind{u"--kind"_s, u"redlock"_s};
        const auto row = [&](const char *name, const QStringList &more, const QByteArray &says) {
            QTest::newRow(name) << more << says;
        };
        row("one kind of one server", {}, "kept on one server");
        row("too much validity", kind + QStringList{u"--min-validity"_s, u"30s"_s},
            "is too long for a lease");
        row("too much of a lease",
            kind + QStringList{u"--lease"_s, u"2s"_s, u"--min-validity"_s, u"1999ms"_s},
            "is too long for a lease");
        row("no patience", kind + QStringList{u"--node-timeout"_s, u"0s"_s}, "--node-timeout");
        row("patience without end", kind + QStringList{u"--node-timeout"_s, u"1h"_s},
            "--node-timeout");
        row("strategy", kind + QStringList{u"--strategy"_s, u"lazy"_s}, "greedy or stop");
        row("strategy of one", {u"--strategy"_s, u"stop"_s}, "majority of several");
        row("most of a lease", kind + QStringList{u"--max-lease"_s, u"29s"_s}, "--max-lease");
        row("owner", {u"--kind"_s, u"red"_s, u"--owner"_s, u"me"_s}, "uuid:threadId");
        row("one twice", kind + QStringList{u"--url"_s, server(0).url()}, "given twice");
        row("cluster", kind + QStringList{u"--url"_s, u"redis+cluster://127.0.0.1:7000"_s},
            "is a cluster");
        row("mode", kind + QStringList{u"--mode"_s, u"read"_s}, "only a read-write lock");
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
    void twoServersAreNoQuorum()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(QStringList{u"acquire"_s, u"job"_s, u"--kind"_s, u"redlock"_s}
                             + urls().first(4)),
                 2);
        QVERIFY2(lockctl.err.contains("at least 3"), lockctl.err.constData());
    }

    void isUnlockedOnAllServers()
    {
        put(0, total, "token");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--kind"_s, u"redlock"_s, u"--owner"_s, u"token"_s, u"--yes"_s}),
                 0);
        QCOMPARE(held(), 0);
        for (int i = 0; i < total; ++i)
            QVERIFY2(lockctl.err.contains(QByteArray(urlOf(i) + ": ")), lockctl.err.constData());
        QCOMPARE(logLines(), 2 * total);
    }

    void whoWaitsIsToldOfEachServer()
    {
        for (int i = 0; i < 3; ++i)
            server(i).command({"HSET"_ba, "job"_ba, "someone:1"_ba, "1"_ba});
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"queue"_s, {u"--kind"_s, u"red"_s})), 0);
        for (int i = 0; i < 3; ++i)
            QVERIFY2(
                lockctl.out.contains(QByteArray("On " + urlOf(i) + ":\nWaiting connections: 0\n")),
                lockctl.out.constData());
        QVERIFY2(lockctl.err.contains(QByteArray(urlOf(3) + ": \"job\" is not locked")),
                 lockctl.err.constData());
        Program nudge(LOCKCTL_PATH);
        nudge.setVariable(u"LOCKSCOPE_AUDIT"_s, logFile());
        const QStringList words{u"queue"_s,  u"job"_s, u"nudge"_s,
                                u"--kind"_s, u"red"_s, u"--yes"_s};
        QCOMPARE(nudge.run(words + urls()), 0);
        QCOMPARE(logLines(), 2 * 3);
        Program single(LOCKCTL_PATH);
        QCOMPARE(single.run(with(u"queue"_s, {u"--kind"_s, u"fair"_s})), 2);
        QVERIFY2(single.err.contains("give one server, not 5"), single.err.constData());
        for (int i = 0; i < total; ++i)
            server(i).command({"DEL"_ba, "job"_ba});
        server(4).command({"LPUSH"_ba, "job"_ba, "mail"_ba});
        Program none(LOCKCTL_PATH);
        QCOMPARE(none.run(with(u"queue"_s, {u"--kind"_s, u"red"_s})), 1);
        QVERIFY(none.out.isEmpty());
        // The key of one server says nothing of another's.
        QVERIFY2(none.err.contains(QByteArray(urlOf(4) + ": \"job\" is not a lock: a list")),
                 none.err.constData());
        QVERIFY2(none.err.contains(QByteArray(urlOf(3) + ": \"job\" is not locked")),
                 none.err.constData());
    }

    void onlyTheOwnersShareIsGivenBack()
    {
        put(0, 3, "token");
        put(3, 4, "another");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(
            act(lockctl,
                {u"--kind"_s, u"redlock"_s, u"--owner"_s, u"token"_s, u"--yes"_s, u"--json"_s}),
            0);
        QCOMPARE(held(), 1);
        const QJsonObject json = QJsonDocument::fromJson(lockctl.out).object();
        QCOMPARE(json["kind"_L1].toString(), u"redlock"_s);
        QCOMPARE(json["outcome"_L1].toString(), u"done"_s);
        const QJsonArray servers = json["servers"_L1].toArray();
        QCOMPARE(servers.size(), total);
        QCOMPARE(servers[0]["outcome"_L1].toString(), u"done"_s);
        QCOMPARE(servers[3]["outcome"_L1].toString(), u"not-held"_s);
        QCOMPARE(servers[3]["deployment"_L1].toString(), server(3).url());
        QCOMPARE(servers[4]["outcome"_L1].toString(), u"no-such-lock"_s);
    }

    void aServerThatIsDownIsTold()
    {
        put(0, total, "token");
        m_servers[1]->kill();
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--kind"_s, u"redlock"_s, u"--force"_s, u"--yes"_s, u"--json"_s}),
                 3);
        QCOMPARE(held(), 0);
        QVERIFY2(lockctl.err.contains(urlOf(1)) && lockctl.err.contains("refused the connection"),
                 lockctl.err.constData());
        const QJsonObject json = QJsonDocument::fromJson(lockctl.out).object();
        QCOMPARE(json["outcome"_L1].toString(), u"partly"_s);
    }

    void whatIsNoPartOfItIsLeftAlone()
    {
        put(0, 3, "token");
        m_servers[3]->command({"HSET"_ba, "job"_ba, "someone:1"_ba, "1"_ba});
        m_servers[4]->command({"LPUSH"_ba, "job"_ba, "mail"_ba});
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--kind"_s, u"redlock"_s, u"--force"_s, u"--yes"_s}), 1);
        QCOMPARE(held(), 2);
        QVERIFY2(lockctl.err.contains(
                     QByteArray(urlOf(3) + ": \"job\" is a lock of kind reentrant on this server")),
                 lockctl.err.constData());
    }

    void showsAllPlansAndChangesNothing()
    {
        put(0, 4, "token");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--kind"_s, u"redlock"_s, u"--force"_s, u"--dry-run"_s}), 0);
        QCOMPARE(lockctl.out.count("DEL job"), 4);
        QCOMPARE(lockctl.out.count("PUBLISH lockscope_redlock:{job} 0"), 4);
        QVERIFY(lockctl.out.contains("Waiters that use Lockscope wake"));
        QCOMPARE(held(), 4);
        QCOMPARE(logLines(), 0);
    }

    // They need not see the key go.
    void tellsThoseWhoWait()
    {
        put(0, total, "token");
        const auto published = [&] { return m_servers[0]->calls("publish"_ba); };
        const qint64 before = published();
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--kind"_s, u"redlock"_s, u"--force"_s, u"--yes"_s}), 0);
        QCOMPARE(held(), 0);
        QCOMPARE(published(), before + 1);
    }

    void nothingToUnlock()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--kind"_s, u"redlock"_s, u"--force"_s, u"--yes"_s}), 1);
        QVERIFY(lockctl.err.contains("no action is possible on any of the servers"));
    }

    void severalServersWantAKind()
    {
        put(0, total, "token");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--force"_s, u"--yes"_s}), 2);
        QVERIFY2(lockctl.err.contains("--kind redlock"), lockctl.err.constData());
        QCOMPARE(held(), total);
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorumLocks)
#include "tst_quorumlocks.moc"
