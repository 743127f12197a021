// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/framereader.h"

#include "core/redis/replybreach.h"

#include <charconv>
#include <optional>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

Reply made(Reply::Type type, const QByteArray &bytes = {})
{
    Reply reply;
    reply.type = type;
    reply.bytes = bytes;
    return reply;
}

Reply number(qint64 value)
{
    Reply reply;
    reply.type = Reply::Type::Integer;
    reply.integer = value;
    return reply;
}

// As hiredis takes it: no plus, no leading zero, nothing behind it.
std::optional<qint64> integerFrom(const QByteArray &text)
{
    const QByteArrayView digits = QByteArrayView(text).sliced(text.startsWith('-') ? 1 : 0);
    const bool isCanonical =
        !digits.isEmpty() && (digits.front() != '0' || text == QByteArrayView("0"));
    qint64 value = 0;
    const char *const end = text.constData() + text.size();
    const auto [at, error] = std::from_chars(text.constData(), end, value);
    if (!isCanonical || error != std::errc() || at != end)
        return {};
    return value;
}

} // namespace

FrameReader::FrameReader(const ReplyLimits &limits)
    : m_limits(limits)
{}

// hiredis before 1.0 does not wait for the line either.
Sentence FrameReader::beginAggregate() const
{
    return m_open.size() < std::size_t(breach::deepestArray) ? Sentence() : breach::tooDeep();
}

Sentence FrameReader::line(char type, const QByteArray &text, std::vector<Reply> &replies)
{
    switch (type) {
    case '$':
    case '=':
        m_body.clear();
        m_isVerbatim = type == '=';
        return text == "-1" ? add(Reply(), replies) : Sentence();
    case '*':
    case '~':
    case '%':
    case '>':
        return aggregate(type, text, replies);
    case '_':
        return add(Reply(), replies);
    case '#':
        return add(number(text == "t" ? 1 : 0), replies);
    case ':': {
        const auto value = integerFrom(text);
        return value ? add(number(*value), replies) : Sentence::say("an integer is not a number");
    }
    default:
        break;
    }
    if (!countBytes(text.size()))
        return breach::replyTooLarge(m_limits);
    const auto kind = type == '+' ? Reply::Type::Status
        : type == '-'             ? Reply::Type::Error
                                  : Reply::Type::String; // a double or a big number
    return add(made(kind, text), replies);
}

Sentence FrameReader::body(QByteArrayView part)
{
    if (!countBytes(part.size()))
        return breach::replyTooLarge(m_limits);
    m_body += part;
    return {};
}

Sentence FrameReader::endBody(std::vector<Reply> &replies)
{
    if (m_isVerbatim) {
        if (m_body[breach::verbatimPrefix - 1] != ':')
            return breach::otherType();
        m_body.remove(0, breach::verbatimPrefix);
    }
    return add(made(Reply::Type::String, std::exchange(m_body, QByteArray(""))), replies);
}

Sentence FrameReader::aggregate(char type, const QByteArray &text, std::vector<Reply> &replies)
{
    if (text == "-1")
        return add(Reply(), replies);
    const qsizetype count = text.toLongLong() * (type == '%' ? 2 : 1);
    if (count > m_limits.arrayElements || count > m_limits.replyElements - m_replyElements)
        return breach::tooManyElements();
    if (type == '>' && !m_open.empty())
        return breach::nestedPush();
    if (auto broken = place(made(type == '>' ? Reply::Type::Push : Reply::Type::Array));
        !broken.isEmpty())
        return broken;
    Reply *const placed = m_open.empty() ? &m_root : &m_open.back().reply->elements.back();
    m_open.push_back({placed, count});
    closeWhole(replies);
    return {};
}

Sentence FrameReader::add(Reply reply, std::vector<Reply> &replies)
{
    if (auto broken = place(std::move(reply)); !broken.isEmpty())
        return broken;
    closeWhole(replies);
    return {};
}

Sentence FrameReader::place(Reply &&reply)
{
    if (m_open.empty()) {
        m_root = std::move(reply);
        return {};
    }
    if (++m_replyElements > m_limits.replyElements)
        return breach::replyTooLong();
    Open &open = m_open.back();
    open.reply->elements.push_back(std::move(reply));
    --open.left;
    return {};
}

// Closes the arrays that are full, and hands the reply over if nothing is open any more.
void FrameReader::closeWhole(std::vector<Reply> &replies)
{
    while (!m_open.empty() && m_open.back().left == 0)
        m_open.pop_back();
    if (!m_open.empty())
        return;
    m_replyBytes = m_replyElements = 0;
    replies.push_back(std::exchange(m_root, Reply()));
}

bool FrameReader::countBytes(qsizetype size)
{
    if (size > m_limits.replyBytes - m_replyBytes)
        return false;
    m_replyBytes += size;
    return true;
}

} // namespace lockscope::redis
