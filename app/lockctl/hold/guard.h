// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QObject>

#include <sys/types.h>

#include <memory>
#include <optional>
#include <vector>

class QSocketNotifier;

namespace lockscope::lockctl {

// A process of its own between this one, which holds the lock, and the command that runs under it.
// It knows until when the lock is certainly held, and lets the command run no longer than that,
// whatever happens to this process:
//
//   at                                   the command and all processes below it
//   run(until, notice)                   started, in a process group of its own
//   forward(signal)                      the group gets the signal
//   terminate()                          SIGTERM to everything; it goes on if it takes no notice
//   `notice` before `until`              SIGTERM
//   `until`                              SIGKILL
//   extend(until)                        both are put off; what has got SIGTERM goes on ending
//   the grace after SIGTERM              SIGKILL
//   end()                                SIGKILL at once
//   this process is dead                 SIGTERM; SIGKILL after the grace, but not after `until`
//   the guard is dead                    SIGKILL at once, by this process
//
// Both sides watch the time, so that it is enough if one of them runs: either may be stopped.
// Processes that leave the group or the session are ended, too, but not those of other users
// (sudo), which cannot be signalled. finished() comes when all processes that had to end are gone.
// If the command ends on its own, its background processes continue.
//
// If the standard input is this process's terminal, the command gets it, as in a shell. Main
// thread; forks in create(), so before any other thread is started.
class Guard : public QObject
{
    Q_OBJECT

public:
    struct Command {
        std::vector<QByteArray> words; // program and arguments
        Millis grace = std::chrono::seconds(10);
    };
    struct End {
        // As a shell has it: the exit status, 128+n for signal n, 126 or 127 if it cannot be run.
        int status = 0;
        QString problem; // why it could not be run
        bool isTimeOver = false; // it was told to end since the time was over, or nearly
    };

    static Result<std::unique_ptr<Guard>> create(const Command &command);
    ~Guard() override; // a command that was not started never is

    // The command finds the fencing token, if there is one, in LOCKCTL_TOKEN. Instant::max():
    // without bound.
    void run(Instant until, Millis notice, std::optional<qint64> token);
    void extend(Instant until);
    void forward(int signal);
    void terminate();
    void end();

Q_SIGNALS:
    void finished(const lockscope::lockctl::Guard::End &end);

private:
    Guard(pid_t guard, int socket);
    void watch(Instant until);
    void onReadable();
    void onTimeOver();
    void endAll();
    void reclaimTerminal() const;

    const pid_t m_guard; // its process
    int m_socket; // to the guard's process
    int m_timer; // of `until`
    std::vector<pid_t> m_others; // children that were there before
    End m_end;
    bool m_isFinished = false;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::unique_ptr<QSocketNotifier> m_timeNotifier;
};

} // namespace lockscope::lockctl
