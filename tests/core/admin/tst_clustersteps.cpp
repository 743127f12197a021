// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions on a cluster whose keys are in several hash slots: done in steps, or refused for a
// reason.
#include "core/admin/administrator.h"
#include "core/redis/clusterwords.h"
#include "tests/core/admin/librarycases.h"
#include "tests/support/clusterset.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::ActionType;
using admin::Effect;
using admin::Keyspace;
using admin::Outcome;
using Status = Outcome::Status;

namespace {

class SayingYes final : public admin::Confirmation
{
public:
    Pending<admin::Decision> confirm(const std::vector<admin::Step> &steps) override
    {
        asked = steps;
        return Pending<admin::Decision>::ready(admin::Decision{true, u"stuck"_s});
    }

    std::vector<admin::Step> asked;
};

QByteArray lines(const std::vector<redis::Arguments> &commands)
{
    QByteArrayList all;
    for (const redis::Arguments &command : commands)
        all.append(QByteArrayList(command.begin(), command.end()).join(' '));
    return all.join('\n');
}

bool doesInSteps(const admin::Plan &plan)
{
    const bool says = std::ranges::find(plan.effects, Effect::DoneInSteps) != plan.effects.end();
    return says && plan.parts.size() > 1;
}

std::vector<Status> statusesOf(const std::vector<Outcome> &outcomes)
{
    std::vector<Status> all;
    for (const Outcome &outcome : outcomes)
        all.push_back(outcome.status);
    return all;
}

} // namespace

class TestClusterSteps : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_alone; // where locks are seen
    std::unique_ptr<ClusterSet> m_cluster;
    std::unique_ptr<redis::Deployment> m_deployment;
    SystemClock m_clock;
    QTemporaryDir m_folder;
    std::unique_ptr<admin::Audit> m_audit;
    SayingYes m_confirmation;

    void write(const Commands &commands)
    {
        QVERIFY(m_alone.command({"FLUSHALL"}).isOk());
        for (RedisProcess *const primary : m_cluster->primaries())
            QVERIFY(primary->command({"FLUSHALL"}).isOk());
        for (const redis::Arguments &command : commands) {
            QVERIFY2(!m_alone.command(command).isError(), command.front().constData());
            change(command);
        }
    }
    void change(const redis::Arguments &command)
    {
        QVERIFY2(!m_cluster->ownerOf(command[1])->command(command).isError(),
                 lines({command}).constData());
    }
    std::vector<QByteArray> keys() const
    {
        std::vector<QByteArray> names;
        for (const RedisProcess *const primary : m_cluster->primaries()) {
            for (const Reply &key : primary->command({"KEYS", "*"}).elements)
                names.push_back(key.bytes);
        }
        std::ranges::sort(names);
        return names;
    }
    LibraryCase named(const QByteArray &name) const
    {
        const auto rows = libraryCases();
        return *std::ranges::find_if(rows,
                                     [&](const LibraryCase &row) { return row.name == name; });
    }
    Outcome act(const admin::Plan &plan)
    {
        m_audit = std::make_unique<admin::Audit>(
            m_folder.filePath(QString::number(++m_audits) + u".jsonl"_s));
        admin::Administrator administrator(*m_audit, m_confirmation, m_clock);
        admin::Place place;
        place.deployment = u"redis+cluster://here"_s;
        const auto outcome = await(administrator.act(*m_deployment, place, plan));
        return outcome.value_or(Outcome());
    }
    // "intended DEL a", "done DEL a", and so on.
    QByteArrayList told() const
    {
        QByteArrayList all;
        QFile file(m_audit->file());
        if (!file.open(QIODevice::ReadOnly))
            return all;
        for (const QByteArray &line : file.readAll().trimmed().split('\n')) {
            const QJsonObject object = QJsonDocument::fromJson(line).object();
            QStringList commands;
            for (const auto &command : object["commands"_L1].toArray())
                commands.append(command.toString().remove(u'"'));
            const QString phase = object["phase"_L1].toString();
            all.append((phase == "done"_L1 ? object["outcome"_L1].toString() : phase).toUtf8() + ' '
                       + commands.join(u", "_s).toUtf8());
        }
        return all;
    }
    int m_audits = 0;

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_alone.start());
        ClusterSetOptions options;
        options.replicas = 0;
        m_cluster = std::make_unique<ClusterSet>(options);
        QVERIFY(m_cluster->start());
        redis::ConnectionConfig config;
        config.target = *redis::parseTarget(m_cluster->url());
        m_deployment = std::make_unique<redis::Deployment>(config);
        m_deployment->open();
        QVERIFY(await(m_deployment->whenReady()));
    }
    void cleanupTestCase()
    {
        m_audit.reset();
        m_deployment.reset();
        m_cluster.reset();
    }
    void init() { failOnAnyWarning(); }

    // Every library's lock, as it is written elsewhere: done with the same result, or refused
    // before anything is sent.
    void everyLibrary_data()
    {
        QTest::addColumn<QString>("refusal"); // empty: none
        QTest::addColumn<int>("parts");
        const std::map<QByteArray, QString> refusals{
            {"sidekiq: force", u"a job that takes the lock between two steps"_s},
            {"sidekiq: the only one", u"a job that takes the lock between two steps"_s},
            {"sidekiq: a waiter", u"it may move between them"_s},
            {"ruby semaphore: one", u"would not come back"_s},
            {"ruby semaphore: force", u"would not come back"_s},
        };
        const std::map<QByteArray, int> parts{
            {"python-redis-lock: force", 3}, // compares the list, then the lock, then the list
            {"python-redis-lock: nudge", 3}, {"rueidislock: force", 9},
            {"rueidislock: extend", 9},      {"sidekiq: one of two", 2},
            {"madelson: the writer", 2},     {"madelson: extend", 2},
        };
        for (const LibraryCase &row : libraryCases()) {
            const auto refused = refusals.find(row.name);
            const auto split = parts.find(row.name);
            QTest::newRow(row.name.constData())
                << (refused == refusals.end() ? QString() : refused->second)
                << (split == parts.end() ? 0 : split->second);
        }
    }
    void everyLibrary()
    {
        QFETCH(const QString, refusal);
        QFETCH(const int, parts);
        const LibraryCase row = named(QTest::currentDataTag());
        write(row.written);
        const auto plan =
            admin::makePlan(see(m_alone, row.lock), row.action, Keyspace::ShardedCluster);
        if (!refusal.isEmpty()) {
            QVERIFY(!plan);
            QVERIFY2(plan.error().text.english().contains(refusal),
                     qPrintable(plan.error().text.english()));
            return;
        }
        QVERIFY2(plan, plan ? "" : qPrintable(plan.error().text.english()));
        QCOMPARE(int(plan->parts.size()), parts);
        QCOMPARE(doesInSteps(*plan), parts > 0);
        for (const admin::PlanPart &part : plan->parts) {
            for (const QByteArray &key : part.keys)
                QCOMPARE(redis::slotOf(key), redis::slotOf(part.keys.front()));
        }
        QCOMPARE(plan->commands.size(), row.planned.size());

        const auto before = keys();
        for (const redis::Arguments &changing : row.changes) {
            if (changing.front() == "RENAME") // both names would have to be in one slot
                continue;
            write(row.written);
            change(changing);
            const auto changed = keys();
            const Outcome outcome = act(*plan);
            QVERIFY2(outcome.status == Status::Changed, lines({changing}).constData());
            QCOMPARE(keys(), changed);
        }
        write(row.written);
        QCOMPARE(keys(), before);
        const Outcome outcome = act(*plan);
        QVERIFY2(outcome.status == Status::Done,
                 qPrintable(outcome.error ? outcome.error->text.english() : QString()));
        auto left = row.left;
        std::ranges::sort(left);
        QCOMPARE(keys(), left);
    }

    // The lock first: a sleeper that wakes finds it free. Each step has its lines in the log.
    void freesTheLockBeforeItWakes()
    {
        const LibraryCase row = named("python-redis-lock: force");
        write(row.written);
        const auto plan = admin::makePlan(see(m_alone, row.lock), row.action, Keyspace::Cluster);
        QVERIFY(plan);
        QCOMPARE(lines(plan->commands),
                 "DEL lock:orders\nDEL lock-signal:orders\nLPUSH lock-signal:orders 1\n"
                 "PEXPIRE lock-signal:orders 1000"_ba);
        RawConnection sleeper(*m_cluster->ownerOf("lock-signal:orders"));
        QVERIFY(sleeper.send("BLPOP lock-signal:orders 0"));
        QVERIFY(eventually([&] {
            return m_cluster->ownerOf("lock-signal:orders")
                ->command({"CLIENT", "LIST"})
                .bytes.contains("cmd=blpop");
        }));
        const Outcome outcome = act(*plan);
        QCOMPARE(outcome.status, Status::Done);
        QCOMPARE(statusesOf(outcome.parts), (std::vector{Status::Done, Status::Done}));
        QVERIFY(sleeper.receives("lock-signal:orders\r\n$1\r\n1\r\n"));
        const QByteArray signal =
            "DEL lock-signal:orders, LPUSH lock-signal:orders 1, PEXPIRE lock-signal:orders 1000";
        QCOMPARE(told(),
                 (QByteArrayList{"intended DEL lock:orders", "done DEL lock:orders",
                                 "intended " + signal, "done " + signal}));
        QVERIFY(keys().empty());
    }

    // The first step is done, so the whole is not known to be; nothing is tried after it.
    void aCutInTheMiddleIsTold()
    {
        const LibraryCase row = named("python-redis-lock: force");
        write(row.written);
        auto plan = admin::makePlan(see(m_alone, row.lock), row.action, Keyspace::Cluster);
        QVERIFY(plan);
        plan->parts.back().keys.push_back("elsewhere"); // which the cluster refuses
        const Outcome outcome = act(*plan);
        QCOMPARE(outcome.status, Status::Unknown);
        QCOMPARE(outcome.error->code, "CROSSSLOT"_ba);
        QVERIFY(outcome.detail.english().contains("1 of 2 steps were done"_L1));
        QCOMPARE(statusesOf(outcome.parts), (std::vector{Status::Done, Status::Failed}));
        QCOMPARE(told().size(), 4);
        QVERIFY(told().last().startsWith("failed DEL lock-signal:orders"));
        QVERIFY2(keys().empty(), "no second holder, and no list that would wake somebody later");
    }

    // The key that was seen is compared first; those of another holder are left alone, and a key
    // that cannot be reached does not keep the others.
    void takesOneHoldersKeysOnly()
    {
        Commands written;
        for (int i = 0; i < 5; ++i)
            written.push_back({"SET", "rueidislock:" + QByteArray::number(i) + ":a:b",
                               i == 3 ? "other"_ba : "tok"_ba});
        write(written);
        const auto plan =
            admin::makePlan(see(m_alone, "rueidislock:1:a:b"), force(), Keyspace::Cluster);
        QVERIFY(plan);
        auto torn = *plan;
        torn.parts[2].keys.push_back("elsewhere");
        QCOMPARE(torn.parts[2].keys.front(), "rueidislock:2:a:b"_ba);
        const Outcome partly = act(torn);
        QCOMPARE(partly.status, Status::Unknown);
        QVERIFY(partly.detail.english().contains("3 of 4 steps were done"_L1));
        QCOMPARE(keys(), (std::vector<QByteArray>{"rueidislock:2:a:b", "rueidislock:3:a:b"}));
        QCOMPARE(told().size(), 8); // a pair for each step that was tried

        write(written);
        QCOMPARE(act(*plan).status, Status::Done);
        QCOMPARE(keys(), std::vector<QByteArray>{"rueidislock:3:a:b"});
        change({"SET", "rueidislock:2:a:b", "tok"});
        QCOMPARE(act(*plan).status, Status::Changed);
        QCOMPARE(keys(), (std::vector<QByteArray>{"rueidislock:2:a:b", "rueidislock:3:a:b"}));
    }

    // Also a plan that was not made for a cluster, as of a command line that knows no version yet.
    void isSplitBeforeTheConfirmation()
    {
        const LibraryCase row = named("python-redis-lock: force");
        write(row.written);
        const auto plan = admin::makePlan(see(m_alone, row.lock), row.action);
        QVERIFY(plan && plan->parts.empty());
        QCOMPARE(act(*plan).status, Status::Done);
        QVERIFY(doesInSteps(m_confirmation.asked.front().plan));
        QCOMPARE(keys(), std::vector<QByteArray>{"lock-signal:orders"});

        const LibraryCase ruby = named("ruby semaphore: one");
        write(ruby.written);
        const auto refused = admin::makePlan(see(m_alone, ruby.lock), ruby.action);
        QVERIFY(refused);
        m_confirmation.asked.clear();
        const auto before = keys();
        const Outcome outcome = act(*refused);
        QCOMPARE(outcome.status, Status::Failed);
        QVERIFY(m_confirmation.asked.empty());
        QCOMPARE(keys(), before);
    }

    void showsBothMessages()
    {
        QVERIFY(m_alone.command({"FLUSHALL"}).isOk());
        QVERIFY(m_alone.command({"HSET", "job", cat, "1"}).isInteger());
        QVERIFY(m_alone.command({"PEXPIRE", "job", "60000"}).isInteger());
        const admin::Sight sight = see(m_alone, "job");
        const QByteArray channel = " redisson_lock__channel:{job} 0";
        const QByteArray told = " redisson_lock__channel:{job} 2\n";
        const auto plan = admin::makePlan(sight, {}, Keyspace::ShardedCluster);
        QVERIFY(plan && plan->parts.empty());
        QCOMPARE(lines(plan->commands),
                 "SPUBLISH" + told + "PUBLISH" + told + "DEL job\nSPUBLISH" + channel + "\nPUBLISH"
                     + channel);
        const auto again = admin::onCluster(*plan, true);
        QVERIFY(again && again->commands == plan->commands);
        QCOMPARE(lines(admin::makePlan(sight, {}, Keyspace::Cluster)->commands),
                 "PUBLISH" + told + "DEL job\nPUBLISH" + channel);
        QCOMPARE(lines(admin::makePlan(sight, {})->commands),
                 "PUBLISH" + told + "DEL job\nPUBLISH" + channel);
    }

    // Redisson's own scripts name all keys of a lock; there is none of such a name on a cluster.
    void refusesOthersWithAReason()
    {
        admin::Sight sight;
        sight.name = LockName("x{");
        sight.kind = "reentrant";
        sight.library = "redisson";
        sight.holds = {{OwnerId(cat), format::Mode::Exclusive, 1, false, Millis(20'000)}};
        const auto plan = admin::makePlan(sight, {}, Keyspace::Cluster);
        QVERIFY(!plan);
        QVERIFY(plan.error().text.english().contains("in one step only"_L1));
        QVERIFY(admin::makePlan(sight, {}));
    }
};

LOCKSCOPE_TEST_SUITE(TestClusterSteps)
#include "tst_clustersteps.moc"
