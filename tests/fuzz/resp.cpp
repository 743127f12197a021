// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/replyreader.h"
#include "tests/fuzz/fuzz.h"

// The reader of replies: the same replies and the same error however the stream is cut, by either
// decoder, within its limits.
namespace lockscope::fuzz {

using redis::Protocol;
using redis::ReplyLimits;
using redis::ReplyReader;
using Decoder = ReplyReader::Decoder;

namespace {

// Small enough for inputs to reach them.
constexpr ReplyLimits limits{
    .lineBytes = 60, .bulkBytes = 80, .replyBytes = 200, .arrayElements = 12, .replyElements = 40};
constexpr int deepest = 8;
constexpr qsizetype memoryForByte = 400; // an element of three bytes is a reply of its own
constexpr qsizetype memoryForReader = qsizetype(128) * 1024;

struct Outcome {
    std::vector<Reply> replies;
    std::optional<Error> error;
};

// `piece` tells how long the next one is.
template <typename Piece>
Outcome read(QByteArrayView wire, Protocol protocol, Decoder decoder, Piece piece)
{
    ReplyReader reader(limits, protocol, decoder);
    Outcome outcome;
    while (!wire.isEmpty() && !outcome.error) {
        const qsizetype size = std::clamp<qsizetype>(piece(), 1, wire.size());
        if (const auto fed = reader.feed(wire.first(size), outcome.replies); !fed)
            outcome.error = fed.error();
        wire = wire.sliced(size);
    }
    return outcome;
}

void requireLimits(const Reply &reply, int depth, qsizetype &bytes, int &elements)
{
    require(depth <= deepest, "nesting is limited");
    require(reply.elements.size() <= std::size_t(limits.arrayElements), "arrays are limited");
    require(reply.bytes.size() <= limits.bulkBytes, "strings are limited");
    require(!reply.isPush() || depth == 0, "a push is a reply of its own");
    bytes += reply.bytes.size();
    elements += static_cast<int>(reply.elements.size());
    for (const Reply &element : reply.elements)
        requireLimits(element, depth + 1, bytes, elements);
}

// An error quotes what has come of a line that is none.
bool isSameError(const std::optional<Error> &one, const std::optional<Error> &other)
{
    if (!one || !other)
        return one.has_value() == other.has_value();
    constexpr auto quoting = "it replied \"%1\"";
    return *one == *other
        || (one->text.argument(1).isOf(quoting) && other->text.argument(1).isOf(quoting));
}

void readAllWays(QByteArrayView wire, Protocol protocol, Decoder decoder, const QByteArray &pieces,
                 const Outcome &whole)
{
    const Outcome each = read(wire, protocol, decoder, [] { return 1; });
    require(each.replies == whole.replies, "each byte alone: the same replies");
    require(isSameError(each.error, whole.error), "each byte alone: the same error");
    Bytes sizes(pieces);
    const Outcome some = read(wire, protocol, decoder, [&] { return sizes.number(16); });
    require(some.replies == whole.replies, "in pieces: the same replies");
    require(isSameError(some.error, whole.error), "in pieces: the same error");
}

} // namespace

void run(QByteArrayView input)
{
    Bytes bytes(input);
    const Protocol protocol = bytes.number(2) == 0 ? Protocol::Resp2 : Protocol::Resp3;
    const QByteArray pieces = bytes.take(8);
    const QByteArray wire = bytes.rest();
    const auto all = [&] { return wire.size(); };

    const Memory memory;
    const Outcome whole = read(wire, protocol, ReplyReader::decoderFor(protocol), all);
    Memory::requireAtMost(memoryForReader + memoryForByte * wire.size(),
                          "memory grows with the data that arrived");
    for (const Reply &reply : whole.replies) {
        qsizetype content = 0;
        int elements = 0;
        requireLimits(reply, 0, content, elements);
        require(content <= limits.replyBytes && elements <= limits.replyElements,
                "a reply is limited as a whole");
    }
    readAllWays(wire, protocol, ReplyReader::decoderFor(protocol), pieces, whole);
    const Outcome own = read(wire, protocol, Decoder::Own, all);
    require(own.replies == whole.replies, "both decoders: the same replies");
    // Our own counts a string as it comes, and so may refuse a reply before it is whole.
    require(own.error.has_value() || !whole.error, "our decoder refuses what hiredis refuses");
    readAllWays(wire, protocol, Decoder::Own, pieces, own);
}

} // namespace lockscope::fuzz
