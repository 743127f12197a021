// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/scripts.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

QByteArray sourceOf(const char *name)
{
    QFile file(u":/lockscope/lock/%1.lua"_s.arg(QLatin1StringView(name)));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no script %s", name);
    return file.readAll();
}

} // namespace

redis::Script script(const char *name)
{
    QByteArray source = sourceOf(name);
    redis::Script made = redis::Script::of(source);
    // By another function instead of a wrapper around all calls, which takes time in each.
    static const QByteArray published = "redis.call('publish', ";
    if (source.contains(published))
        made.inCluster = std::make_shared<const redis::Script>(
            redis::Script::of(sourceOf("in_cluster") + source.replace(published, "publish(")));
    return made;
}

} // namespace lockscope::lock
