// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/commandsupport.h"

#include <utility>

namespace lockscope::watch {

bool CommandSupport::isUsable(const Reply &reply, bool Abilities::*ability)
{
    if (!isRefused(reply))
        return true;
    if (isAboutKey(reply))
        return false;
    m_abilities.*ability = false;
    Refusal refusal = refusalOf(reply, *m_question, m_connection.label());
    refusal.isHarmless = true;
    if (refusal.error.code == "NOPERM") // else the server is too old for it, and stays so
        m_refusals.note(std::move(refusal));
    return false;
}

void CommandSupport::noteRefusal(const Reply &reply)
{
    m_refusals.note(refusalOf(reply, *m_question, m_connection.label()));
}

} // namespace lockscope::watch
