// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/redis/connection.h"
#include "core/watch/find/pacing.h"
#include "core/watch/record/records.h"

#include <functional>
#include <vector>

namespace lockscope::watch {

// A name that a scan brought up. Some come twice.
struct FoundKey {
    QByteArray name;
    bool isHash = false; // else of unknown type
};

// Finds keys that may be locks by one walk over the keyspace: SCAN in small steps, paced so that
// the server spends no more than a budget on it. If more than one filter is needed, each step sends
// all of them with the same cursor: the second finds in the processor's cache the memory that the
// first has fetched. One thread; the connection must outlive it.
class Discovery
{
public:
    struct Handlers {
        // Keys under the prefixes, or without any, hashes; and the auxiliary keys by which locks
        // without a main key are found.
        std::function<void(const std::vector<FoundKey> &keys)> found;
        // The number of found keys that still wait to be looked at: the scan waits for them.
        std::function<std::size_t()> backlog;
        std::function<void()> progressed;
        // True if a key of this name is worth a look, if there are no prefixes and it is no hash.
        std::function<bool(const QByteArray &name)> isWorthALook;
    };

    // `budget`: the part of one processor of the server.
    Discovery(redis::Connection &connection, const Clock &time, std::vector<QByteArray> prefixes,
              double budget, Handlers handlers);

    // One pass over the keyspace; after a pass that a lost connection cut off, the rest of it.
    // Errors: the connection's, or Permission if SCAN is refused.
    QCoro::Task<Result<void>> run(TaskScope &scope);
    // Another server process: its cursors mean something else.
    void startAnew();
    // The pass that is going on ends after its present step.
    void stop();
    // A part of the budget while nobody waits for the result.
    void setPatience(double part) { m_pacing.setShare(m_budget * part); }
    // Charges the cost of reading the found keys to the budget.
    void charge(std::chrono::nanoseconds cost) { m_pacing.charge(cost); }

    // The first command of the next step, or of the one that failed.
    redis::Arguments question() const { return command(filters().front()); }

    const ScanProgress &progress() const { return m_progress; }

private:
    QCoro::Task<Result<void>> walk(TaskScope &scope);
    QCoro::Task<Result<void>> step(TaskScope &scope);
    QCoro::Task<Result<void>> rest(TaskScope &scope);
    QCoro::Task<Result<void>> askTotal(TaskScope &scope);
    std::vector<redis::Arguments> filters() const;
    redis::Arguments command(const redis::Arguments &filter) const;
    Result<void> take(std::vector<Result<Reply>> replies);
    bool isWanted(const QByteArray &name) const;

    redis::Connection &m_connection;
    const Clock &m_time;
    std::vector<QByteArray> m_prefixes;
    double m_budget;
    Handlers m_handlers;
    Pacing m_pacing;
    ScanProgress m_progress;
    QByteArray m_cursor = "0";
    StepCost m_cost;
    bool m_stopping = false;
    bool m_repeat = false; // the step was asked in a way that the server does not know
    bool m_isTotalKnown = false;
    bool m_typeFilter = true; // SCAN ... TYPE, 6.0 and newer
};

} // namespace lockscope::watch
