// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rulelist.h"

#include "core/health/rules/lock/deadhead.h"
#include "core/health/rules/lock/deadlock.h"
#include "core/health/rules/lock/deadreader.h"
#include "core/health/rules/lock/endlessdeadline.h"
#include "core/health/rules/lock/expiredwhileheld.h"
#include "core/health/rules/lock/freebutwaited.h"
#include "core/health/rules/lock/lockslost.h"
#include "core/health/rules/lock/longhold.h"
#include "core/health/rules/lock/longwait.h"
#include "core/health/rules/lock/noexpiry.h"
#include "core/health/rules/lock/notexclusive.h"
#include "core/health/rules/lock/queuemismatch.h"
#include "core/health/rules/lock/quorumatrisk.h"
#include "core/health/rules/lock/renewaloverdue.h"
#include "core/health/rules/lock/residue.h"
#include "core/health/rules/lock/splitvote.h"
#include "core/health/rules/lock/twoowners.h"
#include "core/health/rules/lock/wrongtype.h"
#include "core/health/rules/server/changedcertificate.h"
#include "core/health/rules/server/clockoffset.h"
#include "core/health/rules/server/evictionpolicy.h"
#include "core/health/rules/server/lazypersistence.h"
#include "core/health/rules/server/lonesentinel.h"
#include "core/health/rules/server/memorynear.h"
#include "core/health/rules/server/nochangeevents.h"
#include "core/health/rules/server/nopromotable.h"
#include "core/health/rules/server/norequiredreplica.h"
#include "core/health/rules/server/outofsight.h"
#include "core/health/rules/server/partialcoverage.h"
#include "core/health/rules/server/recentrestart.h"
#include "core/health/rules/server/refuseswrites.h"
#include "core/health/rules/server/replicabehind.h"

#include <algorithm>
#include <array>

namespace lockscope::health {

namespace {

constexpr std::array rules{
    &noExpiry,          &renewalOverdue, &expiredWhileHeld, &twoOwners,       &freeButWaited,
    &deadHead,          &queueMismatch,  &wrongType,        &endlessDeadline, &deadReader,
    &residue,           &splitVote,      &quorumAtRisk,     &longHold,        &longWait,
    &deadlock,          &evictionPolicy, &lazyPersistence,  &recentRestart,   &clockOffset,
    &memoryNear,        &noChangeEvents, &locksLost,        &replicaBehind,   &noPromotable,
    &noRequiredReplica, &loneSentinel,   &partialCoverage,  &notExclusive,    &changedCertificate,
    &outOfSight,        &refusesWrites,
};

} // namespace

std::span<const Rule *const> allRules()
{
    return rules;
}

QStringList ruleNames()
{
    QStringList names;
    for (const Rule *rule : rules)
        names += QString::fromLatin1(rule->name);
    return names;
}

const Rule *findRule(QByteArrayView name)
{
    const auto found = std::find_if(rules.begin(), rules.end(),
                                    [name](const Rule *rule) { return name == rule->name; });
    return found == rules.end() ? nullptr : *found;
}

} // namespace lockscope::health
