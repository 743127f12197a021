// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/queuemodel.h"

#include "core/watch/record/problems.h"
#include "core/watch/track/heartbeat.h"
#include "ui/table/columnheader.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {

namespace {

struct QueueWords {
    Q_DECLARE_TR_FUNCTIONS(Queue)
};

constexpr qsizetype tipLimit = 400;

// Tells rows apart. An owner may hold twice (to read and to write), and a damaged queue may name it
// several times.
class Keys
{
public:
    QByteArray of(const watch::HoldRecord &hold)
    {
        return numbered('h' + QByteArray::number(static_cast<int>(hold.mode)) + ' '
                        + hold.owner.bytes);
    }
    QByteArray of(const watch::WaiterRecord &waiter) { return numbered("w " + waiter.owner.bytes); }

private:
    QByteArray numbered(const QByteArray &key)
    {
        return QByteArray::number(m_seen[key]++) + ' ' + key;
    }

    QHash<QByteArray, int> m_seen;
};

// Marks a longest rising subsequence of the places. Places below 0 are never part of it.
std::vector<bool> rising(const std::vector<int> &places)
{
    std::vector<std::size_t> ends; // by length: where the run with the lowest end stops
    std::vector<std::size_t> before(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] < 0)
            continue;
        const auto at =
            std::lower_bound(ends.begin(), ends.end(), places[i],
                             [&](std::size_t end, int place) { return places[end] < place; });
        before[i] = at == ends.begin() ? i : *(at - 1);
        if (at == ends.end())
            ends.push_back(i);
        else
            *at = i;
    }
    std::vector<bool> rise(places.size());
    if (ends.empty())
        return rise;
    for (std::size_t i = ends.back();; i = before[i]) {
        rise[i] = true;
        if (before[i] == i)
            return rise;
    }
}

// For texts that are repainted once a second.
QString wholeSeconds(Instant::duration span)
{
    const auto rounded = std::chrono::floor<Millis>(span);
    return rounded < std::chrono::minutes(1) ? wording::age(rounded) : wording::span(rounded);
}

Badge badge(watch::Liveness liveness)
{
    switch (liveness) {
    case watch::Liveness::Alive:
        return Badge::Up;
    case watch::Liveness::Dead:
        return Badge::Down;
    case watch::Liveness::Ghost:
        return Badge::Trouble;
    case watch::Liveness::Unchecked:
        break;
    }
    return Badge::None;
}

Badge badge(const watch::HoldRecord &hold)
{
    if (hold.stale || hold.presumedDead)
        return Badge::Down;
    switch (hold.watchdog) {
    case watch::Watchdog::Renewing:
        return Badge::Renewing;
    case watch::Watchdog::Overdue:
        return Badge::Overdue;
    case watch::Watchdog::None:
    case watch::Watchdog::Unknown:
        break;
    }
    return Badge::None;
}

} // namespace

const Alias &QueueRow::alias() const
{
    return hold ? *hold->alias : waiter.alias;
}

QueueModel::QueueModel(const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
{}

Instant QueueModel::now() const
{
    return m_lostAt.value_or(m_clock.now());
}

void QueueModel::show(const watch::LockRecord *lock, const std::optional<Instant> &lostAt,
                      const insight::WaitMeter::Queue &queue)
{
    const bool isOtherTime = m_lostAt != lostAt;
    m_lostAt = lostAt;
    std::vector<QueueRow> rows;
    int holders = 0;
    if (lock) {
        std::optional<watch::LockRecord> unjudged;
        if (lostAt)
            unjudged = watch::withoutJudgement(*lock);
        const watch::LockRecord &shown = unjudged ? *unjudged : *lock;
        Keys keys;
        for (const watch::HoldRecord &hold : shown.holds)
            rows.push_back({keys.of(hold), hold, {}, {}, {}});
        holders = static_cast<int>(rows.size());
        if (shown.waiters) {
            rows.reserve(rows.size() + shown.waiters->size());
            for (const watch::WaiterRecord &waiter : *shown.waiters)
                rows.push_back({keys.of(waiter), std::nullopt, waiter, queue.since(waiter.owner),
                                watch::livenessOf(waiter, now())});
        }
    }
    const auto before = std::exchange(m_next, std::nullopt); // rows come and go
    removeAllBut(rows);
    insertAllOf(rows);
    m_holders = holders;
    change(std::move(rows));
    findNext(before);
    if (isOtherTime && !m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void QueueModel::tick()
{
    const auto isOther = [this](int row) {
        QueueRow &each = m_rows[static_cast<std::size_t>(row)];
        const watch::Liveness liveness = watch::livenessOf(each.waiter, now());
        return std::exchange(each.liveness, liveness) != liveness;
    };
    for (int first = m_holders; first < rowCount(); ++first) {
        if (!isOther(first))
            continue;
        int last = first;
        while (last + 1 < rowCount() && isOther(last + 1))
            ++last;
        Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
        first = last;
    }
    findNext(m_next);
}

// From the end, so that what is still to be looked at keeps its place. A row that would have to
// move goes, and comes again where it is now.
void QueueModel::removeAllBut(const std::vector<QueueRow> &wanted)
{
    QHash<QByteArray, int> wantedAt;
    wantedAt.reserve(static_cast<qsizetype>(wanted.size()));
    for (std::size_t i = 0; i < wanted.size(); ++i)
        wantedAt.insert(wanted[i].key, static_cast<int>(i));
    std::vector<int> places;
    places.reserve(m_rows.size());
    for (const QueueRow &row : m_rows)
        places.push_back(wantedAt.value(row.key, -1));
    const std::vector<bool> stays = rising(places);
    for (int last = rowCount() - 1; last >= 0;) {
        if (stays[static_cast<std::size_t>(last)]) {
            --last;
            continue;
        }
        int first = last;
        while (first > 0 && !stays[static_cast<std::size_t>(first - 1)])
            --first;
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        m_holders -= std::max(0, std::min(m_holders, last + 1) - first);
        endRemoveRows();
        last = first - 1;
    }
}

void QueueModel::insertAllOf(const std::vector<QueueRow> &wanted)
{
    for (std::size_t at = 0; at < wanted.size();) {
        const auto isThere = [&](std::size_t i) {
            return at < m_rows.size() && m_rows[at].key == wanted[i].key;
        };
        if (isThere(at)) {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        while (end < wanted.size() && !isThere(end))
            ++end;
        beginInsertRows({}, static_cast<int>(at), static_cast<int>(end) - 1);
        m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at),
                      wanted.begin() + static_cast<std::ptrdiff_t>(at),
                      wanted.begin() + static_cast<std::ptrdiff_t>(end));
        m_holders += static_cast<int>(
            std::count_if(wanted.begin() + static_cast<std::ptrdiff_t>(at),
                          wanted.begin() + static_cast<std::ptrdiff_t>(end),
                          [](const QueueRow &row) { return row.hold.has_value(); }));
        endInsertRows();
        at = end;
    }
}

void QueueModel::change(std::vector<QueueRow> wanted)
{
    for (std::size_t first = 0; first < wanted.size();) {
        if (m_rows[first] == wanted[first]) {
            ++first;
            continue;
        }
        std::size_t end = first;
        while (end < wanted.size() && !(m_rows[end] == wanted[end])) {
            m_rows[end] = std::move(wanted[end]);
            ++end;
        }
        Q_EMIT dataChanged(index(static_cast<int>(first), 0),
                           index(static_cast<int>(end) - 1, ColumnCount - 1));
        first = end;
    }
}

// By the one function that decides it everywhere.
void QueueModel::findNext(std::optional<int> before)
{
    // Out of sight nobody has become the next one, as far as is known.
    if (isLost() && before && *before < rowCount()) {
        m_next = before;
        return;
    }
    struct Waiters {
        std::vector<QueueRow>::const_iterator from;
        std::vector<QueueRow>::const_iterator to;
        auto begin() const { return from; }
        auto end() const { return to; }
    };
    const auto recordOf = [](const QueueRow &row) -> const watch::WaiterRecord & {
        return row.waiter;
    };
    const auto place =
        watch::nextToWake(Waiters{m_rows.begin() + m_holders, m_rows.end()}, now(), recordOf);
    m_next = place ? std::optional(m_holders + *place) : std::nullopt;
    // With the way to it, which began at the top.
    if (m_next != before && !m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QueueModel::Path QueueModel::pathAt(int row) const
{
    if (!m_next || m_holders == 0 || row > *m_next)
        return Path::None;
    return row == *m_next ? Path::End : row == 0 ? Path::Start : Path::Through;
}

int QueueModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int QueueModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

// A reader whose own key is gone has no deadline left, and is not without expiry.
TtlValue QueueModel::ttl(const watch::HoldRecord &hold) const
{
    std::optional<Instant> deadline = hold.deadline;
    if (hold.stale && !deadline)
        deadline = Instant();
    return {true, deadline, hold.lease, m_lostAt};
}

QString QueueModel::holderText(const watch::HoldRecord &hold, Column column) const
{
    switch (column) {
    case Place:
        return hold.mode == watch::Mode::Read ? QueueWords::tr("reads")
            : hold.mode == watch::Mode::Write ? QueueWords::tr("writes")
                                              : QueueWords::tr("holds");
    case Owner:
        return wording::owner(hold.owner, hold.alias);
    case Waited: {
        const auto held = m_clock.wallNow() - hold.observedSince - (m_clock.now() - now());
        return QueueWords::tr("held %1").arg(wholeSeconds(held));
    }
    case Left:
        return ttlView(ttl(hold), m_clock.now()).text;
    case State: {
        const QString state = hold.stale
            ? (hold.mode == watch::Mode::Read ? QueueWords::tr("dead reader")
                                              : wording::liveness(watch::Liveness::Dead))
            : hold.presumedDead          ? QueueWords::tr("presumed dead")
            : m_lostAt                   ? wording::liveness(watch::Liveness::Unchecked)
            : badge(hold) == Badge::None ? QString()
                                         : wording::watchdog(hold.watchdog);
        if (hold.count <= 1)
            return state;
        const QString times = QueueWords::tr("%1 times").arg(hold.count);
        return state.isEmpty() ? times : QueueWords::tr("%1, %2").arg(state, times);
    }
    case ColumnCount:
        break;
    }
    return {};
}

QString QueueModel::nextText(int position)
{
    return QueueWords::tr("%1 (next)").arg(position);
}

QString QueueModel::waiterText(const QueueRow &row, Column column, bool isNext) const
{
    const watch::WaiterRecord &waiter = row.waiter;
    switch (column) {
    case Place:
        return isNext ? nextText(waiter.position) : QString::number(waiter.position);
    case Owner:
        return wording::owner(waiter.owner, waiter.alias);
    case Waited:
        return row.since ? wholeSeconds(now() - *row.since) : QueueWords::tr("unknown");
    case Left:
        if (waiter.isDeadlineUnread)
            return QueueWords::tr("unknown");
        if (watch::isEndless(waiter, now()))
            return QueueWords::tr("too far in the future");
        if (!waiter.deadline)
            return QueueWords::tr("no deadline");
        return *waiter.deadline > now()
            ? wording::timeLeft(waiter.deadline, now())
            : QueueWords::tr("passed %1 ago").arg(wholeSeconds(now() - *waiter.deadline));
    case State:
        return wording::liveness(row.liveness);
    case ColumnCount:
        break;
    }
    return {};
}

QString QueueModel::text(const QueueRow &row, Column column, bool isNext) const
{
    return row.hold ? holderText(*row.hold, column) : waiterText(row, column, isNext);
}

QString QueueModel::sentence(const QueueRow &row, bool isNext) const
{
    if (!row.hold)
        return wording::livenessSentence(row.liveness, isNext);
    if (row.hold->stale)
        return QueueWords::tr("Its time to live is over, but its entry still exists");
    return row.hold->presumedDead ? QueueWords::tr("Presumed dead: two renewals are missing")
                                  : text(row, State, isNext);
}

QVariant QueueModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QueueRow &row = rowAt(index.row());
    const auto column = static_cast<Column>(index.column());
    const bool isNext = m_next == index.row();
    const bool isDead = row.hold ? row.hold->stale : row.liveness == watch::Liveness::Dead;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column, isNext);
    case Qt::ToolTipRole:
        if (column == Owner)
            return toolTipOf(wording::ownerInWords(row.owner(), row.alias(), tipLimit));
        if (column == Waited)
            return toolTipOf(QueueWords::tr("%1, as far as Lockscope has seen it")
                                 .arg(text(row, column, isNext)));
        return toolTipOf(column == Left ? text(row, column, isNext) : sentence(row, isNext));
    case Qt::AccessibleTextRole:
        if (column == Owner)
            return wording::ownerInWords(row.owner(), row.alias(), tipLimit);
        return column == State ? QVariant(sentence(row, isNext)) : QVariant();
    case Qt::TextAlignmentRole:
        return columnAlignment(false);
    case RawRole:
        if (column == Owner)
            return row.owner().bytes;
        return column == Left && row.hold ? QVariant::fromValue(ttl(*row.hold)) : QVariant();
    case StaleRole:
        return isDead || m_lostAt.has_value();
    case BadgeRole:
        if (column != State || m_lostAt)
            return static_cast<int>(Badge::None);
        return static_cast<int>(row.hold ? badge(*row.hold) : badge(row.liveness));
    case QuietRole:
        return !row.hold
            && ((column == State && row.liveness == watch::Liveness::Unchecked)
                || (column == Left && !row.waiter.deadline) || (column == Waited && !row.since));
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(section, orientation, role, [] {
        return std::array<QString, ColumnCount>{
            QueueWords::tr("Place"), QueueWords::tr("Owner"), QueueWords::tr("Waited"),
            QueueWords::tr("Deadline in"), QueueWords::tr("State")};
    });
}

} // namespace lockscope::ui
