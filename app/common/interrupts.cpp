// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interrupts.h"

#include <QPointer>
#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace lockscope::app {

namespace {

// A signal handler can reach nothing but what is static.
std::array<int, 2> s_pipe{-1, -1};
constexpr std::array s_signals{SIGINT,  SIGTERM,  SIGHUP,  SIGQUIT, SIGUSR1,
                               SIGUSR2, SIGWINCH, SIGTSTP, SIGCONT};
constexpr std::size_t s_ending = 3; // the first of them, which are always told
constexpr std::size_t s_passedOn = 6; // the first of them, which tellAll() adds to
std::array<struct sigaction, s_signals.size()> s_earlier;

void onSignal(int signal)
{
    const char byte = static_cast<char>(signal);
    if (::write(s_pipe[1], &byte, 1) < 0)
        ::_exit(1);
}

void install(std::size_t from, std::size_t to, int flags)
{
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    for (std::size_t i = from; i < to; ++i)
        ::sigaction(s_signals[i], &action, nullptr);
}

} // namespace

Interrupts::Interrupts(QObject *parent)
    : QObject(parent)
{
    if (::pipe2(s_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("cannot create a pipe for signals");
    m_notifier = std::make_unique<QSocketNotifier>(s_pipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] { onReadable(); });
    for (std::size_t i = 0; i < s_signals.size(); ++i)
        ::sigaction(s_signals[i], nullptr, &s_earlier[i]);
    install(0, s_ending, static_cast<int>(SA_RESTART | SA_RESETHAND));
}

Interrupts::~Interrupts()
{
    for (std::size_t i = 0; i < s_signals.size(); ++i)
        ::sigaction(s_signals[i], &s_earlier[i], nullptr);
    m_notifier.reset();
    for (int &end : s_pipe) {
        ::close(end);
        end = -1;
    }
}

void Interrupts::tellAll()
{
    install(0, s_passedOn, SA_RESTART);
}

void Interrupts::tellOfTerminal()
{
    install(s_ending, s_ending + 1, static_cast<int>(SA_RESTART | SA_RESETHAND)); // SIGQUIT
    install(s_passedOn, s_signals.size(), SA_RESTART);
}

void Interrupts::onReadable()
{
    std::array<char, 16> bytes{};
    const QPointer guard(this);
    ssize_t got = 0;
    while (guard && (got = ::read(s_pipe[0], bytes.data(), bytes.size())) > 0) {
        for (ssize_t i = 0; i < got && guard; ++i)
            Q_EMIT interrupted(bytes[static_cast<std::size_t>(i)]);
    }
}

} // namespace lockscope::app
