// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/lockcells.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/watch/record/ends.h"
#include "ui/client/locks/clientcolor.h"
#include "ui/client/servers/servermodel.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockname.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/said.h"
#include "ui/wording/sightof.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct LockTableWords {
    Q_DECLARE_TR_FUNCTIONS(LockTable)
};

constexpr qsizetype tipLimit = 400;

QString dash()
{
    return QStringLiteral("–");
}

Millis staleFor(const LockCellInput &input)
{
    return std::chrono::floor<Millis>(input.now - *input.lostAt);
}

// A state that is not known any more is not named: its mark and the tool tip tell what it was.
QString stateText(const LockCellInput &input)
{
    const watch::LockRecord &lock = input.lock;
    // "free" alone would say that nobody holds a permit.
    const bool isCounted = lock.permits && lock.state == watch::LockState::Free
        && !format::traitsOf(*lock.kind).isLatch();
    if (!input.lostAt && isCounted && !wording::hasNumber(lock))
        return LockTableWords::tr("not initialised");
    if (!input.lostAt)
        return isCounted ? LockTableWords::tr("%1 free").arg(lock.permits->available)
                         : wording::state(lock.state);
    return LockTableWords::tr("stale %1").arg(wording::age(staleFor(input)));
}

// Nothing is judged while the server is not seen.
watch::Watchdog watchdogOf(const LockCellInput &input)
{
    return input.lostAt ? watch::Watchdog::Unknown : worstWatchdog(input.lock);
}

QString waitersText(const watch::LockRecord &lock)
{
    if (lock.waiters)
        return QString::number(*watch::waiterCount(lock));
    if (lock.waitingConnections)
        return LockTableWords::tr("%1 conn.").arg(*lock.waitingConnections);
    return LockTableWords::tr("unknown");
}

QString modeText(const watch::LockRecord &lock)
{
    const watch::Mode first = lock.holds.front().mode;
    const bool mixed = std::any_of(lock.holds.begin(), lock.holds.end(),
                                   [&](const auto &hold) { return hold.mode != first; });
    return mixed ? LockTableWords::tr("mixed") : wording::mode(first);
}

QString quorumSentence(const LockCellInput &input)
{
    return wording::verdictSentence(input.quorum->record.finding, ownerText(*input.quorum),
                                    input.now);
}

// The worst one, and how many more there are.
QString problemText(const LockCellInput &input)
{
    if (input.problem.isEmpty())
        return {};
    const QString title = wording::said(input.problem.worst().title);
    return input.problem.others == 0
        ? title
        : LockTableWords::tr("%1 +%2").arg(title).arg(input.problem.others);
}

// Each in two lines; of many the first.
QString problemLines(const LockCellInput &input)
{
    constexpr std::size_t most = 5;
    const std::vector<health::Problem> &problems = *input.problems;
    QStringList lines;
    for (std::size_t i = 0; i < problems.size() && i < most; ++i) {
        const health::Problem &problem = problems[i];
        lines += LockTableWords::tr("%1 (%2), since %3")
                     .arg(wording::said(problem.rule->title), wording::severity(problem.severity),
                          wording::clockTime(problem.since, input.wallNow));
        lines += wording::saidAlone(problem.evidence, tipLimit);
    }
    if (problems.size() > most)
        lines += u"+%1"_s.arg(problems.size() - most);
    return lines.join(u'\n');
}

bool hasProfile(const LockCellInput &input)
{
    return input.place && !input.place->profile.isEmpty();
}

// Production is told apart at a glance.
QString tagText(const admin::Place &place)
{
    const QString tag = wording::tag(place.tag);
    return place.tag == profile::Tag::Production ? tag.toUpper() : tag;
}

QString text(const LockCellInput &input, LockColumn column)
{
    const watch::LockRecord &lock = input.lock;
    const bool held = !lock.holds.empty();
    switch (column) {
    case LockColumn::State:
        return stateText(input);
    case LockColumn::Name:
        return wording::lockName(lock.id.name);
    case LockColumn::Kind:
        return wording::kind(lock.kind);
    case LockColumn::Holder:
        return held ? wording::holders(lock, 100) : dash();
    case LockColumn::Count:
        return held ? QString::number(wording::count(lock)) : dash();
    case LockColumn::Mode:
        return held ? modeText(lock) : dash();
    case LockColumn::Ttl:
        return held ? ttlView(ttlOf(lock, input.lostAt), input.now).text : dash();
    case LockColumn::Watchdog:
        if (held && input.lostAt)
            return LockTableWords::tr("not seen");
        return held ? wording::watchdog(worstWatchdog(lock)) : dash();
    case LockColumn::ObservedSince:
        return held ? wording::clockTime(lock.holds.front().observedSince, input.wallNow) : dash();
    case LockColumn::Waiters:
        return waitersText(lock);
    case LockColumn::Deployment:
        return shortLabel(lock.deployment);
    case LockColumn::Quorum:
        return input.quorum ? wording::verdictInShort(input.quorum->record.finding) : QString();
    case LockColumn::Profile:
        return hasProfile(input) ? wording::shown(input.place->profile.toUtf8(), 64) : dash();
    case LockColumn::Tag:
        return hasProfile(input) ? tagText(*input.place) : dash();
    case LockColumn::Problem:
        return problemText(input);
    }
    return {};
}

QVariant raw(const LockCellInput &input, LockColumn column)
{
    const watch::LockRecord &lock = input.lock;
    switch (column) {
    case LockColumn::State:
        return static_cast<int>(lock.state);
    case LockColumn::Name:
        return lock.id.name.bytes;
    case LockColumn::Kind:
        return *lock.kind;
    case LockColumn::Holder:
        return lock.holds.empty() ? QVariant() : QVariant(lock.holds.front().owner.bytes);
    case LockColumn::Count:
        return wording::count(lock);
    case LockColumn::Mode:
        return lock.holds.empty() ? QVariant()
                                  : QVariant(static_cast<int>(lock.holds.front().mode));
    case LockColumn::Ttl:
        return QVariant::fromValue(ttlOf(lock, input.lostAt));
    case LockColumn::Watchdog:
        return static_cast<int>(watchdogOf(input));
    case LockColumn::ObservedSince:
        return lock.holds.empty()
            ? QVariant()
            : QVariant(qint64{lock.holds.front().observedSince.time_since_epoch().count()});
    case LockColumn::Waiters: {
        const auto waiting = wording::waiting(lock);
        return waiting ? QVariant(*waiting) : QVariant();
    }
    case LockColumn::Deployment:
        return *lock.deployment;
    case LockColumn::Quorum:
        return input.quorum ? QVariant(insight::name(input.quorum->record.finding.verdict))
                            : QVariant();
    case LockColumn::Profile:
        return hasProfile(input) ? QVariant(input.place->profile) : QVariant();
    case LockColumn::Tag:
        return hasProfile(input) ? QVariant(profile::name(input.place->tag)) : QVariant();
    case LockColumn::Problem:
        return input.problem.isEmpty() ? QVariant()
                                       : QVariant(QByteArray(input.problem.worst().name));
    }
    return {};
}

// In full, one a line; of many the first.
QString allHolders(const watch::LockRecord &lock)
{
    constexpr std::size_t most = 8;
    if (lock.holds.empty())
        return wording::holders(lock, tipLimit);
    QStringList lines;
    for (std::size_t i = 0; i < lock.holds.size() && i < most; ++i)
        lines += wording::ownerInWords(lock.holds[i].owner, lock.holds[i].alias, tipLimit);
    if (lock.holds.size() > most)
        lines += u"+%1"_s.arg(lock.holds.size() - most);
    return lines.join(u'\n');
}

// For screen readers, which may leave out the sign before a name.
QString spoken(const LockCellInput &input, LockColumn column)
{
    if (column == LockColumn::Quorum)
        return input.quorum ? quorumSentence(input) : LockTableWords::tr("on one server only");
    if (column == LockColumn::Problem && input.problem.isEmpty())
        return input.lostAt ? LockTableWords::tr("not judged") : LockTableWords::tr("none found");
    if (column == LockColumn::Problem)
        return problemText(input) % u", " % wording::severity(*input.problem.known());
    const QString shown = text(input, column);
    const bool isNamed = column == LockColumn::Holder && !input.lock.holds.empty()
        && !input.lock.holds.front().alias->isEmpty();
    return isNamed ? shown % u", " % wording::aliasSource(input.lock.holds.front().alias) : shown;
}

// Tool tips guess whether a text is markup: text from Redis must be escaped.
QString toolTip(const LockCellInput &input, LockColumn column)
{
    const watch::LockRecord &lock = input.lock;
    QString tip = text(input, column);
    switch (column) {
    case LockColumn::Name:
        tip = wording::lockName(lock.id.name, tipLimit);
        break;
    case LockColumn::Holder:
        tip = allHolders(lock);
        break;
    case LockColumn::Waiters:
        if (!lock.waiters && lock.waitingConnections)
            tip = LockTableWords::tr("Connections that wait for the release of this lock: %1")
                      .arg(*lock.waitingConnections);
        else if (!lock.waiters)
            tip = LockTableWords::tr(
                "Clients of this kind of lock poll, so the number of waiters is unknown");
        break;
    case LockColumn::Watchdog:
        if (watchdogOf(input) == watch::Watchdog::Overdue)
            tip = LockTableWords::tr(
                "The owner has stopped renewing its lease: it may be dead, disconnected or "
                "paused");
        break;
    case LockColumn::State:
        tip = wording::state(lock.state);
        break;
    case LockColumn::Quorum:
        // The verdict stays current without the server: the server's silence is part of the
        // verdict.
        return input.quorum ? toolTipOf(wording::capitalised(quorumSentence(input))) : QString();
    case LockColumn::Problem:
        if (input.problem.isEmpty())
            return {};
        if (input.problems && !input.problems->empty())
            tip = problemLines(input);
        break;
    case LockColumn::Profile:
    case LockColumn::Tag:
        return toolTipOf(hasProfile(input)
                             ? placeText(*input.place)
                             : LockTableWords::tr("Its server is connected without a profile"));
    case LockColumn::Ttl:
        if (lock.permits && watch::nextEnd(lock) != lock.deadline)
            tip = LockTableWords::tr(
                "The next of its permits ends then; each has a time to live of its own");
        break;
    case LockColumn::Kind:
    case LockColumn::Count:
    case LockColumn::Mode:
    case LockColumn::ObservedSince:
    case LockColumn::Deployment:
        break;
    }
    if (input.lostAt)
        tip = LockTableWords::tr("Last known value, from before the connection was lost %1 ago: %2")
                  .arg(wording::span(staleFor(input)), tip);
    return toolTipOf(tip);
}

bool isCritical(const LockCellInput &input)
{
    return input.problem.known() == health::Severity::Critical;
}

Badge badge(const LockCellInput &input, LockColumn column)
{
    const watch::LockRecord &lock = input.lock;
    if (column == LockColumn::State) {
        switch (lock.state) {
        case watch::LockState::Free:
            return Badge::Free;
        case watch::LockState::Held:
            return Badge::Held;
        case watch::LockState::Contended:
            return Badge::Contended;
        case watch::LockState::Uncertain:
            return Badge::None;
        }
    }
    if (column == LockColumn::Watchdog) {
        switch (watchdogOf(input)) {
        case watch::Watchdog::Renewing:
            return Badge::Renewing;
        case watch::Watchdog::Overdue:
            return Badge::Overdue;
        case watch::Watchdog::None:
        case watch::Watchdog::Unknown:
            return Badge::None;
        }
    }
    if (column == LockColumn::Quorum && input.quorum)
        return verdictBadge(input.quorum->record.finding.verdict);
    if (column == LockColumn::Problem && !input.problem.isEmpty())
        return isCritical(input) ? Badge::Trouble : Badge::Contended;
    return Badge::None;
}

bool isQuiet(const LockCellInput &input, LockColumn column)
{
    const watch::LockRecord &lock = input.lock;
    switch (column) {
    case LockColumn::State:
        return lock.state == watch::LockState::Free;
    case LockColumn::Waiters:
        return wording::waiting(lock).value_or(0) == 0;
    case LockColumn::Watchdog:
        return watchdogOf(input) == watch::Watchdog::Unknown
            || watchdogOf(input) == watch::Watchdog::None;
    case LockColumn::Holder:
    case LockColumn::Count:
    case LockColumn::Mode:
    case LockColumn::Ttl:
    case LockColumn::ObservedSince:
        return lock.holds.empty();
    case LockColumn::Quorum:
        return !input.quorum
            || input.quorum->record.finding.verdict == insight::QuorumVerdict::Free;
    case LockColumn::Profile:
    case LockColumn::Tag:
        return !hasProfile(input);
    case LockColumn::Name:
    case LockColumn::Kind:
    case LockColumn::Deployment:
    case LockColumn::Problem:
        break;
    }
    return false;
}

bool sameOwners(const watch::LockRecord &a, const watch::LockRecord &b)
{
    return std::equal(
        a.holds.begin(), a.holds.end(), b.holds.begin(), b.holds.end(),
        [](const auto &x, const auto &y) { return x.owner == y.owner && x.alias == y.alias; });
}

} // namespace

QVariant lockCell(const LockCellInput &input, LockColumn column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return text(input, column);
    case Qt::ToolTipRole:
        return toolTip(input, column);
    case Qt::AccessibleTextRole:
        return QVariant(lockHeader(column, Qt::DisplayRole).toString() % u": "
                        % spoken(input, column));
    case Qt::TextAlignmentRole:
        return lockHeader(column, Qt::TextAlignmentRole);
    case RawRole:
        return raw(input, column);
    case MarkRole:
        return column == LockColumn::Holder && !input.lock.holds.empty()
            ? clientMark(input.lock.holds.front().owner)
            : QVariant();
    case StaleRole:
        return input.lostAt.has_value() && column != LockColumn::Quorum
            && column != LockColumn::Profile && column != LockColumn::Tag;
    case BadgeRole:
        return static_cast<int>(badge(input, column));
    case AlarmRole:
        return watchdogOf(input) == watch::Watchdog::Overdue
            || (!input.lostAt && isCritical(input));
    case NoticeRole: // out of sight it is unknown whether the problem goes on
        return !input.lostAt && input.problem.known() == health::Severity::Warning;
    case QuietRole:
        return isQuiet(input, column);
    default:
        return {};
    }
}

QVariant lockHeader(LockColumn column, int role)
{
    if (role == Qt::TextAlignmentRole) {
        const bool number = column == LockColumn::Count || column == LockColumn::Waiters;
        return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && column == LockColumn::ObservedSince)
        return LockTableWords::tr("When Lockscope first saw the hold; the hold may be older");
    if (role == Qt::ToolTipRole && column == LockColumn::Ttl)
        return LockTableWords::tr(
            "The time until the lock expires. To choose rows that change their order, "
            "pause with Space.");
    if (role == Qt::ToolTipRole && column == LockColumn::Watchdog)
        return LockTableWords::tr(
            "Whether the holder renews its lease. unknown: not seen for long enough; "
            "none: it does not; –: nobody holds the lock.");
    if (role == Qt::ToolTipRole && column == LockColumn::Quorum)
        return LockTableWords::tr(
            "The verdict over all servers, for a lock kept on several of them");
    if (role == Qt::ToolTipRole && column == LockColumn::Problem)
        return LockTableWords::tr("The worst problem of the lock, and how many more it has");
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case LockColumn::State:
        return LockTableWords::tr("State");
    case LockColumn::Name:
        return LockTableWords::tr("Name");
    case LockColumn::Kind:
        return LockTableWords::tr("Kind");
    case LockColumn::Holder:
        return LockTableWords::tr("Holder");
    case LockColumn::Count:
        return LockTableWords::tr("Count");
    case LockColumn::Mode:
        return LockTableWords::tr("Mode");
    case LockColumn::Ttl:
        return LockTableWords::tr("Time to live");
    case LockColumn::Watchdog:
        return LockTableWords::tr("Watchdog");
    case LockColumn::ObservedSince:
        return LockTableWords::tr("Observed since");
    case LockColumn::Waiters:
        return LockTableWords::tr("Waiters");
    case LockColumn::Deployment:
        return LockTableWords::tr("Deployment");
    case LockColumn::Quorum:
        return LockTableWords::tr("Quorum");
    case LockColumn::Profile:
        return LockTableWords::tr("Profile");
    case LockColumn::Tag:
        return LockTableWords::tr("Tag");
    case LockColumn::Problem:
        return LockTableWords::tr("Problem");
    }
    return {};
}

quint32 changedColumns(const watch::LockRecord &before, const watch::LockRecord &after)
{
    quint32 mask = 0;
    const auto differ = [&](LockColumn column, bool differs) {
        if (differs)
            mask |= 1U << static_cast<quint32>(column);
    };
    static const watch::HoldRecord none;
    const auto first = [](const watch::LockRecord &lock) -> const watch::HoldRecord & {
        return lock.holds.empty() ? none : lock.holds.front();
    };
    differ(LockColumn::State,
           before.state != after.state || before.permits != after.permits
               || before.mainKey != after.mainKey);
    differ(LockColumn::Kind, before.kind != after.kind);
    differ(LockColumn::Holder, !sameOwners(before, after));
    differ(LockColumn::Count,
           wording::count(before) != wording::count(after)
               || before.holds.empty() != after.holds.empty());
    differ(LockColumn::Mode,
           first(before).mode != first(after).mode || before.holds.size() != after.holds.size());
    differ(LockColumn::Ttl, ttlOf(before, {}) != ttlOf(after, {}));
    differ(LockColumn::Watchdog,
           worstWatchdog(before) != worstWatchdog(after)
               || before.holds.empty() != after.holds.empty());
    differ(LockColumn::ObservedSince, first(before).observedSince != first(after).observedSince);
    differ(LockColumn::Waiters,
           wording::waiting(before) != wording::waiting(after)
               || before.waiters.has_value() != after.waiters.has_value());
    differ(LockColumn::Deployment, before.deployment != after.deployment);
    return mask;
}

TtlValue ttlOf(const watch::LockRecord &lock, const std::optional<Instant> &lostAt)
{
    TtlValue value;
    value.applies = !lock.holds.empty();
    if (!value.applies)
        return value;
    value.deadline = watch::nextEnd(lock);
    const auto isEnding = [&](const watch::HoldRecord &hold) {
        return !lock.permits || hold.deadline == value.deadline;
    };
    const auto ending = std::ranges::find_if(lock.holds, isEnding);
    value.lease = (ending == lock.holds.end() ? lock.holds.front() : *ending).lease;
    value.frozenAt = lostAt;
    return value;
}

} // namespace lockscope::ui
