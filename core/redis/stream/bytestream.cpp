// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/stream/bytestream.h"

#include "core/redis/stream/localstream.h"
#include "core/redis/stream/tcpstream.h"
#include "core/redis/stream/tlsstream.h"

namespace lockscope::redis {

std::unique_ptr<ByteStream> makeByteStream(const Target &target)
{
    if (target.form == Target::Form::Unix)
        return std::make_unique<LocalStream>(target.path);
    const HostPort where = target.hosts.empty() ? HostPort() : target.hosts.front();
    if (target.tls)
        return std::make_unique<TlsStream>(where, target.relay, target.tlsRules);
    return std::make_unique<TcpStream>(where, target.relay);
}

} // namespace lockscope::redis
