// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/backlog.h"

#include <iterator>
#include <utility>

namespace lockscope::ui {

void Backlog::add(Delivery &&news, const IsShown &isShown)
{
    for (auto &[key, change] : news.changes) {
        const auto *lock = std::get_if<watch::LockPointer>(&change);
        if (lock && !*lock && !isShown(std::get<watch::LockId>(key)))
            drop(key);
        else
            put(key, std::move(change));
    }
    std::vector<watch::Event> &events = m_all.events;
    events.insert(events.end(), std::make_move_iterator(news.events.begin()),
                  std::make_move_iterator(news.events.end()));
    m_all.droppedEvents += news.droppedEvents;
    if (events.size() > m_eventCapacity) {
        const std::size_t tooMany = events.size() - m_eventCapacity;
        events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(tooMany));
        m_all.droppedEvents += tooMany;
    }
}

Backlog::Delivery Backlog::take()
{
    m_positions.clear();
    return std::exchange(m_all, {});
}

void Backlog::put(const watch::ChangeKey &key, watch::Change &&change)
{
    const auto [at, isNew] = m_positions.try_emplace(key, m_all.changes.size());
    if (isNew)
        m_all.changes.emplace_back(key, std::move(change));
    else
        m_all.changes[at->second].second = std::move(change);
}

// The last takes its place: their order means nothing, each is of another lock.
void Backlog::drop(const watch::ChangeKey &key)
{
    const auto at = m_positions.find(key);
    if (at == m_positions.end())
        return;
    const std::size_t place = at->second;
    m_positions.erase(at);
    if (place + 1 < m_all.changes.size()) {
        m_all.changes[place] = std::move(m_all.changes.back());
        m_positions[m_all.changes[place].first] = place;
    }
    m_all.changes.pop_back();
}

} // namespace lockscope::ui
