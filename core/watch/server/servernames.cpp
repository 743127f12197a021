// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ServerWatch that learns the names of owners from what their connections call
// themselves.
#include "core/base/text.h"
#include "core/watch/server/serverwatch.h"

using namespace Qt::StringLiterals;

namespace lockscope::watch {

void ServerWatch::setKnownNames(std::shared_ptr<const AliasRules> rules)
{
    m_names.setKnown(std::move(rules));
}

void ServerWatch::noteOwners(const LockName &lock)
{
    if (!m_options.learnNames)
        return;
    if (const LockPointer record = m_book.record(lock))
        m_names.note(*record);
}

// The server walks through all its connections for this: it is asked at most once a minute, and
// only while there is an owner without a name. A user who may not ask is told so once, and the
// server not again on this connection.
QCoro::Task<Result<void>> ServerWatch::learnNames()
{
    if (!m_options.learnNames || m_namesRefused || !m_names.wantsToAsk(m_time.now()))
        co_return Result<void>();
    m_names.asked(m_time.now());
    const redis::Arguments question{"CLIENT", "LIST"};
    auto pending = m_connection.send(question);
    const auto reply = co_await m_scope.wait(std::move(pending), answerPatience);
    if (!reply)
        co_return fail(reply.error());
    if (reply->isError()) {
        m_namesRefused = true;
        const Error refusal = errorOf(*reply, m_connection.label());
        if (!m_record.learningRefusal) {
            m_record.learningRefusal = refusal;
            m_book.tell(EventType::Gap,
                        u"owner names cannot be learned, because CLIENT LIST is refused: "_s
                            + visibleElided(reply->bytes, 200));
            publish();
        }
        co_return Result<void>();
    }
    const bool wasRefused = m_record.learningRefusal.has_value();
    m_record.learningRefusal.reset();
    const bool isNew = m_names.learn(clientsFrom(reply->bytes));
    if (isNew)
        m_record.learned = std::make_shared<const std::vector<AliasRule>>(m_names.learned());
    if (isNew || wasRefused)
        publish();
    co_return Result<void>();
}

QCoro::Task<> ServerWatch::learnBeforeTheEnd()
{
    m_learning = true;
    const auto learned = co_await learnNames();
    m_learning = false;
    if (!learned && learned.error().kind == ErrorKind::Cancelled)
        co_return;
    finishDiscovery(); // without names, if it cannot be
}

} // namespace lockscope::watch
