// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/rulelist.h"

#include "core/health/rules/changedcertificate.h"
#include "core/health/rules/clockoffset.h"
#include "core/health/rules/deadhead.h"
#include "core/health/rules/deadlock.h"
#include "core/health/rules/deadreader.h"
#include "core/health/rules/endlessdeadline.h"
#include "core/health/rules/evictionpolicy.h"
#include "core/health/rules/expiredwhileheld.h"
#include "core/health/rules/freebutwaited.h"
#include "core/health/rules/lazypersistence.h"
#include "core/health/rules/lockslost.h"
#include "core/health/rules/lonesentinel.h"
#include "core/health/rules/longhold.h"
#include "core/health/rules/longwait.h"
#include "core/health/rules/memorynear.h"
#include "core/health/rules/nochangeevents.h"
#include "core/health/rules/noexpiry.h"
#include "core/health/rules/nopromotable.h"
#include "core/health/rules/norequiredreplica.h"
#include "core/health/rules/notexclusive.h"
#include "core/health/rules/partialcoverage.h"
#include "core/health/rules/queuemismatch.h"
#include "core/health/rules/quorumatrisk.h"
#include "core/health/rules/recentrestart.h"
#include "core/health/rules/renewaloverdue.h"
#include "core/health/rules/replicabehind.h"
#include "core/health/rules/residue.h"
#include "core/health/rules/splitvote.h"
#include "core/health/rules/twoowners.h"
#include "core/health/rules/wrongtype.h"

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
