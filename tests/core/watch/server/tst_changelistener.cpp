// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/changelistener.h"
#include "tests/core/watch/server/partstage.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

WatchOptions withEvents(bool events)
{
    WatchOptions options;
    options.prefixes = {"lock:"};
    options.events = events;
    return options;
}

// The part alone: nothing reads what it hears of.
class Hearing
{
public:
    explicit Hearing(const redis::Target &target, bool events = true)
        : stage(target, WatchMode::None)
    {
        stage.options = withEvents(events);
        listener.emplace(stage.context,
                         ChangeListener::Handlers{
                             .isReady = [this] { return isReady; },
                             .settled = [this] { ++settled; },
                             .invalidated =
                                 [this](const std::vector<QByteArray> &found) {
                                     keys.insert(keys.end(), found.begin(), found.end());
                                 },
                             .message = [this](const QByteArray &channel,
                                               const QByteArray &) { channels.append(channel); },
                             .gap = [this] { ++gaps; },
                             .modeChosen = [] {}});
    }
    ~Hearing()
    {
        stage.scope.cancel();
        listener->close();
    }
    Hearing(const Hearing &) = delete;
    Hearing &operator=(const Hearing &) = delete;

    // As ServerWatch begins: it listens, and only then the server is up.
    [[nodiscard]] bool begin()
    {
        if (!stage.open())
            return false;
        stage.record.state = ServerState::Connecting;
        isReady = true;
        listener->open();
        isSettledAtOnce = listener->isSettled();
        if (!eventually([this] { return listener->isSettled(); }))
            return false;
        if (listener->asksFlags() && !eventually([this] { return !listener->asksFlags(); }))
            return false;
        stage.record.state = ServerState::Up;
        listener->chooseMode();
        listener->noteUp();
        stage.told();
        return true;
    }
    [[nodiscard]] bool becomes(WatchMode mode)
    {
        return eventually([&] { return stage.record.mode == mode; });
    }

    PartStage stage;
    bool isReady = false;
    bool isSettledAtOnce = false; // when it began to open
    int settled = 0;
    int gaps = 0;
    std::vector<QByteArray> keys;
    QByteArrayList channels;
    std::optional<ChangeListener> listener;
};

} // namespace

// The ways to hear of changes, as a real server grants them, without a watch behind them.
class TestChangeListener : public QObject
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

    void theBestWayIsTakenAndHeardBy();
    void withoutEventsNothingIsOpened();
    void aLostConnectionIsAGapWhenItReturns();
    void aBetterWayTakesThePlaceWithOneGap();
    void toCatchUpEndsWithTheConnection();
    void noProbeWhereNothingBetterIs();
    void anEventOfTheRightSortIsTrustedUntilItIsDoubted();
    void tracksByResp3WhereRedirectionIsRefused();
    void goesBackToResp2WhereResp3EndsToBeSpoken();
    void goesOnWithoutTrackingWhereNoProtocolGrantsIt();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestChangeListener::theBestWayIsTakenAndHeardBy()
{
    Hearing part(m_server->target());
    QVERIFY(part.begin());
    QVERIFY(!part.isSettledAtOnce);
    QVERIFY(part.settled > 0);
    QCOMPARE(part.stage.record.mode, WatchMode::Tracking);
    const LockWriter writer(*m_server);
    writer.acquire("other", ann, 60'000);
    writer.acquire("lock:a", ann, 60'000);
    writer.unlock("lock:a", false);
    QVERIFY(eventually([&] { return !part.channels.isEmpty() && !part.keys.empty(); }));
    QCOMPARE(part.channels, QByteArrayList{"redisson_lock__channel:{lock:a}"});
    QVERIFY(std::ranges::count(part.keys, QByteArray("lock:a")) > 0);
    QCOMPARE(std::ranges::count(part.keys, QByteArray("other")), 0);
}

void TestChangeListener::withoutEventsNothingIsOpened()
{
    const RecordingProxy proxy(m_server->port());
    Hearing part(through(proxy, m_server->target()), false);
    QVERIFY(part.begin());
    QVERIFY(part.isSettledAtOnce);
    QCOMPARE(part.stage.record.mode, WatchMode::None);
    QCOMPARE(proxy.accepted(), 1); // the one that reads
}

void TestChangeListener::aLostConnectionIsAGapWhenItReturns()
{
    Hearing part(m_server->target());
    QVERIFY(part.begin());
    QCOMPARE(part.gaps, 0);
    m_server->command({"CLIENT", "KILL", "TYPE", "pubsub"});
    QVERIFY(part.becomes(WatchMode::Polling));
    QVERIFY(part.listener->isSettled()); // the server can be read, so nobody waits for it
    QCOMPARE(part.gaps, 0); // nothing can be concluded before it returns
    QVERIFY(eventually([&] { return part.gaps == 1; }));
    QCOMPARE(part.stage.record.mode, WatchMode::Tracking);
}

void TestChangeListener::aBetterWayTakesThePlaceWithOneGap()
{
    Hearing part(userOf(*m_server, reading + keys + channels));
    QVERIFY(part.begin());
    QCOMPARE(part.stage.record.mode, WatchMode::Channels);
    userOf(*m_server, reading + keys + tracking + channels);
    QVERIFY(await(part.stage.scope.start([&] { return part.listener->probe(); })).has_value());
    QVERIFY(part.becomes(WatchMode::Tracking));
    QCOMPARE(part.gaps, 1);
    // The candidate is now the one that is heard, and heard once.
    m_server->command({"PUBLISH", "redisson_lock__channel:{lock:a}", "0"});
    m_server->command({"PUBLISH", "redisson_lock__channel:{lock:b}", "0"});
    QVERIFY(eventually([&] { return part.channels.size() > 1; }));
    QCOMPARE(
        part.channels,
        (QByteArrayList{"redisson_lock__channel:{lock:a}", "redisson_lock__channel:{lock:b}"}));
}

// One that is replaced tells nothing more; only the end of the watch is told as such.
void TestChangeListener::toCatchUpEndsWithTheConnection()
{
    Hearing part(userOf(*m_server, reading + keys + channels));
    QVERIFY(part.begin());
    userOf(*m_server, reading + keys + tracking + channels);
    std::vector<Error> errors;
    const auto catchUpAgainAndAgain = [&]() -> QCoro::Task<> {
        while (part.stage.record.mode == WatchMode::Channels && errors.empty()) {
            const auto caughtUp = co_await part.listener->catchUp();
            if (!caughtUp)
                errors.push_back(caughtUp.error());
        }
    };
    auto catchingUp = part.stage.scope.start(catchUpAgainAndAgain);
    QVERIFY(await(part.stage.scope.start([&] { return part.listener->probe(); })).has_value());
    QVERIFY(part.becomes(WatchMode::Tracking));
    QVERIFY(await(std::move(catchingUp)).has_value());
    QCOMPARE(errors.size(), std::size_t(1));
    QCOMPARE(errors.front().kind, ErrorKind::ConnectionLost);
}

void TestChangeListener::noProbeWhereNothingBetterIs()
{
    const RecordingProxy proxy(m_server->port());
    Hearing part(through(proxy, m_server->target()));
    QVERIFY(part.begin());
    const int connections = proxy.accepted();
    QVERIFY(await(part.stage.scope.start([&] { return part.listener->probe(); })).has_value());
    m_server->command({"SET", "lock:a", "1"});
    QVERIFY(eventually([&] { return !part.keys.empty(); }));
    QCOMPARE(proxy.accepted(), connections);
    QCOMPARE(part.gaps, 0);
}

// A client that may not ask for the configured events infers them from those that arrive.
void TestChangeListener::anEventOfTheRightSortIsTrustedUntilItIsDoubted()
{
    Hearing part(userOf(*m_server, reading + keys + notifications + channels));
    QVERIFY(part.begin());
    QCOMPARE(part.stage.record.mode, WatchMode::Channels);
    part.listener->noteKeyspaceEvent("hset"); // other sorts may be off
    QCOMPARE(part.stage.record.mode, WatchMode::Channels);
    part.listener->noteKeyspaceEvent("del");
    QCOMPARE(part.stage.record.mode, WatchMode::Notifications);
    part.listener->doubt();
    QVERIFY(part.becomes(WatchMode::Channels));
}

namespace {

const std::vector<QByteArray> redirecting{"CLIENT", "TRACKING", "ON", "BCAST", "REDIRECT"};

} // namespace

// As on Redis Cloud: nothing is told in the meantime of a lower rung.
void TestChangeListener::tracksByResp3WhereRedirectionIsRefused()
{
    RecordingProxy proxy(m_server->port());
    proxy.refuse(redirecting, "ERR REDIRECT is not supported");
    Hearing part(through(proxy, m_server->target()));
    QVERIFY(part.begin());
    QCOMPARE(part.stage.record.mode, WatchMode::Tracking);
    QVERIFY(
        part.stage.record.modeReason.english().contains(u"by RESP3, since tracking in RESP2"_s));
    QVERIFY(part.stage.record.modeReason.english().contains(u"REDIRECT is not supported"_s));
    QCOMPARE(part.gaps, 0);
    m_server->command({"SET", "lock:a", "1"});
    m_server->command({"PUBLISH", "redisson_lock__channel:{lock:a}", "0"});
    QVERIFY(eventually([&] { return !part.channels.isEmpty() && !part.keys.empty(); }));
    QCOMPARE(part.channels.size(), 1);
    (void)part.stage.told();
    proxy.inject(">3\r\n+MIGRATING\r\n:1\r\n:30\r\n>2\r\n+NOTHING\r\n:1\r\n");
    QByteArray told;
    QVERIFY(eventually([&] { return !(told += part.stage.told()).isEmpty(); }));
    QCOMPARE(told, "gap");
}

void TestChangeListener::goesBackToResp2WhereResp3EndsToBeSpoken()
{
    RecordingProxy proxy(m_server->port());
    proxy.refuse(redirecting, "ERR REDIRECT is not supported");
    Hearing part(through(proxy, m_server->target()));
    QVERIFY(part.begin());
    QCOMPARE(part.stage.record.mode, WatchMode::Tracking);
    proxy.refuse({"HELLO"}, "NOPROTO unsupported protocol version");
    m_server->command({"CLIENT", "KILL", "TYPE", "pubsub"});
    QVERIFY(part.becomes(WatchMode::Channels));
    QVERIFY(eventually([&] { return part.gaps >= 1; }));
    QVERIFY(part.stage.record.modeReason.english().contains(u"REDIRECT is not supported"_s));
}

void TestChangeListener::goesOnWithoutTrackingWhereNoProtocolGrantsIt()
{
    RecordingProxy proxy(m_server->port());
    proxy.refuse({"CLIENT", "TRACKING"}, "ERR unknown subcommand 'tracking'");
    Hearing part(through(proxy, m_server->target()));
    QVERIFY(part.begin());
    QCOMPARE(part.stage.record.mode, WatchMode::Channels);
    QVERIFY(part.stage.record.modeReason.english().contains(u"unknown subcommand"_s));
    QCOMPARE(proxy.count("HELLO"), 1);

    // A user who may not track is not asked in another protocol: that would fill the ACL log.
    RecordingProxy other(m_server->port());
    Hearing few(through(other, userOf(*m_server, reading + keys + channels)));
    QVERIFY(few.begin());
    QCOMPARE(few.stage.record.mode, WatchMode::Channels);
    QCOMPARE(other.count("HELLO"), 0);
}

LOCKSCOPE_TEST_SUITE(TestChangeListener)
#include "tst_changelistener.moc"
