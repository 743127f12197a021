// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/cancellation.h"

#include <memory>
#include <utility>
#include <vector>

namespace lockscope::lock {

// The waits for one lock that are under way, which end with it. One thread.
class Waits
{
public:
    // Returns the cancellation of one more wait: the given one, or else a new one.
    std::shared_ptr<Cancellation> add(std::shared_ptr<Cancellation> cancel)
    {
        if (!cancel)
            cancel = std::make_shared<Cancellation>();
        std::erase_if(m_cancels, [](const auto &known) { return known.expired(); });
        m_cancels.push_back(cancel);
        return cancel;
    }

    void cancelAll()
    {
        for (const auto &known : std::exchange(m_cancels, {})) {
            if (const auto cancel = known.lock())
                cancel->request();
        }
    }

private:
    std::vector<std::weak_ptr<Cancellation>> m_cancels;
};

} // namespace lockscope::lock
