// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/profilehome.h"
#include "tests/app/top/fullscreen.h"
#include "tests/support/recordedservers.h"
#include "tests/support/testmain.h"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Everything that lockctl sends through a read-only profile, recorded between it and the servers.
class TestReadOnlyProof : public QObject, private ProfileHome
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void theProofFindsChanges();
    void commandsChangeNothing_data();
    void commandsChangeNothing();
    void topChangesNothing();
    void watchChangesNothing();
    void readingChangesNothingUnderSentinel();
    void readingChangesNothingInACluster();

private:
    static constexpr int total = 3;

    void readAll(RecordedServers servers);

    void proveNothingChanged() const
    {
        for (int i = 0; i < total; ++i) {
            QVERIFY2(!m_proxies[std::size_t(i)]->commands().empty() || i > 0,
                     "nothing was recorded");
            QCOMPARE(
                changingCommands(*m_servers[std::size_t(i)], m_proxies[std::size_t(i)]->commands()),
                QByteArrayList());
        }
        QCOMPARE(contents(), m_before);
    }
    QByteArrayList contents() const
    {
        QByteArrayList all;
        for (const auto &server : m_servers) {
            for (const Reply &key : server->command({"KEYS", "*"}).elements)
                all += key.bytes + ' ' + server->command({"DUMP", key.bytes}).bytes.toHex();
        }
        std::ranges::sort(all);
        return all;
    }

    std::vector<std::unique_ptr<RedisProcess>> m_servers;
    std::vector<std::unique_ptr<RecordingProxy>> m_proxies;
    QByteArrayList m_before;
};

void TestReadOnlyProof::initTestCase()
{
    LOCKSCOPE_REQUIRE_REDIS();
    for (int i = 0; i < total; ++i) {
        m_servers.push_back(std::make_unique<RedisProcess>());
        QVERIFY(m_servers.back()->start());
    }
}

// Leftovers of the test before, such as the latch of a release, would expire in the middle.
void TestReadOnlyProof::init()
{
    makeHome();
    const QByteArray owner = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
    const std::vector<std::vector<QByteArray>> written{
        {"FLUSHALL"},
        {"HSET", "orders:1", owner + ":7", "1"},
        {"PEXPIRE", "orders:1", "600000"},
        {"HSET", "fair", owner + ":7", "2"},
        {"PEXPIRE", "fair", "600000"},
        {"RPUSH", "redisson_lock_queue:{fair}", owner + ":8"},
        {"ZADD", "redisson_lock_timeout:{fair}", "99999999999999", owner + ":8"},
        {"HSET", "prices", "mode", "read", owner + ":7", "1"},
        {"PEXPIRE", "prices", "600000"},
        {"SET", "pool", "4"},
        {"SET", "job", owner, "PX", "600000"},
    };
    m_proxies.clear();
    QStringList urls;
    for (const auto &server : m_servers) {
        for (const auto &command : written)
            QVERIFY(!server->command(command).isError());
        m_proxies.push_back(std::make_unique<RecordingProxy>(server->port()));
        urls += u"redis://127.0.0.1:%1"_s.arg(m_proxies.back()->port());
    }
    QCOMPARE(save({u"look"_s, u"--url"_s, urls[0], u"--read-only"_s, u"--default"_s, u"--group"_s,
                   u"trio="_s + urls.join(u',')})
                 .status,
             0);
    m_before = contents();
}

// It would see what an ordinary profile does.
void TestReadOnlyProof::theProofFindsChanges()
{
    QCOMPARE(save({u"look"_s, u"--change"_s, u"--no-read-only"_s}).status, 0);
    const Ran ran = run({u"run"_s, u"another"_s, u"--"_s, u"true"_s});
    QVERIFY2(ran.status == 0, ran.err.constData());
    const QByteArrayList found = changingCommands(*m_servers[0], m_proxies[0]->commands());
    QVERIFY2(found.join().contains("EVAL"), found.join(' ').constData());
    QCOMPARE(changingCommands(*m_servers[0],
                              {{"PUBLISH", "a", "b"},
                               {"get", "a"},
                               {"CONFIG", "SET", "x", "y"},
                               {"config", "get", "notify-keyspace-events"},
                               {"CLIENT", "KILL", "ID", "1"},
                               {"DEL", "a"},
                               {"SCRIPT", "FLUSH"}})
                 .size(),
             5);
}

void TestReadOnlyProof::commandsChangeNothing_data()
{
    QTest::addColumn<QStringList>("command");
    const auto row = [](const QStringList &command) {
        QTest::addRow("%s", qPrintable(command.join(u' '))) << command;
    };
    row({u"list"_s});
    row({u"list"_s, u"--json"_s, u"--guesses"_s, u"--learn-names"_s, u"--observe"_s, u"500ms"_s});
    row({u"list"_s, u"--filter"_s, u"problem:any"_s, u"--prefix"_s, u"orders:"_s});
    row({u"show"_s, u"orders:1"_s, u"fair"_s, u"prices"_s, u"--observe"_s, u"500ms"_s});
    row({u"show"_s, u"fair"_s, u"--json"_s});
    row({u"queue"_s, u"fair"_s});
    row({u"permits"_s, u"pool"_s, u"--kind"_s, u"semaphore"_s});
    row({u"quorum"_s, u"job"_s, u"--group"_s, u"trio"_s});
    row({u"quorum"_s, u"--group"_s, u"trio"_s, u"--json"_s});
    row({u"blocking"_s});
    row({u"doctor"_s});
    row({u"doctor"_s, u"--json"_s});
    row({u"doctor"_s, u"--acl"_s});
    // Commands that act, as far as they come.
    row({u"unlock"_s, u"orders:1"_s, u"--force"_s, u"--dry-run"_s});
    row({u"unlock"_s, u"--filter"_s, u"orders:"_s, u"--force"_s, u"--dry-run"_s});
    row({u"unlock"_s, u"orders:1"_s, u"--force"_s, u"--yes"_s});
    row({u"unlock"_s, u"--filter"_s, u"orders:"_s, u"--force"_s, u"--yes"_s});
    row({u"queue"_s, u"fair"_s, u"nudge"_s, u"--dry-run"_s});
    row({u"queue"_s, u"fair"_s, u"nudge"_s, u"--yes"_s});
    row({u"permits"_s, u"pool"_s, u"add"_s, u"1"_s, u"--kind"_s, u"semaphore"_s, u"--yes"_s});
    row({u"acquire"_s, u"another"_s});
    row({u"acquire"_s, u"another"_s, u"--group"_s, u"trio"_s, u"--kind"_s, u"redlock"_s});
    row({u"run"_s, u"another"_s, u"--"_s, u"true"_s});
}

void TestReadOnlyProof::commandsChangeNothing()
{
    QFETCH(const QStringList, command);
    const bool isActing = command.contains(u"--yes"_s) || command.front() == "acquire"_L1
        || command.front() == "run"_L1;
    const Ran ran = run(command);
    if (isActing) {
        QVERIFY2(ran.says("read-only"), ran.err.constData());
        QVERIFY(ran.status != 0);
    } else {
        QVERIFY2(ran.status == 0 || (command.front() == "doctor"_L1 && ran.status == 1),
                 ran.err.constData());
        QVERIFY(m_proxies[0]->accepted() > 0);
    }
    for (int i = 0; i < total; ++i)
        QCOMPARE(
            changingCommands(*m_servers[std::size_t(i)], m_proxies[std::size_t(i)]->commands()),
            QByteArrayList());
    QCOMPARE(contents(), m_before);
}

void TestReadOnlyProof::topChangesNothing()
{
    FullScreen top(LOCKCTL_PATH);
    top.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
    top.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
    top.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
    QVERIFY(top.start({u"top"_s, u"--learn-names"_s}));
    QVERIFY(top.shows(u"orders:1"_s));
    QVERIFY(top.type("\r")); // a closer look at the first lock
    QVERIFY(top.type("q"));
    proveNothingChanged();
}

void TestReadOnlyProof::watchChangesNothing()
{
    Program watch(LOCKCTL_PATH);
    watch.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
    watch.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
    watch.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
    QVERIFY(watch.start({u"watch"_s, u"--json"_s}));
    QVERIFY(watch.prints("orders:1"));
    m_servers[0]->command({"DEL", "orders:1"});
    QVERIFY(watch.prints("released"));
    m_proxies[0]->cut(); // and it connects again
    QVERIFY(eventually([&] { return m_proxies[0]->accepted() > 2; }));
    watch.interrupt();
    QCOMPARE(watch.finish(), 3); // it was out of sight for a moment
    m_before = contents(); // the test itself has deleted a lock
    proveNothingChanged();
}

// Every reading command, through a read-only profile of this deployment.
void TestReadOnlyProof::readAll(RecordedServers servers)
{
    QCOMPARE(save({u"set"_s, u"--url"_s, servers.url(), u"--read-only"_s, u"--default"_s}).status,
             0);
    const QByteArrayList before = servers.contents();
    const QList<QStringList> commands{
        {u"list"_s},
        {u"list"_s, u"--json"_s, u"--guesses"_s, u"--learn-names"_s, u"--observe"_s, u"500ms"_s},
        {u"show"_s, u"orders:1"_s, u"fair"_s, u"prices"_s, u"--observe"_s, u"500ms"_s},
        {u"queue"_s, u"fair"_s},
        {u"blocking"_s},
        {u"doctor"_s, u"--observe"_s, u"1s"_s},
        {u"doctor"_s, u"--acl"_s}};
    for (const QStringList &command : commands) {
        const Ran ran = run(command);
        QVERIFY2(ran.status == 0 || (command.front() == "doctor"_L1 && ran.status == 1),
                 QByteArray(command.join(u' ').toUtf8() + ": " + ran.err).constData());
    }
    Program watch(LOCKCTL_PATH);
    watch.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
    watch.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
    watch.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
    QVERIFY(watch.start({u"watch"_s, u"--json"_s}));
    for (const char *name : {"orders:1", "fair", "prices"})
        QVERIFY(watch.prints(name));
    QCOMPARE(servers.unheard(), QByteArrayList());
    QCOMPARE(servers.changing(), QByteArrayList());
    QCOMPARE(servers.contents(), before);
    // The watch goes on meanwhile: one of its connections would show that it goes past a proxy.
    QVERIFY(servers.areAllRecorded());
}

void TestReadOnlyProof::readingChangesNothingUnderSentinel()
{
    SentinelSet set;
    QVERIFY(set.start());
    QVERIFY(writeLocksToSee([&set](const QByteArray &) { return set.primary(); }));
    QVERIFY(set.settle());
    readAll(RecordedServers::of(set));
}

void TestReadOnlyProof::readingChangesNothingInACluster()
{
    ClusterSet set;
    QVERIFY(set.start());
    QVERIFY(writeLocksToSee([&set](const QByteArray &key) { return set.ownerOf(key); }));
    QVERIFY(set.settle());
    readAll(RecordedServers::of(set));
}

LOCKSCOPE_TEST_SUITE(TestReadOnlyProof)
#include "tst_readonlyproof.moc"
