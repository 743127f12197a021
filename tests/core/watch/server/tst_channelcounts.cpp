// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/otherlisteners.h"
#include "core/watch/server/channelcounts.h"
#include "tests/core/watch/server/partstage.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;

namespace {

using Counts = std::vector<qint64>;

std::vector<QByteArray> channelsOf(int number, const QByteArray &prefix = "asked:")
{
    std::vector<QByteArray> channels;
    for (int i = 0; i < number; ++i)
        channels.push_back(prefix + QByteArray::number(i));
    return channels;
}

// Counts through a proxy that writes down what was asked.
class Counting
{
public:
    Counting(const RedisProcess &server, const redis::Target &target)
        : proxy(server.port())
        , stage(through(proxy, target), WatchMode::Polling)
        , counts(stage.connection, clock)
    {}

    // The first count asks how many channels are in use.
    [[nodiscard]] bool open()
    {
        return stage.open() && !count().empty() && eventually([this] { return sizes() > 0; })
            && await(stage.connection.send({"PING"})).has_value(); // the size has come before
    }
    Counts count(int number = 100)
    {
        return await(counts.count(channelsOf(number))).value_or(Counts());
    }
    qsizetype lists() const { return countOf(proxy, "PUBSUB", "CHANNELS"); }
    qsizetype sizes() const { return countOf(proxy, "INFO", "stats"); }
    // The number of channels in the last question how many listen.
    qsizetype lastAsked() const
    {
        for (auto each = proxy.commands().rbegin(); each != proxy.commands().rend(); ++each) {
            if (each->size() > 1 && each->at(1) == "NUMSUB")
                return qsizetype(each->size()) - 2;
        }
        return 0;
    }

    RecordingProxy proxy;
    PartStage stage;
    ManualClock clock;
    ChannelCounts counts;
};

} // namespace

class TestChannelCounts : public QObject
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

    void withNoChannelInUseTheListTellsOfAll();
    void onlyThoseInUseAreCounted();
    void fewAreCountedAtOnce();
    void aLongListIsNotAskedFor();
    void anOldNumberIsNotBelieved();
    void whoMayNotListStillCounts();
    void aStrangeReplyIsNoList();
    void aLostConnectionIsAnError();
    void oneThatWentIsNotTheEndOfTheTask();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestChannelCounts::withNoChannelInUseTheListTellsOfAll()
{
    Counting part(*m_server, m_server->target());
    QVERIFY(part.open());
    QCOMPARE(part.lastAsked(), 100);
    QCOMPARE(part.lists(), 0);
    const int asked = part.proxy.count("PUBSUB");
    QCOMPARE(part.count(), Counts(100, 0));
    QCOMPARE(part.lists(), 1);
    QCOMPARE(part.proxy.count("PUBSUB"), asked + 1);
}

void TestChannelCounts::onlyThoseInUseAreCounted()
{
    Counts expected(100, 0);
    expected[7] = 2;
    expected[99] = 1;
    const Listener one(*m_server, "SUBSCRIBE", "asked:7");
    const Listener another(*m_server, "SUBSCRIBE", "asked:7");
    const Listener last(*m_server, "SUBSCRIBE", "asked:99");
    const Listener other(*m_server, "SUBSCRIBE", "other");
    const Listener byPattern(*m_server, "PSUBSCRIBE", "asked:*"); // is no listener of theirs
    Counting part(*m_server, m_server->target());
    QVERIFY(part.open());
    QCOMPARE(part.count(), expected);
    QCOMPARE(part.lists(), 1);
    QCOMPARE(part.lastAsked(), 2);
    // One that comes later is counted all the same.
    const Listener late(*m_server, "SUBSCRIBE", "asked:50");
    expected[50] = 1;
    QCOMPARE(part.count(), expected);
    QCOMPARE(part.lists(), 2);
}

void TestChannelCounts::fewAreCountedAtOnce()
{
    const Listener one(*m_server, "SUBSCRIBE", "asked:0");
    Counting part(*m_server, m_server->target());
    QVERIFY(part.open());
    QCOMPARE(part.count(3), (Counts{1, 0, 0}));
    QCOMPARE(part.lists(), 0);
    QCOMPARE(part.lastAsked(), 3);
}

void TestChannelCounts::aLongListIsNotAskedFor()
{
    std::vector<std::unique_ptr<Listener>> others;
    for (const QByteArray &channel : channelsOf(101, "other:"))
        others.push_back(std::make_unique<Listener>(*m_server, "SUBSCRIBE", channel));
    Counting part(*m_server, m_server->target());
    QVERIFY(part.open());
    QCOMPARE(part.count(), Counts(100, 0));
    QCOMPARE(part.lists(), 0);
    QCOMPARE(part.lastAsked(), 100);
    QCOMPARE(part.sizes(), 1); // once a second at most
}

void TestChannelCounts::anOldNumberIsNotBelieved()
{
    Counting part(*m_server, m_server->target());
    QVERIFY(part.open());
    part.clock.advance(Millis(1'000));
    QCOMPARE(part.count(), Counts(100, 0));
    QCOMPARE(part.lists(), 0);
    QVERIFY(eventually([&] { return part.sizes() == 2; }));
}

void TestChannelCounts::whoMayNotListStillCounts()
{
    const Listener one(*m_server, "SUBSCRIBE", "asked:5");
    Counts expected(100, 0);
    expected[5] = 1;
    Counting part(*m_server,
                  targetOf(*m_server, {"resetkeys", "+@all", "-pubsub", "+pubsub|numsub"}));
    QVERIFY(part.open());
    QCOMPARE(part.count(), expected);
    QCOMPARE(part.lists(), 1);
    QCOMPARE(part.count(), expected);
    QCOMPARE(part.lists(), 1);
    part.clock.advance(std::chrono::minutes(1));
    QCOMPARE(part.count(), expected); // asks how many there are
    QVERIFY(eventually([&] { return part.count() == expected && part.lists() == 2; }));
}

// As a proxy before a server may answer: nobody listens would be a conclusion.
void TestChannelCounts::aStrangeReplyIsNoList()
{
    const Listener one(*m_server, "SUBSCRIBE", "asked:5");
    Counts expected(100, 0);
    expected[5] = 1;
    Counting part(*m_server, m_server->target());
    part.proxy.setRule([](const std::vector<QByteArray> &words) {
        const bool isList = words.size() > 1 && words[1] == "CHANNELS";
        return std::optional(isList ? std::vector<QByteArray>{"GET", "nothing"} : words);
    });
    QVERIFY(part.open());
    QCOMPARE(part.count(), expected);
    QCOMPARE(part.lists(), 1);
}

void TestChannelCounts::aLostConnectionIsAnError()
{
    Counting part(*m_server, m_server->target());
    QVERIFY(part.open());
    part.proxy.stallServer(true);
    auto counting = part.counts.count(channelsOf(100));
    QVERIFY(eventually([&] { return part.lists() == 1; }));
    part.proxy.cut();
    QVERIFY(!await(std::move(counting)).has_value());
}

// A replica that goes while it is asked answers Cancelled; a reading that takes that for its own
// end would never be made.
void TestChannelCounts::oneThatWentIsNotTheEndOfTheTask()
{
    Completion<Counts> here;
    std::vector<Pending<Counts>> parts;
    parts.push_back(here.pending());
    {
        Completion<Counts> gone;
        parts.push_back(gone.pending());
    }
    here.complete(Counts{1});
    const auto sum = await(sumOfCounts(std::move(parts), 1));
    QVERIFY(!sum.has_value());
    QVERIFY(sum.error().kind != ErrorKind::Cancelled);
}

LOCKSCOPE_TEST_SUITE(TestChannelCounts)
#include "tst_channelcounts.moc"
