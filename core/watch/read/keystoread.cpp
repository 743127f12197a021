// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/keystoread.h"

#include "core/format/redissonmutex.h"

#include <algorithm>

namespace lockscope::watch {

using format::KeyToRead;

std::vector<KeyToRead> keysToRead(const ReadJob &job, const format::Format *format,
                                  const format::RawKeys &keys, const format::Hints &hints)
{
    const auto found = keys.find(KeyName(job.lock.bytes));
    const bool hasMain = found != keys.end() && found->second.exists();
    std::vector<KeyToRead> wanted;
    const auto add = [&](const std::vector<KeyToRead> &more) {
        for (const KeyToRead &wish : more) {
            if (std::find(wanted.begin(), wanted.end(), wish) == wanted.end())
                wanted.push_back(wish);
        }
    };
    const bool isAnybodys = job.causes.empty() && job.format == nullptr;
    // The queue of a fair lock outlives any other lock of the same name.
    const bool wasOther = job.format != nullptr && !hasMain;
    for (const auto &other : format::allFormats()) {
        if (hasMain) {
            if (other->mainType() == found->second.type)
                add(other->evidence(job.lock, keys));
            continue;
        }
        const bool isCause =
            std::any_of(job.causes.begin(), job.causes.end(),
                        [&](const KeyName &key) { return other->meaningOfKey(key).has_value(); });
        const bool isMutex = dynamic_cast<const format::RedissonMutex *>(other.get()) != nullptr;
        if (isAnybodys || isCause || job.format == other.get() || (wasOther && isMutex))
            add(other->wanted(job.lock, keys));
    }
    if (hasMain && wanted.empty() && format != nullptr)
        add(format->wanted(job.lock, keys));
    if (const auto queue = hints.queues.queueOf(job.lock);
        queue && (!hasMain || found->second.type == format::KeyType::Hash))
        add(format::RedissonMutex::queueKeys(*queue, keys));
    return wanted;
}

} // namespace lockscope::watch
