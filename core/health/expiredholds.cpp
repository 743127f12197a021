// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/expiredholds.h"

#include "core/health/rules/lock/expiredwhileheld.h"

using namespace std::chrono_literals;

namespace lockscope::health {

namespace {

// An incident opens a second after its cause, or as much later as its server is out of sight.
constexpr Millis expiryToIncident = 1min;
constexpr Millis expirySlack = 1s; // between the clocks of an event and of the judge
constexpr std::size_t mostRecentExpiries = 10'000;
constexpr std::size_t mostExpiryIncidents = 2'000;
constexpr std::size_t mostExpiriesInOne = 10'000; // of one incident

} // namespace

void ExpiredHolds::note(const watch::Event &event)
{
    if (event.type != watch::EventType::Expired || !event.name || !event.owner || event.unseen)
        return;
    const watch::LockId lock{event.deploymentId, *event.name};
    if (const auto open = m_open.find(lock); open != m_open.end()) {
        std::vector<WallInstant> &times = m_times[open->second];
        if (times.size() < mostExpiriesInOne)
            times.push_back(event.at);
        return;
    }
    while (!m_recent.empty()
           && (m_recent.size() >= mostRecentExpiries
               || m_recent.front().at + expiryToIncident < event.at))
        m_recent.pop_front();
    m_recent.push_back({lock, event.at});
}

void ExpiredHolds::note(const ProblemChange &change)
{
    const Problem &problem = change.problem;
    if (problem.rule != &expiredWhileHeld || problem.subject.type != Subject::Type::Lock)
        return;
    if (change.what == ProblemChange::What::Closed)
        m_open.erase(problem.subject.lock());
    else if (!m_times.contains(problem.id))
        begin(problem);
}

// Of one that a record already has at its beginning, only the first expiry is known.
void ExpiredHolds::begin(const Problem &problem)
{
    const watch::LockId lock = problem.subject.lock();
    std::vector<WallInstant> times;
    std::erase_if(m_recent, [&](const Expiry &expiry) {
        if (expiry.lock != lock)
            return false;
        if (expiry.at >= problem.since - expirySlack)
            times.push_back(expiry.at);
        return true;
    });
    if (times.empty())
        times.push_back(problem.since);
    m_open.insert_or_assign(lock, problem.id);
    m_times.insert_or_assign(problem.id, std::move(times));
    m_order.push_back(problem.id);
    if (m_order.size() > mostExpiryIncidents) {
        std::erase_if(m_open, [&](const auto &each) { return each.second == m_order.front(); });
        m_times.erase(m_order.front());
        m_order.pop_front();
    }
}

const std::vector<WallInstant> &ExpiredHolds::in(const QByteArray &incident) const
{
    static const std::vector<WallInstant> none;
    const auto known = m_times.find(incident);
    return known == m_times.end() ? none : known->second;
}

} // namespace lockscope::health
