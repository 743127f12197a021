// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/names.h"
#include "core/watch/server/watcher.h"
#include "tests/support/redisprocess.h"
#include "tests/support/waiting.h"

#include <algorithm>
#include <map>

namespace lockscope::test {

inline const QByteArray ann = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
inline const QByteArray bob = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7";
inline const QByteArray latchId = "0123456789abcdef0123456789abcdef";

// Writes locks as Redisson leaves them (reference: redisson-layout), each step one atomic script.
class LockWriter
{
public:
    explicit LockWriter(const RedisProcess &server)
        : m_server(server)
    {}

    Reply run(const QByteArray &script, const std::vector<QByteArray> &arguments) const
    {
        std::vector<QByteArray> command{"EVAL", script, "0"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        return m_server.command(command);
    }

    void acquire(const QByteArray &name, const QByteArray &owner, int lease) const
    {
        run("redis.call('hincrby',ARGV[1],ARGV[2],1) redis.call('pexpire',ARGV[1],ARGV[3])",
            {name, owner, QByteArray::number(lease)});
    }

    void releaseOnce(const QByteArray &name, const QByteArray &owner, int lease) const
    {
        run("redis.call('hincrby',ARGV[1],ARGV[2],-1) redis.call('pexpire',ARGV[1],ARGV[3])",
            {name, owner, QByteArray::number(lease)});
    }

    void renew(const QByteArray &name, int lease) const
    {
        m_server.command({"PEXPIRE", name, QByteArray::number(lease)});
    }

    // In the server's time; also where PEXPIRETIME is not known.
    qint64 expiresAt(const QByteArray &name) const
    {
        return run("local t=redis.call('time') return t[1]*1000+math.floor(t[2]/1000)"
                   "+redis.call('pttl',ARGV[1])",
                   {name})
            .integer;
    }

    // With the wake-up, and with the latch of newer clients.
    void unlock(const QByteArray &name, bool latch = true) const
    {
        run("redis.call('del',ARGV[1])"
            "redis.call('publish','redisson_lock__channel:'..ARGV[4],'0')"
            "if ARGV[3]=='1' then "
            "redis.call('set','redisson_unlock_latch:'..ARGV[4]..':'..ARGV[2],'1','px',9000) end",
            {name, latchId, latch ? "1" : "0", tagged(name)});
    }

    void enqueue(const QByteArray &name, const QByteArray &owner, int wait) const
    {
        run("local t=redis.call('time') local now=t[1]*1000+math.floor(t[2]/1000)"
            "redis.call('zadd','redisson_lock_timeout:'..ARGV[1],now+ARGV[3],ARGV[2])"
            "redis.call('rpush','redisson_lock_queue:'..ARGV[1],ARGV[2])",
            {tagged(name), owner, QByteArray::number(wait)});
    }

    void leave(const QByteArray &name, const QByteArray &owner) const
    {
        run("redis.call('zrem','redisson_lock_timeout:'..ARGV[1],ARGV[2])"
            "redis.call('lrem','redisson_lock_queue:'..ARGV[1],0,ARGV[2])",
            {tagged(name), owner});
    }

    void read(const QByteArray &name, const QByteArray &owner, int lease) const
    {
        run("redis.call('hset',ARGV[1],'mode','read') local "
            "n=redis.call('hincrby',ARGV[1],ARGV[2],1)"
            "redis.call('set',ARGV[4]..':'..ARGV[2]..':rwlock_timeout:'..n,'1','px',ARGV[3])"
            "redis.call('pexpire',ARGV[1],math.max(redis.call('pttl',ARGV[1]),ARGV[3]))",
            {name, owner, QByteArray::number(lease), tagged(name)});
    }

private:
    // As it stands in the names of a lock's other keys: a name with a tag is its own.
    static QByteArray tagged(const QByteArray &name)
    {
        return name.contains('{') ? name : '{' + name + '}';
    }

    const RedisProcess &m_server;
};

inline watch::WatchOptions under(std::vector<QByteArray> prefixes)
{
    watch::WatchOptions options;
    options.prefixes = std::move(prefixes);
    return options;
}

// A watcher on this thread and the newest state of everything it told.
class Watching
{
public:
    explicit Watching(watch::WatchOptions options = {})
        : m_mailbox(100'000)
        , m_watcher(std::move(options), m_mailbox, m_systemClock, m_ids)
    {}
    // By a clock of the test.
    Watching(watch::WatchOptions options, const Clock &clock)
        : m_mailbox(100'000)
        , m_watcher(std::move(options), m_mailbox, clock, m_ids)
    {}
    ~Watching() { m_watcher.stop(); }
    Watching(const Watching &) = delete;
    Watching &operator=(const Watching &) = delete;

    // The first is deployment 0 on server 0, and so on.
    void add(const redis::Target &target)
    {
        m_watcher.addServer(m_ids.newDeployment(), m_ids.newServer(), target);
    }
    // One more server of the deployment that was added first.
    void addBeside(const redis::Target &target)
    {
        m_watcher.addServer({0}, m_ids.newServer(), target);
    }
    std::vector<watch::ServerId> watched() const { return m_watcher.servers(); }
    void remove(int deployment) { m_watcher.removeDeployment({deployment}); }
    void reconnect(int server) { m_watcher.reconnect({server}); }
    void stop() { m_watcher.stop(); }
    void stopScan() { m_watcher.stopScan({0}); }
    void startScan() { m_watcher.startScan({0}); }
    void expectForced(const QByteArray &name, bool expected)
    {
        m_watcher.expectForced({watch::DeploymentId{0}, LockName(name)}, expected);
    }

    void showGuesses(bool shown) { m_watcher.showGuesses(shown); }

    void take()
    {
        auto delivery = m_mailbox.take();
        for (auto &[key, change] : delivery.changes) {
            if (const auto *server = std::get_if<watch::ServerPointer>(&change))
                servers[(*server)->server.number] = **server;
            else if (const auto &lock = std::get<watch::LockPointer>(change))
                locks[lock->id.name.bytes] = *lock;
            else
                locks.erase(std::get<watch::LockId>(key).name.bytes);
        }
        for (const watch::Event &event : delivery.events)
            events.push_back(event);
    }

    template <typename Condition>
    [[nodiscard]] bool until(Condition condition, Millis deadline = patience)
    {
        return eventually(
            [&] {
                take();
                return condition();
            },
            deadline);
    }

    // Ready to tell changes from the initial state.
    [[nodiscard]] bool settled(Millis deadline = patience)
    {
        return until(
            [&] {
                return std::any_of(servers.begin(), servers.end(), [](const auto &entry) {
                    return entry.second.state == watch::ServerState::Up
                        && !entry.second.discovering;
                });
            },
            deadline);
    }

    [[nodiscard]] bool has(const QByteArray &name)
    {
        return until([&] { return locks.contains(name); });
    }
    [[nodiscard]] bool isGone(const QByteArray &name)
    {
        return until([&] { return !locks.contains(name); });
    }

    // The words of the events of one lock, in order.
    QByteArray told(const QByteArray &name) const
    {
        QByteArrayList words;
        for (const watch::Event &event : events) {
            if (event.name && event.name->bytes == name)
                words.append(watch::name(event.type));
        }
        return words.join(' ');
    }
    [[nodiscard]] bool tells(const QByteArray &name, const QByteArray &words)
    {
        const bool told = until([&] { return this->told(name) == words; });
        if (!told)
            qWarning("%s: %s", name.constData(), this->told(name).constData());
        return told;
    }
    int count(watch::EventType type) const
    {
        return static_cast<int>(std::count_if(
            events.begin(), events.end(), [&](const auto &event) { return event.type == type; }));
    }

    std::map<QByteArray, watch::LockRecord> locks;
    std::map<int, watch::ServerRecord> servers;
    std::vector<watch::Event> events;

private:
    watch::IdentityAllocator m_ids;
    const SystemClock m_systemClock;
    watch::WatchMailbox m_mailbox;
    watch::Watcher m_watcher;
};

inline bool tellsGap(Watching &watching, const QString &text)
{
    const bool told = watching.until([&] {
        return std::ranges::any_of(watching.events, [&](const watch::Event &event) {
            return event.type == watch::EventType::Gap && event.detail.english().contains(text);
        });
    });
    for (const watch::Event &event : watching.events) {
        if (!told && event.type == watch::EventType::Gap)
            qWarning("gap: %s", qPrintable(event.detail.english()));
    }
    return told;
}

} // namespace lockscope::test
