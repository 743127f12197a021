// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/watch/whole/renewalmix.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

namespace lockscope::test {

namespace {

constexpr Millis lease{1500};
constexpr Millis period{500};
constexpr double meanHold = 0.6; // seconds
constexpr double reentries = 0.2;

// As Redisson's (reference: redisson-layout §2), but each answers the deadline that it has set.
constexpr auto prologue = "local t=redis.call('time') "
                          "local d=t[1]*1000+math.floor(t[2]/1000)+ARGV[1] ";
constexpr auto acquireScript =
    "if redis.call('exists',KEYS[1])==0 or redis.call('hexists',KEYS[1],ARGV[2])==1 then "
    "redis.call('hincrby',KEYS[1],ARGV[2],1) redis.call('pexpire',KEYS[1],ARGV[1]) return d end "
    "return 0";
constexpr auto releaseScript =
    "if redis.call('hexists',KEYS[1],ARGV[2])==0 then return 0 end "
    "local left=redis.call('hincrby',KEYS[1],ARGV[2],-1) "
    "if left>0 then redis.call('pexpire',KEYS[1],ARGV[1]) "
    "if ARGV[3]~='' then redis.call('set',ARGV[3],'0','px',16000) end return d end "
    "redis.call('del',KEYS[1]) "
    "redis.call('publish','redisson_lock__channel:{'..KEYS[1]..'}','0') "
    "if ARGV[3]~='' then redis.call('set',ARGV[3],'1','px',16000) end return 1";
constexpr auto renewScript =
    "local answers={} for i,key in ipairs(KEYS) do answers[i]=0 "
    "if redis.call('hexists',key,ARGV[i+1])==1 then redis.call('pexpire',key,ARGV[1]) "
    "answers[i]=d end end return answers";

// A deadline, and the kind of change that set it.
struct Truth {
    qint64 deadline = 0;
    bool renewal = false;
};

enum class Action { Acquire, Reenter, GiveBack, Release, Renew, Tick };

struct Step {
    Action action = Action::Acquire;
    int lock = 0;
    int hold = 0; // which one of the lock it belongs to; of an earlier one it is void
};

class Player
{
public:
    Player(quint16 port, const MixPlan &plan)
        : m_plan(plan)
        , m_context(redisConnect("127.0.0.1", port))
        , m_locks(static_cast<std::size_t>(plan.locks))
        , m_thread([this] { run(); })
    {}
    ~Player()
    {
        m_thread.join();
        redisFree(m_context);
    }

    bool isDone() const { return m_done; }
    // Once it is done.
    const std::vector<Truth> &truthOf(int lock) const { return at(lock).truth; }

private:
    struct Lock {
        std::vector<Truth> truth;
        int hold = 0;
        int owner = 0;
        int count = 0; // 0: free
    };

    Lock &at(int lock) { return m_locks[static_cast<std::size_t>(lock)]; }
    const Lock &at(int lock) const { return m_locks[static_cast<std::size_t>(lock)]; }
    static QByteArray nameOf(int lock) { return "mix" + QByteArray::number(lock); }
    // Even owners are threads of the newer client, odd ones of the older.
    static bool isNew(int owner) { return owner % 2 == 0; }
    static QByteArray ownerId(int lock, int owner)
    {
        return (isNew(owner) ? ann : bob).left(37) + QByteArray::number(100 * lock + owner + 1);
    }

    void run();
    void play(const Step &step);
    void acquire(int lock);
    void takeAgain(int lock);
    void giveBack(int lock);
    void renew(const std::vector<int> &locks);
    void tick();
    void after(double seconds, Step step)
    {
        const auto wait =
            std::chrono::duration_cast<Instant::duration>(std::chrono::duration<double>(seconds));
        m_steps.emplace(std::chrono::steady_clock::now() + wait, step);
    }
    double random(double mean) { return std::exponential_distribution<double>(1 / mean)(m_random); }
    bool chance(double part) { return std::bernoulli_distribution(part)(m_random); }
    std::vector<qint64> eval(const char *script, const std::vector<int> &locks,
                             const std::vector<QByteArray> &arguments);
    void command(const std::vector<QByteArray> &words, std::vector<qint64> *answers = nullptr);
    void note(int lock, qint64 deadline, bool renewal)
    {
        if (deadline > 1)
            at(lock).truth.push_back({deadline, renewal});
    }

    const MixPlan m_plan;
    redisContext *m_context;
    std::vector<Lock> m_locks;
    std::multimap<Instant, Step> m_steps;
    std::mt19937 m_random{42};
    bool m_ending = false;
    int m_latches = 0;
    std::mutex m_mutex;
    std::condition_variable m_never;
    std::atomic<bool> m_done = false;
    std::thread m_thread; // last
};

void Player::command(const std::vector<QByteArray> &words, std::vector<qint64> *answers)
{
    std::vector<const char *> texts;
    std::vector<std::size_t> sizes;
    for (const QByteArray &word : words) {
        texts.push_back(word.constData());
        sizes.push_back(static_cast<std::size_t>(word.size()));
    }
    auto *reply = static_cast<redisReply *>(
        redisCommandArgv(m_context, static_cast<int>(words.size()), texts.data(), sizes.data()));
    if (reply == nullptr)
        qFatal("the server is gone: %s", m_context->errstr);
    if (reply->type == REDIS_REPLY_ERROR)
        qFatal("%s", reply->str);
    if (answers && reply->type == REDIS_REPLY_INTEGER)
        answers->push_back(reply->integer);
    for (std::size_t i = 0; answers && i < reply->elements; ++i)
        answers->push_back(reply->element[i]->integer);
    freeReplyObject(reply);
}

std::vector<qint64> Player::eval(const char *script, const std::vector<int> &locks,
                                 const std::vector<QByteArray> &arguments)
{
    std::vector<QByteArray> words{"EVAL", QByteArray(prologue) + script,
                                  QByteArray::number(static_cast<int>(locks.size()))};
    for (const int lock : locks)
        words.push_back(nameOf(lock));
    words.push_back(QByteArray::number(static_cast<qint64>(lease.count())));
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<qint64> answers;
    command(words, &answers);
    return answers;
}

void Player::acquire(int lock)
{
    Lock &it = at(lock);
    if (it.count != 0 || m_ending)
        return;
    if (!chance(m_plan.sameOwner))
        it.owner = (it.owner + 1 + (chance(0.5) ? 1 : 0)) % 4;
    ++it.hold;
    takeAgain(lock);
    const double length = random(meanHold);
    after(length, {Action::Release, lock, it.hold});
    if (!isNew(it.owner))
        after(std::chrono::duration<double>(period).count(), {Action::Renew, lock, it.hold});
    if (chance(reentries)) {
        const double again = length * std::uniform_real_distribution<double>(0, 1)(m_random);
        after(again, {Action::Reenter, lock, it.hold});
        after(again + (length - again) / 2, {Action::GiveBack, lock, it.hold});
    }
}

void Player::takeAgain(int lock)
{
    Lock &it = at(lock);
    note(lock, eval(acquireScript, {lock}, {ownerId(lock, it.owner)}).front(), false);
    ++it.count;
}

void Player::giveBack(int lock)
{
    Lock &it = at(lock);
    QByteArray latch;
    if (isNew(it.owner))
        latch = "redisson_unlock_latch:{" + nameOf(lock)
            + "}:" + QByteArray::number(++m_latches).rightJustified(32, '0');
    note(lock, eval(releaseScript, {lock}, {ownerId(lock, it.owner), latch}).front(), false);
    --it.count;
    if (!latch.isEmpty())
        command({"DEL", latch});
}

void Player::renew(const std::vector<int> &locks)
{
    if (locks.empty())
        return;
    std::vector<QByteArray> owners;
    for (const int lock : locks)
        owners.push_back(ownerId(lock, at(lock).owner));
    const auto deadlines = eval(renewScript, locks, owners);
    for (std::size_t i = 0; i < locks.size(); ++i)
        note(locks[i], deadlines[i], true);
}

void Player::tick()
{
    std::vector<int> held;
    for (int lock = 0; lock < m_plan.locks; ++lock) {
        if (at(lock).count > 0 && isNew(at(lock).owner))
            held.push_back(lock);
    }
    renew(held);
    if (!m_ending || !held.empty())
        after(std::chrono::duration<double>(period).count(), {Action::Tick, 0, 0});
}

void Player::play(const Step &step)
{
    if (step.action == Action::Tick)
        return tick();
    if (step.action == Action::Acquire)
        return acquire(step.lock);
    Lock &it = at(step.lock);
    if (it.hold != step.hold || it.count == 0)
        return;
    switch (step.action) {
    case Action::Reenter:
        takeAgain(step.lock);
        break;
    case Action::GiveBack:
        if (it.count > 1)
            giveBack(step.lock);
        break;
    case Action::Release:
        while (it.count > 0)
            giveBack(step.lock);
        after(random(std::chrono::duration<double>(m_plan.idle).count()),
              {Action::Acquire, step.lock, 0});
        break;
    case Action::Renew:
        renew({step.lock});
        after(std::chrono::duration<double>(period).count(), step);
        break;
    case Action::Acquire:
    case Action::Tick:
        break;
    }
}

void Player::run()
{
    const Instant end = std::chrono::steady_clock::now() + m_plan.length;
    for (int lock = 0; lock < m_plan.locks; ++lock)
        after(random(0.3), {Action::Acquire, lock, 0});
    after(0.25, {Action::Tick, 0, 0});
    while (!m_steps.empty()) {
        const auto [when, step] = *m_steps.begin();
        m_steps.erase(m_steps.begin());
        std::unique_lock lock(m_mutex);
        m_never.wait_until(lock, when, [] { return false; });
        m_ending = std::chrono::steady_clock::now() >= end;
        play(step);
    }
    m_done = true;
}

// The watch's report, with the deadlines that it can have meant.
struct Told {
    bool isUnsure = false;
    std::vector<qint64> deadlines;
};

// Turns events back into the deadlines that were read. An event has the time and what was left then
// by the watch's idea of the server's clock; on a loaded machine that is some ten milliseconds off,
// but the watch tells by how much it takes the clocks to differ. It may have changed its mind just
// before the event, or after.
class Teller
{
public:
    void take(Watching &watching)
    {
        watching.take();
        const auto server = watching.servers.find(0);
        if (server != watching.servers.end() && server->second.clock) {
            const qint64 offset = server->second.clock->offset.count();
            if (m_offsets.empty() || m_offsets.back() != offset)
                m_offsets.push_back(offset);
        }
        m_seen.resize(watching.events.size(), m_offsets.size());
    }
    // Once all is seen.
    std::map<QByteArray, std::vector<Told>> renewals(const Watching &watching) const
    {
        std::map<QByteArray, std::vector<Told>> told;
        for (std::size_t i = 0; i < watching.events.size(); ++i) {
            const watch::Event &event = watching.events[i];
            if (event.type != watch::EventType::Renewed || !event.name)
                continue;
            const qint64 sum =
                event.at.time_since_epoch().count() + event.ttl.value_or(Millis(0)).count();
            Told renewal;
            renewal.isUnsure = event.detail.english().contains(QStringLiteral("re-acquired"));
            const std::size_t end = std::min(m_offsets.size(), m_seen[i] + 1);
            for (std::size_t at = m_seen[i] < 2 ? 0 : m_seen[i] - 2; at < end; ++at)
                renewal.deadlines.push_back(sum + m_offsets[at]);
            told[event.name->bytes].push_back(std::move(renewal));
        }
        return told;
    }

private:
    std::vector<qint64> m_offsets; // of the server's clock, in the order in which they were told
    std::vector<std::size_t> m_seen; // how many of them had been told with each event
};

void scoreLock(const std::vector<Truth> &truth, const std::vector<Told> &told, MixScore &score)
{
    constexpr qint64 tolerance = 2; // both clocks are read in whole milliseconds
    std::vector<bool> used(truth.size());
    for (const Truth &each : truth)
        score.renewals += each.renewal;
    score.changes += static_cast<qint64>(truth.size());
    for (const Told &renewal : told) {
        ++score.told;
        score.unsure += renewal.isUnsure;
        const qint64 right = score.right;
        for (std::size_t i = 0; i < truth.size(); ++i) {
            const bool fits = std::ranges::any_of(renewal.deadlines, [&](qint64 deadline) {
                return std::abs(truth[i].deadline - deadline) <= tolerance;
            });
            if (fits && truth[i].renewal && !used[i]) {
                used[i] = true;
                ++score.right;
                break;
            }
        }
        score.wrong += score.right == right && !renewal.isUnsure;
    }
}

} // namespace

std::optional<MixScore> playMix(const RedisProcess &server, const MixPlan &plan)
{
    auto target = server.target();
    if (!plan.channels) {
        server.command({"ACL", "SETUSER", "deaf", "on", ">secret", "~*", "+@all", "resetchannels",
                        "&__redis__:invalidate"});
        target.user = "deaf";
        target.password = "secret";
    }
    Watching watching;
    watching.add(target);
    if (!watching.settled())
        return std::nullopt;
    Teller teller;
    Player player(server.port(), plan);
    const bool ended = eventually(
        [&] {
            teller.take(watching);
            return player.isDone() && watching.locks.empty();
        },
        plan.length + patience);
    if (!ended)
        return std::nullopt;
    auto told = teller.renewals(watching);
    MixScore score;
    for (int lock = 0; lock < plan.locks; ++lock)
        scoreLock(player.truthOf(lock), told["mix" + QByteArray::number(lock)], score);
    return score;
}

} // namespace lockscope::test
