// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/metrics/metricscommand.h"

#include "app/lockctl/common/healthfeed.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/session.h"
#include "app/lockctl/common/targetoptions.h"
#include "core/base/text.h"
#include "core/metrics/metricsserver.h"

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr auto usualAddress = "127.0.0.1:9750"_L1;

struct MetricsOptions {
    TargetChoice where;
    QString address = usualAddress;
    std::vector<QByteArray> names;
};

// Watches until it is stopped, and answers each scrape with what is known then.
class MetricsCommand : public Running
{
    Q_OBJECT

public:
    explicit MetricsCommand(MetricsOptions options)
        : m_options(std::move(options))
        , m_session(m_options.where, {}, true)
        , m_health(m_session, m_options.where, HealthFeed::Look::Follow)
    {
        connect(&m_session, &Session::happened, this, &MetricsCommand::onEvent);
        // The events of a delivery follow the states: that of a lock that is gone is kept for them.
        connect(&m_session, &Session::lockChanged, this,
                [this](const watch::LockId &id, const watch::LockPointer &lock) {
                    const auto last = m_session.locks().find(id);
                    if (!lock && last != m_session.locks().end())
                        m_gone.insert_or_assign(id, last->second);
                });
        connect(&m_session, &Session::changed, this, [this] { m_gone.clear(); });
        connect(&m_health, &HealthFeed::changed, this, [this](const health::ProblemChange &change) {
            if (m_book)
                m_book->note(change);
        });
    }

    void start() override;
    void interrupt(int /*signal*/) override
    {
        m_server.reset();
        m_session.stop();
        Q_EMIT finished(Done);
    }

private:
    QStringList profiles() const;
    void onEvent(const watch::Event &event);
    metrics::Families collect(const QString &profile);

    const MetricsOptions m_options;
    Session m_session;
    HealthFeed m_health;
    std::map<watch::LockId, watch::LockPointer> m_gone; // in this delivery
    std::optional<metrics::MetricsBook> m_book;
    std::unique_ptr<metrics::MetricsServer> m_server;
};

QStringList MetricsCommand::profiles() const
{
    QStringList names;
    for (const app::ChosenTarget &target : m_options.where.targets) {
        if (!target.profile.isEmpty() && !names.contains(target.profile))
            names += target.profile;
    }
    return names;
}

void MetricsCommand::start()
{
    auto server = metrics::MetricsServer::listen(
        m_options.address, profiles(), [this](const QString &profile) { return collect(profile); });
    if (!server) {
        writeError(u"lockctl: %1\n"_s.arg(server.error().text.english()));
        Q_EMIT finished(server.error().kind == ErrorKind::InvalidInput ? Usage : Unreachable);
        return;
    }
    m_server = *std::move(server);
    m_session.start();
    metrics::MetricsBook::Options options{.version = LOCKSCOPE_VERSION, .names = m_options.names};
    for (std::size_t i = 0; i < m_options.where.targets.size(); ++i) {
        const auto &own = m_options.where.targets[i].prefixes;
        options.prefixes[m_session.deployment(i)] =
            m_options.where.prefixes.empty() ? own : m_options.where.prefixes;
    }
    m_book.emplace(std::move(options));
    writeError(u"lockctl: metrics at %1\n"_s.arg(m_server->url()));
    for (const QString &profile : profiles())
        writeError(u"lockctl: those of the profile %1 at %2/%1\n"_s.arg(profile, m_server->url()));
}

void MetricsCommand::onEvent(const watch::Event &event)
{
    if (!m_book)
        return;
    watch::LockPointer lock;
    if (event.name) {
        const watch::LockId id{event.deploymentId, *event.name};
        for (const auto *locks : {&m_session.locks(), &std::as_const(m_gone)}) {
            if (const auto found = locks->find(id); !lock && found != locks->end())
                lock = found->second;
        }
    }
    m_book->note(event, lock.get());
}

metrics::Families MetricsCommand::collect(const QString &profile)
{
    m_health.take();
    metrics::MetricsBook::Present present;
    present.visitLocks = [this](const std::function<void(const watch::LockRecord &)> &visit) {
        for (const auto &[id, lock] : m_session.locks())
            visit(*lock);
    };
    for (const auto &[id, server] : m_session.servers())
        present.servers.push_back(&server);
    present.problems = m_health.book().problems();
    present.now = std::chrono::steady_clock::now();
    present.wall = SystemClock().wallNow();
    std::set<watch::DeploymentId> asked;
    for (std::size_t i = 0; i < m_options.where.targets.size(); ++i) {
        if (m_options.where.targets[i].profile == profile)
            asked.insert(m_session.listedAs(m_session.deployment(i)));
    }
    if (!profile.isEmpty())
        present.isAsked = [&asked](watch::DeploymentId id) { return asked.contains(id); };
    return m_book ? m_book->families(present) : metrics::Families();
}

void addMetricsOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addBudgetOption(parser);
    parser.addOptions({
        {u"listen"_s,
         u"The address and port to answer on. The default is %1. There is no password and no TLS: "
         "names of servers are told to whoever reaches it."_s.arg(usualAddress),
         u"ADDR"_s},
        {u"lock"_s,
         u"Give the locks with this name series of their own; * and ? stand for any text. At most "
         "50 locks, those with the most waiters. Can be repeated. Without it no name of a lock is "
         "a label, since each name is a new series in Prometheus."_s,
         u"PATTERN"_s},
    });
}

Result<std::unique_ptr<Running>> prepareMetrics(const QCommandLineParser &parser)
{
    MetricsOptions options;
    if (const auto checked = refuseMoreWords(parser); !checked)
        return fail(checked.error());
    auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    options.where = *std::move(where);
    if (parser.isSet(u"listen"_s))
        options.address = parser.value(u"listen"_s);
    for (const QString &pattern : parser.values(u"lock"_s)) {
        const auto bytes = bytesFrom(parser, pattern);
        if (!bytes || bytes->isEmpty())
            return fail(ErrorKind::InvalidInput,
                        bytes ? u"--lock: the pattern is empty"_s
                              : u"--lock: "_s + bytes.error().text.english());
        options.names.push_back(*bytes);
    }
    return std::make_unique<MetricsCommand>(std::move(options));
}

} // namespace

CommandSpec metricsCommand()
{
    return {u"metrics"_s, u"watch, and answer Prometheus"_s,
            u"lockctl metrics [TARGET]... [--listen ADDR] [--lock PATTERN]... [--prefix PREFIX]"_s,
            addMetricsOptions, prepareMetrics};
}

} // namespace lockscope::lockctl

#include "metricscommand.moc"
