// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/redis/connection.h"

namespace lockscope::redis::breach {

// The limits of one reply that both decoders keep, and the words for a broken one. Any thread.

// Arrays within arrays: the limit of hiredis before 1.0. Later versions take any number, and the
// recursive release of a deep reply would overflow the stack.
constexpr int deepestArray = 8;

// The three letters of a verbatim string's format and a colon.
constexpr qsizetype verbatimPrefix = 4;

inline Sentence replyTooLarge(const ReplyLimits &limits)
{
    return Sentence::say("a reply is larger than %1 bytes").arg(limits.replyBytes);
}

inline Sentence replyTooLong()
{
    return Sentence::say("a reply has too many elements");
}

inline Sentence tooManyElements()
{
    return Sentence::say("an array has too many elements");
}

inline Sentence tooDeep()
{
    return Sentence::say("more than %1 arrays are nested").arg(deepestArray);
}

inline Sentence otherType()
{
    return Sentence::say("a value is not of its type");
}

inline Sentence nestedPush()
{
    return Sentence::say("a push is inside another reply");
}

} // namespace lockscope::redis::breach
