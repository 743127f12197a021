// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QList>
#include <QObject>

#include <vector>

class QAction;

namespace lockscope::ui {

class FilterBar;

// The filters that are always there, beside those that people saved: an action each, with a key.
// Chosen again, a filter is taken back. GUI thread; a child of the bar.
class ReadyFilters : public QObject
{
    Q_OBJECT

public:
    explicit ReadyFilters(FilterBar *bar);

    const QList<QAction *> &actions() const { return m_actions; }
    // The owners of this program's own holds, for *mine*.
    void setOwners(const std::vector<OwnerId> &owners);

private:
    QAction *add(const QString &name, const QString &title, Qt::Key key, const QString &text);

    FilterBar *m_bar;
    QList<QAction *> m_actions;
    QAction *m_mine;
};

} // namespace lockscope::ui
