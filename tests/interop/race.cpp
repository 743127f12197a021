// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/race.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::test {

namespace {

constexpr Millis answerTime = 30s;
constexpr Millis turnTime = 180s; // a participant not served for so long starves

qint64 nanoseconds()
{
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

bool mayShare(const Turn &turn, const std::vector<Turn> &within, int permits)
{
    if (turn.mode == "read")
        return std::all_of(within.begin(), within.end(),
                           [](const Turn &other) { return other.mode == "read"; });
    if (turn.mode == "semaphore" || turn.mode == "permits")
        return within.size() < static_cast<std::size_t>(permits);
    return within.empty();
}

QString described(const Turn &turn)
{
    return u"%1 from %2 to %3"_s.arg(QString::fromLatin1(turn.mode))
        .arg(turn.entered)
        .arg(turn.left);
}

} // namespace

QString violationIn(std::vector<Turn> turns, int permits)
{
    std::sort(turns.begin(), turns.end(),
              [](const Turn &a, const Turn &b) { return a.entered < b.entered; });
    std::vector<Turn> within;
    qint64 lastToken = 0;
    for (const Turn &turn : turns) {
        std::erase_if(within, [&](const Turn &other) { return other.left <= turn.entered; });
        if (!mayShare(turn, within, permits))
            return described(turn) + u" meets "_s + described(within.front());
        within.push_back(turn);
        if (!turn.token)
            continue;
        if (*turn.token <= lastToken)
            return u"token %1 after %2"_s.arg(*turn.token).arg(lastToken);
        lastToken = *turn.token;
    }
    return {};
}

std::vector<Turn> turnsFrom(const QString &file)
{
    std::vector<Turn> turns;
    QFile lines(file);
    if (!lines.open(QIODevice::ReadOnly))
        return turns;
    while (!lines.atEnd()) {
        const QByteArrayList words = lines.readLine().trimmed().split(' ');
        Turn turn{words.at(0), words.at(1).toLongLong(), words.at(2).toLongLong(), {}};
        if (words.size() > 3)
            turn.token = words.at(3).toLongLong();
        turns.push_back(turn);
    }
    return turns;
}

RaceBook::RaceBook(int count, Millis time)
    : m_running(count)
    , m_end(std::chrono::steady_clock::now() + time)
{}

Racers::Racers(redis::Deployment &deployment, QByteArray kind, QByteArray name,
               const std::function<std::unique_ptr<lock::Lock>(const QByteArray &)> &make,
               int count, Millis time)
    : RaceBook(count, time)
    , m_deployment(deployment)
    , m_kind(std::move(kind))
    , m_witness(name + ":witness")
    , m_lock(make(m_kind == "readwrite" ? "write"_ba : m_kind))
    , m_readLock(m_kind == "readwrite" ? make("read") : nullptr)
{
    for (int i = 0; i < count; ++i)
        (void)m_scope.start([this] { return run(); });
}

QCoro::Task<> Racers::run()
{
    const OwnerId me = m_lock->newOwner();
    while (goesOn()) {
        const bool reads = m_readLock && m_random.bounded(4) > 0;
        lock::Lock &lock = reads ? *m_readLock : *m_lock;
        auto taking = lock.lock(me);
        const auto taken = co_await m_scope.wait(std::move(taking), turnTime);
        if (!taken || !taken->isHeld()) {
            m_problems << (taken ? u"not held"_s : taken.error().text.english());
            break;
        }
        Turn turn{!m_readLock ? m_kind
                      : reads ? "read"_ba
                              : "write"_ba,
                  nanoseconds(), 0, taken->fencingToken};
        auto staying = stay(!reads);
        const bool stayed = co_await staying;
        turn.left = nanoseconds();
        m_turns.push_back(turn);
        auto giving = lock.unlock(me);
        const auto given = co_await m_scope.wait(std::move(giving), answerTime);
        const bool isGiven = given && given->error == std::nullopt
            && given->status != lock::ReleaseOutcome::Status::NotHeld;
        if (!stayed || !isGiven) {
            m_problems << (stayed ? u"not given back"_s : u"no answer"_s);
            break;
        }
    }
    --m_running;
}

// Reads the witness, and after a while writes it: nobody else may have done so.
QCoro::Task<bool> Racers::stay(bool writes)
{
    Reply before;
    if (writes) {
        auto reading = m_deployment.send({"GET", m_witness});
        const auto read = co_await m_scope.wait(std::move(reading), answerTime);
        if (!read)
            co_return false;
        before = *read;
    }
    auto lingering = linger();
    co_await lingering;
    if (!writes)
        co_return true;
    auto writing =
        m_deployment.send({"SET", m_witness, QByteArray::number(before.bytes.toLongLong() + 1)});
    const auto wrote = co_await m_scope.wait(std::move(writing), answerTime);
    ++m_written;
    co_return wrote.has_value();
}

QCoro::Task<> Racers::linger()
{
    if (m_random.bounded(4) > 0)
        co_return;
    (void)co_await m_scope.sleep(1ms);
}

PermitRacers::PermitRacers(lock::LockSpace &space, QByteArray kind, const QByteArray &name,
                           int count, Millis time)
    : RaceBook(count, time)
    , m_kind(std::move(kind))
    , m_semaphore(space, LockName(name))
    , m_permits(space, LockName(name))
{
    for (int i = 0; i < count; ++i)
        (void)m_scope.start([this] { return run(); });
}

QCoro::Task<> PermitRacers::run()
{
    while (goesOn()) {
        auto taking = take();
        const auto taken = co_await m_scope.wait(std::move(taking), turnTime);
        if (!taken || !taken->isGranted()) {
            m_problems << (taken ? u"not granted"_s : taken.error().text.english());
            break;
        }
        Turn turn{m_kind, nanoseconds(), 0, {}};
        (void)co_await m_scope.sleep(1ms);
        turn.left = nanoseconds();
        m_turns.push_back(turn);
        auto giving = give(taken->ids.empty() ? QByteArray() : taken->ids.front());
        const bool given = co_await giving;
        if (!given) {
            m_problems << u"not given back"_s;
            break;
        }
    }
    --m_running;
}

Pending<lock::PermitOutcome> PermitRacers::take()
{
    // So long a lease that a permit that nobody is told of is missed.
    return m_kind == "permits" ? m_permits.acquire(1, lock::Lease::of(120s))
                               : m_semaphore.acquire();
}

QCoro::Task<bool> PermitRacers::give(QByteArray id)
{
    if (m_kind == "permits") {
        auto giving = m_permits.tryRelease(id);
        const auto given = co_await m_scope.wait(std::move(giving), answerTime);
        co_return given &&*given;
    }
    auto giving = m_semaphore.release();
    const auto given = co_await m_scope.wait(std::move(giving), answerTime);
    co_return given.has_value();
}

} // namespace lockscope::test
