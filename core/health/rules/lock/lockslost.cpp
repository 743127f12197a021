// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/lockslost.h"

#include "core/health/rules/words.h"

namespace lockscope::health {

namespace {

Judgement judgeLocksLost(const ServerSight &sight)
{
    if (!sight.loss || sight.now.at >= sight.loss->at + sight.thresholds.recent)
        return {};
    const Loss &loss = *sight.loss;
    const WallInstant at = sight.now.wallOf(loss.at);
    const Sentence evidence = loss.times > 1
        ? Sentence::say("%1 locks were lost in %2 losses, the last of them at %3")
              .arg(loss.count, loss.times, at)
        : loss.count == 1 ? Sentence::say("1 lock was lost at %1").arg(at)
                          : Sentence::say("%1 locks were lost at %2").arg(loss.count, at);
    return {Finding{Severity::Critical, evidence}, loss.at + sight.thresholds.recent, loss.at};
}

} // namespace

const Rule locksLost{
    .name = "locks-lost",
    .severity = Severity::Critical,
    .title = Sentence::say("Locks lost"),
    .why =
        Sentence::say("A restart, a failover or a flush took locks that were held. Their owners do "
                      "not know it and go on working, while others can take the same locks."),
    .whatToDo = Sentence::say(
        "Check the work of the owners: the event of the loss lists them. Stop those that cannot "
        "tell that they lost their lock. Turn on persistence, or use Redlock over several "
        "servers."),
    .inShort = Sentence::say("Check the owners that lost locks"),
    .ofServer = judgeLocksLost,
};

} // namespace lockscope::health
