// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/estate/notifypage.h"

#include "ui/estate/sourcefield.h"
#include "ui/kit/formgrid.h"
#include "ui/kit/text/roomylabel.h"
#include "ui/kit/text/textlabel.h"
#include "ui/theme/tones.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

NotifyPage::NotifyPage(QWidget *parent)
    : QWidget(parent)
    , m_command(new QLineEdit)
    , m_webhook(makeSourceField(u"profileNotifyWebhook"_s, tr("no webhook"),
                                {u"keychain"_s, u"env:"_s, u"file:/"_s, u"command:"_s}))
    , m_severity(new QComboBox)
    , m_ends(new QCheckBox(tr("&Also tell that a problem ended")))
    , m_test(new QPushButton(tr("Send a test &message")))
    , m_result(new RoomyLabel(u"profileNotifyResult"_s, 3))
{
    makeFields();
    auto *note = makeTextLabel(u"profileNotifyNote"_s);
    note->setText(tr("A program or a webhook is told of the problems of the profile while it is "
                     "connected here, or while 'lockctl record' runs."));
    auto *form = new FormGrid(this);
    form->addWidget(note, 0, 0, 1, 2);
    form->addRow(tr("&Program"), m_command);
    form->addRow(tr("&Webhook URL from"), m_webhook);
    form->addRow(tr("Prob&lems"), m_severity);
    form->addRow(QString(), m_ends);
    auto *test = new QHBoxLayout;
    test->addWidget(m_test);
    test->addStretch(1);
    form->addRow(QString(), test);
    form->addRow(QString(), m_result);
    form->setRowStretch(form->rowCount(), 1);
}

void NotifyPage::makeFields()
{
    m_command->setObjectName("profileNotifyCommand"_L1);
    m_command->setPlaceholderText(tr("no program, or its path and arguments"));
    m_command->setAccessibleName(tr("Program for notifications"));
    m_command->setToolTip(
        tr("Run for each problem, with JSON on standard input. No shell; double quotes keep words "
           "together. Put no secret here."));
    m_webhook->setAccessibleName(tr("Webhook URL from"));
    m_webhook->setToolTip(
        tr("Where the URL comes from that the same JSON is posted to: keychain, env:NAME, "
           "file:/PATH or command:PROGRAM ARGUMENTS. Whoever has the URL may write there, so it is "
           "treated as a password."));
    m_severity->setObjectName("profileNotifySeverity"_L1);
    m_severity->setAccessibleName(tr("Problems that are told"));
    m_severity->addItem(tr("Critical problems only"), false);
    m_severity->addItem(tr("All problems"), true);
    m_ends->setObjectName("profileNotifyEnds"_L1);
    m_test->setObjectName("profileNotifyTest"_L1);
    m_test->setAutoDefault(false);
    m_test->setToolTip(
        tr("Sends a message that tells of no problem, without saving the profile. The profile "
           "needs a name."));
    connect(m_command, &QLineEdit::textChanged, this, &NotifyPage::onChanged);
    connect(m_webhook, &QComboBox::editTextChanged, this, &NotifyPage::onChanged);
    connect(m_severity, &QComboBox::currentIndexChanged, this, &NotifyPage::changed);
    connect(m_ends, &QCheckBox::toggled, this, &NotifyPage::changed);
    connect(m_test, &QPushButton::clicked, this, &NotifyPage::test);
}

void NotifyPage::fill(const ProfileText &text)
{
    m_command->setText(text.notifyCommand);
    m_webhook->setEditText(text.notifyWebhook);
    m_severity->setCurrentIndex(text.notifyWarnings ? 1 : 0);
    m_ends->setChecked(text.notifyEnds);
}

void NotifyPage::readInto(ProfileText &text) const
{
    text.notifyCommand = m_command->text();
    text.notifyWebhook = m_webhook->currentText();
    text.notifyWarnings = m_severity->currentData().toBool();
    text.notifyEnds = m_ends->isChecked();
}

void NotifyPage::setTestable(bool isTestable)
{
    m_test->setEnabled(isTestable);
}

// The result was about another receiver.
void NotifyPage::onChanged()
{
    ++m_attempt;
    m_isSending = false;
    tell({true, {}});
    Q_EMIT changed();
}

// The button stays enabled meanwhile: a disabled one would lose the focus.
void NotifyPage::test()
{
    if (m_isSending)
        return;
    m_isSending = true;
    tell({true, tr("Sending…")});
    const QPointer<NotifyPage> self(this);
    Q_EMIT testWanted([self, attempt = ++m_attempt](const TestedMessage &message) {
        if (!self || attempt != self->m_attempt)
            return;
        self->m_isSending = false;
        self->tell(message);
    });
}

void NotifyPage::tell(const TestedMessage &message)
{
    m_hasFailed = !message.isDelivered;
    m_result->setText(message.text);
    colourResult();
}

void NotifyPage::colourResult()
{
    QPalette colours = palette();
    if (m_hasFailed)
        colours.setColor(QPalette::WindowText, toneColor(Tone::Alarm, colours));
    m_result->setPalette(colours);
}

void NotifyPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourResult();
}

} // namespace lockscope::ui
