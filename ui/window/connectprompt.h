// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/estate/connectdialog.h"

#include <QObject>
#include <QPointer>

namespace lockscope::ui {

class ConnectionTests;

// Asks for a connection in a dialog over the window, one at a time, and remembers the addresses
// that were asked for: latest first, each once, without user and password. GUI thread; the window
// owns it, and the tests must outlive it.
class ConnectPrompt : public QObject
{
    Q_OBJECT

public:
    static constexpr int mostRecent = 10;

    ConnectPrompt(UrlCheck check, ConnectionTests &tests, QWidget *window);

    void open();
    // Puts the address into the dialog; false if it is none.
    bool openWith(const QString &url);
    // Without the dialog, for one of the recent addresses.
    void connectTo(const QString &url);

    const QStringList &recent() const { return m_recent; }
    void setRecent(const QStringList &urls);

Q_SIGNALS:
    void requested(const lockscope::ui::ConnectRequest &request);
    void linkGiven(const QString &link); // to a lock, in place of an address
    void recentChanged(const QStringList &urls);

private:
    void request(const ConnectRequest &request, const QString &label);

    UrlCheck m_check;
    ConnectionTests &m_tests;
    QWidget *m_window;
    QPointer<ConnectDialog> m_dialog;
    QStringList m_recent;
};

} // namespace lockscope::ui
