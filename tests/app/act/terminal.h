// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace lockscope::test {

// A terminal at which nobody sits but the test.
class Terminal
{
public:
    Terminal()
        : m_own(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        std::array<char, 128> name{};
        if (m_own < 0 || ::grantpt(m_own) != 0 || ::unlockpt(m_own) != 0
            || ::ptsname_r(m_own, name.data(), name.size()) != 0)
            return;
        m_programs = ::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
    ~Terminal()
    {
        for (const int end : {m_own, m_programs}) {
            if (end >= 0)
                ::close(end);
        }
    }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    bool isOpen() const { return m_programs >= 0; }
    int programsEnd() const { return m_programs; }
    [[nodiscard]] bool type(const QByteArray &text) const
    {
        return ::write(m_own, text.constData(), static_cast<std::size_t>(text.size()))
            == text.size();
    }

private:
    int m_own = -1;
    int m_programs = -1;
};

} // namespace lockscope::test
