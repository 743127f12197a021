// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secret/heldsecret.h"

#include "core/platform/coredumps.h"

#include <utility>

namespace lockscope::secret {

void wipe(QByteArray &bytes)
{
    if (!bytes.isEmpty() && bytes.isDetached()) {
        // Written through a volatile pointer, so that no compiler leaves it out.
        volatile char *const at = bytes.data();
        for (qsizetype i = 0; i < bytes.size(); ++i)
            at[i] = 0;
    }
    bytes.clear();
}

HeldSecret::HeldSecret(QByteArray bytes)
    : m_bytes(std::move(bytes))
{
    if (!m_bytes.isEmpty())
        platform::forbidCoreDumps();
}

HeldSecret::HeldSecret(HeldSecret &&other) noexcept
    : m_bytes(std::exchange(other.m_bytes, {}))
{}

HeldSecret &HeldSecret::operator=(HeldSecret &&other) noexcept
{
    if (this != &other) {
        wipe(m_bytes);
        m_bytes = std::exchange(other.m_bytes, {});
    }
    return *this;
}

HeldSecret::~HeldSecret()
{
    wipe(m_bytes);
}

} // namespace lockscope::secret
