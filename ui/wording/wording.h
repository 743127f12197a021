// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/health/rules/rule.h"
#include "core/insight/filter/filterwords.h"
#include "core/profile/profile.h"
#include "core/watch/record/records.h"
#include "core/watch/track/liveness.h"

#include <QByteArrayView>
#include <QString>
#include <QStringList>

#include <optional>

namespace lockscope::wording {

// All text for people that both programs share, in one place for translation: plain text, never
// markup. Plain functions, any thread; needs QtCore only. Kinds and libraries are names and the
// same in every language. Words of data (states, modes, events) are those of JSON and filters where
// nothing is translated, as in lockctl; filters take the translated ones besides.

// The error and the next step, beginning in lower case: it may follow "lockctl: ". Text from the
// server is escaped.
QString errorSentence(const Error &error);

// The same text with a capital first letter.
QString capitalised(const QString &sentence);
// With a full stop, unless it has one, asks or exclaims, or is empty.
QString ended(const QString &sentence);

// The parts of a line as the language separates them: "a, b".
QString listed(const QStringList &parts);

// "7.4": the whole tenths of the unit that are in the span. Nothing is rounded up, in no text of
// either program: a time that is left is never shown longer than it is. Negative as 0.
QString tenths(Millis span, Millis unit = std::chrono::seconds(1));

// "0.4 s", "7.4 s", from a minute on "2 min 05 s", "3 h 12 min", "5 d 3 h". Negative as 0.
QString span(Millis span);

// Coarser, for ages: "0 s", "12 s", "2 min", "3 h", "5 d".
QString age(Millis age);

// "7.4 s", "no expiry" when there is no deadline, "expired?" when it has passed and nothing has
// told of the end yet.
QString timeLeft(const std::optional<Instant> &deadline, Instant now);

// The word for a waiter in a queue, the same in all places: "alive", "dead", "ghost", "not
// checked".
QString liveness(watch::Liveness liveness);
// "alive, 5.0 s", "not checked, no deadline", "dead"
QString livenessAndTime(const watch::WaiterRecord &waiter, Instant now);
// A sentence, for a tool tip; `isNext`: next to wake.
QString livenessSentence(watch::Liveness liveness, bool isNext);

// "50 waiting: 18 alive, 4 dead, 28 ghosts"; "3 waiting, all alive"; "nobody waits". For values
// that are not read only the number is shown. Only for a lock with a queue.
QString queueSummary(const watch::LockRecord &lock, Instant now);
// A sentence about the waiters of a lock without a queue: the number of waiting connections, and
// that their owners cannot be known.
QString countedWaiters(const watch::LockRecord &lock, bool isInSight);

// Local time of day "14:03:22", with the date before it when it is not of the same day as `now`.
QString clockTime(WallInstant at, WallInstant now);
// The same with milliseconds.
QString exactTime(WallInstant at, WallInstant now);

QString kind(const QByteArray &kind);
QString library(const QByteArray &library);
QString state(watch::LockState state);
QString mode(watch::Mode mode);
QString watchdog(watch::Watchdog watchdog); // "unknown" when it was not watched for long enough
QString severity(health::Severity severity);
QString event(watch::EventType type);
// Whether the event's own words tell its count, which would say less as a number alone.
bool tellsCount(const watch::Event &event);
// The words that filters accept besides their own: those of the language, with their meaning; and a
// field's choices including them.
insight::FilterSynonyms filterSynonyms();
QStringList filterChoices(const QStringList &own);
// The filter with its own words: as it is kept, since another language may be chosen meanwhile.
QString filterInOwnWords(const QString &text);
QString serverState(watch::ServerState state);
QString watchMode(watch::WatchMode mode);
// "1.2 M of 5 M keys".
QString scanProgress(const watch::ScanProgress &scan);
QString role(const QByteArray &role); // "primary", "replica"; others as the server says
// One server or Sentinel of a deployment: "primary", "replica", "Sentinel".
QString memberRole(watch::MemberRecord::Role role);
// "3 client connections: billing at 10.0.0.9 (2), 10.0.0.7"
QString clientsText(const watch::ServerClients &clients);
// "up, 12 bytes behind", "no reply". A replica of another server than the primary says so.
QString memberFacts(const watch::MemberRecord &member, const QString &primary);
QString tag(profile::Tag tag); // "production"
QString latency(const std::optional<std::chrono::microseconds> &latency); // "0.42 ms", "unknown"

// "billing (3f1c2a5e-…:7)": the alias, if there is one, and as much of the owner as fits. Before it
// stands the sign of where it is from: "≡billing" of a file, "≈billing" learned. After words
// ("amber-otter") the owner has all the room that is left.
QString owner(const OwnerId &owner, const Alias &alias, qsizetype limit = 200);
// "billing:7", for where there is little room: of the owner only what tells it from others of the
// same client.
QString shortOwner(const OwnerId &owner, const Alias &alias, qsizetype limit = 200);
// The same as owner(), and in words where the alias is from: for tool tips and screen readers.
QString ownerInWords(const OwnerId &owner, const Alias &alias, qsizetype limit = 200);
// "name from the file of names"; empty: there is no alias.
QString aliasSource(const Alias &alias);

// The first holder as shortOwner() says it, and how many more: "billing-worker:12 +3"; "nobody".
QString holders(const watch::LockRecord &lock, qsizetype limit);
// The counts of all holds together.
qint64 count(const watch::LockRecord &lock);
// The number of waiters: of the queue, else of the lock's channel; empty: unknown, which is not 0.
std::optional<qint64> waiting(const watch::LockRecord &lock);

// Bytes from Redis as one line that is safe to show, at most about `limit` characters: cut in the
// middle, since names differ at their ends.
QString shown(QByteArrayView bytes, qsizetype limit = 200);

} // namespace lockscope::wording
