// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/redis/connection.h"

#include <optional>
#include <vector>

namespace lockscope::redis {

// Tells sharded subscriptions that are no waiters of their own from those that are: a waiter of
// ours listens to the plain channel as well, and a watch only listens. Such a connection also
// subscribes to the channel's mark, which has the same slot and, for any ACL pattern with a star at
// its end, the same rights. So a channel has as many waiters as it has listeners, without those to
// its mark. Nobody publishes to a mark. Plain functions, any thread.

QByteArray markOf(const QByteArray &channel);
// A list of the channels in use has the marks, too: they are no channels of locks.
bool isMark(const QByteArray &channel);
// Both are in one slot. Else (a name with a lone brace) there is no mark.
bool isMarkable(const QByteArray &channel);

// PUBSUB NUMSUB for all of the channels, and its reply: the listeners of each plain channel. Empty:
// as for sharded ones.
Arguments countPlain(const std::vector<QByteArray> &channels);
std::optional<std::vector<qint64>> plainCountsFrom(const Reply &reply, std::size_t channels);
// PUBSUB SHARDNUMSUB for all of the channels, and its reply: for each channel the listeners that
// count. Empty: an error, or another number of channels.
Arguments countSharded(const std::vector<QByteArray> &channels);
std::optional<std::vector<qint64>> shardedCountsFrom(const Reply &reply, std::size_t channels);

} // namespace lockscope::redis
