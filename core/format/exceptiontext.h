// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QByteArrayView>

#include <vector>

namespace lockscope::format {

// What a library says went wrong.
enum class Trouble : quint8 {
    Unknown,
    NotOwner, // a release or an extension by one who does not hold it, or no longer
    NotAcquired, // it was not to be had in time
};

// What a pasted text says of locks: an exception with what is around it, or lines of a log. Most
// of it is guesses: who knows which locks and owners there are finds out which of them are any.
struct ExceptionText {
    QByteArray library; // whose text it is, as in records; empty: nobody's that is known
    Trouble trouble = Trouble::Unknown;
    std::vector<OwnerId> owners; // the surest first
    std::vector<QByteArray> clients; // the beginnings of owners: a node id, without its thread
    // A name, or the end of one that begins with what the library puts before it.
    std::vector<LockName> names; // said to be a lock's
    std::vector<LockName> quoted; // in quotes, and perhaps something else
    bool cut = false; // there was more than is looked at

    bool isEmpty() const
    {
        return owners.empty() && clients.empty() && names.empty() && quoted.empty();
    }
};

// Reads what people paste, as bytes in UTF-8. Hostile text costs no more than its length, and at
// most so much of it is looked at. A plain function, any thread.
ExceptionText readException(QByteArrayView text);

inline constexpr qsizetype longestException = 256 * 1024;
inline constexpr std::size_t mostFindings = 100; // of each sort

} // namespace lockscope::format
