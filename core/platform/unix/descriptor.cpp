// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/descriptor.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace lockscope::platform {

namespace {

// If it is missing, Qt's sockets have seen to it that SIGPIPE is ignored.
#ifdef MSG_NOSIGNAL
constexpr int quietly = MSG_NOSIGNAL | MSG_DONTWAIT;
#else
constexpr int quietly = MSG_DONTWAIT;
#endif

Transferred transferred(ssize_t bytes)
{
    return {bytes, bytes < 0 ? errno : 0};
}

} // namespace

Descriptor Descriptor::copyOf(qintptr number)
{
    return Descriptor(::fcntl(static_cast<int>(number), F_DUPFD_CLOEXEC, 0));
}

void Descriptor::close()
{
    if (isOpen())
        ::close(release());
}

std::optional<std::array<Descriptor, 2>> connectedPair()
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0)
        return std::nullopt;
    for (const int end : ends)
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return std::array{Descriptor(ends[0]), Descriptor(ends[1])};
}

Transferred sendAtOnce(int socket, const char *bytes, qsizetype size)
{
    return transferred(::send(socket, bytes, static_cast<std::size_t>(size), quietly));
}

Transferred receiveAtOnce(int socket, char *bytes, qsizetype most)
{
    return transferred(::recv(socket, bytes, static_cast<std::size_t>(most), MSG_DONTWAIT));
}

} // namespace lockscope::platform
