// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metricsserver.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

using namespace lockscope;
using namespace lockscope::metrics;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// The answers to Prometheus by HTTP.
class TestMetricsServer : public QObject
{
    Q_OBJECT

private:
    static Families one(const QString &profile)
    {
        prometheus::MetricFamily family{
            "lockscope_test", "A test.", prometheus::MetricType::Gauge, {}};
        prometheus::ClientMetric metric;
        metric.label = {{"profile", profile.toStdString()}, {"odd", "a\"b\\c\nd"}};
        metric.gauge.value = 7;
        family.metric.push_back(metric);
        return {family};
    }
    static quint16 portOf(const MetricsServer &server)
    {
        return static_cast<quint16>(QUrl(server.url()).port());
    }
    // The event loop has to go on meanwhile: the answer is made on this thread.
    static QByteArray get(const MetricsServer &server, const QByteArray &path)
    {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, portOf(server));
        socket.write("GET " + path + " HTTP/1.0\r\n\r\n");
        (void)eventually([&] { return socket.state() == QAbstractSocket::UnconnectedState; });
        return socket.readAll();
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void answersForEachProfile()
    {
        const auto server = MetricsServer::listen(u"127.0.0.1:0"_s, {u"shop"_s}, one);
        QVERIFY(server);
        QVERIFY((*server)->url().endsWith("/metrics"_L1));
        const QByteArray all = get(**server, "/metrics");
        QVERIFY2(all.contains("200 OK"), all.constData());
        QVERIFY2(all.contains("lockscope_test{profile=\"\",odd=\"a\\\"b\\\\c\\nd\"} 7"),
                 all.constData());
        QVERIFY(get(**server, "/metrics/shop").contains("profile=\"shop\""));
    }
    // A mistyped profile must not look like success, as the metrics of all would.
    // As the guide says of them.
    void otherNamesAreThoseOfTheServer()
    {
        const auto server = MetricsServer::listen(u"127.0.0.1:0"_s, {}, one);
        QVERIFY(server);
        static_cast<void>(get(**server, "/metrics"));
        const QByteArray answer = get(**server, "/metrics");
        const qsizetype body = answer.indexOf("\r\n\r\n");
        QVERIFY(body > 0);
        for (const QByteArray &line : answer.mid(body + 4).split('\n'))
            QVERIFY2(line.isEmpty() || line.startsWith('#') || line.startsWith("lockscope_")
                         || line.startsWith("exposer_"),
                     line.constData());
    }
    void anUnknownPathIsNotFound_data()
    {
        QTest::addColumn<QByteArray>("path");
        for (const char *path :
             {"/other", "/", "/metrics/", "/metrics/shp", "/metrics/shop/x", "/metrics/shop-2",
              "/metrics/sho", "/metrics/sh*", "/metricsx", "/x/metrics", "/metrics/SHOPS"})
            QTest::newRow(path) << QByteArray(path);
    }
    void anUnknownPathIsNotFound()
    {
        QFETCH(QByteArray, path);
        const auto server = MetricsServer::listen(u"127.0.0.1:0"_s, {u"shop"_s, u"rest"_s}, one);
        QVERIFY(server);
        const QByteArray answer = get(**server, path);
        QVERIFY2(answer.startsWith("HTTP/1.0 404"), answer.constData());
        QVERIFY(!answer.contains("lockscope_test"));
        QVERIFY2(answer.contains("\r\nLockscope-Paths: /metrics, /metrics/shop, /metrics/rest\r\n"),
                 answer.constData());
    }
    void namesThatDifferInCaseAreTwo()
    {
        const auto server =
            MetricsServer::listen(u"127.0.0.1:0"_s, {u"shop"_s, u"Shop"_s, u"rest"_s}, one);
        QVERIFY(server);
        for (const char *name : {"shop", "Shop", "rest"}) {
            const QByteArray label = QByteArray("profile=\"") + name + '"';
            QVERIFY2(get(**server, QByteArray("/metrics/") + name).contains(label), name);
        }
    }
    void veryManyPathsAreNotAllNamed()
    {
        QStringList many;
        for (int i = 0; i < 500; ++i)
            many += u"profile-%1"_s.arg(i);
        const auto server = MetricsServer::listen(u"127.0.0.1:0"_s, many, one);
        QVERIFY(server);
        const QByteArray answer = get(**server, "/metrics/other");
        QVERIFY2(answer.contains("/metrics/profile-9, ") && answer.contains(", ...\r\n"),
                 answer.constData());
        QVERIFY(answer.size() < 3000);
        QVERIFY(get(**server, "/metrics/profile-499").contains("profile=\"profile-499\""));
    }
    void whatCannotBeListenedOnIsRefused_data()
    {
        QTest::addColumn<QString>("address");
        for (const QString &address :
             {u"9750"_s, u"127.0.0.1"_s, u"127.0.0.1:99999"_s, u"127.0.0.1:x"_s, u""_s,
              u"127.0.0.1:80,443s:1"_s, u":9750"_s, u"a b:1"_s})
            QTest::newRow(qPrintable(address)) << address;
    }
    void whatCannotBeListenedOnIsRefused()
    {
        QFETCH(QString, address);
        const auto server = MetricsServer::listen(address, {}, one);
        QVERIFY(!server);
        QCOMPARE(server.error().kind, ErrorKind::InvalidInput);
    }
    void aPortInUseIsSaid()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        const auto server =
            MetricsServer::listen(u"127.0.0.1:%1"_s.arg(other.serverPort()), {}, one);
        QVERIFY(!server);
        QCOMPARE(server.error().kind, ErrorKind::Unreachable);
    }
    // As a scan of ports leaves them, and checks of a load balancer.
    void silentConnectionsKeepNobodyOut()
    {
        const auto server = MetricsServer::listen(u"127.0.0.1:0"_s, {}, one);
        QVERIFY(server);
        std::vector<std::unique_ptr<QTcpSocket>> silent;
        for (int i = 0; i < 60; ++i) {
            silent.push_back(std::make_unique<QTcpSocket>());
            silent.back()->connectToHost(QHostAddress::LocalHost, portOf(**server));
            QVERIFY(silent.back()->waitForConnected());
            if (i % 2 == 0)
                silent.back()->write("GET /met");
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(get(**server, "/metrics").contains("200 OK"));
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }
    // A request that waits for its answer does not keep the program from ending. CivetWeb may have
    // taken the connection and not looked at it yet: such a one ends with the program.
    void endsWhileAsked()
    {
        auto server = MetricsServer::listen(u"127.0.0.1:0"_s, {}, one);
        QVERIFY(server);
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, portOf(**server));
        QVERIFY(socket.waitForConnected());
        socket.write("GET /metrics HTTP/1.0\r\n\r\n");
        QVERIFY(socket.waitForBytesWritten());
        QElapsedTimer timer;
        timer.start();
        server->reset();
        QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
    }
};

LOCKSCOPE_TEST_SUITE(TestMetricsServer)
#include "tst_metricsserver.moc"
