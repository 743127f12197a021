// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/eventmodel.h"
#include "ui/client/locks/lockcopy.h"
#include "ui/client/servers/servermodel.h"
#include "ui/incidents/incidentmodel.h"
#include "ui/incidents/incidenttext.h"
#include "ui/incidents/mutes.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class EmptyPage;
class HealthFeed;
class IncidentDetail;
class LockChoice;
class MuteMenu;
class PageSplitter;
class TableView;

// Problems of now and of before: a list, and beside it all that is known of the chosen one. Here
// incidents are acknowledged, muted and copied for a ticket. Hidden it does nothing. GUI thread;
// feed, servers and events must outlive it.
class IncidentsPane : public QWidget
{
    Q_OBJECT

public:
    IncidentsPane(HealthFeed &feed, const ServerModel &servers, const EventModel &events,
                  QWidget *parent = nullptr);

    // Chooses the incident, if the filter shows it.
    void choose(const QByteArray &id);
    // The selected rows as text; empty: none is selected. JSON has the form of `lockctl doctor`.
    QString copied(CopyForm form) const;

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &id);
    void serverChosen(lockscope::watch::ServerId server);
    void timelineWanted(const lockscope::watch::LockId &id, lockscope::WallInstant at);
    void guideWanted(const QString &page); // its file name, without the end

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QLayout *makeBar();
    void makeTable();
    void makeActions();
    void refresh();
    void updatePage();
    void showCurrent();
    void updateActions();
    void follow(const IncidentText::Link &link);
    void openCurrent();
    void showOnTimeline();
    void acknowledge();
    void mute(MuteScope scope, int hours);
    void copy(CopyForm form);
    const health::Incident *current() const; // null: none
    std::vector<const health::Incident *> selected() const; // as they stand in the table

    HealthFeed &m_feed;
    const ServerModel &m_servers;
    const EventModel &m_events;
    IncidentModel m_model;
    QTimer m_soon;
    QComboBox *m_shown;
    QLabel *m_count;
    QPushButton *m_acknowledgeButton;
    QToolButton *m_muteButton;
    QToolButton *m_copyButton;
    QPushButton *m_mutesButton;
    QStackedWidget *m_stack;
    EmptyPage *m_empty;
    PageSplitter *m_splitter;
    TableView *m_table;
    LockChoice *m_choice = nullptr;
    IncidentDetail *m_detail;
    MuteMenu *m_muteMenu;
    QAction *m_timeline = nullptr;
    QAction *m_acknowledge = nullptr;
    QAction *m_copyText = nullptr;
    QAction *m_copyJson = nullptr;
    QAction *m_guide = nullptr;
};

} // namespace lockscope::ui
