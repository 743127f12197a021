// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/glob.h"

namespace lockscope {

QByteArray globEscaped(const QByteArray &text)
{
    QByteArray escaped;
    for (const char c : text) {
        if (QByteArrayView("*?[]\\^-").contains(c))
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

} // namespace lockscope
