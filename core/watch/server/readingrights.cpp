// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/readingrights.h"

#include "core/base/async/combine.h"

#include <map>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

ReadingRights::ReadingRights(const ServerContext &context, std::function<void()> granted)
    : m_context(context)
    , m_granted(std::move(granted))
{}

void ReadingRights::note(Refusal refusal)
{
    if (refusal.isAboutKey && refusal.question.size() > 1)
        refusal.isOfLock = m_context.book.knows(LockName(refusal.question[1]));
    const Error error = refusal.error;
    const bool isHarmless = refusal.isHarmless;
    const bool isAboutKey = refusal.isAboutKey;
    if (!m_refusals.note(std::move(refusal)) || isHarmless)
        return;
    (isAboutKey ? m_context.record.keyRefusal : m_context.record.error) = error;
    m_context.book.tell(EventType::Gap, error.text);
    m_context.publish();
}

void ReadingRights::noteHarmless(Refusal refusal, const Sentence &text)
{
    refusal.isHarmless = true;
    if (m_refusals.note(std::move(refusal)))
        m_context.book.tell(EventType::Gap, text);
}

// Some keys may not be read: of the others that says nothing.
void ReadingRights::publishUnreadable()
{
    ServerRecord &record = m_context.record;
    const auto refusal = m_refusals.error(true);
    const auto told = m_unreadable.told();
    const bool isNews = std::exchange(record.keyRefusal, refusal) != refusal;
    if (std::exchange(record.unreadable, told) != told || isNews)
        m_context.publish();
}

// Everything else that may have been refused with it is read again once one of the questions is
// granted.
QCoro::Task<> ReadingRights::probe()
{
    if (m_refusals.isEmpty())
        co_return;
    redis::Connection &connection = m_context.connection;
    const std::vector<Refusal> refused = m_refusals.all();
    std::vector<Pending<Reply>> pendings;
    for (const Refusal &refusal : refused)
        pendings.push_back(connection.send(refusal.question));
    auto all = whenAll(std::move(pendings));
    const auto replies =
        co_await m_context.scope.wait(std::move(all), connection.config().commandTimeout * 2);
    if (!replies || !m_context.isUp())
        co_return;
    std::map<QString, Sentence> granted;
    bool isAny = false;
    for (std::size_t i = 0; i < refused.size(); ++i) {
        const auto &reply = (*replies)[i];
        if (!reply || !isGranted(refused[i], *reply))
            continue;
        isAny = true;
        m_refusals.remove(refused[i]);
        if (!refused[i].isHarmless)
            granted.emplace(refused[i].error.text.english(), refused[i].error.text);
    }
    if (!isAny)
        co_return;
    for (const auto &[english, text] : granted)
        m_context.book.tell(EventType::Gap, Sentence::say("now permitted: %1").arg(text));
    m_context.record.error = m_refusals.error(false);
    m_context.record.keyRefusal = m_refusals.error(true);
    m_granted();
}

} // namespace lockscope::watch
