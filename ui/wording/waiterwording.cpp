// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/waiterwording.h"

#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::wording {

namespace {

struct WaiterWords {
    Q_DECLARE_TR_FUNCTIONS(WaiterWords)
};

QString instant(qint64 at, WallInstant now)
{
    return exactTime(WallInstant(Millis(at)), now);
}

QString runBeginning(const insight::WaiterRun &run, WallInstant now)
{
    const QString at = instant(run.from, now);
    if (!run.to)
        return run.hasBeginning ? WaiterWords::tr("since %1").arg(at)
                                : WaiterWords::tr("since before %1").arg(at);
    return run.hasBeginning ? WaiterWords::tr("from %1").arg(at)
                            : WaiterWords::tr("from before %1").arg(at);
}

} // namespace

QString waiterSentence(const insight::WaiterRun &run, WallInstant now)
{
    if (!run.count)
        return WaiterWords::tr("waiters unknown");
    if (run.count->number == 0)
        return WaiterWords::tr("nobody waiting");
    const QString count = run.count->isConnections
        ? WaiterWords::tr("waiting connections: %1").arg(run.count->number)
        : WaiterWords::tr("%1 waiting").arg(run.count->number);
    const QString begin = runBeginning(run, now);
    if (!run.to)
        return WaiterWords::tr("%1, somebody %2").arg(count, begin);
    const QString at = instant(*run.to, now);
    const QString end =
        run.hasEnd ? WaiterWords::tr("to %1").arg(at) : WaiterWords::tr("to %1 or later").arg(at);
    return WaiterWords::tr("%1, somebody %2 %3").arg(count, begin, end);
}

QString mostWaiters(const std::vector<insight::WaiterSpan> &spans)
{
    std::optional<insight::WaiterCount> most;
    bool isPartial = false;
    for (const insight::WaiterSpan &span : spans) {
        if (!span.count)
            isPartial = true;
        else if (!most || span.count->number > most->number)
            most = span.count;
    }
    if (!most)
        return WaiterWords::tr("waiters unknown");
    QString text = WaiterWords::tr("nobody waiting");
    if (most->number > 0)
        text = most->isConnections
            ? WaiterWords::tr("waiting connections: up to %1").arg(most->number)
            : WaiterWords::tr("up to %1 waiting").arg(most->number);
    return isPartial ? WaiterWords::tr("%1, as far as known").arg(text) : text;
}

} // namespace lockscope::wording
