// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsonbytes.h"

#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace lockscope {

void putBytes(QJsonObject &object, const QString &field, const QByteArray &bytes)
{
    if (isUtf8(bytes)) {
        object[field] = QString::fromUtf8(bytes);
        return;
    }
    object[field] = visible(bytes);
    object[field + "_base64"_L1] = QString::fromLatin1(bytes.toBase64());
}

} // namespace lockscope
