// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/exceptionwording.h"

#include "ui/wording/wording.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct ExceptionWords {
    Q_DECLARE_TR_FUNCTIONS(ExceptionWords)
};

} // namespace

QString troubleSentence(const format::ExceptionText &text)
{
    if (text.isEmpty() && text.library.isEmpty())
        return ExceptionWords::tr("The text contains no owner and no lock name.");
    const QString who = text.library.isEmpty() ? ExceptionWords::tr("The text")
                                               : capitalised(library(text.library));
    switch (text.trouble) {
    case format::Trouble::NotOwner:
        return ExceptionWords::tr(
                   "%1 reports that an owner released or extended a lock that it did not hold, or "
                   "no longer held.")
            .arg(who);
    case format::Trouble::NotAcquired:
        return ExceptionWords::tr("%1 reports that a lock could not be acquired in time.").arg(who);
    case format::Trouble::Unknown:
        break;
    }
    return ExceptionWords::tr(
        "This is not a message of a known library. Lockscope searched it for owners "
        "and lock names.");
}

QString lossReason(const insight::HoldInterval &hold)
{
    switch (hold.ended) {
    case insight::HoldEnded::Expired:
        return hold.overdue ? ExceptionWords::tr(
                   "it expired after its renewals stopped: the client paused, lost its connection "
                   "or died")
                            : ExceptionWords::tr("its time to live ended before the work was done");
    case insight::HoldEnded::ForceUnlocked:
        return ExceptionWords::tr("another client removed it");
    case insight::HoldEnded::HandedOver:
        return ExceptionWords::tr(
            "the next owner had it then, and nothing was seen in between: either it "
            "was released, and "
            "a second release fails, or it was taken away");
    case insight::HoldEnded::Released:
        return ExceptionWords::tr("it was released: a second release fails");
    case insight::HoldEnded::Lost:
        return ExceptionWords::tr("it was lost in a restart, failover or flush of the server");
    case insight::HoldEnded::Unknown:
        return ExceptionWords::tr("it ended while Lockscope could not see the server");
    case insight::HoldEnded::Held:
        break;
    }
    return {};
}

QString holdersNow(const watch::LockRecord *lock, WallInstant now)
{
    if (!lock || lock->holds.empty())
        return ExceptionWords::tr("free now");
    QStringList holders;
    for (const watch::HoldRecord &hold : lock->holds) {
        if (!hold.stale && holders.size() < 3)
            holders += ExceptionWords::tr("%1 since %2 or earlier")
                           .arg(owner(hold.owner, *hold.alias), clockTime(hold.observedSince, now));
    }
    const auto more = qsizetype(lock->holds.size()) - holders.size();
    QString text = ExceptionWords::tr("now held by %1").arg(listed(holders));
    return more > 0 ? ExceptionWords::tr("%1 and %2 more").arg(text, QString::number(more)) : text;
}

} // namespace lockscope::wording
