// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/estatemodel.h"

#include "core/base/text.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

using Kind = EstateNode::Kind;

// "PRODUCTION, read-only": told by capitals, too.
QString useOf(profile::Tag tag, bool readOnly, const QString &readOnlyWord)
{
    const QString word = wording::tag(tag);
    const QString shown = tag == profile::Tag::Production ? word.toUpper() : word;
    return readOnly ? wording::listed({shown, readOnlyWord}) : shown;
}

} // namespace

EstateModel::EstateModel(ServerModel &servers, QObject *parent)
    : MergeTree(parent)
    , m_servers(servers)
{
    connect(&servers, &ServerModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int first, int last) { onRemoved(first, last); });
    connect(&servers, &ServerModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { onInserted(first, last); });
    for (const auto signal : {&ServerModel::rowsInserted, &ServerModel::rowsRemoved})
        connect(&servers, signal, this, &EstateModel::follow);
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &EstateModel::follow);
    connect(&servers, &ServerModel::dataChanged, this, [this] {
        if (m_follows && !m_soon.isActive())
            m_soon.start(0ms);
    });
}

void EstateModel::setProfiles(std::vector<SavedProfile> profiles)
{
    m_profiles = std::move(profiles);
    m_areProfilesKnown = true;
    follow();
}

void EstateModel::setFollowing(bool follows)
{
    m_follows = follows;
    follow();
}

void EstateModel::follow()
{
    if (m_follows)
        update();
}

void EstateModel::update()
{
    m_soon.stop();
    for (const ServerRow &row : m_servers.rows())
        remember(row);
    merge(makeEstate(m_profiles, m_servers.rows(), m_memory));
}

void EstateModel::remember(const ServerRow &row)
{
    const QString label = deploymentOf(row);
    if (row.place.profile.isEmpty() && !m_memory.others.contains(label))
        m_memory.others += label;
}

// It takes the place of one that was left.
void EstateModel::onInserted(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const ServerRow &came = m_servers.rowAt(row);
        const auto left = m_memory.left.find({came.place.profile, deploymentOf(came)});
        if (left != m_memory.left.end() && --left->second == 0)
            m_memory.left.erase(left);
    }
}

// Seldom, and not to be found out later.
void EstateModel::onRemoved(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const ServerRow &gone = m_servers.rowAt(row);
        remember(gone);
        ++m_memory.left[{gone.place.profile, deploymentOf(gone)}];
    }
}

void EstateModel::forget(const QString &label)
{
    const bool isConnected = std::ranges::any_of(m_servers.rows(), [&](const ServerRow &row) {
        return row.place.profile.isEmpty() && deploymentOf(row) == label;
    });
    if (!isConnected)
        m_memory.others.removeAll(label);
    m_memory.left.erase({QString(), label});
    update();
}

QModelIndex EstateModel::indexOf(watch::ServerId server) const
{
    QModelIndex found;
    const auto look = [&](const auto &self, const QModelIndex &parent) -> void {
        for (int row = 0; row < rowCount(parent) && !found.isValid(); ++row) {
            const QModelIndex index = this->index(row, 0, parent);
            const EstateNode &node = nodeAt(index);
            if (node.server && node.server->server.server == server)
                found = index;
            else
                self(self, index);
        }
    };
    look(look, {});
    return found;
}

QModelIndex EstateModel::indexOfProfile(const QString &name) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const EstateNode &node = nodeAt(index(row, 0));
        if (node.kind == Kind::Profile && node.profile == name)
            return index(row, 0);
    }
    return {};
}

template <typename Visit>
void EstateModel::forEachServer(const QModelIndex &index, const Visit &visit) const
{
    if (!index.isValid())
        return;
    if (nodeAt(index).kind == Kind::Server)
        visit(nodeAt(index));
    for (int row = 0; row < rowCount(index); ++row)
        forEachServer(this->index(row, 0, index), visit);
}

std::vector<watch::ServerRecord> EstateModel::serversAt(const QModelIndex &index) const
{
    std::vector<watch::ServerRecord> servers;
    forEachServer(index, [&](const EstateNode &node) {
        if (node.server)
            servers.push_back(node.server->server);
    });
    return servers;
}

QStringList EstateModel::absentAt(const QModelIndex &index) const
{
    QStringList labels;
    forEachServer(index, [&](const EstateNode &node) {
        if (!node.server)
            labels += node.label;
    });
    return labels;
}

QStringList EstateModel::leftAt(const QModelIndex &index) const
{
    QStringList labels;
    forEachServer(index, [&](const EstateNode &node) {
        if (!node.server && node.wasLeft)
            labels += node.label;
    });
    return labels;
}

int EstateModel::columnCount(const QModelIndex &) const
{
    return 1;
}

QString EstateModel::titleOf(const EstateNode &node)
{
    switch (node.kind) {
    case Kind::Profile:
        return visibleElided(node.profile.toUtf8(), 64);
    case Kind::WithoutProfile:
        return tr("Without a profile");
    case Kind::Deployment:
    case Kind::Server:
        return shortLabel(node.label);
    }
    return {};
}

QStringList EstateModel::tipOf(const EstateNode &node) const
{
    QStringList parts = QStringList{titleOf(node), summaryOf(node)} + linesOf(node);
    if (const QString measured = node.server ? measuredLatency(*node.server) : QString();
        !measured.isEmpty())
        parts += measured;
    return parts;
}

QString EstateModel::summaryOf(const EstateNode &node)
{
    if (!node.isConnected())
        return tr("not connected");
    if (node.server) {
        const watch::ServerRecord &server = node.server->server;
        const bool hasRole = node.up > 0 && !server.role.isEmpty();
        return hasRole ? wording::listed({wording::role(server.role), serverSummary(server)})
                       : serverSummary(server);
    }
    if (node.servers == 1)
        return tr("%1 of 1 server up").arg(node.up);
    return tr("%1 of %2 servers up").arg(node.up).arg(node.servers);
}

QStringList EstateModel::linesOf(const EstateNode &node) const
{
    QStringList lines;
    if (const QString cure = node.server ? serverCure(node.server->server) : QString();
        !cure.isEmpty())
        lines += cure;
    if (node.kind == Kind::Profile)
        lines += useOf(node.tag, node.readOnly, tr("read-only"));
    if (node.kind == Kind::Profile && !node.isSaved && m_areProfilesKnown)
        lines += tr("no longer saved");
    if (node.isOutdated)
        lines +=
            tr("connected as %1")
                .arg(useOf(node.server->place.tag, node.server->place.readOnly, tr("read-only")));
    return lines;
}

Badge EstateModel::badgeOf(const EstateNode &node)
{
    if (!node.isConnected())
        return Badge::Gone;
    if (node.server)
        return serverBadge(node.server->server.state);
    if (node.down > 0)
        return Badge::Down;
    return node.up == node.connected ? Badge::Up : Badge::Connecting;
}

QVariant EstateModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const EstateNode &node = nodeAt(index);
    switch (role) {
    case Qt::DisplayRole:
        return titleOf(node);
    case SummaryRole:
        return summaryOf(node);
    case LinesRole:
        return linesOf(node);
    case ProductionRole:
        return node.kind == Kind::Profile && node.tag == profile::Tag::Production;
    case Qt::ToolTipRole:
        if (node.server && node.server->server.error && node.up == 0)
            return serverToolTip(*node.server);
        return toolTipOf(wording::listed(tipOf(node)));
    case Qt::AccessibleTextRole:
        return wording::listed(QStringList{titleOf(node)} + linesOf(node)
                               + QStringList{summaryOf(node)});
    case RawRole:
        return node.server ? node.server->server.server.number : -1;
    case BadgeRole:
        return static_cast<int>(badgeOf(node));
    case QuietRole:
        return !node.isConnected();
    default:
        return {};
    }
}

} // namespace lockscope::ui
