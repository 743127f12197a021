// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <utility>
#include <vector>

namespace lockscope::recorder {

// Numbers and bytes of a record, packed one after the other: numbers as base-128 varints, signed
// ones folded so that small ones are short. Values; one thread.
class ByteWriter
{
public:
    void put(quint64 number);
    void putSigned(qint64 number);
    void putByte(quint8 byte) { m_bytes.append(static_cast<char>(byte)); }
    void putBytes(QByteArrayView bytes); // with their length
    void putText(const QString &text) { putBytes(text.toUtf8()); }
    void putRaw(QByteArrayView bytes) { m_bytes.append(bytes.data(), bytes.size()); }

    qsizetype size() const { return m_bytes.size(); }
    QByteArray take() { return std::exchange(m_bytes, {}); }

private:
    QByteArray m_bytes;
};

// Reads them again. A file may be damaged: beyond the end everything is 0 or empty, and
// hasFailed() says so. Never allocates more than there are bytes.
class ByteReader
{
public:
    explicit ByteReader(QByteArrayView bytes)
        : m_bytes(bytes)
    {}

    quint64 number();
    qint64 signedNumber();
    quint8 byte();
    QByteArray bytes();
    QString text() { return fromUtf8(bytes()); }
    QByteArrayView raw(quint64 size);
    // A count of things of which each takes at least a byte.
    std::size_t count();

    bool isAtEnd() const { return m_at >= m_bytes.size(); }
    bool hasFailed() const { return m_hasFailed; }
    void fail();

private:
    QByteArrayView m_bytes;
    qsizetype m_at = 0;
    bool m_hasFailed = false;
};

// Bytes that name something, with UUIDs and hexadecimal digits packed into half of their length.
void putPacked(ByteWriter &writer, const QByteArray &bytes);
QByteArray packedFrom(ByteReader &reader);

} // namespace lockscope::recorder
