// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// Ruby's redis_queued_locks.
//
//   rql:lock:N                       hash: acq_id, hst_id, ts (since when), ini_ttl, spc_cnt
//                                    (re-entries)
//   rql:lock_queue:N[:read|:write]   sorted set of acq_id by the time they came, in seconds
//
// The lock is shown by the name of its hash; without it, free with waiters.
class QueuedLocks final : public Format
{
public:
    // The queue, and those of its modes; none for a name that no such lock has.
    static std::vector<KeyName> queuesOf(const LockName &name);

    KeyType mainType() const override { return KeyType::Hash; }
    std::optional<NameMeaning> meaningOfKey(const KeyName &key) const override;
    bool mayHaveFields(const LockName &name, const std::vector<QByteArray> &fields,
                       const Hints &hints) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    QByteArray companionOf(const QByteArray &prefix) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
};

} // namespace lockscope::format
