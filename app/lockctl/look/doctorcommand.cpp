// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/doctorcommand.h"

#include "app/lockctl/common/healthfeed.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/look/rightsreport.h"
#include "core/base/text.h"
#include "core/health/rules/thresholds.h"
#include "ui/wording/incidentwording.h"
#include "ui/wording/wording.h"

#include <QCommandLineParser>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// Long enough for every rule that has no long time of its own: a free lock counts as forgotten
// after five seconds, a problem as one after another, and a listener is asked twice.
constexpr Millis usualLook{7000};
// A condition that lasts so long is a problem: a shorter look finds none.
constexpr Millis shortestLook = health::Thresholds().opening;

struct DoctorOptions {
    TargetChoice where;
    Millis observe = usualLook;
    health::Severity failOn = health::Severity::Warning;
    bool json = false;
};

// Watches for some seconds and prints what the rules of core/health found.
class Doctor : public Running
{
    Q_OBJECT

public:
    explicit Doctor(DoctorOptions options)
        : m_options(std::move(options))
        , m_session(m_options.where, {}, true)
        , m_health(m_session, m_options.where, HealthFeed::Look::Follow)
    {
        connect(&m_session, &Session::changed, this, &Doctor::onChanged);
        m_observation.setSingleShot(true);
        m_observation.setTimerType(Qt::PreciseTimer); // no shorter than it was asked for
        connect(&m_observation, &QTimer::timeout, this, &Doctor::print);
    }

    void start() override { m_session.start(); }
    void interrupt(int /*signal*/) override
    {
        const Millis looked = this->looked();
        if (looked >= shortestLook) {
            writeError(u"lockctl: interrupted after %1 s of %2 s\n"_s.arg(
                wording::tenths(looked), wording::tenths(m_options.observe)));
            print();
        } else {
            tellInterrupted();
            finish(Unreachable);
        }
    }

private:
    void onChanged();
    Millis looked() const; // since all servers are settled
    void print();
    QString membersOf(const std::vector<health::Problem> &problems) const;
    void finish(int status);

    const DoctorOptions m_options;
    Session m_session;
    HealthFeed m_health;
    QTimer m_observation;
    Instant m_settledAt;
    bool m_settled = false;
    bool m_finished = false;
};

void Doctor::onChanged()
{
    if (m_finished || m_settled || !m_session.isSettled())
        return;
    m_settled = true;
    m_settledAt = std::chrono::steady_clock::now();
    const auto &servers = m_session.servers();
    const bool anyUp = std::any_of(servers.begin(), servers.end(), [](const auto &entry) {
        return entry.second.state == watch::ServerState::Up;
    });
    if (!anyUp) {
        print();
        return;
    }
    if (isErrorTerminal())
        writeError(u"lockctl: watching for %1 s\n"_s.arg(
            static_cast<double>(m_options.observe.count()) / 1000));
    m_observation.start(m_options.observe);
}

Millis Doctor::looked() const
{
    return m_settled
        ? std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now() - m_settledAt)
        : Millis(0);
}

void Doctor::print()
{
    if (m_finished)
        return;
    m_health.take();
    const std::vector<health::Problem> problems = m_health.book().problems();
    const Millis looked = this->looked();
    if (m_options.json) {
        QJsonArray list;
        for (const health::Problem &problem : problems)
            list.append(toJson(problem));
        QJsonArray holes;
        for (const watch::Gap &gap : m_session.allGaps())
            holes.append(toJson(gap));
        QJsonArray servers;
        for (const auto &[id, server] : m_session.servers())
            servers.append(toJson(server));
        (void)writeOut(jsonLine({{"schema"_L1, 1},
                                 {"observed_ms"_L1, static_cast<qint64>(looked.count())},
                                 {"problems"_L1, list},
                                 {"servers"_L1, servers},
                                 {"gaps"_L1, holes}}));
    } else if (!problems.empty()) {
        QString text;
        for (const health::Problem &problem : problems)
            text += wording::problemReport(problem);
        text += membersOf(problems);
        (void)writeOut(text);
    } else if (!m_session.failure()) {
        writeError(u"lockctl: no problems found in %1 s\n"_s.arg(wording::tenths(looked)));
    }
    m_session.tellAllGaps();
    const bool isBad =
        std::any_of(problems.begin(), problems.end(),
                    [&](const health::Problem &each) { return each.severity >= m_options.failOn; });
    finish(m_session.failure() ? Unreachable : isBad ? Refused : Done);
}

// Of the servers that have a problem themselves.
QString Doctor::membersOf(const std::vector<health::Problem> &problems) const
{
    QString text;
    for (const auto &[id, server] : m_session.servers()) {
        const bool isNamed = std::ranges::any_of(problems, [id = id](const auto &problem) {
            return problem.subject.type == health::Subject::Type::Server
                && problem.subject.place == id.number;
        });
        if (isNamed)
            text += membersText(server);
    }
    return text;
}

void Doctor::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_observation.stop();
    m_session.stop();
    Q_EMIT finished(status);
}

void addDoctorOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameOptions(parser);
    addBudgetOption(parser);
    parser.addOptions({
        {u"observe"_s,
         u"Watch for D (3s, 30s, 5m) before the report, at least 1s. The default is 7s: a problem "
         "is one that lasts for a second, and a free lock with waiters counts after 5 s. Missed "
         "renewals and long waits take longer to see, for example 1m."_s,
         u"D"_s},
        {u"fail-on"_s,
         u"Exit with status 1 only for problems that are at least this severe: warning (the "
         "default) or critical."_s,
         u"SEVERITY"_s},
        {u"acl"_s,
         u"Instead print the commands that make two users on the server: one with the rights that "
         "watching needs, one that also acts. For its version, and for the prefixes."_s},
        {u"json"_s, u"Print JSON: one object."_s},
    });
}

Result<std::unique_ptr<Running>> prepareDoctor(const QCommandLineParser &parser)
{
    DoctorOptions options;
    auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    options.where = std::move(*where);
    options.json = parser.isSet(u"json"_s);
    const auto observe = durationOption(parser, u"observe"_s, usualLook);
    if (!observe)
        return fail(observe.error());
    if (*observe < shortestLook)
        return fail(ErrorKind::InvalidInput,
                    u"--observe: %1 is too short to find a problem, since a problem is one that "
                    "lasts for a second; use 1s or more"_s.arg(
                        visibleElided(parser.value(u"observe"_s).toUtf8(), 60)));
    options.observe = *observe;
    if (parser.isSet(u"fail-on"_s)) {
        const QString severity = parser.value(u"fail-on"_s);
        if (severity != "warning"_L1 && severity != "critical"_L1)
            return fail(ErrorKind::InvalidInput,
                        u"--fail-on: \"%1\" is neither warning nor critical"_s.arg(
                            visibleElided(severity.toUtf8(), 60)));
        if (severity == "critical"_L1)
            options.failOn = health::Severity::Critical;
    }
    if (const auto checked = refuseMoreWords(parser); !checked)
        return fail(checked.error());
    if (parser.isSet(u"acl"_s)) {
        for (const auto &other : {u"observe"_s, u"fail-on"_s}) {
            if (parser.isSet(other))
                return fail(ErrorKind::InvalidInput,
                            u"--acl looks at no locks, so it takes no --%1"_s.arg(other));
        }
        return rightsReport(std::move(options.where), options.json);
    }
    return std::make_unique<Doctor>(std::move(options));
}

} // namespace

CommandSpec doctorCommand()
{
    return {u"doctor"_s, u"show what is wrong with locks and servers, worst first"_s,
            u"lockctl doctor [TARGET] [--prefix PREFIX] [--observe D] "
            "[--fail-on warning|critical] [--json] [--acl]"_s,
            addDoctorOptions, prepareDoctor};
}

} // namespace lockscope::lockctl

#include "doctorcommand.moc"
