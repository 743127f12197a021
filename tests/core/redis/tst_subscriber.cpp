// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/subscriber.h"
#include "tests/support/aclrules.h"
#include "tests/support/fakestream.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QElapsedTimer>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// A Subscriber and what it has told so far.
struct Listener {
    Listener(ConnectionConfig config, Subscription what)
        : subscriber(std::make_unique<Subscriber>(std::move(config), std::move(what)))
    {
        Subscriber *const raw = subscriber.get();
        QObject::connect(raw, &Subscriber::listening, raw, [this] { ++listenings; });
        QObject::connect(raw, &Subscriber::lost, raw,
                         [this](const Error &error, bool) { losses.push_back(error); });
        raw->setMessageHandler([this](const QByteArray &channel, const QByteArray &payload) {
            messages.emplace_back(channel, payload);
        });
        raw->setInvalidationHandler([this](const std::vector<QByteArray> &keys) {
            everything += keys.empty() ? 1 : 0;
            changed.insert(changed.end(), keys.begin(), keys.end());
        });
    }

    Subscriber *operator->() const { return subscriber.get(); }
    [[nodiscard]] bool listens(int times = 1) const
    {
        return eventually([&] { return listenings >= times; });
    }
    [[nodiscard]] bool sees(const QByteArray &key) const
    {
        return eventually([&] { return std::ranges::count(changed, key) > 0; });
    }

    int listenings = 0;
    int everything = 0;
    std::vector<Error> losses;
    std::vector<QByteArray> changed;
    std::vector<std::pair<QByteArray, QByteArray>> messages;
    std::unique_ptr<Subscriber> subscriber; // last: it dies first
};

} // namespace

class TestSubscriber : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;

    ConnectionConfig config() const
    {
        ConnectionConfig config;
        config.target = m_server.target();
        return config;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }

    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.isRunning());
    }

    void hearsOfChangedKeysAndMessages()
    {
        Listener listener(config(),
                          {.tracking = true,
                           .prefixes = {"lock:"_ba, "other:"_ba},
                           .patterns = {"news:*"_ba, "more:*"_ba}});
        listener->open();
        QVERIFY(listener.listens());
        QVERIFY(listener->isListening() && listener->isTracking());
        QVERIFY(!listener->trackingError() && !listener->channelError());
        QVERIFY(m_server.command({"SET"_ba, "unrelated"_ba, "1"_ba}).isOk());
        QVERIFY(m_server.command({"SET"_ba, "lock:\xff\n"_ba, "1"_ba}).isOk());
        QVERIFY(m_server.command({"SET"_ba, "other:1"_ba, "1"_ba}).isOk());
        QCOMPARE(m_server.command({"PUBLISH"_ba, "news:a"_ba, "p\n1"_ba}).integer, 1);
        QCOMPARE(m_server.command({"PUBLISH"_ba, "more:b"_ba, ""_ba}).integer, 1);
        QVERIFY(listener.sees("lock:\xff\n"_ba));
        QVERIFY(listener.sees("other:1"_ba));
        QVERIFY(eventually([&] { return listener.messages.size() == 2; }));
        QCOMPARE(listener.messages[0].first, "news:a"_ba);
        QCOMPARE(listener.messages[0].second, "p\n1"_ba);
        QCOMPARE(listener.messages[1].first, "more:b"_ba);
        QCOMPARE(std::ranges::count(listener.changed, "unrelated"_ba), 0);
        QCOMPARE(listener.listenings, 1);
    }

    void hasHandedOverAllThatCameBefore_data()
    {
        QTest::addColumn<bool>("isPushed");
        QTest::newRow("RESP2") << false;
        QTest::newRow("RESP3") << true;
    }
    void hasHandedOverAllThatCameBefore()
    {
        QFETCH(const bool, isPushed);
        ConnectionConfig pushed = config();
        pushed.protocol = isPushed ? Protocol::Resp3 : Protocol::Resp2;
        pushed.gathering = 100ms; // a message alone would come that much later
        Listener listener(pushed, {.tracking = true, .prefixes = {}, .patterns = {"news:*"_ba}});
        listener->open();
        QVERIFY(listener.listens());
        for (int i = 1; i <= 20; ++i) {
            const QByteArray number = QByteArray::number(i);
            QVERIFY(m_server.command({"SET"_ba, "key"_ba + number, "1"_ba}).isOk());
            QCOMPARE(m_server.command({"PUBLISH"_ba, "news:"_ba + number, ""_ba}).integer, 1);
            const auto reply = await(listener->catchUp());
            QVERIFY(reply.has_value() && !reply->isError());
            QCOMPARE(listener.messages.size(), std::size_t(i));
            QCOMPARE(std::ranges::count(listener.changed, "key"_ba + number), 1);
        }
    }

    void hearsAScriptThatPublishesTwiceOnce_data()
    {
        QTest::addColumn<bool>("isPushed");
        QTest::newRow("RESP2") << false;
        QTest::newRow("RESP3") << true;
    }
    // To the plain channel and to the sharded one.
    void hearsAScriptThatPublishesTwiceOnce()
    {
        if (m_server.version() < 700)
            QSKIP("Redis 6 has no sharded channels");
        QFETCH(const bool, isPushed);
        ConnectionConfig by = config();
        by.protocol = isPushed ? Protocol::Resp3 : Protocol::Resp2;
        Listener listener(by, {.tracking = true, .prefixes = {}, .patterns = {"news:*"_ba}});
        QByteArrayList dropped;
        listener->setDroppedHandler([&](const QByteArray &channel) { dropped += channel; });
        listener->open();
        QVERIFY(listener.listens());
        const auto granted = await(listener->subscribeSharded("news:a"_ba));
        QVERIFY(granted && granted->isArray());
        const auto both = [&](const QByteArray &payload) {
            m_server.command({"EVAL"_ba,
                              "redis.call('spublish',ARGV[1],ARGV[2]) "
                              "redis.call('publish',ARGV[1],ARGV[2])"_ba,
                              "0"_ba, "news:a"_ba, payload});
        };
        both("1"_ba);
        m_server.command({"SPUBLISH"_ba, "news:a"_ba, "2"_ba});
        m_server.command({"PUBLISH"_ba, "news:a"_ba, "3"_ba});
        both("4"_ba);
        both("4"_ba);
        m_server.command({"PUBLISH"_ba, "news:a"_ba, "5"_ba});
        QVERIFY(eventually([&] {
            return !listener.messages.empty() && listener.messages.back().second == "5"_ba;
        }));
        QByteArrayList heard;
        for (const auto &[channel, payload] : listener.messages)
            heard += payload;
        QCOMPARE(heard, (QByteArrayList{"1"_ba, "2"_ba, "3"_ba, "4"_ba, "4"_ba, "5"_ba}));
        listener->unsubscribeSharded({"news:a"_ba, "news:none"_ba});
        QVERIFY(eventually([&] {
            return m_server.command({"PUBSUB"_ba, "SHARDNUMSUB"_ba, "news:a"_ba})
                       .elements.at(1)
                       .integer
                == 0;
        }));
        QVERIFY(m_server.command({"SET"_ba, "next"_ba, "1"_ba}).isOk());
        QVERIFY(listener.sees("next"_ba));
        QCOMPARE(dropped.size(), 0); // the server ended none by itself
        QVERIFY(listener.losses.empty());
    }

    void hearsThatEverythingWentAway()
    {
        Listener listener(config(), {});
        listener->open();
        QVERIFY(listener.listens());
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
        QVERIFY(eventually([&] { return listener.everything == 1; }));
        // The connection serves on.
        QVERIFY(m_server.command({"SET"_ba, "any"_ba, "1"_ba}).isOk());
        QVERIFY(listener.sees("any"_ba));
    }

    // The limit of the server that a watch lives with: its sweep has to find this out.
    void hearsNothingOfASwappedDatabase()
    {
        m_server.command({"CONFIG"_ba, "SET"_ba, "notify-keyspace-events"_ba, "KEA"_ba});
        m_server.command({"SET"_ba, "there"_ba, "1"_ba});
        Listener listener(config(),
                          {.tracking = true, .prefixes = {}, .patterns = {"__key*@*__:*"_ba}});
        listener->open();
        QVERIFY(listener.listens());
        QVERIFY(m_server.command({"SWAPDB"_ba, "0"_ba, "1"_ba}).isOk());
        QVERIFY(m_server.command({"SET"_ba, "next"_ba, "1"_ba}).isOk());
        QVERIFY(listener.sees("next"_ba));
        QCOMPARE(listener.changed.size(), std::size_t(1));
        QCOMPARE(listener.everything, 0);
        QVERIFY(std::ranges::none_of(listener.messages, [](const auto &message) {
            return message.first.contains("there") || message.second.contains("there");
        }));
        QVERIFY(m_server.command({"SWAPDB"_ba, "0"_ba, "1"_ba}).isOk());
        m_server.command({"CONFIG"_ba, "SET"_ba, "notify-keyspace-events"_ba, ""_ba});
    }

    // In RESP3 tracking needs no redirection, and pushes come between replies.
    void hearsByPushesWhereRedirectionIsRefused()
    {
        RecordingProxy proxy(m_server.port());
        proxy.refuse({"CLIENT"_ba, "TRACKING"_ba, "ON"_ba, "BCAST"_ba, "REDIRECT"_ba},
                     "ERR REDIRECT is not supported"_ba);
        ConnectionConfig through = config();
        through.target.hosts[0].port = proxy.port();
        const Subscription what{
            .tracking = true, .prefixes = {"lock:"_ba}, .patterns = {"news:*"_ba}};
        Listener redirected(through, what);
        redirected->open();
        QVERIFY(redirected.listens());
        QVERIFY(!redirected->isTracking());
        QVERIFY(redirected->trackingError()->text.english().contains("REDIRECT"_L1));

        through.protocol = Protocol::Resp3;
        Listener listener(through, what);
        QStringList notices;
        listener->setNoticeHandler(
            [&](const QByteArray &kind) { notices += QString::fromLatin1(kind); });
        listener->open();
        QVERIFY(listener.listens());
        QVERIFY(listener->isTracking() && listener->isHearing());
        QVERIFY(m_server.command({"SET"_ba, "unrelated"_ba, "1"_ba}).isOk());
        QVERIFY(m_server.command({"SET"_ba, "lock:\xff\n"_ba, "1"_ba}).isOk());
        QVERIFY(listener.sees("lock:\xff\n"_ba));
        QCOMPARE(std::ranges::count(listener.changed, "unrelated"_ba), 0);
        QVERIFY(m_server.command({"PUBLISH"_ba, "news:a"_ba, "p\n1"_ba}).integer >= 1);
        QVERIFY(eventually([&] { return listener.messages.size() == 1; }));
        QCOMPARE(listener.messages[0].second, "p\n1"_ba);
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
        QVERIFY(eventually([&] { return listener.everything == 1; }));
        proxy.inject(">3\r\n$6\r\nMOVING\r\n:1\r\n:30\r\n>0\r\n");
        QVERIFY(eventually([&] { return notices == QStringList{u"MOVING"_s}; }));
        QVERIFY(listener.losses.empty());
        proxy.cut();
        QVERIFY(listener.listens(2));
        QVERIFY(listener->isTracking());
    }

    void endsWhereResp3IsNotSpoken()
    {
        RecordingProxy proxy(m_server.port());
        proxy.refuse({"HELLO"_ba}, "ERR unknown command 'HELLO'"_ba);
        ConnectionConfig through = config();
        through.target.hosts[0].port = proxy.port();
        through.protocol = Protocol::Resp3;
        Listener listener(through, {});
        listener->open();
        QVERIFY(eventually([&] { return !listener.losses.empty(); }));
        QCOMPARE(listener.losses.front().kind, ErrorKind::Unsupported);
        QVERIFY(listener.losses.front().text.english().contains("does not speak RESP3"_L1));
        QCOMPARE(listener->connection().state(), Connection::State::Closed);
    }

    void setsUpAgainAfterALoss()
    {
        RecordingProxy proxy(m_server.port());
        ConnectionConfig through = config();
        through.target.hosts[0].port = proxy.port();
        Listener listener(through, {.tracking = true, .prefixes = {}, .patterns = {"c:*"_ba}});
        listener->open();
        QVERIFY(listener.listens());
        proxy.cut();
        QVERIFY(eventually([&] { return !listener.losses.empty(); }));
        QVERIFY(listener.listens(2));
        QVERIFY(listener->isTracking());
        QVERIFY(m_server.command({"SET"_ba, "again"_ba, "1"_ba}).isOk());
        QCOMPARE(m_server.command({"PUBLISH"_ba, "c:1"_ba, "x"_ba}).integer, 1);
        QVERIFY(listener.sees("again"_ba));
        QVERIFY(eventually([&] { return listener.messages.size() == 1; }));

        // Another process on the same port knows nothing of the old one's clients.
        m_server.kill();
        QVERIFY(m_server.start());
        QVERIFY(listener.listens(3));
        QVERIFY(m_server.command({"SET"_ba, "third"_ba, "1"_ba}).isOk());
        QVERIFY(listener.sees("third"_ba));
    }

    void livesOnPingsWhileNothingHappens()
    {
        RecordingProxy proxy(m_server.port());
        ConnectionConfig through = config();
        through.target.hosts[0].port = proxy.port();
        through.pingInterval = 20ms;
        Listener listener(through, {.tracking = true, .prefixes = {}, .patterns = {"c:*"_ba}});
        listener->open();
        QVERIFY(listener.listens());
        QVERIFY(eventually([&] { return proxy.count("PING") >= 3; }));
        QVERIFY(listener.losses.empty());
        QVERIFY(listener->connection().latency());
        m_server.pause();
        QVERIFY(eventually([&] { return !listener.losses.empty(); }));
        QVERIFY(!listener->isListening());
        m_server.resume();
        QVERIFY(listener.listens(2));
    }

    void goesOnWithoutWhatIsRefused_data()
    {
        QTest::addColumn<QByteArrayList>("rules");
        QTest::addColumn<bool>("tracks");
        QTest::addColumn<bool>("hears");
        const QByteArrayList all{"+@all"_ba, "allchannels"_ba};
        QTest::newRow("no CLIENT TRACKING")
            << (all + QByteArrayList{"-client|tracking"_ba}) << false << true;
        QTest::newRow("no CLIENT ID") << (all + QByteArrayList{"-client|id"_ba}) << false << true;
        QTest::newRow("no invalidation channel")
            << QByteArrayList{"+@all"_ba, "&c:*"_ba} << false << true;
        QTest::newRow("no lock channel")
            << QByteArrayList{"+@all"_ba, "&__redis__:invalidate"_ba} << true << false;
        QTest::newRow("nothing") << QByteArrayList{"+ping"_ba} << false << false;
    }

    void goesOnWithoutWhatIsRefused()
    {
        QFETCH(QByteArrayList, rules);
        QFETCH(bool, tracks);
        QFETCH(bool, hears);
        const QByteArrayList base{"reset"_ba, "on"_ba, "resetchannels"_ba, ">pw"_ba, "~*"_ba};
        QVERIFY(setUser(m_server, "few"_ba, base + rules).isOk());
        ConnectionConfig few = config();
        few.target.user = "few";
        few.target.password = "pw";
        Listener listener(few, {.tracking = true, .prefixes = {}, .patterns = {"c:*"_ba}});
        listener->open();
        QVERIFY(listener.listens());
        QCOMPARE(listener->isTracking(), tracks);
        QCOMPARE(listener->trackingError().has_value(), !tracks);
        QCOMPARE(listener->channelError().has_value(), !hears);
        if (!tracks)
            QCOMPARE(listener->trackingError()->kind, ErrorKind::Permission);
        if (!hears)
            QCOMPARE(listener->channelError()->kind, ErrorKind::Permission);
        QVERIFY(listener.losses.empty());
        QCOMPARE(m_server.command({"PUBLISH"_ba, "c:1"_ba, "x"_ba}).integer, hears ? 1 : 0);
        if (hears)
            QVERIFY(eventually([&] { return listener.messages.size() == 1; }));
    }

    void doesNotTrackUnasked()
    {
        RecordingProxy proxy(m_server.port());
        ConnectionConfig through = config();
        through.target.hosts[0].port = proxy.port();
        Listener listener(through, {.tracking = false, .prefixes = {}, .patterns = {"c:*"_ba}});
        listener->open();
        QVERIFY(listener.listens());
        QVERIFY(!listener->isTracking());
        QVERIFY(!listener->trackingError());
        QCOMPARE(proxy.count("CLIENT"), 1); // SETNAME
        QCOMPARE(proxy.count("PSUBSCRIBE"), 1);
    }

    void closesAndOpensAgain()
    {
        Listener listener(config(), {.tracking = true, .prefixes = {}, .patterns = {"c:*"_ba}});
        listener->open();
        QVERIFY(listener.listens());
        listener->close();
        QVERIFY(!listener->isListening());
        QVERIFY(listener.losses.empty());
        QVERIFY(eventually([&] {
            return m_server.command({"PUBLISH"_ba, "c:1"_ba, "x"_ba}).integer == 0;
        }));
        listener->open();
        QVERIFY(listener.listens(2));
    }

    void survivesBeingDestroyedFromInside_data()
    {
        QTest::addColumn<int>("when");
        QTest::newRow("listening") << 0;
        QTest::newRow("message") << 1;
        QTest::newRow("invalidation") << 2;
        QTest::newRow("lost") << 3;
    }

    void survivesBeingDestroyedFromInside()
    {
        QFETCH(int, when);
        RecordingProxy proxy(m_server.port());
        ConnectionConfig through = config();
        through.target.hosts[0].port = proxy.port();
        Listener listener(through, {.tracking = true, .prefixes = {}, .patterns = {"c:*"_ba}});
        Subscriber *const raw = listener.subscriber.get();
        const auto destroy = [&] { listener.subscriber.reset(); };
        if (when == 0)
            connect(raw, &Subscriber::listening, raw, destroy);
        if (when == 1)
            raw->setMessageHandler(
                [destroy](const QByteArray &, const QByteArray &) { destroy(); });
        if (when == 2)
            raw->setInvalidationHandler([destroy](const std::vector<QByteArray> &) { destroy(); });
        if (when == 3)
            connect(raw, &Subscriber::lost, raw, destroy);
        raw->open();
        QVERIFY(listener.listens());
        if (when == 1)
            (void)m_server.command({"PUBLISH"_ba, "c:1"_ba, "x"_ba});
        if (when == 2)
            (void)m_server.command({"SET"_ba, "k"_ba, "x"_ba});
        if (when == 3)
            proxy.cut();
        QVERIFY(eventually([&] { return !listener.subscriber; }));
    }

    // Destroyed while the set-up waits for an answer.
    void survivesBeingDestroyedWhileSettingUp()
    {
        FakeStreams streams;
        ConnectionConfig fake;
        fake.makeStream = streams.factory();
        fake.asksMode = false;
        Listener listener(fake, {.tracking = true, .prefixes = {}, .patterns = {"c:*"_ba}});
        listener->open();
        streams.last()->accept();
        streams.last()->feed("+OK\r\n");
        QVERIFY(eventually([&] { return streams.last()->commands().size() == 2; }));
        streams.last()->feed(":5\r\n");
        QVERIFY(eventually([&] { return streams.last()->commands().size() == 3; }));
        listener.subscriber.reset();
        QCOMPARE(listener.listenings, 0);
    }

    // A question of the set-up without an answer: start over, rather than listen by halves.
    void startsOverWhenTheSetUpHangs()
    {
        FakeStreams streams;
        ConnectionConfig fake;
        fake.makeStream = streams.factory();
        fake.asksMode = false;
        fake.commandTimeout = 30ms;
        fake.silenceLimit = patience;
        Listener listener(fake, {});
        listener->open();
        streams.last()->accept();
        streams.last()->feed("+OK\r\n");
        QVERIFY(eventually([&] { return streams.made() == 2; }));
        QCOMPARE(listener.losses.size(), std::size_t(1));
        QCOMPARE(listener.losses[0].kind, ErrorKind::Timeout);
        QCOMPARE(listener.listenings, 0);
    }

    // A server that is too busy for the set-up is asked less and less often.
    void asksLessOftenWhileTheSetUpHangs()
    {
        FakeStreams streams;
        ConnectionConfig fake;
        fake.makeStream = streams.factory();
        fake.asksMode = false;
        fake.commandTimeout = 30ms;
        fake.silenceLimit = patience;
        Listener listener(fake, {});
        QElapsedTimer clock;
        clock.start();
        listener->open();
        constexpr int attempts = 5;
        for (int made = 1; made < attempts; ++made) {
            streams.last()->accept();
            streams.last()->feed("+OK\r\n");
            QVERIFY(eventually([&] { return streams.made() == made + 1; }));
            QCOMPARE(listener.losses.size(), std::size_t(made));
        }
        // At least half of 50, 100, 200 and 400 ms, and the time-outs.
        QVERIFY2(clock.elapsed() >= 375 + 4 * 30, qPrintable(QString::number(clock.elapsed())));
    }
};

LOCKSCOPE_TEST_SUITE(TestSubscriber)
#include "tst_subscriber.moc"
