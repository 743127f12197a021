// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/bytestream.h"

#include "core/redis/localstream.h"
#include "core/redis/tcpstream.h"
#include "core/redis/tlsstream.h"

#ifdef Q_OS_UNIX
#include <sys/socket.h>
#endif

#include <algorithm>

namespace lockscope::redis {

std::unique_ptr<ByteStream> makeByteStream(const Target &target, const QString &caFile)
{
    if (target.form == Target::Form::Unix)
        return std::make_unique<LocalStream>(target.path);
    const HostPort where = target.hosts.empty() ? HostPort() : target.hosts.front();
    if (target.tls)
        return std::make_unique<TlsStream>(where, caFile);
    return std::make_unique<TcpStream>(where);
}

#ifdef Q_OS_UNIX
qsizetype ByteStream::writeNow(qintptr descriptor, const QByteArray &bytes)
{
    const auto size = static_cast<std::size_t>(bytes.size());
    const auto sent =
        ::send(static_cast<int>(descriptor), bytes.constData(), size, MSG_NOSIGNAL | MSG_DONTWAIT);
    return std::max<qsizetype>(sent, 0); // whatever is wrong, Qt finds out when it writes the rest
}
#else
qsizetype ByteStream::writeNow(qintptr /*descriptor*/, const QByteArray & /*bytes*/)
{
    return 0;
}
#endif

} // namespace lockscope::redis
