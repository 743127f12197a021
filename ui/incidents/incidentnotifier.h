// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/servers/servermodel.h"
#include "ui/incidents/noticepace.h"

#include <QObject>
#include <QTimer>

#include <set>

namespace lockscope::ui {

class HealthFeed;

// Says what of the new problems is to be told on the desktop, and when: none that is muted, few at
// a time, and those of the first look at a server together. GUI thread; feed, servers and clock,
// which goes on in a pause, must outlive it.
class IncidentNotifier : public QObject
{
    Q_OBJECT

public:
    IncidentNotifier(HealthFeed &feed, const ServerModel &servers, const Clock &clock,
                     QObject *parent = nullptr);

    void setOn(bool isOn);
    bool isOn() const { return m_isOn; }

Q_SIGNALS:
    void noticed(const lockscope::ui::DesktopNotice &notice);

private:
    void noteSight();
    void note(const health::ProblemChange &change);
    void tell();

    HealthFeed &m_feed;
    const ServerModel &m_servers;
    const Clock &m_clock;
    NoticePace m_pace;
    std::set<watch::DeploymentId> m_seen;
    QTimer m_due;
    bool m_isOn = true;
};

} // namespace lockscope::ui
