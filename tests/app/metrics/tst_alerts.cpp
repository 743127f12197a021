// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/metrics/alertstage.h"
#include "tests/app/metrics/prometheus.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QSet>
#include <QStandardPaths>

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QString sourceOfAlerts()
{
    return QStringLiteral(PROJECT_FOLDER "/resources/monitoring/alerts.yaml");
}

// With the waiting times of the file, which take twenty minutes: for the soak.
bool isWhole()
{
    return qEnvironmentVariableIsSet("LOCKSCOPE_ALERTS_WHOLE");
}

// Alerts that no server of this computer can be brought to in a time that a test has, each with
// the reason. There is none at present: KeyDB's role comes from a proxy in front of a Redis, and
// the waiting times of minutes are shortened (the soak has them as they are).
const std::map<QByteArray, const char *> &untried()
{
    static const std::map<QByteArray, const char *> none;
    return none;
}

// Waiting times of alerts.yaml, and how often each is there.
struct Shortened {
    const char *from;
    const char *to;
    int count;
};
constexpr std::array shortenings{
    Shortened{"\"for\": \"15m\"", "\"for\": \"5s\"", 1},
    Shortened{"\"for\": \"1m\"", "\"for\": \"10s\"", 1},
    Shortened{"[5m]", "[30s]", 2},
    Shortened{" > 60 ", " > 10 ", 1},
};

// What an alert is about.
QString placeOf(const QJsonObject &labels)
{
    for (const QLatin1StringView label : {"server"_L1, "group"_L1, "instance"_L1}) {
        if (const QString place = labels[label].toString(); !place.isEmpty())
            return place;
    }
    return {};
}

QByteArray nameOf(const QJsonObject &labels)
{
    return labels["alertname"_L1].toString().toUtf8();
}

// A scenario and how far it is.
struct Played {
    enum class State : quint8 { Waiting, Begun, Fired, Cleared };

    const AlertScenario *scenario;
    State state = State::Waiting;
    qint64 begun = 0; // milliseconds of the test
    qint64 fired = 0;
    qint64 cleared = 0;
};

} // namespace

// Each alert, by a real Prometheus that scrapes `lockctl metrics` over real servers: it fires when
// a server is brought into its state, names that server, and clears afterwards. No other fires.
class TestAlerts : public QObject
{
    Q_OBJECT

private:
    bool writeRules(const QString &path) const;
    void look();
    void advance(Played &played, const QJsonArray &alerts);
    void checkFired(const Played &played, const QJsonObject &alert);
    void noteUnexpected(const QJsonArray &alerts);
    bool isQuiet() const; // all servers are in sight, and nothing is wrong
    bool becomesQuiet() const;

    std::unique_ptr<AlertStage> m_stage;
    std::unique_ptr<Prometheus> m_prometheus;
    QByteArray m_mainExporter; // its address, quoted
    std::map<QByteArray, QString> m_severities; // of the rules that Prometheus has read
    std::map<QString, QSet<QByteArray>> m_expected; // alerts, by place
    std::vector<Played> m_played;
    QElapsedTimer m_clock;
    qint64 m_looked = 0;
    QStringList m_faults;

private Q_SLOTS:
    void initTestCase();
    void eachAlertHasAScenario();
    void eachFiresAndClears();
};

bool TestAlerts::writeRules(const QString &path) const
{
    QByteArray rules = contentsOf(sourceOfAlerts());
    for (const Shortened &each : shortenings) {
        if (rules.count(each.from) != each.count)
            return false;
        if (!isWhole())
            rules.replace(each.from, each.to);
    }
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(rules) == rules.size();
}

void TestAlerts::initTestCase()
{
    LOCKSCOPE_REQUIRE_REDIS();
    LOCKSCOPE_REQUIRE(!QStandardPaths::findExecutable(u"prometheus"_s).isEmpty(), "prometheus");
    m_stage = std::make_unique<AlertStage>();
    QVERIFY(m_stage->start());
    const QString rules = m_stage->folder() + u"/alerts.yaml"_s;
    QVERIFY(writeRules(rules));
    m_prometheus = std::make_unique<Prometheus>(m_stage->folder());
    QVERIFY(m_prometheus->start(rules, m_stage->exporters()));
    m_mainExporter = "\"127.0.0.1:" + QByteArray::number(m_stage->exporters().front()) + '"';
    QVERIFY(eventually([this] { return !m_prometheus->groups().isEmpty(); }));
    for (const QJsonValue group : m_prometheus->groups()) {
        for (const QJsonValue rule : group["rules"_L1].toArray())
            m_severities[rule["name"_L1].toString().toUtf8()] =
                rule["labels"_L1]["severity"_L1].toString();
    }
}

// A new alert needs a scenario in AlertStage, or a reason above.
void TestAlerts::eachAlertHasAScenario()
{
    std::set<QByteArray> tried;
    for (const AlertScenario &scenario : m_stage->scenarios()) {
        QVERIFY2(m_severities.contains(scenario.alert), scenario.alert.constData());
        tried.insert(scenario.alert);
    }
    for (const auto &[alert, severity] : m_severities) {
        QVERIFY2(tried.contains(alert) != untried().contains(alert), alert.constData());
        QVERIFY2(!severity.isEmpty(), alert.constData());
    }
    QCOMPARE(static_cast<int>(m_severities.size()),
             static_cast<int>(contentsOf(sourceOfAlerts()).count("\"alert\": ")));
}

bool TestAlerts::isQuiet() const
{
    const QJsonArray known = m_prometheus->seriesOf("count(count by (server) (lockscope_up))");
    const int count = known[0]["value"_L1][1].toString().toInt();
    const auto alerts = m_prometheus->alerts();
    return count >= m_stage->deploymentCount() && alerts && alerts->isEmpty()
        && m_prometheus->seriesOf("lockscope_up != 1 or lockscope_discovering != 0").isEmpty();
}

bool TestAlerts::becomesQuiet() const
{
    if (eventually([this] { return isQuiet(); }, patience * 2))
        return true;
    for (const char *expression : {"ALERTS", "lockscope_up != 1 or lockscope_discovering != 0",
                                   "count(count by (server) (lockscope_up))"})
        qWarning("%s: %s", expression, m_prometheus->asked(expression).constData());
    qWarning("%s", m_stage->describe().constData());
    return false;
}

void TestAlerts::eachFiresAndClears()
{
    const auto patiently = isWhole() ? 25min : 4min;
    QVERIFY(becomesQuiet());
    for (const AlertScenario &scenario : m_stage->scenarios()) {
        m_expected[scenario.place] += {scenario.alert};
        m_expected[scenario.place].unite({scenario.also.begin(), scenario.also.end()});
        m_played.push_back({&scenario});
    }
    m_clock.start();
    const bool areOver = eventually(
        [this] {
            look();
            return std::ranges::all_of(
                m_played, [](const Played &each) { return each.state == Played::State::Cleared; });
        },
        patiently);
    for (const Played &each : m_played)
        qInfo("%s of %s: began at %lld ms, fired at %lld ms, cleared at %lld ms%s",
              each.scenario->alert.constData(), qPrintable(each.scenario->place),
              static_cast<long long>(each.begun), static_cast<long long>(each.fired),
              static_cast<long long>(each.cleared),
              each.state == Played::State::Cleared ? "" : " (NOT OVER)");
    m_faults.removeDuplicates();
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(u'\n')));
    QVERIFY(areOver);
    // That no alert is there means that nothing is wrong, and not that nothing is told.
    QVERIFY(becomesQuiet());
}

// Often enough for what changes once a second.
void TestAlerts::look()
{
    if (m_clock.elapsed() < m_looked + 200)
        return;
    // A scrape of a busy computer may take longer than a second: then nothing is known.
    const bool isTold =
        !m_prometheus->seriesOf("lockscope_build_info{instance=" + m_mainExporter + '}').isEmpty();
    const auto alerts = m_prometheus->alerts();
    m_looked = m_clock.elapsed();
    if (!isTold || !alerts)
        return;
    noteUnexpected(*alerts);
    for (Played &played : m_played)
        advance(played, *alerts);
}

void TestAlerts::noteUnexpected(const QJsonArray &alerts)
{
    for (const QJsonValue alert : alerts) {
        const QJsonObject labels = alert["labels"_L1].toObject();
        const auto expected = m_expected.find(placeOf(labels));
        const bool isOfBusy = nameOf(labels) == "LockscopeExporterGone"
            && '"' + placeOf(labels).toUtf8() + '"' == m_mainExporter; // and it is true
        if (alert["state"_L1] == "firing"_L1 && !isOfBusy
            && (expected == m_expected.end() || !expected->second.contains(nameOf(labels))))
            m_faults +=
                u"not expected: %1 of %2"_s.arg(QString::fromUtf8(nameOf(labels)), placeOf(labels));
    }
}

void TestAlerts::advance(Played &played, const QJsonArray &alerts)
{
    const AlertScenario &scenario = *played.scenario;
    if (played.state == Played::State::Waiting) {
        if (!scenario.ready.isEmpty() && m_prometheus->seriesOf(scenario.ready).isEmpty())
            return;
        scenario.begin();
        played.begun = m_clock.elapsed();
        played.state = Played::State::Begun;
        return;
    }
    if (played.state == Played::State::Begun && scenario.again
        && m_clock.elapsed() > played.begun + 40'000) {
        scenario.again();
        played.state = Played::State::Waiting;
        return;
    }
    const auto alert = std::find_if(alerts.begin(), alerts.end(), [&](const QJsonValue &each) {
        const QJsonObject labels = each["labels"_L1].toObject();
        return nameOf(labels) == scenario.alert
            && labels[QString::fromLatin1(scenario.label)] == scenario.place;
    });
    if (played.state == Played::State::Begun && alert != alerts.end()
        && (*alert)["state"_L1] == "firing"_L1) {
        checkFired(played, alert->toObject());
        if (scenario.end)
            scenario.end();
        played.fired = m_clock.elapsed();
        played.state = Played::State::Fired;
        return;
    }
    if (played.state != Played::State::Fired)
        return;
    // For a while: a scrape that came too late makes all alerts clear for a second.
    if (alert != alerts.end() || played.cleared == 0)
        played.cleared = alert == alerts.end() ? m_clock.elapsed() : 0;
    else if (m_clock.elapsed() > played.cleared + 3'000)
        played.state = Played::State::Cleared;
}

// What people read of it is true.
void TestAlerts::checkFired(const Played &played, const QJsonObject &alert)
{
    const AlertScenario &scenario = *played.scenario;
    const QJsonObject labels = alert["labels"_L1].toObject();
    const QJsonObject annotations = alert["annotations"_L1].toObject();
    const QString description = annotations["description"_L1].toString();
    const auto require = [&](bool is, const QString &what) {
        if (!is)
            m_faults += u"%1: %2: %3"_s.arg(
                QString::fromUtf8(scenario.alert), what,
                QString::fromUtf8(QJsonDocument(alert).toJson(QJsonDocument::Compact)));
    };
    require(labels["severity"_L1] == m_severities[scenario.alert], u"its severity"_s);
    require(labels["instance"_L1].toString().startsWith("127.0.0.1:"_L1), u"its exporter"_s);
    require(labels["job"_L1] == "lockscope"_L1, u"its job"_s);
    require(description.contains(scenario.place), u"it does not say of what"_s);
    require(!annotations["summary"_L1].toString().isEmpty(), u"its summary"_s);
    for (const QLatin1StringView hole : {"{{"_L1, "<no value>"_L1, "%!"_L1, "  "_L1})
        require(!description.contains(hole), u"a hole in its description"_s);
    static const QRegularExpression count(u"^([0-9.e+]+) open on |\\(about ([0-9.e+]+)\\)"_s);
    const auto match = count.match(description);
    static const QRegularExpression integer(u"^[1-9]$"_s);
    require(!match.hasMatch()
                || integer.match(match.captured(match.lastCapturedIndex())).hasMatch(),
            u"its number"_s);
    const QString page = annotations["runbook_url"_L1].toString().section(u'/', -1);
    require(QFile::exists(QStringLiteral(PROJECT_FOLDER "/resources/docs/en/") + page),
            u"its page"_s);
}

LOCKSCOPE_TEST_SUITE(TestAlerts)
#include "tst_alerts.moc"
