// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/previewdialog.h"

#include "ui/client/servers/serverbar.h"
#include "ui/kit/buttonroom.h"
#include "ui/kit/text/textlabel.h"
#include "ui/table/celldelegate.h"
#include "ui/theme/tones.h"
#include "ui/wording/wording.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

bool isField(const QWidget *widget)
{
    return qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget)
        || qobject_cast<const QComboBox *>(widget) || qobject_cast<const QRadioButton *>(widget);
}

} // namespace

QLabel *PreviewDialog::addHeading(QVBoxLayout *layout, const QString &text)
{
    auto *heading = new QLabel(text);
    heading->setTextFormat(Qt::PlainText);
    heading->setWordWrap(true);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    layout->addSpacing(2);
    layout->addWidget(heading);
    return heading;
}

QLabel *PreviewDialog::addText(QVBoxLayout *layout, const QString &heading, const QString &name)
{
    addHeading(layout, heading);
    auto *text = makeTextLabel(name);
    layout->addWidget(text);
    return text;
}

QString PreviewDialog::sentence(const QString &text)
{
    return wording::ended(wording::capitalised(text));
}

void PreviewDialog::addMessage(QVBoxLayout *layout)
{
    m_message = new BadgeLabel;
    m_message->setObjectName("actionMessage"_L1);
    m_message->setWordWrap(true);
    m_message->setMinimumHeight(3 * fontMetrics().lineSpacing()); // no button moves
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_message);
}

void PreviewDialog::addButtons(QVBoxLayout *layout, const QString &act)
{
    auto *buttons = new QDialogButtonBox;
    m_cancel = buttons->addButton(QDialogButtonBox::Cancel);
    m_cancel->setObjectName("cancel"_L1);
    m_again = buttons->addButton(tr("Preview &again"), QDialogButtonBox::ActionRole);
    m_again->setObjectName("previewAgain"_L1);
    m_act = buttons->addButton(act, QDialogButtonBox::ApplyRole);
    m_act->setObjectName("act"_L1);
    // None is the default: Enter leads from field to field, then to the button that acts.
    for (QPushButton *button : {m_again, m_act, m_cancel})
        button->setAutoDefault(false);
    keepRoomFor(m_cancel, {tr("Cancel"), tr("Close")});
    layout->addWidget(buttons);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
}

void PreviewDialog::tell(const QString &text, Badge badge)
{
    QPalette colours = palette();
    if (badge != Badge::None)
        colours.setColor(QPalette::WindowText, toneColor(badgeTone(badge), colours));
    m_message->setPalette(colours);
    m_message->setBadge(badge);
    m_message->setText(text);
}

Badge PreviewDialog::badgeOf(admin::Outcome::Status status)
{
    switch (status) {
    case admin::Outcome::Status::Done:
        return Badge::Renewing; // a tick
    case admin::Outcome::Status::Changed:
    case admin::Outcome::Status::Declined:
    case admin::Outcome::Status::Unknown:
        return Badge::Overdue;
    case admin::Outcome::Status::Refused:
    case admin::Outcome::Status::NotPermitted:
    case admin::Outcome::Status::Failed:
        return Badge::Down; // a cross
    }
    return Badge::None;
}

// Enter in a field leads on, from the last one to the button that acts, where it acts: by mistake
// nobody presses it twice. It never closes what is half filled in.
void PreviewDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter || qobject_cast<QPushButton *>(focusWidget())) {
        Dialog::keyPressEvent(event);
        return;
    }
    event->accept();
    QWidget *const field = focusWidget();
    if (!isField(field))
        return;
    focusNextChild();
    // It stays while something is missing, such as the name to confirm.
    if (!isField(focusWidget()))
        (m_act->isEnabled() ? m_act : field)->setFocus(Qt::TabFocusReason);
}

} // namespace lockscope::ui
