// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/channelmark.h"
#include "core/watch/server/releasechannels.h"
#include "tests/core/watch/server/pumping.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

QByteArray channelOf(const QByteArray &lock)
{
    return "redisson_lock__channel:{" + lock + '}';
}

Reply confirmation()
{
    Reply reply;
    reply.type = Reply::Type::Array;
    reply.elements.resize(3);
    return reply;
}

Reply refusalOf(const QByteArray &text)
{
    Reply reply;
    reply.type = Reply::Type::Error;
    reply.bytes = text;
    return reply;
}

// The part alone: the locks are those of a real server, the listening connection is played.
class Choosing
{
public:
    explicit Choosing(const redis::Target &target)
        : stage(target, WatchMode::Tracking)
        , pumping(stage)
        , channels(stage.context,
                   {.isListening = [this] { return isListening; },
                    .subscribe =
                        [this](const QByteArray &channel) {
                            asked.append(channel);
                            return Pending<Reply>::ready(answer(channel));
                        },
                    .unsubscribe =
                        [this](const std::vector<QByteArray> &names) {
                            for (const QByteArray &name : names)
                                ended.append(name);
                        },
                    .changed = [this] { ++changed; }})
    {
        stage.reader.setSharded(true);
    }
    ~Choosing() { stage.scope.cancel(); }
    Choosing(const Choosing &) = delete;
    Choosing &operator=(const Choosing &) = delete;

    // As ServerWatch does.
    [[nodiscard]] bool read(const std::vector<QByteArray> &names)
    {
        for (const QByteArray &name : names)
            pumping.pump.mark(LockName(name), {});
        pumping.pump.pump();
        if (!eventually([&] {
                return std::ranges::all_of(names, [&](const QByteArray &name) {
                    return stage.book.knows(LockName(name))
                        && !pumping.pump.isUnderWay(LockName(name));
                });
            }))
            return false;
        for (const QByteArray &name : names)
            channels.note(LockName(name));
        return true;
    }
    [[nodiscard]] bool asksFor(const QByteArray &channel, int times = 1)
    {
        return eventually([&] {
            return asked.count(channel) == times && asked.count(redis::markOf(channel)) == times;
        });
    }

    PartStage stage;
    Pumping pumping;
    bool isListening = true;
    std::function<Reply(const QByteArray &)> answer = [](const QByteArray &) {
        return confirmation();
    };
    QByteArrayList asked;
    QByteArrayList ended;
    int changed = 0;
    ReleaseChannels channels;
};

} // namespace

// Which sharded channels are worth a subscription, and what becomes of it.
class TestReleaseChannels : public QObject
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

    void aChannelIsAskedForWithItsMark();
    void aLockThatComesAndGoesCostsNothing();
    void queuesAreLeftOut();
    void aChannelStaysForTheNextHolder();
    void aDroppedChannelIsAskedForAgain();
    void aLockThatMovesAwayTakesItsChannelAlong();
    void aRefusedSortIsTriedOnceUntilTheNextProbe();
    void aNewConnectionBeginsAnew();
    void locksWithWaitersComeFirst();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestReleaseChannels::aChannelIsAskedForWithItsMark()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    LockWriter(*m_server).read("rw", ann, 60'000);
    Choosing part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read({"a", "rw"}));
    QVERIFY(part.asksFor(channelOf("a")));
    QVERIFY(part.asksFor("redisson_rwlock:{rw}"));
    QVERIFY(part.read({"a", "rw"}));
    QCOMPARE(part.asked.size(), 4);
    QVERIFY(part.channels.lacks().isEmpty());
    QCOMPARE(part.changed, 0);
}

void TestReleaseChannels::aLockThatComesAndGoesCostsNothing()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    LockWriter(*m_server).acquire("b", ann, 60'000);
    Choosing part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read({"a"}));
    part.channels.noteGone(LockName("a"));
    QVERIFY(part.read({"b"}));
    QVERIFY(part.asksFor(channelOf("b")));
    QCOMPARE(part.asked.size(), 2);
}

// A lock asks who listens on such a channel, to find out which waiter is dead.
void TestReleaseChannels::queuesAreLeftOut()
{
    LockWriter(*m_server).acquire("fair", ann, 60'000);
    LockWriter(*m_server).enqueue("fair", bob, 60'000);
    LockWriter(*m_server).acquire("b", ann, 60'000);
    Choosing part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read({"fair", "b"}));
    QVERIFY(part.asksFor(channelOf("b")));
    QCOMPARE(part.asked.size(), 2);
}

void TestReleaseChannels::aChannelStaysForTheNextHolder()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    Choosing part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read({"a"}));
    QVERIFY(part.asksFor(channelOf("a")));
    part.channels.noteGone(LockName("a"));
    part.channels.probe();
    QCOMPARE(part.ended.size(), 0);
    part.stage.clock.advance(Millis(30'000));
    part.channels.probe();
    QCOMPARE(part.ended, (QByteArrayList{channelOf("a"), redis::markOf(channelOf("a"))}));
    QCOMPARE(part.asked.size(), 2);
}

void TestReleaseChannels::aDroppedChannelIsAskedForAgain()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    Choosing part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read({"a"}));
    QVERIFY(part.asksFor(channelOf("a")));
    part.answer = [](const QByteArray &) { return refusalOf("MOVED 1 127.0.0.1:1"); };
    part.channels.noteDropped(channelOf("a"));
    part.channels.noteDropped(redis::markOf(channelOf("a")));
    part.stage.clock.advance(Millis(500));
    QVERIFY(part.asksFor(channelOf("a"), 2));
    QVERIFY(!part.channels.refusal()); // nobody refuses it
    part.answer = [](const QByteArray &) { return confirmation(); };
    part.stage.clock.advance(Millis(500));
    QVERIFY(part.asksFor(channelOf("a"), 3));
    part.stage.clock.advance(Millis(500));
    QVERIFY(part.read({"a"}));
    QCOMPARE(part.asked.size(), 6);
}

void TestReleaseChannels::aLockThatMovesAwayTakesItsChannelAlong()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    Choosing part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read({"a"}));
    QVERIFY(part.asksFor(channelOf("a")));
    part.channels.forget(LockName("a"));
    QCOMPARE(part.ended.size(), 2);
}

// Each try leaves a line in the server's ACL log.
void TestReleaseChannels::aRefusedSortIsTriedOnceUntilTheNextProbe()
{
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    writer.acquire("b", ann, 60'000);
    writer.read("rw", ann, 60'000);
    Choosing part(m_server->target());
    part.answer = [](const QByteArray &channel) {
        return channel.startsWith("redisson_rwlock") ? confirmation()
                                                     : refusalOf("NOPERM no such channel");
    };
    QVERIFY(part.stage.open());
    QVERIFY(part.read({"a", "b", "rw"}));
    QVERIFY(part.asksFor("redisson_rwlock:{rw}"));
    QVERIFY(eventually([&] { return part.changed == 1; }));
    QVERIFY(part.channels.lacks().english().contains(u"NOPERM no such channel"_s));
    part.stage.clock.advance(Millis(1000));
    QVERIFY(part.read({"a", "b"}));
    QCOMPARE(part.asked.size(), 4); // one of the two, and that of rw
    part.answer = [](const QByteArray &) { return confirmation(); };
    part.channels.probe();
    QVERIFY(eventually([&] { return part.asked.size() == 8; }));
    QVERIFY(eventually([&] { return part.changed == 2; }));
    QVERIFY(part.channels.lacks().isEmpty());
}

void TestReleaseChannels::aNewConnectionBeginsAnew()
{
    LockWriter(*m_server).acquire("a", ann, 60'000);
    LockWriter(*m_server).acquire("b", ann, 60'000);
    Choosing part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read({"a"}));
    QVERIFY(part.asksFor(channelOf("a")));
    part.isListening = false;
    part.channels.restart();
    QVERIFY(part.read({"b"}));
    QCOMPARE(part.asked.size(), 2);
    part.isListening = true;
    part.channels.restart();
    QVERIFY(part.asksFor(channelOf("a"), 2));
    QVERIFY(part.asksFor(channelOf("b")));
}

void TestReleaseChannels::locksWithWaitersComeFirst()
{
    constexpr int most = 2000;
    std::vector<QByteArray> names;
    for (int i = 0; i < most; ++i)
        names.push_back("many" + QByteArray::number(i));
    for (const QByteArray &name : names)
        LockWriter(*m_server).acquire(name, ann, 60'000);
    LockWriter(*m_server).acquire("waited", ann, 60'000);
    LockWriter(*m_server).acquire("held", ann, 60'000);
    LockWriter(*m_server).acquire("another", ann, 60'000);
    const Listener waiter(*m_server, "SUBSCRIBE", channelOf("waited"));
    Choosing part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read(names));
    QVERIFY(eventually([&] { return part.asked.size() == 2 * most; }));
    QVERIFY(part.channels.lacks().isEmpty());
    QVERIFY(part.read({"held", "waited"}));
    QVERIFY(part.asksFor(channelOf("waited")));
    QVERIFY(eventually([&] { return part.changed == 1; }));
    QCOMPARE(part.ended.size(), 2);
    QCOMPARE(part.asked.count(channelOf("held")), 0);
    QVERIFY(part.channels.lacks().english().contains(u"2000"_s));
    // As soon as one of them is gone or dropped there is room.
    const auto left = std::ranges::find_if(
        names, [&](const QByteArray &name) { return !part.ended.contains(channelOf(name)); });
    part.channels.noteGone(LockName(*left));
    QVERIFY(part.read({"held"}));
    QVERIFY(part.asksFor(channelOf("held")));
    part.channels.noteDropped(channelOf("held"));
    part.channels.forget(LockName("held"));
    QVERIFY(part.read({"another"}));
    QVERIFY(part.asksFor(channelOf("another")));
}

LOCKSCOPE_TEST_SUITE(TestReleaseChannels)
#include "tst_releasechannels.moc"
