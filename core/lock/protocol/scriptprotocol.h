// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/protocol.h"

namespace lockscope::lock {

// The common part of the kinds with one key and three scripts: the forms of questions and answers.
class ScriptProtocol : public Protocol
{
public:
    Result<Attempt> readAcquire(const Reply &reply) const override;
    Pending<Reply> renew(redis::Deployment &deployment,
                         const std::vector<Renewal> &holds) const override;

protected:
    ScriptProtocol(const char *acquire, const char *release, const char *renew);

    const redis::Script m_acquire; // answers {1, count[, fencing token]} or {0, ttl[, ask again]}
                                   // or {-1, other count}
    const redis::Script m_release;
    const redis::Script m_renew;
};

} // namespace lockscope::lock
