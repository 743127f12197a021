// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/alias.h"
#include "core/watch/record/identity.h"
#include "ui/table/mergemodel.h"

#include <tuple>

namespace lockscope::ui {

class WatchClient;

struct AliasRow {
    QString scope; // a profile, else a server
    watch::DeploymentId deployment; // one of the scope's
    AliasRule rule;

    auto key() const { return std::tuple(scope, static_cast<int>(rule.origin), rule.pattern); }
    friend bool operator==(const AliasRow &, const AliasRow &) = default;
};

// All names that owners have or would have, with where they are from. GUI thread.
class AliasModel : public MergeModel<AliasRow>
{
    Q_OBJECT

public:
    enum Column { Owner, Name, Origin, Scope, ColumnCount };

    using MergeModel::MergeModel;

    void refresh(WatchClient &client);
    int rowOf(const QString &scope, const AliasRule &rule) const; // -1: none

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    static QString text(const AliasRow &row, int column);
};

// "profile prod-eu", "127.0.0.1:6379": for whose owners a name on the server is.
QString aliasScope(WatchClient &client, watch::DeploymentId deployment);

} // namespace lockscope::ui
