// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/info.h"

#include "core/base/parts.h"

namespace lockscope::redis {

QByteArray infoField(const QByteArray &info, const QByteArray &field)
{
    QByteArray value;
    forEachPart(info, '\n', [&](QByteArrayView line) {
        const bool isIt = line.startsWith(field) && line.sliced(field.size()).startsWith(':');
        if (isIt)
            value = line.sliced(field.size() + 1).trimmed().toByteArray();
        return !isIt;
    });
    return value;
}

bool mayHaveShardedChannels(const QByteArray &version)
{
    constexpr int first = 7;
    return version.isEmpty() || version.left(version.indexOf('.')).toInt() >= first;
}

} // namespace lockscope::redis
