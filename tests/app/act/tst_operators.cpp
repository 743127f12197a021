// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/accessrules.h"
#include "tests/app/act/terminal.h"
#include "tests/app/profilehome.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// A profile with a user for acting: its other user watches, and nothing more.
class TestOperators : public QObject, private ProfileHome
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        m_place.server = m_server.product();
    }
    void init()
    {
        makeHome();
        m_server.command({"FLUSHALL"});
        m_server.command({"HSET", "orders:1", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
        m_server.command({"PEXPIRE", "orders:1", "600000"});
        setUser("watcher", "watching", admin::observerRules(m_place));
        setUser("acting", "deeds", admin::operatorRules(m_place));
        QVERIFY(saveProfile({u"--operator-user"_s, u"acting"_s, u"--operator-password-from"_s,
                             u"file:"_s + secretFile(u"deeds"_s)}));
    }

    void actsAsTheOperator_data();
    void actsAsTheOperator();
    void withoutAnOperatorTheWatcherIsRefused_data() { actsAsTheOperator_data(); }
    void withoutAnOperatorTheWatcherIsRefused();
    void whatIsNotPermittedIsSaidBeforeAnyQuestion();
    void aWrongPasswordIsSaidBeforeAnyQuestion();
    void thePasswordOfTheEnvironmentIsUsed();
    void lookingNeedsNoOperator();
    void theFormOfTheProfileIsChecked();

private:
    void setUser(const QByteArray &name, const QByteArray &password,
                 const QByteArrayList &rules) const
    {
        std::vector<QByteArray> command{"ACL", "SETUSER", name, "reset", "on", '>' + password};
        command.insert(command.end(), rules.begin(), rules.end());
        const Reply reply = m_server.command(command);
        QVERIFY2(reply.isOk(), reply.bytes.constData());
    }
    QString secretFile(const QString &secret) const
    {
        QFile file(m_home->filePath(secret));
        if (!file.open(QIODevice::WriteOnly)
            || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
            || file.write(secret.toUtf8()) < 0)
            return {};
        return file.fileName();
    }
    bool saveProfile(const QStringList &more) const
    {
        return save(QStringList{u"shop"_s, u"--url"_s,
                                u"redis://watcher@127.0.0.1:%1"_s.arg(m_server.port()),
                                u"--password-from"_s, u"file:"_s + secretFile(u"watching"_s),
                                u"--default"_s, u"--replace"_s}
                    + more)
                   .status
            == 0;
    }
    bool isHeld() const { return m_server.command({"EXISTS", "orders:1"}).integer == 1; }

    RedisProcess m_server;
    admin::AccessPlace m_place;
};

void TestOperators::actsAsTheOperator_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<int>("refused");
    QTest::newRow("unlock") << QStringList{u"unlock"_s, u"orders:1"_s, u"--force"_s, u"--yes"_s}
                            << 3;
    QTest::newRow("unlock several")
        << QStringList{u"unlock"_s, u"--filter"_s, u"orders:"_s, u"--force"_s, u"--yes"_s} << 3;
    QTest::newRow("permits") << QStringList{u"permits"_s, u"pool"_s,      u"add"_s,  u"1"_s,
                                            u"--kind"_s,  u"semaphore"_s, u"--yes"_s}
                             << 3;
    QTest::newRow("run") << QStringList{u"run"_s, u"another"_s, u"--"_s, u"true"_s} << 75;
}

void TestOperators::actsAsTheOperator()
{
    QFETCH(const QStringList, command);
    const Ran ran = run(command);
    QVERIFY2(ran.status == 0, ran.err.constData());
    QVERIFY(!ran.err.contains("deeds") && !ran.out.contains("deeds"));
    QCOMPARE(isHeld(), command.front() != "unlock"_L1);
}

void TestOperators::withoutAnOperatorTheWatcherIsRefused()
{
    QFETCH(const QStringList, command);
    QFETCH(const int, refused);
    QVERIFY(saveProfile({}));
    const Ran ran = run(command);
    QVERIFY2(ran.status == refused, ran.err.constData());
    QVERIFY2(ran.says("eval") || ran.says("NOPERM") || ran.says("not permi")
                 || ran.says("no permissions"),
             ran.err.constData());
    QVERIFY(isHeld());
    QCOMPARE(m_server.command({"EXISTS", "pool", "another"}).integer, 0);
}

void TestOperators::whatIsNotPermittedIsSaidBeforeAnyQuestion()
{
    if (m_server.version() < 700)
        QSKIP("before 7.0 a user with these rules cannot ask");
    setUser("acting", "deeds", admin::operatorRules(m_place) + QByteArrayList{"-del"});
    const Terminal terminal;
    QVERIFY(terminal.isOpen());
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
    lockctl.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
    lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
    lockctl.setStandardInput(terminal.programsEnd());
    QCOMPARE(lockctl.run({u"unlock"_s, u"orders:1"_s, u"--force"_s}), 3);
    QVERIFY2(lockctl.err.contains("its ACL lacks the command del"), lockctl.err.constData());
    QVERIFY2(!lockctl.err.contains("Continue?"), lockctl.err.constData());
    QVERIFY(isHeld());
}

void TestOperators::aWrongPasswordIsSaidBeforeAnyQuestion()
{
    setUser("acting", "changed", admin::operatorRules(m_place));
    const Terminal terminal;
    QVERIFY(terminal.isOpen());
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
    lockctl.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
    lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
    lockctl.setStandardInput(terminal.programsEnd());
    QCOMPARE(lockctl.run({u"unlock"_s, u"orders:1"_s, u"--force"_s}), 3);
    QVERIFY2(lockctl.err.contains("the password of the user for acting of the profile shop"),
             lockctl.err.constData());
    QVERIFY2(!lockctl.err.contains("Continue?"), lockctl.err.constData());
    QVERIFY(isHeld());
}

void TestOperators::thePasswordOfTheEnvironmentIsUsed()
{
    QVERIFY(saveProfile({u"--operator-user"_s, u"acting"_s}));
    for (const QString &password : {QString(), u"deeds"_s}) {
        Program lockctl(LOCKCTL_PATH);
        lockctl.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
        lockctl.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
        lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
        lockctl.setVariable(u"LOCKSCOPE_OPERATOR_PASSWORD"_s, password);
        // The command of `run` does not get it.
        const int status = lockctl.run({u"run"_s, u"another"_s, u"--"_s, u"sh"_s, u"-c"_s,
                                        u"test -z \"$LOCKSCOPE_OPERATOR_PASSWORD\""_s});
        QCOMPARE(status, password.isEmpty() ? 75 : 0);
    }
}

void TestOperators::lookingNeedsNoOperator()
{
    QVERIFY(saveProfile({u"--operator-user"_s, u"acting"_s, u"--operator-password-from"_s,
                         u"file:/nonexistent"_s}));
    QCOMPARE(names(run({u"list"_s, u"--json"_s})), QStringList{u"orders:1"_s});
    const Ran plan = run({u"unlock"_s, u"orders:1"_s, u"--force"_s, u"--dry-run"_s});
    QVERIFY2(plan.status == 0, plan.err.constData());
    const Ran queue = run({u"queue"_s, u"orders:1"_s});
    QVERIFY2(queue.status == 0, queue.err.constData());
}

void TestOperators::theFormOfTheProfileIsChecked()
{
    const Ran spaces = save({u"a"_s, u"--url"_s, m_server.url(), u"--operator-user"_s, u"x y"_s});
    QCOMPARE(spaces.status, 2);
    QVERIFY2(spaces.says("--operator-user"), spaces.err.constData());
    const Ran alone =
        save({u"a"_s, u"--url"_s, m_server.url(), u"--operator-password-from"_s, u"ask"_s});
    QCOMPARE(alone.status, 1);
    QVERIFY2(alone.says("--operator-password-from: there is no user for acting"),
             alone.err.constData());
    const QJsonObject shop = shown(u"shop"_s);
    QCOMPARE(shop["operator_user"_L1].toString(), u"acting"_s);
    QVERIFY(shop["operator_password_from"_L1].toString().startsWith("file:/"_L1));
    const Ran text = profile({u"show"_s, u"shop"_s});
    QVERIFY2(text.out.contains("Acts as    acting"), text.out.constData());
    QCOMPARE(save({u"shop"_s, u"--change"_s, u"--operator-user"_s, QString()}).status, 0);
    QVERIFY(!shown(u"shop"_s).contains("operator_password_from"_L1));
}

LOCKSCOPE_TEST_SUITE(TestOperators)
#include "tst_operators.moc"
