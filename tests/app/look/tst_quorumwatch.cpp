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

// Tests lockctl's output about unnamed quorums, about servers that are not independent, and during
// a watch.
class TestQuorumWatch : public QObject
{
    Q_OBJECT

private:
    static constexpr int total = 4;
    static constexpr auto uuid = "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d"; // found without a name
    QTemporaryDir m_folder;
    std::vector<std::unique_ptr<RedisProcess>> m_servers;

    const RedisProcess &server(int i) const { return *m_servers[std::size_t(i)]; }
    QStringList urls(int count) const
    {
        QStringList options;
        for (int i = 0; i < count; ++i)
            options << u"--url"_s << server(i).url();
        return options;
    }
    void put(int i, const QByteArray &name, const QByteArray &token) const
    {
        QVERIFY(server(i).command({"SET", name, token, "PX", "60000"}).isOk());
    }
    // As Redisson's red lock leaves it: a client of its own for each server.
    void putThread(int i, const QByteArray &name, int thread) const
    {
        const QByteArray owner = QByteArray::number(10'000'000 + i)
            + "-5d1e-4b7a-9c0d-8e6f1a2b3c4d:" + QByteArray::number(thread);
        QVERIFY(server(i).command({"HSET", name, owner, "1"}).isInteger());
        QVERIFY(server(i).command({"PEXPIRE", name, "60000"}).isInteger());
    }
    Program &prepared(Program &program) const
    {
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder.filePath(u"profiles.json"_s));
        return program;
    }
    // Standard output, or what was said instead.
    QByteArray run(const QStringList &arguments, int status = 0) const
    {
        Program program(LOCKCTL_PATH);
        const int ended = prepared(program).run(arguments);
        return ended == status ? program.out
                               : "status " + QByteArray::number(ended) + ": " + program.err;
    }
    static QJsonObject json(const QByteArray &out) { return QJsonDocument::fromJson(out).object(); }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        for (int i = 0; i < total; ++i)
            QVERIFY(m_servers.emplace_back(std::make_unique<RedisProcess>())->start());
        const auto save = [&](const QString &name, const QStringList &more) {
            QCOMPARE(run(QStringList{u"profile"_s, u"save"_s, name} + more).left(6) == "status",
                     false);
        };
        const QString group =
            QStringList{server(0).url(), server(1).url(), server(2).url()}.join(u',');
        save(u"groups"_s, {u"--group"_s, u"red="_s + group});
        save(u"loose"_s, urls(total));
    }
    void init()
    {
        failOnAnyWarning();
        for (const auto &server : m_servers) {
            QVERIFY(server->command({"REPLICAOF", "NO", "ONE"}).isOk());
            QVERIFY(server->command({"FLUSHALL"}).isOk());
        }
    }

    // Three masters of a Redlock, and a server that has nothing to do with them.
    void theProposedServersAreJudgedAlone()
    {
        for (int i = 0; i < 3; ++i)
            put(i, "job", "my long token");
        put(3, "b", "some other token");
        const QByteArray out =
            run(QStringList{u"show"_s, u"job"_s, u"b"_s, u"--kind"_s, u"string"_s} + urls(total));
        const QByteArray servers = server(0).url().toUtf8() + ", " + server(1).url().toUtf8() + ", "
            + server(2).url().toUtf8();
        const QByteArray line = "job (proposed: the same token on " + servers
            + "; the group may have more servers): held on 3 of 3 servers by my long token, valid "
              "for ";
        QVERIFY2(out.contains(line), out.constData());
        QCOMPARE(out.count("proposed"), 1);
        QCOMPARE(out.count("residue"), 0);
        const QByteArray alone = run(QStringList{u"show"_s, u"b"_s} + urls(total));
        QVERIFY2(!alone.contains("proposed") && !alone.contains("residue"), alone.constData());
    }

    void listHintsAtQuorums()
    {
        const QStringList list = QStringList{u"list"_s, u"--prefix"_s, u"job"_s} + urls(total);
        put(0, "job", "my long token");
        Program lonely(LOCKCTL_PATH);
        QCOMPARE(lonely.run(list), 0);
        QVERIFY2(!lonely.err.contains("quorum"), lonely.err.constData());
        put(1, "job", "my long token");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(list), 0);
        QVERIFY2(lockctl.err.contains("1 lock has the same owner on several of these servers"),
                 lockctl.err.constData());
    }

    void quorumProposesWithoutAGroup()
    {
        const QStringList look{u"quorum"_s, u"--profile"_s, u"loose"_s};
        for (int i = 0; i < 3; ++i) {
            put(i, "job", uuid);
            putThread(i, "java", 42);
        }
        const QByteArray all = run(look);
        QCOMPARE(all.count('\n'), 2);
        QVERIFY2(all.contains("java (proposed: ") && all.contains("job (proposed: "),
                 all.constData());
        QVERIFY2(all.contains("(inferred)"), all.constData());
        const QJsonObject one = json(run(look + QStringList{u"job"_s, u"--json"_s}));
        QCOMPARE(one["verdict"_L1].toString(), u"held"_s);
        QCOMPARE(one["proposed"_L1], QJsonValue(true));
        QCOMPARE(one["servers"_L1].toArray().size(), 3);
        const QJsonObject inferred = json(run(look + QStringList{u"java"_s, u"--json"_s}));
        QCOMPARE(inferred["verdict"_L1].toString(), u"held"_s);
        QCOMPARE(inferred["inferred"_L1], QJsonValue(true));
        QCOMPARE(run(look + QStringList{u"nothing"_s}, 1), QByteArray());
    }

    void aServerNamedTwiceIsRefused()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(QStringList{u"quorum"_s, u"job"_s} + urls(1) + urls(2)), 2);
        QVERIFY2(lockctl.err.contains("given twice"), lockctl.err.constData());
    }

    void oneServerByTwoNamesHasOneVote()
    {
        put(0, "job", "my long token");
        const QStringList look = QStringList{u"quorum"_s, u"job"_s} + urls(2)
            + QStringList{u"--url"_s, u"redis://localhost:%1"_s.arg(server(0).port())};
        const QJsonObject one = json(run(look + QStringList{u"--json"_s}));
        QCOMPARE(one["verdict"_L1].toString(), u"residue"_s); // 1 of 2
        QCOMPARE(one["votes"_L1].toInt(), 1);
        QCOMPARE(one["needed"_L1].toInt(), 2);
        const QJsonValue copy = one["servers"_L1].toArray()[2];
        QVERIFY(copy["agrees"_L1].isNull());
        QVERIFY2(
            copy["error"_L1].toString().contains(u"the same server as %1"_s.arg(server(0).url())),
            qPrintable(copy["error"_L1].toString()));
        QVERIFY(run(look).contains("counts only once"));
        const QByteArray shown = run(QStringList{u"show"_s, u"job"_s} + look.mid(2));
        QVERIFY2(!shown.contains("proposed"), shown.constData());
    }

    void aReplicaHasNoVote()
    {
        QVERIFY(server(1)
                    .command({"REPLICAOF", "127.0.0.1", QByteArray::number(server(0).port())})
                    .isOk());
        put(0, "job", "my long token");
        QVERIFY(eventually([&] { return server(1).command({"EXISTS", "job"}).integer == 1; }));
        const QJsonObject one =
            json(run(QStringList{u"quorum"_s, u"job"_s, u"--json"_s} + urls(3)));
        QCOMPARE(one["verdict"_L1].toString(), u"residue"_s);
        QVERIFY(one["servers"_L1].toArray()[1]["error"_L1].toString().contains(u"replicates"_s));
    }

    // Nothing is known about a name that may not be read; the others are known completely.
    void aRefusedKeyHidesNoOther()
    {
        QStringList members;
        for (int i = 0; i < 3; ++i) {
            const QByteArray keys = i == 0 ? "%R~job:*" : "%R~*";
            QVERIFY(server(i)
                        .command({"ACL", "SETUSER", "reader", "on", ">pass", "resetkeys", keys,
                                  "resetchannels", "&*", "-@all", "+@read", "+@connection", "+time",
                                  "+info", "+@pubsub"})
                        .isOk());
            members += u"redis://reader@127.0.0.1:%1"_s.arg(server(i).port());
        }
        for (int i = 1; i < 3; ++i) {
            put(i, "job:a", "my long token");
            put(i, "secret", "my long token");
        }
        Program save(LOCKCTL_PATH);
        QStringList profile{u"profile"_s, u"save"_s, u"acl"_s, u"--group"_s,
                            u"g="_s + members.join(u',')};
        for (const QString &member : members)
            profile << u"--url"_s << member;
        QCOMPARE(prepared(save).run(profile), 0);
        Program lockctl(LOCKCTL_PATH);
        prepared(lockctl).setVariable(u"LOCKSCOPE_PASSWORD"_s, u"pass"_s);
        // The refusal is told, too.
        QCOMPARE(lockctl.run({u"show"_s, u"job:a"_s, u"secret"_s, u"--profile"_s, u"acl"_s,
                              u"--kind"_s, u"string"_s}),
                 3);
        QVERIFY2(lockctl.err.contains("NOPERM"), lockctl.err.constData());
        for (const char *name : {"job:a", "secret"}) {
            const QByteArray line =
                name + " in g: at risk: held on 2 of 3 servers by my long token"_ba;
            QVERIFY2(lockctl.out.contains(line), lockctl.out.constData());
        }
        for (const QString &name : {u"job:a"_s, u"secret"_s}) {
            Program quorum(LOCKCTL_PATH);
            prepared(quorum).setVariable(u"LOCKSCOPE_PASSWORD"_s, u"pass"_s);
            const bool isRefused = name == u"secret"_s;
            QCOMPARE(quorum.run({u"quorum"_s, name, u"--profile"_s, u"acl"_s, u"--json"_s}), 3);
            const QJsonValue first = json(quorum.out)["servers"_L1].toArray()[0];
            QCOMPARE(first["error"_L1].isNull(), !isRefused);
            QCOMPARE(first["agrees"_L1], isRefused ? QJsonValue() : QJsonValue(false));
        }
        // And where both are looked at: without a majority it makes a difference.
        for (const char *name : {"job:a", "secret"})
            QVERIFY(server(2).command({"DEL", name}).isInteger());
        for (const QString &name : {u"job:a"_s, u"secret"_s}) {
            Program less(LOCKCTL_PATH);
            prepared(less).setVariable(u"LOCKSCOPE_PASSWORD"_s, u"pass"_s);
            QCOMPARE(less.run({u"quorum"_s, name, u"--profile"_s, u"acl"_s}), 3);
            QVERIFY2(less.out.contains(name == u"secret"_s ? "secret in g: at risk: seen on 1 of 3"
                                                           : "job:a in g: residue: "),
                     less.out.constData());
        }
        // The operator names its kind: it may be a Redlock's, though one server alone has it.
        Program show(LOCKCTL_PATH);
        prepared(show).setVariable(u"LOCKSCOPE_PASSWORD"_s, u"pass"_s);
        QCOMPARE(
            show.run({u"show"_s, u"job:a"_s, u"--profile"_s, u"acl"_s, u"--kind"_s, u"string"_s}),
            3);
        QVERIFY2(show.out.contains("job:a in g: residue: "), show.out.constData());
    }

    void watchTellsEachVerdict()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(prepared(lockctl).start(
            {u"quorum"_s, u"--profile"_s, u"groups"_s, u"--watch"_s, u"--json"_s}));
        QVERIFY(lockctl.complains("no lock is on several of the servers"));
        for (int i = 0; i < 3; ++i)
            put(i, "job", uuid);
        QVERIFY(lockctl.prints("\"held\""));
        QVERIFY(server(2).command({"DEL", "job"}).isInteger());
        QVERIFY(lockctl.prints("\"at-risk\""));
        QVERIFY(server(1).command({"PEXPIRE", "job", "700"}).isInteger()); // by time alone
        QVERIFY(lockctl.prints("\"residue\""));
        QVERIFY(server(0).command({"DEL", "job"}).isInteger());
        QVERIFY(lockctl.prints("\"free\""));
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
        for (const QByteArray &line : lockctl.out.trimmed().split('\n')) {
            const QJsonObject one = json(line);
            QCOMPARE(one["name"_L1].toString(), u"job"_s);
            QCOMPARE(one["group"_L1].toString(), u"red"_s);
            QCOMPARE(one["servers"_L1].toArray().size(), 3);
            QVERIFY(one["at"_L1].isString());
        }
        QVERIFY(!lockctl.out.contains("\"split\""));
    }

    // Renewals are no news.
    void watchIsSilentWhileNothingChanges()
    {
        for (int i = 0; i < 3; ++i)
            put(i, "job", "my long token");
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(prepared(lockctl).start(
            {u"quorum"_s, u"job"_s, u"--profile"_s, u"groups"_s, u"--watch"_s}));
        QVERIFY(lockctl.prints("job in red: held on 3 of 3 servers by my long token"));
        for (int i = 0; i < 3; ++i)
            QVERIFY(server(i).command({"PEXPIRE", "job", "70000"}).isInteger());
        QVERIFY(server(0).command({"DEL", "job"}).isInteger());
        QVERIFY(lockctl.prints("at risk"));
        QCOMPARE(lockctl.out.count('\n'), 2);
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
    }

    void watchNeedsAGroup()
    {
        QVERIFY(run({u"quorum"_s, u"--profile"_s, u"loose"_s, u"--watch"_s}, 2).isEmpty());
    }

    // One server alone has what is left of an attempt, or what is no Redlock at all.
    void onlyLocksOnSeveralServers()
    {
        put(0, "job:left", uuid);
        put(0, "job:split", uuid);
        put(1, "job:split", "99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d");
        const QStringList all{u"quorum"_s, u"--profile"_s, u"groups"_s, u"--prefix"_s, u"job:"_s};
        QCOMPARE(run(all).count('\n'), 1); // job:left may be an ordinary lock
        const QByteArray several = run(all + QStringList{u"--several"_s});
        QVERIFY2(several.startsWith("job:split in red: split: 2 owners"), several.constData());
        QCOMPARE(several.count('\n'), 1);
        const QJsonObject one = json(run(all + QStringList{u"--several"_s, u"--json"_s}));
        QCOMPARE(one["name"_L1].toString(), u"job:split"_s);
        Program named(LOCKCTL_PATH);
        QCOMPARE(prepared(named).run(all + QStringList{u"job:left"_s, u"--several"_s}), 2);
        QVERIFY2(named.err.contains("cannot be used with NAME"), named.err.constData());
        QVERIFY(server(1).command({"DEL", "job:split"}).isInteger());
        Program none(LOCKCTL_PATH);
        QCOMPARE(prepared(none).run(all + QStringList{u"--several"_s}), 0);
        QVERIFY(none.out.isEmpty());
        QVERIFY2(none.err.contains("no lock is on several of the servers"), none.err.constData());
    }

    // A lock that was on several servers is reported until its end.
    void watchTellsWhatCameToSeveralServers()
    {
        put(0, "job:left", uuid);
        put(0, "job:job", uuid);
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(prepared(lockctl).start({u"quorum"_s, u"--profile"_s, u"groups"_s, u"--prefix"_s,
                                         u"job:"_s, u"--several"_s, u"--watch"_s}));
        QVERIFY(lockctl.complains("no lock is on several"));
        put(1, "job:job", uuid);
        QVERIFY(lockctl.prints("job:job in red: at risk: held on 2 of 3"));
        QVERIFY(server(1).command({"DEL", "job:job"}).isInteger());
        QVERIFY(lockctl.prints("job:job in red: residue"));
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
        QVERIFY(!lockctl.out.contains("job:left"));
    }

    // list and unlock know what the servers say together, where several are looked at.
    void filtersPickByVerdict()
    {
        Program save(LOCKCTL_PATH);
        QStringList profile{u"profile"_s, u"save"_s, u"listed"_s};
        QStringList members;
        for (int i = 0; i < 3; ++i) {
            profile << u"--url"_s << server(i).url();
            members += server(i).url();
        }
        QCOMPARE(prepared(save).run(profile
                                    + QStringList{u"--group"_s, u"red="_s + members.join(u','),
                                                  u"--pin"_s, u"job:left=string/redsync"_s}),
                 0);
        for (int i = 0; i < 3; ++i)
            put(i, "job:held", uuid);
        put(0, "job:risky", uuid);
        put(2, "job:risky", uuid);
        put(1, "job:left", uuid);
        const auto listed = [&](const QString &filter, const QStringList &where) {
            const QByteArray out = run(QStringList{u"list"_s, u"--json"_s, u"--prefix"_s, u"job:"_s}
                                       + where + QStringList{u"--filter"_s, filter});
            QStringList names;
            for (const QJsonValue lock : json(out)["locks"_L1].toArray())
                names += lock["name"_L1].toString();
            names.sort();
            return names.join(u' ');
        };
        const QStringList known{u"--profile"_s, u"listed"_s};
        QCOMPARE(listed(u"quorum:held"_s, known), u"job:held job:held job:held"_s);
        QCOMPARE(listed(u"quorum:at-risk"_s, known), u"job:risky job:risky"_s);
        QCOMPARE(listed(u"quorum:residue name:left"_s, known), u"job:left"_s);
        QCOMPARE(listed(u"quorum:any -quorum:held"_s, known), u"job:left job:risky job:risky"_s);
        QCOMPARE(listed(u"quorum:none"_s, known), QString());
        // Without a group those that look like one are judged.
        QCOMPARE(listed(u"quorum:held"_s, urls(total)), u"job:held job:held job:held"_s);
        QCOMPARE(listed(u"quorum:none"_s, urls(total)), u"job:left"_s);
        Program unlock(LOCKCTL_PATH);
        prepared(unlock).setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder.filePath(u"audit.jsonl"_s));
        QCOMPARE(unlock.run(QStringList{u"unlock"_s, u"--prefix"_s, u"job:"_s, u"--filter"_s,
                                        u"quorum:residue"_s, u"--force"_s, u"--yes"_s}
                            + known),
                 0);
        QCOMPARE(server(1).command({"EXISTS", "job:left"}).integer, 0);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(server(i).command({"EXISTS", "job:held"}).integer, 1);
    }

    void filtersByVerdictNeedAQuorum_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("complaint");
        QTest::newRow("list of one") << QStringList{u"list"_s} << "needs several servers"_ba;
        QTest::newRow("unlock of one")
            << QStringList{u"unlock"_s, u"--force"_s} << "needs several servers"_ba;
        QTest::newRow("events") << QStringList{u"watch"_s, u"--url"_s, u"redis://127.0.0.1:2"_s}
                                << "cannot be used with watch"_ba;
    }
    void filtersByVerdictNeedAQuorum()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, complaint);
        Program lockctl(LOCKCTL_PATH);
        const QStringList more{u"--url"_s, u"redis://127.0.0.1:1"_s, u"--filter"_s,
                               u"quorum:split"_s};
        QCOMPARE(prepared(lockctl).run(arguments + more), 2);
        QVERIFY2(lockctl.err.contains(complaint), lockctl.err.constData());
    }

    // Session tokens that lie about on one server are no quorum's locks.
    void guessesAreNoRows()
    {
        put(0, "session:1", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d");
        put(0, "job", uuid);
        put(1, "job", uuid);
        const QByteArray out = run({u"quorum"_s, u"--profile"_s, u"groups"_s});
        QVERIFY2(out.startsWith("job in red: at risk: held on 2 of 3 servers by "),
                 out.constData());
        QCOMPARE(out.count('\n'), 1);
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorumWatch)
#include "tst_quorumwatch.moc"
