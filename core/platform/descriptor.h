// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>
#include <optional>
#include <utility>

namespace lockscope::platform {

// A file descriptor that this owns and closes, or none. Programs that this process starts do not
// inherit it. Any thread, one at a time.
class Descriptor
{
public:
    Descriptor() = default;
    explicit Descriptor(int number)
        : m_number(number)
    {}
    // A second one for the same open file or connection; none if the process may have no more.
    static Descriptor copyOf(qintptr number);

    Descriptor(Descriptor &&other) noexcept
        : m_number(other.release())
    {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor() { close(); }

    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }
    void close();
    // The caller owns it from now on.
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number = -1;
};

// Two ends of a connection within this machine; nothing if the process may have no more.
std::optional<std::array<Descriptor, 2>> connectedPair();

// The bytes that a socket took or gave, at once.
struct Transferred {
    qsizetype bytes = -1; // 0: the peer has closed it; less: none
    int error = 0; // of <cerrno>, if none
};
Transferred sendAtOnce(int socket, const char *bytes, qsizetype size);
Transferred receiveAtOnce(int socket, char *bytes, qsizetype most);

} // namespace lockscope::platform
