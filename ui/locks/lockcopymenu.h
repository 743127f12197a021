// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locks/lockcopy.h"
#include "ui/client/watchclient.h"

#include <QList>
#include <QObject>

class QAction;
class QHeaderView;
class QMenu;

namespace lockscope::ui {

class LockSelection;

// Copies the selected locks, in each of the forms that there are. GUI thread; client, selection and
// header, which says which columns are shown in which order, must outlive it.
class LockCopyMenu : public QObject
{
    Q_OBJECT

public:
    LockCopyMenu(WatchClient &client, const LockSelection &selection, const QHeaderView &header,
                 const Clock &clock, QObject *parent);

    // In the order of the rows; nothing if none is selected.
    QString copied(CopyForm form) const;
    void copy(CopyForm form) const;
    // The same actions in every menu: their keys can be changed, once.
    void fill(QMenu *menu) const;

private:
    WatchClient &m_client;
    const LockSelection &m_selection;
    const QHeaderView &m_header;
    const Clock &m_clock;
    QList<QAction *> m_actions;
};

} // namespace lockscope::ui
