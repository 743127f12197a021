// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QProcess>

namespace lockscope::lockctl {

// A child process that never outlives this one, however this one ends and whether or not the child
// is stopped: the kernel kills it (PR_SET_PDEATHSIG). It is in a process group of its own, so that
// Ctrl+C reaches only the parent, which then ends it in order. Main thread; owns the process.
class SandboxProcess : public QObject
{
    Q_OBJECT

public:
    explicit SandboxProcess(QObject *parent = nullptr);
    ~SandboxProcess() override;

    void start(const QString &program, const QStringList &arguments);
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    void kill(); // SIGKILL
    void stopFor(Millis time); // SIGSTOP, and SIGCONT later

    // The last lines that it printed, for when it ends without being asked to.
    const QByteArray &lastWords() const { return m_lastWords; }

Q_SIGNALS:
    void printed(const QByteArray &line); // a whole line, without its end
    void ended(); // or it could not be started

private:
    void read();
    void signal(int number) const;

    QProcess m_process;
    QByteArray m_lastWords;
};

} // namespace lockscope::lockctl
