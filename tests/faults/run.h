// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/verdict.h"

namespace lockscope::faults {

struct RunOptions {
    Millis length{20'000}; // of the faults
    quint32 seed = 1;
    QByteArray folder; // of histories, where they are kept
};

// Runs one scenario with servers and clients of its own, tells its figures, and whether all is as
// it should be. The history stays in the folder only when it is not. Blocks; the main thread.
[[nodiscard]] bool run(Scenario scenario, const RunOptions &options);

} // namespace lockscope::faults
