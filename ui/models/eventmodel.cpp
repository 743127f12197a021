// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/eventmodel.h"

#include "core/base/text.h"
#include "ui/models/roles.h"
#include "ui/models/servermodel.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <array>
#include <iterator>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype tipLimit = 400;

Badge badge(watch::EventType type)
{
    switch (type) {
    case watch::EventType::Appeared:
    case watch::EventType::Acquired:
    case watch::EventType::Reentered:
    case watch::EventType::HandedOver:
        return Badge::Held;
    case watch::EventType::Renewed:
    case watch::EventType::RenewalResumed:
        return Badge::Renewing;
    case watch::EventType::PartiallyReleased:
    case watch::EventType::Released:
    case watch::EventType::Dequeued:
    case watch::EventType::PermitsChanged:
    case watch::EventType::LatchChanged:
        return Badge::Gone;
    case watch::EventType::Queued:
        return Badge::Contended;
    case watch::EventType::RenewalOverdue:
        return Badge::Overdue;
    case watch::EventType::Expired:
    case watch::EventType::ForceUnlocked:
    case watch::EventType::Gap:
        return Badge::Trouble;
    case watch::EventType::ServerUp:
        return Badge::Up;
    case watch::EventType::ServerDown:
        return Badge::Down;
    }
    return Badge::None;
}

} // namespace

EventModel::EventModel(const Clock &clock, std::size_t capacity, QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
    , m_capacity(capacity)
{}

void EventModel::append(std::vector<watch::Event> events)
{
    if (events.size() > m_capacity)
        events.erase(events.begin(), events.end() - static_cast<std::ptrdiff_t>(m_capacity));
    if (events.empty())
        return;
    const std::size_t wanted = m_events.size() + events.size();
    if (wanted > m_capacity) {
        const auto surplus = static_cast<std::ptrdiff_t>(wanted - m_capacity);
        beginRemoveRows({}, 0, static_cast<int>(surplus) - 1);
        m_events.erase(m_events.begin(), m_events.begin() + surplus);
        endRemoveRows();
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(events.size()) - 1);
    std::move(events.begin(), events.end(), std::back_inserter(m_events));
    endInsertRows();
}

void EventModel::replace(std::vector<watch::Event> events)
{
    if (!m_events.empty()) {
        beginRemoveRows({}, 0, rowCount() - 1);
        m_events.clear();
        endRemoveRows();
    }
    append(std::move(events));
}

std::vector<watch::Event> EventModel::eventsOf(const watch::LockId &id) const
{
    std::vector<watch::Event> events;
    std::copy_if(m_events.begin(), m_events.end(), std::back_inserter(events),
                 [&](const watch::Event &event) {
                     return event.name == id.name && event.serverIndex == id.server;
                 });
    return events;
}

int EventModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_events.size());
}

int EventModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString EventModel::text(const watch::Event &event, Column column) const
{
    switch (column) {
    case Time:
        return wording::exactTime(event.at, m_clock.wallNow());
    case Type:
        return wording::event(event.type);
    case Lock:
        return event.name ? wording::shown(event.name->bytes) : QString();
    case Owner:
        return event.owner ? wording::shortOwner(*event.owner, event.alias) : QString();
    case Detail: {
        QStringList parts;
        if (event.mode && *event.mode != watch::Mode::Exclusive)
            parts += wording::mode(*event.mode);
        if (event.count && *event.count != 1)
            parts += tr("count %1").arg(*event.count);
        if (event.ttl)
            parts += tr("TTL %1").arg(wording::span(*event.ttl));
        if (!event.detail.isEmpty())
            parts += visibleElided(event.detail.toUtf8(), 300);
        return parts.join(u", "_s);
    }
    case Server:
        return shortLabel(event.server);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant EventModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const watch::Event &event = eventAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(event, column);
    case Qt::ToolTipRole:
        return toolTipOf(column == Owner && event.owner
                             ? wording::owner(*event.owner, event.alias, tipLimit)
                             : text(event, column));
    case BadgeRole:
        return static_cast<int>(column == Type ? badge(event.type) : Badge::None);
    case QuietRole:
        return column == Time || column == Server;
    case RawRole:
        if (column == Type)
            return static_cast<int>(event.type);
        if (column == Lock && event.name)
            return event.name->bytes;
        if (column == Owner && event.owner)
            return event.owner->bytes;
        return {};
    default:
        return {};
    }
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const std::array<QString, ColumnCount> names{tr("Time"),  tr("Event"),  tr("Lock"),
                                                 tr("Owner"), tr("Detail"), tr("Server")};
    return names[static_cast<std::size_t>(section)];
}

} // namespace lockscope::ui
