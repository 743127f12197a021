// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/combine.h"
#include "core/base/async/pending.h"
#include "core/base/clock.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::watch {

// Counts the listeners on servers other than the one that is read: a message that is published on a
// primary reaches the clients that subscribed on its replicas, and PUBSUB NUMSUB of the primary
// does not count them. One thread.
class OtherListeners
{
public:
    virtual ~OtherListeners() = default;

    // Nobody listens elsewhere: there are no replicas. Then there is no need to count.
    virtual bool areNone() const = 0;
    // Counts the listeners elsewhere on each of the channels; `isSharded`: also on the sharded
    // channels of the same names. An Error: not all servers could be asked.
    virtual Pending<std::vector<qint64>> count(std::vector<QByteArray> channels,
                                               bool isSharded) = 0;
};

// The time after which a missing answer makes the number unknown.
inline constexpr Millis othersPatience{500};

// The number of all listeners, from those here and those elsewhere (empty: unknown). Empty: no
// listener is known, but there may be some. If there are some, the number is a lower bound.
inline std::optional<qint64> listenersWith(qint64 here, std::optional<qint64> elsewhere)
{
    if (elsewhere)
        return here + *elsewhere;
    return here > 0 ? std::optional(here) : std::nullopt;
}

// The error of such a count. It is never Cancelled, so the task that waits does not take it for its
// own end.
inline Error notAllTell()
{
    return {ErrorKind::Unreachable, {}, Sentence::say("not all servers tell who listens"), {}};
}

// The sums of what several counted of the same channels. notAllTell(): one of them could not.
inline Pending<std::vector<qint64>> sumOfCounts(std::vector<Pending<std::vector<qint64>>> parts,
                                                std::size_t channels)
{
    return flatMapped<std::vector<qint64>>(
        whenAll(std::move(parts)),
        [channels](
            const std::vector<Result<std::vector<qint64>>> &counts) -> Result<std::vector<qint64>> {
            std::vector<qint64> sums(channels, 0);
            for (const auto &part : counts) {
                if (!part)
                    return fail(notAllTell());
                for (std::size_t i = 0; i < channels; ++i)
                    sums[i] += part->at(i);
            }
            return sums;
        });
}

} // namespace lockscope::watch
