// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/estate/connectdialog.h"
#include "ui/wording/connectionwording.h"

#include <QList>
#include <QObject>

namespace lockscope::ui {

class ConnectionTestDialog;

// Runs the connection tests of dialogs: it opens a dialog for each, requests the test by a signal,
// and passes the results on. The window does not connect itself. GUI thread.
class ConnectionTests : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    // The dialog over `parent`: a server each. One that is open there makes room for it.
    ConnectionTestDialog *open(const QList<ConnectRequest> &requests, const QStringList &labels,
                               QWidget *parent);

    // Its number in `wanted`.
    int start(const QList<ConnectRequest> &requests);
    void stop(int id) { Q_EMIT stopWanted(id); }

    void tell(int id, int server, const wording::ConnectionStep &step)
    {
        Q_EMIT stepped(id, server, step);
    }
    void end(int id, int server) { Q_EMIT ended(id, server); }

Q_SIGNALS:
    void wanted(int id, const QList<lockscope::ui::ConnectRequest> &requests);
    void stopWanted(int id);
    void stepped(int id, int server, const lockscope::wording::ConnectionStep &step);
    void ended(int id, int server);

private:
    int m_last = 0;
};

} // namespace lockscope::ui
