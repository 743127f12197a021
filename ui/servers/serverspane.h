// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentinelplan.h"
#include "ui/servers/serverdetailmodel.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace lockscope::ui {

class EmptyPage;
class TableView;

// The servers beside all that is known of the chosen one, its scan, and the actions on its
// Sentinels. While it is hidden it does nothing. GUI thread; servers and clock must outlive it.
class ServersPane : public QWidget
{
    Q_OBJECT

public:
    ServersPane(ServerModel &servers, const Clock &clock, QWidget *parent = nullptr);

    void choose(watch::ServerId server);

Q_SIGNALS:
    void stopScanRequested(lockscope::watch::ServerId server);
    void startScanRequested(lockscope::watch::ServerId server);
    void sentinelActionWanted(lockscope::admin::SentinelActionType type,
                              lockscope::watch::ServerId server);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeFacts();
    void makeSentinels();
    void refresh();
    void showFact();
    void askForScan();
    const ServerRow *current() const;

    ServerModel &m_servers;
    const Clock &m_clock;
    ServerDetailModel m_model;
    QStackedWidget *m_stack;
    EmptyPage *m_empty;
    QSplitter *m_splitter;
    TableView *m_list;
    TableView *m_facts;
    QLabel *m_full; // the chosen fact, which may be longer than its cell
    QPushButton *m_scan;
    QPushButton *m_sentinels; // a menu of actions on them
    QTimer m_second{this}; // uptime and age grow
};

} // namespace lockscope::ui
