// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/recorder/recording.h"
#include "tests/support/readonlyfolder.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <sqlite3.h>
#include <sys/resource.h>

#include <csignal>
#include <set>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// No file may grow beyond this, as on a full disk, until it is destroyed.
class NoRoom
{
public:
    explicit NoRoom(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~NoRoom() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    NoRoom(const NoRoom &) = delete;
    NoRoom &operator=(const NoRoom &) = delete;

private:
    rlimit m_before{};
};

void execute(const QString &path, const char *sql)
{
    sqlite3 *handle = nullptr;
    QCOMPARE(sqlite3_open(QFile::encodeName(path).constData(), &handle), SQLITE_OK);
    QCOMPARE(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(handle);
}

} // namespace

// Whatever happens to the files: it is said once, nothing that was written is lost, and the record
// goes on as soon as it can.
class TestRecordFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"%1%2Fa"_s);
        const std::scoped_lock guard(m_mutex);
        m_told.clear();
    }

    void aFullDiskIsAGap();
    void tenFullDisks();
    void aFolderThatIsAFile();
    void aDamagedFileIsPutAside();
    void aFileThatIsNoDatabaseIsPutAside();
    void aFileThatIsDamagedMeanwhile();
    void aFileIsCheckedEachHour();
    void aNewerFileIsLeftAlone();
    void anUnfinishedRewriteIsDoneAgain();
    void readersSayWhatTheyCannotRead();
    void readsWhereNothingCanBeWritten_data();
    void readsWhereNothingCanBeWritten();

private:
    Recorder::Options options() const
    {
        Recorder::Options options;
        options.folder = m_folder;
        options.program = u"the test"_s;
        options.pause = 1ms;
        options.limits.retry = 10ms;
        return options;
    }
    std::function<void(const Sentence &)> tell()
    {
        return [this](const Sentence &sentence) {
            const std::scoped_lock guard(m_mutex);
            m_told.push_back(sentence.english());
        };
    }
    QStringList told()
    {
        const std::scoped_lock guard(m_mutex);
        return m_told;
    }
    // One lock with this owner, and its event, written.
    [[nodiscard]] bool record(Recorder &recorder, const QByteArray &owner)
    {
        const quint64 before = recorder.figures().events;
        put(recorder, owner);
        return eventually([&] { return recorder.figures().events > before; });
    }
    void put(Recorder &recorder, const QByteArray &owner)
    {
        watch::LockRecord lock;
        lock.id = {{0}, LockName("a")};
        lock.holds.emplace_back().owner = OwnerId(owner);
        recorder.note(lock.id, std::make_shared<const watch::LockRecord>(lock));
        watch::Event event;
        event.at = m_clock.wallNow();
        event.type = watch::EventType::Acquired;
        event.name = lock.id.name;
        event.deploymentId = lock.id.deployment;
        event.owner = OwnerId(owner);
        recorder.note({event});
        m_clock.advance(5ms);
    }
    QByteArray ownersIn(const QString &folder)
    {
        QByteArray owners;
        RecordReader reader(folder);
        const auto read = reader.events({}, [&](const watch::Event &event) {
            owners += event.owner->bytes + ' ';
            return true;
        });
        return read ? owners : "?";
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
    TwoClocks m_clock;
    std::mutex m_mutex;
    QStringList m_told;
};

void TestRecordFaults::aFullDiskIsAGap()
{
    Recorder recorder(options(), m_clock, tell());
    QVERIFY(recorder.start());
    QVERIFY(record(recorder, "ann"));
    m_clock.advance(1min);
    {
        // Room enough to open a file and for its index, but not for what is to be written.
        const NoRoom full(40'000);
        std::mt19937 random(1);
        QByteArray large(100'000, '\0');
        std::ranges::generate(large, [&] { return static_cast<char>(random()); });
        put(recorder, large);
        QVERIFY(eventually([&] { return !recorder.figures().trouble.isEmpty(); }));
        for (int i = 0; i < 5; ++i) { // still full: not said again
            put(recorder, large);
            m_clock.advance(1s);
            QVERIFY(eventually([&] { return recorder.waiting() == 0; }));
        }
        QCOMPARE(told().size(), 1);
    }
    QVERIFY(eventually([&] {
        m_clock.advance(10ms);
        return recorder.figures().trouble.isEmpty();
    }));
    QVERIFY(record(recorder, "joe"));
    recorder.stop();
    QVERIFY2(told().first().startsWith(u"the record "_s), qPrintable(told().first()));
    QCOMPARE(told().size(), 2);
    QVERIFY2(told().last().startsWith(u"recording goes on; 6 events since "_s),
             qPrintable(told().last()));
    QCOMPARE(ownersIn(m_folder), "ann joe ");
    RecordReader reader(m_folder);
    const auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks && marks->size() == 1);
    QCOMPARE(marks->front().kind, MarkKind::NotRecorded);
    QCOMPARE(marks->front().events, qint64(6));
    QVERIFY(!marks->front().reason.isEmpty());
    const auto past = reader.stateAt(m_clock.wallNow());
    QVERIFY(past);
    QCOMPARE(past->picture.locks().begin()->second->holds[0].owner.bytes, "joe");
}

// At random places, in one record: whatever is not in it is counted.
void TestRecordFaults::tenFullDisks()
{
    constexpr int times = 10;
    Recorder recorder(options(), m_clock, tell());
    QVERIFY(recorder.start());
    std::mt19937 random(10);
    qint64 put = 0;
    for (int i = 0; i < times; ++i) {
        QVERIFY(record(recorder, "before" + QByteArray::number(i)));
        ++put;
        m_clock.advance(1s);
        {
            qint64 size = 0;
            for (const QFileInfo &file : QDir(m_folder).entryInfoList(QDir::Files))
                size = std::max(size, file.size());
            const NoRoom full(static_cast<rlim_t>(size) + random() % 200'000);
            QByteArray large(100'000, '\0');
            int more = std::uniform_int_distribution<int>(0, 10)(random); // once it is full
            QVERIFY(eventually([&] {
                std::ranges::generate(large, [&] { return static_cast<char>(random()); });
                this->put(recorder, large);
                ++put;
                return !recorder.figures().trouble.isEmpty() && more-- <= 0;
            }));
            QVERIFY(eventually([&] { return recorder.waiting() == 0; }));
        }
        QVERIFY(eventually([&] {
            m_clock.advance(10ms);
            return recorder.figures().trouble.isEmpty();
        }));
    }
    QVERIFY(record(recorder, "last"));
    ++put;
    recorder.stop();
    RecordReader reader(m_folder);
    qint64 kept = 0;
    std::set<QByteArray> owners;
    QVERIFY(reader.events({}, [&](const watch::Event &event) {
        ++kept;
        owners.insert(event.owner->bytes);
        return true;
    }));
    QVERIFY(owners.contains("last"));
    const auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks && reader.faults().empty());
    // A retry may find room for a little, until that is full, too.
    QVERIFY(marks->size() >= std::size_t(times));
    QCOMPARE(told().size(), 2 * qsizetype(marks->size()));
    for (const RecordMark &mark : *marks) {
        QCOMPARE(mark.kind, MarkKind::NotRecorded);
        QVERIFY(mark.events > 0 && !mark.reason.isEmpty());
        kept += mark.events;
    }
    QCOMPARE(kept, put);
}

void TestRecordFaults::aFolderThatIsAFile()
{
    QFile file(m_folder);
    QVERIFY(file.open(QIODevice::WriteOnly));
    Recorder recorder(options(), m_clock, tell());
    const auto started = recorder.start();
    QVERIFY(!started);
    QVERIFY(started.error().text.english().endsWith(u"is not a folder"_s));
    put(recorder, "ann"); // the watch goes on
}

void TestRecordFaults::aDamagedFileIsPutAside()
{
    {
        Recorder recorder(options(), m_clock, tell());
        QVERIFY(recorder.start());
        for (int i = 0; i < 200; ++i)
            put(recorder, "ann" + QByteArray::number(i));
    }
    const QString path = recordFiles(m_folder).front().path;
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.size() >= 8192);
    QVERIFY(file.seek(4096));
    QCOMPARE(file.write(QByteArray(4096, 'x')), 4096);
    file.close();
    const WallInstant then = m_clock.wallNow();
    m_clock.advance(1s);
    Recorder recorder(options(), m_clock, tell());
    QVERIFY(recorder.start());
    QVERIFY(record(recorder, "bob"));
    QVERIFY(QFile::exists(path + u".damaged-1"_s));
    QCOMPARE(told().size(), 1);
    QVERIFY2(told().first().contains(u"it was renamed to "_s), qPrintable(told().first()));
    QCOMPARE(ownersIn(m_folder), "bob ");
    // That nothing was recorded then would be wrong.
    RecordReader reader(m_folder);
    const auto past = reader.stateAt(then);
    QVERIFY(!past && isCorrupt(past.error()));
    QVERIFY2(past.error().text.english().contains(u".damaged-1; the other files "_s),
             qPrintable(past.error().text.english()));
    QCOMPARE(reader.putAside(then, then).size(), std::size_t(1));
    QCOMPARE(reader.putAside(WallInstant::min(), WallInstant::max()).size(), std::size_t(1));
    QVERIFY(reader.putAside(then + 48h, WallInstant::max()).empty());
}

void TestRecordFaults::aFileThatIsNoDatabaseIsPutAside()
{
    QVERIFY(makeRecordFolder(m_folder));
    const QString path = openPath(m_folder, 1, dayOf(m_clock.wallNow()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("not a database, but of some length, which is what SQLite looks at first");
    file.close();
    Recorder recorder(options(), m_clock, tell());
    QVERIFY(recorder.start());
    QVERIFY(record(recorder, "bob"));
    QVERIFY(QFile::exists(path + u".damaged-1"_s));
    QCOMPARE(told().size(), 1);
}

void TestRecordFaults::aFileThatIsDamagedMeanwhile()
{
    Recorder recorder(options(), m_clock, tell());
    QVERIFY(recorder.start());
    QVERIFY(record(recorder, "ann"));
    const QString path = recordFiles(m_folder).front().path;
    execute(path, "DROP TABLE chunk");
    put(recorder, "bob");
    QVERIFY(eventually([&] {
        m_clock.advance(10ms);
        return told().size() == 2;
    }));
    QVERIFY(QFile::exists(path + u".damaged-1"_s));
    QVERIFY2(told().first().contains(u" is damaged; it was renamed to "_s),
             qPrintable(told().first()));
    QVERIFY(record(recorder, "joe"));
    QCOMPARE(ownersIn(m_folder), "joe ");
}

// Where the writer does not look again: it writes into a file of its own (WAL).
void TestRecordFaults::aFileIsCheckedEachHour()
{
    for (int run = 0; run < 2; ++run) {
        Recorder recorder(options(), m_clock, tell());
        QVERIFY(recorder.start());
        for (int i = 0; run == 0 && i < 3000; ++i)
            put(recorder, QByteArray::number(i).repeated(50));
        if (run == 0)
            continue; // its end brings all into the file
        QVERIFY(record(recorder, "bob"));
        const QString path = recordFiles(m_folder).front().path;
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        const qsizetype damage = file.size() / 2;
        QVERIFY(damage > 4 * 4096 && file.seek(damage));
        QCOMPARE(file.write(QByteArray(damage, 'x')), damage);
        file.close();
        QVERIFY(told().isEmpty());
        m_clock.advance(61min);
        QVERIFY(eventually([&] {
            m_clock.advance(10ms);
            return !told().isEmpty();
        }));
        QVERIFY2(told().first().contains(u" is damaged; it was renamed to "_s),
                 qPrintable(told().first()));
        QVERIFY(QFile::exists(path + u".damaged-1"_s));
    }
}

void TestRecordFaults::aNewerFileIsLeftAlone()
{
    {
        Recorder recorder(options(), m_clock, tell());
        QVERIFY(recorder.start());
        QVERIFY(record(recorder, "ann"));
    }
    const QString path = recordFiles(m_folder).front().path;
    execute(path, "PRAGMA user_version=99");
    m_clock.advance(1s);
    Recorder recorder(options(), m_clock, tell());
    QVERIFY(recorder.start());
    QVERIFY(record(recorder, "bob"));
    QVERIFY(QFile::exists(path));
    QCOMPARE(ownersIn(m_folder), "bob ");
    RecordReader reader(m_folder);
    QVERIFY(reader.stateAt(m_clock.wallNow()));
    QCOMPARE(reader.faults().size(), std::size_t(1));
    QVERIFY(reader.faults().begin()->second.text.english().endsWith(
        u"was written by a newer version of Lockscope"_s));
}

// The program ended while it rewrote a day.
void TestRecordFaults::anUnfinishedRewriteIsDoneAgain()
{
    {
        Recorder recorder(options(), m_clock, tell());
        QVERIFY(recorder.start());
        QVERIFY(record(recorder, "ann"));
    }
    const RecordFile first = recordFiles(m_folder).front();
    QFile draft(closedPath(first) + u".draft"_s);
    QVERIFY(draft.open(QIODevice::WriteOnly));
    draft.write("half");
    draft.close();
    m_clock.advance(24h);
    Recorder recorder(options(), m_clock, tell());
    QVERIFY(recorder.start());
    QVERIFY(record(recorder, "bob"));
    QVERIFY(eventually([&] { return QFile::exists(closedPath(first)); }));
    QVERIFY(eventually([&] { return !QFile::exists(first.path); }));
    QVERIFY(!draft.exists());
    QCOMPARE(ownersIn(m_folder), "ann bob ");
    QVERIFY(told().isEmpty());
}

void TestRecordFaults::readersSayWhatTheyCannotRead()
{
    {
        Recorder recorder(options(), m_clock, tell());
        QVERIFY(recorder.start());
        QVERIFY(record(recorder, "ann"));
        m_clock.advance(24h);
        QVERIFY(record(recorder, "bob"));
    }
    const RecordFile first = recordFiles(m_folder).front();
    QFile file(first.path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QByteArray(8192, 'x'));
    file.close();
    RecordReader reader(m_folder);
    QByteArray owners;
    QVERIFY(reader.events({}, [&](const watch::Event &event) {
        owners += event.owner->bytes;
        return true;
    }));
    QCOMPARE(owners, "bob");
    QCOMPARE(reader.faults().size(), std::size_t(1));
    QVERIFY(reader.faults().begin()->second.text.english().endsWith(u" is damaged"_s));
}

void TestRecordFaults::readsWhereNothingCanBeWritten_data()
{
    QTest::addColumn<bool>("hasLog");
    QTest::newRow("with the log of its writer") << true;
    QTest::newRow("without a log") << false;
}

// A copy of what a killed writer leaves, on another machine.
void TestRecordFaults::readsWhereNothingCanBeWritten()
{
    QFETCH(bool, hasLog);
    Recorder recorder(options(), m_clock, tell());
    QVERIFY(recorder.start());
    QVERIFY(record(recorder, "ann"));
    QVERIFY(record(recorder, "bob"));
    if (!hasLog)
        recorder.stop();
    const QString path = recordFiles(m_folder).front().path;
    const QString name = QFileInfo(path).fileName();
    const QString folder = m_home->filePath(u"elsewhere"_s);
    const ReadOnlyFolder elsewhere(folder);
    if (!elsewhere.problem().isEmpty())
        QSKIP(qPrintable(elsewhere.problem()));
    QVERIFY(QFile::copy(path, folder + u'/' + name));
    if (hasLog)
        QVERIFY(QFile::copy(path + u"-wal"_s, folder + u'/' + name + u"-wal"_s));
    QVERIFY(elsewhere.close());

    RecordReader reader(folder);
    QByteArray owners;
    QVERIFY(reader.events({}, [&](const watch::Event &event) {
        owners += event.owner->bytes;
        return true;
    }));
    QVERIFY2(reader.faults().empty(),
             reader.faults().empty() ? ""
                                     : qPrintable(reader.faults().begin()->second.text.english()));
    QCOMPARE(owners, "annbob");
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), hasLog ? 2 : 1);
}

LOCKSCOPE_TEST_SUITE(TestRecordFaults)
#include "tst_recordfaults.moc"
