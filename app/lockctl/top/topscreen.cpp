// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/topscreen.h"

#include "app/lockctl/common/printing.h"
#include "app/lockctl/top/textcolumns.h"
#include "app/lockctl/top/topdetail.h"
#include "app/lockctl/top/toptable.h"
#include "app/lockctl/top/topwords.h"
#include "core/base/text.h"
#include "ui/wording/incidentwording.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr int fixedLines = 3; // verdict, numbers, and the last line

// "08:15:00Z"
QString timeOfDay(WallInstant at)
{
    return isoTime(at).mid(11, 8) + u'Z';
}
// Left text and right text on one line; the right one is shown whole.
Line between(Line left, const QString &right, Style style, int width)
{
    const int room = width - columnsOf(right) - 1;
    Line line;
    for (const Piece &piece : left.pieces)
        line.add(piece.text, piece.style, room);
    line.add(QString(std::max(0, room - line.columns()) + 1, u' '), Style::Plain, width);
    line.add(right, style, width);
    return line;
}

Line verdictLine(const TopFacts &facts, int width)
{
    const wording::Sight sight = sightOf(facts);
    Style style = Style::Good;
    if (!facts.problems.empty())
        style = styleOf(facts.problems.front().severity);
    else if (sight.isLooking || sight.lost > 0)
        style = Style::Strong;
    const Line verdict(harmless(wording::verdict(facts.problems, sight)), style);
    if (facts.pausedAt)
        return between(verdict, u"PAUSED since "_s + timeOfDay(*facts.pausedAt), Style::Notice,
                       width);
    return between(verdict, timeOfDay(facts.wallNow), Style::Dim, width);
}

// "2 servers up, seen 0 s ago": by the one that was seen the longest ago.
QString serversText(const TopFacts &facts)
{
    qint64 up = 0;
    std::optional<Instant> oldest;
    for (const watch::ServerRecord &server : facts.servers) {
        if (server.state != watch::ServerState::Up)
            continue;
        ++up;
        const auto seen = facts.seenAt.find(server.server);
        if (seen != facts.seenAt.end())
            oldest = std::min(oldest.value_or(seen->second), seen->second);
    }
    const auto all = static_cast<qint64>(facts.servers.size());
    QString text = up == all
        ? counted(up, u"server up"_s, u"servers up"_s)
        : u"%1 of %2 up"_s.arg(QString::number(up), counted(all, u"server"_s, u"servers"_s));
    if (oldest)
        text +=
            u", seen %1 ago"_s.arg(wording::age(std::chrono::floor<Millis>(facts.now - *oldest)));
    return text;
}

Line numbersLine(const TopFacts &facts, int width)
{
    const LockCounts &counts = facts.counts;
    QString text = serversText(facts);
    text += u" | %1 held, %2 contended, %3 free"_s.arg(QString::number(counts.held),
                                                       QString::number(counts.contended),
                                                       QString::number(counts.free));
    text += u" | "_s + counted(counts.waiters, u"waiter"_s, u"waiters"_s);
    if (counts.connections > 0)
        text += u", %1 conn"_s.arg(counts.connections);
    if (facts.changesPerSecond)
        text += u" | %1 changes/s"_s.arg(*facts.changesPerSecond, 0, 'f', 1);
    for (const watch::ServerRecord &server : facts.servers) {
        if (server.discovering && server.scan.running) {
            text += u" | scanning "_s + wording::scanProgress(server.scan);
            break;
        }
    }
    return lineOf(text, Style::Plain, width);
}

Line serverLine(const watch::ServerRecord &server, const TopFacts &facts, int width)
{
    Line line;
    line.add(wording::serverState(server.state), Style::Critical, width);
    line.add(u"  "_s + watch::nameOf(server), Style::Plain, width);
    if (!facts.seenAt.contains(server.server))
        line.add(u"  not seen yet"_s, Style::Dim, width);
    else if (server.lostAt)
        line.add(u"  "_s + unseenText(*server.lostAt, facts.now), Style::Dim, width);
    if (server.error)
        line.add(u"  "_s + wording::errorSentence(*server.error), Style::Plain, width);
    return line;
}

Line problemLine(const health::Problem &problem, const TopFacts &facts, int width)
{
    // A problem that is out of sight is as old as everything else there.
    const Style rest = problem.isSuspended ? Style::Dim : Style::Plain;
    Line line;
    line.add(wording::severity(problem.severity).leftJustified(8) + u"  "_s,
             styleOf(problem.severity), width);
    line.add(problem.rule->title.english(), problem.isSuspended ? Style::Dim : Style::Strong,
             width);
    const int room = std::max(12, (width - line.columns()) / 3);
    line.add(u"  "_s
                 + cut(harmless(wording::problemSubject(problem, textLimit)), room, Cut::Middle),
             rest, width);
    line.add(u"  since %1 (%2)  "_s.arg(timeOfDay(problem.since),
                                        wording::age(facts.wallNow - problem.since)),
             rest, width);
    line.add(problem.isSuspended ? u"its server is out of sight"_s : problem.evidence.english(),
             rest, width);
    return line;
}

Line blockerLine(const BlockerFacts &blocker, int width)
{
    QString waits = counted(static_cast<qint64>(blocker.waiters), u"waits"_s, u"wait"_s) + u", "_s
        + wording::span(blocker.waited);
    if (blocker.waiters == 0 && blocker.connections)
        waits = u"%1 conn, %2 connection time"_s.arg(QString::number(*blocker.connections),
                                                     wording::span(blocker.connectionTime));
    Line line;
    line.add(u"  "_s + fitted(harmless(blocker.owner), std::clamp(width / 3, 12, 40), Cut::Middle)
                 + u"  "_s,
             Style::Plain, width);
    line.add(fitted(waits, 22) + u"  "_s, Style::Plain, width);
    QString lock = harmless(blocker.lock);
    if (blocker.moreLocks > 0)
        lock += u" +%1"_s.arg(blocker.moreLocks);
    line.add(cut(lock, width - line.columns(), Cut::Middle), Style::Plain, width);
    return line;
}

// The filter as it is written, with the part that is wrong marked and why.
void addEdit(Screen &screen, const FilterEdit &edit)
{
    const int width = screen.width;
    Line line(u"/"_s, Style::Strong);
    // The text before the cursor stays in sight.
    const int room = std::max(4, edit.problem ? width / 2 : width - 2);
    qsizetype from = 0;
    while (from < edit.cursor
           && columnsOf(QStringView(edit.text).sliced(from, edit.cursor - from)) > room)
        ++from;
    if (from > 0 && edit.text[from].isLowSurrogate())
        ++from;
    const QStringView shown = QStringView(edit.text).sliced(from);
    const qsizetype wrongAt = edit.problem
        ? std::clamp<qsizetype>(edit.problem->at - from, 0, shown.size())
        : shown.size();
    const qsizetype wrongEnd = edit.problem
        ? std::clamp<qsizetype>(edit.problem->at + edit.problem->length - from, wrongAt,
                                shown.size())
        : shown.size();
    const int end = edit.problem ? std::min(room + 2, width) : width;
    const auto add = [&](QStringView part, Style style) { line.add(part.toString(), style, end); };
    add(shown.first(wrongAt), Style::Plain);
    add(shown.sliced(wrongAt, wrongEnd - wrongAt), Style::Wrong);
    add(shown.sliced(wrongEnd), Style::Plain);
    if (edit.problem)
        line.add(u"  "_s + edit.problem->text.english(), Style::Critical, width);
    else if (line.columns() + 30 < width)
        line.add(u"  (Enter: take, Esc: cancel)"_s, Style::Dim, width);
    const int column =
        1 + columnsOf(harmless(QStringView(edit.text).sliced(from, edit.cursor - from)));
    screen.cursor = Place{screen.height - 1, std::min(column, width - 1)};
    screen.lines.push_back(std::move(line));
}

void addLastLine(Screen &screen, const TopFacts &facts, const TopView &view)
{
    if (view.edit()) {
        addEdit(screen, *view.edit());
        return;
    }
    Line line;
    const auto matching = static_cast<qint64>(facts.matching);
    line.add(counted(matching, u"lock"_s, u"locks"_s), Style::Strong, screen.width);
    if (!view.filterText().isEmpty())
        line.add(u"  filter: "_s + view.filterText(), Style::Strong, screen.width);
    if (view.isProblemsOnly())
        line.add(u"  with problems only"_s, Style::Strong, screen.width);
    line.add(u"  by %1%2"_s.arg(name(view.sort()), view.isReversed() ? u", reversed"_s : QString()),
             Style::Plain, screen.width);
    line.add(u"  ? help  q quit  p pause  s sort  / filter  Enter detail"_s, Style::Dim,
             screen.width);
    screen.lines.push_back(std::move(line));
}

Screen helpScreen(const ScreenSize &size)
{
    static const std::array texts{
        u"q, Ctrl+C         quit"_s,
        u"p, blank          pause: the screen stands still, with the time; again: go on"_s,
        u"s, S              sort by problems, waiters, time held, expiry, name; S: reverse"_s,
        u"/                 write a filter, as for --filter; Enter takes it, Esc cancels"_s,
        u"i                 only locks with problems"_s,
        u"Up, Down, PgUp, PgDn, Home, End   select a lock"_s,
        u"Enter, Right      what is known of it, and what to do; Left, Esc: close"_s,
        u"Ctrl+L            draw everything again"_s,
        u"Ctrl+Z            stop; fg goes on"_s,
        QString(),
        u"!! critical, ! warning, ? its server is out of sight: the values are old"_s,
        u"SEEN FOR          how long Lockscope has seen the hold; it may be older"_s,
        u"WAITERS           of the queue; conn: connections that wait; unknown: not told"_s,
        QString(),
        u"Any key goes back."_s,
    };
    Screen screen{size.width, size.height, {}, {}};
    screen.lines.push_back(lineOf(u"lockctl top: keys"_s, Style::Strong, size.width));
    for (const QString &text : texts) {
        if (static_cast<int>(screen.lines.size()) >= size.height)
            break;
        screen.lines.push_back(lineOf(text, Style::Plain, size.width));
    }
    return screen;
}

int unseenServers(const TopFacts &facts)
{
    return static_cast<int>(std::ranges::count_if(facts.servers, isUnseen));
}

} // namespace

TopLayout layoutOf(const TopFacts &facts, const TopView &view, const ScreenSize &size)
{
    constexpr int heading = 1;
    constexpr int mostServers = 3;
    constexpr int mostProblems = 6;
    constexpr int mostBlockers = 5;
    constexpr int fewestRows = 3;
    TopLayout layout;
    const int left = std::max(0, size.height - fixedLines - heading);
    int spare = left - std::max(fewestRows, left / 2);
    const auto take = [&spare](int wanted) {
        const int taken = std::clamp(wanted, 0, std::max(0, spare));
        spare -= taken;
        return taken;
    };
    if (view.isDetail()) {
        // The selected lock gets all lines that fit; the first line of the screen shows the worst
        // other problem.
        layout.detail = take(std::max(spare, 0));
    } else {
        layout.servers = take(std::min(unseenServers(facts), mostServers));
        layout.problems = take(std::min(static_cast<int>(facts.problems.size()), mostProblems));
        if (!facts.blockers.empty() && spare > heading)
            layout.blockers =
                take(heading + std::min(static_cast<int>(facts.blockers.size()), mostBlockers))
                - heading;
    }
    layout.rows = left - layout.servers - layout.problems - layout.detail
        - (layout.blockers > 0 ? layout.blockers + heading : 0);
    return layout;
}

Screen topScreen(const TopFacts &facts, const TopView &view, const ScreenSize &size)
{
    if (view.isHelp())
        return helpScreen(size);
    const TopLayout layout = layoutOf(facts, view, size);
    Screen screen{size.width, size.height, {}, {}};
    screen.lines.push_back(verdictLine(facts, size.width));
    screen.lines.push_back(numbersLine(facts, size.width));
    int servers = 0;
    for (const watch::ServerRecord &server : facts.servers) {
        if (isUnseen(server) && servers++ < layout.servers)
            screen.lines.push_back(serverLine(server, facts, size.width));
    }
    const auto problems = static_cast<int>(facts.problems.size());
    for (int i = 0; i < layout.problems; ++i) {
        const bool isLast =
            i + 1 == layout.problems && problems > layout.problems && layout.problems > 1;
        if (isLast)
            screen.lines.push_back(
                lineOf(u"  %1 more problems; i shows their locks"_s.arg(problems - i), Style::Dim,
                       size.width));
        else
            screen.lines.push_back(
                problemLine(facts.problems[static_cast<std::size_t>(i)], facts, size.width));
    }
    if (layout.blockers > 0) {
        screen.lines.push_back(
            lineOf(u"Top blockers, by the time that others wait"_s, Style::Strong, size.width));
        for (int i = 0; i < layout.blockers; ++i)
            screen.lines.push_back(
                blockerLine(facts.blockers[static_cast<std::size_t>(i)], size.width));
    }
    addTable(screen, facts, view, layout.rows);
    if (layout.detail > 0)
        addDetail(screen, facts, view, layout.detail);
    addLastLine(screen, facts, view);
    // On a terminal that is too low the last lines go, but never the one that is written in.
    const auto height = static_cast<std::size_t>(std::max(0, size.height));
    if (screen.lines.size() > height) {
        const Line last = screen.lines.back();
        screen.lines.resize(height);
        if (view.edit() && height > 0)
            screen.lines.back() = last;
    }
    return screen;
}

} // namespace lockscope::lockctl
