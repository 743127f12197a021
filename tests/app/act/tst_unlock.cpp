// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/act/terminal.h"
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QString annText = QString::fromLatin1(ann);

} // namespace

// lockctl unlock, as its users run it.
class TestUnlock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        QVERIFY(m_server.isRunning());
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void forcesWithoutATerminal();
    void givesBackCounts();
    void takesAnOwnerAsHisFieldIsSpelt();
    void asksWhichOfTwoHolds();
    void setsATimeToLive();
    void unlocksStrings();
    void showsThePlanAndChangesNothing();
    void refusesBadUsage_data();
    void refusesBadUsage();
    void tellsWhyItCannot();
    void tellsWhatTheServerForbids();
    void asksOnATerminal_data();
    void asksOnATerminal();
    void doesNothingWhenInterrupted();
    void wantsTheNameTypedOnProduction_data();
    void wantsTheNameTypedOnProduction();
    void refusesOnAReadOnlyProfile();
    void tellsThatTheLockChangedMeanwhile();
    void doesNothingWithoutALog();
    void printsHostileNamesHarmlessly();

private:
    QStringList with(const QString &command, const QString &name, const QStringList &more) const
    {
        return QStringList{command, name, u"--url"_s, m_server.url()} + more;
    }
    int run(Program &program, const QStringList &arguments) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, logFile());
        return program.run(arguments);
    }
    // A profile "prod" for the server.
    [[nodiscard]] bool saveProfile(const QStringList &more) const
    {
        Program program(LOCKCTL_PATH);
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, profiles());
        return program.run(QStringList{u"profile"_s, u"save"_s, u"prod"_s, u"--url"_s,
                                       m_server.url(), u"--tag"_s, u"production"_s}
                           + more)
            == 0;
    }
    QString profiles() const { return m_folder->filePath(u"profiles.json"_s); }
    QString logFile() const { return m_folder->filePath(u"audit.jsonl"_s); }
    std::vector<QJsonObject> told() const
    {
        QFile file(logFile());
        std::vector<QJsonObject> objects;
        if (!file.open(QIODevice::ReadOnly))
            return objects;
        for (const QByteArray &line : file.readAll().trimmed().split('\n'))
            objects.push_back(QJsonDocument::fromJson(line).object());
        return objects;
    }
    void hold(int times = 1) const
    {
        for (int i = 0; i < times; ++i)
            LockWriter(m_server).acquire("orders", ann, 60'000);
    }
    bool isHeld() const { return m_server.command({"EXISTS", "orders"}).integer == 1; }

    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestUnlock::forcesWithoutATerminal()
{
    hold(2);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl,
                 with(u"unlock"_s, u"orders"_s,
                      {u"--force"_s, u"--yes"_s, u"--reason"_s, u"it is stuck"_s})),
             0);
    QVERIFY(!isHeld());
    QVERIFY(lockctl.out.isEmpty());
    QVERIFY(lockctl.err.contains("DEL orders"));
    QVERIFY(lockctl.err.contains("PUBLISH redisson_lock__channel:{orders} 0"));
    QVERIFY(lockctl.err.contains("The holder loses the lock"));
    const auto log = told();
    QCOMPARE(log.size(), 2);
    QCOMPARE(log[0]["phase"_L1].toString(), u"intended"_s);
    QCOMPARE(log[0]["reason"_L1].toString(), u"it is stuck"_s);
    QCOMPARE(log[0]["program"_L1].toString(), u"lockctl"_s);
    QCOMPARE(log[1]["outcome"_L1].toString(), u"done"_s);
}

void TestUnlock::givesBackCounts()
{
    hold(3);
    Program one(LOCKCTL_PATH);
    QCOMPARE(
        run(one, with(u"unlock"_s, u"orders"_s, {u"--owner"_s, annText, u"--yes"_s, u"--json"_s})),
        0);
    QCOMPARE(m_server.command({"HGET", "orders", ann}).bytes, "2"_ba);
    const QJsonObject result = QJsonDocument::fromJson(one.out).object();
    const QStringList fields{u"action"_s,  u"commands"_s, u"deployment"_s, u"detail"_s,
                             u"effects"_s, u"found"_s,    u"holds"_s,      u"kind"_s,
                             u"name"_s,    u"outcome"_s,  u"owner"_s,      u"woken"_s};
    QCOMPARE(result.keys(), fields);
    QCOMPARE(result["action"_L1].toString(), u"release"_s);
    QCOMPARE(result["outcome"_L1].toString(), u"done"_s);
    QCOMPARE(result["owner"_L1].toString(), annText);
    QCOMPARE(result["commands"_L1].toArray().size(), 2); // and what a watch is told
    Program all(LOCKCTL_PATH);
    QCOMPARE(
        run(all,
            with(u"unlock"_s, u"orders"_s, {u"--owner"_s, annText, u"--all-holds"_s, u"--yes"_s})),
        0);
    QVERIFY(!isHeld());
}

void TestUnlock::takesAnOwnerAsHisFieldIsSpelt()
{
    m_server.command({"HSET", "orders", "mode", "write", ann + ":write", "1"});
    m_server.command({"PEXPIRE", "orders", "60000"});
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl,
                 with(u"unlock"_s, u"orders"_s, {u"--owner"_s, annText + u":write"_s, u"--yes"_s})),
             0);
    QVERIFY(!isHeld());
}

void TestUnlock::asksWhichOfTwoHolds()
{
    m_server.command({"HSET", "orders", "mode", "write", ann + ":write", "1", ann, "1"});
    m_server.command({"SET", "{orders}:" + ann + ":rwlock_timeout:1", "1", "PX", "60000"});
    m_server.command({"PEXPIRE", "orders", "60000"});
    Program which(LOCKCTL_PATH);
    QCOMPARE(run(which, with(u"unlock"_s, u"orders"_s, {u"--owner"_s, annText, u"--yes"_s})), 2);
    QVERIFY(which.err.contains("--mode read or --mode write"));
    Program write(LOCKCTL_PATH);
    QCOMPARE(run(write,
                 with(u"unlock"_s, u"orders"_s,
                      {u"--owner"_s, annText, u"--mode"_s, u"write"_s, u"--yes"_s})),
             0);
    QCOMPARE(m_server.command({"HGET", "orders", "mode"}).bytes, "read"_ba);
    QCOMPARE(m_server.command({"HGET", "orders", ann}).bytes, "1"_ba);
}

void TestUnlock::setsATimeToLive()
{
    hold();
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, with(u"unlock"_s, u"orders"_s, {u"--ttl"_s, u"10m"_s, u"--yes"_s})), 0);
    QVERIFY(m_server.command({"PTTL", "orders"}).integer > 500'000);
    QCOMPARE(told().front()["action"_L1].toString(), u"set-ttl"_s);
}

void TestUnlock::unlocksStrings()
{
    m_server.command({"SET", "orders", "a token", "PX", "60000"});
    const QStringList said{u"--kind"_s, u"string"_s};
    Program wrong(LOCKCTL_PATH);
    QCOMPARE(run(wrong,
                 with(u"unlock"_s, u"orders"_s,
                      said + QStringList{u"--owner"_s, u"other"_s, u"--yes"_s})),
             1);
    QVERIFY(wrong.err.contains("is not held by"));
    QVERIFY(isHeld());
    Program right(LOCKCTL_PATH);
    QCOMPARE(run(right,
                 with(u"unlock"_s, u"orders"_s,
                      said + QStringList{u"--owner"_s, u"a token"_s, u"--yes"_s})),
             0);
    QVERIFY(!isHeld());
}

void TestUnlock::showsThePlanAndChangesNothing()
{
    hold();
    Program text(LOCKCTL_PATH);
    QCOMPARE(run(text, with(u"unlock"_s, u"orders"_s, {u"--force"_s, u"--dry-run"_s})), 0);
    QVERIFY(text.out.contains("DEL orders"));
    QVERIFY(text.out.contains("The holder's own unlock will fail"));
    Program json(LOCKCTL_PATH);
    QCOMPARE(run(json,
                 with(u"unlock"_s, u"orders"_s,
                      {u"--force"_s, u"--dry-run"_s, u"--json"_s, u"--yes"_s})),
             0);
    const QJsonObject plan = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(plan["outcome"_L1].toString(), u"planned"_s);
    QCOMPARE(plan["commands"_L1].toArray().at(1).toString(), u"DEL orders"_s);
    QVERIFY(isHeld());
    QVERIFY(told().empty());
}

void TestUnlock::refusesBadUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *what, const QStringList &arguments, const QByteArray &says) {
        QTest::newRow(what) << arguments << says;
    };
    const QString url = u"--url=redis://127.0.0.1:1"_s;
    row("no name", {u"unlock"_s, url, u"--force"_s, u"--yes"_s}, "lock name");
    row("an empty name", {u"unlock"_s, u""_s, url, u"--force"_s, u"--yes"_s}, "lock name");
    row("two names", {u"unlock"_s, u"a"_s, u"b"_s, url, u"--force"_s, u"--yes"_s}, "one lock");
    row("no way", {u"unlock"_s, u"a"_s, url, u"--yes"_s}, "use --owner to release");
    row("two ways", {u"unlock"_s, u"a"_s, url, u"--force"_s, u"--owner=x"_s, u"--yes"_s},
        "cannot be used together");
    row("no owner", {u"unlock"_s, u"a"_s, url, u"--owner="_s, u"--yes"_s}, "--owner is empty");
    row("owner left out", {u"unlock"_s, u"a"_s, url, u"--yes"_s, u"--owner"_s}, "Missing value");
    row("all of nobody", {u"unlock"_s, u"a"_s, url, u"--force"_s, u"--all-holds"_s, u"--yes"_s},
        "require --owner");
    row("no mode", {u"unlock"_s, u"a"_s, url, u"--owner=x"_s, u"--mode=exclusive"_s, u"--yes"_s},
        "'read' or 'write'");
    row("a bare number", {u"unlock"_s, u"a"_s, url, u"--ttl=30"_s, u"--yes"_s}, "has no unit");
    row("no time", {u"unlock"_s, u"a"_s, url, u"--ttl=0s"_s, u"--yes"_s}, "greater than zero");
    row("a negative time", {u"unlock"_s, u"a"_s, url, u"--ttl=-5s"_s, u"--yes"_s}, "--ttl");
    row("nobody to ask", {u"unlock"_s, u"a"_s, url, u"--force"_s},
        "no terminal for the confirmation");
    row("no server", {u"unlock"_s, u"a"_s, u"--force"_s, u"--yes"_s}, "no server was given");
    row("two servers", {u"unlock"_s, u"a"_s, url, url, u"--force"_s, u"--yes"_s},
        "give one server");
    row("unknown option", {u"unlock"_s, u"a"_s, url, u"--forced"_s}, "forced");
}

void TestUnlock::refusesBadUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, arguments), 2);
    QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
    QVERIFY(lockctl.out.isEmpty());
    QVERIFY(told().empty());
}

void TestUnlock::tellsWhyItCannot()
{
    const QStringList force{u"--force"_s, u"--yes"_s, u"--json"_s};
    Program none(LOCKCTL_PATH);
    QCOMPARE(run(none, with(u"unlock"_s, u"orders"_s, force)), 1);
    QVERIFY(none.err.contains("the key does not exist"));
    QCOMPARE(QJsonDocument::fromJson(none.out).object()["outcome"_L1].toString(),
             u"no-such-lock"_s);
    m_server.command({"RPUSH", "orders", "x"});
    Program list(LOCKCTL_PATH);
    QCOMPARE(run(list, with(u"unlock"_s, u"orders"_s, force)), 1);
    QVERIFY(list.err.contains("is not a lock: a list"));
    QVERIFY(isHeld());
    // A fair lock that is free, but waited for.
    LockWriter(m_server).enqueue("fair", bob, 300'000);
    Program free(LOCKCTL_PATH);
    QCOMPARE(run(free, with(u"unlock"_s, u"fair"_s, force)), 1);
    QVERIFY(free.err.contains("this lock has no holder"));
    Program unreachable(LOCKCTL_PATH);
    QCOMPARE(run(unreachable,
                 {u"unlock"_s, u"orders"_s, u"--force"_s, u"--yes"_s, u"--url"_s,
                  u"redis://127.0.0.1:%1"_s.arg(freePort())}),
             3);
    QVERIFY(unreachable.err.contains("refused the connection"));
    QVERIFY(told().empty());
}

void TestUnlock::tellsWhatTheServerForbids()
{
    hold();
    QVERIFY(m_server
                .command({"ACL", "SETUSER", "half", "reset", "on", ">half", "~*", "&*", "+@all",
                          "-evalsha", "-eval"})
                .isOk());
    Program acl(LOCKCTL_PATH);
    QCOMPARE(run(acl,
                 {u"unlock"_s, u"orders"_s, u"--force"_s, u"--yes"_s, u"--json"_s, u"--url"_s,
                  u"redis://half:half@127.0.0.1:%1"_s.arg(m_server.port())}),
             3);
    QVERIFY2(acl.err.contains("evalsha"), acl.err.constData());
    QCOMPARE(QJsonDocument::fromJson(acl.out).object()["outcome"_L1].toString(),
             u"not-permitted"_s);
    QVERIFY(m_server.command({"REPLICAOF", "127.0.0.1", QByteArray::number(freePort())}).isOk());
    Program replica(LOCKCTL_PATH);
    const int status = run(replica, with(u"unlock"_s, u"orders"_s, {u"--force"_s, u"--yes"_s}));
    QVERIFY(m_server.command({"REPLICAOF", "NO", "ONE"}).isOk());
    QCOMPARE(status, 3);
    QVERIFY2(replica.err.contains("READONLY"), replica.err.constData());
    QVERIFY(isHeld());
}

void TestUnlock::asksOnATerminal_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("status");
    QTest::newRow("y") << "y\n"_ba << 0;
    QTest::newRow("Yes") << " Yes \n"_ba << 0;
    QTest::newRow("n") << "n\n"_ba << 1;
    QTest::newRow("nothing") << "\n"_ba << 1;
    QTest::newRow("yesterday") << "yesterday\n"_ba << 1;
    QTest::newRow("Ctrl+D") << "\x04"_ba << 1;
}

void TestUnlock::asksOnATerminal()
{
    QFETCH(QByteArray, answer);
    QFETCH(int, status);
    hold();
    const Terminal terminal;
    QVERIFY(terminal.isOpen());
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"LOCKSCOPE_AUDIT"_s, logFile());
    lockctl.setStandardInput(terminal.programsEnd());
    QVERIFY(lockctl.start(with(u"unlock"_s, u"orders"_s, {u"--force"_s})));
    QVERIFY(lockctl.complains("Continue? [y/N] "));
    QVERIFY(isHeld());
    QVERIFY(terminal.type(answer));
    QCOMPARE(lockctl.finish(), status);
    QCOMPARE(isHeld(), status != 0);
    QCOMPARE(told().size(), status == 0 ? 2 : 0);
}

void TestUnlock::doesNothingWhenInterrupted()
{
    hold();
    const Terminal terminal;
    QVERIFY(terminal.isOpen());
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"LOCKSCOPE_AUDIT"_s, logFile());
    lockctl.setStandardInput(terminal.programsEnd());
    QVERIFY(lockctl.start(with(u"unlock"_s, u"orders"_s, {u"--force"_s})));
    QVERIFY(lockctl.complains("[y/N] "));
    lockctl.interrupt();
    QCOMPARE(lockctl.finish(), 1);
    QVERIFY(lockctl.err.contains("no change was made"));
    QVERIFY(isHeld());
    QVERIFY(told().empty());
}

void TestUnlock::wantsTheNameTypedOnProduction_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("shown"); // as lockctl takes it
    QTest::addColumn<QByteArray>("asked"); // how the question ends
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("status");
    const auto add = [](const char *title, const QByteArray &answer, int status) {
        QTest::newRow(title) << "or ders"_ba << u"or ders"_s << "as shown: "_ba << answer << status;
    };
    add("the name", "or ders\n", 0);
    add("yes", "y\n", 1);
    add("half of it", "or\n", 1);
    add("nothing", "\n", 1);
    const auto addEmpty = [](const char *title, const QByteArray &answer, int status) {
        QTest::newRow(title) << ""_ba << u"\\u{}"_s << "\\u{} (empty name): "_ba << answer
                             << status;
    };
    addEmpty("the empty name, as shown", "\\u{}\n", 0);
    addEmpty("the empty name, y", "y\n", 1);
    addEmpty("the empty name, nothing", "\n", 1);
}

void TestUnlock::wantsTheNameTypedOnProduction()
{
    QFETCH(QByteArray, name);
    QFETCH(QString, shown);
    QFETCH(QByteArray, asked);
    QFETCH(QByteArray, answer);
    QFETCH(int, status);
    QVERIFY(saveProfile({}));
    LockWriter(m_server).acquire(name, ann, 60'000);
    const Terminal terminal;
    QVERIFY(terminal.isOpen());
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"LOCKSCOPE_AUDIT"_s, logFile());
    lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, profiles());
    lockctl.setStandardInput(terminal.programsEnd());
    QVERIFY(lockctl.start(
        {u"unlock"_s, shown, u"--profile"_s, u"prod"_s, u"--force"_s, u"--reason"_s, u"test"_s}));
    QVERIFY(lockctl.complains("type the name of the lock"));
    QVERIFY2(lockctl.err.contains(asked), lockctl.err.constData());
    QVERIFY(terminal.type(answer));
    QCOMPARE(lockctl.finish(), status);
    QCOMPARE(m_server.command({"EXISTS", name}).integer, status == 0 ? 0 : 1);
    if (status == 0)
        QCOMPARE(told().back()["profile"_L1].toString(), u"prod"_s);
}

void TestUnlock::refusesOnAReadOnlyProfile()
{
    QVERIFY(saveProfile({u"--read-only"_s}));
    hold();
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"LOCKSCOPE_PROFILES"_s, profiles());
    QCOMPARE(run(lockctl,
                 {u"unlock"_s, u"orders"_s, u"--profile"_s, u"prod"_s, u"--force"_s, u"--yes"_s,
                  u"--json"_s}),
             3);
    QVERIFY2(lockctl.err.contains("read-only"), lockctl.err.constData());
    QCOMPARE(QJsonDocument::fromJson(lockctl.out).object()["outcome"_L1].toString(), u"refused"_s);
    QVERIFY(isHeld());
    QCOMPARE(told().size(), 1);
    QCOMPARE(told().front()["outcome"_L1].toString(), u"refused"_s);
}

void TestUnlock::tellsThatTheLockChangedMeanwhile()
{
    hold();
    const Terminal terminal;
    QVERIFY(terminal.isOpen());
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"LOCKSCOPE_AUDIT"_s, logFile());
    lockctl.setStandardInput(terminal.programsEnd());
    QVERIFY(lockctl.start(with(u"unlock"_s, u"orders"_s, {u"--force"_s, u"--json"_s})));
    QVERIFY(lockctl.complains("[y/N] "));
    m_server.command({"DEL", "orders"});
    LockWriter(m_server).acquire("orders", bob, 60'000);
    QVERIFY(terminal.type("y\n"));
    QCOMPARE(lockctl.finish(), 1);
    QVERIFY2(lockctl.err.contains(QByteArray("it is now held by " + bob)), lockctl.err.constData());
    const QJsonObject result = QJsonDocument::fromJson(lockctl.out).object();
    QCOMPARE(result["outcome"_L1].toString(), u"changed"_s);
    const QJsonObject found = result["found"_L1].toObject();
    QCOMPARE(found["type"_L1].toString(), u"hash"_s);
    QCOMPARE(found["holds"_L1].toArray().first().toObject()["owner"_L1].toString(),
             QString::fromLatin1(bob));
    QCOMPARE(m_server.command({"HGET", "orders", bob}).bytes, "1"_ba);
    QCOMPARE(told().back()["outcome"_L1].toString(), u"changed"_s);
}

void TestUnlock::doesNothingWithoutALog()
{
    hold();
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"LOCKSCOPE_AUDIT"_s, u"/dev/null/audit.jsonl"_s);
    QCOMPARE(lockctl.run(with(u"unlock"_s, u"orders"_s, {u"--force"_s, u"--yes"_s})), 3);
    QVERIFY2(lockctl.err.contains("no change was made: the folder /dev/null"),
             lockctl.err.constData());
    QVERIFY(isHeld());
}

void TestUnlock::printsHostileNamesHarmlessly()
{
    const QByteArray name = "or\x1b[31mders\n{\xff";
    LockWriter(m_server).acquire(name, ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl,
                 with(u"unlock"_s, u"or\\x1b[31mders\\n{\\xff"_s,
                      {u"--force"_s, u"--yes"_s, u"--json"_s})),
             0);
    QVERIFY(!lockctl.err.contains('\x1b') && !lockctl.out.contains('\x1b'));
    const QJsonObject result = QJsonDocument::fromJson(lockctl.out).object();
    QCOMPARE(QByteArray::fromBase64(result["name_base64"_L1].toString().toLatin1()), name);
    QCOMPARE(m_server.command({"DBSIZE"}).integer, 0);
}

LOCKSCOPE_TEST_SUITE(TestUnlock)
#include "tst_unlock.moc"
