// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/profile/profile.h"
#include "core/watch/records.h"

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace lockscope::wording {

// All text for people that both programs share, in one place for translation: plain text, never
// markup. Plain functions, any thread; needs QtCore only. Words of data (kinds, states, events) are
// those of JSON and filters, so that what is read in one place can be typed in another.

// What happened and what to do next, beginning in lower case: it may follow "lockctl: ". Text from
// the server is escaped.
QString errorSentence(const Error &error);

// The same text with a capital first letter.
QString capitalised(const QString &sentence);

// "0.4 s", "7.4 s", "21 s" from a minute on "2 min 05 s", "3 h 12 min", "5 d 3 h". Negative as 0.
QString span(Millis span);

// Coarser, for ages: "0 s", "12 s", "2 min", "3 h", "5 d".
QString age(Millis age);

// "7.4 s", "no expiry" when there is no deadline, "expired?" when it has passed and nothing has
// told of the end yet.
QString timeLeft(const std::optional<Instant> &deadline, Instant now);

// Local time of day "14:03:22", with the date before it when it is not of the same day as `now`.
QString clockTime(WallInstant at, WallInstant now);
// The same with milliseconds.
QString exactTime(WallInstant at, WallInstant now);

QString kind(const QByteArray &kind);
QString library(const QByteArray &library);
QString state(watch::LockState state);
QString mode(watch::Mode mode);
QString watchdog(watch::Watchdog watchdog); // "unknown" when it was not watched for long enough
QString event(watch::EventType type);
QString serverState(watch::ServerState state);
QString watchMode(watch::WatchMode mode);
// "1.2 M of 5 M keys".
QString scanProgress(const watch::ScanProgress &scan);
QString tag(profile::Tag tag); // "production"
QString latency(const std::optional<std::chrono::microseconds> &latency); // "0.42 ms", "unknown"

// "billing (3f1c2a5e-…:7)": the alias, if there is one, and as much of the owner as fits.
QString owner(const OwnerId &owner, const QByteArray &alias, qsizetype limit = 200);
// "billing:7", for where there is little room: of the owner only what tells it from others of the
// same client.
QString shortOwner(const OwnerId &owner, const QByteArray &alias, qsizetype limit = 200);

// The first holder as shortOwner() says it, and how many more: "billing-worker:12 +3"; "nobody".
QString holders(const watch::LockRecord &lock, qsizetype limit);
// The counts of all holds together.
qint64 count(const watch::LockRecord &lock);
// How many wait: of the queue, else of the lock's channel; empty: unknown, which is not 0.
std::optional<qint64> waiting(const watch::LockRecord &lock);

// Bytes from Redis as one line that is safe to show, at most about `limit` characters: cut in the
// middle, since names differ at their ends.
QString shown(QByteArrayView bytes, qsizetype limit = 200);

} // namespace lockscope::wording
