// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/holdhistory.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <map>
#include <random>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

const OwnerId ann("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1");
const OwnerId bob("aaaaaaaa-9b7d-4c11-8a22-0123456789ab:2");

WallInstant at(qint64 millis)
{
    return WallInstant(Millis(millis));
}

Event lockEvent(EventType type, qint64 millis, const OwnerId &owner, const QByteArray &lock = "a",
                Mode mode = Mode::Exclusive, int server = 0)
{
    Event event;
    event.at = at(millis);
    event.type = type;
    event.name = LockName(lock);
    event.owner = owner;
    event.mode = mode;
    event.deploymentId = {server};
    event.serverId = {server};
    return event;
}

Event handOver(qint64 millis, const OwnerId &from, const OwnerId &to)
{
    Event event = lockEvent(EventType::HandedOver, millis, to);
    event.former = from;
    return event;
}

Event serverEvent(EventType type, qint64 millis, int server = 0, const QString &detail = {})
{
    Event event;
    event.at = at(millis);
    event.type = type;
    event.deploymentId = {server};
    event.serverId = {server};
    event.detail = detail;
    return event;
}

LockRecord heldRecord(const OwnerId &owner, qint64 since)
{
    LockRecord lock;
    lock.id = {0, LockName("a")};
    HoldRecord hold;
    hold.owner = owner;
    hold.observedSince = at(since);
    lock.holds = {hold};
    return lock;
}

const char *word(HoldBegan began)
{
    static const char *const words[] = {"acquired", "given", "appeared", "unseen"};
    return words[int(began)];
}

const char *word(HoldEnded ended)
{
    static const char *const words[] = {"held",  "released", "expired", "forced",
                                        "given", "lost",     "unknown"};
    return words[int(ended)];
}

// "acquired 10-20 released" and so on, in the order in which they are visited.
QByteArrayList told(const HoldHistory &history, const QByteArray &lock = "a", qint64 from = 0,
                    qint64 to = 1'000'000)
{
    QByteArrayList lines;
    const auto lane = history.find({0, LockName(lock)});
    if (lane == HoldHistory::noLane)
        return {};
    history.visit(lane, at(from), at(to), [&](const HoldInterval &interval) {
        QByteArray line = word(interval.began);
        line += ' ' + QByteArray::number(interval.from) + '-' + QByteArray::number(interval.to);
        line +=
            QByteArray(" ") + word(interval.ended) + (interval.vague ? " some time before" : "");
        lines += line;
    });
    return lines;
}

HoldHistory after(const std::vector<Event> &events, const HoldHistory::Limits &limits = {})
{
    HoldHistory history(limits);
    for (const Event &event : events)
        history.note(event);
    return history;
}

} // namespace

class TestHoldHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLossEndsEachHoldOfIt()
    {
        Event loss = serverEvent(EventType::Lost, 30);
        loss.unseen = true;
        loss.lost = std::make_shared<const std::vector<LostHold>>(std::vector<LostHold>{
            {LockName("a"), "reentrant", ann, Mode::Exclusive, 1},
            {LockName("b"), "read-write", ann, Mode::Read, 1},
            {LockName("b"), "read-write", bob, Mode::Read, 1},
            {LockName("permits"), "semaphore", std::nullopt, Mode::Exclusive, 1}});
        const HoldHistory history =
            after({lockEvent(EventType::Acquired, 10, ann),
                   lockEvent(EventType::Acquired, 10, ann, "b", Mode::Read),
                   lockEvent(EventType::Acquired, 20, bob, "b", Mode::Read), loss});
        QCOMPARE(told(history), QByteArrayList{"acquired 10-30 lost some time before"});
        QCOMPARE(told(history, "b").size(), 2);
        QVERIFY(history.open(history.find({0, LockName("b")})).empty());
    }

    void eachEndIsTold_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("line");
        using enum EventType;
        QTest::newRow("released") << int(Released) << QByteArray("acquired 10-70 released");
        QTest::newRow("expired") << int(Expired) << QByteArray("acquired 10-70 expired");
        QTest::newRow("forced") << int(ForceUnlocked) << QByteArray("acquired 10-70 forced");
        QTest::newRow("renewed") << int(Renewed) << QByteArray("acquired 10-70 held");
        QTest::newRow("again") << int(Acquired)
                               << QByteArray("acquired 10-70 unknown some time before");
    }
    void eachEndIsTold()
    {
        QFETCH(int, type);
        QFETCH(QByteArray, line);
        const auto history =
            after({lockEvent(EventType::Acquired, 10, ann), lockEvent(EventType(type), 70, ann)});
        QCOMPARE(told(history).value(0), line);
    }

    void aHandOverEndsOneAndBeginsTheNext()
    {
        auto history = after({lockEvent(EventType::Acquired, 10, ann), handOver(30, ann, bob),
                              handOver(50, bob, ann)});
        QCOMPARE(told(history),
                 QByteArrayList({"acquired 10-30 given", "given 30-50 given", "given 50-50 held"}));
        const auto lane = history.find({0, LockName("a")});
        QVERIFY(!history.isShared(lane));
        const auto hers = history.heldBy([](const OwnerId &owner) { return owner == ann; });
        QCOMPARE(hers.size(), 2u);
        QCOMPARE(hers[0].interval.from, 50);
        const auto next = history.after(lane, hers[1].interval);
        QCOMPARE(next.size(), 2u);
        QCOMPARE(history.owners().owner(next[0].owner), bob);
    }

    void whatWasNotSeenIsSaidToBe()
    {
        // A scan finds the hold; a gap hides its end; the first event is a renewal or an end.
        Event release = lockEvent(EventType::Released, 40, ann);
        release.unseen = true;
        QCOMPARE(told(after({lockEvent(EventType::Appeared, 10, ann), release})),
                 QByteArrayList({"appeared 10-40 released some time before"}));
        QCOMPARE(told(after({lockEvent(EventType::Renewed, 20, ann)})),
                 QByteArrayList({"unseen 20-20 held"}));
        QCOMPARE(told(after({lockEvent(EventType::Expired, 20, ann)})),
                 QByteArrayList({"unseen 20-20 expired"}));
        Event later = handOver(60, ann, bob);
        later.unseen = true;
        QCOMPARE(told(after({lockEvent(EventType::Acquired, 10, ann), later})),
                 QByteArrayList({"acquired 10-60 given some time before", "appeared 60-60 held"}));
    }

    void readersOverlap()
    {
        using enum EventType;
        const auto history =
            after({lockEvent(Acquired, 10, ann, "a", Mode::Read),
                   lockEvent(Acquired, 20, bob, "a", Mode::Read),
                   lockEvent(Expired, 30, bob, "a", Mode::Read),
                   lockEvent(Reentered, 35, bob, "a", Mode::Read), // its entry was still there
                   lockEvent(Released, 40, ann, "a", Mode::Read)});
        QCOMPARE(told(history),
                 QByteArrayList(
                     {"acquired 20-30 expired", "acquired 10-40 released", "acquired 35-35 held"}));
        QVERIFY(history.isShared(history.find({0, LockName("a")})));
        // Seen from late, the first to end is not the first to begin.
        QCOMPARE(told(history, "a", 31, 34), QByteArrayList({"acquired 10-40 released"}));
    }

    void marksAreKeptWithTheirHolder()
    {
        using enum EventType;
        const auto history =
            after({lockEvent(Acquired, 10, ann), lockEvent(Renewed, 20, ann),
                   lockEvent(RenewalOverdue, 50, ann), lockEvent(Renewed, 60, ann),
                   lockEvent(RenewalResumed, 60, ann), lockEvent(Renewed, 60, bob, "other")});
        const auto lane = history.find({0, LockName("a")});
        const HoldInterval hold = history.open(lane).front();
        QCOMPARE(hold.renewals, 2u);
        QVERIFY(hold.wasOverdue && !hold.overdue);
        std::vector<HoldMark> marks;
        history.visitMarks(lane, at(20), at(55),
                           [&](const HoldMark &mark) { marks.push_back(mark); });
        QCOMPARE(marks,
                 std::vector<HoldMark>({{at(50), hold.owner, HoldMark::Type::Overdue},
                                        {at(20), hold.owner, HoldMark::Type::Renewed}}));
    }

    void holesAndActionsAreKept()
    {
        using enum EventType;
        auto history =
            after({serverEvent(ServerDown, 10, 1, u"refused"_s), serverEvent(ServerDown, 12, 0),
                   serverEvent(ServerUp, 30, 1), serverEvent(Gap, 30, 1, u"not connected"_s)});
        const std::vector<WatchHole> holes(history.holes().begin(), history.holes().end());
        QCOMPARE(holes,
                 std::vector<WatchHole>({{1, at(10), at(30), true, {}, u"refused"_s, {1}},
                                         {0, at(12), {}, true, {}, {}, {0}},
                                         {1, at(30), at(30), false, {}, u"not connected"_s, {1}}}));
        const OperatorMark unlock{at(40), {0, LockName("a")}, "force-unlock", true};
        history.note(unlock);
        QCOMPARE(history.actions().size(), 1u);
        QCOMPARE(history.actions().front(), unlock);
    }

    // It is given up some seconds after its last answer.
    void anOutageBeginsWithTheLastSight()
    {
        using enum EventType;
        using Sight = WaiterHistory::Sight;
        HoldHistory history;
        history.noteSight({0}, {0}, Sight::Lost, at(18));
        history.note(serverEvent(ServerDown, 20, 0));
        history.note(serverEvent(ServerDown, 20, 1)); // seen until then
        history.noteSight({0}, {0}, Sight::Returning, at(30));
        history.note(serverEvent(ServerUp, 30, 0));
        history.note(serverEvent(ServerDown, 40, 0));
        QCOMPARE(history.holes().size(), 3u);
        QCOMPARE(history.holes()[0].from, at(18));
        QCOMPARE(history.holes()[0].to, std::optional(at(30)));
        QCOMPARE(history.holes()[1].from, at(20));
        QCOMPARE(history.holes()[2].from, at(40));
    }

    // The shards of a cluster are servers of one deployment.
    void aShardHidesItsOwnLocksAlone()
    {
        using enum EventType;
        const auto ofShard = [](Event event, int server) {
            event.deploymentId = {0};
            event.serverId = {server};
            return event;
        };
        const auto history = after(
            {ofShard(lockEvent(Acquired, 10, ann, "a"), 0),
             ofShard(lockEvent(Acquired, 10, ann, "b"), 1), ofShard(serverEvent(ServerDown, 20), 0),
             ofShard(serverEvent(ServerDown, 22), 1), ofShard(serverEvent(ServerUp, 30), 0),
             ofShard(serverEvent(Failover, 30, 0, u"the primary is b now"_s), 0)});
        QCOMPARE(history.holes().size(), 2u);
        const WatchHole &first = history.holes()[0];
        QCOMPARE(first.to, std::optional(at(30)));
        QCOMPARE(first.reason.english(), u"the primary is b now"_s);
        QVERIFY(!history.holes()[1].to);
        QVERIFY(history.concerns(first, {0, LockName("a")}));
        QVERIFY(!history.concerns(first, {0, LockName("b")}));
        QVERIFY(history.concerns(first, {0, LockName("nobody has seen")}));
        QVERIFY(!history.concerns(first, {1, LockName("a")}));
    }

    void lostEventsAreMadeGood()
    {
        auto history = after({lockEvent(EventType::Acquired, 10, ann)});
        const LockRecord lock = heldRecord(bob, 25);
        history.reconcile(lock.id, &lock, at(40));
        QCOMPARE(told(history),
                 QByteArrayList({"acquired 10-40 unknown some time before", "unseen 25-40 held"}));
        history.reconcile(lock.id, &lock, at(50)); // nothing new
        QCOMPARE(history.size(), 2u);
        history.reconcile(lock.id, nullptr, at(60));
        QCOMPARE(told(history).value(1), QByteArray("unseen 25-60 unknown some time before"));
    }

    void aServerThatIsLeftEndsWhatItHeld()
    {
        auto history = after({lockEvent(EventType::Acquired, 10, ann),
                              lockEvent(EventType::Acquired, 10, ann, "b", Mode::Exclusive, 1),
                              serverEvent(EventType::ServerDown, 15)});
        history.noteLeft({0}, at(30));
        QCOMPARE(told(history), QByteArrayList({"acquired 10-30 unknown some time before"}));
        QCOMPARE(history.open(history.find({1, LockName("b")})).size(), 1u);
        QCOMPARE(history.holes().front().to, std::optional(at(30)));
    }

    void theOldestGoes()
    {
        using enum EventType;
        HoldHistory history({3, 2, 1});
        for (int i = 0; i < 10; ++i) {
            const QByteArray name = i % 2 ? "odd" : "even";
            history.note(lockEvent(Acquired, 10 * i, ann, name));
            history.note(lockEvent(Released, 10 * i + 5, ann, name));
        }
        QCOMPARE(history.size(), 3u);
        QCOMPARE(history.dropped(), 7u);
        QCOMPARE(told(history, "odd"),
                 QByteArrayList({"acquired 70-75 released", "acquired 90-95 released"}));
        for (int i = 0; i < 5; ++i) // held: they stay, and the others make room
            history.note(lockEvent(Acquired, 200 + i, bob, "held" + QByteArray::number(i)));
        QCOMPARE(history.size(), 3u);
        QCOMPARE(history.find({0, LockName("odd")}), HoldHistory::noLane);
        QCOMPARE(told(history, "held0"), QByteArrayList({"acquired 200-200 held"}));
        QCOMPARE(history.find({0, LockName("held4")}), HoldHistory::noLane);
        QCOMPARE(history.lanes().size(), 3u);
        QCOMPARE(history.owners().size(), 1u);
        for (int i = 0; i < 5; ++i) {
            history.note(lockEvent(Renewed, 300 + i, bob, "held0"));
            history.note(serverEvent(Gap, 300 + i));
        }
        QCOMPARE(history.droppedMarks(), 3u);
        QCOMPARE(history.holes().size(), 1u);
        int marks = 0;
        history.visitMarks(history.find({0, LockName("held0")}), at(0), at(1000),
                           [&](const HoldMark &mark) { marks += mark.at >= at(303) ? 1 : 100; });
        QCOMPARE(marks, 2);
    }

    void aClockThatIsSetBackLosesNothing()
    {
        using enum EventType;
        const auto history = after({lockEvent(Acquired, 1000, ann), lockEvent(Released, 2000, ann),
                                    lockEvent(Acquired, 2500, bob), lockEvent(Released, 100, bob),
                                    lockEvent(Acquired, 200, ann), lockEvent(Released, 300, ann)});
        QCOMPARE(told(history),
                 QByteArrayList({"acquired 200-300 released", "acquired 1000-2000 released",
                                 "acquired 2500-2500 released"}));
        QCOMPARE(told(history, "a", 250, 260), QByteArrayList({"acquired 200-300 released"}));
    }

    // Against a plain list of all that was noted.
    void anyRangeIsFound()
    {
        std::minstd_rand random(7);
        HoldHistory history({60, 50, 10});
        struct Known {
            QByteArray lock;
            OwnerId owner;
            qint64 from;
            qint64 to;
        };
        std::vector<Known> all; // by their end
        std::map<std::pair<QByteArray, OwnerId>, qint64> held;
        qint64 now = 0;
        for (int step = 0; step < 3000; ++step) {
            now += qint64(random() % 5);
            const QByteArray lock = "lock" + QByteArray::number(random() % 7);
            const OwnerId owner("owner" + QByteArray::number(random() % 4));
            const auto known = held.find({lock, owner});
            const bool isHeld = known != held.end();
            history.note(lockEvent(isHeld ? EventType::Released : EventType::Acquired, now, owner,
                                   lock, Mode::Read));
            if (isHeld) {
                all.push_back({lock, owner, known->second, now});
                held.erase(known);
            } else {
                held[{lock, owner}] = now;
            }
            QVERIFY(history.size() <= 60);
            const qint64 from = now - qint64(random() % 100);
            const qint64 to = from + qint64(random() % 50);
            const auto lane = history.find({0, LockName(lock)});
            if (lane == HoldHistory::noLane)
                continue;
            std::multimap<QByteArray, qint64> expected;
            const std::size_t kept = history.size() - held.size();
            QVERIFY(kept <= all.size());
            for (std::size_t i = all.size() - kept; i < all.size(); ++i) {
                if (all[i].lock == lock && all[i].from <= to && all[i].to >= from)
                    expected.emplace(all[i].owner.bytes, all[i].from);
            }
            for (const auto &[who, since] : held) {
                if (who.first == lock && since <= to)
                    expected.emplace(who.second.bytes, since);
            }
            std::multimap<QByteArray, qint64> found;
            history.visit(lane, at(from), at(to), [&](const HoldInterval &interval) {
                found.emplace(history.owners().owner(interval.owner).bytes, interval.from);
            });
            QCOMPARE(found.size(), expected.size());
            for (const auto &[owner_, since] : expected) {
                const auto range = found.equal_range(owner_);
                QVERIFY(std::any_of(range.first, range.second,
                                    [&](const auto &hit) { return hit.second == since; }));
            }
        }
    }
};

LOCKSCOPE_TEST_SUITE(TestHoldHistory)
#include "tst_holdhistory.moc"
