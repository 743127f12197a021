// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "ui/kit/dialog.h"

class QCheckBox;
class QLineEdit;

namespace lockscope::ui {

// A secret that a profile needs, or a server that was connected by its address, and what the user
// is to know of it.
struct SecretRequest {
    enum class Kind { Password, SentinelPassword, KeyPassphrase, OperatorPassword };

    QString profile; // empty: of the server below
    Kind kind = Kind::Password;
    bool wasRejected = false; // the one before
    Sentence why; // the keychain could not tell it; empty: the profile says that the user is asked
    bool mayRemember = false; // there is a keychain to keep it in
    QString server = {}; // its address as it is shown
    QString user = {}; // that was rejected, and can be changed; empty: the default user
};

// Asks for one secret of a profile, or for user and password of a server. The answer is given once,
// an empty one if the dialog is closed without it; the field is emptied then. GUI thread.
class SecretDialog : public Dialog
{
    Q_OBJECT

public:
    explicit SecretDialog(const SecretRequest &request, QWidget *parent = nullptr);

    QString user() const; // empty: the default user

    void done(int result) override;

Q_SIGNALS:
    void answered(const QByteArray &secret, bool isToBeRemembered); // null: the user does not say

protected:
    bool isChanged() const override { return false; } // nothing that is worth a question

private:
    QLineEdit *m_user; // of a server; else hidden
    QLineEdit *m_secret;
    QCheckBox *m_remember;
};

} // namespace lockscope::ui
