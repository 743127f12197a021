// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/ladder.h"
#include "core/watch/find/pacing.h"
#include "core/watch/read/refusals.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray joined(const std::vector<QByteArray> &parts)
{
    return QByteArrayList(parts.begin(), parts.end()).join(' ');
}

Reply answer(const QByteArray &error)
{
    Reply reply;
    reply.type = error.isEmpty() ? Reply::Type::Integer : Reply::Type::Error;
    reply.bytes = error;
    return reply;
}

const QByteArray noKey = "NOPERM this user has no permissions to access one of the keys used as "
                         "arguments";
const QByteArray noCommand = "NOPERM this user has no permissions to run the 'llen' command";

Grants everything()
{
    Grants grants;
    grants.listening = grants.tracking = grants.channels = true;
    return grants;
}

Grants withoutTracking()
{
    Grants grants = everything();
    grants.tracking = false;
    grants.trackingRefused = u"NOPERM tracking"_s;
    grants.keyspace = true;
    return grants;
}

} // namespace

class TestLadder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void prefixesDoNotOverlap()
    {
        const auto plan = trackingPlan({"lock:", "lock:a", "other"}, {});
        QCOMPARE(joined(plan.prefixes), QByteArray("lock: other redisson_ {lock: {other"));
        QVERIFY(plan.reason.isEmpty());
        QCOMPARE(joined(trackingPlan({}, {LockName("one")}).prefixes),
                 QByteArray("one redisson_ {one"));
        QCOMPARE(joined(trackingPlan({"r"}, {}).prefixes), QByteArray("r {r"));
        // For a library that keeps its queues elsewhere.
        QCOMPARE(joined(trackingPlan({"rql:lock:ma"}, {}).prefixes),
                 QByteArray("redisson_ rql:lock:ma rql:lock_queue:ma {rql:lock:ma"));
        QCOMPARE(joined(trackingPlan({"rql:"}, {}).prefixes), QByteArray("redisson_ rql: {rql:"));
    }

    void noMoreThanTenPrefixes()
    {
        const std::vector<QByteArray> four{"a", "b", "c", "d"};
        QCOMPARE(trackingPlan(four, {}).prefixes.size(), std::size_t(9));
        const std::vector<QByteArray> five{"a", "b", "c", "d", "e"};
        const auto plan = trackingPlan(five, {});
        QVERIFY(plan.prefixes.empty());
        QVERIFY(plan.reason.english().contains(u"11 prefixes"_s));
        QVERIFY(!trackingPlan({}, {}).reason.isEmpty());
    }

    void keyspaceChannelsNameTheDatabase()
    {
        const auto plan = trackingPlan({"a*b"}, {});
        QCOMPARE(keyspacePatterns(plan, 3).front(), QByteArray("__keyspace@3__:a\\*b*"));
        QCOMPARE(joined(keyspacePatterns(trackingPlan({}, {}), 0)), QByteArray("__keyspace@0__:*"));
        QCOMPARE(keyOfKeyspaceChannel("__keyspace@12__:a__:b")->bytes, QByteArray("a__:b"));
        QVERIFY(!keyOfKeyspaceChannel("redisson_lock__channel:{a}"));
        QVERIFY(!keyOfKeyspaceChannel("__keyspace@12"));
    }

    void classesThatAreMissing()
    {
        QCOMPARE(missingClasses("KA"), QString());
        QCOMPARE(missingClasses("gxehlsz$K"), QString());
        QCOMPARE(missingClasses("gxhlz$K"), u"e, s"_s);
        QCOMPARE(missingClasses("AE"), u"K"_s);
        QCOMPARE(missingClasses("Kgx"), u"e, h, l, s, z, $"_s);
    }

    void theBestThatIsGranted_data()
    {
        QTest::addColumn<Grants>("grants");
        QTest::addColumn<bool>("prefixes");
        QTest::addColumn<WatchMode>("mode");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const Grants &grants, bool prefixes, WatchMode mode,
                            const QString &reason) {
            QTest::newRow(name) << grants << prefixes << mode << reason;
        };
        row("all", everything(), true, WatchMode::Tracking, {});
        row("without prefix", everything(), false, WatchMode::TrackingAll,
            u"no prefix was given"_s);
        Grants grants = withoutTracking();
        grants.notifyFlags = "AK";
        row("notifications", grants, true, WatchMode::Notifications, u"NOPERM tracking"_s);
        grants.notifyFlags = "Kx";
        row("too few notifications", grants, true, WatchMode::Channels,
            u"NOPERM tracking; keyspace notifications lack g, e, h, l, s, z, $"_s);
        grants.notifyFlags = "";
        row("off", grants, true, WatchMode::Channels,
            u"NOPERM tracking; keyspace notifications are off"_s);
        grants.notifyFlags.reset();
        row("not heard", grants, true, WatchMode::Channels,
            u"NOPERM tracking; no keyspace notification was received"_s);
        grants.heardKeyspace = true;
        row("heard", grants, true, WatchMode::Notifications, u"NOPERM tracking"_s);
        grants.keyspaceDoubtful = true;
        row("doubtful", grants, true, WatchMode::Channels,
            u"NOPERM tracking; keyspace notifications cover only some changes"_s);
        grants.keyspace = grants.channels = false;
        grants.keyspaceRefused = grants.channelsRefused = u"NOPERM channels"_s;
        row("nothing", grants, true, WatchMode::Polling, u"NOPERM tracking; NOPERM channels"_s);
        grants = everything();
        grants.shardedLacks = u"NOPERM sharded"_s;
        row("without sharded channels", grants, true, WatchMode::Tracking, u"NOPERM sharded"_s);
        grants = everything();
        grants.listening = false;
        grants.lost = u"gone"_s;
        row("lost", grants, true, WatchMode::Polling, u"gone"_s);
    }
    void theBestThatIsGranted()
    {
        QFETCH(Grants, grants);
        QFETCH(bool, prefixes);
        QFETCH(WatchMode, mode);
        QFETCH(QString, reason);
        const auto plan = prefixes ? trackingPlan({"lock:"}, {}) : trackingPlan({}, {});
        const Rung rung = chooseRung(grants, plan);
        QCOMPARE(rung.mode, mode);
        QCOMPARE(rung.reason.english(), reason);
    }

    void doubtEndsLaterEachTime()
    {
        Doubt doubt;
        const Instant start(1h);
        QVERIFY(!doubt.isRaised() && !doubt.isOver(start));
        doubt.raise(start, 30s);
        QVERIFY(doubt.isRaised());
        QVERIFY(!doubt.isOver(start + 29s));
        QVERIFY(doubt.isOver(start + 30s));
        doubt.settle();
        QVERIFY(!doubt.isRaised());
        doubt.raise(start, 30s);
        QVERIFY(!doubt.isOver(start + 59s));
        QVERIFY(doubt.isOver(start + 60s));
        for (int i = 0; i < 50; ++i)
            doubt.raise(start, 30s);
        QVERIFY(doubt.isOver(start + 32min));
        doubt.clear();
        doubt.raise(start, 30s);
        QVERIFY(doubt.isOver(start + 30s));
    }

    void aFewQuestionsStandForAll()
    {
        Refusals refusals;
        const auto key = [](int i, bool isOfLock = false) {
            Refusal refusal =
                refusalOf(answer(noKey), {"TYPE", "k" + QByteArray::number(i)}, u"s"_s);
            refusal.isOfLock = isOfLock;
            return refusal;
        };
        QVERIFY(refusals.note(key(0)));
        for (int i = 0; i < 1000; ++i)
            QVERIFY(!refusals.note(key(i))); // it was told
        QVERIFY(refusals.all().size() < 5);
        // Keys of locks are not hidden behind those of others, nor commands behind keys.
        QVERIFY(!refusals.note(key(5000, true)));
        QVERIFY(refusals.holds({"TYPE", "k5000"}));
        Refusal command = refusalOf(answer(noCommand), {"LLEN", "a"}, u"s"_s);
        QVERIFY(!command.isAboutKey && key(0).isAboutKey);
        QVERIFY(refusals.note(command));
        QCOMPARE(refusals.error(false)->text, QString::fromUtf8(noCommand));
        QCOMPARE(refusals.error(true)->text, QString::fromUtf8(noKey));
        refusals.remove(command);
        QVERIFY(!refusals.error(false));
        command.isHarmless = true;
        refusals.clear();
        QVERIFY(refusals.note(command) && !refusals.isEmpty() && !refusals.error(false));
    }

    void whatIsNotRefusedAnyMore_data()
    {
        QTest::addColumn<QByteArray>("was");
        QTest::addColumn<QByteArray>("is");
        QTest::addColumn<bool>("isGranted");
        QTest::newRow("answered") << noKey << QByteArray() << true;
        QTest::newRow("as before") << noKey << noKey << false;
        QTest::newRow("the command, too") << noKey << noCommand << false;
        QTest::newRow("the command still") << noCommand << noCommand << false;
        QTest::newRow("the command, not the key") << noCommand << noKey << true;
        QTest::newRow("another type") << noKey << QByteArray("WRONGTYPE no list") << true;
        QTest::newRow("loading") << noKey << QByteArray("LOADING") << false;
        QTest::newRow("an old server") << QByteArray("ERR unknown command 'X'")
                                       << QByteArray("ERR unknown command 'X'") << false;
        QTest::newRow("no answer as before")
            << QByteArray("ERR no") << QByteArray("ERR no") << false;
    }
    void whatIsNotRefusedAnyMore()
    {
        QFETCH(QByteArray, was);
        QFETCH(QByteArray, is);
        const Refusal refusal = refusalOf(answer(was), {"LLEN", "a"}, u"s"_s);
        QTEST(watch::isGranted(refusal, answer(is)), "isGranted");
    }

    void aShareOfTheTime()
    {
        Pacing pacing(0.05, 10ms);
        pacing.charge(10ms);
        QCOMPARE(pacing.due(), 0ms); // the free part
        pacing.charge(1ms);
        QCOMPARE(pacing.due(), 19ms);
        pacing.paused(18500us);
        QCOMPARE(pacing.due(), 0ms); // not worth a timer, and not forgotten
        pacing.charge(100us);
        QCOMPARE(pacing.due(), 2ms);
        pacing.paused(10s); // no credit for a burst
        pacing.charge(3ms);
        QVERIFY(pacing.due() >= 38ms);
        pacing.restart();
        pacing.setShare(1);
        pacing.charge(1s);
        QCOMPARE(pacing.due(), 0ms);
    }

    void aStepCostsTheLeastOfTheLastFew()
    {
        StepCost cost;
        QCOMPARE(cost.of(600us), 300us); // of which half at least was the server's
        cost.noteRoundTrip(100us);
        cost.noteRoundTrip(5ms); // the least of these, too
        QCOMPARE(cost.of(600us), 500us);
        QCOMPARE(cost.of(50ms), 500us); // the machine was busy
        QCOMPARE(cost.of(500us), 400us);
        QCOMPARE(cost.of(150us), 75us);
        for (int i = 0; i < 7; ++i)
            QCOMPARE(cost.of(1ms), 75us);
        QCOMPARE(cost.of(1ms), 900us); // steps have become dearer in truth
    }

    // The total cost of a scan, step by step, with a timer that oversleeps.
    void aScanKeepsToItsBudget()
    {
        Pacing pacing(0.05, 10ms);
        Pacing::Cost spent{0};
        Pacing::Cost slept{0};
        for (int step = 0; step < 1000; ++step) {
            pacing.charge(400us);
            spent += 400us;
            while (pacing.due() > 0ms) {
                const Pacing::Cost pause = pacing.due() + 1300us;
                slept += pause;
                pacing.paused(pause);
            }
        }
        const double share =
            double((spent - 10ms).count()) / double((spent - 10ms + slept).count());
        QVERIFY2(share <= 0.0502 && share >= 0.049, qPrintable(QString::number(share)));
    }

    void sharesAreRead()
    {
        QCOMPARE(parseShare(u"5%"_s).value(), 0.05);
        QCOMPARE(parseShare(u"100"_s).value(), 1.0);
        for (const auto &wrong : {u""_s, u"%"_s, u"0"_s, u"-1"_s, u"101%"_s, u"nan"_s, u"x"_s})
            QVERIFY(!parseShare(wrong));
    }
};

LOCKSCOPE_TEST_SUITE(TestLadder)
#include "tst_ladder.moc"
