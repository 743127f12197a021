// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// The read-write lock of .NET's DistributedLock.Redis. There is no key of the lock's own name N;
// while somebody else's key bears it, the lock is not seen.
//
//   N.readers   set of ids; one time to live for all, so that a dead reader cannot be told
//   N.writer    string: the writer's id, or with _WRITERWAITING that of one who waits for readers
//
// An id is machine_pid_uuid.
class MadelsonReadWrite final : public Format
{
public:
    KeyType mainType() const override { return KeyType::String; }
    std::optional<NameMeaning> meaningOfKey(const KeyName &key) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
};

} // namespace lockscope::format
