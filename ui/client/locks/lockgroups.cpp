// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/lockgroups.h"

#include "core/base/text.h"
#include "core/insight/quorum/multis.h"
#include "core/watch/record/ends.h"
#include "ui/client/locks/clientcolor.h"
#include "ui/client/locks/lockorder.h"
#include "ui/client/servers/servermodel.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct LockGroupsWords {
    Q_DECLARE_TR_FUNCTIONS(LockGroups)
};

QString title(const LockGroupInput &input)
{
    const QByteArray &key = input.group.key;
    switch (input.grouping) {
    case LockGrouping::Deployment:
        return shortLabel(fromUtf8(key));
    case LockGrouping::Kind:
        return wording::kind(key);
    case LockGrouping::Holder:
        return key.isEmpty() ? LockGroupsWords::tr("nobody") : wording::shown(key);
    case LockGrouping::Multi: {
        if (!input.group.multi)
            return LockGroupsWords::tr("taken alone");
        const QString name = wording::shown(input.group.multi->name, 60);
        return LockGroupsWords::tr("%1 and %2 more").arg(name).arg(input.group.multi->count - 1);
    }
    case LockGrouping::None:
        break;
    }
    return {};
}

QString problemText(const LockGroup &group)
{
    if (group.critical == 0)
        return group.warnings > 0 ? LockGroupsWords::tr("%1 with warnings").arg(group.warnings)
                                  : QString();
    return group.warnings > 0 ? LockGroupsWords::tr("%1 critical, %2 with warnings")
                                    .arg(group.critical)
                                    .arg(group.warnings)
                              : LockGroupsWords::tr("%1 critical").arg(group.critical);
}

QString stateText(const LockGroup &group)
{
    if (group.contended > 0)
        return LockGroupsWords::tr("%1 contended").arg(group.contended);
    return group.held > 0 ? LockGroupsWords::tr("%1 held").arg(group.held)
                          : LockGroupsWords::tr("free");
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
            + (group.multi && group.multi->count != group.count
                   ? LockGroupsWords::tr(" (%1 of %2)", "number of locks")
                         .arg(group.count)
                         .arg(group.multi->count)
                   : LockGroupsWords::tr(" (%1)", "number of locks").arg(group.count));
    case LockColumn::Count:
        return QString::number(group.count);
    case LockColumn::Ttl:
        return group.nextEnd
            ? LockGroupsWords::tr("next %1").arg(wording::timeLeft(group.nextEnd, input.now))
            : QString();
    case LockColumn::Watchdog:
        return group.overdue > 0 ? LockGroupsWords::tr("%1 overdue").arg(group.overdue) : QString();
    case LockColumn::Waiters:
        return group.waiters > 0 ? QString::number(group.waiters) : QString();
    case LockColumn::Problem:
        return problemText(group);
    case LockColumn::Kind:
        return group.multi ? LockGroupsWords::tr("multi-lock (a guess)") : QString();
    case LockColumn::Holder:
        return group.multi ? wording::shortOwner(group.multi->owner, group.multi->alias, 100)
                           : QString();
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

// Why a multi-lock is taken for one, and its owner.
QString reasonText(const LockMulti &multi)
{
    return LockGroupsWords::tr(
               "Probably one multi-lock of %1, taken together and expiring together; %2.")
        .arg(wording::ownerInWords(multi.owner, multi.alias),
             wording::said(multi.reason)); // escaped already
}

QString spoken(const LockGroupInput &input)
{
    const LockGroup &group = input.group;
    const QString counts =
        LockGroupsWords::tr("Group %1, %2: %3 locks, %4 held, %5 contended, %6 overdue, %7 waiters")
            .arg(title(input),
                 input.isOpen ? LockGroupsWords::tr("expanded") : LockGroupsWords::tr("collapsed"),
                 QString::number(group.count), QString::number(group.held),
                 QString::number(group.contended), QString::number(group.overdue),
                 QString::number(group.waiters));
    return group.multi ? counts + u'\n' + reasonText(*group.multi) : counts;
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
    case LockGrouping::Multi:
    case LockGrouping::None:
        break;
    }
    return {};
}

std::vector<MultiPointer> multisOf(const std::vector<watch::LockPointer> &locks)
{
    const std::vector<insight::InferredMulti> all = insight::inferMultis(locks);
    std::vector<MultiPointer> found(locks.size());
    if (all.empty())
        return found;
    std::unordered_map<watch::LockId, std::size_t> places;
    for (std::size_t i = 0; i < locks.size(); ++i)
        places.emplace(locks[i]->id, i);
    for (const insight::InferredMulti &multi : all) {
        const watch::LockRecord &first =
            *locks[places.at(*std::min_element(multi.locks.begin(), multi.locks.end()))];
        const auto hold = std::ranges::find(first.holds, multi.owner, &watch::HoldRecord::owner);
        const auto facts = std::make_shared<const LockMulti>(
            LockMulti{keyOf(multi), multi.owner, *hold->alias, first.id.name.bytes,
                      multi.locks.size(), insight::candidateOf(multi).reason});
        for (const watch::LockId &id : multi.locks) {
            MultiPointer &own = found[places.at(id)];
            if (!own) // with several readers a lock may be a member of two
                own = facts;
        }
    }
    return found;
}

MultiPointer multiOf(const watch::LockRecord &lock, const std::vector<watch::LockPointer> &locks)
{
    // Those of its owners are enough, and few.
    std::vector<watch::LockPointer> theirs;
    for (const watch::LockPointer &each : locks) {
        const bool isTheirs = std::ranges::any_of(each->holds, [&](const auto &hold) {
            return std::ranges::find(lock.holds, hold.owner, &watch::HoldRecord::owner)
                != lock.holds.end();
        });
        if (isTheirs)
            theirs.push_back(each);
    }
    const std::vector<MultiPointer> multis = multisOf(theirs);
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        if (theirs[i]->id == lock.id)
            return multis[i];
    }
    return nullptr;
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
    const auto end = lock.holds.empty() ? std::nullopt : watch::nextEnd(lock);
    if (end && (!nextEnd || *end < *nextEnd))
        nextEnd = end;
}

bool LockGroup::looksLike(const LockGroup &other) const
{
    return key == other.key && count == other.count && held == other.held
        && contended == other.contended && overdue == other.overdue && critical == other.critical
        && warnings == other.warnings && waiters == other.waiters && nextEnd == other.nextEnd
        && (multi == other.multi || (multi && other.multi && *multi == *other.multi));
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
    case MarkRole:
        return column == LockColumn::Holder && input.group.multi
            ? clientMark(input.group.multi->owner)
            : QVariant();
    // It stands for its locks while they are hidden.
    case AlarmRole:
        return input.group.multi && (input.group.critical > 0 || input.group.overdue > 0);
    case NoticeRole:
        return input.group.multi && input.group.warnings > 0;
    case HeadRole:
        return true;
    default:
        return {};
    }
}

} // namespace lockscope::ui
