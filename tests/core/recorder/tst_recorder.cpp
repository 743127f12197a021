// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/recorder/database.h"
#include "core/recorder/packing.h"
#include "tests/core/recorder/play.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTest>

#include <sys/stat.h>

#include <mutex>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Of all chunks of a file, before they are packed; -1: one cannot be read.
qsizetype longestChunk(const QString &path)
{
    auto file = Database::open(path, Database::How::Reader);
    auto rows = file ? (*file)->prepare("SELECT form, data FROM chunk") : fail(file.error());
    if (!rows)
        return -1;
    qsizetype longest = 0;
    while (true) {
        const auto row = rows->step();
        if (row && !*row)
            return longest;
        const auto chunk =
            row ? restored(static_cast<ChunkForm>(rows->number(0)), rows->bytes(1)) : std::nullopt;
        if (!chunk)
            return -1;
        longest = std::max(longest, chunk->size());
    }
}

mode_t modeOf(const QString &path)
{
    struct stat there = {};
    return ::stat(QFile::encodeName(path).constData(), &there) == 0 ? there.st_mode & 0777U : 0;
}

} // namespace

class TestRecorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"records/redis%3A%2F%2Fa%2F1"_s); // as of a URL
    }

    void everyInstantComesBack_data();
    void everyInstantComesBack();
    void everyEventComesBack();
    void goesOnInTheSameFile();
    void filesAreTheOwnersAlone();
    void oneWriterOnly();
    void readersSeeWhatIsBeingWritten();
    void aClockThatIsSetIsAnEvent();
    void aClockThatIsSetBackBetweenTwoRunsIsOneToo();
    void aClockThatIsSetToAnotherDayIsOneToo();
    void tooManyChangesLeaveAMark();
    void oldFilesGo();
    void aWrongClockDeletesNothing();
    void onlyItsDeployments();
    void aRemovedFolderIsSaidAndMadeAnew();

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
};

void TestRecorder::everyInstantComesBack_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<int>("fileBytes");
    QTest::addColumn<int>("chunkBytes"); // 0: as usual
    QTest::newRow("one file") << 1U << 100'000'000 << 0;
    QTest::newRow("short rows") << 2U << 100'000'000 << 1000;
    QTest::newRow("many files") << 3U << 60'000 << 0;
}

// In open and closed files, over the ends of days and a pause of the program.
void TestRecorder::everyInstantComesBack()
{
    QFETCH(unsigned, seed);
    QFETCH(int, fileBytes);
    QFETCH(int, chunkBytes);
    TwoClocks clock;
    WriterLimits limits = smallLimits();
    limits.fileBytes = fileBytes;
    if (chunkBytes > 0)
        limits.chunkBytes = chunkBytes;
    std::vector<Snapshot> snapshots;
    for (unsigned session = 0; session < 3; ++session) {
        Play play(m_folder, clock, seed * 10 + session, limits);
        QVERIFY(play.recorder().start());
        for (int i = 0; i < 1500; ++i) {
            play.step();
            if (i % 17 == 0)
                play.look();
            if (i % 500 == 499) {
                QVERIFY(play.isWritten());
                clock.advance(5h); // to the next day, at times
                play.step();
            }
        }
        QVERIFY(play.isWritten());
        play.recorder().stop();
        snapshots.insert(snapshots.end(), play.snapshots.begin(), play.snapshots.end());
        clock.advance(10min);
    }
    const auto check = [&] {
        RecordReader reader(m_folder);
        for (const Snapshot &live : snapshots) {
            const auto past = reader.stateAt(live.at);
            QVERIFY2(past, qPrintable(past ? QString() : past.error().text.english()));
            const QString differs = difference(live, *past);
            QVERIFY2(differs.isEmpty(), qPrintable(isoTime(live.at) + u' ' + differs));
        }
        for (const auto &[path, fault] : reader.faults())
            QFAIL(qPrintable(path + u' ' + fault.text.english()));
    };
    check();
    if (QTest::currentTestFailed())
        return;
    // No more than its last entry is behind the limit, be it a key frame or many changes at once.
    for (const RecordFile &file : recordFiles(m_folder)) {
        if (chunkBytes > 0 && !file.isClosed) {
            const qsizetype longest = longestChunk(file.path);
            QVERIFY2(longest > 0 && longest < chunkBytes + 1500,
                     qPrintable(QString::number(longest)));
        }
    }
    // And once all that is there was rewritten. A stream that is too long for a row has several.
    const std::atomic<bool> isCancelled{false};
    for (const RecordFile &file : recordFiles(m_folder)) {
        if (chunkBytes > 0 && !file.isClosed)
            QVERIFY(closeFile(file, isCancelled, chunkBytes).value_or(false));
    }
    Play last(m_folder, clock, 0, limits);
    clock.advance(24h);
    QVERIFY(last.recorder().start());
    QVERIFY(eventually([&] {
        return std::ranges::count(recordFiles(m_folder), false, &RecordFile::isClosed) == 1;
    }));
    check();
}

void TestRecorder::everyEventComesBack()
{
    TwoClocks clock;
    Play play(m_folder, clock, 5, smallLimits());
    const WallInstant began = clock.wallNow();
    QVERIFY(play.recorder().start());
    for (int i = 0; i < 1000; ++i)
        play.step();
    QVERIFY(play.isWritten());
    RecordReader reader(m_folder);
    std::vector<watch::Event> seen;
    const auto take = [&](const watch::Event &event) {
        seen.push_back(event);
        return true;
    };
    QVERIFY(reader.events({}, take));
    QCOMPARE(seen.size(), play.events.size());
    for (std::size_t i = 0; i < seen.size(); ++i)
        QVERIFY2(isSame(seen[i], play.events[i]), qPrintable(QString::number(i)));

    EventQuery query;
    query.since = began + 3s;
    query.until = began + 9s;
    query.lock = LockName("lock:3");
    const auto count = [&] {
        return std::ranges::count_if(
            play.events, [&](const watch::Event &event) { return query.matches(event); });
    };
    seen.clear();
    QVERIFY(reader.events(query, take));
    QVERIFY(!seen.empty());
    QCOMPARE(std::ssize(seen), count());

    query = {};
    query.owner = OwnerId("3f1c2a5e-9b7d-4c11-8a22-012345678905");
    seen.clear();
    QVERIFY(reader.events(query, take));
    QVERIFY(!seen.empty() && seen.size() < play.events.size());
    QCOMPARE(std::ssize(seen), count());
}

void TestRecorder::goesOnInTheSameFile()
{
    TwoClocks clock;
    std::optional<WallInstant> ended;
    for (int session = 0; session < 3; ++session) {
        Play play(m_folder, clock, 1, {});
        QVERIFY(play.recorder().start());
        play.step();
        QVERIFY(eventually([&] { return play.recorder().figures().entries > 0; }));
        play.recorder().stop();
        ended = clock.wallNow();
        clock.advance(1min);
    }
    QCOMPARE(recordFiles(m_folder).size(), std::size_t(1));
    RecordReader reader(m_folder);
    const auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks);
    QCOMPARE(marks->size(), std::size_t(2));
    for (const RecordMark &mark : *marks) {
        QCOMPARE(mark.kind, MarkKind::NotRecorded);
        QCOMPARE(mark.ended - mark.began, Millis(1min));
    }
    const auto between = reader.stateAt(*ended - 70s);
    QVERIFY(!between);
    QVERIFY(between.error().text.english().startsWith(u"nothing was recorded at "_s));
    QVERIFY(between.error().text.english().contains(u", between "_s));
}

void TestRecorder::filesAreTheOwnersAlone()
{
    TwoClocks clock;
    Play play(m_folder, clock, 1, {});
    QVERIFY(play.recorder().start());
    play.step();
    QVERIFY(eventually([&] { return play.recorder().figures().entries > 0; }));
    clock.advance(2min);
    play.step();
    QVERIFY(eventually([&] { return QDir(m_folder).entryList(QDir::Files).size() >= 4; }));
    QCOMPARE(modeOf(m_folder), mode_t(0700));
    QCOMPARE(modeOf(m_home->filePath(u"records"_s)), mode_t(0700));
    for (const QString &name : QDir(m_folder).entryList(QDir::Files))
        QVERIFY2(modeOf(m_folder + u'/' + name) == 0600, qPrintable(name));
}

void TestRecorder::oneWriterOnly()
{
    TwoClocks clock;
    Play first(m_folder, clock, 1, {});
    QVERIFY(first.recorder().start());
    Play second(m_folder, clock, 1, {});
    const auto refused = second.recorder().start();
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Busy);
    QVERIFY(refused.error().text.english().contains(
        u"the test, process %1, since 2023-11-14"_s.arg(QCoreApplication::applicationPid())));
    QVERIFY(!FolderLock::holderOf(m_folder).isEmpty());
    first.recorder().stop();
    QVERIFY(FolderLock::holderOf(m_folder).isEmpty());
    QVERIFY(second.recorder().start());
}

void TestRecorder::readersSeeWhatIsBeingWritten()
{
    TwoClocks clock;
    Play play(m_folder, clock, 9, smallLimits());
    QVERIFY(play.recorder().start());
    RecordReader reader(m_folder);
    for (int turn = 0; turn < 5; ++turn) {
        for (int i = 0; i < 100; ++i)
            play.step();
        play.look();
        play.step();
        QVERIFY(play.isWritten());
        for (const Snapshot &live : play.snapshots) {
            const auto past = reader.stateAt(live.at);
            QVERIFY2(past, qPrintable(past ? QString() : past.error().text.english()));
            QCOMPARE(difference(live, *past), QString());
        }
    }
}

void TestRecorder::aClockThatIsSetIsAnEvent()
{
    TwoClocks clock;
    Play play(m_folder, clock, 4, {});
    QVERIFY(play.recorder().start());
    const auto some = [&] {
        for (int i = 0; i < 50; ++i)
            play.step();
        play.look();
        play.step();
        QVERIFY(play.isWritten());
    };
    some();
    const WallInstant before = clock.wallNow();
    clock.setBack(1h);
    some();
    const WallInstant again = play.snapshots.back().at;
    clock.setBack(-2h);
    some();
    RecordReader reader(m_folder);
    auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks);
    std::erase_if(*marks, [](const auto &mark) { return mark.kind == MarkKind::Unseen; });
    QCOMPARE(marks->size(), std::size_t(2));
    QCOMPARE(marks->front().kind, MarkKind::ClockChanged);
    QCOMPARE(marks->front().began - marks->front().ended, Millis(1h));
    QCOMPARE(marks->back().kind, MarkKind::ClockChanged);
    QCOMPARE(marks->back().ended - marks->back().began, Millis(2h));
    QVERIFY(again < before);
    for (const Snapshot &live : play.snapshots) {
        const auto past = reader.stateAt(live.at);
        QVERIFY2(past, qPrintable(past ? QString() : past.error().text.english()));
        QCOMPARE(difference(live, *past), QString());
    }
    // In their order, whatever the clock showed.
    std::size_t count = 0;
    QVERIFY(reader.events(
        {}, [&](const watch::Event &event) { return isSame(event, play.events.at(count++)); }));
    QCOMPARE(count, play.events.size());
}

void TestRecorder::aClockThatIsSetBackBetweenTwoRunsIsOneToo()
{
    TwoClocks clock;
    for (const Millis by : {Millis(0), Millis(1h)}) {
        clock.setBack(by);
        Play play(m_folder, clock, 4, {});
        QVERIFY(play.recorder().start());
        for (int i = 0; i < 50; ++i)
            play.step();
        play.look();
        play.step();
        QVERIFY(play.isWritten());
    }
    RecordReader reader(m_folder);
    auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks);
    std::erase_if(*marks, [](const auto &mark) { return mark.kind == MarkKind::Unseen; });
    QCOMPARE(marks->size(), std::size_t(1));
    QCOMPARE(marks->front().kind, MarkKind::ClockChanged);
    QVERIFY(marks->front().began > marks->front().ended);
}

// The states are right again after it; the events are missing, and counted.
// The file ends with its day, and so does the time in which the clock went on evenly.
void TestRecorder::aClockThatIsSetToAnotherDayIsOneToo()
{
    TwoClocks clock;
    Play play(m_folder, clock, 5, {});
    QVERIFY(play.recorder().start());
    for (const Millis by : {Millis(0), Millis(30h), Millis(-60h)}) {
        clock.setBack(by);
        for (int i = 0; i < 50; ++i)
            play.step();
        play.look();
        play.step();
        QVERIFY(play.isWritten());
    }
    play.recorder().stop();
    RecordReader reader(m_folder);
    const auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks);
    QCOMPARE(std::ranges::count(*marks, MarkKind::ClockChanged, &RecordMark::kind),
             std::ptrdiff_t(2));
    QCOMPARE(std::ranges::count(*marks, MarkKind::NotRecorded, &RecordMark::kind),
             std::ptrdiff_t(0));
    for (const Snapshot &live : play.snapshots) {
        const auto past = reader.stateAt(live.at);
        QVERIFY(past);
        QVERIFY2(difference(live, *past).isEmpty(), qPrintable(difference(live, *past)));
    }
}

void TestRecorder::tooManyChangesLeaveAMark()
{
    TwoClocks clock;
    Recorder::Options options;
    options.folder = m_folder;
    options.program = u"the test"_s;
    options.mostWaiting = 100;
    options.pause = 200ms;
    Recorder recorder(options, clock, [](const Sentence &) {});
    QVERIFY(recorder.start());
    Whim whim(3);
    Locks locks;
    const int rounds = 300;
    for (int i = 0; i < rounds; ++i) {
        const watch::LockId id{{0}, LockName("lock:" + QByteArray::number(whim.below(9)))};
        locks[id] = whim.lock(id, locks[id], clock.now(), clock.wallNow());
        recorder.note(id, locks[id]);
        watch::Event event;
        event.at = clock.wallNow();
        event.type = watch::EventType::Renewed;
        event.name = id.name;
        event.deploymentId = id.deployment;
        recorder.note({event});
    }
    QVERIFY(eventually([&] { return recorder.figures().entries > 100; }));
    clock.advance(5ms);
    const WallInstant after = clock.wallNow();
    recorder.stop();
    RecordReader reader(m_folder);
    const auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks && marks->size() == 1);
    QCOMPARE(marks->front().kind, MarkKind::Dropped);
    qint64 seen = 0;
    QVERIFY(reader.events({}, [&](const watch::Event &) { return ++seen > 0; }));
    QCOMPARE(seen + marks->front().events, qint64(rounds));
    const auto past = reader.stateAt(after);
    QVERIFY(past);
    QCOMPARE(past->picture.locks().size(), locks.size());
    for (const auto &[id, lock] : locks)
        QVERIFY(*past->picture.locks().at(id) == *lock);
}

void TestRecorder::oldFilesGo()
{
    TwoClocks clock;
    Recorder::Options options;
    options.folder = m_folder;
    options.program = u"the test"_s;
    options.pause = 1ms;
    options.retention.days = 2;
    Recorder recorder(options, clock, [](const Sentence &) {});
    QVERIFY(recorder.start());
    Whim whim(3);
    for (int day = 0; day < 6; ++day) {
        const watch::LockId id{{0}, LockName("a")};
        const quint64 before = recorder.figures().entries;
        recorder.note(id, whim.lock(id, {}, clock.now(), clock.wallNow()));
        QVERIFY(eventually([&] { return recorder.figures().entries > before; }));
        clock.advance(24h);
    }
    // The present day, the two before it, and the last of them is closed.
    QVERIFY(eventually([&] {
        const auto files = recordFiles(m_folder);
        return files.size() == 3 && !files[2].isClosed && files[0].isClosed && files[1].isClosed;
    }));
    RecordReader reader(m_folder);
    QVERIFY(reader.stateAt(clock.wallNow() - 24h));
    QVERIFY(!reader.stateAt(clock.wallNow() - 96h));
}

// A machine that starts with a clock of years ahead, for a moment and over a midnight.
void TestRecorder::aWrongClockDeletesNothing()
{
    TwoClocks clock;
    Recorder::Options options;
    options.folder = m_folder;
    options.program = u"the test"_s;
    options.pause = 1ms;
    Whim whim(3);
    const watch::LockId id{{0}, LockName("a")};
    const auto record = [&] {
        Recorder recorder(options, clock, [](const Sentence &) {});
        QVERIFY(recorder.start());
        recorder.note(id, whim.lock(id, {}, clock.now(), clock.wallNow()));
        QVERIFY(eventually([&] { return recorder.figures().entries > 0; }));
    };
    std::vector<WallInstant> known;
    for (int day = 0; day < 3; ++day) {
        record();
        known.push_back(clock.wallNow());
        clock.advance(24h);
    }
    constexpr auto years = 5 * 365 * 24h;
    clock.advance(years);
    record();
    Recorder recorder(options, clock, [](const Sentence &) {});
    QVERIFY(recorder.start()); // once more, and it looks after the files again
    clock.advance(1h);
    QVERIFY(eventually([&] {
        return std::ranges::count(recordFiles(m_folder), false, &RecordFile::isClosed) == 1;
    }));
    recorder.stop();
    RecordReader reader(m_folder);
    for (const WallInstant at : known)
        QVERIFY2(reader.stateAt(at), qPrintable(isoTime(at)));
}

void TestRecorder::onlyItsDeployments()
{
    TwoClocks clock;
    Recorder::Options options;
    options.folder = m_folder;
    options.program = u"the test"_s;
    options.pause = 1ms;
    options.deployments = std::set<watch::DeploymentId>{{1}};
    Recorder recorder(options, clock, [](const Sentence &) {});
    QVERIFY(recorder.start());
    Whim whim(3);
    for (int deployment = 0; deployment < 3; ++deployment) {
        const watch::LockId id{{deployment}, LockName("a")};
        recorder.note(id, whim.lock(id, {}, clock.now(), clock.wallNow()));
    }
    clock.advance(5ms);
    recorder.stop();
    const auto past = RecordReader(m_folder).stateAt(clock.wallNow());
    QVERIFY(past);
    QCOMPARE(past->picture.locks().size(), std::size_t(1));
    QCOMPARE(past->picture.locks().begin()->first.deployment, watch::DeploymentId{1});
}

// With the files, their lock is gone, too: no second writer may come between.
void TestRecorder::aRemovedFolderIsSaidAndMadeAnew()
{
    TwoClocks clock;
    std::mutex mutex;
    QStringList told;
    const auto lastTold = [&] {
        const std::scoped_lock guard(mutex);
        return told.isEmpty() ? QString() : told.last();
    };
    Recorder::Options options;
    options.folder = m_folder;
    options.program = u"the test"_s;
    options.pause = 1ms;
    options.limits.retry = 10ms;
    Recorder recorder(options, clock, [&](const Sentence &sentence) {
        const std::scoped_lock guard(mutex);
        told += sentence.english();
    });
    const auto acquire = [&](const QByteArray &owner) {
        watch::Event event;
        event.at = clock.wallNow();
        event.type = watch::EventType::Acquired;
        event.name = LockName("a");
        event.deploymentId = {0};
        event.owner = OwnerId(owner);
        recorder.note({event});
        clock.advance(5ms);
    };
    QVERIFY(recorder.start());
    acquire("ann");
    QVERIFY(eventually([&] { return recorder.figures().events == 1; }));
    QVERIFY(QDir(m_home->filePath(u"records"_s)).removeRecursively());
    acquire("joe");
    QVERIFY(
        eventually([&] { return lastTold().endsWith(u" was removed while it was written"_s); }));
    QVERIFY(eventually([&] {
        clock.advance(10ms);
        return recorder.figures().trouble.isEmpty();
    }));
    QVERIFY2(lastTold().startsWith(u"recording goes on; 1 event since "_s), qPrintable(lastTold()));
    QCOMPARE(told.size(), 2);
    QCOMPARE(modeOf(m_folder), mode_t(0700));
    acquire("bob");
    QVERIFY(eventually([&] { return recorder.figures().events == 2; }));
    Recorder second(options, clock, [](const Sentence &) {});
    const auto refused = second.start();
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Busy);
    recorder.stop();
    RecordReader reader(m_folder);
    QByteArrayList owners;
    QVERIFY(reader.events({}, [&](const watch::Event &event) {
        owners += event.owner->bytes;
        return true;
    }));
    QCOMPARE(owners, QByteArrayList{"bob"});
    const auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks && marks->size() == 1);
    QCOMPARE(marks->front().kind, MarkKind::NotRecorded);
}

LOCKSCOPE_TEST_SUITE(TestRecorder)
#include "tst_recorder.moc"
