// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"
#include "core/insight/filter/filter.h"
#include "core/insight/quorum/multis.h"
#include "core/watch/track/heartbeat.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <vector>

namespace lockscope::lockctl {

// Text for people. Everything from Redis is escaped before it comes here or in here.

using Row = std::vector<QString>;

QString counted(qint64 count, const QString &one, const QString &many); // "1 lock", "2 locks"

// "exclusive", "read", "write"; "permit" for a hold of a semaphore, which others have beside it.
// JSON and filters have "exclusive" there as well.
QString modeText(const watch::LockRecord &lock, const watch::HoldRecord &hold);

// The permits that have lapsed among those that are free, to follow their number; empty: none. The
// word in place of the number of a semaphore that has none.
QString lapsedText(qint64 lapsed);
QString notInitialised();

// The key with the empty name, as commands show and take it: an escape for nothing. An empty word
// is refused, since an unset variable of a script is one.
inline constexpr QLatin1StringView emptyName("\\u{}");
// The name of a lock, as nameFrom() takes it; the empty one with words that explain it.
QString nameText(const LockName &name, qsizetype limit = 120);

// "billing (3f1c2a5e-...:7)": the name first, after the sign of where it is from, the owner in
// full, since it is pasted.
QString ownerText(const OwnerId &owner, const Alias &alias);

// A table: columns as wide as their widest text, each line behind so many blanks.
QString aligned(const std::vector<Row> &rows, qsizetype indent = 0);
// One aligned line a lock, with a header.
// Each row names its server's profile if the servers are not all of one profile.
using PlaceOf = std::function<insight::FilterPlace(watch::DeploymentId)>;
QString lockTable(const std::vector<watch::LockPointer> &locks, Instant now, bool watched,
                  const PlaceOf &placeOf);
// Everything known of one lock.
QString lockDetails(const watch::LockRecord &lock, Instant now, bool watched,
                    const std::optional<std::vector<health::Problem>> &problems,
                    const watch::Replication *replication = nullptr);
// The servers and Sentinels of a deployment, one line each; empty: there is but one server.
QString membersText(const watch::ServerRecord &server);
// The waiters of the lock: the queue in its order, the number of connections.
QString queueText(const watch::LockRecord &lock, Instant now);
// A line for each; empty: none, or the lock could not be judged.
QString problemsText(const std::optional<std::vector<health::Problem>> &problems);
// Facts inferred from several locks: clients by their renewals, and multi-locks. An event takes one
// line.
QString clientsText(const std::vector<watch::ClientHeartbeat> &clients, Instant now);
QString multisText(const std::vector<insight::InferredMulti> &multis);
QString eventLine(const watch::Event &event);

// Writes and flushes; false when that failed: nobody reads any more, or the disk is full. The first
// failure is said on standard error.
bool writeOut(const QString &text);
// The status to end with: a command whose output was not written is not Done, whatever it did.
int statusOfOutput(int status);
void writeError(const QString &text);
void tellInterrupted(); // by a signal, before everything was read
bool isErrorTerminal(); // a person reads what writeError() writes

} // namespace lockscope::lockctl
