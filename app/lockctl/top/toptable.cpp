// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/toptable.h"

#include "app/lockctl/top/textcolumns.h"
#include "app/lockctl/top/topwords.h"
#include "core/watch/record/ends.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

enum class Column : quint8 { Mark, Name, Kind, Holder, Seen, Expiry, Waiters, Watchdog, Server };

struct ColumnForm {
    Column column;
    QString title;
    int width = 0; // of Name and Holder the least
    Side side = Side::Left;
};

// The columns that have room: those that say least go first.
std::vector<ColumnForm> columnsFor(int width, bool hasServers)
{
    std::vector<ColumnForm> columns{
        {Column::Mark, u""_s, 2},
        {Column::Name, u"NAME"_s, 14},
        {Column::Kind, u"KIND"_s, 10},
        {Column::Holder, u"HOLDER"_s, 10},
        {Column::Seen, u"SEEN FOR"_s, 9, Side::Right},
        {Column::Expiry, u"EXPIRES"_s, 9, Side::Right},
        {Column::Waiters, u"WAITERS"_s, 7, Side::Right},
        {Column::Watchdog, u"WATCHDOG"_s, 8},
        {Column::Server, u"SERVER"_s, 22},
    };
    if (!hasServers)
        columns.pop_back();
    const auto total = [&columns] {
        int sum = static_cast<int>(columns.size()) - 1; // a blank between two
        for (const ColumnForm &each : columns)
            sum += each.width;
        return sum;
    };
    for (const Column least : {Column::Server, Column::Kind, Column::Watchdog, Column::Seen,
                               Column::Expiry, Column::Holder, Column::Waiters}) {
        if (total() <= width)
            break;
        std::erase_if(columns, [least](const ColumnForm &each) { return each.column == least; });
    }
    const int spare = width - total();
    const auto holder = std::ranges::find(columns, Column::Holder, &ColumnForm::column);
    const auto name = std::ranges::find(columns, Column::Name, &ColumnForm::column);
    const int forHolder = holder == columns.end() ? 0 : std::clamp(spare * 2 / 5, 0, 40);
    if (holder != columns.end())
        holder->width += forHolder;
    name->width = std::max(1, name->width + spare - forHolder);
    return columns;
}

QString markOf(const LockEntry &entry, bool isStale)
{
    if (isStale)
        return u"?"_s;
    if (!entry.severity)
        return {};
    return *entry.severity == health::Severity::Critical ? u"!!"_s : u"!"_s;
}

// Overdue if one of the holders is.
QString watchdogText(const watch::LockRecord &lock)
{
    if (lock.holds.empty())
        return {};
    watch::Watchdog worst = lock.holds.front().watchdog;
    for (const watch::HoldRecord &hold : lock.holds)
        worst = hold.watchdog == watch::Watchdog::Overdue ? hold.watchdog : worst;
    return worst == watch::Watchdog::Unknown ? u"-"_s : wording::watchdog(worst);
}

QString waitersText(const watch::LockRecord &lock)
{
    const auto waiting = wording::waiting(lock);
    if (!waiting)
        return u"unknown"_s;
    return lock.waiters ? QString::number(*waiting) : u"%1 conn"_s.arg(*waiting);
}

QString seenText(const watch::LockRecord &lock, const TopFacts &facts)
{
    const auto since = heldSince(lock);
    if (!since)
        return {};
    const auto stale = facts.now - timeOf(lock, facts);
    return wording::age(facts.wallNow - *since - std::chrono::floor<Millis>(stale));
}

QString expiryText(const watch::LockRecord &lock, const TopFacts &facts)
{
    return lock.holds.empty() ? QString()
                              : wording::timeLeft(watch::nextEnd(lock), timeOf(lock, facts));
}

QString cellText(Column column, const LockEntry &entry, const TopFacts &facts)
{
    const watch::LockRecord &lock = *entry.lock;
    const auto unseen = facts.unseenSince(lock);
    switch (column) {
    case Column::Mark:
        return markOf(entry, unseen.has_value());
    case Column::Name:
        return wording::lockName(lock.id.name, textLimit);
    case Column::Kind:
        return wording::kind(lock.kind);
    case Column::Holder:
        return lock.holds.empty() ? u"-"_s : wording::holders(lock, textLimit);
    case Column::Seen:
        return seenText(lock, facts);
    case Column::Expiry:
        return expiryText(lock, facts);
    case Column::Waiters:
        return waitersText(lock);
    case Column::Watchdog:
        return unseen ? u"unseen"_s : watchdogText(lock);
    case Column::Server:
        return *lock.deployment;
    }
    return {};
}

bool isCutInTheMiddle(Column column)
{
    return column == Column::Name || column == Column::Holder || column == Column::Server;
}

Line rowLine(const LockEntry &entry, const std::vector<ColumnForm> &columns, const TopFacts &facts,
             int width)
{
    const bool isStale = facts.unseenSince(*entry.lock).has_value();
    Line line;
    for (const ColumnForm &form : columns) {
        Style style = isStale ? Style::Dim : Style::Plain;
        if (form.column == Column::Mark && entry.severity && !isStale)
            style = styleOf(*entry.severity);
        if (form.column == Column::Watchdog && !isStale
            && watchdogText(*entry.lock) == wording::watchdog(watch::Watchdog::Overdue))
            style = Style::Warning;
        if (!line.pieces.empty())
            line.add(u" "_s, Style::Plain, width);
        line.add(fitted(harmless(cellText(form.column, entry, facts)), form.width,
                        isCutInTheMiddle(form.column) ? Cut::Middle : Cut::End, form.side),
                 style, width);
    }
    return line;
}

bool hasSeveralDeployments(const TopFacts &facts)
{
    return std::ranges::any_of(facts.servers, [&](const watch::ServerRecord &server) {
        return server.deployment != facts.servers.front().deployment;
    });
}

Line tableHeading(const std::vector<ColumnForm> &columns, int width)
{
    Line line;
    for (const ColumnForm &form : columns) {
        if (!line.pieces.empty())
            line.add(u" "_s, Style::Heading, width);
        line.add(fitted(form.title, form.width, Cut::End, form.side), Style::Heading, width);
    }
    return line;
}

} // namespace

void addTable(Screen &screen, const TopFacts &facts, const TopView &view, int rows)
{
    const auto columns = columnsFor(screen.width, hasSeveralDeployments(facts));
    screen.lines.push_back(tableHeading(columns, screen.width));
    int shown = 0;
    for (std::size_t i = 0; i < facts.rows.size() && shown < rows; ++i, ++shown) {
        Line line = rowLine(facts.rows[i], columns, facts, screen.width);
        line.isSelected = view.place() == facts.first + i;
        screen.lines.push_back(std::move(line));
    }
    if (facts.rows.empty() && rows > 0) {
        const bool hasAny = facts.counts != LockCounts{};
        const bool isLooking = sightOf(facts).isLooking;
        const QString text = isLooking        ? u"  looking for locks"_s
            : hasAny && view.isProblemsOnly() ? u"  no lock has a problem; i shows all"_s
            : hasAny                          ? u"  no lock matches the filter"_s
                                              : u"  no locks"_s;
        screen.lines.push_back(lineOf(text, Style::Dim, screen.width));
        ++shown;
    }
    for (; shown < rows; ++shown)
        screen.lines.emplace_back();
}

} // namespace lockscope::lockctl
