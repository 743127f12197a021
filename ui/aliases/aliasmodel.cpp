// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/aliases/aliasmodel.h"

#include "core/base/aliasrules.h"
#include "core/base/text.h"
#include "ui/client/servers/servermodel.h"
#include "ui/client/watchclient.h"
#include "ui/table/columnheader.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype longestText = 200;

QString originText(AliasOrigin origin)
{
    switch (origin) {
    case AliasOrigin::Operator:
        return AliasModel::tr("operator");
    case AliasOrigin::File:
        return AliasModel::tr("%1 file").arg(aliasSign(origin));
    case AliasOrigin::Learned:
        return AliasModel::tr("%1 learned (a guess)").arg(aliasSign(origin));
    case AliasOrigin::Derived:
        break; // no rule is
    }
    return {};
}

} // namespace

QString aliasScope(WatchClient &client, watch::DeploymentId deployment)
{
    const admin::Place place = client.servers().placeOf(deployment);
    if (!place.profile.isEmpty())
        return AliasModel::tr("profile %1").arg(place.profile);
    const watch::ServerRecord *record = client.servers().find(deployment);
    return shortLabel(record ? record->label : place.deployment);
}

void AliasModel::refresh(WatchClient &client)
{
    std::vector<AliasRow> rows;
    for (const watch::DeploymentId deployment : client.picture().aliases().deployments()) {
        const QString scope = aliasScope(client, deployment);
        for (const AliasRule &rule : client.picture().aliases().rules(deployment)->rules())
            rows.push_back({scope, deployment, rule});
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const AliasRow &a, const AliasRow &b) { return a.key() < b.key(); });
    // The servers of one profile have the same.
    rows.erase(std::unique(rows.begin(), rows.end(),
                           [](const AliasRow &a, const AliasRow &b) { return a.key() == b.key(); }),
               rows.end());
    merge(std::move(rows));
}

int AliasModel::rowOf(const QString &scope, const AliasRule &rule) const
{
    const AliasRow wanted{scope, {}, rule};
    const auto found =
        std::lower_bound(rows().begin(), rows().end(), wanted,
                         [](const AliasRow &a, const AliasRow &b) { return a.key() < b.key(); });
    return found != rows().end() && found->key() == wanted.key()
        ? static_cast<int>(found - rows().begin())
        : -1;
}

int AliasModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AliasModel::text(const AliasRow &row, int column)
{
    switch (column) {
    case Owner:
        return wording::shown(row.rule.pattern, longestText);
    case Name:
        return row.rule.name;
    case Origin:
        return originText(row.rule.origin);
    case Scope:
        return row.scope;
    default:
        return {};
    }
}

QVariant AliasModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const AliasRow &row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return toolTipOf(text(row, index.column()));
    case Qt::AccessibleTextRole:
        return u"%1: %2"_s.arg(headerData(index.column(), Qt::Horizontal).toString(),
                               text(row, index.column()));
    case RawRole:
        return index.column() == Owner ? QVariant(row.rule.pattern)
                                       : QVariant(text(row, index.column()).toUtf8());
    case QuietRole:
        return index.column() == Origin && row.rule.origin == AliasOrigin::Learned;
    default:
        return {};
    }
}

QVariant AliasModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(section, orientation, role, [] {
        return std::array<QString, ColumnCount>{tr("Owner or pattern"), tr("Name"), tr("From"),
                                                tr("Of")};
    });
}

} // namespace lockscope::ui
