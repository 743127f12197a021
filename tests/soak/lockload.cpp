// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/soak/lockload.h"

#include <QByteArray>
#include <QStringBuilder>

#include <hiredis/hiredis.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <random>
#include <vector>

using namespace std::chrono_literals;

namespace lockscope::test {

namespace {

constexpr int names = 400;
constexpr int owners = 40;

using Context = std::unique_ptr<redisContext, void (*)(redisContext *)>;

// One step of somebody's life with a lock, atomic as the libraries' own scripts are.
struct Step {
    int weight;
    const char *script; // KEYS[1] the lock; ARGV: owner, lease, wait
};

constexpr auto now = "local t=redis.call('time') local now=t[1]*1000+math.floor(t[2]/1000) ";

const std::vector<Step> &steps()
{
    static const std::vector<Step> all{
        // Take it, or once more, unless somebody else has it.
        {30,
         "if redis.call('exists',KEYS[1])==0 or (redis.call('type',KEYS[1]).ok=='hash' and "
         "redis.call('hexists',KEYS[1],ARGV[1])==1 and redis.call('hexists',KEYS[1],'mode')==0) "
         "then redis.call('hincrby',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],ARGV[2]) end"},
        // Renew it, for any owner.
        {10,
         "if redis.call('type',KEYS[1]).ok=='hash' then redis.call('pexpire',KEYS[1],ARGV[2]) end"},
        // Give it back, with a wake-up.
        {30,
         "if redis.call('type',KEYS[1]).ok=='hash' and redis.call('hexists',KEYS[1],'mode')==0 "
         "then "
         "redis.call('del',KEYS[1]) "
         "redis.call('publish','redisson_lock__channel:{'..KEYS[1]..'}','0') end"},
        // Stand in the queue.
        {6,
         "if redis.call('type',KEYS[1]).ok=='hash' and redis.call('hexists',KEYS[1],'mode')==0 and "
         "not "
         "redis.call('zscore','redisson_lock_timeout:{'..KEYS[1]..'}',ARGV[1]) then "
         "redis.call('zadd','redisson_lock_timeout:{'..KEYS[1]..'}',now+ARGV[3],ARGV[1]) "
         "redis.call('rpush','redisson_lock_queue:{'..KEYS[1]..'}',ARGV[1]) end"},
        // Remove the head of the queue.
        {6,
         "local head=redis.call('lpop','redisson_lock_queue:{'..KEYS[1]..'}') "
         "if head then redis.call('zrem','redisson_lock_timeout:{'..KEYS[1]..'}',head) end"},
        // Read.
        {6,
         "if redis.call('exists',KEYS[1])==0 or (redis.call('type',KEYS[1]).ok=='hash' and "
         "redis.call('hget',KEYS[1],'mode')=='read') then redis.call('hset',KEYS[1],'mode','read') "
         "local n=redis.call('hincrby',KEYS[1],ARGV[1],1) "
         "redis.call('set','{'..KEYS[1]..'}:'..ARGV[1]"
         "..':rwlock_timeout:'..n,'1','px',ARGV[2]) "
         "redis.call('pexpire',KEYS[1],math.max(redis.call('pttl',KEYS[1]),ARGV[2])) end"},
        // All readers leave.
        {3,
         "if redis.call('type',KEYS[1]).ok=='hash' and redis.call('hget',KEYS[1],'mode')=='read' "
         "then "
         "redis.call('del',KEYS[1]) redis.call('publish','redisson_rwlock:{'..KEYS[1]..'}','0') "
         "end"},
        // A plain one, only once.
        {6, "redis.call('set',KEYS[1],ARGV[1],'nx','px',ARGV[2])"},
        // Somebody tidies up by hand, without a word to anybody.
        {2, "redis.call('del',KEYS[1])"},
        // A permit of a semaphore; one is always out, else it looks like any number.
        {6,
         "local k='lock:permits'..string.match(KEYS[1],'%d+')%10 "
         "if redis.call('exists',k)==0 then redis.call('set',k,5) end "
         "if tonumber(redis.call('get',k))>0 then redis.call('decr',k) "
         "redis.call('zadd','{'..k..'}:timeout',now+ARGV[2],"
         "string.format('%08d%08d',t[1]%100000000,t[2])) end"},
        {5,
         "local k='lock:permits'..string.match(KEYS[1],'%d+')%10 "
         "if redis.call('zcard','{'..k..'}:timeout')>1 then "
         "redis.call('zpopmin','{'..k..'}:timeout') "
         "redis.call('publish','redisson_sc:{'..k..'}',redis.call('incr',k)) end"},
        // No expiry any more.
        {1, "redis.call('persist',KEYS[1])"},
    };
    return all;
}

} // namespace

LockLoad::LockLoad(quint16 port, unsigned seed, int perSecond)
    : m_port(port)
    , m_seed(seed)
    , m_perSecond(perSecond)
{}

LockLoad::~LockLoad()
{
    stop();
}

void LockLoad::start()
{
    m_stopping = false;
    ++m_round;
    m_thread = std::thread([this] { run(); });
}

void LockLoad::stop()
{
    m_stopping = true;
    if (m_thread.joinable())
        m_thread.join();
}

void LockLoad::run()
{
    std::minstd_rand random(m_seed * 1000 + m_round);
    const auto below = [&](int end) { return int(random() % unsigned(end)); };
    std::vector<double> weights;
    for (const Step &step : steps())
        weights.push_back(step.weight);
    std::discrete_distribution<std::size_t> any(weights.begin(), weights.end());
    Context context(nullptr, redisFree);
    // The pace is the client's own; nothing is waited for.
    std::mutex mutex;
    std::condition_variable never;
    Instant next = std::chrono::steady_clock::now();
    while (!m_stopping) {
        next += std::chrono::microseconds(1'000'000 / m_perSecond);
        std::unique_lock lock(mutex);
        never.wait_until(lock, next, [] { return false; });
        if (!context || context->err != 0) {
            constexpr timeval patience{0, 200'000};
            context.reset(redisConnectWithTimeout("127.0.0.1", m_port, patience));
            if (!context || context->err != 0)
                continue;
            redisSetTimeout(context.get(), patience);
        }
        const QByteArray script = now + QByteArray(steps()[any(random)].script);
        const QByteArray name = "lock:" + QByteArray::number(below(names));
        const int client = below(owners);
        const QByteArray owner = "3f1c2a5e-9b7d-4c11-8a22-0123456789"
            + QByteArray::number(10 + client / 4) + ':' + QByteArray::number(client % 4 + 1);
        const bool lapses = below(5) == 0;
        void *reply = nullptr;
        if (below(20'000) == 0)
            reply = redisCommand(context.get(), "FLUSHALL");
        else
            reply = redisCommand(context.get(), "EVAL %b 1 %b %b %d %d", script.constData(),
                                 std::size_t(script.size()), name.constData(),
                                 std::size_t(name.size()), owner.constData(),
                                 std::size_t(owner.size()), lapses ? 50 + below(2000) : 3'600'000,
                                 below(4) == 0 ? 500 : 3'600'000);
        freeReplyObject(reply);
        ++m_changes;
    }
}

} // namespace lockscope::test
