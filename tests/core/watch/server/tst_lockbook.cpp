// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/lockbook.h"
#include "tests/core/format/keys.h"
#include "tests/core/watch/server/harness.h"
#include "tests/core/watch/server/outcomes.h"
#include "tests/support/clocks.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

const LockName lock("lock:a");
constexpr int lease = 30'000;
constexpr int period = 10'000;

} // namespace

// Tests the book of one server's locks by a clock of the test, without a server: the changes by
// time alone.
class TestLockBook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_mailbox.take();
        m_clock = std::make_unique<ManualClock>();
        m_began = m_clock->now();
        m_serverClock = ServerClock();
        m_serverClock.assume(serverStart, m_began);
        m_book = std::make_unique<LockBook>(DeploymentId{0}, ServerId{0}, u"server"_s, *m_clock,
                                            m_serverClock, m_mailbox);
        m_book->noteHearing(true, true);
    }

    // However late a reading comes: that a renewal is overdue is told by it, never before it.
    void aRenewalThatNobodyToldOfIsNotOverdue()
    {
        renewTwice();
        QVERIFY(runUntilReadingIsDue());
        QCOMPARE(told(), QByteArray());
        advanceTo(2 * period + period + 2000); // when it would be overdue
        read(3 * period + lease);
        QCOMPARE(told(), QByteArray("renewed"));
    }

    // After a failover a lock is uncertain until it is read, whatever else is counted meanwhile.
    void aLockIsUncertainUntilItIsRead()
    {
        renewTwice();
        QCOMPARE(m_book->record(lock)->state, LockState::Held);
        m_book->setUncertain();
        QCOMPARE(m_book->record(lock)->state, LockState::Uncertain);
        QCOMPARE(m_book->record(lock)->holds.size(), std::size_t(1));
        m_book->noteSubscribers(lock, {{"redisson_lock__channel:{lock:a}", 2}});
        QCOMPARE(m_book->record(lock)->state, LockState::Uncertain);
        QCOMPARE(told(), QByteArray());
        read(2 * period + lease + 3); // the replica got the time to live a little later
        QCOMPARE(m_book->record(lock)->state, LockState::Held);
        QCOMPARE(told(), QByteArray());
    }

    // The copy of a key expires later by the time that its transfer took.
    void aMoveToAnotherShardIsNoRenewal()
    {
        renewTwice();
        auto moved = m_book->give(lock);
        QVERIFY(moved && !m_book->knows(lock));
        m_book->take(lock, *std::move(moved));
        QVERIFY(m_book->knows(lock));
        read(2 * period + lease + 7);
        QCOMPARE(told(), QByteArray());
        read(2 * period + lease + 7);
        advanceTo(3 * period);
        read(3 * period + lease);
        QCOMPARE(told(), QByteArray("renewed"));
    }

    void aRenewalThatDidNotComeIsOverdue()
    {
        renewTwice();
        QVERIFY(runUntilReadingIsDue());
        QCOMPARE(told(), QByteArray());
        advanceTo(2 * period + period + 2000);
        read(2 * period + lease);
        QCOMPARE(told(), QByteArray("renewal-overdue"));
        QVERIFY(m_book->nextTick().has_value());
    }

    void aLockThatIsGoneHasNoTick()
    {
        read(lease);
        QVERIFY(m_book->nextTick().has_value());
        advanceTo(1000);
        m_book->noteUnlocked(lock);
        readGone();
        QCOMPARE(told(), QByteArray("acquired released"));
        QVERIFY(!m_book->knows(lock));
        QVERIFY(!m_book->nextTick().has_value());
    }

    // The program stood still between the release and the reading of it.
    void aReleaseIsKnownHoweverLateItIsRead()
    {
        read(lease);
        QCOMPARE(told(), QByteArray("acquired"));
        m_book->noteUnlocked(lock);
        DirtyQueue::Entry entry;
        entry.lock = lock;
        entry.since = m_clock->now();
        advanceTo(5000);
        apply({{KeyName(lock.bytes), format::RawKey()}}, entry);
        const auto events = m_mailbox.take().events;
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events.front().type, EventType::Released);
        QCOMPARE(events.front().detail.english(), u"wake-up seen"_s);
    }

    // The program stood still between the reply and its use: the deadline passed meanwhile.
    void aReleaseIsNoExpiryHoweverLateItIsTold()
    {
        const auto keys = [](format::RawKey main) {
            return format::RawKeys{{KeyName(lock.bytes), std::move(main)}};
        };
        for (const bool isPast : {false, true}) {
            init();
            apply(keys(stringKey("0123456789ab1def8123456789abcdef", serverStart + lease)));
            QCOMPARE(told(), QByteArray("acquired"));
            advanceTo(lease + 1000);
            DirtyQueue::Entry entry;
            entry.lock = lock;
            apply(keys({}), entry, serverStart + lease + (isPast ? 1 : -100));
            QCOMPARE(told(), QByteArray(isPast ? "expired" : "released"));
        }
    }

    // A wake-up that comes past the deadline is that of an owner that nobody saw.
    void anExpiryIsKnownHoweverQuickTheNextOwnerWas()
    {
        read(lease);
        QCOMPARE(told(), QByteArray("acquired"));
        advanceTo(lease + 20);
        m_book->noteUnlocked(lock);
        advanceTo(lease + 30);
        DirtyQueue::Entry entry;
        entry.lock = lock;
        apply({{KeyName(lock.bytes), format::RawKey()}}, entry, {}, 2);
        QCOMPARE(told(), QByteArray("expired changes-read-together"));
    }

    // The promoted replica had not got it. Its owner is done: it does not go on without the lock.
    void aReleaseThatAFailoverUndidIsSaid()
    {
        for (const bool isTakenAgain : {false, true}) {
            init();
            read(lease);
            advanceTo(1000);
            m_book->noteUnlocked(lock);
            readGone();
            QCOMPARE(told(), QByteArray("acquired released"));
            advanceTo(3000);
            m_book->noteGap(Losses::Cause::Restart);
            m_book->noteAlreadyThere(lock);
            const int expiry = isTakenAgain ? 2500 + lease : lease;
            read(expiry);
            auto events = m_mailbox.take().events;
            QCOMPARE(events.size(), std::size_t(1));
            QCOMPARE(events.front().type, EventType::Appeared);
            QCOMPARE(events.front().detail.english().contains("its owner released it at "_L1),
                     !isTakenAgain);
            advanceTo(expiry + 1);
            readGone();
            events = m_mailbox.take().events;
            QCOMPARE(events.size(), std::size_t(1));
            QCOMPARE(events.front().type, EventType::Expired);
            QCOMPARE(events.front().unseen, !isTakenAgain);
            QCOMPARE(events.front().detail.english().contains("its owner had released it at "_L1),
                     !isTakenAgain);
        }
    }

    // A loss in a gap is no release: the owner may go on, and the end of its hold must be told.
    void aLossIsNoReleaseThatIsUndone()
    {
        read(lease);
        m_book->noteGap(Losses::Cause::Restart);
        readGone();
        m_book->noteGap(Losses::Cause::Restart);
        m_book->noteAlreadyThere(lock);
        m_mailbox.take();
        read(lease);
        advanceTo(lease + 1);
        readGone();
        for (const Event &event : m_mailbox.take().events) {
            QVERIFY2(!event.detail.english().contains("released it"_L1),
                     qPrintable(event.detail.english()));
            QVERIFY(event.type != EventType::Expired || !event.unseen);
        }
    }

    // One that renews it is there, whatever it did before.
    void anOwnerThatRenewsIsNotDone()
    {
        read(lease);
        advanceTo(1000);
        m_book->noteUnlocked(lock);
        readGone();
        m_book->noteGap(Losses::Cause::Restart);
        m_book->noteAlreadyThere(lock);
        read(lease);
        advanceTo(period);
        read(period + lease);
        advanceTo(period + lease + 1);
        readGone();
        const auto events = m_mailbox.take().events;
        QCOMPARE(events.back().type, EventType::Expired);
        QVERIFY(!events.back().unseen);
    }

    void aTickThatBringsNothingWaitsForTheNext()
    {
        read(lease);
        const auto first = m_book->nextTick();
        QVERIFY(first.has_value());
        QVERIFY(m_book->takeDue().empty());
        m_clock->advanceTo(*first);
        QCOMPARE(m_book->takeDue(), std::vector<LockName>{lock});
        QVERIFY(m_book->takeDue().empty()); // not before a tick or a reading
    }

private:
    static constexpr format::ServerMs serverStart = 1'000'000'000;

    void advanceTo(int ms) { m_clock->advanceTo(m_began + Millis(ms)); }

    // A reading at this moment: held by ann until then, or gone.
    void read(int expiry)
    {
        apply({{KeyName(lock.bytes), hashKey({{ann, "1"}}, serverStart + expiry)}});
    }
    void readGone() { apply({{KeyName(lock.bytes), format::RawKey()}}); }
    void apply(format::RawKeys keys)
    {
        DirtyQueue::Entry entry;
        entry.lock = lock;
        apply(std::move(keys), entry);
    }
    void apply(format::RawKeys keys, const DirtyQueue::Entry &entry,
               std::optional<format::ServerMs> readAt = {}, quint64 changes = 1)
    {
        auto known = m_book->job(entry).known;
        ReadOutcome outcome =
            outcomeOf(lock, std::move(keys), m_serverClock.serverTime(m_clock->now()));
        outcome.known = std::move(known);
        outcome.readAt = readAt;
        m_book->apply(std::move(outcome), {changes, true, false});
    }

    void renewTwice()
    {
        read(lease);
        for (const int at : {period, 2 * period}) {
            advanceTo(at);
            read(at + lease);
        }
        QCOMPARE(told(), QByteArray("acquired renewed renewed"));
    }

    // As the watch does it: ticks, until one of them wants the lock to be read.
    bool runUntilReadingIsDue()
    {
        for (int turn = 0; turn < 10; ++turn) {
            const auto next = m_book->nextTick();
            if (!next)
                return false;
            m_clock->advanceTo(*next);
            for (const LockName &due : m_book->takeDue()) {
                if (m_book->tick(due))
                    return true;
            }
        }
        return false;
    }

    // The words of the events since the last call.
    QByteArray told()
    {
        QByteArrayList words;
        for (const Event &event : m_mailbox.take().events)
            words.append(name(event.type));
        return words.join(' ');
    }

    std::unique_ptr<ManualClock> m_clock;
    Instant m_began;
    ServerClock m_serverClock;
    WatchMailbox m_mailbox{1000};
    std::unique_ptr<LockBook> m_book;
};

LOCKSCOPE_TEST_SUITE(TestLockBook)
#include "tst_lockbook.moc"
