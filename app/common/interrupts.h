// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace lockscope::app {

// SIGINT, SIGTERM and SIGHUP as a Qt signal on the thread that made it, by way of a pipe. One at a
// time in a process; restores the earlier handlers when it goes. A second signal of the same sort
// ends the process at once, as people expect of a second Ctrl+C, unless tellAll() was called.
class Interrupts : public QObject
{
    Q_OBJECT

public:
    explicit Interrupts(QObject *parent = nullptr);
    ~Interrupts() override;

    // For a program that forwards signals: from now on every signal is reported, not only the first
    // of its sort, and SIGQUIT, SIGUSR1 and SIGUSR2 too.
    static void tellAll();
    // For a program that uses the whole terminal: SIGWINCH, SIGTSTP and SIGCONT are reported each
    // time, and SIGQUIT once, so that the terminal can be restored.
    static void tellOfTerminal();

Q_SIGNALS:
    void interrupted(int signal);

private:
    void onReadable();

    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockscope::app
