// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/healthfeed.h"

#include "core/base/bothclocks.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

HealthFeed::HealthFeed(const Session &session, const TargetChoice &where, Look look,
                       QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_where(where)
    , m_look(look)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &HealthFeed::take);
    connect(&session, &Session::lockChanged, this,
            [this](const watch::LockId &id, const watch::LockPointer &lock) {
                start();
                const health::Moment at = now();
                m_contention.note(id, lock.get(), at.at);
                m_quorums->note(id, lock);
                m_book->note(id, lock, at);
            });
    connect(&session, &Session::happened, this, [this](const watch::Event &event) {
        start();
        const health::Moment at = now();
        m_contention.note(event, at.at);
        m_book->note(event, at);
    });
    connect(&session, &Session::changed, this, [this] {
        noteServers();
        take();
    });
}

health::Moment HealthFeed::now()
{
    const auto [now, wall] = readBoth(SystemClock());
    return {now, wall};
}

void HealthFeed::start()
{
    if (m_book)
        return;
    health::HealthBook::Options options;
    if (m_look == Look::Once)
        options.thresholds.opening = options.thresholds.closing = Millis(0);
    for (std::size_t target = 0; target < m_where.targets.size(); ++target) {
        const auto &own = m_where.targets[target].thresholds;
        if (own && m_look == Look::Follow)
            options.own.emplace(m_session.deployment(target), *own);
    }
    options.groups = insight::matchGroups(m_where.groups, m_session.labels());
    for (insight::WatchedGroup &group : options.groups) {
        for (auto &member : group.servers) {
            if (member)
                member = m_session.listedAs(*member);
        }
    }
    options.usual = health::usualFrom(m_contention);
    m_quorums.emplace(options.groups);
    m_book.emplace(std::move(options));
}

void HealthFeed::noteServers()
{
    start();
    const health::Moment at = now();
    for (const auto &[id, server] : m_session.servers()) {
        const auto told = m_told.find(id);
        if (told != m_told.end() && told->second == server)
            continue;
        m_told.insert_or_assign(id, server);
        m_quorums->note(server);
        m_book->note(server, at);
    }
    // Reached twice, and another one stands for it; or a shard that has left its cluster.
    std::erase_if(m_told, [&](const auto &told) {
        const bool isGone = !m_session.servers().contains(told.first);
        if (isGone && m_session.serverOf(told.second.deployment)) {
            watch::ServerRecord last = told.second;
            last.hasLeft = true;
            m_book->note(last, at);
        } else if (isGone) {
            m_book->removeDeployment(told.second.deployment, at);
        }
        return isGone;
    });
}

void HealthFeed::take()
{
    start();
    const health::Moment at = now();
    for (const insight::QuorumBook::Change &verdict : m_quorums->take(at.at))
        m_book->note(verdict, at);
    for (const health::ProblemChange &change : m_book->take(at))
        Q_EMIT changed(change);
    auto next = m_book->nextAt();
    soonest(next, m_quorums->nextAt());
    if (!next) {
        m_timer.stop();
        return;
    }
    const auto pause = std::chrono::ceil<Millis>(*next - at.at);
    m_timer.start(std::clamp(pause, Millis(0), Millis(std::chrono::hours(1))));
}

std::optional<std::vector<health::Problem>> HealthFeed::problemsOf(const watch::LockId &id) const
{
    if (!m_book || !m_book->isInSight(id.deployment))
        return std::nullopt;
    return m_book->problemsOf(id);
}

std::optional<insight::LockProblems> HealthFeed::wordsOf(const watch::LockId &id) const
{
    const auto problems = problemsOf(id);
    if (!problems)
        return std::nullopt;
    insight::LockProblems words;
    for (const health::Problem &problem : *problems) {
        words.rules += QString::fromLatin1(problem.rule->name);
        words.isCritical = words.isCritical || problem.severity == health::Severity::Critical;
    }
    return words;
}

} // namespace lockscope::lockctl
