// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/bytes.h"

#include <algorithm>
#include <array>

namespace lockscope::recorder {

namespace {

enum Form : quint64 { Plain, Uuid, Hex }; // two bits beside the length

constexpr std::array<qsizetype, 4> dashes{8, 13, 18, 23};
constexpr qsizetype uuidSize = 36;

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool isHex(QByteArrayView bytes)
{
    return bytes.size() % 2 == 0 && std::all_of(bytes.begin(), bytes.end(), isHexDigit);
}

bool beginsWithUuid(QByteArrayView bytes)
{
    if (bytes.size() < uuidSize)
        return false;
    for (qsizetype i = 0; i < uuidSize; ++i) {
        const bool isDash = std::find(dashes.begin(), dashes.end(), i) != dashes.end();
        if (isDash ? bytes[i] != '-' : !isHexDigit(bytes[i]))
            return false;
    }
    return true;
}

} // namespace

void ByteWriter::put(quint64 number)
{
    while (number >= 0x80) {
        putByte(static_cast<quint8>(number | 0x80));
        number >>= 7;
    }
    putByte(static_cast<quint8>(number));
}

void ByteWriter::putSigned(qint64 number)
{
    const auto bits = static_cast<quint64>(number);
    put((bits << 1) ^ (number < 0 ? ~quint64(0) : 0));
}

void ByteWriter::putBytes(QByteArrayView bytes)
{
    put(static_cast<quint64>(bytes.size()));
    putRaw(bytes);
}

void ByteReader::fail()
{
    m_hasFailed = true;
    m_at = m_bytes.size();
}

quint8 ByteReader::byte()
{
    if (isAtEnd()) {
        fail();
        return 0;
    }
    return static_cast<quint8>(m_bytes[m_at++]);
}

quint64 ByteReader::number()
{
    quint64 number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const quint8 next = byte();
        number |= static_cast<quint64>(next & 0x7f) << shift;
        if ((next & 0x80) == 0)
            return number;
    }
    fail();
    return 0;
}

qint64 ByteReader::signedNumber()
{
    const quint64 folded = number();
    return static_cast<qint64>((folded >> 1) ^ ((folded & 1) != 0 ? ~quint64(0) : 0));
}

QByteArrayView ByteReader::raw(quint64 size)
{
    if (size > static_cast<quint64>(m_bytes.size() - m_at)) {
        fail();
        return {};
    }
    const QByteArrayView part = m_bytes.sliced(m_at, static_cast<qsizetype>(size));
    m_at += part.size();
    return part;
}

QByteArray ByteReader::bytes()
{
    return raw(number()).toByteArray();
}

std::size_t ByteReader::count()
{
    const quint64 count = number();
    if (count > static_cast<quint64>(m_bytes.size() - m_at)) {
        fail();
        return 0;
    }
    return static_cast<std::size_t>(count);
}

void putPacked(ByteWriter &writer, const QByteArray &bytes)
{
    const auto size = static_cast<quint64>(bytes.size());
    if (beginsWithUuid(bytes)) {
        const QByteArray rest = bytes.mid(uuidSize);
        writer.put((static_cast<quint64>(rest.size()) << 2) | Uuid);
        writer.putRaw(QByteArray::fromHex(bytes.left(uuidSize).replace('-', QByteArray())));
        writer.putRaw(rest);
    } else if (bytes.size() >= 8 && isHex(bytes)) {
        writer.put((size / 2 << 2) | Hex);
        writer.putRaw(QByteArray::fromHex(bytes));
    } else {
        writer.put((size << 2) | Plain);
        writer.putRaw(bytes);
    }
}

QByteArray packedFrom(ByteReader &reader)
{
    const quint64 head = reader.number();
    const quint64 size = head >> 2;
    switch (head & 3) {
    case Plain:
        return reader.raw(size).toByteArray();
    case Hex:
        return reader.raw(size).toByteArray().toHex();
    case Uuid: {
        QByteArray uuid = reader.raw(16).toByteArray().toHex();
        if (reader.hasFailed())
            return {};
        for (const qsizetype dash : dashes)
            uuid.insert(dash, '-');
        return uuid + reader.raw(size).toByteArray();
    }
    default:
        reader.fail();
        return {};
    }
}

} // namespace lockscope::recorder
