// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blocking/blockingtree.h"
#include "ui/table/mergetree.h"

namespace lockscope::ui {

// A tree of who waits for whom, the worst first. GUI thread.
class BlockingModel : public MergeTree<BlockingNode>
{
    Q_OBJECT

public:
    enum Column { What, Waiting, Waited, Connections, ColumnCount };

    // QString: the line as a full sentence.
    static constexpr int SentenceRole = Qt::UserRole + 16;
    // In place of a text that has no room; empty: it is cut.
    static constexpr int BriefRole = SentenceRole + 1;

    using MergeTree::MergeTree;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString textOf(const BlockingNode &node, int column) const;
};

} // namespace lockscope::ui
