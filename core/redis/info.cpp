// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/info.h"

#include <QList>

namespace lockscope::redis {

QByteArray infoField(const QByteArray &info, const QByteArray &field)
{
    for (const QByteArray &line : info.split('\n')) {
        if (line.startsWith(field) && line.sliced(field.size()).startsWith(':'))
            return line.mid(field.size() + 1).trimmed();
    }
    return {};
}

bool mayHaveShardedChannels(const QByteArray &version)
{
    constexpr int first = 7;
    return version.isEmpty() || version.left(version.indexOf('.')).toInt() >= first;
}

} // namespace lockscope::redis
