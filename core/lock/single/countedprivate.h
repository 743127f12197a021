// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/combine.h"
#include "core/lock/cancellation.h"
#include "core/lock/permits.h"
#include "core/lock/single/lockspaceprivate.h"
#include "core/lock/waits.h"

#include <functional>

namespace lockscope::lock {

// The shared internals of semaphores and latches: numbers on one server that are asked for, changed
// and waited for. I/O thread; everything belongs to one space.

using Ask = std::function<Pending<Reply>()>;

// Whether a question may be asked again when its answer is lost: a reading one, or one that the
// server remembers by its latch.
enum class Repeat { Never, UntilAnswered };

// For how long an unanswered question may be asked again until its last answer has come. Latches
// outlive this twice over, so that nothing is done a second time.
Millis repeatWindow(const redis::ConnectionConfig &config);
QByteArray latchTime(const redis::ConnectionConfig &config);
// `redisson_unlock_latch:[N]:<request>`: every monitor knows this prefix and passes over it.
QByteArray latchOf(const LockName &name, const QByteArray &request);

// An error, or the elements of an answer of at least `count` integers.
Result<std::vector<qint64>> integersFrom(const Reply &reply, std::size_t count);
// Numbers that Java's arithmetic uses have to fit an int there.
Result<void> checkNumber(qint64 number, qint64 least);

// Reads one number (number_read.lua).
const redis::Script &numberScript();

// One question, as soon as there is a connection, with a deadline.
QCoro::Task<Result<Reply>> askServer(LockSpace::Private *space, LockName name, Ask ask,
                                     Repeat repeat);

// One request and its question. `again`: an earlier question of the same request was not answered;
// it must not be done twice, nor done later by the one that was lost.
class Counted
{
public:
    struct Answer {
        bool isGranted = false;
        std::optional<qint64> available;
        std::optional<Millis> askAgain; // else: when at the latest
    };

    Counted() = default;
    Counted(const Counted &) = delete;
    Counted &operator=(const Counted &) = delete;
    virtual ~Counted() = default;

    virtual QByteArray channel() const = 0;
    virtual WaitRoom::Messages messages() const = 0;
    virtual Pending<Reply> ask(bool again) = 0;
    virtual Result<Answer> read(const Reply &reply) const = 0;
    // Asking changes nothing: a lost answer leaves nothing to find out.
    virtual bool isReading() const { return false; }
    // A request was answered for good; a refused one may be followed by another.
    virtual void settle(bool wasAskedAgain, bool isGranted) = 0;
    // After which a grant expires; empty: never.
    virtual std::optional<Millis> lease() const { return std::nullopt; }
    // Gives back the grant; null if there is nothing to give back.
    virtual Ask giveBack() = 0;
};

struct CountedRequest {
    std::shared_ptr<Counted> what;
    LockName name;
    std::optional<Millis> wait; // 0: one attempt; empty: without limit
    std::optional<Instant> deadline; // of the wait; empty: none
    std::shared_ptr<Cancellation> cancel; // never null
};

struct CountedOutcome {
    using Status = PermitOutcome::Status;

    Status status = Status::Failed;
    std::optional<qint64> available;
    Instant askedAt{}; // Granted: before it was asked for
    std::optional<Error> error;
};

// One wait: ask, and if it is not granted, listen, ask again, and sleep until there is reason to
// ask once more. A lost answer is asked for again, and that is no second request.
class CountedWait
{
public:
    CountedWait(LockSpace::Private &space, CountedRequest request);
    ~CountedWait();
    CountedWait(const CountedWait &) = delete;
    CountedWait &operator=(const CountedWait &) = delete;

    QCoro::Task<CountedOutcome> run();

private:
    using Status = CountedOutcome::Status;
    using Either = Pending<std::pair<std::size_t, Result<void>>>;

    bool isSingle() const { return m_request.wait && *m_request.wait == Millis(0); }
    Millis remaining() const;
    Millis windowLeft() const;
    Either orCancelled(Pending<void> awaited) const;
    QCoro::Task<CountedOutcome> askOn();
    QCoro::Task<Result<void>> connected();
    QCoro::Task<std::optional<CountedOutcome>> attempt();
    QCoro::Task<std::optional<CountedOutcome>> grant(Instant askedAt, Counted::Answer answer);
    void wakeOthers(const Counted::Answer &answer);
    QCoro::Task<> pause();
    QCoro::Task<> rest();
    CountedOutcome ended(Status status, std::optional<Error> error = {}) const;
    CountedOutcome refused(const Error &error) const;

    LockSpace::Private &m_space;
    const CountedRequest m_request;
    std::shared_ptr<WaitRoom> m_room;
    std::uint64_t m_place = 0; // in the room
    bool m_isWoken = false; // and has had no answer since
    std::optional<Instant> m_lostAt; // when the first question was sent that was not answered
    std::optional<Error> m_notNow; // the last answer was "not now", or was too late
    Counted::Answer m_last;
};

// One named number and those of this process who wait for it; the kinds hold one.
struct CountedObject {
    CountedObject(LockSpace &lockSpace, LockName lockName)
        : space(lockSpace.d())
        , name(std::move(lockName))
    {}

    Pending<CountedOutcome> wait(std::shared_ptr<Counted> what, std::optional<Millis> time,
                                 std::shared_ptr<Cancellation> cancel);

    // Runs a script that answers `count` integers.
    Pending<std::vector<qint64>> numbers(const redis::Script &script,
                                         const std::vector<QByteArray> &keys,
                                         const std::vector<QByteArray> &arguments,
                                         std::size_t count, Repeat repeat = Repeat::Never);
    // The same with a latch as the last key and its time as the last argument; the latch is deleted
    // after the answer. `process`: only this one of the server is asked; empty: any.
    Pending<std::vector<qint64>> numbersOnce(const redis::Script &script,
                                             std::vector<QByteArray> keys,
                                             std::vector<QByteArray> arguments, std::size_t count,
                                             const QByteArray &process = {});

    Pending<std::vector<qint64>> readNumber(); // 1 or 0: is it there; the number

    LockSpace::Private &space;
    const LockName name;
    Waits waits;
};

inline bool isFirstSet(const std::vector<qint64> &numbers)
{
    return numbers.front() > 0;
}

} // namespace lockscope::lock
