// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisprocess.h"

#include <QByteArrayList>

namespace lockscope::test {

// Rules for ACL SETUSER in the words of 7.0, as this server takes them. Redis 6 has rights to whole
// keys only, and takes away whole commands only: then the other subcommands are given back.
QByteArrayList rulesFor(const RedisProcess &server, const QByteArrayList &rules);

// ACL SETUSER with these rules.
Reply setUser(const RedisProcess &server, const QByteArray &name, const QByteArrayList &rules);

// The user `watcher`, which has these rights alone. Warns where the server does not take the rules.
redis::Target targetOf(const RedisProcess &server, const QByteArrayList &rules);

} // namespace lockscope::test
