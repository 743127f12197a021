// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/connectdialog.h"

#include "core/base/text.h"
#include "ui/client/locklink.h"
#include "ui/kit/filerow.h"
#include "ui/kit/formgrid.h"
#include "ui/theme/tones.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

ConnectDialog::ConnectDialog(UrlCheck check, const QStringList &recent, QWidget *parent)
    : Dialog(parent)
    , m_check(std::move(check))
    , m_url(new QComboBox)
    , m_password(new QLineEdit)
    , m_prefixes(new QLineEdit)
    , m_caFile(new QLineEdit)
    , m_message(new QLabel)
{
    setObjectName("connectDialog"_L1);
    setWindowTitle(tr("Connect"));
    m_url->setObjectName("url"_L1);
    m_url->setEditable(true);
    m_url->setInsertPolicy(QComboBox::NoInsert);
    m_url->addItems(recent);
    m_url->setCurrentText(recent.isEmpty() ? u"redis://127.0.0.1:6379"_s : recent.first());
    m_url->setMinimumContentsLength(44);
    m_url->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_password->setObjectName("password"_L1);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("only if the URL has none; not stored"));
    m_prefixes->setObjectName("prefixes"_L1);
    m_prefixes->setPlaceholderText(tr("all keys, or prefixes of names: orders:, billing:"));
    m_caFile->setObjectName("caFile"_L1);
    m_caFile->setPlaceholderText(tr("the system's certificates"));
    m_message->setObjectName("urlMessage"_L1);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_test = buttons->addButton(tr("&Test connection"), QDialogButtonBox::ActionRole);
    m_test->setObjectName("testConnection"_L1);
    m_test->setAutoDefault(false);
    m_test->setToolTip(tr("Tries the server step by step, without adding it to the window."));
    connect(m_test, &QPushButton::clicked, this, &ConnectDialog::testWanted);
    m_connect = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    m_connect->setObjectName("connect"_L1);
    setAffirmative(m_connect);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *form = new FormGrid;
    form->addRow(tr("&URL"), m_url);
    form->addRow(QString(), m_message);
    form->addRow(tr("&Password"), m_password);
    form->addRow(tr("P&refixes"), m_prefixes);
    auto *caLabel = new QLabel(tr("&CA file"));
    caLabel->setBuddy(m_caFile);
    form->addRow(
        caLabel,
        makeFileRow(m_caFile, tr("CA file"), tr("Certificates (*.pem *.crt);;All files (*)")));
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addStretch();
    layout->addWidget(buttons);

    connect(m_url, &QComboBox::currentTextChanged, this, [this] { validate(); });
    m_url->lineEdit()->selectAll();
    m_url->setFocus();
    validate();
}

// Users often paste the address alone.
QString ConnectDialog::url() const
{
    const QString text = m_url->currentText().trimmed();
    static const QRegularExpression address(u"^[^/@]+:[0-9]{1,5}$"_s);
    return address.match(text).hasMatch() ? u"redis://"_s + text : text;
}

void ConnectDialog::validate()
{
    const QString text = url();
    m_label.clear();
    m_isWrong = false;
    bool isLink = false;
    if (isLockLink(text)) {
        const auto link = readLockLink(text);
        isLink = link.has_value();
        m_isWrong = !isLink;
        m_message->setText(link ? tr("Will open the lock %1.").arg(wording::shown(link->name, 120))
                                : link.error());
    } else if (text.isEmpty()) {
        m_message->setText(tr("For example redis://127.0.0.1:6379, rediss:// for TLS, "
                              "redis+unix:///run/redis.sock, redis+sentinel://A,B/mymaster, "
                              "redis+cluster://A,B."));
    } else if (const Result<QString> label = m_check(text)) {
        m_label = *label;
        constexpr qsizetype most = 48; // in the room that it has: no button moves
        m_message->setText(tr("Will connect to %1.").arg(visibleElided(m_label.toUtf8(), most)));
    } else {
        m_isWrong = true;
        m_message->setText(
            wording::ended(wording::capitalised(wording::errorSentence(label.error()))));
    }
    m_connect->setEnabled(isLink || !m_label.isEmpty());
    m_test->setEnabled(!m_label.isEmpty());
    colourMessage();
}

void ConnectDialog::colourMessage()
{
    QPalette colours = palette();
    if (m_isWrong)
        colours.setColor(QPalette::WindowText, toneColor(Tone::Alarm, colours));
    m_message->setPalette(colours);
}

void ConnectDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourMessage();
}

void ConnectDialog::setUrl(const QString &url)
{
    m_url->setCurrentText(url);
}

ConnectRequest ConnectDialog::request() const
{
    ConnectRequest request;
    request.url = url();
    request.password = m_password->text();
    for (const QString &prefix : m_prefixes->text().split(u',', Qt::SkipEmptyParts)) {
        if (!prefix.trimmed().isEmpty())
            request.prefixes += prefix.trimmed();
    }
    request.tls.caFile = m_caFile->text().trimmed();
    return request;
}

} // namespace lockscope::ui
