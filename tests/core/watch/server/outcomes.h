// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/read/readjob.h"

namespace lockscope::test {

// What a reading of these keys gives: no server is asked.
inline watch::ReadOutcome outcomeOf(const LockName &lock, format::RawKeys keys,
                                    format::ServerMs now)
{
    watch::ReadOutcome outcome;
    outcome.lock = lock;
    outcome.format = format::recognise(lock, keys, {});
    if (outcome.format != nullptr)
        outcome.reading = format::readLock(*outcome.format, lock, keys, {}, now);
    outcome.keys = std::move(keys);
    return outcome;
}

} // namespace lockscope::test
