// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/hold/guardprocess.h"

#include "app/lockctl/hold/processtree.h"
#include "core/platform/coredumps.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>

namespace lockscope::lockctl {

namespace {

void onChild(int /*signal*/) {} // only ends the wait

void setHandler(int signal, void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

// Only its socket ends the guard: signals that the terminal sends to the whole group are for the
// holder, which forwards them.
constexpr std::array ignored{SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1,
                             SIGUSR2, SIGPIPE, SIGTTOU, SIGTTIN, SIGTSTP};

class GuardProcess
{
public:
    GuardProcess(int holder, char *const *words, std::int64_t grace)
        : m_holder(holder)
        , m_words(words)
        , m_grace(grace)
        , m_timer(::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK))
    {}

    [[noreturn]] void run();

private:
    void prepare();
    void wait(std::int64_t due);
    void start(const GuardOrder &order);
    [[noreturn]] void execute(int failure, std::int64_t token) const;
    void readOrders();
    void obey(const GuardOrder &order);
    void onHolderGone();
    void reap();
    void onStopped();
    void checkTime();
    void terminate();
    void endAll();
    void askAllToEnd() const;
    void giveTerminal(pid_t group) const;
    [[noreturn]] void leave(int status, int error);

    int m_holder; // -1: gone
    char *const *m_words;
    std::int64_t m_grace;
    int m_timer;
    sigset_t m_waiting{}; // blocked while it waits: not SIGCHLD
    pid_t m_child = 0;
    std::optional<int> m_status; // of the child that has ended
    std::int64_t m_until = never; // the lock is certainly held so long
    std::int64_t m_notice = 0;
    std::int64_t m_killAt = never;
    bool m_isEnding = false;
    bool m_isTimeOver = false;
    bool m_ownsTerminal = false;
};

void GuardProcess::prepare()
{
    for (const int signal : ignored)
        setHandler(signal, SIG_IGN);
    setHandler(SIGCHLD, onChild);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    // A child that ends is noticed in ppoll() and nowhere else.
    ::sigprocmask(SIG_BLOCK, &child, &m_waiting);
    sigdelset(&m_waiting, SIGCHLD);
    // Processes that the command leaves behind become children of the guard, in any session.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    // If it is stopped when the holder dies, nobody else is left to watch the time.
    ::prctl(PR_SET_PDEATHSIG, SIGCONT);
    ::prctl(PR_SET_NAME, "lock-guard");
    // It works for microseconds, but those must come in time. Only where it is permitted.
    const sched_param first{1};
    ::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &first);
}

void GuardProcess::run()
{
    prepare();
    for (;;) {
        reap();
        checkTime();
        const std::int64_t noticeAt = m_isEnding || m_until == never ? never : m_until - m_notice;
        wait(std::min({m_child == 0 ? never : m_until, m_child == 0 ? never : noticeAt, m_killAt}));
    }
}

void GuardProcess::wait(std::int64_t due)
{
    itimerspec timer{}; // all zero: off
    if (due != never)
        timer.it_value = {std::max<std::int64_t>(due, 1) / second,
                          std::max<std::int64_t>(due, 1) % second};
    ::timerfd_settime(m_timer, TFD_TIMER_ABSTIME, &timer, nullptr);
    std::array<pollfd, 2> inputs{{{m_timer, POLLIN, 0}, {m_holder, POLLIN, 0}}};
    if (::ppoll(inputs.data(), inputs.size(), nullptr, &m_waiting) > 0 && inputs[1].revents != 0)
        readOrders();
}

void GuardProcess::readOrders()
{
    GuardOrder order;
    const ssize_t got = ::read(m_holder, &order, sizeof(order));
    if (got == static_cast<ssize_t>(sizeof(order)))
        obey(order);
    else if (got >= 0 || errno != EINTR)
        onHolderGone();
}

void GuardProcess::obey(const GuardOrder &order)
{
    switch (order.kind) {
    case GuardOrder::Kind::Run:
        if (m_child == 0)
            start(order);
        break;
    case GuardOrder::Kind::Extend:
        m_until = order.until;
        break;
    case GuardOrder::Kind::Forward:
        if (m_child > 0) {
            ::kill(-m_child, order.signal);
            ::kill(-m_child, SIGCONT); // a stopped process does not handle it
        }
        break;
    case GuardOrder::Kind::Terminate:
        if (m_child > 0)
            askAllToEnd();
        break;
    }
}

// Nobody renews the lock any more: the command is not to outlive it.
void GuardProcess::onHolderGone()
{
    ::close(m_holder);
    m_holder = -1;
    if (m_child == 0)
        ::_exit(0);
    if (!m_isEnding)
        terminate();
}

void GuardProcess::start(const GuardOrder &order)
{
    m_until = order.until;
    m_notice = order.notice;
    m_isTimeOver = bootTime() >= m_until;
    if (m_isTimeOver)
        leave(killed, 0); // over before it could begin
    std::array<int, 2> failure{};
    if (::pipe2(failure.data(), O_CLOEXEC) != 0)
        leave(126, errno);
    m_child = ::fork();
    if (m_child < 0) {
        m_child = 0;
        leave(126, errno);
    }
    if (m_child == 0) {
        ::close(failure[0]);
        execute(failure[1], order.token);
    }
    ::setpgid(m_child, m_child); // in parent and child: either may be first
    m_ownsTerminal = ::isatty(STDIN_FILENO) == 1 && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
    giveTerminal(m_child);
    ::close(failure[1]);
    int error = 0;
    if (::read(failure[0], &error, sizeof(error)) == static_cast<ssize_t>(sizeof(error))) {
        ::waitpid(m_child, nullptr, 0);
        leave(error == ENOENT ? 127 : 126, error);
    }
    ::close(failure[0]);
}

void GuardProcess::execute(int failure, std::int64_t token) const
{
    const pid_t guard = ::getppid();
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != guard)
        ::_exit(126);
    for (const int signal : ignored)
        setHandler(signal, SIG_DFL);
    setHandler(SIGCHLD, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (token != 0)
        ::setenv("LOCKCTL_TOKEN", std::to_string(token).c_str(), 1);
    else
        ::unsetenv("LOCKCTL_TOKEN"); // of a lock around this one
    // For reaching the server, which is not the command's business.
    ::unsetenv("LOCKSCOPE_PASSWORD");
    ::unsetenv("LOCKSCOPE_SENTINEL_PASSWORD");
    ::unsetenv("LOCKSCOPE_OPERATOR_PASSWORD");
    ::unsetenv("LOCKSCOPE_PROXY_PASSWORD");
    platform::restoreCoreLimit();
    ::execvp(m_words[0], m_words);
    const int error = errno;
    (void)!::write(failure, &error, sizeof(error));
    ::_exit(126);
}

void GuardProcess::reap()
{
    int status = 0;
    pid_t process = 0;
    bool isStopped = false;
    while ((process = ::waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0) {
        if (process != m_child)
            continue;
        isStopped = WIFSTOPPED(status);
        if (WIFEXITED(status))
            m_status = WEXITSTATUS(status);
        else if (WIFSIGNALED(status))
            m_status = 128 + WTERMSIG(status);
    }
    if (m_status) {
        // Processes that the command left behind end with it: they relied on the lock, too.
        if (m_isEnding)
            endAll();
        leave(*m_status, 0);
    }
    if (isStopped)
        onStopped();
}

// Stopped from the terminal: so is the whole job, as its shell expects. On waking nothing goes on
// unless the lock is still held.
void GuardProcess::onStopped()
{
    if (!m_ownsTerminal)
        return;
    giveTerminal(::getpgrp());
    ::kill(0, SIGSTOP);
    checkTime();
    ::kill(-m_child, SIGCONT);
    giveTerminal(m_child);
}

void GuardProcess::checkTime()
{
    if (m_child == 0)
        return;
    const std::int64_t at = bootTime();
    if (at >= m_until || at >= m_killAt) {
        m_isTimeOver = m_isTimeOver || m_holder >= 0;
        m_isEnding = true;
        endAll();
        leave(m_status.value_or(killed), 0);
    }
    if (m_until != never && at >= m_until - m_notice && !m_isEnding) {
        m_isTimeOver = true;
        terminate();
    }
}

void GuardProcess::terminate()
{
    m_isEnding = true;
    m_killAt = m_grace < never - bootTime() ? bootTime() + m_grace : never;
    askAllToEnd();
}

// Returns when nothing of the command is left.
void GuardProcess::endAll()
{
    ::kill(-m_child, SIGKILL); // at once, and processes that are just starting
    for (std::int64_t pause = second / 5000; signalBelow(::getpid(), SIGKILL) > 0;
         pause = std::min(2 * pause, second / 50)) {
        const timespec time{0, pause};
        ::nanosleep(&time, nullptr);
        int status = 0;
        pid_t process = 0;
        while ((process = ::waitpid(-1, &status, WNOHANG)) > 0) {
            if (process == m_child)
                m_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
}

void GuardProcess::askAllToEnd() const
{
    // A stopped process handles SIGTERM only after SIGCONT.
    const auto ask = [](pid_t process) {
        ::kill(process, SIGTERM);
        ::kill(process, SIGCONT);
    };
    // Processes that have left its group come first: when their parent ends, they move up to the
    // guard while it looks for them below the parent.
    for (const pid_t process : descendantsOf(::getpid())) {
        if (::getpgid(process) != m_child)
            ask(process);
    }
    ask(-m_child);
}

void GuardProcess::giveTerminal(pid_t group) const
{
    if (m_ownsTerminal)
        ::tcsetpgrp(STDIN_FILENO, group);
}

void GuardProcess::leave(int status, int error)
{
    giveTerminal(::getpgrp());
    const GuardAnswer answer{status, error, m_isTimeOver ? 1 : 0};
    (void)::send(m_holder, &answer, sizeof(answer), MSG_NOSIGNAL);
    ::_exit(0);
}

} // namespace

void runGuardProcess(int holder, char *const *words, std::int64_t graceNanoseconds)
{
    GuardProcess(holder, words, graceNanoseconds).run();
}

} // namespace lockscope::lockctl
