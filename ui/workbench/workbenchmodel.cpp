// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/workbenchmodel.h"

#include "core/lock/lease.h"
#include "ui/client/servers/servermodel.h"
#include "ui/table/columnheader.h"
#include "ui/table/roles.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockname.h"
#include "ui/wording/lockwording.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockscope::ui {

using lock::Standing;
using workbench::Entry;

namespace {

struct WorkbenchWords {
    Q_DECLARE_TR_FUNCTIONS(Workbench)
};

constexpr qsizetype nameLimit = 300;

QString standingText(Standing::Kind kind)
{
    switch (kind) {
    case Standing::Kind::Sure:
        break;
    case Standing::Kind::Overdue:
        return WorkbenchWords::tr("overdue");
    case Standing::Kind::Uncertain:
        return WorkbenchWords::tr("uncertain");
    }
    return WorkbenchWords::tr("held");
}

QString stateText(const Entry &entry)
{
    switch (entry.state) {
    case Entry::State::Waiting:
        return WorkbenchWords::tr("waiting");
    case Entry::State::Held:
        return standingText(entry.standing.kind);
    case Entry::State::Releasing:
        return WorkbenchWords::tr("releasing");
    case Entry::State::Released:
        return WorkbenchWords::tr("released");
    case Entry::State::Passed:
        return WorkbenchWords::tr("open");
    case Entry::State::Lost:
        return WorkbenchWords::tr("lost");
    case Entry::State::Failed:
        return WorkbenchWords::tr("failed");
    }
    return {};
}

QString watchdogText(const Entry &entry)
{
    if (entry.state != Entry::State::Held)
        return QStringLiteral("–");
    switch (entry.watchdog) {
    case Entry::Watchdog::None:
        return WorkbenchWords::tr("none");
    case Entry::Watchdog::Running:
        if (entry.standing.kind == Standing::Kind::Overdue)
            return entry.standing.isRefused ? WorkbenchWords::tr("refused")
                                            : WorkbenchWords::tr("overdue");
        return WorkbenchWords::tr("renewing");
    case Entry::Watchdog::Paused:
        return WorkbenchWords::tr("paused");
    }
    return {};
}

Badge watchdogBadge(const Entry &entry)
{
    if (entry.state != Entry::State::Held || entry.watchdog == Entry::Watchdog::None)
        return Badge::None;
    return entry.watchdog == Entry::Watchdog::Running
            && entry.standing.kind != Standing::Kind::Overdue
        ? Badge::Renewing
        : Badge::Overdue;
}

const std::optional<Instant> &deadline(const Entry &entry)
{
    return entry.state == Entry::State::Waiting ? entry.waitsUntil : entry.validUntil;
}

bool countsDown(const Entry &entry)
{
    return (entry.state == Entry::State::Waiting || entry.state == Entry::State::Held)
        && deadline(entry).has_value();
}

} // namespace

Badge entryBadge(const Entry &entry)
{
    switch (entry.state) {
    case Entry::State::Waiting:
    case Entry::State::Releasing:
        return Badge::Connecting;
    case Entry::State::Held:
        return entry.standing.kind == Standing::Kind::Sure ? Badge::Held : Badge::Trouble;
    case Entry::State::Released:
    case Entry::State::Passed:
        return Badge::Gone;
    case Entry::State::Lost:
        return Badge::Trouble;
    case Entry::State::Failed:
        return Badge::Down;
    }
    return Badge::None;
}

QString entrySentence(const Entry &entry, Instant now)
{
    const QString trouble = troubleText(entry);
    const QString why = trouble.isEmpty() ? QString() : QStringLiteral(": ") + trouble;
    switch (entry.state) {
    case Entry::State::Waiting:
        return entry.waitsUntil && *entry.waitsUntil > now
            ? WorkbenchWords::tr("Waiting, for %1 more")
                  .arg(wording::timeLeft(entry.waitsUntil, now))
            : WorkbenchWords::tr("Acquiring");
    case Entry::State::Held:
        break;
    case Entry::State::Releasing:
        return WorkbenchWords::tr("Releasing") + why;
    case Entry::State::Released:
        return WorkbenchWords::tr("Released") + why;
    case Entry::State::Passed:
        return WorkbenchWords::tr("Open");
    case Entry::State::Lost:
        return WorkbenchWords::tr("Lost") + why;
    case Entry::State::Failed:
        return WorkbenchWords::tr("Not held") + why;
    }
    const workbench::KindOptions *const options = workbench::optionsOf(entry.kind);
    const bool isUncertain = entry.standing.kind == Standing::Kind::Uncertain;
    if (isUncertain && options && !options->hasLease)
        return WorkbenchWords::tr(
            "Uncertain: another server keeps the semaphore now, after a failover or a restart, and "
            "nothing tells whether it still counts these permits. They will not be given back");
    if (isUncertain)
        return WorkbenchWords::tr(
            "Uncertain: another server keeps the lock now, after a failover or a "
            "restart. Whether it has this hold is not known until it is read or "
            "renewed there");
    if (entry.standing.kind == Standing::Kind::Overdue && entry.validUntil > now)
        return WorkbenchWords::tr("Not renewed (%1): lost in %2 unless a renewal succeeds until "
                                  "then")
            .arg(wording::hindrance(entry.standing, entry.servers),
                 wording::timeLeft(entry.validUntil, now));
    if (!trouble.isEmpty())
        return WorkbenchWords::tr("Held, but the last request failed: %1").arg(trouble);
    if (!entry.validUntil)
        return WorkbenchWords::tr("Held until released; no expiry");
    if (*entry.validUntil <= now)
        return WorkbenchWords::tr("Its lease has ended: another owner may hold it now");
    return WorkbenchWords::tr("Certainly held for %1 more")
               .arg(wording::timeLeft(entry.validUntil, now))
        + (entry.watchdog == Entry::Watchdog::Running ? WorkbenchWords::tr(", unless renewed")
                                                      : QString());
}

QString troubleText(const Entry &entry)
{
    struct Wording {
        const QByteArray &kind;

        QString operator()(std::monostate /*none*/) const { return {}; }
        QString operator()(const Error &error) const { return wording::errorSentence(error); }
        QString operator()(const lock::AcquireOutcome &outcome) const
        {
            return wording::shortly(kind, outcome);
        }
        QString operator()(const lock::ReleaseOutcome &outcome) const
        {
            return wording::shortly(kind, outcome);
        }
        QString operator()(lock::Loss loss) const { return wording::shortly(loss); }
        QString operator()(const lock::ExtendOutcome &outcome) const
        {
            return wording::shortly(outcome);
        }
    };
    return std::visit(Wording{entry.kind}, entry.trouble);
}

QString namesText(const Entry &entry)
{
    QStringList names;
    for (const LockName &name : entry.names)
        names.append(wording::lockName(name, nameLimit));
    return wording::listed(names);
}

QString kindText(const Entry &entry)
{
    const workbench::KindOptions *const traits = workbench::optionsOf(entry.kind);
    if (!traits || !traits->hasModes)
        return wording::kind(entry.kind);
    return WorkbenchWords::tr("%1, %2").arg(wording::kind(entry.kind), wording::mode(entry.mode));
}

QString serversText(const Entry &entry)
{
    QStringList labels;
    for (const QString &label : entry.servers)
        labels.append(shortLabel(label));
    return wording::listed(labels);
}

QString ownerText(const Entry &entry)
{
    return entry.owner.isEmpty() ? entry.label : wording::owner(entry.owner, entry.label.toUtf8());
}

QString renewalText(const Entry &entry)
{
    if (entry.watchdog == Entry::Watchdog::None)
        return {};
    const QString every = WorkbenchWords::tr("every %1")
                              .arg(wording::span(lock::renewalInterval(entry.watchdogTimeout)));
    if (entry.watchdog == Entry::Watchdog::Paused)
        return WorkbenchWords::tr("paused; otherwise %1").arg(every);
    if (!entry.maxRenewals)
        return every;
    return *entry.maxRenewals == 1
        ? WorkbenchWords::tr("%1, at most once").arg(every)
        : WorkbenchWords::tr("%1, at most %2 times").arg(every).arg(*entry.maxRenewals);
}

WorkbenchModel::WorkbenchModel(const Clock &clock, QObject *parent)
    : MergeModel(parent)
    , m_clock(clock)
{}

void WorkbenchModel::show(const std::vector<Entry> &entries)
{
    std::vector<WorkbenchRow> next;
    for (const Entry &entry : entries) {
        WorkbenchRow row{entry, {}};
        const auto before =
            std::find_if(rows().begin(), rows().end(),
                         [&](const WorkbenchRow &each) { return each.entry.id == entry.id; });
        if (before != rows().end() && before->entry.state == entry.state)
            row.span = before->span;
        if (countsDown(entry)) {
            const auto left = std::chrono::ceil<Millis>(*deadline(entry) - m_clock.now());
            row.span = std::max(row.span.value_or(Millis(1)), left);
        }
        next.push_back(std::move(row));
    }
    std::sort(next.begin(), next.end(),
              [](const WorkbenchRow &a, const WorkbenchRow &b) { return a.key() < b.key(); });
    merge(std::move(next));
}

int WorkbenchModel::openCount() const
{
    return static_cast<int>(std::count_if(
        rows().begin(), rows().end(), [](const WorkbenchRow &row) { return !row.entry.isOver(); }));
}

int WorkbenchModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

TtlValue WorkbenchModel::ttl(const WorkbenchRow &row) const
{
    if (!countsDown(row.entry))
        return {row.entry.state == Entry::State::Held, {}, {}, {}};
    return {true, deadline(row.entry), row.span, {}};
}

QString WorkbenchModel::text(const WorkbenchRow &row, Column column) const
{
    const Entry &entry = row.entry;
    const bool held = entry.state == Entry::State::Held || entry.state == Entry::State::Releasing;
    switch (column) {
    case State:
        return stateText(entry);
    case Name:
        return namesText(entry);
    case Kind:
        return kindText(entry);
    case Server:
        return serversText(entry);
    case Owner:
        return ownerText(entry);
    case Count:
        return held || entry.count > 0 ? QString::number(entry.count) : QStringLiteral("–");
    case Ttl:
        return ttl(row).applies ? ttlView(ttl(row), m_clock.now()).text : QStringLiteral("–");
    case Watchdog:
        return watchdogText(entry);
    case Note:
        return troubleText(entry);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant WorkbenchModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const WorkbenchRow &row = rowAt(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        if (column == Ttl && row.entry.state == Entry::State::Waiting)
            return toolTipOf(WorkbenchWords::tr("Until it stops waiting"));
        return toolTipOf(text(row, column));
    case Qt::AccessibleTextRole:
        return QVariant(headerData(index.column(), Qt::Horizontal).toString() + QStringLiteral(": ")
                        + text(row, column));
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case RawRole:
        if (column == Ttl)
            return QVariant::fromValue(ttl(row));
        if (column == Name)
            return row.entry.names.empty() ? QByteArray() : row.entry.names.front().bytes;
        return column == Owner ? QVariant(row.entry.owner.bytes) : QVariant();
    case BadgeRole:
        if (column == State)
            return static_cast<int>(entryBadge(row.entry));
        return static_cast<int>(column == Watchdog ? watchdogBadge(row.entry) : Badge::None);
    case AlarmRole:
        return row.entry.state == Entry::State::Lost;
    case QuietRole:
        return row.entry.isOver() && column != State && column != Note;
    default:
        return {};
    }
}

QVariant WorkbenchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(
        section, orientation, role,
        [] {
            return std::array<QString, ColumnCount>{
                WorkbenchWords::tr("State"),    WorkbenchWords::tr("Name"),
                WorkbenchWords::tr("Count"),    WorkbenchWords::tr("Time left"),
                WorkbenchWords::tr("Watchdog"), WorkbenchWords::tr("Note"),
                WorkbenchWords::tr("Kind"),     WorkbenchWords::tr("Server"),
                WorkbenchWords::tr("Owner")};
        },
        section == Count);
}

} // namespace lockscope::ui
