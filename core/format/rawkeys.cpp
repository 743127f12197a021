// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/rawkeys.h"

#include <algorithm>

namespace lockscope::format {

const RawKey &keyIn(const RawKeys &keys, const KeyName &name)
{
    static const RawKey absent;
    const auto found = keys.find(name);
    return found == keys.end() ? absent : found->second;
}

const RawKey &mainKeyIn(const RawKeys &keys, const LockName &lock)
{
    const KeyName main(lock.bytes);
    return keyIn(keys, main);
}

bool hasUnreadable(const RawKeys &keys)
{
    return std::any_of(keys.begin(), keys.end(),
                       [](const auto &key) { return key.second.unreadable; });
}

bool isCut(const RawKey &hash)
{
    return hash.length > static_cast<qint64>(hash.fields.size());
}

QByteArray fieldIn(const RawKey &key, QByteArrayView name)
{
    const auto found = std::find_if(key.fields.begin(), key.fields.end(),
                                    [&](const auto &field) { return field.first == name; });
    return found == key.fields.end() ? QByteArray() : found->second;
}

} // namespace lockscope::format
