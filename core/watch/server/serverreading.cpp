// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ServerWatch for readings that came to nothing: what is too large, and a server that
// reads nothing at the moment.
#include "core/watch/server/serverwatch.h"

using namespace Qt::StringLiterals;

namespace lockscope::watch {

// After a connection that was lost all that is known is read again; here is also what a scan has
// found and nobody has looked at yet. One answer that is larger than is taken ends the connection:
// then each is read by itself, and it shows whose it was.
void ServerWatch::readAgain(std::vector<DirtyQueue::Entry> entries, const Error &error)
{
    if (error.kind == ErrorKind::Cancelled)
        return;
    const auto lost = m_connection.lastError();
    const bool wasTooLarge = lost && lost->kind == ErrorKind::Protocol;
    const Instant now = m_time.now();
    for (DirtyQueue::Entry &entry : entries) {
        if (wasTooLarge && entries.size() == 1)
            raiseCaution(entry.lock);
        entry.alone |= wasTooLarge || error.kind == ErrorKind::Timeout;
        m_dirty.markAgain(entry, now);
    }
}

Caution ServerWatch::cautionFor(const LockName &lock) const
{
    const auto known = m_cautions.find(qHash(lock.bytes, 0x7001));
    return known == m_cautions.end() ? Caution::None : known->second;
}

void ServerWatch::raiseCaution(const LockName &lock)
{
    constexpr std::size_t most = 10'000;
    if (m_cautions.size() >= most)
        m_cautions.clear();
    const bool isFirst = cautionFor(lock) == Caution::None;
    m_cautions[qHash(lock.bytes, 0x7001)] = isFirst ? Caution::Weigh : Caution::Refuse;
    if (isFirst)
        m_book.tell(EventType::Gap, u"a reply about it exceeded the size limit"_s, lock);
}

// As if the connection was lost: what is shown is old, nothing is concluded, and all is read again.
void ServerWatch::onHindered(const Error &error)
{
    constexpr Millis pause{500};
    if (!isUp())
        return;
    goDown(error);
    m_scope.start([this] { return greet(pause); });
}

} // namespace lockscope::watch
