// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace lockscope::redis {

// The host between this computer and the servers that is asked to connect to them. Names of servers
// are resolved there. A value, any thread; the password is secret and never printed.
struct Relay {
    enum class Kind {
        None, // a direct connection, or what the system's settings say
        Ssh, // the system's ssh, with the user's own configuration, keys and jump hosts
        Socks5,
        Http, // a proxy that knows CONNECT
    };

    Kind kind = Kind::None;
    QString host; // of Ssh perhaps a name of its configuration
    quint16 port = 0; // 0: as usual; of Ssh: as its configuration says
    QString user; // empty: none, or as ssh's configuration says
    QByteArray password = {}; // of proxies

    // ssh://ops@bastion, socks5://127.0.0.1:1080; without the password. Empty for None.
    QString text() const;

    friend bool operator==(const Relay &, const Relay &) = default;
};

// Reads what text() writes; empty: None. InvalidInput for another form, a host that could be taken
// for an option, and a password, which has its place in LOCKSCOPE_PROXY_PASSWORD: the caller adds
// it.
Result<Relay> relayFrom(const QString &text);

} // namespace lockscope::redis
