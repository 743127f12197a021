// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/incidentbook.h"

#include <algorithm>
#include <utility>

namespace lockscope::health {

namespace {

using Step = Incident::Step;

// More of them tell nothing new: a problem that flutters would fill the memory.
constexpr std::size_t mostSteps = 100;

void addStep(Incident &incident, Step::What what, WallInstant at)
{
    if (incident.steps.size() >= mostSteps)
        incident.steps.erase(incident.steps.begin() + 1); // not the opening
    incident.steps.push_back({at, what});
}

bool isSameMute(const Mute &a, const Mute &b)
{
    return a.rule == b.rule && a.deployment == b.deployment && a.name == b.name
        && a.isPrefix == b.isPrefix;
}

} // namespace

bool Mute::covers(const Problem &problem, WallInstant now) const
{
    if ((until && now >= *until) || (!rule.isEmpty() && rule != problem.rule->name)
        || (!deployment.isEmpty() && deployment != problem.deployment))
        return false;
    const auto isMeant = [this](const QByteArray &each) {
        return isPrefix ? each.startsWith(name) : each == name;
    };
    // One that is about several locks is told of while one of them is not muted.
    if (problem.subject.type == Subject::Type::Cycle)
        return std::all_of(problem.locks.begin(), problem.locks.end(),
                           [&](const watch::LockId &lock) { return isMeant(lock.name.bytes); });
    return isMeant(problem.subject.name.bytes);
}

Incident *IncidentBook::known(const QByteArray &id)
{
    const auto found = std::find_if(m_open.begin(), m_open.end(),
                                    [&id](const Incident &each) { return each.id() == id; });
    return found == m_open.end() ? nullptr : &*found;
}

void IncidentBook::note(const ProblemChange &change, WallInstant now)
{
    ++m_revision;
    const Problem &problem = change.problem;
    Incident *incident = known(problem.id);
    if (!incident) {
        if (change.what == ProblemChange::What::Closed)
            return;
        m_open.push_back({problem, problem.severity, {{now, Step::What::Opened}}});
        return;
    }
    const Problem before = std::exchange(incident->problem, problem);
    incident->worst = std::max(incident->worst, problem.severity);
    if (before.severity != problem.severity)
        addStep(*incident,
                problem.severity > before.severity ? Step::What::Worse : Step::What::Better, now);
    if (change.what != ProblemChange::What::Closed) {
        if (before.isSuspended != problem.isSuspended)
            addStep(*incident, problem.isSuspended ? Step::What::OutOfSight : Step::What::InSight,
                    now);
        return;
    }
    addStep(*incident, Step::What::Closed, now);
    m_over.push_back(std::move(*incident));
    std::erase_if(m_open, [&](const Incident &each) { return &each == incident; });
    if (m_over.size() > m_most)
        m_over.pop_front();
}

bool IncidentBook::acknowledge(const QByteArray &id, WallInstant now)
{
    Incident *incident = known(id);
    if (!incident || std::exchange(incident->isAcknowledged, true))
        return false;
    addStep(*incident, Step::What::Acknowledged, now);
    ++m_revision;
    return true;
}

void IncidentBook::mute(Mute mute)
{
    std::erase_if(m_mutes, [&mute](const Mute &each) { return isSameMute(each, mute); });
    m_mutes.push_back(std::move(mute));
    ++m_revision;
}

bool IncidentBook::unmute(const Mute &mute)
{
    const bool wasThere =
        std::erase_if(m_mutes, [&mute](const Mute &each) { return isSameMute(each, mute); }) > 0;
    m_revision += wasThere ? 1 : 0;
    return wasThere;
}

bool IncidentBook::isMuted(const Incident &incident, WallInstant now) const
{
    return std::any_of(m_mutes.begin(), m_mutes.end(),
                       [&](const Mute &mute) { return mute.covers(incident.problem, now); });
}

std::vector<const Incident *> IncidentBook::open() const
{
    std::vector<const Incident *> found;
    for (const Incident &incident : m_open)
        found.push_back(&incident);
    std::sort(found.begin(), found.end(),
              [](const Incident *a, const Incident *b) { return isWorse(a->problem, b->problem); });
    return found;
}

std::vector<const Incident *> IncidentBook::incidents() const
{
    std::vector<const Incident *> found = open();
    for (auto incident = m_over.rbegin(); incident != m_over.rend(); ++incident)
        found.push_back(&*incident);
    return found;
}

const Incident *IncidentBook::find(const QByteArray &id) const
{
    for (const auto *incidents : {&m_open, &m_over}) {
        const auto found = std::find_if(incidents->begin(), incidents->end(),
                                        [&id](const Incident &each) { return each.id() == id; });
        if (found != incidents->end())
            return &*found;
    }
    return nullptr;
}

std::optional<Severity> IncidentBook::worst(WallInstant now) const
{
    std::optional<Severity> worst;
    for (const Incident &incident : m_open) {
        if (!incident.isAcknowledged && !isMuted(incident, now))
            worst = std::max(worst.value_or(Severity::Warning), incident.problem.severity);
    }
    return worst;
}

std::size_t IncidentBook::count(WallInstant now) const
{
    return static_cast<std::size_t>(
        std::count_if(m_open.begin(), m_open.end(),
                      [&](const Incident &incident) { return !isMuted(incident, now); }));
}

} // namespace lockscope::health
