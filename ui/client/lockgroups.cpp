// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/lockgroups.h"

#include "ui/client/lockorder.h"
#include "ui/client/servermodel.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(LockGroups)
};

QString title(const LockGroupInput &input)
{
    const QByteArray &key = input.group.key;
    switch (input.grouping) {
    case LockGrouping::Deployment:
        return shortLabel(QString::fromUtf8(key));
    case LockGrouping::Kind:
        return wording::kind(key);
    case LockGrouping::Holder:
        return key.isEmpty() ? Words::tr("nobody") : wording::shown(key);
    case LockGrouping::None:
        break;
    }
    return {};
}

QString problemText(const LockGroup &group)
{
    if (group.critical == 0)
        return group.warnings > 0 ? Words::tr("%1 with warnings").arg(group.warnings) : QString();
    return group.warnings > 0
        ? Words::tr("%1 critical, %2 with warnings").arg(group.critical).arg(group.warnings)
        : Words::tr("%1 critical").arg(group.critical);
}

QString stateText(const LockGroup &group)
{
    if (group.contended > 0)
        return Words::tr("%1 contended").arg(group.contended);
    return group.held > 0 ? Words::tr("%1 held").arg(group.held) : Words::tr("free");
}

QString text(const LockGroupInput &input, LockColumn column)
{
    const LockGroup &group = input.group;
    switch (column) {
    case LockColumn::State:
        return stateText(group);
    case LockColumn::Name:
        // The mark says in a shape of its own whether the group is open.
        return (input.isOpen ? u"\u25be "_s : u"\u25b8 "_s) + title(input)
            + Words::tr(" (%1)", "number of locks").arg(group.count);
    case LockColumn::Count:
        return QString::number(group.count);
    case LockColumn::Ttl:
        return group.nextEnd ? Words::tr("next %1").arg(wording::timeLeft(group.nextEnd, input.now))
                             : QString();
    case LockColumn::Watchdog:
        return group.overdue > 0 ? Words::tr("%1 overdue").arg(group.overdue) : QString();
    case LockColumn::Waiters:
        return group.waiters > 0 ? QString::number(group.waiters) : QString();
    case LockColumn::Problem:
        return problemText(group);
    case LockColumn::Kind:
    case LockColumn::Holder:
    case LockColumn::Mode:
    case LockColumn::ObservedSince:
    case LockColumn::Deployment:
    case LockColumn::Quorum:
    case LockColumn::Profile:
    case LockColumn::Tag:
        break;
    }
    return {};
}

QString spoken(const LockGroupInput &input)
{
    const LockGroup &group = input.group;
    return Words::tr("Group %1, %2: %3 locks, %4 held, %5 contended, %6 overdue, %7 waiters")
        .arg(title(input), input.isOpen ? Words::tr("expanded") : Words::tr("collapsed"),
             QString::number(group.count), QString::number(group.held),
             QString::number(group.contended), QString::number(group.overdue),
             QString::number(group.waiters));
}

Badge badge(const LockGroup &group, LockColumn column)
{
    if (column == LockColumn::State)
        return group.contended > 0 ? Badge::Contended : group.held > 0 ? Badge::Held : Badge::Free;
    if (column == LockColumn::Problem && group.critical + group.warnings > 0)
        return group.critical > 0 ? Badge::Trouble : Badge::Contended;
    return column == LockColumn::Watchdog && group.overdue > 0 ? Badge::Overdue : Badge::None;
}

} // namespace

QByteArray groupKey(const watch::LockRecord &lock, LockGrouping grouping)
{
    switch (grouping) {
    case LockGrouping::Deployment:
        return lock.deployment->toUtf8();
    case LockGrouping::Kind:
        return *lock.kind;
    case LockGrouping::Holder: {
        if (lock.holds.empty())
            return {};
        const watch::HoldRecord &first = lock.holds.front();
        return first.alias->isEmpty() ? first.owner.bytes : first.alias->name;
    }
    case LockGrouping::None:
        break;
    }
    return {};
}

void LockGroup::add(const watch::LockRecord &lock, bool isSeen, ProblemMark problem)
{
    ++count;
    if (isSeen && !problem.isEmpty())
        ++(problem.known() == health::Severity::Critical ? critical : warnings);
    if (lock.state != watch::LockState::Free)
        ++held;
    if (lock.state == watch::LockState::Contended)
        ++contended;
    if (isSeen && worstWatchdog(lock) == watch::Watchdog::Overdue)
        ++overdue;
    waiters += wording::waiting(lock).value_or(0);
    if (!lock.holds.empty() && lock.deadline && (!nextEnd || *lock.deadline < *nextEnd))
        nextEnd = *lock.deadline;
}

bool LockGroup::looksLike(const LockGroup &other) const
{
    return key == other.key && count == other.count && held == other.held
        && contended == other.contended && overdue == other.overdue && critical == other.critical
        && warnings == other.warnings && waiters == other.waiters && nextEnd == other.nextEnd;
}

QVariant lockGroupCell(const LockGroupInput &input, LockColumn column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return text(input, column);
    case Qt::ToolTipRole:
        return toolTipOf(spoken(input));
    case Qt::AccessibleTextRole:
        return column == LockColumn::Name ? spoken(input) : text(input, column);
    case Qt::TextAlignmentRole: {
        const bool isNumber = column == LockColumn::Count || column == LockColumn::Waiters;
        return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case BadgeRole:
        return static_cast<int>(badge(input.group, column));
    case AlarmRole:
        return false;
    case HeadRole:
        return true;
    default:
        return {};
    }
}

} // namespace lockscope::ui
