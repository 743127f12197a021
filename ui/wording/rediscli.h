// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <QString>
#include <QStringList>

namespace lockscope::wording {

// Lines for a shell that read a lock's keys with redis-cli and change nothing, to check the shown
// state by other means. Plain functions, any thread. Names come from Redis and are hostile: the
// shell and redis-cli take each of them for one word, for all bytes. No password is written;
// redis-cli takes one from REDISCLI_AUTH.
QStringList lookCommands(const watch::LockRecord &lock);

// One command for the server of this label, as a line for a POSIX shell. A server that is
// reached neither by a redis: or rediss: URL nor by a socket is left to the reader.
QString redisCliLine(const QString &server, const QList<QByteArray> &words);

} // namespace lockscope::wording
