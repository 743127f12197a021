// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/serverclock.h"
#include "core/watch/track/packedlock.h"
#include "core/watch/track/waiterpulses.h"

namespace lockscope::watch {

// Makes the shown records of one server's locks, which share their common parts. One thread; the
// clock must outlive it.
class RecordMaker
{
public:
    RecordMaker(DeploymentId deployment, ServerId server, const QString &label,
                const ServerClock &clock);

    // The name of the server, shown in place of the deployment's label.
    void setServerText(const QString &text) { m_serverText = text; }
    LockRecord make(const LockName &name, const OpenLock &open, const Moment &now,
                    const WaiterPulses *pulses = nullptr); // none: there is no queue

private:
    void recordHolds(LockRecord &record, const TrackedLock &lock, const Moment &now) const;
    void recordWaiters(LockRecord &record, const TrackedLock &lock, const Moment &now,
                       const WaiterPulses *pulses) const;
    void recordKeys(LockRecord &record, const format::RawKeys &keys) const;
    std::optional<Instant> localTime(const std::optional<format::ServerMs> &at) const;

    DeploymentId m_deployment;
    ServerId m_server;
    Shared<QString> m_label;
    Shared<QString> m_serverText;
    const ServerClock &m_clock;
    Shares<QByteArray> m_words; // kinds and libraries
    Shares<std::vector<Candidate>> m_candidates;
};

} // namespace lockscope::watch
