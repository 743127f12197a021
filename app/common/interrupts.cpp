// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interrupts.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace lockscope::app {

namespace {

// A signal handler can reach nothing but what is static.
std::array<int, 2> s_pipe{-1, -1};
constexpr std::array s_signals{SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, s_signals.size()> s_earlier;

void onSignal(int /*signal*/)
{
    const char byte = 1;
    if (::write(s_pipe[1], &byte, 1) < 0)
        ::_exit(1);
}

} // namespace

Interrupts::Interrupts(QObject *parent)
    : QObject(parent)
{
    if (::pipe2(s_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("cannot make a pipe for signals");
    m_notifier = std::make_unique<QSocketNotifier>(s_pipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] { onReadable(); });
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < s_signals.size(); ++i)
        ::sigaction(s_signals[i], &action, &s_earlier[i]);
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

void Interrupts::onReadable()
{
    std::array<char, 16> bytes{};
    while (::read(s_pipe[0], bytes.data(), bytes.size()) > 0) {}
    Q_EMIT interrupted();
}

} // namespace lockscope::app
