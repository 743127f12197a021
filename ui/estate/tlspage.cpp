// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/tlspage.h"

#include "ui/kit/filerow.h"
#include "ui/kit/formgrid.h"
#include "ui/kit/text/linesfield.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

TlsPage::TlsPage(QWidget *parent)
    : QWidget(parent)
    , m_caFile(makeField(u"profileCaFile"_s, tr("the system's certificates")))
    , m_certificateFile(makeField(u"profileCertificateFile"_s, tr("none")))
    , m_keyFile(makeField(u"profileKeyFile"_s, tr("in the file of the certificate")))
    , m_serverName(makeField(u"profileServerName"_s, tr("the host of the URL")))
    , m_fingerprints(
          makeLinesField(u"profileFingerprints"_s, 2, tr("none: what the authority signed")))
{
    const QString filter = tr("Certificates (*.pem *.crt *.key);;All files (*)");
    auto *form = new FormGrid(this);
    form->setContentsMargins(0, 0, 0, 0);
    const auto addFile = [&](const QString &title, QLineEdit *field, const QString &dialogTitle) {
        auto *label = new QLabel(title);
        label->setBuddy(field);
        field->setAccessibleName(dialogTitle);
        form->addRow(label, makeFileRow(field, dialogTitle, filter));
    };
    addFile(tr("C&A file"), m_caFile, tr("CA file"));
    addFile(tr("Client c&ertificate"), m_certificateFile, tr("Client certificate"));
    addFile(tr("Private &key"), m_keyFile, tr("Private key"));
    form->addRow(tr("Server na&me"), m_serverName);
    form->addRow(tr("P&inned certificates"), m_fingerprints);
    form->setRowStretch(form->rowCount(), 1);
    m_serverName->setToolTip(
        tr("The name that the servers' certificates must have; also sent to them (SNI)."));
    m_fingerprints->setToolTip(
        tr("One SHA-256 fingerprint per line. Only these certificates are trusted then, whoever "
           "issued them. Test connection shows the fingerprint of a server."));
    m_serverName->setAccessibleName(tr("Server name"));
    m_fingerprints->setAccessibleName(tr("Pinned certificates"));
    for (QLineEdit *field : {m_caFile, m_certificateFile, m_keyFile, m_serverName})
        connect(field, &QLineEdit::textChanged, this, &TlsPage::changed);
    connect(m_fingerprints, &QPlainTextEdit::textChanged, this, &TlsPage::changed);
}

QLineEdit *TlsPage::makeField(const QString &name, const QString &example)
{
    auto *field = new QLineEdit;
    field->setObjectName(name);
    field->setPlaceholderText(example);
    return field;
}

void TlsPage::fill(const ProfileText &text)
{
    m_caFile->setText(text.caFile);
    m_certificateFile->setText(text.certificateFile);
    m_keyFile->setText(text.keyFile);
    m_serverName->setText(text.serverName);
    m_fingerprints->setPlainText(text.fingerprints);
}

void TlsPage::readInto(ProfileText &text) const
{
    text.caFile = m_caFile->text();
    text.certificateFile = m_certificateFile->text();
    text.keyFile = m_keyFile->text();
    text.serverName = m_serverName->text();
    text.fingerprints = m_fingerprints->toPlainText();
}

void TlsPage::pin(const QString &fingerprint)
{
    QStringList lines = m_fingerprints->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    if (!lines.contains(fingerprint))
        lines += fingerprint;
    m_fingerprints->setPlainText(lines.join(u'\n'));
}

} // namespace lockscope::ui
