// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"
#include "core/watch/record/records.h"
#include "core/watch/track/track.h"

#include <memory>
#include <vector>

namespace lockscope::watch {

// A lock with all that the rules and the next reading need.
struct OpenLock {
    TrackedLock lock;
    const format::Format *format = nullptr;
    // Without the content of the main key, which is in the lock; each reading fetches it anew.
    format::RawKeys keys;
};

// The parts of an OpenLock beyond its shown record: some thirty bytes for most locks.
class PackedLock
{
public:
    // These alone are there without unpacking the rest.
    std::optional<format::ServerMs> expireAt() const; // of the main key
    format::ServerMs expirySlack() const; // likewise
    const format::Format *format() const;

private:
    friend class LockPacker;

    std::unique_ptr<char[]> m_bytes;
};

// Packs locks at rest and unpacks them to read or tick them. The record must be the one that was
// made of the same lock: its content is not kept twice. One thread.
class LockPacker
{
public:
    PackedLock pack(const LockName &name, const OpenLock &open);
    OpenLock unpack(const LockRecord &record, const PackedLock &packed) const;

private:
    friend class PackedLock;
    class Writer;
    class Reader;

    // The text around a lock's name in the names of its other keys.
    struct Frame {
        QByteArray before;
        QByteArray after;

        friend bool operator==(const Frame &, const Frame &) = default;
    };

    void writeKeys(Writer &out, const LockName &name, const OpenLock &open);
    void writeName(Writer &out, const LockName &name, const KeyName &key);
    KeyName readName(Reader &in, const LockName &name) const;
    format::RawKeys readKeys(Reader &in, const LockRecord &record,
                             const std::optional<format::ServerMs> &expireAt) const;

    std::vector<Frame> m_frames; // of keys that were looked for; a few, as formats have them
    QByteArray m_scratch;
};

} // namespace lockscope::watch
