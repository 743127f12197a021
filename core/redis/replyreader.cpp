// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/replyreader.h"

#include "core/base/text.h"

#include <hiredis/hiredis.h>
#include <hiredis/read.h>

#include <algorithm>
#include <cstring>
#include <new>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// hiredis moves the rest of its buffer for each kilobyte that it consumed: small helpings are
// several times as fast as large ones (measured: 16 KiB 480 MB/s, 1 MiB 120 MB/s).
constexpr qsizetype helping = qsizetype(16) * 1024;

// A number of 64 bits with its sign and the line's end.
constexpr qsizetype longestNumberLine = 32;

// Arrays within arrays: what hiredis before 1.0 takes. Later versions take any number, and a reply
// that is taken apart level by level would end the stack.
constexpr int deepestArray = 8;

} // namespace

// The functions that hiredis calls. It is C: nothing may be thrown through it. A null pointer makes
// it stop with "out of memory"; what really happened is in m_hookBreach.
struct ReplyReader::Hooks {
    template <typename Build>
    static void *guarded(const redisReadTask *task, Build build) noexcept
    {
        auto *const self = static_cast<ReplyReader *>(task->privdata);
        try {
            return build(self);
        } catch (const std::bad_alloc &) {
            self->m_hookBreach = Sentence::say("out of memory");
        }
        return nullptr;
    }

    static void *createString(const redisReadTask *task, char *text, std::size_t size)
    {
        return guarded(task, [&](ReplyReader *self) -> Reply * {
            if (!self->countBytes(size))
                return nullptr;
            const auto type = task->type == REDIS_REPLY_STATUS ? Reply::Type::Status
                : task->type == REDIS_REPLY_ERROR              ? Reply::Type::Error
                                                               : Reply::Type::String;
            Reply *const reply = self->add(task, type);
            if (reply != nullptr)
                reply->bytes = QByteArray(text, static_cast<qsizetype>(size));
            return reply;
        });
    }

#if HIREDIS_MAJOR >= 1
    using Count = std::size_t;
#else
    using Count = int;
#endif
    static void *createArray(const redisReadTask *task, Count count)
    {
        return guarded(task, [&](ReplyReader *self) -> Reply * {
            // Nothing is reserved: a nested array that announces much and holds nothing costs
            // nothing.
            const auto announced = static_cast<qsizetype>(count);
            if (announced > self->m_limits.arrayElements
                || announced > self->m_limits.replyElements - self->m_replyElements) {
                self->m_hookBreach = Sentence::say("an array has too many elements");
                return nullptr;
            }
            int depth = 0;
            for (const redisReadTask *at = task; at != nullptr; at = at->parent)
                ++depth;
            if (depth > deepestArray) {
                self->m_hookBreach =
                    Sentence::say("more than %1 arrays are nested").arg(deepestArray);
                return nullptr;
            }
            return self->add(task, Reply::Type::Array);
        });
    }

    static void *createInteger(const redisReadTask *task, long long value)
    {
        return guarded(task, [&](ReplyReader *self) {
            Reply *const reply = self->add(task, Reply::Type::Integer);
            if (reply != nullptr)
                reply->integer = value;
            return reply;
        });
    }

    static void *createNil(const redisReadTask *task)
    {
        return guarded(task, [&](ReplyReader *self) { return self->add(task, Reply::Type::Nil); });
    }

    // Replies are values inside m_root.
    static void freeObject(void * /*reply*/) {}

#if HIREDIS_MAJOR >= 1
    static void *createDouble(const redisReadTask *task, double /*value*/, char * /*text*/,
                              std::size_t /*size*/)
    {
        return refuseType(task);
    }
    static void *createBool(const redisReadTask *task, int /*value*/)
    {
        return refuseType(task);
    }
    static void *refuseType(const redisReadTask *task)
    {
        return guarded(task, [](ReplyReader *self) -> Reply * {
            self->m_hookBreach = Sentence::say("an unexpected RESP3 value");
            return nullptr;
        });
    }
#endif

    static redisReplyObjectFunctions *functions()
    {
        static redisReplyObjectFunctions table = [] {
            redisReplyObjectFunctions f{};
            f.createString = createString;
            f.createArray = createArray;
            f.createInteger = createInteger;
            f.createNil = createNil;
            f.freeObject = freeObject;
#if HIREDIS_MAJOR >= 1
            f.createDouble = createDouble;
            f.createBool = createBool;
#endif
            return f;
        }();
        return &table;
    }
};

ReplyReader::ReplyReader(const ReplyLimits &limits)
    : m_limits(limits)
    , m_reader(redisReaderCreateWithFunctions(Hooks::functions()), redisReaderFree)
{
    Q_CHECK_PTR(m_reader.get());
    m_reader->privdata = this;
}

ReplyReader::~ReplyReader() = default;

Result<void> ReplyReader::feed(QByteArrayView bytes, std::vector<Reply> &replies)
{
    while (!m_error && !bytes.isEmpty()) {
        const QByteArrayView part = bytes.first(std::min(bytes.size(), helping));
        bytes = bytes.sliced(part.size());
        const qsizetype good = scan(part);
        const auto size = static_cast<std::size_t>(good);
        if (redisReaderFeed(m_reader.get(), part.data(), size) != REDIS_OK)
            refuse(Sentence::say("out of memory"));
        drain(replies);
        // What stands in front of the breach counted, however the stream was cut.
        if (!m_framingBreach.isEmpty() && !m_error)
            refuse(m_framingBreach);
    }
    if (m_error)
        return fail(*m_error);
    return {};
}

void ReplyReader::drain(std::vector<Reply> &replies)
{
    while (!m_error) {
        void *reply = nullptr;
        if (redisReaderGetReply(m_reader.get(), &reply) != REDIS_OK) {
            refuse(m_hookBreach.isEmpty() ? visibleElided(m_reader->errstr, 100) : m_hookBreach);
            m_root = {};
            return;
        }
        if (reply == nullptr)
            return;
        m_speaksRedis = true;
        m_replyBytes = 0;
        m_replyElements = 0;
        replies.push_back(std::exchange(m_root, Reply()));
    }
}

void ReplyReader::refuse(const Sentence &text)
{
    m_error =
        Error{ErrorKind::Protocol,
              {},
              (m_speaksRedis ? Sentence::say("the server broke the Redis protocol: %1")
                             : Sentence::say("the peer does not speak the Redis protocol: %1"))
                  .arg(text),
              {}};
}

// Follows the framing of RESP2, which is flat: lines, and bodies of an announced length. Returns
// how many bytes are in order; fewer than all at a breach.
qsizetype ReplyReader::scan(QByteArrayView bytes)
{
    qsizetype at = 0;
    while (at < bytes.size()) {
        switch (m_frame) {
        case Frame::Type:
            scanType(bytes.sliced(at));
            if (m_framingBreach.isEmpty())
                ++at;
            break;
        case Frame::Line:
            at += scanLine(bytes.sliced(at));
            break;
        case Frame::Body: {
            const qsizetype part = std::min(m_bodyLeft, bytes.size() - at);
            at += part;
            m_bodyLeft -= part;
            if (m_bodyLeft == 0) {
                m_frame = Frame::BodyEnd;
                m_bodyLeft = 2;
            }
            break;
        }
        case Frame::BodyEnd:
            if (bytes[at] != (m_bodyLeft == 2 ? '\r' : '\n')) {
                m_framingBreach = Sentence::say("a string is longer than its declared length");
                break;
            }
            ++at;
            if (--m_bodyLeft == 0)
                m_frame = Frame::Type;
            break;
        }
        if (!m_framingBreach.isEmpty())
            return at;
    }
    return at;
}

void ReplyReader::scanType(QByteArrayView rest)
{
    const char type = rest.front();
    if (std::strchr("+-:$*", type) == nullptr || type == 0) {
        if (type == 0x15 && !m_speaksRedis)
            m_framingBreach =
                Sentence::say("it replied with a TLS alert; does it require TLS (rediss://)?");
        else
            m_framingBreach =
                Sentence::say("it replied \"%1\"")
                    .arg(visibleElided(rest.first(std::min<qsizetype>(rest.size(), 80)), 40));
        return;
    }
    m_type = type;
    m_frame = Frame::Line;
    m_afterReturn = false;
    m_lineBytes = 0;
    m_number.resize(0); // keeps its memory
}

qsizetype ReplyReader::scanLine(QByteArrayView rest)
{
    const bool isText = m_type == '+' || m_type == '-';
    const qsizetype limit = isText ? m_limits.lineBytes : longestNumberLine;
    const qsizetype feed = rest.indexOf('\n');
    const qsizetype taken = feed < 0 ? rest.size() : feed + 1;
    if (taken > limit - m_lineBytes) {
        const qsizetype good = limit - m_lineBytes;
        m_framingBreach = isText ? Sentence::say("a line is longer than %1 bytes").arg(limit)
                                 : Sentence::say("a number is too long");
        return good;
    }
    const QByteArrayView line = rest.first(taken);
    const bool ends = feed == 0 ? m_afterReturn : feed > 0 && line[feed - 1] == '\r';
    // hiredis takes a lone one before 1.0, and refuses it later.
    const qsizetype back = line.indexOf('\r');
    const bool hasLoneReturn = (m_afterReturn && feed != 0)
        || (back >= 0 && back + 1 < line.size() && line[back + 1] != '\n');
    if (hasLoneReturn || (feed >= 0 && !ends)) {
        m_framingBreach = Sentence::say("a line has a return or a line feed inside");
        return 0;
    }
    m_lineBytes += taken;
    if (m_type == '$' || m_type == '*')
        m_number += line;
    m_afterReturn = line.back() == '\r';
    if (ends)
        endLine();
    return taken;
}

void ReplyReader::endLine()
{
    m_frame = Frame::Type;
    if (m_type != '$' && m_type != '*')
        return;
    m_number.chop(2);
    const bool isNil = m_number == "-1";
    const bool digits = !m_number.isEmpty()
        && std::ranges::all_of(m_number, [](char c) { return c >= '0' && c <= '9'; });
    bool fits = false;
    const qlonglong length = m_number.toLongLong(&fits);
    if (!isNil && !digits) {
        m_framingBreach = Sentence::say("a length is not a number");
    } else if (m_type == '$' && !isNil) {
        if (!fits || length > m_limits.bulkBytes) {
            m_framingBreach =
                Sentence::say("a string is longer than %1 bytes").arg(m_limits.bulkBytes);
            return;
        }
        m_bodyLeft = length == 0 ? 2 : length;
        m_frame = length == 0 ? Frame::BodyEnd : Frame::Body;
    } else if (m_type == '*' && !isNil && (!fits || length > m_limits.arrayElements)) {
        m_framingBreach =
            Sentence::say("an array has more than %1 elements").arg(m_limits.arrayElements);
    }
}

Reply *ReplyReader::add(const redisReadTask *task, Reply::Type type)
{
    Reply *reply = &m_root;
    if (task->parent == nullptr) {
        m_root = Reply();
    } else {
        if (++m_replyElements > m_limits.replyElements) {
            m_hookBreach = Sentence::say("a reply has too many elements");
            return nullptr;
        }
        // Only arrays that are still being filled are pointed to, and none of them moves: an array
        // grows between its elements, never while one of them is open.
        reply = &static_cast<Reply *>(task->parent->obj)->elements.emplace_back();
    }
    reply->type = type;
    return reply;
}

bool ReplyReader::countBytes(std::size_t size)
{
    const auto count = static_cast<qsizetype>(size);
    if (count > m_limits.replyBytes - m_replyBytes) {
        m_hookBreach = Sentence::say("a reply is larger than %1 bytes").arg(m_limits.replyBytes);
        return false;
    }
    m_replyBytes += count;
    return true;
}

} // namespace lockscope::redis
