// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rulelist.h"
#include "core/metrics/metricsbook.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

QString folder()
{
    return QStringLiteral(PROJECT_FOLDER "/resources/monitoring/");
}

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Ran {
    int status = -1;
    QByteArray out;
};

Ran run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    constexpr int patience = 240'000; // jsonnet takes 20 s to write YAML, and a busy machine longer
    if (!process.waitForFinished(patience))
        return {-1, process.readAll() + "did not end in time"};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAll()};
}

bool has(const char *program)
{
    return !QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty();
}

// Every metric that there can be, with all that a series ends with.
QSet<QString> exposedNames()
{
    watch::LockRecord lock;
    lock.id = {{1}, LockName{"l"}};
    lock.deployment = u"s"_s;
    lock.waiters = std::vector<watch::WaiterRecord>{};
    lock.waitingConnections = 0;
    watch::ServerRecord server;
    server.deployment = {1};
    server.label = u"s"_s;
    server.state = watch::ServerState::Up;
    server.latency = std::chrono::microseconds(1);
    metrics::MetricsBook book({.version = "1", .names = {"*"}});
    health::Problem problem;
    problem.rule = health::allRules().front();
    problem.deployment = u"s"_s;
    book.note({health::ProblemChange::What::Opened, problem});
    metrics::MetricsBook::Present present;
    present.visitLocks = [&](const auto &visit) { visit(lock); };
    present.servers = {&server};
    QSet<QString> names;
    for (const auto &family : book.families(present)) {
        const QString name = QString::fromStdString(family.name);
        names += name;
        if (family.type == prometheus::MetricType::Histogram)
            names += {name + u"_bucket"_s, name + u"_sum"_s, name + u"_count"_s};
    }
    return names;
}

} // namespace

// The alerts and the dashboard, which are made of metrics that exist.
class TestMonitoring : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRuleHasItsAlert()
    {
        const QByteArray listed = contentsOf(folder() + u"rules.libsonnet"_s);
        for (const health::Rule *rule : health::allRules()) {
            const QString line = u"{ name: '%1', severity: '%2', title: '%3' },"_s.arg(
                QString::fromLatin1(rule->name), QString::fromLatin1(name(rule->severity)),
                rule->title.english());
            QVERIFY2(listed.contains(line.toUtf8()), qPrintable(line));
            const QByteArray matcher = QByteArray("rule=\\\"") + rule->name + "\\\"";
            QVERIFY(contentsOf(folder() + u"alerts.yaml"_s).contains(matcher));
            QVERIFY2(QFile::exists(QStringLiteral(PROJECT_FOLDER "/resources/docs/en/problem-")
                                   + QString::fromLatin1(rule->name) + u".md"_s),
                     rule->name);
        }
        QCOMPARE(listed.count("{ name:"), static_cast<int>(health::allRules().size()));
    }
    void everyLinkLeadsToThePage()
    {
        static const QRegularExpression link(u"guide/en/([a-z-]+\\.md)"_s);
        const QString alerts = QString::fromUtf8(contentsOf(folder() + u"alerts.yaml"_s));
        int count = 0;
        for (auto matches = link.globalMatch(alerts); matches.hasNext(); ++count) {
            const QString page = matches.next().captured(1);
            QVERIFY2(QFile::exists(QStringLiteral(PROJECT_FOLDER "/resources/docs/en/") + page),
                     qPrintable(page));
        }
        QVERIFY(count > 30);
    }
    void onlyMetricsThatExistAreAsked()
    {
        const QSet<QString> exposed = exposedNames();
        static const QRegularExpression word(u"\\blockscope_[a-z_]+"_s);
        QStringList files{folder() + u"alerts.yaml"_s, folder() + u"alerts_test.yaml"_s};
        QDirIterator dashboards(folder() + u"dashboards_out"_s, {u"*.json"_s});
        while (dashboards.hasNext())
            files += dashboards.next();
        QVERIFY(files.size() > 2);
        for (const QString &file : files) {
            const QString text = QString::fromUtf8(contentsOf(file));
            QVERIFY(!text.isEmpty());
            for (auto matches = word.globalMatch(text); matches.hasNext();) {
                const QString name = matches.next().captured();
                QVERIFY2(exposed.contains(name), qPrintable(name));
            }
        }
    }
    void theGeneratedFilesAreThoseOfTheMixin()
    {
        LOCKSCOPE_REQUIRE(has("jsonnet"), "jsonnet");
        const QTemporaryDir out;
        const Ran made = run(folder() + u"generate"_s, {out.path()});
        QVERIFY2(made.status == 0, made.out.constData());
        for (const QString &file :
             {u"alerts.yaml"_s, u"alerts_test.yaml"_s, u"dashboards_out/lockscope-locks.json"_s})
            QVERIFY2(contentsOf(out.filePath(file)) == contentsOf(folder() + file),
                     qPrintable(file + u": run resources/monitoring/generate"_s));
    }
    // Each alert fires for a series and clears with it.
    void prometheusTakesTheAlerts()
    {
        LOCKSCOPE_REQUIRE(has("promtool"), "promtool, of the package prometheus");
        const Ran checked =
            run(u"promtool"_s, {u"check"_s, u"rules"_s, folder() + u"alerts.yaml"_s});
        QVERIFY2(checked.status == 0, checked.out.constData());
        const Ran tested =
            run(u"promtool"_s, {u"test"_s, u"rules"_s, folder() + u"alerts_test.yaml"_s});
        QVERIFY2(tested.status == 0, tested.out.constData());
    }
};

LOCKSCOPE_TEST_SUITE(TestMonitoring)
#include "tst_monitoring.moc"
