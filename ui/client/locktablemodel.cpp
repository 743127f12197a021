// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locktablemodel.h"

#include "core/base/memory.h"
#include "ui/client/lockcells.h"
#include "ui/client/servermodel.h"

#include <algorithm>
#include <bit>

using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr auto pauseBetweenOrders = 200ms;

// Delegates ask for fonts, brushes, icons and the like in every cell that they paint.
bool isLockRole(int role)
{
    return role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole
        || role == Qt::TextAlignmentRole || role >= Qt::UserRole;
}

} // namespace

LockTableModel::LockTableModel(const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
{
    m_pool.setMaxThreadCount(1);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseBetweenOrders);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_wanted)
            reorder();
        else
            settle();
    });
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, [this] { reorder(); });
}

LockTableModel::~LockTableModel() = default;

void LockTableModel::merge(LockChanges changes)
{
    if (changes.empty())
        return;
    Dirty dirty;
    std::vector<quint32> added;
    bool outOfOrder = false;
    // In groups each change may be one of what a head says, and nothing has a place at the end.
    const bool isGrouped = m_grouping != LockGrouping::None;
    for (auto &[id, lock] : changes) {
        const quint32 known = slotOf(id);
        if (!lock) {
            if (known != HashIndex::none)
                forget(known);
            continue;
        }
        if (known != HashIndex::none) {
            outOfOrder |= update(known, std::move(lock), dirty);
        } else {
            const bool shown = passes(*lock);
            const quint32 slot = newSlot(std::move(lock));
            if (shown && !isGrouped)
                added.push_back(slot);
        }
    }
    announce(dirty);
    outOfOrder |= isGrouped;
    if (m_index.size() < synchronousLimit) {
        if (outOfOrder || !added.empty() || !m_gone.empty())
            reorder();
    } else {
        // To move a hundred thousand rows for a few takes longer than a frame may: in a long table
        // what comes and goes does so with the next order, a third of a second later at most.
        if (m_rows.size() < synchronousLimit)
            placeAndDrop(added);
        if (outOfOrder || !added.empty() || !m_gone.empty())
            reorder();
    }
    tellReplica();
    Q_EMIT merged();
}

// Whether the lock may have to be at another place now, or shown, or not any more.
bool LockTableModel::update(quint32 slot, LockPointer lock, Dirty &dirty)
{
    LockPointer &known = m_locks[slot];
    if (*known == *lock)
        return false;
    const bool shown = m_rowOf[slot] >= 0;
    if (const quint32 mask = changedColumns(*known, *lock); mask != 0 && shown)
        dirty.emplace_back(slot, mask);
    const bool moves = sortsDifferently(*known, *lock, m_column) || passes(*lock) != shown;
    known = std::move(lock);
    touch(slot);
    return moves;
}

// One dataChanged for each run of neighbours that changed in the same columns.
void LockTableModel::announce(const Dirty &dirty)
{
    std::vector<std::pair<int, quint32>> rows;
    rows.reserve(dirty.size());
    for (const auto &[slot, mask] : dirty)
        rows.emplace_back(m_rowOf[slot], mask);
    std::sort(rows.begin(), rows.end());
    static const QList<int> roles{Qt::DisplayRole, Qt::ToolTipRole, RawRole,
                                  BadgeRole,       AlarmRole,       QuietRole};
    for (std::size_t first = 0; first < rows.size();) {
        std::size_t last = first;
        while (last + 1 < rows.size() && rows[last + 1].first == rows[last].first + 1
               && rows[last + 1].second == rows[first].second)
            ++last;
        const auto mask = rows[first].second;
        const int left = std::countr_zero(mask);
        const int right = 31 - std::countl_zero(mask);
        Q_EMIT dataChanged(index(rows[first].first, left), index(rows[last].first, right), roles);
        first = last + 1;
    }
}

void LockTableModel::setServer(const watch::ServerRecord &server)
{
    const auto known = m_servers.find(server.server);
    const std::optional<Instant> before =
        known == m_servers.end() ? std::nullopt : known->second.lostAt;
    m_servers.insert_or_assign(server.server, server);
    const bool isJudged = m_column == LockColumn::Watchdog || m_grouping != LockGrouping::None;
    if (before.has_value() != server.lostAt.has_value()
        && (m_filter.dependsOnServers() || isJudged))
        reorder();
    if (before == server.lostAt || m_rows.empty())
        return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, lockColumnCount - 1),
                       {Qt::DisplayRole, Qt::ToolTipRole, RawRole, StaleRole});
}

void LockTableModel::setFilter(const watch::LockFilter &filter)
{
    if (m_filter == filter)
        return;
    const bool needed = needsVerdicts();
    m_filter = filter;
    m_isFiltered = false;
    if (filter.dependsOnTime())
        m_second.start();
    else
        m_second.stop();
    if (needsVerdicts() != needed)
        Q_EMIT needsVerdictsChanged();
    ++m_generation;
    m_pause.stop();
    reorder();
}

void LockTableModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= lockColumnCount)
        return;
    const bool needed = needsVerdicts();
    m_column = static_cast<LockColumn>(column);
    m_descending = order == Qt::DescendingOrder;
    if (needsVerdicts() != needed)
        Q_EMIT needsVerdictsChanged();
    ++m_generation;
    m_pause.stop();
    reorder();
}

OrderRequest LockTableModel::request() const
{
    OrderRequest request;
    request.column = m_column;
    request.descending = m_descending;
    request.filter = m_filter;
    request.grouping = m_grouping;
    request.now = m_clock.now();
    request.wallNow = m_clock.wallNow();
    for (const auto &[number, server] : m_servers) {
        if (server.lostAt)
            request.lostServers.insert(number);
    }
    for (const auto &[deployment, place] : m_places)
        request.places.emplace(deployment, filterPlaceOf(place));
    if (needsVerdicts())
        request.quorums = m_marks;
    return request;
}

void LockTableModel::reorder()
{
    m_wanted = true;
    if (m_index.size() >= synchronousLimit) {
        if (!m_inFlight && !m_pause.isActive())
            startWorker();
        return;
    }
    m_wanted = false;
    ++m_generation; // what a worker still computes is outdated
    std::vector<SlotLock> locks;
    locks.reserve(m_locks.size());
    for (std::size_t slot = 0; slot < m_locks.size(); ++slot)
        locks.push_back(slotLock(static_cast<quint32>(slot)));
    m_goneInFlight.clear();
    m_addedInFlight.clear();
    placeRows(orderLocks(request(), locks));
    tellFiltered();
}

void LockTableModel::tellFiltered()
{
    if (!std::exchange(m_isFiltered, true))
        Q_EMIT filtered();
}

void LockTableModel::startWorker()
{
    m_wanted = false;
    m_inFlight = true;
    m_goneInFlight.clear();
    m_addedInFlight.clear();
    // The answer waits under the mutex; what Qt carries over is the news that it is there.
    m_pool.start(
        [this, request = request(), changes = takeTouched(), generation = m_generation]() mutable {
            m_replica.apply(std::move(changes));
            Result result{orderLocks(request, m_replica.locks()), generation};
            {
                const std::scoped_lock guard(m_mutex);
                m_result = std::move(result);
            }
            QMetaObject::invokeMethod(this, &LockTableModel::onOrdered, Qt::QueuedConnection);
        });
}

void LockTableModel::onOrdered()
{
    if (m_pace)
        m_pace->ask([this] { takeOrder(); });
    else
        takeOrder();
}

void LockTableModel::takeOrder()
{
    Result result;
    {
        const std::scoped_lock guard(m_mutex);
        result = std::exchange(m_result, {});
    }
    m_inFlight = false;
    if (result.generation != m_generation) {
        reorder();
        return;
    }
    placeRows(std::move(result.order));
    tellFiltered();
    m_pause.start();
}

// Orders of many new locks leave much free memory behind.
void LockTableModel::settle()
{
    if (m_locks.size() <= m_settled + m_settled / 8)
        return;
    m_settled = m_locks.size();
    m_pool.start([] { giveBackMemory(); });
}

// Keeps the order as it is: what is gone goes, what is new comes at the end.
void LockTableModel::placeAndDrop(const std::vector<quint32> &added)
{
    if (added.empty() && m_gone.empty())
        return;
    const std::vector<bool> gone = slotSet(m_gone);
    std::vector<quint32> target;
    target.reserve(m_rows.size() + added.size());
    for (const quint32 slot : m_rows) {
        if (!gone[slot])
            target.push_back(slot);
    }
    target.insert(target.end(), added.begin(), added.end());
    if (m_inFlight)
        m_addedInFlight.insert(m_addedInFlight.end(), added.begin(), added.end());
    swapIn(std::move(target));
}

void LockTableModel::swapIn(std::vector<quint32> target)
{
    // Bits of slots rather than rows of them: of a hundred thousand locks they are near at hand.
    std::vector<quint32> added;
    for (const quint32 slot : target) {
        if (!m_isShown[slot])
            added.push_back(slot);
    }
    const std::size_t kept = target.size();
    if (m_rows.size() + added.size() > kept) {
        const std::vector<bool> stays = slotSet(target);
        for (const quint32 slot : m_rows) {
            if (!stays[slot])
                target.push_back(slot); // to the end, where they go from
        }
    }
    if (!added.empty()) {
        const int first = rowCount();
        beginInsertRows({}, first, first + static_cast<int>(added.size()) - 1);
        for (const quint32 slot : added) {
            m_rowOf[slot] = rowCount();
            m_isShown[slot] = true;
            m_rows.push_back(slot);
        }
        endInsertRows();
    }
    if (target != m_rows)
        permute(std::move(target));
    if (m_rows.size() > kept) {
        beginRemoveRows({}, static_cast<int>(kept), rowCount() - 1);
        for (std::size_t row = kept; row < m_rows.size(); ++row) {
            m_rowOf[m_rows[row]] = -1;
            m_isShown[m_rows[row]] = false;
        }
        m_rows.resize(kept);
        endRemoveRows();
    }
    for (const quint32 slot : std::exchange(m_gone, {}))
        clearSlot(slot);
}

void LockTableModel::permute(std::vector<quint32> order)
{
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<quint32> slotsBefore;
    slotsBefore.reserve(static_cast<std::size_t>(before.size()));
    for (const QModelIndex &index : before)
        slotsBefore.push_back(m_rows[static_cast<std::size_t>(index.row())]);
    m_rows = std::move(order);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rowOf[m_rows[row]] = static_cast<int>(row);
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i)
        after += index(m_rowOf[slotsBefore[static_cast<std::size_t>(i)]], before[i].column());
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

const watch::LockRecord &LockTableModel::lockAt(int row) const
{
    return *m_locks[m_rows[static_cast<std::size_t>(row)]];
}

LockPointer LockTableModel::lockPointerAt(int row) const
{
    return m_locks[m_rows[static_cast<std::size_t>(row)]];
}

LockPointer LockTableModel::find(const watch::LockId &id) const
{
    const quint32 slot = slotOf(id);
    return slot == HashIndex::none ? LockPointer() : m_locks[slot];
}

int LockTableModel::rowOf(const watch::LockId &id) const
{
    const quint32 slot = slotOf(id);
    return slot == HashIndex::none ? -1 : m_rowOf[slot];
}

std::optional<Instant> LockTableModel::lostAt(const watch::LockRecord &lock) const
{
    const auto known = m_servers.find(lock.serverId);
    return known == m_servers.end() ? std::nullopt : known->second.lostAt;
}

std::optional<Instant> LockTableModel::lostAt(const watch::LockId &id) const
{
    if (const LockPointer lock = find(id))
        return lostAt(*lock);
    const auto lost = std::ranges::find_if(m_servers, [&](const auto &known) {
        return known.second.deployment == id.deployment && known.second.lostAt;
    });
    return lost == m_servers.end() ? std::nullopt : lost->second.lostAt;
}

const admin::Place *LockTableModel::placeOf(watch::DeploymentId deployment) const
{
    const auto known = m_places.find(deployment);
    return known == m_places.end() ? nullptr : &known->second;
}

bool LockTableModel::hasStaleLocks() const
{
    return !m_rows.empty()
        && std::any_of(m_servers.begin(), m_servers.end(),
                       [](const auto &known) { return known.second.lostAt.has_value(); });
}

bool LockTableModel::hasLocksOf(watch::ServerId server) const
{
    bool has = false;
    forEachLock([&](const LockPointer &lock) { has = has || lock->serverId == server; });
    return has;
}

int LockTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LockTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : lockColumnCount;
}

void LockTableModel::multiData(const QModelIndex &index, QModelRoleDataSpan roles) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)
        || isHead(index.row())) {
        QAbstractTableModel::multiData(index, roles);
        return;
    }
    const watch::LockRecord &lock = lockAt(index.row());
    const JudgedPointer quorum = shownVerdict(index.row(), index.column());
    const LockCellInput input{lock,          lostAt(lock),
                              m_clock.now(), m_clock.wallNow(),
                              quorum.get(),  placeOf(lock.id.deployment)};
    for (QModelRoleData &role : roles)
        role.setData(isLockRole(role.role())
                         ? lockCell(input, static_cast<LockColumn>(index.column()), role.role())
                         : QVariant());
}

QVariant LockTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (isHead(index.row())) {
        const auto head = m_heads.find(m_rows[static_cast<std::size_t>(index.row())]);
        if (head == m_heads.end()) // it is about to go
            return {};
        return lockGroupCell(
            {head->second, m_grouping, !m_closed.contains(head->second.key), m_clock.now()},
            static_cast<LockColumn>(index.column()), role);
    }
    if (!isLockRole(role))
        return {};
    const watch::LockRecord &lock = lockAt(index.row());
    const JudgedPointer quorum = shownVerdict(index.row(), index.column());
    return lockCell({lock, lostAt(lock), m_clock.now(), m_clock.wallNow(), quorum.get(),
                     placeOf(lock.id.deployment)},
                    static_cast<LockColumn>(index.column()), role);
}

QVariant LockTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= lockColumnCount)
        return {};
    return lockHeader(static_cast<LockColumn>(section), role);
}

Qt::SortOrder LockTableModel::sortOrder() const
{
    return m_descending ? Qt::DescendingOrder : Qt::AscendingOrder;
}

} // namespace lockscope::ui
