// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/problemtable.h"

#include "core/base/text.h"

#include <QCryptographicHash>

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::health {

namespace {

QByteArray idOf(const Problem &problem)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    const auto add = [&hash](const QByteArray &part) {
        hash.addData(part);
        hash.addData(QByteArray(1, '\0'));
    };
    add(problem.rule->name);
    add(problem.deployment.toUtf8());
    add(problem.subject.name.bytes);
    add(isoTime(problem.since).toLatin1());
    return hash.result().left(8).toHex();
}

bool concerns(const Problem &problem, watch::DeploymentId deployment)
{
    return std::any_of(
        problem.locks.begin(), problem.locks.end(),
        [deployment](const watch::LockId &lock) { return lock.deployment == deployment; });
}

bool isOn(const Subject &subject, watch::ServerId server, watch::DeploymentId deployment)
{
    switch (subject.type) {
    case Subject::Type::Server:
        return subject.server() == server;
    case Subject::Type::Lock:
    case Subject::Type::Cycle:
        return subject.lock().deployment == deployment;
    case Subject::Type::Quorum:
        break;
    }
    return false;
}

Instant opensAt(const Judgement &judgement, std::optional<Instant> seen,
                const Thresholds &thresholds, const Moment &now)
{
    const Instant held =
        judgement.hasLasted ? now.at - thresholds.opening : judgement.since.value_or(now.at);
    const Instant from = std::max(held, std::min(seen.value_or(now.at), now.at));
    return std::max(now.at, std::min(from, now.at) + thresholds.opening);
}

// Each of them once, in their order: a cycle may come through one lock twice, and a lost one may
// have had several holders.
std::vector<watch::LockId> once(const std::vector<watch::LockId> &locks)
{
    std::vector<watch::LockId> all;
    std::set<watch::LockId> known;
    for (const watch::LockId &lock : locks) {
        if (known.insert(lock).second)
            all.push_back(lock);
    }
    return all;
}

// A cycle or a quorum, which the locks in it are asked for, too.
bool isOfSeveral(const Subject &subject)
{
    return subject.type == Subject::Type::Cycle || subject.type == Subject::Type::Quorum;
}

} // namespace

ProblemTable::Entry *ProblemTable::find(const Subject &subject, const Rule &rule)
{
    const auto known = m_subjects.find(subject);
    if (known == m_subjects.end())
        return nullptr;
    const auto entry =
        std::find_if(known->second.begin(), known->second.end(),
                     [&rule](const Entry &each) { return each.problem.rule == &rule; });
    return entry == known->second.end() ? nullptr : &*entry;
}

bool ProblemTable::isSilent(const Subject &subject, const Rule &rule) const
{
    const auto known = m_subjects.find(subject);
    return known == m_subjects.end()
        || std::none_of(known->second.begin(), known->second.end(),
                        [&rule](const Entry &each) { return each.problem.rule == &rule; });
}

void ProblemTable::setDue(const Subject &subject, Entry &entry, std::optional<Instant> due)
{
    if (entry.due)
        m_due.erase({*entry.due, subject, entry.problem.rule});
    entry.due = due;
    if (due)
        m_due.emplace(*due, subject, entry.problem.rule);
}

void ProblemTable::mark(const Subject &subject, Entry &entry)
{
    if (std::exchange(entry.isDirty, true))
        return;
    m_dirty.emplace_back(subject, entry.problem.rule);
}

void ProblemTable::share(const Subject &subject, const Problem &problem)
{
    if (!isOfSeveral(subject))
        return;
    unshare(subject);
    for (const watch::LockId &lock : problem.locks)
        m_shared.emplace(lock, subject);
}

void ProblemTable::unshare(const Subject &subject)
{
    if (!isOfSeveral(subject))
        return;
    std::erase_if(m_shared, [&subject](const auto &each) { return each.second == subject; });
}

void ProblemTable::judge(const Subject &subject, const Rule &rule, const Judgement &judgement,
                         const AboutOf &about, const Thresholds &thresholds, const Moment &now,
                         std::optional<Instant> seen)
{
    if (judgement.finding)
        found(subject, rule, judgement, about, opensAt(judgement, seen, thresholds, now), now);
    else
        notFound(subject, rule, thresholds, now);
}

void ProblemTable::found(const Subject &subject, const Rule &rule, const Judgement &judgement,
                         const AboutOf &about, Instant opensAt, const Moment &now)
{
    Entry *entry = find(subject, rule);
    const bool isNew = !entry;
    if (isNew) {
        entry = &m_subjects[subject].emplace_back();
        entry->problem.rule = &rule;
        entry->problem.subject = subject;
        entry->problem.since = now.wallOf(std::min(now.at, judgement.since.value_or(now.at)));
        setDue(subject, *entry, opensAt);
    }
    const Problem before = entry->problem;
    Problem &problem = entry->problem;
    About told = about();
    problem.deployment = std::move(told.deployment);
    problem.server = std::move(told.server);
    problem.kind = std::move(told.kind);
    problem.locks = once(told.locks);
    problem.lost = told.lost;
    problem.severity = judgement.finding->severity;
    problem.evidence = judgement.finding->evidence;
    problem.isSuspended = false;
    problem.until.reset();
    if (isNew)
        problem.id = idOf(problem);
    if (entry->state == Entry::State::Closing) {
        entry->state = Entry::State::Open;
        setDue(subject, *entry, std::nullopt);
    }
    if (isNew || before.locks != problem.locks)
        share(subject, problem);
    if (entry->state == Entry::State::Open && before != problem)
        mark(subject, *entry);
}

void ProblemTable::notFound(const Subject &subject, const Rule &rule, const Thresholds &thresholds,
                            const Moment &now)
{
    Entry *entry = find(subject, rule);
    if (!entry)
        return;
    if (entry->state == Entry::State::Pending) {
        remove(subject, rule, now);
        return;
    }
    if (std::exchange(entry->problem.isSuspended, false))
        mark(subject, *entry);
    if (entry->state == Entry::State::Closing)
        return;
    entry->state = Entry::State::Closing;
    entry->problem.until = now.wall;
    setDue(subject, *entry, now.at + thresholds.closing);
}

// The problem closes, if it was open.
void ProblemTable::remove(const Subject &subject, const Rule &rule, const Moment &now)
{
    const auto known = m_subjects.find(subject);
    Entries &entries = known->second;
    const auto entry = std::find_if(entries.begin(), entries.end(), [&rule](const Entry &each) {
        return each.problem.rule == &rule;
    });
    setDue(subject, *entry, std::nullopt);
    if (entry->told) {
        Problem problem = std::move(entry->problem);
        problem.until = problem.until.value_or(now.wall);
        problem.isSuspended = false;
        m_closed.push_back({ProblemChange::What::Closed, std::move(problem)});
    }
    entries.erase(entry);
    if (!entries.empty())
        return;
    unshare(subject);
    m_subjects.erase(known);
}

void ProblemTable::suspend(const Subject &subject)
{
    const auto known = m_subjects.find(subject);
    if (known == m_subjects.end())
        return;
    std::erase_if(known->second, [&](Entry &entry) {
        if (entry.state != Entry::State::Pending || entry.problem.rule->judgesUnseen)
            return false;
        setDue(subject, entry, std::nullopt);
        return true;
    });
    for (Entry &entry : known->second) {
        if (entry.problem.rule->judgesUnseen)
            continue;
        setDue(subject, entry, std::nullopt);
        entry.state = Entry::State::Open;
        entry.problem.until.reset();
        if (!std::exchange(entry.problem.isSuspended, true))
            mark(subject, entry);
    }
    if (!known->second.empty())
        return;
    unshare(subject);
    m_subjects.erase(known);
}

void ProblemTable::suspendAll(watch::ServerId server, watch::DeploymentId deployment,
                              const std::function<bool(const watch::LockId &)> &isItsOwn)
{
    std::vector<Subject> affected;
    for (const auto &[subject, entries] : m_subjects) {
        // A quorum stays: it is judged by the servers that are still in sight.
        const bool isShared =
            subject.type == Subject::Type::Cycle && concerns(entries.front().problem, deployment);
        const bool isOfOther = subject.type == Subject::Type::Lock && !isItsOwn(subject.lock());
        if ((isOn(subject, server, deployment) && !isOfOther) || isShared)
            affected.push_back(subject);
    }
    for (const Subject &subject : affected)
        suspend(subject);
}

void ProblemTable::drop(const Subject &subject, const Moment &now)
{
    while (m_subjects.contains(subject))
        remove(subject, *m_subjects.at(subject).front().problem.rule, now);
}

void ProblemTable::dropAll(Subject::Type type, const Moment &now)
{
    std::vector<Subject> affected;
    for (const auto &[subject, entries] : m_subjects) {
        if (subject.type == type)
            affected.push_back(subject);
    }
    for (const Subject &subject : affected)
        drop(subject, now);
}

void ProblemTable::dropAll(watch::ServerId server, watch::DeploymentId deployment,
                           const Moment &now)
{
    std::vector<Subject> affected;
    for (const auto &[subject, entries] : m_subjects) {
        if (isOn(subject, server, deployment) || concerns(entries.front().problem, deployment))
            affected.push_back(subject);
    }
    for (const Subject &subject : affected)
        drop(subject, now);
}

void ProblemTable::onDue(const Place &place, const Moment &now)
{
    const auto &[subject, rule] = place;
    Entry *entry = find(subject, *rule);
    entry->due.reset();
    if (entry->state == Entry::State::Closing) {
        remove(subject, *rule, now);
        return;
    }
    entry->state = Entry::State::Open;
    mark(subject, *entry);
}

std::vector<ProblemChange> ProblemTable::take(const Moment &now)
{
    while (!m_due.empty() && std::get<Instant>(*m_due.begin()) <= now.at) {
        const auto [at, subject, rule] = *m_due.begin();
        m_due.erase(m_due.begin());
        onDue({subject, rule}, now);
    }
    std::vector<ProblemChange> changes = std::exchange(m_closed, {});
    for (const auto &[subject, rule] : std::exchange(m_dirty, {})) {
        Entry *entry = find(subject, *rule);
        if (!entry || !std::exchange(entry->isDirty, false))
            continue;
        const auto told = std::exchange(entry->told, entry->problem.severity);
        changes.push_back({told ? ProblemChange::What::Changed : ProblemChange::What::Opened,
                           entry->problem, told && entry->problem.severity > *told});
    }
    return changes;
}

std::optional<Instant> ProblemTable::nextAt() const
{
    if (!m_dirty.empty() || !m_closed.empty())
        return Instant(); // at once
    return m_due.empty() ? std::nullopt : std::optional(std::get<Instant>(*m_due.begin()));
}

} // namespace lockscope::health
