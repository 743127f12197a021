// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/auditreader.h"
#include "ui/table/mergemodel.h"

#include <memory>

namespace lockscope::ui {

struct AuditRow {
    std::shared_ptr<const admin::AuditEntry> entry;
    bool isOpen = false; // in the line that is shown
    QString outcome;

    // The newest first; of one instant in a fixed order.
    std::pair<qint64, QString> key() const
    {
        return {-entry->record.at.time_since_epoch().count(), entry->record.id};
    }
    // A record is written once, and gets its outcome once.
    friend bool operator==(const AuditRow &a, const AuditRow &b)
    {
        return a.key() == b.key() && a.isOpen == b.isOpen && a.outcome == b.outcome;
    }
};

// The actions on locks from this machine, as recorded in the audit log. GUI thread.
class AuditModel : public MergeModel<AuditRow>
{
    Q_OBJECT

public:
    enum Column { At, Action, Lock, Server, By, Outcome, Reason, ColumnCount };

    using MergeModel::MergeModel;

    // Those whose lock, server, action, user or reason contains the text.
    void setEntries(const std::vector<admin::AuditEntry> &entries, const QString &filter);

    const admin::AuditEntry &entryAt(int row) const { return *rowAt(row).entry; }

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

} // namespace lockscope::ui
