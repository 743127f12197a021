// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/waiterwording.h"

#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(WaiterWords)
};

QString instant(qint64 at, WallInstant now)
{
    return exactTime(WallInstant(Millis(at)), now);
}

QString beginning(const watch::WaiterRun &run, WallInstant now)
{
    const QString at = instant(run.from, now);
    if (!run.to)
        return run.hasBeginning ? Words::tr("since %1").arg(at)
                                : Words::tr("since before %1").arg(at);
    return run.hasBeginning ? Words::tr("from %1").arg(at) : Words::tr("from before %1").arg(at);
}

} // namespace

QString waiterSentence(const watch::WaiterRun &run, WallInstant now)
{
    if (!run.count)
        return Words::tr("waiters unknown");
    if (run.count->number == 0)
        return Words::tr("nobody waiting");
    const QString count = run.count->isConnections
        ? Words::tr("waiting connections: %1").arg(run.count->number)
        : Words::tr("%1 waiting").arg(run.count->number);
    const QString begin = beginning(run, now);
    if (!run.to)
        return Words::tr("%1, somebody %2").arg(count, begin);
    const QString at = instant(*run.to, now);
    const QString end =
        run.hasEnd ? Words::tr("to %1").arg(at) : Words::tr("to %1 or later").arg(at);
    return Words::tr("%1, somebody %2 %3").arg(count, begin, end);
}

QString mostWaiters(const std::vector<watch::WaiterSpan> &spans)
{
    std::optional<watch::WaiterCount> most;
    bool isPartial = false;
    for (const watch::WaiterSpan &span : spans) {
        if (!span.count)
            isPartial = true;
        else if (!most || span.count->number > most->number)
            most = span.count;
    }
    if (!most)
        return Words::tr("waiters unknown");
    QString text = Words::tr("nobody waiting");
    if (most->number > 0)
        text = most->isConnections ? Words::tr("waiting connections: up to %1").arg(most->number)
                                   : Words::tr("up to %1 waiting").arg(most->number);
    return isPartial ? Words::tr("%1, as far as known").arg(text) : text;
}

} // namespace lockscope::wording
