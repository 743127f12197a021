// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/watch/record/identity.h"

#include <QObject>

#include <optional>
#include <utility>

class QAction;
class QMenu;
class QWidget;

namespace lockscope::ui {

class AliasDialog;
class DetailPane;
class EventsPane;
class LocksPane;
class QueuePane;
class WatchClient;

// Names owners from where they are shown: the table of locks, the detail's holds and waiters, and
// the events. GUI thread; the views must outlive it.
class AliasBindings : public QObject
{
    Q_OBJECT

public:
    struct Views {
        LocksPane *locks;
        DetailPane *detail;
        QueuePane *queue;
        EventsPane *events;
    };
    using ShownOwner = std::pair<watch::DeploymentId, OwnerId>; // of which deployment

    AliasBindings(WatchClient &client, const Views &views, QWidget *window);

    void fillMenu(QMenu *menu);
    // The same item for the menu that opens over the table of locks.
    QAction *action() { return m_name; }

    // The owner in the row that has the focus, else the first holder of the current lock.
    std::optional<ShownOwner> currentOwner() const;
    void nameCurrent();
    void nameOwner(const ShownOwner &owner);
    void openList();

    // Shows the outcome of a request: in the dialog, or as a notice while it is closed.
    void tell(const QString &text);

Q_SIGNALS:
    void nameWanted(lockscope::watch::DeploymentId deployment, const QByteArray &pattern,
                    const QString &name);
    void noticed(const QString &text);

private:
    AliasDialog &dialog();
    void open();

    WatchClient &m_client;
    Views m_views;
    QWidget *m_window;
    QAction *m_name;
    QAction *m_list;
    AliasDialog *m_dialog = nullptr; // the window's one, made when it is first wanted
};

} // namespace lockscope::ui
