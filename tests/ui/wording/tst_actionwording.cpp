// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/sightof.h"

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::Effect;
using admin::Outcome;
using Status = admin::Outcome::Status;

class TestActionWording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void writesCommandsUnambiguously_data();
    void writesCommandsUnambiguously();
    void distinguishesWhatLooksAlike();
    void hasASentenceForEveryEffect();
    void namesWhoIsMeant();
    void tellsWhatBecameOfIt();
    void tellsOfEachStep();
    void tellsWhatIsThereNow();
    void makesASightOfWhatTheWatchShows();
};

void TestActionWording::writesCommandsUnambiguously_data()
{
    QTest::addColumn<QByteArray>("argument");
    QTest::addColumn<QString>("text");
    const auto row = [](const QByteArray &argument, const QString &text) {
        QTest::newRow(argument.toHex().constData()) << argument << text;
    };
    row("orders", u"orders"_s);
    row("{a}:b-c", u"{a}:b-c"_s);
    row("", u"\"\""_s);
    row("two words", u"\"two words\""_s);
    row("a\"b", u"\"a\\\"b\""_s);
    row("a'b", u"\"a'b\""_s);
    row("a\\b", u"\"a\\\\b\""_s);
    row("a\nb", u"\"a\\nb\""_s);
    row("\x1b[2J", u"\"\\x1b[2J\""_s);
    row("\xff", u"\"\\xff\""_s);
    row("caf\xc3\xa9", QString::fromUtf8("caf\xc3\xa9"));
    row("\xe2\x80\xae", u"\"\\xe2\\x80\\xae\""_s); // turns a line around
    row("\xef\xbb\xbfjob", u"\"\\xef\\xbb\\xbfjob\""_s); // a mark that decoders drop
    row("\xc2\xa0", QString::fromUtf8("\"\xc2\xa0\"")); // a space that does not look like one
    row("\\u{202e}", u"\"\\\\u{202e}\""_s);
}

void TestActionWording::writesCommandsUnambiguously()
{
    QFETCH(QByteArray, argument);
    QFETCH(QString, text);
    QCOMPARE(wording::commandText({"DEL", argument}), u"DEL "_s + text);
}

void TestActionWording::distinguishesWhatLooksAlike()
{
    QVERIFY(wording::commandText({"DEL", "a b"}) != wording::commandText({"DEL", "a", "b"}));
    QVERIFY(wording::commandText({"DEL", "\"a\""}) != wording::commandText({"DEL", "a"}));
    QVERIFY(wording::commandText({"DEL", "\\xff"}) != wording::commandText({"DEL", "\xff"}));
    QVERIFY(wording::commandText({"DEL", "a\" \"b"}) != wording::commandText({"DEL", "a", "b"}));
}

void TestActionWording::hasASentenceForEveryEffect()
{
    std::set<QString> sentences;
    int count = 0;
    for (int i = 0; i <= static_cast<int>(Effect::TokenIsKept); ++i, ++count)
        sentences.insert(wording::effect(static_cast<Effect>(i)));
    QCOMPARE(sentences.size(), std::size_t(count));
    QVERIFY(!sentences.contains(QString()));
}

void TestActionWording::namesWhoIsMeant()
{
    admin::Action action;
    QCOMPARE(wording::actionTitle(action), u"Force-unlock"_s);
    action = {admin::ActionType::ReleaseHold, OwnerId("b\n:7"), format::Mode::Write, true, {}};
    QCOMPARE(wording::actionTitle(action), u"Release the write hold of b\\n:7"_s);
    action.allHolds = false;
    QCOMPARE(wording::actionTitle(action), u"Release one write count of b\\n:7"_s);
    action.type = admin::ActionType::RemoveWaiter;
    QCOMPARE(wording::actionTitle(action), u"Remove b\\n:7 from the queue"_s);

    admin::Sight sight;
    QCOMPARE(wording::holdersOf(sight), u"nobody"_s);
    sight.holds = {{OwnerId("a:1"), format::Mode::Write, 2, false, {}},
                   {OwnerId("%1:2"), format::Mode::Read, 1, false, {}}};
    QCOMPARE(wording::holdersOf(sight), u"a:1, count 2 (write), %1:2 (read)"_s);
    sight.holds.back().stale = true;
    QCOMPARE(wording::holdersOf(sight), u"a:1, count 2 (write), %1:2 (read) (expired)"_s);
    sight.holds.back().stale = false;
    sight.holds.assign(9, sight.holds.front());
    QVERIFY(wording::holdersOf(sight).endsWith(u"and 4 more"_s));
}

void TestActionWording::tellsWhatBecameOfIt()
{
    admin::Plan plan;
    plan.commands = {{"DEL", "a"}, {"PUBLISH", "c", "0"}};
    std::set<QString> sentences;
    for (const Status status : {Status::Done, Status::Changed, Status::Declined, Status::Refused,
                                Status::NotPermitted, Status::Failed, Status::Unknown}) {
        Outcome outcome;
        outcome.status = status;
        if (status == Status::NotPermitted || status == Status::Failed)
            outcome.error = Error{ErrorKind::Server, admin::name(status), u"no"_s, {}};
        const QString sentence = wording::outcomeSentence(outcome, plan);
        QVERIFY(!sentence.isEmpty());
        QVERIFY(sentence.front().isLower());
        sentences.insert(sentence);
        outcome.detail = u"the log\n"_s;
        QVERIFY(wording::outcomeSentence(outcome, plan).endsWith(u"(the log\\n)"_s));
    }
    QVERIFY(sentences.size() >= 6);
    Outcome done;
    done.status = Status::Done;
    done.woken = 0;
    QCOMPARE(wording::outcomeSentence(done, plan),
             u"done; no client was listening for a wake-up"_s);
    done.woken = 3;
    QVERIFY(wording::outcomeSentence(done, plan).contains(u"3 listening clients"_s));
    plan.commands.pop_back();
    QCOMPARE(wording::outcomeSentence(done, plan), u"done"_s);
}

void TestActionWording::tellsOfEachStep()
{
    admin::Plan plan;
    plan.parts.resize(4);
    plan.parts[1].commands = {{"DEL", "a"}}; // the first only compares
    plan.parts[2].commands = {{"DEL", "b"}};
    plan.parts[2].token = "mine";
    plan.parts[3].commands = {{"LPUSH", "c", "1"}, {"PEXPIRE", "c", "1000"}};
    Outcome done, changed, whole;
    done.status = Status::Done;
    changed.status = Status::Changed;
    whole.status = Status::Done;
    whole.parts = {done, changed, done};
    QCOMPARE(wording::outcomeSentence(whole, plan), u"done in 2 steps"_s);
    QCOMPARE(wording::stepLines(whole, plan),
             (QStringList{u"DEL a: done"_s, u"LPUSH c 1; PEXPIRE c 1000: done"_s}));
    whole.parts = {done};
    QCOMPARE(wording::stepLines(whole, plan), QStringList{u"DEL a: done"_s});

    watch::ServerRecord server;
    QCOMPARE(wording::keyspaceOf(nullptr), admin::Keyspace::Whole);
    QCOMPARE(wording::keyspaceOf(&server), admin::Keyspace::Whole);
    server.isShard = true;
    server.version = "Redis 6.2.14";
    QCOMPARE(wording::keyspaceOf(&server), admin::Keyspace::Cluster);
    server.version = "Valkey 9.0.1";
    QCOMPARE(wording::keyspaceOf(&server), admin::Keyspace::ShardedCluster);
}

void TestActionWording::tellsWhatIsThereNow()
{
    admin::Plan plan;
    plan.sight.kind = "reentrant";
    plan.sight.holds = {{OwnerId("a:1"), {}, 1, false, {}}};
    Outcome outcome;
    outcome.status = Status::Changed;
    outcome.foundType = "hash";
    outcome.found = plan.sight;
    const auto says = [&](const QString &part) {
        return wording::outcomeSentence(outcome, plan).contains(part);
    };
    QVERIFY(says(u"still held by a:1"_s));
    outcome.found->holds.front().owner = OwnerId("b:2");
    QVERIFY(says(u"now held by b:2"_s) && says(u"check the lock"_s));
    const QString named =
        wording::outcomeSentence(outcome, plan, {{OwnerId("b:2"), Alias("billing")}});
    QVERIFY2(named.contains(u"now held by billing (b:2)"_s), qPrintable(named));
    outcome.found->kind = "fair";
    QVERIFY(says(u"kind is now fair"_s));
    outcome.found->holds.clear();
    QVERIFY(says(u"no holder now"_s));
    outcome.found->kind.clear();
    outcome.foundType = "list";
    QVERIFY(says(u"has the type list"_s));
    outcome.foundType = "none";
    QVERIFY(says(u"no holder now"_s));
    plan.sight.number = 3;
    for (const auto &[kind, words] : {std::pair("semaphore", u"not initialised any more"_s),
                                      std::pair("count-down-latch", u"the latch is open now"_s)}) {
        plan.sight.kind = kind;
        plan.sight.holds.clear();
        outcome.found = plan.sight;
        outcome.found->number.reset();
        QVERIFY2(says(words), kind);
    }
}

void TestActionWording::makesASightOfWhatTheWatchShows()
{
    const StandingClock clock;
    const watch::LockRecord fair = fairLock("orders", clock, 3);
    const admin::Sight sight = wording::sightOf(fair, clock.now());
    QCOMPARE(sight.name.bytes, "orders"_ba);
    QCOMPARE(sight.kind, "fair"_ba);
    QCOMPARE(sight.holds.size(), std::size_t(1));
    QCOMPARE(sight.holds.front().timeToLive, std::optional<Millis>(12'000));
    QCOMPARE(sight.timeToLive, std::optional<Millis>(12'000));
    QCOMPARE(sight.waiters->size(), std::size_t(3));
    QCOMPARE(sight.waiters->at(1).timeLeft, std::optional<Millis>(10'000));
    QVERIFY(!sight.waiters->at(1).isDead());
    // Later: the lock's time is over, a waiter's deadline is behind it.
    const admin::Sight late = wording::sightOf(fair, clock.now() + std::chrono::seconds(13));
    QCOMPARE(late.timeToLive, std::optional<Millis>(0));
    QCOMPARE(late.waiters->at(1).timeLeft, std::optional<Millis>(-3000));
    QVERIFY(late.waiters->at(1).isDead());
    watch::LockRecord endless = heldLock("a", clock);
    endless.deadline.reset();
    endless.truncated = true;
    QVERIFY(!wording::sightOf(endless, clock.now()).timeToLive);
    QVERIFY(wording::sightOf(endless, clock.now()).truncated);
}

LOCKSCOPE_TEST_SUITE(TestActionWording)
#include "tst_actionwording.moc"
