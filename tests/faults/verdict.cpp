// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/verdict.h"

#include "tests/faults/linearizability.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace lockscope::faults {

namespace {

using Rule = Violation::Rule;

constexpr qint64 nsPerMs = 1'000'000;
// Connections come back, servers answer again: as long a fault may be felt after its end.
constexpr qint64 recovery = 5000 * nsPerMs;
// Two retries of 150 ms at most; the rest is for a machine with other things to do.
constexpr qint64 retries = 300 * nsPerMs;
constexpr qint64 patience = 10'000 * nsPerMs;
// A client that has lost a lock to another goes on for no longer: until it knows of the failover,
// and for the rest of the lease.
constexpr qint64 known = 3000 * nsPerMs;
constexpr std::size_t searched = 10'000; // holds of a lock

class Judge
{
public:
    Judge(const Scenario &scenario, const History &history)
        : m_scenario(scenario)
        , m_history(history)
        , m_timeline(timelineOf(history))
    {
        for (const LockPlan &plan : scenario.cluster.plan.locks)
            m_plans[plan.lock] = plan;
    }

    Verdict verdict(const std::map<QByteArray, qint64> &finals, const Violations &residue)
    {
        count();
        take(checkOverlap(m_timeline));
        take(checkKept(m_timeline, leases(), known));
        take(checkExtensions(m_timeline));
        take(checkTold(m_timeline));
        take(checkFencing(m_timeline));
        take(residue);
        const WitnessReport witness = checkWitness(m_timeline, finals);
        take(witness.violations);
        checkWaiting();
        checkAnswers();
        checkIsolated();
        checkSearch();
        if (m_scenario.mustReject && witness.rejected == 0)
            m_verdict.remarks.emplace_back("the guarded resource had nobody to refuse");
        if (m_scenario.leastFairness > 0)
            checkFairness();
        return std::move(m_verdict);
    }

private:
    bool isMutant(const QByteArray &lock) const
    {
        return m_scenario.mutants.contains(kindOf(lock));
    }

    // Whether a broken assumption excuses it. A violation that a guarded resource reports is never
    // excused.
    bool isAllowed(const Violation &violation) const
    {
        const auto plan = m_plans.find(violation.lock);
        if (plan == m_plans.end())
            return false;
        const bool mayOverlap =
            plan->second.isVoted() ? m_scenario.mayOverlapVoted : m_scenario.mayOverlapAlone;
        switch (violation.rule) {
        case Rule::Overlap:
            return mayOverlap;
        case Rule::LostUpdate:
            return mayOverlap && !plan->second.isFenced();
        case Rule::Fencing:
            return m_scenario.mayLoseTokens;
        case Rule::LateExtension:
        case Rule::Untold:
        case Rule::Starvation:
        case Rule::Residue:
            return false;
        }
        return false;
    }

    void take(const Violations &violations)
    {
        for (const Violation &violation : violations) {
            if (isAllowed(violation))
                ++m_verdict.kinds[kindOf(violation.lock)].excess;
            else
                m_verdict.add(violation);
        }
    }

    void count()
    {
        for (const auto &[lock, plan] : m_plans)
            m_verdict.kinds[kindOf(lock)];
        for (const Attempt &attempt : m_timeline.attempts) {
            Tally &tally = m_verdict.kinds[kindOf(attempt.lock)];
            ++tally.operations;
            tally.grants += attempt.phase == Phase::Ok ? 1 : 0;
            tally.unknown += attempt.phase == Phase::Info ? 1 : 0;
        }
        for (const Increment &one : m_timeline.increments) {
            Tally &tally = m_verdict.kinds[kindOf(one.lock)];
            tally.rejected += one.phase == Phase::Fail && one.note == "fence" ? 1 : 0;
            tally.excess += one.phase == Phase::Ok && one.isLate ? 1 : 0;
        }
        for (const Event &event : m_history) {
            if (event.op == Op::Lost && event.phase == Phase::Ok)
                ++m_verdict.kinds[kindOf(event.lock)].lost;
        }
    }

    std::map<QByteArray, qint64> leases() const
    {
        std::map<QByteArray, qint64> leases;
        for (const auto &[lock, plan] : m_plans)
            leases[lock] = qint64(plan.lease.count()) * nsPerMs;
        return leases;
    }

    void checkWaiting()
    {
        Timeline recovered = m_timeline;
        for (Span &fault : recovered.faults)
            fault.to = fault.to == never ? never : fault.to + recovery;
        qint64 lease = 0;
        for (const auto &[lock, plan] : m_plans)
            lease = std::max(lease, qint64(plan.lease.count()) * nsPerMs);
        const auto report = checkLiveness(recovered, lease, lease + retries + patience);
        take(report.violations);
    }

    // Errors that a server gave, and tokens that it did not.
    void checkAnswers()
    {
        qint64 failedAsItMust = 0;
        for (const Event &event : m_history) {
            const bool isAttempt = event.op == Op::Acquire || event.op == Op::Release;
            if (event.op == Op::Work && event.note == "no token")
                m_verdict.add({Rule::Fencing, event.lock, event.proc + " was granted without"});
            if (!isAttempt || event.phase == Phase::Ok || isMutant(event.lock))
                continue;
            const QByteArray code = event.note.left(event.note.indexOf(' '));
            const bool isError = !code.isEmpty() && code == code.toUpper();
            if (isError && !m_scenario.mayFail)
                m_verdict.remarks.push_back(event.lock + ": " + event.note);
            if (m_scenario.mustFailWith.isEmpty() || !event.note.contains(m_scenario.mustFailWith))
                continue;
            if (event.op == Op::Release)
                m_verdict.remarks.push_back("a release failed: " + event.lock + ": " + event.note);
            else
                ++failedAsItMust;
        }
        if (!m_scenario.mustFailWith.isEmpty() && failedAsItMust == 0)
            m_verdict.remarks.push_back("nothing failed with " + m_scenario.mustFailWith);
    }

    // A client that reaches no majority gets no grant from one.
    void checkIsolated()
    {
        for (const Hold &hold : m_timeline.holds) {
            const QByteArray client = hold.proc.mid(1, hold.proc.indexOf('.') - 1);
            if (!m_plans[hold.lock].isVoted() || !m_scenario.isolated.contains(client.toInt()))
                continue;
            const bool isAlone = std::ranges::any_of(m_timeline.inEffect, [&](const Span &fault) {
                return hold.invoked > fault.from && hold.granted < fault.to;
            });
            if (isAlone)
                m_verdict.add({Rule::Overlap, hold.lock, hold.proc + " has no majority"});
        }
    }

    // The search that knows nothing of intervals must agree with them.
    void checkSearch()
    {
        for (const auto &[lock, plan] : m_plans) {
            Timeline slice;
            for (const Hold &hold : m_timeline.holds) {
                if (hold.lock == lock && slice.holds.size() < searched)
                    slice.holds.push_back(hold);
            }
            if (checkOverlap(slice).empty() != isLinearizable(slice, lock))
                m_verdict.remarks.push_back("the checkers disagree about " + lock);
        }
    }

    void checkFairness()
    {
        for (const auto &[lock, plan] : m_plans) {
            const double index = fairness(m_timeline, lock);
            if (index < m_scenario.leastFairness)
                m_verdict.remarks.push_back(lock + ": Jain's index "
                                            + QByteArray::number(index, 'f', 3));
        }
    }

    const Scenario &m_scenario;
    const History &m_history;
    const Timeline m_timeline;
    std::map<QByteArray, LockPlan> m_plans;
    Verdict m_verdict;
};

} // namespace

bool Verdict::found(const QByteArray &kind, Violation::Rule rule) const
{
    return std::ranges::any_of(violations, [&](const Violation &violation) {
        return kindOf(violation.lock) == kind && violation.rule == rule;
    });
}

void Verdict::add(const Violation &violation)
{
    ++kinds[kindOf(violation.lock)].violations;
    violations.push_back(violation);
}

Verdict judge(const Scenario &scenario, const History &history,
              const std::map<QByteArray, qint64> &finals, const Violations &residue)
{
    return Judge(scenario, history).verdict(finals, residue);
}

} // namespace lockscope::faults
