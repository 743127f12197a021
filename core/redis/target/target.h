// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/target/relay.h"
#include "core/redis/target/tlsrules.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::redis {

class Credentials;

struct HostPort {
    QString host;
    quint16 port = 6379;

    friend bool operator==(const HostPort &, const HostPort &) = default;
    friend bool operator<(const HostPort &a, const HostPort &b)
    {
        return a.host != b.host ? a.host < b.host : a.port < b.port;
    }
};

// "127.0.0.1:6379", "[::1]:6379"
QString toText(const HostPort &place);

// For servers that announce addresses that cannot be reached from here: the announced address, and
// the one to connect to instead. A value, any thread.
struct AddressRule {
    QString host; // empty: any
    std::optional<quint16> port; // empty: any
    QString toHost; // empty: the announced one
    std::optional<int> toPort; // empty: the announced one
    bool isPortOffset = false; // toPort is added to the announced one

    friend bool operator==(const AddressRule &, const AddressRule &) = default;
};

// The address after the first rule that matches; the announced one if none does.
HostPort mapped(const HostPort &announced, const std::vector<AddressRule> &rules);

// Whether a server's word may be taken for the name or address of a host.
bool isHostName(QStringView host);
// Whether it is an IPv6 address; its zone, if it has one, reads like a host's name.
bool isIpv6Address(const QString &host);

// The address of a deployment, parsed from a URL of product.md. A value, any thread. It holds the
// password in clear, or what fetches it: it is never printed, `label()` leaves user and password
// out. Two targets whose passwords are fetched are equal if the same object does it.
struct Target {
    enum class Form { Tcp, Unix, Replicated, Sentinel, Cluster };

    Form form = Form::Tcp;
    bool tls = false;
    TlsRules tlsRules; // of servers and Sentinels; the caller adds them
    Relay relay; // between here and all of them; the caller adds it
    std::vector<HostPort> hosts; // one for Tcp, none for Unix; of Sentinel: the sentinels
    QString path; // Unix
    QString masterName; // Sentinel
    QByteArray user; // empty: the default user
    QByteArray password; // empty: none
    QByteArray sentinelUser; // the sentinels have users of their own
    QByteArray sentinelPassword; // empty: none
    // Fetch the passwords in place of those above; empty: those above are used.
    std::shared_ptr<Credentials> credentials;
    std::shared_ptr<Credentials> sentinelCredentials;
    std::shared_ptr<Credentials> keyCredentials; // the passphrase of a client certificate's key
    bool sentinelTls = false;
    std::vector<AddressRule> addressMap; // of announced addresses
    int database = 0;
    bool readOnly = false; // connections made from it refuse what could write
    QString guardedBy; // the read-only profile that says so; empty: none is known

    // The URL without users, passwords and parameters: redis://127.0.0.1:6379/2
    QString label() const;
    // Which server is the primary is asked before each connection (core/redis/topology.h).
    bool isResolved() const
    {
        return form == Form::Replicated || form == Form::Sentinel || form == Form::Cluster;
    }

    friend bool operator==(const Target &, const Target &) = default;
};

// Parses redis://, rediss://, redis+unix://, redis+sentinel:// and redis+cluster:// by hand, since
// QUrl rejects the forms with several hosts. redis://A,B,C is a primary with its replicas. "rediss"
// means TLS in each, and "valkey" may stand for "redis"; the label says "redis". The forms with
// several hosts take parameters: map=ANNOUNCED=REACHABLE, and for Sentinel sentinel_user,
// sentinel_password and sentinel_tls. InvalidInput names what is wrong and shows an example; users
// and passwords never appear in it. The passwords in LOCKSCOPE_PASSWORD and
// LOCKSCOPE_SENTINEL_PASSWORD are for the caller to add.
Result<Target> parseTarget(const QString &url);

} // namespace lockscope::redis
