// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profilestore.h"
#include "ui/estate/connectdialog.h"

#include <QObject>

#include <optional>

class QAction;
class QMenu;

namespace lockscope::ui {

class EstatePane;

// The saved profiles in the window: shows them in the estate, makes, changes and removes them, and
// has the menus for what can be done to the estate's lines. Without a file it knows none. GUI
// thread; the estate must outlive it.
class ProfileController : public QObject
{
    Q_OBJECT

public:
    // `check` tells what a URL is called.
    ProfileController(EstatePane &estate, UrlCheck check, QWidget *window);

    void fillMenu(QMenu *menu);

    void setStore(profile::ProfileStore store);
    // Reads the file again. What cannot be read is told, and what was known stays.
    void reload();

    void newProfile();
    void editProfile(const QString &name);
    // Asks first, and shows what goes.
    void removeProfile(const QString &name);

Q_SIGNALS:
    void noticed(const QString &text);

private:
    QAction *makeAction(const QString &text, const QString &name, const QString &toolTip);
    void openDialog(const QString &name);
    void remove(const profile::Profile &shown);
    QStringList deploymentsOf(const profile::Profile &profile) const;
    void fillConnectMenu();
    void fitActions();

    EstatePane &m_estate;
    UrlCheck m_check;
    QWidget *m_window;
    std::optional<profile::ProfileStore> m_store;
    profile::Profiles m_profiles;
    QString m_problem; // of the last reading
    QMenu *m_connectMenu;
    QAction *m_new;
    QAction *m_edit;
    QAction *m_remove;
};

} // namespace lockscope::ui
