// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/guard.h"

#include "app/lockctl/guardprocess.h"

#include <QSocketNotifier>

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr int killed = 128 + 9;

std::int64_t nanoseconds(Instant at)
{
    // steady_clock is the monotonic clock of the system.
    return std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count();
}

// A guard that is gone is told by the end of its answers, not here.
void write(int socket, const GuardOrder &order)
{
    ssize_t written = 0;
    do
        written = ::send(socket, &order, sizeof(order), MSG_NOSIGNAL);
    while (written < 0 && errno == EINTR);
}

} // namespace

Result<std::unique_ptr<Guard>> Guard::create(const Command &command)
{
    std::vector<QByteArray> words = command.words;
    std::vector<char *> pointers;
    for (QByteArray &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    std::array<int, 2> ends{-1, -1};
    const bool hasSocket =
        ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0;
    const pid_t pid = hasSocket ? ::fork() : -1;
    if (pid < 0) {
        const QString reason = QString::fromLocal8Bit(std::strerror(errno));
        if (hasSocket) {
            ::close(ends[0]);
            ::close(ends[1]);
        }
        return fail(ErrorKind::Internal, u"no process can be started: %1"_s.arg(reason));
    }
    if (pid == 0) {
        ::close(ends[0]);
        const auto grace =
            std::chrono::duration_cast<std::chrono::nanoseconds>(command.grace).count();
        runGuardProcess(ends[1], pointers.data(), grace);
    }
    ::close(ends[1]);
    return std::unique_ptr<Guard>(new Guard(ends[0]));
}

Guard::Guard(int socket)
    : m_socket(socket)
    , m_notifier(std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Read))
{
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] { onReadable(); });
}

Guard::~Guard()
{
    m_notifier.reset();
    ::close(m_socket);
}

void Guard::run(Instant until, std::optional<qint64> token)
{
    write(m_socket, {GuardOrder::Kind::Run, 0, nanoseconds(until), token.value_or(0)});
}

void Guard::extend(Instant until)
{
    write(m_socket, {GuardOrder::Kind::Extend, 0, nanoseconds(until), 0});
}

void Guard::forward(int signal)
{
    write(m_socket, {GuardOrder::Kind::Forward, signal, 0, 0});
}

void Guard::end()
{
    write(m_socket, {GuardOrder::Kind::End, 0, 0, 0});
}

void Guard::onReadable()
{
    if (std::exchange(m_isFinished, true))
        return;
    m_notifier->setEnabled(false);
    GuardAnswer answer;
    const ssize_t got = ::read(m_socket, &answer, sizeof(answer));
    if (got != static_cast<ssize_t>(sizeof(answer)))
        answer = {killed, 0}; // the guard was killed, and the command with it
    QString problem;
    if (answer.error != 0)
        problem = QString::fromLocal8Bit(std::strerror(answer.error));
    Q_EMIT finished(answer.status, problem);
}

} // namespace lockscope::lockctl
