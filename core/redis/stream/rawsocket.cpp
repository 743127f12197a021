// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/stream/rawsocket.h"

#include "core/base/text.h"
#include "core/redis/stream/bytestream.h"

#include <QEvent>
#include <QSocketNotifier>

#include <algorithm>
#include <cerrno>
#include <system_error>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

RawSocket::~RawSocket()
{
    close();
}

namespace {

// More than four pieces a millisecond are a flood, until a pause brings next to nothing.
constexpr auto countedTime = Millis(5);
constexpr int floodCount = 20;
constexpr qsizetype trickle = 512;

bool isTemporary(int error)
{
    return error == EAGAIN || error == EINTR;
}

Error errorFor(int error)
{
    switch (error) {
    case 0:
    case ECONNRESET:
    case EPIPE:
        return {
            ErrorKind::ConnectionLost, {}, Sentence::say("the server closed the connection"), {}};
    case ETIMEDOUT:
        return {ErrorKind::Timeout, {}, Sentence::say("the network timed out"), {}};
    default:
        break;
    }
    const std::string text = std::generic_category().message(error);
    return {ErrorKind::ConnectionLost, {}, visibleElided(QByteArray::fromStdString(text), 200), {}};
}

// Calls from its event, as those in Qt's own sockets do: activated() is two emissions a time.
class Notifier final : public QSocketNotifier
{
public:
    Notifier(int descriptor, Type type, std::function<void()> call)
        : QSocketNotifier(descriptor, type)
        , m_call(std::move(call))
    {}

    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::SockAct)
            return QSocketNotifier::event(event);
        m_call();
        return true;
    }

private:
    std::function<void()> m_call;
};

} // namespace

std::unique_ptr<RawSocket> RawSocket::duplicate(qintptr descriptor, Handlers handlers,
                                                Millis gathering)
{
    auto own = platform::Descriptor::copyOf(descriptor);
    if (!own.isOpen())
        return nullptr;
    return std::unique_ptr<RawSocket>(
        new RawSocket(std::move(own), std::move(handlers), gathering));
}

RawSocket::RawSocket(platform::Descriptor descriptor, Handlers handlers, Millis gathering)
    : m_handlers(std::move(handlers))
    , m_descriptor(std::move(descriptor))
    // One piece a turn: the rest waits in the kernel and slows the server down.
    , m_readable(std::make_unique<Notifier>(m_descriptor.number(), QSocketNotifier::Read,
                                            [this] { receive(); }))
    , m_writable(std::make_unique<Notifier>(m_descriptor.number(), QSocketNotifier::Write,
                                            [this] { sendKept(); }))
    , m_gathering(gathering)
{
    m_writable->setEnabled(false);
    m_rest.setSingleShot(true);
    m_rest.setTimerType(Qt::PreciseTimer);
    m_rest.callOnTimeout([this] { m_readable->setEnabled(m_descriptor.isOpen()); });
}

void RawSocket::write(const QByteArray &bytes)
{
    if (!m_descriptor.isOpen())
        return;
    qsizetype sent = 0;
    if (m_kept.isEmpty())
        sent = std::max<qsizetype>(
            platform::sendAtOnce(m_descriptor.number(), bytes.constData(), bytes.size()).bytes, 0);
    if (sent == bytes.size())
        return;
    // Also if the socket is broken: the error is reported when the rest is sent.
    m_kept.append(bytes.constData() + sent, bytes.size() - sent);
    m_writable->setEnabled(true);
}

void RawSocket::sendKept()
{
    const auto [sent, error] = platform::sendAtOnce(
        m_descriptor.number(), m_kept.constData() + m_keptSent, m_kept.size() - m_keptSent);
    if (sent < 0) {
        if (isTemporary(error))
            return;
        while (receive()) {} // an answer may stand in front of the end
        end(error);
        return;
    }
    m_keptSent += sent;
    if (m_keptSent < m_kept.size())
        return;
    m_kept = QByteArray();
    m_keptSent = 0;
    m_writable->setEnabled(false);
}

bool RawSocket::receive()
{
    m_bytes.resize(ByteStream::readAtOnce);
    const auto [got, error] =
        platform::receiveAtOnce(m_descriptor.number(), m_bytes.data(), ByteStream::readAtOnce);
    if (got > 0) {
        m_bytes.truncate(got);
        const QByteArray bytes = m_bytes; // the handler may come back here
        gather(got);
        m_handlers.received(bytes);
        return m_descriptor.isOpen();
    }
    if (!isTemporary(error))
        end(error);
    return false;
}

// As network cards are driven: while much comes, it is fetched now and then instead of being woken
// for each piece, which costs both sides more than the piece itself.
void RawSocket::gather(qsizetype got)
{
    if (m_gathering <= Millis(0) || got == ByteStream::readAtOnce) // the rest is fetched first
        return;
    if (m_flooded) {
        m_flooded = got > trickle;
    } else {
        const Instant now = std::chrono::steady_clock::now();
        if (now - m_countedFrom > countedTime) {
            m_countedFrom = now;
            m_count = 0;
        }
        m_flooded = ++m_count > floodCount;
    }
    if (!m_flooded)
        return;
    m_readable->setEnabled(false);
    m_rest.start(m_gathering);
}

void RawSocket::end(int error)
{
    if (!m_descriptor.isOpen())
        return;
    close();
    m_handlers.ended(errorFor(error));
}

void RawSocket::close()
{
    if (!m_descriptor.isOpen())
        return;
    m_rest.stop();
    m_readable->setEnabled(false);
    m_writable->setEnabled(false);
    m_descriptor.close();
}

} // namespace lockscope::redis
