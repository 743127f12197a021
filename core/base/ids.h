// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHashFunctions>

#include <compare>
#include <utility>

namespace lockscope {

// Bytes that name something in Redis. Names are bytes, never QString, and each sort has a type of
// its own, so that an owner cannot be passed for a key. Any thread.
template <typename Tag>
struct BytesId {
    QByteArray bytes;

    BytesId() = default;
    explicit BytesId(QByteArray value)
        : bytes(std::move(value))
    {}

    bool isEmpty() const { return bytes.isEmpty(); }

    friend bool operator==(const BytesId &a, const BytesId &b) { return a.bytes == b.bytes; }
    friend std::strong_ordering operator<=>(const BytesId &a, const BytesId &b)
    {
        return a.bytes.compare(b.bytes) <=> 0;
    }
    friend size_t qHash(const BytesId &id, size_t seed = 0) { return qHash(id.bytes, seed); }
};

using KeyName = BytesId<struct KeyTag>; // any key in Redis
using LockName = BytesId<struct LockTag>; // the name that a lock's users know
using OwnerId = BytesId<struct OwnerTag>; // `uuid:threadId`, or a string lock's token

} // namespace lockscope

template <typename Tag>
struct std::hash<lockscope::BytesId<Tag>> {
    std::size_t operator()(const lockscope::BytesId<Tag> &id) const noexcept
    {
        return qHash(id.bytes, 0);
    }
};
