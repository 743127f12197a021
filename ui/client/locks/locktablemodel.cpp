// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/locktablemodel.h"

#include "ui/client/locks/lockcells.h"
#include "ui/client/servers/servermodel.h"

#include <algorithm>
#include <bit>
#include <iterator>

using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

// Changes that the worker has not received yet keep outdated states of locks alive.
constexpr std::size_t mostChanges = 1024;

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
    connect(&m_worker, &OrderWorker::ready, this, &LockTableModel::takeOrder);
    connect(&m_worker, &OrderWorker::wanted, this, &LockTableModel::reorder);
    connect(&m_worker, &OrderWorker::rested, this,
            [this] { m_worker.giveBackMemory(m_slots.size()); });
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
    // In groups each change may also change a head, and new locks have no place at the end.
    const bool isGrouped = m_heads.isGrouped();
    for (auto &[id, lock] : changes) {
        const quint32 known = m_slots.find(id);
        if (!lock) {
            if (known != LockSlots::none)
                forget(known);
            continue;
        }
        if (known != LockSlots::none) {
            outOfOrder |= update(known, std::move(lock), dirty);
        } else {
            const bool shown = passes(*lock);
            const quint32 slot = m_slots.insert(std::move(lock));
            m_marks.judgeNew(slot, id);
            if (m_problems.hasSource())
                m_problems.judge(slot, id); // the slot may have been another lock's
            if (shown && !isGrouped)
                added.push_back(slot);
        }
    }
    announce(dirty);
    outOfOrder |= isGrouped;
    // To move a hundred thousand rows for a few takes longer than a frame may: in a long table
    // what comes and goes does so with the next order, a third of a second later at most.
    if (lockCount() >= synchronousLimit && m_rows.count() < synchronousLimit)
        placeAndDrop(added);
    if (outOfOrder || !added.empty() || m_rows.leavingCount() > 0)
        reorder();
    if (m_slots.changeCount() >= mostChanges)
        m_worker.tell(m_slots.takeChanges());
    Q_EMIT merged();
}

bool LockTableModel::passes(const watch::LockRecord &lock) const
{
    if (m_filter.isEmpty())
        return true;
    insight::FilterSight sight(m_clock.now(), m_clock.wallNow(), lostAt(lock).has_value());
    if (m_filter.dependsOnQuorum())
        sight.quorum = QuorumMark::of(verdictOf(lock.id)).known();
    const auto problems = m_filter.dependsOnProblems() ? m_problems.wordsOf(lock.id) : std::nullopt;
    sight.problems = problems ? &*problems : nullptr;
    const admin::Place *const known = m_servers.placeOf(lock.id.deployment);
    const insight::FilterPlace place = known ? filterPlaceOf(*known) : insight::FilterPlace();
    sight.place = &place;
    return m_filter.matches(lock, sight);
}

bool LockTableModel::lets(const watch::LockId &id) const
{
    if (m_filter.isEmpty())
        return true;
    if (const LockPointer lock = find(id))
        return passes(*lock);
    watch::LockRecord gone;
    gone.id = id;
    return passes(gone);
}

// Whether the lock may have to be at another place now, or shown, or not any more.
bool LockTableModel::update(quint32 slot, LockPointer lock, Dirty &dirty)
{
    const watch::LockRecord &known = *m_slots.lockIn(slot);
    if (known == *lock)
        return false;
    const bool shown = m_rows.rowOf(slot) >= 0;
    if (const quint32 mask = changedColumns(known, *lock); mask != 0 && shown)
        dirty.emplace_back(slot, mask);
    const bool moves = sortsDifferently(known, *lock, m_column) || passes(*lock) != shown;
    m_slots.replace(slot, std::move(lock));
    return moves;
}

void LockTableModel::forget(quint32 slot)
{
    m_slots.retire(slot);
    m_worker.noteGone(slot);
    if (m_rows.rowOf(slot) >= 0)
        m_rows.leave(slot);
    else
        m_slots.release(slot);
}

// Their rows go with the next swapIn().
void LockTableModel::leave(const std::vector<quint32> &heads)
{
    for (const quint32 slot : heads) {
        m_slots.retire(slot);
        m_rows.leave(slot);
    }
}

// One dataChanged for each run of neighbours that changed in the same columns.
void LockTableModel::announce(const Dirty &dirty)
{
    std::vector<std::pair<int, quint32>> rows;
    rows.reserve(dirty.size());
    for (const auto &[slot, mask] : dirty)
        rows.emplace_back(m_rows.rowOf(slot), mask);
    std::sort(rows.begin(), rows.end());
    static const QList<int> roles{Qt::DisplayRole, Qt::ToolTipRole, RawRole,   BadgeRole,
                                  AlarmRole,       NoticeRole,      QuietRole, MarkRole};
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

void LockTableModel::announceHead(quint32 slot)
{
    if (const int row = m_rows.rowOf(slot); row >= 0)
        Q_EMIT dataChanged(index(row, 0), index(row, lockColumnCount - 1));
}

void LockTableModel::setServer(const watch::ServerRecord &server)
{
    const LockServers::Change change = m_servers.set(server);
    const bool isJudged = m_column == LockColumn::Watchdog || m_heads.isGrouped();
    if (change.isSeenOtherwise && (m_filter.dependsOnServers() || isJudged))
        reorder();
    if (!change.isOther || m_rows.isEmpty())
        return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, lockColumnCount - 1),
                       {Qt::DisplayRole, Qt::ToolTipRole, RawRole, StaleRole});
}

void LockTableModel::setFilter(const insight::LockFilter &filter)
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
    wishAnew();
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
    wishAnew();
}

void LockTableModel::setGrouping(LockGrouping grouping)
{
    if (m_heads.grouping() == grouping)
        return;
    leave(m_heads.setGrouping(grouping));
    wishAnew();
}

// Column, direction, filter or groups are others than those that an order may be computed for.
void LockTableModel::wishAnew()
{
    m_worker.outdate();
    reorder();
}

OrderRequest LockTableModel::request() const
{
    OrderRequest request;
    request.column = m_column;
    request.descending = m_descending;
    request.filter = m_filter;
    request.grouping = m_heads.grouping();
    request.now = m_clock.now();
    request.wallNow = m_clock.wallNow();
    m_servers.describeTo(request);
    if (needsVerdicts())
        request.quorums = m_marks.all();
    if (needsProblems())
        describeProblems(request);
    return request;
}

void LockTableModel::describeProblems(OrderRequest &request) const
{
    request.problems = m_problems.all();
    if (!m_filter.dependsOnProblems())
        return;
    for (quint32 slot = 0; slot < request.problems.size(); ++slot) {
        if (request.problems[slot].isEmpty() || !m_slots.lockIn(slot))
            continue;
        if (auto words = m_problems.wordsOf(m_slots.lockIn(slot)->id))
            request.problemWords.emplace(slot, std::move(*words));
    }
    request.judged = m_servers.deployments();
    std::erase_if(request.judged, [this](watch::DeploymentId deployment) {
        return !m_problems.isInSight(deployment);
    });
}

void LockTableModel::reorder()
{
    if (lockCount() >= synchronousLimit) {
        if (m_worker.ask())
            m_worker.start(request(), m_slots.takeChanges());
        return;
    }
    m_worker.cancel();
    placeRows(orderLocks(request(), m_slots.all()));
}

void LockTableModel::takeOrder()
{
    std::optional<LockOrder> order = m_worker.take();
    if (!order) {
        reorder();
        return;
    }
    placeRows(std::move(*order));
    m_worker.rest();
}

// Arranges the rows as in the order; rows added after the request stay at the end.
void LockTableModel::placeRows(LockOrder order)
{
    const std::vector<bool> gone = slotSet(m_worker.gone(), m_slots.size());
    const auto isGone = [&](quint32 slot) { return gone[slot]; };
    std::vector<quint32> target;
    if (!m_heads.isGrouped()) {
        target = std::move(order.locks);
        if (!m_worker.gone().empty())
            std::erase_if(target, isGone);
        if (!m_worker.added().empty())
            std::copy_if(m_rows.slotsInOrder().begin(), m_rows.slotsInOrder().end(),
                         std::back_inserter(target),
                         [this, added = slotSet(m_worker.added(), m_slots.size())](quint32 slot) {
                             return added[slot] && m_slots.isAlive(slot);
                         });
    }
    const GroupHeads::Placed placed =
        m_heads.place(order.groups, [this] { return m_slots.take(); });
    for (std::size_t i = 0; i < order.groups.size(); ++i) {
        const LockGroup &group = order.groups[i];
        target.push_back(placed.heads[i]);
        if (m_heads.isClosed(group.key))
            continue;
        const auto first = order.locks.begin() + static_cast<std::ptrdiff_t>(group.first);
        std::remove_copy_if(first, first + static_cast<std::ptrdiff_t>(group.count),
                            std::back_inserter(target), isGone);
    }
    leave(placed.gone);
    swapIn(std::move(target));
    for (const quint32 slot : placed.changed)
        announceHead(slot);
    if (!std::exchange(m_isFiltered, true))
        Q_EMIT filtered();
}

// Keeps the order as it is: removed locks go, new locks come at the end.
void LockTableModel::placeAndDrop(const std::vector<quint32> &added)
{
    if (added.empty() && m_rows.leavingCount() == 0)
        return;
    std::vector<quint32> target = m_rows.withoutLeaving(m_slots.size());
    target.insert(target.end(), added.begin(), added.end());
    m_worker.noteAdded(added);
    swapIn(std::move(target));
}

void LockTableModel::swapIn(std::vector<quint32> target)
{
    LockRows::Steps steps = m_rows.stepsTo(std::move(target), m_slots.size());
    Q_EMIT aboutToPlace();
    if (!steps.added.empty()) {
        const int first = rowCount();
        beginInsertRows({}, first, first + static_cast<int>(steps.added.size()) - 1);
        m_rows.append(steps.added);
        endInsertRows();
    }
    if (steps.order != m_rows.slotsInOrder())
        permute(std::move(steps.order));
    if (m_rows.count() > steps.kept) {
        beginRemoveRows({}, static_cast<int>(steps.kept), rowCount() - 1);
        m_rows.cut(steps.kept);
        endRemoveRows();
    }
    for (const quint32 slot : m_rows.takeLeaving())
        m_slots.release(slot);
    Q_EMIT placed();
}

void LockTableModel::permute(std::vector<quint32> order)
{
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<quint32> slotsBefore;
    slotsBefore.reserve(static_cast<std::size_t>(before.size()));
    for (const QModelIndex &index : before)
        slotsBefore.push_back(m_rows.slotAt(index.row()));
    m_rows.reorder(std::move(order));
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i)
        after += index(m_rows.rowOf(slotsBefore[static_cast<std::size_t>(i)]), before[i].column());
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

bool LockTableModel::isHead(int row) const
{
    return !m_slots.lockIn(m_rows.slotAt(row));
}

int LockTableModel::headOf(int row) const
{
    if (!m_heads.isGrouped())
        return -1;
    while (row >= 0 && !isHead(row))
        --row;
    return row;
}

bool LockTableModel::isOpen(int head) const
{
    return m_heads.isOpen(m_rows.slotAt(head));
}

void LockTableModel::setOpen(int head, bool open)
{
    const quint32 slot = m_rows.slotAt(head);
    if (!m_heads.setOpen(slot, open))
        return;
    announceHead(slot); // the mark turns at once, the rows follow when they are computed
    wishAnew();
}

void LockTableModel::setAllOpen(bool open)
{
    if (!m_heads.isGrouped())
        return;
    m_heads.setAllOpen(open);
    for (const quint32 slot : m_heads.all())
        announceHead(slot);
    wishAnew();
}

void LockTableModel::reveal(const watch::LockId &id)
{
    const LockPointer lock = find(id);
    if (!lock)
        return;
    QByteArray key;
    if (m_heads.grouping() == LockGrouping::Multi) {
        std::vector<LockPointer> all;
        forEachLock([&](const LockPointer &each) { all.push_back(each); });
        if (const MultiPointer multi = multiOf(*lock, all))
            key = multi->key;
    } else {
        key = groupKey(*lock, m_heads.grouping());
    }
    if (m_heads.open(key))
        wishAnew();
}

std::size_t LockTableModel::shownCount() const
{
    if (m_heads.isGrouped())
        return m_heads.lockCount();
    // Rows come and go later in a long table.
    return m_filter.isEmpty() ? lockCount() : m_rows.count() - m_rows.leavingCount();
}

void LockTableModel::setVerdictSource(const VerdictSource *source)
{
    if (m_marks.setSource(source))
        updateAllVerdicts();
}

bool LockTableModel::needsVerdicts() const
{
    return m_column == LockColumn::Quorum || m_filter.dependsOnQuorum();
}

// Whether its mark is another now.
bool LockTableModel::judge(quint32 slot, Dirty &dirty)
{
    if (!m_marks.judge(slot, m_slots.lockIn(slot)->id))
        return false;
    if (m_rows.rowOf(slot) >= 0)
        dirty.emplace_back(slot, 1U << static_cast<quint32>(LockColumn::Quorum));
    return true;
}

void LockTableModel::showMarks(const Dirty &dirty, bool isOther)
{
    announce(dirty);
    if (isOther && needsVerdicts())
        reorder();
}

void LockTableModel::updateVerdicts(const std::vector<watch::LockId> &ids)
{
    if (!m_marks.hasSource())
        return;
    Dirty dirty;
    bool isOther = false;
    for (const watch::LockId &id : ids) {
        const quint32 slot = m_slots.find(id);
        if (slot != LockSlots::none)
            isOther |= judge(slot, dirty);
    }
    showMarks(dirty, isOther);
}

// Those that had a verdict, and those that may have one now: few of the locks that there are.
void LockTableModel::updateAllVerdicts()
{
    if (m_marks.isIdle())
        return;
    Dirty dirty;
    bool isOther = false;
    for (quint32 slot = 0; slot < m_marks.all().size(); ++slot) {
        if (!m_marks.markOf(slot).isEmpty() && m_slots.lockIn(slot) && m_slots.isAlive(slot))
            isOther |= judge(slot, dirty);
    }
    for (const watch::LockId &id : m_marks.judgedLocks()) {
        const quint32 slot = m_slots.find(id);
        if (slot != LockSlots::none)
            isOther |= judge(slot, dirty);
    }
    if (!m_marks.hasSource())
        m_marks.clear();
    showMarks(dirty, isOther);
}

bool LockTableModel::needsProblems() const
{
    return m_column == LockColumn::Problem || m_filter.dependsOnProblems() || m_heads.isGrouped();
}

// Whether its mark is another now. The whole row is tinted by it.
bool LockTableModel::judgeProblems(quint32 slot, Dirty &dirty)
{
    constexpr quint32 all = (1U << static_cast<quint32>(lockColumnCount)) - 1;
    const ProblemMark before = m_problems.markOf(slot);
    if (!m_problems.judge(slot, m_slots.lockIn(slot)->id))
        return false;
    const bool isTinted = before.severity != m_problems.markOf(slot).severity;
    if (m_rows.rowOf(slot) >= 0)
        dirty.emplace_back(slot, isTinted ? all : 1U << static_cast<quint32>(LockColumn::Problem));
    return true;
}

void LockTableModel::setProblemSource(const ProblemSource *source)
{
    if (!m_problems.setSource(source))
        return;
    Dirty dirty;
    for (quint32 slot = 0; slot < m_problems.all().size(); ++slot) {
        if (!m_problems.markOf(slot).isEmpty() && m_slots.lockIn(slot) && m_slots.isAlive(slot))
            judgeProblems(slot, dirty);
    }
    if (!source)
        m_problems.clear();
    announce(dirty);
    updateProblems(m_problems.locksWithProblems());
    if (needsProblems())
        reorder();
}

void LockTableModel::updateProblems(const std::vector<watch::LockId> &ids)
{
    Dirty dirty;
    bool isOther = false;
    for (const watch::LockId &id : ids) {
        const quint32 slot = m_slots.find(id);
        if (slot != LockSlots::none)
            isOther |= judgeProblems(slot, dirty);
    }
    announce(dirty);
    // A mark tells the worst and how many: other rules may be the same mark.
    if (m_filter.dependsOnProblems() || (isOther && needsProblems()))
        reorder();
    Q_EMIT judged();
}

void LockTableModel::updateSight()
{
    if (m_filter.dependsOnProblems())
        reorder();
}

// Complete only for readers of all problems.
std::vector<health::Problem> LockTableModel::shownProblems(int row, int column, int role) const
{
    if (column != static_cast<int>(LockColumn::Problem) || role != Qt::ToolTipRole
        || m_problems.markOf(m_rows.slotAt(row)).isEmpty())
        return {};
    return problemsOf(lockAt(row).id).value_or(std::vector<health::Problem>());
}

// Only what has a mark is worth a question.
JudgedPointer LockTableModel::shownVerdict(int row, int column) const
{
    if (column != static_cast<int>(LockColumn::Quorum)
        || m_marks.markOf(m_rows.slotAt(row)).isEmpty())
        return nullptr;
    return verdictOf(lockAt(row).id);
}

const watch::LockRecord &LockTableModel::lockAt(int row) const
{
    return *m_slots.lockIn(m_rows.slotAt(row));
}

LockPointer LockTableModel::lockPointerAt(int row) const
{
    return m_slots.lockIn(m_rows.slotAt(row));
}

LockPointer LockTableModel::find(const watch::LockId &id) const
{
    const quint32 slot = m_slots.find(id);
    return slot == LockSlots::none ? LockPointer() : m_slots.lockIn(slot);
}

int LockTableModel::rowOf(const watch::LockId &id) const
{
    const quint32 slot = m_slots.find(id);
    return slot == LockSlots::none ? -1 : m_rows.rowOf(slot);
}

bool LockTableModel::isFilteredOut(const watch::LockId &id) const
{
    const LockPointer lock = find(id);
    return lock && !passes(*lock);
}

std::optional<Instant> LockTableModel::lostAt(const watch::LockId &id) const
{
    const LockPointer lock = find(id);
    return lock ? lostAt(*lock) : m_servers.anyLostAt(id.deployment);
}

bool LockTableModel::hasStaleLocks() const
{
    return !m_rows.isEmpty() && m_servers.isAnyLost();
}

bool LockTableModel::hasLocksOf(watch::ServerId server) const
{
    bool has = false;
    forEachLock([&](const LockPointer &lock) { has = has || lock->serverId == server; });
    return has;
}

int LockTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.count());
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
    const LockCellInput input{lock,
                              lostAt(lock),
                              m_clock.now(),
                              m_clock.wallNow(),
                              quorum.get(),
                              m_servers.placeOf(lock.id.deployment),
                              m_problems.markOf(m_rows.slotAt(index.row()))};
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
        const quint32 slot = m_rows.slotAt(index.row());
        const LockGroup *const head = m_heads.in(slot);
        if (!head) // it is about to go
            return {};
        return lockGroupCell(
            {*head, m_heads.grouping(), !m_heads.isClosed(head->key), m_clock.now()},
            static_cast<LockColumn>(index.column()), role);
    }
    if (!isLockRole(role))
        return {};
    const watch::LockRecord &lock = lockAt(index.row());
    const JudgedPointer quorum = shownVerdict(index.row(), index.column());
    const std::vector<health::Problem> problems = shownProblems(index.row(), index.column(), role);
    return lockCell({lock, lostAt(lock), m_clock.now(), m_clock.wallNow(), quorum.get(),
                     m_servers.placeOf(lock.id.deployment),
                     m_problems.markOf(m_rows.slotAt(index.row())), &problems},
                    static_cast<LockColumn>(index.column()), role);
}

QVariant LockTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= lockColumnCount)
        return {};
    return lockHeader(static_cast<LockColumn>(section), role);
}

// Heads cannot be selected with the locks, but the keyboard reaches them, to open and close groups.
Qt::ItemFlags LockTableModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && isHead(index.row()))
        flags &= ~Qt::ItemIsSelectable;
    return flags;
}

Qt::SortOrder LockTableModel::sortOrder() const
{
    return m_descending ? Qt::DescendingOrder : Qt::AscendingOrder;
}

} // namespace lockscope::ui
