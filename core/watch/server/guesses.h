// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/format/hints.h"
#include "core/watch/read/readjob.h"

#include <cstddef>
#include <optional>

namespace lockscope::watch {

// Decides which keys that a scan finds are worth a look although neither their type nor their name
// tells of a lock: strings and numbers. While guesses are hidden it lets a bounded number through,
// so that they can be counted. I/O thread; the hints must outlive it.
class Guesses
{
public:
    Guesses(const format::Hints &hints, bool shown);

    // True if that is a change.
    bool show(bool shown);
    // A new scan takes a new sample.
    void beginScan();
    bool isWorthALook(const QByteArray &key);
    // Some keys were left out: the number of guesses is a lower bound.
    bool isSampled() const { return m_isSampled; }

private:
    const format::Hints &m_hints;
    bool m_shown;
    std::size_t m_samples = 0; // keys of any name that this scan still looks at
    bool m_isSampled = false;
};

// Explains the key of a requested name if the reading showed no lock, or a guess that is not shown;
// empty: there is no such key.
std::optional<Sentence> explanationOf(const ReadOutcome &outcome);

} // namespace lockscope::watch
