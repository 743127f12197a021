// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"

#include <map>
#include <set>
#include <unordered_map>

template <>
struct std::hash<lockscope::health::Subject> {
    std::size_t operator()(const lockscope::health::Subject &subject) const noexcept
    {
        return qHash(subject.name.bytes,
                     static_cast<std::size_t>(subject.place) * 4
                         + static_cast<std::size_t>(subject.type));
    }
};

namespace lockscope::health {

// The facts of its subject that a problem tells beside the finding.
struct About {
    QString deployment;
    QString server;
    QByteArray kind;
    std::vector<watch::LockId> locks;
    qint64 lost = 0;
};

// Makes problems of findings: a condition has to hold for a second before a problem opens, and to
// be over for ten before it closes. Subjects out of sight neither open nor close problems. Keeps
// only subjects with findings. A value, the time passed in, one thread.
class ProblemTable
{
public:
    using AboutOf = std::function<About()>; // called only for a finding

    // `seen`: since when the subject has been in sight. Earlier conditions may be old: a problem
    // opens no sooner than a second after. Empty: it is judged for the first time now.
    void judge(const Subject &subject, const Rule &rule, const Judgement &judgement,
               const AboutOf &about, const Thresholds &thresholds, const Moment &now,
               std::optional<Instant> seen = {});
    // All of its problems: pending ones are forgotten, open ones are frozen until judge(). Those of
    // rules that judge out of sight stay as they are.
    void suspend(const Subject &subject);
    // Out of sight: the server, every lock of the deployment, and cycles that concern one of them.
    // `isItsOwn`: whether a lock of the deployment is kept by this server.
    void suspendAll(watch::ServerId server, watch::DeploymentId deployment,
                    const std::function<bool(const watch::LockId &)> &isItsOwn);
    void drop(const Subject &subject, const Moment &now); // closes at once
    void dropAll(Subject::Type type, const Moment &now);
    void dropAll(watch::ServerId server, watch::DeploymentId deployment, const Moment &now);

    bool has(const Subject &subject) const { return m_subjects.contains(subject); }
    bool isSilent(const Subject &subject, const Rule &rule) const; // nothing was found

    std::vector<ProblemChange> take(const Moment &now);
    std::optional<Instant> nextAt() const;

    // Shows each open problem to `visit`, in no order.
    template <typename Visit>
    void visit(Visit visit) const
    {
        for (const auto &[subject, entries] : m_subjects) {
            for (const Entry &entry : entries) {
                if (entry.told)
                    visit(entry.problem);
            }
        }
    }
    template <typename Visit>
    void visit(const Subject &subject, Visit visit) const
    {
        const auto found = m_subjects.find(subject);
        if (found == m_subjects.end())
            return;
        for (const Entry &entry : found->second) {
            if (entry.told)
                visit(entry.problem);
        }
    }
    // Also those of which nothing is open yet.
    template <typename Visit>
    void visitSubjects(Visit visit) const
    {
        for (const auto &[subject, entries] : m_subjects)
            visit(subject);
    }
    // Cycles and quorums are asked for by a lock that they concern.
    template <typename Visit>
    void visitShared(const watch::LockId &lock, Visit visit) const
    {
        const auto [first, last] = m_shared.equal_range(lock);
        for (auto at = first; at != last; ++at)
            this->visit(at->second, visit);
    }

private:
    struct Entry {
        enum class State : quint8 { Pending, Open, Closing };

        Problem problem;
        State state = State::Pending;
        std::optional<Instant> due = {};
        std::optional<Severity> told; // since it opened, the latest
        bool isDirty = false;
    };
    using Entries = std::vector<Entry>;
    using Place = std::pair<Subject, const Rule *>;

    Entry *find(const Subject &subject, const Rule &rule);
    void found(const Subject &subject, const Rule &rule, const Judgement &judgement,
               const AboutOf &about, Instant opensAt, const Moment &now);
    void notFound(const Subject &subject, const Rule &rule, const Thresholds &thresholds,
                  const Moment &now);
    void setDue(const Subject &subject, Entry &entry, std::optional<Instant> due);
    void mark(const Subject &subject, Entry &entry);
    void remove(const Subject &subject, const Rule &rule, const Moment &now);
    void share(const Subject &subject, const Problem &problem);
    void unshare(const Subject &subject);
    void onDue(const Place &place, const Moment &now);

    std::unordered_map<Subject, Entries> m_subjects;
    std::multimap<watch::LockId, Subject> m_shared;
    std::set<std::tuple<Instant, Subject, const Rule *>> m_due;
    std::vector<Place> m_dirty;
    std::vector<ProblemChange> m_closed;
};

} // namespace lockscope::health
