// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/heartbeat.h"

#include "core/format/traits.h"
#include "core/watch/track/evidence.h"
#include "core/watch/track/rhythm.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

Heartbeat heartbeat(const std::vector<Beat> &beats, Instant now)
{
    Heartbeat client;
    client.holds = static_cast<int>(beats.size());
    if (beats.empty())
        return client;
    client.last = std::max_element(beats.begin(), beats.end(), [](const Beat &a, const Beat &b) {
                      return a.last < b.last;
                  })->last;
    client.pulse = Pulse::Alive;
    client.due = Instant::max();
    for (const Beat &beat : beats) {
        const bool isOverdue = now >= beat.overdueAt;
        client.overdue += isOverdue;
        if (isOverdue && client.last > beat.due) {
            ++client.neglected;
            continue;
        }
        client.due = std::min(client.due, beat.due);
        if (now >= beat.missedAt)
            client.pulse = Pulse::Silent;
        else if (isOverdue && client.pulse == Pulse::Alive)
            client.pulse = Pulse::Late;
    }
    return client;
}

std::optional<Beat> beatOf(const HoldRecord &hold)
{
    const bool isRenewed =
        hold.watchdog == Watchdog::Renewing || hold.watchdog == Watchdog::Overdue;
    if (!isRenewed || !hold.deadline || !hold.lease || hold.stale)
        return std::nullopt;
    const Instant last = *hold.deadline - *hold.lease;
    return Beat{last, last + hold.period.value_or(*hold.lease / 3),
                *hold.deadline - overdueBelow(*hold.lease, hold.period),
                *hold.deadline - presumedDeadBelow(*hold.lease, hold.period)};
}

std::vector<ClientHeartbeat> heartbeats(const std::vector<LockPointer> &locks, Instant now)
{
    std::map<std::pair<DeploymentId, QByteArray>, std::vector<Beat>> clients;
    for (const LockPointer &lock : locks) {
        if (!format::libraryTraitsOf(*lock->library).hasClients)
            continue;
        for (const HoldRecord &hold : lock->holds) {
            auto beat = beatOf(hold);
            // By the watch's finding when the server answered, not by the time since then.
            if (beat && hold.watchdog != Watchdog::Overdue)
                beat->overdueAt = beat->missedAt = Instant::max();
            else if (beat && !hold.presumedDead)
                beat->missedAt = Instant::max();
            if (beat && !clientOf(hold.owner).isEmpty())
                clients[{lock->id.deployment, clientOf(hold.owner)}].push_back(*beat);
        }
    }
    std::vector<ClientHeartbeat> all;
    all.reserve(clients.size());
    for (const auto &[id, beats] : clients)
        all.push_back({id.first, id.second, heartbeat(beats, now)});
    return all;
}

LockRecord withoutJudgement(LockRecord lock)
{
    for (HoldRecord &hold : lock.holds) {
        hold.watchdog = Watchdog::Unknown;
        hold.presumedDead = false;
    }
    if (lock.waiters) {
        std::vector<WaiterRecord> waiters = *lock.waiters;
        for (WaiterRecord &waiter : waiters) {
            waiter.stale = false;
            waiter.listening.reset();
        }
        lock.waiters = std::move(waiters);
    }
    return lock;
}

Sentence othersText(const Heartbeat &client)
{
    if (client.holds < 2)
        return {};
    if (client.pulse == Pulse::Alive) {
        const int renewed = client.holds - client.overdue;
        return renewed == 1 ? Sentence::say("the client still renews another one")
                            : Sentence::say("the client still renews %1 others").arg(renewed);
    }
    const int others = client.overdue - client.neglected - 1;
    if (others > 0)
        return others == 1 ? Sentence::say("with another lock of the same client")
                           : Sentence::say("with %1 other locks of the same client").arg(others);
    const int all = client.holds - 1;
    return all == 1
        ? Sentence::say("no renewal of another lock of the same client since")
        : Sentence::say("no renewal of %1 other locks of the same client since").arg(all);
}

} // namespace lockscope::watch
