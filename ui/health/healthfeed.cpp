// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/health/healthfeed.h"

#include "core/base/bothclocks.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr Millis longestWait = std::chrono::hours(1); // the limit of a timer

} // namespace

HealthFeed::HealthFeed(WatchClient &client, const Clock & /*clock*/, QObject *owner)
    : QObject(owner)
    , m_client(client)
    , m_book(health::HealthBook::Options{.usual = [this](const watch::LockId &id, Instant at) {
        return m_usual ? m_usual(id, at) : health::Usual();
    }})
{
    for (QTimer *timer : {&m_soon, &m_due}) {
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
        connect(timer, &QTimer::timeout, this, &HealthFeed::take);
    }
    m_due.setObjectName(QStringLiteral("healthDue"));
    m_unmute.setSingleShot(true);
    connect(&m_unmute, &QTimer::timeout, this, &HealthFeed::waitForMutes);
    connect(&client, &WatchClient::quorumGroupsChanged, this, [this] {
        m_isOutdated = true;
        takeSoon();
    });
    connect(&client, &WatchClient::pausedChanged, this, &HealthFeed::takeSoon);
    client.picture().addSink(this);
    for (const ServerRow &row : client.servers().rows())
        note(row.server);
    client.locks().forEachLock([this](const watch::LockPointer &lock) { note(lock->id, lock); });
}

HealthFeed::~HealthFeed()
{
    m_client.picture().removeSink(this);
}

void HealthFeed::setThresholds(watch::DeploymentId deployment, const health::Thresholds &thresholds)
{
    m_book.setThresholds(deployment, thresholds);
}

health::Moment HealthFeed::now() const
{
    const auto [now, wall] = readBoth(m_client.shownClock());
    return {now, wall};
}

void HealthFeed::acknowledge(const QByteArrayList &ids)
{
    bool isAny = false;
    for (const QByteArray &id : ids)
        isAny = m_incidents.acknowledge(id, wallNow()) || isAny;
    if (isAny)
        Q_EMIT incidentsChanged();
}

void HealthFeed::mute(const std::vector<health::Mute> &mutes)
{
    m_incidents.mute(mutes, wallNow());
    waitForMutes();
    Q_EMIT incidentsChanged();
}

void HealthFeed::unmute(const health::Mute &mute)
{
    if (!m_incidents.unmute(mute, wallNow()))
        return;
    waitForMutes();
    Q_EMIT incidentsChanged();
}

// Those that have run out by now, too.
void HealthFeed::waitForMutes()
{
    if (m_incidents.dropMutes(wallNow()))
        Q_EMIT incidentsChanged();
    const auto next = m_incidents.nextUnmute();
    if (!next) {
        m_unmute.stop();
        return;
    }
    m_unmute.start(std::clamp(*next - wallNow(), Millis(1), longestWait));
}

void HealthFeed::useRecorded()
{
    m_recorded.emplace();
}

void HealthFeed::noteRecorded(const health::ProblemChange &change, WallInstant at)
{
    m_recorded->note(change);
    keep(change, at, m_toldByRecord);
    takeSoon();
}

// A problem of several locks may have been one of others before.
void HealthFeed::keep(const health::ProblemChange &change, WallInstant at,
                      std::set<watch::LockId> &locks)
{
    if (const health::Incident *known = m_incidents.find(change.problem.id))
        locks.insert(known->problem.locks.begin(), known->problem.locks.end());
    locks.insert(change.problem.locks.begin(), change.problem.locks.end());
    m_incidents.note(change, at);
    m_expired.note(change);
}

std::optional<health::Severity> HealthFeed::worstOf(const watch::LockId &id) const
{
    return m_recorded ? m_recorded->worstOf(id) : m_book.worstOf(id);
}

std::vector<health::Problem> HealthFeed::problemsOf(const watch::LockId &id) const
{
    return m_recorded ? m_recorded->problemsOf(id) : m_book.problemsOf(id);
}

bool HealthFeed::isInSight(watch::DeploymentId deployment) const
{
    return m_book.isInSight(deployment);
}

std::vector<watch::LockId> HealthFeed::locksWithProblems() const
{
    std::set<watch::LockId> found;
    for (const health::Problem &problem : m_recorded ? m_recorded->problems() : m_book.problems())
        found.insert(problem.locks.begin(), problem.locks.end());
    return {found.begin(), found.end()};
}

void HealthFeed::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    if (m_recorded)
        return;
    m_quorums.note(id, lock);
    m_book.note(id, lock, now());
    takeSoon();
}

void HealthFeed::note(const watch::ServerRecord &server)
{
    const auto known = m_labels.find(server.deployment);
    if (known == m_labels.end() || known->second != server.label)
        m_isOutdated = true;
    const bool wasInSight = m_book.isInSight(server.deployment);
    m_quorums.note(server);
    m_book.note(server, now());
    if (m_book.isInSight(server.deployment) != wasInSight)
        m_isSightDirty = true;
    takeSoon();
}

void HealthFeed::note(const std::vector<watch::Event> &events)
{
    for (const watch::Event &event : events)
        m_expired.note(event);
    if (m_recorded)
        return;
    const health::Moment at = now();
    for (const watch::Event &event : events)
        m_book.note(event, at);
    takeSoon();
}

void HealthFeed::noteRemoved(watch::DeploymentId deployment)
{
    m_book.removeDeployment(deployment, now());
    m_labels.erase(deployment);
    m_isOutdated = true;
    takeSoon();
}

void HealthFeed::noteStart()
{
    if (m_recorded) {
        // They may have no problem at the other time.
        for (const watch::LockId &lock : locksWithProblems())
            m_toldByRecord.insert(lock);
        m_recorded.emplace();
    }
    m_incidents.clear();
    m_expired.clear();
    m_labels.clear();
    m_isOutdated = true;
    takeSoon();
}

void HealthFeed::takeSoon()
{
    if (!m_soon.isActive())
        m_soon.start(together);
}

// The book has the servers for isInSight() alone.
void HealthFeed::takeRecorded()
{
    const std::set<watch::LockId> locks = std::exchange(m_toldByRecord, {});
    if (!locks.empty())
        Q_EMIT judged({locks.begin(), locks.end()});
    Q_EMIT incidentsChanged();
    if (std::exchange(m_isSightDirty, false))
        Q_EMIT sightChanged();
}

void HealthFeed::take()
{
    m_soon.stop();
    if (m_recorded) {
        takeRecorded();
        return;
    }
    if (m_client.isPaused()) { // the time that is shown stands still
        m_due.stop();
        return;
    }
    if (std::exchange(m_isOutdated, false))
        regroup();
    const health::Moment at = now();
    for (const insight::QuorumBook::Change &verdict : m_quorums.take(at.at))
        m_book.note(verdict, at);
    const std::vector<health::ProblemChange> changes = m_book.take(at);
    std::set<watch::LockId> locks;
    for (const health::ProblemChange &change : changes)
        keep(change, at.wall, locks);
    wait();
    if (!locks.empty())
        Q_EMIT judged({locks.begin(), locks.end()});
    for (const health::ProblemChange &change : changes)
        Q_EMIT problemChanged(change);
    if (!changes.empty())
        Q_EMIT incidentsChanged();
    if (std::exchange(m_isSightDirty, false))
        Q_EMIT sightChanged();
}

void HealthFeed::wait()
{
    auto next = m_book.nextAt();
    soonest(next, m_quorums.nextAt());
    if (!next) {
        m_due.stop();
        return;
    }
    const auto left = std::chrono::ceil<Millis>(*next - m_client.shownClock().now());
    m_due.start(std::clamp(left, Millis(1), longestWait));
}

// The problems of quorums in groups that are others now close: nothing judges them any more.
void HealthFeed::regroup()
{
    m_labels.clear();
    for (const ServerRow &row : m_client.servers().rows())
        m_labels.emplace(row.server.deployment, row.server.label);
    std::vector<insight::WatchedGroup> groups =
        insight::matchGroups(m_client.quorumGroups(), m_labels);
    if (groups == m_quorums.groups())
        return;
    m_book.setGroups(groups, now());
    m_quorums = insight::QuorumBook(std::move(groups));
    if (m_quorums.groups().empty())
        return;
    for (const ServerRow &row : m_client.servers().rows())
        m_quorums.note(row.server);
    m_client.locks().forEachLock(
        [this](const watch::LockPointer &lock) { m_quorums.note(lock->id, lock); });
}

} // namespace lockscope::ui
