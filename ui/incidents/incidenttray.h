// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incidentbook.h"
#include "ui/incidents/noticepace.h"

#include <QIcon>
#include <QObject>

class QSystemTrayIcon;

namespace lockscope::ui {

// The icon with the number of problems on it; none: the icon itself. The number is drawn, so colour
// is not the only sign; above 99 it says 99+. GUI thread.
QIcon badgedIcon(const QIcon &icon, std::size_t count, bool isCritical);

// The console's icon in the tray of the desktop, with the number of open problems, and its notices.
// GUI thread. Does nothing if the desktop has no tray.
class IncidentTray : public QObject
{
    Q_OBJECT

public:
    explicit IncidentTray(QObject *parent = nullptr);

    static bool isPossible();

    void setOn(bool isOn);
    void showCounts(const health::IncidentBook::Counts &counts);
    void tell(const DesktopNotice &notice);

Q_SIGNALS:
    // The icon was clicked, or a notice: of this incident, or, empty, of several.
    void opened(const QByteArray &incident);

private:
    void fit();

    QSystemTrayIcon *m_icon = nullptr; // null: off, or there is no tray
    health::IncidentBook::Counts m_counts;
    QByteArray m_told;
};

} // namespace lockscope::ui
