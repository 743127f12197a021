// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/queueowners.h"

#include "core/base/async/combine.h"
#include "core/format/redissonnames.h"
#include "core/format/traits.h"
#include "core/redis/deployment/channelmark.h"

#include <algorithm>

namespace lockscope::watch {

namespace {

namespace redisson = format::redisson;

constexpr std::size_t mostListeners = 10'000;
constexpr std::size_t mostOrphans = 1000;
// A waiter queues before it listens, and a queue whose lock is released has none for a moment.
constexpr int firstLook = 2;
constexpr int lastLook = 4;

const std::vector<WaiterRecord> &noWaiters()
{
    static const std::vector<WaiterRecord> none;
    return none;
}

bool isWaitingIn(const LockRecord &lock, const OwnerId &waiter)
{
    return std::any_of(lock.waiters->begin(), lock.waiters->end(),
                       [&](const WaiterRecord &other) { return other.owner == waiter; });
}

bool isListenedTo(const LockRecord &queue)
{
    return std::any_of(queue.waiters->begin(), queue.waiters->end(),
                       [](const WaiterRecord &waiter) { return waiter.listening.value_or(false); });
}

} // namespace

QueueOwners::QueueOwners(redis::Connection &connection, TaskScope &scope,
                         const WatchOptions &options, LockBook &book, LockReader &reader,
                         Handlers handlers)
    : m_connection(connection)
    , m_scope(scope)
    , m_options(options)
    , m_book(book)
    , m_reader(reader)
    , m_handlers(std::move(handlers))
{}

// A queue without a lock may be that of a lock with another name.
void QueueOwners::note(const LockName &name)
{
    const LockPointer lock = m_book.record(name);
    const bool isOrphan = lock && format::traitsOf(*lock->kind, *lock->library).hasFairQueue()
        && lock->mainKey == format::KeyType::None && lock->waiters && !lock->waiters->empty();
    if (!isOrphan)
        m_orphans.erase(name);
    else if (m_orphans.size() < mostOrphans)
        m_orphans.try_emplace(name, 0);
}

// The same of a queue whose own name is not watched.
void QueueOwners::noteForeign(const LockName &name)
{
    const auto mayBeOf = [&](const LockName &lock) { return format::mayBeMapped(lock, name); };
    const auto &names = m_options.names;
    const auto &prefixes = m_options.prefixes;
    const bool isWanted = std::any_of(names.begin(), names.end(), mayBeOf)
        || std::any_of(prefixes.begin(), prefixes.end(), [&](const QByteArray &prefix) {
                              return m_book.knows(LockName(prefix + name.bytes));
                          });
    if (isWanted && m_orphans.size() < mostOrphans)
        m_orphans.try_emplace(name, 0);
}

void QueueOwners::noteChannel(const QByteArray &channel)
{
    if (redis::isMark(channel))
        return;
    const auto rest = redisson::behind(redisson::channelPrefix, channel);
    const auto tag = rest ? redisson::withoutOwner(*rest) : std::nullopt;
    if (!tag || m_listeners.size() >= mostListeners)
        return;
    const auto waiter = redisson::parseOwner(rest->sliced(tag->size() + 1));
    if (waiter.form != redisson::OwnerForm::Strict)
        return;
    m_listeners.emplace_back(*tag, waiter.owner);
}

bool QueueOwners::isDue()
{
    bool isDue = false;
    for (auto orphan = m_orphans.begin(); orphan != m_orphans.end();) {
        auto &[name, looks] = *orphan;
        const LockPointer queue = m_book.record(name);
        const bool isItself = queue && queue->waiters && isListenedTo(*queue);
        ++looks;
        isDue = isDue || (!isItself && looks >= firstLook && looks <= lastLook);
        orphan = !queue && looks > lastLook ? m_orphans.erase(orphan) : std::next(orphan);
    }
    return isDue;
}

QCoro::Task<Result<void>> QueueOwners::look()
{
    if (!isDue())
        co_return Result<void>();
    redis::Arguments question{"PUBSUB", "CHANNELS", QByteArray(redisson::channelPrefix) + ":*"};
    std::vector<Pending<Reply>> pendings;
    pendings.push_back(m_connection.send(question));
    question[1] = "SHARDCHANNELS";
    if (m_reader.isSharded())
        pendings.push_back(m_connection.send(question));
    auto all = whenAll(std::move(pendings));
    const auto replies =
        co_await m_scope.wait(std::move(all), m_connection.config().commandTimeout * 2);
    if (!replies)
        co_return fail(replies.error());
    for (const Result<Reply> &reply : *replies) {
        if (!reply)
            co_return fail(reply.error());
        for (const Reply &channel : reply->elements)
            noteChannel(channel.bytes);
    }
    co_return co_await resolve();
}

QCoro::Task<Result<void>> QueueOwners::resolve()
{
    m_isResolving = true;
    const auto probed = co_await probe(learnFromOrphans());
    m_isResolving = false;
    if (probed)
        suspect();
    co_return probed;
}

// Takes the listeners that stand in no queue of the name under which they listen; assigns those
// that stand in a queue without a lock, and returns the others.
QueueOwners::Listeners QueueOwners::learnFromOrphans()
{
    std::unordered_multimap<OwnerId, LockName> waiting;
    for (const auto &[orphan, looks] : m_orphans) {
        const LockPointer queue = m_book.record(orphan);
        for (const WaiterRecord &waiter : queue && queue->waiters ? *queue->waiters : noWaiters())
            waiting.emplace(waiter.owner, orphan);
    }
    Listeners others;
    for (const auto &[tag, waiter] : std::exchange(m_listeners, {})) {
        const auto names = redisson::untagged(tag);
        const auto known = std::find_if(names.begin(), names.end(), [this](const LockName &name) {
            return m_book.knows(name);
        });
        const LockName &lock = known == names.end() ? names.front() : *known;
        const LockPointer shown = m_book.record(lock);
        if (shown && shown->waiters && isWaitingIn(*shown, waiter))
            continue;
        const auto [from, to] = waiting.equal_range(waiter);
        for (auto queue = from; queue != to; ++queue)
            learn(queue->second, lock);
        if (from == to && m_handlers.isOfInterest(lock))
            others.emplace_back(lock, waiter);
    }
    return others;
}

// Queues that are not watched by their own name: those of the names that a mapper may have had.
QCoro::Task<Result<void>> QueueOwners::probe(Listeners listeners)
{
    constexpr std::size_t mostProbes = 500;
    struct Probe {
        LockName queue;
        LockName lock;
        OwnerId waiter;
    };
    std::vector<Probe> probes;
    std::vector<Pending<Reply>> pendings;
    for (const auto &[lock, waiter] : listeners) {
        for (const LockName &queue : format::unmappedNames(lock)) {
            if (probes.size() >= mostProbes)
                break;
            probes.push_back({queue, lock, waiter});
            pendings.push_back(m_connection.send(
                {"LRANGE", redisson::prefixed(redisson::queuePrefix, queue).bytes, "0", "99"}));
        }
    }
    if (probes.empty())
        co_return Result<void>();
    auto all = whenAll(std::move(pendings));
    const auto replies =
        co_await m_scope.wait(std::move(all), m_connection.config().commandTimeout * 2);
    if (!replies)
        co_return fail(replies.error());
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const Result<Reply> &reply = (*replies)[i];
        if (!reply)
            co_return fail(reply.error());
        const auto &[queue, lock, waiter] = probes[i];
        const bool isThere =
            std::any_of(reply->elements.begin(), reply->elements.end(),
                        [&bytes = waiter.bytes](const Reply &item) { return item.bytes == bytes; });
        if (isThere)
            learn(queue, lock);
    }
    co_return Result<void>();
}

// The queue is read with its lock from now on, and shown as a part of it.
void QueueOwners::learn(const LockName &queue, const LockName &lock)
{
    format::MappedQueues &queues = m_reader.queues();
    const bool isNamed =
        std::find(m_options.names.begin(), m_options.names.end(), queue) != m_options.names.end();
    if (isNamed || !m_handlers.isOfInterest(lock))
        queues.keepApart(queue);
    if (!queues.learn(queue, lock))
        return;
    if (queues.lockOf(queue)) {
        m_book.hide(queue); // nothing happened to it
        forget(queue);
    } else {
        m_handlers.readAgain(queue);
    }
    for (const LockName &each : queues.locksOf(queue))
        m_handlers.readAgain(each);
}

// Nobody listens: then only names are left, so the possible owner of the queue is mentioned, not
// shown as its lock.
void QueueOwners::suspect()
{
    if (m_orphans.empty())
        return;
    std::vector<LockName> locks;
    for (const LockName &name : m_book.names()) {
        const LockPointer lock = m_book.record(name);
        if (lock && format::traitsOf(*lock->kind, *lock->library).mayBeFair && !lock->holds.empty())
            locks.push_back(name);
    }
    for (const auto &[orphan, looks] : m_orphans) {
        const LockPointer queue = m_book.record(orphan);
        if (!queue || !queue->waiters || isListenedTo(*queue))
            continue;
        std::vector<LockName> fitting;
        std::copy_if(locks.begin(), locks.end(), std::back_inserter(fitting),
                     [&](const LockName &lock) { return format::mayBeMapped(lock, orphan); });
        if (m_reader.queues().suspect(orphan, std::move(fitting)))
            m_handlers.readAgain(orphan);
    }
}

} // namespace lockscope::watch
