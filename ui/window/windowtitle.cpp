// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowtitle.h"

#include "ui/client/watchclient.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct WindowTitleWords {
    Q_DECLARE_TR_FUNCTIONS(WindowTitle)
};

QStringList namesOf(const ServerModel &servers)
{
    QStringList names;
    for (const ServerRow &row : servers.rows()) {
        const QString profile = servers.placeOf(row.server.deployment).profile;
        const QString name =
            profile.isEmpty() ? shortLabel(row.server) : wording::shown(profile.toUtf8(), 40);
        if (!names.contains(name))
            names += name;
    }
    return names;
}

} // namespace

QString windowTitle(WatchClient &client, std::size_t openIncidents)
{
    QStringList names = namesOf(client.servers());
    if (!client.record().isEmpty())
        names = {
            WindowTitleWords::tr("Record of %1").arg(wording::shown(client.record().toUtf8(), 60))};
    QString title = WindowTitleWords::tr("Lockscope");
    if (names.size() > 3)
        title = WindowTitleWords::tr("%1 and %2 more - Lockscope")
                    .arg(names.front(), QString::number(names.size() - 1));
    else if (!names.isEmpty())
        title = WindowTitleWords::tr("%1 - Lockscope").arg(wording::listed(names));
    if (openIncidents > 0)
        title = WindowTitleWords::tr("(%1) %2").arg(QString::number(openIncidents), title);
    title.replace("[*]"_L1, "[*][*]"_L1); // or Qt takes it for the mark of unsaved changes
    return client.isPaused() ? WindowTitleWords::tr("%1 (paused)").arg(title) : title;
}

} // namespace lockscope::ui
