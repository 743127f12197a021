// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/eventmodel.h"

#include "core/base/text.h"
#include "ui/client/locks/clientcolor.h"
#include "ui/client/servers/servermodel.h"
#include "ui/table/columnheader.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockname.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype tipLimit = 400;
constexpr std::size_t leastToLeaveOut = 1000; // events of one lock are all kept

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
    case watch::EventType::ChangesReadTogether:
        return Badge::Gone;
    case watch::EventType::Queued:
        return Badge::Contended;
    case watch::EventType::RenewalOverdue:
        return Badge::Overdue;
    case watch::EventType::Expired:
    case watch::EventType::ForceUnlocked:
    case watch::EventType::Lost:
    case watch::EventType::ProblemOpened:
    case watch::EventType::ProblemWorsened:
    case watch::EventType::Failover:
    case watch::EventType::Gap:
        return Badge::Trouble;
    case watch::EventType::ProblemClosed:
        return Badge::Gone;
    case watch::EventType::ServerUp:
        return Badge::Up;
    case watch::EventType::ServerDown:
        return Badge::Down;
    }
    return Badge::None;
}

// All that went, as far as a tool tip has room for it.
QString lostText(const watch::Event &event)
{
    constexpr std::size_t most = 30;
    QStringList lines{wording::said(event.detail)};
    for (std::size_t i = 0; i < std::min(most, event.lost->size()); ++i) {
        const watch::LostHold &hold = (*event.lost)[i];
        QString line = wording::lockName(hold.name);
        if (hold.owner)
            line += u"  "_s + visibleElided(hold.owner->bytes, 80);
        lines += line;
    }
    if (event.lost->size() > most)
        lines += EventModel::tr("and %1 more").arg(event.lost->size() - most);
    return lines.join(u'\n');
}

} // namespace

EventModel::EventModel(const Clock &clock, std::size_t capacity, QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
    , m_capacity(capacity)
{}

// A server with many locks would fill the list with locks that existed already, and leave no room
// for new events: a tenth of the list is enough for them.
void EventModel::leaveOut(std::vector<watch::Event> &events)
{
    const std::size_t most = m_capacity / 10;
    m_leftOut += std::erase_if(events, [&](const watch::Event &event) {
        if (event.type != watch::EventType::Appeared)
            return false;
        if (m_appeared >= most)
            return true;
        ++m_appeared;
        return false;
    });
}

void EventModel::append(std::vector<watch::Event> events)
{
    if (m_capacity >= leastToLeaveOut)
        leaveOut(events);
    if (events.size() > m_capacity)
        events.erase(events.begin(), events.end() - static_cast<std::ptrdiff_t>(m_capacity));
    if (events.empty())
        return;
    const std::size_t wanted = m_events.size() + events.size();
    if (wanted > m_capacity) {
        const std::size_t surplus = wanted - m_capacity;
        const quint64 first = m_first + surplus;
        const auto stays = std::lower_bound(m_rows.begin(), m_rows.end(), first);
        removeFirst(static_cast<std::size_t>(stays - m_rows.begin()));
        const auto gone =
            m_events.begin() + static_cast<std::ptrdiff_t>(std::min(surplus, m_events.size()));
        m_appeared -= std::min(m_appeared,
                               static_cast<std::size_t>(std::count_if(
                                   m_events.begin(), gone, [](const watch::Event &event) {
                                       return event.type == watch::EventType::Appeared;
                                   })));
        m_events.erase(m_events.begin(), gone);
        m_first = first;
    }
    const quint64 next = m_first + m_events.size();
    std::move(events.begin(), events.end(), std::back_inserter(m_events));
    showFrom(next);
    Q_EMIT countsChanged();
}

// Rows for the events from this number on that are to be shown.
void EventModel::showFrom(quint64 number)
{
    if (!m_isShown)
        return;
    std::vector<quint64> added;
    for (quint64 each = number; each < m_first + m_events.size(); ++each) {
        if (m_filter.matches(m_events[static_cast<std::size_t>(each - m_first)]))
            added.push_back(each);
    }
    if (added.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(added.size()) - 1);
    m_rows.insert(m_rows.end(), added.begin(), added.end());
    endInsertRows();
}

void EventModel::removeFirst(std::size_t count)
{
    if (count == 0)
        return;
    beginRemoveRows({}, 0, static_cast<int>(count) - 1);
    m_rows.erase(m_rows.begin(), m_rows.begin() + static_cast<std::ptrdiff_t>(count));
    endRemoveRows();
}

// All rows anew, but for those of the same event nothing changes for a reader: it looks at the end.
void EventModel::setFilter(const insight::EventFilter &filter)
{
    if (m_filter == filter)
        return;
    m_filter = filter;
    removeFirst(m_rows.size());
    showFrom(m_first);
    Q_EMIT countsChanged();
}

void EventModel::setShown(bool shown)
{
    if (m_isShown == shown)
        return;
    m_isShown = shown;
    if (shown)
        showFrom(m_first);
    else
        removeFirst(m_rows.size());
    Q_EMIT countsChanged();
}

void EventModel::clear()
{
    removeFirst(m_rows.size());
    m_events.clear();
    m_appeared = 0;
    m_leftOut = 0;
    m_first = 0;
    Q_EMIT countsChanged();
}

void EventModel::replace(std::vector<watch::Event> events)
{
    removeFirst(m_rows.size());
    m_first += m_events.size();
    m_events.clear();
    m_appeared = 0;
    if (events.empty())
        Q_EMIT countsChanged(); // append() has nothing to tell
    else
        append(std::move(events));
}

std::vector<watch::Event> EventModel::eventsOf(const watch::LockId &id) const
{
    std::vector<watch::Event> events;
    for (const watch::Event &event : m_events)
        std::ranges::move(partsOf(event, id), std::back_inserter(events));
    return events;
}

std::optional<quint64> EventModel::find(const EventPlace &place) const
{
    if (m_first > 0 && !m_events.empty() && place.at < m_events.front().at)
        return std::nullopt; // the nearest that is left may be another one
    std::optional<std::size_t> found;
    std::pair<Millis, bool> least;
    for (std::size_t i = 0; i < m_events.size(); ++i) {
        const watch::Event &event = m_events[i];
        const bool isLost =
            place.name && event.lost && !partsOf(event, {place.deployment, *place.name}).empty();
        if (event.deploymentId != place.deployment || (event.name != place.name && !isLost))
            continue;
        const bool isHis =
            isLost || (place.owner && (event.owner == place.owner || event.former == place.owner));
        const std::pair away(std::chrono::abs(event.at - place.at), !isHis);
        if (!found || away <= least) { // of those that are as good the latest
            found = i;
            least = away;
        }
    }
    return found ? std::optional(m_first + *found) : std::nullopt;
}

int EventModel::rowOf(quint64 number) const
{
    const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), number);
    return at == m_rows.end() || *at != number ? -1 : static_cast<int>(at - m_rows.begin());
}

void EventModel::rename(const std::function<bool(watch::Event &)> &change)
{
    std::vector<bool> isChanged(m_events.size());
    for (std::size_t i = 0; i < m_events.size(); ++i)
        isChanged[i] = change(m_events[i]);
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const std::size_t first = row;
        while (row < m_rows.size() && isChanged[static_cast<std::size_t>(m_rows[row] - m_first)])
            ++row;
        if (row > first)
            Q_EMIT dataChanged(index(static_cast<int>(first), Owner),
                               index(static_cast<int>(row) - 1, Owner));
    }
}

int EventModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
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
        if (event.lost && !event.name)
            return tr("%1 locks").arg(event.count.value_or(0));
        return event.name ? wording::lockName(*event.name) : QString();
    case Owner:
        return event.owner ? wording::shortOwner(*event.owner, event.alias) : QString();
    case Detail: {
        QStringList parts;
        if (event.mode && *event.mode != watch::Mode::Exclusive)
            parts += wording::mode(*event.mode);
        if (event.count && *event.count != 1 && !wording::tellsCount(event))
            parts += tr("count %1").arg(*event.count);
        if (event.ttl)
            parts += tr("TTL %1").arg(wording::span(*event.ttl));
        if (!event.detail.isEmpty())
            parts += wording::said(event.detail, 300);
        return wording::listed(parts);
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
        if (event.lost && (column == Lock || column == Detail))
            return toolTipOf(lostText(event));
        return toolTipOf(column == Owner && event.owner
                             ? wording::ownerInWords(*event.owner, event.alias, tipLimit)
                             : text(event, column));
    case Qt::AccessibleTextRole:
        return column == Owner && event.owner
            ? QVariant(wording::ownerInWords(*event.owner, event.alias, tipLimit))
            : QVariant();
    case BadgeRole:
        return static_cast<int>(column == Type ? badge(event.type) : Badge::None);
    case MarkRole:
        return column == Owner && event.owner ? clientMark(*event.owner) : QVariant();
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
    return columnHeader(section, orientation, role, [] {
        return std::array<QString, ColumnCount>{tr("Time"),  tr("Event"),  tr("Lock"),
                                                tr("Owner"), tr("Detail"), tr("Server")};
    });
}

} // namespace lockscope::ui
