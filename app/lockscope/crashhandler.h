// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace lockscope::console {

// While it lives, a signal that ends the program appends to the run's marker what is known then:
// the time, the signal, the last messages and the calls that led there. Then the program ends as it
// would have. Messages are kept as they are printed, without what stands before an @ in a URL. One
// at a time, on the GUI thread; the descriptor must outlive it, and -1 keeps nothing.
class CrashHandler
{
public:
    explicit CrashHandler(int descriptor);
    ~CrashHandler();
    CrashHandler(const CrashHandler &) = delete;
    CrashHandler &operator=(const CrashHandler &) = delete;

private:
    QtMessageHandler m_before;
};

} // namespace lockscope::console
