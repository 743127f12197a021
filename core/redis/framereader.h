// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/base/sentence.h"
#include "core/redis/connection.h"

#include <vector>

namespace lockscope::redis {

// Builds replies of RESP2 and RESP3 from frames whose framing is in order already: ReplyReader has
// checked their types, lines and lengths. It counts the content of one reply. It replaces hiredis
// in versions that do not know RESP3 (before 1.0). Any thread; owns the reply that is being built.
// Each function returns the limit that is broken, after which there is nothing more to ask for;
// empty: none.
class FrameReader
{
public:
    explicit FrameReader(const ReplyLimits &limits);

    // An array's type has come, and its line has not.
    Sentence beginAggregate() const;

    // A line without its type and its end. A string's body follows unless its length is -1.
    Sentence line(char type, const QByteArray &text, std::vector<Reply> &replies);
    Sentence body(QByteArrayView part);
    Sentence endBody(std::vector<Reply> &replies);

private:
    struct Open {
        Reply *reply; // stays where it is: nothing is added beside it while it is open
        qsizetype left; // elements
    };

    Sentence aggregate(char type, const QByteArray &text, std::vector<Reply> &replies);
    Sentence add(Reply reply, std::vector<Reply> &replies);
    Sentence place(Reply &&reply);
    void closeWhole(std::vector<Reply> &replies);
    bool countBytes(qsizetype size);

    const ReplyLimits m_limits;
    Reply m_root;
    std::vector<Open> m_open;
    QByteArray m_body;
    bool m_isVerbatim = false;
    qsizetype m_replyBytes = 0;
    qsizetype m_replyElements = 0;
};

} // namespace lockscope::redis
