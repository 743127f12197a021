// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/workbenchmodel.h"
#include "ui/views/acquireform.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace lockscope::ui {

class TableView;
class WorkbenchDetail;

// The workbench: takes locks by hand and shows those that this process holds, with what can be
// done to the chosen one. GUI thread; model of servers and clock must outlive it. It asks for
// everything by signals; what became of it comes back by show().
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
    void watchdogRequested(int id, bool running);
    void forgetRequested(int id);
    void openCountChanged(int count);

private:
    QPushButton *addButton(const QString &name, const QString &text, void (WorkbenchPane::*slot)());
    QWidget *makeList();
    const workbench::Entry *current() const;
    void refresh();
    void reenter();
    void release();
    void toggleWatchdog();
    void forget();
    void openMenu(const QPoint &at);

    WorkbenchModel m_model;
    AcquireForm *m_form;
    QStackedWidget *m_stack;
    TableView *m_table;
    WorkbenchDetail *m_detail;
    QLabel *m_hint;
    QPushButton *m_reenter = nullptr;
    QPushButton *m_release = nullptr;
    QPushButton *m_watchdog = nullptr;
    QPushButton *m_forget = nullptr;
    int m_openCount = 0;
};

} // namespace lockscope::ui
