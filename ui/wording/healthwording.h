// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"

#include <QString>

#include <vector>

namespace lockscope::wording {

// The words of an overview on the health of all that is watched. Plain functions, any thread.

// The numbers of servers, in all and out of sight.
struct Sight {
    int servers = 0;
    int lost = 0; // of them: not seen now
    bool isLooking = false; // the first look is not over

    friend bool operator==(const Sight &, const Sight &) = default;
};

// One line, without a full stop: "2 critical, 1 warning: Deadlock, orders, stock",
// "nothing is wrong, as far as can be seen". `problems`: the worst first.
QString verdict(const std::vector<health::Problem> &problems, const Sight &sight);

} // namespace lockscope::wording
