// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/server/readingrights.h"
#include "core/watch/server/servercontext.h"

#include <functional>
#include <optional>
#include <vector>

namespace lockscope::watch {

// Counts the listeners on the channels of locks and of waiters, which show that waiters are alive.
// I/O thread; all that is passed in must outlive it.
class WaiterCounter
{
public:
    // `finished`: beginLast() has ended.
    WaiterCounter(const ServerContext &context, ReadingRights &rights,
                  std::function<void()> finished);

    // Clients may listen there as well; they must outlive this.
    void setOthers(OtherListeners *others) { m_others = others; }
    // Finds out at most once a minute whether sharded channels are in use.
    QCoro::Task<Result<void>> lookForShards();
    void forgetShards() { m_shardsAskedAt.reset(); } // they may be asked for at once
    QCoro::Task<Result<void>> count(std::vector<LockName> names);
    // For a single look, which is to tell the live waiters: starts to count once. True if it did,
    // for the first call only.
    bool beginLast();
    bool isInLast() const { return m_isInLast; }

private:
    Pending<std::vector<qint64>> askOthers(std::vector<QByteArray> channels);
    QCoro::Task<> checkLast();

    const ServerContext &m_context;
    ReadingRights &m_rights;
    std::function<void()> m_finished;
    OtherListeners *m_others = nullptr;
    std::optional<Instant> m_shardsAskedAt;
    bool m_isLastBegun = false, m_isInLast = false;
};

} // namespace lockscope::watch
