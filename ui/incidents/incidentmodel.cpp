// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/incidentmodel.h"

#include "ui/client/servers/servermodel.h"
#include "ui/table/ordermerge.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/incidentwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using health::Incident;

// A critical incident needs somebody more than a warning; one that is over or muted needs nobody.
Badge badgeOf(const Incident &incident)
{
    if (!incident.isOpen())
        return Badge::Gone;
    return incident.problem.severity == health::Severity::Critical ? Badge::Trouble
                                                                   : Badge::Contended;
}

// To the second: it is painted anew so often.
QString durationOf(Millis span)
{
    return span < std::chrono::minutes(1) ? wording::age(span) : wording::span(span);
}

QString markOf(const Incident &incident)
{
    QStringList marks;
    if (incident.isMuted)
        marks += IncidentModel::tr("muted");
    if (incident.isAcknowledged)
        marks += IncidentModel::tr("acknowledged");
    if (incident.problem.isSuspended)
        marks += IncidentModel::tr("out of sight");
    return wording::listed(marks);
}

} // namespace

IncidentModel::IncidentModel(std::function<WallInstant()> now, QObject *parent)
    : QAbstractTableModel(parent)
    , m_now(std::move(now))
{}

bool IncidentModel::isShown(const Incident &incident) const
{
    switch (m_shown) {
    case Shown::All:
        return true;
    case Shown::Open:
        return incident.isOpen() && !incident.isMuted;
    case Shown::Muted:
        return incident.isMuted;
    }
    return true;
}

void IncidentModel::merge(const health::IncidentBook &book)
{
    std::vector<const Incident *> chosen;
    std::unordered_set<QByteArray> ids; // of the same problem twice only the one that is open
    m_isCut = false;
    book.visitOpen([&](const Incident &incident) {
        if (!isShown(incident))
            return true;
        m_isCut = chosen.size() == most;
        if (!m_isCut && ids.insert(incident.id()).second)
            chosen.push_back(&incident);
        return !m_isCut;
    });
    std::size_t left = most;
    for (auto over = book.over().rbegin(); over != book.over().rend() && left > 0; ++over) {
        if (!isShown(*over) || !ids.insert(over->id()).second)
            continue;
        chosen.push_back(&*over);
        --left;
    }

    std::vector<QByteArray> keys;
    keys.reserve(m_rows.size());
    for (const Incident &row : m_rows)
        keys.push_back(row.id());
    std::vector<QByteArray> wanted;
    wanted.reserve(chosen.size());
    for (const Incident *incident : chosen)
        wanted.push_back(incident->id());
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
            m_rows.insert(place(at), *chosen[at]);
            endInsertRows();
        });
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i] == *chosen[i])
            continue;
        m_rows[i] = *chosen[i];
        Q_EMIT dataChanged(index(static_cast<int>(i), 0),
                           index(static_cast<int>(i), ColumnCount - 1));
    }
}

int IncidentModel::rowOf(const QByteArray &id) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&id](const Incident &row) { return row.id() == id; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int IncidentModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int IncidentModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QString IncidentModel::textOf(const Incident &incident, int column) const
{
    const health::Problem &problem = incident.problem;
    const WallInstant now = m_now();
    switch (column) {
    case Severity:
        // For a closed incident its worst severity.
        return wording::severity(incident.isOpen() ? problem.severity : incident.worst);
    case Problem:
        return wording::said(problem.rule->title);
    case Subject:
        return wording::problemSubject(problem);
    case Deployment:
        return wording::shown(shortLabel(problem.deployment).toUtf8());
    case Start:
        return wording::clockTime(incident.start(), now);
    case End:
        return incident.end() ? wording::clockTime(*incident.end(), now) : tr("open");
    case Duration:
        return durationOf(incident.end().value_or(now) - incident.start());
    case Mark:
        return markOf(incident);
    default:
        return {};
    }
}

QVariant IncidentModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Incident &incident = incidentAt(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return textOf(incident, column);
    case Qt::ToolTipRole:
        return toolTipOf(column == Problem ? wording::said(incident.problem.evidence)
                                           : textOf(incident, column));
    case Qt::AccessibleTextRole:
        return u"%1: %2"_s.arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(),
                               textOf(incident, column));
    case RawRole:
        return column == Subject ? QVariant(incident.problem.subject.name.bytes)
                                 : QVariant(textOf(incident, column).toUtf8());
    case BadgeRole:
        return column == Severity ? QVariant(int(badgeOf(incident))) : QVariant();
    case AlarmRole:
        return incident.isOpen() && !incident.isMuted && !incident.isAcknowledged
            && incident.problem.severity == health::Severity::Critical;
    case QuietRole:
        return !incident.isOpen() || incident.isMuted;
    case StaleRole:
        return incident.problem.isSuspended;
    default:
        return {};
    }
}

QVariant IncidentModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Severity:
        return tr("Severity");
    case Problem:
        return tr("Problem");
    case Subject:
        return tr("Concerns");
    case Deployment:
        return tr("Deployment");
    case Start:
        return tr("Start");
    case End:
        return tr("End");
    case Duration:
        return tr("Duration");
    case Mark:
        return tr("Mark");
    default:
        return {};
    }
}

} // namespace lockscope::ui
