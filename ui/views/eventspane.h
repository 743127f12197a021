// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/eventmodel.h"

#include <QWidget>

class QStackedWidget;

namespace lockscope::ui {

class TableView;

// The log of what happened, newest at the end; follows it while its end is in sight. GUI thread;
// the model must outlive it.
class EventsPane : public QWidget
{
    Q_OBJECT

public:
    explicit EventsPane(EventModel &events, QWidget *parent = nullptr);

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &id);

private:
    EventModel &m_events;
    QStackedWidget *m_stack;
    TableView *m_table;
    bool m_follows = true;
};

} // namespace lockscope::ui
