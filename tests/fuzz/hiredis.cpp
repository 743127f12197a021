// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/replyreader.h"
#include "tests/fuzz/fuzz.h"

#include <hiredis/hiredis.h>
#include <hiredis/read.h>

#include <memory>

// What our reader takes means the same to plain hiredis.
namespace lockscope::fuzz {

namespace {

void requireSame(const Reply &ours, const redisReply &theirs)
{
    const auto bytes = [&] {
        return QByteArrayView(theirs.str, static_cast<qsizetype>(theirs.len)) == ours.bytes;
    };
    switch (theirs.type) {
    case REDIS_REPLY_STATUS:
        return require(ours.type == Reply::Type::Status && bytes(), "the same status");
    case REDIS_REPLY_ERROR:
        return require(ours.isError() && bytes(), "the same error");
    case REDIS_REPLY_STRING:
        return require(ours.isString() && bytes(), "the same string");
    case REDIS_REPLY_INTEGER:
        return require(ours.isInteger() && ours.integer == theirs.integer, "the same integer");
    case REDIS_REPLY_NIL:
        return require(ours.isNil(), "nil in both");
    case REDIS_REPLY_ARRAY:
        require(ours.isArray() && ours.elements.size() == theirs.elements,
                "arrays of the same length");
        for (std::size_t i = 0; i < ours.elements.size(); ++i)
            requireSame(ours.elements[i], *theirs.element[i]);
        return;
    default:
        require(false, "a type that there is");
    }
}

} // namespace

void run(QByteArrayView input)
{
    redis::ReplyReader reader({});
    std::vector<Reply> ours;
    qsizetype taken = 0; // to the end of the last whole reply: the rest may announce anything
    for (qsizetype at = 0; at < input.size(); ++at) {
        const auto before = ours.size();
        const auto fed = reader.feed(input.sliced(at, 1), ours);
        if (ours.size() != before)
            taken = at + 1;
        if (!fed)
            break;
    }
    const std::unique_ptr<redisReader, void (*)(redisReader *)> plain(redisReaderCreate(),
                                                                      redisReaderFree);
    redisReaderFeed(plain.get(), input.data(), static_cast<std::size_t>(taken));
    for (const Reply &reply : ours) {
        void *got = nullptr;
        require(redisReaderGetReply(plain.get(), &got) == REDIS_OK && got != nullptr,
                "what we take is a reply");
        const std::unique_ptr<void, void (*)(void *)> freed(got, freeReplyObject);
        requireSame(reply, *static_cast<redisReply *>(got));
    }
    void *more = nullptr;
    require(redisReaderGetReply(plain.get(), &more) == REDIS_OK && more == nullptr,
            "no further reply in what we took");
}

} // namespace lockscope::fuzz
