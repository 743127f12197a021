// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actionconfirmation.h"

#include "ui/kit/formgrid.h"

#include <QLabel>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int longestReason = 500;

} // namespace

ActionConfirmation::ActionConfirmation(bool isProduction, bool isOfOne, QWidget *parent)
    : QWidget(parent)
    , m_isProduction(isProduction)
    , m_isOfOne(isOfOne)
    , m_reason(new QLineEdit)
    , m_wanted(new QLabel)
    , m_typed(new QLineEdit)
{
    auto *form = new FormGrid(this);
    form->setContentsMargins(0, 0, 0, 0);
    m_reason->setObjectName("reason"_L1);
    m_reason->setMaxLength(longestReason);
    m_reason->setPlaceholderText(isProduction
                                     ? tr("required on production; stored in the audit log")
                                     : tr("stored in the audit log"));
    form->addRow(tr("&Reason"), m_reason);
    m_typed->setObjectName("typedName"_L1);
    m_wanted->setTextFormat(Qt::PlainText);
    m_wanted->setBuddy(m_typed);
    form->addRow(m_wanted, m_typed);
    form->setRowVisible(m_typed, isProduction);
    setFocusProxy(m_reason);
    for (const QLineEdit *edit : {m_reason, m_typed})
        connect(edit, &QLineEdit::textChanged, this, &ActionConfirmation::changed);
}

void ActionConfirmation::setWanted(const QString &text)
{
    m_text = text;
    m_wanted->setText(m_isOfOne ? tr("T&ype the lock's name") : tr("T&ype \"%1\"").arg(text));
}

void ActionConfirmation::reset()
{
    m_typed->clear();
}

QString ActionConfirmation::reason() const
{
    return m_reason->text().trimmed();
}

bool ActionConfirmation::isFilled() const
{
    return !m_reason->text().isEmpty() || !m_typed->text().isEmpty();
}

QString ActionConfirmation::notNow() const
{
    if (!m_isProduction)
        return {};
    if (reason().isEmpty())
        return tr("On production, enter a reason.");
    // A name may begin or end with a space; a paste may bring one along.
    if (m_typed->text() != m_text && m_typed->text().trimmed() != m_text)
        return m_isOfOne ? tr("Type the lock's name to confirm.")
                         : tr("Type \"%1\" to confirm.").arg(m_text);
    return {};
}

} // namespace lockscope::ui
