// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsonbytes.h"

#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace lockscope {

void putBytes(QJsonObject &object, const QString &field, const QByteArray &bytes)
{
    const bool isText = isUtf8(bytes);
    object[field] = isText ? QString::fromUtf8(bytes) : visible(bytes);
    // Given back to a command, a backslash would begin an escape.
    if (!isText || bytes.contains('\\'))
        object[field + "_base64"_L1] = QString::fromLatin1(bytes.toBase64());
}

} // namespace lockscope
