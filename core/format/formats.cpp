// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/format.h"
#include "core/format/plainstring.h"
#include "core/format/redissonfastermulti.h"
#include "core/format/redissonmutex.h"
#include "core/format/redissonreadwrite.h"

#include <algorithm>

namespace lockscope::format {

const Formats &allFormats()
{
    static const Formats formats = [] {
        Formats list;
        list.push_back(std::make_unique<RedissonReadWrite>());
        list.push_back(std::make_unique<RedissonFasterMulti>());
        list.push_back(std::make_unique<RedissonMutex>());
        list.push_back(std::make_unique<PlainString>());
        return list;
    }();
    return formats;
}

std::vector<QByteArray> wakeUpPatterns()
{
    return {QByteArrayLiteral("redisson_lock__channel:*"), QByteArrayLiteral("redisson_rwlock:*")};
}

std::optional<NameMeaning> Format::meaningOfKey(const KeyName & /*key*/) const
{
    return std::nullopt;
}

std::optional<NameMeaning> Format::meaningOfChannel(const QByteArray & /*channel*/) const
{
    return std::nullopt;
}

QByteArray Format::waitChannel(const LockName & /*name*/) const
{
    return {};
}

QByteArray Format::waiterChannel(const LockName & /*name*/, const OwnerId & /*waiter*/) const
{
    return {};
}

bool Hints::covers(const LockName &name) const
{
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const QByteArray &prefix) { return name.bytes.startsWith(prefix); });
}

} // namespace lockscope::format
