// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/base/result.h"
#include "core/base/sentence.h"
#include "core/redis/connection.h"
#include "core/redis/framereader.h"

#include <memory>
#include <optional>
#include <vector>

struct redisReader;
struct redisReadTask;

namespace lockscope::redis {

// Decodes the byte stream of a server that is not trusted. hiredis parses; its object functions
// build Reply values in place and count what one reply holds. In front of it a scan of the framing
// refuses what hiredis would first buffer or look at over and over: a line without end, an
// announced length beyond the limit, a byte that begins no value of the protocol. Memory grows with
// the data that arrived, never with what was announced. One thread at a time; owns the hiredis
// reader. The result is the same however the stream is cut, but for the bytes that an error quotes.
// The first error is final.
//
// hiredis before 1.0 does not know RESP3. There a FrameReader builds the replies of a RESP3
// connection from the same scan.
class ReplyReader
{
public:
    enum class Decoder { Hiredis, Own };
    // The one that a connection takes for the protocol.
    static Decoder decoderFor(Protocol protocol);

    explicit ReplyReader(const ReplyLimits &limits, Protocol protocol = Protocol::Resp2);
    // Uses that decoder; for tests, which compare them. hiredis before 1.0 takes RESP2 only.
    ReplyReader(const ReplyLimits &limits, Protocol protocol, Decoder decoder);
    ~ReplyReader();
    ReplyReader(const ReplyReader &) = delete;
    ReplyReader &operator=(const ReplyReader &) = delete;

    // Appends the replies that these bytes complete, also those in front of an error. Protocol.
    Result<void> feed(QByteArrayView bytes, std::vector<Reply> &replies);

private:
    struct Hooks;
    enum class Frame { Type, Line, Body, BodyEnd };

    qsizetype scan(QByteArrayView bytes, std::vector<Reply> &replies);
    void scanType(QByteArrayView rest);
    qsizetype scanLine(QByteArrayView rest, std::vector<Reply> &replies);
    void endLine(std::vector<Reply> &replies);
    void checkLength();
    void refuse(const Sentence &text);
    void parse(QByteArrayView bytes, std::vector<Reply> &replies);

    Reply *add(const redisReadTask *task, Reply::Type type);
    bool countBytes(std::size_t size);

    ReplyLimits m_limits;
    Protocol m_protocol;
    std::optional<FrameReader> m_own; // in place of hiredis
    std::unique_ptr<redisReader, void (*)(redisReader *)> m_reader;
    std::optional<Error> m_error;
    bool m_speaksRedis = false; // a whole reply has come

    // The scan of the framing.
    Frame m_frame = Frame::Type;
    char m_type = 0; // of the latest line; 0: nothing has come yet
    bool m_afterReturn = false; // the last byte of the line so far is \r
    Sentence m_framingBreach;
    qsizetype m_lineBytes = 0;
    qsizetype m_bodyLeft = 0;
    QByteArray m_line; // so far, if it is inspected or m_own takes it

    // The reply that is being built.
    Reply m_root;
    qsizetype m_replyBytes = 0;
    qsizetype m_replyElements = 0;
    Sentence m_hookBreach; // the limit that a hook found broken
};

} // namespace lockscope::redis
