// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/unknownkeys.h"

#include <algorithm>

namespace lockscope::watch {

UnknownKeys::Verdict UnknownKeys::judge(const KeyName &key, Instant now)
{
    const auto known = m_known.find(hashOf(key));
    if (known == m_known.end())
        return m_budget.take(now) ? Verdict::Look : Verdict::Drop;
    if (known->second.isExpected)
        return Verdict::Look;
    if (now - known->second.looked < std::chrono::seconds(1))
        return Verdict::Later;
    return m_budget.take(now) ? Verdict::Look : Verdict::Later;
}

Instant UnknownKeys::laterAt(Instant now)
{
    constexpr auto apart = std::chrono::microseconds(1'000'000 / looksPerSecond);
    m_lastTurn = std::max(now + std::chrono::seconds(1), m_lastTurn + apart);
    return m_lastTurn;
}

void UnknownKeys::remember(const KeyName &key, Instant now)
{
    const std::size_t hash = hashOf(key);
    const auto [known, isNew] = m_known.try_emplace(hash);
    if (!isNew)
        m_order.erase(known->second.place);
    known->second = {now, m_order.insert(m_order.end(), hash), false, false};
    if (m_order.size() > capacity) {
        m_known.erase(m_order.front());
        m_order.pop_front();
    }
}

void UnknownKeys::expect(const KeyName &key, bool isHash, Instant now)
{
    remember(key, now);
    Known &known = m_known.at(hashOf(key));
    known.isExpected = true;
    known.isHash = isHash;
}

bool UnknownKeys::expectsHash(const KeyName &key) const
{
    const auto known = m_known.find(hashOf(key));
    return known != m_known.end() && known->second.isExpected && known->second.isHash;
}

bool UnknownKeys::expects(const KeyName &key) const
{
    const auto known = m_known.find(hashOf(key));
    return known != m_known.end() && known->second.isExpected;
}

bool UnknownKeys::lookedLately(const KeyName &key, Instant now) const
{
    const auto known = m_known.find(hashOf(key));
    return known != m_known.end() && now - known->second.looked <= std::chrono::seconds(1);
}

void UnknownKeys::clear()
{
    m_order.clear();
    m_known.clear();
}

void UnknownKeys::forget(const KeyName &key)
{
    const auto known = m_known.find(hashOf(key));
    if (known == m_known.end())
        return;
    m_order.erase(known->second.place);
    m_known.erase(known);
}

} // namespace lockscope::watch
