// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/pending.h"

#include <vector>

namespace lockscope::lock {

// The caller's way to take back a wait, from any coroutine or slot of the same thread. Once asked
// for, it stays so.
class Cancellation
{
public:
    void request()
    {
        m_isRequested = true;
        auto waiting = std::exchange(m_waiting, {});
        for (Completion<void> &completion : waiting)
            completion.complete(Result<void>());
    }

    bool isRequested() const { return m_isRequested; }

    // Ready as soon as it is asked for.
    [[nodiscard]] Pending<void> requested()
    {
        if (m_isRequested)
            return Pending<void>::ready(Result<void>());
        std::erase_if(m_waiting, [](const auto &waiting) { return waiting.isAbandoned(); });
        return m_waiting.emplace_back().pending();
    }

private:
    std::vector<Completion<void>> m_waiting;
    bool m_isRequested = false;
};

} // namespace lockscope::lock
