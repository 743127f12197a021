// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/redis/target/target.h"

#include <QObject>

#include <memory>

namespace lockscope::redis {

// The interface between the protocol and the transport of its bytes. One attempt to connect: made,
// opened once, thrown away. Lives on one thread with an event loop. Ends with exactly one closed(),
// unless its user called close() before: then nothing more is emitted. A slot may close the stream,
// and may call deleteLater() on it, but not delete it.
class ByteStream : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    static constexpr qsizetype readAtOnce = qsizetype(64) * 1024;

    virtual void open() = 0;
    // Only after opened(). The user bounds the unsent bytes, since it pairs replies with commands.
    virtual void write(const QByteArray &bytes) = 0;
    virtual void close() = 0;
    // Before opened(): the peer has accepted the connection, and only the encryption is missing.
    virtual bool isAccepted() const { return false; }

    // Before open(): in a flood of data, reads are this far apart, in large pieces. For a
    // connection that only listens: every answer may come so much later. 0, the default: at once.
    // TLS does not gather.
    void setGathering(Millis pause) { m_gathering = pause; }

Q_SIGNALS:
    void opened();
    void received(const QByteArray &bytes); // at most readAtOnce at a time
    void closed(const lockscope::Error &error);

protected:
    Millis gathering() const { return m_gathering; }

private:
    Millis m_gathering{0};
};

// The stream that the target asks for: TCP or TLS by its rules, through its relay, or a unix
// socket. Tcp and Unix targets only.
std::unique_ptr<ByteStream> makeByteStream(const Target &target);

} // namespace lockscope::redis
