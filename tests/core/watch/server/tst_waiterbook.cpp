// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/waiterbook.h"
#include "core/watch/track/recordmaker.h"
#include "tests/core/format/keys.h"
#include "tests/support/clocks.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

const LockName plain("lock:plain");
const LockName fair("lock:fair");
const QByteArray ann = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";

OwnerId waiterOf(int number)
{
    return OwnerId("aaaaaaaa-9b7d-4c11-8a22-0123456789ab:" + QByteArray::number(number));
}

QByteArray channelOf(const LockName &lock, int waiter)
{
    return "redisson_lock__channel:{" + lock.bytes + "}:" + waiterOf(waiter).bytes;
}

} // namespace

// Tests which waiters' channels are asked about, with made-up locks and a clock of the test.
class TestWaiterBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_unique<ManualClock>();
        m_serverClock = ServerClock();
        m_serverClock.assume(serverStart, m_clock->now());
        m_locks = std::make_unique<LockStore>();
        m_book = std::make_unique<WaiterBook>(*m_locks);
    }

    void aPlainLockHasOneChannelAndAFairOneThoseOfItsWaiters()
    {
        put(plain, 0);
        put(fair, 2);
        QCOMPARE(m_book->channels(plain),
                 std::vector<QByteArray>{"redisson_lock__channel:{lock:plain}"});
        QCOMPARE(m_book->channels(fair),
                 (std::vector<QByteArray>{channelOf(fair, 1), channelOf(fair, 2)}));
        QVERIFY(m_book->channels(LockName("lock:none")).empty());
    }

    void aLongQueueIsAskedInPartsUnlessAllAreWanted()
    {
        put(fair, 100);
        QCOMPARE(m_book->channels(fair).size(), WaiterPulses::maxAsked);
        m_book->askAll();
        QCOMPARE(m_book->channels(fair).size(), std::size_t(100));
    }

    void countsAreOfTheWaitersOwnChannels()
    {
        const OpenLock open = put(fair, 2);
        m_book->count(fair, open,
                      {{channelOf(fair, 1), 1}, {"redisson_lock__channel:{lock:fair}", 5}},
                      m_clock->now());
        const WaiterPulses *const pulses = m_book->pulsesOf(fair);
        QVERIFY(pulses);
        QCOMPARE(pulses->isListening(waiterOf(1)), std::optional<bool>(true));
        QCOMPARE(pulses->isListening(waiterOf(2)), std::optional<bool>());
    }

    void aQueueThatIsEmptyOrForgottenHasNoPulses()
    {
        put(fair, 1);
        QVERIFY(m_book->pulsesOf(fair));
        m_book->follow(fair, lockWith(0).lock, m_clock->now());
        QVERIFY(!m_book->pulsesOf(fair));
        put(plain, 1);
        m_book->forget(plain);
        QVERIFY(!m_book->pulsesOf(plain));
    }

    void somebodyIsUncheckedUntilItsDeadline()
    {
        put(plain, 0);
        QVERIFY(!m_book->hasUnchecked(m_clock->now()));
        put(fair, 1);
        QVERIFY(m_book->hasUnchecked(m_clock->now()));
        QVERIFY(!m_book->hasUnchecked(m_clock->now() + Millis(61'000))); // dead, listening or not
    }

private:
    static constexpr format::ServerMs serverStart = 1'000'000'000;

    // Held by ann; waiters wait for a minute.
    OpenLock lockWith(int waiters) const
    {
        OpenLock open;
        for (const auto &format : format::allFormats()) {
            if (!format->waiterChannel(plain, waiterOf(1)).isEmpty())
                open.format = format.get();
        }
        format::LockReading &reading = open.lock.reading;
        reading.kind = waiters > 0 ? "fair" : "reentrant";
        reading.library = "redisson";
        reading.holds = {{OwnerId(ann), Mode::Exclusive, 1, serverStart + 60'000, false}};
        reading.expireAt = serverStart + 60'000;
        if (waiters > 0)
            reading.waiters.emplace();
        for (int i = 1; i <= waiters; ++i) {
            format::Waiter waiter;
            waiter.owner = waiterOf(i);
            waiter.deadline = serverStart + 60'000;
            reading.waiters->push_back(waiter);
        }
        const Moment now{m_clock->now(), m_clock->wallNow(), serverStart};
        open.lock = *difference(std::nullopt, open.lock.reading, Evidence(), now).lock;
        return open;
    }

    OpenLock put(const LockName &name, int waiters)
    {
        OpenLock open = lockWith(waiters);
        RecordMaker maker({0}, {0}, u"server"_s, m_serverClock);
        const Moment now{m_clock->now(), m_clock->wallNow(), serverStart};
        m_book->follow(name, open.lock, m_clock->now());
        const auto record =
            std::make_shared<LockRecord>(maker.make(name, open, now, m_book->pulsesOf(name)));
        m_locks->put(m_locks->find(name), record, open);
        return open;
    }

    std::unique_ptr<ManualClock> m_clock;
    ServerClock m_serverClock;
    std::unique_ptr<LockStore> m_locks;
    std::unique_ptr<WaiterBook> m_book;
};

LOCKSCOPE_TEST_SUITE(TestWaiterBook)
#include "tst_waiterbook.moc"
