// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"
#include "ui/kit/dialog.h"

#include <QStringList>

#include <functional>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

// The operator's request for a connection, as text: the window does not parse URLs.
struct ConnectRequest {
    QString url;
    QString password; // empty: as in the URL, or none
    QStringList prefixes; // empty: everywhere
    redis::TlsRules tls;
    redis::Relay relay = {};
    std::optional<profile::Profile> profile = {}; // whose secrets are used; empty: none's

    friend bool operator==(const ConnectRequest &, const ConnectRequest &) = default;
};

// The server's label without credentials for a URL, or what is wrong with it.
using UrlCheck = std::function<Result<QString>(const QString &)>;

// Asks for a server, or takes a link to a lock (locklink.h). GUI thread. The URL is checked while
// it is typed; recent ones are offered without user and password.
class ConnectDialog : public Dialog
{
    Q_OBJECT

public:
    ConnectDialog(UrlCheck check, const QStringList &recent, QWidget *parent = nullptr);

    void setUrl(const QString &url); // in place of the most recent one
    ConnectRequest request() const;
    QString label() const { return m_label; }

Q_SIGNALS:
    void testWanted(); // with the typed settings

protected:
    void changeEvent(QEvent *event) override;

private:
    QString url() const;
    void validate();
    void colourMessage();

    UrlCheck m_check;
    QComboBox *m_url;
    QLineEdit *m_password;
    QLineEdit *m_prefixes;
    QLineEdit *m_caFile;
    QLabel *m_message;
    QPushButton *m_test;
    QPushButton *m_connect;
    QString m_label;
    bool m_isWrong = false;
};

} // namespace lockscope::ui
