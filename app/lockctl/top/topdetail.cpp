// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/topdetail.h"

#include "app/lockctl/common/printing.h"
#include "app/lockctl/top/textcolumns.h"
#include "app/lockctl/top/topwords.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// All that is known of the selected lock, longer than the screen may be.
std::vector<Line> detailLines(const LockEntry &entry, const TopFacts &facts, int width)
{
    const watch::LockRecord &lock = *entry.lock;
    std::vector<Line> lines;
    const auto add = [&](const QString &text, Style style) {
        for (const QString &part : wrapped(harmless(text), std::max(1, width - 2))) {
            lines.push_back(lineOf(u"  "_s + part, style, width));
        }
    };
    Line heading;
    heading.add(fitted(harmless(u"%1 (%2, %3) on %4"_s.arg(
                           wording::lockName(lock.id.name, textLimit), wording::kind(lock.kind),
                           wording::state(lock.state), *lock.deployment)),
                       width, Cut::Middle),
                Style::Heading, width);
    lines.push_back(heading);
    if (const auto unseen = facts.unseenSince(lock))
        add(u"its server is down, "_s + unseenText(*unseen, facts.now), Style::Critical);
    for (const health::Problem &problem : facts.problems) {
        if (!std::ranges::count(problem.locks, lock.id))
            continue;
        add(u"%1: %2: %3"_s.arg(wording::severity(problem.severity), problem.rule->title.english(),
                                problem.evidence.english()),
            styleOf(problem.severity));
        add(u"What to do: "_s + problem.rule->whatToDo.english(), Style::Plain);
    }
    for (const watch::HoldRecord &hold : lock.holds)
        add(u"held by %1 (%2, count %3, %4), watchdog %5"_s.arg(
                wording::owner(hold.owner, hold.alias, textLimit), modeText(lock, hold),
                QString::number(hold.count),
                hold.stale ? u"expired, but its entry still exists"_s
                           : wording::timeLeft(hold.deadline, timeOf(lock, facts)),
                wording::watchdog(hold.watchdog)),
            Style::Plain);
    if (lock.holds.empty())
        add(u"nobody holds it"_s, Style::Plain);
    if (lock.waiters) {
        for (const watch::WaiterRecord &waiter : *lock.waiters)
            add(u"%1. waits: %2 (%3)"_s.arg(QString::number(waiter.position),
                                            wording::owner(waiter.owner, waiter.alias, textLimit),
                                            wording::livenessAndTime(waiter, timeOf(lock, facts))),
                Style::Plain);
        if (lock.waiters->empty())
            add(u"no waiters"_s, Style::Plain);
    } else {
        add(lock.waitingConnections
                ? counted(*lock.waitingConnections, u"connection waits"_s, u"connections wait"_s)
                : u"waiters unknown"_s,
            Style::Plain);
    }
    return lines;
}

// At most so many; the last one says how many more there are.
void addFirst(Screen &screen, std::vector<Line> lines, int most)
{
    const auto room = static_cast<std::size_t>(std::max(0, most));
    if (lines.size() > room && room > 0) {
        const std::size_t more = lines.size() - room + 1;
        lines.resize(room - 1);
        lines.push_back(
            lineOf(u"  %1 more lines: lockctl show"_s.arg(more), Style::Dim, screen.width));
    }
    lines.resize(room);
    for (Line &line : lines)
        screen.lines.push_back(std::move(line));
}

} // namespace

void addDetail(Screen &screen, const TopFacts &facts, const TopView &view, int count)
{
    for (const LockEntry &entry : facts.rows) {
        if (view.selected() == entry.lock->id) {
            addFirst(screen, detailLines(entry, facts, screen.width), count);
            return;
        }
    }
    addFirst(screen, {}, count);
}

} // namespace lockscope::lockctl
