// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/scripts.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

redis::Script script(const char *name)
{
    QFile file(u":/lockscope/lock/%1.lua"_s.arg(QLatin1StringView(name)));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no script %s", name);
    return redis::Script::of(file.readAll());
}

} // namespace lockscope::lock
