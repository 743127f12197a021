// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"
#include "core/watch/record/records.h"

#include <deque>
#include <unordered_map>
#include <vector>

namespace lockscope::health {

// When holds expired in each incident of expired-while-held: a lock whose incident is still open
// may expire again, which is no incident of its own. Fed with events and changes of problems, in
// their order. A bounded value, one thread.
class ExpiredHolds
{
public:
    void note(const watch::Event &event);
    void note(const ProblemChange &change);
    void clear() { *this = ExpiredHolds(); }

    // The oldest first; empty: the incident is of another rule, or of too long ago.
    const std::vector<WallInstant> &in(const QByteArray &incident) const;

private:
    struct Expiry {
        watch::LockId lock;
        WallInstant at;
    };

    void begin(const Problem &problem);

    std::deque<Expiry> m_recent; // of which an incident may yet be told
    std::unordered_map<watch::LockId, QByteArray> m_open; // incidents, by lock
    std::unordered_map<QByteArray, std::vector<WallInstant>> m_times; // by incident
    std::deque<QByteArray> m_order; // the incidents, as they opened
};

} // namespace lockscope::health
