// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/redis/target/target.h"

#include <QObject>

#include <optional>
#include <utility>
#include <vector>

namespace lockscope::redis {

// The servers that showed another certificate than the pinned one, as the connections of one
// deployment report them: a server stays until a connection to it stands with a pinned certificate,
// whatever else fails meanwhile. Same thread as the connections, which share it
// (ConnectionConfig::certificates); slots must not destroy a connection.
class ForeignCertificates : public QObject
{
    Q_OBJECT

public:
    struct Entry {
        HostPort address;
        QString fingerprint; // as fingerprintText() writes it

        friend bool operator==(const Entry &, const Entry &) = default;
    };

    // The next attempt at a server that was refused for its certificate, where nothing else makes
    // one: it is refused before any secret is sent, so that attempts lock nobody out.
    static constexpr Millis untilNextAttempt{5'000};

    using QObject::QObject;

    // Takes note if the error says so.
    void noteRefused(const HostPort &address, const Error &error);
    void noteTrusted(const HostPort &address);
    const std::vector<Entry> &entries() const { return m_entries; } // the oldest first

Q_SIGNALS:
    void changed();

private:
    std::vector<Entry> m_entries;
};

} // namespace lockscope::redis
