// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/command.h"
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <map>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

static RedisOptions withPassword(const QByteArray &password)
{
    RedisOptions options;
    options.password = password;
    return options;
}

class TestLockctl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void listsLocksAsJson();
    void listsForPeople();
    void showsOneLock();
    void infersMultiLocks();
    void observesBeforeItPrints();
    void watchesUntilInterrupted();
    void aFlushIsOneLine();
    void aLossIsFilteredByWhatWasLost();
    void endsWhenNobodyReads();
    void filters();
    void helpsWithEveryCommand();
    void takesEachValueOnce();
    void takesTheSameUnitsEverywhere_data();
    void takesTheSameUnitsEverywhere();
    void refusesBadUsage_data();
    void refusesBadUsage();
    void tellsWhyAServerCannotBeRead_data();
    void tellsWhyAServerCannotBeRead();
    void refusesAWrongPasswordWithoutShowingIt();
    void takesThePasswordFromTheEnvironment();
    void printsWhatCouldBeRead();
    void explainsWhatIsNoLock();
    void showsHostileNamesHarmlessly();
    void namesCanBePastedAsShown();
    void theEmptyNameIsShownAndTaken();
    void leavesNoConnectionBehind();
    void saysEachFaultOfAServer();

private:
    QStringList with(const QString &command, const QStringList &more = {}) const
    {
        return QStringList{command, u"--url"_s, m_server->url()} + more;
    }
    QJsonObject json(const Program &program) const
    {
        return QJsonDocument::fromJson(program.out).object();
    }

    std::unique_ptr<RedisProcess> m_server;
};

void TestLockctl::listsLocksAsJson()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    writer.acquire("a", ann, 60'000);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    writer.read("rw", ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(with(u"list"_s, {u"--json"_s})), 0);
    const QJsonObject root = json(lockctl);
    QCOMPARE(root["schema"_L1].toInt(), 1);
    QCOMPARE(root["gaps"_L1].toArray().size(), 0);
    const QJsonArray locks = root["locks"_L1].toArray();
    QCOMPARE(locks.size(), 3);

    const QJsonObject a = locks[0].toObject();
    const QString fields =
        u"candidates deployment fencing_token holds holds_total keys kind library name permits "
        "problems profile replicas server state tag ttl_ms waiters waiters_total waiting_connections"_s;
    QCOMPARE(a.keys().join(u' '), fields);
    QCOMPARE(a["name"_L1].toString(), u"a"_s);
    QCOMPARE(a["kind"_L1].toString(), u"reentrant"_s);
    QCOMPARE(a["state"_L1].toString(), u"held"_s);
    QVERIFY(a["waiters"_L1].isNull());
    QCOMPARE(a["waiting_connections"_L1].toInt(-1), 0);
    QVERIFY(a["permits"_L1].isNull() && a["problems"_L1] == QJsonValue(QJsonArray()));
    const int ttl = a["ttl_ms"_L1].toInt();
    QVERIFY2(ttl > 40'000 && ttl <= 60'000, qPrintable(QString::number(ttl)));
    const QJsonObject hold = a["holds"_L1].toArray()[0].toObject();
    const QStringList holdFields{
        u"acquired_at"_s, u"alias"_s, u"alias_origin"_s,   u"count"_s,   u"host"_s,
        u"lease_ms"_s,    u"mode"_s,  u"observed_since"_s, u"owner"_s,   u"pid"_s,
        u"renewals"_s,    u"stale"_s, u"ttl_ms"_s,         u"watchdog"_s};
    QCOMPARE(hold.keys(), holdFields);
    QCOMPARE(hold["owner"_L1].toString(), QString::fromLatin1(ann));
    QCOMPARE(hold["count"_L1].toInt(), 2);
    QCOMPARE(hold["mode"_L1].toString(), u"exclusive"_s);
    QVERIFY(hold["observed_since"_L1].toString().endsWith(u'Z'));
    // Looking once tells nothing of renewals.
    QVERIFY(hold["watchdog"_L1].isNull() && hold["lease_ms"_L1].isNull()
            && hold["renewals"_L1].isNull());

    const QJsonObject f = locks[1].toObject();
    QCOMPARE(f["kind"_L1].toString(), u"fair"_s);
    QCOMPARE(f["state"_L1].toString(), u"contended"_s);
    const QJsonObject waiter = f["waiters"_L1].toArray()[0].toObject();
    QCOMPARE(waiter["owner"_L1].toString(), QString::fromLatin1(bob));
    QCOMPARE(waiter["position"_L1].toInt(), 1);
    QVERIFY(waiter["deadline_in_ms"_L1].toInt() > 200'000);
    QCOMPARE(f["keys"_L1].toArray().size(), 3);
    QCOMPARE(locks[2].toObject()["holds"_L1].toArray()[0].toObject()["mode"_L1].toString(),
             u"read"_s);
}

void TestLockctl::listsForPeople()
{
    LockWriter(*m_server).acquire("orders", ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(with(u"list"_s)), 0);
    QVERIFY(lockctl.out.startsWith("STATE"));
    QVERIFY(lockctl.out.contains("orders"));
    QVERIFY(lockctl.out.contains(ann));
    m_server->command({"FLUSHALL"});
    Program empty(LOCKCTL_PATH);
    QCOMPARE(empty.run(with(u"list"_s)), 0);
    QVERIFY(empty.out.isEmpty());
    QVERIFY(empty.err.contains("no locks"));
}

void TestLockctl::showsOneLock()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    writer.acquire("b", ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(with(u"show"_s, {u"a"_s, u"--json"_s})), 0);
    const QJsonArray locks = json(lockctl)["locks"_L1].toArray();
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks[0].toObject()["name"_L1].toString(), u"a"_s);
    // A plain string is one where the user says that locks live.
    m_server->command({"SET", "plain", "token", "PX", "60000"});
    Program plain(LOCKCTL_PATH);
    QCOMPARE(plain.run(with(u"show"_s, {u"plain"_s, u"--prefix"_s, u"pl"_s})), 0);
    QVERIFY(plain.out.contains("string"));
}

void TestLockctl::infersMultiLocks()
{
    const LockWriter writer(*m_server);
    writer.run("for _,n in ipairs({'x','y'}) do redis.call('hset',n,ARGV[1],1) "
               "redis.call('pexpire',n,60000) end",
               {ann});
    writer.acquire("alone", ann, 90'000);
    Program text(LOCKCTL_PATH);
    QCOMPARE(text.run(with(u"show"_s, {u"x"_s, u"y"_s, u"alone"_s})), 0);
    QVERIFY(text.out.contains("Multi-lock (inferred: the same owner holds x, y)"));
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(with(u"list"_s, {u"--json"_s})), 0);
    for (const QJsonValue &value : json(lockctl)["locks"_L1].toArray()) {
        const QJsonObject lock = value.toObject();
        const QJsonObject last = lock["candidates"_L1].toArray().last().toObject();
        const bool isMember = lock["name"_L1].toString() != u"alone"_s;
        QCOMPARE(last["kind"_L1].toString() == u"multi"_s, isMember);
        QCOMPARE(lock["kind"_L1].toString(), u"reentrant"_s); // it is only a conclusion
    }
}

void TestLockctl::observesBeforeItPrints()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QVERIFY(lockctl.start(with(u"list"_s, {u"--json"_s, u"--observe"_s, u"3s"_s})));
    QVERIFY(eventually([&] { return m_server->command({"PUBSUB", "NUMPAT"}).integer > 0; }));
    // Apart, as renewals are: how many there were of those that are read together is not known.
    auto renewedAt = std::chrono::steady_clock::now();
    QVERIFY(eventually([&] {
        const auto now = std::chrono::steady_clock::now();
        if (now - renewedAt >= std::chrono::milliseconds(300)) {
            writer.renew("a", 60'000);
            renewedAt = now;
        }
        return m_server->command({"PUBSUB", "NUMPAT"}).integer == 0; // it has ended
    }));
    QCOMPARE(lockctl.finish(), 0);
    const QJsonObject hold =
        json(lockctl)["locks"_L1].toArray()[0].toObject()["holds"_L1].toArray()[0].toObject();
    QCOMPARE(hold["watchdog"_L1].toString(), u"renewing"_s);
    QVERIFY(hold["renewals"_L1].toInt() >= 1);
    QCOMPARE(hold["lease_ms"_L1].toInt(), 60'000);
}

void TestLockctl::watchesUntilInterrupted()
{
    const LockWriter writer(*m_server);
    Program lockctl(LOCKCTL_PATH);
    QVERIFY(lockctl.start(with(u"watch"_s, {u"--json"_s})));
    QVERIFY(lockctl.complains("watching"));
    writer.acquire("a", ann, 60'000);
    QVERIFY(lockctl.prints("\"acquired\""));
    writer.unlock("a");
    QVERIFY(lockctl.prints("\"released\""));
    lockctl.interrupt();
    QCOMPARE(lockctl.finish(), 0);
    const QByteArrayList lines = lockctl.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    const QJsonObject event = QJsonDocument::fromJson(lines[0]).object();
    const QStringList fields{u"at"_s,    u"count"_s,  u"deployment"_s, u"detail"_s,
                             u"event"_s, u"kind"_s,   u"mode"_s,       u"name"_s,
                             u"owner"_s, u"server"_s, u"ttl_ms"_s};
    QCOMPARE(event.keys(), fields);
    QCOMPARE(event["name"_L1].toString(), u"a"_s);
    QCOMPARE(event["mode"_L1].toString(), u"exclusive"_s);
    QVERIFY(event["ttl_ms"_L1].toInt() > 50'000);
}

void TestLockctl::aFlushIsOneLine()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    writer.acquire("b", bob, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QVERIFY(lockctl.start(with(u"watch"_s, {u"--json"_s})));
    QVERIFY(lockctl.complains("watching"));
    QVERIFY(lockctl.prints("\"b\""));
    Program filtered(LOCKCTL_PATH);
    QVERIFY(filtered.start(with(u"watch"_s, {u"--filter"_s, u"name:b"_s})));
    QVERIFY(filtered.complains("watching"));
    Program other(LOCKCTL_PATH);
    QVERIFY(other.start(with(u"watch"_s, {u"--filter"_s, u"name:x"_s})));
    QVERIFY(other.complains("watching"));
    m_server->command({"FLUSHALL"});
    QVERIFY(lockctl.prints("\"lost\""));
    QVERIFY(filtered.prints("2 locks were lost by FLUSHALL, FLUSHDB or SWAPDB: a, b"));
    writer.acquire("x", ann, 60'000);
    QVERIFY(other.prints("acquired"));
    for (Program *each : {&lockctl, &filtered, &other}) {
        each->interrupt();
        QCOMPARE(each->finish(), 0);
    }
    QVERIFY(!other.out.contains("lost"));
    QVERIFY(!lockctl.out.contains("\"released\""));
    QJsonObject event;
    for (const QByteArray &line : lockctl.out.trimmed().split('\n')) {
        if (line.contains("\"lost\""))
            event = QJsonDocument::fromJson(line).object();
    }
    QVERIFY(event["name"_L1].isNull());
    QCOMPARE(event["count"_L1].toInt(), 2);
    const QJsonArray locks = event["locks"_L1].toArray();
    QCOMPARE(locks.size(), 2);
    QCOMPARE(locks[0]["name"_L1].toString(), u"a"_s);
    QCOMPARE(locks[1]["owner"_L1].toString(), QString::fromUtf8(bob));
}

// By the locks as they were: nothing is known of them any more. The problem that opens later is
// filtered likewise.
void TestLockctl::aLossIsFilteredByWhatWasLost()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 600'000);
    writer.acquire("b", ann, 600'000);
    std::map<QString, std::unique_ptr<Program>> watches;
    const QStringList fitting{u"state:held"_s, u"library:redisson"_s, u"kind:reentrant"_s,
                              u"name:b"_s, u"ttl:>1m"_s};
    const QStringList others{u"state:free"_s,      u"ttl:none"_s,         u"since:>1h"_s,
                             u"-kind:reentrant"_s, u"-holder:3f1c2a5e"_s, u"waiters:unknown"_s,
                             u"name:c"_s};
    for (const QString &filter : fitting + others) {
        auto &program = watches[filter] = std::make_unique<Program>(LOCKCTL_PATH);
        QVERIFY(program->start(with(u"watch"_s, {u"--filter="_s + filter})));
        QVERIFY(program->complains("watching"));
    }
    m_server->command({"FLUSHALL"});
    for (const QString &filter : fitting) {
        Program &program = *watches[filter];
        QVERIFY2(program.prints("2 locks were lost by FLUSHALL"), qPrintable(filter));
        QVERIFY2(program.prints("(locks-lost ("), qPrintable(filter));
    }
    for (const QString &filter : others) {
        Program &program = *watches[filter];
        program.interrupt();
        QCOMPARE(program.finish(), 0);
        const QByteArray said = filter.toUtf8() + ": " + program.out;
        QVERIFY2(!program.out.contains("lost"), said.constData());
    }
}

void TestLockctl::endsWhenNobodyReads()
{
    const LockWriter writer(*m_server);
    Program shell("/bin/sh");
    const QString pipeline =
        u"'%1' watch --url %2 | head -n 1"_s.arg(QString::fromUtf8(LOCKCTL_PATH), m_server->url());
    QVERIFY(shell.start({u"-c"_s, pipeline}));
    QVERIFY(shell.complains("watching"));
    // The first line ends head, the next one finds nobody.
    QVERIFY(eventually([&] {
        writer.acquire("a", ann, 60'000);
        return m_server->command({"PUBSUB", "NUMPAT"}).integer == 0;
    }));
    QCOMPARE(shell.finish(), 0);
    QCOMPARE(shell.out.count('\n'), 1);
}

void TestLockctl::filters()
{
    const LockWriter writer(*m_server);
    writer.acquire("orders", ann, 60'000);
    writer.acquire("billing", bob, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(with(u"list"_s, {u"--json"_s, u"--filter"_s, u"holder:aaaaaaaa"_s})), 0);
    const QJsonArray locks = json(lockctl)["locks"_L1].toArray();
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks[0].toObject()["name"_L1].toString(), u"billing"_s);

    // One look does not tell who renews: that no lock matches is no finding.
    const QStringList overdue{u"--json"_s, u"--filter"_s, u"watchdog:overdue"_s};
    Program once(LOCKCTL_PATH);
    QCOMPARE(once.run(with(u"list"_s, overdue)), 0);
    QVERIFY2(once.err.contains("one look does not tell watchdog:; use --observe"),
             once.err.constData());
    Program watching(LOCKCTL_PATH);
    QCOMPARE(watching.run(with(u"list"_s, overdue + QStringList{u"--observe"_s, u"100ms"_s})), 0);
    QVERIFY2(!watching.err.contains("one look"), watching.err.constData());
}

void TestLockctl::helpsWithEveryCommand()
{
    for (const QStringList &arguments : {QStringList{u"--help"_s},
                                         {u"list"_s, u"--help"_s},
                                         {u"show"_s, u"--help"_s},
                                         {u"watch"_s, u"-h"_s},
                                         {u"--version"_s}}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(arguments), 0);
        QVERIFY(lockctl.out.contains("lockctl"));
        QVERIFY(lockctl.err.isEmpty());
    }
    Program list(LOCKCTL_PATH);
    QCOMPARE(list.run({u"list"_s, u"--help"_s}), 0);
    Program help(LOCKCTL_PATH);
    QCOMPARE(help.run({u"help"_s, u"list"_s}), 0);
    QCOMPARE(help.out, list.out);
    Program none(LOCKCTL_PATH);
    QCOMPARE(none.run({u"help"_s, u"nosuch"_s}), 2);
    QVERIFY2(none.err.contains("there is no command \"nosuch\""), none.err.constData());
    for (const char *scheme :
         {"redis://", "rediss://", "redis+unix://", "redis+sentinel://", "redis+cluster://"})
        QVERIFY2(list.out.contains(scheme), scheme);
}

// Of two values one would be ignored. The help says which options can be repeated.
void TestLockctl::takesEachValueOnce()
{
    static const QRegularExpression option(u"^  --([a-z0-9-]+) <[^>]+>"_s);
    qputenv("LOCKSCOPE_PROFILES", "/nonexistent/profiles.json");
    const auto parsed = [](const QStringList &words) {
        return lockctl::parseCommandLine(QStringList{u"lockctl"_s} + words);
    };
    int once = 0;
    int repeated = 0;
    for (const lockctl::CommandSpec &command : lockctl::allCommands()) {
        const QString help = parsed({command.name, u"--help"_s}).text;
        std::map<QString, QString> texts; // of its options with a value
        QString name;
        for (const QString &line : help.split(u'\n')) {
            if (line.startsWith("  -"_L1) || line == "Arguments:"_L1)
                name = option.match(line).captured(1);
            if (!name.isEmpty())
                texts[name] += line.simplified() + u' ';
        }
        for (const auto &[valued, text] : texts) {
            const QString given = u"--"_s + valued;
            const auto twice = parsed({command.name, given, u"1s"_s, given, u"2s"_s});
            const QByteArray what = (command.name + u' ' + given + u": "_s + twice.text).toUtf8();
            QVERIFY2(!twice.command && twice.status == lockctl::Usage, what.constData());
            const bool isOne =
                command.name == "history"_L1 && (valued == "url"_L1 || valued == "profile"_L1);
            if (isOne) {
                QVERIFY2(twice.text.contains("give one profile or URL"_L1), what.constData());
            } else if (text.contains("an be repeated"_L1)) {
                QVERIFY2(!twice.text.contains("more than once"_L1), what.constData());
                ++repeated;
            } else {
                const QString words = given + u" was given more than once; it takes one value"_s;
                QVERIFY2(twice.text.contains(words), what.constData());
                ++once;
            }
        }
    }
    QVERIFY2(once > 100, QByteArray::number(once).constData());
    QVERIFY2(repeated > 40, QByteArray::number(repeated).constData());
    // As a user sees it.
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(with(u"list"_s, {u"--filter"_s, u"a"_s, u"--filter"_s, u"b"_s})), 2);
    QVERIFY2(lockctl.err.contains("--filter was given more than once"), lockctl.err.constData());
}

// SPAN stands for the duration or age, LIVE for the URL of a server.
void TestLockctl::takesTheSameUnitsEverywhere_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const auto row = [](const QStringList &arguments, int status) {
        QTest::newRow(qPrintable(arguments.join(u' '))) << arguments << status;
    };
    const QStringList gone{u"--url"_s, u"redis://127.0.0.1:1"_s}; // ends the look at once
    for (const QStringList &look :
         {QStringList{u"list"_s}, {u"show"_s, u"x"_s}, {u"blocking"_s}, {u"doctor"_s}})
        row(look + gone + QStringList{u"--observe"_s, u"SPAN"_s}, 3);
    const QStringList live{u"--url"_s, u"LIVE"_s};
    const QStringList doing{u"--"_s, u"true"_s};
    for (const QString &option : {u"--wait"_s, u"--lease"_s, u"--watchdog"_s, u"--grace"_s})
        row(QStringList{u"run"_s, u"free"_s} + live + QStringList{option, u"SPAN"_s} + doing, 0);
    const QStringList redlock{u"run"_s,    u"x"_s,
                              u"--kind"_s, u"redlock"_s,
                              u"--url"_s,  u"redis://127.0.0.1:1"_s,
                              u"--url"_s,  u"redis://127.0.0.1:2"_s,
                              u"--url"_s,  u"redis://127.0.0.1:3"_s};
    // The first two are too long for the lease.
    row(redlock + QStringList{u"--node-timeout"_s, u"SPAN"_s} + doing, 2);
    row(redlock + QStringList{u"--min-validity"_s, u"SPAN"_s} + doing, 2);
    row(redlock + QStringList{u"--max-lease"_s, u"SPAN"_s} + doing, 75);
    for (const QString &option : {u"--ttl"_s, u"--extend"_s})
        row(QStringList{u"unlock"_s, u"held"_s} + live + QStringList{option, u"SPAN"_s, u"--yes"_s},
            0);
    row({u"audit"_s, u"--since"_s, u"SPAN"_s}, 0);
    row({u"history"_s, u"--since"_s, u"SPAN"_s}, 2); // there is no record
    row({u"history"_s, u"--until"_s, u"SPAN"_s}, 2);
    row({u"history"_s, u"at"_s, u"SPAN"_s}, 2);
    row(QStringList{u"profile"_s, u"save"_s, u"p"_s, u"--replace"_s, u"--password-from"_s,
                    u"command:true"_s, u"--reauthenticate"_s, u"SPAN"_s}
            + gone,
        0);
    for (const QString &field : {u"ttl:<SPAN"_s, u"lease:>SPAN"_s, u"since:>=SPAN"_s})
        row(QStringList{u"list"_s, u"--filter"_s, field} + live, 0);
}

void TestLockctl::takesTheSameUnitsEverywhere()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    LockWriter(*m_server).acquire("held", ann, 60'000);
    const QTemporaryDir folder;
    const auto run = [&](const QString &span, QByteArray &told) {
        QStringList words = arguments;
        words.replaceInStrings(u"SPAN"_s, span).replaceInStrings(u"LIVE"_s, m_server->url());
        Program program(LOCKCTL_PATH);
        for (const auto *file : {"PROFILES", "AUDIT", "RECORDS"})
            program.setVariable(u"LOCKSCOPE_"_s + QLatin1StringView(file),
                                folder.filePath(QLatin1StringView(file)));
        const int ended = program.run(words);
        told = program.err;
        return ended;
    };
    const QByteArray units = "ms, s, m, h or d";
    QByteArray told;
    QCOMPARE(run(u"2x"_s, told), 2);
    QVERIFY2(told.contains(units) && told.contains("2x"), told.constData());
    QCOMPARE(run(u"3"_s, told), 2);
    QVERIFY2(told.contains(units), told.constData());
    QCOMPARE(run(u"400d"_s, told), 2);
    for (const QString &span : {u"2d"_s, u"36h"_s}) {
        const int ended = run(span, told);
        QVERIFY2(ended == status, told.constData());
        QVERIFY2(!told.contains(units), told.constData());
    }
    if (arguments.contains(u"--ttl"_s))
        QVERIFY(m_server->command({"PTTL", "held"}).integer > qint64(35) * 3'600'000);
}

void TestLockctl::refusesBadUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const QString url = u"redis://127.0.0.1:1"_s;
    QTest::newRow("nothing") << QStringList{} << QByteArray("Usage");
    QTest::newRow("no target") << QStringList{u"list"_s} << QByteArray("--url redis://");
    QTest::newRow("a target without --url")
        << QStringList{u"list"_s, u"redis://:S3CR3T@127.0.0.1"_s}
        << QByteArray("put --url in front of redis://...\n");
    QTest::newRow("unknown command") << QStringList{u"frob"_s} << QByteArray("no command \"frob\"");
    QTest::newRow("unknown option") << QStringList{u"list"_s, u"--ulr"_s, url} << QByteArray("ulr");
    QTest::newRow("no unit") << QStringList{u"list"_s, u"--url"_s, url, u"--observe"_s, u"5"_s}
                             << QByteArray("5s");
    QTest::newRow("no duration") << QStringList{u"list"_s, u"--url"_s, url, u"--observe"_s,
                                                u"soon"_s}
                                 << QByteArray("soon");
    QTest::newRow("bad filter") << QStringList{u"list"_s, u"--url"_s, url, u"--filter"_s,
                                               u"state:red"_s}
                                << QByteArray("contended");
    QTest::newRow("a misspelt kind")
        << QStringList{u"list"_s, u"--url"_s, url, u"--filter"_s, u"kind:fiar"_s}
        << QByteArray("similar values: fair");
    QTest::newRow("a misspelt rule")
        << QStringList{u"list"_s, u"--url"_s, url, u"--filter"_s, u"problem:overdeu"_s}
        << QByteArray("similar values: renewal-overdue");
    QTest::newRow("bad budget") << QStringList{u"list"_s, u"--url"_s, url, u"--scan-budget"_s,
                                               u"200%"_s}
                                << QByteArray("--scan-budget: a share");
    QTest::newRow("no name") << QStringList{u"show"_s, u"--url"_s, url} << QByteArray("name");
    QTest::newRow("empty prefix") << QStringList{u"list"_s, u"--url"_s, url, u"--prefix"_s,
                                                 QString()}
                                  << QByteArray("--prefix");
    QTest::newRow("profile") << QStringList{u"list"_s, u"--profile"_s, u"p"_s}
                             << QByteArray("no profile");
    QTest::newRow("no scheme") << QStringList{u"list"_s, u"--url"_s, u"127.0.0.1:6379"_s}
                               << QByteArray("redis://");
    QTest::newRow("another scheme")
        << QStringList{u"list"_s, u"--url"_s, u"http://127.0.0.1"_s} << QByteArray("http");
    QTest::newRow("bad port") << QStringList{u"list"_s, u"--url"_s, u"redis://h:99999"_s}
                              << QByteArray("65535");
    const QStringList permits{u"permits"_s, u"x"_s, u"--url"_s, url};
    for (const QStringList &command :
         {QStringList{u"show"_s, QString()},
          {u"show"_s, u"orders"_s, QString()},
          {u"unlock"_s, QString(), u"--force"_s, u"--yes"_s},
          {u"queue"_s, QString()},
          {u"permits"_s, QString()},
          {u"quorum"_s, QString(), u"--url"_s, u"redis://127.0.0.1:2"_s},
          {u"acquire"_s, QString()},
          {u"run"_s, QString(), u"--"_s, u"true"_s},
          {u"acquire"_s, u"a"_s, QString(), u"--kind"_s, u"multi"_s}}) {
        const QStringList named = command.first(1) + QStringList{u"--url"_s, url};
        QTest::addRow("an empty name: %s", qPrintable(command.join(u' ')))
            << named + command.sliced(1) << QByteArray("the lock name is empty");
    }
    QTest::newRow("an empty name: audit")
        << QStringList{u"audit"_s, u"--lock"_s, QString()} << QByteArray("the lock name is empty");
    QTest::newRow("an empty name: base64")
        << QStringList{u"show"_s, u"--name-base64"_s, QString(), u"--url"_s, url}
        << QByteArray("the lock name is empty");
    QTest::newRow("a command without --")
        << QStringList{u"run"_s, u"a"_s, u"--url"_s, url, u"sh"_s, u"-c"_s, u"true"_s}
        << QByteArray("Unknown option 'c'. Put -- before the command");
    QTest::newRow("fewer than no permits")
        << permits + QStringList{u"add"_s, u"-5"_s}
        << QByteArray("'add' needs a whole number of 1 or more, not \"-5\"; to take permits away, "
                      "use 'take 5'");
    QTest::newRow("fewer taken than none")
        << permits + QStringList{u"take"_s, u"-05"_s} << QByteArray("use 'add 5'");
    QTest::newRow("a latch below zero")
        << permits + QStringList{u"set"_s, u"-1"_s, u"--kind"_s, u"count-down-latch"_s}
        << QByteArray("'open' opens the latch");
    QTest::newRow("a latch of zero")
        << permits + QStringList{u"set"_s, u"0"_s, u"--kind"_s, u"count-down-latch"_s}
        << QByteArray("'open' opens the latch");
    QTest::newRow("a number behind --")
        << permits + QStringList{u"--"_s, u"add"_s, u"-5"_s} << QByteArray("use 'take 5'");
    QTest::newRow("permits without a number")
        << permits + QStringList{u"add"_s} << QByteArray("'add' needs a whole number");
    QTest::newRow("a stray word") << QStringList{u"list"_s, u"--url"_s, url, u"orders"_s}
                                  << QByteArray("orders");
}

void TestLockctl::refusesBadUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(arguments), 2);
    QVERIFY(lockctl.out.isEmpty());
    QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
}

void TestLockctl::tellsWhyAServerCannotBeRead_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nothing listens")
        << u"redis://127.0.0.1:%1"_s.arg(freePort()) << QByteArray("refused the connection");
    QTest::newRow("no such host") << u"redis://no-such-host.invalid"_s
                                  << QByteArray("no-such-host");
    QTest::newRow("no such socket")
        << u"redis+unix:///no/such/socket"_s << QByteArray("/no/such/socket");
    QTest::newRow("cluster")
        << u"redis+cluster://127.0.0.1:%1,127.0.0.1:%2"_s.arg(freePort()).arg(freePort())
        << QByteArray("none of the 2 servers describes the cluster");
    QTest::newRow("sentinel") << u"redis+sentinel://127.0.0.1:%1/main"_s.arg(freePort())
                              << QByteArray("the Sentinel at 127.0.0.1:");
    QTest::newRow("replicated")
        << u"redis://127.0.0.1:%1,127.0.0.1:%2"_s.arg(freePort()).arg(freePort())
        << QByteArray("none of the 2 servers tells its role");
}

void TestLockctl::tellsWhyAServerCannotBeRead()
{
    QFETCH(QString, url);
    QFETCH(QByteArray, says);
    for (const QString &command : {u"list"_s, u"watch"_s}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run({command, u"--url"_s, url}), 3);
        QVERIFY(lockctl.out.isEmpty());
        QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
    }
}

void TestLockctl::refusesAWrongPasswordWithoutShowingIt()
{
    RedisProcess guarded(withPassword("right"));
    QVERIFY(guarded.start());
    const QString url = u"redis://:S3CR3T-CANARY@127.0.0.1:%1"_s.arg(guarded.port());
    for (const QString &command : {u"list"_s, u"watch"_s}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run({command, u"--url"_s, url}), 3);
        QVERIFY2(lockctl.err.contains("password"), lockctl.err.constData());
        QVERIFY(!lockctl.err.contains("CANARY") && !lockctl.out.contains("CANARY"));
    }
    Program bad(LOCKCTL_PATH);
    QCOMPARE(bad.run({u"list"_s, u"--url"_s, u"redis://:S3CR3T-CANARY@host:port"_s}), 2);
    QVERIFY(!bad.err.contains("CANARY"));
}

void TestLockctl::takesThePasswordFromTheEnvironment()
{
    RedisProcess guarded(withPassword("right"));
    QVERIFY(guarded.start());
    Program lockctl(LOCKCTL_PATH);
    lockctl.setVariable(u"LOCKSCOPE_PASSWORD"_s, u"right"_s);
    QCOMPARE(lockctl.run({u"list"_s, u"--url"_s, u"redis://127.0.0.1:%1"_s.arg(guarded.port())}),
             0);
}

void TestLockctl::printsWhatCouldBeRead()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    const QString dead = u"redis://127.0.0.1:%1"_s.arg(freePort());
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(with(u"list"_s, {u"--json"_s, u"--url"_s, dead})), 3);
    const QJsonObject root = json(lockctl);
    QCOMPARE(root["locks"_L1].toArray().size(), 1);
    const QJsonArray gaps = root["gaps"_L1].toArray();
    QCOMPARE(gaps.size(), 1);
    QCOMPARE(gaps[0].toObject()["server"_L1].toString(), dead);
    QVERIFY(!gaps[0].toObject()["reason"_L1].toString().isEmpty());
}

void TestLockctl::explainsWhatIsNoLock()
{
    Program missing(LOCKCTL_PATH);
    QCOMPARE(missing.run(with(u"show"_s, {u"nothing"_s})), 1);
    QVERIFY(missing.err.contains("the key does not exist"));
    m_server->command({"RPUSH", "list", "x"});
    Program list(LOCKCTL_PATH);
    QCOMPARE(list.run(with(u"show"_s, {u"list"_s})), 1);
    QVERIFY(list.err.contains("a list"));
    LockWriter(*m_server).run(
        "for i=1,50 do local t={} for j=1,1000 do t[#t+1]=i..':'..j t[#t+1]='1' "
        "end redis.call('hset','big',unpack(t)) end",
        {});
    Program big(LOCKCTL_PATH);
    QCOMPARE(big.run(with(u"show"_s, {u"big"_s})), 1);
    QVERIFY(big.err.contains("50000"));
}

void TestLockctl::showsHostileNamesHarmlessly()
{
    const LockWriter writer(*m_server);
    const std::vector<QByteArray> names{"line\nbreak",
                                        "\x1b[31mred",
                                        "<b>bold</b>",
                                        QByteArray("\xff\xfe\x00z", 4),
                                        "%s%n%1",
                                        "rtl\xe2\x80\xaeliv",
                                        QByteArray(100'000, 'N')};
    for (const QByteArray &name : names)
        writer.acquire(name, ann, 60'000);
    Program text(LOCKCTL_PATH);
    QCOMPARE(text.run(with(u"list"_s)), 0);
    QCOMPARE(text.out.count('\n'), static_cast<qsizetype>(names.size()) + 1);
    QVERIFY(!text.out.contains('\x1b'));
    QVERIFY(!text.out.contains("\xe2\x80\xae"));
    QVERIFY(text.out.contains("line\\nbreak"));
    QVERIFY(text.out.contains("<b>bold</b>"));
    QVERIFY(text.out.contains("%s%n%1"));
    QVERIFY(text.out.size() < 10'000);
    Program program(LOCKCTL_PATH);
    QCOMPARE(program.run(with(u"list"_s, {u"--json"_s})), 0);
    QSet<QByteArray> read;
    for (const QJsonValue &value : json(program)["locks"_L1].toArray()) {
        const QJsonObject lock = value.toObject();
        const QJsonValue whole = lock["name_base64"_L1];
        read.insert(whole.isString() ? QByteArray::fromBase64(whole.toString().toLatin1())
                                     : lock["name"_L1].toString().toUtf8());
    }
    QCOMPARE(read, QSet<QByteArray>(names.begin(), names.end()));
}

void TestLockctl::namesCanBePastedAsShown()
{
    LockWriter(*m_server).acquire(QByteArray("a\n\xff", 3), ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(lockctl.run(with(u"show"_s, {u"a\\n\\xff"_s})), 0);
}

// It was a blank cell, and no word named it.
void TestLockctl::theEmptyNameIsShownAndTaken()
{
    LockWriter(*m_server).acquire("", ann, 60'000);
    LockWriter(*m_server).acquire("orders", ann, 60'000);
    Program list(LOCKCTL_PATH);
    QCOMPARE(list.run(with(u"list"_s)), 0);
    QVERIFY2(list.out.contains("held   \\u{} (empty name)  reentrant"), list.out.constData());
    Program show(LOCKCTL_PATH);
    QCOMPARE(show.run(with(u"show"_s, {u"\\u{}"_s})), 0);
    QVERIFY2(show.out.startsWith("\\u{} (empty name): reentrant"), show.out.constData());
    QVERIFY(!show.out.contains("orders"));
    Program refused(LOCKCTL_PATH);
    QCOMPARE(refused.run(with(u"show"_s, {QString()})), 2);
    QVERIFY2(refused.err.contains("given as '\\u{}'"), refused.err.constData());
    Program acquire(LOCKCTL_PATH);
    QCOMPARE(acquire.run(with(u"acquire"_s, {u"\\u{}"_s})), 2);
    QVERIFY2(acquire.err.contains("needs a name"), acquire.err.constData());
}

void TestLockctl::leavesNoConnectionBehind()
{
    Program lockctl(LOCKCTL_PATH);
    QVERIFY(lockctl.start(with(u"watch"_s)));
    QVERIFY(lockctl.complains("watching"));
    QCOMPARE(m_server->command({"CLIENT", "LIST"}).bytes.count("name=lockscope"), 2);
    lockctl.interrupt();
    QCOMPARE(lockctl.finish(), 0);
    QVERIFY(eventually([&] {
        return m_server->command({"CLIENT", "LIST"}).bytes.count("name=lockscope") == 0;
    }));
}

// Each is another thing to do; the first was all that the journal of a service ever had.
void TestLockctl::saysEachFaultOfAServer()
{
    RedisProcess server;
    QVERIFY(server.start());
    Program lockctl(LOCKCTL_PATH);
    QVERIFY(lockctl.start({u"watch"_s, u"--url"_s, server.url()}));
    QVERIFY(lockctl.complains("watching"));
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, server.port());
    QVERIFY(socket.waitForConnected());
    server.pause();
    QVERIFY(lockctl.complains("lockctl: "));
    const QByteArray first = lockctl.err;
    QVERIFY2(!first.contains("password"), first.constData());
    // A client that gets in before that is thrown out.
    socket.write("CONFIG SET requirepass other\r\nCLIENT KILL TYPE normal\r\n");
    QVERIFY(socket.waitForBytesWritten());
    server.resume();
    QVERIFY(lockctl.complains("password"));
    lockctl.interrupt();
    QCOMPARE(lockctl.finish(), 3);
}

LOCKSCOPE_TEST_SUITE(TestLockctl)
#include "tst_lockctl.moc"
