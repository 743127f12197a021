// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/keptlocks.h"

#include <algorithm>

namespace lockscope::health {

// The steady clock begins with the machine: 32 bits last for thirteen years.
KeptLocks::Tick KeptLocks::tickOf(Instant at)
{
    const qint64 millis = std::chrono::ceil<Millis>(at.time_since_epoch()).count();
    const qint64 tick = (millis + step.count() - 1) / step.count();
    return static_cast<Tick>(std::clamp<qint64>(tick, 0, never - 1));
}

Instant KeptLocks::instantOf(Tick tick)
{
    return Instant(step * static_cast<qint64>(tick));
}

quint32 KeptLocks::numberOf(const watch::LockId &id) const
{
    return m_index.find(std::hash<watch::LockId>()(id),
                        [&](quint32 number) { return m_locks[number]->id == id; });
}

void KeptLocks::set(const watch::LockPointer &lock, std::optional<Instant> due)
{
    quint32 number = numberOf(lock->id);
    if (number == HashIndex::none) {
        if (m_free.empty()) {
            number = static_cast<quint32>(m_locks.size());
            m_locks.emplace_back();
            m_due.push_back(never);
        } else {
            number = m_free.back();
            m_free.pop_back();
        }
        m_index.insert(std::hash<watch::LockId>()(lock->id), number);
    }
    m_locks[number] = lock;
    m_due[number] = due ? tickOf(*due) : never;
    m_next = std::min(m_next, m_due[number]);
}

void KeptLocks::erase(const watch::LockId &id)
{
    const quint32 number = numberOf(id);
    if (number == HashIndex::none)
        return;
    m_index.erase(std::hash<watch::LockId>()(id), number);
    m_locks[number].reset();
    m_due[number] = never;
    m_free.push_back(number);
}

watch::LockPointer KeptLocks::find(const watch::LockId &id) const
{
    const quint32 number = numberOf(id);
    return number == HashIndex::none ? nullptr : m_locks[number];
}

std::vector<watch::LockPointer> KeptLocks::takeDue(Instant now)
{
    std::vector<watch::LockPointer> due;
    if (m_next == never || instantOf(m_next) > now)
        return due;
    m_next = never;
    for (quint32 number = 0; number < m_due.size(); ++number) {
        Tick &tick = m_due[number];
        if (tick != never && instantOf(tick) <= now) {
            tick = never;
            due.push_back(m_locks[number]);
        }
        m_next = std::min(m_next, tick);
    }
    return due;
}

std::optional<Instant> KeptLocks::nextAt() const
{
    return m_next == never ? std::nullopt : std::optional(instantOf(m_next));
}

std::vector<watch::LockPointer> KeptLocks::of(watch::DeploymentId deployment) const
{
    std::vector<watch::LockPointer> found;
    for (const watch::LockPointer &lock : m_locks) {
        if (lock && lock->id.deployment == deployment)
            found.push_back(lock);
    }
    return found;
}

} // namespace lockscope::health
