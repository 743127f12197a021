// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/info.h"

#include "core/redis/topologywords.h"
#include "tests/fuzz/fuzz.h"

// INFO: fields are parts of their line, and no answer costs more than its length.
using namespace Qt::StringLiterals;

namespace lockscope::fuzz {

void run(QByteArrayView input)
{
    Bytes bytes(input);
    const QByteArray asked = bytes.text();
    const QByteArray info = bytes.rest();

    const Memory memory;
    for (const QByteArray &field : {asked, "redis_version"_ba, "uptime_in_seconds"_ba}) {
        const QByteArray value = redis::infoField(info, field);
        require(!value.contains('\n') && value == value.trimmed(), "a value is on one line");
        require(value.isEmpty() || QByteArray('\n' + info).contains(QByteArray('\n' + field + ':')),
                "a value has its field");
        const auto number = redis::infoNumber<qint64>(info, field);
        require(!number || !value.isEmpty(), "a number has its digits");
        redis::mayHaveShardedChannels(value);
    }
    Reply reply;
    reply.type = Reply::Type::String;
    reply.bytes = info;
    const auto role = redis::roleFrom(reply);
    require(!role || role->replicas.size() <= 256, "replicas are limited");
    if (role) {
        for (const redis::ReplicaWord &replica : role->replicas)
            require(replica.announced.port != 0 && !replica.announced.host.isEmpty(),
                    "replicas have addresses");
    }
    Memory::requireAtMost(4096 + 12 * input.size(), "memory is bounded by the answer");
}

} // namespace lockscope::fuzz
