// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/lockcopy.h"
#include "ui/table/savedfilters.h"
#include "ui/wording/rediscli.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockCopy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void textIsATableWithTitles();
    void jsonIsThatOfTheCommandLine();
    void commandsReadEveryKey();
    void commandsAreForTheServer_data();
    void commandsAreForTheServer();
    void aShellTakesANameForOneWord_data();
    void aShellTakesANameForOneWord();
    void savedFiltersKeepTheirNames();
};

namespace {

LockCopyInput input(watch::LockRecord lock, std::optional<Instant> lostAt = {})
{
    return {std::make_shared<const watch::LockRecord>(std::move(lock)), lostAt};
}

} // namespace

void tst_LockCopy::textIsATableWithTitles()
{
    const StandingClock clock;
    const QString text = locksAsText(
        {input(heldLock("orders", clock)), input(heldLock("a\tb\nc", clock))},
        {LockColumn::Name, LockColumn::Kind, LockColumn::Deployment}, clock.now(), clock.wallNow());
    QCOMPARE(text,
             u"Name\tKind\tDeployment\n"
             "orders\treentrant\tredis://127.0.0.1:6379\n"
             "a\\tb\\nc\treentrant\tredis://127.0.0.1:6379\n"_s);
}

void tst_LockCopy::jsonIsThatOfTheCommandLine()
{
    const StandingClock clock;
    const QString text = locksAsJson(
        {input(fairLock("orders", clock, 2)), input(heldLock("lost", clock), clock.now())},
        clock.now());
    const QJsonObject all = QJsonDocument::fromJson(text.toUtf8()).object();
    QCOMPARE(all["schema"_L1].toInt(), 1);
    const QJsonArray locks = all["locks"_L1].toArray();
    QCOMPARE(locks.size(), 1);
    QCOMPARE(locks[0]["name"_L1].toString(), u"orders"_s);
    QCOMPARE(locks[0]["ttl_ms"_L1].toInt(), 12'000);
    QCOMPARE(locks[0]["waiters"_L1].toArray().size(), 2);

    const QString events = eventsAsJson({eventOf(watch::EventType::Acquired, "a", clock),
                                         eventOf(watch::EventType::Released, "a", clock)});
    QCOMPARE(events.count(u'\n'), 2);
    QVERIFY(events.startsWith(u'{'));
}

void tst_LockCopy::commandsReadEveryKey()
{
    const StandingClock clock;
    const QStringList lines = wording::lookCommands(fairLock("orders", clock, 2));
    QVERIFY(lines.contains(u"redis-cli -u redis://127.0.0.1:6379 HGETALL orders"_s));
    QVERIFY(lines.contains(u"redis-cli -u redis://127.0.0.1:6379 PTTL orders"_s));
    QVERIFY(lines.contains(u"redis-cli -u redis://127.0.0.1:6379 LRANGE "
                           "'redisson_lock_queue:{orders}' 0 99"_s));
    const QString two =
        locksAsCommands({input(heldLock("a", clock)), input(heldLock("b\nFLUSHALL", clock))});
    QVERIFY(two.contains(u"# b\\nFLUSHALL\n"_s));
    for (const QString &line : two.split(u'\n', Qt::SkipEmptyParts))
        QVERIFY2(!line.startsWith(u"FLUSHALL"_s), qPrintable(line));
}

void tst_LockCopy::commandsAreForTheServer_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("line");
    QTest::newRow("host") << u"redis://10.0.0.1:6380/2"_s
                          << u"redis-cli -u redis://10.0.0.1:6380/2 GET a"_s;
    QTest::newRow("TLS") << u"rediss://10.0.0.1:6380"_s
                         << u"redis-cli -u rediss://10.0.0.1:6380 GET a"_s;
    QTest::newRow("socket") << u"redis+unix:///run/redis.sock"_s
                            << u"redis-cli -s /run/redis.sock GET a"_s;
    QTest::newRow("database of a socket")
        << u"redis+unix:///run/redis.sock?db=3"_s << u"redis-cli -s /run/redis.sock -n 3 GET a"_s;
    QTest::newRow("odd socket") << u"redis+unix:///run/my%20own/$HOME.sock"_s
                                << u"redis-cli -s '/run/my own/$HOME.sock' GET a"_s;
    QTest::newRow("profile") << u"a profile"_s << u"redis-cli GET a"_s;
}

void tst_LockCopy::commandsAreForTheServer()
{
    QFETCH(const QString, server);
    QFETCH(const QString, line);
    QCOMPARE(wording::redisCliLine(server, {"GET", "a"}), line);
    const QString piped = wording::redisCliLine(server, {"GET", "a\n"});
    QVERIFY(piped.endsWith(u" | "_s + line.chopped(6)));
}

void tst_LockCopy::aShellTakesANameForOneWord_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const QByteArray &name :
         {QByteArray("plain:name"), QByteArray("two words"), QByteArray("it's"),
          QByteArray("$(touch /tmp/x)"), QByteArray("`id`;\"&|<>*?~!#"), QByteArray("back\\slash"),
          QByteArray(""), QByteArray("-n"), QByteArray("sch\xc3\xb6n")})
        QTest::newRow(name.toHex().constData()) << name;
}

// A real shell says what it would hand on; `redis-cli` is a function there that prints its words.
void tst_LockCopy::aShellTakesANameForOneWord()
{
    QFETCH(QByteArray, name);
    const QString line = wording::redisCliLine(u"a profile"_s, {"GET", name});
    QProcess shell;
    shell.start(u"/bin/sh"_s,
                {u"-c"_s,
                 u"client() { for word; do printf '%s\\0' \"$word\"; done; }\n"_s
                     + QString(line).replace(u"redis-cli"_s, u"client"_s)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 0);
    QCOMPARE(shell.readAllStandardOutput(), QByteArray(QByteArray("GET") + '\0' + name + '\0'));

    // Names that no terminal shows are copied in another way, in printable characters alone.
    const QByteArray bytes = name + QByteArray("\n\0\xff", 3);
    const QString odd = wording::redisCliLine({}, {"GET", bytes});
    QVERIFY(odd.startsWith(u"printf "_s));
    QVERIFY(odd.endsWith(u"\\x0a\\x00\\xff\"' | redis-cli"_s));
    QVERIFY(!odd.contains(u'\n'));
}

void tst_LockCopy::savedFiltersKeepTheirNames()
{
    SavedFilters saved;
    QVERIFY(saved.put(u" late  ones "_s, u"watchdog:overdue"_s));
    QVERIFY(saved.put(u"Fair"_s, u"kind:fair"_s));
    QVERIFY(!saved.put(u""_s, u"kind:fair"_s));
    QVERIFY(!saved.put(u"x"_s, u"  "_s));
    QCOMPARE(saved.all().front().name, u"Fair"_s);
    QVERIFY(saved.put(u"fair"_s, u"kind:fair state:held"_s));
    QCOMPARE(saved.all().size(), std::size_t(2));
    QCOMPARE(saved.find(u"FAIR"_s)->text, u"kind:fair state:held"_s);
    QCOMPARE(SavedFilters::fromList(saved.toList()), saved);
    QCOMPARE(SavedFilters::fromList(saved.toList() + QStringList{u"broken"_s}), saved);
    saved.remove(u"late ones"_s);
    saved.remove(u"not there"_s);
    QCOMPARE(saved.all().size(), std::size_t(1));
    for (std::size_t i = 0; i < 2 * SavedFilters::most; ++i)
        saved.put(QString::number(i), u"x"_s);
    QCOMPARE(saved.all().size(), SavedFilters::most);
}

LOCKSCOPE_TEST_SUITE(tst_LockCopy)
#include "tst_lockcopy.moc"
