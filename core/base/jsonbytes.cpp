// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsonbytes.h"

#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace lockscope {

void putBytes(QJsonObject &object, const QString &field, const QByteArray &bytes)
{
    object[field] = isUtf8(bytes) ? fromUtf8(bytes) : visible(bytes);
    if (isAmbiguous(bytes))
        object[field + "_base64"_L1] = QString::fromLatin1(bytes.toBase64());
}

bool isAmbiguous(const QByteArray &bytes)
{
    return !isUtf8(bytes) || bytes.contains('\\') || bytes.startsWith("\xef\xbb\xbf");
}

} // namespace lockscope
