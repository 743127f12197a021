// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/detailmodels.h"

#include "core/base/text.h"
#include "core/watch/track/heartbeat.h"
#include "ui/client/locks/clientcolor.h"
#include "ui/detail/lockfacts.h"
#include "ui/detail/ttlfeed.h"
#include "ui/table/columnheader.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockscope::ui {

namespace {

struct LockDetailWords {
    Q_DECLARE_TR_FUNCTIONS(LockDetail)
};

constexpr qsizetype tipLimit = 400;

// Sorted by key and without duplicates, as merge() requires, for any reply of the server.
template <typename Row>
std::vector<Row> sorted(std::vector<Row> rows)
{
    std::sort(rows.begin(), rows.end(),
              [](const Row &a, const Row &b) { return a.key() < b.key(); });
    rows.erase(std::unique(rows.begin(), rows.end(),
                           [](const Row &a, const Row &b) { return a.key() == b.key(); }),
               rows.end());
    return rows;
}

Badge badge(watch::Watchdog watchdog)
{
    switch (watchdog) {
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

// A reader whose own key is gone has no deadline left, and is not without expiry.
std::optional<Instant> deadlineOf(const watch::HoldRecord &hold)
{
    if (hold.stale && !hold.deadline)
        return Instant();
    return hold.deadline;
}

TtlValue ttl(const std::optional<Instant> &deadline, const std::optional<Millis> &lease,
             const std::optional<Instant> &lostAt)
{
    return {true, deadline, lease, lostAt};
}

std::optional<Millis> leaseOf(const watch::LockRecord &lock, const watch::KeyRecord &key)
{
    if (lock.holds.empty() || key.deadline != lock.deadline)
        return std::nullopt;
    return lock.holds.front().lease;
}

} // namespace

HoldsModel::HoldsModel(const Clock &clock, QObject *parent)
    : MergeModel(parent)
    , m_clock(clock)
{}

void HoldsModel::show(const watch::LockRecord *lock, const std::optional<Instant> &lostAt)
{
    std::vector<HoldRow> rows;
    if (lock) {
        const watch::LockRecord shown = lostAt ? watch::withoutJudgement(*lock) : *lock;
        for (const watch::HoldRecord &hold : shown.holds)
            rows.push_back({hold, lostAt});
    }
    merge(sorted(std::move(rows)));
}

int HoldsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString HoldsModel::text(const HoldRow &row, Column column) const
{
    switch (column) {
    case Owner:
        return wording::shortOwner(row.hold.owner, row.hold.alias);
    case Mode:
        return wording::mode(row.hold.mode);
    case Count:
        return QString::number(row.hold.count);
    case Ttl:
        return ttlView(ttl(deadlineOf(row.hold), row.hold.lease, row.lostAt), m_clock.now()).text;
    case Watchdog:
        if (row.lostAt)
            return LockDetailWords::tr("not seen since %1")
                .arg(wording::clockTime(wallInstantOf(*row.lostAt, m_clock), m_clock.wallNow()));
        return row.hold.presumedDead ? LockDetailWords::tr("presumed dead")
                                     : wording::watchdog(row.hold.watchdog);
    case Renewals:
        return row.hold.renewals ? QString::number(*row.hold.renewals)
                                 : LockDetailWords::tr("unknown");
    case Since:
        return wording::clockTime(row.hold.observedSince, m_clock.wallNow());
    case Period:
        return row.hold.period ? wording::span(*row.hold.period) : LockDetailWords::tr("unknown");
    case Origin:
        return originText(row.hold, m_clock.wallNow());
    case ColumnCount:
        break;
    }
    return {};
}

QVariant HoldsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const HoldRow &row = rowAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        if (row.hold.stale)
            return toolTipOf(
                LockDetailWords::tr("Its time to live is over, but its entry still exists"));
        if (column == Ttl && row.hold.mode == watch::Mode::Read)
            return toolTipOf(LockDetailWords::tr("Each reader has its own time to live"));
        if (row.hold.presumedDead && column == Watchdog)
            return toolTipOf(LockDetailWords::tr("Presumed dead: two renewals are missing"));
        return toolTipOf(column == Owner
                             ? wording::ownerInWords(row.hold.owner, row.hold.alias, tipLimit)
                             : text(row, column));
    case Qt::TextAlignmentRole:
        return columnAlignment(column == Count || column == Renewals);
    case Qt::AccessibleTextRole:
        return column == Owner
            ? QVariant(wording::ownerInWords(row.hold.owner, row.hold.alias, tipLimit))
            : QVariant();
    case MarkRole:
        return column == Owner ? clientMark(row.hold.owner) : QVariant();
    case RawRole:
        if (column == Ttl)
            return QVariant::fromValue(ttl(deadlineOf(row.hold), row.hold.lease, row.lostAt));
        return column == Owner ? QVariant(row.hold.owner.bytes) : QVariant();
    case StaleRole:
        return row.hold.stale || row.lostAt.has_value();
    case BadgeRole:
        return static_cast<int>(column != Watchdog ? Badge::None : badge(row.hold.watchdog));
    case QuietRole:
        return (column == Watchdog && badge(row.hold.watchdog) == Badge::None)
            || (column == Period && !row.hold.period);
    default:
        return {};
    }
}

QVariant HoldsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(
        section, orientation, role,
        [] {
            return std::array<QString, ColumnCount>{
                LockDetailWords::tr("Owner"),          LockDetailWords::tr("Mode"),
                LockDetailWords::tr("Count"),          LockDetailWords::tr("TTL"),
                LockDetailWords::tr("Watchdog"),       LockDetailWords::tr("Renewals"),
                LockDetailWords::tr("Observed since"), LockDetailWords::tr("Renewed every"),
                LockDetailWords::tr("Origin")};
        },
        section == Count || section == Renewals);
}

KeysModel::KeysModel(const Clock &clock, QObject *parent)
    : MergeModel(parent)
    , m_clock(clock)
{}

void KeysModel::show(const watch::LockRecord *lock, const std::optional<Instant> &lostAt)
{
    std::vector<KeyRow> rows;
    if (lock) {
        for (const watch::KeyRecord &key : watch::keysOf(*lock))
            rows.push_back({key, leaseOf(*lock, key), lostAt});
    }
    merge(sorted(std::move(rows)));
}

int KeysModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant KeysModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const KeyRow &row = rowAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (column == Key)
            return wording::shown(row.record.key.bytes);
        if (column == Type)
            return visibleElided(row.record.type, 60);
        return ttlView(ttl(row.record.deadline, row.lease, row.lostAt), m_clock.now()).text;
    case Qt::ToolTipRole:
        return toolTipOf(wording::shown(row.record.key.bytes, tipLimit));
    case Qt::TextAlignmentRole:
        return columnAlignment(false);
    case RawRole:
        return column == Ttl ? QVariant::fromValue(ttl(row.record.deadline, row.lease, row.lostAt))
                             : QVariant(row.record.key.bytes);
    case QuietRole:
        return column == Ttl && !row.record.deadline; // as it should be for a queue
    case StaleRole:
        return row.lostAt.has_value();
    default:
        return {};
    }
}

QVariant KeysModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(section, orientation, role, [] {
        return std::array<QString, ColumnCount>{
            LockDetailWords::tr("Key"), LockDetailWords::tr("Type"), LockDetailWords::tr("TTL")};
    });
}

} // namespace lockscope::ui
