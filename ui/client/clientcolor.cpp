// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/clientcolor.h"

#include "core/watch/track/evidence.h"
#include "ui/theme/tones.h"

namespace lockscope::ui {

// FNV-1a: qHash() may give other values in another version of Qt or on another processor.
quint64 clientNumber(const OwnerId &owner)
{
    const QByteArray client = watch::clientOf(owner);
    quint64 hash = 14695981039346656037ULL;
    for (const char byte : client.isEmpty() ? owner.bytes : client) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 1099511628211ULL;
    }
    return hash ^ (hash >> 32U); // its low bits alone differ little between similar ids
}

QColor clientColor(const OwnerId &owner, const QPalette &palette)
{
    return markColor(clientNumber(owner), palette);
}

} // namespace lockscope::ui
