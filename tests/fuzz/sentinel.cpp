// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/redis/replyreader.h"
#include "core/redis/topologywords.h"
#include "tests/fuzz/fuzz.h"

// What sentinels and servers say of a topology: only addresses that could be connected to and
// shown, and no more of them than any deployment has.
namespace lockscope::fuzz {

namespace {

using namespace redis;

constexpr std::size_t most = 256;

void requireSound(const HostPort &place)
{
    require(place.port != 0 && !place.host.isEmpty(), "an address is whole");
    require(visible(place.host.toUtf8()) == place.host, "an address can be shown");
    require(addressFrom(place.host.toUtf8(), QByteArray::number(place.port)) == place,
            "an address stays what it is");
}

} // namespace

void run(QByteArrayView input)
{
    ReplyReader reader({});
    std::vector<Reply> replies;
    const auto fed = reader.feed(input, replies);
    Q_UNUSED(fed)
    for (const Reply &reply : replies) {
        if (const auto role = roleFrom(reply)) {
            require(role->replicas.size() <= most, "replicas are limited");
            for (const ReplicaWord &replica : role->replicas)
                requireSound(replica.announced);
            require(!role->isPrimary || role->follows.host.isEmpty(), "a primary follows nobody");
            if (!role->follows.host.isEmpty())
                requireSound(role->follows);
        }
        if (const auto primary = primaryFrom(reply))
            requireSound(*primary);
        const auto list = listFrom(reply);
        require(list.size() <= most, "lists are limited");
        const QStringList names = namesFrom(list);
        require(names.size() <= 10, "names are limited");
        for (const QString &name : names)
            require(name.size() <= 60, "a name is cut");
        for (const Fields &fields : list) {
            if (const auto place = addressFrom(valueOf(fields, "ip"), valueOf(fields, "port")))
                requireSound(*place);
        }
        isNoSuchPrimary(reply);
    }
}

} // namespace lockscope::fuzz
