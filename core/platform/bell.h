// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

namespace lockscope::platform {

// Calls back on the thread that made it, from the event loop, after any thread has rung: once for
// one ring or several.
class Bell
{
public:
    // Throws std::system_error if the process may have no more descriptors.
    explicit Bell(std::function<void()> callback);
    ~Bell();
    Bell(const Bell &) = delete;
    Bell &operator=(const Bell &) = delete;

    // Any thread.
    void ring() const;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::platform
