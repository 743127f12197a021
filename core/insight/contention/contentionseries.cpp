// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/contention/contentionseries.h"

#include <algorithm>
#include <limits>

namespace lockscope::insight {

namespace {

template <typename Number>
void add(Number &sum, qint64 more)
{
    sum = static_cast<Number>(
        std::min<qint64>(std::numeric_limits<Number>::max(), qint64(sum) + more));
}

template <typename Number>
void raise(Number &most, qint64 value)
{
    most = static_cast<Number>(std::clamp<qint64>(value, most, std::numeric_limits<Number>::max()));
}

constexpr qint64 manyWaiters = 1'000'000; // more of them are not counted

} // namespace

qint64 ContentionSeries::numberOf(Instant at)
{
    return std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()) / step;
}

// At most m_steps steps are kept; a number before the oldest one yields that one.
ContentionSeries::Step &ContentionSeries::stepAt(qint64 number)
{
    if (m_kept.empty() || number - m_first >= qint64(m_kept.size() + m_steps)) {
        m_kept.assign(1, {});
        m_first = number;
    }
    while (m_first + qint64(m_kept.size()) <= number)
        m_kept.emplace_back();
    if (m_kept.size() > m_steps) {
        const auto surplus = static_cast<std::ptrdiff_t>(m_kept.size() - m_steps);
        m_kept.erase(m_kept.begin(), m_kept.begin() + surplus);
        m_first += surplus;
    }
    return m_kept[static_cast<std::size_t>(std::max<qint64>(0, number - m_first))];
}

// Puts the waiting up to now into the steps that it lasted for.
void ContentionSeries::advance(Instant now)
{
    now = std::chrono::floor<Millis>(now); // or parts of milliseconds would be lost each time
    const bool isWaiting = m_seen && (m_waiters > 0 || m_connections > 0);
    if (isWaiting && now > m_countedAt) {
        Instant at = std::max<Instant>(m_countedAt, now - step * qint64(m_steps));
        while (at < now) {
            const qint64 number = numberOf(at);
            const Instant end = std::min<Instant>(now, Instant(step * (number + 1)));
            const qint64 span = std::chrono::duration_cast<Millis>(end - at).count();
            Step &current = stepAt(number);
            add(current.waited, span * m_waiters);
            add(current.connectionTime, span * m_connections);
            raise(current.waiters, m_waiters);
            raise(current.connections, m_connections);
            at = end;
        }
    }
    m_countedAt = std::max(m_countedAt, now);
}

void ContentionSeries::addAcquisition(Instant now)
{
    add(stepAt(numberOf(now)).acquisitions, 1);
}

void ContentionSeries::addRenewal(Instant now)
{
    add(stepAt(numberOf(now)).renewals, 1);
}

void ContentionSeries::addGivenUp(Instant now)
{
    add(stepAt(numberOf(now)).gaveUp, 1);
}

void ContentionSeries::addLapsed(Instant now)
{
    add(stepAt(numberOf(now)).lapsed, 1);
}

void ContentionSeries::setWaiting(qint64 waiters, qint64 connections, Instant now)
{
    advance(now);
    m_waiters = std::clamp<qint64>(waiters, 0, manyWaiters);
    m_connections = std::clamp<qint64>(connections, 0, manyWaiters);
    if (m_seen && (m_waiters > 0 || m_connections > 0)) {
        Step &current = stepAt(numberOf(now));
        raise(current.waiters, m_waiters);
        raise(current.connections, m_connections);
    }
}

void ContentionSeries::setSeen(bool seen, Instant now)
{
    advance(now);
    m_seen = seen;
}

// Every step, or only those in which anything happened and a few besides.
template <typename Visit>
void ContentionSeries::visit(Instant from, Instant now, bool isEvery, Visit visit) const
{
    if (m_seen && (m_waiters > 0 || m_connections > 0) && m_countedAt + Millis(1) <= now) {
        ContentionSeries current = *this;
        current.advance(now);
        current.visit(from, now, isEvery, visit);
        return;
    }
    qint64 last = numberOf(now);
    qint64 first = std::max(numberOf(from), last - qint64(m_steps) + 1);
    if (!isEvery) {
        first = std::max(first, m_first);
        last = std::min(last, m_first + qint64(m_kept.size()) - 1);
    }
    for (qint64 number = first; number <= last; ++number) {
        const qint64 at = number - m_first;
        const bool isKept = at >= 0 && at < qint64(m_kept.size());
        const Step known = isKept ? m_kept[static_cast<std::size_t>(at)] : Step();
        visit(ContentionPoint{Instant(step * number), known.acquisitions, known.renewals,
                              known.waiters, known.connections, Millis(known.waited),
                              Millis(known.connectionTime), known.gaveUp, known.lapsed});
    }
}

std::vector<ContentionPoint> ContentionSeries::points(Instant from, Instant now) const
{
    std::vector<ContentionPoint> points;
    visit(from, now, true, [&](const ContentionPoint &point) { points.push_back(point); });
    return points;
}

ContentionPoint ContentionSeries::sum(Instant from, Instant now) const
{
    ContentionPoint sum;
    sum.from = from;
    visit(from, now, false, [&](const ContentionPoint &point) {
        sum.acquisitions += point.acquisitions;
        sum.renewals += point.renewals;
        sum.waiters = std::max(sum.waiters, point.waiters);
        sum.connections = std::max(sum.connections, point.connections);
        sum.waited += point.waited;
        sum.connectionTime += point.connectionTime;
        sum.gaveUp += point.gaveUp;
        sum.lapsed += point.lapsed;
    });
    return sum;
}

} // namespace lockscope::insight
