// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QItemSelectionModel>

namespace lockscope::ui {

// Calls `tell` with each row that the user makes the current one in the view: by hand, so only
// while the view has the focus. Once the view has its model. GUI thread.
template <typename Tell>
void onChoiceByHand(QAbstractItemView *view, Tell tell)
{
    QObject::connect(view->selectionModel(), &QItemSelectionModel::currentRowChanged, view,
                     [view, tell](const QModelIndex &current) {
                         if (current.isValid() && view->hasFocus())
                             tell(current);
                     });
}

} // namespace lockscope::ui
