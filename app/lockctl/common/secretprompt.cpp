// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/secretprompt.h"

#include "app/lockctl/common/printing.h"
#include "core/secret/heldsecret.h"
#include "core/secret/secretfile.h"

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

// Signals interrupt the reading; before is as it was again afterwards.
class CaughtSignals
{
public:
    CaughtSignals()
    {
        struct sigaction action {
        };
        action.sa_handler = &note;
        sigemptyset(&action.sa_mask);
        action.sa_flags = 0; // read() ends at a signal
        for (std::size_t i = 0; i < caught.size(); ++i)
            ::sigaction(caught.at(i), &action, &m_before.at(i));
    }
    ~CaughtSignals()
    {
        for (std::size_t i = 0; i < caught.size(); ++i)
            ::sigaction(caught.at(i), &m_before.at(i), nullptr);
    }
    CaughtSignals(const CaughtSignals &) = delete;
    CaughtSignals &operator=(const CaughtSignals &) = delete;

private:
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
std::optional<QByteArray> readLine(int descriptor)
{
    QByteArray line;
    line.reserve(secret::longestSecret + 1); // no copies are left behind
    while (line.size() <= secret::longestSecret) {
        char letter = 0;
        const auto count = ::read(descriptor, &letter, 1);
        if (count < 0 && errno == EINTR && lastSignal == 0)
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
            line = readLine(STDIN_FILENO);
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
    lastSignal = 0;
    auto line = readLine(STDIN_FILENO);
    if (!line)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("standard input has no line that could be a password"));
    return secret::firstLineOf(*std::move(line));
}

} // namespace lockscope::lockctl
