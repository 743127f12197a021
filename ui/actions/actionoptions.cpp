// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actionoptions.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/watch/track/liveness.h"
#include "ui/kit/formgrid.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

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
    auto *form = new FormGrid(this);
    form->setContentsMargins(0, 0, 0, 0);
    switch (type) {
    case ActionType::ReleaseHold:
        makeHolder(form);
        break;
    case ActionType::RemoveWaiter:
        makeWaiter(form);
        break;
    case ActionType::SetTimeToLive:
    case ActionType::ExtendTimeToLive:
        makeTime(form);
        break;
    case ActionType::AddPermits:
    case ActionType::SetLatch:
        makeNumber(form);
        break;
    default:
        break; // nothing to choose
    }
    setVisible(!isEmpty());
}

bool ActionOptions::isEmpty() const
{
    return !m_owner && !m_time && !m_number;
}

void ActionOptions::makeHolder(FormGrid *form)
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

void ActionOptions::makeWaiter(FormGrid *form)
{
    m_owner = new QComboBox;
    m_owner->setObjectName("waiter"_L1);
    m_owner->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_owner->setMinimumContentsLength(30);
    form->addRow(tr("&Waiter"), m_owner);
    connect(m_owner, &QComboBox::currentIndexChanged, this, &ActionOptions::changed);
}

void ActionOptions::makeTime(FormGrid *form)
{
    const bool isExtension = m_type == ActionType::ExtendTimeToLive;
    m_time = new QLineEdit(u"30s"_s);
    m_time->setObjectName(isExtension ? u"extension"_s : u"timeToLive"_s);
    m_time->setPlaceholderText(tr("500ms, 30s, 5m"));
    m_time->selectAll();
    form->addRow(isExtension ? tr("Extend &by") : tr("&Time to live"), m_time);
    connect(m_time, &QLineEdit::textChanged, this, &ActionOptions::changed);
}

void ActionOptions::makeNumber(FormGrid *form)
{
    const bool isLatch = m_type == ActionType::SetLatch;
    const int most = std::numeric_limits<int>::max();
    m_number = new QSpinBox;
    m_number->setObjectName(isLatch ? u"latchCount"_s : u"permits"_s);
    m_number->setRange(isLatch ? 1 : -most, most);
    m_number->setValue(1);
    m_number->selectAll();
    if (!isLatch)
        m_number->setToolTip(tr("A negative number takes permits"));
    form->addRow(isLatch ? tr("&Count") : tr("&Permits to add"), m_number);
    connect(m_number, &QSpinBox::valueChanged, this, &ActionOptions::changed);
}

void ActionOptions::fillHolds(const watch::LockRecord &lock)
{
    for (const watch::HoldRecord &each : lock.holds) {
        m_holds.emplace_back(each.owner, each.mode);
        m_owner->addItem(tr("%1  (%2, count %3)")
                             .arg(wording::owner(each.owner, each.alias, ownerLimit),
                                  wording::mode(each.mode), QString::number(each.count)));
    }
    // Other libraries know no counts that could be given back one by one.
    const bool isCounted = format::libraryTraitsOf(*lock.library).countsHolds;
    m_oneCount->setEnabled(isCounted);
    if (!isCounted)
        m_wholeHold->setChecked(true);
}

void ActionOptions::fillWaiters(const watch::LockRecord &lock)
{
    for (const watch::WaiterRecord &each :
         lock.waiters.value_or(std::vector<watch::WaiterRecord>())) {
        m_waiters.push_back(each.owner);
        const QString owner = wording::owner(each.owner, each.alias, ownerLimit);
        const QString state =
            wording::liveness(watch::livenessOf(each, std::chrono::steady_clock::now()));
        m_owner->addItem(tr("%1: %2  (%3)").arg(QString::number(each.position), owner, state));
    }
}

void ActionOptions::setLock(const watch::LockRecord &lock, const ActionChoice &choice)
{
    // The current count, to be changed from there; typed text stays.
    if (m_type == ActionType::SetLatch && lock.permits && m_number->value() == 1) {
        const QSignalBlocker blocker(m_number);
        m_number->setValue(
            int(std::clamp<qint64>(lock.permits->available, 1, m_number->maximum())));
    }
    if (!m_owner)
        return;
    const QSignalBlocker blocker(m_owner);
    const auto hold = choice.hold ? choice.hold : entryOf(m_holds, m_owner->currentIndex());
    const auto waiter = choice.waiter ? choice.waiter : entryOf(m_waiters, m_owner->currentIndex());
    m_holds.clear();
    m_waiters.clear();
    m_owner->clear();
    if (m_type == ActionType::ReleaseHold) {
        fillHolds(lock);
        m_owner->setCurrentIndex(indexIn(m_holds, hold));
    } else {
        fillWaiters(lock);
        m_owner->setCurrentIndex(indexIn(m_waiters, waiter));
    }
    // If the chosen owner is gone, no other is chosen automatically.
    if (!hold && !waiter && m_owner->count() > 0)
        m_owner->setCurrentIndex(0);
}

void ActionOptions::setLocks(const std::vector<LockPointer> &locks, const ActionChoice &choice)
{
    if (m_type != ActionType::ReleaseHold)
        return;
    const QSignalBlocker blocker(m_owner);
    auto chosen = entryOf(m_holds, m_owner->currentIndex());
    if (choice.hold)
        chosen = {choice.hold->first, format::Mode::Exclusive};
    struct Owner {
        Alias alias;
        int locks = 0;
    };
    std::map<OwnerId, Owner> owners;
    for (const LockPointer &lock : locks) {
        std::set<OwnerId> seen;
        for (const watch::HoldRecord &hold : lock ? lock->holds : std::vector<watch::HoldRecord>())
            if (seen.insert(hold.owner).second) {
                owners[hold.owner].alias = *hold.alias;
                ++owners[hold.owner].locks;
            }
    }
    m_holds.clear();
    m_owner->clear();
    for (const auto &[owner, each] : owners) {
        m_holds.emplace_back(owner, format::Mode::Exclusive);
        m_owner->addItem(
            tr("%1  (of these locks: %2)")
                .arg(wording::owner(owner, each.alias, ownerLimit), QString::number(each.locks)));
    }
    m_oneCount->setEnabled(false);
    m_wholeHold->setChecked(true);
    m_owner->setCurrentIndex(chosen ? indexIn(m_holds, chosen) : m_holds.empty() ? -1 : 0);
}

Result<admin::Action> ActionOptions::action() const
{
    admin::Action action;
    action.type = m_type;
    if (m_type == ActionType::ReleaseHold) {
        const auto hold = entryOf(m_holds, m_owner->currentIndex());
        if (!hold)
            return fail(ErrorKind::InvalidInput, tr("select the hold to release"));
        std::tie(action.owner, action.mode) = *hold;
        action.allHolds = m_wholeHold->isChecked();
    } else if (m_type == ActionType::RemoveWaiter) {
        const auto waiter = entryOf(m_waiters, m_owner->currentIndex());
        if (!waiter)
            return fail(ErrorKind::InvalidInput, tr("select the waiter to remove"));
        action.owner = *waiter;
    } else if (m_time) {
        const Result<Millis> time = parseDuration(m_time->text().trimmed());
        if (!time)
            return fail(time.error());
        action.timeToLive = *time;
    } else if (m_number) {
        action.permits = m_number->value();
    }
    return action;
}

} // namespace lockscope::ui
