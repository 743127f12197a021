// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/singlelook.h"

#include "app/lockctl/common/printing.h"

#include <utility>

namespace lockscope::lockctl {

SingleLook::SingleLook(const TargetChoice &where, std::vector<LockName> names, Session::Look look)
    : m_session(where, std::move(names), look)
{}

// Connected last: by then the books that a command keeps of the session have noted all of it.
void SingleLook::start()
{
    connect(&m_session, &Session::changed, this, [this] {
        if (!m_finished)
            onChanged();
    });
    m_session.start();
}

void SingleLook::interrupt(int /*signal*/)
{
    tellInterrupted();
    finish(Unreachable);
}

void SingleLook::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_session.stop();
    Q_EMIT finished(status);
}

} // namespace lockscope::lockctl
