// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/reading.h"

#include <algorithm>
#include <cmath>

namespace lockscope::format {

ServerMs boundedInstant(qint64 millis)
{
    return std::clamp(millis, -farAway, farAway);
}

ServerMs boundedInstant(double score)
{
    constexpr auto bound = static_cast<double>(farAway);
    return static_cast<ServerMs>(std::isnan(score) ? 0 : std::clamp(score, -bound, bound));
}

ServerMs instantAfter(ServerMs now, qint64 left)
{
    return boundedInstant(boundedInstant(now) + boundedInstant(left));
}

QByteArray typeName(KeyType type)
{
    switch (type) {
    case KeyType::None:
        return "none";
    case KeyType::String:
        return "string";
    case KeyType::List:
        return "list";
    case KeyType::Set:
        return "set";
    case KeyType::SortedSet:
        return "zset";
    case KeyType::Hash:
        return "hash";
    case KeyType::Other:
        break;
    }
    return "other";
}

KeyType typeFromName(const QByteArray &name)
{
    for (const KeyType type : {KeyType::None, KeyType::String, KeyType::List, KeyType::Set,
                               KeyType::SortedSet, KeyType::Hash}) {
        if (typeName(type) == name)
            return type;
    }
    return KeyType::Other;
}

QByteArray name(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Guess:
        return "guess";
    case Confidence::Prefix:
        return "prefix";
    case Confidence::Structure:
        return "structure";
    case Confidence::Pinned:
        return "pinned";
    }
    return {};
}

} // namespace lockscope::format
