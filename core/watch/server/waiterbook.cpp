// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/waiterbook.h"

#include "core/format/traits.h"
#include "core/watch/track/liveness.h"

#include <algorithm>

namespace lockscope::watch {

std::vector<QByteArray> WaiterBook::channels(const LockName &name) const
{
    const auto place = m_locks.find(name);
    const format::Format *const format =
        place == LockStore::nowhere ? nullptr : m_locks.packed(place).format();
    if (format == nullptr)
        return {};
    const LockRecord &shown = *m_locks.record(place);
    std::vector<QByteArray> channels;
    const QByteArray own = format->waitChannel(name);
    if (!own.isEmpty() && !format::traitsOf(*shown.kind).hasFairQueue())
        channels.push_back(own);
    const auto pulses = m_pulses.find(name);
    if (pulses == m_pulses.end() || !shown.waiters)
        return channels;
    const auto add = [&](const WaiterRecord &waiter) {
        const QByteArray channel = format->waiterChannel(name, waiter.owner);
        if (!channel.isEmpty())
            channels.push_back(channel);
    };
    if (m_asksAll) {
        std::for_each(shown.waiters->begin(), shown.waiters->end(), add);
        return channels;
    }
    for (const std::size_t number : pulses->second.places(shown.waiters->size()))
        add((*shown.waiters)[number]);
    return channels;
}

bool WaiterBook::hasUnchecked(Instant now) const
{
    const auto names = m_locks.names();
    return std::any_of(names.begin(), names.end(), [&](const LockName &name) {
        const auto place = m_locks.find(name);
        const format::Format *const format = m_locks.packed(place).format();
        const LockPointer shown = m_locks.record(place);
        if (format == nullptr || !shown->waiters)
            return false;
        return std::any_of(shown->waiters->begin(), shown->waiters->end(),
                           [&](const WaiterRecord &waiter) {
                               return livenessOf(waiter, now) == Liveness::Unchecked
                                   && !format->waiterChannel(name, waiter.owner).isEmpty();
                           });
    });
}

void WaiterBook::follow(const LockName &name, const TrackedLock &lock, Instant now)
{
    const auto &waiters = lock.reading.waiters;
    if (!waiters || waiters->empty())
        m_pulses.erase(name);
    else
        m_pulses[name].follow(*waiters, now);
}

void WaiterBook::count(const LockName &name, const OpenLock &open, const Subscribers &counted,
                       Instant now)
{
    WaiterPulses *const pulses = pulsesOf(name);
    if (pulses == nullptr || !open.lock.reading.waiters || counted.empty())
        return;
    std::unordered_map<QByteArray, std::optional<qint64>> counts(counted.begin(), counted.end());
    for (const format::Waiter &waiter : *open.lock.reading.waiters) {
        const auto number = counts.find(open.format->waiterChannel(name, waiter.owner));
        if (number != counts.end())
            pulses->counted(waiter.owner, number->second, now);
    }
    pulses->asked(open.lock.reading.waiters->size());
}

WaiterPulses *WaiterBook::pulsesOf(const LockName &name)
{
    const auto known = m_pulses.find(name);
    return known == m_pulses.end() ? nullptr : &known->second;
}

} // namespace lockscope::watch
