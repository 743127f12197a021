// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/mutes.h"

#include "core/base/text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr qsizetype mostRemembered = 1000;

} // namespace

QByteArray prefixOf(const QByteArray &name)
{
    qsizetype end = -1;
    for (const char separator : {':', '/', '.', '|'})
        end = std::max(end, name.chopped(name.isEmpty() ? 0 : 1).lastIndexOf(separator));
    return name.first(end + 1);
}

std::vector<health::Mute> mutesOf(const health::Problem &problem, MuteScope scope,
                                  std::optional<WallInstant> until)
{
    const QByteArray rule = problem.rule->name;
    const QByteArray &name = problem.subject.name.bytes;
    switch (scope) {
    case MuteScope::Subject: {
        if (problem.subject.type != health::Subject::Type::Cycle)
            return {{.rule = rule, .deployment = problem.deployment, .name = name, .until = until}};
        std::vector<health::Mute> mutes;
        for (const watch::LockId &lock : problem.locks)
            mutes.push_back({.rule = rule,
                             .deployment = problem.deployment,
                             .name = lock.name.bytes,
                             .until = until});
        return mutes;
    }
    case MuteScope::Prefix: {
        const QByteArray prefix = prefixOf(name);
        if (prefix.isEmpty())
            return {};
        return {{.rule = rule,
                 .deployment = problem.deployment,
                 .name = prefix,
                 .isPrefix = true,
                 .until = until}};
    }
    case MuteScope::Rule:
        return {{.rule = rule, .isPrefix = true, .until = until}};
    case MuteScope::Deployment:
        return {{.deployment = problem.deployment, .isPrefix = true, .until = until}};
    }
    return {};
}

QStringList muteLines(const std::vector<health::Mute> &mutes)
{
    QStringList lines;
    for (const health::Mute &mute : mutes) {
        QJsonObject line{{"rule"_L1, QString::fromLatin1(mute.rule)},
                         {"deployment"_L1, mute.deployment},
                         {"name"_L1, QString::fromLatin1(mute.name.toBase64())},
                         {"prefix"_L1, mute.isPrefix}};
        if (mute.until)
            line["until"_L1] = qint64(mute.until->time_since_epoch().count());
        lines += fromUtf8(QJsonDocument(line).toJson(QJsonDocument::Compact));
    }
    return lines;
}

std::vector<health::Mute> mutesFrom(const QStringList &lines)
{
    std::vector<health::Mute> mutes;
    for (const QString &line : lines.first(std::min(lines.size(), mostRemembered))) {
        const QJsonDocument document = QJsonDocument::fromJson(line.toUtf8());
        const QJsonObject object = document.object();
        const auto name = QByteArray::fromBase64Encoding(object["name"_L1].toString().toLatin1(),
                                                         QByteArray::AbortOnBase64DecodingErrors);
        if (!document.isObject() || !object["prefix"_L1].isBool() || !name)
            continue;
        health::Mute mute{.rule = object["rule"_L1].toString().toLatin1(),
                          .deployment = object["deployment"_L1].toString(),
                          .name = *name,
                          .isPrefix = object["prefix"_L1].toBool()};
        if (object.contains("until"_L1))
            mute.until = WallInstant(Millis(object["until"_L1].toInteger()));
        // One that mutes all for ever is no choice of the menu.
        if (mute.rule.isEmpty() && mute.deployment.isEmpty() && mute.name.isEmpty())
            continue;
        mutes.push_back(std::move(mute));
    }
    return mutes;
}

} // namespace lockscope::ui
