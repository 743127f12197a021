// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/healthbook.h"
#include "core/watch/server/watcher.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/clusterset.h"
#include "tests/support/listener.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"
#include "tests/support/tlsservers.h"

#include <QFile>
#include <QTemporaryDir>

#include <functional>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// The time within which a problem is open after its condition first held, including the second for
// which it has to hold.
constexpr Millis ofLocks{2000};
constexpr Millis ofServers{3000};
constexpr Millis afterWaiting{1000}; // if the rule has a waiting time of its own
constexpr int slowness = 4; // of a loaded machine, and of a sanitizer's build

// Short times of the rules' own, so that nobody waits for minutes.
health::Thresholds impatient()
{
    health::Thresholds thresholds;
    thresholds.wait = thresholds.hold = thresholds.leastHold = 3s;
    thresholds.freeButWaited = thresholds.unsaved = 1s;
    thresholds.recent = 4s;
    thresholds.closing = 1s;
    return thresholds;
}

// A watch of real servers, judged by the rules.
class Judged
{
public:
    explicit Judged(const std::vector<const RedisProcess *> &servers,
                    watch::WatchOptions options = {},
                    const health::Thresholds &thresholds = impatient())
        : Judged(targetsOf(servers), std::move(options), thresholds)
    {}
    explicit Judged(const std::vector<redis::Target> &servers, watch::WatchOptions options = {},
                    const health::Thresholds &thresholds = impatient())
        : m_mailbox(100'000)
        , m_watcher(std::move(options), m_mailbox, m_clock, m_ids)
    {
        health::HealthBook::Options rules;
        rules.thresholds = thresholds;
        insight::WatchedGroup group;
        group.members.name = u"group"_s;
        for (const redis::Target &server : servers) {
            const watch::DeploymentId deployment = m_ids.newDeployment();
            m_watcher.addServer(deployment, m_ids.newServer(), server);
            group.members.labels.push_back(server.label());
            group.servers.emplace_back(deployment);
        }
        if (servers.size() > 1)
            rules.groups = {group};
        m_quorums.emplace(rules.groups);
        m_book.emplace(std::move(rules));
    }
    ~Judged() { m_watcher.stop(); }
    Judged(const Judged &) = delete;
    Judged &operator=(const Judged &) = delete;

    void take()
    {
        const health::Moment now{m_clock.now(), m_clock.wallNow()};
        auto delivery = m_mailbox.take();
        for (auto &[key, change] : delivery.changes) {
            if (const auto *server = std::get_if<watch::ServerPointer>(&change)) {
                m_servers[(*server)->server] = **server;
                m_quorums->note(**server);
                m_book->note(**server, now);
                continue;
            }
            const auto &id = std::get<watch::LockId>(key);
            const auto &lock = std::get<watch::LockPointer>(change);
            m_quorums->note(id, lock);
            m_book->note(id, lock, now);
        }
        for (const watch::Event &event : delivery.events)
            m_book->note(event, now);
        for (const auto &verdict : m_quorums->take(now.at))
            m_book->note(verdict, now);
        for (health::ProblemChange &change : m_book->take(now))
            changes.push_back(std::move(change));
    }
    bool settled()
    {
        return eventually([&] {
            take();
            return !m_servers.empty()
                && std::all_of(m_servers.begin(), m_servers.end(), [](const auto &each) {
                       return each.second.state == watch::ServerState::Up
                           && !each.second.discovering;
                   });
        });
    }
    bool isOpen(const QByteArray &rule) const
    {
        const auto problems = m_book->problems();
        return std::any_of(problems.begin(), problems.end(),
                           [&](const auto &each) { return rule == each.rule->name; });
    }
    // The open problem of that rule; without a rule if none is open.
    health::Problem problem(const QByteArray &rule) const
    {
        for (const health::Problem &each : m_book->problems()) {
            if (rule == each.rule->name)
                return each;
        }
        return {};
    }
    // Whether it opens or closes in that time.
    bool changesWithin(const QByteArray &rule, Millis span)
    {
        const bool wasOpen = isOpen(rule);
        const Instant until = m_clock.now() + span;
        (void)eventually([&] {
            take();
            return m_clock.now() >= until || isOpen(rule) != wasOpen;
        });
        return isOpen(rule) != wasOpen;
    }
    // What is open of a lock by that rule.
    std::vector<health::Problem> problemsOf(const QByteArray &lock, const QByteArray &rule) const
    {
        auto problems = m_book->problemsOf(watch::LockId{watch::DeploymentId{0}, LockName(lock)});
        std::erase_if(problems, [&](const auto &each) { return rule != each.rule->name; });
        return problems;
    }
    bool becomes(const QByteArray &rule, bool open)
    {
        const bool is = eventually([&] {
            take();
            return isOpen(rule) == open;
        });
        if (!is) {
            for (const health::Problem &each : m_book->problems())
                qInfo("%s: %s", each.rule->name, qPrintable(each.evidence.english()));
        }
        return is;
    }
    // The condition of a rule holds from now on, or in a while: because its time has to come, or
    // because the rule has a waiting time of its own.
    void expect(Millis in = 0ms) { m_heldAt = m_clock.now() + in; }
    // It opens in time: `most` after its condition first held.
    bool opens(const QByteArray &rule, Millis most)
    {
        if (!becomes(rule, true))
            return false;
        const auto took = std::chrono::duration_cast<Millis>(m_clock.now() - m_heldAt);
        if (took > most)
            qInfo("%s opened %lld ms late", rule.constData(),
                  static_cast<long long>((took - most).count()));
        return took <= slowness * most;
    }

    std::vector<health::ProblemChange> changes;

private:
    static std::vector<redis::Target> targetsOf(const std::vector<const RedisProcess *> &servers)
    {
        std::vector<redis::Target> targets;
        for (const RedisProcess *server : servers)
            targets.push_back(server->target());
        return targets;
    }

    watch::IdentityAllocator m_ids;
    const SystemClock m_clock;
    Instant m_heldAt;
    watch::WatchMailbox m_mailbox;
    watch::Watcher m_watcher;
    std::map<watch::ServerId, watch::ServerRecord> m_servers;
    std::optional<insight::QuorumBook> m_quorums;
    std::optional<health::HealthBook> m_book;
};

// A server whose certificate is pinned, and that may be given another one.
class PinnedServers
{
public:
    PinnedServers()
        : m_owned(std::make_unique<Certificates>())
        , m_certificates(*m_owned)
        , m_original(m_certificates.issue(here))
        , m_other(m_certificates.issue(here))
        , m_pair(m_certificates.issue(here))
    {
        m_isValid = m_original.isValid() && m_other.isValid() && m_pair.isValid() && showPinned();
    }
    // Another server with the same pinned certificate, in files of its own.
    explicit PinnedServers(const PinnedServers &like)
        : m_certificates(like.m_certificates)
        , m_original(like.m_original)
        , m_other(like.m_other)
        , m_pair(m_certificates.issue(here))
    {
        m_isValid = like.m_isValid && m_pair.isValid() && showPinned();
    }
    PinnedServers &operator=(const PinnedServers &) = delete;
    ~PinnedServers() = default;

    bool isValid() const { return m_isValid; }
    const Certificates::Pair &pair() const { return m_pair; }
    RedisOptions options() const
    {
        RedisOptions options;
        options.tls = m_pair;
        return options;
    }
    // Of a server that is not started again by then.
    bool showOther() const { return Certificates::replace(m_pair, m_other); }
    bool showPinned() const { return Certificates::replace(m_pair, m_original); }
    QString otherFingerprint() const { return Certificates::fingerprint(m_other); }

    redis::Target targetOf(const RedisProcess &server) const
    {
        redis::Target target;
        target.hosts = {{u"127.0.0.1"_s, server.tlsPort()}};
        pin(target);
        return target;
    }
    // The data servers are reached by TLS, though they announce their other ports.
    void setUp(redis::Target &target, const std::vector<const RedisProcess *> &servers) const
    {
        pin(target);
        for (const RedisProcess *server : servers)
            target.addressMap.push_back(
                {u"127.0.0.1"_s, server->port(), u"127.0.0.1"_s, server->tlsPort(), false});
        if (target.form == redis::Target::Form::Cluster)
            target.hosts = {{u"127.0.0.1"_s, servers.front()->tlsPort()}};
    }

private:
    void pin(redis::Target &target) const
    {
        target.tls = true;
        target.tlsRules.caFile = m_certificates.caFile();
        target.tlsRules.fingerprints = {*fingerprintFrom(Certificates::fingerprint(m_original))};
    }

    inline static const QString here = u"IP:127.0.0.1"_s;
    std::unique_ptr<Certificates> m_owned;
    Certificates &m_certificates;
    Certificates::Pair m_original;
    Certificates::Pair m_other;
    Certificates::Pair m_pair; // the files of the server
    bool m_isValid = false;
};

QByteArray channelOf(const QByteArray &waiter)
{
    return "redisson_lock__channel:{orders}:" + waiter;
}

// The commands that make a rule true on a server, and end it.
struct Scene {
    const char *rule;
    std::function<void(const RedisProcess &)> begin;
    std::function<void(const RedisProcess &)> end;
    Millis most = ofLocks;
    Millis in{0}; // until the condition holds, or the rule's own time is over
};

void byItself(const RedisProcess &) {}
void unlocked(const RedisProcess &server)
{
    LockWriter(server).unlock("orders");
}
void left(const RedisProcess &server)
{
    LockWriter(server).leave("orders", bob);
}

std::vector<Scene> scenes()
{
    return {
        {"no-expiry",
         [](const RedisProcess &s) {
             s.command({"HSET", "orders", ann, "1"});
         },
         [](const RedisProcess &s) {
             s.command({"PEXPIRE", "orders", "60000"});
         }},
        {"expired-while-held",
         [](const RedisProcess &s) { LockWriter(s).acquire("orders", ann, 1500); }, byItself,
         ofLocks, 1500ms},
        {"two-owners",
         [](const RedisProcess &s) {
             LockWriter(s).acquire("orders", ann, 60000);
             s.command({"HSET", "orders", bob, "1"});
         },
         [](const RedisProcess &s) {
             s.command({"HDEL", "orders", bob});
         }},
        {"queue-mismatch",
         [](const RedisProcess &s) {
             LockWriter(s).acquire("orders", ann, 60000);
             s.command({"RPUSH", "redisson_lock_queue:{orders}", bob});
         },
         left},
        {"wrong-type",
         [](const RedisProcess &s) {
             LockWriter(s).acquire("orders", ann, 60000);
             LockWriter(s).enqueue("orders", bob, 60000);
             s.command({"SET", "redisson_lock_timeout:{orders}", "x"});
         },
         [](const RedisProcess &s) {
             s.command({"DEL", "redisson_lock_timeout:{orders}", "redisson_lock_queue:{orders}"});
         }},
        {"endless-deadline",
         [](const RedisProcess &s) {
             LockWriter(s).acquire("orders", ann, 60000);
             s.command({"ZADD", "redisson_lock_timeout:{orders}", "inf", bob});
             s.command({"RPUSH", "redisson_lock_queue:{orders}", bob});
         },
         left},
        {"dead-reader",
         [](const RedisProcess &s) {
             LockWriter(s).read("orders", ann, 60000);
             LockWriter(s).read("orders", bob, 700);
         },
         [](const RedisProcess &s) {
             s.command({"HDEL", "orders", bob});
         },
         ofLocks, 700ms},
        {"long-hold", [](const RedisProcess &s) { LockWriter(s).acquire("orders", ann, 60000); },
         unlocked, afterWaiting, 3s},
        {"eviction-policy",
         [](const RedisProcess &s) {
             s.command({"CONFIG", "SET", "maxmemory", "1000mb"});
             s.command({"CONFIG", "SET", "maxmemory-policy", "volatile-lru"});
         },
         [](const RedisProcess &s) {
             s.command({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
         },
         ofServers},
        {"memory-near",
         [](const RedisProcess &s) {
             const qint64 used =
                 s.command({"MEMORY", "STATS"}).elements.at(3).integer; // total.allocated
             s.command({"CONFIG", "SET", "maxmemory", QByteArray::number(used)});
         },
         [](const RedisProcess &s) {
             s.command({"CONFIG", "SET", "maxmemory", "0"});
         },
         ofServers},
        {"lazy-persistence",
         [](const RedisProcess &s) { LockWriter(s).acquire("orders", ann, 60000); },
         [](const RedisProcess &s) {
             s.command({"CONFIG", "SET", "appendonly", "yes"});
         },
         ofServers},
        {"refuses-writes",
         [](const RedisProcess &s) {
             s.command({"CONFIG", "SET", "min-replicas-to-write", "1"});
         },
         [](const RedisProcess &s) {
             s.command({"CONFIG", "SET", "min-replicas-to-write", "0"});
         },
         ofServers},
        {"locks-lost",
         [](const RedisProcess &s) {
             LockWriter(s).acquire("orders", ann, 60000);
             LockWriter(s).acquire("stock", bob, 60000);
             s.command({"FLUSHALL"});
         },
         byItself, ofServers},
    };
}

} // namespace

// Each rule where it counts: on a server, with locks as their clients leave them.
class TestRulesOnServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void beginsAndEnds_data()
    {
        QTest::addColumn<int>("scene");
        const auto all = scenes();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].rule) << static_cast<int>(i);
    }
    void beginsAndEnds()
    {
        QFETCH(int, scene);
        const Scene played = scenes().at(static_cast<std::size_t>(scene));
        Judged judged({m_server.get()});
        QVERIFY(judged.settled());
        judged.take();
        QVERIFY(!judged.isOpen(played.rule));
        if (QByteArray(played.rule) == "locks-lost") {
            // A lock must have been seen before it can be lost.
            LockWriter(*m_server).acquire("seen", ann, 60000);
            QVERIFY(judged.becomes("long-hold", true));
        }
        judged.expect(played.in);
        played.begin(*m_server);
        QVERIFY(judged.opens(played.rule, played.most));
        played.end(*m_server);
        QVERIFY(judged.becomes(played.rule, false));
    }

    // Known by the server's count of them alone, which is read each second or less often: what it
    // says has to outlast the time until it is read again.
    void refusedWritesAreSeen()
    {
        health::Thresholds thresholds = impatient();
        thresholds.closing = 3s;
        Judged judged({m_server.get()}, {}, thresholds);
        QVERIFY(judged.settled());
        m_server->command({"CONFIG", "SET", "maxmemory", "1"});
        QVERIFY(eventually([&] {
            if (!m_server->command({"SET", "orders", "1"}).isError())
                return false;
            judged.take();
            return judged.isOpen("refuses-writes");
        }));
        m_server->command({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(judged.becomes("refuses-writes", false));
    }

    // A watchdog that stops and is heard of again.
    void aWatchdogStops()
    {
        const LockWriter writer(*m_server);
        Judged judged({m_server.get()});
        QVERIFY(judged.settled());
        constexpr int lease = 6000;
        writer.acquire("orders", ann, lease);
        for (int renewal = 0; renewal < 3; ++renewal) {
            QVERIFY(eventually([&] {
                judged.take();
                return m_server->command({"PTTL", "orders"}).integer < lease * 2 / 3;
            }));
            writer.renew("orders", lease);
        }
        QVERIFY(!judged.isOpen("renewal-overdue"));
        // Less than two thirds are left, less a second.
        judged.expect(Millis(lease / 3 + 1000));
        QVERIFY(judged.opens("renewal-overdue", ofLocks));
        writer.renew("orders", 60000);
        QVERIFY(judged.becomes("renewal-overdue", false));
    }

    // Those who wait listen; so rules about them need connections.
    void whoWaitsTooLong()
    {
        const LockWriter writer(*m_server);
        const Listener listens(*m_server, "SUBSCRIBE", channelOf(bob));
        Judged judged({m_server.get()});
        QVERIFY(judged.settled());
        writer.acquire("orders", ann, 60000);
        judged.expect(impatient().wait);
        writer.enqueue("orders", bob, 60000);
        QVERIFY(judged.opens("long-wait", afterWaiting));
        writer.leave("orders", bob);
        QVERIFY(judged.becomes("long-wait", false));
    }
    void theHeadOfAQueueDies()
    {
        const LockWriter writer(*m_server);
        const QByteArray eve = "eeeeeeee-9b7d-4c11-8a22-0123456789ab:9";
        const Listener listens(*m_server, "SUBSCRIBE", channelOf(bob));
        Judged judged({m_server.get()});
        QVERIFY(judged.settled());
        writer.acquire("orders", ann, 60000);
        judged.expect(500ms);
        writer.enqueue("orders", eve, 500);
        writer.enqueue("orders", bob, 60000);
        QVERIFY(judged.opens("dead-head", ofLocks));
        writer.leave("orders", eve);
        QVERIFY(judged.becomes("dead-head", false));
    }
    void aWakeUpIsLost()
    {
        const LockWriter writer(*m_server);
        Judged judged({m_server.get()});
        QVERIFY(judged.settled());
        {
            const Listener sleeps(*m_server, "SUBSCRIBE", "redisson_lock__channel:{orders}");
            writer.acquire("orders", ann, 60000);
            QVERIFY(judged.becomes("long-hold", true)); // it is known
            judged.expect(impatient().freeButWaited);
            m_server->command({"DEL", "orders"}); // and nobody is told
            QVERIFY(judged.opens("free-but-waited", afterWaiting));
        }
        QVERIFY(judged.becomes("free-but-waited", false));
    }
    void twoWaitForEachOther()
    {
        const LockWriter writer(*m_server);
        const Listener one(*m_server, "SUBSCRIBE", channelOf(bob));
        const Listener other(*m_server, "SUBSCRIBE", "redisson_lock__channel:{stock}:" + ann);
        Judged judged({m_server.get()});
        QVERIFY(judged.settled());
        writer.acquire("orders", ann, 60000);
        writer.acquire("stock", bob, 60000);
        writer.enqueue("orders", bob, 60000);
        judged.expect();
        writer.enqueue("stock", ann, 60000);
        QVERIFY(judged.opens("deadlock", ofLocks));
        writer.leave("stock", ann);
        QVERIFY(judged.becomes("deadlock", false));
    }

    // The cycle comes through their lock twice, and is one problem of it.
    void twoHoldersOfOneLockWaitForIt()
    {
        const LockWriter writer(*m_server);
        const Listener one(*m_server, "SUBSCRIBE", channelOf(bob));
        Judged judged({m_server.get()});
        QVERIFY(judged.settled());
        writer.acquire("orders", ann, 60000);
        m_server->command({"HSET", "orders", bob, "1"});
        writer.enqueue("orders", bob, 60000);
        writer.enqueue("orders", ann, 60000);
        QVERIFY(judged.becomes("deadlock", true));
        const auto problems = judged.problemsOf("orders", "deadlock");
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems.front().locks.size(), std::size_t(1));
    }

    void quorums_data()
    {
        QTest::addColumn<QByteArrayList>("tokens");
        const QByteArray a(20, 'a');
        const QByteArray b(20, 'b');
        const QByteArray c(20, 'c');
        QTest::newRow("split-vote") << QByteArrayList{a, b, c};
        QTest::newRow("quorum-at-risk") << QByteArrayList{a, a};
    }
    void quorums()
    {
        QFETCH(QByteArrayList, tokens);
        const QByteArray rule = QTest::currentDataTag();
        RedisProcess second;
        RedisProcess third;
        QVERIFY(second.start() && third.start());
        const std::vector<const RedisProcess *> servers{m_server.get(), &second, &third};
        Judged judged(servers, under({"lock:"}));
        QVERIFY(judged.settled());
        judged.expect();
        for (qsizetype i = 0; i < tokens.size(); ++i)
            servers[static_cast<std::size_t>(i)]->command(
                {"SET", "lock:orders", tokens[i], "PX", "60000"});
        QVERIFY(judged.opens(rule, ofLocks));
        // One key of the owner on two servers is left: residue.
        judged.expect();
        second.command({"DEL", "lock:orders"});
        third.command({"DEL", "lock:orders"});
        QVERIFY(judged.opens("residue", ofLocks));
        QVERIFY(judged.becomes(rule, false));
        m_server->command({"DEL", "lock:orders"});
        QVERIFY(judged.becomes("residue", false));
    }
    void aServerOfAQuorumRestarts()
    {
        RedisProcess second;
        RedisProcess third;
        QVERIFY(second.start() && third.start());
        Judged judged({m_server.get(), &second, &third});
        QVERIFY(judged.settled());
        LockWriter(*m_server).acquire("orders", ann, 8000);
        QVERIFY(judged.becomes("long-hold", true)); // its lease is known
        QVERIFY(second.restart());
        judged.expect();
        QVERIFY(judged.opens("recent-restart", ofServers));
        QVERIFY(judged.becomes("recent-restart", false));
    }

    // One server of three has a clock of its own.
    void aClockIsSet()
    {
        const QString shift = m_folder.filePath(u"shift"_s);
        QVERIFY(shiftClock(shift, 0ns));
        RedisOptions shifted;
        shifted.environment = {u"LD_PRELOAD="_s + QStringLiteral(CLOCKSHIM_PATH),
                               u"LOCKSCOPE_CLOCK_SHIFT="_s + shift};
        RedisProcess second(shifted);
        RedisProcess third;
        QVERIFY(second.start() && third.start());
        Judged judged(std::vector<const RedisProcess *>{m_server.get(), &second, &third});
        QVERIFY(judged.settled());
        QVERIFY(shiftClock(shift, 2s));
        judged.expect();
        QVERIFY(judged.opens("clock-offset", ofServers));
        QVERIFY(shiftClock(shift, 0ns));
        QVERIFY(judged.becomes("clock-offset", false));
    }

    // The user may no longer hear of changes, and later may again.
    void changesAreNotTold()
    {
        const redis::Target target = userOf(*m_server, reading + keys + tracking + channels);
        Judged judged(std::vector<redis::Target>{target}, quick({"lock:"}));
        QVERIFY(judged.settled());
        QVERIFY(!judged.isOpen("no-change-events"));
        (void)userOf(*m_server, reading + keys);
        m_server->command({"CLIENT", "KILL", "USER", target.user});
        judged.expect();
        QVERIFY(judged.opens("no-change-events", ofServers));
        (void)userOf(*m_server, reading + keys + tracking + channels);
        QVERIFY(judged.becomes("no-change-events", false));
    }

    // One Sentinel of three is left, and says itself that it can do nothing.
    void sentinelsDie()
    {
        SentinelSet set;
        QVERIFY(set.start());
        Judged judged(std::vector<redis::Target>{*redis::parseTarget(set.url())});
        QVERIFY(judged.settled());
        QVERIFY(!judged.isOpen("lone-sentinel"));
        set.sentinel(1).kill();
        set.sentinel(2).kill();
        QVERIFY(judged.becomes("lone-sentinel", true));
        QVERIFY(set.sentinel(1).start());
        QVERIFY(judged.becomes("lone-sentinel", false));
    }
    void aSlotHasNoShard()
    {
        ClusterSet set;
        QVERIFY(set.start());
        Judged judged(std::vector<redis::Target>{*redis::parseTarget(set.url())});
        QVERIFY(judged.settled());
        QVERIFY(!judged.isOpen("partial-coverage"));
        RedisProcess *const owner = set.ownerOf(0);
        for (int i = 0; i < set.nodeCount(); ++i)
            (void)set.node(i).command({"CLUSTER", "DELSLOTS", "0"});
        QVERIFY(judged.becomes("partial-coverage", true));
        QVERIFY(owner->command({"CLUSTER", "ADDSLOTS", "0"}).isOk());
        QVERIFY(judged.becomes("partial-coverage", false));
    }

    void aServerIsGone()
    {
        RedisProcess second;
        QVERIFY(second.start());
        Judged judged(std::vector<const RedisProcess *>{m_server.get(), &second});
        QVERIFY(judged.settled());
        second.kill();
        QVERIFY(judged.becomes("server-out-of-sight", true));
        const health::Problem problem = judged.problem("server-out-of-sight");
        QCOMPARE(problem.server, second.target().label());
        QVERIFY2(problem.evidence.english().contains(u"refused"_s),
                 qPrintable(problem.evidence.english()));
        QVERIFY(second.start());
        QVERIFY(judged.becomes("server-out-of-sight", false));
        QVERIFY(judged.settled());
    }

    // Another certificate than the pinned one, until a connection with that one stands again.
    void aCertificateIsReplaced()
    {
        LOCKSCOPE_REQUIRE_TLS();
        PinnedServers pinned;
        RedisProcess server(pinned.options());
        QVERIFY(pinned.isValid() && server.start());
        Judged judged(std::vector<redis::Target>{pinned.targetOf(server)});
        QVERIFY(judged.settled());
        QVERIFY(!judged.isOpen("changed-certificate"));
        QVERIFY(pinned.showOther());
        judged.expect();
        QVERIFY(server.restart());
        QVERIFY(judged.opens("changed-certificate", ofServers));
        const health::Problem problem = judged.problem("changed-certificate");
        QVERIFY(problem.evidence.english().endsWith(pinned.otherFingerprint()));
        QVERIFY(!problem.isSuspended);
        // A server that is away has not become the right one.
        server.stop();
        QVERIFY(!judged.changesWithin("changed-certificate", 2s));
        QVERIFY(pinned.showPinned() && server.start());
        QVERIFY(judged.becomes("changed-certificate", false));
        QVERIFY(judged.settled());
    }
    // Nobody has been let in yet.
    void aCertificateIsAnotherFromTheStart()
    {
        LOCKSCOPE_REQUIRE_TLS();
        PinnedServers pinned;
        QVERIFY(pinned.isValid() && pinned.showOther());
        RedisProcess server(pinned.options());
        QVERIFY(server.start());
        Judged judged(std::vector<redis::Target>{pinned.targetOf(server)});
        judged.expect();
        QVERIFY(judged.opens("changed-certificate", ofServers));
        QVERIFY(pinned.showPinned() && server.restart());
        QVERIFY(judged.becomes("changed-certificate", false));
        QVERIFY(judged.settled());
    }
    // A replica that is watched beside its primary, which stays in sight.
    void aReplicaShowsAnotherCertificate()
    {
        LOCKSCOPE_REQUIRE_TLS();
        PinnedServers pinned;
        PinnedServers replica(pinned);
        SentinelSet set({.replicas = 1, .tls = {pinned.pair(), replica.pair()}});
        QVERIFY(pinned.isValid() && replica.isValid() && set.start());
        auto target = redis::parseTarget(set.url());
        QVERIFY(target);
        pinned.setUp(*target, {&set.server(0), &set.server(1)});
        Judged judged(std::vector<redis::Target>{*target});
        QVERIFY(judged.settled());
        QVERIFY(!judged.isOpen("changed-certificate"));
        QVERIFY(replica.showOther() && set.server(1).restart());
        QVERIFY(judged.becomes("changed-certificate", true));
        QVERIFY(judged.settled());
        QVERIFY(replica.showPinned() && set.server(1).restart());
        QVERIFY(judged.becomes("changed-certificate", false));
    }
    // Nothing tells where the primary is.
    void aSentinelShowsAnotherCertificate()
    {
        LOCKSCOPE_REQUIRE_TLS();
        PinnedServers pinned;
        QVERIFY(pinned.isValid() && pinned.showOther());
        RedisProcess sentinel(pinned.options());
        QVERIFY(sentinel.start());
        redis::Target target = pinned.targetOf(sentinel);
        target.form = redis::Target::Form::Sentinel;
        target.masterName = u"mymaster"_s;
        target.sentinelTls = true;
        Judged judged(std::vector<redis::Target>{target});
        QVERIFY(judged.becomes("changed-certificate", true));
        QVERIFY(pinned.showPinned() && sentinel.restart());
        QVERIFY(judged.becomes("changed-certificate", false));
    }
    void aNodeOfAClusterShowsAnotherCertificate()
    {
        LOCKSCOPE_REQUIRE_TLS();
        PinnedServers pinned;
        PinnedServers last(pinned);
        ClusterSet set({.replicas = 0, .tls = {pinned.pair(), pinned.pair(), last.pair()}});
        QVERIFY(pinned.isValid() && last.isValid() && set.start());
        auto target = redis::parseTarget(set.url());
        QVERIFY(target);
        pinned.setUp(*target, {&set.node(0), &set.node(1), &set.node(2)});
        Judged judged(std::vector<redis::Target>{*target});
        QVERIFY(judged.settled());
        QVERIFY(!judged.isOpen("changed-certificate"));
        QVERIFY(last.showOther() && set.node(2).restart());
        QVERIFY(judged.becomes("changed-certificate", true));
        QVERIFY(last.showPinned() && set.node(2).restart());
        QVERIFY(judged.becomes("changed-certificate", false));
        QVERIFY(judged.settled());
    }

    // Problems out of sight do not change.
    void aLostServerSuspends()
    {
        Judged judged({m_server.get()});
        QVERIFY(judged.settled());
        m_server->command({"HSET", "orders", ann, "1"});
        QVERIFY(judged.becomes("no-expiry", true));
        m_server->stop();
        const auto isSuspended = [&](bool suspended) {
            return eventually([&] {
                judged.take();
                return !judged.changes.empty()
                    && judged.changes.back().problem.isSuspended == suspended;
            });
        };
        QVERIFY(isSuspended(true));
        QVERIFY(judged.isOpen("no-expiry"));
        QVERIFY(m_server->restart()); // without the lock
        QVERIFY(judged.becomes("no-expiry", false));
    }

private:
    // For clockshim, which maps the file.
    static bool shiftClock(const QString &path, std::chrono::nanoseconds by)
    {
        QFile file(path);
        const qint64 value = by.count();
        return file.open(QIODevice::ReadWrite)
            && file.write(reinterpret_cast<const char *>(&value), sizeof value) == sizeof value;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<RedisProcess> m_server;
};

LOCKSCOPE_TEST_SUITE(TestRulesOnServers)
#include "tst_rulesonservers.moc"
