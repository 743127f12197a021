// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonpermits.h"
#include "core/recorder/clashes.h"
#include "core/recorder/incidentfile.h"
#include "tests/core/recorder/hidden.h"
#include "tests/core/recorder/told.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using watch::EventType;

class TestClashes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_isHiddenAlike = true;
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"one"_s);
        m_record = std::make_unique<ToldRecord>(m_folder);
        QVERIFY(m_record->start());
    }
    void cleanup()
    {
        m_record.reset();
        QVERIFY(m_isHiddenAlike);
    }

    void expiredWhileHeld();
    void releasedInTimeIsNone();
    void theSameOwnerAgainIsNone();
    void takenMuchLaterIsNone();
    void promotedReplica();
    void restart();
    void restartOrFailoverIsNotKnown();
    void flush();
    void namesCannotPassForAFlush();
    void forceUnlocked();
    void forceUnlockMayBeALateRelease();
    void lateRelease();
    void together();
    void signsOfLife();
    void signOfAnotherThread();
    void gapOfTheWatch();
    void gapOfTheRecord();
    void droppedChanges();
    void clockSetBack();
    void overDays();
    void reentrantCounts();
    void sharedKindsAreNone_data();
    void sharedKindsAreNone();
    void locksThatUsuallyLapse();
    void oneLockOfATime();
    void holdsFromBeforeTheTime();
    void severalServers();
    void damagedFileIsAHole();
    void incidentFile();

private:
    ClashReport found(const EventQuery &query = {})
    {
        RecordReader reader(m_folder);
        auto report = findClashes(reader, query);
        m_isHiddenAlike = isJudgedAlikeWithoutNames(m_folder, query);
        return report ? std::move(*report) : ClashReport();
    }
    // Ann's lease runs out, and Bob takes the lock.
    void expire()
    {
        m_record->tell(EventType::Acquired, "a", "ann:1");
        m_record->clock.advance(30s);
        m_record->tell(EventType::Expired, "a", "ann:1");
        m_record->clock.advance(2s);
        m_record->tell(EventType::Acquired, "a", "bob:1");
        m_record->clock.advance(5s);
    }
    static std::vector<watch::LostHold> annsHold(const QByteArray &lock = "a")
    {
        return {{LockName(lock), "reentrant", OwnerId("ann:1"), watch::Mode::Exclusive, 1}};
    }
    watch::LockRecord lockOf(const std::vector<QByteArray> &owners, const QByteArray &kind,
                             watch::Mode mode) const
    {
        watch::LockRecord lock;
        lock.id = {{0}, LockName("a")};
        lock.kind = kind;
        lock.library = QByteArray("redisson");
        lock.deployment = u"redis://a:6379"_s;
        lock.server = u"redis://a:6379"_s;
        lock.serverId = {0};
        lock.state = watch::LockState::Held;
        for (const QByteArray &owner : owners) {
            watch::HoldRecord hold;
            hold.owner = OwnerId(owner);
            hold.mode = mode;
            hold.observedSince = m_record->clock.wallNow();
            lock.holds.push_back(hold);
        }
        return lock;
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
    std::unique_ptr<ToldRecord> m_record;
    bool m_isHiddenAlike = true; // as the last search had it
};

void TestClashes::expiredWhileHeld()
{
    const WallInstant began = m_record->clock.wallNow();
    m_record->next.alias = Alias("billing");
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.advance(20s);
    m_record->tell(EventType::RenewalOverdue, "a", "ann:1");
    m_record->clock.advance(10s);
    m_record->tell(EventType::Expired, "a", "ann:1");
    m_record->clock.advance(2s);
    m_record->next.alias = Alias("stock");
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->clock.advance(5s);
    m_record->tell(EventType::Released, "a", "bob:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    Clash expected;
    expected.deployment = expected.server = u"redis://a:6379"_s;
    expected.lock = LockName("a");
    expected.kind = "reentrant";
    expected.cause = ClashCause::Expired;
    expected.first = OwnerId("ann:1");
    expected.firstAlias = Alias("billing");
    expected.second = OwnerId("bob:1");
    expected.secondAlias = Alias("stock");
    expected.firstSince = began;
    expected.lostAt = began + 30s;
    expected.takenAt = began + 32s;
    expected.between = 2s;
    expected.endedAt = began + 37s;
    expected.hadStopped = true;
    QVERIFY(report.clashes.front() == expected);
    QCOMPARE(report.more + report.several, qint64(0));
    QVERIFY(report.lapsing.empty());
    QVERIFY(report.span && report.span->first == began);
}

void TestClashes::releasedInTimeIsNone()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->tell(EventType::Released, "a", "ann:1");
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->tell(EventType::HandedOver, "a", "eve:1", "bob:1");
    m_record->tell(EventType::Released, "a", "eve:1");
    m_record->stop();
    QVERIFY(found().clashes.empty());
}

void TestClashes::theSameOwnerAgainIsNone()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->tell(EventType::Expired, "a", "ann:1");
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->tell(EventType::Released, "a", "ann:1");
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    QVERIFY(found().clashes.empty());
}

void TestClashes::takenMuchLaterIsNone()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->tell(EventType::Expired, "a", "ann:1");
    m_record->clock.advance(11min);
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    QVERIFY(found().clashes.empty());
}

void TestClashes::promotedReplica()
{
    m_record->show("one");
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.advance(10s);
    m_record->show("two");
    m_record->tell(EventType::Failover, {});
    m_record->clock.advance(100ms);
    m_record->lose("in a restart or failover", annsHold());
    m_record->next.unseen = true;
    m_record->tell(EventType::Appeared, "a", "bob:1"); // as LossBook tells it
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Promoted);
    QCOMPARE(report.clashes.front().second, OwnerId("bob:1"));
}

void TestClashes::restart()
{
    m_record->show("one", false);
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.advance(10s);
    m_record->lose("2 locks were lost in a restart or failover: a, b",
                   {annsHold().front(), annsHold("b").front()});
    m_record->show("two", false); // may be told later
    m_record->clock.advance(1s);
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Restarted);
    QCOMPARE(report.clashes.front().keptLog, std::optional(false));
    QCOMPARE(*report.clashes.front().between, Millis(1s));
}

void TestClashes::restartOrFailoverIsNotKnown()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->lose("in a restart or failover", annsHold());
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Unknown);
    QCOMPARE(report.clashes.front().doubt, ClashDoubt::Unclear);
}

void TestClashes::flush()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->lose("by FLUSHALL, FLUSHDB or SWAPDB", annsHold());
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Flushed);
}

void TestClashes::namesCannotPassForAFlush()
{
    m_record->show("one");
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->lose("2 locks were lost in a restart or failover: a, locks were lost by FLUSHALL, "
                   "FLUSHDB or SWAPDB",
                   {annsHold().front(), annsHold("b").front()});
    m_record->clock.advance(1s);
    m_record->show("two");
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Restarted);
    QVERIFY(!report.clashes.front().keptLog);
}

void TestClashes::forceUnlocked()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->next.detail = u"caused by an action of this program"_s;
    m_record->tell(EventType::ForceUnlocked, "a", "ann:1");
    m_record->clock.advance(1s);
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Forced);
    QVERIFY(!report.clashes.front().by);
}

// An unlock without a latch is not Bob's; nothing proves that it is Ann's.
void TestClashes::forceUnlockMayBeALateRelease()
{
    expire();
    m_record->tell(EventType::ForceUnlocked, "a", "bob:1");
    m_record->clock.advance(1s);
    m_record->tell(EventType::Acquired, "a", "eve:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(2));
    QCOMPARE(report.clashes[0].cause, ClashCause::Expired);
    QVERIFY(report.clashes[0].endedAt && !report.clashes[0].lateReleaseAt);
    QCOMPARE(report.clashes[1].cause, ClashCause::Forced);
    QCOMPARE(report.clashes[1].first, OwnerId("bob:1"));
    QCOMPARE(report.clashes[1].second, OwnerId("eve:1"));
    QCOMPARE(report.clashes[1].by, std::optional(OwnerId("ann:1")));
}

void TestClashes::lateRelease()
{
    expire();
    const WallInstant at = m_record->tell(EventType::Released, "a", "ann:1").at;
    m_record->clock.advance(1s);
    m_record->tell(EventType::Acquired, "a", "eve:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(2));
    QCOMPARE(report.clashes[0].lateReleaseAt, std::optional(at));
    QVERIFY(report.clashes[0].sign && report.clashes[0].sign->type == EventType::Released);
    QCOMPARE(report.clashes[1].cause, ClashCause::LateRelease);
    QCOMPARE(report.clashes[1].first, OwnerId("bob:1"));
    QCOMPARE(report.clashes[1].second, OwnerId("eve:1"));
    QCOMPARE(report.clashes[1].by, std::optional(OwnerId("ann:1")));
    QCOMPARE(*report.clashes[1].between, Millis(1s));

    // Bob has it all the same.
    QVERIFY(m_record->start());
    expire();
    m_record->tell(EventType::Released, "a", "ann:1");
    m_record->tell(EventType::Renewed, "a", "bob:1");
    m_record->tell(EventType::Released, "a", "bob:1");
    m_record->tell(EventType::Acquired, "a", "eve:1");
    m_record->stop();
    QCOMPARE(found().clashes.size(), std::size_t(3));
}

void TestClashes::together()
{
    m_record->show(lockOf({"ann:1"}, "reentrant", watch::Mode::Exclusive));
    m_record->clock.advance(1s);
    const WallInstant at = m_record->clock.wallNow();
    m_record->show(lockOf({"ann:1", "bob:1"}, "reentrant", watch::Mode::Exclusive));
    m_record->clock.advance(1s);
    auto renewed = lockOf({"ann:1", "bob:1"}, "reentrant", watch::Mode::Exclusive);
    renewed.holds[0].renewals = 1;
    m_record->show(renewed);
    m_record->clock.advance(1s);
    m_record->show(lockOf({"ann:1", "bob:1"}, "read-write", watch::Mode::Read));
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1)); // once
    QCOMPARE(report.clashes.front().cause, ClashCause::Together);
    QCOMPARE(report.clashes.front().takenAt, at);
}

void TestClashes::signsOfLife()
{
    expire();
    const WallInstant at = m_record->tell(EventType::Acquired, "other", "ann:1").at;
    m_record->clock.advance(5s);
    m_record->tell(EventType::Released, "other", "ann:1");
    m_record->stop();
    ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const SignOfLife sign{at, EventType::Acquired, LockName("other")};
    QCOMPARE(report.clashes.front().sign, std::optional(sign));
    // Also where the events of the other lock are not asked for.
    EventQuery query;
    query.lock = LockName("a");
    report = found(query);
    QCOMPARE(report.clashes.front().sign, std::optional(sign));

    // Before Bob took it.
    QVERIFY(m_record->start());
    m_record->tell(EventType::Acquired, "b", "dan:1");
    m_record->clock.advance(30s);
    m_record->tell(EventType::Expired, "b", "dan:1");
    m_record->tell(EventType::Queued, "other", "dan:1");
    m_record->tell(EventType::Acquired, "b", "bob:1");
    // An expiry is no sign of life.
    m_record->tell(EventType::Acquired, "c", "eve:1");
    m_record->tell(EventType::Acquired, "d", "eve:1");
    m_record->tell(EventType::Expired, "c", "eve:1");
    m_record->tell(EventType::Acquired, "c", "bob:1");
    m_record->tell(EventType::Expired, "d", "eve:1");
    m_record->stop();
    report = found();
    QCOMPARE(report.clashes.size(), std::size_t(3));
    QVERIFY(report.clashes[1].sign && report.clashes[1].sign->type == EventType::Queued);
    QVERIFY(!report.clashes[2].sign);
}

void TestClashes::signOfAnotherThread()
{
    const QByteArray ann = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
    m_record->tell(EventType::Acquired, "a", ann);
    m_record->clock.advance(30s);
    m_record->tell(EventType::Expired, "a", ann);
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->tell(EventType::Acquired, "b", "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:2");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QVERIFY(report.clashes.front().sign && report.clashes.front().sign->isOfClient);
    QCOMPARE(report.clashes.front().sign->lock, LockName("b"));
}

void TestClashes::gapOfTheWatch()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.advance(30s);
    m_record->tell(EventType::Gap, {});
    m_record->next.unseen = true;
    m_record->tell(EventType::Expired, "a", "ann:1"); // renewed and released, perhaps
    m_record->clock.advance(1s);
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->tell(EventType::Acquired, "b", "ann:1");
    m_record->tell(EventType::Expired, "b", "ann:1");
    m_record->next.unseen = true;
    m_record->tell(EventType::Appeared, "b", "bob:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(2));
    for (const Clash &clash : report.clashes) {
        QCOMPARE(clash.cause, ClashCause::Unknown);
        QCOMPARE(clash.doubt, ClashDoubt::Unseen);
        QVERIFY(!clash.between);
    }
}

void TestClashes::gapOfTheRecord()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.advance(30s);
    m_record->tell(EventType::Expired, "a", "ann:1");
    m_record->tell(EventType::Acquired, "b", "ann:1");
    m_record->stop();
    m_record->clock.advance(60s);
    QVERIFY(m_record->start());
    m_record->tell(EventType::Appeared, "a", "bob:1");
    m_record->tell(EventType::Appeared, "b", "bob:1"); // ann may have released it
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Unknown);
    QCOMPARE(report.clashes.front().doubt, ClashDoubt::NotRecorded);
    QVERIFY(std::ranges::any_of(
        report.marks, [](const RecordMark &mark) { return mark.kind == MarkKind::NotRecorded; }));
}

void TestClashes::droppedChanges()
{
    m_record->stop();
    QVERIFY(QDir(m_folder).removeRecursively());
    m_record = std::make_unique<ToldRecord>(m_folder, 2);
    QVERIFY(m_record->start());
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.advance(30s);
    m_record->tell(EventType::Expired, "a", "ann:1");
    m_record->clock.advance(1s);
    m_record->tell(EventType::Acquired, "a", "ann:1"); // left out, as the next one
    m_record->tell(EventType::Released, "a", "ann:1");
    m_record->clock.advance(1s);
    m_record->stop();
    QVERIFY(m_record->start());
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Unknown);
    QCOMPARE(report.clashes.front().doubt, ClashDoubt::Dropped);
}

// The order of the record counts, and its monotonic clock.
void TestClashes::clockSetBack()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.advance(30s);
    m_record->tell(EventType::Expired, "a", "ann:1");
    m_record->clock.setBack(2h);
    m_record->clock.advance(3s);
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->tell(EventType::Acquired, "b", "ann:1");
    m_record->tell(EventType::Expired, "b", "ann:1");
    m_record->clock.setBack(-2h);
    m_record->clock.advance(11min);
    m_record->tell(EventType::Acquired, "b", "bob:1"); // much later
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const Clash &clash = report.clashes.front();
    QCOMPARE(clash.cause, ClashCause::Expired);
    QVERIFY(clash.isClockSet && clash.takenAt < clash.lostAt);
    QCOMPARE(*clash.between, Millis(3s));
}

void TestClashes::overDays()
{
    for (int day = 0; day < 3; ++day) {
        for (int i = 0; i < 10; ++i) { // so that it does not look like a lock that usually lapses
            m_record->tell(EventType::Acquired, "a", "eve:1");
            m_record->tell(EventType::Released, "a", "eve:1");
        }
        expire();
        m_record->tell(EventType::Acquired, "b", "ann:1");
        m_record->tell(EventType::Expired, "b", "ann:1");
        QVERIFY(m_record->isWritten());
        m_record->clock.advance(day == 0 ? 1h + 46min : 24h); // over midnight
        m_record->tell(EventType::Released, "a", "bob:1");
        QVERIFY(m_record->isWritten());
    }
    m_record->stop();
    QVERIFY(recordFiles(m_folder).size() > 2);
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(3));
    QVERIFY(report.clashes.back().takenAt - report.clashes.front().takenAt > 24h);
    for (const Clash &clash : report.clashes) {
        QCOMPARE(clash.cause, ClashCause::Expired);
        QVERIFY(clash.endedAt && *clash.endedAt - clash.takenAt > 1h);
    }
}

void TestClashes::reentrantCounts()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->next.count = 2;
    m_record->tell(EventType::Reentered, "a", "ann:1");
    m_record->next.count = 1;
    m_record->tell(EventType::PartiallyReleased, "a", "ann:1");
    m_record->tell(EventType::Released, "a", "ann:1");
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->next.count = 2;
    m_record->tell(EventType::Reentered, "a", "bob:1");
    m_record->next.count = 2;
    m_record->tell(EventType::Expired, "a", "bob:1");
    m_record->tell(EventType::Acquired, "a", "eve:1");
    m_record->tell(EventType::PartiallyReleased, "a", "bob:1"); // one of the two counts
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().first, OwnerId("bob:1"));
    QVERIFY(report.clashes.front().lateReleaseAt);
}

void TestClashes::sharedKindsAreNone_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<int>("mode");
    QTest::newRow("readers") << QByteArray("read-write") << int(watch::Mode::Read);
    QTest::newRow("writers") << QByteArray("read-write") << int(watch::Mode::Write);
    QTest::newRow("semaphore") << QByteArray(format::semaphoreKind) << int(watch::Mode::Exclusive);
    QTest::newRow("permits") << QByteArray(format::expirableKind) << int(watch::Mode::Exclusive);
    QTest::newRow("tokens") << QByteArray("counting-semaphore") << int(watch::Mode::Exclusive);
    QTest::newRow("latch") << QByteArray(format::latchKind) << int(watch::Mode::Exclusive);
    QTest::newRow("of a newer version") << QByteArray("so-new") << int(watch::Mode::Exclusive);
    QTest::newRow("faster multi-lock") << QByteArray("faster-multi") << int(watch::Mode::Exclusive);
}

void TestClashes::sharedKindsAreNone()
{
    QFETCH(QByteArray, kind);
    QFETCH(int, mode);
    for (const auto &[type, owner] :
         {std::pair(EventType::Acquired, "ann:1"), std::pair(EventType::Expired, "ann:1"),
          std::pair(EventType::Acquired, "bob:1"), std::pair(EventType::Released, "ann:1")}) {
        m_record->next.kind = kind;
        m_record->next.mode = watch::Mode(mode);
        m_record->tell(type, "a", owner);
    }
    m_record->show(lockOf({"ann:1", "bob:1"}, kind, watch::Mode(mode)));
    m_record->stop();
    QVERIFY(found().clashes.empty());
}

void TestClashes::locksThatUsuallyLapse()
{
    for (int i = 0; i < 5; ++i) {
        m_record->tell(EventType::Acquired, "limit", "t" + QByteArray::number(i));
        m_record->clock.advance(1s);
        m_record->tell(EventType::Expired, "limit", "t" + QByteArray::number(i));
    }
    m_record->stop();
    const ClashReport report = found();
    QVERIFY(report.clashes.empty());
    QCOMPARE(report.lapsing, std::vector<LockName>{LockName("limit")});
}

void TestClashes::oneLockOfATime()
{
    expire();
    const WallInstant middle = m_record->clock.wallNow();
    m_record->clock.advance(1s);
    m_record->tell(EventType::Acquired, "b", "ann:1");
    m_record->tell(EventType::Expired, "b", "ann:1");
    m_record->tell(EventType::Acquired, "b", "bob:1");
    m_record->stop();
    QCOMPARE(found().clashes.size(), std::size_t(2));
    EventQuery query;
    query.lock = LockName("b");
    QCOMPARE(found(query).clashes.size(), std::size_t(1));
    query.until = middle;
    QVERIFY(found(query).clashes.empty());
    query.lock.reset();
    QCOMPARE(found(query).clashes.size(), std::size_t(1));
    query.since = middle;
    query.until = WallInstant::max();
    const ClashReport report = found(query);
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().lock, LockName("b"));
}

void TestClashes::holdsFromBeforeTheTime()
{
    const WallInstant began = m_record->clock.wallNow();
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->show(lockOf({"ann:1"}, "reentrant", watch::Mode::Exclusive));
    m_record->clock.advance(30s);
    const WallInstant since = m_record->clock.wallNow();
    m_record->clock.advance(1s);
    m_record->tell(EventType::Expired, "a", "ann:1");
    m_record->tell(EventType::Acquired, "a", "bob:1");
    m_record->stop();
    EventQuery query;
    query.since = since;
    const ClashReport report = found(query);
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().firstSince, std::optional(began));
}

// A Redlock's part on one server is the lock of nobody, if others have the majority.
void TestClashes::severalServers()
{
    expire();
    auto other = lockOf({"bob:1"}, "reentrant", watch::Mode::Exclusive);
    other.id.deployment = {1};
    other.deployment = other.server = u"redis://b:6379"_s;
    other.serverId = {1};
    m_record->show(other);
    m_record->stop();
    m_record->clock.advance(1s);
    QVERIFY(m_record->start());
    m_record->show(other);
    m_record->tell(EventType::Acquired, "c", "ann:1");
    m_record->clock.advance(1s);
    const WallInstant since = m_record->clock.wallNow();
    m_record->clock.advance(1s);
    expire();
    m_record->stop();
    EventQuery query;
    query.since = since;
    const ClashReport report = found(query);
    QVERIFY(report.clashes.empty());
    QCOMPARE(report.several, qint64(1));
}

void TestClashes::damagedFileIsAHole()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.advance(30s);
    m_record->tell(EventType::Expired, "a", "ann:1");
    QVERIFY(m_record->isWritten());
    m_record->stop();
    m_record->clock.advance(24h);
    QVERIFY(m_record->start());
    m_record->tell(EventType::Appeared, "a", "ann:1");
    QVERIFY(m_record->isWritten());
    m_record->stop();
    m_record->clock.advance(24h);
    QVERIFY(m_record->start());
    expire();
    m_record->stop();
    const auto files = recordFiles(m_folder);
    QVERIFY(files.size() == 3);
    QFile damaged(files[1].path);
    QVERIFY(damaged.open(QIODevice::ReadWrite));
    QVERIFY(damaged.write(QByteArray(4096, 'x')) > 0);
    damaged.close();
    RecordReader reader(m_folder);
    const auto report = findClashes(reader, {});
    QVERIFY(report);
    QCOMPARE(report->clashes.size(), std::size_t(1));
    QCOMPARE(reader.faults().size(), std::size_t(1));
}

void TestClashes::incidentFile()
{
    expire();
    m_record->stop();
    RecordReader reader(m_folder);
    IncidentFacts facts;
    facts.since = WallInstant::min();
    facts.until = WallInstant::max();
    const QString path = m_home->filePath(u"night.lockscope"_s);
    QVERIFY(writeIncident(reader, path, facts));
    const auto incident = openIncident(path);
    QVERIFY(incident);
    const auto report = findClashes(*incident->reader, {});
    QVERIFY(report);
    QCOMPARE(report->clashes.size(), std::size_t(1));
    QVERIFY(report->clashes.front() == found().clashes.front());
}

LOCKSCOPE_TEST_SUITE(TestClashes)
#include "tst_clashes.moc"
