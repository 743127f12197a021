// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/votesmodel.h"

#include "ui/client/servers/servermodel.h"
#include "ui/table/columnheader.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockwording.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <array>

namespace lockscope::ui {

namespace {

struct VotesWords {
    Q_DECLARE_TR_FUNCTIONS(Votes)
};

Badge badgeOf(lock::Vote::Kind kind)
{
    switch (kind) {
    case lock::Vote::Kind::Granted:
        return Badge::Renewing; // a tick
    case lock::Vote::Kind::HeldByOther:
    case lock::Vote::Kind::OthersTurn:
        return Badge::Contended;
    case lock::Vote::Kind::Error:
        return Badge::Down;
    case lock::Vote::Kind::NoAnswer:
        return Badge::Overdue;
    case lock::Vote::Kind::Pending:
    case lock::Vote::Kind::NotAsked:
        return Badge::Free;
    }
    return Badge::None;
}

} // namespace

void VotesModel::show(const std::vector<lock::Vote> &votes)
{
    std::vector<VoteRow> next;
    for (const lock::Vote &vote : votes)
        next.push_back({static_cast<int>(next.size()), vote});
    merge(std::move(next));
}

int VotesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString VotesModel::text(const lock::Vote &vote, Column column)
{
    switch (column) {
    case Server:
        return shortLabel(vote.server);
    case Answer:
        return wording::vote(vote.kind);
    case Took:
        return vote.took.count() > 0 ? wording::latency(vote.took) : QString(QChar(0x2013));
    case Reason:
        if (vote.error)
            return wording::errorSentence(*vote.error);
        return vote.isRestartUnknown ? VotesWords::tr("it is unknown whether the server restarted")
                                     : QString();
    case ColumnCount:
        break;
    }
    return {};
}

QVariant VotesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const lock::Vote &vote = rowAt(index.row()).vote;
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(vote, column);
    case Qt::ToolTipRole:
        return toolTipOf(text(vote, column));
    case Qt::AccessibleTextRole:
        return QVariant(headerData(index.column(), Qt::Horizontal).toString() + QStringLiteral(": ")
                        + text(vote, column));
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case RawRole:
        return column == Server ? QVariant(vote.server.toUtf8()) : QVariant();
    case BadgeRole:
        return static_cast<int>(column == Answer ? badgeOf(vote.kind) : Badge::None);
    default:
        return {};
    }
}

QVariant VotesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(
        section, orientation, role,
        [] {
            return std::array<QString, ColumnCount>{
                VotesWords::tr("Server"), VotesWords::tr("Answer"), VotesWords::tr("Time"),
                VotesWords::tr("Reason")};
        },
        section == Took);
}

} // namespace lockscope::ui
