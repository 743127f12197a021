// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/topfeed.h"

#include "ui/wording/wording.h"

#include <utility>

namespace lockscope::lockctl {

namespace {

constexpr std::size_t mostBlockers = 5;

} // namespace

TopFeed::TopFeed(const Session &session, const HealthFeed &health, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_health(health)
{
    connect(&session, &Session::lockChanged, this, &TopFeed::noteLock);
    connect(&session, &Session::happened, this, &TopFeed::noteEvent);
    connect(&session, &Session::changed, this, [this] {
        noteServers();
        Q_EMIT changed();
    });
    connect(&health, &HealthFeed::changed, this, &TopFeed::changed);
}

void TopFeed::noteLock(const watch::LockId &id, const watch::LockPointer &lock)
{
    const Instant now = SystemClock().now();
    // The session still has what was before.
    const auto before = m_session.locks().find(id);
    m_counts.change(before == m_session.locks().end() ? nullptr : before->second, lock);
    m_meter.note(id, lock, now);
    if (lock && wording::waiting(*lock).value_or(0) > 0)
        m_waitedFor.insert_or_assign(id, lock);
    else
        m_waitedFor.erase(id);
    if (lock)
        m_seenAt[lock->serverId] = now;
}

void TopFeed::noteEvent(const watch::Event &event)
{
    // A lock that was there already is no change, nor is a word of the watch itself.
    if (event.name && event.type != watch::EventType::Appeared
        && event.type != watch::EventType::Gap)
        m_rate.note(SystemClock().now());
}

// A record differs at least by its latency each time that its server was asked.
void TopFeed::noteServers()
{
    const Instant now = SystemClock().now();
    for (const auto &[id, server] : m_session.servers()) {
        const auto told = m_told.find(id);
        if (told != m_told.end() && told->second == server)
            continue;
        m_told.insert_or_assign(id, server);
        if (server.state == watch::ServerState::Up)
            m_seenAt[id] = now;
    }
    std::erase_if(m_told,
                  [&](const auto &told) { return !m_session.servers().contains(told.first); });
}

std::vector<LockEntry> TopFeed::allLocks() const
{
    std::vector<LockEntry> all;
    all.reserve(m_session.locks().size());
    const bool anyProblem = !m_facts.problems.empty();
    for (const auto &[id, lock] : m_session.locks())
        all.push_back({lock, anyProblem ? m_health.book().worstOf(id) : std::nullopt,
                       static_cast<quint32>(all.size())});
    return all;
}

bool TopFeed::matches(const LockEntry &entry, const TopView &view) const
{
    if (view.isProblemsOnly() && !entry.severity)
        return false;
    if (view.filter().isEmpty())
        return true;
    const watch::LockId &id = entry.lock->id;
    insight::FilterSight sight(m_facts.now, m_facts.wallNow,
                               m_facts.unseenSince(*entry.lock).has_value());
    sight.place = &m_session.placeOf(id.deployment);
    std::optional<insight::LockProblems> problems;
    if (view.filter().dependsOnProblems())
        problems = m_health.wordsOf(id);
    sight.problems = problems ? &*problems : nullptr;
    return view.filter().matches(*entry.lock, sight);
}

void TopFeed::gatherBlockers(Instant now)
{
    std::vector<watch::LockPointer> locks;
    locks.reserve(m_waitedFor.size());
    for (const auto &[id, lock] : m_waitedFor)
        locks.push_back(lock);
    m_facts.blockers = blockersOf(
        insight::waitGraph(locks, {}, m_meter, now, insight::lostAtOf(m_session.servers())),
        mostBlockers);
}

void TopFeed::gather(const TopView &view, Instant now, WallInstant wallNow)
{
    std::vector<LockEntry> locks;
    if (isPaused()) {
        locks = m_frozen;
    } else {
        setTime(now, wallNow);
        m_facts.servers.clear();
        for (const auto &[id, server] : m_session.servers())
            m_facts.servers.push_back(server);
        m_facts.problems = m_health.book().problems();
        m_facts.counts = m_counts;
        gatherBlockers(now);
        locks = allLocks();
    }
    std::erase_if(locks, [&](const LockEntry &entry) { return !matches(entry, view); });
    m_table.set(std::move(locks));
}

void TopFeed::arrange(TopView &view, std::size_t page)
{
    m_table.arrange(view, page);
    m_facts.matching = m_table.size();
    m_facts.first = m_table.first();
    m_facts.rows = m_table.shown();
    if (isPaused())
        return;
    // With many locks the table was gathered some time ago: the rows that are shown are of now.
    for (LockEntry &entry : m_facts.rows) {
        const auto known = m_session.locks().find(entry.lock->id);
        if (known != m_session.locks().end())
            entry.lock = known->second;
        entry.severity = m_health.book().worstOf(entry.lock->id);
    }
}

void TopFeed::setTime(Instant now, WallInstant wallNow)
{
    if (isPaused())
        return;
    m_facts.now = now;
    m_facts.wallNow = wallNow;
    m_facts.seenAt = m_seenAt;
    m_facts.changesPerSecond = m_rate.perSecond(now);
}

void TopFeed::pause(const TopView &view, Instant now, WallInstant wallNow)
{
    gather(view, now, wallNow);
    m_frozen = allLocks();
    m_facts.pausedAt = wallNow;
}

void TopFeed::goOn()
{
    m_facts.pausedAt.reset();
    m_frozen.clear();
    m_frozen.shrink_to_fit();
}

} // namespace lockscope::lockctl
