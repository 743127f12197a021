// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/lockcopy.h"

#include "core/base/text.h"
#include "ui/client/servers/servermodel.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/rediscli.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

// Names and holders in full, not as cut for a cell.
QString copiedCell(const LockCellInput &input, LockColumn column)
{
    if (column == LockColumn::Name)
        return visibleName(input.lock.id.name.bytes);
    if (column == LockColumn::Deployment)
        return *input.lock.deployment;
    return lockCell(input, column, Qt::DisplayRole).toString();
}

} // namespace

QString locksAsText(const std::vector<LockCopyInput> &locks, const QList<LockColumn> &columns,
                    Instant now, WallInstant wallNow)
{
    QStringList titles;
    for (const LockColumn column : columns)
        titles += lockHeader(column, Qt::DisplayRole).toString();
    QString text = titles.join(u'\t') + u'\n';
    for (const LockCopyInput &one : locks) {
        const ProblemMark problem = one.problems ? ProblemMark::of(*one.problems) : ProblemMark();
        const LockCellInput input{*one.lock,        one.lostAt, now,    wallNow,
                                  one.quorum.get(), &one.place, problem};
        QStringList cells;
        for (const LockColumn column : columns)
            cells += copiedCell(input, column);
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

QString locksAsJson(const std::vector<LockCopyInput> &locks, Instant now)
{
    QJsonArray array;
    for (const LockCopyInput &one : locks) {
        if (!one.lostAt)
            array.append(
                wording::toJson(*one.lock, now, true, filterPlaceOf(one.place), one.problems));
    }
    const QJsonObject object{{u"schema"_s, 1}, {u"locks"_s, array}, {u"gaps"_s, QJsonArray()}};
    return fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
}

QString locksAsCommands(const std::vector<LockCopyInput> &locks)
{
    QString text;
    for (const LockCopyInput &one : locks) {
        if (locks.size() > 1)
            text += u"# "_s + visibleName(one.lock->id.name.bytes) + u'\n';
        text += wording::lookCommands(*one.lock).join(u'\n') + u'\n';
    }
    return text;
}

QString eventsAsJson(const std::vector<watch::Event> &events)
{
    QString text;
    for (const watch::Event &event : events)
        text += wording::jsonLine(wording::toJson(event));
    return text;
}

} // namespace lockscope::ui
