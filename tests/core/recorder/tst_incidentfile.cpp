// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/recorder/incidentfile.h"
#include "core/recorder/packing.h"
#include "tests/core/recorder/play.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTest>

#include <sqlite3.h>
#include <sys/stat.h>

#include <random>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::vector<watch::Event> eventsIn(RecordReader &reader, const EventQuery &query)
{
    std::vector<watch::Event> all;
    const auto read = reader.events(query, [&](const watch::Event &event) {
        all.push_back(event);
        return true;
    });
    return read ? all : std::vector<watch::Event>();
}

// All chunks of a file, as they were before they were packed for the disk.
QByteArray contentOf(const QString &path)
{
    auto file = Database::open(path, Database::How::Immutable);
    auto rows = (*file)->prepare("SELECT form, data FROM chunk ORDER BY id");
    QByteArray all;
    static_cast<void>(rows->each([&] {
        all += restored(static_cast<ChunkForm>(rows->number(0)), rows->bytes(1))
                   .value_or(QByteArray());
    }));
    return all;
}

void runSql(const QString &path, const char *sql)
{
    sqlite3 *handle = nullptr;
    QCOMPARE(sqlite3_open(QFile::encodeName(path).constData(), &handle), SQLITE_OK);
    char *words = nullptr;
    const int code = sqlite3_exec(handle, sql, nullptr, nullptr, &words);
    const QByteArray told(words);
    sqlite3_free(words);
    sqlite3_close(handle);
    QVERIFY2(code == SQLITE_OK, told.constData());
}

} // namespace

class TestIncidentFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"records/shop"_s);
        m_path = m_home->filePath(u"night.lockscope"_s);
    }

    void showsWhatTheRecordShows_data();
    void showsWhatTheRecordShows();
    void replacesNames();
    void neverReplacesAFile();
    void saysThatNothingWasRecorded();
    void refusesOtherFiles_data();
    void refusesOtherFiles();
    void enduresDamage();

private:
    // Names that are nowhere else in the bytes, among others.
    void recordSome(TwoClocks &clock) const
    {
        Play play(m_folder, clock, 4, smallLimits());
        QVERIFY(play.recorder().start());
        for (int i = 0; i < 300; ++i)
            play.step();
        QVERIFY(play.isWritten());
    }
    IncidentFacts factsOf(WallInstant since, WallInstant until) const
    {
        return {u"shop"_s, since, until, until, false};
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
    QString m_path;
};

void TestIncidentFile::showsWhatTheRecordShows_data()
{
    QTest::addColumn<int>("fileBytes");
    QTest::addColumn<int>("first"); // snapshots, in percent of all
    QTest::addColumn<int>("last");
    QTest::addColumn<int>("chunkBytes");
    constexpr int asUsual = fullChunk;
    QTest::newRow("all") << 100'000'000 << 0 << 100 << asUsual;
    QTest::newRow("all, in short rows") << 100'000'000 << 0 << 100 << 1000;
    QTest::newRow("the middle") << 100'000'000 << 30 << 70 << asUsual;
    QTest::newRow("the middle, of many files") << 60'000 << 20 << 90 << asUsual;
    QTest::newRow("a moment") << 60'000 << 50 << 51 << asUsual;
}

// Over pauses of the program, several days, and a clock that was set back.
void TestIncidentFile::showsWhatTheRecordShows()
{
    QFETCH(int, fileBytes);
    QFETCH(int, first);
    QFETCH(int, last);
    QFETCH(int, chunkBytes);
    TwoClocks clock;
    WriterLimits limits = smallLimits();
    limits.fileBytes = fileBytes;
    std::vector<Snapshot> snapshots;
    for (unsigned session = 0; session < 3; ++session) {
        Play play(m_folder, clock, 7 + session, limits);
        QVERIFY(play.recorder().start());
        for (int i = 0; i < 300; ++i) {
            play.step();
            if (i % 7 == 0)
                play.look();
            if (i % 100 == 99) {
                QVERIFY(play.isWritten());
                clock.advance(3h);
                play.step();
            }
        }
        QVERIFY(play.isWritten());
        play.recorder().stop();
        snapshots.insert(snapshots.end(), play.snapshots.begin(), play.snapshots.end());
        clock.advance(10min);
    }
    const auto at = [&](int percent) {
        const std::size_t place = snapshots.size() * static_cast<std::size_t>(percent) / 100;
        return snapshots[std::min(place, snapshots.size() - 1)].at;
    };
    RecordReader record(m_folder);
    const IncidentFacts facts = factsOf(at(first), at(last));
    const auto written = writeIncident(record, m_path, facts, chunkBytes);
    QVERIFY2(written, qPrintable(written ? QString() : written.error().text.english()));
    QCOMPARE(QFileInfo(m_path).size(), written->bytes);
    auto incident = openIncident(m_path);
    QVERIFY2(incident, qPrintable(incident ? QString() : incident.error().text.english()));
    QCOMPARE(incident->facts, facts);

    int seen = 0;
    for (const Snapshot &live : snapshots) {
        const auto past = incident->reader->stateAt(live.at);
        const bool isIn = live.at >= facts.since && live.at <= facts.until;
        QCOMPARE(past.has_value(), isIn);
        if (!isIn)
            continue;
        const QString differs = difference(live, *past);
        QVERIFY2(differs.isEmpty(), qPrintable(isoTime(live.at) + u' ' + differs));
        ++seen;
    }
    QVERIFY(seen > 1);

    EventQuery query;
    query.since = facts.since;
    query.until = facts.until;
    const auto before = eventsIn(record, query);
    const auto copied = eventsIn(*incident->reader, {});
    QCOMPARE(copied.size(), before.size());
    QCOMPARE(written->events, std::ssize(before));
    for (std::size_t i = 0; i < copied.size(); ++i)
        QVERIFY2(isSame(copied[i], before[i]), qPrintable(QString::number(i)));
    const auto isHole = [](const RecordMark &mark) { return mark.kind != MarkKind::Unseen; };
    auto marks = *record.marks(facts.since, facts.until);
    auto copiedMarks = *incident->reader->marks(WallInstant::min(), WallInstant::max());
    std::erase_if(marks, std::not_fn(isHole));
    std::erase_if(copiedMarks, std::not_fn(isHole));
    QCOMPARE(copiedMarks, marks);

    // And a copy of the copy.
    const QString again = m_path + u".2"_s;
    QVERIFY(writeIncident(*incident->reader, again, facts));
    auto copy = openIncident(again);
    QVERIFY(copy);
    QCOMPARE(copy->facts, facts);
    QCOMPARE(eventsIn(*copy->reader, {}).size(), copied.size());
    for (const Snapshot &live : snapshots) {
        if (live.at < facts.since || live.at > facts.until)
            continue;
        const auto past = copy->reader->stateAt(live.at);
        QVERIFY(past && difference(live, *past).isEmpty());
    }
}

void TestIncidentFile::replacesNames()
{
    const QByteArray uuid = "6f0e8a1c-1111-4222-8333-944455566677";
    TwoClocks clock;
    Recorder::Options options;
    options.folder = m_folder;
    options.program = u"the test"_s;
    options.pause = 1ms;
    Recorder recorder(options, clock, [](const Sentence &) {});
    QVERIFY(recorder.start());
    const watch::LockId id{{0}, LockName("canary-lock")};
    Whim whim(3);
    for (int i = 0; i < 200; ++i) {
        clock.advance(10ms);
        // All that it may have, in turn.
        watch::LockRecord lock = *whim.lock(id, {}, clock.now(), clock.wallNow());
        watch::HoldRecord hold = whim.hold(clock.now(), clock.wallNow());
        hold.owner = OwnerId(i % 2 == 0 ? uuid + ":7" : QByteArray("canary-owner"));
        hold.alias = Alias("canary-alias");
        hold.origin = format::Origin{"canary-host", 7, std::nullopt};
        lock.holds = {hold};
        watch::WaiterRecord waiter = whim.waiter(clock.now(), 1);
        waiter.owner = OwnerId("canary-waiter");
        waiter.alias = Alias("canary-waiting");
        lock.waiters = std::vector{waiter};
        lock.otherKeys = std::vector<watch::KeyRecord>{{KeyName("canary-key"), "zset", {}}};
        lock.candidates = std::vector<watch::Candidate>{
            {"fair", "redisson", Sentence(u"canary-reason"_s), format::Confidence::Structure}};
        recorder.note(id, std::make_shared<const watch::LockRecord>(lock));
        watch::ServerRecord server = whim.server({}, clock.now());
        server.server = {0};
        server.deployment = {0};
        server.keyRefusal =
            Error{ErrorKind::Permission, "NOPERM", Sentence(u"canary-refusal"_s), {}};
        watch::Replication replication;
        replication.replicas.push_back({u"b:1"_s, true, true, 5});
        replication.replicas.back().clients =
            watch::ServerClients{3, {{"canary-address", "canary-client", 3}}};
        replication.present[LockName("canary-present")] = {true};
        server.replication = std::make_shared<const watch::Replication>(replication);
        watch::UnreadableNames names;
        names.names = {LockName("canary-unreadable")};
        server.unreadable = std::make_shared<const watch::UnreadableNames>(names);
        server.learned = std::make_shared<const std::vector<AliasRule>>(
            std::vector<AliasRule>{{"canary-pattern", u"canary-learned"_s, AliasOrigin::Learned}});
        recorder.note(server);
        watch::Event event = whim.event(id, {}, clock.wallNow());
        event.name = id.name;
        event.owner = OwnerId("canary-acting");
        event.former = OwnerId("canary-former");
        event.alias = Alias("canary-eventalias");
        event.detail = Sentence::say("it was %1").arg(u"canary-detail"_s);
        event.lost =
            std::make_shared<const std::vector<watch::LostHold>>(std::vector<watch::LostHold>{
                {LockName("canary-lost"), "fair", OwnerId("canary-loser"), {}, 1}});
        recorder.note({event});
        health::ProblemChange problem = whim.problem(id, clock.wallNow());
        problem.problem.evidence = Sentence::say("see %1").arg(u"canary-evidence"_s);
        problem.problem.locks = {id, {{0}, LockName("canary-other")}};
        recorder.note(problem);
    }
    recorder.stop();
    RecordReader record(m_folder);
    IncidentFacts facts = factsOf(WallInstant::min(), WallInstant::max());
    QVERIFY(writeIncident(record, m_path, facts));
    const QByteArray open = contentOf(m_path);
    const auto words =
        QByteArray("lock owner alias host waiter waiting key reason refusal address client "
                   "present unreadable learned acting former eventalias detail lost loser "
                   "evidence other")
            .split(' ');
    for (const QByteArray &word : words) {
        const QByteArray canary = "canary-" + word;
        QVERIFY2(open.contains(canary), canary.constData()); // else nothing is shown below
    }

    facts.isVeiled = true;
    const QString veiledPath = m_path + u".2"_s;
    QVERIFY(writeIncident(record, veiledPath, facts));
    const QByteArray veiled = contentOf(veiledPath);
    const qsizetype leak = veiled.indexOf("canary");
    QVERIFY2(leak < 0, veiled.mid(leak, 30).constData());
    auto incident = openIncident(veiledPath);
    QVERIFY(incident && incident->facts.isVeiled);
    const auto past = incident->reader->stateAt(incident->facts.until);
    QVERIFY(past);
    QCOMPARE(past->picture.locks().size(), std::size_t(1));
    const auto &[name, lock] = *past->picture.locks().begin();
    QVERIFY2(name.name.bytes.startsWith("lock-"), name.name.bytes.constData());
    std::set<QByteArray> owners;
    for (const watch::Event &event : eventsIn(*incident->reader, {}))
        owners.insert(event.owner->bytes);
    QCOMPARE(owners.size(), std::size_t(1)); // one name, one replacement
    QVERIFY(owners.begin()->startsWith("owner-"));
    // The threads of one client still belong together.
    const auto early = incident->reader->stateAt(incident->facts.until - 10ms);
    QVERIFY(early);
    const QByteArray held = early->picture.locks().begin()->second->holds.front().owner.bytes;
    QVERIFY2(held.startsWith("00000000-0000-0000-0000-") && held.endsWith(":7"), held.constData());
    QVERIFY(!held.contains(uuid.first(8)));

    // The next file has other names for them.
    const QString next = m_path + u".3"_s;
    QVERIFY(writeIncident(record, next, facts));
    auto another = openIncident(next);
    QVERIFY(another);
    const auto other = another->reader->stateAt(another->facts.until);
    QVERIFY(other && other->picture.locks().begin()->first != name);
}

void TestIncidentFile::neverReplacesAFile()
{
    TwoClocks clock;
    recordSome(clock);
    RecordReader record(m_folder);
    const IncidentFacts facts = factsOf(WallInstant::min(), WallInstant::max());
    QVERIFY(writeIncident(record, m_path, facts));
    struct stat there = {};
    QCOMPARE(::stat(QFile::encodeName(m_path).constData(), &there), 0);
    QCOMPARE(there.st_mode & 0777U, 0600U);
    const auto again = writeIncident(record, m_path, facts);
    QVERIFY(!again
            && again.error().text.english().endsWith(u"is there already; give another file"_s));
    const auto nowhere = writeIncident(record, m_home->filePath(u"none/x"_s), facts);
    QVERIFY(!nowhere);
    QVERIFY2(nowhere.error().text.english().contains(u"none/x"_s),
             qPrintable(nowhere.error().text.english()));
    QCOMPARE(QDir(m_home->path()).entryList(QDir::Files), QStringList{u"night.lockscope"_s});
}

void TestIncidentFile::saysThatNothingWasRecorded()
{
    TwoClocks clock;
    recordSome(clock);
    RecordReader record(m_folder);
    const WallInstant after = clock.wallNow() + 1h;
    const auto written = writeIncident(record, m_path, factsOf(after, after + 1h));
    QVERIFY(!written);
    QVERIFY2(written.error().text.english().startsWith(u"nothing was recorded between "_s),
             qPrintable(written.error().text.english()));
    QVERIFY(!QFileInfo::exists(m_path));
}

void TestIncidentFile::refusesOtherFiles_data()
{
    QTest::addColumn<QByteArray>("bytes"); // of a file of its own
    QTest::addColumn<QByteArray>("sql"); // or what is done to an incident file
    QTest::addColumn<QString>("words");
    const QString none = u"is no incident file; 'lockctl history export' makes one"_s;
    QTest::newRow("empty") << QByteArray("") << QByteArray() << none;
    QTest::newRow("text") << QByteArray("once upon a time\n") << QByteArray() << none;
    QTest::newRow("another application")
        << QByteArray() << QByteArray("PRAGMA application_id=7") << none;
    QTest::newRow("a view") << QByteArray()
                            << QByteArray(
                                   "ALTER TABLE chunk RENAME TO c; CREATE VIEW chunk AS "
                                   "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 "
                                   "FROM n) SELECT id, 1 AS stream, 1 AS run, 0 AS began, 0 "
                                   "AS form, x'' AS data FROM n")
                            << none;
    QTest::newRow("a trigger") << QByteArray()
                               << QByteArray(
                                      "CREATE TRIGGER t AFTER INSERT ON run BEGIN SELECT 1; END")
                               << none;
    QTest::newRow("no facts") << QByteArray() << QByteArray("DELETE FROM about") << none;
    QTest::newRow("newer") << QByteArray() << QByteArray("PRAGMA user_version=99")
                           << u"was written by a newer version of Lockscope"_s;
}

void TestIncidentFile::refusesOtherFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, sql);
    QFETCH(QString, words);
    if (sql.isEmpty()) {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    } else {
        TwoClocks clock;
        recordSome(clock);
        RecordReader record(m_folder);
        QVERIFY(writeIncident(record, m_path, factsOf(WallInstant::min(), WallInstant::max())));
        QVERIFY(openIncident(m_path));
        runSql(m_path, sql.constData());
    }
    const auto opened = openIncident(m_path);
    QVERIFY(!opened);
    QVERIFY2(opened.error().text.english().endsWith(words),
             qPrintable(opened.error().text.english()));
    const auto missing = openIncident(m_home->filePath(u"gone"_s));
    QVERIFY(!missing && missing.error().text.english().startsWith(u"there is no file "_s));
    QVERIFY(!openIncident(m_home->path()));
}

// Somebody else's bytes: an error or a wrong picture, but an end.
void TestIncidentFile::enduresDamage()
{
    TwoClocks clock;
    recordSome(clock);
    RecordReader record(m_folder);
    QVERIFY(writeIncident(record, m_path, factsOf(WallInstant::min(), WallInstant::max())));
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    std::mt19937 random(11);
    const auto below = [&](qsizetype bound) {
        return std::uniform_int_distribution<qsizetype>(0, bound - 1)(random);
    };
    int failures = 0;
    for (int round = 0; round < 150; ++round) {
        QByteArray damaged = whole;
        if (round % 5 == 0)
            damaged.truncate(below(whole.size()));
        for (int i = 0; i < 1 + round % 8 && !damaged.isEmpty(); ++i)
            damaged[below(damaged.size())] = static_cast<char>(below(256));
        const QString path = m_home->filePath(u"damaged"_s);
        QFile copy(path);
        QVERIFY(copy.open(QIODevice::WriteOnly | QIODevice::Truncate));
        copy.write(damaged);
        copy.close();
        auto incident = openIncident(path);
        if (!incident) {
            ++failures;
            continue;
        }
        static_cast<void>(incident->reader->stateAt(clock.wallNow()));
        static_cast<void>(eventsIn(*incident->reader, {}));
        failures += incident->reader->faults().empty() ? 0 : 1;
    }
    QVERIFY(failures > 15);
}

LOCKSCOPE_TEST_SUITE(TestIncidentFile)
#include "tst_incidentfile.moc"
