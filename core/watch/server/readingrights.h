// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/read/refusals.h"
#include "core/watch/record/unreadable.h"
#include "core/watch/server/servercontext.h"

#include <functional>
#include <memory>

namespace lockscope::watch {

// Keeps the commands and keys that the server refuses to read, reports them once, and tries them
// again. I/O thread; the context must outlive it.
class ReadingRights
{
public:
    // `granted`: something that was refused is permitted now, and has been told.
    ReadingRights(const ServerContext &context, std::function<void()> granted);

    void note(Refusal refusal);
    // A refusal that does little harm: told as `text`, and not as an error of the server.
    void noteHarmless(Refusal refusal, const Sentence &text);
    bool holds(const redis::Arguments &question) const { return m_refusals.holds(question); }
    // A new connection may have other permissions.
    void forgetRefusals() { m_refusals.clear(); }

    // A lock's key may not be read, or may be again. publishUnreadable() reports it.
    void addUnreadable(const LockName &lock) { m_unreadable.add(lock); }
    void removeUnreadable(const LockName &lock) { m_unreadable.remove(lock); }
    void publishUnreadable();
    // Empty: none.
    std::shared_ptr<const UnreadableNames> unreadable() { return m_unreadable.told(); }

    // Asks the refused questions again, and nothing else.
    QCoro::Task<> probe();

private:
    const ServerContext &m_context;
    std::function<void()> m_granted;
    Refusals m_refusals;
    Unreadable m_unreadable;
};

} // namespace lockscope::watch
