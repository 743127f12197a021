// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/metrics/alertstage.h"

#include "tests/app/metrics/prometheus.h"
#include "tests/core/watch/server/userrights.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace lockscope::test {

namespace {

constexpr int anHour = 3'600'000; // longer than the test, so that nothing expires by accident
const QString usual = u"usual"_s;
const QByteArray late = "cccccccc-9b7d-4c11-8a22-0123456789ab:3";
const QByteArray dan = "dddddddd-9b7d-4c11-8a22-0123456789ab:4";
const QByteArray eve = "eeeeeeee-9b7d-4c11-8a22-0123456789ab:9";

// The label of a deployment that is reached by this URL.
QString labelOf(const QString &url)
{
    const auto target = redis::parseTarget(url);
    return target ? target->label() : QString();
}

void set(const RedisProcess &server, const char *setting, const QByteArray &value)
{
    server.command({"CONFIG", "SET", setting, value});
}

QByteArray quoted(const QString &text)
{
    return '"' + text.toUtf8() + '"';
}

// For clockshim, which maps the file.
bool shiftClock(const QString &path, std::chrono::nanoseconds by)
{
    QFile file(path);
    const qint64 value = by.count();
    return file.open(QIODevice::ReadWrite)
        && file.write(reinterpret_cast<const char *>(&value), sizeof value) == sizeof value;
}

} // namespace

AlertStage::AlertStage() = default;

AlertStage::~AlertStage()
{
    // First those that would complain of servers that are gone.
    m_metrics.clear();
    m_holders.clear();
    m_listeners.clear();
}

RedisProcess &AlertStage::add(RedisOptions options)
{
    m_servers.push_back(std::make_unique<RedisProcess>(std::move(options)));
    m_areStarted = m_servers.back()->start() && m_areStarted;
    return *m_servers.back();
}

RedisProcess &AlertStage::serverIn(const QString &profile)
{
    RedisProcess &server = add();
    watch(server.url(), profile);
    return server;
}

void AlertStage::watch(const QString &url, const QString &profile)
{
    m_urls[profile] += url;
    ++m_deployments;
}

// As a waiter of a fair lock does.
void AlertStage::sleepOn(const RedisProcess &server, const QByteArray &lock,
                         const QByteArray &owner)
{
    m_listeners.push_back(std::make_unique<Listener>(
        server, "SUBSCRIBE", "redisson_lock__channel:{" + lock + "}:" + owner));
}

bool AlertStage::start()
{
    // A single event is a problem for fifteen seconds in place of a minute; nothing is one
    // because it lasts as long as the test.
    m_settings[usual].thresholds = {{u"hold"_s, u"1h"_s},
                                    {u"unsaved"_s, u"1h"_s},
                                    {u"wait"_s, u"1h"_s},
                                    {u"critical-wait"_s, u"1h"_s},
                                    {u"recent"_s, u"15s"_s}};
    setLocks();
    setQueues();
    setServers();
    setRights();
    setSight();
    return m_areStarted && setGroups() && setReplicas() && setCluster() && setCertificates()
        && setHealthy() && setExporters();
}

void AlertStage::setLocks()
{
    {
        const RedisProcess &s = serverIn(usual);
        scene({"LockscopeNoExpiry", "server", s.url(),
               [&s] {
                   s.command({"HSET", "orders", ann, "1"});
               },
               [&s] { LockWriter(s).renew("orders", anHour); }});
    }
    {
        const RedisProcess &s = serverIn(usual);
        // Each time another one: a lock that usually expires is meant to.
        const auto count = std::make_shared<int>(0);
        scene({"LockscopeExpiredWhileHeld", "server", s.url(),
               [&s, count] {
                   LockWriter(s).acquire("orders-" + QByteArray::number(++*count), ann, 1500);
               }})
            .again = [] {};
    }
    {
        const RedisProcess &s = serverIn(usual);
        scene({"LockscopeTwoOwners", "server", s.url(),
               [&s] {
                   LockWriter(s).acquire("orders", ann, anHour);
                   s.command({"HSET", "orders", bob, "1"});
               },
               [&s] {
                   s.command({"HDEL", "orders", bob});
               }});
    }
    {
        const RedisProcess &s = serverIn(usual);
        scene({"LockscopeDeadReader",
               "server",
               s.url(),
               [&s] {
                   LockWriter(s).read("orders", ann, anHour);
                   LockWriter(s).read("orders", bob, 700);
               },
               [&s] {
                   s.command({"HDEL", "orders", bob});
               },
               {"LockscopeExpiredWhileHeld"}});
    }
    {
        m_settings[u"holds"_s].thresholds = {{u"hold"_s, u"2s"_s}, {u"least-hold"_s, u"2s"_s}};
        const RedisProcess &s = serverIn(u"holds"_s);
        scene({"LockscopeLongHold", "server", s.url(),
               [&s] { LockWriter(s).acquire("orders", ann, anHour); },
               [&s] { LockWriter(s).unlock("orders"); }});
    }
    {
        // A real client, whose process stops and goes on in time.
        const RedisProcess &s = serverIn(usual);
        m_holders.push_back(std::make_unique<Program>(LOCKCTL_PATH));
        Program &holder = *m_holders.back();
        m_areStarted = m_areStarted
            && holder.start(
                {u"acquire"_s, u"orders"_s, u"--watchdog"_s, u"30s"_s, u"--url"_s, s.url()});
        scene({"LockscopeRenewalOverdue",
               "server",
               s.url(),
               [&holder] { holder.signal(SIGSTOP); },
               [&holder] { holder.signal(SIGCONT); },
               {},
               "sum(lockscope_renewals_total{server=" + quoted(s.url()) + "}) >= 2"});
    }
}

void AlertStage::setQueues()
{
    // The queue of a lock that ann holds.
    const auto scenario = [this](const char *alert, auto begin, const QByteArray &waiter,
                                 const QByteArray &listening = {}) {
        const RedisProcess &s = serverIn(usual);
        LockWriter(s).acquire("orders", ann, anHour);
        if (!listening.isEmpty())
            sleepOn(s, "orders", listening);
        scene({alert, "server", s.url(), [&s, begin] { begin(s); },
               [&s, waiter] { LockWriter(s).leave("orders", waiter); }});
    };
    scenario(
        "LockscopeQueueMismatch",
        [](const RedisProcess &s) {
            s.command({"RPUSH", "redisson_lock_queue:{orders}", bob});
        },
        bob);
    scenario(
        "LockscopeEndlessDeadline",
        [](const RedisProcess &s) {
            s.command({"ZADD", "redisson_lock_timeout:{orders}", "inf", bob});
            s.command({"RPUSH", "redisson_lock_queue:{orders}", bob});
        },
        bob, bob);
    scenario(
        "LockscopeDeadHead",
        [](const RedisProcess &s) {
            LockWriter(s).enqueue("orders", late, 500);
            LockWriter(s).enqueue("orders", bob, anHour);
        },
        late, bob);
    {
        const RedisProcess &s = serverIn(usual);
        scene({"LockscopeWrongType", "server", s.url(),
               [&s] {
                   LockWriter(s).acquire("orders", ann, anHour);
                   LockWriter(s).enqueue("orders", bob, anHour);
                   s.command({"SET", "redisson_lock_timeout:{orders}", "x"});
               },
               [&s] {
                   s.command(
                       {"DEL", "redisson_lock_timeout:{orders}", "redisson_lock_queue:{orders}"});
               }});
    }
    {
        m_settings[u"waits"_s].thresholds = {{u"wait"_s, u"2s"_s}, {u"hold"_s, u"1h"_s}};
        const RedisProcess &s = serverIn(u"waits"_s);
        sleepOn(s, "orders", bob);
        scene({"LockscopeLongWait", "server", s.url(),
               [&s] {
                   LockWriter(s).acquire("orders", ann, anHour);
                   LockWriter(s).enqueue("orders", bob, anHour);
               },
               [&s] { LockWriter(s).leave("orders", bob); }});
    }
    {
        const RedisProcess &s = serverIn(usual);
        // Owners of its own: the graph goes over all servers.
        sleepOn(s, "orders", eve);
        sleepOn(s, "stock", dan);
        scene({"LockscopeDeadlock", "server", s.url(),
               [&s] {
                   LockWriter(s).acquire("orders", dan, anHour);
                   LockWriter(s).acquire("stock", eve, anHour);
                   LockWriter(s).enqueue("orders", eve, anHour);
                   LockWriter(s).enqueue("stock", dan, anHour);
               },
               [&s] {
                   LockWriter(s).leave("stock", dan);
                   LockWriter(s).leave("orders", eve);
               }});
    }
    {
        // Its key is deleted, and nobody is told.
        const RedisProcess &s = serverIn(usual);
        LockWriter(s).acquire("orders", ann, anHour);
        m_listeners.push_back(
            std::make_unique<Listener>(s, "SUBSCRIBE", "redisson_lock__channel:{orders}"));
        const auto sleeper = std::prev(m_listeners.end());
        scene({"LockscopeFreeButWaited",
               "server",
               s.url(),
               [&s] {
                   s.command({"DEL", "orders"});
               },
               [sleeper] { sleeper->reset(); },
               {},
               "lockscope_waiting_connections{server=" + quoted(s.url()) + "} == 1"});
    }
}

void AlertStage::setServers()
{
    {
        const RedisProcess &s = serverIn(usual);
        scene({"LockscopeEvictionPolicy", "server", s.url(),
               [&s] {
                   set(s, "maxmemory", "1000mb");
                   set(s, "maxmemory-policy", "volatile-lru");
               },
               [&s] { set(s, "maxmemory-policy", "noeviction"); }});
    }
    {
        const RedisProcess &s = serverIn(usual);
        scene({"LockscopeMemoryNear", "server", s.url(),
               [&s] {
                   const qint64 used =
                       s.command({"MEMORY", "STATS"}).elements.at(3).integer; // total.allocated
                   set(s, "maxmemory", QByteArray::number(used));
               },
               [&s] { set(s, "maxmemory", "0"); }});
    }
    {
        const RedisProcess &s = serverIn(usual);
        scene({"LockscopeRefusesWrites", "server", s.url(),
               [&s] { set(s, "min-replicas-to-write", "1"); },
               [&s] { set(s, "min-replicas-to-write", "0"); }});
    }
    {
        m_settings[u"unsaved"_s].thresholds = {{u"unsaved"_s, u"2s"_s}, {u"hold"_s, u"1h"_s}};
        const RedisProcess &s = serverIn(u"unsaved"_s);
        scene({"LockscopeLazyPersistence", "server", s.url(),
               [&s] { LockWriter(s).acquire("orders", ann, anHour); },
               [&s] { set(s, "appendonly", "yes"); }});
    }
    // A lock has to be known before it can be lost, and its counter to be scraped before it rises.
    const auto lossOn = [this](const char *alert, const char *other, auto lose) {
        RedisProcess &s = serverIn(usual);
        const auto acquire = [&s] {
            for (const char *lock : {"orders", "stock"}) {
                s.command({"DEL", lock});
                LockWriter(s).acquire(lock, ann, anHour);
            }
        };
        acquire();
        scene({alert,
               "server",
               s.url(),
               [&s, lose] { lose(s); },
               {},
               {other},
               "sum(lockscope_locks{state=\"held\",server=" + quoted(s.url()) + "}) == 2"})
            .again = acquire;
    };
    lossOn("LockscopeLocksLost", "LockscopeLocksWereLost",
           [](const RedisProcess &s) { s.command({"FLUSHALL"}); });
    lossOn("LockscopeLocksWereLost", "LockscopeLocksLost",
           [](RedisProcess &s) { (void)s.restart(); });
    {
        // There is no KeyDB here: a proxy tells the role that its INFO has.
        m_flavoured = std::make_unique<FlavouredServer>(m_flavour);
        m_areStarted = m_areStarted && m_flavoured->start();
        watch(m_flavoured->url(), usual);
        scene({"LockscopeNotExclusive", "server", labelOf(m_flavoured->url()),
               [this] {
                   m_flavour.info = {{"role", "active-replica"}};
               },
               [this] { m_flavour.info.clear(); }});
    }
}

void AlertStage::setRights()
{
    const QString profile = u"rights"_s;
    m_settings[profile] = {.prefixes = {u"lock:"_s}, .password = u"secret"_s};
    // A user who may hear of changes, then `less`, and then again.
    const auto scenario = [&](const char *alert, const QByteArrayList &less,
                              const QByteArrayList &also) {
        const RedisProcess &s = add();
        (void)userOf(s, reading + keys + tracking + channels);
        const QString url = u"redis://watcher@127.0.0.1:%1"_s.arg(s.port());
        watch(url, profile);
        const auto become = [&s](const QByteArrayList &rules) {
            (void)userOf(s, rules);
            s.command({"CLIENT", "KILL", "USER", "watcher"}); // it connects again at once
        };
        scene({alert, "server", labelOf(url), [become, less] { become(less); },
               [become] { become(reading + keys + tracking + channels); }, also});
    };
    scenario("LockscopeNoChangeEvents", reading + keys + channels, {});
    scenario("LockscopePolls", reading + keys, {"LockscopeNoChangeEvents"});
}

bool AlertStage::setGroups()
{
    std::vector<const RedisProcess *> three;
    QStringList urls;
    for (int i = 0; i < 3; ++i) {
        three.push_back(&serverIn(u"quorum"_s));
        urls += three.back()->url();
    }
    m_settings[u"quorum"_s] = {.groups = {{u"three"_s, urls}}, .prefixes = {u"lock:"_s}};
    const QByteArrayList all{"LockscopeSplitVote", "LockscopeQuorumAtRisk", "LockscopeResidue"};
    // One Redlock each, with the tokens that its servers have.
    const auto scenario = [&](const char *alert, const QByteArray &lock, const QByteArray &tokens) {
        scene({alert, "group", u"three"_s,
               [three, lock, tokens] {
                   for (qsizetype i = 0; i < tokens.size(); ++i)
                       three[static_cast<std::size_t>(i)]->command({"SET", lock,
                                                                    QByteArray(20, tokens[i]), "PX",
                                                                    QByteArray::number(anHour)});
               },
               [three, lock] {
                   for (const RedisProcess *server : three)
                       server->command({"DEL", lock});
               },
               all});
    };
    scenario("LockscopeSplitVote", "lock:split", "abc");
    scenario("LockscopeQuorumAtRisk", "lock:risk", "aa");
    // Its other servers have had it: a lock on one server alone is none of the group's.
    const QByteArray rest = "lock:rest";
    for (const RedisProcess *server : three)
        server->command({"SET", rest, QByteArray(20, 'a'), "PX", QByteArray::number(anHour)});
    scene({"LockscopeResidue", "group", u"three"_s,
           [three, rest] {
               three[1]->command({"DEL", rest});
               three[2]->command({"DEL", rest});
           },
           [three, rest] {
               three[0]->command({"DEL", rest});
           },
           all, "sum(lockscope_locks{state=\"held\",prefix=\"lock:\"}) >= 3"});

    // Three others, of which one has a clock of its own and one restarts.
    const QString shift = m_folder.filePath(u"shift"_s);
    if (!shiftClock(shift, std::chrono::nanoseconds(0)))
        return false;
    RedisOptions shifted;
    shifted.environment = {u"LD_PRELOAD="_s + QStringLiteral(CLOCKSHIM_PATH),
                           u"LOCKSCOPE_CLOCK_SHIFT="_s + shift};
    const RedisProcess &first = serverIn(u"clocks"_s);
    const RedisProcess &second = add(shifted);
    RedisProcess &third = serverIn(u"clocks"_s);
    watch(second.url(), u"clocks"_s);
    m_settings[u"clocks"_s] = {.groups = {{u"clocks"_s, {first.url(), second.url(), third.url()}}}};
    scene({"LockscopeClockOffset", "server", second.url(),
           [shift] { (void)shiftClock(shift, std::chrono::seconds(2)); },
           [shift] { (void)shiftClock(shift, std::chrono::nanoseconds(0)); }});
    scene({"LockscopeRecentRestart", "server", third.url(),
           [&first, &third] {
               LockWriter(first).acquire("orders", ann, 20'000); // the longest lease of the group
               (void)third.restart();
           },
           [&first] { LockWriter(first).unlock("orders"); }})
        .again = [] {};
    return m_areStarted;
}

bool AlertStage::setReplicas()
{
    const auto setOf = [this](SentinelSetOptions options) {
        m_sets.push_back(std::make_unique<SentinelSet>(std::move(options)));
        m_areStarted = m_areStarted && m_sets.back()->start();
        return m_sets.back().get();
    };
    const SentinelSetOptions alone{.replicas = 1, .sentinels = 0};
    {
        const SentinelSet *s = setOf(alone);
        watch(s->replicatedUrl(), usual);
        scene({"LockscopeNoPromotableReplica", "server", labelOf(s->replicatedUrl()),
               [s] { set(s->replica(0), "replica-priority", "0"); },
               [s] { set(s->replica(0), "replica-priority", "100"); }});
    }
    {
        const SentinelSet *s = setOf(alone);
        watch(s->replicatedUrl(), usual);
        scene({"LockscopeNoRequiredReplica", "server", labelOf(s->replicatedUrl()),
               [s] { LockWriter(s->server(0)).acquire("orders", ann, anHour); },
               [s] { set(s->server(0), "min-replicas-to-write", "1"); }});
    }
    {
        const SentinelSet *s = setOf(alone);
        // In this order: a replica that has not answered yet does not count.
        LockWriter(s->server(0)).acquire("orders", ann, anHour);
        set(s->server(0), "min-replicas-to-write", "1");
        set(s->server(0), "min-replicas-max-lag", "3600"); // it takes writes all the time
        watch(s->replicatedUrl(), usual);
        scene({"LockscopeReplicaBehind", "server", labelOf(s->replicatedUrl()),
               [s] { s->replica(0).pause(); }, [s] { s->replica(0).resume(); }});
    }
    {
        const SentinelSet *s = setOf({.replicas = 1});
        watch(s->url(), usual);
        scene({"LockscopeLoneSentinel", "server", labelOf(s->url()),
               [s] {
                   s->sentinel(1).kill();
                   s->sentinel(2).kill();
               },
               [s] { (void)s->sentinel(1).start(); }});
    }
    {
        const SentinelSet *s = setOf({.replicas = 1});
        watch(s->url(), usual);
        scene({"LockscopeFailover", "server", labelOf(s->url()),
               [s] {
                   s->sentinel(0).command({"SENTINEL", "FAILOVER", "mymaster"});
               }})
            .again = [] {};
    }
    return m_areStarted;
}

bool AlertStage::setCluster()
{
    m_cluster = std::make_unique<ClusterSet>(ClusterSetOptions{.replicas = 0});
    if (!m_cluster->start())
        return false;
    watch(m_cluster->url(), usual);
    const RedisProcess *owner = m_cluster->ownerOf(0);
    scene({"LockscopePartialCoverage", "server", labelOf(m_cluster->url()),
           [this] {
               for (int i = 0; i < m_cluster->nodeCount(); ++i)
                   m_cluster->node(i).command({"CLUSTER", "DELSLOTS", "0"});
           },
           [owner] {
               owner->command({"CLUSTER", "ADDSLOTS", "0"});
           }});
    return true;
}

// A server that shows another certificate than the pinned one after a restart.
bool AlertStage::setCertificates()
{
    m_certificates = std::make_unique<Certificates>();
    const QString here = u"IP:127.0.0.1"_s;
    const auto pinned = m_certificates->issue(here);
    const auto other = m_certificates->issue(here);
    RedisOptions options;
    options.tls = m_certificates->issue(here); // its files have one of the others
    if (!Certificates::replace(options.tls, pinned))
        return false;
    RedisProcess &s = add(options);
    const QString profile = u"pinned"_s;
    const QString url = u"rediss://127.0.0.1:%1"_s.arg(s.tlsPort());
    m_settings[profile].tls = {{u"ca_file"_s, m_certificates->caFile()},
                               {u"fingerprints"_s, QJsonArray{Certificates::fingerprint(pinned)}}};
    watch(url, profile);
    const auto show = [&s, files = options.tls](const Certificates::Pair &pair) {
        (void)(Certificates::replace(files, pair) && s.restart());
    };
    scene({"LockscopeChangedCertificate",
           "server",
           labelOf(url),
           [show, other] { show(other); },
           [show, pinned] { show(pinned); },
           {"LockscopeServerOutOfSight", "LockscopeStale"}});
    return m_areStarted;
}

void AlertStage::setSight()
{
    {
        RedisProcess &s = serverIn(usual);
        scene({"LockscopeServerOutOfSight",
               "server",
               s.url(),
               [&s] { s.kill(); },
               [&s] { (void)s.start(); },
               {"LockscopeStale"}});
    }
    {
        // It is there, and says nothing. While it is slow to come back, it is polled.
        RedisProcess &s = serverIn(usual);
        scene({"LockscopeStale",
               "server",
               s.url(),
               [&s] { s.pause(); },
               [&s] { s.resume(); },
               {"LockscopeServerOutOfSight", "LockscopeNoChangeEvents"}});
    }
}

bool AlertStage::setHealthy()
{
    RedisOptions durable;
    durable.arguments = {u"--appendonly"_s, u"yes"_s};
    const RedisProcess &s = add(durable);
    watch(s.url(), usual);
    m_healthy += s.url();
    for (const QString &kind : {u"reentrant"_s, u"fair"_s}) {
        m_holders.push_back(std::make_unique<Program>(LOCKCTL_PATH));
        if (!m_holders.back()->start({u"acquire"_s, u"held-"_s + kind, u"--kind"_s, kind,
                                      u"--watchdog"_s, u"9s"_s, u"--url"_s, s.url()}))
            return false;
    }
    LockWriter(s).read("shared", ann, anHour);
    LockWriter(s).read("shared", bob, anHour);
    return m_areStarted;
}

bool AlertStage::setExporters()
{
    if (!writeProfiles())
        return false;
    QStringList all{u"metrics"_s, u"--listen"_s, u"127.0.0.1:0"_s};
    for (const auto &[profile, settings] : m_settings)
        all << u"--profile"_s << profile;
    m_metrics.push_back(std::make_unique<Program>(LOCKCTL_PATH));
    prepare(*m_metrics.back());
    if (!m_metrics.back()->start(all))
        return false;
    m_exporters.push_back(portOf(*m_metrics.back()));
    if (m_exporters.back() == 0)
        qWarning("%s", m_metrics.back()->err.constData());

    // Another one, of a server of its own, which goes and comes again.
    const RedisProcess &s = add();
    ++m_deployments;
    m_healthy += s.url();
    const QString address = u"127.0.0.1:%1"_s.arg(freePort());
    const auto begin = [this, address, url = s.url()] {
        m_metrics.push_back(std::make_unique<Program>(LOCKCTL_PATH));
        prepare(*m_metrics.back());
        return m_metrics.back()->start({u"metrics"_s, u"--listen"_s, address, u"--url"_s, url});
    };
    if (!begin())
        return false;
    m_exporters.push_back(portOf(*m_metrics.back()));
    scene({"LockscopeExporterGone", "instance", address,
           [this] { m_metrics.back()->signal(SIGKILL); }, [begin] { (void)begin(); }});
    return m_areStarted && m_exporters.front() != 0 && m_exporters.back() != 0;
}

QByteArray AlertStage::describe() const
{
    QByteArray text;
    for (const auto &exporter : m_metrics) {
        exporter->readMore();
        text += exporter->err + (exporter->hasEnded() ? "It has ended.\n" : "");
    }
    return text;
}

bool AlertStage::writeProfiles() const
{
    QJsonArray profiles;
    for (const auto &[name, settings] : m_settings) {
        QJsonObject thresholds;
        for (const auto &[threshold, value] : settings.thresholds)
            thresholds[threshold] = value;
        QJsonArray groups;
        for (const auto &[group, urls] : settings.groups)
            groups +=
                QJsonObject{{u"name"_s, group}, {u"urls"_s, QJsonArray::fromStringList(urls)}};
        const auto urls = m_urls.find(name);
        QJsonObject profile{
            {u"name"_s, name},
            {u"urls"_s,
             QJsonArray::fromStringList(urls == m_urls.end() ? QStringList() : urls->second)},
            {u"prefixes"_s, QJsonArray::fromStringList(settings.prefixes)},
            {u"groups"_s, groups},
            {u"thresholds"_s, thresholds}};
        if (!settings.tls.isEmpty())
            profile[u"tls"_s] = settings.tls;
        if (!settings.password.isEmpty())
            profile[u"password_from"_s] = u"env:ALERTS_PASSWORD"_s;
        profiles += profile;
    }
    QFile file(m_folder.filePath(u"profiles.json"_s));
    return file.open(QIODevice::WriteOnly)
        && file.write(
               QJsonDocument(QJsonObject{{u"version"_s, 1}, {u"profiles"_s, profiles}}).toJson())
        > 0;
}

void AlertStage::prepare(Program &program) const
{
    program.setVariable(u"XDG_CONFIG_HOME"_s, m_folder.path());
    program.setVariable(u"XDG_STATE_HOME"_s, m_folder.path());
    program.setVariable(u"LOCKSCOPE_PROFILES"_s, m_folder.filePath(u"profiles.json"_s));
    program.setVariable(u"ALERTS_PASSWORD"_s, u"secret"_s);
}

} // namespace lockscope::test
