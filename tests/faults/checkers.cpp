// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/checkers.h"

#include <QString>

#include <algorithm>
#include <set>

namespace lockscope::faults {

namespace {

template <typename Item>
std::map<QByteArray, std::vector<const Item *>> byLock(const std::vector<Item> &items)
{
    std::map<QByteArray, std::vector<const Item *>> sorted;
    for (const Item &item : items)
        sorted[item.lock].push_back(&item);
    return sorted;
}

QByteArray ms(qint64 ns)
{
    return QByteArray::number(double(ns) / 1e6, 'f', 3) + " ms";
}

QByteArray described(const Hold &hold, qint64 origin)
{
    return hold.proc + " [" + ms(hold.granted - origin) + ", " + ms(hold.ends - origin) + ')';
}

// Two claims that exclude each other, at the same time.
struct Clash {
    const Hold *earlier;
    const Hold *later;

    qint64 length() const { return std::min(earlier->ends, later->ends) - later->granted; }
    QByteArray described(qint64 origin) const
    {
        return faults::described(*earlier, origin) + " and " + faults::described(*later, origin)
            + " overlap by " + ms(length());
    }
};

bool excludeEachOther(const Hold &earlier, const Hold &later)
{
    const bool isJoint = !later.token.isEmpty() && earlier.token == later.token;
    return earlier.proc != later.proc && !isJoint && !(earlier.isShared && later.isShared);
}

std::vector<Clash> clashesIn(const Timeline &timeline)
{
    std::vector<Clash> found;
    for (const auto &[lock, holds] : byLock(timeline.holds)) {
        std::multimap<qint64, const Hold *> active; // by end; at most one in a sound history
        for (const Hold *hold : holds) {
            if (hold->ends <= hold->granted)
                continue; // over before it was heard of
            active.erase(active.begin(), active.upper_bound(hold->granted));
            for (const auto &[ends, other] : active) {
                if (excludeEachOther(*other, *hold))
                    found.push_back({other, hold});
            }
            active.emplace(hold->ends, hold);
        }
    }
    return found;
}

} // namespace

QByteArray nameOf(Violation::Rule rule)
{
    using Rule = Violation::Rule;
    switch (rule) {
    case Rule::Overlap:
        return "two holders";
    case Rule::LateExtension:
        return "extended what was lost";
    case Rule::Untold:
        return "lost, and not told";
    case Rule::LostUpdate:
        return "lost update";
    case Rule::Fencing:
        return "fencing token";
    case Rule::Starvation:
        return "nobody gets it";
    case Rule::Residue:
        return "left behind";
    }
    return {};
}

Violations checkOverlap(const Timeline &timeline)
{
    Violations found;
    for (const Clash &clash : clashesIn(timeline))
        found.push_back(
            {Violation::Rule::Overlap, clash.later->lock, clash.described(timeline.begin)});
    return found;
}

Violations checkKept(const Timeline &timeline, const std::map<QByteArray, qint64> &leases,
                     qint64 limit)
{
    Violations found;
    for (const Clash &clash : clashesIn(timeline)) {
        const auto lease = leases.find(clash.later->lock);
        // A claim may end in the future of a history that is still being written.
        const qint64 length =
            std::min(clash.length(), std::max(timeline.end - clash.later->granted, qint64(0)));
        if (length > limit + (lease == leases.end() ? 0 : lease->second))
            found.push_back(
                {Violation::Rule::Untold, clash.later->lock, clash.described(timeline.begin)});
    }
    return found;
}

Violations checkExtensions(const Timeline &timeline)
{
    Violations found;
    for (const Hold &hold : timeline.lateExtensions)
        found.push_back({Violation::Rule::LateExtension, hold.lock,
                         hold.proc + " at " + ms(hold.granted - timeline.begin)});
    return found;
}

Violations checkTold(const Timeline &timeline)
{
    Violations found;
    for (const Hold &hold : timeline.untold)
        found.push_back({Violation::Rule::Untold, hold.lock,
                         hold.proc + " at " + ms(hold.ends - timeline.begin)});
    return found;
}

namespace {

// The increments of one lock.
void checkChain(const QByteArray &lock, const std::vector<const Increment *> &increments,
                std::optional<qint64> final, WitnessReport &report)
{
    std::vector<const Increment *> written;
    std::vector<const Increment *> unknown;
    qint64 late = 0;
    bool isGuarded = false;
    for (const Increment *one : increments) {
        isGuarded |= one->fence.has_value();
        if (one->phase == Phase::Ok) {
            written.push_back(one);
            late += one->isLate ? 1 : 0;
        } else if (one->phase == Phase::Info) {
            unknown.push_back(one);
        } else if (one->note == "fence") {
            ++report.rejected;
        }
    }
    report.acknowledged += qint64(written.size());
    report.excess += late;
    const auto violate = [&](const QByteArray &what) {
        report.violations.push_back({Violation::Rule::LostUpdate, lock, what});
    };
    // Each writer must have seen the previous write.
    std::ranges::sort(written, {}, &Increment::writtenAt);
    const auto excused = [&](const Increment *before, const Increment *after) {
        return !isGuarded && (after->isLate || before->isLate);
    };
    for (std::size_t i = 1; i < written.size(); ++i) {
        const Increment *const before = written[i - 1];
        const Increment *const after = written[i];
        if (after->read == before->written || excused(before, after))
            continue;
        const bool wasHidden = std::ranges::any_of(unknown, [&](const Increment *one) {
            return one->readAt < after->readAt && one->writtenAt > before->writtenAt;
        });
        if (!wasHidden)
            violate(after->proc + " wrote " + QByteArray::number(after->written.value_or(0))
                    + " over " + QByteArray::number(before->written.value_or(0)) + " of "
                    + before->proc);
    }
    if (!final || (late > 0 && !isGuarded))
        return;
    const auto count = qint64(written.size());
    if (*final < count || *final > count + qint64(unknown.size()))
        violate("it says " + QByteArray::number(*final) + " after " + QByteArray::number(count)
                + " increments");
}

} // namespace

WitnessReport checkWitness(const Timeline &timeline, const std::map<QByteArray, qint64> &finals)
{
    WitnessReport report;
    for (const auto &[lock, increments] : byLock(timeline.increments)) {
        const auto final = finals.find(lock);
        checkChain(lock, increments,
                   final == finals.end() ? std::nullopt : std::optional(final->second), report);
    }
    return report;
}

Violations checkFencing(const Timeline &timeline)
{
    Violations found;
    for (const auto &[lock, all] : byLock(timeline.holds)) {
        std::vector<const Hold *> byInvoke;
        std::ranges::copy_if(all, std::back_inserter(byInvoke),
                             [](const Hold *hold) { return hold->fence.has_value(); });
        // `all` is by grant. The answers of two that asked at the same time may come in any order;
        // a request made after another grant has the higher one.
        const auto byGrant = byInvoke;
        std::ranges::sort(byInvoke, {}, &Hold::invoked);
        std::size_t known = 0;
        const Hold *highest = nullptr;
        std::set<qint64> seen;
        for (const Hold *hold : byInvoke) {
            for (; known < byGrant.size() && byGrant[known]->granted < hold->invoked; ++known) {
                if (highest == nullptr || *byGrant[known]->fence > *highest->fence)
                    highest = byGrant[known];
            }
            const bool isLower = highest != nullptr && *hold->fence < *highest->fence;
            if (isLower || !seen.insert(*hold->fence).second)
                found.push_back({Violation::Rule::Fencing, lock,
                                 hold->proc + " got " + QByteArray::number(*hold->fence)
                                     + (isLower ? " after " + QByteArray::number(*highest->fence)
                                                : QByteArray(", which was given before"))});
        }
    }
    return found;
}

namespace {

// Adds up the time in which nobody held, somebody waited and nothing was wrong.
class FreeTime
{
public:
    enum class What { Held, Waiting, Fault };

    void add(What what, qint64 from, qint64 to)
    {
        if (to <= from)
            return;
        m_steps.push_back({from, what, 1});
        if (to != never)
            m_steps.push_back({to, what, -1});
    }

    qint64 longest(qint64 end)
    {
        std::ranges::sort(m_steps, {}, &Step::t);
        int counts[3] = {0, 0, 0};
        const auto is = [&](What what) { return counts[int(what)] > 0; };
        qint64 last = 0;
        qint64 waited = 0;
        qint64 result = 0;
        const auto pass = [&](qint64 until) {
            if (is(What::Held) || is(What::Fault))
                waited = 0;
            else if (is(What::Waiting))
                waited += std::min(until, end) - last;
            result = std::max(result, waited);
        };
        for (const Step &step : m_steps) {
            if (step.t > end)
                break;
            pass(step.t);
            last = step.t;
            counts[int(step.what)] += step.by;
        }
        pass(end);
        return result;
    }

private:
    struct Step {
        qint64 t;
        What what;
        int by;
    };
    std::vector<Step> m_steps;
};

} // namespace

LivenessReport checkLiveness(const Timeline &timeline, qint64 lease, qint64 limit)
{
    using What = FreeTime::What;
    std::map<QByteArray, FreeTime> locks;
    for (const Hold &hold : timeline.holds) {
        // Held for the others until the server knows better.
        const qint64 end = hold.isOpen ? std::max(hold.validUntil, hold.ends) + lease
                                       : std::max(hold.released, hold.granted + 1);
        locks[hold.lock].add(What::Held, hold.granted, end);
    }
    for (const Attempt &attempt : timeline.attempts) {
        FreeTime &lock = locks[attempt.lock];
        lock.add(What::Waiting, attempt.invoked, attempt.ended);
        if (attempt.phase == Phase::Info)
            lock.add(What::Held, attempt.invoked,
                     attempt.ended == never ? never : attempt.ended + lease);
    }
    LivenessReport report;
    for (auto &[name, lock] : locks) {
        for (const Span &fault : timeline.faults)
            lock.add(What::Fault, fault.from, fault.to);
        const qint64 longest = lock.longest(timeline.end);
        report.longestWait[name] = longest;
        if (longest > limit)
            report.violations.push_back(
                {Violation::Rule::Starvation, name, "to nobody for " + ms(longest)});
    }
    return report;
}

double fairness(const Timeline &timeline, const QByteArray &lock)
{
    std::map<QByteArray, double> grants;
    for (const Attempt &attempt : timeline.attempts) {
        if (attempt.lock == lock)
            grants[attempt.proc] += attempt.phase == Phase::Ok ? 1 : 0;
    }
    double sum = 0;
    double squares = 0;
    for (const auto &[proc, count] : grants) {
        sum += count;
        squares += count * count;
    }
    return squares == 0 ? 1 : sum * sum / (double(grants.size()) * squares);
}

} // namespace lockscope::faults
