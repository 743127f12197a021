// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/estate/connectiontests.h"
#include "ui/kit/dialog.h"

#include <QPointer>

#include <vector>

class QDialogButtonBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace lockscope::ui {

// Shows a test of one server or several, step by step, with cause and next step where one fails.
// Closing it ends the test. GUI thread.
class ConnectionTestDialog : public Dialog
{
    Q_OBJECT

public:
    // `labels` name the servers, without user and password.
    ConnectionTestDialog(ConnectionTests &tests, QList<ConnectRequest> requests,
                         const QStringList &labels, QWidget *parent = nullptr);
    ~ConnectionTestDialog() override;

    // A button that pins the certificate that a server showed, if there is one that is not trusted.
    void offerPin();

Q_SIGNALS:
    void pinWanted(const QString &fingerprint);

private:
    struct Server {
        QString label;
        std::vector<wording::ConnectionStep> steps;
        bool hasEnded = false;
    };

    void begin();
    void onStep(int id, int server, const wording::ConnectionStep &step);
    void onEnded(int id, int server);
    void refresh();
    QString verdict() const;
    QString fingerprint() const; // of the first certificate that was not trusted; empty: none

    QPointer<ConnectionTests> m_tests; // a window that closes may end it first
    QList<ConnectRequest> m_requests;
    std::vector<Server> m_servers;
    int m_id = 0;
    QLabel *m_verdict;
    QPlainTextEdit *m_lines;
    QPushButton *m_pin = nullptr; // if it is offered
    QDialogButtonBox *m_buttons;
    QPushButton *m_again;
};

} // namespace lockscope::ui
