// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/keycontent.h"

#include <algorithm>

namespace lockscope::watch {

using format::KeyType;
using format::RawKey;

void storeFields(RawKey &key, const std::vector<Reply> &elements)
{
    key.fields.clear();
    if (!key.exists())
        return; // gone since it was counted
    for (std::size_t i = 0; i + 1 < elements.size(); i += 2)
        key.fields.emplace_back(elements[i].bytes, elements[i + 1].bytes);
}

void cutFields(RawKey &key)
{
    constexpr auto most = static_cast<std::size_t>(format::maxElements);
    if (key.fields.size() <= most)
        return;
    const auto mode = std::find_if(key.fields.begin(), key.fields.end(),
                                   [](const auto &field) { return field.first == "mode"; });
    if (mode != key.fields.end())
        std::iter_swap(key.fields.begin(), mode);
    key.fields.resize(most);
}

void storeItems(RawKey &key, const Reply &reply)
{
    key.items.clear();
    if (!key.exists())
        return;
    for (const Reply &item : reply.elements)
        key.items.push_back(item.bytes);
}

void storeScores(RawKey &key, const Reply &reply)
{
    key.scores.clear();
    if (!key.exists())
        return;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2)
        key.scores.emplace_back(reply.elements[i].bytes, reply.elements[i + 1].bytes.toDouble());
}

QByteArray lengthCommand(KeyType type)
{
    switch (type) {
    case KeyType::Hash:
        return "HLEN";
    case KeyType::String:
        return "STRLEN";
    case KeyType::List:
        return "LLEN";
    case KeyType::SortedSet:
        return "ZCARD";
    case KeyType::Set:
        return "SCARD";
    case KeyType::None:
    case KeyType::Other:
        break;
    }
    return {};
}

} // namespace lockscope::watch
