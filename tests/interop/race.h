// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/lock/kind/permitexpirablesemaphore.h"
#include "core/lock/kind/semaphore.h"
#include "core/lock/lock.h"

#include <QRandomGenerator>
#include <QStringList>

#include <functional>

namespace lockscope::test {

// One stay within a lock: when it was certainly held, by the machine's monotonic clock, which this
// process and a JVM have in common.
struct Turn {
    // The kind; "read" beside "read" is allowed, "semaphore" and "permits" up to their number.
    QByteArray mode;
    qint64 entered = 0; // ns
    qint64 left = 0;
    std::optional<qint64> token;
};

// The violation in the turns of all participants; empty: none. A turn that ends in the nanosecond
// in which another begins is before it.
QString violationIn(std::vector<Turn> turns, int permits = 1);

// As the peer's Race writes them.
std::vector<Turn> turnsFrom(const QString &file);

// The turns of all participants in a race. I/O thread.
class RaceBook
{
public:
    bool isOver() const { return m_running == 0; }
    const std::vector<Turn> &turns() const { return m_turns; }
    qint64 written() const { return m_written; }
    const QStringList &problems() const { return m_problems; }

protected:
    RaceBook(int count, Millis time);
    bool goesOn() const { return std::chrono::steady_clock::now() < m_end && m_problems.isEmpty(); }

    int m_running;
    qint64 m_written = 0;
    std::vector<Turn> m_turns;
    QStringList m_problems;

private:
    Instant m_end;
};

// Many coroutines in and out of one lock for some time, each adding one to a witness that the lock
// alone guards, as the peer's Race does with its threads. I/O thread.
class Racers : public RaceBook
{
public:
    // `kind` as in Race; `make` gives the lock of a mode.
    Racers(redis::Deployment &deployment, QByteArray kind, QByteArray name,
           const std::function<std::unique_ptr<lock::Lock>(const QByteArray &mode)> &make,
           int count, Millis time);

private:
    QCoro::Task<> run();
    QCoro::Task<bool> stay(bool writes);
    QCoro::Task<> linger();

    redis::Deployment &m_deployment;
    QByteArray m_kind;
    QByteArray m_witness;
    std::unique_ptr<lock::Lock> m_lock; // or the writing side
    std::unique_ptr<lock::Lock> m_readLock; // only of "readwrite"
    QRandomGenerator m_random{20261121};
    TaskScope m_scope{"racers"}; // last
};

// The same with the permits of a semaphore, "semaphore" or "permits", without a witness. I/O
// thread.
class PermitRacers : public RaceBook
{
public:
    PermitRacers(lock::LockSpace &space, QByteArray kind, const QByteArray &name, int count,
                 Millis time);

private:
    QCoro::Task<> run();
    Pending<lock::PermitOutcome> take();
    QCoro::Task<bool> give(QByteArray id);

    QByteArray m_kind;
    lock::Semaphore m_semaphore;
    lock::PermitExpirableSemaphore m_permits;
    TaskScope m_scope{"permit racers"}; // last
};

} // namespace lockscope::test
