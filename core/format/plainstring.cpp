// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/plainstring.h"

using namespace Qt::StringLiterals;

namespace lockscope::format {

bool PlainString::recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const
{
    const auto main = keys.find(KeyName(name.bytes));
    return main != keys.end() && main->second.type == KeyType::String && hints.covers(name);
}

std::vector<KeyWish> PlainString::wanted(const LockName & /*name*/, const RawKeys & /*have*/) const
{
    return {};
}

LockReading PlainString::read(const LockName &name, const RawKeys &keys) const
{
    LockReading reading;
    reading.kind = "string";
    reading.library = "generic";
    reading.candidates = {{"string", "generic", u"string under a prefix given for locks"_s}};
    const auto main = keys.find(KeyName(name.bytes));
    if (main == keys.end())
        return reading;
    reading.expireAt = main->second.expireAt;
    reading.truncated = main->second.truncated;
    reading.holds.push_back(
        {OwnerId(main->second.value), Mode::Exclusive, 1, main->second.expireAt, false});
    return reading;
}

} // namespace lockscope::format
