// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/waiting.h"

#include <QProcess>
#include <QProcessEnvironment>

#include <unistd.h>

#include <csignal>

namespace lockscope::test {

// One of our programs, run as a user runs it.
class Program
{
public:
    explicit Program(const char *path)
        : m_path(QString::fromUtf8(path))
        , m_environment(QProcessEnvironment::systemEnvironment())
    {
        m_environment.remove(QStringLiteral("LOCKSCOPE_PASSWORD"));
        m_environment.remove(QStringLiteral("LOCKSCOPE_SENTINEL_PASSWORD"));
        m_environment.remove(QStringLiteral("LOCKSCOPE_OPERATOR_PASSWORD"));
        // Not the profiles of the user who runs the tests.
        m_environment.insert(QStringLiteral("LOCKSCOPE_PROFILES"),
                             QStringLiteral("/nonexistent/profiles.json"));
        // Nor links to that user's console.
        m_environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"),
                             QStringLiteral("disabled:"));
    }
    ~Program()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;

    void setVariable(const QString &name, const QString &value)
    {
        m_environment.insert(name, value);
    }

    // Instead of a pipe that is closed, for as long as the descriptor is open here.
    void setStandardInput(int descriptor)
    {
        m_process.setChildProcessModifier([descriptor] { ::dup2(descriptor, STDIN_FILENO); });
    }

    void setFolder(const QString &path) { m_process.setWorkingDirectory(path); }

    [[nodiscard]] bool start(const QStringList &arguments)
    {
        m_process.setProcessEnvironment(m_environment);
        m_process.start(m_path, arguments);
        return m_process.waitForStarted();
    }

    // The exit status; -1 if it did not end on its own.
    int finish()
    {
        const bool ended = eventually([this] { return m_process.state() == QProcess::NotRunning; });
        readMore();
        return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
    }

    // What it has said by now, added to `out` and `err`.
    void readMore()
    {
        out += m_process.readAllStandardOutput();
        err += m_process.readAllStandardError();
    }

    int run(const QStringList &arguments) { return start(arguments) ? finish() : -1; }

    bool hasEnded() const { return m_process.state() == QProcess::NotRunning; }
    void interrupt() { signal(SIGINT); }
    void signal(int number)
    {
        if (const pid_t process = processId(); process > 0) // 0 would be this one's own group
            ::kill(process, number);
    }
    pid_t processId() const { return static_cast<pid_t>(m_process.processId()); }

    [[nodiscard]] bool prints(const QByteArray &text)
    {
        return eventually([&] {
            out += m_process.readAllStandardOutput();
            return out.contains(text);
        });
    }
    [[nodiscard]] bool complains(const QByteArray &text)
    {
        return eventually([&] {
            err += m_process.readAllStandardError();
            return err.contains(text);
        });
    }

    QByteArray out;
    QByteArray err;

private:
    QString m_path;
    QProcessEnvironment m_environment;
    QProcess m_process;
};

} // namespace lockscope::test
