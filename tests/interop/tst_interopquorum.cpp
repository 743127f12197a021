// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A RedissonRedLock is made with one client for each server, so that each server names another
// owner: the watch still says that one thread holds it.
#include "core/insight/quorum/quorumbook.h"
#include "core/watch/server/watcher.h"
#include "tests/interop/redissonpeer.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestInteropQuorum : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE_REDISSON();
        std::vector<QString> urls;
        for (std::size_t i = 0; i < total; ++i) {
            QVERIFY(m_servers.emplace_back(std::make_unique<RedisProcess>())->start());
            urls.push_back(m_servers.back()->url());
        }
        m_peer = std::make_unique<RedissonPeer>(urls, Millis(3000));
        QVERIFY(m_peer->start());
    }
    void init()
    {
        failOnAnyWarning();
        for (const auto &server : m_servers)
            QVERIFY(server->command({"FLUSHALL"}).isOk());
        m_locks.clear();
        m_records.clear();
        m_deployments.clear();
        std::map<watch::DeploymentId, QString> watched;
        insight::GroupMembers group{u"red"_s, {}};
        for (const auto &server : m_servers) {
            m_deployments.push_back(m_ids.newDeployment());
            watched.emplace(m_deployments.back(), server->url());
            group.labels.push_back(server->url());
        }
        m_book.emplace(insight::matchGroups({group}, watched));
        m_mailbox = std::make_unique<watch::WatchMailbox>(10'000);
        m_watcher =
            std::make_unique<watch::Watcher>(watch::WatchOptions(), *m_mailbox, m_clock, m_ids);
        for (std::size_t i = 0; i < m_servers.size(); ++i)
            m_watcher->addServer(m_deployments[i], m_ids.newServer(), m_servers[i]->target());
        QVERIFY(until([this] {
            return m_records.size() == total
                && std::all_of(m_records.begin(), m_records.end(), [](const auto &entry) {
                       return entry.second.state == watch::ServerState::Up
                           && !entry.second.discovering;
                   });
        }));
    }
    void cleanup()
    {
        if (m_watcher)
            m_watcher->stop();
        m_watcher.reset();
    }
    void cleanupTestCase() { m_peer.reset(); }

    void isHeldByOneThread_data()
    {
        QTest::addColumn<QByteArray>("lease");
        QTest::newRow("a lease") << QByteArray("60000");
        QTest::newRow("watchdogs") << QByteArray("-1");
    }
    void isHeldByOneThread()
    {
        QFETCH(const QByteArray, lease);
        QCOMPARE(m_peer->tell("t", "lock red orders " + lease), "ok");
        QVERIFY(until([this] { return finding().votes == total; }));
        const auto all = finding();
        QCOMPARE(all.verdict, insight::QuorumVerdict::Held);
        QCOMPARE(all.owners, std::size_t(1));
        QVERIFY(all.inferred);
        std::set<OwnerId> owners;
        for (std::size_t i = 0; i < total; ++i) {
            QCOMPARE(all.agrees(i), std::optional(true));
            owners.insert(all.seats[i].hold->owner);
        }
        QCOMPARE(owners.size(), std::size_t(total)); // or this test shows nothing
        const auto proposed = insight::proposeGroups(locks(), m_records, now());
        QCOMPARE(proposed.size(), std::size_t(1));
        QCOMPARE(proposed[0].servers, m_deployments);
        QVERIFY(proposed[0].inferred);
        if (lease == "-1")
            staysHeldWhileRenewed();
        QCOMPARE(m_servers[1]->command({"DEL", "orders"}).integer, 1);
        QVERIFY(until([this] { return finding().votes == 2; }));
        QCOMPARE(finding().verdict, insight::QuorumVerdict::AtRisk);
        QVERIFY(finding().bare);
        (void)m_peer->tell("t", "unlock red orders"); // one of them is gone: it may complain
        QVERIFY(until([this] { return locks().empty(); }));
    }

    // Two threads, each with a server of its own before the other came.
    void twoThreadsAreTwo()
    {
        QCOMPARE(m_peer->tell("t", "lock reentrant orders@0 60000"), "ok");
        QCOMPARE(m_peer->tell("u", "lock reentrant orders@1 60000"), "ok");
        QVERIFY(until([this] { return finding().owners == 2; }));
        QCOMPARE(finding().verdict, insight::QuorumVerdict::Split);
        QVERIFY(!finding().inferred);
    }

private:
    static constexpr std::size_t total = 3;

    // Three clients with three rhythms: the verdict does not move.
    void staysHeldWhileRenewed()
    {
        qint64 least = 0;
        QVERIFY(until([&] {
            least = std::numeric_limits<qint64>::max();
            for (const auto &lock : locks())
                least = std::min(least, lock->holds.front().renewals.value_or(0));
            if (finding().votes != total)
                ++m_losses;
            return least >= 3;
        }));
        QCOMPARE(m_losses, 0);
    }

    static Instant now() { return std::chrono::steady_clock::now(); }

    void take()
    {
        auto delivery = m_mailbox->take();
        for (auto &[key, change] : delivery.changes) {
            if (const auto *server = std::get_if<watch::ServerPointer>(&change)) {
                m_records[(*server)->server] = **server;
                m_book->note(**server);
                continue;
            }
            const auto &id = std::get<watch::LockId>(key);
            const auto &lock = std::get<watch::LockPointer>(change);
            m_book->note(id, lock);
            if (lock)
                m_locks[id] = lock;
            else
                m_locks.erase(id);
        }
        (void)m_book->take(now());
    }
    template <typename Condition>
    [[nodiscard]] bool until(Condition condition)
    {
        return eventually([&] {
            take();
            return condition();
        });
    }
    insight::QuorumFinding finding() const
    {
        const auto record = m_book->find({0, LockName("orders")});
        return record ? record->finding : insight::QuorumFinding();
    }
    std::vector<watch::LockPointer> locks() const
    {
        std::vector<watch::LockPointer> all;
        for (const auto &[id, lock] : m_locks)
            all.push_back(lock);
        return all;
    }

    std::vector<std::unique_ptr<RedisProcess>> m_servers;
    std::unique_ptr<RedissonPeer> m_peer;
    const SystemClock m_clock;
    std::unique_ptr<watch::WatchMailbox> m_mailbox;
    watch::IdentityAllocator m_ids;
    std::vector<watch::DeploymentId> m_deployments;
    std::unique_ptr<watch::Watcher> m_watcher;
    std::optional<insight::QuorumBook> m_book;
    std::map<watch::LockId, watch::LockPointer> m_locks;
    std::map<watch::ServerId, watch::ServerRecord> m_records;
    int m_losses = 0;
};

LOCKSCOPE_TEST_SUITE(TestInteropQuorum)

#include "tst_interopquorum.moc"
