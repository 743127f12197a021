// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/clashes.h"
#include "core/recorder/incidentfile.h"
#include "tests/core/recorder/hidden.h"
#include "tests/core/recorder/told.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using watch::EventType;

// Second owners of locks over several servers, told event by event.
class TestQuorumClashes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_isHiddenAlike = true;
        m_folder = m_home->filePath(u"one"_s);
        m_record = std::make_unique<ToldRecord>(m_folder);
        QVERIFY(m_record->start());
        for (int place = 0; place < 3; ++place) {
            m_record->place = place;
            m_record->show("run" + QByteArray::number(place), false);
        }
    }
    void cleanup()
    {
        m_record.reset();
        QVERIFY(m_isHiddenAlike);
    }

    void restartOfAMember();
    void restartWhereTheSecondWasAlreadyWaiting();
    void promotedReplica();
    void flush();
    void forcedRelease();
    void restartOrFailoverIsNotKnown();
    void severalCauses();
    void expiredWhileHeld();
    void oneMemberTooEarly();
    void minoritiesAreNone();
    void handOversAreNone();
    void aSplitVoteIsNone();
    void releasedBeforeTheRestartIsNone();
    void validityThatIsOverIsNoOverlap();
    void renewalsMoveTheValidity();
    void threadsOfRedisson();
    void signOfLifeAndEnd();
    void gapOfTheWatch();
    void gapOfTheRecord();
    void locksThatUsuallyLapse();
    void copiesHaveNoVote();
    void serversThatNobodyNamed();
    void ofTwoServersNobodyNamed();
    void fiveServers();
    void incidentFileKnowsTheGroup();

private:
    using Owners = std::vector<QByteArray>;

    std::vector<insight::GroupMembers> group(int servers = 3) const
    {
        insight::GroupMembers members{u"main"_s, {}, false};
        for (int place = 0; place < servers; ++place)
            members.labels.push_back(ToldRecord::label(place));
        return {members};
    }
    ClashReport found(const std::vector<insight::GroupMembers> &groups,
                      const EventQuery &query = {})
    {
        RecordReader reader(m_folder);
        auto report = findClashes(reader, query, groups);
        m_isHiddenAlike = isJudgedAlikeWithoutNames(m_folder, query, groups);
        return report ? std::move(*report) : ClashReport();
    }
    ClashReport found() { return found(group()); }

    void tell(int place, EventType type, const QByteArray &owner, Millis ttl = 30s)
    {
        m_record->place = place;
        m_record->next.kind = m_kind;
        if (type == EventType::Acquired || type == EventType::Appeared
            || type == EventType::Renewed)
            m_record->next.ttl = ttl;
        m_record->tell(type, "a", owner);
    }
    void onEach(EventType type, const QByteArray &owner, const std::vector<int> &places = {0, 1, 2})
    {
        for (const int place : places)
            tell(place, type, owner);
    }
    void lose(int place, const QByteArray &owner,
              const QByteArray &detail = "in a restart or failover")
    {
        m_record->place = place;
        m_record->lose(detail,
                       {{LockName("a"), m_kind, OwnerId(owner), watch::Mode::Exclusive, 1}});
    }
    void restart(int place, const QByteArray &owner)
    {
        lose(place, owner);
        m_record->show("new" + QByteArray::number(place), false);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
    std::unique_ptr<ToldRecord> m_record;
    bool m_isHiddenAlike = true; // as the last search had it
    QByteArray m_kind = "string";
    const QByteArray m_ann = "aaaaaaaaaaaaaaaaaaaa";
    const QByteArray m_bob = "bbbbbbbbbbbbbbbbbbbb";
};

void TestQuorumClashes::restartOfAMember()
{
    const WallInstant began = m_record->clock.wallNow();
    onEach(EventType::Acquired, m_ann, {0, 1}); // the third did not answer it
    m_record->clock.advance(5s);
    restart(1, m_ann);
    m_record->clock.advance(1s);
    onEach(EventType::Acquired, m_bob, {1, 2});
    m_record->clock.advance(1s);
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    Clash expected;
    expected.deployment = expected.server = ToldRecord::label(1);
    expected.lock = LockName("a");
    expected.kind = "string";
    expected.cause = ClashCause::Restarted;
    expected.keptLog = false;
    expected.first = OwnerId(m_ann);
    expected.second = OwnerId(m_bob);
    expected.firstSince = began;
    expected.lostAt = began + 5s;
    expected.takenAt = began + 6s;
    expected.between = 1s;
    QuorumClash quorum;
    quorum.group = u"main"_s;
    quorum.servers = 3;
    quorum.needed = 2;
    quorum.firstVotes = quorum.secondVotes = 2;
    quorum.firstValidUntil = began + 30s - 302ms; // drift taken off
    quorum.isOverlapping = true;
    quorum.members = {{ToldRecord::label(1), ToldRecord::label(1), ClashCause::Restarted,
                       ClashDoubt::None, false, OwnerId(m_ann), OwnerId(m_bob), began + 5s,
                       began + 6s}};
    expected.quorum = quorum;
    QVERIFY(report.clashes.front() == expected);
    QCOMPARE(report.more + report.several, qint64(0));
    QVERIFY(report.lapsing.empty());
    EventQuery query;
    query.lock = LockName("b");
    QVERIFY(found(group(), query).clashes.empty());
    query.lock = LockName("a");
    QVERIFY(found(group(), query).clashes == report.clashes);
}

// Its vote on the third server was there before.
void TestQuorumClashes::restartWhereTheSecondWasAlreadyWaiting()
{
    onEach(EventType::Acquired, m_ann, {0, 1});
    tell(2, EventType::Acquired, m_bob);
    restart(0, m_ann);
    tell(0, EventType::Acquired, m_bob);
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().server, ToldRecord::label(0));
    QVERIFY(report.clashes.front().quorum->isOverlapping);
}

void TestQuorumClashes::promotedReplica()
{
    onEach(EventType::Acquired, m_ann);
    m_record->clock.advance(1s);
    for (const int place : {0, 1}) {
        m_record->place = place;
        m_record->tell(EventType::Failover, {});
        m_record->show("replica" + QByteArray::number(place));
        lose(place, m_ann);
        m_record->next.unseen = true;
        tell(place, EventType::Appeared, m_bob);
    }
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Promoted);
    QCOMPARE(report.clashes.front().quorum->members.size(), std::size_t(2));
    QCOMPARE(report.clashes.front().quorum->firstVotes, std::size_t(3));
}

void TestQuorumClashes::flush()
{
    onEach(EventType::Acquired, m_ann);
    for (const int place : {1, 2})
        lose(place, m_ann, "by FLUSHALL, FLUSHDB or SWAPDB");
    onEach(EventType::Acquired, m_bob, {1, 2});
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Flushed);
}

void TestQuorumClashes::forcedRelease()
{
    onEach(EventType::Acquired, m_ann);
    onEach(EventType::ForceUnlocked, m_ann);
    onEach(EventType::Acquired, m_bob);
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Forced);
    QCOMPARE(report.clashes.front().quorum->members.size(), std::size_t(2)); // by then
}

void TestQuorumClashes::restartOrFailoverIsNotKnown()
{
    onEach(EventType::Acquired, m_ann);
    for (const int place : {0, 1})
        lose(place, m_ann);
    onEach(EventType::Acquired, m_bob, {0, 1});
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Unknown);
    QCOMPARE(report.clashes.front().doubt, ClashDoubt::Unclear);
}

// The last one counts for the whole, unless one of them is not known.
void TestQuorumClashes::severalCauses()
{
    onEach(EventType::Acquired, m_ann);
    lose(0, m_ann, "by FLUSHALL, FLUSHDB or SWAPDB");
    m_record->clock.advance(1s);
    restart(1, m_ann);
    m_record->clock.advance(1s);
    onEach(EventType::Acquired, m_bob, {0, 1});
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const Clash &clash = report.clashes.front();
    QCOMPARE(clash.cause, ClashCause::Restarted);
    QCOMPARE(clash.quorum->members.size(), std::size_t(2));
    QCOMPARE(clash.quorum->members[0].cause, ClashCause::Flushed);
    QCOMPARE(clash.quorum->members[1].cause, ClashCause::Restarted);
}

void TestQuorumClashes::expiredWhileHeld()
{
    const WallInstant began = m_record->clock.wallNow();
    onEach(EventType::Acquired, m_ann);
    m_record->clock.advance(20s);
    onEach(EventType::RenewalOverdue, m_ann);
    m_record->clock.advance(10s);
    onEach(EventType::Expired, m_ann);
    m_record->clock.advance(1s);
    onEach(EventType::Acquired, m_bob);
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const Clash &clash = report.clashes.front();
    QCOMPARE(clash.cause, ClashCause::Expired);
    QVERIFY(clash.hadStopped && !clash.quorum->isOverlapping);
    QCOMPARE(clash.quorum->firstValidUntil, std::optional(began + 30s - 302ms));
    QCOMPARE(clash.quorum->secondVotes, std::size_t(3)); // those that came later, too
}

// Two servers, whose clocks ran ahead, dropped the keys long before the first owner's leases ended.
void TestQuorumClashes::oneMemberTooEarly()
{
    onEach(EventType::Acquired, m_ann);
    m_record->clock.advance(5s);
    onEach(EventType::Expired, m_ann, {0, 1});
    onEach(EventType::Acquired, m_bob, {0, 1});
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Expired);
    QVERIFY(report.clashes.front().quorum->isOverlapping);
}

void TestQuorumClashes::minoritiesAreNone()
{
    onEach(EventType::Acquired, m_ann);
    restart(0, m_ann);
    tell(0, EventType::Acquired, m_bob); // which finds the others taken, and gives it back
    tell(0, EventType::Released, m_bob);
    tell(0, EventType::Acquired, m_ann);
    onEach(EventType::Released, m_ann);
    m_record->stop();
    const ClashReport report = found();
    QVERIFY(report.clashes.empty());
    QCOMPARE(report.several, qint64(0));
}

// Each server tells of it in its own time, and the second owner may be seen first.
void TestQuorumClashes::handOversAreNone()
{
    QByteArray former;
    for (int i = 0; i < 20; ++i) {
        const QByteArray owner = "ownerownerowner" + QByteArray::number(i);
        for (const int place : {i % 3, (i + 1) % 3, (i + 2) % 3}) {
            if (!former.isEmpty())
                tell(place, EventType::Released, former);
            tell(place, EventType::Acquired, owner);
        }
        m_record->clock.advance(100ms);
        former = owner;
    }
    m_record->stop();
    QVERIFY(found().clashes.empty());
}

void TestQuorumClashes::aSplitVoteIsNone()
{
    tell(0, EventType::Acquired, m_ann);
    tell(1, EventType::Acquired, m_bob);
    tell(2, EventType::Acquired, "cccccccccccccccccccc");
    m_record->clock.advance(30s);
    tell(0, EventType::Expired, m_ann);
    tell(1, EventType::Expired, m_bob);
    tell(2, EventType::Expired, "cccccccccccccccccccc");
    onEach(EventType::Acquired, m_bob);
    m_record->stop();
    QVERIFY(found().clashes.empty());
}

void TestQuorumClashes::releasedBeforeTheRestartIsNone()
{
    onEach(EventType::Acquired, m_ann);
    onEach(EventType::Released, m_ann, {1, 2}); // the first did not answer
    restart(0, m_ann);
    onEach(EventType::Acquired, m_bob);
    m_record->stop();
    QVERIFY(found().clashes.empty());
}

void TestQuorumClashes::validityThatIsOverIsNoOverlap()
{
    onEach(EventType::Acquired, m_ann, {0, 1});
    restart(1, m_ann);
    m_record->clock.advance(29s + 900ms); // within the drift
    onEach(EventType::Acquired, m_bob, {1, 2});
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QVERIFY(!report.clashes.front().quorum->isOverlapping);
}

void TestQuorumClashes::renewalsMoveTheValidity()
{
    const WallInstant began = m_record->clock.wallNow();
    onEach(EventType::Acquired, m_ann);
    m_record->clock.advance(10s);
    onEach(EventType::Renewed, m_ann);
    m_record->clock.advance(25s);
    for (const int place : {0, 2})
        restart(place, m_ann);
    onEach(EventType::Acquired, m_bob, {0, 2});
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().quorum->firstValidUntil, std::optional(began + 40s - 302ms));
    QVERIFY(report.clashes.front().quorum->isOverlapping);
}

// Redisson's red lock has another client, and so another owner, on each server.
void TestQuorumClashes::threadsOfRedisson()
{
    m_kind = "reentrant";
    const auto owner = [](int client, int thread) {
        return QByteArray("3f1c2a5e-9b7d-4c11-8a22-01234567890%1:%2")
            .replace("%1", QByteArray::number(client))
            .replace("%2", QByteArray::number(thread));
    };
    for (const int place : {0, 1, 2})
        tell(place, EventType::Acquired, owner(place, 42));
    m_record->clock.advance(5s);
    for (const int place : {0, 1})
        restart(place, owner(place, 42));
    for (const int place : {0, 1})
        tell(place, EventType::Acquired, owner(place + 5, 7));
    m_record->clock.advance(1s);
    tell(2, EventType::Renewed, owner(2, 42)); // its watchdog goes on
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const Clash &clash = report.clashes.front();
    QCOMPARE(clash.cause, ClashCause::Restarted);
    QVERIFY(clash.quorum->isOwnerInferred && clash.quorum->isOverlapping);
    QCOMPARE(clash.quorum->members.size(), std::size_t(2));
    QCOMPARE(clash.quorum->members[0].first.bytes, owner(0, 42));
    QCOMPARE(clash.quorum->members[1].second.bytes, owner(6, 7));
    QVERIFY(clash.sign && clash.sign->type == EventType::Renewed);
}

void TestQuorumClashes::signOfLifeAndEnd()
{
    onEach(EventType::Acquired, m_ann);
    for (const int place : {0, 1})
        restart(place, m_ann);
    onEach(EventType::Acquired, m_bob, {0, 1});
    m_record->clock.advance(2s);
    tell(2, EventType::Released, m_ann);
    const WallInstant released = m_record->clock.wallNow();
    m_record->clock.advance(2s);
    tell(1, EventType::Released, m_bob);
    tell(0, EventType::Released, m_bob);
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const Clash &clash = report.clashes.front();
    QCOMPARE(clash.sign, std::optional(SignOfLife{released, EventType::Released, LockName("a")}));
    QCOMPARE(clash.endedAt, std::optional(released + 2s));
}

void TestQuorumClashes::gapOfTheWatch()
{
    onEach(EventType::Acquired, m_ann);
    m_record->clock.advance(30s);
    for (const int place : {0, 1, 2}) {
        m_record->next.unseen = true; // renewed and released, perhaps
        tell(place, EventType::Expired, m_ann);
    }
    onEach(EventType::Acquired, m_bob);
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Unknown);
    QCOMPARE(report.clashes.front().doubt, ClashDoubt::Unseen);
    QVERIFY(!report.clashes.front().between);
}

// What it held on two servers it may have released in the gap.
void TestQuorumClashes::gapOfTheRecord()
{
    onEach(EventType::Acquired, m_ann);
    restart(0, m_ann);
    m_record->stop();
    m_record->clock.advance(5s);
    QVERIFY(m_record->start());
    onEach(EventType::Appeared, m_bob);
    m_record->stop();
    QVERIFY(found().clashes.empty());

    QVERIFY(m_record->start());
    onEach(EventType::Acquired, m_bob);
    for (const int place : {0, 1, 2})
        restart(place, m_bob);
    m_record->stop();
    m_record->clock.advance(5s);
    QVERIFY(m_record->start());
    onEach(EventType::Appeared, m_ann);
    m_record->stop();
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Unknown);
    QCOMPARE(report.clashes.front().doubt, ClashDoubt::NotRecorded);
}

void TestQuorumClashes::locksThatUsuallyLapse()
{
    for (int i = 0; i < 5; ++i) {
        const QByteArray owner = "tokentokentoken" + QByteArray::number(i);
        onEach(EventType::Acquired, owner);
        m_record->clock.advance(30s);
        onEach(EventType::Expired, owner);
    }
    m_record->stop();
    const ClashReport report = found();
    QVERIFY(report.clashes.empty());
    QCOMPARE(report.lapsing.size(), std::size_t(1));
}

// A server that is reached twice has one vote: of two servers, both are needed.
void TestQuorumClashes::copiesHaveNoVote()
{
    m_record->place = 2;
    m_record->show("run1");
    onEach(EventType::Acquired, m_ann);
    for (const int place : {1, 2})
        lose(place, m_ann);
    for (const int place : {1, 2}) {
        m_record->place = place;
        m_record->show("new");
    }
    onEach(EventType::Acquired, m_bob, {1, 2});
    m_record->stop();
    QVERIFY(found().clashes.empty());
}

void TestQuorumClashes::serversThatNobodyNamed()
{
    onEach(EventType::Acquired, m_ann);
    for (const int place : {0, 1})
        restart(place, m_ann);
    onEach(EventType::Acquired, m_bob, {0, 1});
    m_record->stop();
    const ClashReport report = found({});
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const QuorumClash &quorum = *report.clashes.front().quorum;
    QVERIFY(quorum.isGroupInferred);
    QCOMPARE(quorum.servers, std::size_t(3));
    QCOMPARE(quorum.group, u"redis://a:6379, redis://b:6379, redis://c:6379"_s);
    QCOMPARE(report.several, qint64(0));
}

// Ann's and Bob's votes link all three, so neither of them has to be on all.
void TestQuorumClashes::ofTwoServersNobodyNamed()
{
    onEach(EventType::Acquired, m_ann, {0, 1});
    restart(1, m_ann);
    onEach(EventType::Acquired, m_bob, {1, 2});
    m_record->stop();
    const ClashReport report = found({});
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().quorum->servers, std::size_t(3));
}

void TestQuorumClashes::fiveServers()
{
    onEach(EventType::Acquired, m_ann, {0, 1, 2, 3});
    onEach(EventType::Acquired, m_bob, {4});
    restart(0, m_ann);
    tell(0, EventType::Acquired, m_bob); // two of five
    QVERIFY(m_record->isWritten());
    m_record->clock.advance(1ms);
    QVERIFY(found(group(5)).clashes.empty());
    restart(1, m_ann);
    tell(1, EventType::Acquired, m_bob);
    m_record->stop();
    const ClashReport report = found(group(5));
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const QuorumClash &quorum = *report.clashes.front().quorum;
    QCOMPARE(quorum.needed, std::size_t(3));
    QCOMPARE(quorum.firstVotes, std::size_t(4));
    QCOMPARE(quorum.secondVotes, std::size_t(3));
}

void TestQuorumClashes::incidentFileKnowsTheGroup()
{
    onEach(EventType::Acquired, m_ann, {0, 1});
    restart(1, m_ann);
    onEach(EventType::Acquired, m_bob, {1, 2});
    m_record->stop();
    RecordReader reader(m_folder);
    IncidentFacts facts;
    facts.since = WallInstant::min();
    facts.until = WallInstant::max();
    facts.groups = group();
    facts.groups.front().isDurable = true;
    const QString path = m_home->filePath(u"night.lockscope"_s);
    QVERIFY(writeIncident(reader, path, facts));
    const auto incident = openIncident(path);
    QVERIFY(incident);
    QVERIFY(incident->facts.groups == facts.groups);
    const auto report = findClashes(*incident->reader, {}, incident->facts.groups);
    QVERIFY(report);
    QVERIFY(report->clashes == found().clashes);
}

LOCKSCOPE_TEST_SUITE(TestQuorumClashes)
#include "tst_quorumclashes.moc"
