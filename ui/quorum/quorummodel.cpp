// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quorum/quorummodel.h"

#include "core/base/text.h"
#include "ui/client/locks/clientcolor.h"
#include "ui/client/servers/servermodel.h"
#include "ui/quorum/seatdelegate.h"
#include "ui/table/ttlvalue.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockname.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using insight::QuorumVerdict;

constexpr qsizetype nameLimit = 200;

TtlValue validityOf(const insight::QuorumFinding &finding)
{
    TtlValue value;
    value.applies = finding.validUntil.has_value();
    if (value.applies && !finding.isEndless())
        value.deadline = finding.validUntil;
    for (const insight::QuorumSeat &seat : finding.seats) {
        const auto lease = seat.hold ? seat.hold->lease : std::nullopt;
        if (seat.stance == insight::Stance::Agrees && lease)
            value.lease = std::max(value.lease.value_or(*lease), *lease);
    }
    return value;
}

SeatValue seatOf(const JudgedLock &lock, std::size_t place)
{
    const insight::QuorumReading &reading = lock.record.servers[place];
    const insight::QuorumSeat &seat = lock.record.finding.seats[place];
    SeatValue value{seat.stance, false, {}};
    if (seat.stance == insight::Stance::Foreign) {
        value.hasKey = true;
        value.deadline = seat.hold ? seat.hold->deadline : reading.deadline;
    } else if (seat.hold && seat.stance != insight::Stance::Missing) {
        value.hasKey = true;
        value.deadline = seat.hold->deadline;
    }
    return value;
}

qint64 order(const std::optional<Instant> &deadline)
{
    return deadline ? static_cast<qint64>(deadline->time_since_epoch().count())
                    : std::numeric_limits<qint64>::max();
}

} // namespace

QString votesText(const insight::QuorumFinding &finding)
{
    return QuorumModel::tr("%1 of %2").arg(finding.votes).arg(finding.total);
}

QuorumModel::QuorumModel(const Clock &clock, QObject *parent)
    : MergeModel(parent)
    , m_clock(clock)
{}

bool QuorumModel::setServers(const std::vector<QString> &labels)
{
    if (labels == m_labels)
        return false;
    merge({});
    if (!m_labels.empty()) {
        beginRemoveColumns({}, FirstServer, FirstServer + static_cast<int>(m_labels.size()) - 1);
        m_labels.clear();
        endRemoveColumns();
    }
    if (!labels.empty()) {
        beginInsertColumns({}, FirstServer, FirstServer + static_cast<int>(labels.size()) - 1);
        m_labels = labels;
        endInsertColumns();
    }
    return true;
}

void QuorumModel::setLocks(const std::vector<JudgedPointer> &locks)
{
    std::vector<QuorumRow> rows;
    rows.reserve(locks.size());
    for (const JudgedPointer &lock : locks) {
        // Skips locks of a group that was shown before: the servers' columns would not fit.
        if (lock->record.finding.seats.size() == m_labels.size())
            rows.push_back({lock});
    }
    merge(std::move(rows));
}

int QuorumModel::rowOf(const LockName &name) const
{
    const auto at =
        std::lower_bound(rows().begin(), rows().end(), name,
                         [](const QuorumRow &row, const LockName &key) { return row.key() < key; });
    return at != rows().end() && at->key() == name ? static_cast<int>(at - rows().begin()) : -1;
}

int QuorumModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : FirstServer + static_cast<int>(m_labels.size());
}

QString QuorumModel::text(const JudgedLock &lock, int column) const
{
    const insight::QuorumFinding &finding = lock.record.finding;
    switch (column) {
    case Name:
        return wording::lockName(lock.record.id.name, nameLimit);
    case Verdict:
        return wording::verdict(finding.verdict);
    case Votes:
        return votesText(finding);
    case Owner:
        if (finding.owner)
            return ownerText(lock);
        return finding.owners > 1 ? tr("several") : u"–"_s;
    case Validity: {
        const QString left = ttlView(validityOf(finding), m_clock.now()).text;
        return left.isEmpty() ? u"–"_s : left;
    }
    default:
        return seatText(seatOf(lock, static_cast<std::size_t>(column - FirstServer)),
                        m_clock.now());
    }
}

QVariant QuorumModel::raw(const JudgedLock &lock, int column) const
{
    const insight::QuorumFinding &finding = lock.record.finding;
    switch (column) {
    case Name:
        return lock.record.id.name.bytes;
    case Verdict:
        return insight::name(finding.verdict);
    case Votes:
        return static_cast<int>(finding.votes);
    case Owner:
        return finding.owner ? finding.owner->bytes : QByteArray();
    case Validity:
        return QVariant::fromValue(validityOf(finding));
    default:
        return QVariant::fromValue(seatOf(lock, static_cast<std::size_t>(column - FirstServer)));
    }
}

QVariant QuorumModel::sortValue(const JudgedLock &lock, int column) const
{
    const insight::QuorumFinding &finding = lock.record.finding;
    switch (column) {
    case Name:
        return fromUtf8(lock.record.id.name.bytes);
    case Verdict:
        return severity(finding.verdict);
    case Votes:
        return static_cast<int>(finding.votes);
    case Owner:
        return ownerText(lock);
    case Validity:
        return finding.validUntil ? order(finding.validUntil) : qint64(-1);
    default:
        return static_cast<int>(
            finding.seats[static_cast<std::size_t>(column - FirstServer)].stance);
    }
}

QString QuorumModel::tip(const JudgedLock &lock, int column) const
{
    if (column == Owner && lock.record.finding.owner)
        return wording::ownerInWords(*lock.record.finding.owner, lock.alias);
    if (column < FirstServer)
        return column == Verdict ? wording::capitalised(
                   wording::verdictSentence(lock.record.finding, ownerText(lock), m_clock.now()))
                                 : text(lock, column);
    const auto place = static_cast<std::size_t>(column - FirstServer);
    const QString reason =
        wording::seatReason(lock.record.finding.seats[place], lock.record.servers[place]);
    const QString server = shortLabel(m_labels[place]);
    return reason.isEmpty() ? server : u"%1: %2"_s.arg(server, reason);
}

QVariant QuorumModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const JudgedLock &lock = lockAt(index.row());
    const insight::QuorumFinding &finding = lock.record.finding;
    const int column = index.column();
    const bool isSeat = column >= FirstServer;
    switch (role) {
    case Qt::DisplayRole:
        return text(lock, column);
    case Qt::ToolTipRole:
        return toolTipOf(tip(lock, column));
    case Qt::AccessibleTextRole:
        return u"%1: %2"_s.arg(headerData(column, Qt::Horizontal).toString(),
                               isSeat ? wording::listed({tip(lock, column), text(lock, column)})
                                      : text(lock, column));
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    case RawRole:
        return raw(lock, column);
    case MarkRole:
        return column == Owner && finding.owner ? clientMark(*finding.owner) : QVariant();
    case SortRole:
        return sortValue(lock, column);
    case AlarmRole:
        return isAlarming(finding);
    case QuietRole:
        return finding.verdict == QuorumVerdict::Free || (column == Owner && !finding.owner)
            || (column == Validity && !finding.validUntil);
    case BadgeRole: {
        if (column == Verdict)
            return static_cast<int>(verdictBadge(finding.verdict));
        const auto stance = isSeat
            ? std::optional(finding.seats[static_cast<std::size_t>(column - FirstServer)].stance)
            : std::nullopt;
        return static_cast<int>(stance ? seatBadge(*stance) : Badge::None);
    }
    default:
        return {};
    }
}

QVariant QuorumModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    const bool isServer = section >= FirstServer;
    if (role == Qt::ToolTipRole && isServer)
        return toolTipOf(shortLabel(m_labels[static_cast<std::size_t>(section - FirstServer)]));
    if (role != Qt::DisplayRole)
        return {};
    if (isServer)
        return shortLabel(m_labels[static_cast<std::size_t>(section - FirstServer)]);
    const std::array<QString, FirstServer> names{tr("Name"), tr("Verdict"), tr("Votes"),
                                                 tr("Owner"), tr("Validity")};
    return names[static_cast<std::size_t>(section)];
}

} // namespace lockscope::ui
