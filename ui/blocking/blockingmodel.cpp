// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/blockingmodel.h"

#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

using Kind = BlockingNode::Kind;

Badge badgeOf(Kind kind)
{
    switch (kind) {
    case Kind::Deadlock:
        return Badge::Trouble;
    case Kind::Step:
        return Badge::Down;
    case Kind::Blocker:
        return Badge::Held;
    case Kind::Lock:
        return Badge::Contended;
    case Kind::Waiter:
        return Badge::Connecting;
    case Kind::Dead:
        return Badge::Gone;
    case Kind::More:
        return Badge::None;
    }
    return Badge::None;
}

} // namespace

int BlockingModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QString BlockingModel::textOf(const BlockingNode &node, int column) const
{
    switch (column) {
    case What:
        return node.text;
    case Waiting:
        return node.waiting ? QString::number(*node.waiting) : QString();
    case Waited:
        return node.waited ? wording::span(*node.waited) : QString();
    case Connections:
        return node.connections.value_or(0) > 0
            ? tr("%1, %2 s").arg(*node.connections).arg(wording::tenths(node.connectionTime))
            : QString();
    default:
        return {};
    }
}

QVariant BlockingModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const BlockingNode &node = nodeAt(index);
    switch (role) {
    case Qt::DisplayRole:
        return textOf(node, index.column());
    case Qt::ToolTipRole:
        return toolTipOf(node.sentence);
    case SentenceRole:
        return node.sentence;
    case BriefRole:
        return index.column() == What ? QVariant(node.brief) : QVariant();
    case Qt::AccessibleTextRole:
        return index.column() == What
            ? node.sentence
            : u"%1: %2"_s.arg(headerData(index.column(), Qt::Horizontal).toString(),
                              textOf(node, index.column()));
    case Qt::TextAlignmentRole:
        return index.column() == What ? QVariant()
                                      : QVariant(int(Qt::AlignRight | Qt::AlignVCenter));
    case RawRole:
        return node.lock ? QVariant(node.lock->name.bytes) : QVariant();
    case BadgeRole:
        return index.column() == What ? QVariant(int(badgeOf(node.kind))) : QVariant();
    case StaleRole:
        return node.stale || node.kind == Kind::Dead;
    case AlarmRole:
        return !node.stale && (node.kind == Kind::Deadlock || node.kind == Kind::Step);
    default:
        return {};
    }
}

QVariant BlockingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == What ? QVariant(int(Qt::AlignLeft | Qt::AlignVCenter))
                               : QVariant(int(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case What:
        return tr("Who waits for whom");
    case Waiting:
        return tr("Waiting");
    case Waited:
        return tr("Total wait");
    case Connections:
        return tr("Connections, time");
    default:
        return {};
    }
}

} // namespace lockscope::ui
