// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profilestore.h"
#include "ui/estate/connectdialog.h"
#include "ui/estate/notifypage.h"

#include <QObject>

#include <optional>
#include <utility>
#include <vector>

class QAction;
class QMenu;

namespace lockscope::ui {

class ConnectionTests;
class EstatePane;
class ProfileDialog;

// The saved profiles in the window: shows them in the estate, makes, changes and removes them, and
// has the menus for the actions on the estate's lines. Without a file it knows none. GUI thread;
// the estate must outlive it.
class ProfileController : public QObject
{
    Q_OBJECT

public:
    // `check` tells what a URL is called. `tests` must outlive it.
    ProfileController(EstatePane &estate, UrlCheck check, ConnectionTests &tests, QWidget *window);

    void fillMenu(QMenu *menu);

    void setStore(profile::ProfileStore store);
    // Reads the file again. If that fails, reports the error and keeps the known profiles.
    void reload();

    void newProfile();
    // With what the clipboard has, if that is a connection.
    void importProfiles();
    void exportProfiles();
    void editProfile(const QString &name);
    // Asks first, and shows the profile to be removed.
    void removeProfile(const QString &name);

Q_SIGNALS:
    void noticed(const QString &text);
    void messageWanted(const lockscope::profile::Profile &profile,
                       const lockscope::ui::MessageTold &told);

private:
    QAction *makeAction(const QString &text, const QString &name, const QString &toolTip);
    void openDialog(const QString &name);
    void test(const profile::Profile &profile, ProfileDialog *dialog);
    void remove(const profile::Profile &shown);
    void writeExport(const QString &file);
    // URLs by label, in the order of the profile, each once.
    std::vector<std::pair<QString, QString>> serversOf(const profile::Profile &profile) const;
    QStringList deploymentsOf(const profile::Profile &profile) const;
    void fillConnectMenu();
    void fitActions();

    EstatePane &m_estate;
    UrlCheck m_check;
    ConnectionTests &m_tests;
    QWidget *m_window;
    std::optional<profile::ProfileStore> m_store;
    profile::Profiles m_profiles;
    QString m_problem; // of the last reading
    QMenu *m_connectMenu;
    QAction *m_new;
    QAction *m_edit;
    QAction *m_remove;
    QAction *m_import;
    QAction *m_export;
};

} // namespace lockscope::ui
