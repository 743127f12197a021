// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/target/foreigncertificates.h"

#include "core/base/tlsfault.h"

#include <algorithm>

namespace lockscope::redis {

namespace {

// More than a deployment has servers. Addresses come from servers that may announce new ones for
// ever, so the oldest gives way.
constexpr std::size_t mostEntries = 1024;

} // namespace

void ForeignCertificates::noteRefused(const HostPort &address, const Error &error)
{
    if (tlsFaultOf(error) != TlsFault::OtherFingerprint)
        return;
    const QString fingerprint = fingerprintIn(error);
    const auto known = std::ranges::find(m_entries, address, &Entry::address);
    if (known == m_entries.end()) {
        if (m_entries.size() == mostEntries)
            m_entries.erase(m_entries.begin());
        m_entries.push_back({address, fingerprint});
    } else if (std::exchange(known->fingerprint, fingerprint) == fingerprint) {
        return;
    }
    Q_EMIT changed();
}

void ForeignCertificates::noteTrusted(const HostPort &address)
{
    const auto isThere = [&address](const Entry &entry) { return entry.address == address; };
    if (std::erase_if(m_entries, isThere) > 0)
        Q_EMIT changed();
}

} // namespace lockscope::redis
