// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/auditmodel.h"

#include "core/base/text.h"
#include "ui/client/servers/servermodel.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/auditwording.h"
#include "ui/wording/wording.h"

#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype textLimit = 200;

QString shown(const QString &text)
{
    return visibleElided(text.toUtf8(), textLimit);
}

// Local time, as the reader remembers it.
QString localTime(WallInstant at)
{
    return QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count())
        .toString(u"yyyy-MM-dd HH:mm:ss"_s);
}

QString textOf(const admin::AuditEntry &entry, int column)
{
    const admin::AuditRecord &record = entry.record;
    switch (column) {
    case AuditModel::At:
        return localTime(record.at);
    case AuditModel::Action:
        return wording::auditWord(record.action);
    case AuditModel::Lock:
        return visibleElided(record.lock, textLimit);
    case AuditModel::Server:
        return record.profile.isEmpty()
            ? shown(shortLabel(record.deployment))
            : AuditModel::tr("%1, %2").arg(shown(shortLabel(record.deployment)),
                                           shown(record.profile));
    case AuditModel::By:
        return wording::actorOf(record);
    case AuditModel::Outcome:
        return wording::auditOutcome(entry);
    case AuditModel::Reason:
        return shown(record.reason);
    default:
        return {};
    }
}

Badge badgeOf(const admin::AuditEntry &entry)
{
    if (wording::isCarriedOut(entry))
        return Badge::Renewing; // a tick
    return entry.isOpen() || entry.record.outcome == "unknown"_L1 ? Badge::Overdue : Badge::Down;
}

bool contains(const admin::AuditEntry &entry, const QString &filter)
{
    if (filter.isEmpty())
        return true;
    // In the words of the log, which lockctl uses, too.
    if (visibleElided(entry.record.action, textLimit).contains(filter, Qt::CaseInsensitive)
        || shown(entry.record.outcome).contains(filter, Qt::CaseInsensitive))
        return true;
    for (int column = AuditModel::Action; column < AuditModel::ColumnCount; ++column) {
        if (textOf(entry, column).contains(filter, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

} // namespace

void AuditModel::setEntries(const std::vector<admin::AuditEntry> &entries, const QString &filter)
{
    std::vector<AuditRow> rows;
    for (const admin::AuditEntry &entry : entries) {
        if (contains(entry, filter))
            rows.push_back({std::make_shared<const admin::AuditEntry>(entry), entry.isOpen(),
                            entry.record.outcome});
    }
    const auto isBefore = [](const AuditRow &a, const AuditRow &b) { return a.key() < b.key(); };
    std::sort(rows.begin(), rows.end(), isBefore);
    rows.erase(std::unique(rows.begin(), rows.end(),
                           [](const AuditRow &a, const AuditRow &b) { return a.key() == b.key(); }),
               rows.end());
    merge(std::move(rows));
}

int AuditModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant AuditModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const admin::AuditEntry &entry = entryAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(entry, index.column());
    case Qt::ToolTipRole:
        return toolTipOf(textOf(entry, index.column()));
    case Qt::AccessibleTextRole:
        return u"%1: %2"_s.arg(
            headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
            textOf(entry, index.column()));
    case RawRole:
        return index.column() == Lock ? QVariant(entry.record.lock)
                                      : QVariant(textOf(entry, index.column()).toUtf8());
    case BadgeRole:
        return index.column() == Outcome ? QVariant(int(badgeOf(entry))) : QVariant();
    default:
        return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case At:
        return tr("At");
    case Action:
        return tr("Action");
    case Lock:
        return tr("Lock");
    case Server:
        return tr("Server");
    case By:
        return tr("By");
    case Outcome:
        return tr("Outcome");
    case Reason:
        return tr("Reason");
    default:
        return {};
    }
}

} // namespace lockscope::ui
