// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/secretdialog.h"

#include "core/base/text.h"
#include "ui/kit/formgrid.h"
#include "ui/kit/text/textlabel.h"
#include "ui/theme/textwidth.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

QString titleOf(const SecretRequest &request, const QString &profile)
{
    switch (request.kind) {
    case SecretRequest::Kind::SentinelPassword:
        return SecretDialog::tr("Password of the Sentinels of %1").arg(profile);
    case SecretRequest::Kind::KeyPassphrase:
        return SecretDialog::tr("Passphrase of the key of %1").arg(profile);
    case SecretRequest::Kind::OperatorPassword:
        return SecretDialog::tr("Password for acting on %1").arg(profile);
    case SecretRequest::Kind::Password:
        break;
    }
    return SecretDialog::tr("Password of %1").arg(profile);
}

QString explanationOfServer(const SecretRequest &request, const QString &server)
{
    const QString why = request.wasRejected
        ? SecretDialog::tr("%1 rejected the user name or password.").arg(server)
        : SecretDialog::tr("%1 requires a password.").arg(server);
    return why + u'\n'
        + SecretDialog::tr("It is sent to this server only, and kept until Lockscope ends.");
}

QString explanation(const SecretRequest &request, const QString &profile)
{
    QStringList lines;
    if (request.wasRejected)
        lines += SecretDialog::tr("The server rejected the password before this one.");
    if (!request.why.isEmpty())
        lines += wording::saidAlone(request.why);
    if (lines.isEmpty())
        lines += SecretDialog::tr("The profile %1 needs it to connect.").arg(profile);
    if (request.kind == SecretRequest::Kind::OperatorPassword)
        lines += SecretDialog::tr("It is sent to the servers of this profile only, and forgotten "
                                  "when acting is locked.");
    else
        lines += request.mayRemember
            ? SecretDialog::tr("It is sent to the servers of this profile only.")
            : SecretDialog::tr("It is sent to the servers of this profile only, and kept until "
                               "Lockscope ends.");
    return lines.join(u'\n');
}

} // namespace

SecretDialog::SecretDialog(const SecretRequest &request, QWidget *parent)
    : Dialog(parent)
    , m_user(new QLineEdit(request.user))
    , m_secret(new QLineEdit)
    , m_remember(new QCheckBox(tr("&Remember it in the keychain")))
{
    setObjectName("secretDialog"_L1);
    const bool isOfServer = request.profile.isEmpty();
    const QString owner =
        visibleElided((isOfServer ? request.server : request.profile).toUtf8(), 64);
    setWindowTitle(titleOf(request, owner));
    auto *text = makeTextLabel(u"secretText"_s);
    text->setText(isOfServer ? explanationOfServer(request, owner) : explanation(request, owner));
    m_user->setObjectName("secretUser"_L1);
    m_user->setPlaceholderText(tr("the default user"));
    m_user->setAccessibleName(tr("User"));
    m_secret->setObjectName("secret"_L1);
    m_secret->setEchoMode(QLineEdit::Password);
    m_secret->setMinimumWidth(40 * characterWidth(fontMetrics()));
    const QString label =
        request.kind == SecretRequest::Kind::KeyPassphrase ? tr("&Passphrase") : tr("&Password");
    m_secret->setAccessibleName(QString(label).remove(u'&'));
    m_remember->setObjectName("rememberSecret"_L1);
    m_remember->setVisible(request.mayRemember);
    auto *form = new FormGrid;
    form->addRow(tr("&User"), m_user);
    form->addRow(label, m_secret);
    form->setRowVisible(m_user, isOfServer);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto *use = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    use->setObjectName("useSecret"_L1);
    use->setEnabled(false);
    setAffirmative(use);
    connect(m_secret, &QLineEdit::textChanged, use,
            [use](const QString &typed) { use->setEnabled(!typed.isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addLayout(form);
    layout->addWidget(m_remember);
    layout->addStretch(1);
    layout->addWidget(buttons);
    m_secret->setFocus();
}

QString SecretDialog::user() const
{
    return m_user->text().trimmed();
}

void SecretDialog::done(int result)
{
    QByteArray secret;
    if (result == Accepted)
        secret = m_secret->text().toUtf8();
    m_secret->clear();
    Q_EMIT answered(secret, result == Accepted && m_remember->isChecked());
    QDialog::done(result);
}

} // namespace lockscope::ui
