// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/watchmailbox.h"

#include <functional>
#include <unordered_map>

namespace lockscope::ui {

// Collects deliveries of a mailbox while the picture is frozen: the latest state of each lock and
// server, and the last events. Locks that came and went meanwhile leave nothing, so the backlog
// stays as small as the picture, however long the pause. A value of the GUI thread.
class Backlog
{
public:
    using Delivery = watch::WatchMailbox::Delivery;
    using IsShown = std::function<bool(const watch::LockId &)>;

    explicit Backlog(std::size_t eventCapacity)
        : m_eventCapacity(eventCapacity)
    {}

    // isShown: whether the models have the lock, and so must hear that it went.
    void add(Delivery &&news, const IsShown &isShown);
    Delivery take();
    bool isEmpty() const { return m_all.isEmpty(); }
    std::size_t size() const { return m_all.changes.size(); }

private:
    void put(const watch::ChangeKey &key, watch::Change &&change);
    void drop(const watch::ChangeKey &key);

    std::size_t m_eventCapacity;
    Delivery m_all;
    std::unordered_map<watch::ChangeKey, std::size_t> m_positions;
};

} // namespace lockscope::ui
