// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionmodel.h"

#include "ui/table/ordermerge.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QStringList>

#include <algorithm>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using insight::LockContention;
using insight::Percentiles;

bool looksLike(const LockContention &a, const LockContention &b)
{
    const auto parts = [](const LockContention &lock) {
        return std::tie(lock.id, lock.tellsWaiters, lock.waiters, lock.connections, lock.waited,
                        lock.connectionTime, lock.acquisitions, lock.renewals, lock.held,
                        lock.waitedFor, lock.gaveUp, lock.lapsed, lock.heldSoFar);
    };
    return parts(a) == parts(b);
}

double seconds(Millis span)
{
    return static_cast<double>(span.count()) / 1000;
}

QString percentile(const Percentiles &all, Millis part)
{
    return all.count > 0 ? wording::span(part) : QString();
}

QString longestText(const LockContention &lock)
{
    const QString span = wording::span(lock.longestHold());
    const bool goesOn = lock.heldSoFar > Millis(0) && lock.heldSoFar >= lock.held.longest;
    return goesOn ? ContentionModel::tr("%1 so far").arg(span) : span;
}

// Whether the cell has nothing that could be known.
bool isUnknown(const LockContention &lock, int column)
{
    using Model = ContentionModel;
    switch (column) {
    case Model::Waiters:
        return false; // else its connections
    case Model::WaitTime:
    case Model::GaveUp:
        return !lock.tellsWaiters;
    case Model::ConnectionTime:
        return lock.tellsWaiters;
    case Model::HeldHalf:
    case Model::HeldMost:
    case Model::HeldWorst:
        return lock.held.count == 0;
    case Model::HeldLongest:
        return lock.held.count == 0 && lock.heldSoFar == Millis(0);
    case Model::WaitedHalf:
    case Model::WaitedMost:
    case Model::WaitedWorst:
        return lock.waitedFor.count == 0;
    default:
        return false;
    }
}

} // namespace

ContentionModel::ContentionModel(QObject *parent)
    : QAbstractTableModel(parent)
{}

void ContentionModel::merge(std::vector<LockContention> ranked)
{
    std::vector<watch::LockId> keys;
    keys.reserve(m_rows.size());
    for (const LockContention &row : m_rows)
        keys.push_back(row.id);
    std::vector<watch::LockId> wanted;
    wanted.reserve(ranked.size());
    for (const LockContention &row : ranked)
        wanted.push_back(row.id);
    const auto place = [this](std::size_t row) {
        return m_rows.begin() + static_cast<std::ptrdiff_t>(row);
    };
    mergeOrder(
        std::move(keys), wanted,
        [&](std::size_t first, std::size_t last) {
            beginRemoveRows({}, static_cast<int>(first), static_cast<int>(last));
            m_rows.erase(place(first), place(last + 1));
            endRemoveRows();
        },
        [&](std::size_t from, std::size_t to) {
            const int row = static_cast<int>(from);
            beginMoveRows({}, row, row, {}, static_cast<int>(to));
            std::rotate(place(to), place(from), place(from + 1));
            endMoveRows();
        },
        [&](std::size_t at) {
            beginInsertRows({}, static_cast<int>(at), static_cast<int>(at));
            m_rows.insert(place(at), ranked[at]);
            endInsertRows();
        });
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        if (looksLike(m_rows[i], ranked[i]))
            continue;
        m_rows[i] = std::move(ranked[i]);
        const int row = static_cast<int>(i);
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

int ContentionModel::rowOf(const watch::LockId &id) const
{
    const auto row = std::find_if(m_rows.begin(), m_rows.end(),
                                  [&](const LockContention &lock) { return lock.id == id; });
    return row == m_rows.end() ? -1 : static_cast<int>(row - m_rows.begin());
}

int ContentionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ContentionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString ContentionModel::textOf(const LockContention &lock, int column) const
{
    if (isUnknown(lock, column))
        return tr("–");
    switch (column) {
    case Lock:
        return wording::lockName(lock.id.name);
    case Waiters:
        return lock.tellsWaiters ? QString::number(lock.waiters)
                                 : tr("%1 connections").arg(lock.connections);
    case WaitTime:
        return wording::span(lock.waited);
    case ConnectionTime:
        return wording::tenths(lock.connectionTime);
    case Acquired:
        return QString::number(lock.acquisitions);
    case Renewed:
        return QString::number(lock.renewals);
    case HeldHalf:
        return percentile(lock.held, lock.held.p50);
    case HeldMost:
        return percentile(lock.held, lock.held.p90);
    case HeldWorst:
        return percentile(lock.held, lock.held.p99);
    case HeldLongest:
        return longestText(lock);
    case WaitedHalf:
        return percentile(lock.waitedFor, lock.waitedFor.p50);
    case WaitedMost:
        return percentile(lock.waitedFor, lock.waitedFor.p90);
    case WaitedWorst:
        return percentile(lock.waitedFor, lock.waitedFor.p99);
    case GaveUp:
        return QString::number(lock.gaveUp);
    case Lapsed:
        return QString::number(lock.lapsed);
    case Server:
        return m_labels ? m_labels(lock.id.deployment) : QString::number(lock.id.deployment.number);
    default:
        return {};
    }
}

QVariant ContentionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const LockContention &lock = rowAt(index.row());
    const int column = index.column();
    const bool isLeft = column == Lock || column == Server;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(lock, column);
    case Qt::ToolTipRole:
        return toolTipOf(column == Lock ? contentionSentence(lock) : textOf(lock, column));
    case Qt::AccessibleTextRole:
        if (column == Lock)
            return contentionSentence(lock);
        return u"%1: %2"_s.arg(headerData(column, Qt::Horizontal).toString(),
                               isUnknown(lock, column) ? tr("unknown") : textOf(lock, column));
    case Qt::TextAlignmentRole:
        return int((isLeft ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case RawRole:
        return column == Lock ? QVariant(lock.id.name.bytes)
                              : QVariant(textOf(lock, column).toUtf8());
    case BadgeRole:
        if (column != Lock)
            return {};
        return int(lock.waiters > 0 || lock.connections > 0 ? Badge::Contended : Badge::Held);
    case QuietRole:
        return isUnknown(lock, column);
    default:
        return {};
    }
}

QVariant ContentionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isLeft = section == Lock || section == Server;
        return int((isLeft ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    const bool isTip = role == Qt::ToolTipRole;
    if (role != Qt::DisplayRole && !isTip)
        return {};
    // The title and what it means.
    const std::vector<std::pair<QString, QString>> texts{
        {tr("Lock"), tr("The name of the lock")},
        {tr("Waiting"), tr("Waiters now, or waiting connections if only those are known")},
        {tr("Waited"), tr("Total waiting time in this period")},
        {tr("Connection-s"),
         tr("Waiting connections multiplied by the seconds they were seen: used where the "
            "waiters are unknown")},
        {tr("Acquired"), tr("Number of acquisitions in this period")},
        {tr("Renewed"), tr("Number of renewals in this period")},
        {tr("Held 50 %"), tr("Half of the holds were at most this long")},
        {tr("Held 90 %"), tr("90 of 100 holds were at most this long")},
        {tr("Held 99 %"), tr("99 of 100 holds were at most this long")},
        {tr("Longest hold"), tr("The longest hold; its age so far if it has not ended")},
        {tr("Waits 50 %"), tr("Half of the waits were at most this long")},
        {tr("Waits 90 %"), tr("90 of 100 waits were at most this long")},
        {tr("Waits 99 %"), tr("99 of 100 waits were at most this long")},
        {tr("Gave up"), tr("Number of waiters that left the queue without the lock")},
        {tr("Lapsed"), tr("Number of holds that expired or were force-unlocked")},
        {tr("Server"), tr("The server of the lock")},
    };
    const auto &[title, tip] = texts[static_cast<std::size_t>(section)];
    return isTip ? toolTipOf(tip) : title;
}

double harmOf(const LockContention &lock, insight::ContentionBook::Harm harm)
{
    using enum insight::ContentionBook::Harm;
    switch (harm) {
    case Waiting:
        return seconds(lock.waited);
    case Connections:
        return seconds(lock.connectionTime);
    case HoldTime:
        return seconds(lock.longestHold());
    case Acquisitions:
        return static_cast<double>(lock.acquisitions);
    }
    return 0;
}

QString contentionSentence(const LockContention &lock)
{
    QStringList parts;
    if (lock.tellsWaiters)
        parts += ContentionModel::tr("%1 in its queue now, %2 of waiting in total")
                     .arg(QString::number(lock.waiters), wording::span(lock.waited));
    else if (lock.connections > 0 || lock.connectionTime > Millis(0))
        parts += ContentionModel::tr("%1 connections wait now, %2 connection-seconds")
                     .arg(QString::number(lock.connections), wording::tenths(lock.connectionTime));
    parts += ContentionModel::tr("acquired %1 times, renewed %2 times")
                 .arg(QString::number(lock.acquisitions), QString::number(lock.renewals));
    if (lock.held.count > 0)
        parts += ContentionModel::tr("half of its holds took at most %1, 99 of 100 at most %2")
                     .arg(wording::span(lock.held.p50), wording::span(lock.held.p99));
    if (lock.heldSoFar > Millis(0))
        parts += ContentionModel::tr("held for %1 so far").arg(wording::span(lock.heldSoFar));
    if (lock.waitedFor.count > 0)
        parts += ContentionModel::tr("half of the waits took at most %1, 99 of 100 at most %2")
                     .arg(wording::span(lock.waitedFor.p50), wording::span(lock.waitedFor.p99));
    if (lock.gaveUp > 0)
        parts += ContentionModel::tr("%1 gave up waiting").arg(lock.gaveUp);
    if (lock.lapsed > 0)
        parts += ContentionModel::tr("%1 holds expired or were force-unlocked").arg(lock.lapsed);
    return ContentionModel::tr("%1: %2.").arg(wording::lockName(lock.id.name), parts.join(u"; "_s));
}

} // namespace lockscope::ui
