// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/guardlook.h"
#include "app/lockctl/common/holdoptions.h"
#include "core/admin/auditlines.h"
#include "core/base/async/taskscope.h"
#include "core/lock/lock.h"
#include "core/workbench/assembly.h"

#include <QObject>

#include <functional>

namespace lockscope::lockctl {

// Why a lock is not held, as acquire's exit status.
ExitStatus statusOf(const lock::AcquireOutcome &outcome);

// One lock that is waited for, held and released, on the main thread. Each signal but lost() comes
// at most once; lost() only between held() and released(). Once it is not obtained or released the
// program may end.
class HoldSession : public QObject
{
    Q_OBJECT

public:
    explicit HoldSession(HoldOptions options, QObject *parent = nullptr);
    ~HoldSession() override;

    const HoldOptions &options() const { return m_options; } // the owner is known
    void acquire();
    void cancel(); // notObtained() follows, unless it is held already
    void release();
    std::optional<Instant> validUntil() const; // Instant::max(): nothing bounds it

Q_SIGNALS:
    void held(const lockscope::lock::AcquireOutcome &outcome);
    // `why`: the sentence for it.
    void notObtained(const lockscope::lock::AcquireOutcome &outcome, const QString &why);
    // It has changed how sure it is that it is still held. `how`: the sentence for it. Between
    // held() and released().
    void standingChanged(const QString &how);
    void lost(lockscope::lock::Loss loss);
    void released(const lockscope::lock::ReleaseOutcome &outcome);

private:
    void refuse(const app::ChosenTarget &guarded);
    QCoro::Task<Result<admin::Outcome>> logRefusal(QString profile);
    void tryLock();
    void explain(const lock::AcquireOutcome &outcome);
    void tellNotObtained(const lock::AcquireOutcome &outcome);
    void onceQuiet(std::function<void()> tell);

    HoldOptions m_options;
    SystemClock m_clock;
    GuardLook m_guardLook;
    Pending<void> m_guarding;
    redis::DeploymentPool m_pool;
    workbench::Servers m_servers;
    std::unique_ptr<workbench::Assembly> m_assembly;
    std::shared_ptr<lock::Cancellation> m_cancel;
    Pending<lock::AcquireOutcome> m_acquiring;
    Pending<lock::ReleaseOutcome> m_releasing;
    Pending<std::vector<Result<void>>> m_ending;
    Pending<lock::AcquireOutcome> m_looking;
    admin::Audit m_audit; // of what is refused
    admin::AuditLines m_lines;
    Pending<admin::Outcome> m_refusing;
    TaskScope m_scope{"hold session"}; // last
};

} // namespace lockscope::lockctl
