// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/client/worker.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::faults {

namespace {

// Every call must be answered within this time, with any fault of the servers: a call that is still
// open afterwards is a bug of its own.
constexpr Millis endless = 120s;
// A loss that is known is told in the next turn of the event loop.
constexpr Millis tellingTime = 500ms;
// The common owner of joint holds, in Redisson's form.
const QByteArray jointOwner = "6a6f696e-7400-4000-8000-000000000000:1"_ba;

// Rather than by somebody, or by a server that was replaced.
bool isEndOfLease(lock::Loss loss)
{
    using lock::Loss;
    return loss == Loss::Expired || loss == Loss::Refused || loss == Loss::Unanswered
        || loss == Loss::NoMajority;
}

qint64 nsUntil(Instant instant, qint64 t)
{
    return instant.time_since_epoch().count() - t;
}

} // namespace

struct Worker::Turn {
    Session::Subject *subject = nullptr;
    lock::Lock *lock = nullptr;
    bool isShared = false;
    bool isJoint = false; // others may hold it as the same owner
    OwnerId owner;
    lock::Lease lease;
    std::optional<qint64> fence;
    std::optional<Instant> known; // until when it is valid, as last written down
    bool isLost = false;
    bool hasReentered = false; // which may leave in doubt what it had
    int depth = 0;
};

// While the call of somebody who holds the lock is under way: the watchdog renews meanwhile, and an
// extension that is noted after the end of the one before looks as if it were late.
class Worker::Noting
{
public:
    Noting(Worker &worker, Turn *turn)
    {
        if (turn->depth > 0)
            worker.m_scope.start(
                [&worker, turn, isOver = m_isOver] { return worker.noteUntil(turn, isOver); });
    }
    Noting(const Noting &) = delete;
    Noting &operator=(const Noting &) = delete;
    ~Noting() { *m_isOver = true; }

private:
    const std::shared_ptr<bool> m_isOver = std::make_shared<bool>(false);
};

Worker::Worker(Session &session, TaskScope &scope, int number)
    : m_session(session)
    , m_scope(scope)
    , m_name(session.plan().name + ".w" + QByteArray::number(number))
    , m_canBeJoint(number == 0)
    , m_random(session.plan().seed * 64U + unsigned(number))
{}

bool Worker::happens(double chance)
{
    return std::uniform_real_distribution(0.0, 1.0)(m_random) < chance;
}

Millis Worker::randomUpTo(Millis longest)
{
    return Millis(std::uniform_int_distribution<qint64>(0, longest.count())(m_random));
}

Event Worker::event(const Turn &turn, Op op, Phase phase) const
{
    Event event;
    event.t = monotonicNs();
    event.proc = m_name;
    event.op = op;
    event.phase = phase;
    event.lock = turn.subject->plan.lock;
    event.token = turn.owner.bytes;
    event.isShared = turn.isShared;
    event.fence = turn.fence;
    return event;
}

QCoro::Task<> Worker::run(const bool *stopping)
{
    m_stopping = stopping;
    while (!*stopping && !m_scope.isCancelled()) {
        auto next = turn();
        co_await next;
        co_await m_scope.sleep(randomUpTo(2 * m_session.plan().pause));
    }
}

QCoro::Task<> Worker::turn()
{
    const ClientPlan &plan = m_session.plan();
    auto &subjects = m_session.subjects();
    Turn turn;
    turn.subject = &subjects[m_random() % subjects.size()];
    turn.isShared = turn.subject->readers && happens(0.6);
    turn.lock = (turn.isShared ? turn.subject->readers : turn.subject->lock).get();
    const Millis lease = turn.subject->plan.lease;
    turn.lease =
        happens(plan.watchdogChance) ? lock::Lease::watchdog(lease) : lock::Lease::of(lease);
    const LockPlan &about = turn.subject->plan;
    turn.isJoint = m_canBeJoint && about.canBeJoint() && happens(plan.jointChance);
    const auto known = m_owners.find(turn.lock);
    if (turn.isJoint)
        turn.owner = OwnerId(jointOwner);
    else
        turn.owner =
            known != m_owners.end() && happens(0.5) ? known->second : turn.lock->newOwner();
    if (!turn.isJoint)
        m_owners[turn.lock] = turn.owner;

    auto taking = take(&turn);
    if (!co_await taking)
        co_return;
    // A worker that shares an owner does not shorten the other's time.
    if (!turn.isJoint && about.isReentrant() && happens(plan.shortChance)) {
        auto shortly = reenterShortly(&turn);
        co_await shortly;
    } else if (about.isReentrant() && happens(plan.reentryChance)) {
        auto again = take(&turn);
        co_await again;
    }
    auto working = work(&turn);
    co_await working;
    while (turn.depth > 0 && !m_scope.isCancelled()) {
        auto giving = giveBack(&turn);
        co_await giving;
    }
    m_session.forget(turn.owner);
}

// Re-enters with a shorter lease than the hold has: the call succeeds or not, and the worker keeps
// the count or gives it back. The earlier lease lasts as granted, which is long enough for others
// to find the lock free if it does not.
QCoro::Task<> Worker::reenterShortly(Turn *turn)
{
    const Millis lease = 1ms + randomUpTo(turn->lease.time() / 8);
    const bool takesBack = happens(0.6);
    auto asking =
        ask(turn, happens(0.5) ? Millis(0) : Millis(1), lock::Lease::of(lease), takesBack);
    const bool isInside = co_await asking;
    auto telling = checkTold(turn);
    co_await telling;
    if (isInside && happens(0.5) && !m_scope.isCancelled()) {
        auto giving = giveBack(turn);
        co_await giving;
    }
    auto lingering = linger(turn, 20ms + randomUpTo(2 * lease));
    co_await lingering;
}

// A hold that is gone without its doing was told as lost.
QCoro::Task<> Worker::checkTold(Turn *turn)
{
    noteValidity(*turn);
    const Instant end = std::chrono::steady_clock::now() + tellingTime;
    while (!turn->isLost && !turn->lock->validUntil(turn->owner)) {
        if (m_scope.isCancelled())
            co_return;
        if (std::chrono::steady_clock::now() >= end) {
            turn->isLost = true;
            m_session.history().write(event(*turn, Op::Lost, Phase::Fail));
            co_return;
        }
        co_await m_scope.sleep(5ms);
    }
}

QCoro::Task<bool> Worker::take(Turn *turn)
{
    const Millis wait = happens(m_session.plan().waitChance) ? m_session.plan().wait : Millis(0);
    auto asking = ask(turn, wait, turn->lease, false);
    co_return co_await asking;
}

QCoro::Task<bool> Worker::ask(Turn *turn, Millis wait, lock::Lease lease, bool takesBack)
{
    using Status = lock::AcquireOutcome::Status;
    m_session.watch(turn->owner, [this, turn](lock::Loss loss) {
        turn->isLost = true;
        Event lost = event(*turn, Op::Lost, Phase::Ok);
        lost.note = isEndOfLease(loss) ? "expired"_ba : QByteArray::number(int(loss));
        m_session.history().write(lost);
    });
    m_session.history().write(event(*turn, Op::Acquire, Phase::Invoke));
    const auto cancel = std::make_shared<lock::Cancellation>();
    auto asking = turn->lock->tryLock(turn->owner, wait, lease, cancel);
    if (takesBack)
        cancel->request(); // when it was sent already
    turn->hasReentered = turn->depth > 0;
    if (turn->hasReentered)
        noteValidity(*turn); // its earlier hold may be in doubt from now on
    const Noting noting(*this, turn);
    const auto outcome = co_await m_scope.wait(std::move(asking), endless);
    if (m_scope.isCancelled())
        co_return false;
    const bool isHeld = outcome && outcome->isHeld();
    const bool isUnknown = !outcome || outcome->status == Status::Unknown;
    if (isHeld) {
        if (outcome->fencingToken)
            turn->fence = outcome->fencingToken;
        turn->known = outcome->validUntil;
        ++turn->depth;
    } else if (turn->depth == 0) {
        m_session.forget(turn->owner);
    }
    Event end = event(*turn, Op::Acquire,
                      isHeld          ? Phase::Ok
                          : isUnknown ? Phase::Info
                                      : Phase::Fail);
    if (isHeld)
        end.validity = nsUntil(outcome->validUntil, end.t);
    if (!outcome)
        end.note = "no answer: " + outcome.error().text.english().toUtf8();
    else if (outcome->error)
        end.note = outcome->error->code + ' ' + outcome->error->text.english().toUtf8();
    if (outcome && !outcome->votes.empty())
        end.nodeAcks =
            int(std::ranges::count(outcome->votes, lock::Vote::Kind::Granted, &lock::Vote::kind));
    if (lease.time() < turn->lease.time())
        end.note.prepend("shortly: "); // to be too late with so little is no error
    m_session.history().write(end);
    co_return isHeld;
}

// It was renewed since, or is certain for a shorter time.
void Worker::noteValidity(Turn &turn)
{
    const auto until = turn.lock->validUntil(turn.owner);
    if (until == turn.known || turn.isLost || (!until && !turn.hasReentered))
        return;
    if (!until) { // nothing is certain, independent of the result
        turn.known.reset();
        Event over = event(turn, Op::Extend, Phase::Info);
        over.validity = 0;
        m_session.history().write(over);
        return;
    }
    // Only a re-entry can shorten the time; any other shortening is judged as an extension.
    const bool isLonger = !turn.hasReentered || !turn.known || *until > *turn.known;
    turn.known = until;
    Event changed = event(turn, Op::Extend, isLonger ? Phase::Ok : Phase::Info);
    changed.validity = nsUntil(*until, changed.t);
    const Instant askedAt = *until - turn.lease.time();
    changed.value = askedAt.time_since_epoch().count();
    m_session.history().write(changed);
}

// Notes extensions; what becomes of the rest is for the end of the call. The turn may be gone with
// it.
QCoro::Task<> Worker::noteUntil(Turn *turn, std::shared_ptr<const bool> isOver)
{
    const Millis step = turn->lease.time() / 5;
    for (;;) {
        co_await m_scope.sleep(step);
        if (*isOver || m_scope.isCancelled())
            co_return;
        const auto until = turn->lock->validUntil(turn->owner);
        if (until && turn->known && *until > *turn->known)
            noteValidity(*turn);
    }
}

// In steps shorter than a renewal's interval, so that each extension is noted. At the end of the
// run nobody waits for what is left of a long hold.
QCoro::Task<> Worker::linger(Turn *turn, Millis length)
{
    const Instant end = std::chrono::steady_clock::now() + length;
    const Millis step = turn->lease.time() / 5;
    for (Millis left = length; left > 0ms && !*m_stopping && !m_scope.isCancelled();
         left = std::chrono::ceil<Millis>(end - std::chrono::steady_clock::now())) {
        co_await m_scope.sleep(std::min(left, step));
        if (!m_scope.isCancelled())
            noteValidity(*turn);
    }
}

QCoro::Task<> Worker::work(Turn *turn)
{
    const ClientPlan &plan = m_session.plan();
    Witness &witness = m_session.witness();
    const std::size_t place = turn->subject->place;
    const bool isFenced = turn->subject->plan.isFenced();
    std::optional<qint64> seen;
    const bool isWitnessed = !turn->isShared && !turn->isJoint;
    if (isWitnessed) {
        seen = isFenced && turn->fence ? witness.readFenced(place, *turn->fence)
                                       : std::optional(witness.read(place));
        Event reading = event(*turn, Op::Work, Phase::Invoke);
        reading.value = seen;
        m_session.history().write(reading);
    }
    const bool overruns = happens(plan.overrunChance);
    const Millis length = overruns ? turn->lease.time() + randomUpTo(turn->lease.time())
                                   : plan.leastHold + randomUpTo(2 * plan.hold);
    auto lingering = linger(turn, length);
    co_await lingering;
    if (m_scope.isCancelled() || !isWitnessed)
        co_return;
    if (!seen || (isFenced && !turn->fence)) {
        Event refused = event(*turn, Op::Work, Phase::Fail);
        refused.note = turn->fence ? "fence" : "no token";
        m_session.history().write(refused);
        co_return;
    }
    finishWork(*turn, *seen);
}

// Those with a token leave it to the resource to refuse them, now and then: as a pause between
// the look at the validity and the write would.
void Worker::finishWork(const Turn &turn, qint64 seen)
{
    Witness &witness = m_session.witness();
    const std::size_t place = turn.subject->place;
    const bool isFenced = turn.subject->plan.isFenced();
    const bool isCareless = isFenced && happens(m_session.plan().carelessChance);
    const bool isValid = !turn.isLost && turn.lock->validUntil(turn.owner).has_value();
    Event written = event(turn, Op::Work, Phase::Ok);
    if (!isValid && !isCareless) {
        written.phase = Phase::Fail;
        written.note = "lapsed";
    } else if (isFenced && !witness.writeFenced(place, *turn.fence, seen + 1)) {
        written.phase = Phase::Fail;
        written.note = "fence";
    } else {
        if (!isFenced)
            witness.write(place, seen + 1);
        written.value = seen + 1;
    }
    written.t = monotonicNs();
    m_session.history().write(written);
}

QCoro::Task<> Worker::giveBack(Turn *turn)
{
    using Status = lock::ReleaseOutcome::Status;
    m_session.history().write(event(*turn, Op::Release, Phase::Invoke));
    if (turn->depth == 1)
        m_session.forget(turn->owner);
    auto asking = turn->lock->unlock(turn->owner);
    const Noting noting(*this, turn);
    const auto outcome = co_await m_scope.wait(std::move(asking), endless);
    --turn->depth;
    if (m_scope.isCancelled())
        co_return;
    const auto status = outcome ? outcome->status : Status::Unknown;
    const bool isDone = status == Status::Released || status == Status::StillHeld;
    Event end = event(*turn, Op::Release,
                      isDone                          ? Phase::Ok
                          : status == Status::NotHeld ? Phase::Fail
                                                      : Phase::Info);
    if (!outcome)
        end.note = "no answer: " + outcome.error().text.english().toUtf8();
    else if (outcome->error)
        end.note = outcome->error->code + ' ' + outcome->error->text.english().toUtf8();
    m_session.history().write(end);
    // It was answered that nothing is left: that is told, too.
    if (turn->depth > 0 && status != Status::Released && status != Status::NotHeld) {
        auto telling = checkTold(turn);
        co_await telling;
    }
}

} // namespace lockscope::faults
