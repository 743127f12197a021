// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/deadlinequeue.h"
#include "core/base/async/taskscope.h"
#include "core/lock/quorum/quorumgroup.h"
#include "core/lock/quorum/quorumholdbook.h"
#include "core/lock/quorum/quorumlane.h"
#include "core/lock/quorum/quorumroom.h"

#include <map>

namespace lockscope::lock {

class QuorumRelease;

// The inside of a QuorumGroup; same thread.
struct QuorumGroup::Private final : QuorumLaneOwner {
    Private(const std::vector<redis::Deployment *> &servers, QuorumConfig settings,
            const Clock &time, const platform::Suspension &sleep);
    ~Private() override;

    std::size_t size() const { return lanes.size(); }
    std::size_t majority() const { return majorityOf(lanes.size()); }
    bool isSettled() const;
    bool isQuiet() const;
    Pending<void> whenSettled();
    Pending<void> whenQuiet();

    // An attempt begins and ends; releases that are still under way are not repeated any more.
    void beginAsking(const QuorumHoldKey &key);
    void endAsking(const QuorumHoldKey &key);

    QuorumSettlement settlement(std::size_t server, const QuorumHoldKey &key) override;
    void onSettled(std::size_t server, const QuorumHoldKey &key, const QuorumSettlement &settlement,
                   const Reply &reply) override;
    bool isAskedFor(const QuorumHoldKey &key) const override;
    void onIdentified(std::size_t server, bool isOtherRun) override;
    void onAvailability(std::size_t server) override;
    void onQuiet() override;

    void answerSettled();
    void answerQuiet();

    const Clock &clock;
    const QuorumConfig config;
    const QByteArray uuid;
    std::optional<Error> refusal;
    DeadlineQueue deadlines;
    std::map<QuorumHoldKey, int> attempts; // under way
    std::multimap<QuorumHoldKey, QuorumRelease *> releases; // that are not answered by all
    std::vector<std::shared_ptr<QuorumLane>> lanes;
    QuorumHoldBook book;
    QuorumRooms rooms;
    std::vector<Completion<void>> unsettled;
    std::vector<Completion<void>> unquiet;
    std::optional<DeadlineQueue::Handle> patience; // with the servers that are not quiet
    std::optional<Instant> majoritySince; // while others are still being connected to
    std::optional<DeadlineQueue::Handle> settling;
    bool isBegun = false;
    TaskScope scope{"quorum group"}; // last
};

} // namespace lockscope::lock
