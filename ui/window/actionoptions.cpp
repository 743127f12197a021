// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actionoptions.h"

#include "core/base/text.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

using admin::ActionType;

namespace {

constexpr qsizetype ownerLimit = 80;

template <typename T>
int indexIn(const std::vector<T> &all, const std::optional<T> &wanted)
{
    if (!wanted)
        return -1;
    const auto at = std::find(all.begin(), all.end(), *wanted);
    return at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

template <typename T>
std::optional<T> entryOf(const std::vector<T> &all, int index)
{
    if (index < 0 || index >= static_cast<int>(all.size()))
        return std::nullopt;
    return all[static_cast<std::size_t>(index)];
}

} // namespace

ActionOptions::ActionOptions(ActionType type, QWidget *parent)
    : QWidget(parent)
    , m_type(type)
{
    setObjectName("actionOptions"_L1);
    auto *form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    if (type == ActionType::ReleaseHold)
        makeHolder(form);
    else if (type == ActionType::RemoveWaiter)
        makeWaiter(form);
    else if (type == ActionType::SetTimeToLive)
        makeTimeToLive(form);
    setVisible(!isEmpty());
}

bool ActionOptions::isEmpty() const
{
    return m_type == ActionType::ForceUnlock || m_type == ActionType::Nudge;
}

void ActionOptions::makeHolder(QFormLayout *form)
{
    m_owner = new QComboBox;
    m_owner->setObjectName("holder"_L1);
    m_owner->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_owner->setMinimumContentsLength(30);
    m_oneCount = new QRadioButton(tr("&One count"));
    m_oneCount->setObjectName("oneCount"_L1);
    m_oneCount->setChecked(true);
    m_wholeHold = new QRadioButton(tr("The &whole hold"));
    m_wholeHold->setObjectName("wholeHold"_L1);
    auto *row = new QHBoxLayout;
    row->addWidget(m_oneCount);
    row->addSpacing(12);
    row->addWidget(m_wholeHold);
    row->addStretch();
    form->addRow(tr("&Holder"), m_owner);
    form->addRow(tr("Release"), row);
    connect(m_owner, &QComboBox::currentIndexChanged, this, &ActionOptions::changed);
    connect(m_oneCount, &QRadioButton::toggled, this, &ActionOptions::changed);
}

void ActionOptions::makeWaiter(QFormLayout *form)
{
    m_owner = new QComboBox;
    m_owner->setObjectName("waiter"_L1);
    m_owner->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_owner->setMinimumContentsLength(30);
    form->addRow(tr("&Waiter"), m_owner);
    connect(m_owner, &QComboBox::currentIndexChanged, this, &ActionOptions::changed);
}

void ActionOptions::makeTimeToLive(QFormLayout *form)
{
    m_timeToLive = new QLineEdit(u"30s"_s);
    m_timeToLive->setObjectName("timeToLive"_L1);
    m_timeToLive->setPlaceholderText(tr("500ms, 30s, 5m"));
    m_timeToLive->selectAll();
    form->addRow(tr("&Time to live"), m_timeToLive);
    connect(m_timeToLive, &QLineEdit::textChanged, this, &ActionOptions::changed);
}

void ActionOptions::setLock(const watch::LockRecord &lock, const ActionChoice &choice)
{
    if (!m_owner)
        return;
    const QSignalBlocker blocker(m_owner);
    const auto hold = choice.hold ? choice.hold : entryOf(m_holds, m_owner->currentIndex());
    const auto waiter = choice.waiter ? choice.waiter : entryOf(m_waiters, m_owner->currentIndex());
    m_holds.clear();
    m_waiters.clear();
    m_owner->clear();
    if (m_type == ActionType::ReleaseHold) {
        for (const watch::HoldRecord &each : lock.holds) {
            m_holds.emplace_back(each.owner, each.mode);
            m_owner->addItem(tr("%1  (%2, count %3)")
                                 .arg(wording::owner(each.owner, each.alias, ownerLimit),
                                      wording::mode(each.mode), QString::number(each.count)));
        }
        m_owner->setCurrentIndex(indexIn(m_holds, hold));
        const bool isCounted = *lock.library == "redisson";
        m_oneCount->setEnabled(isCounted);
        if (!isCounted)
            m_wholeHold->setChecked(true);
    } else {
        for (const watch::WaiterRecord &each :
             lock.waiters.value_or(std::vector<watch::WaiterRecord>())) {
            m_waiters.push_back(each.owner);
            const QString owner = wording::owner(each.owner, each.alias, ownerLimit);
            m_owner->addItem(each.stale
                                 ? tr("%1: %2  (past its deadline)").arg(each.position).arg(owner)
                                 : tr("%1: %2").arg(each.position).arg(owner));
        }
        m_owner->setCurrentIndex(indexIn(m_waiters, waiter));
    }
    // Where the one that was chosen is gone, no other takes his place by itself.
    if (!hold && !waiter && m_owner->count() > 0)
        m_owner->setCurrentIndex(0);
}

Result<admin::Action> ActionOptions::action() const
{
    admin::Action action;
    action.type = m_type;
    if (m_type == ActionType::ReleaseHold) {
        const auto hold = entryOf(m_holds, m_owner->currentIndex());
        if (!hold)
            return fail(ErrorKind::InvalidInput, tr("choose whose hold is to be released"));
        std::tie(action.owner, action.mode) = *hold;
        action.allHolds = m_wholeHold->isChecked();
    } else if (m_type == ActionType::RemoveWaiter) {
        const auto waiter = entryOf(m_waiters, m_owner->currentIndex());
        if (!waiter)
            return fail(ErrorKind::InvalidInput, tr("choose which waiter is to be removed"));
        action.owner = *waiter;
    } else if (m_type == ActionType::SetTimeToLive) {
        const Result<Millis> time = parseDuration(m_timeToLive->text().trimmed());
        if (!time)
            return fail(time.error());
        action.timeToLive = *time;
    }
    return action;
}

} // namespace lockscope::ui
