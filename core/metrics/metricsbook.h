// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/health/problem.h"
#include "core/picture/store.h"
#include "core/watch/record/records.h"

#include <QRegularExpression>

#include <prometheus/metric_family.h>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lockscope::metrics {

// The metrics for Prometheus. Names and units by its rules: lockscope_ in front, seconds, _total
// behind counters. Names of locks are no labels unless they are allowed one by one: whoever makes
// locks could make series without end.
using Families = std::vector<prometheus::MetricFamily>;

// Names of locks by patterns in which * stands for any text and ? for any byte. A value.
class NamePatterns
{
public:
    explicit NamePatterns(const std::vector<QByteArray> &patterns);

    bool isEmpty() const { return m_forms.empty(); }
    bool match(const LockName &name) const;

private:
    std::vector<QRegularExpression> m_forms;
};

// The time that holds or waits took, as a classic histogram. A value.
class DurationHistogram
{
public:
    // Upper bounds in seconds: from what a busy lock takes to what somebody has forgotten.
    static constexpr std::array bounds{0.005, 0.025, 0.1,  0.25, 0.5,   1.0,   2.5,
                                       5.0,   10.0,  30.0, 60.0, 300.0, 1800.0};

    void add(Millis duration);
    prometheus::ClientMetric metric() const;

private:
    std::array<quint64, bounds.size() + 1> m_counts{}; // the last: above all
    double m_sum = 0;
};

// Counts what happens to locks, since counters have to live longer than what they count, and makes
// metrics of that and of the present state. Fed by the reader of a watch, asked at each scrape. A
// value, the time passed in, one thread.
class MetricsBook
{
public:
    struct Options {
        QByteArray version;
        // The prefixes of each deployment, for the label `prefix`: the longest that fits.
        std::map<watch::DeploymentId, std::vector<QByteArray>> prefixes = {};
        std::vector<QByteArray> names = {}; // patterns of names that may be labels
        std::size_t mostNames = 50; // series by name at a time
        std::size_t mostOpen = 200'000; // holds and waits whose beginning is kept
    };

    explicit MetricsBook(Options options)
        : m_options(std::move(options))
        , m_names(m_options.names)
    {}

    // `lock`: its present state, or the last one, for its library; null: none is known.
    void note(const watch::Event &event, const watch::LockRecord *lock);
    void note(const health::ProblemChange &change);

    // The present state, as the asker keeps it.
    struct Present {
        std::function<void(const std::function<void(const watch::LockRecord &)> &)> visitLocks;
        std::vector<const watch::ServerRecord *> servers;
        std::vector<health::Problem> problems;
        Instant now;
        WallInstant wall;
        // Which deployments are told of; empty: all.
        std::function<bool(watch::DeploymentId)> isAsked;

        bool isTold(watch::DeploymentId deployment) const
        {
            return deployment.isNone() || !isAsked || isAsked(deployment);
        }
    };
    Families families(const Present &present) const;

private:
    // Locks that are alike for Prometheus: deployment, kind, library, prefix.
    struct Group {
        watch::DeploymentId deployment;
        QString server;
        QByteArray kind;
        QByteArray library;
        QByteArray prefix;

        friend bool operator<(const Group &a, const Group &b)
        {
            return std::tie(a.deployment, a.server, a.kind, a.library, a.prefix)
                < std::tie(b.deployment, b.server, b.kind, b.library, b.prefix);
        }
    };
    struct Counts {
        std::map<watch::EventType, quint64> events;
        DurationHistogram held;
        DurationHistogram waited;
    };
    struct DeploymentCounts {
        quint64 failovers = 0;
        quint64 gaps = 0;
        quint64 losses = 0; // of connection
    };
    struct ProblemKey {
        QString place; // label of the deployment, or the quorum group's name
        bool isOfGroup = false;
        QByteArray rule;
        QByteArray severity;

        friend bool operator<(const ProblemKey &a, const ProblemKey &b)
        {
            return std::tie(a.place, a.isOfGroup, a.rule, a.severity)
                < std::tie(b.place, b.isOfGroup, b.rule, b.severity);
        }
    };
    struct Begun {
        std::size_t owner;
        WallInstant at;
    };
    using Beginnings = std::unordered_map<watch::LockId, std::vector<Begun>>;

    class Collection;
    struct Sums;
    struct Summary;

    static std::vector<prometheus::ClientMetric::Label> labelsOf(const Group &group);
    static void addServers(Collection &all, const Present &present);
    void addDeployments(Collection &all, const std::set<QString> &deployments) const;
    Summary summaryOf(const Present &present) const;
    static void addGroups(Collection &all, const Summary &summary, WallInstant now);
    void addCounts(Collection &all, const Summary &summary, const Present &present) const;
    void addNamed(Collection &all, Summary &summary, WallInstant now) const;
    void addProblems(Collection &all, const std::set<QString> &deployments,
                     const Present &present) const;

    const QByteArray *prefixOf(const watch::LockId &id) const;
    Group groupOf(const watch::LockId &id, const QString &label, const QByteArray &kind,
                  const QByteArray &library) const;
    void begin(Beginnings &open, const watch::Event &event);
    std::optional<Millis> end(Beginnings &open, const watch::Event &event);
    void countDeployment(const watch::Event &event);
    Counts &countsOf(const watch::Event &event, const watch::LockRecord *lock);
    void countLock(const watch::Event &event, const watch::LockRecord *lock);
    QByteArray libraryOf(const watch::Event &event) const;
    static ProblemKey keyOf(const health::Problem &problem);

    Options m_options;
    NamePatterns m_names;
    std::map<Group, Counts> m_counts;
    std::map<QString, DeploymentCounts> m_deployments; // by label
    std::map<ProblemKey, quint64> m_problems; // opened so far
    Beginnings m_holds;
    Beginnings m_waits;
    std::size_t m_open = 0; // entries of both
};

} // namespace lockscope::metrics
