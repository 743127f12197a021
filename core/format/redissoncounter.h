// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// Redisson's numbers as formats: see redissonpermits.h for what the keys hold. A number is taken
// for one only by evidence.
//
//   evidence                                           kind
//   permits beside the number                          permit-expirable-semaphore
//   permits alone, the number under another name       likewise, without its number
//   redisson_sc:[N] is or was in use, or the name      semaphore
//   redisson_countdownlatch__channel__{N} likewise     count-down-latch
//   the user pinned it                                 as they say
//
// A name tells where Redisson itself made it: {map}:HASH:semaphore, redisson_bqs:[queue].
class RedissonCounter final : public Format
{
public:
    enum class Family { Semaphores, Latches };

    explicit RedissonCounter(Family family)
        : m_family(family)
    {}

    KeyType mainType() const override { return KeyType::String; }
    std::optional<NameMeaning> meaningOfKey(const KeyName &key) const override;
    std::optional<NameMeaning> meaningOfChannel(const QByteArray &channel) const override;
    bool mayBeName(const LockName &name) const override;
    std::vector<KeyToRead> evidence(const LockName &name, const RawKeys &have) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
    bool isKnownByListeners(const LockName &name, const RawKeys &keys) const override;
    QByteArray waitChannel(const LockName &name) const override;

private:
    QByteArray kindOf(const LockName &name, const RawKeys &keys, const Hints &hints) const;

    Family m_family;
};

} // namespace lockscope::format
