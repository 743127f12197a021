// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/recordkeeper.h"
#include "core/recorder/recordreader.h"
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;

// The records that the console keeps of the servers it sees.
class tst_RecordKeeper : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init();
    void cleanup();

    void theConsoleRecordsWhatItSees();
    void recordsFromTheSwitchOn();
    void aPauseIsAGap();
    void anotherWriterIsNamed();
    void saysThatItCannotWrite();

private:
    void serverUp(int number, const QString &profile = {});
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    // Locks of the record as it is on the disk by now.
    std::set<QByteArray> recorded(const QString &record) const
    {
        recorder::RecordReader reader(recorder::recordFolder(record));
        std::set<QByteArray> names;
        const auto span = reader.span();
        const auto past = span ? reader.stateAt(span->second) : fail(ErrorKind::Internal, u""_s);
        if (past) {
            for (const auto &[id, lock] : past->picture.locks())
                names.insert(id.name.bytes);
        }
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    SystemClock m_clock;
    std::unique_ptr<ui::WatchClient> m_client;
    watch::WatchMailbox *m_mailbox = nullptr;
    std::unique_ptr<QObject> m_feeds;
    std::unique_ptr<RecordKeeper> m_keeper;
    ui::RecordingState m_state;
    QStringList m_notices;
};

void tst_RecordKeeper::init()
{
    failOnAnyWarning();
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("LOCKSCOPE_RECORDS", QFile::encodeName(m_folder->path()));
    m_client = std::make_unique<ui::WatchClient>(m_clock);
    m_mailbox = &m_client->addSource();
    m_feeds = std::make_unique<QObject>();
    auto *health = new ui::HealthFeed(*m_client, m_clock, m_feeds.get());
    m_keeper = std::make_unique<RecordKeeper>(*m_client, *health, m_clock);
    m_state = {};
    m_notices.clear();
    connect(m_keeper.get(), &RecordKeeper::changed, this,
            [this](const ui::RecordingState &state) { m_state = state; });
    connect(m_keeper.get(), &RecordKeeper::notice, this,
            [this](const QString &text) { m_notices += text; });
}

void tst_RecordKeeper::cleanup()
{
    m_keeper.reset();
    m_feeds.reset();
    m_client.reset();
    QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void tst_RecordKeeper::serverUp(int number, const QString &profile)
{
    watch::ServerRecord server;
    server.server = {number};
    server.deployment = {number};
    server.label = u"redis://127.0.0.1:%1"_s.arg(6379 + number);
    server.state = watch::ServerState::Up;
    if (!profile.isEmpty())
        m_client->setPlace({number}, {server.label, profile, profile::Tag::Production});
    m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    QVERIFY(eventually([&] { return m_client->servers().rowOf(watch::ServerId{number}) >= 0; }));
}

// The program itself, as it is switched on in the settings of its last run.
void tst_RecordKeeper::theConsoleRecordsWhatItSees()
{
    RedisProcess server;
    QVERIFY(server.start());
    const LockWriter locks(server);
    locks.acquire("orders", ann, 600'000);
    const QString config = m_folder->filePath(u"config/lockscope"_s);
    QVERIFY(QDir().mkpath(config));
    QFile settings(config + u"/lockscope.ini"_s);
    QVERIFY(settings.open(QIODevice::WriteOnly));
    settings.write("[window]\nrecords=true\n");
    settings.close();
    Program console(LOCKSCOPE_PATH);
    console.setVariable(u"XDG_CONFIG_HOME"_s, m_folder->filePath(u"config"_s));
    console.setVariable(u"LOCKSCOPE_RECORDS"_s, m_folder->path());
    console.setVariable(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    QVERIFY(console.start({server.url()}));
    QVERIFY(eventually([&] { return recorded(server.url()).contains("orders"); }));
    locks.acquire("stock", bob, 600'000);
    QVERIFY(eventually([&] { return recorded(server.url()).contains("stock"); }));
    console.signal(SIGTERM);
    QCOMPARE(console.finish(), 0);
    recorder::RecordReader reader(recorder::recordFolder(server.url()));
    bool isAcquired = false;
    QVERIFY(reader.events({}, [&](const watch::Event &event) {
        isAcquired |= event.type == watch::EventType::Acquired && event.name == LockName("stock");
        return true;
    }));
    QVERIFY(isAcquired);
}

void tst_RecordKeeper::recordsFromTheSwitchOn()
{
    serverUp(0, u"shop"_s);
    put(heldLock("before", m_clock));
    QVERIFY(eventually([&] { return m_client->locks().lockCount() == 1; }));
    QVERIFY(recorder::recordNames().empty());
    m_keeper->setWanted(true);
    QVERIFY(m_state.since);
    QCOMPARE(m_state.records, QStringList{u"shop"_s});
    put(heldLock("after", m_clock));
    QVERIFY(eventually([&] {
        return recorded(u"shop"_s) == std::set<QByteArray>{"after", "before"};
    }));
    // A server that comes later has its own.
    serverUp(1);
    put(heldLock("elsewhere", m_clock, std::chrono::seconds(20), 1));
    QVERIFY(eventually([&] {
        return recorded(u"redis://127.0.0.1:6380"_s) == std::set<QByteArray>{"elsewhere"};
    }));
    QCOMPARE(m_state.records, (QStringList{u"redis://127.0.0.1:6380"_s, u"shop"_s}));
    m_client->removeDeployment({1});
    QCOMPARE(m_state.records, QStringList{u"shop"_s});
    QVERIFY(recorder::FolderLock::holderOf(recorder::recordFolder(u"redis://127.0.0.1:6380"_s))
                .isEmpty());

    m_keeper->setWanted(false);
    QCOMPARE(m_state, ui::RecordingState());
    put(heldLock("late", m_clock));
    QVERIFY(eventually([&] { return m_client->locks().lockCount() == 3; }));
    QVERIFY(!recorded(u"shop"_s).contains("late"));
    QCOMPARE(m_notices, QStringList());
}

void tst_RecordKeeper::aPauseIsAGap()
{
    serverUp(0);
    m_keeper->setWanted(true);
    m_client->setPaused(true);
    m_keeper->stop();
    recorder::RecordReader reader(recorder::recordFolder(u"redis://127.0.0.1:6379"_s));
    const auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    QVERIFY(marks);
    QCOMPARE(marks->size(), std::size_t(1));
    QCOMPARE(marks->front().reason, u"the display of the recording console was paused"_s);
}

void tst_RecordKeeper::anotherWriterIsNamed()
{
    const QString folder = recorder::recordFolder(u"shop"_s);
    auto lock = recorder::FolderLock::take(folder, u"lockctl record"_s, m_clock.wallNow());
    QVERIFY(lock);
    serverUp(0, u"shop"_s);
    m_keeper->setWanted(true);
    QCOMPARE(m_state.elsewhere, QStringList{u"shop"_s});
    QCOMPARE(m_state.records, QStringList());
    QCOMPARE(m_state.trouble, QString());
    QCOMPARE(m_notices.size(), 1);
    QVERIFY2(m_notices.front().contains("lockctl record"_L1), qPrintable(m_notices.front()));
    // It takes over once that one has ended.
    lock->reset();
    serverUp(1); // a reason to look again
    QCOMPARE(m_state.elsewhere, QStringList());
    QVERIFY(m_state.records.contains(u"shop"_s));
}

void tst_RecordKeeper::saysThatItCannotWrite()
{
    QFile blocking(m_folder->filePath(u"shop"_s)); // where its folder would be
    QVERIFY(blocking.open(QIODevice::WriteOnly));
    serverUp(0, u"shop"_s);
    m_keeper->setWanted(true);
    QCOMPARE(m_state.records, QStringList());
    QVERIFY(!m_state.trouble.isEmpty());
    QCOMPARE(m_notices, QStringList{m_state.trouble});
    serverUp(1); // tried again, and not said again
    QCOMPARE(m_notices.size(), 1);
}

LOCKSCOPE_TEST_SUITE(tst_RecordKeeper)
#include "tst_recordkeeper.moc"
