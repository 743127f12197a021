// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace lockscope::test {

// A thread of that number in one client.
inline QByteArray numberedOwner(int number)
{
    return "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:" + QByteArray::number(number);
}

} // namespace lockscope::test
