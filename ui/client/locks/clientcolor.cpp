// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/clientcolor.h"

#include "core/base/wordnames.h"
#include "core/watch/track/evidence.h"
#include "ui/theme/tones.h"

namespace lockscope::ui {

quint64 clientNumber(const OwnerId &owner)
{
    const QByteArray client = watch::clientOf(owner);
    const quint64 hash = clientHash(client.isEmpty() ? owner.bytes : client);
    return hash ^ (hash >> 32U); // its low bits alone differ little between similar ids
}

QColor clientColor(const OwnerId &owner, const QPalette &palette)
{
    return markColor(clientNumber(owner), palette);
}

QVariant clientMark(const OwnerId &owner)
{
    return watch::clientOf(owner).isEmpty() ? QVariant() : QVariant(clientNumber(owner));
}

} // namespace lockscope::ui
