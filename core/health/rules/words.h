// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/watch/record/records.h"

#include <QString>

#include <algorithm>

namespace lockscope::health {

// Data as it stands in the evidence of a rule. Plain functions, any thread.

constexpr qsizetype wordLimit = 100;

// The name alone. Words made from the owner's id are no name that others know, so the beginning of
// the id is beside them: misty-pigeon:21 (083ac637...).
inline QString ownerText(const OwnerId &owner, const Alias &alias = {})
{
    const QString shown = visibleElided(owner.bytes, wordLimit);
    if (alias.isEmpty())
        return shown;
    const QString name = fromUtf8(alias.name);
    if (alias.origin != AliasOrigin::Derived)
        return name;
    constexpr qsizetype few = 8;
    const qsizetype colon = owner.bytes.lastIndexOf(':');
    const QByteArray thread = colon < 0 ? QByteArray() : owner.bytes.sliced(colon);
    return name + visibleElided(thread, wordLimit) + QStringLiteral(" (")
        + visibleElided(owner.bytes.first(std::min(few, owner.bytes.size())), wordLimit)
        + QStringLiteral("...)");
}

// The empty name is a name, too: quotes, where nothing would look like a missing word.
inline QString nameText(const LockName &name)
{
    return name.isEmpty() ? QStringLiteral("\"\"") : visibleElided(name.bytes, wordLimit);
}

} // namespace lockscope::health
