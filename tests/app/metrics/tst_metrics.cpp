// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/metrics/prometheus.h"
#include "tests/app/profilehome.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QStandardPaths>
#include <QTcpServer>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

// The value of the first series that begins so; empty: none.
QByteArray valueOf(const QByteArray &metrics, const QByteArray &beginning)
{
    for (const QByteArray &line : metrics.split('\n')) {
        if (line.startsWith(beginning))
            return line.sliced(line.lastIndexOf(' ') + 1);
    }
    return {};
}

} // namespace

// lockctl metrics, asked by HTTP and by a real Prometheus.
class TestMetrics : public QObject, private ProfileHome
{
    Q_OBJECT

private:
    RedisProcess m_server;
    RedisProcess m_other;

    void prepare(Program &program) const
    {
        program.setVariable(u"XDG_CONFIG_HOME"_s, m_home->path());
        program.setVariable(u"XDG_STATE_HOME"_s, m_home->path());
        program.setVariable(u"LOCKSCOPE_PROFILES"_s, QString());
    }
    bool becomes(quint16 port, const QByteArray &series, const QByteArray &value) const
    {
        QByteArray last;
        const bool is = eventually([&] {
            last = valueOf(get(port, "/metrics"), series);
            return last == value;
        });
        if (!is)
            qWarning("%s is %s", series.constData(), last.constData());
        return is;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start() && m_other.start());
    }
    void init()
    {
        makeHome();
        m_server.command({"FLUSHALL"});
        m_other.command({"FLUSHALL"});
    }

    void tellsWhatTheWatchSees()
    {
        QCOMPARE(save({u"shop"_s, u"--url"_s, m_server.url(), u"--prefix"_s, u"shop:"_s}).status,
                 0);
        QCOMPARE(save({u"rest"_s, u"--url"_s, m_other.url()}).status, 0);
        m_server.command({"HSET", "shop:a", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
        m_server.command({"PEXPIRE", "shop:a", "60000"});
        Program metrics(LOCKCTL_PATH);
        prepare(metrics);
        QVERIFY(metrics.start({u"metrics"_s, u"--listen"_s, u"127.0.0.1:0"_s, u"--profile"_s,
                               u"shop"_s, u"--profile"_s, u"rest"_s, u"--lock"_s, u"shop:*"_s}));
        const quint16 port = portOf(metrics);
        QVERIFY2(port != 0, metrics.err.constData());
        const QByteArray server = "{server=\"" + m_server.url().toUtf8() + "\"";
        QVERIFY(becomes(port, "lockscope_up" + server, "1"));
        const QByteArray group =
            server + ",kind=\"reentrant\",library=\"redisson\",prefix=\"shop:\"";
        QVERIFY(becomes(port, "lockscope_locks" + group + ",state=\"held\"", "1"));
        QVERIFY(becomes(port, "lockscope_lock_held" + server + ",lock=\"shop:a\"", "1"));
        m_server.command({"DEL", "shop:a"});
        m_server.command({"PUBLISH", "redisson_lock__channel:{shop:a}", "0"});
        QVERIFY(becomes(port, "lockscope_releases_total" + group, "1")
                || becomes(port, "lockscope_force_unlocks_total" + group, "1"));
        QVERIFY(becomes(port, "lockscope_locks" + group + ",state=\"held\"", QByteArray()));
        // One profile alone, and none of another name.
        const QByteArray rest = get(port, "/metrics/rest");
        QVERIFY(rest.contains(m_other.url().toUtf8()));
        QVERIFY(!rest.contains(m_server.url().toUtf8()));
        const QByteArray mistyped = answerOf(port, "/metrics/shp");
        QVERIFY2(mistyped.startsWith("HTTP/1.0 404"), mistyped.constData());
        QVERIFY(mistyped.contains("/metrics/shop") && !mistyped.contains("lockscope_"));
        // A server that goes is out of sight, not gone from the metrics.
        m_other.kill();
        QVERIFY(becomes(port, "lockscope_up{server=\"" + m_other.url().toUtf8() + "\"", "0"));
        QVERIFY(m_other.start());
        QVERIFY(becomes(port, "lockscope_up{server=\"" + m_other.url().toUtf8() + "\"", "1"));
        metrics.signal(SIGTERM);
        QCOMPARE(metrics.finish(), 0);
    }
    void aWrongAddressIsRefused()
    {
        const QStringList command{u"metrics"_s, u"--url"_s, m_server.url(), u"--listen"_s};
        QCOMPARE(run(command + QStringList{u"nowhere"_s}).status, 2);
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        const Ran taken = run(command + QStringList{u"127.0.0.1:%1"_s.arg(other.serverPort())});
        QVERIFY2(taken.status == 3 && taken.says("cannot listen"), taken.err.constData());
        QCOMPARE(run(command + QStringList{u"127.0.0.1:0"_s, u"--lock"_s, QString()}).status, 2);
    }
    // Every expression of alerts and dashboard, and an alert that fires and clears.
    void aRealPrometheusTakesIt()
    {
        LOCKSCOPE_REQUIRE(!QStandardPaths::findExecutable(u"prometheus"_s).isEmpty(), "prometheus");
        Program metrics(LOCKCTL_PATH);
        prepare(metrics);
        QVERIFY(metrics.start(
            {u"metrics"_s, u"--listen"_s, u"127.0.0.1:0"_s, u"--url"_s, m_server.url()}));
        const quint16 port = portOf(metrics);
        QVERIFY(port != 0);
        const QString rules = QStringLiteral(PROJECT_FOLDER "/resources/monitoring/alerts.yaml");
        Prometheus prometheus(m_home->path());
        QVERIFY(prometheus.start(rules, {port}));
        const auto asked = [&](const QByteArray &expression) {
            return prometheus.asked(expression);
        };
        QVERIFY(eventually([&] { return asked("lockscope_up").contains("\"1\""); }));

        const QByteArray alerts = contentsOf(rules);
        const QByteArray dashboard = contentsOf(QStringLiteral(
            PROJECT_FOLDER "/resources/monitoring/dashboards_out/lockscope-locks.json"));
        static const QRegularExpression expr(u"\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\""_s);
        int count = 0;
        for (const QByteArray &text : {alerts, dashboard}) {
            for (auto matches = expr.globalMatch(QString::fromUtf8(text)); matches.hasNext();) {
                QByteArray expression = matches.next().captured(1).toUtf8();
                expression.replace("\\\"", "\"").replace("$server", ".*");
                expression.replace("$__rate_interval", "1m");
                const QByteArray answer = asked(expression);
                QVERIFY2(answer.contains("\"status\":\"success\""), expression.constData());
                ++count;
            }
        }
        QVERIFY(count > 40);

        const QByteArray alert = "ALERTS{alertname=\"LockscopeNoExpiry\",alertstate=\"firing\"}";
        QVERIFY(!asked(alert).contains("LockscopeNoExpiry"));
        m_server.command({"HSET", "forever", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
        QVERIFY(eventually([&] { return asked(alert).contains("LockscopeNoExpiry"); }));
        m_server.command({"DEL", "forever"});
        QVERIFY(eventually([&] { return !asked(alert).contains("LockscopeNoExpiry"); }));
    }
};

LOCKSCOPE_TEST_SUITE(TestMetrics)
#include "tst_metrics.moc"
