// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace lockscope {

// Calls `take` with each part of the text, as QByteArray::split() tells them, until it returns
// false. No list is made, which would be many times as large as a text of separators alone. Any
// thread.
template <typename Take>
void forEachPart(QByteArrayView text, char separator, Take take)
{
    for (qsizetype begin = 0; begin <= text.size();) {
        const qsizetype found = text.indexOf(separator, begin);
        const qsizetype end = found < 0 ? text.size() : found;
        if (!take(text.sliced(begin, end - begin)))
            return;
        begin = end + 1;
    }
}

} // namespace lockscope
