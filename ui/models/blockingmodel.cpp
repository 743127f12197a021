// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/blockingmodel.h"

#include "ui/models/ordermerge.h"
#include "ui/models/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <utility>

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

BlockingModel::BlockingModel(QObject *parent)
    : QAbstractItemModel(parent)
{}

BlockingModel::~BlockingModel() = default;

std::unique_ptr<BlockingModel::Item> BlockingModel::itemOf(BlockingNode node, Item *parent)
{
    auto item = std::make_unique<Item>();
    std::vector<BlockingNode> children = std::exchange(node.children, {});
    item->node = std::move(node);
    item->parent = parent;
    for (BlockingNode &child : children)
        item->children.push_back(itemOf(std::move(child), item.get()));
    renumber(*item, 0);
    return item;
}

void BlockingModel::renumber(Item &parent, std::size_t from)
{
    for (std::size_t i = from; i < parent.children.size(); ++i)
        parent.children[i]->row = static_cast<int>(i);
}

const BlockingModel::Item &BlockingModel::itemAt(const QModelIndex &index) const
{
    return index.isValid() ? *static_cast<const Item *>(index.constInternalPointer()) : m_root;
}

QModelIndex BlockingModel::indexOf(const Item &item) const
{
    return item.parent ? createIndex(item.row, 0, &item) : QModelIndex();
}

const BlockingNode &BlockingModel::nodeAt(const QModelIndex &index) const
{
    return itemAt(index).node;
}

void BlockingModel::merge(std::vector<BlockingNode> roots)
{
    mergeChildren(m_root, std::move(roots));
}

void BlockingModel::mergeChildren(Item &parent, std::vector<BlockingNode> wanted)
{
    std::vector<QByteArray> keys;
    keys.reserve(parent.children.size());
    for (const auto &child : parent.children)
        keys.push_back(child->node.key);
    std::vector<QByteArray> wantedKeys;
    wantedKeys.reserve(wanted.size());
    for (const BlockingNode &node : wanted)
        wantedKeys.push_back(node.key);
    const QModelIndex index = indexOf(parent);
    auto &children = parent.children;
    const auto place = [&](std::size_t row) {
        return children.begin() + static_cast<std::ptrdiff_t>(row);
    };
    mergeOrder(
        std::move(keys), wantedKeys,
        [&](std::size_t first, std::size_t last) {
            beginRemoveRows(index, static_cast<int>(first), static_cast<int>(last));
            children.erase(place(first), place(last + 1));
            renumber(parent, first);
            endRemoveRows();
        },
        [&](std::size_t from, std::size_t to) {
            const int row = static_cast<int>(from);
            beginMoveRows(index, row, row, index, static_cast<int>(to));
            std::rotate(place(to), place(from), place(from + 1));
            renumber(parent, to);
            endMoveRows();
        },
        [&](std::size_t at) {
            beginInsertRows(index, static_cast<int>(at), static_cast<int>(at));
            children.insert(place(at), itemOf(wanted[at], &parent));
            renumber(parent, at);
            endInsertRows();
        });
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        Item &item = *children[i];
        std::vector<BlockingNode> below = std::exchange(wanted[i].children, {});
        if (!item.node.looksLike(wanted[i])) {
            item.node = std::move(wanted[i]);
            Q_EMIT dataChanged(createIndex(item.row, 0, &item),
                               createIndex(item.row, ColumnCount - 1, &item));
        }
        mergeChildren(item, std::move(below));
    }
}

QModelIndex BlockingModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    return createIndex(row, column, itemAt(parent).children[static_cast<std::size_t>(row)].get());
}

QModelIndex BlockingModel::parent(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const Item *parent = itemAt(index).parent;
    return parent ? indexOf(*parent) : QModelIndex();
}

int BlockingModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(itemAt(parent).children.size());
}

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
            ? tr("%1, %2 s")
                  .arg(*node.connections)
                  .arg(static_cast<double>(node.connectionTime.count()) / 1000, 0, 'f', 1)
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
        return tr("Together for");
    case Connections:
        return tr("Connections, time");
    default:
        return {};
    }
}

} // namespace lockscope::ui
