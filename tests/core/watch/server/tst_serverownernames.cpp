// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/ownernames.h"
#include "tests/core/watch/server/pumping.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/namedclient.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

const LockName a("lock:a");

// The part alone, with a pump that reads the lock whose owner has no name.
class Learning
{
public:
    explicit Learning(const redis::Target &target)
        : stage(target, WatchMode::Polling)
        , pumping(stage)
        , names(stage.context, [this] { ++finished; })
    {
        stage.options.learnNames = true;
    }
    ~Learning() { stage.scope.cancel(); }
    Learning(const Learning &) = delete;
    Learning &operator=(const Learning &) = delete;

    // Connects, and reads the lock.
    [[nodiscard]] bool begin()
    {
        if (!stage.open())
            return false;
        pumping.pump.mark(a, {});
        pumping.pump.pump();
        if (!eventually([this] { return stage.book.knows(a); }))
            return false;
        stage.told();
        names.note(a);
        return true;
    }
    [[nodiscard]] bool learn()
    {
        return await(stage.scope.start([this] { return names.learn(); })).has_value();
    }
    bool isLearned() const { return stage.record.learned != nullptr; }

    PartStage stage;
    Pumping pumping;
    int finished = 0;
    OwnerNames names;
};

} // namespace

// Tests the part alone, which nobody sweeps; tst_learnnames tests the names in a watch.
class TestServerOwnerNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
        LockWriter(*m_server).acquire(a.bytes, ann, 600'000);
        m_client = std::make_unique<NamedClient>();
        QVERIFY(m_client->open(*m_server, "billing-" + ann.first(ann.lastIndexOf(':'))));
    }
    void cleanup()
    {
        m_client.reset();
        m_server.reset();
    }

    void nothingIsAskedWithoutBeingWanted();
    void aNameIsPublishedOnce();
    void aRefusalEndsTheQuestionsOfItsConnection();
    void theLastLookIsOnceAndEvenWithoutNames();

private:
    std::unique_ptr<RedisProcess> m_server;
    std::unique_ptr<NamedClient> m_client;
};

void TestServerOwnerNames::nothingIsAskedWithoutBeingWanted()
{
    const RecordingProxy proxy(m_server->port());
    Learning part(through(proxy, m_server->target()));
    part.stage.options.learnNames = false;
    QVERIFY(part.begin());
    QVERIFY(part.learn());
    part.stage.options.learnNames = true;
    QVERIFY(part.learn()); // the lock was not noted either
    QCOMPARE(countOf(proxy, "CLIENT", "LIST"), 0);
}

void TestServerOwnerNames::aNameIsPublishedOnce()
{
    const RecordingProxy proxy(m_server->port());
    Learning part(through(proxy, m_server->target()));
    QVERIFY(part.begin());
    QVERIFY(part.learn());
    QVERIFY(part.isLearned());
    QCOMPARE(part.stage.record.learned->front().name, u"billing"_s);
    QCOMPARE(part.stage.published, 1);
    part.stage.clock.advance(NameLearner::rest);
    QVERIFY(part.learn()); // nobody is without a name
    QCOMPARE(countOf(proxy, "CLIENT", "LIST"), 1);
    QCOMPARE(part.stage.published, 1);
}

void TestServerOwnerNames::aRefusalEndsTheQuestionsOfItsConnection()
{
    const RecordingProxy proxy(m_server->port());
    Learning part(
        through(proxy, targetOf(*m_server, {"resetkeys", "~*", "+@all", "-client|list"})));
    QVERIFY(part.begin());
    QVERIFY(part.learn());
    QCOMPARE(part.stage.told(), QByteArray("gap"));
    QVERIFY(part.stage.record.learningRefusal.has_value());
    part.stage.clock.advance(NameLearner::rest);
    QVERIFY(part.learn());
    QCOMPARE(countOf(proxy, "CLIENT", "LIST"), 1);
    part.names.forgetRefusal(); // a new connection
    QVERIFY(part.learn());
    QCOMPARE(countOf(proxy, "CLIENT", "LIST"), 2);
    QCOMPARE(part.stage.told(), QByteArray()); // it is known
    setUser(*m_server, "watcher", {"+@all"});
    part.names.forgetRefusal();
    part.stage.clock.advance(NameLearner::rest);
    QVERIFY(part.learn());
    QVERIFY(!part.stage.record.learningRefusal.has_value());
    QVERIFY(part.isLearned());
}

void TestServerOwnerNames::theLastLookIsOnceAndEvenWithoutNames()
{
    Learning part(m_server->target());
    QVERIFY(!part.names.beginLast()); // while events come there is always a later look
    part.stage.options.events = false;
    QVERIFY(part.begin());
    QVERIFY(part.names.beginLast());
    QVERIFY(part.names.isInLast());
    QVERIFY(eventually([&] { return part.finished == 1; }));
    QVERIFY(!part.names.isInLast());
    QVERIFY(part.isLearned());
    QVERIFY(!part.names.beginLast());
    QCOMPARE(part.finished, 1);
}

LOCKSCOPE_TEST_SUITE(TestServerOwnerNames)
#include "tst_serverownernames.moc"
