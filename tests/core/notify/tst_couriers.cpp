// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/childenvironment.h"
#include "core/notify/courier.h"
#include "tests/core/notify/hookserver.h"
#include "tests/support/certificates.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QSslKey>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using notify::Courier;
using notify::Outcome;

// One attempt by each way, with a real HTTP server and real programs.
class CouriersTest : public QObject
{
    Q_OBJECT

private:
    static Outcome sendBy(Courier &courier, const QByteArray &json = "{\"format\":1}\n")
    {
        std::optional<Outcome> outcome;
        courier.send(json, [&](Outcome &&told) { outcome = std::move(told); });
        if (!eventually([&] { return outcome.has_value(); }))
            return {.isDelivered = false, .isFinal = false, .text = u"no outcome"_s};
        return *outcome;
    }
    static std::unique_ptr<Courier> hook(const std::shared_ptr<KnownUrl> &url, Millis limit = 20s)
    {
        return notify::makeWebhookCourier(url, "Lockscope/test", limit);
    }
    static QByteArray contentsOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QSslConfiguration serverTls(const Certificates::Pair &pair)
    {
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificateChain(QSslCertificate::fromPath(pair.certificate));
        QFile file(pair.key);
        if (file.open(QIODevice::ReadOnly)) {
            const QByteArray text = file.readAll();
            QSslKey key(text, QSsl::Rsa);
            if (key.isNull())
                key = QSslKey(text, QSsl::Ec);
            configuration.setPrivateKey(key);
        }
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        return configuration;
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void aWebhookGetsTheJson()
    {
        HookServer server;
        const auto url = std::make_shared<KnownUrl>(server.url());
        const auto courier = hook(url);
        const Outcome outcome = sendBy(*courier);
        QVERIFY2(outcome.isDelivered, qPrintable(outcome.text.english()));
        QCOMPARE(server.requests().size(), 1);
        const auto &request = server.requests().front();
        QVERIFY(request.head.startsWith("POST /hook/s3cret-canary HTTP/1.1"));
        const QByteArray head = request.head.toLower(); // as newer versions of Qt send the names
        QVERIFY2(head.contains("content-type: application/json"), head.constData());
        QVERIFY2(head.contains("user-agent: lockscope/test"), head.constData());
        QCOMPARE(request.body, QByteArray("{\"format\":1}\n"));
        QCOMPARE(courier->receiver(), u"http://127.0.0.1:%1"_s.arg(server.port()));
        QVERIFY(sendBy(*courier).isDelivered); // and again
        QCOMPARE(server.requests().size(), 2);
    }

    void answersDecide_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<bool>("isFinal");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *line, bool isFinal, const char *text) {
            QTest::newRow(line) << QByteArray("HTTP/1.1 " + QByteArray(line) + "\r\n\r\n")
                                << isFinal << QString::fromLatin1(text);
        };
        row("500 Oops\r\nContent-Length: 0", false, "HTTP status 500");
        row("503 Busy\r\nContent-Length: 0", false, "HTTP status 503");
        row("429 Slow down\r\nRetry-After: 7\r\nContent-Length: 0", false, "HTTP status 429");
        row("404 None\r\nContent-Length: 0", true, "HTTP status 404");
        row("401 Who\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0", true,
            "HTTP status 401");
        row("302 There\r\nLocation: http://127.0.0.1:1/other\r\nContent-Length: 0", true,
            "HTTP status 302: redirects are not followed");
        row("307 There\r\nLocation: /other\r\nContent-Length: 0", true,
            "HTTP status 307: redirects are not followed");
    }
    void answersDecide()
    {
        QFETCH(QByteArray, answer);
        QFETCH(bool, isFinal);
        QFETCH(QString, text);
        HookServer server;
        server.answers = {answer};
        const auto courier = hook(std::make_shared<KnownUrl>(server.url()));
        const Outcome outcome = sendBy(*courier);
        QVERIFY(!outcome.isDelivered);
        QCOMPARE(outcome.isFinal, isFinal);
        QVERIFY2(outcome.text.english().contains(text), qPrintable(outcome.text.english()));
        QVERIFY2(!outcome.text.english().contains("canary"_L1), qPrintable(outcome.text.english()));
        QCOMPARE(outcome.pause.has_value(), answer.contains("Retry-After"));
        QCOMPARE(server.requests().size(), 1);
    }

    // The one that is there now may be another one.
    void arejectedUrlIsFetchedAnew()
    {
        HookServer server;
        server.answers = {"HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n"};
        const auto url = std::make_shared<KnownUrl>(server.url());
        QVERIFY(!sendBy(*hook(url)).isDelivered);
        QCOMPARE(url->refusals, 1);
    }

    void aSilentReceiverIsGivenUp()
    {
        HookServer server;
        server.answers = {QByteArray()};
        const auto courier = hook(std::make_shared<KnownUrl>(server.url()), 100ms);
        const Outcome outcome = sendBy(*courier);
        QVERIFY(!outcome.isDelivered);
        QVERIFY(!outcome.isFinal);
        QVERIFY(outcome.text.english().contains("no answer within"_L1));
        QVERIFY(!outcome.text.english().contains("canary"_L1));
    }

    // Its status counts; who waited for the rest would tell it again.
    void anAnswerWithoutEndIsAnAnswer()
    {
        HookServer server;
        server.answers = {"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nx"};
        const auto courier = hook(std::make_shared<KnownUrl>(server.url()));
        QVERIFY(sendBy(*courier).isDelivered);
    }

    void nobodyListens()
    {
        quint16 port = 0;
        {
            HookServer server;
            port = server.port();
        }
        const auto url = std::make_shared<KnownUrl>("http://127.0.0.1:" + QByteArray::number(port)
                                                    + "/s3cret-canary");
        const Outcome outcome = sendBy(*hook(url));
        QVERIFY(!outcome.isDelivered);
        QVERIFY(!outcome.isFinal);
        QVERIFY(outcome.text.english().contains("refused"_L1));
        QVERIFY(!outcome.text.english().contains("canary"_L1));
    }

    void whatIsNoUrlIsNotShown_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::newRow("words") << QByteArray("s3cret-canary words");
        QTest::newRow("file") << QByteArray("file:///s3cret-canary");
        QTest::newRow("no host") << QByteArray("http:///s3cret-canary");
        QTest::newRow("user") << QByteArray("http://s3cret-canary:x@127.0.0.1/");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("control") << QByteArray("http://127.0.0.1/s3cret-canary\nX: y");
    }
    void whatIsNoUrlIsNotShown()
    {
        QFETCH(QByteArray, url);
        const auto source = std::make_shared<KnownUrl>(url);
        const Outcome outcome = sendBy(*hook(source));
        QVERIFY(!outcome.isDelivered);
        QVERIFY(outcome.isFinal);
        QVERIFY(!outcome.text.english().contains("canary"_L1));
    }

    void certificatesThatAreNotTrustedAreRefused()
    {
        LOCKSCOPE_REQUIRE(Certificates::isAvailable(), "openssl");
        LOCKSCOPE_REQUIRE(QSslSocket::supportsSsl(), "TLS support of Qt");
        Certificates certificates;
        const QSslConfiguration tls = serverTls(certificates.issue(u"IP:127.0.0.1"_s));
        HookServer server(&tls);
        const auto url = std::make_shared<KnownUrl>(server.url("/s3cret-canary", "https"));
        const Outcome refused = sendBy(*hook(url));
        QVERIFY(!refused.isDelivered);
        QVERIFY2(refused.text.english().contains("the certificate is not trusted"_L1),
                 qPrintable(refused.text.english()));
        QVERIFY(!refused.text.english().contains("canary"_L1));
        QCOMPARE(server.requests().size(), 0);

        // The same server, once its authority is trusted.
        const QSslConfiguration before = QSslConfiguration::defaultConfiguration();
        QSslConfiguration trusting = before;
        trusting.addCaCertificates(certificates.caFile());
        QSslConfiguration::setDefaultConfiguration(trusting);
        const Outcome taken = sendBy(*hook(url));
        QSslConfiguration::setDefaultConfiguration(before);
        QVERIFY2(taken.isDelivered, qPrintable(taken.text.english()));
        QCOMPARE(server.requests().size(), 1);
    }

    void aCommandGetsTheJson()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"got"_s);
        qputenv("NOTIFY_HIDDEN", "s3cret-canary");
        hideFromChildren({u"NOTIFY_HIDDEN"_s});
        const auto courier = notify::makeCommandCourier(
            {u"sh"_s, u"-c"_s,
             u"cat > \"$1\"; echo \"hidden=$NOTIFY_HIDDEN\" >> \"$1\"; echo noise"_s, u"x"_s, file},
            20s);
        const QByteArray json =
            "{\"name\":\"" + QByteArray(200'000, 'x') + "\"}\n"; // more than a pipe
        const Outcome outcome = sendBy(*courier, json);
        qunsetenv("NOTIFY_HIDDEN");
        QVERIFY2(outcome.isDelivered, qPrintable(outcome.text.english()));
        QCOMPARE(contentsOf(file), json + "hidden=\n");
        QCOMPARE(courier->receiver(), u"sh"_s);
    }

    void aCommandNeedNotRead()
    {
        const auto courier = notify::makeCommandCourier({u"true"_s}, 20s);
        const Outcome outcome = sendBy(*courier, QByteArray(1'000'000, 'x'));
        QVERIFY2(outcome.isDelivered, qPrintable(outcome.text.english()));
    }

    void aCommandThatFailsSaysWhy()
    {
        const auto courier = notify::makeCommandCourier(
            {u"sh"_s, u"-c"_s,
             u"echo out; echo first >&2; printf 'no\\033[31m pager\\n' >&2; exit 3"_s},
            20s);
        const Outcome outcome = sendBy(*courier);
        QVERIFY(!outcome.isDelivered);
        QVERIFY(!outcome.isFinal);
        QCOMPARE(outcome.text.english(),
                 u"the program sh failed with status 3: no\\x1b[31m pager"_s);
    }

    void aCommandThatHangsIsKilled()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"pids"_s);
        // With a child of its own.
        const auto courier = notify::makeCommandCourier(
            {u"sh"_s, u"-c"_s, u"sleep 600 & echo $$ $! > \"$1.new\"; mv \"$1.new\" \"$1\"; wait"_s,
             u"x"_s, file},
            1500ms);
        const Outcome outcome = sendBy(*courier);
        QVERIFY(!outcome.isDelivered);
        QVERIFY(!outcome.isFinal);
        QVERIFY2(outcome.text.english().contains("did not end within"_L1),
                 qPrintable(outcome.text.english()));
        const QList<QByteArray> ids = contentsOf(file).trimmed().split(' ');
        QCOMPARE(ids.size(), 2);
        for (const QByteArray &id : ids)
            QVERIFY(eventually([&] { return isGone(id.toInt()); }));
    }

    void aCommandThatIsNotThere()
    {
        const auto courier =
            notify::makeCommandCourier({u"/no/such/program"_s, u"s3cret-canary"_s}, 20s);
        const Outcome outcome = sendBy(*courier);
        QVERIFY(!outcome.isDelivered);
        QVERIFY(outcome.isFinal);
        QVERIFY(outcome.text.english().contains("/no/such/program cannot be started"_L1));
        QVERIFY(!outcome.text.english().contains("canary"_L1));
    }

    void goingAwayEndsTheAttempt()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"pid"_s);
        auto courier = notify::makeCommandCourier(
            {u"sh"_s, u"-c"_s, u"echo $$ > \"$1.new\"; mv \"$1.new\" \"$1\"; exec sleep 600"_s,
             u"x"_s, file},
            20s);
        bool isTold = false;
        courier->send("{}", [&](Outcome &&) { isTold = true; });
        QVERIFY(eventually([&] { return !contentsOf(file).isEmpty(); }));
        const int id = contentsOf(file).trimmed().toInt();
        courier.reset();
        QVERIFY(eventually([&] { return isGone(id); }));
        QVERIFY(!isTold);
    }

private:
    // Not there, or dead and not reaped by whoever adopted it.
    static bool isGone(int id)
    {
        if (::kill(id, 0) != 0)
            return true;
        const QByteArray stat = contentsOf(u"/proc/%1/stat"_s.arg(id));
        return stat.sliced(stat.lastIndexOf(')') + 1).trimmed().startsWith('Z');
    }
};

LOCKSCOPE_TEST_SUITE(CouriersTest)

#include "tst_couriers.moc"
