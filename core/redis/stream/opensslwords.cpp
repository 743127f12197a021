// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/stream/opensslwords.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

bool saysOldProtocol(const QString &text)
{
    return text.contains("unsupported protocol"_L1) || text.contains("protocol version"_L1);
}

bool saysNoTls(const QString &text)
{
    constexpr std::array words{"wrong version number"_L1, "packet length too long"_L1,
                               "record layer failure"_L1, "http request"_L1};
    return std::ranges::any_of(words, [&](QLatin1StringView word) { return text.contains(word); });
}

} // namespace lockscope::redis
