// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace lockscope::recorder {

// A lock or an owner of a deployment, over all of a record: numbers of deployments are other ones
// after each start of a watch, so the label identifies it. A value, any thread.
template <typename Id>
struct LabelKey {
    QString deployment;
    Id id;

    friend bool operator==(const LabelKey &, const LabelKey &) = default;
};

struct LabelKeyHash {
    template <typename Id>
    std::size_t operator()(const LabelKey<Id> &key) const noexcept
    {
        return qHash(key.id.bytes, qHash(key.deployment));
    }
};

} // namespace lockscope::recorder
