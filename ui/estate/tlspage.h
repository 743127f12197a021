// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/estate/profilefields.h"

#include <QWidget>

class QLineEdit;
class QPlainTextEdit;

namespace lockscope::ui {

// The page of a profile's form that says whom its servers' TLS is to trust, and which certificate
// this client shows. GUI thread.
class TlsPage : public QWidget
{
    Q_OBJECT

public:
    explicit TlsPage(QWidget *parent = nullptr);

    void fill(const ProfileText &text);
    void readInto(ProfileText &text) const;
    // Another pinned certificate, as fingerprintText() writes it.
    void pin(const QString &fingerprint);

Q_SIGNALS:
    void changed();

private:
    QLineEdit *makeField(const QString &name, const QString &example);

    QLineEdit *m_caFile;
    QLineEdit *m_certificateFile;
    QLineEdit *m_keyFile;
    QLineEdit *m_serverName;
    QPlainTextEdit *m_fingerprints;
};

} // namespace lockscope::ui
