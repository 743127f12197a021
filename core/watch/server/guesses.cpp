// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/guesses.h"

#include "core/base/text.h"
#include "core/format/tokens.h"
#include "core/format/traits.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr quint32 sampleSize = 200;

// A value like those of many libraries belongs to none in particular.
Sentence guessText(const QString &type, const QString &library)
{
    if (library == "generic"_L1)
        return Sentence::say("a %1 whose value looks like that of a lock; there is no other sign "
                             "of a lock, and its library is unknown")
            .arg(type);
    return Sentence::say(
               "a %1 whose value looks like that of a %2 lock; there is no other sign of a lock")
        .arg(type, library);
}

} // namespace

Guesses::Guesses(const format::Hints &hints, bool shown)
    : m_hints(hints)
    , m_shown(shown)
{}

bool Guesses::show(bool shown)
{
    return std::exchange(m_shown, shown) != shown;
}

void Guesses::beginScan()
{
    m_samples = sampleSize;
}

bool Guesses::isWorthALook(const QByteArray &key)
{
    if (m_shown || format::mayBeLockName(key) || m_hints.covers(LockName(key)))
        return true;
    if (m_samples == 0) {
        m_isSampled = true;
        return false;
    }
    --m_samples;
    return true;
}

std::optional<Sentence> explanationOf(const ReadOutcome &outcome)
{
    const auto main = outcome.keys.find(KeyName(outcome.lock.bytes));
    if (main == outcome.keys.end() || !main->second.exists())
        return std::nullopt;
    const format::RawKey &key = main->second;
    const QString type = fromUtf8(format::typeName(key.type));
    if (outcome.reading && outcome.reading->isGuess())
        return guessText(type, fromUtf8(outcome.reading->library));
    if (key.type == format::KeyType::String && format::token::isNumber(key.value))
        return Sentence::say("a number with an unknown purpose");
    if (key.type == format::KeyType::String && !key.expireAt)
        return Sentence::say("a string without expiry, with no sign that it is a lock");
    if (key.truncated)
        return Sentence::say("a %1 of %2 elements; more than %3 are not read")
            .arg(type)
            .arg(key.length)
            .arg(format::maxElements);
    return Sentence::say("a %1, but not in the form of a known lock").arg(type);
}

} // namespace lockscope::watch
