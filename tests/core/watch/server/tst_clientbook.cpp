// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/clientbook.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::watch;
using namespace std::chrono_literals;

namespace {

const QByteArray client = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
const LockName a("lock:a");
const LockName b("lock:b");
const Instant start{1h};

} // namespace

// The renewals of a client's locks, taken together: with locks from nowhere and the time passed in.
class TestClientBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_locks = std::make_unique<LockStore>();
        m_book = std::make_unique<ClientBook>(*m_locks);
    }

    void allLocksOfAClientAreOnePulse()
    {
        put(a, 1, start);
        put(b, 2, start + 10s);
        const Heartbeat &heartbeat = m_book->heartbeatOf(client, start + 10s);
        QCOMPARE(heartbeat.holds, 2);
        QCOMPARE(heartbeat.last, start + 10s);
        QCOMPARE(heartbeat.pulse, Pulse::Alive);
    }

    void aLockThatIsNotRenewedTellsNothing()
    {
        put(a, 1, start, 0);
        QCOMPARE(m_book->heartbeatOf(client, start).pulse, Pulse::Unknown);
    }

    void aForgottenLockCountsNoMore()
    {
        put(a, 1, start);
        const TrackedLock gone = put(b, 2, start);
        m_book->forget(b, gone);
        QCOMPARE(m_book->heartbeatOf(client, start).holds, 1);
    }

    // When a client dies, each of its locks asks.
    void aJudgementServesForATenthOfASecond()
    {
        put(a, 1, start);
        QCOMPARE(m_book->heartbeatOf(client, start).holds, 1);
        put(b, 2, start);
        QCOMPARE(m_book->heartbeatOf(client, start + 99ms).holds, 1);
        QCOMPARE(m_book->heartbeatOf(client, start + 100ms).holds, 2);
    }

private:
    // Held by a thread of the client, renewed last at that time, with a lease of half a minute.
    TrackedLock put(const LockName &name, int thread, Instant renewed, qint64 renewals = 3)
    {
        OpenLock open;
        open.lock.reading.kind = "reentrant";
        open.lock.reading.library = "redisson";
        TrackedHold hold;
        hold.hold.owner = OwnerId(client + ':' + QByteArray::number(thread));
        hold.renewals = renewals;
        open.lock.reading.holds = {hold.hold};
        open.lock.holds = {hold};
        auto record = std::make_shared<LockRecord>();
        record->id = {DeploymentId{0}, name};
        record->kind = QByteArray("reentrant");
        record->library = QByteArray("redisson");
        HoldRecord shown;
        shown.owner = hold.hold.owner;
        shown.watchdog = renewals > 0 ? Watchdog::Renewing : Watchdog::Unknown;
        shown.lease = Millis(30s);
        shown.deadline = renewed + 30s;
        record->holds = {shown};
        m_locks->put(LockStore::nowhere, record, open);
        m_book->follow(name, open.lock);
        return open.lock;
    }

    std::unique_ptr<LockStore> m_locks;
    std::unique_ptr<ClientBook> m_book;
};

LOCKSCOPE_TEST_SUITE(TestClientBook)
#include "tst_clientbook.moc"
