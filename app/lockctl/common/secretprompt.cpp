// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/secretprompt.h"

#include "app/lockctl/common/printing.h"
#include "core/secret/heldsecret.h"
#include "core/secret/secretfile.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr std::array caught{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGTSTP, SIGTTIN, SIGTTOU};

// Handlers see nothing else.
volatile std::sig_atomic_t lastSignal = 0;

void note(int signal)
{
    lastSignal = signal;
}

// Signals come only during awaitInput(), so that none is missed between a look and the reading. All
// is as before afterwards.
class CaughtSignals
{
public:
    CaughtSignals()
    {
        sigset_t all;
        sigemptyset(&all);
        for (const int signal : caught)
            sigaddset(&all, signal);
        ::sigprocmask(SIG_BLOCK, &all, &m_mask);
        struct sigaction action {
        };
        action.sa_handler = &note;
        sigemptyset(&action.sa_mask);
        action.sa_flags = 0;
        for (std::size_t i = 0; i < caught.size(); ++i)
            ::sigaction(caught.at(i), &action, &m_before.at(i));
    }
    ~CaughtSignals()
    {
        for (std::size_t i = 0; i < caught.size(); ++i)
            ::sigaction(caught.at(i), &m_before.at(i), nullptr);
        ::sigprocmask(SIG_SETMASK, &m_mask, nullptr);
    }
    CaughtSignals(const CaughtSignals &) = delete;
    CaughtSignals &operator=(const CaughtSignals &) = delete;

    // False: a signal came.
    bool awaitInput(int descriptor) const
    {
        pollfd input{descriptor, POLLIN, 0};
        while (lastSignal == 0 && ::ppoll(&input, 1, nullptr, &m_mask) < 0 && errno == EINTR)
            continue;
        return lastSignal == 0;
    }

private:
    sigset_t m_mask{};
    std::array<struct sigaction, caught.size()> m_before{};
};

class SilentTerminal
{
public:
    SilentTerminal()
    {
        if (::tcgetattr(STDIN_FILENO, &m_before) != 0)
            return;
        termios silent = m_before;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL);
        m_isSilent = ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
    }
    ~SilentTerminal()
    {
        if (m_isSilent)
            ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &m_before);
    }
    SilentTerminal(const SilentTerminal &) = delete;
    SilentTerminal &operator=(const SilentTerminal &) = delete;
    bool isSilent() const { return m_isSilent; }

private:
    termios m_before{};
    bool m_isSilent = false;
};

// Up to the end of a line; empty: end of input, a signal, or too long.
std::optional<QByteArray> readLine(int descriptor, const CaughtSignals *signals = nullptr)
{
    QByteArray line;
    line.reserve(secret::longestSecret + 1); // no copies are left behind
    while (line.size() <= secret::longestSecret) {
        if (signals && !signals->awaitInput(descriptor))
            break;
        char letter = 0;
        const auto count = ::read(descriptor, &letter, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 || (count == 0 && line.isEmpty()))
            break;
        if (count == 0 || letter == '\n')
            return line;
        line.append(letter);
    }
    secret::wipe(line);
    return std::nullopt;
}

} // namespace

bool canPrompt()
{
    return ::isatty(STDIN_FILENO) == 1;
}

std::optional<QByteArray> promptForSecret(const QString &prompt)
{
    while (true) {
        std::optional<QByteArray> line;
        lastSignal = 0;
        {
            const CaughtSignals signals;
            const SilentTerminal terminal;
            if (!terminal.isSilent())
                return std::nullopt;
            writeError(prompt);
            line = readLine(STDIN_FILENO, &signals);
            writeError(u"\n"_s); // the one that was typed is not shown
        }
        if (lastSignal == 0)
            return line && !line->isEmpty() ? std::move(line) : std::nullopt;
        if (line)
            secret::wipe(*line);
        ::raise(lastSignal); // a stop comes back here
        const bool isStop = lastSignal == SIGTSTP || lastSignal == SIGTTIN || lastSignal == SIGTTOU;
        if (!isStop)
            return std::nullopt; // somebody ignores it
    }
}

Result<QByteArray> secretFromInput()
{
    auto line = readLine(STDIN_FILENO);
    if (!line)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("standard input has no line that could be a password"));
    return secret::firstLineOf(*std::move(line));
}

} // namespace lockscope::lockctl
