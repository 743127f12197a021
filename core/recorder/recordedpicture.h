// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/entry.h"

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::recorder {

// All that is known at one instant, put together from entries. The writer keeps one to make key
// frames of it, a reader makes one of a key frame and what followed. A value, one thread.
class RecordedPicture
{
public:
    void apply(const Entry &entry);

    const std::unordered_map<watch::LockId, watch::LockPointer> &locks() const { return m_locks; }
    const std::map<watch::ServerId, watch::ServerPointer> &servers() const { return m_servers; }
    const std::map<watch::DeploymentId, PlaceEntry> &places() const { return m_places; }
    // The open ones, by id.
    const std::map<QByteArray, health::Problem> &problems() const { return m_problems; }

    // Those that concern the lock, the worst first; empty: it could not be judged, since not all
    // servers of its deployment were in sight.
    std::optional<std::vector<health::Problem>> problemsOf(const watch::LockId &id) const;

    // The entries that make the same picture of an empty one.
    std::vector<Entry> entries() const;

private:
    void remove(watch::DeploymentId deployment);

    std::unordered_map<watch::LockId, watch::LockPointer> m_locks;
    std::map<watch::ServerId, watch::ServerPointer> m_servers;
    std::map<watch::DeploymentId, PlaceEntry> m_places;
    std::map<QByteArray, health::Problem> m_problems;
};

} // namespace lockscope::recorder
