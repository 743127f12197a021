// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/actionrules.h"
#include "ui/client/watchclient.h"

#include <QObject>

class QAction;
class QMenu;

namespace lockscope::ui {

class ActionController;
class DetailPane;
class LockChoice;
class LocksPane;
class QueuePane;
class WorkbenchPane;

// Connects the actions with the views: the table's selection, its menu, the buttons and tables of
// the detail, and the command that opens a lock in the workbench. If no row is selected, keys and
// menu apply to the lock that the detail shows, or a highlighted row of a view in sight; where the
// row of a group is selected, to none. No view keeps a row highlighted that stands for another lock
// than the one that they apply to. GUI thread; everything it is given must outlive it.
class ActionBindings : public QObject
{
    Q_OBJECT

public:
    struct Views {
        LocksPane *locks;
        DetailPane *detail;
        QueuePane *queue;
        WorkbenchPane *workbench;
    };

    ActionBindings(WatchClient &client, ActionController &controller, const Views &views,
                   QWidget *window);

    // Those of all views.
    void tieTo(const QList<LockChoice *> &choices);
    // The same menu opens where the table is clicked with the other button.
    void fillMenu(QMenu *menu);

Q_SIGNALS:
    void workbenchWanted();
    void queueWanted(); // of the lock that is chosen
    void refused(const QString &text);

private:
    void connectDetail();
    void followSelection();
    void followSoon();
    void apply();
    void fitChoices();
    bool isAtGroup() const;
    std::optional<watch::LockId> shownInSight() const;
    std::optional<watch::LockId> chosenLock() const;
    ActionChoice choice() const;
    void fit();
    QString reasonAgainstAcquiring(const std::optional<watch::LockId> &id) const;
    void acquire(const std::optional<watch::LockId> &id);

    WatchClient &m_client;
    ActionController &m_controller;
    Views m_views;
    QAction *m_acquire;
    QList<LockChoice *> m_choices;
    bool m_willFollow = false;
};

} // namespace lockscope::ui
