// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandboxlocks.h"

#include "core/format/redissonnames.h"
#include "core/lock/scripts.h"
#include "core/redis/wire.h"

#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

namespace names = format::redisson;
using namespace std::chrono_literals;

// Longer than any command takes by its own time-out.
constexpr Millis patience = 10s;
constexpr Millis latchTime = 13'500ms;

QByteArray number(Millis time)
{
    return QByteArray::number(qlonglong(time.count()));
}

const redis::Script &scriptOf(const char *name)
{
    static std::map<QByteArray, redis::Script> known;
    auto found = known.find(name);
    if (found == known.end())
        found = known.emplace(name, lock::script(name)).first;
    return found->second;
}

QByteArray queueOf(const LockName &name)
{
    return names::prefixed(names::queuePrefix, name).bytes;
}

QByteArray deadlinesOf(const LockName &name)
{
    return names::prefixed(names::timeoutPrefix, name).bytes;
}

QByteArray readKey(const SandboxHold &hold, qint64 count)
{
    return names::tagged(hold.name) + ':' + hold.owner.bytes
        + ":rwlock_timeout:" + QByteArray::number(count);
}

bool isReadWrite(SandboxKind kind)
{
    return kind == SandboxKind::Read || kind == SandboxKind::Write;
}

} // namespace

// Messages for one who waits. One that comes while nobody sleeps is kept.
struct SandboxLocks::Waiting {
    void wake()
    {
        if (sleeper && !sleeper->isAbandoned())
            sleeper->complete(Result<void>());
        else
            isWoken = true;
    }
    Pending<void> message()
    {
        if (std::exchange(isWoken, false))
            return Pending<void>::ready(Result<void>());
        return sleeper.emplace().pending();
    }

    bool isWoken = false;
    std::optional<Completion<void>> sleeper;
};

SandboxLocks::SandboxLocks(redis::Deployment &deployment)
    : m_deployment(deployment)
{}

SandboxLocks::~SandboxLocks() = default;

SandboxLocks::Key SandboxLocks::keyOf(const SandboxHold &hold)
{
    return {hold.kind, hold.name, hold.owner};
}

QByteArray SandboxLocks::channelOf(const SandboxHold &hold) const
{
    const char *prefix =
        isReadWrite(hold.kind) ? names::readWriteChannelPrefix : names::channelPrefix;
    return names::prefixed(prefix, hold.name).bytes;
}

Pending<bool> SandboxLocks::lock(SandboxHold wish, Millis wait)
{
    return m_scope.start([this, wish, wait] { return acquire(wish, wait); });
}

Pending<bool> SandboxLocks::unlock(SandboxHold hold)
{
    return m_scope.start([this, hold] { return release(hold); });
}

// Subscribe, try again, then sleep until the message, the time told, or the end of the wait.
QCoro::Task<Result<bool>> SandboxLocks::acquire(SandboxHold wish, Millis wait)
{
    const Instant until = std::chrono::steady_clock::now() + wait;
    const auto waiting = std::make_shared<Waiting>();
    std::optional<redis::Channels::Listener> listener;
    for (;;) {
        auto trying = attempt(wish, wait);
        const auto answer = co_await trying;
        if (!answer)
            co_return fail(answer.error());
        if (answer->isHeld)
            co_return true;
        const auto left = std::chrono::ceil<Millis>(until - std::chrono::steady_clock::now());
        if (left <= Millis(0)) {
            auto leaving = giveUp(wish, wait);
            co_return co_await leaving;
        }
        if (!listener) {
            QByteArray channel = channelOf(wish);
            if (wish.kind == SandboxKind::Fair)
                channel += ':' + wish.owner.bytes;
            listener = m_deployment.channels().listen(
                channel, [waiting](const QByteArray &) { waiting->wake(); });
            const auto confirmed = co_await m_scope.wait(std::move(listener->confirmed), patience);
            if (!confirmed)
                co_return fail(confirmed.error());
            continue;
        }
        auto message = waiting->message();
        const Millis longest = std::min(left, answer->askAgain.value_or(left) + 1ms);
        co_await m_scope.wait(std::move(message), longest);
    }
}

QCoro::Task<Result<SandboxLocks::Answer>> SandboxLocks::attempt(SandboxHold wish, Millis wait)
{
    auto ready = m_deployment.whenReady();
    const auto isReady = co_await m_scope.wait(std::move(ready), patience);
    if (!isReady)
        co_return fail(isReady.error());
    auto asked = askFor(wish, wait);
    const auto reply = co_await m_scope.wait(std::move(asked), patience);
    if (!reply)
        co_return fail(reply.error());
    if (!reply->isArray() || reply->elements.size() < 2)
        co_return fail(redis::errorFrom(*reply, m_deployment.label()));
    const qint64 verdict = reply->elements[0].integer;
    const qint64 value = reply->elements[1].integer;
    Answer answer;
    answer.isHeld = verdict == 1;
    if (answer.isHeld) {
        noteHeld(wish, value);
    } else if (verdict < 0) {
        // Reads are counted otherwise there: somebody took one away.
        m_held[keyOf(wish)].count = value;
        answer.askAgain = 0ms;
    } else if (value >= 0) {
        answer.askAgain = Millis(value);
    }
    co_return answer;
}

QCoro::Task<Result<bool>> SandboxLocks::giveUp(SandboxHold wish, Millis wait)
{
    if (wish.kind != SandboxKind::Fair || wait == Millis(0))
        co_return false;
    auto asked = m_deployment.run(scriptOf("fair_leave"),
                                  {wish.name.bytes, queueOf(wish.name), deadlinesOf(wish.name)},
                                  {wish.owner.bytes, number(wait), channelOf(wish)});
    const auto reply = co_await m_scope.wait(std::move(asked), patience);
    if (!reply)
        co_return fail(reply.error());
    co_return false;
}

void SandboxLocks::noteHeld(const SandboxHold &hold, qint64 count)
{
    Held &held = m_held[keyOf(hold)];
    held.count = count;
    // A watchdog is for the owner, however often he holds.
    if (count > 1 && held.series != 0)
        return;
    held.series = ++m_series;
    if (hold.lease.isRenewed())
        (void)m_scope.start([this, hold, series = held.series] { return renew(hold, series); });
}

QCoro::Task<> SandboxLocks::renew(SandboxHold hold, std::uint64_t series)
{
    for (;;) {
        const auto slept = co_await m_scope.sleep(lock::renewalInterval(hold.lease.time()));
        const auto held = m_held.find(keyOf(hold));
        if (!slept || held == m_held.end() || held->second.series != series)
            co_return;
        auto asked = askToRenew(hold, held->second.count);
        const auto reply = co_await m_scope.wait(std::move(asked), patience);
        if (!reply || reply->isError())
            continue; // the next one may do
        const bool isHeld =
            reply->isArray() ? reply->elements.front().integer == 1 : reply->integer == 1;
        const auto now = m_held.find(keyOf(hold));
        if (isHeld || now == m_held.end() || now->second.series != series)
            continue;
        m_held.erase(now);
        co_return;
    }
}

QCoro::Task<Result<bool>> SandboxLocks::release(SandboxHold hold)
{
    const auto held = m_held.find(keyOf(hold));
    if (held != m_held.end() && held->second.count <= 1)
        m_held.erase(held); // the watchdog ends before the hold does
    const QByteArray latch = names::prefixed(names::latchPrefix, hold.name).bytes + ':'
        + QUuid::createUuid().toByteArray(QUuid::Id128);
    auto asked = askToRelease(hold, latch);
    const auto reply = co_await m_scope.wait(std::move(asked), patience);
    if (!reply)
        co_return fail(reply.error());
    if (!reply->isInteger())
        co_return fail(redis::errorFrom(*reply, m_deployment.label()));
    (void)m_deployment.send({"DEL"_ba, latch});
    if (const auto left = m_held.find(keyOf(hold)); left != m_held.end()) {
        if (reply->integer > 0)
            left->second.count = reply->integer;
        else
            m_held.erase(left);
    }
    co_return reply->integer >= 0;
}

Pending<Reply> SandboxLocks::askFor(const SandboxHold &wish, Millis wait)
{
    const QByteArray lease = number(wish.lease.time());
    const QByteArray &name = wish.name.bytes;
    const QByteArray &owner = wish.owner.bytes;
    switch (wish.kind) {
    case SandboxKind::Fair:
        return m_deployment.run(scriptOf("fair_acquire"),
                                {name, queueOf(wish.name), deadlinesOf(wish.name)},
                                {lease, owner, number(wait), wait > Millis(0) ? "1"_ba : "0"_ba});
    case SandboxKind::Fenced:
        return m_deployment.run(scriptOf("fenced_acquire"),
                                {name, names::prefixed(names::tokenPrefix, wish.name).bytes},
                                {lease, owner});
    case SandboxKind::Write:
        return m_deployment.run(scriptOf("write_acquire"), {name}, {lease, owner});
    case SandboxKind::Read:
        break;
    }
    const auto held = m_held.find(keyOf(wish));
    const qint64 count = held == m_held.end() ? 0 : held->second.count;
    return m_deployment.run(scriptOf("read_acquire"), {name, readKey(wish, count + 1)},
                            {lease, owner, QByteArray::number(count)});
}

Pending<Reply> SandboxLocks::askToRenew(const SandboxHold &hold, qint64 count)
{
    const QByteArray lease = number(hold.lease.time());
    if (hold.kind == SandboxKind::Read) {
        std::vector<QByteArray> keys{hold.name.bytes};
        for (qint64 i = 1; i <= count; ++i)
            keys.push_back(readKey(hold, i));
        return m_deployment.run(scriptOf("read_renew"), keys, {hold.owner.bytes, lease});
    }
    QByteArray field = hold.owner.bytes;
    if (hold.kind == SandboxKind::Write)
        field += ":write";
    return m_deployment.run(scriptOf("reentrant_renew"), {hold.name.bytes}, {field, lease});
}

Pending<Reply> SandboxLocks::askToRelease(const SandboxHold &hold, const QByteArray &latch)
{
    const QByteArray lease = number(hold.lease.time());
    const QByteArray &name = hold.name.bytes;
    const QByteArray &owner = hold.owner.bytes;
    switch (hold.kind) {
    case SandboxKind::Fair:
        return m_deployment.run(scriptOf("fair_release"),
                                {name, queueOf(hold.name), deadlinesOf(hold.name), latch},
                                {lease, owner, number(latchTime), channelOf(hold)});
    case SandboxKind::Read:
        return m_deployment.run(scriptOf("read_release"),
                                {name, channelOf(hold), latch, names::tagged(hold.name)},
                                {owner, number(latchTime)});
    case SandboxKind::Write:
        return m_deployment.run(scriptOf("write_release"), {name, channelOf(hold), latch},
                                {lease, owner, number(latchTime)});
    case SandboxKind::Fenced:
        break;
    }
    return m_deployment.run(scriptOf("reentrant_release"), {name, channelOf(hold), latch},
                            {lease, owner, number(latchTime)});
}

} // namespace lockscope::lockctl
