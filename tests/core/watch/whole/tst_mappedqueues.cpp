// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/mappedqueues.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using format::MappedQueues;
using watch::EventType;

namespace {

const QByteArray cat = "cccccccc-9b7d-4c11-8a22-0123456789ab:9";

// As a waiting thread of a fair lock listens.
std::unique_ptr<Listener> listening(const RedisProcess &server, const QByteArray &lock,
                                    const QByteArray &waiter)
{
    return std::make_unique<Listener>(server, "SUBSCRIBE",
                                      "redisson_lock__channel:{" + lock + "}:" + waiter);
}

QByteArray ownersOf(const watch::LockRecord &lock)
{
    QByteArrayList owners;
    if (lock.waiters) {
        for (const watch::WaiterRecord &waiter : *lock.waiters)
            owners.append(waiter.owner.bytes);
    }
    return owners.join(' ');
}

QString reasonOf(const watch::LockRecord &lock)
{
    const std::vector<watch::Candidate> &candidates = lock.candidates;
    return candidates.empty() ? QString() : candidates.front().reason.english();
}

} // namespace

// Fair locks of Redisson before 3.52 under a NameMapper: the lock is app:f, its queue that of f,
// and its waiters listen to channels of app:f.
class TestMappedQueues : public QObject
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

    void remembersWhatIsProved();
    void findsNamesBeforeTheMapping();
    void showsOneLock_data();
    void showsOneLock();
    void isFollowed();
    void twoMappersAreNotOne();
    void namesAloneAreSaidOnly();
    void aLockOfThatNameIsItself();
    void aQueueThatIsAskedForSaysWhoseItIs();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestMappedQueues::remembersWhatIsProved()
{
    const LockName f("f");
    const LockName app("app:f");
    const LockName other("other:f");
    MappedQueues queues;
    QVERIFY(!queues.lockOf(f));
    QVERIFY(queues.suspect(f, {other, app}));
    QVERIFY(!queues.suspect(f, {app, other}));
    QCOMPARE(queues.locksOf(f), (std::vector<LockName>{app, other}));
    QVERIFY(!queues.lockOf(f) && !queues.queueOf(app) && !queues.isProved(f));
    QVERIFY(queues.learn(f, app));
    QVERIFY(!queues.learn(f, app));
    QCOMPARE(queues.lockOf(f), std::optional(app));
    QCOMPARE(queues.queueOf(app), std::optional(f));
    QCOMPARE(queues.locksOf(f), std::vector<LockName>{app});
    QVERIFY(queues.learn(f, other)); // two mappers lead to one queue
    QVERIFY(!queues.lockOf(f) && !queues.queueOf(app) && !queues.queueOf(other));
    QCOMPARE(queues.locksOf(f), (std::vector<LockName>{app, other}));
    queues.keepApart(LockName("g"));
    QVERIFY(queues.learn(LockName("g"), LockName("app:g")));
    QVERIFY(!queues.lockOf(LockName("g")));
    QCOMPARE(queues.queueOf(LockName("app:g")), std::optional(LockName("g")));
}

void TestMappedQueues::findsNamesBeforeTheMapping()
{
    const auto names = format::unmappedNames(LockName("a:b:f"));
    for (const char *name : {"b:f", "f", "a", "a:b"})
        QVERIFY2(std::find(names.begin(), names.end(), LockName(name)) != names.end(), name);
    QCOMPARE(names.size(), 4);
    QVERIFY(format::unmappedNames(LockName("f:")).empty());
    QVERIFY(format::unmappedNames(LockName(QByteArray(200, ':'))).size() <= 16);
    QVERIFY(format::mayBeMapped(LockName("app:f"), LockName("f")));
    QVERIFY(format::mayBeMapped(LockName("f.app"), LockName("f")));
    QVERIFY(!format::mayBeMapped(LockName("appf"), LockName("f")));
    QVERIFY(!format::mayBeMapped(LockName("f"), LockName("f")));
    QVERIFY(!format::mayBeMapped(LockName("app:"), LockName("")));
}

void TestMappedQueues::showsOneLock_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("prefix");
    QTest::addColumn<bool>("isLive");
    QTest::addColumn<bool>("isFree");
    QTest::newRow("all") << QByteArray() << QByteArray() << false << false;
    QTest::newRow("all, live") << QByteArray() << QByteArray() << true << false;
    QTest::newRow("by its prefix") << QByteArray() << QByteArray("app:") << false << false;
    QTest::newRow("by its prefix, live") << QByteArray() << QByteArray("app:") << true << false;
    QTest::newRow("by its name") << QByteArray("app:f") << QByteArray() << false << false;
    QTest::newRow("by its name, live") << QByteArray("app:f") << QByteArray() << true << false;
    QTest::newRow("free") << QByteArray() << QByteArray() << false << true;
    QTest::newRow("free, by its name") << QByteArray("app:f") << QByteArray() << false << true;
}

void TestMappedQueues::showsOneLock()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, prefix);
    QFETCH(bool, isLive);
    QFETCH(bool, isFree);
    const LockWriter writer(*m_server);
    if (!isFree)
        writer.acquire("app:f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    writer.enqueue("f", cat, 600'000);
    const auto listener = listening(*m_server, "app:f", bob);
    watch::WatchOptions options;
    options.events = isLive;
    if (!name.isEmpty())
        options.names = {LockName(name)};
    if (!prefix.isEmpty())
        options.prefixes = {prefix};
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY2(watching.locks.contains("app:f"), "not found");
    const watch::LockRecord &lock = watching.locks["app:f"];
    QCOMPARE(*lock.kind, QByteArray("fair"));
    QCOMPARE(lock.state, isFree ? watch::LockState::Free : watch::LockState::Contended);
    QCOMPARE(ownersOf(lock), bob + ' ' + cat);
    QCOMPARE(lock.holds.size(), isFree ? 0 : 1);
    QVERIFY2(reasonOf(lock).startsWith(u"its queue has the name f"), qPrintable(reasonOf(lock)));
    QVERIFY(!watching.locks.contains("f"));
}

// Waiters come and go, holders change; the queue never stands beside its lock again.
void TestMappedQueues::isFollowed()
{
    const LockWriter writer(*m_server);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    writer.acquire("app:f", ann, 60'000);
    QVERIFY(watching.has("app:f"));
    const auto first = listening(*m_server, "app:f", bob);
    writer.enqueue("f", bob, 300'000);
    QVERIFY(watching.until(
        [&] { return ownersOf(watching.locks["app:f"]) == bob && !watching.locks.contains("f"); }));
    const auto second = listening(*m_server, "app:f", cat);
    writer.enqueue("f", cat, 600'000);
    QVERIFY(watching.until([&] { return ownersOf(watching.locks["app:f"]) == bob + ' ' + cat; }));
    QVERIFY(watching.until([&] {
        const auto &waiters = watching.locks["app:f"].waiters;
        return waiters && waiters->front().listening == std::optional(true);
    }));
    watching.events.clear();
    m_server->command({"DEL", "app:f"});
    QVERIFY(watching.until([&] { return watching.locks["app:f"].holds.empty(); }));
    writer.leave("f", bob);
    writer.acquire("app:f", bob, 60'000);
    QVERIFY(watching.until([&] {
        const watch::LockRecord &lock = watching.locks["app:f"];
        return lock.holds.size() == 1 && lock.holds.front().owner.bytes == bob
            && ownersOf(lock) == cat;
    }));
    writer.leave("f", cat);
    QVERIFY(watching.until([&] { return ownersOf(watching.locks["app:f"]).isEmpty(); }));
    QCOMPARE(watching.told("f"), QByteArray());
    m_server->command({"DEL", "app:f"});
    QVERIFY(watching.isGone("app:f"));
}

// Their clients share one queue: its parts cannot be assigned.
void TestMappedQueues::twoMappersAreNotOne()
{
    const LockWriter writer(*m_server);
    writer.acquire("app:f", ann, 60'000);
    writer.acquire("other:f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    writer.enqueue("f", cat, 600'000);
    const auto first = listening(*m_server, "app:f", bob);
    const auto second = listening(*m_server, "other:f", cat);
    watch::WatchOptions options;
    options.events = false;
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), 3);
    QCOMPARE(ownersOf(watching.locks["f"]), bob + ' ' + cat);
    QCOMPARE(reasonOf(watching.locks["f"]),
             u"its waiters wait for app:f, other:f (NameMapper of Redisson before 3.52)"_s);
    QCOMPARE(*watching.locks["app:f"].kind, QByteArray("reentrant"));
    QVERIFY(!watching.locks["other:f"].waiters);
}

// f may be a lock of its own whose waiters have died, and app:f another one.
void TestMappedQueues::namesAloneAreSaidOnly()
{
    const LockWriter writer(*m_server);
    writer.acquire("app:f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    watch::WatchOptions options;
    options.events = false;
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), 2);
    QCOMPARE(*watching.locks["app:f"].kind, QByteArray("reentrant"));
    QCOMPARE(reasonOf(watching.locks["f"]),
             u"has a queue of waiters, which may belong to app:f (NameMapper of Redisson "
             "before 3.52)"_s);
}

void TestMappedQueues::aLockOfThatNameIsItself()
{
    const LockWriter writer(*m_server);
    writer.acquire("app:f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    const auto listener = listening(*m_server, "f", bob);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(ownersOf(watching.locks["f"]), bob);
    QVERIFY(watching.until([&] {
        return watching.locks["f"].waiters->front().listening == std::optional(true)
            && reasonOf(watching.locks["f"]) == u"has a queue of waiters"_s;
    }));
    QCOMPARE(*watching.locks["app:f"].kind, QByteArray("reentrant"));
}

void TestMappedQueues::aQueueThatIsAskedForSaysWhoseItIs()
{
    const LockWriter writer(*m_server);
    writer.acquire("app:f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    const auto listener = listening(*m_server, "app:f", bob);
    watch::WatchOptions options;
    options.events = false;
    options.names = {LockName("f")};
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(ownersOf(watching.locks["f"]), bob);
    QCOMPARE(reasonOf(watching.locks["f"]),
             u"its waiters wait for app:f (NameMapper of Redisson before 3.52)"_s);
}

LOCKSCOPE_TEST_SUITE(TestMappedQueues)
#include "tst_mappedqueues.moc"
