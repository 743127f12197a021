// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/kind/kinds.h"
#include "tests/faults/clientplan.h"
#include "tests/faults/history.h"
#include "tests/faults/sharednumbers.h"

#include <functional>
#include <map>
#include <memory>

namespace lockscope::faults {

// The locks of one client process, made anew from its plan, and where it writes what it does.
class Session
{
public:
    struct Subject {
        LockPlan plan;
        std::size_t place = 0; // in the witness
        std::shared_ptr<lock::Lock> lock; // the write side, of those that have two
        std::shared_ptr<lock::Lock> readers; // or null
    };

    explicit Session(ClientPlan plan);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    // False: the plan names a kind that there is not.
    bool isComplete() const { return m_isComplete; }
    const ClientPlan &plan() const { return m_plan; }
    std::vector<Subject> &subjects() { return m_subjects; }
    Witness &witness() { return m_witness; }
    HistoryWriter &history() { return m_history; }

    // When everything that was sent is answered.
    Pending<std::vector<Result<Reply>>> flushed();

    // Sets the function that is called when this owner's hold is lost.
    void watch(const OwnerId &owner, std::function<void(lock::Loss)> onLost);
    void forget(const OwnerId &owner) { m_watched.erase(owner); }

private:
    struct Voted;
    std::shared_ptr<lock::Lock> make(const LockPlan &plan, lock::Mode mode);

    const ClientPlan m_plan;
    SystemClock m_clock;
    Witness m_witness;
    HistoryWriter m_history;
    std::map<OwnerId, std::function<void(lock::Loss)>> m_watched;
    std::vector<std::unique_ptr<redis::Deployment>> m_deployments;
    std::vector<std::unique_ptr<lock::LockSpace>> m_spaces;
    std::unique_ptr<Voted> m_voted;
    bool m_isComplete = true;
    std::vector<Subject> m_subjects; // last: they use all the rest
};

} // namespace lockscope::faults
