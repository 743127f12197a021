// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentineladministrator.h"

#include <QObject>

#include <map>
#include <memory>

namespace lockscope::console {

// Looks at Sentinels and acts on them for the window: each request over connections of its own,
// which end with it. I/O thread; audit and clock must outlive it.
class SentinelActs : public QObject
{
    Q_OBJECT

public:
    SentinelActs(admin::Audit &audit, const Clock &clock, QObject *parent = nullptr);
    ~SentinelActs() override;

    // `held`: see SentinelLook.
    void look(const redis::ConnectionConfig &config, const admin::SentinelAction &action,
              const std::optional<std::vector<admin::LockAtRisk>> &held, int request);
    // The operator has confirmed the plan in the window and given a reason.
    void act(const redis::ConnectionConfig &config, const admin::Place &place,
             const admin::SentinelPlan &plan, const QString &reason, int request);

Q_SIGNALS:
    void planned(int request, const lockscope::admin::SentinelPlan &plan);
    void notPlanned(int request, const lockscope::Error &why);
    void finished(int request, const lockscope::admin::SentinelOutcome &outcome);

private:
    struct Look;
    struct Job;

    admin::Audit &m_audit;
    const Clock &m_clock;
    std::map<int, std::unique_ptr<Look>> m_looks;
    std::map<int, std::unique_ptr<Job>> m_jobs;
};

} // namespace lockscope::console
