// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/healthfeed.h"
#include "app/lockctl/common/session.h"
#include "core/notify/notifier.h"

#include <memory>
#include <set>
#include <vector>

namespace lockscope::lockctl {

// "the program page-me", "the webhook of the profile".
QString receiverOf(const app::ChosenTarget &target);

// Tells the receivers of each profile of a session of its problems. On the main thread; session and
// health must outlive it.
class Notifying : public QObject
{
    Q_OBJECT

public:
    Notifying(Session &session, HealthFeed &health, const TargetChoice &where,
              const QString &program);
    ~Notifying() override;

    // Says on standard error who is told. `leftOut`: profiles of which another program tells.
    void start(const std::set<QString> &leftOut = {});
    void stop(); // makes one short attempt to send what waits; then `stopped`, perhaps in the call

Q_SIGNALS:
    void stopped();

private:
    struct Part {
        app::ChosenTarget target; // the first of its profile
        std::set<watch::DeploymentId> deployments;
        std::unique_ptr<notify::Notifier> notifier;
    };

    void onStopped();

    Session &m_session;
    const QString m_program;
    const SystemClock m_clock;
    std::vector<Part> m_parts;
    int m_running = 0; // of those that stop
};

} // namespace lockscope::lockctl
