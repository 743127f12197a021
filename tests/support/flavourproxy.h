// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/recordingproxy.h"
#include "tests/support/redisprocess.h"

#include <QByteArrayList>

#include <memory>
#include <utility>
#include <vector>

namespace lockscope::test {

// The refusals of a managed server, a proxy or a fork, as a script for FlavourProxy. Each row of
// flavours() cites the fact behind it. In errors, %1 stands for the command as it was written, %2
// for its second word.
struct Flavour {
    QByteArray name; // elasticache
    // Commands by their first words, and the error. The first that fits decides.
    std::vector<std::pair<QByteArrayList, QByteArray>> refused = {};
    // Words of which one in any place of a CLIENT TRACKING refuses it, and the error.
    QByteArrayList untracked = {};
    QByteArray untrackedError = {};
    QByteArrayList allowed = {}; // not empty: all other commands are refused
    QByteArray otherError = {}; // of these; empty: the connection is closed
    bool declaredKeysOnly = false; // a script touches no key but those in KEYS
    QByteArray keylessError = {}; // not empty: a script without KEYS is refused with it
    // Fields of INFO with other values than the real server's.
    std::vector<std::pair<QByteArray, QByteArray>> info = {};
    QStringList arguments = {}; // of the server behind it
    bool isCluster = false; // a node that has all slots
    QByteArrayList rights = {}; // not empty: the only rights of the user
};

// All of them; those of the same product differ by version.
const std::vector<Flavour> &flavours();
const Flavour &flavour(const QByteArray &name);

// A server of that flavour: a real redis-server behind a proxy that refuses. On the test's thread.
class FlavouredServer
{
public:
    explicit FlavouredServer(const Flavour &flavour);
    [[nodiscard]] bool start();

    RedisProcess &server() { return m_server; } // without the proxy
    RecordingProxy &proxy() { return *m_proxy; }
    redis::Target target() const; // through the proxy
    // For a program; with user and password. `asCluster`: redis+cluster://.
    QString url(bool asCluster = false) const;

private:
    const Flavour &m_flavour;
    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    redis::Target m_target;
};

} // namespace lockscope::test
