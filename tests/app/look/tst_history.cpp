// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lockctl record and history: a record that is written, read, and that survives its writer.
#include "app/common/pastinstant.h"
#include "core/base/text.h"
#include "core/recorder/recordreader.h"
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <random>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        failOnAnyWarning();
        m_home = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
        m_url = m_server->url();
    }
    void cleanup() { m_server.reset(); }

    void readsTimes_data();
    void readsTimes();
    void printsWhatListWouldHave();
    void printsEventsOfATime();
    void durationsAreNotRoundedUp();
    void eventsOfProblemsHaveThem();
    void aSecondWriterIsToldOfTheFirst();
    void aRecordThatIsTakenDoesNotEndTheOthers();
    void watchRecordsBeside();
    void waitsForItsServer();
    void refusesWhatIsNotRecorded();
    void saysWhichServersWereOutOfReach();
    void saysWhatWasNotRecorded();
    void saysNothingOfWhatItCannotRead();
    void saysWhatWasPutAside();
    void givesATimeAway();
    void exportsIntoAFileAlone();
    void refusesFilesThatAreCutShort();
    void refusesWrongUseOfFiles_data();
    void refusesWrongUseOfFiles();
    void survivesKilledWriters();
    void aClockThatIsSetBackTwice();
    void findsSecondOwners();
    void findsSecondOwnersOfARedlock();
    void tellsWhatIsUsual();

private:
    void prepare(Program &program) const
    {
        program.setVariable(u"LOCKSCOPE_RECORDS"_s, m_home->path());
    }
    [[nodiscard]] bool startRecord(Program &program) const
    {
        prepare(program);
        return program.start({u"record"_s, m_url}) && program.complains("watching ");
    }
    QByteArray history(const QStringList &arguments, int status = 0) const
    {
        Program program(LOCKCTL_PATH);
        prepare(program);
        const int ended = program.run(QStringList{u"history"_s} + arguments);
        if (ended != status)
            return "status " + QByteArray::number(ended) + ' ' + program.err;
        return status == 0 ? program.out : program.err;
    }
    [[nodiscard]] bool hasEvent(const QByteArray &event, const QByteArray &lock) const
    {
        return eventually([&] {
            return history({u"--lock"_s, QString::fromUtf8(lock)})
                .contains(QByteArray("  " + event + ' '));
        });
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<RedisProcess> m_server;
    QString m_url;
};

void TestHistory::readsTimes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("time"); // empty: refused
    QTest::newRow("age") << u"15m"_s << u"2026-11-26T02:57:05.000Z"_s;
    QTest::newRow("days") << u"2d"_s << u"2026-11-24T03:12:05.000Z"_s;
    QTest::newRow("more than a year") << u"367d"_s << QString();
    QTest::newRow("age with a sign") << u"-90s"_s << u"2026-11-26T03:10:35.000Z"_s;
    QTest::newRow("earlier today") << u"03:12"_s << u"2026-11-26T03:12:00.000Z"_s;
    QTest::newRow("later, so yesterday") << u"03:13"_s << u"2026-11-25T03:13:00.000Z"_s;
    QTest::newRow("with seconds") << u"3:12:04"_s << u"2026-11-26T03:12:04.000Z"_s;
    QTest::newRow("UTC") << u"2026-11-22T08:30:00.250Z"_s << u"2026-11-22T08:30:00.250Z"_s;
    QTest::newRow("with an offset")
        << u"2026-11-22T08:30:00+02:00"_s << u"2026-11-22T06:30:00.000Z"_s;
    QTest::newRow("with a fraction") << u"3:12:04.5"_s << u"2026-11-26T03:12:04.500Z"_s;
    QTest::newRow("without seconds") << u"2026-11-22T08:30"_s << u"2026-11-22T08:30:00.000Z"_s;
    QTest::newRow("a day") << u"2026-11-22"_s << u"2026-11-22T00:00:00.000Z"_s;
    QTest::newRow("no unit") << u"15"_s << QString();
    QTest::newRow("no hour") << u"24:00"_s << QString();
    QTest::newRow("a word") << u"yesterday"_s << QString();
}

void TestHistory::readsTimes()
{
    QFETCH(QString, text);
    QFETCH(QString, time);
    const WallInstant now(
        Millis(QDateTime::fromString(u"2026-11-26T03:12:05Z"_s, Qt::ISODate).toMSecsSinceEpoch()));
    const auto at = app::pastInstant(text, now);
    QCOMPARE(at.has_value(), !time.isEmpty());
    if (at)
        QCOMPARE(isoTime(*at), time);
}

// Of times to live, which go on between the two looks, only that they are near.
void TestHistory::printsWhatListWouldHave()
{
    const LockWriter locks(*m_server);
    locks.acquire("orders", ann, 60'000);
    locks.enqueue("orders", bob, 50'000);
    locks.acquire("caf\xc3\xa9 \xff", ann, 60'000);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    QVERIFY(hasEvent("appeared", "orders"));
    QVERIFY(hasEvent("appeared", "caf\xc3\xa9 \\xff"));
    Program list(LOCKCTL_PATH);
    QCOMPARE(list.run({u"list"_s, u"--json"_s, u"--url"_s, m_url}), 0);
    const auto live = QJsonDocument::fromJson(list.out).object();
    locks.unlock("orders");
    QVERIFY(hasEvent("released", "orders"));

    const auto events = history({u"--json"_s, u"--lock"_s, u"orders"_s});
    const auto last = QJsonDocument::fromJson(events.trimmed().split('\n').last()).object();
    const auto released =
        QDateTime::fromString(last["at"_L1].toString(), Qt::ISODateWithMs).toUTC();
    const QByteArray text =
        history({u"at"_s, released.addMSecs(-5).toString(Qt::ISODateWithMs), m_url, u"--json"_s});
    const auto past = QJsonDocument::fromJson(text).object();
    QCOMPARE(past.keys(), live.keys());
    QCOMPARE(past["servers"_L1], live["servers"_L1]);
    const QJsonArray before = live["locks"_L1].toArray();
    const QJsonArray then = past["locks"_L1].toArray();
    QCOMPARE(then.size(), 2);
    QCOMPARE(before.size(), 2);
    for (qsizetype i = 0; i < then.size(); ++i) {
        for (const char *field : {"name", "name_base64", "kind", "library", "state", "deployment",
                                  "server", "profile", "waiters_total", "candidates", "problems"})
            QVERIFY2(then[i][QLatin1StringView(field)] == before[i][QLatin1StringView(field)],
                     field);
        QCOMPARE(then[i]["holds"_L1][0]["owner"_L1], before[i]["holds"_L1][0]["owner"_L1]);
        const int left = then[i]["ttl_ms"_L1].toInt();
        QVERIFY(left > 20'000 && left <= 60'000);
    }
    const QByteArray table =
        history({u"at"_s, released.addMSecs(-5).toString(Qt::ISODateWithMs), m_url});
    QVERIFY2(table.startsWith("STATE ") && table.contains("orders") && table.contains(ann),
             table.constData());
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
    QVERIFY(record.err.contains(QByteArray("recording " + m_url.toUtf8() + " in ")));
}

void TestHistory::printsEventsOfATime()
{
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    locks.acquire("orders", ann, 60'000);
    QVERIFY(hasEvent("acquired", "orders"));
    locks.acquire("stock", bob, 60'000);
    QVERIFY(hasEvent("acquired", "stock"));
    QCOMPARE(history({}).count(" acquired "), 2);
    const QByteArray ofBob = history({u"--owner"_s, QString::fromUtf8(bob)});
    QVERIFY2(ofBob.contains("stock") && !ofBob.contains("orders"), ofBob.constData());
    const QByteArray line = history({u"--json"_s, u"--lock"_s, u"stock"_s}).trimmed();
    const auto event = QJsonDocument::fromJson(line).object();
    QCOMPARE(event["event"_L1].toString(), u"acquired"_s);
    QCOMPARE(event["owner"_L1].toString(), QString::fromUtf8(bob));
    // The time of the event itself is in, the one before it is not.
    const QString at = event["at"_L1].toString();
    QVERIFY(history({u"--since"_s, at, u"--until"_s, at}).contains("stock"));
    QVERIFY(!history({u"--until"_s, at}).contains("no matching"));
    const QString later = QDateTime::fromString(at, Qt::ISODateWithMs)
                              .toUTC()
                              .addMSecs(1)
                              .toString(Qt::ISODateWithMs);
    QVERIFY(!history({u"--since"_s, later}).contains("stock"));
}

// As in the window, of the same number.
void TestHistory::durationsAreNotRoundedUp()
{
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    LockWriter(*m_server).acquire("orders", ann, 60'990);
    QVERIFY(hasEvent("acquired", "orders"));
    const auto event =
        QJsonDocument::fromJson(history({u"--json"_s, u"--lock"_s, u"orders"_s}).trimmed())
            .object();
    const qint64 tenths = event["ttl_ms"_L1].toInteger() / 100;
    QVERIFY(tenths > 0);
    const QByteArray wanted =
        "  " + QByteArray::number(tenths / 10) + '.' + QByteArray::number(tenths % 10) + " s\n";
    const QByteArray line = history({u"--lock"_s, u"orders"_s});
    QVERIFY2(line.endsWith(wanted), line.constData());
}

// As watch prints them.
void TestHistory::eventsOfProblemsHaveThem()
{
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    m_server->command({"HSET", "orders", ann, "1"});
    QVERIFY(hasEvent("problem-opened", "orders"));
    m_server->command({"PEXPIRE", "orders", "60000"});
    QVERIFY(hasEvent("problem-closed", "orders"));
    QString opened;
    QStringList events;
    const QByteArray lines = history({u"--json"_s, u"--lock"_s, u"orders"_s});
    for (const QByteArray &line : lines.trimmed().split('\n')) {
        const auto event = QJsonDocument::fromJson(line).object();
        const QString type = event["event"_L1].toString();
        QCOMPARE(event.contains("problem"_L1), type.startsWith("problem-"_L1));
        if (!event.contains("problem"_L1))
            continue;
        const QJsonValue problem = event["problem"_L1];
        QCOMPARE(problem["rule"_L1].toString(), u"no-expiry"_s);
        QCOMPARE(problem["until"_L1].isNull(), type == "problem-opened"_L1);
        events += type;
        if (opened.isEmpty())
            opened = problem["id"_L1].toString();
        QCOMPARE(problem["id"_L1].toString(), opened);
    }
    QCOMPARE(events, (QStringList{u"problem-opened"_s, u"problem-closed"_s}));
}

void TestHistory::aSecondWriterIsToldOfTheFirst()
{
    Program first(LOCKCTL_PATH);
    QVERIFY(startRecord(first));
    Program second(LOCKCTL_PATH);
    prepare(second);
    QCOMPARE(second.run({u"record"_s, m_url}), 3);
    QVERIFY2(second.err.contains(QByteArray("has a writer already: lockctl record, process "
                                            + QByteArray::number(first.processId()))),
             second.err.constData());
}

// The others' entries are not to be had later. The status says at the end that one is
// missing.
void TestHistory::aRecordThatIsTakenDoesNotEndTheOthers()
{
    RedisProcess other;
    QVERIFY(other.start());
    Program first(LOCKCTL_PATH);
    QVERIFY(startRecord(first));
    Program both(LOCKCTL_PATH);
    prepare(both);
    QVERIFY(both.start({u"record"_s, other.url(), m_url}));
    QVERIFY2(both.complains("lockctl: not recorded: " + m_url.toUtf8() + "; the others are\n"),
             both.err.constData());
    QVERIFY(both.err.contains("has a writer already: lockctl record, process "));
    QVERIFY(both.complains("watching " + other.url().toUtf8()));
    LockWriter(other).acquire("orders", ann, 60'000);
    QVERIFY(eventually([&] {
        return history({u"--lock"_s, u"orders"_s, other.url()}).contains("  acquired ");
    }));
    Program none(LOCKCTL_PATH);
    prepare(none);
    QCOMPARE(none.run({u"record"_s, other.url(), m_url}), 3);
    QVERIFY2(none.err.endsWith("lockctl: nothing is recorded\n"), none.err.constData());
    both.signal(SIGTERM);
    QCOMPARE(both.finish(), 3);
    Program watch(LOCKCTL_PATH);
    prepare(watch);
    QVERIFY(watch.start({u"watch"_s, u"--record"_s, u"--url"_s, m_url}));
    QVERIFY(watch.complains("watching "));
    watch.interrupt();
    QCOMPARE(watch.finish(), 3);
}

void TestHistory::watchRecordsBeside()
{
    Program watch(LOCKCTL_PATH);
    prepare(watch);
    QVERIFY(watch.start(
        {u"watch"_s, u"--record"_s, u"--url"_s, m_url, u"--filter"_s, u"name:nothing"_s}));
    QVERIFY(watch.complains("watching "));
    LockWriter(*m_server).acquire("orders", ann, 60'000);
    QVERIFY(hasEvent("acquired", "orders"));
    watch.interrupt();
    QCOMPARE(watch.finish(), 0);
    QVERIFY(!watch.out.contains("orders"));
}

// A service is started before its server, at times.
void TestHistory::waitsForItsServer()
{
    m_server->stop();
    Program record(LOCKCTL_PATH);
    prepare(record);
    QVERIFY(record.start({u"record"_s, m_url}));
    QVERIFY(record.complains("recording "));
    QVERIFY(record.complains(" refused the connection; "));
    QVERIFY(m_server->start());
    QVERIFY(record.complains("watching "));
    LockWriter(*m_server).acquire("orders", ann, 60'000);
    QVERIFY(hasEvent("acquired", "orders"));
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
}

void TestHistory::refusesWhatIsNotRecorded()
{
    QVERIFY(history({}, 2).contains("there is no record"));
    {
        Program record(LOCKCTL_PATH);
        QVERIFY(startRecord(record));
        LockWriter(*m_server).acquire("orders", ann, 60'000);
        QVERIFY(hasEvent("acquired", "orders"));
    }
    QVERIFY(history({u"at"_s, u"-2h"_s}, 1).contains("the record begins at "));
    QVERIFY(
        history({u"nobody"_s}, 2).contains(QByteArray("there are records of " + m_url.toUtf8())));
    QVERIFY(history({u"at"_s}, 2).contains("give a time"));
    QVERIFY(history({u"at"_s, u"noon"_s}, 2).contains("must be a time such as"));
    QVERIFY(history({u"--since"_s, u"noon"_s}, 2).contains("--since must be a time such as"));
    QVERIFY(history({u"at"_s, u"1s"_s, u"--lock"_s, u"a"_s}, 2).contains("cannot be used"));
}

// What was written stays, whenever the writer is killed; the time between is a gap.
// Its earlier locks are no picture of that time.
void TestHistory::saysWhichServersWereOutOfReach()
{
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    locks.acquire("orders", ann, 600'000);
    QVERIFY(hasEvent("acquired", "orders"));
    m_server->kill();
    QVERIFY(eventually([&] { return history({}).contains("server-down"); }));
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
    Program at(LOCKCTL_PATH);
    prepare(at);
    qputenv("LOCKSCOPE_RECORDS", QFile::encodeName(m_home->path()));
    recorder::RecordReader reader(recorder::recordFolder(m_url));
    const auto span = reader.span();
    QVERIFY(span);
    const QString last = isoTime(span->second);
    QCOMPARE(at.run({u"history"_s, u"at"_s, last}), 3);
    QVERIFY2(at.err.contains("was out of reach") && !at.err.contains("no locks"),
             at.err.constData());
    QCOMPARE(at.out, QByteArray());
    Program json(LOCKCTL_PATH);
    prepare(json);
    QCOMPARE(json.run({u"history"_s, u"at"_s, last, u"--json"_s}), 3);
    QCOMPARE(QJsonDocument::fromJson(json.out)["locks"_L1].toArray(), QJsonArray());
}

// At both ends of the time that is asked for.
void TestHistory::saysWhatWasNotRecorded()
{
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    locks.acquire("orders", ann, 600'000);
    QVERIFY(hasEvent("acquired", "orders"));
    QCOMPARE(history({u"--since"_s, u"1h"_s}).count("nothing was recorded until"), 1);
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
    QVERIFY(eventually([&] { return history({}).contains("nothing was recorded until"); }));
    QVERIFY(history({u"--lock"_s, u"orders"_s}).contains("orders"));
}

// The content of an unreadable file is neither there nor not there.
void TestHistory::saysNothingOfWhatItCannotRead()
{
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    locks.acquire("orders", ann, 600'000);
    QVERIFY(hasEvent("acquired", "orders"));
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
    const QDir home(m_home->path());
    const QStringList folders = home.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(folders.size(), 1);
    const auto files = recorder::recordFiles(home.filePath(folders.front()));
    QCOMPARE(files.size(), std::size_t(1));
    QFile file(files.front().path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QByteArray(8192, 'x'));
    file.close();

    for (const QStringList &asked :
         {QStringList{}, QStringList{u"--since"_s, u"1h"_s}, QStringList{u"at"_s, u"1s"_s},
          QStringList{u"findings"_s}, QStringList{u"usual"_s, u"nosuch"_s}}) {
        const QByteArray told = history(asked, 3);
        QVERIFY2(told.startsWith("lockctl: the record ") && told.contains(" is damaged; the other ")
                     && told.contains(", or delete it\n") && told.count('\n') == 1,
                 told.constData());
    }
    Program findings(LOCKCTL_PATH);
    prepare(findings);
    QCOMPARE(findings.run({u"history"_s, u"findings"_s, u"--json"_s}), 3);
    const QJsonObject json = QJsonDocument::fromJson(findings.out).object();
    QVERIFY(json["findings"_L1].toArray().isEmpty());
    QCOMPARE(json["unread"_L1].toArray().size(), 1);
}

// The recorder renames a damaged file and goes on: of what was in it, no answer is one.
void TestHistory::saysWhatWasPutAside()
{
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    locks.acquire("orders", ann, 600'000);
    QVERIFY(hasEvent("acquired", "orders"));
    const QString then = isoTime(SystemClock().wallNow());
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
    const QDir home(m_home->path());
    const QString folder =
        home.filePath(home.entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0));
    const auto files = recorder::recordFiles(folder);
    QCOMPARE(files.size(), std::size_t(1));
    QFile file(files.front().path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QByteArray(8192, 'x'));
    file.close();
    Program again(LOCKCTL_PATH);
    QVERIFY(startRecord(again));
    QVERIFY2(again.err.contains("it was renamed to "), again.err.constData());
    again.signal(SIGTERM);
    QCOMPARE(again.finish(), 0);

    const QByteArray told = "the file of " + files.front().day.toString(Qt::ISODate).toUtf8()
        + " (UTC) was damaged and is kept as ";
    const QByteArray aside = QFileInfo(files.front().path).fileName().toUtf8() + ".damaged-1";
    for (const QStringList &asked :
         {QStringList{u"at"_s, then}, QStringList{}, QStringList{u"--lock"_s, u"orders"_s},
          QStringList{u"findings"_s}, QStringList{u"usual"_s, u"orders"_s}}) {
        const QByteArray said = history(asked, 3);
        QVERIFY2(said.contains(told) && said.contains(aside) && said.contains(", or delete it\n")
                     && said.count(told) == 1 && !said.contains("no matching")
                     && !said.contains("no second owner"),
                 said.constData());
    }
    QVERIFY(!history({u"at"_s, then}, 3).contains("nothing was recorded"));
    Program findings(LOCKCTL_PATH);
    prepare(findings);
    QCOMPARE(findings.run({u"history"_s, u"findings"_s, u"--json"_s}), 3);
    QCOMPARE(QJsonDocument::fromJson(findings.out)["unread"_L1].toArray().size(), 1);
    // Of another day nothing is missing, nor once it is deleted.
    QCOMPARE(history({u"--until"_s, u"2d"_s}), QByteArray());
    QVERIFY(QFile::remove(files.front().path + u".damaged-1"_s));
    QVERIFY(history({u"at"_s, then}, 1).contains("the record begins at "));
}

// A file that is read without the record and the server.
void TestHistory::givesATimeAway()
{
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    locks.acquire("orders", ann, 60'000);
    QVERIFY(hasEvent("acquired", "orders"));
    locks.acquire("stock", bob, 60'000);
    QVERIFY(hasEvent("acquired", "stock"));
    const QString path = m_home->filePath(u"night.lockscope"_s);
    const QByteArray events = history({u"--json"_s});
    const QByteArray said = history({u"export"_s, path, m_url}, 0);
    QCOMPARE(said, QByteArray());
    const QString hidden = m_home->filePath(u"hidden.lockscope"_s);
    QCOMPARE(history({u"export"_s, hidden, m_url, u"--hide-names"_s}), QByteArray());
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
    m_server->stop();

    Program elsewhere(LOCKCTL_PATH);
    QTemporaryDir empty;
    elsewhere.setVariable(u"LOCKSCOPE_RECORDS"_s, empty.path());
    QCOMPARE(elsewhere.run({u"history"_s, u"open"_s, path, u"--json"_s}), 0);
    QCOMPARE(elsewhere.out, events);
    const QByteArray head = "incident file of " + m_url.toUtf8() + ", ";
    QVERIFY2(elsewhere.err.startsWith(head), elsewhere.err.constData());
    const auto last = QJsonDocument::fromJson(events.trimmed().split('\n').last()).object();
    QCOMPARE(history({u"open"_s, path, u"at"_s, last["at"_L1].toString(), u"--json"_s}),
             history({u"at"_s, last["at"_L1].toString(), u"--json"_s}));
    const QByteArray ofBob = history({u"open"_s, path, u"--owner"_s, QString::fromUtf8(bob)});
    QVERIFY2(ofBob.contains("stock") && !ofBob.contains("orders"), ofBob.constData());
    QVERIFY(history({u"open"_s, path, u"at"_s, u"2001-01-01"_s}, 1)
                .contains("nothing was recorded at 2001-01-01"));

    const QByteArray veiled = history({u"open"_s, hidden});
    QCOMPARE(veiled.count('\n'), events.count('\n'));
    QVERIFY2(veiled.contains("lock-") && veiled.contains("00000000-0000-0000-0000-"),
             veiled.constData());
    for (const QByteArray &name : {"orders"_ba, "stock"_ba, ann, bob})
        QVERIFY2(!veiled.contains(name), veiled.constData());
    QVERIFY(history({u"export"_s, path, m_url}, 1).contains("is there already"));
    QVERIFY(history({u"export"_s, m_home->filePath(u"old"_s), u"--until"_s, u"2001-01-01"_s}, 1)
                .contains("nothing was recorded until"));
}

// A record's name in the place of the file would be the name of a file of another record.
void TestHistory::exportsIntoAFileAlone()
{
    const QTemporaryDir folder; // where the files are written
    const auto run = [&](const QStringList &arguments, QByteArray &told) {
        Program program(LOCKCTL_PATH);
        prepare(program);
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, folder.filePath(u"profiles.json"_s));
        program.setFolder(folder.path());
        const int status = program.run(arguments);
        told = program.err;
        return status;
    };
    QByteArray told;
    for (const QString &name : {u"shop"_s, u"spare"_s})
        QCOMPARE(run({u"profile"_s, u"save"_s, name, u"--url"_s, m_url}, told), 0);
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    prepare(record);
    record.setVariable(u"LOCKSCOPE_PROFILES"_s, folder.filePath(u"profiles.json"_s));
    QVERIFY(record.start({u"record"_s, u"shop"_s}) && record.complains("watching "));
    locks.acquire("orders", ann, 60'000);
    QVERIFY(hasEvent("acquired", "orders"));
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);

    const QStringList exporting{u"history"_s, u"export"_s};
    for (const QString &name : {u"shop"_s, u"spare"_s}) { // the other one has no record yet
        QCOMPARE(run(exporting + QStringList{name}, told), 2);
        const QByteArray words = "\"" + name.toUtf8()
            + "\" is a record or profile, and \"export\" needs the file to write before it: "
              "lockctl history "
              "export FILE "
            + name.toUtf8();
        QVERIFY2(told.contains(words), told.constData());
        QVERIFY(!QFile::exists(folder.filePath(name)));
    }
    QCOMPARE(run(exporting + QStringList{u"night.lockscope"_s, u"shop"_s}, told), 0);
    // A file may have such a name: where the record is named, too, or by its path.
    QCOMPARE(run(exporting + QStringList{u"shop"_s, u"shop"_s}, told), 0);
    QCOMPARE(run(exporting + QStringList{u"./spare"_s}, told), 0);
    QVERIFY(QFile::exists(folder.filePath(u"shop"_s)));
    QVERIFY(QFile::exists(folder.filePath(u"spare"_s)));
}

// SQLite reads what is there of such a file, and shows the rest as a time without events.
void TestHistory::refusesFilesThatAreCutShort()
{
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    locks.acquire("orders", ann, 60'000);
    QVERIFY(hasEvent("acquired", "orders"));
    const QString path = m_home->filePath(u"night.lockscope"_s);
    QCOMPARE(history({u"export"_s, path, m_url}), QByteArray());
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    const QString part = m_home->filePath(u"part.lockscope"_s);
    const auto opened = [&](qsizetype size, int status) -> QByteArray {
        QFile copy(part);
        if (!copy.open(QIODevice::WriteOnly | QIODevice::Truncate)
            || copy.write(whole.first(size)) != size)
            return "cannot write "_ba + part.toUtf8();
        copy.close();
        return history({u"open"_s, part}, status);
    };
    QVERIFY2(opened(whole.size(), 0).contains("orders"), "the whole file");
    const QByteArray name = part.toUtf8();
    const QByteArray empty = opened(0, 2);
    const QByteArray ofEmpty =
        name + " is empty, so it is no incident file; 'lockctl history export' makes one";
    QVERIFY2(empty.contains(ofEmpty), empty.constData());
    for (const qsizetype size : {qsizetype(1), qsizetype(16), qsizetype(99), qsizetype(100),
                                 whole.size() / 2, whole.size() - 300, whole.size() - 1}) {
        const QByteArray told = opened(size, 2);
        const QByteArray words = name + " is cut short: only its first " + QByteArray::number(size)
            + " bytes are there; copy it again, or make another with 'lockctl history export'";
        QVERIFY2(told.contains(words), told.constData());
    }
}

void TestHistory::refusesWrongUseOfFiles_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const QStringList &arguments, const char *words) {
        QTest::newRow(qPrintable(arguments.join(u' '))) << arguments << QByteArray(words);
    };
    row({u"export"_s}, "give a file after \"export\": lockctl history export FILE");
    row({u"export"_s, u"redis://127.0.0.1:1"_s},
        "\"export\" needs the file to write before the URL: lockctl history export FILE URL");
    row({u"open"_s}, "give a file after \"open\": lockctl history open FILE");
    row({u"at"_s}, "give a time after \"at\": lockctl history at TIME");
    row({u"open"_s, u"/nowhere"_s}, "there is no file /nowhere");
    row({u"open"_s, u"/etc/passwd"_s}, "/etc/passwd is no incident file");
    row({u"open"_s, u"/"_s}, "/ is no incident file");
    row({u"export"_s, u"x"_s, u"--lock"_s, u"a"_s}, "--lock cannot be used with \"export\"");
    row({u"export"_s, u"x"_s, u"at"_s, u"03:12"_s}, "takes no \"at\"");
    row({u"findings"_s, u"--owner"_s, u"a"_s}, "--owner cannot be used with \"findings\"");
    row({u"usual"_s}, "give a lock after \"usual\": lockctl history usual LOCK");
    row({u"usual"_s, u"a"_s, u"--lock"_s, u"b"_s}, "--lock cannot be used with \"usual\"");
    row({u"findings"_s, u"at"_s, u"03:12"_s}, "give one of");
    row({u"findings"_s, u"export"_s, u"x"_s}, "give one of");
    row({u"--hide-names"_s}, "--hide-names can only be used with \"export\"");
    row({u"open"_s, u"/etc/passwd"_s, u"shop"_s}, "an incident file is read alone");
    row({u"--since"_s, u"1m"_s, u"--until"_s, u"2m"_s}, "--until must be later than --since");
}

void TestHistory::refusesWrongUseOfFiles()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const QByteArray told = history(arguments, 2);
    QVERIFY2(told.contains(words), told.constData());
}

void TestHistory::survivesKilledWriters()
{
    const int kills = qEnvironmentVariableIntValue("LOCKSCOPE_KILLS") > 0
        ? qEnvironmentVariableIntValue("LOCKSCOPE_KILLS")
        : 4;
    const LockWriter locks(*m_server);
    std::mt19937 random(static_cast<unsigned>(kills));
    for (int i = 0; i < kills; ++i) {
        Program record(LOCKCTL_PATH);
        QVERIFY(startRecord(record));
        const QByteArray name = "written:" + QByteArray::number(i);
        locks.acquire(name, ann, 60'000);
        QVERIFY(hasEvent("acquired", name));
        // The record has all that was done more than a second before the kill; a busy machine
        // gets some more.
        const SystemClock clock;
        const Instant end = clock.now() + Millis(random() % 3500);
        std::vector<std::pair<Instant, QByteArray>> steps;
        for (int left = 0; clock.now() < end; ++left) {
            steps.emplace_back(clock.now(),
                               "step:" + QByteArray::number(i) + ':' + QByteArray::number(left));
            locks.acquire(steps.back().second, bob, 60'000);
            locks.unlock("busy:" + QByteArray::number(left % 7));
            // Faster than a watch can follow on a busy machine says nothing of the record.
            const Instant next = steps.back().first + 5ms;
            QVERIFY(eventually([&] { return clock.now() >= next; }));
        }
        const Instant killed = clock.now();
        record.signal(SIGKILL);
        QVERIFY(eventually([&] { return record.hasEnded(); }));
        const QByteArray kept = history({});
        for (const auto &[at, step] : steps)
            QVERIFY2(killed - at < 2500ms || kept.contains(QByteArray("  " + step + "  ")),
                     step.constData());
    }
    for (int i = 0; i < kills; ++i)
        QVERIFY(hasEvent("acquired", QByteArray("written:" + QByteArray::number(i))));
    const QByteArray all = history({});
    QVERIFY2(!all.startsWith("status"), all.left(200).constData());
    // And one after the last of them, if that is more than some seconds ago.
    const auto gaps = all.count("nothing was recorded until");
    QVERIFY2(gaps == kills - 1 || gaps == kills, all.constData());
}

// By libfaketime, while it records. Its monotonic clock goes on, as when an administrator does it.
void TestHistory::aClockThatIsSetBackTwice()
{
    LOCKSCOPE_REQUIRE(!QStandardPaths::findExecutable(u"faketime"_s).isEmpty(), "faketime");
    Program faketime("faketime");
    QCOMPARE(faketime.run({u"-f"_s, u"+0s"_s, u"printenv"_s, u"LD_PRELOAD"_s}), 0);
    const QString path = m_home->filePath(u"clock"_s);
    const auto setClock = [&](const char *offset) {
        QSaveFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(offset) > 0 && file.commit();
    };
    QVERIFY(setClock("+0"));
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    record.setVariable(u"LD_PRELOAD"_s, QString::fromUtf8(faketime.out.trimmed()));
    record.setVariable(u"FAKETIME_TIMESTAMP_FILE"_s, path);
    record.setVariable(u"FAKETIME_NO_CACHE"_s, u"1"_s);
    record.setVariable(u"FAKETIME_DONT_FAKE_MONOTONIC"_s, u"1"_s);
    QVERIFY(startRecord(record));
    const auto isKept = [&](const QByteArray &name) {
        locks.acquire(name, ann, 60'000);
        return hasEvent("acquired", name);
    };
    QVERIFY(isKept("before"));
    QVERIFY(setClock("-2h"));
    QVERIFY(isKept("between"));
    QVERIFY(setClock("-30h")); // into the day before
    QVERIFY(isKept("after"));
    record.interrupt();
    QCOMPARE(record.finish(), 0);
    QVERIFY2(!record.err.contains("lockctl: "), record.err.constData());

    // It is opened again, with the right time.
    Program again(LOCKCTL_PATH);
    QVERIFY(startRecord(again));
    QVERIFY(isKept("at last"));
    again.interrupt();
    QCOMPARE(again.finish(), 0);
    QVERIFY2(!again.err.contains("lockctl: ") && !again.err.contains("damaged"),
             again.err.constData());
    const QByteArray all = history({});
    QVERIFY2(!all.startsWith("status"), all.left(200).constData());
    for (const char *each : {"before", "between", "after", "at last"})
        QCOMPARE(all.count(QByteArray("  acquired            " + QByteArray(each) + ' ')), 1);
    QCOMPARE(all.count("the clock of the recording machine was set from"), 2);
    // Nothing more is missing than the time between the two programs, which the clock hides.
    QVERIFY2(all.count("nothing was recorded until") <= 1, all.constData());
    Program check(LOCKCTL_PATH);
    prepare(check);
    QCOMPARE(check.run({u"history"_s, u"--json"_s}), 0);
    QCOMPARE(check.out.count("\"event\":\"clock-changed\""), 2);
    QVERIFY(check.err.isEmpty());
}

// A client whose process stands still for longer than its lease, as in a long pause of a garbage
// collector, and goes on when another client has the lock.
void TestHistory::findsSecondOwners()
{
    const QString owner = u"3f1c2a5e-9b7d-4c11-8a22-0123456789ab:42"_s;
    const auto acquire = [&](Program &client, const QStringList &arguments) {
        return client.start(QStringList{u"acquire"_s, u"--url"_s, m_url} + arguments)
            && client.prints("\n");
    };
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    // It watches before its file is there.
    QVERIFY(eventually([&] { return history({u"findings"_s}).isEmpty(); }));
    Program first(LOCKCTL_PATH);
    QVERIFY(acquire(first, {u"jobs"_s, u"--watchdog"_s, u"2s"_s, u"--owner"_s, owner}));
    QVERIFY(hasEvent("renewed", "jobs"));
    first.signal(SIGSTOP);
    QVERIFY(hasEvent("expired", "jobs"));
    Program second(LOCKCTL_PATH);
    QVERIFY(acquire(second, {u"jobs"_s}));
    first.signal(SIGCONT);
    QCOMPARE(first.finish(), 76);
    Program further(LOCKCTL_PATH); // the same owner goes on elsewhere
    QVERIFY(acquire(further, {u"ledger"_s, u"--owner"_s, owner}));
    QVERIFY(hasEvent("acquired", "ledger"));
    for (Program *client : {&second, &further}) {
        client->interrupt();
        QCOMPARE(client->finish(), 0);
    }
    QVERIFY(hasEvent("released", "jobs"));
    QVERIFY(hasEvent("released", "ledger"));

    Program findings(LOCKCTL_PATH);
    prepare(findings);
    QCOMPARE(findings.run({u"history"_s, u"findings"_s}), 1);
    QVERIFY2(findings.out.contains("  jobs  expired-while-held  ")
                 && findings.out.contains("its renewals had stopped, and its lease ran out at ")
                 && findings.out.contains("it goes on after that: acquired ledger at "),
             findings.out.constData());
    // One that was not taken twice, and one that never was.
    Program calm(LOCKCTL_PATH);
    prepare(calm);
    QCOMPARE(calm.run({u"history"_s, u"findings"_s, u"--lock"_s, u"ledger"_s}), 0);
    QVERIFY2(calm.err.contains("no second owner was found"), calm.err.constData());
    Program mistaken(LOCKCTL_PATH);
    prepare(mistaken);
    QCOMPARE(mistaken.run({u"history"_s, u"findings"_s, u"--lock"_s, u"jbos"_s}), 3);
    QVERIFY2(mistaken.err.contains("the record has no event of jbos\n"), mistaken.err.constData());
    QVERIFY(!mistaken.err.contains("no second owner"));
    for (const QStringList &asked : {QStringList{u"--lock"_s, u"jbos"_s},
                                     QStringList{u"--until"_s, u"2020-01-01T00:00:00Z"_s}}) {
        Program nothing(LOCKCTL_PATH);
        prepare(nothing);
        QCOMPARE(nothing.run(QStringList{u"history"_s, u"findings"_s, u"--json"_s} + asked), 3);
        QVERIFY(!nothing.err.isEmpty());
        QCOMPARE(QJsonDocument::fromJson(nothing.out)["recorded"_L1], QJsonValue(false));
    }
    Program json(LOCKCTL_PATH);
    prepare(json);
    QCOMPARE(json.run({u"history"_s, u"findings"_s, u"--json"_s, u"--lock"_s, u"jobs"_s}), 1);
    const auto all = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(all["schema"_L1].toInt(), 1);
    QCOMPARE(all["recorded"_L1], QJsonValue(true));
    QCOMPARE(all["findings"_L1].toArray().size(), 1);
    const auto finding = all["findings"_L1][0].toObject();
    QCOMPARE(finding["cause"_L1].toString(), u"expired-while-held"_s);
    QVERIFY(finding["doubt"_L1].isNull() && finding["by"_L1].isNull());
    QCOMPARE(finding["first"_L1]["owner"_L1].toString(), owner);
    QVERIFY(finding["second"_L1]["owner"_L1].toString() != owner);
    QVERIFY(finding["between_ms"_L1].isDouble() && finding["ended_at"_L1].isString());
    QCOMPARE(finding["seen_again"_L1]["name"_L1].toString(), u"ledger"_s);
    QVERIFY(finding["taken_at"_L1].toString() >= finding["lost_at"_L1].toString());
    QVERIFY(history({u"findings"_s, u"--lock"_s, u"ledger"_s}).isEmpty());

    const QString path = m_home->filePath(u"night.lockscope"_s);
    QCOMPARE(history({u"export"_s, path, m_url}), QByteArray());
    Program opened(LOCKCTL_PATH);
    QCOMPARE(opened.run({u"history"_s, u"open"_s, path, u"findings"_s}), 1);
    QCOMPARE(opened.out, findings.out);
}

// Servers without persistence that their operator calls durable: our own clients then do not wait
// for a restarted one, and two of them get the majority.
void TestHistory::findsSecondOwnersOfARedlock()
{
    std::array<RedisProcess, 3> servers;
    QStringList urls;
    for (RedisProcess &server : servers) {
        QVERIFY(server.start());
        urls += server.url();
    }
    const QString profiles = m_home->filePath(u"profiles.json"_s);
    const auto prepareProfile = [&](Program &program) {
        prepare(program);
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, profiles);
    };
    const auto run = [&](Program &program, const QStringList &arguments) {
        prepareProfile(program);
        return program.run(arguments);
    };
    // No server of its own: those of the group are recorded.
    Program save(LOCKCTL_PATH);
    QVERIFY2(run(save,
                 {u"profile"_s, u"save"_s, u"shop"_s, u"--prefix"_s, u"jobs"_s, u"--group"_s,
                  u"main=durable,"_s + urls.join(u',')})
                 == 0,
             save.err.constData());
    Program record(LOCKCTL_PATH);
    prepareProfile(record);
    QVERIFY(record.start({u"record"_s, u"shop"_s}));
    for (const QString &url : std::as_const(urls))
        QVERIFY2(record.complains("watching " + url.toUtf8()), record.err.constData());
    const auto events = [&](const QByteArray &words) {
        Program program(LOCKCTL_PATH);
        run(program, {u"history"_s, u"--lock"_s, u"jobs"_s, u"shop"_s});
        return program.out.count(words);
    };
    const auto acquire = [&](Program &client) {
        prepareProfile(client);
        return client.start({u"acquire"_s, u"--profile"_s, u"shop"_s, u"--group"_s, u"main"_s,
                             u"--kind"_s, u"redlock"_s, u"--watchdog"_s, u"1m"_s, u"jobs"_s})
            && client.prints("\n");
    };
    Program first(LOCKCTL_PATH);
    QVERIFY2(acquire(first), first.err.constData());
    // On a slow machine, one of them does not answer in time.
    QVERIFY(eventually([&] { return events("  acquired ") >= 2; }));
    for (const std::size_t place : {std::size_t(0), std::size_t(1)}) {
        servers[place].kill();
        QVERIFY(servers[place].restart());
    }
    QVERIFY(eventually([&] { return events("  lost ") >= 1; }));
    const auto before = events("  acquired ");
    Program second(LOCKCTL_PATH);
    QVERIFY2(acquire(second), second.err.constData());
    QVERIFY(eventually([&] { return events("  acquired ") >= before + 2; }));
    second.interrupt();
    QCOMPARE(second.finish(), 0);
    QVERIFY(eventually([&] { return events("  released ") >= 2; }));
    record.interrupt();
    record.finish();

    Program findings(LOCKCTL_PATH);
    QCOMPARE(run(findings, {u"history"_s, u"findings"_s, u"shop"_s}), 1);
    QVERIFY2(findings.out.contains("  jobs  restart  group main\n")
                 && findings.out.contains("a restart of the server took it, as was seen at ")
                 && findings.out.contains("and had not released it on ")
                 && findings.out.contains(" of 3 servers")
                 && findings.out.contains("by its leases, the first may have gone on until "),
             findings.out.constData());
    Program json(LOCKCTL_PATH);
    QCOMPARE(run(json, {u"history"_s, u"findings"_s, u"--json"_s, u"shop"_s}), 1);
    const auto all = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(all["findings"_L1].toArray().size(), 1);
    const auto finding = all["findings"_L1][0].toObject();
    QCOMPARE(finding["cause"_L1].toString(), u"restart"_s);
    const auto quorum = finding["quorum"_L1].toObject();
    QCOMPARE(quorum["group"_L1].toString(), u"main"_s);
    QVERIFY(quorum["overlapping"_L1].toBool() && !quorum["group_inferred"_L1].toBool());
    QVERIFY(quorum["members"_L1].toArray().size() >= 1);
    QCOMPARE(quorum["members"_L1][0]["cause"_L1].toString(), u"restart"_s);
    QCOMPARE(all["on_several_servers"_L1].toInt(), 0);

    // The receiver of the file needs no profile.
    const QString path = m_home->filePath(u"night.lockscope"_s);
    Program written(LOCKCTL_PATH);
    QVERIFY2(run(written, {u"history"_s, u"export"_s, path, u"shop"_s}) == 0,
             written.err.constData());
    Program opened(LOCKCTL_PATH);
    QCOMPARE(opened.run({u"history"_s, u"open"_s, path, u"findings"_s}), 1);
    QCOMPARE(opened.out, findings.out);
    first.signal(SIGKILL);
}

void TestHistory::tellsWhatIsUsual()
{
    const LockWriter locks(*m_server);
    Program record(LOCKCTL_PATH);
    QVERIFY(startRecord(record));
    const auto isTold = [&](const char *event, qsizetype times) {
        return eventually([&] { return history({}).count(event) == times; });
    };
    int times = 0;
    for (const auto &owner : {ann, bob, bob}) {
        locks.acquire("orders \xff", owner, 60'000);
        QVERIFY(isTold(" acquired ", ++times));
        locks.unlock("orders \xff");
        QVERIFY(isTold(" released ", times));
    }
    record.signal(SIGTERM);
    QCOMPARE(record.finish(), 0);
    const QByteArray text = history({u"usual"_s, u"orders \\xff"_s});
    QVERIFY2(text.startsWith("BEGAN ") && text.contains("all ") && text.contains("day "),
             text.constData());
    QVERIFY2(text.contains("HOLDER ") && text.contains("66.7 %"), text.constData());
    const auto usual =
        QJsonDocument::fromJson(history({u"usual"_s, u"orders \\xff"_s, u"--json"_s})).object();
    QCOMPARE(usual["name_base64"_L1].toString(), u"b3JkZXJzIP8="_s);
    QCOMPARE(usual["holds"_L1]["count"_L1].toInt(), 3);
    QCOMPARE(usual["hours"_L1].toArray().size(), 24);
    QCOMPARE(usual["weekdays"_L1].toArray().size(), 7);
    QVERIFY(usual["minutes"_L1].isNull() && usual["waits"_L1]["p99_ms"_L1].isNull());
    QCOMPARE(usual["holders"_L1].toArray().size(), 2);
    QVERIFY(history({u"usual"_s, u"stock"_s}, 1)
                .contains("the record has no hold of stock from beginning to end"));
}

LOCKSCOPE_TEST_SUITE(TestHistory)
#include "tst_history.moc"
