// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quorum/quorumfeed.h"

#include <algorithm>
#include <iterator>
#include <utility>

using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

// A client takes and releases its servers one after the other: on the way it has a few of them.
constexpr Millis together = 100ms;
// It looks at all locks, beside the GUI thread.
constexpr Millis betweenLooks = 3s;
// The limit for one unnamed group: if each lock has a name of its own, their number is unlimited.
constexpr std::size_t mostNames = 20'000;

// Sorted; those that are watched.
std::vector<watch::DeploymentId> serversOf(const insight::WatchedGroup &group)
{
    std::vector<watch::DeploymentId> servers;
    for (const std::optional<watch::DeploymentId> &server : group.servers) {
        if (server)
            servers.push_back(*server);
    }
    std::sort(servers.begin(), servers.end());
    return servers;
}

bool hasAll(const std::vector<watch::DeploymentId> &servers,
            const std::vector<watch::DeploymentId> &wanted)
{
    return std::includes(servers.begin(), servers.end(), wanted.begin(), wanted.end());
}

} // namespace

QuorumFeed::QuorumFeed(WatchClient &client, const Clock & /*clock*/, QObject *owner)
    : QObject(owner)
    , m_client(client)
{
    for (QTimer *timer : {&m_soon, &m_due}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &QuorumFeed::refresh);
    }
    m_due.setObjectName(QStringLiteral("quorumDue"));
    m_look.setInterval(betweenLooks);
    connect(&m_look, &QTimer::timeout, this, &QuorumFeed::propose);
    m_pool.setMaxThreadCount(1);
    connect(&client, &WatchClient::quorumGroupsChanged, this, [this] {
        m_isOutdated = true;
        refreshSoon();
    });
    connect(&client, &WatchClient::pausedChanged, this, &QuorumFeed::refreshSoon);
    client.picture().addSink(this);
}

QuorumFeed::~QuorumFeed()
{
    m_client.picture().removeSink(this);
}

void QuorumFeed::setWanted(QObject *by, bool wanted)
{
    const bool before = isWanted();
    if (wanted && !m_wanting.contains(by)) {
        m_wanting.insert(by);
        connect(by, &QObject::destroyed, this, [this](QObject *gone) { setWanted(gone, false); });
    } else if (!wanted && m_wanting.remove(by)) {
        disconnect(by, &QObject::destroyed, this, nullptr);
    }
    if (isWanted() == before)
        return;
    if (isWanted()) {
        m_look.start();
        refresh();
        propose();
    } else {
        m_soon.stop();
        m_due.stop();
        m_look.stop();
    }
}

std::vector<JudgedPointer> QuorumFeed::locksOf(int group) const
{
    std::vector<JudgedPointer> locks;
    if (group < 0 || group >= static_cast<int>(m_groups.size()))
        return locks;
    const QuorumGroupInfo &info = m_groups[static_cast<std::size_t>(group)];
    const auto end = m_locks.lower_bound({group + 1, LockName()});
    for (auto at = m_locks.lower_bound({group, LockName()}); at != end; ++at) {
        // A group that was linked by other locks says nothing of this one.
        if (!info.isProposed || info.names.contains(at->first.name))
            locks.push_back(at->second);
    }
    return locks;
}

bool QuorumFeed::isInSight(int group) const
{
    return group >= 0 && group < static_cast<int>(m_inSight.size())
        && m_inSight[static_cast<std::size_t>(group)];
}

JudgedPointer QuorumFeed::find(const insight::QuorumId &id) const
{
    const auto at = m_locks.find(id);
    return at == m_locks.end() ? nullptr : at->second;
}

JudgedPointer QuorumFeed::verdictOf(const watch::LockId &id) const
{
    if (!isWanted())
        return nullptr;
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const QuorumGroupInfo &info = m_groups[group];
        const auto &servers = info.group.servers;
        if (std::find(servers.begin(), servers.end(), std::optional(id.deployment)) == servers.end()
            || (info.isProposed && !info.names.contains(id.name)))
            continue;
        if (JudgedPointer found = find({static_cast<int>(group), id.name}))
            return found;
    }
    return nullptr;
}

std::optional<watch::LockId> QuorumFeed::placeOf(const insight::QuorumId &id) const
{
    if (id.group < 0 || id.group >= static_cast<int>(m_groups.size()))
        return std::nullopt;
    for (const auto &server : m_groups[static_cast<std::size_t>(id.group)].group.servers) {
        const watch::LockId place{server.value_or(watch::DeploymentId()), id.name};
        if (server && m_client.locks().find(place))
            return place;
    }
    return std::nullopt;
}

std::vector<watch::LockId> QuorumFeed::placesOf(const insight::QuorumId &id) const
{
    const JudgedPointer judged = find(id);
    std::vector<watch::LockId> all;
    if (judged)
        addPlaces(id, all);
    std::erase_if(all, [&](const watch::LockId &place) {
        const auto &servers = m_groups[static_cast<std::size_t>(id.group)].group.servers;
        const auto at = std::find(servers.begin(), servers.end(), std::optional(place.deployment));
        const insight::Stance stance =
            judged->record.finding.seats[static_cast<std::size_t>(at - servers.begin())].stance;
        const watch::LockPointer lock = m_client.locks().find(place);
        return !lock || lock->holds.empty() || stance == insight::Stance::Foreign
            || stance == insight::Stance::Dependent;
    });
    return all;
}

std::vector<watch::LockId> QuorumFeed::judgedLocks() const
{
    std::vector<watch::LockId> places;
    for (const auto &[id, judged] : m_locks)
        addPlaces(id, places);
    return places;
}

// On every server of the group that is watched.
void QuorumFeed::addPlaces(const insight::QuorumId &id, std::vector<watch::LockId> &places) const
{
    for (const auto &server : m_groups[static_cast<std::size_t>(id.group)].group.servers) {
        if (server)
            places.push_back({*server, id.name});
    }
}

void QuorumFeed::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    m_hasNews = true;
    m_book.note(id, lock);
    refreshSoon();
}

void QuorumFeed::note(const watch::ServerRecord &server)
{
    const auto known = m_labels.find(server.deployment);
    if (known == m_labels.end() || known->second != server.label)
        m_isOutdated = true;
    m_book.note(server);
    refreshSoon();
}

void QuorumFeed::note(const std::vector<watch::Event> & /*events*/) {}

void QuorumFeed::noteNames(const picture::AliasBook & /*aliases*/)
{
    m_isNamedAnew = true;
    refreshSoon();
}

// A new connection to the deployment gets another id. The next look finds the remaining servers of
// an unnamed group to be a group again.
void QuorumFeed::noteRemoved(watch::DeploymentId deployment)
{
    std::erase_if(m_proposed, [&](const QuorumGroupInfo &known) {
        return hasAll(serversOf(known.group), {deployment});
    });
    m_hasNews = true;
    m_isOutdated = true;
    refreshSoon();
}

void QuorumFeed::noteStart()
{
    m_proposed.clear();
    m_isOutdated = true;
}

void QuorumFeed::refreshSoon()
{
    if (isWanted() && !m_soon.isActive())
        m_soon.start(together);
}

void QuorumFeed::refresh()
{
    if (!isWanted())
        return;
    m_soon.stop();
    const bool isAnew = std::exchange(m_isOutdated, false) && regroup();
    bool isNews = isAnew;
    std::vector<watch::LockId> places;
    for (const insight::QuorumBook::Change &change : m_book.take(m_client.shownClock().now())) {
        if (change.record)
            m_locks[change.id] = std::make_shared<const JudgedLock>(
                JudgedLock{*change.record, aliasOf(*change.record)});
        else
            m_locks.erase(change.id);
        if (!isAnew)
            addPlaces(change.id, places);
        isNews = true;
    }
    if (m_isNamedAnew)
        isNews |= nameAnew();
    isNews |= lookAtServers();
    wait();
    if (isAnew)
        Q_EMIT judgedAnew();
    else if (!places.empty())
        Q_EMIT judged(places);
    if (isNews)
        Q_EMIT changed();
}

// Whether another group can be judged now. It is in sight if a name that nobody has is free there.
bool QuorumFeed::lookAtServers()
{
    std::vector<bool> inSight;
    for (const QuorumGroupInfo &info : m_groups) {
        std::vector<const watch::ServerRecord *> servers;
        std::vector<insight::QuorumReading> readings;
        for (const auto &server : info.group.servers) {
            servers.push_back(server ? m_client.servers().find(*server) : nullptr);
            readings.push_back(insight::readingOf(servers.back(), LockName(), nullptr));
        }
        insight::leaveOutDependent(readings, servers);
        inSight.push_back(insight::judge(readings, m_client.shownClock().now()).verdict
                          == insight::QuorumVerdict::Free);
    }
    return std::exchange(m_inSight, inSight) != inSight;
}

// The verdicts stay as they are. The client names many locks over several turns, each of which
// comes as a change.
bool QuorumFeed::nameAnew()
{
    bool isNews = false;
    for (auto &[id, judged] : m_locks) {
        Alias alias = aliasOf(judged->record);
        if (alias == judged->alias)
            continue;
        judged = std::make_shared<const JudgedLock>(JudgedLock{judged->record, std::move(alias)});
        isNews = true;
    }
    m_isNamedAnew = m_client.picture().isRenaming();
    return isNews;
}

// Whether the groups are others. Most servers that come and go are in none of them, and the book
// has heard of all the rest meanwhile.
bool QuorumFeed::regroup()
{
    m_labels.clear();
    for (const ServerRow &row : m_client.servers().rows())
        m_labels.emplace(row.server.deployment, row.server.label);
    std::vector<QuorumGroupInfo> groups;
    for (insight::WatchedGroup &named : insight::matchGroups(m_client.quorumGroups(), m_labels))
        groups.push_back({std::move(named), false, false, {}});
    const std::size_t namedCount = groups.size();
    for (const QuorumGroupInfo &proposed : m_proposed) {
        const auto isPartOf = [&](const QuorumGroupInfo &named) {
            return hasAll(serversOf(named.group), serversOf(proposed.group));
        };
        const auto end = groups.begin() + static_cast<std::ptrdiff_t>(namedCount);
        if (std::none_of(groups.begin(), end, isPartOf))
            groups.push_back(proposed);
    }
    if (groups == m_groups)
        return false;
    m_groups = std::move(groups);
    rebuild();
    Q_EMIT groupsChanged();
    return true;
}

// From all that the models have.
void QuorumFeed::rebuild()
{
    std::vector<insight::WatchedGroup> watched;
    for (const QuorumGroupInfo &info : m_groups)
        watched.push_back(info.group);
    if (watched == m_book.groups()) // other names speak for one of them
        return;
    m_locks.clear();
    m_book = insight::QuorumBook(std::move(watched));
    if (m_groups.empty())
        return;
    for (const ServerRow &row : m_client.servers().rows())
        m_book.note(row.server);
    m_client.locks().forEachLock(
        [this](const watch::LockPointer &lock) { m_book.note(lock->id, lock); });
}

void QuorumFeed::wait()
{
    constexpr Millis longest = 1h; // a timer's interval is limited
    const auto next = m_book.nextAt();
    if (!next || m_client.isPaused()) { // the time that is shown stands still
        m_due.stop();
        return;
    }
    const auto left = std::chrono::ceil<Millis>(*next - m_client.shownClock().now());
    m_due.start(std::clamp(left, Millis(1), longest));
}

// The name is the operator's name for the owner on one of the servers.
Alias QuorumFeed::aliasOf(const insight::QuorumRecord &record) const
{
    if (!record.finding.owner)
        return {};
    Alias surest;
    const auto &servers = m_groups[static_cast<std::size_t>(record.id.group)].group.servers;
    for (const auto &server : servers) {
        const auto lock =
            server ? m_client.locks().find({*server, record.id.name}) : watch::LockPointer();
        if (!lock)
            continue;
        for (const watch::HoldRecord &hold : lock->holds) {
            if (hold.owner == *record.finding.owner && hold.alias->isSurerThan(surest))
                surest = hold.alias;
        }
    }
    return surest;
}

void QuorumFeed::propose()
{
    if (!isWanted() || m_isProposing || !m_hasNews || m_client.servers().rowCount() < 2)
        return;
    m_hasNews = false;
    m_isProposing = true;
    std::vector<watch::LockPointer> locks;
    locks.reserve(m_client.locks().lockCount());
    m_client.locks().forEachLock([&](const watch::LockPointer &lock) {
        if (!lock->holds.empty())
            locks.push_back(lock);
    });
    std::map<watch::ServerId, watch::ServerRecord> servers;
    for (const ServerRow &row : m_client.servers().rows())
        servers.emplace(row.server.server, row.server);
    m_pool.start([this, locks = std::move(locks), servers = std::move(servers),
                  now = m_client.shownClock().now()] {
        auto found = insight::proposeGroups(locks, servers, now);
        QMetaObject::invokeMethod(
            this,
            [this, found = std::move(found)] {
                m_isProposing = false;
                take(found);
            },
            Qt::QueuedConnection);
    });
}

// A group once seen stays a group for the rest of this run: between two acquisitions nothing
// indicates it.
void QuorumFeed::take(const std::vector<insight::ProposedGroup> &proposals)
{
    bool isOtherGroup = false;
    bool isOtherName = false;
    for (const insight::ProposedGroup &proposal : proposals) {
        const bool isKnown = std::all_of(
            proposal.servers.begin(), proposal.servers.end(), [&](watch::DeploymentId deployment) {
                return m_labels.contains(deployment) && m_client.servers().find(deployment);
            });
        if (!isKnown) // it came after the last rebuild, or has gone: another look will find it
            continue;
        auto at = std::find_if(m_proposed.begin(), m_proposed.end(), [&](const auto &known) {
            const auto servers = serversOf(known.group);
            return hasAll(servers, proposal.servers) || hasAll(proposal.servers, servers);
        });
        if (at == m_proposed.end()) {
            m_proposed.push_back({{}, true, proposal.inferred, {}});
            at = std::prev(m_proposed.end());
        }
        if (!hasAll(serversOf(at->group), proposal.servers)) {
            at->group = {};
            for (const watch::DeploymentId deployment : proposal.servers) {
                at->group.members.labels.push_back(m_labels.at(deployment));
                at->group.servers.emplace_back(deployment);
            }
            isOtherGroup = true;
        }
        if (at->isInferred && !proposal.inferred) {
            at->isInferred = false;
            isOtherGroup = true;
        }
        const std::size_t before = at->names.size();
        at->names.insert(proposal.names.begin(), proposal.names.end());
        isOtherName |= at->names.size() != before;
        if (at->names.size() > mostNames)
            at->names = {proposal.names.begin(), proposal.names.end()};
    }
    if (isOtherGroup) { // seldom
        m_isOutdated = true;
        refresh();
    } else if (isOtherName) {
        takeNames();
    }
}

// The same groups have more locks, which are judged already, but were not told of; or some fewer,
// where there were too many.
void QuorumFeed::takeNames()
{
    std::vector<watch::LockId> places;
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        QuorumGroupInfo &info = m_groups[group];
        const auto known = std::ranges::find(m_proposed, info.group, &QuorumGroupInfo::group);
        if (!info.isProposed || known == m_proposed.end())
            continue;
        std::vector<LockName> others;
        std::ranges::set_symmetric_difference(info.names, known->names, std::back_inserter(others));
        for (const LockName &name : others)
            addPlaces({static_cast<int>(group), name}, places);
        info.names = known->names;
    }
    if (!isWanted() || places.empty())
        return;
    Q_EMIT judged(places);
    Q_EMIT changed();
}

} // namespace lockscope::ui
