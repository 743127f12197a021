// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/metricsbook.h"

#include "core/base/text.h"
#include "core/health/rulelist.h"
#include "core/watch/record/losthold.h"
#include "core/watch/record/names.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace lockscope::metrics {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using watch::EventType;
using Labels = std::vector<ClientMetric::Label>;

// Prometheus takes UTF-8 alone: bytes that are none are escaped.
std::string text(const QByteArray &bytes)
{
    return visible(bytes).toStdString();
}
std::string text(const QString &words)
{
    return visible(words.toUtf8()).toStdString();
}

double seconds(Millis duration)
{
    return static_cast<double>(duration.count()) / 1000;
}

double seconds(WallInstant at)
{
    return static_cast<double>(std::chrono::duration_cast<Millis>(at.time_since_epoch()).count())
        / 1000;
}

ClientMetric gauge(Labels labels, double value)
{
    ClientMetric metric;
    metric.label = std::move(labels);
    metric.gauge.value = value;
    return metric;
}

ClientMetric counter(Labels labels, quint64 value)
{
    ClientMetric metric;
    metric.label = std::move(labels);
    metric.counter.value = static_cast<double>(value);
    return metric;
}

} // namespace

// Families in the order in which they are first named, each with its metrics.
class MetricsBook::Collection
{
public:
    void add(const char *name, const char *help, MetricType type, ClientMetric metric)
    {
        const auto [place, isNew] = m_places.try_emplace(name, m_families.size());
        if (isNew)
            m_families.push_back({name, help, type, {}});
        m_families[place->second].metric.push_back(std::move(metric));
    }
    Families take() { return std::move(m_families); }

private:
    Families m_families;
    std::unordered_map<std::string_view, std::size_t> m_places; // of names that live for ever
};

// The sums of the locks of a group.
struct MetricsBook::Sums {
    std::array<quint64, 4> states{}; // by LockState
    std::array<quint64, 4> watchdogs{}; // by Watchdog, of holds
    qint64 holds = 0;
    qint64 waiters = 0;
    bool tellsWaiters = false;
    bool tellsConnections = false;
    qint64 connections = 0;
    quint64 withoutExpiry = 0; // held ones
    std::optional<WallInstant> heldSince; // the earliest

    void add(const watch::LockRecord &lock);
};

struct MetricsBook::Summary {
    std::map<Group, Sums> groups;
    std::vector<const watch::LockRecord *> named; // those whose names may be labels
};

namespace {

struct EventCounter {
    const char *name;
    const char *help;
    std::vector<EventType> types;
};

const std::vector<EventCounter> &eventCounters()
{
    static const std::vector<EventCounter> counters{
        {"lockscope_acquisitions_total",
         "Locks that were acquired, also by the next in a queue.",
         {EventType::Acquired, EventType::HandedOver}},
        {"lockscope_reentries_total",
         "Holds that were entered again by their owner.",
         {EventType::Reentered}},
        {"lockscope_releases_total",
         "Locks that were released by their owner.",
         {EventType::Released, EventType::HandedOver}},
        {"lockscope_renewals_total", "Renewals of holds by watchdogs.", {EventType::Renewed}},
        {"lockscope_renewals_overdue_total",
         "Renewals that did not come in time.",
         {EventType::RenewalOverdue}},
        {"lockscope_expirations_total",
         "Holds that ended because their time ran out.",
         {EventType::Expired}},
        {"lockscope_force_unlocks_total",
         "Locks that were taken away from their owners.",
         {EventType::ForceUnlocked}},
        {"lockscope_losses_total",
         "Locks that a restart, failover or flush took.",
         {EventType::Lost}},
        {"lockscope_queued_total", "Waiters that entered a queue.", {EventType::Queued}},
        {"lockscope_dequeued_total", "Waiters that left a queue.", {EventType::Dequeued}},
    };
    return counters;
}

} // namespace

void MetricsBook::Sums::add(const watch::LockRecord &lock)
{
    ++states[static_cast<std::size_t>(lock.state)];
    holds += holdCount(lock);
    if (const auto queued = waiterCount(lock)) {
        waiters += *queued;
        tellsWaiters = true;
    }
    if (lock.waitingConnections) {
        connections += *lock.waitingConnections;
        tellsConnections = true;
    }
    bool hasExpiry = lock.deadline.has_value();
    for (const watch::HoldRecord &hold : lock.holds) {
        ++watchdogs[static_cast<std::size_t>(hold.watchdog)];
        hasExpiry = hasExpiry || hold.deadline.has_value();
        if (!heldSince || hold.observedSince < *heldSince)
            heldSince = hold.observedSince;
    }
    if (!lock.holds.empty() && !hasExpiry)
        ++withoutExpiry;
}

NamePatterns::NamePatterns(const std::vector<QByteArray> &patterns)
{
    for (const QByteArray &pattern : patterns) {
        QString form;
        for (const QChar c : QString::fromLatin1(pattern))
            form += c == u'*' ? u".*"_s
                : c == u'?'   ? u"."_s
                              : QRegularExpression::escape(QString(c));
        m_forms.emplace_back(QRegularExpression::anchoredPattern(form),
                             QRegularExpression::DotMatchesEverythingOption);
    }
}

bool NamePatterns::match(const LockName &name) const
{
    const QString bytes = QString::fromLatin1(name.bytes); // one character a byte
    return std::ranges::any_of(
        m_forms, [&](const QRegularExpression &form) { return form.match(bytes).hasMatch(); });
}

void DurationHistogram::add(Millis duration)
{
    const double value = std::max(0.0, seconds(duration));
    const auto *const bound = std::ranges::lower_bound(bounds, value);
    ++m_counts[static_cast<std::size_t>(bound - bounds.begin())];
    m_sum += value;
}

ClientMetric DurationHistogram::metric() const
{
    ClientMetric metric;
    quint64 sum = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        sum += m_counts[i];
        metric.histogram.bucket.push_back(
            {sum, i < bounds.size() ? bounds[i] : std::numeric_limits<double>::infinity()});
    }
    metric.histogram.sample_count = sum;
    metric.histogram.sample_sum = m_sum;
    return metric;
}

// The longest that fits; null: none does.
const QByteArray *MetricsBook::prefixOf(const watch::LockId &id) const
{
    const auto known = m_options.prefixes.find(id.deployment);
    if (known == m_options.prefixes.end())
        return nullptr;
    const QByteArray *longest = nullptr;
    for (const QByteArray &prefix : known->second) {
        if (id.name.bytes.startsWith(prefix) && (!longest || prefix.size() > longest->size()))
            longest = &prefix;
    }
    return longest;
}

MetricsBook::Group MetricsBook::groupOf(const watch::LockId &id, const QString &label,
                                        const QByteArray &kind, const QByteArray &library) const
{
    const QByteArray *prefix = prefixOf(id);
    return {id.deployment, label, kind, library, prefix ? *prefix : QByteArray()};
}

void MetricsBook::begin(Beginnings &open, const watch::Event &event)
{
    if (!event.owner || !event.name || m_open >= m_options.mostOpen || event.unseen)
        return;
    auto &begun = open[{event.deploymentId, *event.name}];
    const std::size_t owner = qHash(event.owner->bytes);
    if (std::ranges::find(begun, owner, &Begun::owner) != begun.end())
        return;
    begun.push_back({owner, event.at});
    ++m_open;
}

std::optional<Millis> MetricsBook::end(Beginnings &open, const watch::Event &event)
{
    const auto found = event.name ? open.find({event.deploymentId, *event.name}) : open.end();
    if (found == open.end())
        return std::nullopt;
    auto &begun = found->second;
    // Without an owner it is the only one that there is.
    const auto ended = event.owner
        ? std::ranges::find(begun, qHash(event.owner->bytes), &Begun::owner)
        : begun.begin();
    if (ended == begun.end() || (!event.owner && begun.size() > 1))
        return std::nullopt;
    const auto taken = std::chrono::duration_cast<Millis>(event.at - ended->at);
    begun.erase(ended);
    --m_open;
    if (begun.empty())
        open.erase(found);
    return event.unseen ? std::nullopt : std::optional(taken);
}

void MetricsBook::countDeployment(const watch::Event &event)
{
    DeploymentCounts &counts = m_deployments[event.deployment];
    switch (event.type) {
    case EventType::Failover:
        ++counts.failovers;
        break;
    case EventType::Gap:
        ++counts.gaps;
        break;
    case EventType::ServerDown:
        ++counts.losses;
        break;
    default:
        break;
    }
}

MetricsBook::Counts &MetricsBook::countsOf(const watch::Event &event, const watch::LockRecord *lock)
{
    const QByteArray library = lock ? QByteArray(lock->library) : libraryOf(event);
    return m_counts[groupOf({event.deploymentId, *event.name}, event.deployment, event.kind,
                            library)];
}

void MetricsBook::countLock(const watch::Event &event, const watch::LockRecord *lock)
{
    Counts &counts = countsOf(event, lock);
    ++counts.events[event.type];
    switch (event.type) {
    case EventType::HandedOver: {
        watch::Event former = event;
        former.owner = event.former;
        if (const auto held = end(m_holds, former))
            counts.held.add(*held);
        [[fallthrough]];
    }
    case EventType::Acquired:
        if (const auto waited = end(m_waits, event); waited && event.owner)
            counts.waited.add(*waited);
        begin(m_holds, event);
        break;
    case EventType::Released:
    case EventType::Expired:
    case EventType::ForceUnlocked:
    case EventType::Lost:
        if (const auto held = end(m_holds, event))
            counts.held.add(*held);
        break;
    case EventType::Queued:
        begin(m_waits, event);
        break;
    case EventType::Dequeued:
        (void)end(m_waits, event); // without the lock: it did not take so long to get it
        break;
    default:
        break;
    }
}

void MetricsBook::note(const watch::Event &event, const watch::LockRecord *lock)
{
    if (event.name && event.type != EventType::Gap && !event.lost) {
        countLock(event, lock);
        return;
    }
    countDeployment(event);
    if (event.type != EventType::Lost || !event.lost)
        return;
    std::optional<LockName> counted;
    for (const watch::Event &part : watch::partsOf(event)) {
        if (part.name != counted) // a lock with several holds is lost once
            countLock(part, nullptr);
        else if (const auto held = end(m_holds, part))
            countsOf(part, nullptr).held.add(*held);
        counted = part.name;
    }
}

// A lock that is gone tells no library: it is that of the only ones of its kind, if there are such.
QByteArray MetricsBook::libraryOf(const watch::Event &event) const
{
    const QByteArray *prefix = prefixOf({event.deploymentId, *event.name});
    std::set<QByteArray> known;
    for (const auto &[group, counts] : m_counts) {
        const bool isLike = group.deployment == event.deploymentId && group.kind == event.kind
            && group.prefix == (prefix ? *prefix : QByteArray());
        if (isLike && !group.library.isEmpty())
            known.insert(group.library);
    }
    return known.size() == 1 ? *known.begin() : QByteArray();
}

MetricsBook::ProblemKey MetricsBook::keyOf(const health::Problem &problem)
{
    return {problem.deployment, problem.subject.type == health::Subject::Type::Quorum,
            QByteArray(problem.rule->name), name(problem.severity)};
}

void MetricsBook::note(const health::ProblemChange &change)
{
    if (change.what == health::ProblemChange::What::Opened)
        ++m_problems[keyOf(change.problem)];
}

std::vector<ClientMetric::Label> MetricsBook::labelsOf(const Group &group)
{
    return {{"server", text(group.server)},
            {"kind", text(group.kind)},
            {"library", text(group.library)},
            {"prefix", text(group.prefix)}};
}

void MetricsBook::addServers(Collection &all, const Present &present)
{
    for (const watch::ServerRecord *server : present.servers) {
        if (!present.isTold(server->deployment))
            continue;
        const QString label = nameOf(*server);
        const Labels labels{{"server", text(label)}};
        const bool isUp = server->state == watch::ServerState::Up;
        all.add("lockscope_up", "Whether the server is in sight.", MetricType::Gauge,
                gauge(labels, isUp ? 1 : 0));
        const WallInstant seen = server->lostAt && !isUp
            ? present.wall - std::chrono::duration_cast<Millis>(present.now - *server->lostAt)
            : present.wall;
        const bool wasUp = server->lostAt && !server->version.isEmpty();
        if (isUp || wasUp)
            all.add("lockscope_last_seen_timestamp_seconds", "When the server was last in sight.",
                    MetricType::Gauge, gauge(labels, seconds(seen)));
        for (const watch::WatchMode mode :
             {watch::WatchMode::Tracking, watch::WatchMode::TrackingAll,
              watch::WatchMode::Notifications, watch::WatchMode::Channels,
              watch::WatchMode::Polling}) {
            Labels withMode = labels;
            withMode.push_back({"mode", text(watch::name(mode))});
            all.add("lockscope_watch_mode", "How changes are learned of: 1 for the present way.",
                    MetricType::Gauge, gauge(withMode, isUp && server->mode == mode ? 1 : 0));
        }
        all.add("lockscope_discovering", "Whether the first search for locks goes on.",
                MetricType::Gauge, gauge(labels, server->discovering ? 1 : 0));
        if (server->latency)
            all.add("lockscope_server_latency_seconds", "Round trip of a command.",
                    MetricType::Gauge,
                    gauge(labels, std::chrono::duration<double>(*server->latency).count()));
        all.add("lockscope_missed_changes_total",
                "Changes that only a sweep found, though the server should have told them.",
                MetricType::Counter, counter(labels, server->counters.missed));
        all.add("lockscope_coalesced_changes_total",
                "Changes that were read together with a later one.", MetricType::Counter,
                counter(labels, server->counters.coalesced));
        all.add("lockscope_unreadable_keys_total", "Keys that may not be read.",
                MetricType::Counter, counter(labels, server->counters.unreadable));
    }
}

void MetricsBook::addDeployments(Collection &all, const std::set<QString> &deployments) const
{
    for (const QString &label : deployments) {
        // Zero from the beginning, so that a rate sees the first.
        const auto known = m_deployments.find(label);
        const DeploymentCounts counts =
            known == m_deployments.end() ? DeploymentCounts() : known->second;
        const Labels labels{{"server", text(label)}};
        all.add("lockscope_failovers_total", "Times that another server became the primary.",
                MetricType::Counter, counter(labels, counts.failovers));
        all.add("lockscope_gaps_total", "Times in which changes may have gone unseen.",
                MetricType::Counter, counter(labels, counts.gaps));
        all.add("lockscope_connection_losses_total", "Times that a server went out of sight.",
                MetricType::Counter, counter(labels, counts.losses));
    }
}

// Adds the locks up.
MetricsBook::Summary MetricsBook::summaryOf(const Present &present) const
{
    Summary summary;
    // Locks of a server that is out of sight are not known to be there any more.
    std::set<watch::ServerId> inSight;
    for (const watch::ServerRecord *server : present.servers) {
        if (server->state == watch::ServerState::Up)
            inSight.insert(server->server);
    }
    // Neighbours are mostly alike: there may be very many locks, and few groups.
    const Group *last = nullptr;
    Sums *sums = nullptr;
    present.visitLocks([&](const watch::LockRecord &lock) {
        if (!present.isTold(lock.id.deployment) || !inSight.contains(lock.serverId))
            return;
        const QByteArray *prefix = prefixOf(lock.id);
        const bool isAsLast = last && last->deployment == lock.id.deployment
            && last->kind == *lock.kind && last->library == *lock.library
            && (prefix ? last->prefix == *prefix : last->prefix.isEmpty());
        if (!isAsLast) {
            const auto group =
                summary.groups
                    .try_emplace(groupOf(lock.id, lock.deployment, lock.kind, lock.library))
                    .first;
            last = &group->first;
            sums = &group->second;
        }
        sums->add(lock);
        if (!m_names.isEmpty() && m_names.match(lock.id.name))
            summary.named.push_back(&lock);
    });
    return summary;
}

void MetricsBook::addGroups(Collection &all, const Summary &summary, WallInstant now)
{
    for (const auto &[group, total] : summary.groups) {
        const Labels labels = labelsOf(group);
        for (const watch::LockState state :
             {watch::LockState::Free, watch::LockState::Held, watch::LockState::Contended,
              watch::LockState::Uncertain}) {
            Labels withState = labels;
            withState.push_back({"state", text(watch::name(state))});
            all.add("lockscope_locks", "Locks by their state.", MetricType::Gauge,
                    gauge(withState,
                          static_cast<double>(total.states[static_cast<std::size_t>(state)])));
        }
        for (const watch::Watchdog watchdog :
             {watch::Watchdog::None, watch::Watchdog::Renewing, watch::Watchdog::Overdue}) {
            Labels withWatchdog = labels;
            withWatchdog.push_back({"watchdog", text(watch::name(watchdog))});
            all.add(
                "lockscope_holds", "Holds by what their watchdog does, where that is known.",
                MetricType::Gauge,
                gauge(withWatchdog,
                      static_cast<double>(total.watchdogs[static_cast<std::size_t>(watchdog)])));
        }
        all.add("lockscope_owners", "Owners that hold a lock, each counted once for each lock.",
                MetricType::Gauge, gauge(labels, static_cast<double>(total.holds)));
        if (total.tellsWaiters)
            all.add("lockscope_waiters", "Waiters in queues, where the format has queues.",
                    MetricType::Gauge, gauge(labels, static_cast<double>(total.waiters)));
        if (total.tellsConnections)
            all.add("lockscope_waiting_connections",
                    "Connections that listen for a release, where that is known.",
                    MetricType::Gauge, gauge(labels, static_cast<double>(total.connections)));
        all.add("lockscope_held_without_expiry", "Held locks that no time limit ends.",
                MetricType::Gauge, gauge(labels, static_cast<double>(total.withoutExpiry)));
        const Millis longest = total.heldSince
            ? std::max(Millis(0), std::chrono::duration_cast<Millis>(now - *total.heldSince))
            : Millis(0);
        all.add("lockscope_longest_hold_seconds", "How long the oldest present hold has been seen.",
                MetricType::Gauge, gauge(labels, seconds(longest)));
    }
}

void MetricsBook::addCounts(Collection &all, const Summary &summary, const Present &present) const
{
    std::map<Group, Counts> counts;
    for (const auto &[group, total] : summary.groups)
        counts[group];
    for (const auto &[group, known] : m_counts) {
        if (present.isTold(group.deployment))
            counts[group] = known;
    }
    for (const auto &[group, known] : counts) {
        const Labels labels = labelsOf(group);
        for (const EventCounter &each : eventCounters()) {
            quint64 sum = 0;
            for (const EventType type : each.types) {
                const auto found = known.events.find(type);
                sum += found == known.events.end() ? 0 : found->second;
            }
            all.add(each.name, each.help, MetricType::Counter, counter(labels, sum));
        }
        ClientMetric held = known.held.metric();
        held.label = labels;
        all.add("lockscope_hold_seconds", "How long locks were held, by holds that have ended.",
                MetricType::Histogram, std::move(held));
        ClientMetric waited = known.waited.metric();
        waited.label = labels;
        all.add("lockscope_wait_seconds",
                "How long the new holders had waited in a queue, where the format has one.",
                MetricType::Histogram, std::move(waited));
    }
}

void MetricsBook::addNamed(Collection &all, Summary &summary, WallInstant now) const
{
    auto &named = summary.named;
    // The worst of them.
    const auto waitingFor = [](const watch::LockRecord &lock) {
        return std::max(waiterCount(lock).value_or(0), lock.waitingConnections.value_or(0));
    };
    std::ranges::sort(named, [&](const auto *a, const auto *b) {
        const auto waitersA = waitingFor(*a);
        const auto waitersB = waitingFor(*b);
        return waitersA != waitersB ? waitersA > waitersB : a->id < b->id;
    });
    named.resize(std::min(named.size(), m_options.mostNames));
    for (const watch::LockRecord *lock : named) {
        const Labels labels{{"server", text(lock->deployment)},
                            {"lock", text(lock->id.name.bytes)}};
        all.add("lockscope_lock_held", "Whether the lock is held.", MetricType::Gauge,
                gauge(labels, lock->holds.empty() ? 0 : 1));
        all.add("lockscope_lock_waiters", "How many wait for the lock, as far as is known.",
                MetricType::Gauge, gauge(labels, static_cast<double>(waitingFor(*lock))));
        Millis held(0);
        for (const watch::HoldRecord &hold : lock->holds)
            held = std::max(held, std::chrono::duration_cast<Millis>(now - hold.observedSince));
        all.add("lockscope_lock_held_seconds", "How long its oldest present hold has been seen.",
                MetricType::Gauge, gauge(labels, seconds(held)));
    }
}

void MetricsBook::addProblems(Collection &all, const std::set<QString> &deployments,
                              const Present &present) const
{
    // Every rule has a value as long as a server is in sight, so that an alert can clear.
    std::set<QString> outOfSight;
    for (const watch::ServerRecord *server : present.servers) {
        if (server->state != watch::ServerState::Up)
            outOfSight.insert(server->label);
    }
    std::map<ProblemKey, quint64> open;
    for (const QString &label : deployments) {
        if (outOfSight.contains(label))
            continue;
        for (const health::Rule *rule : health::allRules())
            open[{label, false, rule->name, name(rule->severity)}];
    }
    const auto isTold = [&](const ProblemKey &key) {
        return key.isOfGroup || deployments.contains(key.place);
    };
    for (const health::Problem &problem : present.problems) {
        // Also one whose condition is over until it closes, so that no alert flaps.
        if (!problem.isSuspended)
            ++open[keyOf(problem)];
    }
    const auto labelsOfProblem = [](const ProblemKey &key) {
        return Labels{{key.isOfGroup ? "group" : "server", text(key.place)},
                      {"rule", text(key.rule)},
                      {"severity", text(key.severity)}};
    };
    for (const auto &[key, count] : open) {
        if (isTold(key))
            all.add("lockscope_problems", "Open problems by the rule that found them.",
                    MetricType::Gauge, gauge(labelsOfProblem(key), static_cast<double>(count)));
    }
    for (const auto &[key, count] : m_problems) {
        if (isTold(key))
            all.add("lockscope_problems_opened_total", "Problems that were found so far.",
                    MetricType::Counter, counter(labelsOfProblem(key), count));
    }
}

Families MetricsBook::families(const Present &present) const
{
    Collection all;
    all.add("lockscope_build_info", "The version of Lockscope.", MetricType::Gauge,
            gauge({{"version", text(m_options.version)}}, 1));
    std::set<QString> deployments; // labels of those that are told of
    for (const watch::ServerRecord *server : present.servers) {
        if (present.isTold(server->deployment))
            deployments.insert(server->label);
    }
    addServers(all, present);
    addDeployments(all, deployments);
    Summary summary = summaryOf(present);
    addGroups(all, summary, present.wall);
    addCounts(all, summary, present);
    addNamed(all, summary, present.wall);
    addProblems(all, deployments, present);
    return all.take();
}

} // namespace lockscope::metrics
