// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/interopfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::Lease;
using lock::Lock;
using lock::Loss;

// Tests the lifetime of holds: the watchdogs of both runtimes at work side by side, and the death
// of the other runtime.
class TestInteropLife : public QObject
{
    Q_OBJECT

private:
    static constexpr Millis watchdog{6000};

    struct Held {
        QByteArray kind;
        QByteArray name;
        std::unique_ptr<Lock> lock;
        OwnerId owner;
    };

    Interop m_interop;
    std::unique_ptr<RedissonPeer> m_theirs; // with a short watchdog

    static std::vector<QByteArray> kinds()
    {
        std::vector<QByteArray> all{"reentrant", "fair", "spin", "fenced", "read", "write"};
        if (RedissonPeer::isNew())
            all.insert(all.end(), {"non-reentrant", "non-reentrant-fair"});
        return all;
    }
    std::vector<Held> locks(const QByteArray &prefix) const
    {
        std::vector<Held> all;
        for (const QByteArray &kind : kinds()) {
            Held &held = all.emplace_back();
            held.kind = kind;
            held.name = prefix + kind;
            held.lock = m_interop.make(kind, held.name);
            held.owner = held.lock->newOwner();
        }
        return all;
    }
    // The time to live of each, at one moment.
    std::vector<qint64> timesToLive(const std::vector<const Held *> &locks) const
    {
        std::vector<QByteArray> command{
            "EVAL",
            "local left = {} for i, key in ipairs(KEYS) do left[i] = redis.call('PTTL', key) end "
            "return left",
            QByteArray::number(locks.size())};
        for (const Held *held : locks)
            command.push_back(held->name);
        std::vector<qint64> left;
        for (const Reply &reply : m_interop.run(command).elements)
            left.push_back(reply.integer);
        return left;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE_REDISSON();
        QVERIFY(m_interop.server.start());
    }
    void init()
    {
        failOnAnyWarning();
        m_interop.clear();
        m_theirs = std::make_unique<RedissonPeer>(std::vector{m_interop.server.url()}, watchdog);
        QVERIFY(m_theirs->start());
    }
    void cleanup()
    {
        m_theirs.reset();
        m_interop.ours.reset();
    }

    // Every hold of either is renewed until the time it began with is over twice and more.
    void bothRenew()
    {
        const auto ours = locks("ours-");
        const auto theirs = locks("theirs-");
        std::vector<const Held *> all;
        for (const Held &held : ours) {
            QVERIFY(isHeld(await(held.lock->tryLock(held.owner, 0ms, Lease::watchdog(watchdog)))));
            held.lock->setLostHandler([](const OwnerId &, Loss) { QFAIL("lost"); });
            all.push_back(&held);
        }
        for (const Held &held : theirs) {
            QCOMPARE(m_theirs->tell(held.name, "lock " + held.kind + ' ' + held.name + " -1"),
                     "ok");
            all.push_back(&held);
        }
        auto last = timesToLive(all);
        std::vector<int> renewals(all.size(), 0);
        bool isGone = false;
        const auto seen = [&] {
            const auto left = timesToLive(all);
            for (std::size_t i = 0; i < all.size(); ++i) {
                isGone |= left.at(i) < 0;
                renewals[i] += left[i] > last[i] + 500 ? 1 : 0;
            }
            last = left;
            // Each renewal comes within a third of the watchdog's time: six of them cover twice the
            // whole time.
            return isGone || *std::min_element(renewals.begin(), renewals.end()) >= 6;
        };
        QVERIFY(eventually(seen, 60s));
        QVERIFY(!isGone);
        for (const Held &held : ours)
            QVERIFY(await(held.lock->unlock(held.owner)));
        for (const Held &held : theirs)
            QCOMPARE(m_theirs->tell(held.name, "unlock " + held.kind + ' ' + held.name), "ok");
        QVERIFY(eventually([&] { return m_interop.keys().empty(); }));
    }

    // An owner in a dead process holds the lock no longer than its lease.
    void theirDeathIsSurvived()
    {
        const auto held = locks("job-");
        std::vector<Pending<lock::AcquireOutcome>> waiting;
        std::vector<std::unique_ptr<Lock>> contending;
        for (const Held &each : held) {
            QCOMPARE(m_theirs->tell(each.name, "lock " + each.kind + ' ' + each.name + " -1"),
                     "ok");
            // Readers do not exclude one another.
            contending.push_back(
                m_interop.make(each.kind == "read" ? "write"_ba : each.kind, each.name));
            waiting.push_back(contending.back()->lock(each.owner));
            QVERIFY(eventually([&] { return m_interop.isWaitedFor(each.kind, each.name, 1); }));
        }
        for (const auto &outcome : waiting)
            QVERIFY(!outcome.isReady());
        m_theirs->kill();
        for (std::size_t i = 0; i < held.size(); ++i)
            QVERIFY2(isHeld(await(std::move(waiting[i]))), held[i].kind.constData());
    }
};

LOCKSCOPE_TEST_SUITE(TestInteropLife)
#include "tst_interoplife.moc"
