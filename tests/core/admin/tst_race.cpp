// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/verdict.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::Outcome;

namespace {

constexpr int rounds = 1000;
constexpr Millis deadline = std::chrono::seconds(20);

// The scripts that acquire, release and inspect a kind, as its clients do.
struct Kind {
    QByteArray name;
    QByteArray library;
    format::Mode mode = format::Mode::Exclusive;
    QByteArray take; // KEYS lock, ARGV owner
    QByteArray release; // answers 1, or 0 if it was not the owner's
    QByteArray look; // answers the owner, or nothing
};

const std::vector<Kind> &kinds()
{
    static const std::vector<Kind> list{
        {"reentrant", "redisson", format::Mode::Exclusive,
         "if redis.call('exists',KEYS[1])==1 then return 0 end "
         "redis.call('hset',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],60000) return 1",
         "if redis.call('hexists',KEYS[1],ARGV[1])==0 then return 0 end "
         "redis.call('del',KEYS[1]) return 1",
         "return redis.call('hkeys',KEYS[1])[1]"},
        {"read-write", "redisson", format::Mode::Write,
         "if redis.call('exists',KEYS[1])==1 then return 0 end "
         "redis.call('hset',KEYS[1],'mode','write',ARGV[1]..':write',1) "
         "redis.call('pexpire',KEYS[1],60000) return 1",
         "if redis.call('hexists',KEYS[1],ARGV[1]..':write')==0 then return 0 end "
         "redis.call('del',KEYS[1]) return 1",
         "for _,f in ipairs(redis.call('hkeys',KEYS[1])) do if f~='mode' then "
         "return string.gsub(f,':write$','') end end"},
        {"string", "generic", format::Mode::Exclusive,
         "return redis.call('set',KEYS[1],ARGV[1],'nx','px',60000) and 1 or 0",
         "if redis.call('get',KEYS[1])~=ARGV[1] then return 0 end "
         "redis.call('del',KEYS[1]) return 1",
         "return redis.call('get',KEYS[1])"},
    };
    return list;
}

} // namespace

class TestRace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init() { failOnAnyWarning(); }

    void removesOnlyTheHoldThatWasSeen_data();
    void removesOnlyTheHoldThatWasSeen();

private:
    QCoro::Task<Result<void>> work(redis::ScriptCache &cache, TaskScope &scope, const Kind &kind);
    QCoro::Task<Result<void>> force(redis::ScriptCache &cache, TaskScope &scope, const Kind &kind);

    RedisProcess m_server;
    std::multiset<QByteArray> m_lost; // owners who found their hold gone
    std::multiset<QByteArray> m_removed; // owners whose hold was seen and removed
    int m_changed = 0; // sights of which the hold was another's by then
    int m_acted = 0;
    bool m_stopped = false; // the client has failed
};

// Takes and releases, each time as another owner, until the operator has had enough.
QCoro::Task<Result<void>> TestRace::work(redis::ScriptCache &cache, TaskScope &scope,
                                         const Kind &kind)
{
    const auto take = redis::Script::of(kind.take);
    const auto release = redis::Script::of(kind.release);
    const auto look = redis::Script::of(kind.look);
    const auto ownerOf = [](int i) -> QByteArray {
        return "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:" + QByteArray::number(i + 1);
    };
    auto taking = cache.run(take, {"race"}, {ownerOf(0)});
    for (int i = 0; i < rounds || m_acted < rounds; ++i) {
        const auto taken = co_await scope.wait(std::move(taking), deadline);
        m_stopped = !taken || taken->integer != 1;
        if (m_stopped)
            co_return fail(ErrorKind::Internal, u"a free lock could not be taken"_s);
        // Held for a while that differs, so that the two meet at every point.
        for (int j = 0; j < i % 7; ++j) {
            auto looking = cache.run(look, {"race"}, {});
            if (!co_await scope.wait(std::move(looking), deadline))
                co_return fail(ErrorKind::Internal, u"no answer to a look"_s);
        }
        // The next owner's attempt is on its way before the release is answered: the lock changes
        // hands between two commands of the operator.
        auto giving = cache.run(release, {"race"}, {ownerOf(i)});
        taking = cache.run(take, {"race"}, {ownerOf(i + 1)});
        const auto given = co_await scope.wait(std::move(giving), deadline);
        if (!given || !given->isInteger())
            co_return fail(ErrorKind::Internal, u"no answer to a release"_s);
        if (given->integer == 0)
            m_lost.insert(ownerOf(i));
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> TestRace::force(redis::ScriptCache &cache, TaskScope &scope,
                                          const Kind &kind)
{
    const auto look = redis::Script::of(kind.look);
    while (m_acted < rounds && !m_stopped) {
        auto looking = cache.run(look, {"race"}, {});
        const auto seen = co_await scope.wait(std::move(looking), deadline);
        if (!seen)
            co_return fail(seen.error());
        if (seen->isNil())
            continue;
        admin::Sight sight;
        sight.name = LockName("race");
        sight.kind = kind.name;
        sight.library = kind.library;
        sight.holds = {{OwnerId(seen->bytes), kind.mode, 1, false, Millis(60'000)}};
        const auto plan = admin::makePlan(sight, {});
        if (!plan)
            co_return fail(plan.error());
        auto running = cache.run(plan->script, plan->keys, plan->arguments);
        const auto answer = co_await scope.wait(std::move(running), deadline);
        const Outcome outcome = admin::verdict(*plan, answer);
        ++m_acted;
        if (outcome.status == Outcome::Status::Done)
            m_removed.insert(seen->bytes);
        else if (outcome.status == Outcome::Status::Changed)
            m_changed += outcome.found->holds.empty() ? 0 : 1;
        else
            co_return fail(ErrorKind::Internal, u"an action failed"_s);
    }
    co_return Result<void>();
}

void TestRace::removesOnlyTheHoldThatWasSeen_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < kinds().size(); ++i)
        QTest::newRow(kinds()[i].name.constData()) << i;
}

// If a hold had been removed that was not the one seen, its owner would miss it without an action
// that names it; and the other way round.
void TestRace::removesOnlyTheHoldThatWasSeen()
{
    QFETCH(std::size_t, index);
    const Kind &kind = kinds()[index];
    m_lost.clear();
    m_removed.clear();
    m_changed = 0;
    m_acted = 0;
    m_stopped = false;
    QVERIFY(m_server.command({"FLUSHALL"}).isOk());
    // Known beforehand: a script that has to be sent again in full would be overtaken.
    for (const QByteArray &script : {kind.take, kind.release, kind.look})
        QVERIFY(m_server.command({"SCRIPT", "LOAD", script}).isString());
    redis::ConnectionConfig config;
    config.target = m_server.target();
    redis::Connection client(config);
    redis::Connection operating(config);
    client.open();
    operating.open();
    QVERIFY(eventually([&] {
        return client.state() == redis::Connection::State::Ready
            && operating.state() == redis::Connection::State::Ready;
    }));
    redis::ScriptCache clientCache(client);
    redis::ScriptCache operatorCache(operating);
    TaskScope scope("race");
    auto working = scope.start([&] { return work(clientCache, scope, kind); });
    auto forcing = scope.start([&] { return force(operatorCache, scope, kind); });
    const auto forced = await(std::move(forcing), std::chrono::seconds(120));
    const auto worked = await(std::move(working), std::chrono::seconds(120));
    QVERIFY2(worked, worked ? "" : qPrintable(worked.error().text.english()));
    QVERIFY2(forced, forced ? "" : qPrintable(forced.error().text.english()));
    QCOMPARE(m_acted, rounds);
    QVERIFY2(m_lost == m_removed,
             qPrintable(u"%1 lost, %2 removed"_s.arg(m_lost.size()).arg(m_removed.size())));
    qInfo("%d removed, %d had changed hands", int(m_removed.size()), m_changed);
    QVERIFY(!m_removed.empty());
    QVERIFY(m_changed > 0);
}

LOCKSCOPE_TEST_SUITE(TestRace)
#include "tst_race.moc"
