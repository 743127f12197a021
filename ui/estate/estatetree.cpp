// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/estatetree.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using Kind = EstateNode::Kind;
using Rows = std::vector<const ServerRow *>;

// A server that is connected twice has a line for each connection.
QByteArray numbered(const QString &label, std::size_t number)
{
    const QByteArray key = label.toUtf8();
    return number == 0 ? key : key + '\n' + QByteArray::number(qulonglong(number));
}

EstateNode lineOf(const EstateNode &parent, Kind kind, const QString &label)
{
    EstateNode node;
    node.kind = kind;
    node.profile = parent.profile;
    node.tag = parent.tag;
    node.readOnly = parent.readOnly;
    node.isSaved = parent.isSaved;
    node.label = label;
    return node;
}

EstateNode serverLine(const EstateNode &parent, const QString &label, const ServerRow *row)
{
    EstateNode node = lineOf(parent, Kind::Server, label);
    node.servers = 1;
    if (!row)
        return node;
    node.server = *row;
    node.connected = 1;
    node.up = row->server.state == watch::ServerState::Up ? 1 : 0;
    node.down = row->server.state == watch::ServerState::Down ? 1 : 0;
    node.isOutdated = !node.profile.isEmpty() && node.isSaved
        && (row->place.tag != parent.tag || row->place.readOnly != parent.readOnly);
    return node;
}

void add(EstateNode &parent, EstateNode child)
{
    parent.servers += child.servers;
    parent.connected += child.connected;
    parent.up += child.up;
    parent.down += child.down;
    parent.children.push_back(std::move(child));
}

// For a label without a connection; or, without a profile, with fewer connections than before: one
// line for all missing ones, which are connected again together, each with its own settings.
void addAbsent(EstateNode &parent, const QString &label, std::size_t connected,
               const EstateMemory &memory)
{
    const bool wasLeft = memory.left.contains({parent.profile, label});
    if (connected > 0 && !(wasLeft && parent.profile.isEmpty()))
        return;
    EstateNode node = serverLine(parent, label, nullptr);
    node.key = numbered(label, connected);
    node.wasLeft = wasLeft;
    add(parent, std::move(node));
}

// Shards have their deployment's label, and are known by their address.
QString lineName(const watch::ServerRecord &server)
{
    return server.isShard && !server.address.isEmpty() ? server.address : server.label;
}

void addDeployment(EstateNode &parent, const QString &label, const Rows &rows,
                   const EstateMemory &memory)
{
    const bool hasOthers = std::any_of(rows.begin(), rows.end(), [&](const ServerRow *row) {
        return lineName(row->server) != label;
    });
    if (!hasOthers) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            EstateNode node = serverLine(parent, label, rows[i]);
            node.key = numbered(label, i);
            add(parent, std::move(node));
        }
        addAbsent(parent, label, rows.size(), memory);
        return;
    }
    EstateNode deployment = lineOf(parent, Kind::Deployment, label);
    deployment.key = numbered(label, 0);
    std::map<QString, std::size_t> seen;
    for (const ServerRow *row : rows) {
        const QString name = lineName(row->server);
        EstateNode node = serverLine(parent, name, row);
        node.key = numbered(name, seen[name]++);
        add(deployment, std::move(node));
    }
    add(parent, std::move(deployment));
    addAbsent(parent, label, 1, memory);
}

// Those that are named in their order, then what is connected besides.
void addDeployments(EstateNode &parent, QStringList labels, const Rows &rows,
                    const EstateMemory &memory)
{
    std::map<QString, Rows> ofDeployment;
    for (const ServerRow *row : rows) {
        const QString label = deploymentOf(*row);
        ofDeployment[label].push_back(row);
        if (!labels.contains(label))
            labels += label;
    }
    for (const QString &label : labels)
        addDeployment(parent, label, ofDeployment[label], memory);
}

} // namespace

bool EstateNode::looksLike(const EstateNode &other) const
{
    return key == other.key && kind == other.kind && profile == other.profile
        && label == other.label && server == other.server && tag == other.tag
        && readOnly == other.readOnly && isSaved == other.isSaved && wasLeft == other.wasLeft
        && isOutdated == other.isOutdated && servers == other.servers
        && connected == other.connected && up == other.up && down == other.down;
}

QString deploymentOf(const ServerRow &row)
{
    return row.place.deployment.isEmpty() ? row.server.label : row.place.deployment;
}

std::vector<EstateNode> makeEstate(const std::vector<SavedProfile> &profiles,
                                   const std::vector<ServerRow> &rows, const EstateMemory &memory)
{
    std::map<QString, const SavedProfile *> saved; // null: connected, but not saved any more
    for (const SavedProfile &each : profiles)
        saved.emplace(each.profile.name, &each);
    std::map<QString, Rows> ofProfile;
    for (const ServerRow &row : rows) {
        ofProfile[row.place.profile].push_back(&row);
        if (!row.place.profile.isEmpty())
            saved.try_emplace(row.place.profile, nullptr);
    }
    std::vector<EstateNode> roots;
    for (const auto &[name, profile] : saved) {
        const Rows &own = ofProfile[name];
        EstateNode node;
        node.key = "profile " + name.toUtf8();
        node.kind = Kind::Profile;
        node.profile = name;
        node.isSaved = profile != nullptr;
        node.tag = profile ? profile->profile.tag : own.front()->place.tag;
        node.readOnly = profile ? profile->profile.readOnly : own.front()->place.readOnly;
        addDeployments(node, profile ? profile->deployments : QStringList(), own, memory);
        roots.push_back(std::move(node));
    }
    EstateNode others;
    others.key = "others";
    others.kind = Kind::WithoutProfile;
    addDeployments(others, memory.others, ofProfile[QString()], memory);
    if (!others.children.empty())
        roots.push_back(std::move(others));
    return roots;
}

} // namespace lockscope::ui
