// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/guardprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string>

namespace lockscope::lockctl {

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t never = INT64_MAX;

std::int64_t now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * second + time.tv_nsec;
}

void onChild(int /*signal*/) {} // only ends the wait

void setHandler(int signal, void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

// The guard itself is only ended by its socket: what the terminal sends to everybody is for the
// holder, who passes it on.
constexpr std::array ignored{SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1,
                             SIGUSR2, SIGPIPE, SIGTTOU, SIGTTIN, SIGTSTP};

class GuardProcess
{
public:
    GuardProcess(int holder, char *const *words, std::int64_t grace)
        : m_holder(holder)
        , m_words(words)
        , m_grace(grace)
    {}

    [[noreturn]] void run();

private:
    void start(std::int64_t token);
    [[noreturn]] void execute(int failure, std::int64_t token) const;
    void readOrders();
    void obey(const GuardOrder &order);
    void onHolderGone();
    void reap();
    void onStopped();
    void checkTime();
    void terminate(std::int64_t killAt);
    void freeze();
    void thaw();
    void signalGroup(int signal) const;
    void giveTerminal(pid_t group) const;
    [[noreturn]] void leave(int status, int error);

    int m_holder; // -1: gone
    char *const *m_words;
    std::int64_t m_grace;
    pid_t m_child = 0;
    std::int64_t m_until = never; // the lock is certainly held so long
    std::int64_t m_killAt = never;
    bool m_isFrozen = false;
    bool m_isEnding = false;
    bool m_ownsTerminal = false;
};

void GuardProcess::run()
{
    for (const int signal : ignored)
        setHandler(signal, SIG_IGN);
    setHandler(SIGCHLD, onChild);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigset_t before;
    // A child that ends is noticed in ppoll() and nowhere else.
    ::sigprocmask(SIG_BLOCK, &child, &before);
    sigdelset(&before, SIGCHLD);
    for (;;) {
        reap();
        checkTime();
        const std::int64_t due = std::min(m_isFrozen ? never : m_until, m_killAt);
        const std::int64_t left = due == never ? 0 : std::max<std::int64_t>(due - now(), 0);
        const timespec timeout{left / second, left % second};
        pollfd input{m_holder, POLLIN, 0};
        const int got = ::ppoll(m_holder < 0 ? nullptr : &input, m_holder < 0 ? 0 : 1,
                                due == never ? nullptr : &timeout, &before);
        if (got > 0)
            readOrders();
    }
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
        m_until = order.until;
        if (m_child == 0)
            start(order.token);
        break;
    case GuardOrder::Kind::Extend:
        m_until = order.until;
        if (m_until > now() && !m_isEnding)
            thaw();
        break;
    case GuardOrder::Kind::Forward:
        signalGroup(order.signal);
        break;
    case GuardOrder::Kind::End:
        terminate(now() + m_grace);
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
    terminate(std::max(now(), std::min(now() + m_grace, m_until)));
}

void GuardProcess::start(std::int64_t token)
{
    std::array<int, 2> failure{};
    if (::pipe2(failure.data(), O_CLOEXEC) != 0)
        leave(126, errno);
    m_child = ::fork();
    if (m_child < 0)
        leave(126, errno);
    if (m_child == 0) {
        ::close(failure[0]);
        execute(failure[1], token);
    }
    ::setpgid(m_child, m_child); // here and there: whoever comes first
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
    ::execvp(m_words[0], m_words);
    const int error = errno;
    (void)!::write(failure, &error, sizeof(error));
    ::_exit(126);
}

void GuardProcess::reap()
{
    if (m_child == 0)
        return;
    int status = 0;
    while (::waitpid(m_child, &status, WNOHANG | WUNTRACED) > 0) {
        if (WIFEXITED(status))
            leave(WEXITSTATUS(status), 0);
        if (WIFSIGNALED(status))
            leave(128 + WTERMSIG(status), 0);
        if (WIFSTOPPED(status) && !m_isFrozen)
            onStopped();
    }
}

// Stopped from the terminal: so is the whole job, as its shell expects. On waking nothing goes on
// unless the lock is still held.
void GuardProcess::onStopped()
{
    if (!m_ownsTerminal)
        return;
    giveTerminal(::getpgrp());
    ::kill(0, SIGSTOP);
    if (now() >= m_until)
        freeze();
    else
        signalGroup(SIGCONT);
    giveTerminal(m_child);
}

void GuardProcess::checkTime()
{
    if (m_child == 0)
        return;
    const std::int64_t at = now();
    if (at >= m_killAt) {
        signalGroup(SIGKILL);
        m_killAt = never;
    }
    if (at >= m_until && !m_isFrozen && !m_isEnding)
        freeze();
}

void GuardProcess::terminate(std::int64_t killAt)
{
    if (m_child == 0)
        ::_exit(0);
    m_isEnding = true;
    m_killAt = std::min(m_killAt, killAt);
    m_until = never;
    signalGroup(SIGTERM);
    thaw();
}

void GuardProcess::freeze()
{
    m_isFrozen = true;
    signalGroup(SIGSTOP);
}

void GuardProcess::thaw()
{
    m_isFrozen = false;
    signalGroup(SIGCONT);
}

void GuardProcess::signalGroup(int signal) const
{
    if (m_child > 0)
        ::kill(-m_child, signal);
}

void GuardProcess::giveTerminal(pid_t group) const
{
    if (m_ownsTerminal)
        ::tcsetpgrp(STDIN_FILENO, group);
}

void GuardProcess::leave(int status, int error)
{
    giveTerminal(::getpgrp());
    // What the command left behind in its group ends with it: it relied on the lock, too.
    if (m_isEnding)
        signalGroup(SIGKILL);
    const GuardAnswer answer{status, error};
    (void)::send(m_holder, &answer, sizeof(answer), MSG_NOSIGNAL);
    ::_exit(0);
}

} // namespace

void runGuardProcess(int holder, char *const *words, std::int64_t graceNanoseconds)
{
    GuardProcess(holder, words, graceNanoseconds).run();
}

} // namespace lockscope::lockctl
