// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitgraph.h"
#include "ui/workbench/acquireform.h"
#include "ui/workbench/workbenchmodel.h"

#include <QWidget>

#include <map>
#include <utility>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace lockscope::ui {

class LockChoice;
class TableView;
class WorkbenchDetail;

// The workbench: takes locks by hand and shows those that this process holds, with the actions on
// the chosen one. GUI thread; model of servers and clock must outlive it. It requests everything by
// signals; show() receives the results.
class WorkbenchPane : public QWidget
{
    Q_OBJECT

public:
    WorkbenchPane(ServerModel &servers, const Clock &clock, QWidget *parent = nullptr);

    AcquireForm *form() { return m_form; }
    const WorkbenchModel &model() const { return m_model; }

public Q_SLOTS:
    void show(const std::vector<lockscope::workbench::Entry> &entries);

Q_SIGNALS:
    void acquireRequested(const lockscope::ui::AcquireWish &wish);
    void reenterRequested(int id);
    void countDownRequested(int id);
    void releaseRequested(int id);
    void extendRequested(int id, lockscope::Millis time);
    void watchdogRequested(int id, bool running);
    void forgetRequested(int id);
    void openCountChanged(int count);
    // The operator has a name for one who holds or waits there.
    void ownerNamed(lockscope::watch::DeploymentId deployment, const lockscope::OwnerId &owner,
                    const QString &name);
    // The owners of the workbench's holds.
    void holdersChanged(const std::vector<lockscope::OwnerId> &owners);
    void waitsChanged(const std::vector<lockscope::insight::OwnWaiter> &waits);

private:
    QPushButton *addButton(const QString &name, const QString &text, void (WorkbenchPane::*slot)());
    QWidget *makeList();
    QLayout *makeButtons();
    const workbench::Entry *current() const;
    void refresh();
    void reenter();
    void release();
    void extend();
    QString reasonAgainstTime() const;
    void tellHolders(const std::vector<workbench::Entry> &entries);
    void tellOwners(const std::vector<workbench::Entry> &entries);
    void toggleWatchdog();
    void forget();
    void openMenu(const QPoint &at);

    WorkbenchModel m_model;
    AcquireForm *m_form;
    QStackedWidget *m_stack;
    TableView *m_table;
    LockChoice *m_choice = nullptr;
    WorkbenchDetail *m_detail;
    QLabel *m_hint;
    QPushButton *m_reenter = nullptr;
    QPushButton *m_release = nullptr;
    QPushButton *m_extend = nullptr;
    QLineEdit *m_extension;
    QPushButton *m_watchdog = nullptr;
    QPushButton *m_forget = nullptr;
    int m_openCount = 0;
    std::vector<insight::OwnWaiter> m_waits; // as they were told
    std::vector<OwnerId> m_holders; // as told last
    // As it was told.
    std::map<std::pair<watch::DeploymentId, OwnerId>, QString> m_named;
};

} // namespace lockscope::ui
