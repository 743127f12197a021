// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/plan.h"
#include "tests/support/testmain.h"
#include "ui/wording/actionwording.h"

#include <algorithm>
#include <limits>

using namespace lockscope;
using namespace lockscope::admin;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using format::Mode;

namespace {

const QByteArray ann = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
const QByteArray bob = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7";
const QByteArray id32 = "0123456789abcdef0123456789abcdef";
constexpr ActionType allActions[] = {ActionType::ForceUnlock, ActionType::ReleaseHold,
                                     ActionType::RemoveWaiter, ActionType::Nudge,
                                     ActionType::SetTimeToLive};

Sight sightOf(const QByteArray &kind, Mode mode = Mode::Exclusive, qint64 count = 1)
{
    Sight sight;
    sight.name = LockName("a");
    sight.kind = kind;
    sight.library = kind == "string" ? "generic" : "redisson";
    sight.holds = {{OwnerId(ann), mode, count, false, Millis(20'000)}};
    sight.timeToLive = Millis(20'000);
    if (kind == "fair")
        sight.waiters = {{OwnerId(bob), Millis(320'000)}, {OwnerId("c:1"), Millis(620'000)}};
    if (kind == "fenced")
        sight.fencingToken = 5;
    return sight;
}

Action act(ActionType type, const QByteArray &owner = {}, Mode mode = Mode::Exclusive)
{
    return {type, OwnerId(owner), mode, false, Millis(30'000)};
}

QByteArray text(const Result<Plan> &plan)
{
    if (!plan)
        return "refused: " + plan.error().text.english().toUtf8();
    QByteArrayList lines;
    for (const QString &line : wording::commandLines(*plan))
        lines.append(line.toUtf8());
    return lines.join('|');
}

bool has(const Result<Plan> &plan, Effect effect)
{
    return plan
        && std::find(plan->effects.begin(), plan->effects.end(), effect) != plan->effects.end();
}

} // namespace

class TestPlans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void everyKindHasAPlanOrAReason();
    void refusesWhatCannotBeDone();
    void namesTheEffects();
    void aLapsedHoldIsNotLostAgain();
    void wakesNobodyWhoIsNotThere();
    void writesTheFieldOfAWriter();
    void countsNoFurtherThanItMust();
    void movesUpByTheShareOfTheRemoved();
};

// Every kind with every action, with and without a holder: a plan has commands, effects, keys and a
// script that was embedded; without one there is a sentence.
void TestPlans::everyKindHasAPlanOrAReason()
{
    int plans = 0;
    int reasons = 0;
    for (const QByteArray &kind : {"reentrant"_ba, "fair"_ba, "fenced"_ba, "read-write"_ba,
                                   "string"_ba, "semaphore"_ba, ""_ba}) {
        for (const ActionType type : allActions) {
            for (const Mode mode : {Mode::Exclusive, Mode::Read, Mode::Write}) {
                for (const bool held : {true, false}) {
                    for (const bool all : {true, false}) {
                        Sight sight = sightOf(kind, mode, 2);
                        if (!held)
                            sight.holds.clear();
                        Action action =
                            act(type, type == ActionType::RemoveWaiter ? bob : ann, mode);
                        action.allHolds = all;
                        const auto plan = makePlan(sight, action);
                        if (!plan) {
                            ++reasons;
                            QCOMPARE(plan.error().kind, ErrorKind::InvalidInput);
                            QVERIFY(!plan.error().text.english().isEmpty());
                            continue;
                        }
                        ++plans;
                        QVERIFY(!plan->commands.empty() && !plan->effects.empty());
                        QCOMPARE(plan->keys.front(), "a"_ba);
                        QVERIFY(plan->script.source.contains("isAsSeen()"));
                        QCOMPARE(plan->script.sha1.size(), 40);
                        QCOMPARE(plan->sight, sight);
                        QCOMPARE(plan->action, action);
                        QVERIFY(!wording::actionTitle(action).isEmpty());
                        for (const Effect effect : plan->effects)
                            QVERIFY(wording::effect(effect).endsWith(u'.'));
                    }
                }
            }
        }
    }
    QVERIFY(plans > 100);
    QVERIFY(reasons > 100);
}

void TestPlans::refusesWhatCannotBeDone()
{
    Sight sight = sightOf("reentrant");
    QVERIFY(text(makePlan(sight, act(ActionType::ReleaseHold, bob))).contains("does not hold"));
    QVERIFY(text(makePlan(sight, act(ActionType::ReleaseHold, ann, Mode::Write)))
                .contains("does not hold"));
    QVERIFY(text(makePlan(sight, act(ActionType::RemoveWaiter, bob))).contains("only a fair lock"));
    QVERIFY(text(makePlan(sightOf("fair"), act(ActionType::RemoveWaiter, "nobody")))
                .contains("is not in this queue"));
    Sight empty = sightOf("fair");
    empty.waiters->clear();
    QVERIFY(text(makePlan(empty, act(ActionType::RemoveWaiter, ""))).contains("queue is empty"));
    for (const qint64 span : {qint64(0), qint64(-1), std::numeric_limits<qint64>::min(),
                              std::numeric_limits<qint64>::max()}) {
        Action action = act(ActionType::SetTimeToLive);
        action.timeToLive = Millis(span);
        QVERIFY(text(makePlan(sight, action)).startsWith("refused: a time to live"));
    }
    sight.truncated = true;
    QVERIFY(text(makePlan(sight, act(ActionType::ForceUnlock)))
                .contains("larger than the part that was read"));
    sight = sightOf("reentrant");
    sight.library = "somebody's";
    QVERIFY(text(makePlan(sight, act(ActionType::ForceUnlock))).contains("cannot be acted on"));
    sight = sightOf("read-write", Mode::Read, 0);
    QVERIFY(text(makePlan(sight, act(ActionType::SetTimeToLive))).contains("no count"));
    QVERIFY(makePlan(sight, act(ActionType::ForceUnlock)));
    sight = sightOf("reentrant");
    sight.isGuess = true; // for any action
    for (const ActionType type : {ActionType::ForceUnlock, ActionType::ReleaseHold,
                                  ActionType::Nudge, ActionType::SetTimeToLive})
        QVERIFY(text(makePlan(sight, act(type))).contains("does not act on a guess"));
    sight = sightOf("fair");
    sight.waiters->clear();
    QVERIFY(text(makePlan(sight, act(ActionType::Nudge))).contains("the queue is empty"));
}

void TestPlans::namesTheEffects()
{
    auto plan = makePlan(sightOf("fenced"), act(ActionType::ForceUnlock));
    QVERIFY(has(plan, Effect::HolderLosesLock) && has(plan, Effect::TokenIsKept));
    plan = makePlan(sightOf("reentrant", Mode::Exclusive, 2), act(ActionType::ReleaseHold, ann));
    QVERIFY(has(plan, Effect::HolderKeepsLock) && has(plan, Effect::HolderSharesOwner));
    QVERIFY(!has(plan, Effect::HolderLosesLock));
    plan = makePlan(sightOf("string"), act(ActionType::ForceUnlock));
    QVERIFY(has(plan, Effect::NobodyIsWoken));
    Action ofRedlock = act(ActionType::ForceUnlock);
    ofRedlock.ofRedlock = true;
    plan = makePlan(sightOf("string"), ofRedlock);
    QVERIFY(has(plan, Effect::RedlockWaitersWake) && !has(plan, Effect::NobodyIsWoken));
    Action span = act(ActionType::SetTimeToLive);
    plan = makePlan(sightOf("reentrant"), span); // 20 s were left, 30 s are set
    QVERIFY(has(plan, Effect::LapsesLater) && !has(plan, Effect::WaitersLearnNewTime));
    span.timeToLive = Millis(1000);
    plan = makePlan(sightOf("reentrant"), span);
    QVERIFY(has(plan, Effect::LapsesEarlier) && has(plan, Effect::WaitersLearnNewTime));
    Sight endless = sightOf("reentrant");
    endless.timeToLive.reset();
    plan = makePlan(endless, span);
    QVERIFY(has(plan, Effect::LapsesEarlier));
    plan = makePlan(sightOf("read-write", Mode::Write), act(ActionType::ForceUnlock));
    QVERIFY(has(plan, Effect::AllWaitersWake));
    Sight dead = sightOf("fair");
    dead.waiters->front().timeLeft = Millis(-1);
    plan = makePlan(dead, act(ActionType::ForceUnlock));
    // Nobody has checked whether the next one is there.
    QVERIFY(has(plan, Effect::DeadHeadIsRemoved) && has(plan, Effect::HeadMayWake));
    QVERIFY(!has(plan, Effect::HeadOfQueueWakes));
    // The head is not past its deadline, but its client is gone.
    Sight ghost = sightOf("fair");
    ghost.waiters->front().listening = false;
    for (const ActionType type : {ActionType::ForceUnlock, ActionType::Nudge}) {
        plan = makePlan(ghost, act(type));
        QVERIFY(has(plan, Effect::HeadListensNot) && !has(plan, Effect::HeadOfQueueWakes));
    }
    ghost.waiters->front().listening = true;
    QVERIFY(has(makePlan(ghost, act(ActionType::ForceUnlock)), Effect::HeadOfQueueWakes));
}

// A reader or a holder of a permit whose time has passed stays listed, and has lost it already.
void TestPlans::aLapsedHoldIsNotLostAgain()
{
    for (const auto &[kind, library] :
         {std::pair("read-write", "redisson"), std::pair("counting-semaphore", "madelson"),
          std::pair("counting-semaphore", "redis-semaphore")}) {
        Sight sight = sightOf(kind, Mode::Exclusive, 2);
        sight.library = library;
        if (sight.kind == "read-write")
            sight.holds.front().mode = Mode::Read;
        const Mode mode = sight.holds.front().mode;
        Action release = act(ActionType::ReleaseHold, ann, mode);
        release.allHolds = true;
        for (const Action &action : {act(ActionType::ForceUnlock), release}) {
            sight.holds.front().stale = false;
            auto plan = makePlan(sight, action);
            QVERIFY2(plan && !has(plan, Effect::HoldHasLapsed), kind);
            QVERIFY2(has(plan, Effect::HolderLosesLock) || has(plan, Effect::HolderNeverNotices),
                     kind);
            sight.holds.front().stale = true;
            plan = makePlan(sight, action);
            QVERIFY2(has(plan, Effect::HoldHasLapsed), kind);
            QVERIFY2(!has(plan, Effect::HolderLosesLock) && !has(plan, Effect::HolderNeverNotices),
                     kind);
        }
        if (sight.kind != "read-write")
            continue;
        release.allHolds = false; // one count of a reader, beside another reader
        sight.holds.push_back({OwnerId(bob), Mode::Read, 1, false, Millis(20'000)});
        const auto plan = makePlan(sight, release);
        QVERIFY(has(plan, Effect::HoldHasLapsed) && !has(plan, Effect::HolderKeepsLock));
        QVERIFY(!has(plan, Effect::HolderSharesOwner));
    }
}

void TestPlans::wakesNobodyWhoIsNotThere()
{
    Sight alone = sightOf("reentrant");
    alone.waitingConnections = 0;
    auto plan = makePlan(alone, act(ActionType::ForceUnlock));
    QVERIFY(!has(plan, Effect::OneWaiterWakes));
    // It is published all the same: somebody may have come since.
    QCOMPARE(text(plan),
             "PUBLISH redisson_lock__channel:{a} 2|DEL a|PUBLISH redisson_lock__channel:{a} 0"_ba);
    for (const char *kind : {"reentrant", "read-write", "semaphore"}) {
        Sight waited = sightOf(kind);
        waited.number = 2;
        waited.waitingConnections = 1;
        plan = makePlan(waited, act(ActionType::Nudge));
        QVERIFY2(plan && !plan->effects.empty() && !has(plan, Effect::NobodyWaits), kind);
        waited.waitingConnections = 0;
        plan = makePlan(waited, act(ActionType::Nudge));
        QVERIFY2(plan && plan->effects == std::vector{Effect::NobodyWaits}, kind);
        QVERIFY(text(plan).startsWith("PUBLISH"));
    }
    Sight fair = sightOf("fair");
    for (SeenWaiter &waiter : *fair.waiters)
        waiter.timeLeft = Millis(-1);
    plan = makePlan(fair, act(ActionType::ForceUnlock));
    QVERIFY(!has(plan, Effect::HeadOfQueueWakes) && !has(plan, Effect::HolderUnlockFails));
    QVERIFY(!text(plan).contains("PUBLISH redisson_lock__channel:{a}:"));
}

void TestPlans::writesTheFieldOfAWriter()
{
    Sight sight = sightOf("read-write", Mode::Write);
    auto plan = makePlan(sight, act(ActionType::ReleaseHold, ann, Mode::Write));
    QVERIFY(std::count(plan->arguments.begin(), plan->arguments.end(), ann + ":write") == 2);
    const QByteArray transaction = ann + ':' + id32;
    sight.holds.front().owner = OwnerId(transaction);
    plan = makePlan(sight, act(ActionType::ReleaseHold, transaction, Mode::Write));
    QVERIFY(plan);
    QCOMPARE(plan->arguments[2], ann + ":write:" + id32);
}

void TestPlans::countsNoFurtherThanItMust()
{
    const qint64 most = std::numeric_limits<qint64>::max();
    const auto plan =
        makePlan(sightOf("read-write", Mode::Read, most), act(ActionType::ForceUnlock));
    QVERIFY(plan);
    QVERIFY(plan->keys.size() <= 101);
    QVERIFY(plan->keys.back().endsWith(":9223372036854775807"));
    Sight crowd = sightOf("read-write", Mode::Read, most);
    crowd.holds.assign(1000, crowd.holds.front());
    QVERIFY(makePlan(crowd, act(ActionType::ForceUnlock))->keys.size() <= 6000);
}

void TestPlans::movesUpByTheShareOfTheRemoved()
{
    Sight sight = sightOf("fair");
    const QByteArray set = "redisson_lock_timeout:{a}";
    // The head came when 20 s were left, and for 300 s.
    QCOMPARE(text(makePlan(sight, act(ActionType::RemoveWaiter, bob))),
             "LREM redisson_lock_queue:{a} 0 " + bob + "|ZREM " + set + ' ' + bob + "|ZINCRBY "
                 + set + " -300000 c:1");
    QCOMPARE(text(makePlan(sight, act(ActionType::RemoveWaiter, "c:1"))),
             "LREM redisson_lock_queue:{a} 0 c:1|ZREM " + set + " c:1");
    // Nothing of a time that has passed is anybody's to gain.
    sight.waiters->front().timeLeft = Millis(-5000);
    QVERIFY(!text(makePlan(sight, act(ActionType::RemoveWaiter, bob))).contains("ZINCRBY"));
    sight.waiters->front().timeLeft.reset();
    QVERIFY(!text(makePlan(sight, act(ActionType::RemoveWaiter, bob))).contains("ZINCRBY"));
    // The head of a free lock gives way to the next waiter, which is woken.
    sight.holds.clear();
    const auto plan = makePlan(sight, act(ActionType::RemoveWaiter, bob));
    QVERIFY(has(plan, Effect::HeadMayWake));
    QVERIFY(text(plan).endsWith("PUBLISH redisson_lock__channel:{a}:c:1 0"));
}

LOCKSCOPE_TEST_SUITE(TestPlans)
#include "tst_plans.moc"
