// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/mappedqueues.h"

#include <algorithm>
#include <string_view>

namespace lockscope::format {

namespace {

// An endless stream of names must not fill memory.
constexpr std::size_t most = 10'000;

bool isSeparator(char c)
{
    return std::string_view(":./-_#|@").find(c) != std::string_view::npos;
}

} // namespace

bool MappedQueues::learn(const LockName &queue, const LockName &lock)
{
    const auto known = m_locks.find(queue);
    if (known != m_locks.end()
        && std::find(known->second.begin(), known->second.end(), lock) != known->second.end())
        return false;
    if (m_locks.size() >= most) {
        m_locks.clear();
        m_queues.clear();
    }
    auto &locks = m_locks[queue];
    locks.insert(std::upper_bound(locks.begin(), locks.end(), lock), lock);
    m_queues.insert_or_assign(lock, queue);
    m_suspected.erase(queue);
    return true;
}

bool MappedQueues::suspect(const LockName &queue, std::vector<LockName> locks)
{
    if (isProved(queue))
        return false;
    std::sort(locks.begin(), locks.end());
    const auto known = m_suspected.find(queue);
    if (known == m_suspected.end() ? locks.empty() : known->second == locks)
        return false;
    if (m_suspected.size() >= most)
        m_suspected.clear();
    if (locks.empty())
        m_suspected.erase(queue);
    else
        m_suspected.insert_or_assign(queue, std::move(locks));
    return true;
}

std::optional<LockName> MappedQueues::queueOf(const LockName &lock) const
{
    const auto queue = m_queues.find(lock);
    if (queue == m_queues.end())
        return std::nullopt;
    const auto locks = m_locks.find(queue->second);
    return locks != m_locks.end() && locks->second.size() == 1 ? std::optional(queue->second)
                                                               : std::nullopt;
}

std::optional<LockName> MappedQueues::lockOf(const LockName &queue) const
{
    const auto locks = m_locks.find(queue);
    return locks != m_locks.end() && locks->second.size() == 1 && !m_apart.contains(queue)
        ? std::optional(locks->second.front())
        : std::nullopt;
}

std::vector<LockName> MappedQueues::locksOf(const LockName &queue) const
{
    if (const auto proved = m_locks.find(queue); proved != m_locks.end())
        return proved->second;
    const auto suspected = m_suspected.find(queue);
    return suspected == m_suspected.end() ? std::vector<LockName>() : suspected->second;
}

std::vector<LockName> MappedQueues::locksFor(std::vector<LockName> names) const
{
    for (LockName &name : names)
        name = lockOf(name).value_or(name);
    return names;
}

std::vector<LockName> unmappedNames(const LockName &name)
{
    constexpr std::size_t mostNames = 16;
    const QByteArray &bytes = name.bytes;
    std::vector<LockName> names;
    for (qsizetype i = 1; i + 1 < bytes.size(); ++i) {
        if (!isSeparator(bytes[i]))
            continue;
        names.emplace_back(bytes.sliced(i + 1));
        names.emplace_back(bytes.first(i));
    }
    std::stable_sort(names.begin(), names.end(), [](const LockName &a, const LockName &b) {
        return a.bytes.size() > b.bytes.size();
    });
    names.resize(std::min(names.size(), mostNames));
    return names;
}

bool mayBeMapped(const LockName &name, const LockName &unmapped)
{
    const QByteArray &bytes = name.bytes;
    const qsizetype size = unmapped.bytes.size();
    if (size == 0 || bytes.size() < size + 2)
        return false;
    return (bytes.endsWith(unmapped.bytes) && isSeparator(bytes[bytes.size() - size - 1]))
        || (bytes.startsWith(unmapped.bytes) && isSeparator(bytes[size]));
}

} // namespace lockscope::format
