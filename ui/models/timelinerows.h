// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/holdhistory.h"

#include <QString>

#include <vector>

namespace lockscope::ui {

// In which order the locks of a timeline are.
enum class TimelineOrder { Latest, Name, Holds };

// Which locks a timeline shows.
struct TimelineRows {
    std::vector<watch::HoldHistory::Lane> lanes;
    std::size_t matching = 0; // that could be shown; more than are
};

inline constexpr std::size_t mostLanes = 1000;

// Those with the text in their name or in that of one of their owners, in any case; empty: all. At
// most so many: those that something was heard of last. A plain function.
TimelineRows timelineRows(const watch::HoldHistory &history, const QString &text,
                          TimelineOrder order, std::size_t most = mostLanes);

} // namespace lockscope::ui
