// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// The commands of lockctl on a primary with replicas and sentinels that require passwords. The set
// is shared.
class TestDeployments : public QObject
{
    Q_OBJECT

private:
    static constexpr auto owner = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:61";
    std::unique_ptr<SentinelSet> m_set;

    static void givePasswords(Program &lockctl)
    {
        lockctl.setVariable(u"LOCKSCOPE_PASSWORD"_s, u"S3CR3T-DATA"_s);
        lockctl.setVariable(u"LOCKSCOPE_SENTINEL_PASSWORD"_s, u"S3CR3T-SENTINEL"_s);
    }
    static QJsonObject objectOf(const QByteArray &line)
    {
        return QJsonDocument::fromJson(line).object();
    }
    // The silence after which the Sentinels fail over.
    void setDownAfter(Millis silence) const
    {
        for (int i = 0; i < m_set->sentinelCount(); ++i) {
            const Reply done = m_set->sentinel(i).command({"SENTINEL", "SET", "mymaster",
                                                           "down-after-milliseconds",
                                                           QByteArray::number(silence.count())});
            QVERIFY2(done.isOk(), done.bytes.constData());
        }
    }
    bool hasOnAll(const QByteArray &name) const
    {
        return eventually([&] {
            return std::ranges::all_of(m_set->replicas(), [&](const RedisProcess *replica) {
                return replica->command({"EXISTS", name}).integer == 1;
            });
        });
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<SentinelSet>(
            SentinelSetOptions{.password = "S3CR3T-DATA", .sentinelPassword = "S3CR3T-SENTINEL"});
        QVERIFY(m_set->start());
    }
    void cleanupTestCase() { m_set.reset(); }
    void init() { failOnAnyWarning(); }
    void cleanup() { m_set->primary()->command({"FLUSHALL"}); }

    void actsOnThePrimary_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("sentinel") << m_set->url();
        QTest::newRow("replicated") << m_set->replicatedUrl();
        QTest::newRow("replicas alone")
            << u"redis://127.0.0.1:%1,127.0.0.1:%2"_s.arg(m_set->replica(0).port())
                   .arg(m_set->replica(1).port());
    }

    void actsOnThePrimary()
    {
        QFETCH(const QString, url);
        Program holder(LOCKCTL_PATH);
        givePasswords(holder);
        QVERIFY(holder.start({u"acquire"_s, u"job"_s, u"--url"_s, url, u"--owner"_s,
                              QString::fromLatin1(owner), u"--json"_s}));
        QVERIFY(holder.prints("\n"));
        QCOMPARE(m_set->primary()->command({"HGET", "job", owner}).bytes, QByteArray("1"));
        Program list(LOCKCTL_PATH);
        givePasswords(list);
        QCOMPARE(list.run({u"list"_s, u"--url"_s, url, u"--json"_s}), 0);
        const QJsonObject lock = objectOf(list.out)[u"locks"_s].toArray().at(0).toObject();
        QCOMPARE(lock[u"name"_s].toString(), u"job"_s);
        QCOMPARE(lock[u"deployment"_s].toString(), url);
        Program busy(LOCKCTL_PATH);
        givePasswords(busy);
        QCOMPARE(busy.run({u"acquire"_s, u"job"_s, u"--url"_s, url}), 1);
        Program unlock(LOCKCTL_PATH);
        givePasswords(unlock);
        QCOMPARE(unlock.run({u"unlock"_s, u"job"_s, u"--url"_s, url, u"--force"_s, u"--yes"_s}), 0);
        QCOMPARE(m_set->primary()->command({"EXISTS", "job"}).integer, qint64(0));
        QCOMPARE(holder.finish(), 76);
        for (const Program *program : {&holder, &list, &busy, &unlock})
            QVERIFY(!program->out.contains("S3CR3T") && !program->err.contains("S3CR3T"));
    }

    // With role and state: in show beneath the lock, in doctor beneath a problem of the server.
    void listsTheServers()
    {
        const QString primary = u"127.0.0.1:%1"_s.arg(m_set->primary()->port());
        m_set->primary()->command({"HSET", "job", owner, "1"});
        Program show(LOCKCTL_PATH);
        givePasswords(show);
        QCOMPARE(show.run({u"show"_s, u"job"_s, u"--url"_s, m_set->url()}), 0);
        const QString text = QString::fromUtf8(show.out);
        QVERIFY2(
            text.contains(u"Servers of %1:\n  %2  primary   up\n"_s.arg(m_set->url(), primary)),
            qPrintable(text));
        QCOMPARE(
            text.count(QRegularExpression(u"  replica   up, (in step|\\d+ bytes? behind)\\n"_s)),
            2);
        QCOMPARE(text.count(u"  Sentinel  up\n"_s), 3);
        Program json(LOCKCTL_PATH);
        givePasswords(json);
        QCOMPARE(json.run({u"show"_s, u"job"_s, u"--url"_s, m_set->url(), u"--json"_s}), 0);
        const QJsonObject server = objectOf(json.out)[u"servers"_s].toArray().at(0).toObject();
        QCOMPARE(server[u"server"_s].toString(), primary);
        QCOMPARE(server[u"up"_s].toBool(), true);
        QCOMPARE(server[u"doubt"_s], QJsonValue());
        const QJsonArray members = server[u"members"_s].toArray();
        QCOMPARE(members.size(), 6);
        QCOMPARE(members[0][u"role"_s].toString(), u"primary"_s);
        QCOMPARE(members[1][u"role"_s].toString(), u"replica"_s);
        QCOMPARE(members[1][u"follows"_s].toString(), primary);
        QVERIFY(members[1][u"behind_bytes"_s].isDouble());
        QCOMPARE(members[5][u"role"_s].toString(), u"sentinel"_s);
        Program doctor(LOCKCTL_PATH);
        givePasswords(doctor);
        QCOMPARE(doctor.run({u"doctor"_s, u"--url"_s, m_set->url(), u"--observe"_s, u"3s"_s}), 1);
        QVERIFY2(doctor.out.contains("no-required-replica") && doctor.out.contains("\nServers of "),
                 doctor.out.constData());
    }

    void saysWhichPasswordIsMissing()
    {
        Program lockctl(LOCKCTL_PATH);
        lockctl.setVariable(u"LOCKSCOPE_PASSWORD"_s, u"S3CR3T-DATA"_s);
        QCOMPARE(lockctl.run({u"list"_s, u"--url"_s, m_set->url()}), 3);
        QVERIFY2(lockctl.err.contains("LOCKSCOPE_SENTINEL_PASSWORD"), lockctl.err.constData());
        Program wrong(LOCKCTL_PATH);
        QCOMPARE(
            wrong.run({u"list"_s, u"--url"_s, m_set->url() + u"?sentinel_password=S3CR3T-WRONG"_s}),
            3);
        QVERIFY2(wrong.err.contains("LOCKSCOPE_SENTINEL_PASSWORD"), wrong.err.constData());
        QVERIFY(!wrong.err.contains("S3CR3T"));
        Program right(LOCKCTL_PATH);
        right.setVariable(u"LOCKSCOPE_PASSWORD"_s, u"S3CR3T-DATA"_s);
        QCOMPARE(right.run({u"list"_s, u"--url"_s,
                            m_set->url() + u"?sentinel_password=S3CR3T-SENTINEL"_s}),
                 0);
        QVERIFY(!right.out.contains("S3CR3T") && !right.err.contains("S3CR3T"));
    }

    // A profile keeps the form, and no password of the sentinels.
    void isKeptInAProfile()
    {
        const QTemporaryDir home;
        const auto use = [&](const QStringList &arguments) {
            auto lockctl = std::make_unique<Program>(LOCKCTL_PATH);
            lockctl->setVariable(u"XDG_CONFIG_HOME"_s, home.path());
            lockctl->setVariable(u"XDG_STATE_HOME"_s, home.path());
            lockctl->setVariable(u"LOCKSCOPE_PROFILES"_s, {});
            givePasswords(*lockctl);
            const int status = lockctl->run(arguments);
            return std::pair(status, std::move(lockctl));
        };
        const QStringList save{u"profile"_s, u"save"_s, u"shop"_s, u"--url"_s};
        const auto refused = use(save + QStringList{m_set->url() + u"?sentinel_password=S3CR3T"_s});
        QCOMPARE(refused.first, 2);
        QVERIFY(!refused.second->err.contains("S3CR3T"));
        QCOMPARE(use(save + QStringList{m_set->url() + u"?map=*:*=127.0.0.1:*"_s}).first, 0);
        const auto listed = use({u"list"_s, u"--profile"_s, u"shop"_s, u"--json"_s});
        QCOMPARE(listed.first, 0);
        QVERIFY(objectOf(listed.second->out).contains(u"locks"_s));
    }

    void followsAFailover()
    {
        Program watch(LOCKCTL_PATH);
        givePasswords(watch);
        Program holder(LOCKCTL_PATH);
        givePasswords(holder);
        QVERIFY(holder.start({u"acquire"_s, u"kept"_s, u"--url"_s, m_set->url(), u"--json"_s}));
        QVERIFY(holder.prints("\n"));
        QVERIFY(hasOnAll("kept"));
        QVERIFY(watch.start({u"watch"_s, u"--url"_s, m_set->url(), u"--json"_s}));
        QVERIFY(watch.prints("\"appeared\""));
        for (RedisProcess *replica : m_set->replicas())
            replica->pause();
        m_set->primary()->command({"CLIENT", "KILL", "TYPE", "replica"});
        m_set->primary()->command(
            {"EVAL", "redis.call('hset','gone',ARGV[1],1) redis.call('pexpire','gone',600000)", "0",
             owner});
        QVERIFY(watch.prints("\"acquired\""));
        setDownAfter(600s);
        RedisProcess &killed = m_set->killPrimary();
        for (RedisProcess *replica : m_set->replicas())
            replica->resume();
        Program list(LOCKCTL_PATH);
        givePasswords(list);
        QCOMPARE(list.run({u"list"_s, u"--url"_s, m_set->url()}), 3);
        QVERIFY2(list.err.contains("if this primary has failed, a replica takes its place soon"),
                 list.err.constData());
        setDownAfter(SentinelSetOptions().downAfter);
        QVERIFY(m_set->awaitPromotion(killed));
        QVERIFY(watch.prints("\"lost\""));
        QVERIFY(watch.prints("\"failover\""));
        QVERIFY2(!watch.out.contains("\"released\""), watch.out.constData());
        QCOMPARE(watch.out.count("\"lost\""), 1);
        QCOMPARE(watch.out.count("\"failover\""), 1);
        QVERIFY(!holder.hasEnded());
        QCOMPARE(m_set->primary()->command({"EXISTS", "kept"}).integer, qint64(1));
        holder.interrupt();
        QCOMPARE(holder.finish(), 0);
        QVERIFY(watch.prints("\"released\""));
        watch.interrupt();
        QVERIFY(watch.finish() >= 0);
        QVERIFY(killed.start());
        QVERIFY(m_set->settle());
    }
};

LOCKSCOPE_TEST_SUITE(TestDeployments)
#include "tst_deployments.moc"
