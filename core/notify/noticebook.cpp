// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/notify/noticebook.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace lockscope::notify {

using What = Notice::What;
using Change = health::ProblemChange::What;

namespace {

// Of one message, by sums of parts of it.
constexpr double one = 1 - 1e-6;

} // namespace

NoticeBook::NoticeBook(bool warnings, bool ends, const Limits &limits)
    : m_warnings(warnings)
    , m_ends(ends)
    , m_limits(limits)
    , m_allowed(limits.atOnce)
{}

bool NoticeBook::isToBeTold(health::Severity severity) const
{
    return m_warnings || severity == health::Severity::Critical;
}

std::vector<Notice>::iterator NoticeBook::find(const QByteArray &id)
{
    return std::ranges::find_if(m_waiting,
                                [&](const Notice &notice) { return notice.problem.id == id; });
}

bool NoticeBook::isOnItsWay(const QByteArray &id) const
{
    return m_sent && std::ranges::any_of(m_sent->notices, [&](const Notice &notice) {
               return notice.problem.id == id;
           });
}

void NoticeBook::note(const health::ProblemChange &change)
{
    const health::Problem &problem = change.problem;
    if (isOnItsWay(problem.id)) {
        // Only its newest state counts.
        std::erase_if(m_meanwhile, [&](const auto &one) { return one.problem.id == problem.id; });
        m_meanwhile.push_back(change);
        return;
    }
    if (change.what == Change::Closed) {
        end(problem);
        return;
    }
    const auto known = m_known.find(problem.id);
    const auto waiting = find(problem.id);
    if (waiting != m_waiting.end()) {
        const bool isNews = waiting->what == What::Worsened
            ? known != m_known.end() && problem.severity > known->second.severity
            : isToBeTold(problem.severity) || waiting->attempts > 0;
        if (isNews)
            waiting->problem = problem;
        else
            m_waiting.erase(waiting);
    } else if (known == m_known.end()) {
        if (isToBeTold(problem.severity))
            put(What::Opened, problem);
    } else if (known->second.isTold && problem.severity > known->second.severity) {
        put(What::Worsened, problem);
    }
}

void NoticeBook::put(What what, const health::Problem &problem)
{
    if (m_waiting.size() < m_limits.waiting) {
        m_waiting.push_back({what, problem, 0});
        return;
    }
    ++m_uncounted;
    if (what == What::Opened)
        m_known.insert_or_assign(problem.id, Known{problem.severity, false});
    else if (what == What::Worsened)
        m_known.insert_or_assign(problem.id, Known{problem.severity, true});
}

void NoticeBook::end(const health::Problem &problem)
{
    const auto waiting = find(problem.id);
    bool isTold = false;
    if (const auto known = m_known.find(problem.id); known != m_known.end()) {
        isTold = known->second.isTold;
        m_known.erase(known);
    }
    if (waiting == m_waiting.end()) {
        if (isTold && m_ends)
            put(What::Closed, problem);
        return;
    }
    // It may have been heard of, although an attempt failed.
    if (m_ends && (isTold || waiting->attempts > 0)) {
        waiting->what = What::Closed;
        waiting->problem = problem;
    } else {
        m_waiting.erase(waiting);
    }
}

void NoticeBook::refill(Instant now)
{
    if (m_counted && now > *m_counted) {
        const std::chrono::duration<double, std::ratio<60>> minutes = now - *m_counted;
        m_allowed =
            std::min<double>(m_limits.atOnce, m_allowed + minutes.count() * m_limits.aMinute);
    }
    m_counted = now;
}

Batch NoticeBook::sent(std::size_t count)
{
    Batch batch;
    // None are left where all that were not only counted have ended.
    const auto last =
        m_waiting.begin() + static_cast<std::ptrdiff_t>(std::min(count, m_waiting.size()));
    std::move(m_waiting.begin(), last, std::back_inserter(batch.notices));
    m_waiting.erase(m_waiting.begin(), last);
    for (Notice &notice : batch.notices)
        ++notice.attempts;
    if (m_waiting.empty())
        batch.uncounted = std::exchange(m_uncounted, 0);
    m_sent = batch;
    return batch;
}

std::optional<Batch> NoticeBook::take(Instant now)
{
    if (m_sent || waiting() == 0 || (m_retryAt && now < *m_retryAt))
        return {};
    refill(now);
    if (m_allowed < one)
        return {};
    const bool isEnough = m_allowed >= static_cast<double>(waiting()) * one;
    m_allowed -= 1;
    return sent(isEnough ? 1 : m_waiting.size());
}

std::optional<Batch> NoticeBook::takeLast()
{
    if (m_sent || waiting() == 0)
        return {};
    return sent(m_waiting.size());
}

void NoticeBook::delivered()
{
    const Batch batch = *std::exchange(m_sent, std::nullopt);
    for (const Notice &notice : batch.notices) {
        if (notice.what != What::Closed)
            m_known.insert_or_assign(notice.problem.id, Known{notice.problem.severity, true});
    }
    m_failures = 0;
    m_retryAt.reset();
    replay();
}

std::size_t NoticeBook::failed(Instant now, bool again, Millis pause)
{
    Batch batch = *std::exchange(m_sent, std::nullopt);
    Millis next = m_limits.firstPause;
    for (int i = 0; i < m_failures && next < m_limits.longestPause; ++i)
        next *= 2;
    ++m_failures;
    m_retryAt = now + std::min(std::max(next, pause), m_limits.longestPause);
    std::size_t lost = 0;
    std::vector<Notice> kept;
    for (Notice &notice : batch.notices) {
        if (again && notice.attempts < m_limits.attempts) {
            kept.push_back(std::move(notice));
            continue;
        }
        ++lost;
        if (notice.what != What::Closed)
            m_known.insert_or_assign(notice.problem.id,
                                     Known{notice.problem.severity, notice.what == What::Worsened});
    }
    if (kept.empty())
        lost += batch.uncounted;
    else
        m_uncounted += batch.uncounted;
    m_waiting.insert(m_waiting.begin(), std::make_move_iterator(kept.begin()),
                     std::make_move_iterator(kept.end()));
    replay();
    return lost;
}

void NoticeBook::replay()
{
    for (const health::ProblemChange &change : std::exchange(m_meanwhile, {}))
        note(change);
}

std::optional<Instant> NoticeBook::nextAt(Instant now) const
{
    if (m_sent || waiting() == 0)
        return {};
    Instant at = m_counted.value_or(now);
    if (m_allowed < one && m_limits.aMinute > 0) {
        const std::chrono::duration<double, std::ratio<60>> missing((1 - m_allowed)
                                                                    / m_limits.aMinute);
        at += std::chrono::ceil<Millis>(missing);
    }
    return m_retryAt ? std::max(at, *m_retryAt) : at;
}

} // namespace lockscope::notify
