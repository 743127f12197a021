// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/ownernames.h"

#include "core/base/text.h"
#include "core/watch/read/replyerrors.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

OwnerNames::OwnerNames(const ServerContext &context, std::function<void()> finished)
    : m_context(context)
    , m_finished(std::move(finished))
{}

void OwnerNames::note(const LockName &lock)
{
    if (!m_context.options.learnNames)
        return;
    if (const LockPointer record = m_context.book.record(lock))
        m_learner.note(*record);
}

QCoro::Task<Result<void>> OwnerNames::learn()
{
    const Instant now = m_context.time.now();
    if (!m_context.options.learnNames || m_isRefused || !m_learner.wantsToAsk(now))
        co_return Result<void>();
    m_learner.asked(now);
    const redis::Arguments question{"CLIENT", "LIST"};
    auto pending = m_context.connection.send(question);
    const auto reply = co_await m_context.scope.wait(std::move(pending), answerPatience);
    if (!reply)
        co_return fail(reply.error());
    if (reply->isError()) {
        noteRefusal(*reply);
        co_return Result<void>();
    }
    ServerRecord &record = m_context.record;
    const bool wasRefused = record.learningRefusal.has_value();
    record.learningRefusal.reset();
    const bool isNew = m_learner.learn(clientsFrom(reply->bytes));
    if (isNew)
        record.learned = std::make_shared<const std::vector<AliasRule>>(m_learner.learned());
    if (isNew || wasRefused)
        m_context.publish();
    co_return Result<void>();
}

void OwnerNames::noteRefusal(const Reply &reply)
{
    m_isRefused = true;
    if (m_context.record.learningRefusal)
        return;
    m_context.record.learningRefusal = errorOf(reply, m_context.connection.label());
    m_context.book.tell(
        EventType::Gap,
        Sentence::say("owner names cannot be learned, because CLIENT LIST is refused: %1")
            .arg(visibleElided(reply.bytes, 200)));
    m_context.publish();
}

bool OwnerNames::beginLast()
{
    const WatchOptions &options = m_context.options;
    if (!options.learnNames || options.events || std::exchange(m_isLastBegun, true))
        return false;
    m_context.scope.start([this] { return learnLast(); });
    return true;
}

QCoro::Task<> OwnerNames::learnLast()
{
    m_isInLast = true;
    const auto learned = co_await learn();
    m_isInLast = false;
    if (!learned && learned.error().kind == ErrorKind::Cancelled)
        co_return;
    m_finished(); // without names, if it cannot be
}

} // namespace lockscope::watch
