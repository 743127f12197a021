// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rulelist.h"
#include "core/metrics/metricsbook.h"
#include "tests/support/testmain.h"

#include <cmath>

using namespace lockscope;
using namespace lockscope::metrics;
using namespace Qt::StringLiterals;
using watch::EventType;

namespace {

constexpr WallInstant start{Millis(1'700'000'000'000)};
constexpr watch::DeploymentId here{1};
constexpr watch::DeploymentId there{2};

watch::Event happening(EventType type, const char *name, Millis after, const char *owner = "a:1")
{
    watch::Event made;
    made.at = start + after;
    made.type = type;
    made.name = LockName{name};
    made.kind = "reentrant";
    made.deployment = u"redis://here:6379"_s;
    made.deploymentId = here;
    if (owner)
        made.owner = OwnerId{owner};
    return made;
}

watch::LockRecord record(const char *name, watch::DeploymentId deployment = here)
{
    watch::LockRecord lock;
    lock.id = {deployment, LockName{name}};
    lock.serverId = {deployment == here ? 1 : 2};
    lock.kind = QByteArray("reentrant");
    lock.library = QByteArray("redisson");
    lock.deployment = deployment == here ? u"redis://here:6379"_s : u"redis://there:6379"_s;
    return lock;
}

} // namespace

// What Prometheus is told, without a server.
class TestMetricsBook : public QObject
{
    Q_OBJECT

private:
    MetricsBook m_book{{}};
    std::vector<watch::LockRecord> m_locks;
    std::vector<watch::ServerRecord> m_servers;
    std::vector<health::Problem> m_problems;
    std::function<bool(watch::DeploymentId)> m_isAsked;

    Families families() const
    {
        MetricsBook::Present present;
        present.visitLocks = [this](const auto &visit) {
            for (const watch::LockRecord &lock : m_locks)
                visit(lock);
        };
        for (const watch::ServerRecord &server : m_servers)
            present.servers.push_back(&server);
        present.problems = m_problems;
        present.wall = start + Millis(60'000);
        present.isAsked = m_isAsked;
        return m_book.families(present);
    }
    static std::string labelOf(const prometheus::ClientMetric &metric, const std::string &name)
    {
        for (const auto &label : metric.label) {
            if (label.name == name)
                return label.value;
        }
        return {};
    }
    // The metric of that name whose labels include these; null: none.
    static const prometheus::ClientMetric *find(
        const Families &families, const std::string &name,
        const std::map<std::string, std::string> &labels = {})
    {
        for (const auto &family : families) {
            if (family.name != name)
                continue;
            for (const auto &metric : family.metric) {
                if (std::ranges::all_of(labels, [&](const auto &label) {
                        return labelOf(metric, label.first) == label.second;
                    }))
                    return &metric;
            }
        }
        return nullptr;
    }
    double counted(const std::string &name) const
    {
        const Families all = families();
        const auto *metric = find(all, name);
        return metric ? metric->counter.value : -1;
    }

private Q_SLOTS:
    void init()
    {
        m_book = MetricsBook(MetricsBook::Options{
            .version = "1.2", .prefixes = {{here, {"shop:", "shop:pay:"}}}, .names = {}});
        m_locks.clear();
        m_problems.clear();
        m_isAsked = {};
        watch::ServerRecord server;
        server.server = {1};
        server.deployment = here;
        server.label = u"redis://here:6379"_s;
        server.state = watch::ServerState::Up;
        server.mode = watch::WatchMode::Tracking;
        m_servers = {server};
    }

    void countsWhatHappens()
    {
        const watch::LockRecord lock = record("shop:a");
        m_book.note(happening(EventType::Acquired, "shop:a", Millis(0)), &lock);
        m_book.note(happening(EventType::Renewed, "shop:a", Millis(10)), &lock);
        m_book.note(happening(EventType::Released, "shop:a", Millis(200)), &lock);
        m_book.note(happening(EventType::Acquired, "shop:a", Millis(300)), &lock);
        m_book.note(happening(EventType::Expired, "shop:a", Millis(30'300), nullptr), &lock);
        QCOMPARE(counted("lockscope_acquisitions_total"), 2.0);
        QCOMPARE(counted("lockscope_releases_total"), 1.0);
        QCOMPARE(counted("lockscope_renewals_total"), 1.0);
        QCOMPARE(counted("lockscope_expirations_total"), 1.0);
        QCOMPARE(counted("lockscope_force_unlocks_total"), 0.0);
        const Families all = families();
        const auto *held = find(all, "lockscope_hold_seconds",
                                {{"server", "redis://here:6379"},
                                 {"kind", "reentrant"},
                                 {"library", "redisson"},
                                 {"prefix", "shop:"}});
        QVERIFY(held);
        QCOMPARE(held->histogram.sample_count, 2U);
        QCOMPARE(held->histogram.sample_sum, 30.2);
        quint64 last = 0;
        for (const auto &bucket : held->histogram.bucket) {
            QVERIFY(bucket.cumulative_count >= last);
            last = bucket.cumulative_count;
            if (bucket.upper_bound == 0.25)
                QCOMPARE(bucket.cumulative_count, 1U);
        }
        QCOMPARE(last, 2U);
        QVERIFY(std::isinf(held->histogram.bucket.back().upper_bound));
    }
    void waitsEndWithTheHold()
    {
        m_book.note(happening(EventType::Acquired, "l", Millis(0), "a:1"), nullptr);
        m_book.note(happening(EventType::Queued, "l", Millis(100), "b:1"), nullptr);
        m_book.note(happening(EventType::Queued, "l", Millis(100), "c:1"), nullptr);
        m_book.note(happening(EventType::Dequeued, "l", Millis(500), "c:1"), nullptr); // gave up
        watch::Event handed = happening(EventType::HandedOver, "l", Millis(1100), "b:1");
        handed.former = OwnerId{"a:1"};
        m_book.note(handed, nullptr);
        const Families all = families();
        QCOMPARE(find(all, "lockscope_wait_seconds")->histogram.sample_count, 1U);
        QCOMPARE(find(all, "lockscope_wait_seconds")->histogram.sample_sum, 1.0);
        QCOMPARE(find(all, "lockscope_hold_seconds")->histogram.sample_sum, 1.1);
        QCOMPARE(counted("lockscope_acquisitions_total"), 2.0);
        QCOMPARE(counted("lockscope_releases_total"), 1.0);
    }
    // What was not seen from its beginning to its end has no duration.
    void noDurationIsInvented()
    {
        m_book.note(happening(EventType::Released, "l", Millis(0)), nullptr);
        m_book.note(happening(EventType::Acquired, "m", Millis(0)), nullptr);
        watch::Event unseen = happening(EventType::Released, "m", Millis(500));
        unseen.unseen = true;
        m_book.note(unseen, nullptr);
        QCOMPARE(find(families(), "lockscope_hold_seconds")->histogram.sample_count, 0U);
    }
    void aLossCountsEachLock()
    {
        watch::Event lost = happening(EventType::Lost, "x", Millis(0), nullptr);
        lost.name.reset();
        lost.count = 2;
        lost.lost =
            std::make_shared<const std::vector<watch::LostHold>>(std::vector<watch::LostHold>{
                {LockName{"a"}, "fair", OwnerId{"o:1"}}, {LockName{"b"}, "fair", OwnerId{"o:2"}}});
        m_book.note(lost, nullptr);
        QCOMPARE(counted("lockscope_losses_total"), 2.0);
    }
    // A reader's next hold begins anew.
    void aLossEndsEachHold()
    {
        m_book.note(happening(EventType::Acquired, "l", Millis(0), "a:1"), nullptr);
        m_book.note(happening(EventType::Acquired, "l", Millis(0), "b:1"), nullptr);
        watch::Event lost = happening(EventType::Lost, "l", Millis(500), nullptr);
        lost.unseen = true;
        lost.lost = std::make_shared<const std::vector<watch::LostHold>>(
            std::vector<watch::LostHold>{{LockName{"l"}, lost.kind, OwnerId{"a:1"}},
                                         {LockName{"l"}, lost.kind, OwnerId{"b:1"}}});
        m_book.note(lost, nullptr);
        QCOMPARE(counted("lockscope_losses_total"), 1.0);
        m_book.note(happening(EventType::Acquired, "l", Millis(1000), "b:1"), nullptr);
        m_book.note(happening(EventType::Released, "l", Millis(1500), "b:1"), nullptr);
        const Families all = families();
        QCOMPARE(find(all, "lockscope_hold_seconds")->histogram.sample_count, 1U);
        QCOMPARE(find(all, "lockscope_hold_seconds")->histogram.sample_sum, 0.5);
    }
    // A lock that is gone tells no library; others of its kind did.
    void whatIsLostIsOfItsLibrary()
    {
        const watch::LockRecord lock = record("a");
        m_book.note(happening(EventType::Appeared, "a", Millis(0)), &lock);
        watch::Event lost = happening(EventType::Lost, "x", Millis(0), nullptr);
        lost.name.reset();
        lost.lost = std::make_shared<const std::vector<watch::LostHold>>(
            std::vector<watch::LostHold>{{LockName{"a"}, "reentrant", OwnerId{"o:1"}}});
        m_book.note(lost, nullptr);
        const Families all = families();
        QCOMPARE(find(all, "lockscope_losses_total", {{"library", "redisson"}})->counter.value,
                 1.0);
        QVERIFY(!find(all, "lockscope_losses_total", {{"library", ""}}));
    }
    void addsUpThePresentState()
    {
        watch::LockRecord held = record("shop:pay:1");
        held.state = watch::LockState::Contended;
        watch::HoldRecord hold;
        hold.owner = OwnerId{"a:1"};
        hold.watchdog = watch::Watchdog::Overdue;
        hold.observedSince = start;
        held.holds = {hold};
        held.waitingConnections = 3;
        watch::LockRecord free = record("shop:2");
        m_locks = {held, free};
        const Families all = families();
        const auto value = [&](const std::string &name,
                               const std::map<std::string, std::string> &labels) {
            const auto *metric = find(all, name, labels);
            return metric ? metric->gauge.value : -1;
        };
        QCOMPARE(value("lockscope_locks", {{"state", "contended"}, {"prefix", "shop:pay:"}}), 1.0);
        QCOMPARE(value("lockscope_locks", {{"state", "free"}, {"prefix", "shop:"}}), 1.0);
        QCOMPARE(value("lockscope_holds", {{"watchdog", "overdue"}, {"prefix", "shop:pay:"}}), 1.0);
        QCOMPARE(value("lockscope_waiting_connections", {{"prefix", "shop:pay:"}}), 3.0);
        QVERIFY(!find(all, "lockscope_waiting_connections", {{"prefix", "shop:"}})); // unknown
        QCOMPARE(value("lockscope_held_without_expiry", {{"prefix", "shop:pay:"}}), 1.0);
        QCOMPARE(value("lockscope_longest_hold_seconds", {{"prefix", "shop:pay:"}}), 60.0);
        QCOMPARE(value("lockscope_up", {}), 1.0);
        QCOMPARE(value("lockscope_watch_mode", {{"mode", "tracking"}}), 1.0);
        QCOMPARE(value("lockscope_watch_mode", {{"mode", "polling"}}), 0.0);
        QVERIFY(!find(all, "lockscope_waiters")); // the format tells none: unknown is not 0
        QVERIFY(!find(all, "lockscope_lock_waiters")); // nobody has allowed names
    }
    // Its locks are not known to be there any more, and the unknown has no series.
    void aServerOutOfSightTellsNothing()
    {
        m_locks = {record("a")};
        health::Problem problem;
        problem.id = "1";
        problem.rule = health::findRule("no-expiry");
        problem.severity = problem.rule->severity;
        problem.deployment = u"redis://here:6379"_s;
        problem.isSuspended = true;
        m_problems = {problem};
        QVERIFY(find(families(), "lockscope_locks"));
        m_servers.front().state = watch::ServerState::Down;
        m_servers.front().lostAt = Instant();
        m_servers.front().version = "Redis 7.0.15";
        Families all = families();
        QCOMPARE(find(all, "lockscope_up")->gauge.value, 0.0);
        QVERIFY(find(all, "lockscope_last_seen_timestamp_seconds"));
        QVERIFY(!find(all, "lockscope_locks"));
        QVERIFY(!find(all, "lockscope_longest_hold_seconds"));
        QVERIFY(!find(all, "lockscope_problems"));
        QVERIFY(find(all, "lockscope_connection_losses_total"));
        m_servers.front().version.clear(); // it was never reached
        QVERIFY(!find(families(), "lockscope_last_seen_timestamp_seconds"));
    }
    void problemsHaveAValueForEachRule()
    {
        Families all = families();
        for (const health::Rule *rule : health::allRules()) {
            const auto *metric = find(all, "lockscope_problems", {{"rule", rule->name}});
            QVERIFY2(metric && metric->gauge.value == 0, rule->name);
        }
        health::Problem problem;
        problem.id = "1";
        problem.rule = health::findRule("no-expiry");
        problem.severity = problem.rule->severity;
        problem.deployment = u"redis://here:6379"_s;
        m_problems = {problem};
        m_book.note({health::ProblemChange::What::Opened, problem});
        all = families();
        QCOMPARE(find(all, "lockscope_problems", {{"rule", "no-expiry"}})->gauge.value, 1.0);
        QCOMPARE(
            find(all, "lockscope_problems_opened_total", {{"rule", "no-expiry"}})->counter.value,
            1.0);
    }
    // Its condition may come back within the ten seconds after which it closes.
    void aProblemCountsUntilItCloses()
    {
        health::Problem problem;
        problem.rule = health::findRule("no-expiry");
        problem.severity = problem.rule->severity;
        problem.deployment = u"redis://here:6379"_s;
        problem.until = WallInstant(Millis(1));
        m_problems = {problem};
        const auto count = [this] {
            return find(families(), "lockscope_problems", {{"rule", "no-expiry"}})->gauge.value;
        };
        QCOMPARE(count(), 1.0);
        m_problems.clear(); // closed
        QCOMPARE(count(), 0.0);
    }
    // One profile's path says nothing of another's.
    void profilesAreApart()
    {
        watch::ServerRecord other = m_servers.front();
        other.server = {2};
        other.deployment = there;
        other.label = u"redis://there:6379"_s;
        m_servers.push_back(other);
        m_locks = {record("a"), record("b", there)};
        m_isAsked = [](watch::DeploymentId deployment) { return deployment == there; };
        for (const auto &family : families()) {
            for (const auto &metric : family.metric)
                QVERIFY2(labelOf(metric, "server") != "redis://here:6379", family.name.c_str());
        }
    }
    // Whoever makes locks must not make series: names are labels by permission, bytes are escaped.
    void hostileNamesAreHarmless()
    {
        m_book =
            MetricsBook(MetricsBook::Options{.version = "1", .names = {"shop:*"}, .mostNames = 3});
        for (int i = 0; i < 100; ++i)
            m_locks.push_back(record(qPrintable(u"other:%1"_s.arg(i))));
        for (int i = 0; i < 10; ++i)
            m_locks.push_back(record(qPrintable(u"shop:%1"_s.arg(i))));
        m_locks.push_back(record("shop:\xff\n\"}"));
        m_locks.back().waitingConnections = 9;
        const Families all = families();
        std::size_t count = 0;
        for (const auto &family : all) {
            count += family.name == "lockscope_lock_waiters" ? family.metric.size() : 0;
            std::set<std::vector<std::string>> seen; // no series twice
            for (const auto &metric : family.metric) {
                std::vector<std::string> labels;
                for (const auto &label : metric.label)
                    labels.push_back(label.name + '=' + label.value);
                QVERIFY2(seen.insert(labels).second, family.name.c_str());
            }
        }
        QCOMPARE(count, 3U);
        QVERIFY(find(all, "lockscope_lock_waiters", {{"lock", "shop:\\xff\\n\"}"}}));
    }
    void patternsAreOfWholeNames()
    {
        const auto fits = [](const char *name, const char *pattern) {
            return NamePatterns({pattern}).match(LockName{name});
        };
        QVERIFY(fits("shop:a/b\nc", "shop:*"));
        QVERIFY(!fits("my shop:a", "shop:*"));
        QVERIFY(fits("shop:1", "shop:?"));
        QVERIFY(!fits("shop:12", "shop:?"));
        QVERIFY(!fits("shopX", "shop."));
    }
    // Waiters and holders that never end must not fill the memory.
    void whatIsOpenIsBounded()
    {
        m_book = MetricsBook(MetricsBook::Options{.version = "1", .mostOpen = 2});
        for (const char *name : {"a", "b", "c"})
            m_book.note(happening(EventType::Acquired, name, Millis(0)), nullptr);
        for (const char *name : {"a", "b", "c"})
            m_book.note(happening(EventType::Released, name, Millis(1000)), nullptr);
        QCOMPARE(find(families(), "lockscope_hold_seconds")->histogram.sample_count, 2U);
        QCOMPARE(counted("lockscope_releases_total"), 3.0);
    }
};

LOCKSCOPE_TEST_SUITE(TestMetricsBook)
#include "tst_metricsbook.moc"
