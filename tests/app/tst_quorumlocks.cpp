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
    const RedisProcess &server(int i) const { return *m_servers[std::size_t(i)]; }
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
        m_folder = std::make_unique<QTemporaryDir>();
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
        QVERIFY2(lockctl.err.contains(QByteArray(urlOf(1) + ": nothing listens")),
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
                     QByteArray(urlOf(3) + ": \"job\" is a lock of kind reentrant there")),
                 lockctl.err.constData());
    }

    void showsAllPlansAndChangesNothing()
    {
        put(0, 4, "token");
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--kind"_s, u"redlock"_s, u"--force"_s, u"--dry-run"_s}), 0);
        QCOMPARE(lockctl.out.count("DEL job"), 4);
        QCOMPARE(held(), 4);
        QCOMPARE(logLines(), 0);
    }

    void nothingToUnlock()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(act(lockctl, {u"--kind"_s, u"redlock"_s, u"--force"_s, u"--yes"_s}), 1);
        QVERIFY(lockctl.err.contains("nothing can be done on any of the servers"));
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

LOCKSCOPE_TEST_MAIN(TestQuorumLocks)
#include "tst_quorumlocks.moc"
