// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// Ruby's sidekiq-unique-jobs, versions 7 to 9. The lock is the digest, which may or may not be a
// string key.
//
//   uniquejobs:DIGEST[:RUN]            string with a job's id; not in version 9
//   ...:LOCKED                         hash: job's id -> since when, or details as JSON
//   ...:QUEUED, ...:PRIMED             lists of jobs that are to hold it, the next one last; and
//                                      of a 1, for five seconds after each release
//   ...:INFO                           string
//
// uniquejobs:digests and its like are books about all locks.
class SidekiqUnique final : public Format
{
public:
    KeyType mainType() const override { return KeyType::String; }
    std::optional<NameMeaning> meaningOfKey(const KeyName &key) const override;
    bool mayBeName(const LockName &name) const override;
    std::vector<KeyToRead> evidence(const LockName &name, const RawKeys &have) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
};

} // namespace lockscope::format
