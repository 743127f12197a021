// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/blockingtree.h"

#include <QAbstractItemModel>

#include <memory>

namespace lockscope::ui {

// Who waits for whom, the worst first. Merged: a line that stays keeps its index, and with it its
// selection and whether it is open; never a reset. GUI thread.
class BlockingModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { What, Waiting, Waited, Connections, ColumnCount };

    // QString: the line as a full sentence.
    static constexpr int SentenceRole = Qt::UserRole + 16;

    explicit BlockingModel(QObject *parent = nullptr);
    ~BlockingModel() override;

    void merge(std::vector<BlockingNode> roots);

    // Without its children. The index must be valid.
    const BlockingNode &nodeAt(const QModelIndex &index) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    using QObject::parent;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    struct Item {
        BlockingNode node; // its children are the items below
        Item *parent = nullptr;
        int row = 0;
        std::vector<std::unique_ptr<Item>> children;
    };

    static std::unique_ptr<Item> itemOf(BlockingNode node, Item *parent);
    static void renumber(Item &parent, std::size_t from);
    const Item &itemAt(const QModelIndex &index) const;
    QModelIndex indexOf(const Item &item) const;
    void mergeChildren(Item &parent, std::vector<BlockingNode> wanted);
    QString textOf(const BlockingNode &node, int column) const;

    Item m_root;
};

} // namespace lockscope::ui
