// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/holdoptions.h"
#include "app/lockctl/common/session.h"
#include "core/lock/outcome.h"
#include "core/redis/deployment.h"

#include <QTimer>

namespace lockscope::lockctl {

// Looks once, after a lock on one server was refused, whether its keys are a lock at all: a hash of
// something else looks like a lock of somebody else to the script that takes it. On the main
// thread.
class RefusalLook : public QObject
{
    Q_OBJECT

public:
    // Whether a look may tell more than the outcome does.
    static bool isWorthIt(const HoldOptions &options, const lock::AcquireOutcome &outcome);

    RefusalLook(const HoldOptions &options, const lock::AcquireOutcome &outcome);

    void start();

Q_SIGNALS:
    // Once, after some seconds at the latest. Empty: nothing is wrong with the keys, or they could
    // not be read.
    void finished(const QString &why);

private:
    void askTypes();
    void onTypes(const std::vector<Result<Reply>> &types);
    void onChanged();
    void finish(const QString &why);

    const LockName m_name;
    const QByteArray m_kind;
    const bool m_isWrongType;
    Session m_session;
    redis::Deployment m_deployment;
    Pending<void> m_connecting;
    Pending<std::vector<Result<Reply>>> m_asking;
    QTimer m_patience;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
