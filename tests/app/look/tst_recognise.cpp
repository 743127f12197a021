// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Tests which keys are locks: by the same rules in every command, for names of any bytes.
class TestRecognise : public QObject
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

    void leavesAloneWhatIsNoLock_data();
    void leavesAloneWhatIsNoLock();
    void tellsWhatAGuessIs_data();
    void tellsWhatAGuessIs();
    void actsOnWhatTheUserNames_data();
    void actsOnWhatTheUserNames();
    void takesAPrefixBesideAName();
    void knowsNumbersByTheirWaiters_data();
    void knowsNumbersByTheirWaiters();
    void aKindThatDoesNotFitIsNotTaken();
    void takesNumbersForWhatTheyAreKnownFor();
    void forcesAHoldWithoutACount_data();
    void forcesAHoldWithoutACount();
    void takesNamesOfAnyBytes_data();
    void takesNamesOfAnyBytes();
    void runsCommandsWithAnyBytes();
    void takesAMarkAtTheBeginningAsAPartOfTheName();
    void findsTheNamesOfItsOwnJson_data();
    void findsTheNamesOfItsOwnJson();
    void refusesNamesThatMayMeanTwoThings_data();
    void refusesNamesThatMayMeanTwoThings();
    void saysInJsonThatThereIsNoLock_data();
    void saysInJsonThatThereIsNoLock();
    void wantsAConditionToActOnMany_data();
    void wantsAConditionToActOnMany();

private:
    QStringList with(const QString &command, const QString &name, const QStringList &more) const
    {
        return QStringList{command, name, u"--url"_s, m_server.url()} + more;
    }
    int run(Program &program, const QStringList &arguments) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder->filePath(u"audit.jsonl"_s));
        return program.run(arguments);
    }
    // By a shell, which can say any bytes; $L is lockctl, $U the server.
    int runShell(Program &shell, const QString &script) const
    {
        shell.setVariable(u"L"_s, QStringLiteral(LOCKCTL_PATH));
        shell.setVariable(u"U"_s, m_server.url());
        return run(shell, {u"-c"_s, script});
    }
    bool isThere(const QByteArray &key) const
    {
        return m_server.command({"EXISTS", key}).integer == 1;
    }

    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRecognise::leavesAloneWhatIsNoLock_data()
{
    using Commands = std::vector<std::vector<QByteArray>>;
    QTest::addColumn<Commands>("made");
    QTest::addColumn<QStringList>("more");
    const auto row = [](const char *what, const Commands &made, const QStringList &more = {}) {
        QTest::newRow(what) << made << more;
    };
    const QStringList prefix{u"--prefix"_s, u"vis"_s};
    const QByteArray hex32 = "9c1185a3f5e94dd0b1d7f0c2a4e6b831";
    row("a counter", {{"SET", "visits", "42"}});
    row("a counter that lapses", {{"SET", "visits", "42", "PX", "60000"}});
    row("JSON", {{"SET", "visits", R"({"user":7})", "PX", "60000"}});
    row("a token of a session", {{"SET", "visits", hex32, "PX", "60000"}});
    row("counters by number", {{"HSET", "visits", "page:1", "17"}, {"PEXPIRE", "visits", "60000"}});
    row("a counter under a prefix", {{"SET", "visits", "42"}}, prefix);
    row("a lapsing counter under a prefix", {{"SET", "visits", "42", "PX", "60000"}}, prefix);
    row("a sum under a prefix", {{"SET", "visits", "-4.25", "PX", "60000"}}, prefix);
    row("a value that stays, under a prefix", {{"SET", "visits", "on"}}, prefix);
    row("counters that stay, under a prefix", {{"HSET", "visits", "page:1", "17"}}, prefix);
}

void TestRecognise::leavesAloneWhatIsNoLock()
{
    using Commands = std::vector<std::vector<QByteArray>>;
    QFETCH(Commands, made);
    QFETCH(QStringList, more);
    for (const auto &command : made)
        QVERIFY(!m_server.command(command).isError());
    Program list(LOCKCTL_PATH);
    QCOMPARE(run(list, QStringList{u"list"_s, u"--url"_s, m_server.url(), u"--json"_s} + more), 0);
    QVERIFY(QJsonDocument::fromJson(list.out).object()["locks"_L1].toArray().isEmpty());
    const auto dump = m_server.command({"DUMP", "visits"});
    const QStringList yes{u"--yes"_s};
    for (const auto &[command, options] :
         {std::pair(u"show"_s, QStringList{}), std::pair(u"queue"_s, QStringList{}),
          std::pair(u"queue"_s, QStringList{u"nudge"_s} + yes),
          std::pair(u"permits"_s, QStringList{}),
          std::pair(u"permits"_s, QStringList{u"add"_s, u"5"_s} + yes),
          std::pair(u"permits"_s, QStringList{u"drain"_s} + yes),
          std::pair(u"unlock"_s, QStringList{u"--force"_s} + yes),
          std::pair(u"unlock"_s, QStringList{u"--owner"_s, u"42"_s} + yes),
          std::pair(u"unlock"_s, QStringList{u"--ttl"_s, u"10s"_s} + yes),
          std::pair(u"unlock"_s, QStringList{u"--extend"_s, u"10s"_s} + yes)}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(run(lockctl, with(command, u"visits"_s, options + more)), 1);
        QVERIFY2(lockctl.err.contains("is not a lock: "), lockctl.err.constData());
        QVERIFY2(lockctl.err.contains("--kind"), lockctl.err.constData());
        QVERIFY(lockctl.out.isEmpty());
    }
    QCOMPARE(m_server.command({"DUMP", "visits"}), dump);
    const bool lapses = made.size() > 1 || std::ranges::count(made.front(), "PX"_ba) > 0;
    QCOMPARE(m_server.command({"PTTL", "visits"}).integer > 0, lapses);
}

void TestRecognise::tellsWhatAGuessIs_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("of many libraries")
        << "3f1c2a5e-9b7d-4c11-8a22-0123456789ab"_ba
        << "looks like that of a lock; there is no other sign of a lock, and its library "
           "is unknown"_ba;
    QTest::newRow("of one library")
        << "9c1185a3f5e94dd0b1d7f0c2a4e6b831"_ba
        << "looks like that of a node-redlock lock; there is no other sign"_ba;
}

void TestRecognise::tellsWhatAGuessIs()
{
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, says);
    m_server.command({"SET", "visits", value, "PX", "60000"});
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, with(u"show"_s, u"visits"_s, {})), 1);
    QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
}

void TestRecognise::actsOnWhatTheUserNames_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("kind");
    QTest::newRow("a counter") << "42"_ba << u"string"_s;
    QTest::newRow("a library") << "9c1185a3f5e94dd0b1d7f0c2a4e6b831"_ba << u"string/node-redlock"_s;
    QTest::newRow("JSON") << R"({"user":7})"_ba << u"string/stackexchange-redis"_s;
}

void TestRecognise::actsOnWhatTheUserNames()
{
    QFETCH(QByteArray, value);
    QFETCH(QString, kind);
    m_server.command({"SET", "visits", value});
    const QStringList said{u"--kind"_s, kind};
    Program show(LOCKCTL_PATH);
    QCOMPARE(run(show, with(u"show"_s, u"visits"_s, said)), 0);
    QVERIFY2(show.out.contains("kind set by the user"), show.out.constData());
    Program queue(LOCKCTL_PATH);
    QCOMPARE(run(queue, with(u"queue"_s, u"visits"_s, said)), 0);
    Program unlock(LOCKCTL_PATH);
    QCOMPARE(
        run(unlock, with(u"unlock"_s, u"visits"_s, said + QStringList{u"--force"_s, u"--yes"_s})),
        0);
    QVERIFY(!isThere("visits"));
}

void TestRecognise::takesAPrefixBesideAName()
{
    const QByteArray lenient = "worker:7";
    m_server.command({"SET", "app:x", "worker-7", "PX", "60000"});
    LockWriter(m_server).acquire("app:y", lenient, 60'000);
    for (const QString &name : {u"app:x"_s, u"app:y"_s}) {
        Program none(LOCKCTL_PATH);
        QCOMPARE(run(none, with(u"unlock"_s, name, {u"--force"_s, u"--yes"_s})), 1);
        const QStringList under{u"--prefix"_s, u"app:"_s};
        Program show(LOCKCTL_PATH);
        QCOMPARE(run(show, with(u"show"_s, name, under)), 0);
        Program queue(LOCKCTL_PATH);
        QCOMPARE(run(queue, with(u"queue"_s, name, under)), 0);
        Program unlock(LOCKCTL_PATH);
        QCOMPARE(
            run(unlock, with(u"unlock"_s, name, under + QStringList{u"--force"_s, u"--yes"_s})), 0);
        QVERIFY(!isThere(name.toUtf8()));
    }
}

void TestRecognise::knowsNumbersByTheirWaiters_data()
{
    QTest::addColumn<QByteArray>("channel");
    QTest::addColumn<QString>("kind");
    QTest::newRow("semaphore") << "redisson_sc:{pool}"_ba << u"semaphore"_s;
    QTest::newRow("latch") << "redisson_countdownlatch__channel__{pool}"_ba
                           << u"count-down-latch"_s;
}

void TestRecognise::knowsNumbersByTheirWaiters()
{
    QFETCH(QByteArray, channel);
    QFETCH(QString, kind);
    m_server.command({"SET", "pool", "0"});
    const Listener waiter(m_server, "SUBSCRIBE", channel);
    for (const QString &command : {u"list"_s, u"show"_s}) {
        Program look(LOCKCTL_PATH);
        QStringList arguments{command, u"--url"_s, m_server.url(), u"--json"_s};
        if (command == "show"_L1)
            arguments += u"pool"_s;
        QCOMPARE(run(look, arguments), 0);
        const QJsonArray locks = QJsonDocument::fromJson(look.out).object()["locks"_L1].toArray();
        QCOMPARE(locks.size(), 1);
        QCOMPARE(locks[0].toObject()["kind"_L1].toString(), kind);
    }
    for (const QStringList &how : {QStringList{u"--force"_s}, QStringList{u"--owner"_s, u"0"_s},
                                   QStringList{u"--ttl"_s, u"5s"_s}}) {
        Program unlock(LOCKCTL_PATH);
        QCOMPARE(run(unlock, with(u"unlock"_s, u"pool"_s, how + QStringList{u"--yes"_s})), 1);
        QVERIFY2(!unlock.err.contains("not a lock"), unlock.err.constData());
    }
    Program permits(LOCKCTL_PATH);
    QCOMPARE(run(permits, with(u"permits"_s, u"pool"_s, {u"--json"_s})), 0);
    QCOMPARE(QJsonDocument::fromJson(permits.out).object()["kind"_L1].toString(), kind);
    QCOMPARE(m_server.command({"GET", "pool"}).bytes, "0"_ba);
    QCOMPARE(m_server.command({"PTTL", "pool"}).integer, -1);
}

void TestRecognise::aKindThatDoesNotFitIsNotTaken()
{
    LockWriter(m_server).acquire("orders", ann, 60'000);
    Program string(LOCKCTL_PATH);
    QCOMPARE(
        run(string,
            with(u"unlock"_s, u"orders"_s, {u"--kind"_s, u"string"_s, u"--force"_s, u"--yes"_s})),
        1);
    QVERIFY2(string.err.contains("not string"), string.err.constData());
    Program unknown(LOCKCTL_PATH);
    QCOMPARE(run(unknown, with(u"show"_s, u"orders"_s, {u"--kind"_s, u"strings"_s})), 2);
    Program none(LOCKCTL_PATH);
    QCOMPARE(
        run(none,
            with(u"unlock"_s, u"orders"_s, {u"--kind"_s, u"none"_s, u"--force"_s, u"--yes"_s})),
        2);
    QVERIFY(isThere("orders"));
    // One that fits and cannot be told from the others, which could not be acted on.
    Program spin(LOCKCTL_PATH);
    QCOMPARE(
        run(spin,
            with(u"unlock"_s, u"orders"_s, {u"--kind"_s, u"spin"_s, u"--force"_s, u"--yes"_s})),
        0);
    QVERIFY(!isThere("orders"));
}

void TestRecognise::takesNumbersForWhatTheyAreKnownFor()
{
    m_server.command({"SET", "pool", "2"});
    m_server.command({"ZADD", "{pool}:timeout", "99999999999999", QByteArray(16, '\x7f')});
    Program shown(LOCKCTL_PATH);
    QCOMPARE(run(shown, with(u"permits"_s, u"pool"_s, {})), 0);
    Program added(LOCKCTL_PATH);
    QCOMPARE(run(added, with(u"permits"_s, u"pool"_s, {u"add"_s, u"3"_s, u"--yes"_s})), 0);
    QCOMPARE(m_server.command({"GET", "pool"}).bytes, "5"_ba);
    LockWriter(m_server).acquire("orders", ann, 60'000);
    Program lock(LOCKCTL_PATH);
    QCOMPARE(run(lock, with(u"permits"_s, u"orders"_s, {})), 1);
    QVERIFY2(lock.err.contains("not a semaphore or latch"), lock.err.constData());
}

// The key of a client that counted wrong: it blocks everybody, since it exists.
void TestRecognise::forcesAHoldWithoutACount_data()
{
    QTest::addColumn<std::vector<QByteArray>>("fields");
    QTest::newRow("none") << std::vector<QByteArray>{ann, "0"};
    QTest::newRow("less than none") << std::vector<QByteArray>{ann, "-1"};
    QTest::newRow("a reader's") << std::vector<QByteArray>{"mode", "read", ann, "0"};
}

void TestRecognise::forcesAHoldWithoutACount()
{
    QFETCH(std::vector<QByteArray>, fields);
    std::vector<QByteArray> command{"HSET", "orders"};
    command.insert(command.end(), fields.begin(), fields.end());
    m_server.command(command);
    m_server.command({"PEXPIRE", "orders", "60000"});
    Program list(LOCKCTL_PATH);
    QCOMPARE(run(list, {u"list"_s, u"--url"_s, m_server.url()}), 0);
    QVERIFY2(list.out.contains("orders"), list.err.constData());
    Program one(LOCKCTL_PATH);
    QCOMPARE(
        run(one,
            with(u"unlock"_s, u"orders"_s, {u"--owner"_s, QString::fromLatin1(ann), u"--yes"_s})),
        1);
    QVERIFY2(one.err.contains("only a force-unlock ends it"), one.err.constData());
    QVERIFY(isThere("orders"));
    Program forced(LOCKCTL_PATH);
    QCOMPARE(run(forced, with(u"unlock"_s, u"orders"_s, {u"--force"_s, u"--yes"_s})), 0);
    QVERIFY(!isThere("orders"));
}

void TestRecognise::takesNamesOfAnyBytes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("no UTF-8") << "bad\xff"_ba;
    QTest::newRow("a byte order") << "\xff\xfe"_ba;
    QTest::newRow("half a character") << "\xe2\x82"_ba;
    QTest::newRow("a surrogate") << "\xed\xa0\x80"_ba;
    QTest::newRow("both") << "\xf0\x9f\x92\x80\xff\xc3\xa4"_ba;
}

void TestRecognise::takesNamesOfAnyBytes()
{
    QFETCH(QByteArray, name);
    QString octal;
    for (const char c : name)
        octal += u"\\%1"_s.arg(static_cast<unsigned char>(c), 3, 8, '0'_L1);
    const QString said = u"\"$(printf '%1')\""_s.arg(octal);
    Program acquired("/bin/sh");
    acquired.setVariable(u"L"_s, QStringLiteral(LOCKCTL_PATH));
    acquired.setVariable(u"U"_s, m_server.url());
    QVERIFY(acquired.start(
        {u"-c"_s, u"exec \"$L\" acquire %1 --url \"$U\" --kind string --owner %1"_s.arg(said)}));
    QVERIFY(acquired.prints("holding"));
    QCOMPARE(m_server.command({"GET", name}).bytes, name);
    QCOMPARE(m_server.command({"DBSIZE"}).integer, 1);
    Program shown("/bin/sh");
    QCOMPARE(runShell(shown, u"exec \"$L\" show %1 --url \"$U\" --json --kind string"_s.arg(said)),
             0);
    const QJsonObject lock =
        QJsonDocument::fromJson(shown.out).object()["locks"_L1].toArray()[0].toObject();
    QCOMPARE(QByteArray::fromBase64(lock["name_base64"_L1].toString().toLatin1()), name);
    Program given("/bin/sh");
    QCOMPARE(
        runShell(given,
                 u"exec \"$L\" unlock %1 --url \"$U\" --kind string --owner %1 --yes"_s.arg(said)),
        0);
    QCOMPARE(acquired.finish(), 76);
    QVERIFY(!isThere(name));
    // Options that take text refuse such bytes, and do not replace them.
    for (const QString &option : {u"--filter %1"_s, u"--profile %1"_s, u"--url %1"_s}) {
        Program refused("/bin/sh");
        QCOMPARE(runShell(refused, u"exec \"$L\" list "_s + option.arg(said)), 2);
        QVERIFY2(refused.err.contains("needs UTF-8 text"), refused.err.constData());
    }
    for (const QString &option : {u"--prefix"_s, u"--pin"_s, u"--alias"_s}) {
        Program refused("/bin/sh");
        QCOMPARE(runShell(refused,
                          u"exec \"$L\" profile save p --url \"$U\" %1 %2=a"_s.arg(option, said)),
                 2);
        QVERIFY2(refused.err.contains("needs UTF-8 text"), refused.err.constData());
    }
}

void TestRecognise::runsCommandsWithAnyBytes()
{
    Program shell("/bin/sh");
    QCOMPARE(runShell(shell,
                      u"exec \"$L\" run \"$(printf 'j\\377')\" --url \"$U\" --lease 30s -- "
                      "printf '%s.' \"$(printf 'a\\377\\\\n')\" b"_s),
             0);
    QCOMPARE(shell.out, "a\xff\\n.b."_ba);
}

// Most decoders take U+FEFF there for a mark of the encoding, and drop it.
void TestRecognise::takesAMarkAtTheBeginningAsAPartOfTheName()
{
    const QByteArray marked = "\xef\xbb\xbfjob"_ba;
    LockWriter(m_server).acquire(marked, ann, 60'000);
    LockWriter(m_server).acquire("job", ann, 60'000);
    Program shell("/bin/sh");
    QCOMPARE(
        runShell(
            shell,
            u"exec \"$L\" unlock \"$(printf '\\357\\273\\277job')\" --url \"$U\" --force --yes"_s),
        0);
    QVERIFY(!isThere(marked));
    QVERIFY(isThere("job"));
}

void TestRecognise::findsTheNamesOfItsOwnJson_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const QByteArray &name : {R"(a\nb)"_ba, R"(a\qb)"_ba, R"(a\\b)"_ba, R"(\x41)"_ba,
                                   "a\nb"_ba, "a\xff\\xff"_ba, "\xef\xbb\xbfjob"_ba})
        QTest::newRow(name.toHex().constData()) << name;
}

// By the bytes in base64 where JSON has them, else by the name as it is.
void TestRecognise::findsTheNamesOfItsOwnJson()
{
    QFETCH(QByteArray, name);
    LockWriter(m_server).acquire(name, ann, 60'000);
    LockWriter(m_server).acquire("a\nb-not", ann, 60'000);
    Program list(LOCKCTL_PATH);
    QCOMPARE(run(list, {u"list"_s, u"--url"_s, m_server.url(), u"--json"_s}), 0);
    QJsonObject found;
    for (const QJsonValue &lock :
         QJsonDocument::fromJson(list.out).object()["locks"_L1].toArray()) {
        if (lock["name"_L1] != "a\nb-not"_L1)
            found = lock.toObject();
    }
    QStringList given{found["name"_L1].toString()};
    if (found.contains("name_base64"_L1))
        given = {u"--name-base64"_s, found["name_base64"_L1].toString()};
    Program unlock(LOCKCTL_PATH);
    QCOMPARE(
        run(unlock,
            QStringList{u"unlock"_s, u"--url"_s, m_server.url(), u"--force"_s, u"--yes"_s} + given),
        0);
    QVERIFY(!isThere(name));
    QVERIFY(isThere("a\nb-not"));
}

void TestRecognise::refusesNamesThatMayMeanTwoThings_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("show") << QStringList{u"show"_s, uR"(DOMAIN\user)"_s};
    QTest::newRow("acquire") << QStringList{u"acquire"_s, uR"(DOMAIN\user)"_s};
    QTest::newRow("an owner") << QStringList{u"unlock"_s, u"a"_s, u"--yes"_s, u"--owner"_s,
                                             uR"(DOMAIN\user)"_s};
    QTest::newRow("a waiter") << QStringList{u"queue"_s, u"a"_s, u"remove"_s, uR"(a\)"_s,
                                             u"--yes"_s};
    QTest::newRow("a prefix") << QStringList{u"list"_s, u"--prefix"_s, uR"(a\)"_s};
    QTest::newRow("no base64") << QStringList{u"show"_s, u"--name-base64"_s, u"a b"_s};
}

void TestRecognise::refusesNamesThatMayMeanTwoThings()
{
    QFETCH(QStringList, arguments);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, arguments + QStringList{u"--url"_s, m_server.url()}), 2);
    QVERIFY2(lockctl.err.contains("write a backslash as") || lockctl.err.contains("is not base64"),
             lockctl.err.constData());
    QCOMPARE(m_server.command({"DBSIZE"}).integer, 0);
}

void TestRecognise::saysInJsonThatThereIsNoLock_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("queue of nothing") << QStringList{u"queue"_s, u"nope"_s};
    QTest::newRow("queue of a counter") << QStringList{u"queue"_s, u"visits"_s};
    QTest::newRow("permits of nothing") << QStringList{u"permits"_s, u"nope"_s};
    QTest::newRow("permits of a lock") << QStringList{u"permits"_s, u"orders"_s};
    QTest::newRow("permits of a lock by its kind")
        << QStringList{u"permits"_s, u"orders"_s, u"--kind"_s, u"semaphore"_s};
    QTest::newRow("unlock") << QStringList{u"unlock"_s, u"visits"_s, u"--force"_s, u"--yes"_s};
}

void TestRecognise::saysInJsonThatThereIsNoLock()
{
    QFETCH(QStringList, words);
    m_server.command({"SET", "visits", "42"});
    LockWriter(m_server).acquire("orders", ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, words + QStringList{u"--url"_s, m_server.url(), u"--json"_s}), 1);
    const QJsonObject said = QJsonDocument::fromJson(lockctl.out).object();
    QCOMPARE(said["name"_L1].toString(), words[1]);
    QVERIFY2(said["kind"_L1].isNull(), lockctl.out.constData());
    QCOMPARE(said["outcome"_L1].toString(), u"no-such-lock"_s);
    QVERIFY(!said["detail"_L1].toString().isEmpty());
}

void TestRecognise::wantsAConditionToActOnMany_data()
{
    QTest::addColumn<QString>("filter");
    for (const QString &filter :
         {u"-"_s, u"- -"_s, u"--"_s, u"-\"\""_s, u"\"-\""_s, u"  "_s, u"-- - \"\""_s, u"---"_s})
        QTest::newRow(qPrintable(u"'%1'"_s.arg(filter))) << filter;
}

void TestRecognise::wantsAConditionToActOnMany()
{
    QFETCH(QString, filter);
    LockWriter(m_server).acquire("orders", ann, 60'000);
    for (const QStringList &words :
         {QStringList{u"unlock"_s, u"--force"_s},
          QStringList{u"unlock"_s, u"--owner"_s, QString::fromLatin1(ann)},
          QStringList{u"unlock"_s, u"--ttl"_s, u"5s"_s}, QStringList{u"queue"_s, u"nudge"_s}}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(
            run(lockctl,
                words
                    + QStringList{u"--filter="_s + filter, u"--yes"_s, u"--url"_s, m_server.url()}),
            2);
        QVERIFY2(lockctl.err.contains("--filter is empty"), lockctl.err.constData());
    }
    QVERIFY(m_server.command({"PTTL", "orders"}).integer > 30'000);
}

LOCKSCOPE_TEST_SUITE(TestRecognise)
#include "tst_recognise.moc"
