// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/ordermerge.h"

#include <QAbstractItemModel>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::ui {

// A tree whose lines are replaced by merging: a line that stays keeps its index, and with it its
// selection and whether it is open; never a reset. GUI thread, owns its lines. Node needs a `key`
// that no other line of its parent has, `children` of its own kind, and looksLike(other), which
// leaves the children out.
template <typename Node>
class MergeTree : public QAbstractItemModel
{
public:
    using QAbstractItemModel::QAbstractItemModel;

    void merge(std::vector<Node> roots) { mergeChildren(m_root, std::move(roots)); }

    // Without its children. The index must be valid.
    const Node &nodeAt(const QModelIndex &index) const { return itemAt(index).node; }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override
    {
        if (row < 0 || column < 0 || column >= columnCount() || row >= rowCount(parent))
            return {};
        return createIndex(row, column,
                           itemAt(parent).children[static_cast<std::size_t>(row)].get());
    }

    QModelIndex parent(const QModelIndex &index) const override
    {
        if (!index.isValid())
            return {};
        const Item *parent = itemAt(index).parent;
        return parent ? indexOf(*parent) : QModelIndex();
    }
    using QObject::parent;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.column() > 0 ? 0 : static_cast<int>(itemAt(parent).children.size());
    }

private:
    struct Item {
        Node node; // its children are the items below
        Item *parent = nullptr;
        int row = 0;
        std::vector<std::unique_ptr<Item>> children;
    };

    static std::unique_ptr<Item> itemOf(Node node, Item *parent)
    {
        auto item = std::make_unique<Item>();
        std::vector<Node> children = std::exchange(node.children, {});
        item->node = std::move(node);
        item->parent = parent;
        for (Node &child : children)
            item->children.push_back(itemOf(std::move(child), item.get()));
        renumber(*item, 0);
        return item;
    }

    static void renumber(Item &parent, std::size_t from)
    {
        for (std::size_t i = from; i < parent.children.size(); ++i)
            parent.children[i]->row = static_cast<int>(i);
    }

    const Item &itemAt(const QModelIndex &index) const
    {
        return index.isValid() ? *static_cast<const Item *>(index.constInternalPointer()) : m_root;
    }

    QModelIndex indexOf(const Item &item) const
    {
        return item.parent ? createIndex(item.row, 0, &item) : QModelIndex();
    }

    void mergeChildren(Item &parent, std::vector<Node> wanted)
    {
        using Key = decltype(Node::key);
        std::vector<Key> keys;
        keys.reserve(parent.children.size());
        for (const auto &child : parent.children)
            keys.push_back(child->node.key);
        std::vector<Key> wantedKeys;
        wantedKeys.reserve(wanted.size());
        for (const Node &node : wanted)
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
            std::vector<Node> below = std::exchange(wanted[i].children, {});
            if (!item.node.looksLike(wanted[i])) {
                item.node = std::move(wanted[i]);
                Q_EMIT dataChanged(createIndex(item.row, 0, &item),
                                   createIndex(item.row, columnCount() - 1, &item));
            }
            mergeChildren(item, std::move(below));
        }
    }

    Item m_root;
};

} // namespace lockscope::ui
