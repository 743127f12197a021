// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QByteArrayView>

#include <vector>

namespace lockscope::format {

// The failure that a library reports.
enum class Trouble : quint8 {
    Unknown,
    NotOwner, // a release or an extension by one who does not hold it, or no longer
    NotAcquired, // it was not to be had in time
};

// The facts about locks in a pasted text: an exception with the text around it, or lines of a log.
// Most of it is guesses: a caller that knows the present locks and owners finds out which of them
// are real.
struct ExceptionText {
    QByteArray library; // of the text, as in records; empty: unknown
    Trouble trouble = Trouble::Unknown;
    std::vector<OwnerId> owners; // the surest first
    std::vector<QByteArray> clients; // the beginnings of owners: a node id, without its thread
    // A name, or the end of one that begins with the library's prefix.
    std::vector<LockName> names; // said to be a lock's
    std::vector<LockName> quoted; // in quotes, and perhaps something else
    bool cut = false; // there was more than is looked at

    bool isEmpty() const
    {
        return owners.empty() && clients.empty() && names.empty() && quoted.empty();
    }
};

// Reads text that people paste, as bytes in UTF-8. Hostile text costs no more than its length, and
// only a bounded part is read. A plain function, any thread.
ExceptionText readException(QByteArrayView text);

inline constexpr qsizetype longestException = 256 * 1024;
inline constexpr std::size_t mostFindings = 100; // of each sort

} // namespace lockscope::format
