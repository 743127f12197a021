// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metricsserver.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

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
        QVERIFY(get(**server, "/other").contains("404"));
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
        for (int i = 0; i < 10; ++i) {
            silent.push_back(std::make_unique<QTcpSocket>());
            silent.back()->connectToHost(QHostAddress::LocalHost, portOf(**server));
            QVERIFY(silent.back()->waitForConnected());
            if (i % 2 == 0)
                silent.back()->write("GET /met");
        }
        QVERIFY(get(**server, "/metrics").contains("200 OK"));
    }
    // A request that waits for its answer does not keep the program from ending.
    void endsWhileAsked()
    {
        auto server = MetricsServer::listen(u"127.0.0.1:0"_s, {}, one);
        QVERIFY(server);
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, portOf(**server));
        QVERIFY(socket.waitForConnected());
        socket.write("GET /metrics HTTP/1.0\r\n\r\n");
        QVERIFY(socket.waitForBytesWritten());
        server->reset(); // returns
        QVERIFY(eventually([&] { return socket.state() == QAbstractSocket::UnconnectedState; }));
    }
};

LOCKSCOPE_TEST_SUITE(TestMetricsServer)
#include "tst_metricsserver.moc"
