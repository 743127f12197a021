// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/scenarios.h"

namespace lockscope::faults {

// Schedules under which clients with a defect show it, and sound ones do not; made from others.
std::vector<Scenario> mutantScenarios(const Scenario &calm, const Scenario &clientPause,
                                      const Scenario &clientClocks, const Scenario &failover);

} // namespace lockscope::faults
