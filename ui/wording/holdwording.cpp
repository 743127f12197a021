// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/holdwording.h"

#include "core/base/text.h"
#include "ui/wording/auditwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct HoldWords {
    Q_DECLARE_TR_FUNCTIONS(HoldWords)
};

using insight::HoldBegan;
using insight::HoldEnded;

constexpr qsizetype detailLimit = 200;

QString beginning(const insight::HoldInterval &hold, WallInstant now)
{
    const QString at = exactTime(hold.start(), now);
    switch (hold.began) {
    case HoldBegan::Acquired:
    case HoldBegan::HandedOver:
        return HoldWords::tr("from %1").arg(at);
    case HoldBegan::Appeared:
        return HoldWords::tr("already held at %1").arg(at);
    case HoldBegan::Unseen:
        return HoldWords::tr("from before %1").arg(at);
    }
    return {};
}

// All but the times of a hold, as further parts of its sentence.
QString circumstances(const insight::HoldInterval &hold)
{
    QString text;
    if (hold.mode != watch::Mode::Exclusive)
        text = listed({text, mode(hold.mode)});
    if (hold.renewals > 0)
        text += HoldWords::tr(", renewals seen: %1").arg(hold.renewals);
    if (hold.overdue)
        text += HoldWords::tr(", its renewals had stopped");
    return text;
}

} // namespace

QString holdEnd(HoldEnded ended)
{
    switch (ended) {
    case HoldEnded::Held:
        return HoldWords::tr("held");
    case HoldEnded::Released:
        return HoldWords::tr("released");
    case HoldEnded::Expired:
        return HoldWords::tr("expired");
    case HoldEnded::ForceUnlocked:
        return HoldWords::tr("force-unlocked");
    case HoldEnded::HandedOver:
        return HoldWords::tr("handed over");
    case HoldEnded::Lost:
        return HoldWords::tr("lost in a restart or flush");
    case HoldEnded::Unknown:
        return HoldWords::tr("ended while not watched");
    }
    return {};
}

QString holdLength(const insight::HoldInterval &hold, WallInstant now)
{
    const WallInstant end = hold.isOpen() ? std::max(now, hold.start()) : hold.end();
    const QString length = span(end - hold.start());
    if (hold.hasBeginning())
        return hold.vague ? HoldWords::tr("for at most %1").arg(length)
                          : HoldWords::tr("for %1").arg(length);
    return hold.vague ? HoldWords::tr("for about %1").arg(length)
                      : HoldWords::tr("for at least %1").arg(length);
}

QString holdSentence(const insight::HoldInterval &hold, WallInstant now)
{
    const QString begin = beginning(hold, now);
    const QString length = holdLength(hold, now);
    QString text;
    if (hold.isOpen())
        text = HoldWords::tr("%1, %2, still held").arg(begin, length);
    else if (hold.vague)
        text = HoldWords::tr("%1 to some time before %2, %3, then %4")
                   .arg(begin, exactTime(hold.end(), now), length, holdEnd(hold.ended));
    else
        text = HoldWords::tr("%1 to %2, %3, then %4")
                   .arg(begin, exactTime(hold.end(), now), length, holdEnd(hold.ended));
    return text + circumstances(hold);
}

QString recordedHoldSentence(const insight::HoldInterval &hold, WallInstant recordEnd,
                             WallInstant now)
{
    if (!hold.isOpen())
        return holdSentence(hold, now);
    return HoldWords::tr("%1, %2, still held at %3, where the record ends")
               .arg(beginning(hold, now), holdLength(hold, recordEnd), exactTime(recordEnd, now))
        + circumstances(hold);
}

QString holeSentence(const insight::WatchHole &hole, WallInstant now)
{
    const QString reason = said(hole.reason, detailLimit);
    QString text;
    if (!hole.isOutage)
        text = HoldWords::tr("changes may have been missed at %1").arg(exactTime(hole.from, now));
    else if (hole.to)
        text = HoldWords::tr("no connection from %1 to %2")
                   .arg(exactTime(hole.from, now), exactTime(*hole.to, now));
    else
        text = HoldWords::tr("no connection since %1").arg(exactTime(hole.from, now));
    return reason.isEmpty() ? text : text + u": "_s + reason;
}

QString actionSentence(const insight::OperatorMark &action, WallInstant now)
{
    const QString detail = said(action.detail, detailLimit);
    const QString text = HoldWords::tr("%1 by Lockscope at %2")
                             .arg(auditWord(action.action), exactTime(action.at, now));
    return detail.isEmpty() ? text : text + u": "_s + detail;
}

} // namespace lockscope::wording
