// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/topwords.h"

#include "ui/wording/wording.h"

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

Style styleOf(health::Severity severity)
{
    return severity == health::Severity::Critical ? Style::Critical : Style::Warning;
}

bool isUnseen(const watch::ServerRecord &server)
{
    return server.lostAt.has_value() || server.state == watch::ServerState::Down;
}

QString unseenText(Instant since, Instant now)
{
    return u"not seen for "_s + wording::age(std::chrono::floor<Millis>(now - since));
}

wording::Sight sightOf(const TopFacts &facts)
{
    wording::Sight sight;
    sight.servers = static_cast<int>(facts.servers.size());
    for (const watch::ServerRecord &server : facts.servers) {
        sight.lost += isUnseen(server) ? 1 : 0;
        sight.isLooking |=
            !isUnseen(server) && (server.state != watch::ServerState::Up || server.discovering);
    }
    sight.isLooking |= facts.servers.empty();
    return sight;
}

Line lineOf(const QString &text, Style style, int width)
{
    Line line;
    line.add(text, style, width);
    return line;
}

Instant timeOf(const watch::LockRecord &lock, const TopFacts &facts)
{
    return facts.unseenSince(lock).value_or(facts.now);
}

} // namespace lockscope::lockctl
