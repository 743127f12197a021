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

std::size_t placeOf(Severity severity)
{
    return severity == Severity::Critical ? 1 : 0;
}

} // namespace

QByteArray name(Step::What what)
{
    switch (what) {
    case Step::What::Opened:
        return "opened";
    case Step::What::Worse:
        return "worse";
    case Step::What::Better:
        return "better";
    case Step::What::OutOfSight:
        return "out-of-sight";
    case Step::What::InSight:
        return "in-sight";
    case Step::What::Closed:
        return "closed";
    case Step::What::Acknowledged:
        return "acknowledged";
    case Step::What::Muted:
        return "muted";
    case Step::What::Unmuted:
        return "unmuted";
    }
    return {};
}

bool Mute::coversLock(const Problem &problem, const LockName &lock, WallInstant now) const
{
    if (hasRunOut(now) || (!rule.isEmpty() && rule != problem.rule->name)
        || (!deployment.isEmpty() && deployment != problem.deployment))
        return false;
    return isPrefix ? lock.bytes.startsWith(name) : lock.bytes == name;
}

bool Mute::covers(const Problem &problem, WallInstant now) const
{
    if (problem.subject.type != Subject::Type::Cycle)
        return coversLock(problem, problem.subject.name, now);
    // A problem about several locks is reported while one of them is not muted.
    return std::all_of(problem.locks.begin(), problem.locks.end(), [&](const watch::LockId &lock) {
        return coversLock(problem, lock.name, now);
    });
}

Incident *IncidentBook::known(const QByteArray &id)
{
    const auto rank = m_ranks.find(id);
    return rank == m_ranks.end() ? nullptr : &m_open.at(rank->second);
}

void IncidentBook::tally(Tally &tally, const Incident &incident, int sign)
{
    if (incident.isMuted)
        return;
    const std::size_t place = placeOf(incident.problem.severity);
    const auto step = static_cast<std::size_t>(sign); // of -1 the way round
    tally.all.at(place) += step;
    if (incident.isAcknowledged)
        tally.acknowledged.at(place) += step;
}

void IncidentBook::clear()
{
    m_open.clear();
    m_ranks.clear();
    m_over.clear();
    m_tally = {};
    ++m_revision;
}

void IncidentBook::note(const ProblemChange &change, WallInstant now)
{
    const Problem &problem = change.problem;
    const auto rank = m_ranks.find(problem.id);
    if (rank == m_ranks.end()) {
        if (change.what == ProblemChange::What::Closed)
            return;
        ++m_revision;
        Incident incident{problem, problem.severity, {{now, Step::What::Opened}}};
        incident.isMuted = isMutedBy(problem, now);
        if (incident.isMuted)
            addStep(incident, Step::What::Muted, now);
        tally(m_tally, incident, 1);
        m_ranks.emplace(problem.id, rankOf(problem));
        m_open.emplace(rankOf(problem), std::move(incident));
        return;
    }
    ++m_revision;
    auto node = m_open.extract(rank->second);
    Incident &incident = node.mapped();
    tally(m_tally, incident, -1);
    const Problem before = std::exchange(incident.problem, problem);
    incident.worst = std::max(incident.worst, problem.severity);
    incident.isMuted = isMutedBy(problem, now);
    if (before.severity != problem.severity)
        addStep(incident,
                problem.severity > before.severity ? Step::What::Worse : Step::What::Better, now);
    if (change.what != ProblemChange::What::Closed) {
        if (before.isSuspended != problem.isSuspended)
            addStep(incident, problem.isSuspended ? Step::What::OutOfSight : Step::What::InSight,
                    now);
        tally(m_tally, incident, 1);
        rank->second = rankOf(problem);
        node.key() = rank->second;
        m_open.insert(std::move(node));
        return;
    }
    // The end of a recording closes what was open, of which nobody knows how long it lasted.
    if (incident.isOpen())
        incident.problem.until = now;
    addStep(incident, Step::What::Closed, now);
    m_ranks.erase(rank);
    m_over.push_back(std::move(incident));
    if (m_over.size() > m_most)
        m_over.pop_front();
}

bool IncidentBook::acknowledge(const QByteArray &id, WallInstant now)
{
    Incident *incident = known(id);
    if (!incident || incident->isAcknowledged)
        return false;
    tally(m_tally, *incident, -1);
    incident->isAcknowledged = true;
    tally(m_tally, *incident, 1);
    addStep(*incident, Step::What::Acknowledged, now);
    ++m_revision;
    return true;
}

void IncidentBook::mute(const std::vector<Mute> &mutes, WallInstant now)
{
    for (const Mute &mute : mutes) {
        std::erase_if(m_mutes, [&mute](const Mute &each) { return each.isLike(mute); });
        m_mutes.push_back(mute);
    }
    judgeMutes(now);
}

bool IncidentBook::unmute(const Mute &mute, WallInstant now)
{
    if (std::erase_if(m_mutes, [&mute](const Mute &each) { return each.isLike(mute); }) == 0)
        return false;
    judgeMutes(now);
    return true;
}

bool IncidentBook::dropMutes(WallInstant now)
{
    if (!m_nextUnmute || now < *m_nextUnmute)
        return false;
    std::erase_if(m_mutes, [now](const Mute &each) { return each.hasRunOut(now); });
    judgeMutes(now);
    return true;
}

// All incidents by the mutes that there are now.
void IncidentBook::judgeMutes(WallInstant now)
{
    ++m_revision;
    m_nextUnmute.reset();
    for (const Mute &mute : m_mutes) {
        if (mute.until && (!m_nextUnmute || *mute.until < *m_nextUnmute))
            m_nextUnmute = mute.until;
    }
    m_tally = {};
    for (auto &[rank, incident] : m_open) {
        const bool wasMuted = std::exchange(incident.isMuted, isMutedBy(incident.problem, now));
        if (incident.isMuted != wasMuted)
            addStep(incident, wasMuted ? Step::What::Unmuted : Step::What::Muted, now);
        tally(m_tally, incident, 1);
    }
    for (Incident &incident : m_over)
        incident.isMuted = isMutedBy(incident.problem, now);
}

bool IncidentBook::isMutedBy(const Problem &problem, WallInstant now) const
{
    if (m_mutes.empty())
        return false;
    if (std::any_of(m_mutes.begin(), m_mutes.end(),
                    [&](const Mute &mute) { return mute.covers(problem, now); }))
        return true;
    // Each of several locks may have a mute of its own.
    return problem.subject.type == Subject::Type::Cycle && !problem.locks.empty()
        && std::all_of(problem.locks.begin(), problem.locks.end(), [&](const watch::LockId &lock) {
               return std::any_of(m_mutes.begin(), m_mutes.end(), [&](const Mute &mute) {
                   return mute.coversLock(problem, lock.name, now);
               });
           });
}

bool IncidentBook::isMuted(const Incident &incident, WallInstant now) const
{
    const bool hasOneRunOut = m_nextUnmute && now >= *m_nextUnmute;
    return hasOneRunOut ? isMutedBy(incident.problem, now) : incident.isMuted;
}

std::vector<const Incident *> IncidentBook::open(std::size_t most) const
{
    std::vector<const Incident *> found;
    found.reserve(std::min(most, m_open.size()));
    visitOpen([&](const Incident &incident) {
        if (found.size() >= most)
            return false;
        found.push_back(&incident);
        return true;
    });
    return found;
}

std::vector<const Incident *> IncidentBook::incidents(std::size_t most) const
{
    std::vector<const Incident *> found = open(most);
    std::size_t left = std::min(most, m_over.size());
    for (auto incident = m_over.rbegin(); left > 0; ++incident, --left)
        found.push_back(&*incident);
    return found;
}

const Incident *IncidentBook::find(const QByteArray &id) const
{
    if (const auto rank = m_ranks.find(id); rank != m_ranks.end())
        return &m_open.at(rank->second);
    // The latest: the same problem may come again, in theory with the same id.
    const auto found = std::find_if(m_over.rbegin(), m_over.rend(),
                                    [&id](const Incident &each) { return each.id() == id; });
    return found == m_over.rend() ? nullptr : &*found;
}

// Counts all of them only if a mute has run out that nobody dropped.
IncidentBook::Tally IncidentBook::tallyAt(WallInstant now) const
{
    if (!m_nextUnmute || now < *m_nextUnmute)
        return m_tally;
    Tally found;
    for (const auto &[rank, incident] : m_open) {
        if (isMutedBy(incident.problem, now))
            continue;
        ++found.all.at(placeOf(incident.problem.severity));
        found.acknowledged.at(placeOf(incident.problem.severity)) +=
            incident.isAcknowledged ? 1 : 0;
    }
    return found;
}

std::optional<Severity> IncidentBook::worst(WallInstant now) const
{
    const Tally found = tallyAt(now);
    for (const Severity severity : {Severity::Critical, Severity::Warning}) {
        if (found.all.at(placeOf(severity)) > found.acknowledged.at(placeOf(severity)))
            return severity;
    }
    return std::nullopt;
}

IncidentBook::Counts IncidentBook::counts(WallInstant now) const
{
    const Tally found = tallyAt(now);
    return {.critical = found.all.at(placeOf(Severity::Critical)),
            .warning = found.all.at(placeOf(Severity::Warning)),
            .acknowledged = found.acknowledged[0] + found.acknowledged[1]};
}

} // namespace lockscope::health
