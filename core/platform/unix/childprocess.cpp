// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/childprocess.h"

#include "core/platform/coredumps.h"

#include <QProcess>

#include <pwd.h>
#include <unistd.h>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

#include <csignal>

namespace lockscope::platform {

namespace {

// Between fork and exec: only what is safe there.
void become(const ChildRules &rules, [[maybe_unused]] pid_t parent)
{
    restoreCoreLimit();
    if (rules.standardStreams >= 0) {
        ::dup2(rules.standardStreams, STDIN_FILENO);
        ::dup2(rules.standardStreams, STDOUT_FILENO);
    }
#ifdef Q_OS_LINUX
    if (rules.atParentsEnd != AtParentsEnd::Nothing) {
        const int signal = rules.atParentsEnd == AtParentsEnd::Asked ? SIGTERM : SIGKILL;
        if (::prctl(PR_SET_PDEATHSIG, signal) != 0 || ::getppid() != parent)
            ::_exit(1);
    }
#endif
    if (rules.ownGroup)
        ::setpgid(0, 0);
}

} // namespace

void setChildRules(QProcess &process, const ChildRules &rules)
{
    process.setChildProcessModifier([rules, parent = ::getpid()] { become(rules, parent); });
}

void killGroup(const QProcess &process)
{
    const qint64 id = process.processId();
    if (process.state() != QProcess::NotRunning && id > 0)
        ::kill(-static_cast<pid_t>(id), SIGKILL);
}

QString userName()
{
    const auto id = ::geteuid();
    struct passwd entry = {};
    struct passwd *found = nullptr;
    QByteArray buffer(16 * 1024, '\0');
    if (::getpwuid_r(id, &entry, buffer.data(), static_cast<std::size_t>(buffer.size()), &found)
            == 0
        && found != nullptr)
        return QString::fromLocal8Bit(found->pw_name);
    return QString::number(id);
}

} // namespace lockscope::platform
