// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/find/clientnames.h"
#include "core/watch/server/servercontext.h"

#include <functional>
#include <memory>

namespace lockscope::watch {

// Learns the names of owners from the names of their connections, if that is asked for. I/O thread;
// the context must outlive it.
class OwnerNames
{
public:
    // `finished`: beginLast() has ended.
    OwnerNames(const ServerContext &context, std::function<void()> finished);

    // Owners that these name need none.
    void setKnown(std::shared_ptr<const AliasRules> rules) { m_learner.setKnown(std::move(rules)); }
    // A lock as it was read just now.
    void note(const LockName &lock);
    // It may be permitted by a new connection.
    void forgetRefusal() { m_isRefused = false; }

    // Asks CLIENT LIST if some owner is without a name, at most once a minute: the server walks
    // through all its connections for this. A refusal is reported once, and the server is not asked
    // again on this connection.
    QCoro::Task<Result<void>> learn();
    // For a single look, which would see no later name: starts learn() once. True if it did, for
    // the first call only.
    bool beginLast();
    bool isInLast() const { return m_isInLast; }

private:
    QCoro::Task<> learnLast();
    void noteRefusal(const Reply &reply);

    const ServerContext &m_context;
    std::function<void()> m_finished;
    NameLearner m_learner;
    bool m_isRefused = false; // by this connection
    bool m_isLastBegun = false, m_isInLast = false;
};

} // namespace lockscope::watch
