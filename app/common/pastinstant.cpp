// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/pastinstant.h"

#include "core/base/text.h"

#include <QDateTime>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace lockscope::app {

Result<WallInstant> pastInstant(const QString &text, WallInstant now)
{
    static const QRegularExpression clock(
        u"^([01]?\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d)(?:\\.(\\d{1,3}))?)?$"_s);
    if (const auto ago = parseDuration(text.startsWith(u'-') ? text.mid(1) : text))
        return now - *ago;
    if (const auto match = clock.match(text); match.hasMatch()) {
        const QDateTime local = QDateTime::fromMSecsSinceEpoch(now.time_since_epoch().count());
        const QTime time(match.captured(1).toInt(), match.captured(2).toInt(),
                         match.captured(3).toInt(),
                         match.captured(4).leftJustified(3, u'0').toInt());
        QDateTime at(local.date(), time);
        if (at > local)
            at = QDateTime(local.date().addDays(-1), time);
        return WallInstant(Millis(at.toMSecsSinceEpoch()));
    }
    QDateTime at = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!at.isValid())
        at = QDateTime::fromString(text, u"yyyy-MM-dd'T'HH:mm"_s);
    if (!at.isValid())
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("must be a time such as 2026-11-22T08:30:00Z or 03:12, or an age "
                                  "in ms, s, m, h or d, such as 15m or 2d, not \"%1\"")
                        .arg(visibleElided(text.toUtf8(), 40)));
    return WallInstant(Millis(at.toMSecsSinceEpoch()));
}

} // namespace lockscope::app
