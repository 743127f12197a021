// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/stream/bytestream.h"

#include <QPointer>

#include <functional>
#include <vector>

namespace lockscope::test {

// A ByteStream without a network: the test says what arrives, cut where it likes, and when it ends.
class FakeStream final : public redis::ByteStream
{
    Q_OBJECT

public:
    using ByteStream::ByteStream;

    void open() override;
    void write(const QByteArray &bytes) override;
    void close() override;

    // Input from the test to the program.
    void accept(); // opened()
    void feed(const QByteArray &bytes);
    void feedInPieces(const QByteArray &bytes, qsizetype size);
    void cut(Error error = {ErrorKind::ConnectionLost, {}, QStringLiteral("cut by the test"), {}});

    // Observed actions of the program.
    bool wasOpened() const { return m_wasOpened; }
    bool isClosed() const { return m_closed; }
    const QByteArray &written() const { return m_written; }
    int writes() const { return m_writes; }
    // The commands in the written bytes.
    std::vector<std::vector<QByteArray>> commands() const;

private:
    QByteArray m_written;
    int m_writes = 0;
    bool m_wasOpened = false;
    bool m_closed = false;
};

// Makes FakeStreams for ConnectionConfig::makeStream and remembers them.
class FakeStreams
{
public:
    std::function<std::unique_ptr<redis::ByteStream>(const redis::Target &)> factory();
    int made() const { return static_cast<int>(m_streams.size()); }
    FakeStream *last() const { return m_streams.empty() ? nullptr : m_streams.back().data(); }

private:
    std::vector<QPointer<FakeStream>> m_streams;
};

} // namespace lockscope::test
