// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quorum/quorumseatsmodel.h"

#include "ui/client/servers/servermodel.h"
#include "ui/quorum/seatdelegate.h"
#include "ui/table/columnheader.h"
#include "ui/table/ttlvalue.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/wording.h"

#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype ownerLimit = 60;

// The end of the key: the shown owner's, or that of a foreign key in the way.
TtlValue timeOf(const SeatRow &row)
{
    TtlValue value;
    if (row.seat.hold) {
        value.applies = true;
        value.deadline = row.seat.hold->deadline;
        value.lease = row.seat.hold->lease;
    } else if (row.reading.deadline) {
        value.applies = true;
        value.deadline = row.reading.deadline;
    }
    return value;
}

QString orDash(const QString &text)
{
    return text.isEmpty() ? u"–"_s : text;
}

} // namespace

QuorumSeatsModel::QuorumSeatsModel(const Clock &clock, QObject *parent)
    : MergeModel(parent)
    , m_clock(clock)
{}

void QuorumSeatsModel::show(const JudgedPointer &lock, const std::vector<QString> &labels,
                            const std::vector<const watch::ServerRecord *> &servers)
{
    std::vector<SeatRow> rows;
    const std::size_t count = lock ? lock->record.servers.size() : 0;
    for (std::size_t place = 0; place < count && place < labels.size(); ++place) {
        SeatRow row{static_cast<int>(place), labels[place], lock->record.finding.seats[place],
                    lock->record.servers[place]};
        if (place < servers.size() && servers[place])
            row.reading.latency = servers[place]->latency;
        rows.push_back(std::move(row));
    }
    merge(std::move(rows));
}

int QuorumSeatsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString QuorumSeatsModel::text(const SeatRow &row, int column) const
{
    switch (static_cast<Column>(column)) {
    case Server:
        return shortLabel(row.label);
    case Answer:
        return wording::stance(row.seat.stance);
    case Owner:
        return row.seat.hold ? wording::shown(row.seat.hold->owner.bytes, ownerLimit) : u"–"_s;
    case TimeLeft:
        return orDash(ttlView(timeOf(row), m_clock.now()).text);
    case Latency:
        return row.reading.latency ? wording::latency(row.reading.latency) : u"–"_s;
    case Offset:
        return row.reading.clock ? wording::clockOffset(row.reading.clock) : u"–"_s;
    case Reason:
        return wording::seatReason(row.seat, row.reading);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant QuorumSeatsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const SeatRow &row = rowAt(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTipOf(column == Owner && row.seat.hold
                             ? wording::shown(row.seat.hold->owner.bytes)
                             : text(row, column));
    case Qt::AccessibleTextRole:
        return u"%1: %2"_s.arg(headerData(column, Qt::Horizontal).toString(), text(row, column));
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    case RawRole:
        if (column == TimeLeft)
            return QVariant::fromValue(timeOf(row));
        return column == Owner && row.seat.hold ? QVariant(row.seat.hold->owner.bytes)
                                                : QVariant(text(row, column).toUtf8());
    case BadgeRole:
        return static_cast<int>(column == Answer ? seatBadge(row.seat.stance) : Badge::None);
    case QuietRole:
        return (column == Owner && !row.seat.hold) || (column == Latency && !row.reading.latency)
            || (column == Offset && !row.reading.clock);
    default:
        return {};
    }
}

QVariant QuorumSeatsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(section, orientation, role, [] {
        return std::array<QString, ColumnCount>{tr("Server"),    tr("Answer"),  tr("Owner"),
                                                tr("Time left"), tr("Latency"), tr("Clock"),
                                                tr("Reason")};
    });
}

} // namespace lockscope::ui
