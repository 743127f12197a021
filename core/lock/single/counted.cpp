// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonnames.h"
#include "core/lock/patience.h"
#include "core/lock/protocol/scripts.h"
#include "core/lock/single/countedprivate.h"
#include "core/lock/single/hold.h"
#include "core/lock/single/release.h"
#include "core/redis/notnow.h"
#include "core/redis/wire.h"

#include <QRandomGenerator>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// A waiter asks again after this time even if it heard nothing: nothing announces that a key was
// deleted or set by hand, that it expired, or a message that was lost with a connection whose end
// nobody has noticed yet. Permits and latches have no time to live that would end such a wait.
constexpr Millis slowCheck = 30s;
// As Redisson's latches with its defaults.
constexpr Millis shortestLatch = 13'500ms;

Millis commandPatience(const redis::ConnectionConfig &config)
{
    return 3 * config.commandTimeout + 1s;
}

Error serverChanged(const QString &label)
{
    return {ErrorKind::Server, serverChangedCode,
            Sentence::say("another process of the server keeps the key now"), label};
}

using Numbers = Result<std::vector<qint64>>;

// A question that was asked twice leaves its latch to its time: the one that was lost may still
// come.
QCoro::Task<Numbers> askNumbers(LockSpace::Private *space, LockName name, Ask ask,
                                std::size_t count, Repeat repeat, QByteArray latch)
{
    auto times = std::make_shared<int>(0);
    const Ask counting = [ask, times] {
        ++*times;
        return ask();
    };
    auto asking = askServer(space, name, counting, repeat);
    const auto reply = co_await asking;
    if (!reply)
        co_return fail(reply.error());
    if (!latch.isEmpty() && *times == 1)
        (void)space->deployment.sendLater({"DEL"_ba, latch});
    co_return integersFrom(*reply, count);
}

} // namespace

Millis repeatWindow(const redis::ConnectionConfig &config)
{
    return config.connectTimeout + config.commandTimeout + commandPatience(config);
}

QByteArray latchTime(const redis::ConnectionConfig &config)
{
    return decimal(std::max(shortestLatch, 2 * repeatWindow(config)));
}

QByteArray latchOf(const LockName &name, const QByteArray &request)
{
    namespace names = format::redisson;
    return names::prefixed(names::latchPrefix, name).bytes + ':' + request;
}

Result<std::vector<qint64>> integersFrom(const Reply &reply, std::size_t count)
{
    if (reply.isError())
        return fail(redis::errorFrom(reply, {}));
    std::vector<qint64> numbers;
    if (reply.isInteger())
        numbers.push_back(reply.integer);
    for (const Reply &element : reply.elements) {
        if (element.isInteger())
            numbers.push_back(element.integer);
    }
    if (numbers.size() < count)
        return fail(ErrorKind::Protocol,
                    Sentence::say("the server replied with something other than numbers"));
    return numbers;
}

Result<void> checkNumber(qint64 number, qint64 least)
{
    if (number >= least && number <= std::numeric_limits<qint32>::max())
        return {};
    return fail(ErrorKind::InvalidInput,
                Sentence::say("%1 is not a number between %2 and %3")
                    .arg(number)
                    .arg(least)
                    .arg(std::numeric_limits<qint32>::max()));
}

const redis::Script &numberScript()
{
    static const redis::Script shared = script("number_read");
    return shared;
}

QCoro::Task<Result<Reply>> askServer(LockSpace::Private *space, LockName name, Ask ask,
                                     Repeat repeat)
{
    const redis::ConnectionConfig &config = space->deployment.config();
    const Instant until = space->clock.now() + config.connectTimeout + config.commandTimeout;
    Error error;
    do {
        auto ready = space->deployment.whenReady(name.bytes);
        const auto left = std::chrono::ceil<Millis>(until - space->clock.now());
        const auto isUp = co_await space->scope.wait(std::move(ready), std::max(left, 1ms));
        if (!isUp) {
            // A question that was sent and not answered stays the one thing to tell.
            if (error.text.isEmpty())
                error = space->deployment.lastError(name.bytes).value_or(isUp.error());
            break;
        }
        auto asked = ask();
        auto reply = co_await space->scope.wait(std::move(asked), commandPatience(config));
        if (space->scope.isCancelled())
            co_return reply;
        if (reply && redis::isNotNow(*reply)) { // it was not done: it may be asked again
            if (space->clock.now() + notNowPause >= until)
                co_return reply;
            co_await space->scope.sleep(notNowPause);
            continue;
        }
        if (reply)
            co_return reply;
        error = reply.error();
        if (repeat != Repeat::UntilAnswered || wasNeverSent(error)
            || error.code == serverChangedCode)
            break;
    } while (space->clock.now() < until);
    co_return fail(error);
}

CountedWait::CountedWait(LockSpace::Private &space, CountedRequest request)
    : m_space(space)
    , m_request(std::move(request))
{}

CountedWait::~CountedWait()
{
    if (m_room)
        m_room->leave(m_place);
}

Millis CountedWait::remaining() const
{
    return timeLeft(m_request.deadline, m_space.clock.now());
}

Millis CountedWait::windowLeft() const
{
    const Instant end = *m_lostAt + repeatWindow(m_space.deployment.config());
    return timeLeft(end, m_space.clock.now());
}

CountedOutcome CountedWait::ended(Status status, std::optional<Error> error) const
{
    if (error && error->endpoint.isEmpty())
        error->endpoint = m_space.deployment.label();
    return {status, m_last.available, {}, std::move(error)};
}

CountedOutcome CountedWait::refused(const Error &error) const
{
    return ended(m_lostAt                                 ? Status::Unknown
                     : error.kind == ErrorKind::Cancelled ? Status::Cancelled
                     : isWrongType(error)                 ? Status::WrongType
                                                          : Status::Failed,
                 error);
}

QCoro::Task<CountedOutcome> CountedWait::run()
{
    auto asking = askOn();
    auto result = co_await asking;
    // The wake-up was for one waiter; another may want it.
    if (const auto room = m_room; room && m_isWoken)
        room->wakeOne();
    co_return result;
}

QCoro::Task<CountedOutcome> CountedWait::askOn()
{
    for (;;) {
        // The outcome of an unanswered question has to be known first.
        if (m_request.cancel->isRequested() && !m_lostAt)
            co_return ended(Status::Cancelled);
        auto connecting = connected();
        const auto up = co_await connecting;
        if (m_space.scope.isCancelled())
            co_return ended(Status::Cancelled);
        if (m_request.cancel->isRequested() && !m_lostAt)
            co_return ended(Status::Cancelled);
        if (!up)
            co_return refused(up.error());
        auto trying = attempt();
        if (auto result = co_await trying)
            co_return std::move(*result);
        if (const auto notNow = std::exchange(m_notNow, {})) {
            const bool isOver = m_lostAt ? windowLeft() == Millis(0) : remaining() == Millis(0);
            if (isOver || (isSingle() && !m_lostAt))
                co_return refused(*notNow);
            auto pausing = pause();
            co_await pausing;
            continue;
        }
        if (m_lostAt)
            continue;
        if (isSingle() || remaining() == Millis(0))
            co_return ended(Status::Busy);
        auto resting = rest();
        co_await resting;
    }
}

CountedWait::Either CountedWait::orCancelled(Pending<void> awaited) const
{
    std::vector<Pending<void>> either;
    either.push_back(std::move(awaited));
    if (!m_lostAt)
        either.push_back(m_request.cancel->requested());
    return whenAny(std::move(either));
}

// A single attempt fails as soon as it is known that there is no connection; a wait continues.
QCoro::Task<Result<void>> CountedWait::connected()
{
    redis::Deployment &deployment = m_space.deployment;
    const QByteArray &key = m_request.name.bytes;
    if (deployment.isReady(key))
        co_return Result<void>();
    const bool once = isSingle() && !m_lostAt;
    auto first = orCancelled(once ? deployment.whenTried(key) : deployment.whenReady(key));
    const Millis patience = m_lostAt ? windowLeft()
        : isSingle()                 ? deployment.config().connectTimeout + 1s
                                     : remaining();
    const auto answered = co_await m_space.scope.wait(std::move(first), patience);
    if (answered)
        co_return answered->second;
    if (answered.error().kind == ErrorKind::Timeout && deployment.lastError(key))
        co_return fail(*deployment.lastError(key));
    co_return fail(answered.error());
}

QCoro::Task<std::optional<CountedOutcome>> CountedWait::attempt()
{
    const Instant askedAt = m_space.clock.now();
    auto asked = m_request.what->ask(m_lostAt.has_value());
    const auto reply =
        co_await m_space.scope.wait(std::move(asked), commandPatience(m_space.deployment.config()));
    if (m_space.scope.isCancelled())
        co_return ended(Status::Cancelled);
    if (!reply) {
        if (wasNeverSent(reply.error()))
            co_return refused(reply.error());
        if (m_request.what->isReading()) {
            if (isSingle() || remaining() == Millis(0))
                co_return refused(reply.error());
            m_last.askAgain = Millis(longestPoll);
            co_return std::nullopt;
        }
        m_lostAt = m_lostAt.value_or(askedAt);
        if (windowLeft() == Millis(0))
            co_return refused(reply.error());
        co_return std::nullopt;
    }
    if (m_lostAt && windowLeft() == Millis(0))
        co_return refused({ErrorKind::Timeout, {}, Sentence::say("the reply came too late"), {}});
    const auto answer = m_request.what->read(*reply);
    if (!answer && redis::isNotNow(answer.error())) {
        m_notNow = answer.error();
        co_return std::nullopt;
    }
    if (!answer)
        co_return refused(answer.error());
    const bool wasLost = m_lostAt.has_value();
    const Instant first = m_lostAt.value_or(askedAt);
    m_lostAt.reset();
    m_last = *answer;
    m_isWoken = false;
    m_request.what->settle(wasLost, answer->isGranted);
    wakeOthers(*answer);
    if (!answer->isGranted)
        co_return std::nullopt;
    auto granting = grant(first, *answer);
    co_return co_await granting;
}

// Granted; unless nobody wants it any more, or the answer came when it was over.
QCoro::Task<std::optional<CountedOutcome>> CountedWait::grant(Instant askedAt,
                                                              Counted::Answer answer)
{
    const auto lease = m_request.what->lease();
    const Instant now = m_space.clock.now();
    const bool isOver = lease && now >= certainUntil(askedAt, *lease);
    const bool isUnwanted = isOver || m_request.cancel->isRequested();
    if (const Ask back = isUnwanted ? m_request.what->giveBack() : Ask()) {
        auto giving = askServer(&m_space, m_request.name, back, Repeat::UntilAnswered);
        const auto given = co_await giving;
        if (!given && !isOver)
            co_return ended(Status::Unknown, given.error());
        if (isOver) {
            m_notNow = tooLate(std::chrono::ceil<Millis>(now - askedAt), *lease);
            co_return std::nullopt;
        }
        co_return ended(Status::Cancelled);
    }
    co_return CountedOutcome{Status::Granted, answer.available, askedAt, {}};
}

// A message wakes as many waiters as there were permits then. A waiter that was just asking passes
// on the messages of that time; permits that are too few for it are passed on to later waiters.
void CountedWait::wakeOthers(const Counted::Answer &answer)
{
    const auto room = m_room; // the waiter that it wakes may be the last to leave it
    if (!room)
        return;
    if (m_request.what->messages() == WaitRoom::Messages::Gate) {
        if (answer.isGranted)
            room->wakeAll();
    } else if (answer.available.value_or(0) > 0) {
        if (answer.isGranted)
            room->wakeOne();
        else
            room->wakeBehind(m_place);
    }
}

// The server may answer in a moment.
QCoro::Task<> CountedWait::pause()
{
    const Millis longest = m_lostAt ? windowLeft() : remaining();
    auto unwanted = m_request.cancel->requested();
    co_await m_space.scope.wait(std::move(unwanted), std::min(longest, notNowPause));
}

// Until there is a reason to ask again: a message, the end of somebody's lease, the end of our
// time.
QCoro::Task<> CountedWait::rest()
{
    if (!m_room) {
        m_room = m_space.rooms.enter(m_request.what->channel(), m_request.what->messages());
        m_place = m_room->enter();
        auto first = orCancelled(m_room->heard());
        const Millis patience = std::min(remaining(), subscriptionPatience);
        co_await m_space.scope.wait(std::move(first), patience);
        co_return; // the question that follows covers earlier messages
    }
    Millis longest = std::min(remaining(), slowCheck);
    if (m_last.askAgain)
        longest = std::min(longest, *m_last.askAgain + 1ms);
    if (m_room->isDeaf())
        longest = std::min(longest,
                           Millis(QRandomGenerator::global()->bounded(shortestPoll, longestPoll)));
    auto first = orCancelled(m_room->sleep(m_place));
    const auto woken = co_await m_space.scope.wait(std::move(first), longest);
    m_isWoken = woken && woken->first == 0;
}

Pending<CountedOutcome> CountedObject::wait(std::shared_ptr<Counted> what,
                                            std::optional<Millis> time,
                                            std::shared_ptr<Cancellation> cancel)
{
    CountedRequest request{std::move(what), name, time, {}, waits.add(std::move(cancel))};
    if (time)
        request.deadline = space.clock.now() + *time;
    auto wait = std::make_shared<CountedWait>(space, std::move(request));
    return space.scope.start([wait] { return wait->run(); });
}

Pending<std::vector<qint64>> CountedObject::readNumber()
{
    return numbers(numberScript(), {name.bytes}, {}, 2, Repeat::UntilAnswered);
}

Pending<std::vector<qint64>> CountedObject::numbers(const redis::Script &script,
                                                    const std::vector<QByteArray> &keys,
                                                    const std::vector<QByteArray> &arguments,
                                                    std::size_t count, Repeat repeat)
{
    LockSpace::Private *const where = &space;
    const Ask ask = [where, script, keys, arguments] {
        return where->deployment.run(script, keys, arguments);
    };
    return space.scope.start([where, which = name, ask, count, repeat] {
        return askNumbers(where, which, ask, count, repeat, {});
    });
}

Pending<std::vector<qint64>> CountedObject::numbersOnce(const redis::Script &script,
                                                        std::vector<QByteArray> keys,
                                                        std::vector<QByteArray> arguments,
                                                        std::size_t count,
                                                        const QByteArray &process)
{
    LockSpace::Private *const where = &space;
    const QByteArray latch = latchOf(name, newRequestId());
    keys.push_back(latch);
    arguments.push_back(latchTime(space.deployment.config()));
    const Ask ask = [where, script, keys, arguments, process] {
        redis::Deployment &deployment = where->deployment;
        return process.isEmpty() || deployment.processOf(keys.front()) == process
            ? deployment.run(script, keys, arguments)
            : Pending<Reply>::ready(fail(serverChanged(deployment.label())));
    };
    return space.scope.start([where, which = name, ask, count, latch] {
        return askNumbers(where, which, ask, count, Repeat::UntilAnswered, latch);
    });
}

} // namespace lockscope::lock
