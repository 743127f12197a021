// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// Locks and semaphores in one sorted set of owners by an instant.
//
//   library           member                      score
//   symfony           32 bytes in base64, and     when it lapses; a reader's unless
//                     __write__                   __write__ is there
//   madelson          machine_pid_uuid            when it lapses
//   redis-semaphore   uuid[-suffix][_number]      when it was taken or renewed; 10 s to live
//   generic           uuid                        the same in seconds, as books and Python have it
//
// Members that have lapsed stay until somebody looks: they are stale.
class SortedSetLocks final : public Format
{
public:
    KeyType mainType() const override { return KeyType::SortedSet; }
    bool mayBeName(const LockName &name) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
};

} // namespace lockscope::format
