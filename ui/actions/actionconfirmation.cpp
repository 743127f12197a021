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

ActionConfirmation::ActionConfirmation(bool isProduction, Subject subject, QWidget *parent)
    : QWidget(parent)
    , m_isProduction(isProduction)
    , m_subject(subject)
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
    m_wanted->setText(labelOf(text));
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

QString ActionConfirmation::labelOf(const QString &text) const
{
    switch (m_subject) {
    case Subject::Lock:
        return tr("T&ype the lock's name");
    case Subject::Locks:
        return tr("T&ype \"%1\"").arg(text);
    case Subject::Primary:
        return tr("T&ype the primary's name");
    }
    return {};
}

QString ActionConfirmation::hint() const
{
    switch (m_subject) {
    case Subject::Lock:
        return tr("Type the lock's name to confirm.");
    case Subject::Locks:
        return tr("Type \"%1\" to confirm.").arg(m_text);
    case Subject::Primary:
        return tr("Type the primary's name to confirm.");
    }
    return {};
}

QString ActionConfirmation::notNow() const
{
    if (!m_isProduction)
        return {};
    if (reason().isEmpty())
        return tr("On production, enter a reason.");
    // A name may begin or end with a space; a paste may bring one along.
    if (m_typed->text() != m_text && m_typed->text().trimmed() != m_text)
        return hint();
    return {};
}

} // namespace lockscope::ui
