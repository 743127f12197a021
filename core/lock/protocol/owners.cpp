// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/owners.h"

#include <QRandomGenerator>
#include <QUuid>

#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

// A uuid is 8-4-4-4-12 digits; the third group begins with its version.
constexpr qsizetype uuidSize = 36;
constexpr qsizetype markSize = 17; // "xxxx-xxxxxxxxxxxx", of which the first has the variant

QByteArray newUuid()
{
    return QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
}

const QByteArray &markOfThisProcess()
{
    static const QByteArray mark = newUuid().last(markSize);
    return mark;
}

const QByteArray &tokenMark()
{
    static const QByteArray mark = QByteArray(markOfThisProcess()).replace('-', ""_ba);
    return mark;
}

} // namespace

QByteArray newClientId()
{
    return newUuid().first(uuidSize - markSize) + markOfThisProcess();
}

QByteArray newToken()
{
    std::array<quint32, 5> random{}; // 20 bytes, as the Redis documentation suggests
    QRandomGenerator::system()->fillRange(random.data(), random.size());
    const QByteArray bytes(reinterpret_cast<const char *>(random.data()), sizeof(random));
    return bytes.toHex().replace(0, tokenMark().size(), tokenMark());
}

bool isOnlyOurs(const OwnerId &owner)
{
    const QByteArrayView bytes(owner.bytes);
    return bytes.startsWith(tokenMark())
        || (bytes.size() > uuidSize
            && bytes.sliced(uuidSize - markSize, markSize) == markOfThisProcess()
            && bytes[uuidSize] == ':');
}

} // namespace lockscope::lock
