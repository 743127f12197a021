// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/argumenttext.h"

#include "core/base/text.h"

#include <algorithm>

namespace lockscope {

namespace {

constexpr char16_t firstLone = 0xdc80;
constexpr char16_t lastLone = 0xdcff;
constexpr char16_t loneBase = 0xdc00;

// The length of the character at the front; 0: there is none.
qsizetype characterAt(QByteArrayView bytes)
{
    constexpr qsizetype longest = 4;
    for (qsizetype size = 1; size <= std::min(longest, bytes.size()); ++size) {
        if (isUtf8(bytes.first(size)))
            return size;
    }
    return 0;
}

bool isLone(QStringView text, qsizetype at)
{
    const char16_t unit = text[at].unicode();
    return unit >= firstLone && unit <= lastLone && (at == 0 || !text[at - 1].isHighSurrogate());
}

} // namespace

QString textOfArgument(QByteArrayView bytes)
{
    QString text;
    while (!bytes.isEmpty()) {
        const qsizetype size = characterAt(bytes);
        if (size == 0)
            text += QChar(static_cast<char16_t>(loneBase + static_cast<unsigned char>(bytes[0])));
        else
            text += fromUtf8(bytes.first(size));
        bytes = bytes.sliced(std::max<qsizetype>(size, 1));
    }
    return text;
}

QByteArray bytesOfArgument(QStringView text)
{
    QByteArray bytes;
    qsizetype done = 0;
    for (qsizetype at = rawByteIn(text); at >= 0; at = rawByteIn(text, done)) {
        bytes += text.sliced(done, at - done).toUtf8();
        bytes += static_cast<char>(text[at].unicode() - loneBase);
        done = at + 1;
    }
    return bytes + text.sliced(done).toUtf8();
}

qsizetype rawByteIn(QStringView text, qsizetype from)
{
    for (qsizetype at = from; at < text.size(); ++at) {
        if (isLone(text, at))
            return at;
    }
    return -1;
}

} // namespace lockscope
