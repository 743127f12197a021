// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/profilehome.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"
#include "tests/support/tlsservers.h"

#include <QElapsedTimer>
#include <QSet>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// lockctl doctor, and problems in list, show and watch.
class TestDoctor : public QObject, private ProfileHome
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        failOnAnyWarning();
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void aHealthyServerHasNothing()
    {
        LockWriter(*m_server).acquire("orders", ann, 60000);
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(doctor()), 0);
        QVERIFY(lockctl.out.isEmpty());
        QVERIFY2(lockctl.err.contains("no problems found in 2."), lockctl.err.constData());
        Program json(LOCKCTL_PATH);
        QCOMPARE(json.run(doctor({u"--json"_s})), 0);
        const QJsonObject report = objectOf(json.out);
        QCOMPARE(report["problems"_L1], QJsonValue(QJsonArray()));
        QVERIFY(report["observed_ms"_L1].toInteger() >= 2000);
    }
    void theWorstComesFirst()
    {
        withTroubles();
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(doctor()), 1);
        const QByteArray first =
            "critical  two-owners  stock on " + m_server->url().toUtf8() + "\n  since       ";
        QVERIFY2(lockctl.out.startsWith(first), lockctl.out.constData());
        for (const char *part : {"\nwarning   no-expiry  orders on ", "\n  evidence    ",
                                 "\n  why         ", "\n  what to do  "})
            QVERIFY2(lockctl.out.contains(part), lockctl.out.constData());
        Program json(LOCKCTL_PATH);
        QCOMPARE(json.run(doctor({u"--json"_s})), 1);
        const QJsonArray problems = objectOf(json.out)["problems"_L1].toArray();
        QCOMPARE(problems.size(), 2);
        QCOMPARE(problems[0]["rule"_L1].toString(), u"two-owners"_s);
        QCOMPARE(problems[0]["severity"_L1].toString(), u"critical"_s);
        QCOMPARE(problems[0]["name"_L1].toString(), u"stock"_s);
        QCOMPARE(problems[0]["id"_L1].toString().size(), 16);
        QVERIFY(!problems[0]["what_to_do"_L1].toString().isEmpty());
        QVERIFY(problems[0]["until"_L1].isNull());
        QCOMPARE(problems[1]["rule"_L1].toString(), u"no-expiry"_s);
    }
    // The printed rules are enough, as they stand there.
    void theRightsThatItPrintsSuffice()
    {
        const QByteArray name = "orders:1 a";
        LockWriter(*m_server).acquire(name, ann, 600'000);
        Program printed(LOCKCTL_PATH);
        QCOMPARE(printed.run(with(u"doctor"_s, {u"--acl"_s, u"--prefix"_s, u"orders:"_s})), 0);
        QCOMPARE(printed.err, QByteArray());
        for (QByteArray line : printed.out.split('\n')) {
            if (line.isEmpty() || line.startsWith('#'))
                continue;
            line.replace(">PASSWORD", ">secret");
            const QByteArrayList words = line.split(' ');
            const Reply reply = m_server->command({words.begin(), words.end()});
            QVERIFY2(reply.isOk(), reply.bytes.constData());
        }
        const auto as = [&](const QString &user, const QString &command, const QStringList &more) {
            Program lockctl(LOCKCTL_PATH);
            lockctl.setVariable(u"LOCKSCOPE_PASSWORD"_s, u"secret"_s);
            const QString url = u"redis://%1@127.0.0.1:%2"_s.arg(user).arg(m_server->port());
            const int status = lockctl.run(QStringList{command, u"--url"_s, url} + more);
            return std::pair(status, QByteArray(lockctl.out + lockctl.err));
        };
        const QStringList force{QString::fromUtf8(name), u"--force"_s, u"--yes"_s};
        const auto [seen, list] =
            as(u"lockscope-observer"_s, u"list"_s, {u"--prefix"_s, u"orders:"_s});
        QCOMPARE(seen, 0);
        QVERIFY2(list.contains(name), list.constData());
        const auto [refused, why] = as(u"lockscope-observer"_s, u"unlock"_s, force);
        QVERIFY(refused != 0);
        QVERIFY2(why.contains("NOPERM") || why.contains("permi"), why.constData());
        QCOMPARE(m_server->command({"EXISTS", name}).integer, 1);
        const auto [done, outcome] = as(u"lockscope-operator"_s, u"unlock"_s, force);
        QVERIFY2(done == 0, outcome.constData());
        QCOMPARE(m_server->command({"EXISTS", name}).integer, 0);
    }
    void rightsComeAsJson()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"doctor"_s, {u"--acl"_s, u"--json"_s})), 0);
        const QJsonArray users = objectOf(lockctl.out)["users"_L1].toArray();
        QCOMPARE(users.size(), 1);
        QCOMPARE(users[0]["deployment"_L1].toString(), m_server->url());
        QVERIFY(users[0]["observer"_L1].toArray().contains(u"+pttl"_s));
        QVERIFY(!users[0]["observer"_L1].toArray().contains(u"+eval"_s));
        QVERIFY(users[0]["operator"_L1].toArray().contains(u"+eval"_s));
    }
    void rightsOfAServerOutOfReach()
    {
        m_server->stop();
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"doctor"_s, {u"--acl"_s})), 3);
        QVERIFY(lockctl.out.isEmpty());
        QVERIFY2(lockctl.err.contains(
                     QByteArray("127.0.0.1:").append(QByteArray::number(m_server->port()))),
                 lockctl.err.constData());
        Program both(LOCKCTL_PATH);
        QCOMPARE(both.run(with(u"doctor"_s, {u"--acl"_s, u"--observe"_s, u"2s"_s})), 2);
        QVERIFY2(both.err.contains("--observe"), both.err.constData());
    }
    // A problem is one that lasts for a second: a shorter look is no all-clear.
    void aLookThatIsTooShortIsRefused()
    {
        withTroubles();
        for (const QString &span : {u"0s"_s, u"999ms"_s}) {
            Program lockctl(LOCKCTL_PATH);
            QCOMPARE(lockctl.run(with(u"doctor"_s, {u"--observe"_s, span})), 2);
            const QByteArray says =
                "--observe: " + span.toUtf8() + " is too short to find a problem";
            QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
        }
    }
    // Runs see a problem begin at different times; its identity stays the same.
    void aProblemIsKnownAgain()
    {
        withTroubles();
        const auto fingerprints = [this] {
            Program lockctl(LOCKCTL_PATH);
            lockctl.run(doctor({u"--json"_s}));
            QSet<QString> found;
            for (const auto &problem : objectOf(lockctl.out)["problems"_L1].toArray())
                found.insert(problem["fingerprint"_L1].toString());
            return found;
        };
        const QSet<QString> first = fingerprints();
        QCOMPARE(first.size(), 2); // two rules, two locks
        QVERIFY(!first.contains(QString()));
        QCOMPARE(fingerprints(), first);
    }
    void aScriptChoosesWhatMatters()
    {
        m_server->command({"HSET", "orders", ann, "1"});
        Program warning(LOCKCTL_PATH);
        QCOMPARE(warning.run(doctor({u"--fail-on"_s, u"warning"_s})), 1);
        Program critical(LOCKCTL_PATH);
        QCOMPARE(critical.run(doctor({u"--fail-on"_s, u"critical"_s})), 0);
        QVERIFY(critical.out.contains("no-expiry")); // it is told all the same
        Program wrong(LOCKCTL_PATH);
        QCOMPARE(wrong.run(doctor({u"--fail-on"_s, u"fatal"_s})), 2);
    }
    void notEverywhereIsAStatusOfItsOwn()
    {
        withTroubles();
        const QString nobody = u"redis://127.0.0.1:%1"_s.arg(freePort());
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(doctor({u"--url"_s, nobody})), 3);
        QVERIFY2(lockctl.out.contains("two-owners"), lockctl.out.constData());
        // Named once, and by no word of ours.
        QByteArray reason = "lockctl: ";
        reason +=
            nobody.sliced(nobody.lastIndexOf(u'/') + 1).toUtf8() + " refused the connection; ";
        QVERIFY2(lockctl.err.contains(reason), lockctl.err.constData());
    }
    // Without an option: in the time that it takes by itself.
    void aServerThatIsNotThereIsAProblem()
    {
        const QString nobody = u"redis://127.0.0.1:%1"_s.arg(freePort());
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"doctor"_s, {u"--url"_s, nobody})), 3);
        const QByteArray begin = "critical  server-out-of-sight  " + nobody.toUtf8() + '\n';
        QVERIFY2(lockctl.out.startsWith(begin), QByteArray(lockctl.out + lockctl.err).constData());
        QVERIFY2(lockctl.out.contains("it could not be read yet: "), lockctl.out.constData());
    }
    // Nothing can be read, and why is a problem all the same.
    void anotherCertificateIsAProblem()
    {
        LOCKSCOPE_REQUIRE_TLS();
        Certificates certificates;
        const auto pair = certificates.issue(u"IP:127.0.0.1"_s);
        RedisOptions options;
        options.tls = pair;
        RedisProcess server(options);
        QVERIFY(server.start());
        const QString url = u"rediss://127.0.0.1:%1"_s.arg(server.tlsPort());
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run({u"doctor"_s, u"--url"_s, url, u"--ca-file"_s, certificates.caFile(),
                              u"--tls-pin"_s, u"AB"_s.repeated(32)}),
                 3);
        const QByteArray begin = "critical  changed-certificate  " + url.toUtf8() + '\n';
        QVERIFY2(lockctl.out.startsWith(begin), QByteArray(lockctl.out + lockctl.err).constData());
        QVERIFY2(lockctl.out.contains(Certificates::fingerprint(pair).toUtf8()),
                 lockctl.out.constData());
    }
    void listTellsThem()
    {
        withTroubles();
        Program all(LOCKCTL_PATH);
        QCOMPARE(all.run(with(u"list"_s, {u"--json"_s})), 0);
        QJsonArray locks = objectOf(all.out)["locks"_L1].toArray();
        QCOMPARE(locks.size(), 3);
        QCOMPARE(locks[0]["name"_L1].toString(), u"fine"_s);
        QCOMPARE(locks[0]["problems"_L1], QJsonValue(QJsonArray()));
        const QJsonObject problem = locks[1]["problems"_L1][0].toObject();
        QCOMPARE(problem.keys(),
                 (QStringList{u"id"_s, u"rule"_s, u"severity"_s, u"since"_s, u"text"_s}));
        QCOMPARE(problem["rule"_L1].toString(), u"no-expiry"_s);
        for (const auto &[filter, names] :
             {std::pair{u"problem:two"_s, u"stock"_s},
              std::pair{u"problem:any"_s, u"orders stock"_s},
              std::pair{u"problem:none"_s, u"fine"_s}, std::pair{u"problem:warning"_s, u"orders"_s},
              std::pair{u"-problem:no-expiry"_s, u"fine stock"_s}}) {
            Program some(LOCKCTL_PATH);
            QCOMPARE(some.run(with(u"list"_s, {u"--json"_s, u"--filter"_s, filter})), 0);
            QStringList found;
            for (const auto &lock : objectOf(some.out)["locks"_L1].toArray())
                found += lock["name"_L1].toString();
            QCOMPARE(found.join(u' '), names);
        }
        Program shown(LOCKCTL_PATH);
        QCOMPARE(shown.run(with(u"show"_s, {u"orders"_s})), 0);
        QVERIFY2(shown.out.contains("(no-expiry, warning)"), shown.out.constData());
    }
    // It has not looked for as long as it was told to, whatever it has found by then.
    void tellsThatItWasInterrupted()
    {
        for (const qint64 wait : {1500, 4000, 12'000}) { // until it has looked for a second
            Program lockctl(LOCKCTL_PATH);
            QVERIFY(lockctl.start(with(u"doctor"_s, {u"--observe"_s, u"1m"_s})));
            QElapsedTimer clock;
            clock.start();
            QVERIFY(eventually([&] { return clock.elapsed() > wait; }));
            lockctl.interrupt();
            if (lockctl.finish() == 3)
                continue;
            QVERIFY2(lockctl.err.contains("lockctl: interrupted after ")
                         && lockctl.err.contains(" s of 60.0 s\n"),
                     lockctl.err.constData());
            return;
        }
        QFAIL("it never looked for a second");
    }
    void watchTellsThemAsEvents()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(with(u"watch"_s, {u"--json"_s})));
        QVERIFY(lockctl.complains("watching "));
        m_server->command({"HSET", "orders", ann, "1"});
        QVERIFY(lockctl.prints("problem-opened"));
        m_server->command({"PEXPIRE", "orders", "60000"});
        QVERIFY(lockctl.prints("problem-closed"));
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
        QString opened;
        for (const QJsonObject &event : problemEvents(lockctl.out)) {
            const QJsonObject problem = event["problem"_L1].toObject();
            QCOMPARE(event["name"_L1].toString(), u"orders"_s);
            QCOMPARE(problem["rule"_L1].toString(), u"no-expiry"_s);
            const bool isOpened = event["event"_L1] == u"problem-opened"_s;
            QCOMPARE(problem["until"_L1].isNull(), isOpened);
            if (isOpened)
                opened = problem["id"_L1].toString();
            else
                QCOMPARE(problem["id"_L1].toString(), opened);
        }
        QVERIFY(!opened.isEmpty());
    }

    // A script that pages for critical problems hears of one that has become critical.
    void watchTellsThatAProblemGotWorse()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(with(u"watch"_s, {u"--json"_s})));
        QVERIFY(lockctl.complains("watching "));
        const QByteArray ghost = "eeeeeeee-9b7d-4c11-8a22-0123456789ab:9";
        const Listener listens(*m_server, "SUBSCRIBE", "redisson_lock__channel:{orders}:" + bob);
        const LockWriter writer(*m_server);
        writer.acquire("orders", ann, 60'000);
        writer.enqueue("orders", ghost, 600'000);
        writer.enqueue("orders", bob, 600'000);
        QVERIFY2(lockctl.prints("dead-head"), lockctl.out.constData());
        m_server->command({"DEL", "orders"});
        QVERIFY(lockctl.prints("problem-worsened"));
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
        QStringList severities;
        for (const QJsonObject &event : problemEvents(lockctl.out)) {
            const QJsonObject problem = event["problem"_L1].toObject();
            if (problem["rule"_L1] == u"dead-head"_s)
                severities +=
                    event["event"_L1].toString() + u' ' + problem["severity"_L1].toString();
        }
        QCOMPARE(severities,
                 (QStringList{u"problem-opened warning"_s, u"problem-worsened critical"_s}));
    }

    // A profile says of its groups whether a restart loses something there.
    void aDurableGroupMayRestart_data()
    {
        QTest::addColumn<QString>("durable");
        QTest::newRow("durable") << u"durable,"_s;
        QTest::newRow("any other") << QString();
    }
    void aDurableGroupMayRestart()
    {
        QFETCH(QString, durable);
        RedisProcess second;
        QVERIFY(second.start());
        makeHome();
        const QString group = u"pair="_s + durable + m_server->url() + u',' + second.url();
        const Ran saved = save(
            {u"p"_s, u"--url"_s, m_server->url(), u"--url"_s, second.url(), u"--group"_s, group});
        QVERIFY2(saved.status == 0, saved.err.constData());
        Program lockctl(LOCKCTL_PATH);
        lockctl.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
        lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
        QVERIFY(lockctl.start({u"watch"_s, u"--json"_s, u"--profile"_s, u"p"_s}));
        QVERIFY2(lockctl.complains("watching "), lockctl.err.constData());
        LockWriter(*m_server).acquire("orders", ann, 60000);
        QVERIFY(lockctl.prints("orders"));
        QVERIFY(second.restart());
        QVERIFY(lockctl.prints("another server process"));
        // Of the same server, and later: if the restart is one, it is told by then.
        second.command({"HSET", "stock", bob, "1"});
        QVERIFY(lockctl.prints("no-expiry"));
        QVERIFY2(lockctl.out.contains("recent-restart") == durable.isEmpty(),
                 lockctl.out.constData());
    }

private:
    QStringList with(const QString &command, const QStringList &more) const
    {
        return QStringList{command, u"--url"_s, m_server->url()} + more;
    }
    QStringList doctor(const QStringList &more = {}) const
    {
        return with(u"doctor"_s, QStringList{u"--observe"_s, u"2s"_s} + more);
    }
    static QJsonObject objectOf(const QByteArray &json)
    {
        return QJsonDocument::fromJson(json).object();
    }
    // The lines of watch that tell of a problem.
    static QList<QJsonObject> problemEvents(const QByteArray &lines)
    {
        QList<QJsonObject> events;
        for (const QByteArray &line : lines.split('\n')) {
            const QJsonObject event = objectOf(line);
            if (!event["problem"_L1].toObject().isEmpty())
                events += event;
        }
        return events;
    }
    void withTroubles() const
    {
        LockWriter(*m_server).acquire("fine", ann, 60000);
        m_server->command({"HSET", "orders", ann, "1"});
        LockWriter(*m_server).acquire("stock", ann, 60000);
        m_server->command({"HSET", "stock", bob, "1"});
    }

    std::unique_ptr<RedisProcess> m_server;
};

LOCKSCOPE_TEST_SUITE(TestDoctor)
#include "tst_doctor.moc"
