// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/exportdialog.h"

#include <QObject>

class QAction;

namespace lockscope::ui {

// Exports what a window shows: tables to CSV or JSON, charts to pictures. It has the action, which
// it also puts into the menus of the tables, and writes one table after the other. GUI thread;
// window and clock must outlive it.
class Exporter : public QObject
{
    Q_OBJECT

public:
    Exporter(QWidget &window, const Clock &clock);

    QAction *action() const { return m_action; }
    // Asks for the content and the file; the widget with the focus is offered first.
    void open();
    // finished() follows.
    void write(const ExportRequest &request);

Q_SIGNALS:
    void noticed(const QString &text);
    void finished(const lockscope::ui::ExportOutcome &outcome);

private:
    void addToMenus();
    void tell(const ExportOutcome &outcome);

    QWidget &m_window;
    const Clock &m_clock;
    QAction *m_action;
};

} // namespace lockscope::ui
