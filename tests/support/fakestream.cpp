// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakestream.h"

#include "core/redis/replyreader.h"

#include <algorithm>

namespace lockscope::test {

void FakeStream::open()
{
    m_wasOpened = true;
}

void FakeStream::write(const QByteArray &bytes)
{
    m_written += bytes;
    ++m_writes;
}

void FakeStream::close()
{
    m_closed = true;
}

void FakeStream::accept()
{
    Q_EMIT opened();
}

void FakeStream::feed(const QByteArray &bytes)
{
    if (!m_closed)
        Q_EMIT received(bytes);
}

void FakeStream::feedInPieces(const QByteArray &bytes, qsizetype size)
{
    const QPointer<FakeStream> guard(this);
    for (qsizetype at = 0; guard && at < bytes.size(); at += size)
        feed(bytes.mid(at, size));
}

void FakeStream::cut(Error error)
{
    if (m_closed)
        return;
    m_closed = true;
    Q_EMIT closed(error);
}

std::vector<std::vector<QByteArray>> FakeStream::commands() const
{
    // A command is an array of strings, so that the reader of replies reads it too.
    redis::ReplyReader reader{redis::ReplyLimits()};
    std::vector<Reply> decoded;
    (void)reader.feed(m_written, decoded);
    std::vector<std::vector<QByteArray>> commands;
    for (const Reply &command : decoded) {
        auto &arguments = commands.emplace_back();
        for (const Reply &argument : command.elements)
            arguments.push_back(argument.bytes);
    }
    return commands;
}

std::function<std::unique_ptr<redis::ByteStream>(const redis::Target &)> FakeStreams::factory()
{
    return [this](const redis::Target &) -> std::unique_ptr<redis::ByteStream> {
        auto stream = std::make_unique<FakeStream>();
        m_streams.emplace_back(stream.get());
        return stream;
    };
}

} // namespace lockscope::test
