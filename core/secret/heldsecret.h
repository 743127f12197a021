// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace lockscope::secret {

// Overwrites the bytes and makes it empty. Bytes that another QByteArray shares stay as they are.
void wipe(QByteArray &bytes);

// The one place where a fetched secret is kept, overwritten when it goes away. A value that cannot
// be copied, any thread. No core file is written from the first one on.
//
// Not promised: what Qt and the kernel copy on the way (a socket's buffers, the pipe of a command,
// the field of a form), memory that is swapped out or read by who may trace this process, and the
// environment that a process was started with.
class HeldSecret
{
public:
    HeldSecret() = default;
    explicit HeldSecret(QByteArray bytes);
    HeldSecret(HeldSecret &&other) noexcept;
    HeldSecret &operator=(HeldSecret &&other) noexcept;
    HeldSecret(const HeldSecret &) = delete;
    HeldSecret &operator=(const HeldSecret &) = delete;
    ~HeldSecret();

    const QByteArray &bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

} // namespace lockscope::secret
