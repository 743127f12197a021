// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/servers/servermodel.h"

#include "core/base/text.h"
#include "ui/table/columnheader.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/connectionwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct EstateWords {
    Q_DECLARE_TR_FUNCTIONS(Estate)
};

// In the window a server that is listed can be given another password.
QString cureOf(const Error &error)
{
    return wording::isPasswordWanted(error) ? EstateWords::tr("Reconnect now asks for it.")
                                            : wording::connectionCure(error);
}

QString problemAndCure(const Error &error)
{
    return wording::ended(wording::connectionProblem(error)) + u' ' + cureOf(error);
}

} // namespace

Badge serverBadge(watch::ServerState state)
{
    switch (state) {
    case watch::ServerState::Connecting:
        return Badge::Connecting;
    case watch::ServerState::Up:
        return Badge::Up;
    case watch::ServerState::Down:
        return Badge::Down;
    }
    return Badge::None;
}

QString stateWithCause(const watch::ServerRecord &server)
{
    const QString state = wording::serverState(server.state);
    if (server.state != watch::ServerState::Down || !server.error)
        return state;
    return EstateWords::tr("%1: %2").arg(state, wording::connectionCause(*server.error));
}

QString serverCure(const watch::ServerRecord &server)
{
    if (server.state != watch::ServerState::Down || !server.error)
        return {};
    return cureOf(*server.error);
}

QString serverSummary(const watch::ServerRecord &server)
{
    QStringList parts{stateWithCause(server)};
    if (server.state == watch::ServerState::Up) {
        parts += wording::watchMode(server.mode);
        if (server.latency)
            parts += wording::latency(server.latency);
        if (server.discovering && server.scan.running && server.scan.scanned > 0)
            parts +=
                EstateWords::tr("looking for locks: %1").arg(wording::scanProgress(server.scan));
        else if (server.discovering)
            parts += EstateWords::tr("looking for locks");
    }
    return wording::listed(parts);
}

QString measuredLatency(const ServerRow &row)
{
    if (row.server.state != watch::ServerState::Up || !row.measured)
        return {};
    return EstateWords::tr("Latency of the last answer: %1").arg(wording::latency(row.measured));
}

QString serverToolTip(const ServerRow &row)
{
    if (row.server.state != watch::ServerState::Up && row.server.error)
        return toolTipOf(problemAndCure(*row.server.error));
    QStringList lines{shortLabel(row.server)};
    if (const QString place = placeText(row.place); !place.isEmpty())
        lines += place;
    if (const QString measured = measuredLatency(row); !measured.isEmpty())
        lines += measured;
    return toolTipOf(lines.join(u'\n'));
}

QString shortLabel(const QString &label)
{
    const QString shown = visibleElided(label.toUtf8(), 200);
    return shown.startsWith("redis://"_L1) ? shown.sliced(8) : shown;
}

QString shortLabel(const watch::ServerRecord &server)
{
    return shortLabel(server.isShard && !server.address.isEmpty() ? server.address : server.label);
}

QStringList placeLines(const admin::Place &place)
{
    QStringList use;
    if (!place.profile.isEmpty()) {
        const QString tag = wording::tag(place.tag);
        use += place.tag == profile::Tag::Production ? tag.toUpper() : tag;
    }
    if (place.readOnly)
        use += EstateWords::tr("read-only");
    QStringList lines;
    if (!use.isEmpty())
        lines += wording::listed(use);
    if (!place.profile.isEmpty())
        lines += visibleElided(place.profile.toUtf8(), 64);
    return lines;
}

insight::FilterPlace filterPlaceOf(const admin::Place &place)
{
    if (place.profile.isEmpty())
        return {};
    return {place.profile, QString::fromLatin1(profile::name(place.tag))};
}

QString placeText(const admin::Place &place)
{
    return wording::listed(placeLines(place));
}

namespace {

// Sentences for changes that were not seen in time, each only if there are any.
QStringList counterSentences(const watch::WatchCounters &counters)
{
    QStringList parts;
    const auto add = [&](quint64 count, const QString &one, const QString &many) {
        if (count > 0)
            parts += count == 1 ? one : many.arg(count);
    };
    add(counters.missed, EstateWords::tr("1 change was found late, because no event reported it."),
        EstateWords::tr("%1 changes were found late, because no event reported them."));
    add(counters.dropped, EstateWords::tr("1 changed key was not read: too many new names."),
        EstateWords::tr("%1 changed keys were not read: too many new names."));
    add(counters.unreadable, EstateWords::tr("A key could not be read once."),
        EstateWords::tr("A key could not be read %1 times."));
    add(counters.coalesced, EstateWords::tr("1 change was read together with a later change."),
        EstateWords::tr("%1 changes were read together with a later change."));
    return parts;
}

} // namespace

QString serverSentence(const watch::ServerRecord &server, Instant now)
{
    QStringList parts;
    if (server.state == watch::ServerState::Up) {
        parts += EstateWords::tr("Watching %1 by %2.")
                     .arg(shortLabel(server), wording::watchMode(server.mode));
        if (!server.modeReason.isEmpty())
            parts += EstateWords::tr("Reason: %1.").arg(wording::said(server.modeReason, 300));
        if (server.scan.stopped)
            parts += EstateWords::tr("The scan for locks was stopped after %1.")
                         .arg(wording::scanProgress(server.scan));
        parts += counterSentences(server.counters);
        if (server.learningRefusal)
            parts += EstateWords::tr(
                "Owner names cannot be learned: the user has no right to CLIENT LIST "
                "(+client|list).");
        if (server.hiddenGuesses == 1 && !server.guessesSampled)
            parts +=
                EstateWords::tr("1 key looks like a lock by its value only. View > Show guesses "
                                "shows it.");
        else if (server.hiddenGuesses > 0)
            parts +=
                (server.guessesSampled ? EstateWords::tr(
                     "At least %1 keys look like locks by their value only. View > Show guesses "
                     "shows them.")
                                       : EstateWords::tr(
                                           "%1 keys look like locks by their value only. "
                                           "View > Show guesses shows them."))
                    .arg(server.hiddenGuesses);
    } else if (server.error) {
        parts += problemAndCure(*server.error);
    } else if (server.state == watch::ServerState::Connecting) {
        parts += EstateWords::tr("Connecting to %1.").arg(shortLabel(server));
    } else {
        parts += EstateWords::tr("%1 is down.").arg(shortLabel(server));
    }
    // Without a way to learn of changes it was never up, and nothing of it is shown.
    if (server.lostAt && server.mode != watch::WatchMode::None)
        parts += EstateWords::tr("The data shown is %1 old.")
                     .arg(wording::span(std::chrono::floor<Millis>(now - *server.lostAt)));
    return parts.join(u' ');
}

void ServerModel::mergeOne(const watch::ServerRecord &server)
{
    SteadyLatency &latency = m_latencies[server.server];
    latency.add(server.state == watch::ServerState::Up ? server.latency : std::nullopt);
    watch::ServerRecord steady = server;
    steady.latency = latency.shown();
    std::vector<ServerRow> all = rows();
    const auto at = std::lower_bound(
        all.begin(), all.end(), server.server,
        [](const ServerRow &row, watch::ServerId id) { return row.server.server < id; });
    if (at != all.end() && at->server.server == server.server)
        *at = {steady, at->place, server.latency};
    else
        all.insert(at, {steady, placeOf(server.deployment), server.latency});
    merge(std::move(all));
}

void ServerModel::remove(watch::DeploymentId deployment)
{
    std::vector<ServerRow> all = rows();
    for (const ServerRow &row : all) {
        if (row.server.deployment == deployment)
            m_latencies.erase(row.server.server);
    }
    std::erase_if(
        all, [deployment](const ServerRow &row) { return row.server.deployment == deployment; });
    merge(std::move(all));
    m_places.erase(deployment);
}

void ServerModel::remove(watch::ServerId server)
{
    std::vector<ServerRow> all = rows();
    std::erase_if(all, [server](const ServerRow &row) { return row.server.server == server; });
    m_latencies.erase(server);
    merge(std::move(all));
}

void ServerModel::setPlace(watch::DeploymentId deployment, const admin::Place &place)
{
    admin::Place known = place;
    known.isActingLocked = known.isUnlockNeeded && m_isActingLocked;
    m_places.insert_or_assign(deployment, known);
    const admin::Place shown = placeOf(deployment);
    std::vector<ServerRow> all = rows();
    for (ServerRow &row : all) {
        if (row.server.deployment == deployment)
            row.place = shown;
    }
    merge(std::move(all));
}

void ServerModel::setActingLocked(bool isLocked)
{
    m_isActingLocked = isLocked;
    for (auto &[deployment, place] : m_places)
        place.isActingLocked = place.isUnlockNeeded && isLocked;
    std::vector<ServerRow> all = rows();
    for (ServerRow &row : all)
        row.place.isActingLocked = row.place.isUnlockNeeded && isLocked;
    merge(std::move(all));
}

const watch::ServerRecord *ServerModel::find(watch::ServerId server) const
{
    const int row = rowOf(server);
    return row < 0 ? nullptr : &rowAt(row).server;
}

const watch::ServerRecord *ServerModel::find(watch::DeploymentId deployment) const
{
    const int row = rowOf(deployment);
    return row < 0 ? nullptr : &rowAt(row).server;
}

admin::Place ServerModel::placeOf(watch::DeploymentId deployment) const
{
    admin::Place place;
    if (const auto at = m_places.find(deployment); at != m_places.end())
        place = at->second;
    const watch::ServerRecord *record = find(deployment);
    if (place.deployment.isEmpty() && record)
        place.deployment = record->label;
    place.isRecorded = m_isRecorded;
    place.readOnly = place.readOnly || m_isRecorded;
    return place;
}

int ServerModel::rowOf(watch::ServerId server) const
{
    const auto at = std::find_if(rows().begin(), rows().end(),
                                 [&](const ServerRow &row) { return row.server.server == server; });
    return at == rows().end() ? -1 : static_cast<int>(at - rows().begin());
}

int ServerModel::rowOf(watch::DeploymentId deployment) const
{
    const auto at = std::find_if(rows().begin(), rows().end(), [&](const ServerRow &row) {
        return row.server.deployment == deployment;
    });
    return at == rows().end() ? -1 : static_cast<int>(at - rows().begin());
}

int ServerModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ServerModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const watch::ServerRecord &server = rowAt(index.row()).server;
    const bool up = server.state == watch::ServerState::Up;
    switch (role) {
    case Qt::DisplayRole:
        switch (static_cast<Column>(index.column())) {
        case Server:
            return shortLabel(server);
        case State:
            return stateWithCause(server);
        case Watching:
            return up ? wording::watchMode(server.mode) : QStringLiteral("–");
        case Latency:
            return up && server.latency ? wording::latency(server.latency) : QStringLiteral("–");
        case ColumnCount:
            break;
        }
        return {};
    case Qt::ToolTipRole:
        return serverToolTip(rowAt(index.row()));
    case RawRole:
        return static_cast<int>(server.state);
    case SummaryRole:
        return serverSummary(server);
    case BadgeRole:
        return static_cast<int>(index.column() == Server ? serverBadge(server.state) : Badge::None);
    case Qt::AccessibleTextRole:
        return index.column() == Server
            ? QVariant(wording::listed({shortLabel(server), serverSummary(server)}))
            : data(index, Qt::DisplayRole);
    case QuietRole:
        return !up && index.column() >= Watching;
    default:
        return {};
    }
}

QVariant ServerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(section, orientation, role, [] {
        return std::array<QString, ColumnCount>{EstateWords::tr("Server"), EstateWords::tr("State"),
                                                EstateWords::tr("Watched by"),
                                                EstateWords::tr("Latency")};
    });
}

} // namespace lockscope::ui
