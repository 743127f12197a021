// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/keycontent.h"

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
