// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/nochangeevents.h"

namespace lockscope::health {

namespace {

Judgement judgeNoChangeEvents(const ServerSight &sight)
{
    const watch::WatchMode mode = sight.server.mode;
    if (mode == watch::WatchMode::Polling)
        return {Finding{Severity::Warning,
                        sight.server.modeReason.isEmpty()
                            ? Sentence::say("locks are polled")
                            : Sentence::say("locks are polled: %1").arg(sight.server.modeReason)}};
    if (mode == watch::WatchMode::Channels)
        return {
            Finding{Severity::Warning,
                    Sentence::say("only the wake-ups of waiters are heard; the rest is polled")}};
    return {};
}

} // namespace

const Rule noChangeEvents{
    .name = "no-change-events",
    .severity = Severity::Warning,
    .title = Sentence::say("No change events"),
    .why = Sentence::say(
        "The server grants neither client tracking nor keyspace notifications, or the connection "
        "that listens is lost and cannot be made again. So Lockscope polls: short holds are not "
        "seen, and everything is seen late."),
    .whatToDo = Sentence::say(
        "Allow the user CLIENT TRACKING (Redis 6 or newer), or turn on notify-keyspace-events. If "
        "the evidence speaks of a connection, look for what refuses a second one: maxclients, a "
        "proxy."),
    .inShort = Sentence::say("Allow CLIENT TRACKING"),
    .ofServer = judgeNoChangeEvents,
};

} // namespace lockscope::health
