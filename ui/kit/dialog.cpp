// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/dialog.h"

#include "ui/kit/focusring.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLayout>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QStyle>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

void Dialog::setAffirmative(QPushButton *button)
{
    m_affirmative = button;
    button->setDefault(true);
}

void Dialog::setUnchanged()
{
    m_unchanged = inputs();
}

bool Dialog::isChanged() const
{
    return inputs() != m_unchanged;
}

// Everything that can be typed or chosen, as text.
QStringList Dialog::inputs() const
{
    QStringList all;
    for (const QWidget *widget : findChildren<QWidget *>()) {
        if (widget->window() != this)
            continue;
        if (const auto *line = qobject_cast<const QLineEdit *>(widget); line && !line->isReadOnly())
            all += line->text();
        else if (const auto *text = qobject_cast<const QPlainTextEdit *>(widget);
                 text && !text->isReadOnly())
            all += text->toPlainText();
        else if (const auto *box = qobject_cast<const QComboBox *>(widget);
                 box && !box->isEditable())
            all += box->currentText();
        else if (const auto *button = qobject_cast<const QAbstractButton *>(widget);
                 button && button->isCheckable())
            all += button->isChecked() ? u"yes"_s : u"no"_s;
    }
    return all;
}

void Dialog::reject()
{
    if (isVisible() && isChanged())
        askWhetherToDiscard();
    else
        QDialog::reject();
}

QString Dialog::discardQuestion() const
{
    return tr("Discard what you entered?");
}

void Dialog::askWhetherToDiscard()
{
    if (auto *asked = findChild<QMessageBox *>(u"discardBox"_s, Qt::FindDirectChildrenOnly)) {
        asked->raise();
        asked->activateWindow();
        return;
    }
    auto *box = new QMessageBox(this);
    box->setObjectName("discardBox"_L1);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setWindowTitle(windowTitle());
    box->setText(discardQuestion());
    auto *discard = box->addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    discard->setObjectName("discard"_L1);
    auto *keep = box->addButton(tr("&Keep editing"), QMessageBox::RejectRole);
    keep->setObjectName("keepEditing"_L1);
    box->setDefaultButton(keep);
    box->setEscapeButton(leavesOnEscape() ? discard : keep);
    connect(discard, &QPushButton::clicked, this, [this] { QDialog::reject(); });
    connect(keep, &QPushButton::clicked, this, &Dialog::goOn);
    box->open();
}

// Not on the button that was about to be pressed: who comes back by mistake presses Enter next.
void Dialog::goOn()
{
    if (!qobject_cast<QPushButton *>(focusWidget()))
        return;
    for (QWidget *widget = nextInFocusChain(); widget != this;
         widget = widget->nextInFocusChain()) {
        const auto *line = qobject_cast<QLineEdit *>(widget);
        const auto *text = qobject_cast<QPlainTextEdit *>(widget);
        if ((!line || line->isReadOnly()) && (!text || text->isReadOnly()))
            continue;
        if (widget->window() != this || !widget->isVisibleTo(this) || !widget->isEnabled())
            continue;
        widget->setFocus(Qt::OtherFocusReason);
        return;
    }
}

void Dialog::showEvent(QShowEvent *event)
{
    // Qt would give Enter to the button that has the focus, or to the first one of all.
    for (QPushButton *button : findChildren<QPushButton *>()) {
        if (m_affirmative && button != m_affirmative && button->window() == this)
            button->setAutoDefault(false);
    }
    if (m_affirmative)
        m_affirmative->setDefault(true);
    if (!std::exchange(m_wasShown, true))
        setUnchanged();
    resizeOnScreen(size());
    QDialog::showEvent(event);
}

void Dialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    auto *const button = qobject_cast<QPushButton *>(focusWidget());
    if (!isEnter || (!button && !m_affirmative)) {
        QDialog::keyPressEvent(event);
        return;
    }
    event->accept();
    if (button)
        button->click();
    else if (!qobject_cast<QAbstractItemView *>(focusWidget())) // which had its own use for it
        m_affirmative->click(); // does nothing while it is disabled
}

bool Dialog::focusNextPrevChild(bool next)
{
    return moveToNextStop(this, {}, next) || QDialog::focusNextPrevChild(next);
}

void Dialog::resizeOnScreen(const QSize &wanted)
{
    const int title = style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, this);
    const int room = screen()->availableSize().height() - title;
    const int least = layout() && layout()->hasHeightForWidth()
        ? layout()->totalMinimumHeightForWidth(wanted.width())
        : 0; // texts that wrap are not cut
    resize(wanted.width(), std::min(wanted.height(), std::max(room, least)));
}

} // namespace lockscope::ui
