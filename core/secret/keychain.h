// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <functional>

namespace lockscope::secret {

// The desktop's keychain, by QtKeychain: the Secret Service (GNOME, KeePassXC) or KWallet. Entries
// have the service "lockscope" and a key of a profile's name and the secret's. All jobs of a
// process are one after another on one thread with an event loop, the first that asked.
namespace keychain {

enum class Failure {
    Missing, // there is no such entry
    NoKeychain, // none is there, or none answers
    Refused, // the user or the keychain declined
};

struct Problem {
    Failure failure = Failure::NoKeychain;
    Sentence text; // with the next step
};

template <typename T>
using Told = std::function<void(tl::expected<T, Problem> &&)>;

// `told` is called once, from the event loop, unless `context` has gone. A keychain that is locked
// asks the user; after the limit it counts as one that does not answer.
void read(const QString &key, Millis limit, QObject *context, Told<QByteArray> told);
void write(const QString &key, const QByteArray &secret, Millis limit, QObject *context,
           Told<void> told);
// Also tells success where there is no such entry.
void forget(const QString &key, Millis limit, QObject *context, Told<void> told);

} // namespace keychain

} // namespace lockscope::secret
