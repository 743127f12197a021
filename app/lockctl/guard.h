// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

class QSocketNotifier;

namespace lockscope::lockctl {

// A process of its own between this one, which holds the lock, and the command that runs under it.
// It knows until when the lock is certainly held, and lets the command run no longer than that,
// whatever happens to this process:
//
//   from this process         to the command's process group
//   run(until)                started, in a process group of its own
//   extend(until)             goes on
//   forward(signal)           gets the signal
//   end()                     SIGTERM; SIGKILL after the grace
//   nothing, past `until`     SIGSTOP, until extend() or end(): this process may be stopped, too
//   this process is dead      SIGTERM; SIGKILL after the grace, but no later than `until`
//
// Where the standard input is this process's terminal, the command gets it, as in a shell. Main
// thread; forks in create(), so before any other thread is started.
class Guard : public QObject
{
    Q_OBJECT

public:
    struct Command {
        std::vector<QByteArray> words; // program and arguments
        Millis grace = std::chrono::seconds(10);
    };

    static Result<std::unique_ptr<Guard>> create(const Command &command);
    ~Guard() override; // a command that was not started never is

    // The command finds the fencing token, if there is one, in LOCKCTL_TOKEN.
    void run(Instant until, std::optional<qint64> token);
    void extend(Instant until);
    void forward(int signal);
    void end();

Q_SIGNALS:
    // As a shell has it: the exit status, 128+n for signal n, 126 or 127 if it cannot be run; the
    // latter with the reason.
    void finished(int status, const QString &problem);

private:
    explicit Guard(int socket);
    void onReadable();

    int m_socket; // to the guard's process
    bool m_isFinished = false;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockscope::lockctl
