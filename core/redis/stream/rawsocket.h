// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/platform/descriptor.h"

#include <QByteArray>
#include <QTimer>

#include <functional>
#include <memory>

class QSocketNotifier;

namespace lockscope::redis {

// A connected stream socket without a Qt socket in front, which costs system calls and cache misses
// that an exchange of 20 µs cannot hide. Lives on one thread with an event loop; owns a descriptor
// of its own. Received data is passed on before the end is reported; after that, and after close(),
// nothing is called any more. A handler may close it, but not destroy it.
class RawSocket
{
public:
    struct Handlers {
        std::function<void(const QByteArray &)> received; // at most 64 KiB at a time
        std::function<void(const Error &)> ended;
    };

    // The same connection as the descriptor, whose owner releases it next. Nothing if there is no
    // second descriptor to be had. `gathering`: as ByteStream's.
    static std::unique_ptr<RawSocket> duplicate(qintptr descriptor, Handlers handlers,
                                                Millis gathering);

    ~RawSocket();
    RawSocket(const RawSocket &) = delete;
    RawSocket &operator=(const RawSocket &) = delete;

    // At once as far as the system takes it; the rest is kept until it does. Calls no handler.
    void write(const QByteArray &bytes);
    void close();

private:
    RawSocket(platform::Descriptor descriptor, Handlers handlers, Millis gathering);

    // False if nothing more can be read now: there is nothing, or this has ended.
    bool receive();
    void gather(qsizetype got);
    void sendKept();
    void end(int error);

    Handlers m_handlers;
    platform::Descriptor m_descriptor;
    QByteArray m_bytes; // the read buffer; its memory is used again
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable; // on while anything is kept
    QByteArray m_kept;
    qsizetype m_keptSent = 0; // of m_kept
    const Millis m_gathering;
    QTimer m_rest; // runs while nothing is read
    Instant m_countedFrom; // before any reading: long ago
    int m_count = 0; // readings since then
    bool m_flooded = false;
};

} // namespace lockscope::redis
