// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "tests/faults/client/session.h"

#include <random>

namespace lockscope::faults {

// One who takes locks, works under them and gives them back, again and again, and writes down what
// it does. The choices come from its seed.
class Worker
{
public:
    Worker(Session &session, TaskScope &scope, int number);

    QCoro::Task<> run(const bool *stopping);

private:
    struct Turn; // one hold
    class Noting;

    QCoro::Task<> turn();
    QCoro::Task<bool> take(Turn *turn);
    QCoro::Task<bool> ask(Turn *turn, Millis wait, lock::Lease lease, bool takesBack);
    QCoro::Task<> reenterShortly(Turn *turn);
    QCoro::Task<> noteUntil(Turn *turn, std::shared_ptr<const bool> isOver);
    QCoro::Task<> linger(Turn *turn, Millis length);
    QCoro::Task<> checkTold(Turn *turn);
    QCoro::Task<> work(Turn *turn);
    QCoro::Task<> giveBack(Turn *turn);
    void noteValidity(Turn &turn);
    void finishWork(const Turn &turn, qint64 seen);

    Event event(const Turn &turn, Op op, Phase phase) const;
    bool happens(double chance);
    Millis randomUpTo(Millis longest);

    Session &m_session;
    TaskScope &m_scope;
    const QByteArray m_name;
    const bool m_canBeJoint; // one of each process
    const bool *m_stopping = nullptr; // set while it runs
    std::mt19937 m_random;
    std::map<lock::Lock *, OwnerId> m_owners; // that it comes back with
};

} // namespace lockscope::faults
