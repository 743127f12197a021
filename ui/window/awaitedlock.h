// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/navigator.h"
#include "ui/client/watchclient.h"

#include <QObject>

namespace lockscope::ui {

// Goes to a lock as soon as it is there: to one that was asked for by its name, and back to the one
// that was shown when its deployment was removed. A connection that a profile takes over comes back
// as another deployment, and the lock with it. GUI thread; client and navigator must outlive it.
class AwaitedLock : public QObject
{
    Q_OBJECT

public:
    AwaitedLock(WatchClient &client, Navigator &navigator, QObject *parent);

    // On whichever server it is found first.
    void open(const QByteArray &name);
    // The lock that is shown now; empty: none.
    void noteShown(const std::optional<watch::LockId> &lock);

private:
    struct Left {
        QString label; // of its deployment
        LockName name;
    };

    void leaveServers(const QModelIndex &parent, int first, int last);
    void look();

    WatchClient &m_client;
    Navigator &m_navigator;
    QByteArray m_wanted;
    std::optional<watch::LockId> m_shown;
    std::optional<Left> m_left; // of which the deployment was removed while it was shown
};

} // namespace lockscope::ui
