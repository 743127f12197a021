// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/hold/guard.h"

#include "app/lockctl/hold/guardprocess.h"
#include "app/lockctl/hold/processtree.h"

#include <QSocketNotifier>
#include <QTimer>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lockctl {

namespace {

std::int64_t nanoseconds(std::chrono::nanoseconds span)
{
    return span.count();
}

// `at` by the guard's clock: its current time plus the time that is left by the locks' clock. The
// clocks are read in this order, so that a pause between the two makes the result earlier, not
// later.
std::int64_t bootTimeOf(Instant at)
{
    if (at == Instant::max())
        return never;
    const std::int64_t now = bootTime();
    return now + nanoseconds(at - SystemClock().now());
}

// A guard that is gone is told by the end of its answers, not here.
void write(int socket, const GuardOrder &order)
{
    ssize_t written = 0;
    do
        written = ::send(socket, &order, sizeof(order), MSG_NOSIGNAL);
    while (written < 0 && errno == EINTR);
}

} // namespace

Result<std::unique_ptr<Guard>> Guard::create(const Command &command)
{
    std::vector<QByteArray> words = command.words;
    std::vector<char *> pointers;
    for (QByteArray &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    std::vector<pid_t> others = childrenOf(::getpid());
    std::array<int, 2> ends{-1, -1};
    const bool hasSocket =
        ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0;
    // Processes that a dying guard leaves behind become children of this one.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t pid = hasSocket ? ::fork() : -1;
    if (pid < 0) {
        const QString reason = QString::fromLocal8Bit(std::strerror(errno));
        if (hasSocket) {
            ::close(ends[0]);
            ::close(ends[1]);
        }
        return fail(ErrorKind::Internal, u"cannot start a process: %1"_s.arg(reason));
    }
    if (pid == 0) {
        ::close(ends[0]);
        runGuardProcess(ends[1], pointers.data(), nanoseconds(command.grace));
    }
    // It is the second to watch the time, and has to be there when it is over. After the fork: not
    // for the command. Only where it is permitted.
    ::setpriority(PRIO_PROCESS, 0, std::max(::getpriority(PRIO_PROCESS, 0) - 10, -20));
    ::close(ends[1]);
    auto guard = std::unique_ptr<Guard>(new Guard(pid, ends[0]));
    guard->m_others = std::move(others);
    return guard;
}

Guard::Guard(pid_t guard, int socket)
    : m_guard(guard)
    , m_socket(socket)
    , m_timer(::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK))
    , m_notifier(std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Read))
    , m_timeNotifier(std::make_unique<QSocketNotifier>(m_timer, QSocketNotifier::Read))
{
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] { onReadable(); });
    connect(m_timeNotifier.get(), &QSocketNotifier::activated, this, [this] { onTimeOver(); });
}

Guard::~Guard()
{
    m_notifier.reset();
    m_timeNotifier.reset();
    ::close(m_socket);
    ::close(m_timer);
}

void Guard::run(Instant until, Millis notice, std::optional<qint64> token)
{
    write(m_socket,
          {GuardOrder::Kind::Run, 0, bootTimeOf(until), nanoseconds(notice), token.value_or(0)});
    watch(until);
}

void Guard::extend(Instant until)
{
    write(m_socket, {GuardOrder::Kind::Extend, 0, bootTimeOf(until), 0, 0});
    watch(until);
}

void Guard::forward(int signal)
{
    write(m_socket, {GuardOrder::Kind::Forward, signal, 0, 0, 0});
}

void Guard::terminate()
{
    write(m_socket, {GuardOrder::Kind::Terminate, 0, 0, 0, 0});
}

void Guard::watch(Instant until)
{
    const std::int64_t at = bootTimeOf(until);
    itimerspec timer{}; // all zero: off
    if (at != never)
        timer.it_value = {std::max<std::int64_t>(at, 1) / second,
                          std::max<std::int64_t>(at, 1) % second};
    ::timerfd_settime(m_timer, TFD_TIMER_ABSTIME, &timer, nullptr);
}

void Guard::onTimeOver()
{
    std::uint64_t times = 0;
    // Nothing to read: it was put off meanwhile.
    if (::read(m_timer, &times, sizeof(times)) != static_cast<ssize_t>(sizeof(times)))
        return;
    m_end.isTimeOver = true;
    end();
}

void Guard::end()
{
    if (std::exchange(m_isFinished, true))
        return;
    m_end.status = killed;
    ::kill(m_guard, SIGKILL); // which ends the command, too, where nothing can be found in /proc
    endAll();
}

void Guard::onReadable()
{
    if (std::exchange(m_isFinished, true))
        return;
    GuardAnswer answer;
    const ssize_t got = ::read(m_socket, &answer, sizeof(answer));
    if (got != static_cast<ssize_t>(sizeof(answer))) {
        // The guard was killed, and the command with it, but not what the command started.
        m_end.status = killed;
        endAll();
        return;
    }
    m_notifier->setEnabled(false);
    m_timeNotifier->setEnabled(false);
    m_end.status = answer.status;
    m_end.isTimeOver = answer.isTimeOver != 0;
    if (answer.error != 0)
        m_end.problem = QString::fromLocal8Bit(std::strerror(answer.error));
    Q_EMIT finished(m_end);
}

// Repeats until no process is left: orphans become children of this process.
void Guard::endAll()
{
    m_notifier->setEnabled(false);
    m_timeNotifier->setEnabled(false);
    const int ended = signalBelow(::getpid(), SIGKILL, m_others);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {}
    if (ended > 0) {
        QTimer::singleShot(1ms, this, &Guard::endAll);
        return;
    }
    reclaimTerminal();
    Q_EMIT finished(m_end);
}

// A guard that was killed did not give it back.
void Guard::reclaimTerminal() const
{
    const pid_t group = ::isatty(STDIN_FILENO) == 1 ? ::tcgetpgrp(STDIN_FILENO) : -1;
    const bool isNobodys = group > 0 && ::kill(-group, 0) != 0 && errno == ESRCH;
    if (!isNobodys)
        return;
    sigset_t writing; // or it would stop this process, which is not in the foreground
    sigemptyset(&writing);
    sigaddset(&writing, SIGTTOU);
    sigset_t before;
    ::sigprocmask(SIG_BLOCK, &writing, &before);
    ::tcsetpgrp(STDIN_FILENO, ::getpgrp());
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
}

} // namespace lockscope::lockctl
