// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/delegates/celldelegate.h"
#include "ui/models/servermodel.h"

#include <QListView>

namespace lockscope::ui {

// Two lines for each server: its address with its state's mark, and how it is watched.
class ServerDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

// The servers that are watched. GUI thread; the model must outlive it.
class EstatePane : public QListView
{
    Q_OBJECT

public:
    explicit EstatePane(ServerModel &servers, QWidget *parent = nullptr);
};

} // namespace lockscope::ui
