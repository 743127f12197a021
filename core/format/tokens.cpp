// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/tokens.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace lockscope::format::token {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool isAlnum(char c)
{
    return isDigit(c) || isLower(c) || isUpper(c);
}

bool isHexDigit(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

template <typename Test>
bool all(QByteArrayView text, Test test)
{
    return std::all_of(text.begin(), text.end(), test);
}

template <typename Test>
bool any(QByteArrayView text, Test test)
{
    return std::any_of(text.begin(), text.end(), test);
}

bool isLowerHex(QByteArrayView text, qsizetype size)
{
    return text.size() == size && any(text, isDigit) && any(text, isLower)
        && all(text, [](char c) { return isHexDigit(c) && !isUpper(c); });
}

int classesIn(QByteArrayView text)
{
    return int(any(text, isDigit)) + int(any(text, isLower)) + int(any(text, isUpper));
}

// Random characters are hardly ever of one class, as words and numbers are; but one in fifty tokens
// has no digit.
bool isVaried(QByteArrayView text)
{
    return classesIn(text) >= 2;
}

// Seconds of one and milliseconds of the other do not meet before the year 5000.
constexpr double leastMillis = 1e11;
constexpr double mostMillis = 1e14;

constexpr qsizetype uuidSize = 36;

// When a uuid of version 1 was made, if its 32 digits are one: tenths of microseconds since the
// calendar's reform, its parts the lowest first.
ServerMs instantOfUuid1(QByteArrayView text)
{
    constexpr qint64 reform = 0x01B21DD213814000;
    const QByteArray time = text.sliced(13, 3).toByteArray() + text.sliced(8, 4).toByteArray()
        + text.first(8).toByteArray();
    return (time.toLongLong(nullptr, 16) - reform) / 10'000;
}

} // namespace

bool isUuid(QByteArrayView text)
{
    if (text.size() != uuidSize)
        return false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isDash = i == 8 || i == 13 || i == 18 || i == 23;
        if (isDash ? text[i] != '-' : !isHexDigit(text[i]))
            return false;
    }
    return true;
}

bool isHex32(QByteArrayView text)
{
    return isLowerHex(text, 32);
}

bool isHex40(QByteArrayView text)
{
    return isLowerHex(text, 40);
}

bool isUuid1(QByteArrayView text)
{
    if (!isHex32(text) || text[12] != '1' || !QByteArrayView("89ab").contains(text[16]))
        return false;
    // One in 64 random tokens has these digits; but few of those an instant that may be true.
    constexpr ServerMs year2000 = 946'684'800'000;
    constexpr ServerMs year2100 = 4'102'444'800'000;
    const ServerMs made = instantOfUuid1(text);
    return made >= year2000 && made < year2100;
}

bool isMixed(QByteArrayView text)
{
    return classesIn(text) == 3;
}

bool isRandom(QByteArrayView text, qsizetype size)
{
    return text.size() == size && all(text, isAlnum) && isVaried(text);
}

bool isBase64(QByteArrayView text, qsizetype size)
{
    return text.size() == size && isVaried(text)
        && all(text, [](char c) { return isAlnum(c) || c == '+' || c == '/'; });
}

bool isPaddedBase64(QByteArrayView text, qsizetype size, int padding)
{
    return text.size() == size && text.last(padding) == QByteArray(padding, '=')
        && isBase64(text.chopped(padding), size - padding);
}

bool isUrlBase64(QByteArrayView text, qsizetype size)
{
    return text.size() == size && isVaried(text)
        && all(text, [](char c) { return isAlnum(c) || c == '-' || c == '_'; });
}

bool isBinary(QByteArrayView text, qsizetype size)
{
    return text.size() == size && !text.toByteArray().isValidUtf8();
}

bool isDecimal(QByteArrayView text)
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    return isNumber && QByteArray::number(number) == text;
}

bool isNumber(QByteArrayView text)
{
    if (text.startsWith('-') || text.startsWith('+'))
        text = text.sliced(1);
    const qsizetype point = text.indexOf('.');
    const QByteArrayView whole = point < 0 ? text : text.first(point);
    const QByteArrayView fraction = point < 0 ? QByteArrayView() : text.sliced(point + 1);
    return !whole.isEmpty() && all(whole, isDigit) && (point < 0 || !fraction.isEmpty())
        && all(fraction, isDigit);
}

bool isSerialised(QByteArrayView text)
{
    const QByteArrayView head("s:16:\"");
    return text.size() == head.size() + 16 + 2 && text.startsWith(head)
        && text.endsWith(QByteArrayView("\";")) && all(text.sliced(head.size(), 16), isAlnum);
}

bool isMachineId(QByteArrayView text)
{
    const qsizetype second = text.lastIndexOf('_');
    const qsizetype first = second > 0 ? text.first(second).lastIndexOf('_') : -1;
    if (first <= 0)
        return false;
    const QByteArrayView pid = text.sliced(first + 1, second - first - 1);
    return !pid.isEmpty() && pid.size() <= 10 && all(pid, isDigit) && text.size() - second == 33
        && all(text.sliced(second + 1), isHexDigit);
}

bool isAdded(QByteArrayView text)
{
    return text.startsWith(QByteArrayView("ADDED:")) && ofAdded(text).acquiredAt.has_value();
}

bool isWorkerToken(QByteArrayView text)
{
    const QByteArrayView number = text.sliced(std::min(uuidSize + 1, text.size()));
    return text.size() > uuidSize && text[uuidSize] == ':' && isUuid(text.first(uuidSize))
        && !number.isEmpty() && number.size() <= 18 && all(number, isDigit);
}

bool isSuffixedUuid(QByteArrayView text)
{
    constexpr qsizetype longest = 128;
    return text.size() >= uuidSize && text.size() <= longest && isUuid(text.first(uuidSize))
        && (text.size() == uuidSize || text[uuidSize] == '-' || text[uuidSize] == '_');
}

Origin ofUuid1(QByteArrayView text)
{
    Origin origin;
    if (!isUuid1(text))
        return origin;
    origin.acquiredAt = instantOfUuid1(text);
    // A card's address has this bit unset; without a card the node is random.
    const QByteArray node = text.last(12).toByteArray();
    if ((node.first(2).toInt(nullptr, 16) & 1) == 0) {
        for (qsizetype i = 0; i < node.size(); i += 2)
            origin.host += (i == 0 ? QByteArray() : QByteArray(":")) + node.sliced(i, 2);
    }
    return origin;
}

Origin ofMachineId(QByteArrayView text)
{
    if (!isMachineId(text))
        return {};
    const qsizetype second = text.lastIndexOf('_');
    const qsizetype first = text.first(second).lastIndexOf('_');
    return {text.first(first).toByteArray(),
            text.sliced(first + 1, second - first - 1).toLongLong(), std::nullopt};
}

Origin ofAdded(QByteArrayView text)
{
    const qsizetype at = text.indexOf('@');
    constexpr qsizetype head = 6;
    if (at <= head)
        return {};
    const QByteArray instant = text.sliced(head, at - head).toByteArray();
    const QDateTime when =
        QDateTime::fromString(QString::fromLatin1(instant), Qt::ISODateWithMs).toUTC();
    if (!when.isValid())
        return {};
    QByteArrayView host = text.sliced(at + 1);
    // Cuts off the id of the attempt, if there is one. A host may hold colons itself.
    const qsizetype colon = host.lastIndexOf(':');
    if (colon > 0 && isUuid(host.sliced(colon + 1)))
        host = host.first(colon);
    return {host.toByteArray(), std::nullopt, when.toMSecsSinceEpoch()};
}

std::optional<ServerMs> instantFrom(double value)
{
    if (!std::isfinite(value) || value <= 0 || value > mostMillis)
        return std::nullopt;
    constexpr double leastSeconds = 1e8; // 1973: smaller numbers are counters
    if (value < leastSeconds)
        return std::nullopt;
    return static_cast<ServerMs>(value < leastMillis ? value * 1000 : value);
}

std::optional<ServerMs> instantFrom(QByteArrayView text)
{
    bool isNumber = false;
    const double value = text.toByteArray().toDouble(&isNumber);
    return isNumber ? instantFrom(value) : std::nullopt;
}

} // namespace lockscope::format::token
