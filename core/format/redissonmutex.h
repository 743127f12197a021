// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// Redisson's mutex family over one hash {owner -> holds}: reentrant (spin and non-reentrant locks
// look the same at rest), fair with its queue and time-out set, fenced with its token.
//
//   main key   other keys                 kind, state
//   held       -                          reentrant, held
//   held       queue or time-outs         fair, held, with waiters
//   held       token                      fenced, held
//   absent     queue or time-outs         fair, free but waited for
//   absent     token                      fenced, free
//
// Under a NameMapper the queue may bear another name (Hints::queues); then that name alone is no
// lock.
class RedissonMutex final : public Format
{
public:
    KeyType mainType() const override { return KeyType::Hash; }
    std::optional<NameMeaning> meaningOfKey(const KeyName &key) const override;
    std::optional<NameMeaning> meaningOfChannel(const QByteArray &channel) const override;
    bool mayHaveFields(const LockName &name, const std::vector<QByteArray> &fields,
                       const Hints &hints) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
    // The keys of a lock that keeps its queue under that name: see mappedqueues.h.
    static std::vector<KeyToRead> queueKeys(const LockName &queue, const RawKeys &have);
    bool isKnownByListeners(const LockName &name, const RawKeys &keys) const override;
    QByteArray waitChannel(const LockName &name) const override;
    QByteArray waiterChannel(const LockName &name, const OwnerId &waiter) const override;
};

} // namespace lockscope::format
