// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "ui/kit/dialog.h"

class QCheckBox;
class QLineEdit;

namespace lockscope::ui {

// A secret that a profile needs, and what the user is to know of it.
struct SecretRequest {
    enum class Kind { Password, SentinelPassword, KeyPassphrase, OperatorPassword };

    QString profile;
    Kind kind = Kind::Password;
    bool wasRejected = false; // the one before
    Sentence why; // the keychain could not tell it; empty: the profile says that the user is asked
    bool mayRemember = false; // there is a keychain to keep it in
};

// Asks for one secret of a profile. The answer is given once, an empty one if the dialog is closed
// without it; the field is emptied then. GUI thread.
class SecretDialog : public Dialog
{
    Q_OBJECT

public:
    explicit SecretDialog(const SecretRequest &request, QWidget *parent = nullptr);

    void done(int result) override;

Q_SIGNALS:
    void answered(const QByteArray &secret, bool isToBeRemembered); // null: the user does not say

protected:
    bool isChanged() const override { return false; } // nothing that is worth a question

private:
    QLineEdit *m_secret;
    QCheckBox *m_remember;
};

} // namespace lockscope::ui
