// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/clashes.h"
#include "tests/core/recorder/recordedwatch.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Redlocks over three real servers, which a real watch records: two owners with a majority are
// found with what took it from the first. The clients do what those of redis.io and Redisson do,
// without the care that ours takes for restarted servers (tst_history has our own).
class TestQuorumClashesOnServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"one"_s);
        std::vector<redis::Target> targets;
        m_group = {u"main"_s, {}, false};
        for (auto &server : m_servers) {
            server = std::make_unique<RedisProcess>();
            QVERIFY(server->start());
            targets.push_back(server->target());
            m_group.labels.push_back(targets.back().label());
        }
        m_watch = std::make_unique<RecordedWatch>(m_folder);
        QVERIFY(m_watch->start(targets));
    }
    void cleanup()
    {
        m_watch.reset();
        for (auto &server : m_servers)
            server.reset();
    }

    void aMemberRestartsWithoutTheLock();
    void aMemberIsFlushed();
    void theLeasesRunOut();
    void threadsOfRedisson();
    void nothingWhereAllIsRight();

private:
    // On how many of them it got it.
    int acquire(const QByteArray &token, const QByteArray &lease,
                const std::vector<std::size_t> &places)
    {
        int votes = 0;
        for (const std::size_t place : places) {
            const Reply reply =
                m_servers[place]->command({"SET", "lock:job", token, "NX", "PX", lease});
            votes += reply.isOk() ? 1 : 0;
        }
        return votes;
    }
    void release(const QByteArray &token)
    {
        for (const auto &server : m_servers)
            server->command({"EVAL",
                             "if redis.call('get',KEYS[1])==ARGV[1] then return "
                             "redis.call('del',KEYS[1]) end return 0",
                             "1", "lock:job", token});
    }
    [[nodiscard]] bool areHeldBy(const QByteArray &owner, const std::vector<int> &places)
    {
        return std::ranges::all_of(
            places, [&](int place) { return m_watch->isHeldBy("lock:job", owner, place); });
    }
    [[nodiscard]] bool restart(int place)
    {
        RedisProcess &server = *m_servers[static_cast<std::size_t>(place)];
        server.kill();
        return m_watch->isDown(place) && server.restart() && m_watch->isUp(place)
            && m_watch->isHeldBy("lock:job", {}, place);
    }
    ClashReport found(bool isNamed = true)
    {
        m_watch->stop();
        RecordReader reader(m_folder);
        using Groups = std::vector<insight::GroupMembers>;
        auto report = findClashes(reader, {}, isNamed ? Groups{m_group} : Groups());
        return report && reader.faults().empty() ? std::move(*report) : ClashReport();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
    std::array<std::unique_ptr<RedisProcess>, 3> m_servers;
    insight::GroupMembers m_group;
    std::unique_ptr<RecordedWatch> m_watch;
    const QByteArray m_ann = "aaaaaaaaaaaaaaaaaaaa";
    const QByteArray m_bob = "bbbbbbbbbbbbbbbbbbbb";
};

// The third did not answer the first owner in time.
void TestQuorumClashesOnServer::aMemberRestartsWithoutTheLock()
{
    QCOMPARE(acquire(m_ann, "60000", {0, 1}), 2);
    QVERIFY(areHeldBy(m_ann, {0, 1}));
    QVERIFY(restart(1));
    QCOMPARE(acquire(m_bob, "60000", {0, 1, 2}), 2);
    QVERIFY(areHeldBy(m_bob, {1, 2}));
    release(m_ann); // it is done, long before its leases end
    QVERIFY(areHeldBy({}, {0}));
    release(m_bob);
    QVERIFY(areHeldBy({}, {1, 2}));
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const Clash &clash = report.clashes.front();
    QCOMPARE(clash.cause, ClashCause::Restarted);
    QCOMPARE(clash.keptLog, std::optional(false));
    QCOMPARE(clash.server, m_group.labels[1]);
    QCOMPARE(clash.first.bytes, m_ann);
    QCOMPARE(clash.second.bytes, m_bob);
    QVERIFY(clash.quorum && clash.quorum->isOverlapping && !clash.quorum->isOwnerInferred);
    QCOMPARE(clash.quorum->group, u"main"_s);
    QCOMPARE(clash.quorum->members.size(), std::size_t(1));
    QVERIFY(clash.sign && clash.sign->type == watch::EventType::Released);
    QVERIFY(clash.endedAt && *clash.endedAt >= clash.takenAt);
    // The same without a name for the group.
    const ClashReport unnamed = found(false);
    QCOMPARE(unnamed.clashes.size(), std::size_t(1));
    QVERIFY(unnamed.clashes.front().quorum->isGroupInferred);
}

void TestQuorumClashesOnServer::aMemberIsFlushed()
{
    QCOMPARE(acquire(m_ann, "60000", {0, 1, 2}), 3);
    QVERIFY(areHeldBy(m_ann, {0, 1, 2}));
    for (const int place : {0, 1}) {
        m_servers[static_cast<std::size_t>(place)]->command({"FLUSHALL"});
        QVERIFY(areHeldBy({}, {place}));
    }
    QCOMPARE(acquire(m_bob, "60000", {0, 1, 2}), 2);
    QVERIFY(areHeldBy(m_bob, {0, 1}));
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Flushed);
    QCOMPARE(report.clashes.front().quorum->members.size(), std::size_t(2));
}

void TestQuorumClashesOnServer::theLeasesRunOut()
{
    QCOMPARE(acquire(m_ann, "400", {0, 1, 2}), 3);
    QVERIFY(areHeldBy(m_ann, {0, 1, 2}));
    QVERIFY(areHeldBy({}, {0, 1, 2}));
    QCOMPARE(acquire(m_bob, "60000", {0, 1, 2}), 3);
    QVERIFY(areHeldBy(m_bob, {0, 1, 2}));
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Expired);
    QVERIFY(!report.clashes.front().quorum->isOverlapping);
}

// Each of a RedissonRedLock's locks is of a client of its own.
void TestQuorumClashesOnServer::threadsOfRedisson()
{
    const auto owner = [](int client, int thread) {
        return QByteArray("3f1c2a5e-9b7d-4c11-8a22-01234567890" + QByteArray::number(client) + ':'
                          + QByteArray::number(thread));
    };
    const auto lock = [&](int place, const QByteArray &who) {
        LockWriter(*m_servers[static_cast<std::size_t>(place)]).acquire("lock:job", who, 60'000);
    };
    for (const int place : {0, 1, 2}) {
        lock(place, owner(place, 42));
        QVERIFY(areHeldBy(owner(place, 42), {place}));
    }
    QVERIFY(restart(0));
    QVERIFY(restart(2));
    for (const int place : {0, 2}) {
        lock(place, owner(place + 5, 7));
        QVERIFY(areHeldBy(owner(place + 5, 7), {place}));
    }
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const Clash &clash = report.clashes.front();
    QCOMPARE(clash.cause, ClashCause::Restarted);
    QVERIFY(clash.quorum->isOwnerInferred && clash.quorum->isOverlapping);
    QCOMPARE(clash.quorum->firstVotes, std::size_t(3));
    QCOMPARE(clash.second.bytes, owner(7, 7));
}

void TestQuorumClashesOnServer::nothingWhereAllIsRight()
{
    for (int i = 0; i < 10; ++i) {
        const QByteArray token = "tokentokentoken" + QByteArray::number(i);
        QCOMPARE(acquire(token, "60000", {0, 1, 2}), 3);
        QVERIFY(areHeldBy(token, {0, 1, 2}));
        release(token); // the next one comes before this is seen
    }
    QVERIFY(areHeldBy({}, {0, 1, 2}));
    // A minority, which its owner could not give back, and which a restart takes.
    QCOMPARE(acquire(m_ann, "60000", {0, 1}), 2);
    QCOMPARE(acquire(m_bob, "60000", {2}), 1);
    QVERIFY(areHeldBy(m_bob, {2}));
    QVERIFY(restart(2));
    const ClashReport report = found();
    QVERIFY(report.clashes.empty());
    QVERIFY(report.lapsing.empty());
    QCOMPARE(report.several, qint64(0));
}

LOCKSCOPE_TEST_SUITE(TestQuorumClashesOnServer)
#include "tst_quorumclashesonserver.moc"
