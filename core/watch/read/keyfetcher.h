// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"
#include "core/watch/read/commandsupport.h"
#include "core/watch/read/readround.h"
#include "core/watch/read/readwork.h"

namespace lockscope::watch {

// Plans the commands that fetch keys: their length, expiry and content. Bounds the content that is
// fetched of a key, and of all keys that are not known as locks in an attempt. One thread; all that
// is passed in must outlive it and the rounds.
class KeyFetcher
{
public:
    KeyFetcher(CommandSupport &support, const format::Hints &hints)
        : m_support(support)
        , m_hints(hints)
    {}

    void beginAttempt() { m_weight = 0; }

    // A key of which the type is assumed.
    void planKey(ReadWork &work, const format::KeyToRead &wish, bool knownSmall, ReadRound &round);
    // The main key, if it is a hash that is not known as a lock.
    void planMainHash(ReadWork &work, ReadRound &round);
    // After too large an answer: asks for the memory that the main key takes.
    void planWeight(ReadWork &work, ReadRound &round);
    // Fetches the keys that were counted in an earlier round.
    void planContents(ReadWork &work, ReadRound &round);

private:
    void noteForbidden(ReadWork &work, const format::KeyToRead &wish, const Reply &reply);
    void noteUncounted(ReadWork &work, const format::KeyToRead &wish, const Reply &reply);
    void noteExpiry(ReadWork &work, const KeyName &name, qint64 told, bool isExact);
    void planHashSample(ReadWork &work, ReadRound &round);
    void planHashTaste(ReadWork &work, ReadRound &round);
    void planTaste(ReadWork &work, format::KeyType type, ReadRound &round);
    void planScan(ReadWork &work, const format::KeyToRead &wish, ReadRound &round);
    void planExpiry(ReadWork &work, const format::KeyToRead &wish, ReadRound &round);
    void planHash(ReadWork &work, const format::KeyToRead &wish, qint64 count, ReadRound &round);
    void planLength(ReadWork &work, const format::KeyToRead &wish, ReadRound &round);
    void planContent(ReadWork &work, const format::KeyToRead &wish, ReadRound &round);

    CommandSupport &m_support;
    const format::Hints &m_hints;
    qint64 m_weight = 0; // fetched by the attempt
};

} // namespace lockscope::watch
