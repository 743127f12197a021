// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace lockscope::redis {

// Reads the reply to INFO. Plain functions; any thread.

// The value of a line; empty: there is none.
QByteArray infoField(const QByteArray &info, const QByteArray &field);

// Whether a cluster of this version has sharded channels (Redis 7.0); true if it is not known.
bool mayHaveShardedChannels(const QByteArray &version);

// The same as a number; empty: there is none.
template <typename Number>
std::optional<Number> infoNumber(const QByteArray &info, const QByteArray &field)
{
    bool isNumber = false;
    const qint64 number = infoField(info, field).toLongLong(&isNumber);
    return isNumber ? std::optional(static_cast<Number>(number)) : std::nullopt;
}

} // namespace lockscope::redis
