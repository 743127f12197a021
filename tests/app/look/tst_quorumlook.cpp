// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/faults/sharednumbers.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// lockctl quorum on five real servers, beside lockctl acquire.
class TestQuorumLook : public QObject
{
    Q_OBJECT

private:
    static constexpr int total = 5;
    static constexpr auto redissonOwner = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:61";
    QTemporaryDir m_clockFolder;
    std::unique_ptr<faults::ClockShift> m_clock; // of the last server
    std::vector<std::unique_ptr<RedisProcess>> m_servers;

    const RedisProcess &server(int i) const { return *m_servers[std::size_t(i)]; }
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
    void put(int from, int to, const QByteArray &token) const
    {
        for (int i = from; i < to; ++i)
            QVERIFY(server(i).command({"SET", "job", token, "PX", "60000"}).isOk());
    }
    int held() const
    {
        int count = 0;
        for (const auto &server : m_servers)
            count += server->isRunning() ? int(server->command({"EXISTS", "job"}).integer) : 0;
        return count;
    }
    // The output of `lockctl quorum job --json`; empty if it ends with another status.
    QJsonObject look(int status = 0, const QStringList &more = {}) const
    {
        Program lockctl(LOCKCTL_PATH);
        const int ended = lockctl.run(with(u"quorum"_s, QStringList{u"--json"_s} + more));
        if (ended != status) {
            qWarning("status %d: %s", ended, lockctl.err.constData());
            return {};
        }
        return QJsonDocument::fromJson(lockctl.out).object();
    }
    static QString verdict(const QJsonObject &json) { return json["verdict"_L1].toString(); }
    static int votes(const QJsonObject &json) { return json["votes"_L1].toInt(); }
    static QJsonObject seat(const QJsonObject &json, int i)
    {
        return json["servers"_L1].toArray()[i].toObject();
    }
    static bool isOldEnough(const RedisProcess &server)
    {
        const QByteArray info = server.command({"INFO", "server"}).bytes;
        const qsizetype at = info.indexOf("uptime_in_seconds:");
        return at >= 0 && info.mid(at + 18, 10).split('\r').front().toInt() > 4;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_clock = std::make_unique<faults::ClockShift>(m_clockFolder.filePath(u"clock"_s).toUtf8());
        for (int i = 0; i < total; ++i) {
            RedisOptions options;
            if (i == total - 1)
                options.environment = m_clock->environment();
            QVERIFY(m_servers.emplace_back(std::make_unique<RedisProcess>(options))->start());
        }
    }
    void init()
    {
        failOnAnyWarning();
        m_clock->jumpTo(0ms);
        for (const auto &server : m_servers) {
            if (!server->isRunning())
                QVERIFY(server->restart());
            QVERIFY(server->command({"FLUSHALL"}).isOk());
        }
    }

    // A number that does not lapse is no lock by its name alone.
    void aCounterIsNoLock()
    {
        for (const auto &server : m_servers)
            server->command({"SET"_ba, "job"_ba, "5"_ba});
        Program lockctl(LOCKCTL_PATH);
        lockctl.run(with(u"quorum"_s, {}));
        QVERIFY2(lockctl.out.contains("a number with an unknown purpose"), lockctl.out.constData());
        QVERIFY2(!lockctl.out.contains("held on"), lockctl.out.constData());
    }

    void whatIsAcquiredIsHeld_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("owner");
        QTest::newRow("redlock") << u"redlock"_s << u"my token"_s;
        QTest::newRow("red") << u"red"_s << QString::fromLatin1(redissonOwner);
    }
    // One server after the other goes, while the lock is held and renewed.
    void whatIsAcquiredIsHeld()
    {
        QFETCH(const QString, kind);
        QFETCH(const QString, owner);
        for (const auto &server : m_servers)
            QVERIFY(eventually([&] { return isOldEnough(*server); }));
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start(with(u"acquire"_s,
                                  {u"--kind"_s, kind, u"--owner"_s, owner, u"--watchdog"_s, u"3s"_s,
                                   u"--max-lease"_s, u"3s"_s})));
        QVERIFY(holder.prints("holding"));
        QVERIFY(eventually([&] { return held() == total; }));
        const QJsonObject all = look();
        QCOMPARE(verdict(all), u"held"_s);
        QCOMPARE(votes(all), 5);
        QCOMPARE(all["needed"_L1].toInt(), 3);
        QCOMPARE(all["name"_L1].toString(), u"job"_s);
        QCOMPARE(all["owner"_L1].toString(), owner);
        QVERIFY(all["group"_L1].isNull());
        const int validity = all["validity_ms"_L1].toInt();
        QVERIFY(validity > 0 && validity < 3000);
        for (int i = 0; i < total; ++i) {
            const QJsonObject one = seat(all, i);
            QCOMPARE(one.size(), 7);
            QCOMPARE(one["server"_L1].toString(), server(i).url());
            QCOMPARE(one["owner"_L1].toString(), owner);
            QCOMPARE(one["agrees"_L1], QJsonValue(true));
            QVERIFY(one["ttl_ms"_L1].toInt() > 0 && one["ttl_ms"_L1].toInt() <= 3000);
            QVERIFY(one["latency_ms"_L1].toDouble() > 0);
            QVERIFY(one["clock_offset_ms"_L1].isDouble());
            QVERIFY(one["error"_L1].isNull());
        }
        m_servers[1]->kill();
        const QJsonObject four = look(3);
        QCOMPARE(verdict(four), u"held"_s);
        QCOMPARE(votes(four), 4);
        QVERIFY(seat(four, 1)["agrees"_L1].isNull());
        QVERIFY(seat(four, 1)["owner"_L1].isNull());
        QVERIFY(seat(four, 1)["latency_ms"_L1].isNull());
        QVERIFY(!seat(four, 1)["error"_L1].toString().isEmpty());
        m_servers[3]->kill();
        const QJsonObject three = look(3);
        QCOMPARE(verdict(three), u"at-risk"_s);
        QCOMPARE(votes(three), 3);
        QVERIFY(three["validity_ms"_L1].toInt() > 0);
        holder.interrupt();
        QCOMPARE(holder.finish(), 0);
        const QJsonObject none = look(3);
        QCOMPARE(verdict(none), u"free"_s);
        QVERIFY(none["owner"_L1].isNull());
        QVERIFY(none["validity_ms"_L1].isNull());
    }

    void whatTheKeysSay_data()
    {
        QTest::addColumn<int>("mine");
        QTest::addColumn<int>("foreign"); // tokens of another owner, from behind
        QTest::addColumn<int>("stopped"); // servers, from the front
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<int>("votes");
        QTest::newRow("all") << 5 << 0 << 0 << u"held"_s << 5;
        QTest::newRow("a stranger on one") << 4 << 1 << 0 << u"held"_s << 4;
        QTest::newRow("a stranger on two") << 3 << 2 << 0 << u"at-risk"_s << 3;
        QTest::newRow("two and two") << 2 << 2 << 0 << u"split"_s << 2;
        QTest::newRow("two left") << 2 << 0 << 0 << u"residue"_s << 2;
        QTest::newRow("three stopped") << 5 << 0 << 3 << u"at-risk"_s << 2;
        QTest::newRow("nobody, two stopped") << 0 << 0 << 2 << u"free"_s << 0;
        QTest::newRow("nobody seen, three stopped") << 0 << 0 << 3 << QString() << 0;
    }
    void whatTheKeysSay()
    {
        QFETCH(const int, mine);
        QFETCH(const int, foreign);
        QFETCH(const int, stopped);
        put(0, mine, "my token");
        put(total - foreign, total, "not my token");
        for (int i = 0; i < stopped; ++i)
            m_servers[std::size_t(i)]->kill();
        const QJsonObject json = look(stopped > 0 ? 3 : 0);
        QTEST(verdict(json), "verdict");
        QCOMPARE(json["verdict"_L1].isNull(), verdict(json).isEmpty());
        QTEST(votes(json), "votes");
    }

    void aPausedServerIsSilent()
    {
        put(0, total, "my token");
        m_servers[2]->pause();
        const QJsonObject json = look(3);
        m_servers[2]->resume();
        QCOMPARE(verdict(json), u"held"_s);
        QCOMPARE(votes(json), 4);
        QVERIFY(!seat(json, 2)["error"_L1].toString().isEmpty());
    }

    void keysOfAnotherTypeBlock()
    {
        for (int i = 0; i < 3; ++i)
            QVERIFY(server(i).command({"RPUSH", "job", "a"}).isInteger());
        put(3, 5, "my token");
        QJsonObject json = look();
        QCOMPARE(verdict(json), u"blocked"_s);
        QVERIFY2(seat(json, 0)["error"_L1].toString().contains(u"a list"),
                 qPrintable(seat(json, 0)["error"_L1].toString()));
        QCOMPARE(seat(json, 0)["agrees"_L1], QJsonValue(false));
        QVERIFY(server(0).command({"DEL", "job"}).isInteger());
        put(0, 1, "my token");
        json = look();
        QCOMPARE(verdict(json), u"at-risk"_s); // 3 of 5
    }

    // A Redisson lock of the same name, taken on one server alone.
    void aHashIsInTheWayOfStrings()
    {
        put(0, 2, "my token");
        for (int i = 2; i < 4; ++i)
            QVERIFY(server(i).command({"HSET", "job", redissonOwner, "1"}).isInteger());
        const QJsonObject json = look();
        QCOMPARE(verdict(json), u"blocked"_s);
        QCOMPARE(seat(json, 2)["owner"_L1].toString(), QString::fromLatin1(redissonOwner));
        QCOMPARE(seat(json, 2)["ttl_ms"_L1].toInt(), -1);
        QVERIFY(!seat(json, 2)["error"_L1].isNull());
    }

    void clocksAreMeasured()
    {
        put(0, total, "my token");
        for (int i = 0; i < total; ++i)
            QVERIFY(server(i).command({"PERSIST", "job"}).isInteger());
        m_clock->jumpTo(-100s);
        QJsonObject json = look();
        const int offset = seat(json, total - 1)["clock_offset_ms"_L1].toInt();
        QVERIFY2(offset < -95'000 && offset > -105'000, qPrintable(QString::number(offset)));
        const int honest = seat(json, 0)["clock_offset_ms"_L1].toInt();
        QVERIFY2(std::abs(honest) < 5'000, qPrintable(QString::number(honest)));
        QCOMPARE(verdict(json), u"held"_s);
        QCOMPARE(json["validity_ms"_L1].toInt(), -1); // no expiry
        // The one that is behind is needed for the majority: set right, its key would be gone.
        QVERIFY(server(0).command({"DEL", "job"}).isInteger());
        QVERIFY(server(1).command({"DEL", "job"}).isInteger());
        put(2, total, "my token");
        json = look();
        QCOMPARE(verdict(json), u"at-risk"_s);
        QCOMPARE(json["validity_ms"_L1].toInt(-5), 0);
        Program people(LOCKCTL_PATH);
        QCOMPARE(people.run(with(u"quorum"_s, {})), 0);
        QVERIFY2(people.out.contains("its clock is"), people.out.constData());
    }

    void peopleReadATable()
    {
        put(0, 3, "evil\x1b[2Jtoken");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"quorum"_s, {})), 0);
        QVERIFY2(lockctl.out.startsWith("job: at risk: held on 3 of 5 servers by "
                                        "evil\\x1b[2Jtoken, valid for "),
                 lockctl.out.constData());
        QVERIFY(!lockctl.out.contains('\x1b'));
        QVERIFY(lockctl.out.contains("; no spare server\n"));
        QCOMPARE(lockctl.out.count('\n'), 2 + total);
        for (int i = 0; i < total; ++i)
            QVERIFY(lockctl.out.contains(server(i).url().toUtf8()));
        QCOMPARE(lockctl.out.count("no key"), 2);
    }

    void groupsComeFromProfiles()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"profiles.json"_s);
        QStringList members;
        for (int i = 0; i < 3; ++i)
            members += server(i).url();
        const auto lockctl = [&](const QStringList &arguments, int status) {
            Program program(LOCKCTL_PATH);
            program.setVariable(u"LOCKSCOPE_PROFILES"_s, file);
            const int ended = program.run(arguments);
            if (ended != status)
                qWarning("status %d: %s", ended, program.err.constData());
            return status == 2 ? program.err : program.out;
        };
        lockctl({u"profile"_s, u"save"_s, u"shop"_s, u"--group"_s, u"red="_s + members.join(u',')},
                0);
        put(0, 3, "my token");
        const QStringList look{u"quorum"_s, u"job"_s, u"--json"_s};
        const QByteArray out =
            lockctl(look + QStringList{u"--profile"_s, u"shop"_s, u"--group"_s, u"red"_s}, 0);
        const QJsonObject json = QJsonDocument::fromJson(out).object();
        QCOMPARE(json["group"_L1].toString(), u"red"_s);
        QCOMPARE(verdict(json), u"held"_s);
        QCOMPARE(votes(json), 3);
        // The only group needs no name; a wrong one, or no profile, is said to be so.
        QCOMPARE(lockctl(look + QStringList{u"--profile"_s, u"shop"_s}, 0).count("\"held\""), 1);
        QVERIFY(lockctl(look + QStringList{u"--profile"_s, u"shop"_s, u"--group"_s, u"x"_s}, 2)
                    .contains("available: red"));
        QVERIFY(
            lockctl(look + QStringList{u"--group"_s, u"red"_s}, 2).contains("no default profile"));
        lockctl({u"profile"_s, u"save"_s, u"shop"_s, u"--change"_s, u"--default"_s}, 0);
        lockctl(look + QStringList{u"--group"_s, u"red"_s}, 0);
    }

    // show, too, says what its servers come to.
    void showTellsTheVerdict()
    {
        put(0, 3, "my long token");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"show"_s, {u"--kind"_s, u"string"_s})), 0);
        QVERIFY2(lockctl.out.contains("the group may have more servers): held on 3 of 3 servers by "
                                      "my long token, valid for "),
                 lockctl.out.constData());
        // The same name alone proves nothing.
        for (int i = 0; i < total; ++i)
            put(i, i + 1, "my long token " + QByteArray::number(i));
        Program other(LOCKCTL_PATH);
        QCOMPARE(other.run(with(u"show"_s, {u"--kind"_s, u"string"_s})), 0);
        QVERIFY(!other.out.contains("proposed"));
    }

    void showKnowsTheGroupsOfItsProfile()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"profiles.json"_s);
        const auto run = [&](const QStringList &arguments) {
            Program program(LOCKCTL_PATH);
            program.setVariable(u"LOCKSCOPE_PROFILES"_s, file);
            return program.run(arguments) == 0 ? program.out : "failed: " + program.err;
        };
        const QString members = server(0).url() + u',' + server(1).url() + u',' + server(2).url();
        run({u"profile"_s, u"save"_s, u"shop"_s, u"--url"_s, server(0).url(), u"--url"_s,
             server(1).url(), u"--group"_s, u"red="_s + members, u"--default"_s});
        put(0, 2, "my long token");
        const QByteArray out = run({u"show"_s, u"job"_s, u"--kind"_s, u"string"_s});
        QVERIFY2(out.contains("job in red: at risk: held on 2 of 3 servers by my long token"),
                 out.constData());
    }

    void isUsedWrongly_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("complaint");
        const QStringList url{u"--url"_s, u"redis://127.0.0.1:1"_s};
        QTest::newRow("no servers") << QStringList() << "no server was given"_ba;
        QTest::newRow("one server") << QStringList{u"job"_s} + url << "several servers"_ba;
        QTest::newRow("both") << QStringList{u"job"_s, u"--group"_s, u"g"_s} + url
                              << "used together"_ba;
        QTest::newRow("two names") << QStringList{u"job"_s, u"b"_s} + url << "unexpected"_ba;
    }
    void isUsedWrongly()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, complaint);
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(QStringList{u"quorum"_s} + arguments), 2);
        QVERIFY2(lockctl.err.contains(complaint), lockctl.err.constData());
        QVERIFY(lockctl.out.isEmpty());
    }

    // Looking writes nothing, and needs no more than reading.
    void aReadOnlyUserCanLook()
    {
        put(0, total, "my token");
        for (const auto &server : m_servers)
            QVERIFY(server
                        ->command({"ACL", "SETUSER", "reader", "on", ">secret", "resetkeys", "%R~*",
                                   "resetchannels", "&*", "-@all", "+@read", "+@connection",
                                   "+time", "+info", "+@pubsub", "+scan"})
                        .isOk());
        QStringList arguments{u"quorum"_s, u"job"_s, u"--json"_s};
        for (const auto &server : m_servers)
            arguments << u"--url"_s << u"redis://reader:secret@127.0.0.1:%1"_s.arg(server->port());
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(arguments), 0);
        QVERIFY(!lockctl.out.contains("secret"));
        QCOMPARE(verdict(QJsonDocument::fromJson(lockctl.out).object()), u"held"_s);
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorumLook)
#include "tst_quorumlook.moc"
